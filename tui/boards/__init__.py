"""How each game looks on the screen: one module a game, with a `BOARD`. No rules in here, and nothing of Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from core.engine import Ask, Event, Option, Session
from tui.map.chart import Chart, Look

Spans = tuple[tuple[str, str], ...]
"""Text in pieces, each with its roles: hues of the theme (`purple`), `strong`, `muted`, `good`, `bad`, `inverse`."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a panel. `thing` is the id of what it is about: Enter on it explains it."""

    spans: Spans
    thing: str = ""
    act: str = ""
    """What Enter or a click on it does instead, while a `Stack` is laid: `slot 3` goes to that place of it,
    `drop 3` takes out what is there, `answer plan alfonso` answers."""
    tail: str = ""
    """What a click on its last piece does."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel without rows is not shown."""

    id: str
    title: str
    rows: tuple[Row, ...]
    foot: str = ""
    """The keys that work in it just now."""


@dataclass(frozen=True, slots=True)
class Stack:
    """What a seat lays in order in a private dialog, one answer each. Until it is sealed it can be laid anew."""

    panel: str
    """Where it is shown."""
    ask: str
    """The name of the question that adds to it."""
    answers: tuple[str, ...]
    """From first to last."""


@dataclass(frozen=True, slots=True)
class Explained:
    """All there is to say about a place, a piece, a card or a track."""

    title: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """An entry of a gazetteer or table, with an honest word on where it comes from."""

    title: str
    text: str
    source: str


@dataclass(frozen=True)
class Board:
    """What the screen needs to know of a game beyond its rules."""

    length: str
    weight: str
    hues: Mapping[str, str]
    """The hue of each seat."""
    chart: Chart
    home: str
    """Where the map's cursor begins."""
    looks: Callable[[Any], Mapping[str, Look]]
    panels: Callable[[Session, str], list[Panel]]
    """The panels as one seat may see them."""
    explain: Callable[[Session, str, str], Explained | None]
    """About a thing by its id, for a seat."""
    hint: Callable[[Session, Ask, Option], str] = lambda session, ask, option: ""
    """A word on an option before it is chosen, such as the odds of an attack."""
    routine: Callable[[Session, Ask], str] = lambda session, ask: ""
    """The answer that can wait for nothing: the same is asked again before it could matter. Empty where a player
    should think."""
    stack: Callable[[Session, str], Stack | None] = lambda session, seat: None
    """What a seat is laying in order at this moment."""
    fights: Callable[[Session, Ask], list[str]] = lambda session, ask: []
    """The answers to a question for which `odds` may have something to say."""
    odds: Callable[[Session, str, str], str] = lambda moment, seat, notation: ""
    """How a fight would go that follows an answer. Takes a second or so: it is asked in a thread, of a lasting fork
    made for the seat."""
    tone: Callable[[Event], str] = lambda event: ""
    """The roles in which the story tells an event."""
    where: Callable[[Event], str] = lambda event: ""
    """The place an event is about, so that a replay can follow it on the map."""
    tables: Mapping[str, Callable[[], list[Marked]]] = field(default_factory=dict)
    """Gazetteer, tables and cards for the codex, by title."""
    aside: int = 0
    """How many of the last panels stand in a column of their own on a very wide screen."""


def load_board(game_id: str) -> Board:
    """The board of a game; its module is imported when it is first asked for."""
    board = import_module(f"tui.boards.{game_id}").BOARD
    assert isinstance(board, Board)
    return board
