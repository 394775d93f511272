"""What peers say to each other, and what they complain of.

answer    {notation, play?}    a choice; with the opening of the card it plays from a hidden hand
back      {}                   the last choice is taken back
link      {index, link}        the next link of the seat's hash chain, for dice, open cards, others' deals
lay       {seals}              a deck laid out for a blind deal: all cards left, sealed, in an order of the drawer's
key       {key, proof}         the seat's share of the key under which the cards of shared decks are masked
shuffle   {cards, proof}       a shared deck, shuffled and masked by this seat too
lift      {lifts}              the seat's masks of cards that are dealt or drawn from a shared deck, each with its proof
seal      {seals}              what a private dialog gave, sealed
open      {shown}              openings of sealed things; None for what stays sealed
show      {}                   the things were shown to one seat (who gets an `open` of its own)
disclose  {seed, private}      after the game: all secrets of the seat
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any


class Complaint(Exception):
    """Something is wrong with what a seat said: who, and what."""

    def __init__(self, seat: str, what: str) -> None:
        super().__init__(f"{seat} {what}")
        self.seat = seat
        self.what = what


class Cheating(Complaint):
    """A message that no honest program sends. It was not acted upon."""


class Disagreement(Complaint):
    """Two honest programs that no longer see the same game: a bug, or different rules. Play must stop."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing said by one seat.

    `turn` counts all that was ever settled, take-backs too, so it never goes back. `agreed` is the hash of all
    public messages of the turns before: whoever signs a message signs the whole game up to it.
    """

    turn: int
    seat: str
    kind: str
    body: dict[str, Any]
    agreed: str
    state: str
    """Digest of the state at the last checkpoint."""
    to: str = ""
    """The only seat that may get this message; empty for all."""

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.seat

    def to_plain(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "seat": self.seat,
            "kind": self.kind,
            "body": self.body,
            "agreed": self.agreed,
            "state": self.state,
            "to": self.to,
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Message:
        """Raises ValueError if `plain` is no message at all."""
        try:
            message = cls(**plain)
        except TypeError as error:
            raise ValueError(f"not a message: {error}") from error
        texts = (message.seat, message.kind, message.agreed, message.state, message.to)
        if type(message.turn) is not int or type(message.body) is not dict or any(type(t) is not str for t in texts):
            raise ValueError(f"not a message: {plain}")
        return message


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> bytes:
    """The same bytes for the same plain value on every machine."""
    return _CANONICAL.encode(value).encode()


def hashed(*parts: bytes) -> bytes:
    """A hash of several parts; where one ends and the next begins matters."""
    return sha256(b"".join([len(part).to_bytes(4, "big") + part for part in parts])).digest()


def from_hex(text: str) -> bytes:
    """Raises ValueError for any spelling but ours, so that nobody can say the same thing in two ways."""
    raw = bytes.fromhex(text)
    if raw.hex() != text:
        raise ValueError(f"'{text}' is not spelled as we do")
    return raw
