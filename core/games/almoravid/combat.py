"""4.4.2, 4.5.2: how hard Lords Strike and how well they are Protected, cards and all."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.almoravid.data import CHRISTIAN, LORDS, MUSLIM, UNITS
from core.games.almoravid.state import Almoravid
from core.games.levy.lords import has_ability, side_has
from core.games.levy.state import Fight, Lord

STORM_CAP = 12
"""Six Hits, in halves: the most a Lord adds to Melee in a Storm (4.5.2)."""
SLINGERS, JAVELINS, CANTADOR_UNITS = 3, 4, 4

BATTLE_ORDER = (
    ("defender", "missile"),
    ("attacker", "missile"),
    ("defender", "horse"),
    ("attacker", "horse"),
    ("defender", "foot"),
    ("attacker", "foot"),
)
STORM_ORDER = (("defender", "missile"), ("attacker", "missile"), ("defender", "melee"), ("attacker", "melee"))


def strike_order(fight: Fight) -> Sequence[tuple[str, str]]:
    """4.4.2; after a Feigned Retreat (M6) the Muslims make all their Melee of Round 2 first."""
    if fight.kind == "storm":
        return STORM_ORDER
    if fight.round == 2 and "M6" in fight.played:
        first, then = ("attacker", "defender") if fight.attacker == MUSLIM else ("defender", "attacker")
        return (*BATTLE_ORDER[:2], (first, "horse"), (first, "foot"), (then, "horse"), (then, "foot"))
    return BATTLE_ORDER


def melee(g: Almoravid, fight: Fight, lord: Lord, step: str) -> int:
    """Half Hits of a Lord's Horse, Foot or, in Storm, both."""
    if fight.kind == "storm":
        total = 0
        for unit, count in lord.forces.items():
            total += UNITS[unit].melee_storm * count
        return min(STORM_CAP, total + cantador(fight, lord))
    horse = step == "horse"
    total = 0
    for unit, count in lord.forces.items():
        known = UNITS[unit]
        if known.horse == horse:
            total += known.melee * count
    return total + cantador(fight, lord) if horse else total


def cantador(fight: Fight, lord: Lord) -> int:
    """C8: in Round 1 up to four Knights and Sergeants of one Lord make a Hit more."""
    if fight.round != 1 or fight.chosen.get("cantador") != lord.id:
        return 0
    return 2 * min(CANTADOR_UNITS, lord.forces.get("knights", 0) + lord.forces.get("sergeants", 0))


def has_javelins(g: Almoravid, lord: Lord) -> bool:
    if "african_horse" in lord.forces:
        return True
    return has_ability(g, lord, "javelins") and any(not UNITS[unit].armor for unit in lord.forces)


def missiles(g: Almoravid, fight: Fight, lord: Lord, javelins: bool) -> tuple[int, int, int]:
    """Half Hits of Crossbows and of other Missiles, and whole Hits of an Arrada. Each unit has its best value."""
    engine = arrada(g, fight, lord)
    if not lord.cards and "african_foot" not in lord.forces and not javelins:
        return (0, 0, engine)
    storm = fight.kind == "storm"
    strong = 1 if storm else 2
    abilities = {g.rules.cards[card].ability for card in lord.cards}
    hills = lord.side == fight.defender and not storm and any(card in fight.played for card in ("C1", "M1"))
    bow = 2 if hills else 1
    crossbows = other = 0
    spare: list[tuple[int, bool, int]] = []
    for unit, count in lord.forces.items():
        known = UNITS[unit]
        aims = "crossbows" in abilities and unit in ("men_at_arms", "militia")
        shoots = aims or unit == "african_foot"
        shoots = shoots or ("bowmen" in abilities and (not known.horse or unit == "light_horse"))
        base = bow if shoots else 0
        if unit == "african_horse":
            other += (strong if javelins else 0) * count
            continue
        slings = min(SLINGERS, count) if unit == "militia" and "slingers" in abilities else 0
        sling_value = 3 if hills else strong
        crossbows, other = _add(crossbows, other, aims, slings * sling_value)
        crossbows, other = _add(crossbows, other, aims, (count - slings) * base)
        if not known.armor:
            spare.append((strong - base, aims, count - slings))
    if javelins and "javelins" in abilities:
        thrown = JAVELINS
        for better, aims, count in sorted(spare, reverse=True):
            taken = min(thrown, count)
            if better > 0:
                crossbows, other = _add(crossbows, other, aims, taken * better)
                thrown -= taken
    return (crossbows, other, engine)


def _add(crossbows: int, other: int, aims: bool, amount: int) -> tuple[int, int]:
    return (crossbows + amount, other) if aims else (crossbows, other + amount)


def garrison_power(fight: Fight, step: str) -> tuple[int, int, int]:
    """4.5.2: Men-at-Arms shoot Crossbows, Militia bows; all fight hand to hand."""
    crossbows = other = 0
    for unit, count in fight.garrison.items():
        known = UNITS[unit]
        if step != "missile":
            other += known.melee_storm * count
        elif known.armor:
            crossbows += count
        else:
            other += count
    return (crossbows, other, 0)


def arrada(g: Almoravid, fight: Fight, lord: Lord) -> int:
    """M17: three Hits in a Storm, even from Reserve, or while its Lord Sallies. In a Storm they go with the first
    Lord in Front."""
    if lord.side != MUSLIM:
        return 0
    if fight.kind == "storm":
        first = next((one for one in fight.front[MUSLIM] if one), "")
        if lord.id != first:
            return 0
        crews = [one for one in fight.lords[MUSLIM] if one not in fight.routed]
        return 3 if any(has_ability(g, g.lords[one], "arrada") for one in crews) else 0
    sallies = (fight.kind == "sally" and fight.attacker == MUSLIM) or lord.id in fight.sally
    return 3 if sallies and has_ability(g, lord, "arrada") else 0


def armor(g: Almoravid, fight: Fight, lord: Lord, unit: str, step: str, by: str) -> int:
    """Armor; Evade against Melee in the field; else 1."""
    known = UNITS[unit]
    if known.armor:
        behind_spears = (
            step == "horse"
            and by == CHRISTIAN
            and unit in ("men_at_arms", "african_foot")
            and fight.chosen.get("spear wall round") == str(fight.round)
            and lord.id in (fight.chosen.get("spear wall 1"), fight.chosen.get("spear wall 2"))
        )
        return known.armor + behind_spears
    if step == "missile" or fight.kind == "storm":
        return 1
    if unit == "light_horse" and lord.side == MUSLIM and side_has(g, MUSLIM, "andalusians"):
        own = LORDS[lord.id]
        if own.realm or lord.id == "rodrigo_al_sayyid":
            return 3
    return max(1, known.evade)


def walls(g: Almoravid, fight: Fight) -> int:
    """The Stronghold's Walls, 1 worse from Round 2 on if Siege Towers are there, even in Reserve (C6, M13)."""
    towers = fight.round > 1 and any(
        lord not in fight.routed and has_ability(g, g.lords[lord], "siege_towers")
        for lord in fight.lords[fight.attacker]
    )
    return fight.walls - towers


def storm_rounds(g: Almoravid, lord: Lord, place: str) -> int:
    """4.5.2: as many Rounds as Siege markers; García Jiménez (C24) adds two on his Lord's own card."""
    return g.siege[place] + (2 if has_ability(g, lord, "garcia_jimenez") else 0)
