"""6.2 Curias and 6.3 Winter, for the full-length scenario."""

from __future__ import annotations

from core.engine import Ask, Draw, Procedure, Refusal
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, MUSLIM, SIDES, TAIFA_OF
from core.games.almoravid.politics import adjust
from core.games.almoravid.state import Almoravid
from core.games.levy.arts import discard
from core.games.levy.calendar import (
    check_service,
    clear_mat,
    disband,
    disband_the_empty,
    on_map,
    prepare_mat,
    shift_service,
    shifted,
)
from core.games.levy.choices import NO, PASS, YES, choose, option
from core.games.levy.command import RAVAGE, SUPPLY
from core.games.levy.facts import TRANSPORT
from core.games.levy.feed import feed
from core.games.levy.lords import spend
from core.games.levy.muster import free_seats, refuse_seat
from core.games.levy.pay import pay
from core.games.levy.positions import settle
from core.games.levy.refusals import about
from core.games.levy.state import CALENDAR, MAT, Lord
from core.games.levy.supply import ravage, refuse_ravage, refuse_supply, supply, supply_gain

AUTUMN, WINTER = (5, 6), (7, 8)
SPRING = 9
RODRIGOS = ("rodrigo_campeador", "rodrigo_al_sayyid")


def curias_due(g: Almoravid) -> bool:
    """6.2.1: more Christian markers on the map than Muslim ones, whatever they are worth."""
    yellow = sum(count for place, count in g.conquered.items() if TAIFA_OF[place])
    green = sum(g.conquered.values()) - yellow + sum(g.jihad.values())
    ravaged = list(g.ravaged.values())
    return yellow + ravaged.count(CHRISTIAN) > green + ravaged.count(MUSLIM)


def curias(g: Almoravid) -> Procedure[bool]:
    """6.2.2: the Christians hold court and Autumn is skipped. Returns whether they do."""
    if g.box not in AUTUMN or not curias_due(g):
        return False
    if "curias_forced" not in g.special:
        choice = yield Ask(CHRISTIAN, "curias", "Hold Curias and skip to Winter?", [YES, NO], "6.2.2")
        if choice is NO:
            return False
    g.curias = list(range(g.box, WINTER[0]))
    g.box_vp = max(0, g.box_vp - len(g.curias))
    g.box = WINTER[0]
    g.tell("curias", boxes=g.curias)
    for lord in g.lords.values():
        if lord.at and lord.service < g.box:
            shift_service(g, lord, g.box - lord.service)
    if "curias_counts_go_home" in g.special:
        for lord_id in ("pedro_ansurez", "garcia_ordonez"):
            if g.lords[lord_id].at:
                yield from disband(g, g.lords[lord_id])
    return True


def winter(g: Almoravid) -> Procedure[None]:
    """6.3: boxes 7 and 8 instead of Levy and Campaign."""
    g.tell("winter", box=g.box)
    if g.box == WINTER[0]:
        yield from winter_disband(g)
    yield from winter_siege(g)
    if g.box == WINTER[1]:
        for side in SIDES:
            yield from spring_muster(g, side)
        yield from adjust(g)
        yield from settle(g)
        for lord in at_sieges(g):
            halve_transport(g, lord)
    g.box += 1


def at_sieges(g: Almoravid, side: str = "") -> list[Lord]:
    return [lord for lord in g.lords.values() if lord.at in g.siege and side in ("", lord.side)]


def halve_transport(g: Almoravid, lord: Lord) -> None:
    """4.9.2, 6.3.4: half the Carts and half the Mules stay, rounded up."""
    lost = {transport: lord.assets[transport] // 2 for transport in TRANSPORT if lord.assets.get(transport, 0) > 1}
    for transport, amount in lost.items():
        spend(lord, transport, amount)
    if lost:
        g.tell("transport_worn", lord=lord.id, lost=lost)


def winter_disband(g: Almoravid) -> Procedure[None]:
    """6.3.1: those not at Sieges, and a Rodrigo beyond his Service, go home until Spring; no Taifa changes."""
    for side in SIDES:
        yield from pay(g, side)
    for lord in on_map(g):
        if lord.service < g.box and lord.id not in RODRIGOS:
            yield from disband(g, lord, for_good=True)
    for lord in on_map(g):
        if lord.at not in g.siege or lord.service < g.box:
            go_home(g, lord)
    for side in SIDES:
        for card in g.edge[side][:]:
            discard(g, card, None)
    yield from settle(g)
    yield from disband_the_empty(g)


def go_home(g: Almoravid, lord: Lord) -> None:
    if "winter_coin" in g.special and LORDS[lord.id].realm:
        g.box_coin += lord.assets.get("coin", 0)
    clear_mat(g, lord)
    g.tell("winters", lord=lord.id)
    if lord.id in RODRIGOS:
        lord.where, lord.box = CALENDAR, SPRING
    else:
        lord.where = MAT
    g.rules.lord_left(g, lord)


def winter_siege(g: Almoravid) -> Procedure[None]:
    """6.3.2: Besiegers may Supply or Ravage once; all at Sieges Feed, are Paid and may Disband."""
    for side in SIDES:
        for lord in at_sieges(g, side):
            if not lord.inside:
                yield from winter_action(g, lord)
    for side in SIDES:
        yield from feed(g, side, at_sieges(g, side))
    for side in SIDES:
        yield from pay(g, side, only=at_sieges(g, side))
    yield from check_service(g)


def winter_action(g: Almoravid, lord: Lord) -> Procedure[None]:
    options = [SUPPLY] if supply_gain(g, lord) else []
    if refuse_ravage(g, lord, lord.at) is None:
        options.append(RAVAGE)
    if not options:
        return
    prompt = f"{LORDS[lord.id].name} in Winter quarters"
    choice = yield Ask(
        lord.side, "winter", prompt, [*options, PASS], "6.3.2", lambda said: why_not_in_winter(g, lord, said)
    )
    if choice is SUPPLY:
        supply(g, lord)
    elif choice is RAVAGE:
        yield from ravage(g, lord, lord.at)


def why_not_in_winter(g: Almoravid, lord: Lord, said: str) -> Refusal | None:
    match said.split():
        case ["supply"]:
            return refuse_supply(g, lord)
        case ["ravage"]:
            return refuse_ravage(g, lord, lord.at)
        case ["march" | "siege" | "storm" | "forage" | "tax" | "encamp", *_]:
            return Refusal("In Winter a Besieger may Supply or Ravage once, no more.", "6.3.2")
    return None


def spring_muster(g: Almoravid, side: str) -> Procedure[None]:
    """6.3.3: Lords on their mats come back at free Seats, or go to the Calendar."""
    waiting = [lord for lord in g.lords.values() if lord.side == side and lord.where == MAT]
    boxes: dict[str, int] = {}
    if side == MUSLIM and "spring_muster_order" not in g.special:
        boxes = yield from drawn_boxes(g, waiting)
    for lord in waiting:
        seats = free_seats(g, lord)
        if not seats:
            lord.where, lord.box = CALENDAR, shifted(g, g.box, LORDS[lord.id].service)
            yield from adjust(g)
            continue
        seat = yield from spring_seat(g, lord, seats)
        prepare_mat(g, lord, seat, boxes.get(lord.id, shifted(g, g.box, LORDS[lord.id].service)))
        g.tell("musters", lord=lord.id, place=seat, service=lord.service)


def spring_seat(g: Almoravid, lord: Lord, seats: list[str]) -> Procedure[str]:
    """Alfonso comes to León if he can."""
    if lord.id == "alfonso" and "leon" in seats:
        return "leon"
    options = [option(f"seat {seat}", LOCALES[seat].name, seat) for seat in seats]
    prompt, why_not = (
        f"Where does {LORDS[lord.id].name} Muster?",
        about("seat", LOCALES, lambda seat: refuse_seat(g, lord, seat)),
    )
    choice = yield from choose(lord.side, "seat", prompt, options, "6.3.3", why_not)
    return str(choice.value[1])


def drawn_boxes(g: Almoravid, lords: list[Lord]) -> Procedure[dict[str, int]]:
    """As printed: Service boxes from 10 on in the order of cards drawn; al-Mutamid's is 14."""
    names = [lord.id for lord in lords if lord.id != "al_mutamid" and free_seats(g, lord)]
    drawn = yield Draw(names, len(names), name="spring")
    return {lord: 10 + place for place, lord in enumerate(drawn)} | {"al_mutamid": 14}
