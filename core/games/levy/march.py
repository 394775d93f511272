"""4.3: March, alone or in a group, and the three Marches from Bypass."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.levy.approach import approach
from core.games.levy.baggage import capacity, carried, go_light, leave_behind
from core.games.levy.choices import option
from core.games.levy.lords import is_enemy_stronghold, name, outside
from core.games.levy.positions import besiege_or_bypass, tidy
from core.games.levy.refusals import about_lords, refuse_stranger
from core.games.levy.state import MAP, Command, LevyState, Lord

ENCAMP = option("encamp", "Encamp: turn the Bypass into a Siege")
SORTIE = option("sortie", "Sortie against the enemy outside")
GO = option("go", "March")
LADEN = option("laden", "March Laden (2 actions)")
UNLADEN = option("unladen", "Leave what slows the March (1 action)")
HALT = option("halt", "Do not March after all")


def march_options(g: LevyState, lord: Lord, command: Command) -> list[Option]:
    if refuse_march(g, lord, command) is not None:
        return []
    options = []
    if refuse_onward(g, lord, command) is None:
        locales = g.rules.locales
        options = [
            option(f"march {target}", f"March to {locales[target].name}", target)
            for target in dict.fromkeys([*locales[lord.at].ways, *g.rules.more_ways(g, lord)])
            if target not in command.halted
        ]
    if lord.at in g.bypass:
        options.append(SORTIE if lord.inside else ENCAMP)
    return options


def refuse_march(g: LevyState, lord: Lord, command: Command) -> Refusal | None:
    if command.blocked:
        return Refusal("A Swollen River stops his March on this card.", "3.1.3")
    return None


def refuse_onward(g: LevyState, lord: Lord, command: Command) -> Refusal | None:
    if command.stopped and lord.at in g.bypass and not g.rules.marches_past(g, lord):
        return Refusal("He Bypassed on this card and may not March on.", "4.3.5")
    return None


def why_no_march(g: LevyState, lord: Lord, command: Command, said: str) -> Refusal | None:
    if said == "encamp":
        return refuse_march(g, lord, command) or Refusal("He is not Bypassing a Stronghold.", "4.3.6")
    if said == "sortie":
        return refuse_march(g, lord, command) or Refusal("He is not inside a Bypassed Stronghold.", "4.3.6")
    if said.startswith("with "):
        return Refusal("First say whereto he Marches; only a Marshal then takes other Lords along.", "4.3.1")
    target = said.removeprefix("march ")
    if target not in g.rules.locales:
        return None
    refusal = refuse_march(g, lord, command) or refuse_onward(g, lord, command)
    if refusal is None and target in command.halted:
        return Refusal("He thought better of that March: do something else first, or take that back.", "4.3.2")
    if refusal is None and target not in g.rules.locales[lord.at].ways:
        return Refusal(f"No Way leads there from {g.rules.locales[lord.at].name}.", "4.3.3")
    return refusal


def with_lower(g: LevyState, lord: Lord) -> list[Lord]:
    """4.1.3: wherever a Lieutenant goes, the Lord under him goes too."""
    return [lord, g.lords[lord.lower]] if lord.lower else [lord]


def choose_group(g: LevyState, lord: Lord, target: str) -> Procedure[list[Lord]]:
    """4.3.1: a Marshal may bring any Unbesieged Lords of his Locale."""
    group = with_lower(g, lord)
    if not g.rules.leads_group(g, lord, target):
        return group
    while True:
        others = [
            other
            for other in g.lords.values()
            if other.at == lord.at
            and other.side == lord.side
            and other.inside == lord.inside
            and other not in group
            and not other.upper
            and g.rules.may_join(g, lord, other)
        ]
        if not others:
            return group
        options = [option(f"with {other.id}", f"Take {name(g, other.id)} along", other.id) for other in others]
        why_not = about_lords(g, "with", lambda other, group=group: why_not_along(g, lord, other, group))  # type: ignore[misc]
        choice = yield Ask(lord.side, "group", "Who marches along?", [*options, GO], "4.3.1", why_not)
        if choice is GO:
            return group
        group += with_lower(g, g.lords[choice.value[1]])


def why_not_along(g: LevyState, lord: Lord, other: Lord, group: list[Lord]) -> Refusal | None:
    refusal = refuse_stranger(g, other, lord.side, "4.3.1")
    if refusal is not None:
        return refusal
    if other.at != lord.at or other.inside != lord.inside:
        return Refusal("He is not at the same place.", "4.3.1")
    if other in group:
        return Refusal("He comes along already.", "4.3.1")
    if other.upper:
        return Refusal(f"He goes where his Lieutenant {name(g, other.upper)} goes.", "4.1.3")
    return Refusal(f"{name(g, lord.id)} cannot take a Marshal along.", "4.3.1")


def is_laden(g: LevyState, group: list[Lord], over_pass: bool) -> bool:
    """4.3.2"""
    light, _ = capacity(g, group, over_pass)
    return carried(group, "provender") > light or carried(group, "loot") > 0


def choose_pace(g: LevyState, group: list[Lord], over_pass: bool, left: int) -> Procedure[Option]:
    """4.3.2: two actions Laden, if there are two, or one without what slows the March; or no March after all."""
    if not is_laden(g, group, over_pass):
        return UNLADEN
    light, most = capacity(g, group, over_pass)
    loot, provender = carried(group, "loot"), carried(group, "provender")
    prompt = f"Laden: Loot {loot}, Provender {provender}; Transport takes {light} Provender Unladen, {most} Laden"
    options = [LADEN, UNLADEN, HALT] if left >= 2 else [UNLADEN, HALT]
    choice: Option = yield Ask(group[0].side, "laden", prompt, options, "4.3.2", why_not_laden)
    return choice


def why_not_laden(said: str) -> Refusal | None:
    return Refusal("A Laden March takes two actions, and one is left.", "4.3.2") if said == "laden" else None


def march_cost(g: LevyState, group: list[Lord], over_pass: bool, pace: Option) -> Procedure[int]:
    """4.3.2: two actions if Laden, one if not; what cannot go along stays."""
    if not is_laden(g, group, over_pass):
        return 1
    if pace is UNLADEN:
        yield from go_light(g, group, over_pass)
        return 1
    _, most = capacity(g, group, over_pass)
    excess = max(0, carried(group, "provender") - most)
    yield from leave_behind(g, group, "provender", excess, "Too much to carry: who leaves Provender?")
    return 2


def crosses_pass(g: LevyState, lord: Lord, target: str) -> bool:
    """1.3.1: whether his Way is a Pass; a card may take him round it."""
    return g.rules.locales[lord.at].ways.get(target, False) and target not in g.rules.more_ways(g, lord)


def march(g: LevyState, lord: Lord, target: str) -> Procedure[None]:
    """4.3.3"""
    command = g.command
    assert command is not None
    group = yield from choose_group(g, lord, target)
    over_pass = crosses_pass(g, lord, target)
    pace = yield from choose_pace(g, group, over_pass, command.actions - command.used)
    if pace is HALT:
        command.halted.append(target)
        return
    command.halted = []
    going = yield from g.rules.before_march(g, lord, group, target)
    if not going:
        command.blocked = True
        return
    command.used += yield from march_cost(g, group, over_pass, pace)
    yield from move_to(g, group, target)


def move_to(g: LevyState, group: list[Lord], target: str) -> Procedure[None]:
    """The group leaves, arrives, and meets whoever is there."""
    lord = group[0]
    origin = lord.at
    for one in group:
        one.at, one.inside, one.moved = target, False, True
    g.tell("marches", lords=[one.id for one in group], origin=origin, place=target)
    tidy(g)
    yield from g.rules.after_march(g, group)
    yield from arrive(g, lord, origin)


def arrive(g: LevyState, lord: Lord, origin: str) -> Procedure[None]:
    """4.3.4, 4.3.5"""
    place, side = lord.at, lord.side
    enemies = outside(g, place, g.rules.other[side])
    if enemies:
        yield from approach(g, lord, origin)
    if lord.where == MAP and lord.at == place and not lord.inside and is_enemy_stronghold(g, side, place):
        if place in g.siege or place in g.bypass:
            return
        if not enemies:
            surprised = yield from g.rules.surprise(g, lord, place)
            if surprised:
                return
        yield from besiege_or_bypass(g, side, place)


def encamp(g: LevyState, lord: Lord) -> Procedure[None]:
    """4.3.6: the Bypass becomes a Siege; the card ends."""
    command = g.command
    assert command is not None
    going = yield from g.rules.before_march(g, lord, [lord], lord.at)
    if not going:
        command.blocked = True
        return
    g.bypass.pop(lord.at)
    g.siege[lord.at] = 1
    lord.moved = True
    command.used += 1
    command.over = True
    g.tell("besieges", side=lord.side, place=lord.at)
    yield from g.rules.after_march(g, [lord])


def sortie(g: LevyState, lord: Lord) -> Procedure[None]:
    """4.3.6: from inside a Bypassed Stronghold against the enemy outside."""
    command = g.command
    assert command is not None
    group = yield from choose_group(g, lord, lord.at)
    going = yield from g.rules.before_march(g, lord, group, lord.at)
    if not going:
        command.blocked = True
        return
    command.used += 1
    for one in group:
        one.inside, one.moved = False, True
    g.tell("sortie", lords=[one.id for one in group], place=lord.at)
    yield from g.rules.after_march(g, group)
    yield from approach(g, lord, "")
