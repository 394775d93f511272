"""Playing the toy game in a line or two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.engine import Ask, LocalTable, Session
from tests.engine.toy import GAME

RAIDING = ("raid", "suffer", "feast")
Until = Callable[[Session], bool]


def new(
    seed: int = 7, *, players: int = 2, camps: str = "on", turns: str = "3", keep: bool = True, listen: bool = True
) -> Session:
    setup = GAME.setup(players=players, options={"camps": camps, "turns": turns})
    return Session(GAME, setup, LocalTable(seed), keep=keep, listen=listen)


def first_of(session: Session, ask: Ask, wishes: Sequence[str]) -> str:
    """The first wish on offer (or its beginning), or else the first offer."""
    notations = [option.notation for option in session.offers(ask)]
    wished = [notation for wish in wishes for notation in notations if notation.startswith(wish)]
    return (wished or notations)[0]


def play(session: Session, wishes: Sequence[str] = RAIDING, until: Until = lambda session: False) -> Session:
    """Answers by the wishes, until `until` says so or the game is over."""
    while not session.over and not until(session):
        ask = session.pending[0]
        session.answer(ask.seat, first_of(session, ask, wishes))
    return session


def asks(name: str, seat: str = "") -> Until:
    """Whether this is asked now (of this seat)."""
    return lambda session: any(ask.name == name and seat in ("", ask.seat) for ask in session.pending)
