"""The story of a game as it happens: structured facts, turned into words when somebody reads them."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Event:
    """Something that happened. A game's `tell` puts it into words."""

    kind: str
    facts: dict[str, Any]


class Silence(list[Event]):
    """A listener that keeps nothing, for playouts."""

    def append(self, event: Event) -> None:
        """Forgets at once."""


SILENCE = Silence()


class Told:
    """Base of every game's state: rules call `state.tell(kind, **facts)`.

    The listener is not part of the state: it is neither copied, saved, compared nor digested.
    """

    __slots__ = ("news",)
    news: MutableSequence[Event]

    def tell(self, kind: str, **facts: Any) -> None:
        self.news.append(Event(kind, facts))
