"""4.8: Feed, Pay, Disband after each Command card."""

from __future__ import annotations

from core.engine import Ask, Procedure
from core.games.levy.calendar import check_service, shift_service
from core.games.levy.choices import option
from core.games.levy.lords import mustered, name, spend, unit_count
from core.games.levy.pay import pay
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
    for side in g.rules.sides:
        yield from check_service(g, side)
    for lord in g.lords.values():
        lord.moved = False


def ration(g: LevyState, lord: Lord, mules: int | None = None) -> int:
    """4.8.1: what his units and Mules eat, or would eat with so many Mules."""
    return g.rules.rations(unit_count(lord) + (lord.assets.get("mule", 0) if mules is None else mules))


def feed(g: LevyState, side: str, hungry: list[Lord]) -> Procedure[None]:
    """4.8.1: from the own mat first, then from Lords at the same Locale, who cannot refuse."""
    short: dict[str, int] = {}
    for lord in hungry:
        need = ration(g, lord)
        need -= yield from eat(g, lord, lord, need)
        if need:
            short[lord.id] = need
    for lord_id, need in short.items():
        lord = g.lords[lord_id]
        for helper in [one for one in mustered(g, side) if one.at == lord.at and one is not lord]:
            if need and helper.id not in short:
                need -= yield from eat(g, lord, helper, need)
        if need:
            yield from unfed(g, lord, need)


def eat(g: LevyState, lord: Lord, giver: Lord, need: int) -> Procedure[int]:
    """Takes up to `need` from one mat; its owner chooses between Provender and Loot."""
    eaten = 0
    while eaten < need:
        foods = [asset for asset in ("provender", "loot") if giver.assets.get(asset)]
        if not foods:
            break
        food = foods[0]
        have = sum(giver.assets[asset] for asset in foods)
        if len(foods) > 1 and have > need - eaten:
            options = [option(f"feed {asset}", f"Feed with {asset}") for asset in foods]
            choice = yield Ask(giver.side, "feed", f"{name(g, lord.id)} must Feed", options, "4.8.1")
            food = choice.value[1]
        spend(giver, food)
        eaten += 1
    return eaten


def unfed(g: LevyState, lord: Lord, short: int) -> Procedure[None]:
    """4.8.1: Mules that cannot be Fed may be let go, if that is enough; else Service suffers."""
    mules = lord.assets.get("mule", 0)
    fed = ration(g, lord) - short
    for gone in range(1, mules + 1):
        if ration(g, lord, mules - gone) <= fed:
            release = option(f"release {gone}", f"Let {gone} Mule{'s' if gone > 1 else ''} go")
            choice = yield Ask(lord.side, "unfed", f"{name(g, lord.id)} lacks food", [release, KEEP_MULES], "4.8.1")
            if choice is release:
                spend(lord, "mule", gone)
                g.tell("mules_go", lord=lord.id, count=gone)
                return
            break
    g.tell("unfed", lord=lord.id)
    shift_service(g, lord, -1)
