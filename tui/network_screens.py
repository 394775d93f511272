"""What the commands for playing over the network do at a terminal: the app, at the screen that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from netplay.lobby import OPEN
from tui.app import Outremer
from tui.exits import WrongUsage
from tui.library import find_game, make_setup
from tui.network_commands import Table, find_save_or_record
from tui.players import Player
from tui.screens.host import HostScreen, Wish
from tui.screens.join import JoinScreen
from tui.screens.resume import host_again


def host(game_id: str, scenario: str, seats: str, options: Sequence[str], table: Table) -> None:
    """The form, filled with what was said."""
    game = find_game(game_id)
    wanted = [part.strip() for part in seats.split(",")] if seats else []
    kinds = [part if part == OPEN else Player.parse(part, game).kind for part in wanted]
    if {"exec", "script"} & set(kinds):
        raise WrongUsage("programs and scripts play without a screen: add --headless")
    setup = make_setup(game, scenario, len(wanted), options) if wanted or scenario or options else None
    who = dict(zip(setup.seats, kinds, strict=True)) if setup is not None and kinds else {}
    wish = Wish(game.id, setup, who, table.name, table.address, table.port, table.listen)
    _open(lambda app: app.push_screen(HostScreen(wish)))


def join(invitation: str, seat: str, via: str, table: Table) -> None:
    _open(lambda app: app.push_screen(JoinScreen(invitation, table.name, seat, via)))


def resume(save_name: str, table: Table) -> None:
    save = find_save_or_record(save_name)
    _open(lambda app: app.run_worker(host_again(app, save, table.address, table.port, table.listen)))


def _open(at: Callable[[Outremer], object]) -> None:
    def opening(app: Outremer) -> None:
        at(app)

    Outremer(opening).run()
