"""Events in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.engine import Event
from core.games.byzantium.cubes import BOX_NAMES
from core.games.byzantium.data import CITIES, SPECIALS

Facts = dict[str, Any]


def tell(event: Event) -> str:
    return _WORDS[event.kind](event.facts)


def _city(facts: Facts) -> str:
    return CITIES[facts["city"]].name


def _army(facts: Facts) -> str:
    return f"{facts['seat']}'s {facts['side'].capitalize()} army"


def _path(cities: list[str]) -> str:
    return " – ".join(CITIES[city].name for city in cities)


def _points(number: int, side: str) -> str:
    return f"{number} {side.capitalize()} point{'s' * (number != 1)}"


def _bezants(number: int, side: str = "") -> str:
    return f"{number} {side.capitalize() + ' ' if side else ''}Bezant{'s' * (number != 1)}"


def _cubes(number: int) -> str:
    return f"{number} cube{'s' * (number != 1)}"


def _battle(facts: Facts) -> str:
    foe = {"FieldArmy": f"{facts['foe']}'s army", "Levies": f"{facts['foe']}'s levies", "Bulgars": "the Bulgars"}
    verb = "beats" if facts["won"] else "is beaten by"
    return (
        f"At {_city(facts)} {facts['seat']}'s attack {verb} {foe[facts['foe_kind']]}, "
        f"{facts['strength']} against {facts['foe_strength']}."
    )


def _attack(facts: Facts) -> str:
    who = "sends the Bulgars against" if facts["side"] == "bulgar" else "attacks"
    return f"{facts['seat']} {who} {_city(facts)}{' in civil war' if facts['civil_war'] else ''}."


def _siege(facts: Facts) -> str:
    result = "falls" if facts["taken"] else "holds"
    return f"{_city(facts)} {result}: strength {facts['strength']} against {facts['defence']}."


def _retreated(facts: Facts) -> str:
    cost = f", losing {_cubes(facts['casualties'])}" if facts["casualties"] else ""
    return f"{_army(facts)} retreats: {_path(facts['path'])}{cost}."


def _captured(facts: Facts) -> str:
    gain = f": {_points(facts['points'], facts['side'])} and {_bezants(facts['plunder'])}" if facts["points"] else ""
    return f"{facts['seat']} captures {_city(facts)}{gain}."


def _bulgars_took(facts: Facts) -> str:
    gain = f": {_points(facts['points'], facts['side'])} for {facts['seat']}" if facts["points"] else ""
    return f"The Bulgars take {_city(facts)}{gain}."


_WORDS: dict[str, Callable[[Facts], str]] = {
    "roll": lambda f: f"{f['why']}: {' '.join(map(str, f['dice']))}",
    "turn": lambda f: f"Turn {f['turn']} begins with {f['seat']}.",
    "bought": lambda f: (
        f"{f['seat']} buys a cube from the {BOX_NAMES.get(f['source'], 'Casualty Pool')} "
        f"for {_bezants(f['price'], f['side'])}."
    ),
    "control": lambda f: f"{f['seat']} takes control of {_city(f)}: {_points(f['points'], f['side'])}.",
    "entered": lambda f: f"{_army(f)} enters the map in {_city(f)}.",
    "marched": lambda f: f"{_army(f)} marches {_path(f['path'])}.",
    "increased": lambda f: f"{f['seat']} adds a cube to the {BOX_NAMES[f['box']]}.",
    "taxed": lambda f: (
        f"{f['seat']} taxes with {_cubes(f['cubes'])}: {f['byzantine']} Byzantine and {f['arab']} Arab Bezants."
    ),
    "built": lambda f: f"{f['seat']} builds a {f['what']}: {_points(f['points'], f['side'])}.",
    "passed": lambda f: f"{f['seat']} passes{' first, and will begin the next turn' if f['first'] else ''}.",
    "improved": lambda f: f"{f['seat']} improves {_city(f)} to {f['tokens']} token{'s' * (f['tokens'] != 1)}.",
    "fortified": lambda f: f"{f['seat']} fortifies {_city(f)}.",
    "throne": lambda f: (
        f"{f['seat']} becomes {SPECIALS[f['special']].name}: {_points(f['points'], SPECIALS[f['special']].side)} "
        "and the Guard."
    ),
    "fleet": lambda f: f"{f['seat']} takes command of the {SPECIALS[f['special']].name}.",
    "bulgars_joined": lambda f: (
        f"{_cubes(f['cubes'])} join{'s' * (f['cubes'] == 1)} the Bulgars, who are {f['total']} now."
    ),
    "bulgars_lost": lambda f: f"The Bulgars lose {_cubes(f['cubes'])}.",
    "bulgars_took": _bulgars_took,
    "attack": _attack,
    "stands": lambda f: f"{_army(f)} stands at {_city(f)}{', having no way out' if f['forced'] else ''}.",
    "battle": _battle,
    "siege": _siege,
    "lost": lambda f: f"{f['seat']} loses a cube of the {BOX_NAMES[f['side'] + '.' + f['box']]}.",
    "guard_lost": lambda f: f"{f['seat']} loses the {'Emperor' if f['side'] == 'byzantine' else 'Caliph'}'s Guard.",
    "gave_up": lambda f: f"{_army(f)} gives up a cube of the {f['box']} box to hold {_city(f)}.",
    "retreated": _retreated,
    "went_back": lambda f: f"{_army(f)} goes back to {_city(f)}.",
    "destroyed": lambda f: f"{_army(f)} is no more.",
    "sea_barred": lambda f: f"{f['seat']}'s fleet bars the sea to {f['army']}'s retreat.",
    "crossing_doubled": lambda f: f"{f['seat']}'s fleet doubles the crossing: {f['army']} pays {_cubes(f['cost'])}.",
    "crossing_too_dear": lambda f: f"{f['seat']}'s fleet makes {_path(f['path'])} too dear for {f['army']}.",
    "captured": _captured,
    "constantinople_fell": lambda f: f"{f['seat']} takes Constantinople: five Arab points, and the game ends.",
    "income": lambda f: f"{f['seat']} collects {_bezants(f['bezants'], f['side'])}.",
    "maintained": lambda f: f"{f['seat']} pays {_bezants(f['bezants'], f['side'])} for the army.",
    "unpaid": lambda f: (
        f"{f['seat']} cannot pay a cube of the {BOX_NAMES[f['box']]}: it is gone{', with a point' * f['points']}."
    ),
    "cubes_back": lambda f: f"{f['seat']} has {_cubes(f['pool'])} in the Cube Pool.",
    "city_points": lambda f: f"{f['seat']} scores {_points(f['points'], f['side'])} for cities.",
}
