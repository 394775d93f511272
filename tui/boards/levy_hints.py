"""A word beside an option: the odds where the rules fix them, otherwise what it is worth knowing before one chooses."""

from __future__ import annotations

from fractions import Fraction

from core.engine import Ask, Option, Session
from core.games.levy.choices import DONE
from core.games.levy.lords import has_ability, is_hidden, mustered, outside, within
from core.games.levy.march import crosses_pass
from core.games.levy.siege import surrender_limit
from core.games.levy.state import LevyState, Lord
from core.games.levy.strike import CROSSBOW, PLAIN, protection
from core.games.levy.supply import refuse_ravage, supply_gain
from tui.boards.levy import forces_signs, percent, strength, up_to
from tui.boards.levy_plan import left_to_plan

FORAGE_OUT_OF_SIX = 3


def hint(session: Session, ask: Ask, option: Option) -> str:
    g: LevyState = session.state
    words = option.notation.split()
    match ask.name:
        case "plan" if words[1] in g.lords:
            lord = g.lords[words[1]]
            left = left_to_plan(session, ask.seat)[lord.id]
            if over := next((one for one in g.lords.values() if one.lower == lord.id), None):
                return f"{left} left, but under {g.rules.lords[over.id].name}: a Pass"
            ratings = f"cmd {g.rules.lords[lord.id].command}, svc {lord.service}"
            return f"{left} left, at {g.rules.locales[lord.at].name}, {ratings}"
        case "command":
            return _command_hint(g, ask, words)
        case "surrender" if option.notation == "yes" and g.command is not None:
            return f"{surrender_odds(g, g.lords[g.command.lord])} to fall"
        case "levy" | "muster":
            return _levy_hint(g, words)
        case "absorb":
            return _absorb_hint(session, ask, words[1])
        case "array" | "reposition" | "victim" if words[-1] in g.lords:
            return forces_signs(g.lords[words[-1]].forces)
        case "pay" if words[0] == "pay":
            lord = g.lords[words[1]]
            return f"Service {lord.service} to {lord.service + 1}{', else he goes' if lord.service <= g.box else ''}"
    return ""


def routine(session: Session, ask: Ask) -> str:
    """4.8.2: to Pay after a Command card can wait while no Service of ours ends and nothing else can be done; with Held
    Events one may want to play, and whether one can is nobody's business."""
    g: LevyState = session.state
    if ask.name != "pay" or not g.campaigning or g.held[ask.seat]:
        return ""
    if any(option.notation.split()[0] not in ("pay", DONE.notation) for option in ask.options):
        return ""
    boxes = [box for lord in mustered(g, ask.seat) for box in (lord.service, *lord.vassal_boxes.values())]
    return DONE.notation if all(box > g.box for box in boxes) else ""


def surrender_odds(g: LevyState, lord: Lord) -> str:
    """4.5.1: every die within the Siege and Ravaged markers; a Battering Ram rolls one of them again."""
    stronghold = g.rules.locales[lord.at].stronghold
    assert stronghold is not None
    within_limit = Fraction(min(6, surrender_limit(g, lord.at)), 6)
    dice = stronghold.value
    chance = within_limit**dice
    if any(has_ability(g, one, "ram") for one in outside(g, lord.at, lord.side)):
        chance += dice * within_limit**dice * (1 - within_limit)
    return percent(chance)


def _command_hint(g: LevyState, ask: Ask, words: list[str]) -> str:
    if g.command is None:
        return ""
    lord = g.lords[g.command.lord]
    stronghold = g.rules.locales[lord.at].stronghold
    match words:
        case ["march", target]:
            return _march_hint(g, lord, target)
        case ["siege"]:
            return "digs" if within(g, lord.at) else f"{surrender_odds(g, lord)} to fall, or digs"
        case ["storm"] if stronghold is not None:
            rounds, garrison = g.rules.storm_rounds(g, lord, lord.at), forces_signs(g.rules.garrison(g, lord.at))
            return f"{rounds} Round{'s' * (rounds != 1)}, Walls {up_to(stronghold.walls)}, Garrison {garrison}"
        case ["supply"]:
            return f"+{supply_gain(g, lord)} Provender"
        case ["forage"]:
            sure = stronghold is not None and g.rules.owner(g, lord.at) == lord.side
            return "+1 Provender" if sure else f"{percent(Fraction(FORAGE_OUT_OF_SIX, 6))} for 1 Provender"
        case ["ravage"] if refuse_ravage(g, lord, lord.at) is None:
            gains = g.rules.ravage_gains(g, lord, lord.at)
            return ", ".join(["½ VP", *(f"+{amount} {asset}" for asset, amount in gains.items() if amount)])
        case ["tax"]:
            return "+1 Coin"
    return ""


def _march_hint(g: LevyState, lord: Lord, target: str) -> str:
    enemy = g.rules.other[lord.side]
    words = []
    foes = outside(g, target, enemy)
    if foes:
        hidden = any(is_hidden(g, foe, lord.side) for foe in foes)
        units = "" if hidden else f" ({sum(map(strength, foes))})"
        words.append(f"against {g.rules.lords[foes[0].id].name}{f' +{len(foes) - 1}' if foes[1:] else ''}{units}")
    stronghold = g.rules.locales[target].stronghold
    if stronghold is not None and g.rules.owner(g, target) == enemy:
        words.append(f"enemy {stronghold.name}")
    if crosses_pass(g, lord, target):
        words.append("over a Pass")
    return ", ".join(words)


def _levy_hint(g: LevyState, words: list[str]) -> str:
    match words:
        case ["levy", "vassal", vassal]:
            return f"+{forces_signs(g.rules.vassals[vassal].forces)}"
        case ["levy", "lord", lord]:
            known = g.rules.lords[lord]
            return f"{percent(Fraction(min(6, known.fealty), 6))} to come, with {forces_signs(known.forces)}"
    return ""


def _absorb_hint(session: Session, ask: Ask, unit: str) -> str:
    """The chance that a unit stands, if it is plain what kind of Hit it is."""
    g: LevyState = session.state
    strike = next((event for event in reversed(session.events) if event.kind == "strikes"), None)
    if strike is None or g.fight is None:
        return ""
    if g.rules.units[unit].loss == 0:
        return "removed"
    side, step, band = strike.facts["side"], strike.facts["step"], strike.facts["by"]
    if any(lord in g.lords and has_ability(g, g.lords[lord], "arrada") for lord in band):
        return ""
    owner = g.rules.other[side]
    kind = CROSSBOW if ask.seat == side else PLAIN
    victim = "garrison" if owner == g.fight.defender and g.fight.garrison else _victim(g, ask, owner)
    if not victim:
        return ""
    save = protection(g, g.fight, side, step, kind, victim, unit)
    return f"stands on {up_to(save)}, {percent(Fraction(save, 6))}"


def _victim(g: LevyState, ask: Ask, owner: str) -> str:
    """Whose unit it is, by the name in the question."""
    assert g.fight is not None
    return next((lord for lord in g.fight.lords[owner] if f"of {g.rules.lords[lord].name} " in ask.prompt), "")
