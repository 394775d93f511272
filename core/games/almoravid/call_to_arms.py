"""3.5: Call to Arms."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure
from core.games.almoravid.coins import pay_coin, purse, unbesieged
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, MUSLIM, OTHER, TAIFAS
from core.games.almoravid.politics import add_jihad, jihad_places, owner
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import disband, shift_service, shifted
from core.games.levy.choices import NO, PASS, YES, option
from core.games.levy.hand import back_to_deck, play_option, take_from_hand
from core.games.levy.lords import present
from core.games.levy.muster import free_seats, muster_lord
from core.games.levy.state import CALENDAR, GONE, MAP, OFF, Lord

RECONCILE = option("reconcile", "Reconcile with Rodrigo")
CRUSADE = option("crusade", "Call for Crusade: Eudes comes to Pamplona", "pamplona")
UPHOLD = option("uphold", "Uphold the Dynasties")
EMPLOY_COST = {CHRISTIAN: 2, MUSLIM: 3}
RODRIGO = {CHRISTIAN: "rodrigo_campeador", MUSLIM: "rodrigo_al_sayyid"}
AFRICANS = ("yusuf", "sir")
ALGECIRAS = "algeciras"


def call_to_arms(g: Almoravid) -> Procedure[None]:
    yield from christian_call(g)
    yield from muslim_call(g)


def christian_call(g: Almoravid) -> Procedure[None]:
    """3.5.1: nothing, or one of Reconcile, Employ and Crusade; De Vivar (C25) is a cheap Reconcile."""
    options = [RECONCILE] if may_reconcile(g) else []
    if may_employ(g, CHRISTIAN):
        options.append(option("employ rodrigo_campeador", "Employ Rodrigo (2 Coin)"))
    if is_ready(g, "eudes") and not eudes_barred(g):
        options.append(CRUSADE)
    if not options and not g.held[CHRISTIAN]:
        return
    choice = yield Ask(
        CHRISTIAN,
        "call",
        "Campeador or Crusade?",
        [*options, PASS],
        "3.5.1",
        hand=g.held[CHRISTIAN],
        play=lambda card: de_vivar(g, card),
    )
    if choice.token is not None:
        card = take_from_hand(g, choice)
        yield from reconcile(g, 1)
        back_to_deck(g, card)
    elif choice is RECONCILE:
        rodrigo = g.lords[RODRIGO[MUSLIM]]
        yield from reconcile(g, 1 + (max(0, rodrigo.service - g.box) if rodrigo.where == MAP else 0))
    elif choice is CRUSADE:
        yield from crusade(g)
    elif choice is not PASS:
        yield from employ(g, CHRISTIAN)


def de_vivar(g: Almoravid, card: str) -> Option | None:
    if card == "C25" and g.lords[RODRIGO[MUSLIM]].where == MAP:
        return play_option(g, card)
    return None


def is_ready(g: Almoravid, lord_id: str) -> bool:
    lord = g.lords[lord_id]
    return lord.where == CALENDAR and lord.box <= g.box and lord_id not in g.banned


def may_reconcile(g: Almoravid) -> bool:
    rodrigo = g.lords[RODRIGO[MUSLIM]]
    if g.lords[RODRIGO[CHRISTIAN]].where != OFF or rodrigo.where == GONE:
        return False
    return rodrigo.where == MAP or g.christian_removed


def reconcile(g: Almoravid, price: int) -> Procedure[None]:
    """The Muslims score; Rodrigo leaves them and waits for the Christians, two boxes ahead."""
    g.box_vp += price
    muslim, christian = g.lords[RODRIGO[MUSLIM]], g.lords[RODRIGO[CHRISTIAN]]
    if muslim.where == MAP:
        yield from disband(g, muslim)
    muslim.where, muslim.box = OFF, 0
    christian.where, christian.box = CALENDAR, shifted(g, g.box, 2)
    g.tell("reconcile", price=price, box=christian.box)


def employ_places(g: Almoravid, side: str) -> list[str]:
    """Friendly Strongholds free of Siege and of enemy Lords."""
    return [
        place
        for place, locale in LOCALES.items()
        if locale.stronghold
        and place not in g.siege
        and owner(g, place) == side
        and all(lord.side == side for lord in present(g, place))
    ]


def may_employ(g: Almoravid, side: str, need_ready: bool = True) -> bool:
    lord = g.lords[RODRIGO[side]]
    ready = is_ready(g, lord.id) if need_ready else lord.where == CALENDAR
    return ready and purse(g, unbesieged(g, side), side == MUSLIM) >= EMPLOY_COST[side] and bool(employ_places(g, side))


def employ(g: Almoravid, side: str) -> Procedure[None]:
    """Coin for Rodrigo, a Seat for him, and he Musters there."""
    lord = g.lords[RODRIGO[side]]
    yield from pay_coin(g, side, unbesieged(g, side), EMPLOY_COST[side])
    options = [option(f"seat {place}", LOCALES[place].name, place) for place in employ_places(g, side)]
    choice = yield Ask(side, "seat", "Where is Rodrigo's Seat?", options, "3.5")
    g.seats[lord.id] = choice.value[1]
    yield from muster_lord(g, lord, choice.value[1])


def eudes_barred(g: Almoravid) -> bool:
    return not free_seats(g, g.lords["eudes"]) or owner(g, "pamplona") != CHRISTIAN


def crusade(g: Almoravid) -> Procedure[None]:
    yield from muster_lord(g, g.lords["eudes"])
    if jihad_places(g):
        choice = yield Ask(MUSLIM, "crusade", "Answer the Crusade with a Jihad marker?", [YES, NO], "3.5.1")
        if choice is YES:
            yield from add_jihad(g, 1)


def muslim_call(g: Almoravid) -> Procedure[None]:
    """3.5.2: nothing, or one of Employ, Invite, Uphold and Call upon an Emir."""
    options = []
    if may_employ(g, MUSLIM):
        options.append(option("employ rodrigo_al_sayyid", "Employ Rodrigo (3 Coin)"))
    if landing_ports(g):
        options += [option(f"invite {lord}", f"Invite {LORDS[lord].name}") for lord in AFRICANS if is_ready(g, lord)]
    if all(g.lords[lord].where == CALENDAR and g.lords[lord].box <= g.box for lord in AFRICANS):
        options.append(UPHOLD)
    options += emir_options(g)
    if not options:
        return
    choice = yield Ask(MUSLIM, "call", "Al-Sayyid or al-Murabitun?", [*options, PASS], "3.5.2")
    match choice.value:
        case ("employ", _):
            yield from employ(g, MUSLIM)
        case ("invite", lord):
            yield from invite(g, g.lords[lord])
        case ("uphold",):
            yield from uphold(g)
        case ("emir", lord):
            yield from muster_lord(g, g.lords[lord])
        case ("favour", lord):
            shift_service(g, g.lords[lord], 2)


def landing_ports(g: Almoravid) -> list[str]:
    """Algeciras, or the nearest Ports that are Friendly and free of Siege."""

    def open_port(place: str) -> bool:
        free = all(lord.side == MUSLIM for lord in present(g, place))
        return LOCALES[place].port and owner(g, place) == MUSLIM and place not in g.siege and free

    seen, edge = {ALGECIRAS}, [ALGECIRAS]
    while edge:
        ports = [place for place in edge if open_port(place)]
        if ports:
            return ports
        edge = list(dict.fromkeys(near for place in edge for near in LOCALES[place].ways if near not in seen))
        seen.update(edge)
    return []


def invite(g: Almoravid, lord: Lord) -> Procedure[None]:
    """An African Lord lands; Eudes will hear of it."""
    ports = landing_ports(g)
    port = ports[0]
    if len(ports) > 1:
        options = [option(f"seat {place}", LOCALES[place].name, place) for place in ports]
        choice = yield Ask(MUSLIM, "seat", "Which Port?", options, "3.5.2")
        port = choice.value[1]
    g.seats[lord.id] = port
    g.africans_came = True
    yield from muster_lord(g, lord, port)
    eudes = g.lords["eudes"]
    if eudes.where == OFF:
        eudes.where, eudes.box = CALENDAR, shifted(g, g.box, 2)
        g.tell("cylinder", lord="eudes", box=eudes.box)


def uphold(g: Almoravid) -> Procedure[None]:
    for lord in AFRICANS:
        g.lords[lord].box = shifted(g, g.box, 1)
    g.box_vp += 1
    g.tell("uphold")
    yield from add_jihad(g, 1)


def emir_options(g: Almoravid) -> list[Option]:
    """Yusuf at a Taifa Lord's Seat that is neither Enemy nor Besieged."""
    place = g.lords["yusuf"].at
    if not place or place in g.siege or owner(g, place) == OTHER[MUSLIM]:
        return []
    options = []
    for taifa in TAIFAS.values():
        if not taifa.lord or place not in LORDS[taifa.lord].seats:
            continue
        lord = g.lords[taifa.lord]
        name = LORDS[taifa.lord].name
        if lord.where == CALENDAR and place in free_seats(g, lord) and lord.id not in g.banned:
            options.append(option(f"emir {lord.id}", f"{name} Musters", lord.id))
        elif lord.where == MAP:
            options.append(option(f"favour {lord.id}", f"{name} serves two boxes longer", lord.id))
    return options
