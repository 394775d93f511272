"""4.8: Feed, Pay, Disband after each Command card."""

from __future__ import annotations

from core.engine import Ask, Procedure, Refusal
from core.games.levy.calendar import check_service, shift_service
from core.games.levy.choices import option
from core.games.levy.facts import ASSETS
from core.games.levy.lords import mustered, name, spend, unit_count
from core.games.levy.pay import pay
from core.games.levy.refusals import about, not_one_of
from core.games.levy.state import LevyState, Lord

KEEP_MULES = option("hungry", "Keep the Mules and go Unfed")


def feed_pay_disband(g: LevyState) -> Procedure[None]:
    """4.8"""
    for side in g.rules.sides:
        hungry = [lord for lord in mustered(g, side) if lord.moved]
        if hungry:
            yield from feed(g, side, hungry)
    for side in g.rules.sides:
        yield from pay(g, side)
    yield from check_service(g)
    for lord in g.lords.values():
        lord.moved = False


def ration(g: LevyState, lord: Lord, mules: int | None = None) -> int:
    """4.8.1: what his units and Mules eat, or would eat with so many Mules."""
    return g.rules.rations(unit_count(lord) + (lord.assets.get("mule", 0) if mules is None else mules))


def feed(g: LevyState, side: str, hungry: list[Lord]) -> Procedure[None]:
    """4.8.1: from the own mat first, then from Lords at the same Locale, who cannot refuse."""
    needs = {lord.id: ration(g, lord) for lord in hungry}
    short: dict[str, int] = {}
    for lord in hungry:
        for left in range(needs[lord.id], 0, -1):
            if not food_of(lord):
                short[lord.id] = left
                break
            yield from eat(g, lord, lord, free=food_of(lord) > left)
    for place in dict.fromkeys([g.lords[lord].at for lord in short]):
        yield from share_food(g, side, place, short)
    for lord_id, need in needs.items():
        if eaten := need - short.get(lord_id, 0):
            g.tell("fed", lord=lord_id, amount=eaten)
    for lord_id, need in short.items():
        if need:
            yield from unfed(g, g.lords[lord_id], need)


def share_food(g: LevyState, side: str, place: str, short: dict[str, int]) -> Procedure[None]:
    """4.8.1 Sharing: if there is not enough their player chooses who eats, if there is more than enough, whose."""
    while True:
        eaters = [g.lords[lord] for lord, need in short.items() if need and g.lords[lord].at == place]
        givers = [lord for lord in mustered(g, side) if lord.at == place and food_of(lord)]
        if not eaters or not givers:
            return
        spare = sum([food_of(lord) for lord in givers]) - sum([short[lord.id] for lord in eaters])
        eater, giver = eaters[0], givers[0]
        if spare < 0 and len(eaters) > 1:
            options = [option(f"eats {lord.id}", name(g, lord.id), lord.id) for lord in eaters]
            prompt, why_not = (
                "There is not enough food for all: who eats next?",
                not_one_of(g, "eats gives", side, "He has eaten, or is not here.", "4.8.1"),
            )
            choice = yield Ask(side, "share", prompt, options, "4.8.1", why_not)
            eater = g.lords[choice.value[1]]
        if spare > 0 and len(givers) > 1:
            options = [option(f"gives {lord.id}", name(g, lord.id), lord.id) for lord in givers]
            why_not = not_one_of(g, "eats gives", side, "He has no food to share, or is not here.", "4.8.1")
            choice = yield Ask(side, "share", f"Who Feeds {name(g, eater.id)}?", options, "4.8.1", why_not)
            giver = g.lords[choice.value[1]]
        yield from eat(g, eater, giver, free=spare > 0)
        short[eater.id] -= 1


def food_of(lord: Lord) -> int:
    return lord.assets.get("provender", 0) + lord.assets.get("loot", 0)


def eat(g: LevyState, lord: Lord, giver: Lord, free: bool) -> Procedure[None]:
    """One Provender or Loot; its owner chooses which if something will be left."""
    foods = [asset for asset in ("provender", "loot") if giver.assets.get(asset)]
    food = foods[0]
    if free and len(foods) > 1:
        options = [option(f"feed {asset}", f"Feed with {asset}") for asset in foods]
        inedible = about("feed", dict.fromkeys(ASSETS), lambda asset: Refusal("Only Provender and Loot feed.", "4.8.1"))
        prompt = f"{name(g, lord.id)} must Feed: with what?"
        choice = yield Ask(giver.side, "feed", prompt, options, "4.8.1", inedible)
        food = choice.value[1]
    spend(giver, food)


def unfed(g: LevyState, lord: Lord, short: int) -> Procedure[None]:
    """4.8.1: Mules that cannot be Fed may be let go, if that is enough; else Service suffers."""
    mules = lord.assets.get("mule", 0)
    fed = ration(g, lord) - short
    for gone in range(1, mules + 1):
        if ration(g, lord, mules - gone) <= fed:
            release = option(f"release {gone}", f"Let {gone} Mule{'s' if gone > 1 else ''} go")
            prompt = f"{name(g, lord.id)} lacks food: let Mules go, or lose a box of Service?"
            choice = yield Ask(lord.side, "unfed", prompt, [release, KEEP_MULES], "4.8.1", why_not_released)
            if choice is release:
                spend(lord, "mule", gone)
                g.tell("mules_go", lord=lord.id, count=gone)
                return
            break
    g.tell("unfed", lord=lord.id)
    shift_service(g, lord, -1)


def why_not_released(said: str) -> Refusal | None:
    if said.startswith("release "):
        return Refusal("Mules go only as many as cannot be Fed, and only if that is enough.", "4.8.1")
    return None
