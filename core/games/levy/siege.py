"""4.5.1: Siege, Surrender and Siegeworks."""

from __future__ import annotations

from core.engine import Ask, Procedure
from core.games.levy.choices import NO, YES
from core.games.levy.lords import present, within
from core.games.levy.state import LevyState, Lord

MOST_MARKERS = 4


def siege(g: LevyState, lord: Lord) -> Procedure[None]:
    """A whole card: ask for Surrender if nobody is inside, else or then dig."""
    place = lord.at
    for one in present(g, place):
        one.moved = True
    if not within(g, place):
        locale = g.rules.locales[place]
        assert locale.stronghold is not None
        dice = locale.stronghold.value
        terms = f"{dice} {'dice, each' if dice > 1 else 'die,'} at most {surrender_limit(g, place)}"
        choice = yield Ask(lord.side, "surrender", f"Ask {locale.name} to Surrender ({terms})?", [YES, NO], "4.5.1")
        if choice is YES:
            fallen = yield from g.rules.surrender(g, lord, place)
            if fallen:
                return
    siegeworks(g, lord.side, place)


def siegeworks(g: LevyState, side: str, place: str) -> None:
    """One more Siege marker, if there are Lords enough to close the ring."""
    stronghold = g.rules.locales[place].stronghold
    assert stronghold is not None
    if g.siege[place] == MOST_MARKERS:
        return
    if g.rules.siege_strength(g, side, place) >= stronghold.capacity:
        g.siege[place] += 1
        g.tell("siegeworks", place=place, markers=g.siege[place])
    else:
        g.tell("ring_open", place=place, capacity=stronghold.capacity)


def surrender_limit(g: LevyState, place: str) -> int:
    """The highest roll of each die that brings Surrender."""
    return g.siege[place] + (place in g.ravaged)
