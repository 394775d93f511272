"""Bidding for a seat before the game, between two machines: both bid under a hat, then both lift it.

Each says the hash of his bid and a salt first, and opens it when he has the hash of the other. The hash names its maker
and the terms of the lobby it is for, so that it can neither be copied by the other nor kept for another time. A tie is
settled by both salts together, which nobody could choose with regard to the other's. Whoever opens something else than
he sealed, or does not open, is named, and the bidding is void.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine import Game
from netplay.fairplay.messages import canonical, from_hex, hashed
from netplay.identity import PublicKey

OPENING_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    salt: bytes

    def sealed(self, bidder: PublicKey, place: str) -> bytes:
        return hashed(b"outremer bid", canonical([bidder.hex, place, self.amount]), self.salt)


@dataclass(frozen=True, slots=True)
class Settled:
    mine: int
    theirs: int
    we_win: bool

    @property
    def amount(self) -> int:
        return min(self.mine, self.theirs)


def may_bid(game: Game, scenario: str, options: Mapping[str, str]) -> bool:
    """Whether there is something to bid for that has not been bid for yet."""
    bidding = game.bidding
    if bidding is None or not game.bids(scenario):
        return False
    return all(options.get(switch.id) == switch.default for switch in game.switches if switch.id == bidding.switch)


class Bids:
    """One end of the bidding."""

    def __init__(
        self, place: str, me: PublicKey, them: PublicKey, may: Container[int], send: Callable[[dict[str, Any]], None],
        changed: Callable[[Bids], None],
    ) -> None:  # fmt: skip
        """`place` says what for: which game, and which terms. `may` holds what can be bid."""
        self.place, self.them = place, them
        self._me, self._may, self._send, self._changed = me, may, send, changed
        self.void = ""
        """Why nothing comes of it, about the other: `has left`, `opened another bid than he had sealed`."""
        self._we_refuse = False
        self._mine: Bid | None = None
        self._sealed = b""
        self._theirs: Bid | None = None
        self._patience: asyncio.TimerHandle | None = None

    @property
    def we_have_bid(self) -> bool:
        return self._mine is not None

    @property
    def they_have_bid(self) -> bool:
        return bool(self._sealed)

    @property
    def over(self) -> bool:
        return bool(self.void) or self._theirs is not None

    @property
    def settled(self) -> Settled | None:
        if self.void or self._mine is None or self._theirs is None:
            return None
        mine, theirs = self._mine.amount, self._theirs.amount
        return Settled(mine, theirs, self._lot_is_ours() if mine == theirs else mine < theirs)

    def _lot_is_ours(self) -> bool:
        assert self._mine is not None
        assert self._theirs is not None
        salts = {self._me: self._mine.salt, self.them: self._theirs.salt}
        in_order = sorted(salts, key=lambda key: key.hex)
        lot = hashed(b"outremer lot", self.place.encode(), *(salts[key] for key in in_order))
        return in_order[lot[-1] % 2] == self._me

    def told(self, my_name: str, their_name: str, seat: str) -> str:
        """How it stands, in a line."""
        settled = self.settled
        if self._we_refuse:
            return f"The bidding for {seat} is void: {my_name} would rather not bid."
        if self.void:
            return f"The bidding for {seat} is void: {their_name} {self.void}."
        if settled is not None:
            winner = my_name if settled.we_win else their_name
            tie = " by lot" if settled.mine == settled.theirs else ""
            bids = f"{my_name} has bid {settled.mine} and {their_name} {settled.theirs}"
            return f"{bids}: {winner} has {seat}{tie}, for {settled.amount}."
        if self.we_have_bid and self.they_have_bid:
            return f"{my_name} and {their_name} have sealed their bids for {seat}; now they are opened."
        return f"{my_name if self.we_have_bid else their_name} has sealed a bid for {seat}."

    def bid(self, amount: int) -> None:
        """Ours, once and for all."""
        if self._mine is None and not self.over and amount in self._may:
            self._mine = Bid(amount, os.urandom(32))
            self._send({"sealed": self._mine.sealed(self._me, self.place).hex()})
            self._changed(self)
            self._perhaps_open()

    def refuse(self) -> None:
        """We would rather not bid."""
        if not self.over:
            self._send({"refuse": True})
            self._we_refuse = True
            self._end("was told so")

    def hear(self, word: dict[str, Any]) -> None:
        """What the other says. Raises `ValueError` for what makes no sense at all."""
        if self.over:
            return
        if "refuse" in word:
            self._end("would rather not bid" if not self.we_have_bid or not self._sealed else "does not open his bid")
        elif "sealed" in word and not self._sealed:
            self._sealed = _bytes(word["sealed"])
            self._changed(self)
            self._perhaps_open()
        elif "amount" in word and self._mine is not None and self._sealed:
            self._hear_opening(word["amount"], _bytes(word["salt"]))
        else:
            raise ValueError("a bid that makes no sense now")

    def _perhaps_open(self) -> None:
        """Nobody opens before both are sealed."""
        if self._mine is not None and self._sealed and self._patience is None:
            self._send({"amount": self._mine.amount, "salt": self._mine.salt.hex()})
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(OPENING_SECONDS, self.give_up, "does not open his bid")

    def _hear_opening(self, amount: Any, salt: bytes) -> None:
        bid = Bid(amount, salt)
        if type(amount) is not int or bid.sealed(self.them, self.place) != self._sealed:
            self._end("opened another bid than he had sealed")
        elif amount not in self._may:
            self._end("bid what cannot be bid")
        else:
            self._theirs = bid
            self._end("")

    def give_up(self, why: str) -> None:
        if not self.over:
            self._end(why)

    def _end(self, why: str) -> None:
        self.void = why
        if self._patience is not None:
            self._patience.cancel()
        self._changed(self)


def _bytes(text: Any) -> bytes:
    raw = from_hex(text)
    if len(raw) != 32:
        raise ValueError("a seal and a salt have 32 bytes")
    return raw
