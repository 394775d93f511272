"""Every cheat is caught and named by everybody who hears it, and changes nothing: once the cheat says what
he should have said, the game goes on as if nothing had happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.engine import CHECKPOINT, Ask, Deal, Game, Open, Option, Procedure
from netplay.fairplay import Cheating, Disagreement, Message, Peer, audit
from tests.engine.toy import GAME, Toy
from tests.netplay.circle import SPECTATOR, Choose, Circle, Once, forged, stamped

THREE = [["red"], ["blue"], ["green"]]


def raiding(peer: Peer, ask: Ask) -> str:
    """Raids always; plays a card if it can, or suffers."""
    notations = [option.notation for option in peer.session.offers(ask)]
    return next((n for n in notations if n.startswith("play")), notations[0])


def meek(peer: Peer, ask: Ask) -> str:
    """Raids always, and never defends, so that the hands grow."""
    return ask.options[0].notation


def goes_on(circle: Circle, honest: Message) -> None:
    """With the honest message everybody plays to the end, and the audit finds nothing."""
    for name, peer in circle.peers.items():
        if name != honest.seat:
            peer.receive(honest)
    circle.play_on(raiding)
    assert all(peer.session.over for peer in circle.peers.values())
    assert len({peer.session.digest() for peer in circle.peers.values()}) == 1
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


def caught(tamper: Once, what: str, deal: int = 1, game: Game = GAME, choose: Choose = raiding) -> None:
    """Plays with a cheat: all but himself must name him, then the game goes on."""
    circle = Circle(THREE, deal=deal, game=game)
    circle.tamper = tamper
    circle.play_on(choose)
    assert tamper.honest is not None
    for name, peer in circle.peers.items():
        if name == tamper.seat:
            assert peer.complaints == []
            continue
        assert {(type(complaint), complaint.seat) for complaint in peer.complaints} == {(Cheating, tamper.seat)}
        assert what in peer.complaints[0].what
        assert peer.turn == tamper.honest.turn
    goes_on(circle, tamper.honest)


# --- dice ------------------------------------------------------------------------------------------


def third(message: Message) -> bool:
    return bool(message.body["index"] == 3)


def change(**body: Any) -> Callable[[Message], Message]:
    return lambda message: forged(message, **body)


def test_a_link_that_is_not_of_the_chain() -> None:
    caught(Once("link", "red", change(link="00" * 32), third), "showed a link 3 that is not of its dice chain")


def test_a_link_index_that_is_rewound() -> None:
    caught(Once("link", "red", change(index=2), third), "rewound its dice chain: link 2 again, after link 2")


def test_a_link_that_is_skipped() -> None:
    caught(Once("link", "red", change(index=4), third), "skipped in its dice chain")


def test_a_link_spelled_otherwise() -> None:
    """Whoever speaks last could otherwise pick his dice by the way he spells his link."""
    caught(Once("link", "red", lambda m: forged(m, link=m.body["link"].upper()), third), "makes no sense")


@pytest.mark.parametrize("body", [{"index": "one"}, {"index": None}, {"link": "xyz"}, {"link": 7}])
def test_a_link_that_is_nonsense(body: dict[str, Any]) -> None:
    caught(Once("link", "red", change(**body)), "sent a 'link' that makes no sense")


def test_another_seats_link() -> None:
    circle = Circle(THREE, deal=1)
    heard: list[Message] = []

    def mirror(message: Message) -> Message:
        """Green waits for red's link and shows it as its own."""
        if message.key == ("link", "red"):
            heard.append(message)
        if message.key == ("link", "green") and heard:
            return forged(message, link=heard[0].body["link"])
        return message

    circle.tamper = mirror
    circle.play_on(raiding)
    assert "not of its dice chain" in circle.peers["blue"].complaints[0].what
    assert circle.peers["blue"].complaints[0].seat == "green"


# --- answers ---------------------------------------------------------------------------------------


def test_an_answer_that_is_not_on_offer() -> None:
    flee = Once("answer", "red", change(notation="flee"), lambda m: m.body["notation"] == "suffer")
    caught(flee, "gave an illegal answer: Nobody flees here. (2.2)")


@pytest.mark.parametrize("body", [{"notation": 7}, {"notation": "play red2", "play": 7}, {"notation": ["feast"]}])
def test_an_answer_that_is_nonsense(body: dict[str, Any]) -> None:
    caught(Once("answer", "red", change(**body)), "")


def test_an_answer_without_a_notation() -> None:
    caught(Once("answer", "red", lambda m: replace(m, body={})), "makes no sense")


def test_a_word_that_is_not_in_the_language() -> None:
    caught(Once("answer", "red", lambda m: replace(m, kind="dance")), "spoke out of turn: 'dance'")


def test_a_false_word_that_comes_with_the_true_one_is_named_and_forgotten() -> None:
    """Blue speaks for himself where red is asked; then red answers, and all goes on."""
    circle = Circle(THREE)
    circle.deliver()
    for name in ("red", "green", SPECTATOR):
        peer = circle.peers[name]
        peer.receive(stamped(peer, "blue", "answer", {"notation": "feast"}))
        assert [str(complaint) for complaint in peer.complaints] == [
            "blue answered 'feast' to a question that was put to red"
        ]
        assert peer.turn == 0
    circle.play_on(raiding)
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


def test_answering_when_nobody_is_asked() -> None:
    circle = Circle(THREE)
    circle.play_until(lambda peer: peer.in_private, raiding)
    green = circle.peers["green"]
    green.receive(stamped(green, "red", "answer", {"notation": "raid"}))
    assert str(green.complaints[0]) == "red answered 'raid' out of turn: nobody was asked"


def test_changing_an_answer_after_it_was_given() -> None:
    circle = Circle(THREE)
    red, green = circle.peers["red"], circle.peers["green"]
    red.answer("red", "feast")
    first = red.outbox[0]
    green.receive(first)
    log = list(green.session.log)
    green.receive(forged(first, notation="fast"))
    assert str(green.complaints[0]) == "red said two different things: 'answer' in turn 0"
    assert green.session.log == log


def test_a_late_word_for_a_turn_in_which_it_had_no_say() -> None:
    circle = Circle(THREE)
    circle.play_until(lambda peer: peer.in_private, raiding)
    green = circle.peers["green"]
    green.receive(replace(stamped(green, "blue", "answer", {"notation": "feast"}), turn=0))
    green.receive(replace(stamped(green, "blue", "answer", {"notation": "feast"}), turn=-3))
    assert [str(c) for c in green.complaints] == [
        "blue spoke out of turn: 'answer' in turn 0",
        "blue spoke out of turn: 'answer' in turn -3",
    ]


def test_a_seat_that_does_not_exist() -> None:
    circle = Circle(THREE)
    green = circle.peers["green"]
    green.receive(stamped(green, "purple", "answer", {"notation": "feast"}))
    assert green.complaints[0].seat == "purple"
    assert green.turn == 0


@pytest.mark.parametrize("kind", ["answer", "link", "lay", "seal", "open"])
def test_whispering_to_one_what_all_must_hear(kind: str) -> None:
    circle = Circle(THREE, deal=1)
    tamper = Once(kind, "red", lambda m: replace(m, to="green"))
    circle.tamper = tamper
    circle.play_on(raiding)
    assert tamper.honest is not None
    assert str(circle.peers["green"].complaints[0]) == f"red whispered a '{kind}' to green"
    assert circle.peers["blue"].complaints == []
    goes_on(circle, tamper.honest)


def test_a_word_in_our_own_name() -> None:
    circle = Circle(THREE)
    circle.play_until(lambda peer: peer.in_private, raiding)
    red = circle.peers["red"]
    red.receive(stamped(red, "red", "seal", {"seals": ["00" * 32, "11" * 32]}))
    assert "somebody speaks in its name" in red.complaints[0].what


def test_taking_back_what_stands() -> None:
    back = Once("answer", "red", lambda m: replace(m, kind="back", body={}), lambda m: m.body["notation"] == "suffer")
    caught(back, "took back what stands")


def test_disclosing_before_the_end() -> None:
    circle = Circle(THREE)
    green = circle.peers["green"]
    green.receive(stamped(green, "red", "disclose", {"seed": "00" * 32, "private": []}))
    assert str(green.complaints[0]) == "red disclosed its secrets before the end"


# --- seals and openings ----------------------------------------------------------------------------


def deed(message: Message) -> bool:
    return bool(message.body["shown"] != [None] and message.body["shown"][0]["value"] == "raid")


def test_a_false_opening() -> None:
    lie = Once("open", "red", lambda m: forged(m, shown=[{**m.body["shown"][0], "value": "rest"}]), deed)
    caught(lie, "made a false opening")


def test_an_opening_with_a_false_salt() -> None:
    lie = Once("open", "red", lambda m: forged(m, shown=[{**m.body["shown"][0], "salt": "00" * 32}]), deed)
    caught(lie, "made a false opening")


def test_keeping_sealed_what_must_be_shown() -> None:
    caught(Once("open", "red", change(shown=[None]), deed), "though it must be shown")


@pytest.mark.parametrize("shown", [[], [7], 7, [{}], [{"value": "raid"}]])
def test_an_opening_that_is_nonsense(shown: Any) -> None:
    caught(Once("open", "red", change(shown=shown), deed), "makes no sense")


@pytest.mark.parametrize("seals", [["00" * 32] * 2000, ["00"], "00" * 32, 7])
def test_seals_that_are_nonsense(seals: Any) -> None:
    caught(Once("seal", "red", change(seals=seals)), "makes no sense")


def test_a_changed_commitment() -> None:
    circle = Circle(THREE)
    circle.play_until(lambda peer: peer.in_private, raiding)
    red, green = circle.peers["red"], circle.peers["green"]
    red.answer("red", "raid")
    red.answer("red", "rest")
    (seal,) = red.outbox
    green.receive(seal)
    green.receive(forged(seal, seals=seal.body["seals"][::-1]))
    assert str(green.complaints[0]) == f"red said two different things: 'seal' in turn {seal.turn}"
    green.complaints.clear()
    circle.play_on(raiding)
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


def test_a_commitment_that_differs_from_listener_to_listener() -> None:
    """Red tells blue one thing and green another: the next word between them shows it."""
    circle = Circle(THREE)
    circle.play_until(lambda peer: peer.in_private, raiding)
    red, green = circle.peers["red"], circle.peers["green"]
    red.answer("red", "raid")
    red.answer("red", "rest")
    green.receive(forged(red.outbox[0], seals=["00" * 32, "11" * 32]))
    circle.post = []
    circle.collect()
    circle.post = [letter for letter in circle.post if letter[0] != "green"]
    circle.play_on(raiding)
    assert any(isinstance(complaint, Disagreement) for complaint in circle.peers["blue"].complaints + green.complaints)


def test_a_mirrored_commitment_cannot_be_opened() -> None:
    """Blue seals what red sealed, without knowing what it is, and opens it as red did. But the seal names red."""
    circle = Circle(THREE, deal=1)
    circle.play_until(lambda peer: peer.in_private, raiding)
    blue = circle.peers["blue"].table

    def last_of_red(kind: str) -> dict[str, Any]:
        return next(message.body for message in reversed(circle.sent) if message.key == (kind, "red"))

    blue.seal = lambda seat, values, place: blue._say(seat, "seal", last_of_red("seal"))  # type: ignore[method-assign]
    blue._openings = lambda request, owner: last_of_red("open")["shown"]  # type: ignore[method-assign]
    circle.play_on(raiding)
    for name in ("red", "green", SPECTATOR):
        (complaint,) = circle.peers[name].complaints
        assert complaint.seat == "blue"
        assert "made a false opening" in complaint.what


# --- hidden cards ----------------------------------------------------------------------------------


def test_a_deck_of_the_wrong_size() -> None:
    caught(Once("lay", "red", lambda m: forged(m, seals=m.body["seals"][1:])), "did not lay out what is left of 'hand'")


def played(message: Message) -> bool:
    return "play" in message.body


def test_playing_another_card_than_the_one_sealed() -> None:
    def swap(message: Message) -> Message:
        return forged(message, notation="play blue6", play={**message.body["play"], "value": "blue6"})

    caught(Once("answer", "blue", swap, played), "made a false opening", deal=5)


def test_playing_a_card_that_is_not_in_the_hand() -> None:
    def conjure(message: Message) -> Message:
        return forged(message, play={**message.body["play"], "key": "99.blue.0"})

    caught(Once("answer", "blue", conjure, played), "which is not in its hand", deal=5)


def test_playing_a_card_as_something_else() -> None:
    caught(Once("answer", "blue", change(notation="play blue99"), played), "which it cannot do now", deal=5)


def test_playing_without_showing_the_card() -> None:
    def hide(message: Message) -> Message:
        return replace(message, body={"notation": message.body["notation"]})

    caught(Once("answer", "blue", hide, played), "gave an illegal answer", deal=5)


def crooked(circle: Circle, seat: str, layout: Callable[[list[str]], list[str]]) -> None:
    """From now on `seat` lays out its deck as it likes."""
    table = circle.peers[seat].table
    honest = table._laid_out
    table._laid_out = lambda request, place: layout(honest(request, place))  # type: ignore[method-assign]


def heard_by_all_but(circle: Circle, seat: str) -> set[str]:
    return {str(peer.complaints[0]) for name, peer in circle.peers.items() if name != seat and peer.complaints}


def test_a_card_that_is_not_from_the_deck() -> None:
    circle = Circle(THREE)
    crooked(circle, "blue", lambda left: ["joker2"] * len(left))
    circle.play_on(meek)
    assert heard_by_all_but(circle, "blue") == {"blue opened joker2, a card that is not from the deck"}


def test_showing_a_card_that_does_not_meet_the_condition() -> None:
    circle = Circle(THREE)
    blue = circle.peers["blue"].table
    blue._openings = lambda request, owner: [blue.opening(token) for token in request.sealed]  # type: ignore[method-assign]
    crooked(circle, "blue", lambda left: sorted(left, key=lambda card: -int(card[4:])))
    circle.play_on(meek)
    (complaint,) = heard_by_all_but(circle, "blue")
    assert complaint.startswith("blue showed blue")
    assert complaint.endswith("which does not meet the condition")


def test_the_same_card_a_second_time() -> None:
    circle = Circle(THREE)
    crooked(circle, "blue", lambda left: ["blue4"] * len(left))
    circle.play_until(lambda peer: len(peer.session.state.hands["blue"]) == 2, meek)
    circle.play_on(raiding)
    assert heard_by_all_but(circle, "blue") == {"blue opened blue4 a second time"}


# --- disagreements ---------------------------------------------------------------------------------


def test_a_peer_with_another_state_is_no_cheat_but_stops_the_game() -> None:
    circle = Circle(THREE)
    circle.tamper = Once("answer", "red", lambda m: replace(m, state="0" * 32))
    circle.play_on(raiding)
    (complaint,) = circle.peers["green"].complaints
    assert isinstance(complaint, Disagreement)
    assert "another state at the checkpoint before turn 0" in complaint.what
    assert circle.peers["green"].session.log == []
    assert circle.tamper.honest is not None
    goes_on(circle, circle.tamper.honest)


def test_a_peer_that_heard_another_game_is_noticed_at_once() -> None:
    circle = Circle(THREE)
    circle.tamper = Once("link", "red", lambda m: replace(m, agreed="0" * 64))
    circle.play_on(raiding)
    assert str(circle.peers["green"].complaints[0]) == "red has heard another game than we before turn 1"


def test_the_same_card_twice_at_once() -> None:
    def two_at_once(game: Toy) -> Procedure[None]:
        yield CHECKPOINT
        yield Ask("red", "ready", "?", [Option("ready")])
        tokens = yield Deal("blue", game.decks["blue"], 2, name="hand")
        yield Open(tokens, name="both")

    circle = Circle([["red"], ["blue"]], game=replace(GAME, play=two_at_once))
    crooked(circle, "blue", lambda left: ["blue4"] * len(left))
    circle.play_on(meek)
    assert heard_by_all_but(circle, "blue") == {"blue opened blue4 a second time"}
