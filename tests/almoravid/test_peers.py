"""Two players and an onlooker, each with a program that knows only what they may know, play one game."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from core.games.almoravid import GAME
from netplay.fairplay import Peer, anchor, audit
from tests.netplay.circle import SPECTATOR, Circle, seed_of

LINKS = 4000


class Spain(Circle):
    """A circle around Almoravid."""

    def __init__(self, scenario: str, order: int) -> None:
        self.game, self.setup, self.deal = GAME, GAME.setup(scenario), order
        self.anchors = {seat: anchor(seat, seed_of(seat, order), LINKS) for seat in GAME.seats}
        self.chance = random.Random(order)
        self.peers = {seat: self.peer([seat]) for seat in GAME.seats} | {SPECTATOR: self.peer(())}
        self.post, self.sent, self.tamper = [], [], lambda message: message

    def peer(self, seating: Sequence[str]) -> Peer:
        seeds = {seat: seed_of(seat, self.deal) for seat in seating}
        return Peer(self.game, self.setup, seeds, self.anchors, links=LINKS)


@pytest.mark.parametrize(("scenario", "order"), [("A", 1), ("A", 2), ("D", 3), ("E", 4)])
def test_partial_knowledge_leads_to_the_same_game(scenario: str, order: int) -> None:
    spain = Spain(scenario, order)
    spain.play()
    first, *others = spain.peers.values()
    assert first.session.over
    for peer in others:
        assert peer.session.log == first.session.log
        assert peer.session.digest() == first.session.digest()
    assert [complaint for peer in spain.peers.values() for complaint in peer.complaints] == []
    assert {audit(peer) for peer in spain.peers.values()} == {"clean"}
