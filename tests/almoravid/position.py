"""Positions in a line or two: an empty Spain, Lords put where a test wants them."""

from __future__ import annotations

from core.engine import SILENCE
from core.games.almoravid import GAME
from core.games.almoravid.data import LORDS, TAIFAS
from core.games.almoravid.politics import due_status
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import prepare_mat
from core.games.levy.state import CALENDAR, OFF, Command, Lord


def scenario(name: str, **options: str) -> Almoravid:
    g: Almoravid = GAME.begin(GAME.setup(name, options=options))
    g.news = SILENCE
    return g


def empty(**options: str) -> Almoravid:
    """Box 9, nobody on the map, no markers: every Taifa Parias. Lords wait off the Calendar."""
    g = scenario("E", **options)
    g.special = []
    for lord_id, side in [(lord.id, lord.side) for lord in g.lords.values()]:
        g.lords[lord_id] = Lord(lord_id, side, OFF)
    g.jihad, g.conquered, g.ravaged, g.siege, g.bypass, g.seats, g.box_vp = {}, {}, {}, {}, {}, {}, 0
    g.phase = "muster"
    return settle_status(g)


def settle_status(g: Almoravid) -> Almoravid:
    g.taifas = {taifa: due_status(g, taifa) for taifa in TAIFAS}
    return g


def put(g: Almoravid, lord_id: str, place: str, *cards: str, inside: bool = False, **stuff: int) -> Lord:
    """A Lord on map with his printed mat; given Assets and units replace the printed ones."""
    lord = g.lords[lord_id]
    prepare_mat(g, lord, place, min(17, g.box + LORDS[lord_id].service))
    lord.cards, lord.inside = list(cards), inside
    assets = {key: count for key, count in stuff.items() if key in ("coin", "loot", "provender", "cart", "mule")}
    units = {key: count for key, count in stuff.items() if key not in assets}
    if stuff:
        lord.assets = {key: count for key, count in assets.items() if count}
    if units:
        lord.forces = units
    settle_status(g)
    return lord


def wait(g: Almoravid, lord_id: str, box: int) -> Lord:
    lord = g.lords[lord_id]
    lord.where, lord.box = CALENDAR, box
    return settle_status(g).lords[lord_id]


def commanding(g: Almoravid, lord: Lord, actions: int = 0) -> Command:
    g.campaigning = True
    g.command = Command(lord.side, lord.id, actions or g.rules.actions(g, lord))
    return g.command
