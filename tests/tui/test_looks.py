"""Every screen at 80x24 and 120x40, as it should look; and the table once with all its colours."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.pictures import assert_as_drawn
from tests.tui.table import at_table, my_turn, settled, sitting
from tui.app import Outremer
from tui.screens.load import LoadScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.replay import Film, ReplayScreen
from tui.screens.settings import SettingsScreen
from tui.screens.windows import HandOver, Keys, WhyNot

Story = Callable[[Outremer, Pilot[None]], Awaitable[None]]


async def home(app: Outremer, pilot: Pilot[None]) -> None:
    await pilot.pause()


async def new_game(app: Outremer, pilot: Pilot[None]) -> None:
    app.push_screen(NewGameScreen())


async def load(app: Outremer, pilot: Pilot[None]) -> None:
    app.push_screen(LoadScreen(to_replay=False))


async def settings(app: Outremer, pilot: Pilot[None]) -> None:
    app.push_screen(SettingsScreen())


async def codex(app: Outremer, pilot: Pilot[None]) -> None:
    app.open_codex("byzantium", "F. Battle")


async def table(app: Outremer, pilot: Pilot[None]) -> None:
    app.sit_down(sitting(answers=60))
    await my_turn(app, pilot)


async def explained(app: Outremer, pilot: Pilot[None]) -> None:
    app.sit_down(sitting())
    (await my_turn(app, pilot)).explain("constantinople")


async def why_not(app: Outremer, pilot: Pilot[None]) -> None:
    app.sit_down(sitting())
    screen = await my_turn(app, pilot)
    app.push_screen(WhyNot(screen.why_not, ["pass"]))
    await pilot.press(*"mosul", "enter")


async def help_(app: Outremer, pilot: Pilot[None]) -> None:
    app.sit_down(sitting())
    (await my_turn(app, pilot)).action_help()
    assert isinstance(app.screen, Keys)


async def hand_over(app: Outremer, pilot: Pilot[None]) -> None:
    app.sit_down(sitting())
    app.push_screen(HandOver((await my_turn(app, pilot))._hand_over_words("red")))


async def replay(app: Outremer, pilot: Pilot[None]) -> None:
    game = sitting(answers=60)
    game.close()
    assert game.path is not None
    film = Film(game.path)
    film.wind(30)
    app.push_screen(ReplayScreen(film))


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still."""
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    monkeypatch.setattr("saves.header.now", lambda: noon)
    monkeypatch.setattr("saves.journal.now", lambda: noon)
    monkeypatch.setenv("TZ", "UTC")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
@pytest.mark.parametrize(
    "story", [home, new_game, load, settings, codex, table, explained, why_not, help_, hand_over, replay]
)
async def test_a_screen_looks_as_it_did(story: Story, width: int, height: int, own_folders: Path) -> None:
    sitting().close()
    app = Outremer()
    async with app.run_test(size=(width, height)) as pilot:
        await story(app, pilot)
        drawn = (await settled(app, pilot)).replace(str(own_folders), "FOLDER")
    name = story.__name__.strip("_")
    hidden = [line for line in drawn.splitlines() if "FOLDER" not in line]  # its length differs from run to run
    assert_as_drawn(f"{name}_{width}x{height}", "\n".join(hidden))


def test_the_table_in_all_its_colours(snap_compare: Any) -> None:
    assert snap_compare(at_table(sitting(answers=60)), terminal_size=(120, 40))
