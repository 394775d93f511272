"""`python -m tui.pictures docs`: the main screens as SVG, from a game that is well under way."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from core.bots import greedy_bot, make_bot
from core.games import load_game
from tui.app import Outremer
from tui.screens.codex import CodexScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.replay import Film, ReplayScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.settings import Settings, save_settings
from tui.sitting import Sitting

PLAYERS = {"red": "human:Irene", "yellow": "greedy", "blue": "greedy", "green": "greedy"}


LATE = 70
"""So many entries have been logged."""


def late_game() -> Sitting:
    """Well under way, with the person about to march."""
    game = load_game("byzantium")
    sitting = Sitting.begin(game.id, game.setup(players=4), PLAYERS, 7)
    session, bot = sitting.session, greedy_bot("pictures")
    while (ask := session.pending[0]).seat != "red" or ask.name != "march" or len(session.log) < LATE:
        marches = ask.seat == "red" and any(option.notation == "move arab" for option in ask.options)
        sitting.answer(ask.seat, "move arab" if marches and len(session.log) >= LATE else bot(session, ask))
    return sitting


def campaign() -> Sitting:
    """Almoravid in the second spring, a Command card on the table."""
    game = load_game("almoravid")
    sitting = Sitting.begin(game.id, game.setup("E"), {"christian": "human:Irene", "muslim": "captain"}, 7)
    session, bot = sitting.session, make_bot(game, "captain", "pictures")
    while (ask := session.pending[0]).seat != "christian" or ask.name != "command" or len(session.log) < 2 * LATE:
        sitting.answer(ask.seat, bot(session, ask))
    return sitting


def without_fonts(svg: str) -> str:
    """Nothing is fetched from elsewhere to look at a picture: any monospaced font will do."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


async def draw(folder: Path) -> list[Path]:
    sitting = late_game()
    assert sitting.path is not None

    async def table(app: Outremer) -> None:
        app.push_screen(TableScreen(sitting))

    async def levy_and_campaign(app: Outremer) -> None:
        app.push_screen(TableScreen(campaign()))

    async def replay(app: Outremer) -> None:
        film = Film(sitting.path)  # type: ignore[arg-type]
        film.wind(len(film.stops) // 2)
        app.push_screen(ReplayScreen(film))

    async def new_game(app: Outremer) -> None:
        app.push_screen(NewGameScreen())

    async def codex(app: Outremer) -> None:
        app.push_screen(CodexScreen("byzantium", "F. Battle"))

    async def settings(app: Outremer) -> None:
        app.push_screen(SettingsScreen())

    scenes: dict[str, tuple[Callable[[Outremer], Awaitable[None]], str, tuple[int, int]]] = {
        "table": (table, "dark", (140, 44)),
        "table-parchment": (table, "parchment", (140, 44)),
        "table-80x24": (table, "dark", (80, 24)),
        "almoravid": (levy_and_campaign, "dark", (140, 44)),
        "replay": (replay, "light", (120, 40)),
        "new-game": (new_game, "dark", (100, 30)),
        "codex": (codex, "dark", (120, 34)),
        "settings": (settings, "colour_blind", (120, 40)),
    }
    drawn = []
    for name, (scene, theme, size) in scenes.items():
        save_settings(Settings(name="Irene", theme=theme, animation=False))
        app = Outremer()
        async with app.run_test(size=size) as pilot:
            await scene(app)
            await pilot.pause(0.5)
            picture = folder / f"{name}.svg"
            picture.write_text(without_fonts(app.export_screenshot(title="Outremer")), encoding="utf-8")
            drawn.append(picture)
    return drawn


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.pop("NO_COLOR", None)
    os.environ["COLORTERM"] = "truecolor"
    with tempfile.TemporaryDirectory() as own:
        os.environ["OUTREMER_CONFIG"], os.environ["OUTREMER_SAVES"] = f"{own}/config", f"{own}/saves"
        for picture in asyncio.run(draw(folder)):
            print(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
