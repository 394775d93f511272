"""4.6, 4.7: Supply, Forage, Ravage and Tax."""

from __future__ import annotations

from core.engine import Procedure, Refusal, Roll
from core.games.levy.lords import companions, gain, is_enemy_stronghold, is_friendly, name, outside
from core.games.levy.state import LevyState, Lord


def supply_gain(g: LevyState, lord: Lord) -> int:
    """4.6: Provender one Supply action brings: one for each Source whose Route is served, nearest first,
    since every Way of every Route needs its own Transport."""
    seats = g.rules.seats_of(g, lord)
    found = 0
    if seats:
        haul = sum([g.rules.haul(g, one) for one in companions(g, lord)])
        distances = routes(g, lord, haul) if any(seat != lord.at for seat in seats) else {lord.at: 0}
        for distance in sorted([distances[seat] for seat in seats if seat in distances]):
            if distance > haul:
                break
            haul -= distance
            found += 1
    return found + g.rules.supply_bonus(g, lord)


def routes(g: LevyState, lord: Lord, reach: int) -> dict[str, int]:
    """4.6.1: how many Ways away places are, going round enemies who are neither Besieged nor Bypassed."""
    locales, enemy = g.rules.locales, g.rules.other[lord.side]
    distances = {lord.at: 0}
    edge = [lord.at]
    for distance in range(1, reach + 1):
        ahead = []
        for place in edge:
            for target in locales[place].ways:
                if target not in distances and not is_blocked(g, lord.side, enemy, target):
                    distances[target] = distance
                    ahead.append(target)
        edge = ahead
    return distances


def refuse_supply(g: LevyState, lord: Lord) -> Refusal | None:
    """Why a Supply action would bring nothing."""
    if supply_gain(g, lord):
        return None
    seats = g.rules.seats_of(g, lord)
    if not seats:
        return Refusal("He has no Seat on the map.", "4.6")
    distances = routes(g, lord, len(g.rules.locales))
    reached = [distances[seat] for seat in seats if seat in distances]
    if not reached:
        return Refusal("Enemies cut every Route to his Seats.", "4.6.1")
    haul = sum([g.rules.haul(g, one) for one in companions(g, lord)])
    return Refusal(f"Ways to his nearest Seat: {min(reached)}; the Transport here serves {haul}.", "4.6.1")


def is_blocked(g: LevyState, side: str, enemy: str, place: str) -> bool:
    if place in g.siege or place in g.bypass:
        return bool(outside(g, place, enemy))
    return is_enemy_stronghold(g, side, place) or bool(outside(g, place, enemy))


def supply(g: LevyState, lord: Lord) -> None:
    """4.6.2"""
    amount = supply_gain(g, lord)
    gain(lord, "provender", amount)
    g.tell("supply", lord=lord.id, amount=amount)


# --- Forage --------------------------------------------------------------------------------------


def has_gardens(g: LevyState, lord: Lord) -> bool:
    """4.7.1: a Friendly City or Fortress feeds its Lord, Ravaged or Besieged."""
    stronghold = g.rules.locales[lord.at].stronghold
    return stronghold is not None and stronghold.gardens and is_friendly(g, lord)


def refuse_forage(g: LevyState, lord: Lord) -> Refusal | None:
    if has_gardens(g, lord):
        return None
    if lord.inside and lord.at in g.siege:
        return Refusal("The Besieged Forage only at Gardens.", "4.7.1")
    if lord.at in g.ravaged:
        return Refusal("The land is Ravaged.", "4.7.1")
    return None


def forage(g: LevyState, lord: Lord) -> Procedure[None]:
    """4.7.1: sure in a Friendly Stronghold, on 1-3 elsewhere."""
    sure = g.rules.locales[lord.at].stronghold is not None and is_friendly(g, lord)
    if not sure:
        (die,) = yield Roll(1, name="forage", why=f"Forage by {name(g, lord.id)}")
        sure = die <= 3
    if sure:
        gain(lord, "provender")
    g.tell("forage", lord=lord.id, found=sure)


# --- Ravage and Tax ------------------------------------------------------------------------------


def refuse_ravage(g: LevyState, lord: Lord, place: str) -> Refusal | None:
    if g.rules.owner(g, place) != g.rules.other[lord.side]:
        return Refusal("Only an Enemy Locale can be Ravaged.", "4.7.2")
    if place in g.ravaged:
        return Refusal("It is Ravaged already.", "4.7.2")
    return None


def ravage(g: LevyState, lord: Lord, place: str) -> Procedure[None]:
    """4.7.2: a Ravaged marker, Loot, and what else follows."""
    takes = yield from g.rules.ravage_takes(g, lord, place)
    if not takes:
        g.tell("ravage_fails", lord=lord.id, place=place)
        return
    g.ravaged[place] = lord.side
    gains = g.rules.ravage_gains(g, lord, place)
    for asset, amount in gains.items():
        gain(lord, asset, amount)
    g.tell("ravages", lord=lord.id, place=place, gains=gains)
    yield from g.rules.after_ravage(g, lord, place)


def tax(g: LevyState, lord: Lord) -> None:
    """4.7.3"""
    gain(lord, "coin")
    g.tell("tax", lord=lord.id)
