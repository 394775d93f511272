"""How the stories get to a table, and what a player would see on it."""

from __future__ import annotations

from collections.abc import Mapping

from textual.pilot import Pilot

from core.bots import random_bot
from core.games import load_game
from tui.app import Outremer
from tui.screens.table import TableScreen
from tui.sitting import Sitting, is_person

SEATS = {"red": "human:Irene", "yellow": "random", "blue": "random"}


def sitting(players: Mapping[str, str] = SEATS, seed: int | str = 7, answers: int = 0) -> Sitting:
    """A game of Byzantium, with so many answers given by chance, and on to the next action of a person."""
    game = load_game("byzantium")
    table = Sitting.begin("byzantium", game.setup(players=len(players)), players, seed)
    bot = random_bot(str(seed))
    while table.session.pending:
        ask = table.session.pending[0]
        if answers <= 0 and ask.name == "action" and is_person(players[ask.seat]):
            break
        answers -= 1
        table.answer(ask.seat, bot(table.session, ask))
    return table


def at_table(table: Sitting) -> Outremer:
    return Outremer(lambda app: app.sit_down(table))


async def my_turn(app: Outremer, pilot: Pilot[None]) -> TableScreen:
    """Waits until the bots have played and a person is asked, or the game is over."""
    for _ in range(400):
        await pilot.pause()
        tables = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
        if tables and (tables[0].offers or tables[0].sitting.session.over):
            await pilot.pause()
            return tables[0]
        await pilot.pause(0.02)
    raise AssertionError("nobody is asked")


def text_of(app: Outremer) -> str:
    """All that is on the screen, without colours."""
    size = app.size
    strips = app.screen._compositor.render_strips(size)
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def settled(app: Outremer, pilot: Pilot[None]) -> str:
    """What is on the screen once nothing moves any more, however busy the machine is."""
    before, same = "", 0
    for _ in range(100):
        await pilot.pause(0.05)
        now = text_of(app)
        same = same + 1 if now == before else 0
        before = now
        if same >= 6:
            return now
    raise AssertionError("the screen never comes to rest")
