"""People at their own screens, over SSH on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.neighbours import game_of, hosts, household, joins, plays, until
from tests.tui.table import text_of
from tui.app import Outremer
from tui.gathering import Gathering
from tui.screens.home import HomeScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.network_table import NetworkTableScreen
from tui.screens.windows import Explanation

pytestmark = pytest.mark.xdist_group("over ssh")


@pytest.fixture(autouse=True)
def own_key(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The app's user has a key of this test alone."""
    monkeypatch.setenv("OUTREMER_HOME", str(own_folders / "own"))
    monkeypatch.setattr("tui.screens.host.own_address", lambda: "127.0.0.1")
    return own_folders


@pytest.fixture
async def basil(own_folders: Path) -> AsyncIterator[Gathering]:
    """Hosts a game for two."""
    gathering = await hosts(household(own_folders, 1))
    yield gathering
    gathering.leave()


async def goes_to(app: Outremer, invitation: object, pilot: Pilot[None]) -> None:
    """Home, Join, paste, Enter."""
    await pilot.press("i")
    await pilot.pause()
    assert isinstance(app.screen, JoinScreen)
    app.screen.query_one("#form").post_message(events.Paste(str(invitation)))
    await pilot.pause()
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, (LobbyScreen, Explanation)))


async def at_the_table(app: Outremer, pilot: Pilot[None]) -> NetworkTableScreen:
    await until(lambda: isinstance(app.screen, NetworkTableScreen) and app.screen.is_mounted)
    await pilot.pause()
    assert isinstance(app.screen, NetworkTableScreen)
    return app.screen


async def test_somebody_joins_a_game_and_both_play(basil: Gathering) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, basil.invitations[0], pilot)
        await until(lambda: "Irene" in text_of(app))
        await pilot.press("r")
        await until(lambda: basil.lobby and basil.lobby.full)
        basil.start()
        table = await at_the_table(app, pilot)
        theirs = game_of(basil)
        answered = 0
        while answered < 12:
            await until(lambda: theirs.asks() or table.offers)
            if not plays(basil):
                table.choose(table.offers[-1])
                answered += 1
            await pilot.pause()
        assert theirs.session is not None
        mine = table.sitting.session
        await until(lambda: mine.digest() == theirs.session.digest())
        assert mine.log == theirs.session.log
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
