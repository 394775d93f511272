"""The screens of a network game at 80x24, as they should look."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.neighbours import game_of, hosts, household, joins, until
from tests.tui.pictures import assert_as_drawn
from tests.tui.table import settled
from tui.app import Outremer
from tui.gathering import Gathering
from tui.screens.host import HostScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen, sit_down
from tui.screens.resume import resume

pytestmark = pytest.mark.xdist_group("over ssh")

LINE = (
    "outremer://192.0.2.7:4000/byzantium-3f9c12ab07/SHA256:q7XcPz1kq7XcPz1kq7XcPz1kq7XcPz1kq7XcPz1kq7X/b1QkPz1kq7XcPz1k"
)


class Party:
    """Irene, whose screen it is, and Basil; one of the two hosts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gatherings: list[Gathering] = []

    async def meets(self, irene_hosts: bool = True, ready: bool = True, seats: str = "human,open,greedy") -> Gathering:
        """Irene's end, when both are in the lobby. It is the same in every run."""
        host = await hosts(household(self.folder, 1), "Irene" if irene_hosts else "Basil", seats)
        guest = joins(household(self.folder, 2), host.invitations[0], "Basil" if irene_hosts else "Irene")
        self.gatherings = [host, guest]
        await until(lambda: guest.lobby)
        if ready:
            guest.ready()
            await until(lambda: host.lobby and host.lobby.full)
        return host if irene_hosts else guest

    async def plays(self) -> Gathering:
        """Nobody but people, so that nothing happens before they do something."""
        mine = await self.meets(seats="human,open")
        mine.start()
        await until(lambda: all(gathering.has_begun for gathering in self.gatherings))
        return mine


@pytest.fixture
async def party(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Party]:
    monkeypatch.setattr("tui.gathering.fresh_game_id", lambda game: f"{game}-0123456789")
    monkeypatch.setattr("netplay.hosting.fresh_token", lambda: "b1QkPz1kq7XcPz1k")
    monkeypatch.setattr("tui.screens.host.own_address", lambda: "192.0.2.7")
    monkeypatch.setattr("netplay.room.Room._ping", lambda room, talk: None)  # so nobody knows how far the others are
    company = Party(own_folders)
    yield company
    for gathering in company.gatherings:
        gathering.leave()


Story = Callable[[Outremer, Pilot[None], Party], Awaitable[None]]


async def host(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    app.push_screen(HostScreen())


async def join(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    app.push_screen(JoinScreen(LINE))


async def lobby_of_host(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    gathering = await party.meets()
    party.gatherings[1].say("Good evening!")
    app.push_screen(LobbyScreen(gathering))


async def lobby_of_guest(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    app.push_screen(LobbyScreen(await party.meets(irene_hosts=False, ready=False)))


async def network_table(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    """Somebody has paused: whoever is to move, the screen looks the same."""
    mine = await party.plays()
    game_of(party.gatherings[1]).pause()
    await until(lambda: game_of(mine).paused_by)
    sit_down(app, mine)


async def talk(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    mine = await party.plays()
    theirs = game_of(party.gatherings[1])
    theirs.say("Shall we?")
    theirs.say("Leave me Egypt, and I leave you Persia.", 0)
    await until(lambda: len(game_of(mine).chat) == 2)
    table = sit_down(app, mine)
    await pilot.pause()
    table.action_talk()
    await pilot.press("down")


async def everybody(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    table = sit_down(app, await party.plays())
    await pilot.pause()
    table.action_people()


async def resumed(app: Outremer, pilot: Pilot[None], party: Party) -> None:
    resume(app, Path("byzantium-0123456789.toml"))


@pytest.mark.parametrize("story", [host, join, lobby_of_host, lobby_of_guest, network_table, talk, everybody, resumed])
async def test_a_screen_looks_as_it_did(story: Story, party: Party) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await story(app, pilot, party)
        app.clear_notifications()
        drawn = await settled(app, pilot)
    drawn = re.sub(r"127\.0\.0\.1:\d{5}/", "127.0.0.1:PORT./", drawn)
    drawn = re.sub(r"▸ \w+ \(.*", "▸ whoever is to move", drawn)
    drawn = re.sub(r"Story  • .*", "Story  • what happened last", drawn)
    if story in (talk, everybody):  # behind the window is whatever the dice say
        drawn = "\n".join(line[2:78] for line in drawn.splitlines() if len(line) > 77 and line[2] in "╭│╰")
    assert_as_drawn(f"{story.__name__}_80x24", drawn)
