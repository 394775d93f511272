"""A bot that plays Almoravid sensibly by rules of thumb: it scores, feeds its army and avoids bad fights."""

from __future__ import annotations

from collections.abc import Callable

from core.engine import Ask, Option, Session
from core.games.almoravid.data import LOCALES, LORDS, OTHER, TAIFA_OF, UNITS
from core.games.almoravid.politics import jihad_places, owner
from core.games.almoravid.state import Almoravid
from core.games.levy.lords import has_ability, mustered, outside, within
from core.games.levy.state import Lord
from core.games.levy.supply import refuse_ravage


def captain_bot(seed: str) -> Callable[[Session, Ask], str]:
    """For front ends that make their bots from a seed; the captain needs none."""
    return captain


def captain(session: Session, ask: Ask) -> str:
    """As a bot for the match runner. It has no memory and rolls no dice: the same question, the same answer."""
    return choose(session.state, ask, session.offers(ask)).notation


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
    units = [(UNITS[unit], count) for unit, count in lord.forces.items()]
    return sum(count * (unit.melee + unit.missile + unit.loss) for unit, count in units)


def force_at(g: Almoravid, place: str, side: str) -> int:
    return sum(strength(lord) for lord in outside(g, place, side))


# --- Levy ------------------------------------------------------------------------------------------


def weigh_levy(g: Almoravid, ask: Ask, words: list[str]) -> int:
    lord = g.lords[levying(ask)]
    if words == ["levy", "mule"] and goes_to_siege(g, lord) and lord.assets.get("mule", 0) < 4:
        return 70
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
            return 20 if len(lord.cards) < 2 else -1
    return 0 if words == ["done"] else 1


def levying(ask: Ask) -> str:
    """The Lord whose name begins the prompt."""
    return next(lord for lord, known in LORDS.items() if ask.prompt.startswith(f"{known.name}:"))


GOOD_CARDS = ("ram", "crossbows", "bowmen", "siege_towers", "household", "javelins", "slingers", "milites", "hueste")


def weigh_card(g: Almoravid, ask: Ask, words: list[str]) -> int:
    if words[0] != "card":
        return -1
    ability = g.rules.cards[words[1]].ability
    return 30 - GOOD_CARDS.index(ability) if ability in GOOD_CARDS else 5


def weigh_pay(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Pay a Lord whose Service is about to end; play Events at once."""
    if words[0] == "play":
        return 50
    if words[0] != "pay":
        return 0
    lord = g.lords[words[1]]
    lasts = lord.service > min(g.box + 2, g.last_box)
    return -5 if lasts else 30 - lord.service + strength(lord) // 10 + 2 * (words[2] == "loot")


# --- Plan and Command ------------------------------------------------------------------------------


def weigh_plan(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Every Lord in turn, the most useful first: the prompt says which card of the stack this is. A Marshal
    whom a Siege may need goes before all others."""
    lords = [option.value[1] for option in ask.options if option.value[1] in g.lords]
    order = sorted(lords, key=lambda lord: usefulness(g.lords[lord]), reverse=True)
    turn = int(ask.prompt.split()[2]) - 1
    leader = next((lord for lord in lords if LORDS[lord].marshal), "")
    if leader and any(outside(g, place, ask.seat) for place in g.siege):
        return -1 if words[1] == "pass" else 2 * (words[1] == leader) + (words[1] == order[turn % len(order)])
    return -1 if words[1] == "pass" else int(order[turn % len(order)] == words[1])


def usefulness(lord: Lord) -> int:
    return -1 if lord.inside or lord.upper else 10 * LORDS[lord.id].command + strength(lord)


def need(g: Almoravid, lord: Lord) -> int:
    """Food a Lord lacks for the next meals. With Service to spare, hunger can be borne."""
    mouths = sum(lord.forces.values()) + lord.assets.get("mule", 0)
    stock = sum(lord.assets.get(asset, 0) for asset in ("provender", "loot"))
    if lord.service > g.box + (2 if g.box < g.last_box else 1):
        return 0
    return -(-mouths // 6) + 1 - stock


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
            packs = g.rules.load(g, lord, True)[0] > lord.assets.get("provender", 0)
            return 72 if packs and goes_to_siege(g, lord) else 50 if hungry > 0 else 8
        case ["forage"]:
            return 45 if hungry > 0 else 6
        case ["tax"]:
            return 42 if lord.assets.get("coin", 0) < 2 else 12
        case ["march", target]:
            return weigh_march(g, lord, target)
        case ["sally" | "sortie"]:
            enemy = force_at(g, lord.at, OTHER[lord.side])
            return 70 if strength(lord) > 2 * enemy else -20
    return 0 if words == ["pass"] else -1


def is_prize(g: Almoravid, lord: Lord, place: str) -> bool:
    """A Stronghold one or two Lords can hope to take."""
    stronghold = LOCALES[place].stronghold
    if stronghold is None or within(g, place):
        return False
    return stronghold.value == 1 or g.rules.siege_strength(g, lord.side, place) >= stronghold.capacity


def weigh_siege(g: Almoravid, lord: Lord) -> int:
    stronghold = LOCALES[lord.at].stronghold
    assert stronghold is not None
    if within(g, lord.at):
        return 2
    able = g.rules.siege_strength(g, lord.side, lord.at) >= stronghold.capacity
    return 65 + 5 * g.siege[lord.at] - 10 * stronghold.value if able or g.siege[lord.at] >= stronghold.value else 3


def weigh_storm(g: Almoravid, lord: Lord) -> int:
    stronghold = LOCALES[lord.at].stronghold
    assert stronghold is not None
    defence = 6 * sum(stronghold.garrison.values()) + sum(strength(one) for one in within(g, lord.at))
    markers = g.siege[lord.at]
    return 78 if markers >= 3 and force_at(g, lord.at, lord.side) > 4 * defence else -10


def weigh_march(g: Almoravid, lord: Lord, target: str) -> int:
    """Towards the nearest land to Ravage or to take; never into a stronger enemy, nor from a good Siege."""
    enemy = force_at(g, target, OTHER[lord.side])
    own = force_at(g, lord.at, lord.side) if g.rules.leads_group(g, lord, target) else strength(lord)
    if enemy and own < 2 * enemy:
        return -60
    if lord.at in g.siege and not lord.inside and not within(g, lord.at):
        return -5
    if goes_to_siege(g, lord):
        return 70 - 4 * siege_ways(g, lord, target)
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


def calls_for_help(g: Almoravid, lord: Lord, place: str) -> bool:
    """An own Siege with too few Lords, to which a Marshal could bring more."""
    stronghold = LOCALES[place].stronghold
    if not LORDS[lord.id].marshal or place not in g.siege or stronghold is None or lord.at == place:
        return False
    besiegers = outside(g, place, lord.side)
    return bool(besiegers) and g.rules.siege_strength(g, lord.side, place) < stronghold.capacity


def goes_to_siege(g: Almoravid, lord: Lord) -> bool:
    return any(calls_for_help(g, lord, place) for place in g.siege)


def suffices(g: Almoravid, lord: Lord, place: str) -> bool:
    """Whether he alone would close the ring: fewer mouths to feed."""
    stronghold = LOCALES[place].stronghold
    assert stronghold is not None
    own = 2 if has_ability(g, lord, "ram") else 1
    return g.rules.siege_strength(g, lord.side, place) + own >= stronghold.capacity


def siege_ways(g: Almoravid, lord: Lord, start: str) -> int:
    seen, edge = {start}, [start]
    for steps in range(12):
        if any(calls_for_help(g, lord, place) for place in edge):
            return steps
        edge = [near for place in edge for near in LOCALES[place].ways if near not in seen]
        seen.update(edge)
    return 12


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
    """What is best protected takes the Hits."""
    unit = UNITS[words[1]]
    return 10 * unit.armor - unit.melee


def weigh_jihad(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Where it turns a Stronghold, best in the way of a Siege."""
    place = words[1]
    return (2 if place not in g.jihad else 0) + (3 if place in g.siege or TAIFA_OF[place] == "toledo" else 0)


def weigh_group(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Lords raid better apart, but go to a Siege together."""
    assert g.command is not None
    lord = g.lords[g.command.lord]
    together = any(calls_for_help(g, lord, place) and not suffices(g, lord, place) for place in g.siege)
    return int(together == (words[0] == "with"))


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


def weigh_stack(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """Lords act for themselves; cards are kept."""
    return int(words[0] == "done")


def weigh_waste(g: Almoravid, ask: Ask, words: list[str]) -> int:
    """The Asset there is most of."""
    return {"cart": 4, "mule": 3, "loot": 2, "provender": 1}.get(words[1], 0)


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
    "lieutenants": weigh_stack,
    "reset": weigh_stack,
    "wastage": weigh_waste,
    "relief": weigh_surrender,
    "javelins": weigh_surrender,
}
