"""Almoravid's full scenario begun late: random players seldom last until Curias (6.2) and Winter (6.3)."""

from __future__ import annotations

import random

from core.engine import Setup
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, MUSLIM, OTHER, TAIFA_OF, TAIFAS
from core.games.almoravid.politics import due_status, owner
from core.games.almoravid.setup import begin
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import prepare_mat
from core.games.levy.lords import present
from core.games.levy.muster import free_seats
from core.games.levy.state import CALENDAR, MAP

SIEGES = ("huesca", "calatrava", "evora", "alcantara", "ucles", "lorca", "medinaceli")
STARTS = ((5, "arts"), (6, "arts"), (6, "end"))
"""Box and phase: before the first and second chance of Curias, and at the end of Autumn."""


def late_autumn(setup: Setup, chance: random.Random) -> Almoravid:
    """A lawful position of scenario F in its first Autumn: many Lords about, some at Sieges, much land Ravaged."""
    g = begin(setup)
    g.to_hold = []
    g.box, g.phase = chance.choice(STARTS)
    g.campaigning = g.phase == "end"
    g.plans = {side: [] for side in (CHRISTIAN, MUSLIM)} if g.campaigning else {}
    for lord in g.lords.values():
        if lord.where == CALENDAR and LORDS[lord.id].fealty and free_seats(g, lord) and chance.random() < 0.7:
            prepare_mat(g, lord, chance.choice(free_seats(g, lord)), 0)
        if lord.where == MAP:
            lord.service = min(17, g.box + chance.randint(1, 5))
            for asset in ("coin", "loot", "provender", "cart", "mule"):
                lord.assets[asset] = chance.randint(1, 3)
        if lord.where == CALENDAR and lord.box < g.box:
            lord.box = g.box
    g.taifas = {taifa: due_status(g, taifa) for taifa in TAIFAS}
    g.jihad = {place: count for place, count in g.jihad.items() if g.taifas[TAIFA_OF[place]] != "independent"}
    besiege(g, chance)
    raider = chance.choice((CHRISTIAN, MUSLIM))
    land = [place for place in LOCALES if place not in g.ravaged and owner(g, place) == OTHER[raider]]
    g.ravaged |= dict.fromkeys(chance.sample(land, min(len(land), chance.randint(4, 20))), raider)
    return g


def besiege(g: Almoravid, chance: random.Random) -> None:
    """Some Christian Lords lie before Muslim Strongholds, with or without a Lord inside."""
    for place in [*g.siege]:
        if owner(g, place) != MUSLIM:
            del g.siege[place]
    for lord in [
        one for one in g.lords.values() if one.side == CHRISTIAN and one.where == MAP and one.at not in g.siege
    ]:
        places = [spot for spot in SIEGES if spot in LOCALES and owner(g, spot) == MUSLIM and not present(g, spot)]
        places += [one.at for one in g.lords.values() if one.side == MUSLIM and one.at and owner(g, one.at) == MUSLIM]
        free = [spot for spot in places if spot not in g.siege and LOCALES[spot].stronghold]
        if not free or chance.random() < 0.5:
            continue
        lord.at = chance.choice(free)
        g.siege[lord.at] = chance.randint(1, 4)
        for other in present(g, lord.at):
            other.inside = other.side == MUSLIM
