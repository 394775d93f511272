"""Playing a game to its end by bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.bots import Bot, BotFailed
from core.engine import Session


@dataclass(frozen=True, slots=True)
class Loss:
    """A bot that lost its seat, and why."""

    seat: str
    why: str


def play_out(
    session: Session,
    bots: dict[str, Bot],
    substitute: Callable[[str], Bot] | None = None,
    after_answer: Callable[[], None] = lambda: None,
) -> list[Loss]:
    """Lets the bots answer until nothing is asked any more.

    A bot that fails is replaced by the `substitute` for its seat; without one the match ends there, unfinished.
    """
    losses: list[Loss] = []
    while session.pending:
        ask = session.pending[0]
        try:
            notation = bots[ask.seat](session, ask)
        except BotFailed as failed:
            losses.append(Loss(ask.seat, str(failed)))
            if substitute is None:
                return losses
            bots[ask.seat] = substitute(ask.seat)
            continue
        session.answer(ask.seat, notation)
        after_answer()
    return losses
