"""Going on with a network game on another day: by hosting it again, or by joining whoever does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app import Outremer

HOW = """\
This game is played over the network. Everybody's copy holds all of it, so anybody can host it again, whoever did \
before; the others join, and have the same seats as before."""


def is_network_game(save: Path) -> bool:
    from netplay.files import record_path  # slow to import, and most people never need it

    return record_path(save).is_file()


def resume(app: Outremer, save: Path) -> None:
    """Asks how, and goes to the table."""
    from tui.gathering import CannotGather, kept_secrets
    from tui.screens.join import JoinScreen
    from tui.screens.network_windows import Choice
    from tui.screens.windows import Explanation

    try:
        invitation = kept_secrets(save).invitation
    except CannotGather as why:
        app.push_screen(Explanation("This game cannot be gone on with", str(why)))
        return

    def chosen(way: str | None) -> None:
        if way == "host":
            app.run_worker(host_again(app, save), exclusive=True, group="resume")
        elif way == "join":
            app.push_screen(JoinScreen(invitation))

    choices = {"host": "Host it again, here", "join": "Join: somebody else hosts it now"}
    if invitation:  # most likely the same one hosts it again
        choices = dict(reversed(choices.items()))
    app.push_screen(Choice("Go on with a network game", HOW, choices), chosen)


async def host_again(app: Outremer, save: Path, address: str = "", port: int = 0, listen: str = "") -> None:
    """Where it was hosted last, if nothing else is said: then the others come back by themselves."""
    from tui.gathering import CannotGather, Gathering, Household, kept_secrets
    from tui.network_commands import own_address
    from tui.screens.lobby import LobbyScreen, sit_down
    from tui.screens.windows import Explanation

    try:
        own = Household.of_user()
        last_address, last_port = kept_secrets(save).door
        address = address or last_address or own_address()
        try:
            gathering = await Gathering.host_again(own, save, address, port or last_port, listen)
        except CannotGather:
            if port or not last_port:
                raise
            gathering = await Gathering.host_again(own, save, address, 0, listen)  # the port is taken by now
    except CannotGather as why:
        app.push_screen(Explanation("This game cannot be hosted again", str(why)))
        return
    if gathering.has_begun:
        sit_down(app, gathering).action_invitations()
    else:  # not all had agreed to the charter
        app.push_screen(LobbyScreen(gathering))
