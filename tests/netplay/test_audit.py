"""What nobody could see during the game comes to light after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from netplay.fairplay import Message, audit
from tests.netplay.circle import SPECTATOR, Circle, Once, forged
from tests.netplay.test_cheats import THREE, crooked, meek, raiding


def verdicts(circle: Circle) -> set[str]:
    """What everybody but the cheat, blue, finds after the game."""
    assert all(peer.session.over for peer in circle.peers.values())
    assert [c for peer in circle.peers.values() for c in peer.complaints] == []
    return {audit(peer) for name, peer in circle.peers.items() if name != "blue"}


def test_a_deck_of_nothing_but_one_good_card() -> None:
    circle = Circle(THREE)
    crooked(circle, "blue", lambda left: ["blue11"] * len(left) if "blue11" in left else left)
    circle.play_on(meek)
    (verdict,) = verdicts(circle)
    assert verdict.startswith("blue laid out its deck otherwise than its secrets say, in turn")


def test_a_card_kept_back_that_met_the_condition() -> None:
    circle = Circle(THREE, deal=1)
    blue = circle.peers["blue"].table
    honest = blue._openings

    def keep_back(request: Any, owner: str) -> list[Any]:
        return [None] * len(request.sealed) if request.name == "low" else honest(request, owner)

    blue._openings = keep_back  # type: ignore[method-assign]
    crooked(circle, "blue", lambda left: left)
    circle.play_on(meek)
    low = [value for value in blue.vault.values.values() if value in ("blue0", "blue1", "blue2")]
    assert low  # he was dealt one, and nobody noticed
    (verdict,) = verdicts(circle)
    assert verdict.startswith(f"blue kept back what it had to show: {low[0]}")


def test_sealing_what_the_private_dialog_did_not_give() -> None:
    circle = Circle(THREE)
    blue = circle.peers["blue"].table
    honest = blue.seal
    blue.seal = lambda seat, values, place: honest(seat, ["rest", "a third way"], place)  # type: ignore[method-assign]
    circle.play_on(meek)
    (verdict,) = verdicts(circle)
    assert verdict.startswith("blue sealed something else than its private answers say")


def dishonest_end(change: Callable[[Message], Message]) -> set[str]:
    circle = Circle(THREE)
    circle.tamper = Once("disclose", "blue", change)
    circle.play_on(raiding)
    return verdicts(circle)


def private(change: Callable[[list[Any]], list[Any]]) -> Callable[[Message], Message]:
    return lambda message: forged(message, private=change(message.body["private"]))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda lines: [[at, line.replace("raid", "rest")] for at, line in lines], "sealed something else"),
        (lambda lines: lines[:-1], "did not disclose its private answers before entry"),
        (lambda lines: [], "did not disclose its private answers before entry"),
        (lambda lines: [[at, line.replace("raid", "flee")] for at, line in lines], "answered what it could not"),
        (lambda lines: [[at, "gibberish"] for at, line in lines], "did not disclose its private answers"),
        (lambda lines: [*lines, [3, "blue plan: raid ~00000000"]], "that nobody asked for"),
    ],
)
def test_private_answers_that_do_not_fit(change: Callable[[list[Any]], list[Any]], what: str) -> None:
    (verdict,) = dishonest_end(private(change))
    assert verdict.startswith("blue ")
    assert what in verdict


def test_a_seed_that_is_not_the_one() -> None:
    (verdict,) = dishonest_end(lambda message: forged(message, seed="00" * 32))
    assert verdict == "blue disclosed a seed that its dice chain was not made from"


@pytest.mark.parametrize("body", [{"seed": 7}, {"seed": "xyz"}, {"private": 7}, {"private": [[1]]}, {"private": [7]}])
def test_a_disclosure_that_is_nonsense_counts_as_none(body: dict[str, Any]) -> None:
    circle = Circle(THREE)
    circle.tamper = Once("disclose", "blue", lambda message: forged(message, **body))
    circle.play_on(raiding)
    spectator = circle.peers[SPECTATOR]
    assert [str(complaint) for complaint in spectator.complaints] == ["blue sent a 'disclose' that makes no sense"]
    assert audit(spectator) == "blue did not disclose its secrets"


def test_a_seat_that_leaves_before_the_audit() -> None:
    circle = Circle(THREE)
    circle.play_on(raiding)
    late = circle.peer(())
    for message in circle.sent:
        if message.key != ("disclose", "blue") and not message.to:
            late.receive(message)
    assert late.session.over
    assert audit(late) == "blue did not disclose its secrets"


def test_take_backs_and_shared_machines_do_not_trouble_the_audit() -> None:
    circle = Circle([["red", "blue"], ["green"]], deal=7)
    red = circle.peers["red+blue"]
    circle.play_until(lambda peer: peer.session.ask_for("red") is not None and peer.session.pending[0].name == "dawn"
                      and peer.session.state.turn == 1, raiding)  # fmt: skip
    red.take_back("red")
    circle.play_on(raiding)
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}
    assert any(message.kind == "back" for message in circle.sent)
