"""Every cheat at a shared deck is caught and named: at once by a proof that is missing, or in the audit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.engine import CHECKPOINT, Ask, Deal, Open, Option, Procedure
from netplay.fairplay import Message, Peer, audit
from netplay.fairplay.group import BASE, ORDER, minus, number_from, plus, point_from, prove, times, total
from netplay.fairplay.masks import Lifting, card_point, secret_key
from netplay.fairplay.shuffles import Masked, from_text, masked, shuffled, to_text
from tests.engine.intrigue import DECK, INTRIGUE, Intrigue
from tests.netplay.circle import Circle, Once, forged, seed_of, stamped
from tests.netplay.test_audit import verdicts
from tests.netplay.test_cheats import THREE, caught, goes_on, raiding
from tests.netplay.test_group import NO_POINTS
from tests.netplay.test_shared_decks import three_cards, whispering

SEATS = ("red", "blue", "green")
KEYS = {seat: times(secret_key(seed_of(seat, 1)), BASE) for seat in SEATS}
KEY = total(KEYS.values())
HONEST = prove(5, [BASE], b"").to_text()
"""A proof, but of something else."""


def named(kind: str, change: Callable[[Message], Message], what: str, seat: str = "blue", **how: Any) -> None:
    caught(Once(kind, seat, change, **how.pop("when", {})), what, game=INTRIGUE, **how)


def bodies(**body: Any) -> Callable[[Message], Message]:
    return lambda message: forged(message, **body)


# --- keys ------------------------------------------------------------------------------------------

NO_KEY = "gave a key that it cannot know"


def test_a_key_without_a_proof() -> None:
    named("key", bodies(proof=HONEST), NO_KEY)


def test_somebody_elses_key() -> None:
    named("key", bodies(key=KEYS["red"].hex()), NO_KEY)


def test_somebody_elses_key_and_proof() -> None:
    """Who hears red's key first could say the same: but the proof names red."""
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    body = next(message.body for message in circle.peers["red"].outbox if message.kind == "key")
    named("key", lambda m: forged(m, **body), NO_KEY)


def test_a_key_that_cancels_the_others() -> None:
    """The sum of all keys would be one that blue alone knows."""
    mine = times(7, BASE)
    rogue = minus(minus(mine, KEYS["red"]), KEYS["green"])
    named("key", bodies(key=rogue.hex(), proof=prove(7, [BASE], b"blue").to_text()), NO_KEY)


@pytest.mark.parametrize("raw", NO_POINTS)
def test_a_key_that_is_no_point_of_the_group(raw: bytes) -> None:
    named("key", bodies(key=raw.hex()), "sent a 'key' that makes no sense")


@pytest.mark.parametrize("body", [{"key": 7}, {"proof": 7}, {"proof": "00"}, {"proof": "ff" * 64}, {"key": "xy"}])
def test_a_key_that_is_nonsense(body: dict[str, Any]) -> None:
    named("key", bodies(**body), "sent a 'key' that makes no sense")


# --- shuffles --------------------------------------------------------------------------------------

FALSELY = "shuffled 'intrigue' falsely: cards were changed, or there is no proof"


def other_cards(change: Callable[[list[Masked]], list[Masked]]) -> Callable[[Message], Message]:
    return lambda message: forged(message, cards=to_text(change(from_text(message.body["cards"]))))


def again(card: Masked) -> Masked:
    return Masked(plus(card.blind, times(7, BASE)), plus(card.hidden, times(7, KEY)))


@pytest.mark.parametrize(
    "change",
    [
        lambda cards: [again(cards[1]), *cards[1:]],
        lambda cards: [masked(card_point("relic"), KEY), *cards[1:]],
        lambda cards: [masked(card_point("joker"), KEY), *cards[1:]],
        lambda cards: [again(card) for card in cards],
        lambda cards: cards[::-1],
        lambda cards: [Masked(point_from(b"any"), point_from(b"thing")), *cards[1:]],
        lambda cards: [Masked(BASE, BASE)] * len(cards),
    ],
    ids=["a double", "a chosen card", "a joker", "other masks", "another order", "no card at all", "one for all"],
)
def test_a_shuffle_that_is_none(change: Callable[[list[Masked]], list[Masked]]) -> None:
    named("shuffle", other_cards(change), FALSELY)


def test_a_shuffle_of_too_few_or_too_many() -> None:
    named("shuffle", other_cards(lambda cards: cards[1:]), "did not shuffle what is left of 'intrigue'")
    named("shuffle", other_cards(lambda cards: [*cards, cards[0]]), "did not shuffle what is left of 'intrigue'")


def test_nothing_changed_at_all() -> None:
    """Blue passes on what red gave him, with red's proof."""
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    circle.play_until(lambda peer: bool(peer.session.pending), raiding)
    of_red = next(message.body for message in circle.sent if message.key == ("shuffle", "red"))
    named("shuffle", lambda m: forged(m, **of_red), FALSELY)


def test_an_earlier_shuffle_again() -> None:
    """It was good then."""
    heard: list[Message] = []

    def is_second(message: Message) -> bool:
        heard.append(message)
        return len(heard) > 1

    tamper = Once("shuffle", "blue", lambda m: forged(m, **heard[0].body), is_second)
    caught(tamper, FALSELY, game=replace(INTRIGUE, play=three_cards))


def test_a_false_deck_shuffled_well() -> None:
    """Blue makes up a deck of relics, shuffles that, and proves it."""

    def relics(message: Message) -> Message:
        count = len(from_text(message.body["cards"]))
        deck = [masked(card_point("relic"), KEY) for _ in range(count)]
        cards, proof = shuffled(deck, KEY, bytes(32), b"blue")
        return forged(message, cards=to_text(cards), proof=proof.to_text())

    named("shuffle", relics, FALSELY)


@pytest.mark.parametrize("raw", NO_POINTS)
def test_a_shuffled_card_that_is_no_point_of_the_group(raw: bytes) -> None:
    named("shuffle", lambda m: forged(m, cards=raw.hex() + m.body["cards"][64:]), "that makes no sense")


@pytest.mark.parametrize(
    "body",
    [
        {"cards": 7},
        {"cards": ["00"]},
        {"proof": 7},
        {"proof": ""},
        {"proof": "00" * 32},
        {"cards": "AB"},
        {"cards": "0"},
    ],
)
def test_a_shuffle_that_is_nonsense(body: dict[str, Any]) -> None:
    named("shuffle", bodies(**body), "sent a 'shuffle' that makes no sense")


def test_a_shuffle_that_nobody_asked_for() -> None:
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    circle.play_until(lambda peer: bool(peer.session.pending), raiding)
    green = circle.peers["green"]
    body = next(message.body for message in circle.sent if message.key == ("shuffle", "blue"))
    green.receive(stamped(green, "blue", "shuffle", body))
    assert str(green.complaints[0]).startswith("blue spoke out of turn: 'shuffle'")


def test_a_shuffle_in_our_own_name() -> None:
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    red = circle.peers["red"]
    for other in ("blue", "green"):
        red.receive(next(message for message in circle.peers[other].outbox if message.kind == "key"))
    mine = next(message for message in red.outbox if message.kind == "shuffle")
    later = circle.peer(["red"])
    later.receive(forged(mine, proof="00"))
    for other in ("blue", "green"):
        later.receive(next(message for message in circle.peers[other].outbox if message.kind == "key"))
    assert "did not say this 'shuffle': somebody speaks in its name" in later.complaints[0].what
    assert later.turns[0][mine.key] == mine


# --- lifting masks ---------------------------------------------------------------------------------

FALSE_MASK = "lifted a false mask from 'intrigue'"


def lift(change: Callable[[str], str]) -> Callable[[Message], Message]:
    return lambda message: forged(message, lifts=[change(text) for text in message.body["lifts"]])


def test_a_false_mask() -> None:
    """With it red would read another card than the one dealt, or none."""
    named("lift", lift(lambda text: point_from(b"any").hex() + text[64:]), FALSE_MASK)


def test_a_mask_that_would_make_a_card_of_his_choice() -> None:
    shift = minus(card_point("plague"), card_point("relic"))
    named("lift", lift(lambda text: plus(bytes.fromhex(text[:64]), shift).hex() + text[64:]), FALSE_MASK)


def test_a_mask_with_a_false_proof() -> None:
    named("lift", lift(lambda text: text[:64] + HONEST), FALSE_MASK)
    named("lift", lift(lambda text: text[:64] + "00" * 64), FALSE_MASK)


def test_the_mask_of_an_earlier_card() -> None:
    heard: list[Message] = []

    def is_second(message: Message) -> bool:
        heard.append(message)
        return len(heard) > 1

    named("lift", lambda m: forged(m, **heard[0].body), FALSE_MASK, when={"which": is_second})


def test_somebody_elses_mask() -> None:
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    circle.play_until(lambda peer: bool(peer.session.pending), raiding)
    of_green = next(message for message in circle.sent if message.key == ("lift", "green"))
    named("lift", lambda m: forged(m, **of_green.body), FALSE_MASK, when={"which": lambda m: m.turn == of_green.turn})


@pytest.mark.parametrize("raw", NO_POINTS)
def test_a_mask_that_is_no_point_of_the_group(raw: bytes) -> None:
    named("lift", lift(lambda text: raw.hex() + text[64:]), "sent a 'lift' that makes no sense")


@pytest.mark.parametrize("lifts", [[], 7, ["00"], ["00" * 96] * 2, [7], None])
def test_a_lift_that_is_nonsense(lifts: Any) -> None:
    named("lift", bodies(lifts=lifts), "sent a 'lift' that makes no sense")


def test_lifting_the_last_mask_of_ones_own_card_unasked() -> None:
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    circle.tamper = Once("lift", "blue", lambda m: replace(m, to="red"))
    circle.play_on(raiding)
    assert str(circle.peers["red"].complaints[0]) == "blue whispered a 'lift' to red"
    green = circle.peers["green"]
    body = circle.sent[-1].body
    green.receive(stamped(green, "red", "lift", body))
    assert str(green.complaints[-1]).startswith("red spoke out of turn: 'lift'")


@pytest.mark.parametrize(("kind", "seat"), [("key", "blue"), ("shuffle", "blue"), ("lift", "green")])
def test_whoever_withholds_his_word_is_known_and_the_game_waits(kind: str, seat: str) -> None:
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    kept = Once(kind, seat, lambda m: replace(m, turn=10**6))  # it never comes
    circle.tamper = kept
    circle.play_on(raiding)
    assert kept.honest is not None
    for name, peer in circle.peers.items():
        if name != seat:
            missing = peer.table.missing(peer.session.stalled)
            assert missing[0] == (kind, seat)
            assert {missed for missed in missing if missed[0] == kind} <= {(kind, "green"), (kind, seat)}
    goes_on(circle, kept.honest)


# --- openings --------------------------------------------------------------------------------------


def holding_up(peer: Peer, ask: Ask) -> str:
    return next((o.notation for o in ask.options if o.notation.startswith("hold-up")), "pass")


def other_card(opening: dict[str, Any]) -> dict[str, Any]:
    return {**opening, "value": "relic" if opening["value"] != "relic" else "plague"}


def shown(change: Callable[[dict[str, Any]], Any]) -> Callable[[Message], Message]:
    return lambda message: forged(message, shown=[change(opening) for opening in message.body["shown"]])


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (other_card, "made a false opening"),
        (lambda opening: {**opening, "value": "joker"}, "made a false opening"),
        (lambda opening: {**opening, "value": ["spy"]}, "made a false opening"),
        (lambda opening: {**opening, "proof": HONEST}, "made a false opening"),
        (lambda opening: None, "though it must be shown"),
        (lambda opening: {"value": opening["value"]}, "makes no sense"),
        (lambda opening: {**opening, "proof": "00"}, "makes no sense"),
        (lambda opening: {**opening, "proof": 7}, "makes no sense"),
    ],
)
def test_a_false_opening(change: Callable[[dict[str, Any]], Any], what: str) -> None:
    named("open", shown(change), what, choose=holding_up)


def test_an_opening_of_another_card_of_his() -> None:
    heard: list[Message] = []

    def another(message: Message) -> bool:
        """The same card is held up twice; then another."""
        heard.append(message)
        return message.body["shown"] != heard[0].body["shown"]

    def last(peer: Peer, ask: Ask) -> str:
        return [o.notation for o in ask.options if o.notation.startswith("hold-up")][-1]

    named("open", lambda m: forged(m, **heard[0].body), "made a false opening", choose=last, when={"which": another})


def test_playing_another_card_than_the_one_dealt() -> None:
    def swap(message: Message) -> Message:
        played = other_card(message.body["play"])
        return forged(message, notation=f"play {played['value']}", play=played)

    named("answer", swap, "made a false opening", when={"which": lambda m: "play" in m.body})


def test_a_false_whisper_is_known_to_him_who_hears_it() -> None:
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    tamper = Once("open", "red", shown(other_card))
    circle.tamper = tamper
    circle.play_on(whispering)
    assert tamper.honest is not None
    assert tamper.honest.to == "blue"
    assert {complaint.seat for complaint in circle.peers["blue"].complaints} == {"red"}
    assert "made a false opening" in circle.peers["blue"].complaints[0].what
    assert circle.peers["green"].complaints == []
    circle.peers["blue"].receive(tamper.honest)
    circle.play_on(whispering)
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


# --- what only the audit can see -------------------------------------------------------------------


def speaking(circle: Circle, seat: str, kind: str, word: Callable[[Lifting], dict[str, Any]]) -> None:
    """From now on `seat` says something of its own instead of what its secrets say, and proves that too."""
    table = circle.peers[seat].table
    honest = table._say

    def say(who: str, what: str, body: dict[str, Any], to: str = "") -> None:
        assert what != kind or table._lifting is not None
        honest(who, what, word(table._lifting) if what == kind and table._lifting else body, to)

    table._say = say  # type: ignore[method-assign]


def test_shuffling_in_an_order_of_ones_own() -> None:
    """As long as one other shuffles well nothing is gained by it. It comes to light all the same."""
    circle = Circle(THREE, deal=1, game=INTRIGUE)

    def keep_order(lifting: Lifting) -> dict[str, Any]:
        cards, proof = shuffled(lifting._cards(), KEY, bytes(32), lifting._masks.about("blue"))
        return {"cards": to_text(cards), "proof": proof.to_text()}

    speaking(circle, "blue", "shuffle", keep_order)
    circle.play_on(raiding)
    (verdict,) = verdicts(circle)
    assert verdict == "blue shuffled a shared deck otherwise than its secrets say, in turn 0"


def test_masking_with_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blue's program uses a key that does not follow from its seed, all the game long."""
    mine, seed = number_from(b"blue's own"), seed_of("blue", 1)
    honest = secret_key
    monkeypatch.setattr("netplay.fairplay.masks.secret_key", lambda raw: mine if raw == seed else honest(raw))
    circle = Circle(THREE, deal=1, game=INTRIGUE)
    circle.play_on(raiding)
    monkeypatch.undo()
    (verdict,) = verdicts(circle)
    assert verdict == "blue masked cards with another key than its secrets give, in turn 0"


def test_a_card_kept_back_that_met_the_condition() -> None:
    def must_show(game: Intrigue) -> Procedure[None]:
        yield CHECKPOINT
        yield Ask("red", "ready", "?", [Option("ready")])
        tokens = yield Deal("blue", game.deck, 5, name="hand", deck=DECK)
        yield Open(tokens, when=lambda card: card == "spy", name="spies")
        game.turn = game.turns

    circle = Circle(THREE, deal=4, game=replace(INTRIGUE, play=must_show))
    blue = circle.peers["blue"].table
    blue._openings = lambda request, owner: [None] * len(request.sealed)  # type: ignore[method-assign]
    circle.play_on(raiding)
    assert "spy" in blue.vault.values.values()
    (verdict,) = verdicts(circle)
    assert verdict.startswith("blue kept back what it had to show: spy")


def test_numbers_beyond_the_order_are_no_second_spelling() -> None:
    """The same lift, written otherwise, is not the same word."""

    def longer(text: str) -> str:
        response = int.from_bytes(bytes.fromhex(text[128:]), "little") + ORDER
        return text[:128] + response.to_bytes(32, "little").hex()

    named("lift", lift(longer), "sent a 'lift' that makes no sense")
