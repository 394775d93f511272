"""Peers around one table, with a post office that delivers in any order, and sometimes twice."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from core.engine import Ask, Game
from netplay.fairplay import Message, Peer, anchor, audit, fresh_seed
from tests.engine.toy import GAME

LINKS = 300
SPECTATOR = "spectator"
Choose = Callable[[Peer, Ask], str]


def seed_of(seat: str, deal: int = 0) -> bytes:
    return fresh_seed(random.Random(f"{seat} {deal}").randbytes)


class Circle:
    """`seatings` says which seats each peer plays; a spectator looks on. `deal` varies everybody's secrets."""

    def __init__(
        self, seatings: Sequence[Sequence[str]], *, order: int = 0, deal: int = 0, game: Game = GAME, **options: str
    ) -> None:
        seats = [seat for seating in seatings for seat in seating]
        usual = {"turns": "3", "camps": "on"} if game.id == GAME.id else {}
        self.setup = game.setup(players=len(seats), options={**usual, **options})
        self.anchors = {seat: anchor(seat, seed_of(seat, deal), LINKS) for seat in seats}
        self.game = game
        self.deal = deal
        self.chance = random.Random(order)
        self.peers = {"+".join(seating): self.peer(seating) for seating in seatings}
        self.peers[SPECTATOR] = self.peer(())
        self.post: list[tuple[str, str]] = []
        """Letters under way: to whom, and the message as text."""
        self.sent: list[Message] = []
        self.tamper: Callable[[Message], Message] = lambda message: message
        """What a cheat does to a message before he posts it."""

    def peer(self, seating: Sequence[str]) -> Peer:
        seeds = {seat: seed_of(seat, self.deal) for seat in seating}
        return Peer(self.game, self.setup, seeds, self.anchors, links=LINKS)

    def collect(self) -> None:
        """Takes what the peers have to say to the post; one letter in six is sent twice."""
        for name, peer in self.peers.items():
            for honest in peer.outbox:
                message = self.tamper(honest)
                self.sent.append(message)
                readers = [other for other in self.peers if other != name and message.to in ("", *other.split("+"))]
                for reader in readers:
                    letter = (reader, json.dumps(message.to_plain()))
                    self.post += [letter] * (1 + (self.chance.random() < 1 / 6))
            peer.outbox.clear()

    def deliver_one(self) -> None:
        reader, text = self.post.pop(self.chance.randrange(len(self.post)))
        self.peers[reader].receive(Message.from_plain(json.loads(text)))

    def deliver(self) -> None:
        """Delivers until nobody has anything more to say."""
        self.collect()
        while self.post:
            self.deliver_one()
            self.collect()

    def askable(self) -> list[tuple[Peer, Ask]]:
        asks = [(peer, ask) for peer in self.peers.values() for ask in peer.session.pending]
        return [(peer, ask) for peer, ask in asks if peer.table.plays_for(ask.seat) and not self.confounded(peer)]

    def confounded(self, peer: Peer) -> bool:
        """Whether a cheat's own program has found him out: it will not say the same again and again."""
        return any(peer.table.plays_for(complaint.seat) for complaint in peer.complaints)

    def play(self, choose: Choose | None = None, after_each: Callable[[Circle], Any] | None = None) -> None:
        """Plays to the end: now somebody answers, now a letter arrives."""
        choose = choose or self.any_offer
        while True:
            self.collect()
            askable = self.askable()
            if askable and (not self.post or self.chance.random() < 0.3):
                peer, ask = self.chance.choice(askable)
                peer.answer(ask.seat, choose(peer, ask))
            elif self.post:
                self.deliver_one()
            else:
                return
            if after_each is not None:
                after_each(self)

    def any_offer(self, peer: Peer, ask: Ask) -> str:
        return self.chance.choice(peer.session.offers(ask)).notation

    def play_on(self, choose: Choose | None = None) -> None:
        """Plays, delivering everything at once, until the end or until all are stuck."""
        self.play_until(lambda peer: False, choose)

    def play_until(self, ready: Callable[[Peer], bool], choose: Choose | None = None) -> None:
        """Plays, delivering everything at once, until every peer is `ready`."""
        choose = choose or self.any_offer
        self.deliver()
        while self.askable() and not all(ready(peer) for peer in self.peers.values()):
            peer, ask = self.askable()[0]
            peer.answer(ask.seat, choose(peer, ask))
            self.deliver()


def same_clean_end(circle: Circle) -> None:
    """All have played the same game to its end, with nothing to complain of, then or in the audit."""
    first, *others = circle.peers.values()
    assert first.session.over
    for peer in others:
        assert peer.session.log == first.session.log
        assert peer.session.digest() == first.session.digest()
        assert peer.agreed == first.agreed
    assert [str(complaint) for peer in circle.peers.values() for complaint in peer.complaints] == []
    assert {audit(peer) for peer in circle.peers.values()} == {"clean"}


def stamped(peer: Peer, seat: str, kind: str, body: dict[str, Any]) -> Message:
    """A message as a cheat would forge it: well-formed, at the right time, false."""
    return Message(peer.turn, seat, kind, body, peer.agreed, peer._state())


def forged(message: Message, **body: Any) -> Message:
    return replace(message, body={**message.body, **body})


class Once:
    """Tampers with the first message of a kind and seat (that `which` picks), and keeps the honest one."""

    def __init__(
        self,
        kind: str,
        seat: str,
        change: Callable[[Message], Message],
        which: Callable[[Message], bool] = lambda message: True,
    ) -> None:
        self.kind, self.seat, self.change, self.which = kind, seat, change, which
        self.honest: Message | None = None

    def __call__(self, message: Message) -> Message:
        if self.honest is not None or message.key != (self.kind, self.seat) or not self.which(message):
            return message
        self.honest = message
        return self.change(message)
