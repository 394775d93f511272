"""The full screen over a complete late game: how long until the first frame, and what a cursor move or a pan costs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from bench.timing import Measure, at_most

SIZES = ((120, 40), (200, 60))
MOVES = 60
LIMITS = {"cursor move": 12.0, "pan": 25.0, "full redraw": 60.0}

_FIRST_FRAME = """
import asyncio, time
begun = time.perf_counter()
async def main():
    from tui.app import Outremer
    async with Outremer().run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        print(time.perf_counter() - begun)
asyncio.run(main())
"""


def measures() -> Iterator[Measure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTREMER_CONFIG"], os.environ["OUTREMER_SAVES"] = f"{folder}/config", f"{folder}/saves"
        yield at_most("cold start to the first frame", first_frame(), "s", 1.0)
        for size in SIZES:
            for name, milliseconds in asyncio.run(at_the_table(*size)).items():
                label = f"{name}, {size[0]}x{size[1]}"
                yield at_most(label, milliseconds, "ms of CPU", LIMITS[name])


def first_frame() -> float:
    """The best of three fresh processes, so that the machine's other work counts little."""
    runs = [subprocess.run([sys.executable, "-c", _FIRST_FRAME], capture_output=True, text=True, check=True)
            for _ in range(3)]  # fmt: skip
    return min(float(run.stdout) for run in runs)


async def at_the_table(width: int, height: int) -> dict[str, float]:
    from core.bots import random_bot
    from core.games import load_game
    from tui.app import Outremer
    from tui.map.view import MapView
    from tui.sitting import Sitting

    game = load_game("byzantium")
    players = dict.fromkeys(game.seats, "human")
    sitting = Sitting.begin(game.id, game.setup(players=4), players, 1)
    bot = random_bot("late")
    while sitting.session.pending and sitting.session.state.turn < 3:
        ask = sitting.session.pending[0]
        sitting.session.answer(ask.seat, bot(sitting.session, ask))
    app = Outremer(lambda app: app.sit_down(sitting))
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause(0.5)
        view = app.screen.query_one(MapView)
        steps: dict[str, Callable[[int], None]] = {
            "cursor move": lambda turn: view.action_walk(*((0, -1), (0, 1), (1, 0), (-1, 0))[turn % 4]),
            "pan": lambda turn: view.action_pan((1, -1)[turn % 2], 0),
            "full redraw": lambda turn: app.dress(),
        }
        found = {}
        view.action_zoom(1.5)
        for name, step in steps.items():
            await pilot.pause(0.2)
            begun = time.process_time()
            for turn in range(MOVES):
                step(turn)
                await asyncio.sleep(0.02)  # long enough for each to be drawn by itself
            found[name] = (time.process_time() - begun) / MOVES * 1000
        return found
