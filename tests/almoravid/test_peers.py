"""Two players and an onlooker, each with a program that knows only what they may know, play one game."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from core.engine import Ask, Refused
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


def test_a_plan_laid_anew_before_it_is_sealed_is_nobody_elses_affair() -> None:
    """Each Plan is turned round before it is sealed: no message goes out for that, and the audit finds nothing."""
    spain = Spain("A", 5)
    turned = []

    def choose(peer: Peer, ask: Ask) -> str:
        if ask.name == "seal" and len(turned) < 4:
            cards = list(ask.options[0].value)
            sent = len(peer.outbox)
            peer.answer_anew(ask.seat, [f"plan {card}" for card in reversed(cards)])
            assert len(peer.outbox) == sent
            (again,) = peer.session.pending
            assert list(again.options[0].value) == cards[::-1]
            turned.append(ask.seat)
        return spain.any_offer(peer, peer.session.ask_for(ask.seat) or ask)

    spain.play(choose)
    assert len(turned) >= 2
    assert all(peer.session.over for peer in spain.peers.values())
    assert {audit(peer) for peer in spain.peers.values()} == {"clean"}


def test_nobody_lays_a_plan_for_another() -> None:
    spain = Spain("A", 6)
    spain.play_until(lambda peer: peer.in_private)
    with pytest.raises(Refused, match="does not play here"):
        spain.peers["muslim"].answer_anew("christian", ["plan alfonso"])
