"""A bot that plays Almoravid sensibly by rules of thumb: it scores, feeds its army and avoids bad fights."""

from __future__ import annotations

from core.engine import Ask, Option
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, OTHER, TAIFA_OF, UNITS
from core.games.almoravid.politics import jihad_places, owner
from core.games.almoravid.state import Almoravid
from core.games.levy.lords import mustered, outside, within
from core.games.levy.state import Lord
from core.games.levy.supply import refuse_ravage


def choose(g: Almoravid, ask: Ask, options: list[Option]) -> Option:
    """The option with the most promise; the first of equals."""
    return max(options, key=lambda option: promise(g, ask, option))


def promise(g: Almoravid, ask: Ask, option: Option) -> int:
    """How good an answer looks: a number to compare, no more."""
    weigh = WEIGHTS.get(ask.name)
    words = option.notation.split()
    if weigh is not None:
        return weigh(g, ask, words)
    return -1 if words[0] in ("pass", "done", "no", "stay") else 0


# --- strength --------------------------------------------------------------------------------------


def strength(lord: Lord) -> int:
    """Melee and staying power of a Lord's units."""
    return sum(count * (UNITS[unit].melee + UNITS[unit].missile + UNITS[unit].loss) for unit, count in lord.forces.items())


def force_at(g: Almoravid, place: str, side: str) -> int:
    return sum(strength(lord) for lord in outside(g, place, side))


# --- Levy ------------------------------------------------------------------------------------------


def weigh_levy(g: Almoravid, ask: Ask, words: list[str]) -> int:
    match words:
        case ["levy", "lord", _]:
            return 60
        case ["levy", "vassal", vassal]:
            return 40 + sum(g.rules.vassals[vassal].forces.values())
        case ["hire" | "milites", *_]:
            return 50
        case ["levy", "mule" | "cart"]:
            return 10
        case ["levy", "capability"]:
            return 20 if len(g.held[ask.seat]) < 3 else 5
    return 0 if words == ["done"] else 1


GOOD_CARDS = ("ram", "crossbows", "bowmen", "siege_towers", "household", "javelins", "slingers", "milites", "hueste")


def weigh_card(g: Almoravid, ask: Ask, words: list[str]) -> int:
    if words[0] != "card":
        return 0
    ability = g.rules.cards[words[1]].ability
    return 30 - GOOD_CARDS.index(ability) if ability in GOOD_CARDS else 5


def weigh_pay(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Pay a Lord whose Service is about to end; play Events at once."""
    if words[0] == "play":
        return 50
    if words[0] != "pay":
        return 0
    return 20 if g.lords[words[1]].service <= g.box + 1 and g.box <= g.last_box else -5


# --- Plan and Command ------------------------------------------------------------------------------


def weigh_plan(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Strong and quick Lords first, but not one Lord's cards in a row without end."""
    if words[1] == "pass":
        return -100
    lord = g.lords[words[1]]
    if lord.inside:
        return -50
    return LORDS[lord.id].command * 4 + strength(lord)


def need(g: Almoravid, lord: Lord) -> int:
    """Food a Lord lacks for two meals."""
    mouths = sum(lord.forces.values()) + lord.assets.get("mule", 0)
    stock = lord.assets.get("provender", 0) + lord.assets.get("loot", 0)
    return 2 * (-(-mouths // 6)) - stock


def weigh_command(g: Almoravid, ask: Ask, words: list[str]) -> int:
    command = g.command
    assert command is not None
    lord = g.lords[command.lord]
    hungry = need(g, lord)
    match words:
        case ["play", *_]:
            return 90
        case ["cathedral" | "preach", *_]:
            return 85
        case ["ravage"]:
            return 80
        case ["raid", _]:
            return 60
        case ["siege"]:
            return weigh_siege(g, lord)
        case ["storm"]:
            return weigh_storm(g, lord)
        case ["encamp"]:
            return 55 if is_prize(g, lord, lord.at) else 1
        case ["supply"]:
            return 50 if hungry > 0 else 8
        case ["forage"]:
            return 45 if hungry > 0 else 6
        case ["tax"]:
            return 15
        case ["march", target]:
            return weigh_march(g, lord, target)
        case ["sally" | "sortie"]:
            enemy = force_at(g, lord.at, OTHER[lord.side])
            return 70 if strength(lord) > 2 * enemy else -20
    return 0 if words == ["pass"] else -1


def is_prize(g: Almoravid, lord: Lord, place: str) -> bool:
    """A Stronghold one or two Lords can hope to take."""
    stronghold = LOCALES[place].stronghold
    return stronghold is not None and stronghold.capacity <= len(outside(g, place, lord.side)) + 1


def weigh_siege(g: Almoravid, lord: Lord) -> int:
    stronghold = LOCALES[lord.at].stronghold
    assert stronghold is not None
    if within(g, lord.at):
        return 40 if g.siege[lord.at] < 3 else 12
    return 75 - 10 * stronghold.value + 5 * g.siege[lord.at]


def weigh_storm(g: Almoravid, lord: Lord) -> int:
    stronghold = LOCALES[lord.at].stronghold
    assert stronghold is not None
    defence = 6 * sum(stronghold.garrison.values()) + sum(strength(one) for one in within(g, lord.at))
    markers = g.siege[lord.at]
    return 78 if markers >= 2 and force_at(g, lord.at, lord.side) > 3 * defence else -10


def weigh_march(g: Almoravid, lord: Lord, target: str) -> int:
    """Towards the nearest land to Ravage or to take; never into a stronger enemy, nor from a good Siege."""
    enemy = force_at(g, target, OTHER[lord.side])
    own = force_at(g, lord.at, lord.side) if g.rules.leads_group(g, lord, target) else strength(lord)
    if enemy and own < 2 * enemy:
        return -60
    if lord.at in g.siege and not lord.inside:
        return -5
    if need(g, lord) > 0 and not enemy:
        return 5
    return 40 - 4 * distance_to_work(g, lord, target)


def distance_to_work(g: Almoravid, lord: Lord, start: str) -> int:
    """Ways from `start` to the nearest Locale this Lord could Ravage without meeting a stronger enemy."""
    seen, edge = {start, lord.at}, [start]
    for steps in range(8):
        for place in edge:
            strong = force_at(g, place, OTHER[lord.side]) * 2 > strength(lord)
            if refuse_ravage(g, lord, place) is None and not strong:
                return steps
        edge = [near for place in edge for near in LOCALES[place].ways if near not in seen]
        seen.update(edge)
    return 9


def weigh_besiege(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Bypass to Ravage first; then dig in where the prize is in reach."""
    command = g.command
    if command is None:
        return 1 if words[0] == "besiege" else 0
    lord = g.lords[command.lord]
    left = command.actions - command.used
    fresh = lord.at not in g.ravaged and left >= 1
    wants = is_prize(g, lord, lord.at) and not (fresh and left >= 2)
    return int(wants == (words[0] == "besiege"))


# --- fights ----------------------------------------------------------------------------------------


def weigh_approach(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Stand if stronger; else inside, else away."""
    lords = mustered(g, ask.seat)
    command = g.command
    assert command is not None
    place = g.lords[command.lord].at
    own = sum(strength(lord) for lord in lords if lord.at == place and not lord.inside)
    stronger = own >= force_at(g, place, OTHER[ask.seat])
    match words:
        case ["stand"]:
            return 10 if stronger else 0
        case ["withdraw", _]:
            return 6
        case ["avoid", _, target]:
            return 4 if owner(g, target) != OTHER[ask.seat] else 3
    return 0


def weigh_concede(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Give up a lost fight early: losses are lighter."""
    fight = g.fight
    assert fight is not None
    own = sum(strength(g.lords[lord]) for lord in fight.lords[ask.seat])
    enemy = sum(strength(g.lords[lord]) for lord in fight.lords[OTHER[ask.seat]]) + 6 * sum(fight.garrison.values())
    return int((2 * own < enemy) == (words[0] == "concede"))


def weigh_absorb(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """One's own best armored units take Hits; enemy Crossbows aim at what Strikes hardest."""
    unit = UNITS[words[1]]
    fight = g.fight
    assert fight is not None
    own = f"Which unit of {'the Garrison'}" in ask.prompt
    return unit.armor * 10 - unit.melee - own


def weigh_jihad(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Where it turns a Stronghold, best in the way of a Siege."""
    place = words[1]
    return (2 if place not in g.jihad else 0) + (3 if place in g.siege or TAIFA_OF[place] == "toledo" else 0)


def weigh_group(g: Almoravid, ask: Ask, words: list[str]) -> int:
    return 1 if words[0] == "with" else 0


def weigh_laden(g: Almoravid, ask: Ask, words: list[str]) -> int:
    return int(words[0] == "laden")


def weigh_call(g: Almoravid, ask: Ask, words: list[str]) -> int:
    match words[0]:
        case "crusade" | "employ" | "emir":
            return 40
        case "invite":
            return 45
        case "favour":
            return 20
        case "uphold":
            return 30 if jihad_places(g) else 10
        case "reconcile":
            return -10
    return 0


def weigh_surrender(g: Almoravid, ask: Ask, words: list[str]) -> int:
    return int(words[0] == "yes")


WEIGHTS = {
    "levy": weigh_levy,
    "card": weigh_card,
    "pay": weigh_pay,
    "plan": weigh_plan,
    "command": weigh_command,
    "besiege": weigh_besiege,
    "approach": weigh_approach,
    "concede": weigh_concede,
    "absorb": weigh_absorb,
    "jihad": weigh_jihad,
    "group": weigh_group,
    "laden": weigh_laden,
    "call": weigh_call,
    "surrender": weigh_surrender,
    "relief": weigh_surrender,
    "javelins": weigh_surrender,
}
