"""Byzantium and the engine under it."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import saves
from bench.playouts import Playouts, memory_growth, mid_game
from bench.timing import Measure, at_least, at_most, best_rates, best_time
from bench.yardstick import random_chess_game
from core.engine import Game, LocalTable, Session, to_plain
from core.games import load_game
from core.games.byzantium.data import CONSTANTINOPLE, NUMBERS

LONG_LOG = 5_000


def measures() -> Iterator[Measure]:
    game = load_game("byzantium")
    yield from _playouts(game)
    session = mid_game(game, game.setup(players=4), decisions=120)
    yield at_most("fork mid-game", best_time(lambda: session.fork("red"), 2_000) * 1e6, "µs", 60)
    yield Measure("digest of a state", best_time(session.digest, 500) * 1e6, "µs")
    yield Measure("state as JSON", len(json.dumps(to_plain(session.state))) / 1024, "kB")
    yield from _saves(game)
    yield at_most("memory growth over 10,000 playouts", memory_growth(game, game.setup(players=4), 10_000), "MB", 8)


def _playouts(game: Game) -> Iterator[Measure]:
    playouts = Playouts(game, game.setup(players=4))
    rates = best_rates({"chess": random_chess_game, "byzantium": playouts})
    games = best_rates({"games": lambda: bool(playouts())}, rounds=3)["games"]
    yield Measure("python-chess, random moves", rates["chess"], "moves/s")
    yield Measure("Byzantium, random playouts", rates["byzantium"], "decisions/s")
    yield Measure("Byzantium, random playouts", games, "games/s")
    yield at_least("Byzantium against python-chess", rates["byzantium"] / rates["chess"], "×", 1.5)


def _saves(game: Game) -> Iterator[Measure]:
    with tempfile.TemporaryDirectory() as folder, _more_turns():
        session = _long_game(game)
        path = Path(folder) / "long.toml"
        header = saves.Header.of(session, dict.fromkeys(session.setup.seats, "random"))

        def save() -> None:
            saves.Journal.create(path, session, header, durable=False, overwrite=True).close()

        size = f"{len(session.log):,} entries"
        yield Measure(f"save a game of {size}", best_time(save, 10) * 1e3, "ms")
        yield at_most(f"load {size} from the snapshot", best_time(lambda: saves.load(path), 10) * 1e3, "ms", 30)
        yield Measure(f"replay {size} from the first", best_time(lambda: _replay(session), 3) * 1e3, "ms")


@contextmanager
def _more_turns() -> Iterator[None]:
    """No real game has 5,000 decisions: for a long log the same rules go on for more than three turns."""
    turns = NUMBERS.turns
    object.__setattr__(NUMBERS, "turns", 10_000)
    try:
        yield
    finally:
        object.__setattr__(NUMBERS, "turns", turns)


def _long_game(game: Game) -> Session:
    """A game that leaves Constantinople in peace for long enough."""
    for seed in count():
        choose = random.Random(seed).choice
        session = Session(game, game.setup(players=4), LocalTable(seed))
        while session.pending and len(session.log) < LONG_LOG:
            ask = session.pending[0]
            peaceful = [option for option in ask.options if CONSTANTINOPLE not in option.touches]
            session.answer(ask.seat, choose(peaceful or ask.options).notation)
        if session.pending:
            return session
    raise AssertionError("unreachable")


def _replay(session: Session) -> None:
    table = session.table
    assert isinstance(table, LocalTable)
    Session(session.game, session.setup, LocalTable(table.seed), listen=False).follow(session.log)
