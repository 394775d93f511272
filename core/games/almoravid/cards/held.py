"""Held Events that their side may play at its own decisions: Levy, Pay, Command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.engine import Ask, Option, Procedure, Refusal
from core.games.almoravid.cards.arrivals import muster_choices, muster_freely, why_not_brought
from core.games.almoravid.cards.events import about_shift, mustered_crusaders, swayed
from core.games.almoravid.data import (
    CHRISTIAN,
    LOCALES,
    LORDS,
    MUSLIM,
    PARIAS,
    RECONQUISTA,
    TAIFA_LORDS,
    TAIFA_OF,
    TAIFAS,
)
from core.games.almoravid.politics import add_jihad, in_territory, jihad_places, remove_jihad
from core.games.almoravid.state import Almoravid
from core.games.levy.baggage import capacity, carried, leave_behind
from core.games.levy.calendar import shift_cylinder, shift_service
from core.games.levy.choices import DONE, choose, option
from core.games.levy.lords import add_units, gain, is_besieged, lost_units, mustered, present
from core.games.levy.march import choose_group, move_to
from core.games.levy.refusals import WhyNot, about
from core.games.levy.state import CALENDAR, MAP, Lord

AFRICANS = ("yusuf", "sir")
CART = option("cart", "A Cart")
MULE = option("mule", "A Mule")


# --- C14 Pope Gregory, C15 Cluniacs, M12 Taifa Marriage, M21 Al-Sumaisir ---------------------------


def sway_options(g: Almoravid, lords: list[str], shifts: dict[str, int], moment: str) -> list[Option]:
    """Muster, Service or Lordship for one of some Christian Lords."""
    options = muster_choices(g, CHRISTIAN, lords)
    for lord_id in lords:
        if g.lords[lord_id].where != MAP:
            continue
        name = LORDS[lord_id].name
        options += [option(f"serve {lord_id} {way}", f"{name}: Service to the {way}", lord_id) for way in shifts]
        if moment == "muster":
            options.append(option(f"lordship {lord_id}", f"{name}: Lordship +2", lord_id))
    return options


def sway(g: Almoravid, lords: list[str], shifts: dict[str, int], moment: str) -> Procedure[None]:
    options = sway_options(g, lords, shifts, moment)
    choice = yield from choose(CHRISTIAN, "sway", "Whom does the Church sway?", options, "3.1.3", swayed(g, lords))
    lord = g.lords[choice.value[1]]
    match choice.value[0]:
        case "bring":
            yield from muster_freely(g, lord)
        case "serve":
            shift_service(g, lord, shifts[choice.value[2]])
        case "lordship":
            g.lordship[lord.id] = g.lordship.get(lord.id, 0) + 2


GREGORY = (["sancho", "eudes"], {"right": 2, "left": -2})
CLUNY = ([lord for lord in LORDS if LORDS[lord].side == CHRISTIAN], {"right": 1})


def can_gregory(g: Almoravid, moment: str) -> bool:
    return bool(sway_options(g, *GREGORY, moment))


def gregory(g: Almoravid, moment: str) -> Procedure[None]:
    """C14"""
    yield from sway(g, *GREGORY, moment)


def can_cluny(g: Almoravid, moment: str) -> bool:
    return bool(sway_options(g, *CLUNY, moment))


def cluny(g: Almoravid, moment: str) -> Procedure[None]:
    """C15"""
    yield from sway(g, *CLUNY, moment)


def taifa_shifts(g: Almoravid, boxes: int) -> list[Option]:
    """A Taifa Lord's cylinder to the left or Service to the right."""
    ways = {MAP: f"Service {boxes} to the right", CALENDAR: f"cylinder {boxes} to the left"}
    return [
        option(f"shift {lord}", f"{LORDS[lord].name}: {ways[g.lords[lord].where]}", lord)
        for lord in TAIFA_LORDS
        if g.lords[lord].where in (MAP, CALENDAR)
    ]


def not_a_taifa_lord(g: Almoravid) -> WhyNot:
    shift = about_shift(g, "Only a Taifa Lord on the map or the Calendar shifts, and each but once.")
    lordship = about(
        "lordship", g.lords, lambda lord: Refusal("Lordship is for a Taifa Lord on the map, in Muster, instead.", "M12")
    )
    return lambda said: shift(said) or lordship(said)


def shift_taifa_lord(g: Almoravid, lord: Lord, boxes: int) -> None:
    if lord.where == MAP:
        shift_service(g, lord, boxes)
    else:
        shift_cylinder(g, lord, -boxes)


def can_marriage(g: Almoravid, moment: str) -> bool:
    return bool(taifa_shifts(g, 1))


def marriage(g: Almoravid, moment: str) -> Procedure[None]:
    """M12: up to two Taifa Lords by a box each; or, in Muster, Lordship +2 for one."""
    options = taifa_shifts(g, 1)
    if moment == "muster":
        options += [
            option(f"lordship {lord}", f"{LORDS[lord].name}: Lordship +2", lord)
            for lord in TAIFA_LORDS
            if g.lords[lord].where == MAP
        ]
    choice = yield from choose(MUSLIM, "marriage", "Whom does the Marriage bind?", options, "M12", not_a_taifa_lord(g))
    lord = g.lords[choice.value[1]]
    if choice.value[0] == "lordship":
        g.lordship[lord.id] = g.lordship.get(lord.id, 0) + 2
        return
    shift_taifa_lord(g, lord, 1)
    others = [other for other in taifa_shifts(g, 1) if other.value[1] != lord.id]
    if others:
        choice = yield Ask(MUSLIM, "marriage", "And a second one?", [*others, DONE], "M12", not_a_taifa_lord(g))
        if choice is not DONE:
            shift_taifa_lord(g, g.lords[choice.value[1]], 1)


def sumaisir_options(g: Almoravid) -> list[Option]:
    return muster_choices(g, MUSLIM, list(TAIFA_LORDS)) + taifa_options(g, PARIAS)


def taifa_options(g: Almoravid, status: str) -> list[Option]:
    """Taifas of a status where Jihad could be added."""
    return [
        option(f"taifa {taifa}", f"Jihad in {TAIFAS[taifa].name}", taifa)
        for taifa, now in g.taifas.items()
        if now == status and jihad_places(g, lambda place, taifa=taifa: TAIFA_OF[place] == taifa)  # type: ignore[misc]
    ]


def not_rising(g: Almoravid, status: str) -> WhyNot:
    """Why no Jihad can be stirred up in a Taifa by a card for Taifas of one status."""

    def explain(taifa: str) -> Refusal:
        if g.taifas[taifa] != status:
            return Refusal(
                f"{TAIFAS[taifa].name} is {g.taifas[taifa].capitalize()}, not {status.capitalize()}.", "3.1.3"
            )
        return Refusal(f"No Stronghold of {TAIFAS[taifa].name} can take Jihad.", "1.4.4")

    return about("taifa", TAIFAS, explain)


def can_sumaisir(g: Almoravid, moment: str) -> bool:
    return bool(sumaisir_options(g))


def sumaisir(g: Almoravid, moment: str) -> Procedure[None]:
    """M21: a Taifa Lord Musters, or 2 Jihad in a Parias Taifa, 4 with an African Lord there."""
    brought, calm = why_not_brought(g, TAIFA_LORDS), not_rising(g, PARIAS)
    choice = yield from choose(
        MUSLIM,
        "sumaisir",
        "What do the verses stir up?",
        sumaisir_options(g),
        "M21",
        lambda said: brought(said) or calm(said),
    )
    if choice.value[0] == "bring":
        yield from muster_freely(g, g.lords[choice.value[1]])
    else:
        taifa = choice.value[1]
        yield from add_jihad(g, 4 if african_in(g, taifa) else 2, lambda place: TAIFA_OF[place] == taifa)


def african_in(g: Almoravid, taifa: str) -> bool:
    return any(g.lords[lord].at and TAIFA_OF[g.lords[lord].at] == taifa for lord in AFRICANS)


# --- C18 Runaway Slaves, M18 Refugees --------------------------------------------------------------


def can_return(g: Almoravid, moment: str) -> bool:
    return moment == "muster"


def runaway_slaves(g: Almoravid, moment: str) -> Procedure[None]:
    """C18: Christian Lords regain lost Foot, and add Transport."""
    lords = [lord for lord in mustered(g, CHRISTIAN) if not is_besieged(g, lord)]
    yield from lost_return(g, lords, lambda unit: not g.rules.units[unit].horse)


def refugees(g: Almoravid, moment: str) -> Procedure[None]:
    """M18: Taifa Lords regain lost Light Horse and Militia, and add Transport."""
    lords = [g.lords[lord] for lord in TAIFA_LORDS if g.lords[lord].where == MAP]
    free = [lord for lord in lords if not is_besieged(g, lord)]
    yield from lost_return(g, free, lambda unit: unit in ("light_horse", "militia"))


def lost_return(g: Almoravid, lords: list[Lord], fits: Callable[[str], bool]) -> Procedure[None]:
    for lord in lords:
        back = {unit: count for unit, count in lost_units(g, lord).items() if fits(unit)}
        add_units(lord, back)
        prompt = f"{LORDS[lord.id].name} adds a Cart or a Mule"
        choice = yield Ask(lord.side, "transport", prompt, [CART, MULE], "3.4.2")
        gain(lord, choice.value[0])
        g.tell("return", lord=lord.id, back=back, transport=choice.value[0])


# --- C20 Al-Qadir ----------------------------------------------------------------------------------


def quiet_taifas(g: Almoravid) -> list[str]:
    """Reconquista and Parias Taifas with Jihad and no Muslim Lord."""
    return [
        taifa.id
        for taifa in TAIFAS.values()
        if g.taifas[taifa.id] in (RECONQUISTA, PARIAS)
        and any(place in g.jihad for place in taifa.places)
        and all(lord.side != MUSLIM for place in taifa.places for lord in present(g, place))
    ]


def can_al_qadir(g: Almoravid, moment: str) -> bool:
    return bool(quiet_taifas(g))


def al_qadir(g: Almoravid, moment: str) -> Procedure[None]:
    """C20: two Jihad of one such Taifa go."""
    options = [option(f"taifa {taifa}", TAIFAS[taifa].name, taifa) for taifa in quiet_taifas(g)]
    noisy = about("taifa", TAIFAS, lambda taifa: Refusal("No Jihad lies there, or a Muslim Lord is there.", "C20"))
    choice = yield from choose(CHRISTIAN, "al_qadir", "Which Taifa does al-Qadir calm?", options, "C20", noisy)
    taifa = choice.value[1]
    for _ in range(2):
        places = [place for place in TAIFAS[taifa].places if place in g.jihad]
        if not places:
            return
        options = [option(f"calm {place}", LOCALES[place].name, place) for place in places]
        quiet = about("calm", LOCALES, lambda place: Refusal("No Jihad of that Taifa lies there.", "C20"))
        choice = yield from choose(CHRISTIAN, "calm", "Which Jihad marker comes off?", options, "C20", quiet)
        yield from remove_jihad(g, choice.value[1], 1)


# --- M8 to M11, M15, M20: Jihad --------------------------------------------------------------------


def preacher_taifas(g: Almoravid) -> list[str]:
    """M8: Taifas with Yusuf, Sir or al-Mutamid."""
    places = [g.lords[lord].at for lord in (*AFRICANS, "al_mutamid") if g.lords[lord].at]
    return list(dict.fromkeys(TAIFA_OF[place] for place in places if TAIFA_OF[place]))


def preacher_options(g: Almoravid) -> list[Option]:
    options = []
    for taifa in preacher_taifas(g):
        options += [
            option(f"free {place}", f"{LOCALES[place].name} throws off the Christians", place)
            for place in TAIFAS[taifa].strongholds
            if place in g.conquered and LOCALES[place].kind == "town" and not present(g, place)
        ]
        if jihad_places(g, lambda place, taifa=taifa: TAIFA_OF[place] == taifa):  # type: ignore[misc]
            options.append(option(f"taifa {taifa}", f"2 Jihad in {TAIFAS[taifa].name}", taifa))
    return options


def can_preach(g: Almoravid, moment: str) -> bool:
    return bool(preacher_options(g))


def preach(g: Almoravid, moment: str) -> Procedure[None]:
    """M8: a Town of the Taifa is freed, or 2 Jihad rise in it."""
    prompt, unmoved = "What does Ahmad ibn Rumayla bring about?", why_not_preached(g)
    choice = yield from choose(MUSLIM, "preach", prompt, preacher_options(g), "M8", unmoved)
    if choice.value[0] == "free":
        g.conquered.pop(choice.value[1])
        g.tell("freed", place=choice.value[1])
        yield from g.rules.adjust(g)
        yield from g.rules.settle(g)
    else:
        taifa = choice.value[1]
        yield from add_jihad(g, 2, lambda place: TAIFA_OF[place] == taifa)


def why_not_preached(g: Almoravid) -> WhyNot:
    """M8: why a Town is not freed, or a Taifa not stirred up."""

    def not_freed(place: str) -> Refusal:
        if place not in g.conquered or LOCALES[place].kind != "town":
            return Refusal("Only a Conquered Town throws off the Christians.", "M8")
        if present(g, place):
            return Refusal("A Lord is in that Town.", "M8")
        return Refusal("Neither Yusuf, Sir nor al-Mutamid is in its Taifa.", "M8")

    def not_stirred(taifa: str) -> Refusal:
        if taifa not in preacher_taifas(g):
            return Refusal("Neither Yusuf, Sir nor al-Mutamid is there.", "M8")
        return Refusal(f"No Stronghold of {TAIFAS[taifa].name} can take Jihad.", "1.4.4")

    freed, stirred = about("free", LOCALES, not_freed), about("taifa", TAIFAS, not_stirred)
    return lambda said: freed(said) or stirred(said)


def maliki_count(g: Almoravid) -> int:
    """M9: 4 with an African Lord in a Kingdom, 2 in a Reconquista Taifa."""
    if any(in_territory(g, lord, ("kingdom",)) for lord in AFRICANS):
        return 4
    return 2 if any(in_territory(g, lord, (RECONQUISTA,)) for lord in AFRICANS) else 0


def fatwa_count(g: Almoravid) -> int:
    """M10: one, or one each for Africans in Kingdoms, Eudes, and every Crusaders marker."""
    in_kingdom = any(in_territory(g, lord, ("kingdom",)) for lord in AFRICANS)
    return max(1, in_kingdom + (g.lords["eudes"].where == MAP) + mustered_crusaders(g))


def al_qadir_count(g: Almoravid) -> int:
    """M11: 3 with an African Lord in a Kingdom or a Reconquista or Parias Taifa, else 1."""
    return 3 if any(in_territory(g, lord, ("kingdom", RECONQUISTA, PARIAS)) for lord in AFRICANS) else 1


def jihad_by(count: Callable[[Almoravid], int]) -> HeldEvent:
    """An Event that places some Jihad anywhere eligible."""

    def can(g: Almoravid, moment: str) -> bool:
        return count(g) > 0 and bool(jihad_places(g))

    def act(g: Almoravid, moment: str) -> Procedure[None]:
        yield from add_jihad(g, count(g))

    return HeldEvent(can, act)


def revolt_in(status: str) -> HeldEvent:
    """M15 Parias Revolt, M20 Mudéjares: 1 Jihad in such a Taifa, 2 where Jihad lies, 3 with an African Lord there."""

    def can(g: Almoravid, moment: str) -> bool:
        return bool(taifa_options(g, status))

    def act(g: Almoravid, moment: str) -> Procedure[None]:
        options = taifa_options(g, status)
        choice = yield from choose(MUSLIM, "revolt", "Which Taifa rises?", options, "3.1.3", not_rising(g, status))
        taifa = choice.value[1]
        if african_in(g, taifa):
            yield from add_jihad(g, 3, lambda place: TAIFA_OF[place] == taifa)
            return
        risen = jihad_places(g, lambda place: TAIFA_OF[place] == taifa and place in g.jihad)
        if risen:
            fire = option("fan", "2 Jihad where Jihad lies already")
            spark = option("kindle", "1 Jihad anywhere in the Taifa")
            choice = yield Ask(MUSLIM, "spread", "How does it spread?", [fire, spark], "3.1.3")
            if choice is fire:
                yield from add_jihad(g, 2, lambda place: TAIFA_OF[place] == taifa and place in g.jihad)
                return
        yield from add_jihad(g, 1, lambda place: TAIFA_OF[place] == taifa)

    return HeldEvent(can, act)


# --- M19 African Fleet -----------------------------------------------------------------------------


def fleet_ports(g: Almoravid) -> list[str]:
    """Where the active Muslim Lord could sail to."""
    command = g.command
    if command is None or command.side != MUSLIM or command.used:
        return []
    lord = g.lords[command.lord]
    if not LOCALES[lord.at].port or is_besieged(g, lord) or not is_free_port(g, lord.at):
        return []
    return [place for place, locale in LOCALES.items() if locale.port and place != lord.at and is_free_port(g, place)]


def is_free_port(g: Almoravid, place: str) -> bool:
    return all(lord.side != CHRISTIAN for lord in present(g, place))


def refuse_harbour(g: Almoravid) -> Callable[[str], Refusal]:
    def explain(place: str) -> Refusal:
        if not LOCALES[place].port:
            return Refusal("That is no Port.", "M19")
        return Refusal("A Christian Lord is there, or the fleet lies there already.", "M19")

    return explain


def can_sail(g: Almoravid, moment: str) -> bool:
    return moment == "command" and bool(fleet_ports(g))


def sail(g: Almoravid, moment: str) -> Procedure[None]:
    """M19: a whole card to March from Port to Port."""
    command = g.command
    assert command is not None
    lord = g.lords[command.lord]
    options = [option(f"sail {place}", LOCALES[place].name, place) for place in fleet_ports(g)]
    closed = about("sail", LOCALES, refuse_harbour(g))
    choice = yield from choose(MUSLIM, "sail", "Which Port does the fleet make for?", options, "M19", closed)
    group = yield from choose_group(g, lord, choice.value[1])
    going = yield from g.rules.before_march(g, lord, group, choice.value[1])
    if not going:
        command.blocked = True
        return
    _, most = capacity(g, group, False)
    excess = max(0, carried(group, "provender") - most)
    yield from leave_behind(g, group, "provender", excess, "Too much to carry: who leaves Provender?")
    command.used = command.actions
    yield from move_to(g, group, choice.value[1])


@dataclass(frozen=True, slots=True)
class HeldEvent:
    can: Callable[[Almoravid, str], bool]
    act: Callable[[Almoravid, str], Procedure[None]]


HELD: dict[str, HeldEvent] = {
    "pope_gregory": HeldEvent(can_gregory, gregory),
    "cluniacs": HeldEvent(can_cluny, cluny),
    "taifa_marriage": HeldEvent(can_marriage, marriage),
    "al_sumaisir": HeldEvent(can_sumaisir, sumaisir),
    "runaway_slaves": HeldEvent(can_return, runaway_slaves),
    "refugees": HeldEvent(can_return, refugees),
    "al_qadir_christian": HeldEvent(can_al_qadir, al_qadir),
    "ahmad_ibn_rumayla": HeldEvent(can_preach, preach),
    "maliki_islam": jihad_by(maliki_count),
    "fatwa": jihad_by(fatwa_count),
    "al_qadir_muslim": jihad_by(al_qadir_count),
    "parias_revolt": revolt_in(PARIAS),
    "mudejares": revolt_in(RECONQUISTA),
    "african_fleet": HeldEvent(can_sail, sail),
}
