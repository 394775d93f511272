"""Almoravid between two people, each at his own screen, over SSH on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.bots import random_bot
from core.engine import Session
from core.games import load_game
from netplay.verifying import verify_network_game
from tests.tui.neighbours import until
from tests.tui.table import text_of
from tests.tui.test_network import at_the_table, goes_to
from tui.app import Outremer
from tui.screens.host import HostScreen, Wish
from tui.screens.lobby import LobbyScreen
from tui.screens.network_table import NetworkTableScreen

pytestmark = pytest.mark.xdist_group("over ssh")
ALMORAVID = load_game("almoravid")


class Player:
    """Somebody at a screen, with files of his own."""

    def __init__(self, name: str, app: Outremer, pilot: Pilot[None]) -> None:
        self.name, self.app, self.pilot = name, app, pilot

    @property
    def table(self) -> NetworkTableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, NetworkTableScreen))

    @property
    def text(self) -> str:
        return text_of(self.app)

    async def answers(self) -> bool:
        """By chance, if he is asked."""
        table = self.table
        if not table.offers or table.ask is None or table.sitting.session.over:
            return False
        notation = random_bot(f"{self.name} {len(table.sitting.session.log)}")(table.sitting.session, table.ask)
        table.choose(next(option for option in table.offers if option.notation == notation))
        await self.pilot.pause()
        return True


@asynccontextmanager
async def at_screens(
    folder: Path, monkeypatch: pytest.MonkeyPatch, scenario: str
) -> AsyncIterator[tuple[Player, Player]]:
    """Anna hosts at 120x40, Basil joins at 80x24, both are ready, and the game begins."""

    def at_home(name: str) -> None:
        monkeypatch.setenv("OUTREMER_HOME", str(folder / name / "home"))
        monkeypatch.setenv("OUTREMER_SAVES", str(folder / name / "saves"))

    monkeypatch.setattr("tui.screens.host.own_address", lambda: "127.0.0.1")
    host, guest = Outremer(), Outremer()
    async with host.run_test(size=(120, 40)) as at_host, guest.run_test(size=(80, 24)) as at_guest:
        at_home("anna")
        wish = Wish("almoravid", ALMORAVID.setup(scenario), {}, "Anna", "127.0.0.1", listen="127.0.0.1")
        host.push_screen(HostScreen(wish))
        await at_host.pause()
        await at_host.press("f5")
        await until(lambda: isinstance(host.screen, LobbyScreen) and host.screen.is_mounted)
        assert isinstance(host.screen, LobbyScreen)
        gathering = host.screen.gathering
        at_home("basil")
        guest.settings.name = "Basil"
        await goes_to(guest, gathering.invitations[0], at_guest)
        await until(lambda: "r: you are ready" in text_of(guest))
        await at_guest.press("r")
        await until(lambda: "s starts the game" in text_of(host))
        await at_host.press("s")
        await at_the_table(host, at_host)
        await at_the_table(guest, at_guest)
        yield Player("Anna", host, at_host), Player("Basil", guest, at_guest)


async def play(anna: Player, basil: Player, enough: Callable[[Session], object]) -> None:
    """Both answer what they are asked, by chance."""
    session = anna.table.sitting.session
    while not enough(session):
        await until(lambda: anna.table.offers or basil.table.offers or session.over)
        if not await anna.answers():
            await basil.answers()


def is_over(session: Session) -> bool:
    return session.over


def shows_its_first_card(session: Session) -> bool:
    """Both plans are sealed, and a card of one of them has been opened."""
    plans = session.state.plans
    return all(plans.get(seat) for seat in ALMORAVID.seats) and len(set(map(len, plans.values()))) == 2


async def agree(anna: Player, basil: Player) -> None:
    one, other = anna.table.sitting.session, basil.table.sitting.session
    await until(lambda: one.digest() == other.digest() and one.log == other.log)


async def test_the_first_turn_of_toledo_beset_with_sealed_plans(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_screens(own_folders, monkeypatch, "A") as (anna, basil):
        await play(anna, basil, shows_its_first_card)
        await agree(anna, basil)
        mine, theirs = (player.table.sitting.session for player in (anna, basil))
        for seat, session, other in (("christian", mine, theirs), ("muslim", theirs, mine)):
            plan = session.state.plans[seat]
            assert all(session.table.vault.holds(token) for token in plan), "everybody knows his own cards"
            assert not any(other.table.vault.holds(token) for token in plan), "the other machine does not"
        assert "cards face down" in anna.text
        await basil.pilot.press("right_square_bracket")
        assert "cards face down" in basil.text
        await anna.pilot.press("T", *"Well planned", "enter", "escape")
        await until(lambda: any("Anna: Well planned" in note.message for note in basil.app._notifications))
        so_far = len(mine.log)
        await play(anna, basil, lambda session: len(session.log) > so_far + 15 or session.over)
        await agree(anna, basil)


async def test_a_whole_battle_of_sagrajas_to_the_audit(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_screens(own_folders, monkeypatch, "S") as (anna, basil):
        await play(anna, basil, is_over)
        await until(lambda: "Audit: clean" in anna.text and "Audit: clean" in basil.text, 30)
        await agree(anna, basil)
        saves = [player.table.sitting.path for player in (anna, basil)]
        await until(lambda: anna.table.sitting.gathering.over and basil.table.sitting.gathering.over)
    for save in saves:
        assert save is not None
        verdict = verify_network_game(save)
        assert verdict.ok, verdict.problem
        assert verdict.audit == "clean"
