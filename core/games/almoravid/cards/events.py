"""Events that happen when they are drawn (3.1.3). One function a card, or for cards that act alike."""

from __future__ import annotations

from collections.abc import Callable

from core.engine import Ask, Procedure, Refusal
from core.games.almoravid.call_to_arms import RODRIGO, reconcile, refuse_reconcile
from core.games.almoravid.cards.arrivals import muster_choices, muster_freely, why_not_brought
from core.games.almoravid.coins import pay_asset
from core.games.almoravid.data import (
    CARD_FORCES,
    CHRISTIAN,
    LOCALES,
    LORDS,
    MUSLIM,
    OTHER,
    SPECIAL_VASSALS,
    TAIFA_LORDS,
)
from core.games.almoravid.politics import add_jihad, owner
from core.games.almoravid.state import Almoravid
from core.games.levy.arts import discard, place_capability, refuse_capability
from core.games.levy.calendar import disband, muster_vassal, shift_cylinder, shift_service
from core.games.levy.choices import NO, PASS, YES, choose, option
from core.games.levy.facts import Card
from core.games.levy.feed import feed
from core.games.levy.lords import add_units, companions, is_besieged, is_friendly, mustered, present, side_has, spend
from core.games.levy.refusals import WhyNot, about, about_lords, not_one_of, refuse_stranger
from core.games.levy.state import CALENDAR, MAP, READY, Lord

DISCARD_CAMELS = option("camels", "Discard Camels to cancel it", "M16")


def drought(g: Almoravid, card: Card) -> Procedure[None]:
    """C5, M5: two enemy Lords away from gardens and Seats Feed at once."""
    side = OTHER[card.side]
    thirsty = [lord for lord in mustered(g, side) if not is_watered(g, lord)]
    if not thirsty or (yield from camels_cancel(g, side)):
        return
    not_him = "He is not yours on the map, or at a Friendly City, Fortress or Seat, where there is water."
    chosen = yield from choose_lords(g, side, card.id, thirsty, 2, "Which Lord suffers the Drought?", not_him)
    yield from feed(g, side, chosen)


def camels_cancel(g: Almoravid, side: str) -> Procedure[bool]:
    """M16: the Muslims may throw Camels away to cancel Arid Terrain or Drought."""
    if side != MUSLIM or not side_has(g, MUSLIM, "camels"):
        return False
    choice = yield Ask(MUSLIM, "camels", "Use up Camels against the heat?", [DISCARD_CAMELS, PASS], "M16")
    if choice is PASS:
        return False
    discard(g, "M16", None)
    return True


def is_watered(g: Almoravid, lord: Lord) -> bool:
    """At a Friendly City, Fortress or Seat, whosever Seat it is."""
    locale = LOCALES[lord.at]
    if not is_friendly(g, lord):
        return False
    if locale.stronghold is not None and locale.stronghold.gardens:
        return True
    return bool(locale.seats) or lord.at in g.seats.values()


def choose_lords(
    g: Almoravid,
    side: str,
    card: str,
    lords: list[Lord],
    count: int,
    prompt: str,
    not_him: str = "He is not among those it can touch.",
) -> Procedure[list[Lord]]:
    """As many as able, up to `count`."""
    chosen: list[Lord] = []
    left = lords[:]
    while left and len(chosen) < count:
        if len(left) <= count - len(chosen):
            return chosen + left
        options = [option(f"choose {lord.id}", LORDS[lord.id].name, lord.id) for lord in left]
        why_not = about_lords(g, "choose", lambda lord: Refusal(not_him, card))
        choice = yield Ask(side, "lord", prompt, options, card, why_not)
        lord = g.lords[choice.value[1]]
        chosen.append(lord)
        left.remove(lord)
    return chosen


def devaluation(g: Almoravid, card: Card) -> Procedure[None]:
    """C10: a third of all Muslim Coin goes. M14: half the Christian Coin at each Locale."""
    if card.side == CHRISTIAN:
        total = g.box_coin + sum(lord.assets.get("coin", 0) for lord in mustered(g, MUSLIM))
        yield from lose_coin(g, MUSLIM, card.id, mustered(g, MUSLIM), total - -(-2 * total // 3))
        return
    for place in dict.fromkeys(lord.at for lord in mustered(g, CHRISTIAN)):
        lords = [lord for lord in present(g, place) if lord.side == CHRISTIAN]
        total = sum(lord.assets.get("coin", 0) for lord in lords)
        yield from lose_coin(g, CHRISTIAN, card.id, lords, total // 2)


def lose_coin(g: Almoravid, side: str, card: str, lords: list[Lord], amount: int) -> Procedure[None]:
    for _ in range(amount):
        options = [option(f"lose {lord.id}", LORDS[lord.id].name, lord.id) for lord in lords if lord.assets.get("coin")]
        if side == MUSLIM and g.box_coin:
            options.append(option("lose taifas", "The Taifas box"))
        choice = options[0]
        if len(options) > 1:
            poor = not_one_of(g, "lose", side, "He has no Coin there.", card)
            choice = yield Ask(side, "devaluation", "Whose Coin loses its worth?", options, card, poor)
        if choice.value[1] == "taifas":
            g.box_coin -= 1
        else:
            spend(g.lords[choice.value[1]], "coin")


def crusaders(g: Almoravid, card: Card) -> Procedure[None]:
    """C11, C12: Crusaders join a Christian Lord; Eudes, if here, Musters all his Vassals."""
    free = [
        vassal
        for vassal, known in SPECIAL_VASSALS.items()
        if known.kind == "crusaders"
        and vassal not in g.removed_vassals
        and all(vassal not in lord.vassals for lord in g.lords.values())
    ]
    lords = [lord for lord in mustered(g, CHRISTIAN) if not is_besieged(g, lord)]
    if free and lords:
        not_him = "Crusaders join a Christian Lord on the map who is not Besieged."
        (lord,) = yield from choose_lords(g, CHRISTIAN, card.id, lords, 1, "Whom do the Crusaders join?", not_him)
        muster_vassal(g, lord, free[0])
    eudes = g.lords["eudes"]
    if eudes.where == MAP and not is_besieged(g, eudes):
        for vassal, state in list(eudes.vassals.items()):
            if state == READY:
                muster_vassal(g, eudes, vassal)


def berenguer_ramon(g: Almoravid, card: Card) -> Procedure[None]:
    """C13, M23: the enemy loses the Count of Barcelona; or he may be had at once for one Asset."""
    for lord in mustered(g, OTHER[card.side]):
        for own in lord.cards[:]:
            if g.rules.cards[own].ability == "barcelona":
                discard(g, own, lord)
                if not lord.forces:
                    yield from disband(g, lord)
                return
    takers = [lord for lord in mustered(g, card.side) if refuse_count(g, lord, card) is None]
    if not takers:
        return
    options = [option(f"choose {lord.id}", LORDS[lord.id].name, lord.id) for lord in takers]
    choice = yield Ask(
        card.side,
        "barcelona",
        "Who takes the Count into service for 1 Asset?",
        [*options, PASS],
        card.id,
        about_lords(g, "choose", lambda lord: refuse_count(g, lord, card)),
    )
    if choice is PASS:
        return
    lord = g.lords[choice.value[1]]
    yield from pay_asset(g, card.side, companions(g, lord), "What is paid?")
    g.in_use.remove(card.id)
    yield from place_capability(g, lord, card)
    if card.id in lord.cards:
        add_units(lord, CARD_FORCES[card.id])
        lord.hired[card.id] = 1


def refuse_count(g: Almoravid, lord: Lord, card: Card) -> Refusal | None:
    """C13, M23: why a Lord cannot take the Count of Barcelona into service now."""
    refusal = refuse_stranger(g, lord, card.side, card.id) or refuse_capability(g, lord, card)
    if refusal is not None:
        return refusal
    if lord.at in g.siege or not is_friendly(g, lord):
        return Refusal("He is not at a Friendly Locale free of Siege.", card.id)
    if not any(one.assets for one in companions(g, lord)) and not (card.side == MUSLIM and g.box_coin):
        return Refusal("Nobody there has an Asset to pay with.", card.id)
    return None


def bernard_de_sedirac(g: Almoravid, card: Card) -> Procedure[None]:
    """C16: a Lord serves longer or Musters; then the card stays as Cathedrals."""
    options = [
        option(f"serve {lord.id}", f"{LORDS[lord.id].name} serves longer", lord.id) for lord in mustered(g, CHRISTIAN)
    ]
    options += muster_choices(g, CHRISTIAN, [lord for lord in LORDS if LORDS[lord].side == CHRISTIAN])
    if options:
        why_not = swayed(g, [lord for lord in LORDS if LORDS[lord].side == CHRISTIAN])
        prompt = "Whom does Bernard de Sédirac sway?"
        choice = yield from choose(CHRISTIAN, "sedirac", prompt, options, card.id, why_not)
        lord = g.lords[choice.value[1]]
        if choice.value[0] == "serve":
            shift_service(g, lord, 1)
        else:
            yield from muster_freely(g, lord)
    g.in_use.remove(card.id)
    g.edge[CHRISTIAN].append(card.id)


def swayed(g: Almoravid, lords: list[str]) -> WhyNot:
    """Why the Church does not sway a Lord to serve or to come."""
    brought = why_not_brought(g, lords)

    def why_not(said: str) -> Refusal | None:
        verb, *words = said.split() or [""]
        if verb not in ("serve", "lordship") or not words or words[0] not in g.lords:
            return brought(said)
        if words[0] in lords and verb == "lordship":
            return Refusal("Lordship is for a Lord on the map, in Muster.", "3.1.3")
        reason = "The card does not touch him, or not so."
        return refuse_stranger(g, g.lords[words[0]], CHRISTIAN, "3.1.3") or Refusal(reason, "3.1.3")

    return why_not


def genoa_pisa(g: Almoravid, card: Card) -> Procedure[None]:
    """C17: two Muslim Ports are Ravaged from the sea."""
    yield from event_ravage(
        g,
        card,
        lambda place: (
            LOCALES[place].port and owner(g, place) == MUSLIM and all(lord.side != MUSLIM for lord in present(g, place))
        ),
        "Only a Muslim Port without a Muslim Lord is Ravaged from the sea.",
    )


def al_maghawir(g: Almoravid, card: Card) -> Procedure[None]:
    """M24: two Christian border Locales are Ravaged, unless Caballería Villana guards them."""
    if side_has(g, CHRISTIAN, "caballeria_villana"):
        return
    yield from event_ravage(
        g,
        card,
        lambda place: owner(g, place) == CHRISTIAN and any(owner(g, near) == MUSLIM for near in LOCALES[place].ways),
        "Only a Christian Locale next to a Muslim one is raided.",
    )


def event_ravage(g: Almoravid, card: Card, fits: Callable[[str], bool], where: str) -> Procedure[None]:
    """Two Ravaged markers without a Ravage action: no Assets, no Service shift."""

    def why_not(place: str) -> Refusal:
        return Refusal("It is Ravaged already." if place in g.ravaged else where, card.id)

    for _ in range(2):
        places = [place for place in LOCALES if place not in g.ravaged and fits(place)]
        if not places:
            return
        options = [option(f"ravage {place}", LOCALES[place].name, place) for place in places]
        choice = yield from choose(
            card.side, "raid", "Which Locale is Ravaged?", options, card.id, about("ravage", LOCALES, why_not)
        )
        g.ravaged[choice.value[1]] = card.side
        g.tell("ravaged", side=card.side, place=choice.value[1])


def fitna(g: Almoravid, card: Card) -> Procedure[None]:
    """C19: two Taifa Lords lose a box of Service and this Levy."""
    lords = [g.lords[lord] for lord in TAIFA_LORDS if g.lords[lord].where in (MAP, CALENDAR)]
    not_him = "Only Taifa Lords on the map or the Calendar face Fitna."
    for lord in (yield from choose_lords(g, CHRISTIAN, card.id, lords, 2, "Which Taifa Lord faces Fitna?", not_him)):
        if lord.where == MAP:
            shift_service(g, lord, -1)
        g.banned.append(lord.id)


def berbers(g: Almoravid, card: Card) -> Procedure[None]:
    """C22: one of four Lords shifts a box either way; none of them takes part in this Levy."""
    four = ["al_mutawakkil", "abd_allah", "yusuf", "sir"]
    yield from shift_either_way(g, card, [g.lords[lord] for lord in four if g.lords[lord].where == MAP])
    g.banned += four


def illness_of_the_emir(g: Almoravid, card: Card) -> Procedure[None]:
    """C23: Abu Bakr or al-Mustain shifts a box, cylinder or Service, and sits out this Levy."""
    lords = [g.lords[lord] for lord in ("abu_bakr", "al_mustain") if g.lords[lord].where in (MAP, CALENDAR)]
    lord = yield from shift_either_way(g, card, lords)
    if lord is not None:
        g.banned.append(lord.id)


def shift_either_way(g: Almoravid, card: Card, lords: list[Lord]) -> Procedure[Lord | None]:
    """2.2.3: where no direction is given the side that plays the card chooses."""
    if not lords:
        return None
    options = [
        option(f"shift {lord.id} {way}", f"{LORDS[lord.id].name} one box {way}", lord.id)
        for lord in lords
        for way in ("left", "right")
    ]
    why_not = about_shift(g, "The card does not touch him, or he is not in play.")
    choice = yield Ask(card.side, "shift", "Who shifts by one box?", options, card.id, why_not)
    lord = g.lords[choice.value[1]]
    boxes = 1 if choice.value[2] == "right" else -1
    if lord.where == MAP:
        shift_service(g, lord, boxes)
    else:
        shift_cylinder(g, lord, boxes)
    return lord


def about_shift(g: Almoravid, reason: str) -> WhyNot:
    """`shift LORD left`, `shift LORD`"""

    def why_not(said: str) -> Refusal | None:
        words = said.split()
        return Refusal(reason, "3.1.3") if words[:1] == ["shift"] and len(words) > 1 and words[1] in g.lords else None

    return why_not


def abu_bakr_ibn_umar(g: Almoravid, card: Card) -> Procedure[None]:
    """C24: Yusuf and Sir lose a box of Service and this Levy."""
    for lord_id in ("yusuf", "sir"):
        if g.lords[lord_id].where == MAP:
            shift_service(g, g.lords[lord_id], -1)
        g.banned.append(lord_id)
    yield from ()


def galician_revolt(g: Almoravid, card: Card) -> Procedure[None]:
    """M16: a captain of Alfonso's loses a box of Service; Alfonso sits out this Levy."""
    yield from revolt(g, card, ["pedro_ansurez", "garcia_ordonez", "alvar_fanez"])
    g.banned.append("alfonso")


def leon_y_castilla(g: Almoravid, card: Card) -> Procedure[None]:
    """M17: one captain loses a box of Service; all four sit out this Levy."""
    four = ["pedro_ansurez", "garcia_ordonez", "alvar_fanez", "rodrigo_campeador"]
    yield from revolt(g, card, four)
    g.banned += four


def revolt(g: Almoravid, card: Card, lords: list[str]) -> Procedure[None]:
    here = [g.lords[lord] for lord in lords if g.lords[lord].where == MAP]
    not_him = "The revolt does not touch him, or he is not on the map."
    for lord in (yield from choose_lords(g, MUSLIM, card.id, here, 1, "Who loses a box of Service?", not_him)):
        shift_service(g, lord, -1)


def freebooter(g: Almoravid, card: Card) -> Procedure[None]:
    """C26, M25, M26: the other side's Rodrigo leaves its service and may change sides."""
    enemy = g.lords[RODRIGO[OTHER[card.side]]]
    if enemy.where == MAP:
        yield from disband(g, enemy)
    if card.side == CHRISTIAN:
        if refuse_reconcile(g) is None or (enemy.where == CALENDAR and g.lords[RODRIGO[CHRISTIAN]].where == "off"):
            choice = yield Ask(
                CHRISTIAN, "freebooter", "Reconcile with Rodrigo? The Muslims gain 1 VP", [YES, NO], card.id
            )
            if choice is YES:
                yield from reconcile(g, 1)
    elif enemy.where == CALENDAR and g.box_vp:
        choice = yield Ask(MUSLIM, "freebooter", "Win Rodrigo over? It costs you 1 VP", [YES, NO], card.id)
        if choice is YES:
            g.box_vp -= 1
            own = g.lords[RODRIGO[MUSLIM]]
            own.where, own.box = CALENDAR, enemy.box
            enemy.where, enemy.box = "off", 0
            g.tell("freebooter", box=own.box)


def massacre(g: Almoravid, card: Card) -> Procedure[None]:
    """M22: with Eudes or Crusaders about, a Taifa Lord Musters or 3 Jihad rise; else 1."""
    eudes = g.lords["eudes"].where == MAP
    options = muster_choices(g, MUSLIM, list(TAIFA_LORDS)) if eudes or mustered_crusaders(g) else []
    count = 3 if eudes or mustered_crusaders(g) else 1
    if options:
        jihad = option("rise", f"{count} Jihad markers")
        why_not = why_not_brought(g, TAIFA_LORDS)
        choice = yield Ask(MUSLIM, "massacre", "How do the Muslims answer?", [*options, jihad], card.id, why_not)
        if choice is not jihad:
            yield from muster_freely(g, g.lords[choice.value[1]])
            return
    yield from add_jihad(g, count)


def mustered_crusaders(g: Almoravid) -> int:
    return sum(
        state == "mustered" and vassal in SPECIAL_VASSALS and SPECIAL_VASSALS[vassal].kind == "crusaders"
        for lord in mustered(g, CHRISTIAN)
        for vassal, state in lord.vassals.items()
    )


EVENTS: dict[str, Callable[[Almoravid, Card], Procedure[None]]] = {
    "drought": drought,
    "devaluation": devaluation,
    "indulgences": crusaders,
    "song_of_roland": crusaders,
    "berenguer_ramon": berenguer_ramon,
    "bernard_de_sedirac": bernard_de_sedirac,
    "genoa_pisa": genoa_pisa,
    "al_maghawir": al_maghawir,
    "fitna": fitna,
    "berbers": berbers,
    "illness_of_the_emir": illness_of_the_emir,
    "abu_bakr_ibn_umar": abu_bakr_ibn_umar,
    "galician_revolt": galician_revolt,
    "leon_y_castilla": leon_y_castilla,
    "freebooter": freebooter,
    "massacre": massacre,
}
