"""4.3.4: Approach, Avoid Battle, Withdraw."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.levy.baggage import go_light, share_out
from core.games.levy.battle import battle
from core.games.levy.choices import option
from core.games.levy.lords import is_enemy_stronghold, name, outside
from core.games.levy.positions import room_inside, settle
from core.games.levy.state import LevyState, Lord

STAND = option("stand", "Stand and fight with the rest")


def approach(g: LevyState, lord: Lord, origin: str) -> Procedure[None]:
    """The enemy at the Locale may slip away or go inside; whoever stands, fights."""
    place, side = lord.at, lord.side
    enemy = g.rules.other[side]
    g.tell("approach", lord=lord.id, place=place)
    fleeing = yield from declare(g, enemy, place, origin, may_avoid=True)
    if fleeing:
        stopped = yield from g.rules.avoid_stopped(g, side, place)
        if stopped:
            yield from declare(g, enemy, place, origin, may_avoid=False)
        else:
            yield from avoid(g, fleeing, outside(g, place, side))
    if outside(g, place, enemy):
        yield from battle(g, place, lord, origin)
    else:
        yield from settle(g)


def refuse_avoid(g: LevyState, lord: Lord, target: str, origin: str) -> Refusal | None:
    if target == origin:
        return Refusal("The enemy comes along that Way.", "4.3.4")
    if target not in g.rules.locales[lord.at].ways:
        return Refusal("Only an adjacent Locale will do.", "4.3.4")
    if any(
        other.at == target and other.side != lord.side and not (other.inside and target in g.siege)
        for other in g.lords.values()
    ):
        return Refusal("An enemy Lord is there.", "4.3.4")
    return None


def declare(g: LevyState, side: str, place: str, origin: str, may_avoid: bool) -> Procedure[dict[str, str]]:
    """What the Lords Approached do. Withdrawal happens at once; returns who Avoids Battle, and whereto."""
    fleeing: dict[str, str] = {}
    locales = g.rules.locales
    while True:
        options: list[Option] = []
        room = room_inside(g, side, place)
        for lord in outside(g, place, side):
            if lord.id in fleeing or lord.upper:
                continue
            if may_avoid:
                options += [
                    option(f"avoid {lord.id} {target}", f"{name(g, lord.id)} goes to {locales[target].name}", target)
                    for target in locales[place].ways
                    if refuse_avoid(g, lord, target, origin) is None
                ]
            if room > bool(lord.lower):
                options.append(option(f"withdraw {lord.id}", f"{name(g, lord.id)} goes inside", lord.id))
        if not options:
            return fleeing
        prompt = f"The enemy comes to {locales[place].name}: Avoid Battle, Withdraw or stand?"
        choice = yield Ask(
            side, "approach", prompt, [*options, STAND], "4.3.4", lambda said: why_not_avoid(g, origin, said)
        )
        if choice is STAND:
            return fleeing
        lord = g.lords[choice.value[1]]
        if choice.value[0] == "withdraw":
            withdraw(g, lord)
        else:
            fleeing[lord.id] = choice.value[2]


def why_not_avoid(g: LevyState, origin: str, said: str) -> Refusal | None:
    match said.split():
        case [_, lord, *_] if lord in g.lords and g.lords[lord].upper:
            return Refusal(f"He goes where his Lieutenant {name(g, g.lords[lord].upper)} goes.", "4.1.3")
        case ["avoid", lord, target] if lord in g.lords and g.lords[lord].at:
            already = Refusal("He is not among those Approached, or has said where he goes.", "4.3.4")
            return refuse_avoid(g, g.lords[lord], target, origin) or already
        case ["avoid" | "withdraw", lord, *_] if lord in g.lords and not g.lords[lord].at:
            return Refusal("He is not on the map.", "4.3.4")
        case ["withdraw", lord] if lord in g.lords:
            return Refusal("There is no room in a Friendly Stronghold here.", "4.3.4")
    return None


def withdraw(g: LevyState, lord: Lord) -> None:
    for one in (lord.id, lord.lower):
        if one:
            g.lords[one].inside = True
    g.tell("withdraws", lord=lord.id, place=lord.at)


def avoid(g: LevyState, fleeing: dict[str, str], hunters: list[Lord]) -> Procedure[None]:
    """They go Unladen; what they leave falls to the Approaching Lords."""
    for target in dict.fromkeys(fleeing.values()):
        group = []
        for lord_id, chosen in fleeing.items():
            if chosen == target:
                lord = g.lords[lord_id]
                group += [lord, g.lords[lord.lower]] if lord.lower else [lord]
        over_pass = g.rules.locales[group[0].at].ways[target]
        spoils = yield from go_light(g, group, over_pass)
        for lord in group:
            lord.at, lord.inside, lord.moved = target, False, True
        g.tell("avoids", lords=[lord.id for lord in group], place=target)
        side = group[0].side
        if is_enemy_stronghold(g, side, target) and target not in g.siege and target not in g.bypass:
            g.bypass[target] = 1
            g.tell("bypasses", side=side, place=target)
        yield from share_out(g, spoils, hunters)
