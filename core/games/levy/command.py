"""4.2: Command cards, turned over in turn."""

from __future__ import annotations

from core.engine import Ask, Open, Option, Procedure, Refusal
from core.games.levy.battle import sally, storm
from core.games.levy.choices import PASS, option
from core.games.levy.feed import feed_pay_disband
from core.games.levy.hand import take_from_hand
from core.games.levy.lords import is_besieged, is_besieging, name
from core.games.levy.march import encamp, march, march_options, sortie, why_no_march
from core.games.levy.refusals import play_or
from core.games.levy.siege import siege
from core.games.levy.state import MAP, Command, LevyState, Lord
from core.games.levy.supply import forage, ravage, refuse_forage, refuse_ravage, refuse_supply, supply, supply_gain, tax

SIEGE = option("siege", "Siege (whole card)")
STORM = option("storm", "Storm")
SALLY = option("sally", "Sally")
SUPPLY = option("supply", "Supply")
FORAGE = option("forage", "Forage")
RAVAGE = option("ravage", "Ravage")
TAX = option("tax", "Tax (whole card)")


def campaign_step(g: LevyState) -> Procedure[None]:
    """4.2: a card turned over, one Command of the Lord on it, or what follows the last of them (4.8). Each step can
    be played from the state alone."""
    command = g.command
    if command is None:
        yield from next_card(g)
    elif is_active(g, command):
        yield from one_command(g, g.lords[command.lord], command)
    else:
        g.command = None
        yield from feed_pay_disband(g)


def next_card(g: LevyState) -> Procedure[None]:
    """4.2: the side whose turn it is reveals its top card; a Lord on the map may act by it."""
    side = g.turn
    (card,) = yield Open([g.plans[side].pop(0)], name="command")
    g.turn = g.rules.other[side] if g.plans[g.rules.other[side]] else side
    lord = g.lords.get(card)
    if lord is None or lord.where != MAP or lord.upper:
        g.tell("passes", side=side, card=card)
        return
    g.tell("command", side=side, lord=lord.id)
    g.command = Command(side, lord.id, g.rules.actions(g, lord))


def is_active(g: LevyState, command: Command) -> bool:
    """4.2.1: Commands in any order, as long as actions last."""
    return g.lords[command.lord].where == MAP and not command.over and command.used < command.actions


def one_command(g: LevyState, lord: Lord, command: Command) -> Procedure[None]:
    """4.2.2: a Command, a Held Event, or no more of this card; whoever can do nothing Passes."""
    options = commands(g, lord, command)
    if not options and not g.held[lord.side]:
        g.tell("passes", side=lord.side, card=lord.id)
        command.over = True
        return
    left = command.actions - command.used
    prompt = f"{name(g, lord.id)} at {g.rules.locales[lord.at].name}: {left} action{'s' * (left != 1)} left"
    fits = g.rules.any_time(g, lord.side, "command")
    choice = yield Ask(
        lord.side,
        "command",
        prompt,
        [*options, PASS],
        "4.2",
        play_or(g, lord.side, fits, lambda said: why_no_command(g, lord, command, said)),
        g.held[lord.side],
        fits,
    )
    if choice is PASS:
        command.over = True
    elif choice.token is not None:
        yield from g.rules.play_any_time(g, lord.side, take_from_hand(g, choice), "command")
    else:
        if choice.value[0] != "march":
            command.halted = []
        yield from execute(g, lord, command, choice)


def commands(g: LevyState, lord: Lord, command: Command) -> list[Option]:
    """4.2.2"""
    options: list[Option] = []
    if is_besieged(g, lord):
        options.append(SALLY)
        if refuse_forage(g, lord) is None:
            options.append(FORAGE)
        return options
    options += march_options(g, lord, command)
    fresh = command.used == 0
    if is_besieging(g, lord):
        if fresh:
            options.append(SIEGE)
        options.append(STORM)
    if supply_gain(g, lord):
        options.append(SUPPLY)
    if refuse_forage(g, lord) is None:
        options.append(FORAGE)
    if refuse_ravage(g, lord, lord.at) is None:
        options.append(RAVAGE)
    if fresh and lord.at in g.rules.seats_of(g, lord):
        options.append(TAX)
    return options + g.rules.more_commands(g, lord)


def why_no_command(g: LevyState, lord: Lord, command: Command, said: str) -> Refusal | None:
    if is_besieged(g, lord):
        if said == "forage":
            return refuse_forage(g, lord)
        return Refusal("A Besieged Lord may Sally, Forage at Gardens or Pass.", "4.2.2")
    match said:
        case "siege" | "tax" if command.used:
            return Refusal("That takes a whole card, and actions have been used.", "4.2.1")
        case "siege" | "storm":
            return Refusal("He is not Besieging a Stronghold.", "4.5")
        case "sally":
            return Refusal("He is not Besieged.", "4.5.3")
        case "supply":
            return refuse_supply(g, lord)
        case "forage":
            return refuse_forage(g, lord)
        case "ravage":
            return refuse_ravage(g, lord, lord.at)
        case "tax":
            return Refusal("He is not at a Seat of his.", "4.7.3")
    return g.rules.why_no_command(g, lord, said) or why_no_march(g, lord, command, said)


def execute(g: LevyState, lord: Lord, command: Command, choice: Option) -> Procedure[None]:
    match choice.value:
        case ("march", target):
            yield from march(g, lord, target)
        case ("encamp",):
            yield from encamp(g, lord)
        case ("sortie",):
            yield from sortie(g, lord)
        case ("siege",):
            command.over = True
            yield from siege(g, lord)
        case ("storm",):
            command.used += 1
            yield from storm(g, lord)
        case ("sally",):
            command.used += 1
            yield from sally(g, lord)
        case ("supply",):
            command.used += 1
            supply(g, lord)
        case ("forage",):
            command.used += 1
            yield from forage(g, lord)
        case ("ravage",):
            command.used += 1
            yield from ravage(g, lord, lord.at)
        case ("tax",):
            command.over = True
            tax(g, lord)
        case _:
            yield from g.rules.do_command(g, lord, choice)
