"""Dealing in secret from one deck to seven players, all in this process; the network's delays come on top."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from bench.timing import Measure, at_most
from core.engine import CHECKPOINT, Ask, Deal, Game, Option, Outcome, Procedure, Scenario, Sealed, Told
from core.engine.copying import copies
from netplay.fairplay import Message, Peer, anchor

SEATS = tuple(f"seat{number}" for number in range(1, 8))
CARDS = [f"card{number}" for number in range(60)]
LINKS = 10
ROUNDS = 4


@copies
@dataclass(slots=True)
class _Hands(Told):
    dealt: int = 0


def _deal_to_all(state: _Hands) -> Procedure[None]:
    yield CHECKPOINT
    held: list[Sealed] = []
    for seat in SEATS:
        yield Ask(seat, "draw", "Draw a card", [Option("draw")])
        held += yield Deal(seat, CARDS, held=held, name="hand", deck="all")
        state.dealt += 1
    yield Ask(SEATS[0], "end", "?", [Option("end")])


GAME = Game(
    id="hands", title="Hands", about="", revision=1, seats=SEATS, scenarios=(Scenario("hands", "Hands", (7,)),),
    switches=(), state_type=_Hands, begin=lambda setup: _Hands(), play=_deal_to_all,
    outcome=lambda state: Outcome((), {}, "dealt") if state.dealt == len(SEATS) else None,
    tell=lambda event: event.kind, board=str, headline=str, value=lambda state, seat: 0, data_digest="",
)  # fmt: skip


class _Ring:
    """Seven peers. What counts is the work of each, and the longest way from hand to hand."""

    def __init__(self) -> None:
        seeds = {seat: os.urandom(32) for seat in SEATS}
        anchors = {seat: anchor(seat, seed, LINKS) for seat, seed in seeds.items()}
        setup = GAME.setup()
        self.peers = {seat: Peer(GAME, setup, {seat: seed}, anchors, links=LINKS) for seat, seed in seeds.items()}
        self.at = dict.fromkeys(SEATS, 0.0)
        """By seat, the time on its own clock, if every machine worked at once and letters took no time."""

    def deal(self, seat: str) -> tuple[float, float, int]:
        """Seconds until all are ready, seconds of work of each on average, bytes on the wire."""
        self.at = dict.fromkeys(SEATS, 0.0)
        work, sent = 0.0, 0
        began = perf_counter()
        self.peers[seat].answer(seat, "draw")
        self.at[seat] += perf_counter() - began
        work += self.at[seat]
        while letters := self._collect():
            for sender, posted_at, message in letters:
                sent += len(str(message.to_plain()))
                for reader, peer in self.peers.items():
                    if reader != sender:
                        began = perf_counter()
                        peer.receive(message)
                        spent = perf_counter() - began
                        work += spent
                        self.at[reader] = max(self.at[reader], posted_at) + spent
        assert all(peer.session.stalled is None and not peer.complaints for peer in self.peers.values())
        return max(self.at.values()), work / len(SEATS), sent

    def _collect(self) -> list[tuple[str, float, Message]]:
        letters = [(seat, self.at[seat], message) for seat, peer in self.peers.items() for message in peer.outbox]
        for peer in self.peers.values():
            peer.outbox.clear()
        return letters


def measures() -> Iterator[Measure]:
    rings = [_Ring() for _ in range(ROUNDS)]
    first, work, sent = min(ring.deal(SEATS[0]) for ring in rings)
    yield at_most("60 cards shuffled by 7 in turn, one dealt", first, "s", 1)
    yield Measure("  work of each", work, "s")
    yield Measure("  said by all together", sent / 1e3, "kB")
    later, _, _ = min(ring.deal(seat) for seat in SEATS[1:] for ring in rings)
    yield at_most("  a card dealt after that", later * 1e3, "ms", 50)
