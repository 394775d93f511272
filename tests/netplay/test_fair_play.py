"""Several peers, each knowing its own, play one game by messages in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import CHECKPOINT, Ask, Deal, Draw, Open, Option, Procedure, Refused, Secret, Session
from core.engine.requests import Peek
from core.engine.session import PrivateLine
from netplay.fairplay import Message, Peer, PeerTable, anchor, audit, rejoin
from netplay.fairplay.chains import chain
from tests.engine.toy import GAME, OMENS, Toy, low
from tests.netplay.circle import LINKS, SPECTATOR, Circle, same_clean_end, seed_of
from tests.netplay.reach import hidden_from, leaks, reachable

TWO = [["red"], ["blue"]]
THREE = [["red"], ["blue"], ["green"]]
SHARED = [["red", "green"], ["blue"]]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([TWO, THREE, SHARED]), st.integers(0, 10**9), st.integers(0, 10**9))
def test_any_order_and_duplicates_give_all_the_same_game(seatings: list[list[str]], order: int, deal: int) -> None:
    circle = Circle(seatings, order=order, deal=deal)
    circle.play()
    same_clean_end(circle)


@pytest.mark.parametrize(("seatings", "order"), [(TWO, 1), (THREE, 2), (SHARED, 3), (THREE, 4)])
def test_no_peer_ever_holds_what_it_may_not_know(seatings: list[list[str]], order: int) -> None:
    circle = Circle(seatings, order=order, deal=order)
    steps = 0

    def look(circle: Circle) -> None:
        nonlocal steps
        steps += 1
        if not any(peer.session.over for peer in circle.peers.values()):
            for name, peer in circle.peers.items():
                assert leaks(circle, peer) == [], name

    circle.play(after_each=look)
    assert steps > 100


def test_the_search_for_leaks_would_find_one() -> None:
    circle = Circle(THREE, deal=2)
    circle.play_until(lambda peer: len(peer.session.state.hands["red"]) > 1, lambda peer, ask: ask.options[0].notation)
    blue, red = circle.peers["blue"], circle.peers["red"]
    key, value = next((key, value) for _, key, value in hidden_from(circle, blue) if value.startswith("red"))
    assert leaks(circle, blue) == []
    seed = red.table._seeds["red"]
    for planted in (value, [value], {key: value}, f"play {value}", seed, seed.hex()):
        blue.planted = planted  # type: ignore[attr-defined]
        assert leaks(circle, blue) != [], planted
    blue.planted = PrivateLine(3, "red", "anything")  # type: ignore[attr-defined]
    assert leaks(circle, blue) == ["a private line of red"]


def test_the_search_looks_into_procedures_and_closures() -> None:
    def procedure(word: str) -> Iterator[str]:
        yield from inner(word + "!")

    def inner(word: str) -> Iterator[str]:
        yield "waiting"
        yield word

    running = procedure("nee" + str(1))
    next(running)
    word = "nee" + str(2)
    things = [thing for thing, _ in reachable([running, lambda: word])]
    assert {"nee1", "nee1!", "nee2"} <= {thing for thing in things if isinstance(thing, str)}


def test_a_spectator_holds_no_secrets_and_plays_for_nobody() -> None:
    circle = Circle(TWO)
    circle.play_until(lambda peer: len(peer.session.log) > 12)
    spectator = circle.peers[SPECTATOR]
    assert all(readers == ["*"] for readers in spectator.table.vault.readers.values())
    assert not any(isinstance(thing, PrivateLine) for thing, _ in reachable(spectator))
    with pytest.raises(Refused, match="red does not play here"):
        spectator.answer("red", "feast")
    assert spectator.outbox == []


def odd_requests(game: Toy) -> Procedure[None]:
    """What the toy game itself does not do: see the test below."""
    yield CHECKPOINT

    def bid(peek: Peek) -> Procedure[list[Any]]:
        choice = yield Ask("blue", "bid", "How much?", [Option("3", value=3), Option("4", value=4)])
        return [choice.value, ["gold", choice.value], {"for": "jaca"}]

    bids = (yield Secret({"blue": bid}, name="bid"))["blue"]
    reds = yield Deal("red", game.decks["red"], 3, name="hand")
    more = yield Deal("red", game.decks["red"], 2, held=reds, name="hand")
    blues = yield Deal("blue", game.decks["blue"], 2, name="hand")
    yield Open([*reds, *more], to="blue", when=low, name="low")
    yield Open([blues[0]], to="blue", name="own")
    yield Open([], name="nothing")
    yield Secret({}, name="nobody")
    game.omens = list((yield Draw(OMENS, 3, name="omens")))
    shown = yield Open([reds[0], blues[1], more[1], bids[1]], name="all")
    game.tell("shown", what=shown)
    game.hands = {"red": [reds[1], reds[2], more[0]], "blue": [blues[0], bids[0], bids[2]]}
    yield Ask("red", "end", "?", [Option("end")])


def test_several_cards_several_owners_some_seats_only_and_nothing_at_all() -> None:
    for order in range(5):
        circle = Circle(TWO, order=order, deal=order, game=replace(GAME, play=odd_requests))
        circle.play_until(lambda peer: peer.session.ask_for("red") is not None)
        red, blue, looking = (circle.peers[name].table.vault for name in ("red", "blue", SPECTATOR))
        hands = circle.peers["blue"].session.state.hands
        assert circle.peers["blue"].session.state == circle.peers["red"].session.state
        low_reds = {token.key for token in hands["red"] if low(red.values[token.key])}
        assert {token.key for token in hands["red"] if blue.holds(token)} == low_reds
        assert len(looking.values) == 4
        assert not any(red.holds(token) for token in hands["blue"])
        cards = [value for key, value in red.values.items() if ".red." in key]
        assert len(set(cards)) == 5
        circle.play()
        assert [complaint for peer in circle.peers.values() for complaint in peer.complaints] == []
        assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


def choose_scouts(peer: Peer, ask: Ask) -> str:
    return next((o.notation for o in ask.options if o.notation.startswith("scout")), ask.options[0].notation)


def test_a_scout_alone_sees_the_card_shown_to_him() -> None:
    circle = Circle(THREE, deal=5)
    circle.play_until(lambda peer: any("open scout" in line for line in peer.session.log), choose_scouts)
    line = next(line for line in circle.peers["red"].session.log if line.startswith("open scout"))
    key = line.split()[-1].removesuffix("=*")
    owner = key.split(".")[1]
    scout = {"blue": "red", "green": "blue", "red": "green"}[owner]
    knowing = {name for name, peer in circle.peers.items() if key in peer.table.vault.values}
    assert knowing == {owner, scout}
    assert circle.peers[scout].table.vault.readers[key] == [scout]
    (letter,) = [message for message in circle.sent if message.to and message.seat == owner][:1]
    assert letter.to == scout


def test_a_card_played_from_the_hand_is_proved_and_seen_by_all() -> None:
    def play_cards(peer: Peer, ask: Ask) -> str:
        notations = [option.notation for option in peer.session.offers(ask)]
        return next((n for n in notations if n.startswith("play")), "raid" if "raid" in notations else notations[0])

    circle = Circle(THREE, deal=1)
    circle.play(play_cards)
    played = [line for line in circle.peers["red"].session.log if ": play " in line]
    assert played
    proof = next(message.body["play"] for message in circle.sent if "play" in message.body)
    for peer in circle.peers.values():
        assert peer.table.vault.values[proof["key"]] == proof["value"]
        assert "*" in peer.table.vault.readers[proof["key"]]


def test_dice_are_the_same_whoever_speaks_first_and_others_when_one_seed_differs() -> None:
    def dice(order: int, deal: int) -> list[str]:
        circle = Circle(TWO, order=order, deal=deal)
        circle.play(lambda peer, ask: "raid" if ask.name == "plan" else ask.options[0].notation)
        return [line for line in circle.peers["red"].session.log if line.startswith("roll")]

    assert dice(1, 0) == dice(2, 0)
    assert dice(1, 0) != dice(1, 1)


def test_a_take_back_is_heard_by_all_and_never_rewinds_turns_or_links() -> None:
    circle = Circle(THREE)
    circle.play_until(lambda peer: peer.session.pending != () and peer.session.pending[0].name == "dusk")
    red = circle.peers["red"]
    red.answer("red", "fast")
    circle.deliver()
    assert red.session.pending[0].name == "dawn"
    shown = {seat: shown.index for seat, shown in red.table.shown.items()}
    turn, length = red.turn, len(red.session.log)
    red.take_back("red")
    circle.deliver()
    for peer in circle.peers.values():
        assert peer.complaints == []
        assert peer.session.pending[0].name == "dusk"
        assert len(peer.session.log) == length - 1
        assert peer.turn == turn + 1
        assert {seat: shown.index for seat, shown in peer.table.shown.items()} == shown
    red.answer("red", "feast")
    circle.play()
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}
    assert circle.peers["blue"].session.log == red.session.log


def test_link_indices_and_turns_only_ever_grow() -> None:
    circle = Circle(THREE, order=9)
    before = {name: (0, dict.fromkeys(circle.setup.seats, 0)) for name in circle.peers}

    def look(circle: Circle) -> None:
        for name, peer in circle.peers.items():
            turn, indices = before[name]
            now = {seat: shown.index for seat, shown in peer.table.shown.items()}
            assert peer.turn >= turn
            assert all(now[seat] >= indices[seat] for seat in now)
            before[name] = peer.turn, now

    circle.play(after_each=look)
    sent = [message for message in circle.sent if message.kind == "link"]
    for seat in circle.setup.seats:
        assert [m.body["index"] for m in sent if m.seat == seat] == list(range(1, before["red"][1][seat] + 1))


def test_nobody_takes_back_once_it_is_somebody_elses_turn() -> None:
    circle = Circle(TWO)
    circle.play_until(
        lambda peer: peer.session.pending != () and peer.session.pending[0].name == "defend",
        lambda peer, ask: "raid" if ask.name == "plan" else ask.options[0].notation,
    )
    red = circle.peers["red"]
    refusal = red.why_no_take_back("red")
    assert refusal is not None
    with pytest.raises(Refused):
        red.take_back("red")


def test_inside_a_private_dialog_answers_are_taken_back_silently() -> None:
    circle = Circle(TWO)
    circle.peers["red"].answer("red", "feast")
    circle.deliver()
    red = circle.peers["red"]
    sent = len(circle.sent)
    red.answer("red", "raid")
    red.take_back("red")
    red.answer("red", "rest")
    assert red.outbox == []
    red.answer("red", "rest")
    assert [message.kind for message in red.outbox] == ["seal"]
    assert [line.line.split()[2] for line in red.session.private] == ["rest", "rest"]
    assert len(circle.sent) == sent
    with pytest.raises(Refused, match="sealed stays sealed"):
        red.take_back("red")


def test_a_peer_that_crashed_comes_back_as_it_was() -> None:
    circle = Circle(THREE, deal=3)
    circle.play_until(lambda peer: len(peer.session.log) > 40)
    lost = circle.peers["blue"]
    transcript = [message for turn in lost.turns for message in turn.values()]
    again = circle.peer(["blue"])
    rejoin(again, transcript, lost.session.private)
    assert again.session.log == lost.session.log
    assert again.table.vault == lost.table.vault
    assert again.agreed == lost.agreed
    assert again.complaints == []
    circle.peers["blue"] = again
    circle.play()
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}
    assert len({peer.session.digest() for peer in circle.peers.values()}) == 1


def test_the_log_of_peers_replays_move_for_move() -> None:
    """A spectator's turns are enough to build the whole public game again."""
    circle = Circle(THREE, deal=4)
    circle.play()
    spectator = circle.peers[SPECTATOR]
    again = circle.peer(())
    for turn in reversed(spectator.turns):
        for message in turn.values():
            again.receive(message)
    assert again.session.log == spectator.session.log


def test_only_what_travels_unchanged_can_be_sealed() -> None:
    anchors = {"red": anchor("red", seed_of("red"), LINKS)}
    table = PeerTable(("red",), {"red": seed_of("red")}, anchors, b"", LINKS)
    place = Session(GAME, GAME.setup(players=2), PeerTable(("red", "blue"), {}, {**anchors, "blue": b""}, b"")).place()
    with pytest.raises(TypeError, match="cannot be sealed"):
        table.seal("red", [("a", "tuple")], place)


def test_chains_name_their_seat() -> None:
    seed = seed_of("red")
    assert chain("red", seed, 5)[0] == anchor("red", seed, 5)
    assert not set(chain("red", seed, 5)) & set(chain("blue", seed, 5))


def test_a_used_up_chain_says_so() -> None:
    seeds = {seat: seed_of(seat) for seat in ("red", "blue")}
    anchors = {seat: anchor(seat, seed, 3) for seat, seed in seeds.items()}
    peer = Peer(GAME, GAME.setup(players=2), seeds, anchors, links=3)  # plays both seats, so it goes on alone

    def play_on() -> None:
        while True:
            ask = peer.session.pending[0]
            peer.answer(ask.seat, ask.options[0].notation)

    with pytest.raises(RuntimeError, match="used up after 3 links"):
        play_on()


NOT_TEXT = {"turn": "1", "seat": 3, "kind": 4, "body": [], "agreed": "", "state": ""}


@pytest.mark.parametrize("plain", [{}, {"turn": 1}, NOT_TEXT])
def test_what_is_no_message_is_refused_before_anybody_reads_it(plain: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not a message"):
        Message.from_plain(plain)
