"""4.3.5: who is outside which Stronghold. Siege and Bypass markers follow from that."""

from __future__ import annotations

from core.engine import Ask, Procedure
from core.games.levy.choices import option
from core.games.levy.lords import is_enemy_stronghold, outside, within
from core.games.levy.state import MAP, LevyState

BESIEGE = option("besiege", "Besiege it: the card ends")
BYPASS = option("bypass", "Bypass it")


def room_inside(g: LevyState, side: str, place: str) -> int:
    """How many more Lords can Withdraw into a Friendly Stronghold (1.3.1)."""
    stronghold = g.rules.locales[place].stronghold
    if stronghold is None or g.rules.owner(g, place) != side:
        return 0
    return stronghold.capacity - len(within(g, place))


def lift(g: LevyState, place: str) -> None:
    """The Siege or Bypass is over; whoever is inside is free."""
    if place in g.siege:
        g.tell("siege_lifted", place=place)
    g.siege.pop(place, None)
    g.bypass.pop(place, None)
    for lord in within(g, place):
        lord.inside = False


def tidy(g: LevyState) -> None:
    """Markers without an enemy outside come off, and Lords inside come out."""
    for place in [*g.siege, *g.bypass]:
        owner = g.rules.owner(g, place)
        if not owner or not outside(g, place, g.rules.other[owner]):
            lift(g, place)
    for lord in g.lords.values():
        if lord.inside and not outside(g, lord.at, g.rules.other[lord.side]):
            lord.inside = False


def settle(g: LevyState) -> Procedure[None]:
    """4.3.5: after any change of places or allegiance."""
    tidy(g)
    for lord in g.lords.values():
        if lord.where == MAP and not lord.inside:
            place = lord.at
            if place not in g.siege and place not in g.bypass and is_enemy_stronghold(g, lord.side, place):
                yield from besiege_or_bypass(g, lord.side, place)


def besiege_or_bypass(g: LevyState, side: str, place: str) -> Procedure[None]:
    """Lords outside an Enemy Stronghold must do one or the other."""
    stronghold = g.rules.locales[place]
    choice = yield Ask(side, "besiege", f"Besiege or Bypass {stronghold.name}?", [BESIEGE, BYPASS], "4.3.5")
    command = g.command if g.command is not None and g.lords[g.command.lord] in outside(g, place, side) else None
    if choice is BESIEGE:
        g.siege[place] = 1
        g.tell("besieges", side=side, place=place)
        if command is not None:
            command.over = True
    else:
        g.bypass[place] = 1
        g.tell("bypasses", side=side, place=place)
        if command is not None:
            command.stopped = True
    for lord in g.lords.values():
        if lord.at == place and lord.side != side:
            lord.inside = True
