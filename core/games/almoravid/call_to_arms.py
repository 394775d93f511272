"""3.5: Call to Arms."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.almoravid.coins import pay_coin, purse, unbesieged
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, MUSLIM, TAIFA_LORDS
from core.games.almoravid.politics import add_jihad, jihad_places, owner
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import disband, shift_service, shifted
from core.games.levy.choices import NO, PASS, YES, choose, option
from core.games.levy.hand import back_to_deck, play_option, take_from_hand
from core.games.levy.lords import present
from core.games.levy.muster import free_seats, muster_lord
from core.games.levy.refusals import about, why_no_play
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
    options = [RECONCILE] if refuse_reconcile(g) is None else []
    if refuse_employ(g, CHRISTIAN) is None:
        options.append(option("employ rodrigo_campeador", "Employ Rodrigo (2 Coin)"))
    if refuse_crusade(g) is None:
        options.append(CRUSADE)
    if not options and not g.held[CHRISTIAN]:
        return
    choice = yield Ask(
        CHRISTIAN,
        "call",
        "Call to Arms: Campeador or Crusade?",
        [*options, PASS],
        "3.5.1",
        lambda said: why_no_christian_call(g, said),
        g.held[CHRISTIAN],
        lambda card: de_vivar(g, card),
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


def why_no_christian_call(g: Almoravid, said: str) -> Refusal | None:
    match said.split():
        case ["reconcile"]:
            return refuse_reconcile(g)
        case ["employ", rodrigo] if rodrigo == RODRIGO[MUSLIM]:
            return Refusal("Rodrigo al-Sayyid serves the Muslims.", "3.5.2")
        case ["employ", *_]:
            return refuse_employ(g, CHRISTIAN)
        case ["crusade"]:
            return refuse_crusade(g)
        case ["invite" | "uphold" | "emir" | "favour", *_]:
            return Refusal("That is for the Muslims to do.", "3.5.2")
    return why_no_play(g, CHRISTIAN, lambda card: de_vivar(g, card))(said)


def refuse_ready(g: Almoravid, lord_id: str, any_box: bool = False) -> Refusal | None:
    """3.4.1: Ready is at or left of the current box; cards may reach further."""
    lord, name = g.lords[lord_id], LORDS[lord_id].name
    if lord.where != CALENDAR:
        return Refusal(f"{name}'s cylinder is not on the Calendar.", "3.5")
    if lord.box > g.box and not any_box:
        return Refusal(f"{name} is not Ready before box {lord.box}.", "3.4.1")
    if lord_id in g.banned:
        return Refusal(f"An Event keeps {name} from Muster this Levy.", "3.1.3")
    return None


def refuse_reconcile(g: Almoravid) -> Refusal | None:
    rodrigo = g.lords[RODRIGO[MUSLIM]]
    if rodrigo.where == GONE:
        return Refusal("Rodrigo is out of the game.", "3.3.1")
    if g.lords[RODRIGO[CHRISTIAN]].where != OFF:
        return Refusal("Rodrigo is reconciled already.", "3.5.1")
    if rodrigo.where != MAP and not g.christian_removed:
        return Refusal("Rodrigo is not on the map, and no Christian Lord has left the game for good.", "3.5.1")
    return None


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
    return [place for place in LOCALES if refuse_place(g, side, place) is None]


def refuse_place(g: Almoravid, side: str, place: str) -> Refusal | None:
    if LOCALES[place].stronghold is None:
        return Refusal("That is no Stronghold.", "3.5")
    if place in g.siege:
        return Refusal("There is a Siege.", "3.5")
    if owner(g, place) != side:
        return Refusal("It is not Friendly.", "3.5")
    if any(lord.side != side for lord in present(g, place)):
        return Refusal("An enemy Lord is there.", "3.5")
    return None


def refuse_employ(g: Almoravid, side: str, any_box: bool = False) -> Refusal | None:
    refusal = refuse_ready(g, RODRIGO[side], any_box)
    if refusal is not None:
        return refusal
    if purse(g, unbesieged(g, side), side == MUSLIM) < EMPLOY_COST[side]:
        return Refusal(f"Rodrigo costs {EMPLOY_COST[side]} Coin, which your Unbesieged Lords do not have.", "3.5")
    if not employ_places(g, side):
        return Refusal("No Friendly Stronghold is free of Siege and of enemy Lords.", "3.5")
    return None


def employ(g: Almoravid, side: str) -> Procedure[None]:
    """Coin for Rodrigo, a Seat for him, and he Musters there."""
    lord = g.lords[RODRIGO[side]]
    yield from pay_coin(g, side, unbesieged(g, side), EMPLOY_COST[side])
    options = [option(f"seat {place}", LOCALES[place].name, place) for place in employ_places(g, side)]
    why_not = about("seat", LOCALES, lambda place: refuse_place(g, side, place))
    choice = yield from choose(side, "seat", "Where is Rodrigo's Seat?", options, "3.5", why_not)
    g.seats[lord.id] = choice.value[1]
    yield from muster_lord(g, lord, choice.value[1])


def refuse_crusade(g: Almoravid, any_box: bool = False) -> Refusal | None:
    refusal = refuse_ready(g, "eudes", any_box)
    if refusal is None and (not free_seats(g, g.lords["eudes"]) or owner(g, "pamplona") != CHRISTIAN):
        return Refusal("Pamplona is not Friendly and free of Siege and enemies.", "3.5.1")
    return refusal


def crusade(g: Almoravid) -> Procedure[None]:
    yield from muster_lord(g, g.lords["eudes"])
    if jihad_places(g):
        choice = yield Ask(MUSLIM, "crusade", "Answer the Crusade with a Jihad marker?", [YES, NO], "3.5.1")
        if choice is YES:
            yield from add_jihad(g, 1)


def muslim_call(g: Almoravid) -> Procedure[None]:
    """3.5.2: nothing, or one of Employ, Invite, Uphold and Call upon an Emir."""
    options = []
    if refuse_employ(g, MUSLIM) is None:
        options.append(option("employ rodrigo_al_sayyid", "Employ Rodrigo (3 Coin)"))
    options += [
        option(f"invite {lord}", f"Invite {LORDS[lord].name}", lord)
        for lord in AFRICANS
        if refuse_invite(g, lord) is None
    ]
    if refuse_uphold(g) is None:
        options.append(UPHOLD)
    options += emir_options(g)
    if not options:
        return
    choice = yield Ask(
        MUSLIM,
        "call",
        "Call to Arms: al-Sayyid or al-Murabitun?",
        [*options, PASS],
        "3.5.2",
        lambda said: why_no_muslim_call(g, said),
    )
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


def why_no_muslim_call(g: Almoravid, said: str) -> Refusal | None:
    match said.split():
        case ["reconcile" | "crusade"] | ["employ", "rodrigo_campeador"]:
            return Refusal("That is for the Christians to do.", "3.5.1")
        case ["employ", *_]:
            return refuse_employ(g, MUSLIM)
        case ["invite", lord] if lord in AFRICANS:
            return refuse_invite(g, lord)
        case ["uphold"]:
            return refuse_uphold(g)
        case ["emir" | "favour", lord] if lord in TAIFA_LORDS:
            return refuse_emir(g, lord, said.split()[0])
    return None


def refuse_invite(g: Almoravid, lord_id: str) -> Refusal | None:
    refusal = refuse_ready(g, lord_id)
    if refusal is None and not landing_ports(g):
        return Refusal("No Port is Friendly and free of Siege and enemies.", "3.5.2")
    return refusal


def refuse_uphold(g: Almoravid) -> Refusal | None:
    if all(g.lords[lord].where == CALENDAR and g.lords[lord].box <= g.box for lord in AFRICANS):
        return None
    return Refusal("That takes both Yusuf and Sir Ready on the Calendar.", "3.5.2")


def landing_ports(g: Almoravid) -> list[str]:
    """Algeciras, or the nearest Ports that are Friendly and free of Siege."""

    seen, edge = {ALGECIRAS}, [ALGECIRAS]
    while edge:
        ports = [place for place in edge if is_open_port(g, place)]
        if ports:
            return ports
        edge = list(dict.fromkeys(near for place in edge for near in LOCALES[place].ways if near not in seen))
        seen.update(edge)
    return []


def is_open_port(g: Almoravid, place: str) -> bool:
    return LOCALES[place].port and refuse_place(g, MUSLIM, place) is None


def refuse_port(g: Almoravid, place: str) -> Refusal:
    if not LOCALES[place].port:
        return Refusal("That is no Port.", "3.5.2")
    return refuse_place(g, MUSLIM, place) or Refusal("Another open Port is nearer to Algeciras.", "3.5.2")


def invite(g: Almoravid, lord: Lord) -> Procedure[None]:
    """An African Lord lands; Eudes will hear of it."""
    options = [option(f"seat {place}", LOCALES[place].name, place) for place in landing_ports(g)]
    choice = yield from choose(
        MUSLIM, "seat", "Which Port?", options, "3.5.2", about("seat", LOCALES, lambda place: refuse_port(g, place))
    )
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
    """A Taifa Lord Musters from any box, or serves two boxes longer."""
    return [
        option(f"{what} {lord}", f"{LORDS[lord].name} {label}", lord)
        for lord in TAIFA_LORDS
        for what, label in (("emir", "Musters"), ("favour", "serves two boxes longer"))
        if refuse_emir(g, lord, what) is None
    ]


def refuse_emir(g: Almoravid, lord_id: str, what: str) -> Refusal | None:
    """Yusuf must be at the Lord's Seat, neither Enemy nor Besieged."""
    place, lord, name = g.lords["yusuf"].at, g.lords[lord_id], LORDS[lord_id].name
    if place not in LORDS[lord_id].seats:
        return Refusal(f"Yusuf is not at a Seat of {name}.", "3.5.2")
    if place in g.siege or owner(g, place) == CHRISTIAN:
        return Refusal(f"{LOCALES[place].name} is Enemy or under Siege.", "3.5.2")
    if what == "favour":
        return None if lord.where == MAP else Refusal(f"{name} is not on the map.", "3.5.2")
    refusal = refuse_ready(g, lord_id, any_box=True)
    if refusal is None and not free_seats(g, lord):
        return Refusal(f"{name} has no free Seat.", "3.4.1")
    return refusal
