"""Random playouts of a game: options, log and hash chain included."""

from __future__ import annotations

import random
import resource
from itertools import count
from pathlib import Path

from core.engine import Game, LocalTable, Session, Setup


class Playouts:
    """Plays game after game by random choices; calling it plays one and returns the decisions."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game, self.setup = game, setup
        self._seeds = count()

    def __call__(self) -> int:
        seed = next(self._seeds)
        choose = random.Random(seed).choice
        session = Session(self.game, self.setup, LocalTable(seed), keep=False, listen=False)
        decisions = 0
        while session.pending:
            ask = session.pending[0]
            session.answer(ask.seat, choose(session.offers(ask)).notation)
            decisions += 1
        return decisions


def mid_game(game: Game, setup: Setup, decisions: int, question: str = "") -> Session:
    """A game after so many random decisions, or as soon after as `question` is asked, with checkpoints, as a bot or
    a player has it."""
    for attempt in count(1):
        choose = random.Random(attempt).choice
        session = Session(game, setup, LocalTable(attempt))
        for done in count():
            if not session.pending or (done >= decisions and question in ("", session.pending[0].name)):
                break
            ask = choose(session.pending)
            session.answer(ask.seat, choose(session.offers(ask)).notation)
        if session.pending:
            return session
    raise AssertionError("unreachable")


def memory_growth(game: Game, setup: Setup, games: int) -> float:
    """By how many MB the process grows over so many playouts, after a warm-up."""
    play = Playouts(game, setup)
    for _ in range(500):
        play()
    before = _resident_mb()
    for _ in range(games):
        play()
    return _resident_mb() - before


def _resident_mb() -> float:
    """Resident memory now, or where the system does not tell, its highest so far."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
