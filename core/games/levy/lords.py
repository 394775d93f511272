"""Questions about Lords, and what goes on and off their mats (1.5-1.7)."""

from __future__ import annotations

from core.games.levy.facts import LordFacts
from core.games.levy.state import MAP, LevyState, Lord


def facts(g: LevyState, lord: Lord) -> LordFacts:
    return g.rules.lords[lord.id]


def name(g: LevyState, lord_id: str) -> str:
    return g.rules.lords[lord_id].name


def mustered(g: LevyState, side: str) -> list[Lord]:
    """The Lords of a side on map."""
    return [lord for lord in g.lords.values() if lord.side == side and lord.where == MAP]


def present(g: LevyState, place: str) -> list[Lord]:
    return [lord for lord in g.lords.values() if lord.at == place]


def outside(g: LevyState, place: str, side: str) -> list[Lord]:
    """A side's Lords at a Locale who are neither Besieged nor Bypassed."""
    return [lord for lord in g.lords.values() if lord.at == place and lord.side == side and not lord.inside]


def within(g: LevyState, place: str) -> list[Lord]:
    return [lord for lord in g.lords.values() if lord.at == place and lord.inside]


def is_besieged(g: LevyState, lord: Lord) -> bool:
    return lord.inside and lord.at in g.siege


def is_besieging(g: LevyState, lord: Lord) -> bool:
    return not lord.inside and lord.at in g.siege


def companions(g: LevyState, lord: Lord) -> list[Lord]:
    """The Lords he can Share with, himself first (1.5.2)."""
    return [lord] + [
        other
        for other in g.lords.values()
        if other.at == lord.at and other.side == lord.side and other is not lord and other.inside == lord.inside
    ]


def is_friendly(g: LevyState, lord: Lord) -> bool:
    return g.rules.owner(g, lord.at) == lord.side


def is_enemy_stronghold(g: LevyState, side: str, place: str) -> bool:
    return g.rules.locales[place].stronghold is not None and g.rules.owner(g, place) == g.rules.other[side]


def gain(lord: Lord, asset: str, amount: int = 1) -> None:
    if amount:
        lord.assets[asset] = lord.assets.get(asset, 0) + amount


def spend(lord: Lord, asset: str, amount: int = 1) -> None:
    left = lord.assets[asset] - amount
    if left:
        lord.assets[asset] = left
    else:
        del lord.assets[asset]


def add_units(lord: Lord, forces: dict[str, int]) -> None:
    for unit, count in forces.items():
        lord.forces[unit] = lord.forces.get(unit, 0) + count


def remove_units(lord: Lord, unit: str, count: int = 1) -> int:
    """Takes away as many as there are; says how many."""
    taken = min(count, lord.forces.get(unit, 0))
    if taken:
        left = lord.forces[unit] - taken
        if left:
            lord.forces[unit] = left
        else:
            del lord.forces[unit]
    return taken


def unit_count(lord: Lord) -> int:
    return sum(lord.forces.values()) + sum(lord.routed.values())


def has_ability(g: LevyState, lord: Lord, ability: str) -> bool:
    """Whether a 'This Lord' Capability is at his mat (3.4.4)."""
    cards = g.rules.cards
    return any(cards[card].ability == ability for card in lord.cards)


def side_has(g: LevyState, side: str, ability: str) -> bool:
    """Whether a Capability lies at the side's board edge."""
    cards = g.rules.cards
    return any(cards[card].ability == ability for card in g.edge[side])


def lost_units(g: LevyState, lord: Lord) -> dict[str, int]:
    """What is missing of his starting Forces and his Mustered Vassals' (3.4.2)."""
    due = dict(facts(g, lord).forces)
    for vassal, state in lord.vassals.items():
        if state == "mustered":
            for unit, count in g.rules.vassals[vassal].forces.items():
                due[unit] = due.get(unit, 0) + count
    have = lord.forces
    missing = {unit: count - have.get(unit, 0) - lord.routed.get(unit, 0) for unit, count in due.items()}
    return {unit: count for unit, count in missing.items() if count > 0}


def is_hidden(g: LevyState, lord: Lord, viewer: str) -> bool:
    """1.5.2: with Hidden Mats a side sees its own mats, and those that fight."""
    if g.options.get("hidden_mats") != "on" or lord.side == viewer:
        return False
    return g.fight is None or lord.id not in g.fight.lords[lord.side]
