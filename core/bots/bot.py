"""What a bot is."""

from __future__ import annotations

from collections.abc import Callable

from core.engine import Ask, Session

Bot = Callable[[Session, Ask], str]
"""Answers a question with the notation of an option. A fair bot looks at `session.offers(ask)`, at the public
state and at forks of its own seat, and at nothing else."""


class BotFailed(Exception):
    """A bot that crashed, hung or talked nonsense: it loses its seat. Says what happened."""


def thinking_place(session: Session) -> str:
    """Where in the game a bot is asked, as the seed of what it does there.

    A bot has no memory: asked again at the same place (after a load, on another machine) it answers the same.
    """
    return f"{session.chain.hex()} {len(session.private)}"
