"""F. Combat: retreating. An army goes where it loses the fewest cubes on the way."""

from __future__ import annotations

from functools import lru_cache

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.data import ARAB, CITIES, LINKS, Side, Way
from core.games.byzantium.forces import FieldArmy
from core.games.byzantium.state import Byzantium

RULE = "F. Retreating an Army"
FLEET = "byzantine-fleet"

_TO = {
    city.id: Option(f"to {city.id}", f"Retreat to {city.name}", (city.id,), value=city.id) for city in CITIES.values()
}
_SEA_BARS = [
    Option("bar", "Bar the sea: it must retreat by land"),
    Option("allow", "Let it retreat by sea"),
]


@lru_cache
def _ways(side: Side, sea: bool) -> dict[str, tuple[str, ...]]:
    """Printed links a retreating army may use. R38"""
    kinds = {Way.ROAD} | ({Way.DESERT} if side is ARAB else set()) | ({Way.SEA} if sea else set())
    return {city: tuple(to for to, kind in links if kind in kinds) for city, links in LINKS.items()}


def refuges(game: Byzantium, side: Side, start: str, sea: bool = True) -> tuple[int, dict[str, list[str]]]:
    """Where an army can retreat to for the fewest casualties: that number, and a path to each refuge.

    It stops at the first city of its side; every other city on the way costs one cube. R36
    """
    ways = _ways(side, sea)
    seen = {start}
    edge = [[start]]
    casualties = 0
    while edge:
        found: dict[str, list[str]] = {}
        onward: list[list[str]] = []
        for path in edge:
            for city in ways[path[-1]]:
                if city in seen:
                    continue
                if game.side[city] is side:
                    found.setdefault(city, [*path, city])
                else:
                    seen.add(city)
                    onward.append([*path, city])
        if found:
            return casualties, found
        edge = onward
        casualties += 1
    return 0, {}


def barring_fleet(game: Byzantium, army: FieldArmy) -> str | None:
    """Another player's Byzantine Fleet, which may keep an Arab army from retreating by sea."""
    owner = game.boxed(FLEET)
    return owner if army.side is ARAB and owner != army.seat else None


def sea_is_open(game: Byzantium, army: FieldArmy, start: str) -> Procedure[bool]:
    """May the army retreat by sea? A barring fleet is asked only where the sea leads elsewhere than the land. R38"""
    owner = barring_fleet(game, army)
    if owner is None:
        return True
    by_sea, sea_refuges = refuges(game, army.side, start)
    by_land, land_refuges = refuges(game, army.side, start, sea=False)
    if by_sea == by_land and sea_refuges.keys() == land_refuges.keys():
        return False
    prompt = f"{army.seat}'s Arab army retreats from {CITIES[start].name}. May it go by sea?"
    return (yield from fleet_allows(game, owner, army, prompt))


def fleet_allows(game: Byzantium, owner: str, army: FieldArmy, prompt: str) -> Procedure[bool]:
    """The fleet's owner says whether a beaten army may go by sea."""
    choice = yield Ask(owner, "sea retreat", prompt, _SEA_BARS, RULE)
    if choice.notation == "bar":
        game.tell("sea_barred", seat=owner, army=army.seat)
        return False
    return True


def can_retreat(game: Byzantium, army: FieldArmy, start: str, sea: bool = True) -> bool:
    """Would the army survive the cheapest way out? R37"""
    casualties, found = refuges(game, army.side, start, sea)
    return bool(found) and army.cubes(game) > casualties


def retreat_before_battle(game: Byzantium, army: FieldArmy, start: str) -> Procedure[bool]:
    """The army leaves of its own will, unless a fleet bars the only way it would survive. Has it gone? R37"""
    sea = yield from sea_is_open(game, army, start)
    if not can_retreat(game, army, start, sea):
        return False
    yield from withdraw(game, army, start, sea)
    return True


def retreat(game: Byzantium, army: FieldArmy, start: str) -> Procedure[None]:
    """A beaten army leaves `start`, by whatever way it is left."""
    sea = yield from sea_is_open(game, army, start)
    yield from withdraw(game, army, start, sea)


def withdraw(game: Byzantium, army: FieldArmy, start: str, sea: bool) -> Procedure[None]:
    """The army goes; without a way out, or a cube left at the end of it, it is destroyed. R36"""
    casualties, found = refuges(game, army.side, start, sea)
    if not found:
        yield from army.suffer(game, army.cubes(game), "no way out")
        remove_if_destroyed(game, army)
        return
    refuge = next(iter(found))
    if len(found) > 1 and army.cubes(game) > casualties:
        loss = f", losing {casualties} cube{'s' * (casualties > 1)}" if casualties else ""
        prompt = f"Where does your {army.side.capitalize()} army retreat from {CITIES[start].name}{loss}?"
        choice = yield Ask(
            army.seat, "retreat", prompt, [_TO[city] for city in found], RULE,
            lambda text: why_not_retreat(game, army, start, text),
        )  # fmt: skip
        refuge = choice.value
    casualties = min(casualties, army.cubes(game))
    game.tell("retreated", seat=army.seat, side=army.side, path=found[refuge], casualties=casualties)
    yield from army.suffer(game, casualties, "on the retreat")
    game.stake(army.seat, army.side).at = refuge
    remove_if_destroyed(game, army)


def why_not_retreat(game: Byzantium, army: FieldArmy, start: str, text: str) -> Refusal | None:
    city = text.removeprefix("to ")
    if city not in CITIES:
        return None
    if city == start:
        return Refusal("That is the city it must leave.", RULE)
    if game.side[city] is not army.side:
        return Refusal(f"It is no {army.side.capitalize()} city, and an army retreats until it is among friends.", RULE)
    return Refusal("It must go a way that costs the fewest cubes, to the first friendly city on it.", RULE)


def remove_if_destroyed(game: Byzantium, army: FieldArmy) -> bool:
    """An army without cubes in Elite, Main Army and Move leaves the map. R14"""
    stake = game.stake(army.seat, army.side)
    if stake.at is not None and not stake.field_cubes:
        game.tell("destroyed", seat=army.seat, side=army.side, city=stake.at)
        stake.at = None
        return True
    return stake.at is None
