"""One hidden deck for all: nobody deals it, nobody knows it, and everybody gets what he should."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import CHECKPOINT, Ask, Deal, Draw, LocalTable, Open, Option, Procedure, Sealed, Session, Vault
from netplay.entries import LARGEST
from netplay.fairplay import Message, Peer, audit, rejoin
from netplay.fairplay.group import BASE, minus, times
from netplay.fairplay.masks import MOST_CARDS, Masks, secret_key
from netplay.fairplay.messages import canonical
from netplay.fairplay.shuffles import from_text
from tests.engine.intrigue import CARDS, DECK, INTRIGUE, SEATS, Intrigue
from tests.netplay.circle import SPECTATOR, Circle, same_clean_end, seed_of
from tests.netplay.company import Company
from tests.netplay.reach import leaks
from tests.netplay.test_hostile import Evening
from tests.netplay.test_network_game import clean_end

THREE = [["red"], ["blue"], ["green"]]
SEVEN = [[seat] for seat in SEATS]
TOGETHER = [["red", "green"], ["blue"], ["white"]]


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([THREE, TOGETHER]), st.integers(0, 10**9), st.integers(0, 10**9))
def test_any_order_and_duplicates_give_all_the_same_clean_end(seatings: list[list[str]], order: int, deal: int) -> None:
    circle = Circle(seatings, order=order, deal=deal, game=INTRIGUE)
    circle.play()
    same_clean_end(circle)


def test_seven_at_one_deck() -> None:
    circle = Circle(SEVEN, order=1, deal=1, game=INTRIGUE)
    circle.play()
    same_clean_end(circle)
    assert sum(message.kind == "shuffle" for message in circle.sent) >= 2 * len(SEATS)


def test_hands_and_deck_together_are_always_the_deck() -> None:
    """Nothing is dealt twice and nothing is lost, whatever is played, put back, held up or called back."""
    for order in range(4):
        circle = Circle(THREE, order=order, deal=order, game=INTRIGUE, turns="3")

        def look(circle: Circle) -> None:
            for peer in circle.peers.values():
                game = peer.session.state
                assert sorted(game.deck + game.discards) == sorted(CARDS)
                for seat, hand in game.hands.items():
                    owner = circle.peers[seat].table.vault
                    known = [owner.values[token.key] for token in hand if owner.holds(token)]
                    assert not Counter(known) - Counter(game.deck)

        circle.play(after_each=look)
        same_clean_end(circle)
        red = circle.peers["red"].session.state
        vaults = [circle.peers[seat].table.vault for seat in red.seats]
        held = [vault.values[t.key] for vault, seat in zip(vaults, red.seats, strict=True) for t in red.hands[seat]]
        assert not Counter(held) - Counter(red.deck)


@pytest.mark.parametrize(("seatings", "order"), [(THREE, 2), (TOGETHER, 3)])
def test_no_peer_ever_holds_what_it_may_not_know(seatings: list[list[str]], order: int) -> None:
    circle = Circle(seatings, order=order, deal=order, game=INTRIGUE)
    steps = 0

    def look(circle: Circle) -> None:
        nonlocal steps
        steps += 1
        if steps % 5 == 0 and not any(peer.session.over for peer in circle.peers.values()):
            for name, peer in circle.peers.items():
                assert leaks(circle, peer) == [], name

    circle.play(after_each=look)
    assert steps > 100
    spectator = circle.peers[SPECTATOR].table.vault
    assert all(readers == ["*"] for readers in spectator.readers.values())


def test_the_search_for_leaks_would_find_one() -> None:
    circle = Circle(THREE, deal=2, game=INTRIGUE)
    circle.play_until(lambda peer: bool(peer.session.pending))
    red, blue = circle.peers["red"], circle.peers["blue"]
    (token,) = red.session.state.hands["red"]
    assert leaks(circle, blue) == []
    key = secret_key(seed_of("red", 2))
    for planted in (key, times(key, red.table.seals[token.key].card.blind)):  # type: ignore[union-attr]
        blue.planted = planted  # type: ignore[attr-defined]
        assert leaks(circle, blue) != [], planted


def whispering(peer: Peer, ask: Ask) -> str:
    return next((o.notation for o in ask.options if o.notation.startswith("whisper")), ask.options[0].notation)


def test_a_card_can_be_shown_to_one_alone() -> None:
    circle = Circle(THREE, deal=5, game=INTRIGUE)
    circle.play_until(lambda peer: any(line.startswith("open whisper") for line in peer.session.log), whispering)
    key = circle.peers["red"].session.state.hands["red"][0].key
    knowing = {name for name, peer in circle.peers.items() if key in peer.table.vault.values}
    assert knowing == {"red", "blue"}
    assert len({circle.peers[name].table.vault.values[key] for name in knowing}) == 1
    circle.play_on(whispering)
    same_clean_end(circle)


def test_a_lone_player_at_his_machine_knows_the_cards_of_his_seats_only() -> None:
    circle = Circle(TOGETHER, game=INTRIGUE)
    circle.play_until(lambda peer: bool(peer.session.pending))
    owners = {key.split(".")[1] for key in circle.peers["red+green"].table.vault.values}
    assert owners == {"red", "green"}


# --- chance ----------------------------------------------------------------------------------------


def three_cards(game: Intrigue) -> Procedure[None]:
    """Three cards, one for each; then all go back."""
    while game.turn < game.turns:
        yield CHECKPOINT
        tokens: list[Sealed] = []
        for seat in game.seats:
            tokens += yield Deal(seat, ["a", "b", "c"], held=tokens, name="hand", deck=DECK)
        game.discards.append("".join((yield Open(tokens, name="all"))))
        game.turn += 1
    yield Ask("red", "end", "?", [Option("end")])


def test_every_order_of_a_deck_is_as_likely() -> None:
    found: Counter[str] = Counter()
    game = replace(INTRIGUE, play=three_cards)
    for deal in range(6):
        circle = Circle([SEATS[:3]], deal=deal, game=game, turns="60")
        found.update(circle.peers["red+blue+green"].session.state.discards)
    expected = 60
    assert sum(found.values()) == 6 * expected
    assert set(found) == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 20.5  # 99.9 % of fair decks


def test_no_mask_serves_twice() -> None:
    """At the same place in the log but with other cards (after a take-back, or an old save) all masks are others:
    two different words under one mask would show what is below."""
    seats = ("red", "blue")
    seeds = {seat: seed_of(seat) for seat in seats}

    def masks_of(cards: list[str], spot: bytes) -> set[bytes]:
        lifting = Masks(seats, b"game").lifting(Deal("red", cards, deck="x"), Vault())
        for seat in seats:
            lifting.hear("key", seat, lifting.word("key", seat, seeds[seat], spot))
        after = from_text(lifting.word("shuffle", "red", seeds["red"], spot)["cards"])
        return {minus(card.blind, BASE) for card in after}

    hands = [
        masks_of(["a", "b", "c"], b"here"),
        masks_of(["a", "b", "d"], b"here"),
        masks_of(["a", "b", "c"], b"there"),
    ]
    assert len(set.union(*hands)) == 9
    assert masks_of(["a", "b", "c"], b"here") == hands[0]


# --- what the rules may ask for --------------------------------------------------------------------


def many_at_once(game: Intrigue) -> Procedure[None]:
    """What the game of intrigue itself does not do."""
    yield CHECKPOINT
    reds = list((yield Deal("red", ["a", "a", "b", "c"], 3, name="hand", deck=DECK)))
    nothing = yield Deal("blue", ["a", "a", "b", "c"], 0, held=reds, name="hand", deck=DECK)
    (blue,) = yield Deal("blue", ["a", "a", "b", "c"], held=reds, name="hand", deck=DECK)
    empty = yield Draw(["a", "a", "b", "c"], 0, held=[*reds, blue], deck=DECK)
    kept = yield Open(reds, when=lambda card: card == "a", name="aces")
    yield Ask("red", "between", "?", [Option("once"), Option("again")])
    yield Ask("red", "between", "?", [Option("once"), Option("again")])
    hidden = [token for token, card in zip(reds, kept, strict=True) if card is None]
    deck = ["a", "a", "b", "c", "x", "y", "y"]
    for card in kept:
        if card is not None:
            deck.remove(card)
    rest = yield Draw(deck, len(deck) - len(hidden) - 1, name="rest", held=[*hidden, blue], deck=DECK)
    others = yield Deal("green", ["p", "q"], 2, name="other", deck="another")
    shown = yield Open([*hidden, blue, *others], name="all")
    game.discards = [*(card for card in kept if card), *rest, *shown, *map(str, nothing), *empty]
    yield Ask("red", "end", "?", [Option("end")])


def test_several_at_once_none_at_all_the_whole_rest_and_another_deck() -> None:
    for order in range(3):
        circle = Circle(THREE, order=order, deal=order, game=replace(INTRIGUE, play=many_at_once))
        circle.play_until(lambda peer: peer.session.pending != () and peer.session.pending[0].name == "end")
        assert sorted(circle.peers["blue"].session.state.discards) == sorted("aabcxyypq")
        circle.play()
        assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


def test_a_take_back_between_deals_troubles_nobody() -> None:
    circle = Circle(THREE, game=replace(INTRIGUE, play=many_at_once))
    circle.play_until(lambda peer: len(peer.session.log) == 5 and bool(peer.session.pending))
    red = circle.peers["red"]
    red.answer("red", "once")
    circle.deliver()
    red.take_back("red")
    circle.deliver()
    circle.play()
    same_clean_end(circle)


def test_a_local_table_deals_and_draws_from_the_same_deck() -> None:
    for seed in range(20):
        session = Session(replace(INTRIGUE, play=many_at_once), INTRIGUE.setup(players=3), LocalTable(seed))
        while not session.over:
            session.answer("red", session.pending[0].options[0].notation)
        assert sorted(session.state.discards) == sorted("aabcxyypq")


def test_a_bot_can_imagine_the_next_card_without_knowing_who_holds_what() -> None:
    circle = Circle(THREE, deal=3, game=INTRIGUE)
    circle.play_until(lambda peer: bool(peer.session.pending))
    thought = circle.peers["red"].session.fork("red", 1)
    while thought.state.turn == 0:
        thought.answer(thought.pending[0].seat, "pass")
    assert [len(hand) for hand in thought.state.hands.values()] == [2, 2, 2]


TOKEN = Sealed("blue", "3.blue.0")


def test_a_deck_that_others_hold_cards_of_must_have_a_name() -> None:
    with pytest.raises(ValueError, match="several seats hold cards of this deck; say which shared `deck` it is"):
        Deal("red", ["a", "b"], held=[TOKEN], name="events")
    with pytest.raises(ValueError, match="not known to all; say which shared `deck` it is"):
        Draw(["a", "b"], held=[TOKEN], name="events")


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (Deal("red", ["a", "b"], held=[TOKEN], deck=DECK), "3.blue.0 was not dealt from the deck 'intrigue'"),
        (Deal("red", ["a", "b"], 3, deck=DECK), "cannot deal 3 of 2 cards"),
        (Draw(["a"] * 501, deck=DECK), "cannot deal 1 of 501 cards"),
    ],
)
def test_rules_that_ask_for_the_impossible_are_told(request_: Deal | Draw, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Masks(SEATS[:2], b"game").lifting(request_, Vault())


def test_a_card_that_nobody_has_seen_cannot_leave_the_deck() -> None:
    def burn(game: Intrigue) -> Procedure[None]:
        yield CHECKPOINT
        yield Deal("red", ["a", "b", "c"], name="hand", deck=DECK)
        yield Deal("blue", ["a", "b"], name="hand", deck=DECK)

    with pytest.raises(ValueError, match="c left the deck 'intrigue', but nobody has seen it"):
        Circle([SEATS[:2]], game=replace(INTRIGUE, play=burn))


def test_games_without_a_shared_deck_never_fetch_the_mathematics() -> None:
    story = """
import sys
from tests.netplay.circle import Circle
circle = Circle([["red"], ["blue"]])
circle.play()
assert circle.peers["red"].session.over
print([name for name in sys.modules if name.partition(".")[0] == "nacl" or name.endswith((".masks", ".group"))])
"""
    told = subprocess.run([sys.executable, "-c", story], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


# --- coming back -----------------------------------------------------------------------------------


def returning(peer: Peer, ask: Ask) -> str:
    """Puts its first card back, so that everything is shuffled anew."""
    return next((o.notation for o in ask.options if o.notation.startswith("return")), "pass")


def said_by(circle: Circle, seat: str) -> dict[tuple[int, str], Message]:
    return {(message.turn, message.kind): message for message in circle.sent if message.seat == seat}


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_whoever_crashed_at_any_message_says_nothing_else_than_before(seat: str) -> None:
    circle = Circle(THREE, deal=3, order=5, game=INTRIGUE)
    circle.play(returning)
    same_clean_end(circle)
    honest = said_by(circle, seat)
    transcript = [message for turn in circle.peers[seat].turns for message in turn.values()]
    for length in range(0, len(transcript), 3):
        again = circle.peer([seat])
        rejoin(again, transcript[:length], [])
        assert again.complaints == []
        for message in again.outbox:
            if message.kind != "disclose":
                assert honest[message.turn, message.kind] == message


def test_a_peer_that_crashed_in_the_middle_of_a_shuffle_comes_back_as_it_was() -> None:
    circle = Circle(THREE, deal=3, game=INTRIGUE)
    circle.play_until(lambda peer: len(peer.session.log) > 5, returning)
    chance = random.Random(2)
    for _ in range(6):
        circle.collect()
        for _ in range(min(len(circle.post), chance.randrange(1, 9))):
            circle.deliver_one()
        name = chance.choice(["red", "blue", "green"])
        lost = circle.peers[name]
        again = circle.peer([name])
        rejoin(again, [message for turn in lost.turns for message in turn.values()], lost.session.private)
        assert again.session.log == lost.session.log
        assert again.table.vault == lost.table.vault
        again.outbox = [message for message in again.outbox if message.turn >= again.turn]
        circle.peers[name] = again
    circle.play(returning)
    same_clean_end(circle)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([2, 3]))
def test_a_network_game_with_crashes(tmp_path_factory: pytest.TempPathFactory, seed: int, players: int) -> None:
    company = Company(tmp_path_factory.mktemp("game"), players, game=INTRIGUE, seed=seed)
    company.play(crashes=0.02)
    clean_end(company)
    company.close()


def test_a_network_game_of_seven(tmp_path: Path) -> None:
    company = Company(tmp_path, 7, game=INTRIGUE, seed=3)
    company.play()
    clean_end(company)
    company.close()


def test_the_longest_shuffle_fits_into_an_entry(tmp_path: Path) -> None:
    """And has one of its own, for a machine may play for several seats."""
    cards = [f"card{number}" for number in range(MOST_CARDS)]
    lifting = Masks(("red",), b"game").lifting(Deal("red", cards, deck="x"), Vault())
    lifting.hear("key", "red", lifting.word("key", "red", seed_of("red"), b""))
    assert len(canonical(lifting.word("shuffle", "red", seed_of("red"), b""))) < LARGEST - 1000
    company = Company(tmp_path, 2, game=INTRIGUE)
    company.play()
    entries = [entry.body["messages"] for entry in company.watcher.feeds.of(0) if entry.kind == "game"]
    shuffles = [messages for messages in entries if any(message["kind"] == "shuffle" for message in messages)]
    assert shuffles
    assert {len(messages) for messages in shuffles} == {1}
    company.close()


async def test_over_ssh_to_a_verified_end(tmp_path: Path) -> None:
    evening = Evening(tmp_path, INTRIGUE)
    await evening.open(players=3)
    try:
        guests = [evening.guest("Basil"), evening.guest("Constance")]
        for guest in guests:
            evening.come(guest)
        await evening.plays_on(*guests)
    finally:
        await evening.close()
