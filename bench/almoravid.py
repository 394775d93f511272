"""Almoravid, on the Levy & Campaign rules."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench.playouts import Playouts, mid_game
from bench.timing import Measure, at_least, at_most, best_rates, best_time
from bench.yardstick import random_chess_game
from core.engine import to_plain
from core.games import load_game


def measures() -> Iterator[Measure]:
    game = load_game("almoravid")
    rates = best_rates({"chess": random_chess_game, **{name: Playouts(game, game.setup(name)) for name in ("A", "F")}})
    yield Measure("python-chess, random moves", rates["chess"], "moves/s")
    for name in ("A", "F"):
        yield Measure(f"Almoravid {name}, random playouts", rates[name], "decisions/s")
        yield at_least(f"… {name} against python-chess", rates[name] / rates["chess"], "×", 1.2)
    session = mid_game(game, game.setup("F"), decisions=200, question="command")
    seat = session.pending[0].seat
    yield at_most("fork mid-campaign", best_time(lambda: session.fork(seat), 1_000) * 1e6, "µs", 60)
    size = len(json.dumps(to_plain(session.state), separators=(",", ":"))) / 1000
    yield at_most("state as JSON", size, "kB", 8)
