"""What a procedure may yield: everything the rules cannot decide alone."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from zlib import crc32

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done, and the rule that says so."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class Refused(Exception):
    """An answer that was not offered. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Sealed:
    """Something hidden: who owns it, and where in the log it was hidden. Never the thing itself."""

    owner: str
    key: str

    def __str__(self) -> str:
        return f"{self.owner}@{self.key}"

    @classmethod
    def parse(cls, text: str) -> Sealed:
        owner, _, key = text.partition("@")
        if not owner or not key:
            raise ValueError(f"'{text}' is not a sealed thing: owner@place")
        return cls(owner, key)


@dataclass(slots=True)
class Option:
    """One legal answer. `notation` is what logs, scripts, bots and peers say; the rest is for people."""

    notation: str
    label: str = ""
    touches: tuple[str, ...] = ()
    """Ids of what the answer is about (a city, a lord, a card), so that a map can light it."""
    group: str = ""
    value: Any = None
    token: Sealed | None = None
    """The hidden card this would play, if any."""

    def __post_init__(self) -> None:
        if not self.label:
            self.label = self.notation.capitalize()


@dataclass(slots=True)
class Ask:
    """A seat must choose one of `options`: the list that is shown is the list that validates.

    With a `hand`, the seat may also play one of its own hidden cards: `play` turns a card into an option,
    or into None if it cannot be played now. Only those who can read a card can see its option.
    """

    seat: str
    name: str
    """What is asked, as a stable word for the log."""
    prompt: str
    options: list[Option]
    rule: str = ""
    why_not: Callable[[str], Refusal | None] | None = None
    hand: Sequence[Sealed] = ()
    play: Callable[[Any], Option | None] | None = None

    def option_digest(self) -> str:
        """Eight hex digits that change when the public options do."""
        text = "\n".join([option.notation for option in self.options])
        if self.hand:
            text += f"\n+{len(self.hand)}"
        return f"{crc32(text.encode()):08x}"

    def explain(self, notation: str) -> Refusal | None:
        """Why `notation` is refused, with the rule; None if it is on offer."""
        notations = [option.notation for option in self.options]
        if notation in notations:
            return None
        if self.why_not is not None:
            refusal = self.why_not(notation)
            if refusal is not None:
                return refusal
        near = difflib.get_close_matches(notation, notations, 3) or notations[:3]
        more = "" if len(notations) <= len(near) else ", …"
        return Refusal(f"'{notation}' is no answer to this question; try {', '.join(near)}{more}", self.rule)


@dataclass(slots=True)
class Roll:
    """Dice. Returns a tuple of numbers from 1 to `sides`."""

    count: int
    sides: int = 6
    name: str = "dice"
    why: str = ""


@dataclass(slots=True)
class Draw:
    """Open cards: `count` of the `cards` that are left, in the order drawn. The rules take them out.

    From a deck that is dealt from secretly too, `held` and `deck` are said as in `Deal`."""

    cards: Sequence[str]
    count: int = 1
    name: str = "cards"
    why: str = ""
    held: Sequence[Sealed] = ()
    deck: str = ""

    def __post_init__(self) -> None:
        if self.held and not self.deck:
            raise ValueError(f"draw '{self.name}': what is left is not known to all; say which shared `deck` it is")


@dataclass(slots=True)
class Deal:
    """Hidden cards for one seat. `cards` are those not known by all to be gone; `held` the tokens,
    dealt earlier from the same deck, whose cards are still hidden and so cannot be dealt again.

    A deck from which several seats are dealt, or from which cards are also drawn openly while others are hidden, is
    shared: every `Deal` and `Draw` from it says its name as `deck`, from the first. (With an empty `deck` the drawer
    knows what is left; of a shared one nobody knows, and peers must shuffle it together.) Cards that are in `cards`
    and no longer in `held` lie in the deck again, known or not. Card by card that is slow among peers, so let
    discards lie until the deck is shuffled anew. A card that nobody has seen cannot leave the deck.
    """

    seat: str
    cards: Sequence[str]
    count: int = 1
    held: Sequence[Sealed] = ()
    name: str = "cards"
    deck: str = ""

    def __post_init__(self) -> None:
        if not self.deck and any(token.owner != self.seat for token in self.held):
            raise ValueError(
                f"deal '{self.name}': several seats hold cards of this deck; say which shared `deck` it is"
            )


Peek = Callable[[Sealed], Any]
"""Reads a sealed thing on behalf of the seat whose private dialog is running."""

Dialog = Callable[[Peek], "Procedure[Sequence[Any]]"]


@dataclass(slots=True)
class Secret:
    """Each seat runs its private dialog, all at the same time. Returns, for each seat, a tuple of
    `Sealed` tokens, one for each value that its dialog returned. A dialog yields nothing but `Ask`s."""

    dialogs: Mapping[str, Dialog]
    name: str = "secret"


@dataclass(slots=True)
class Open:
    """Sealed things are shown: to all, or `to` one seat (then the rules learn nothing: None each).

    With `when`, the owner shows only what meets the condition; the rest stays sealed and comes back
    as None. Everybody checks the condition on what was shown, the audit on what was not.
    """

    sealed: Sequence[Sealed]
    to: str | None = None
    when: Callable[[Any], bool] | None = None
    name: str = "open"


class Checkpoint:
    """Here `play(state)` could begin again from the state alone."""


CHECKPOINT = Checkpoint()

Request = Ask | Roll | Draw | Deal | Secret | Open | Checkpoint
Procedure = Generator[Request, Any, T]
