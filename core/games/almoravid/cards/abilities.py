"""Capabilities that let Lords or sides do something: in Muster, or as Commands."""

from __future__ import annotations

from core.engine import Ask, Draw, Open, Option, Procedure
from core.games.almoravid.cards.held import fleet_ports, sail
from core.games.almoravid.cards.reactions import cid_cards, deck_option, from_deck
from core.games.almoravid.coins import pay_asset, pay_coin, purse
from core.games.almoravid.data import (
    CARD_FORCES,
    CHRISTIAN,
    LOCALES,
    LORDS,
    MUSLIM,
    OTHER,
    RECONQUISTA,
    SPECIAL_VASSALS,
    TAIFA_OF,
)
from core.games.almoravid.politics import add_jihad, jihad_places, remove_jihad
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import unstack
from core.games.levy.choices import DONE, option
from core.games.levy.facts import Card
from core.games.levy.hand import back_to_deck
from core.games.levy.lords import (
    add_units,
    companions,
    gain,
    has_ability,
    is_besieged,
    mustered,
    present,
    remove_units,
    side_has,
    spend,
)
from core.games.levy.state import ASIDE, MAP, MUSTERED, READY, Lord
from core.games.levy.supply import ravage, refuse_ravage

HIRE_COST = {"C13": 2, "M23": 2, "M15": 0, "M20": 1}
MILITES = option("milites", "Take Milites for 1 Asset", "C18")
SPIES = option("spies", "Spies: see and discard an enemy Held card (whole card)")
UNSTACK = option("part", "Part from the Lower Lord (1 action)")
MILITES_PER_ASSET = 3


# --- Muster ----------------------------------------------------------------------------------------


def muster_extras(g: Almoravid, lord: Lord) -> list[Option]:
    """C13/M23 Count of Barcelona, M15 Saqalibah, M20 Al-Rûm: units once, for Coin. C18 Milites: for an Asset.
    C22 Bishoprics: a Bishop, whom he may Muster at once."""
    options = []
    for card in lord.cards:
        if card not in HIRE_COST or card in lord.hired:
            continue
        if purse(g, companions(g, lord), lord.side == MUSLIM) >= HIRE_COST[card]:
            options.append(option(f"hire {card}", f"{g.rules.cards[card].ability_name}: hire its units", card))
    offered = lord.side == CHRISTIAN and g.milites and side_has(g, CHRISTIAN, "milites")
    if offered and any(one.assets for one in companions(g, lord)):
        options.append(MILITES)
    return options + [bishop for bishop in bishop_options(g) if bishop.value[2] == lord.id]


def do_muster_extra(g: Almoravid, lord: Lord, choice: Option) -> Procedure[None]:
    if choice is MILITES:
        yield from take_milites(g, lord)
        return
    if choice.value[0] == "bishop":
        yield from do_side_extra(g, lord.side, choice)
        return
    card = choice.value[1]
    yield from pay_coin(g, lord.side, companions(g, lord), HIRE_COST[card])
    add_units(lord, CARD_FORCES[card])
    lord.hired[card] = 1
    g.tell("hired", lord=lord.id, card=card)


def take_milites(g: Almoravid, lord: Lord) -> Procedure[None]:
    """C18: one Asset for up to three of the units on the card."""
    yield from pay_asset(g, lord.side, companions(g, lord), "Which Asset pays for the Milites?")
    for _ in range(MILITES_PER_ASSET):
        options = [option(f"take {unit}", g.rules.units[unit].name) for unit in g.milites]
        if not options:
            return
        choice = yield Ask(CHRISTIAN, "milites", "Which unit joins?", [*options, DONE], "C18")
        if choice is DONE:
            return
        unit = choice.value[1]
        g.milites[unit] -= 1
        if not g.milites[unit]:
            del g.milites[unit]
        add_units(lord, {unit: 1})


def side_extras(g: Almoravid, side: str) -> list[Option]:
    """C16 Cathedrals, C20 Fueros, C21 Sisnando Davídez, C22 Bishoprics, C23 Fonsadera."""
    if side != CHRISTIAN:
        return []
    options = cathedral_options(g) + calming_options(g) + bishop_options(g)
    if side_has(g, side, "fonsadera"):
        options += fonsadera_options(g)
    return options


def calming_options(g: Almoravid) -> list[Option]:
    """C20 Fueros, C21 Sisnando Davídez: each once in a Levy."""
    options = []
    if side_has(g, CHRISTIAN, "fueros") and "fueros" not in g.used_this_levy:
        options += [
            option(f"fueros {place}", f"Fueros: calm {LOCALES[place].name}", place) for place in fueros_places(g)
        ]
    if side_has(g, CHRISTIAN, "sisnando_davidez") and "sisnando" not in g.used_this_levy:
        options += [
            option(f"sisnando {place}", f"Sisnando Davídez: calm {LOCALES[place].name}", place)
            for place in g.jihad
            if not present(g, place)
        ]
    return options


def calm_at_last(g: Almoravid) -> Procedure[None]:
    """What was not calmed yet in this Levy may be before it ends."""
    while options := calming_options(g):
        choice = yield Ask(CHRISTIAN, "calming", "The Levy ends: calm Jihad?", [*options, DONE], "3.5")
        if choice is DONE:
            return
        yield from do_side_extra(g, CHRISTIAN, choice)


def do_side_extra(g: Almoravid, side: str, choice: Option) -> Procedure[None]:
    match choice.value:
        case ("fueros", place):
            g.used_this_levy.append("fueros")
            yield from remove_jihad(g, place, 2)
        case ("sisnando", place):
            g.used_this_levy.append("sisnando")
            yield from remove_jihad(g, place, 1)
        case ("bishop", vassal, lord):
            g.lords[lord].vassals[vassal] = READY
            g.tell("bishop", lord=lord, vassal=vassal)
        case ("fonsadera", vassal, what):
            fonsadera(g, vassal, what)
        case ("cathedral", *places):
            yield from build_cathedral(g, places[-1], places[0] if len(places) > 1 else "")


def fueros_places(g: Almoravid) -> list[str]:
    """C20: Jihad in Reconquista Taifas to which Alfonso is closer than every Muslim Lord."""
    alfonso = g.lords["alfonso"]
    if alfonso.where != MAP:
        return []
    return [place for place in g.jihad if g.taifas[TAIFA_OF[place]] == RECONQUISTA and is_closer(g, alfonso, place)]


def is_closer(g: Almoravid, lord: Lord, place: str) -> bool:
    """Fewer Ways from `place` than every enemy Lord."""
    rivals = {other.at for other in mustered(g, OTHER[lord.side])}
    seen, edge = {place}, [place]
    while edge:
        if any(spot in rivals for spot in edge):
            return False
        if lord.at in edge:
            return True
        edge = list(dict.fromkeys(near for spot in edge for near in LOCALES[spot].ways if near not in seen))
        seen.update(edge)
    return False


def bishop_options(g: Almoravid) -> list[Option]:
    """C22: a free Bishop for each Christian Lord but Sancho, one each."""
    if not side_has(g, CHRISTIAN, "bishoprics"):
        return []
    bishops = [vassal for vassal, known in SPECIAL_VASSALS.items() if known.kind == "bishop"]
    taken = {vassal for lord in g.lords.values() for vassal in lord.vassals}
    free = [vassal for vassal in bishops if vassal not in taken and vassal not in g.removed_vassals]
    return [
        option(f"bishop {vassal} {lord.id}", f"{SPECIAL_VASSALS[vassal].name} for {LORDS[lord.id].name}", lord.id)
        for lord in mustered(g, CHRISTIAN)
        if lord.id != "sancho" and not any(vassal in lord.vassals for vassal in bishops)
        for vassal in free
    ]


def fonsadera_options(g: Almoravid) -> list[Option]:
    """C23: own Ready Vassals set aside for a Coin or three Transport."""
    return [
        option(f"fonsadera {vassal} {what}", f"Fonsadera: {g.rules.vassals[vassal].name} for {label}", vassal)
        for lord in mustered(g, CHRISTIAN)
        if not is_besieged(g, lord)
        for vassal, state in lord.vassals.items()
        if state == READY and vassal not in SPECIAL_VASSALS
        for what, label in (
            ("coin", "1 Coin"),
            ("cart3", "3 Carts"),
            ("cart2", "2 Carts and a Mule"),
            ("cart1", "a Cart and 2 Mules"),
            ("cart0", "3 Mules"),
        )
    ]


def fonsadera(g: Almoravid, vassal: str, what: str) -> None:
    lord = next(one for one in g.lords.values() if vassal in one.vassals)
    lord.vassals[vassal] = ASIDE
    if what == "coin":
        gain(lord, "coin")
    else:
        carts = int(what.removeprefix("cart"))
        gain(lord, "cart", carts)
        gain(lord, "mule", 3 - carts)
    g.tell("fonsadera", lord=lord.id, vassal=vassal)


def cathedral_options(g: Almoravid) -> list[Option]:
    """C16: Alfonso at a Conquered City without one; two at most, or one is moved."""
    alfonso = g.lords["alfonso"]
    place = alfonso.at
    if (
        not place
        or not side_has(g, CHRISTIAN, "cathedrals")
        or ("cathedrals_late" in g.special and not g.africans_came)
    ):
        return []
    if LOCALES[place].kind != "city" or place not in g.conquered or place in g.cathedrals:
        return []
    name = LOCALES[place].name
    if len(g.cathedrals) < 2:
        return [option(f"cathedral {place}", f"A Cathedral at {name}", place)]
    return [option(f"cathedral {old} {place}", f"Move a Cathedral to {name}", place) for old in g.cathedrals]


def build_cathedral(g: Almoravid, place: str, old: str = "") -> Procedure[None]:
    if old:
        g.cathedrals.remove(old)
    g.cathedrals.append(place)
    g.tell("cathedral", place=place)
    yield from add_jihad(g, 1)


# --- Commands --------------------------------------------------------------------------------------


def more_commands(g: Almoravid, lord: Lord) -> list[Option]:
    command = g.command
    assert command is not None
    if not lord.cards and not (lord.id == "alfonso" and g.edge[CHRISTIAN]):
        return []
    fresh = command.used == 0
    options: list[Option] = []
    if fresh and has_ability(g, lord, "raiders"):
        options += raid_options(g, lord)
    if fresh and has_ability(g, lord, "spies") and spies_reach(g, lord):
        options.append(SPIES)
    if fresh and has_ability(g, lord, "emir_al_muslimin"):
        options += [
            option(f"preach {place}", f"Jihad at {LOCALES[place].name} (whole card)", place)
            for place in jihad_places(g, lambda place: is_closer(g, lord, place))
        ]
    if has_ability(g, lord, "alferez"):
        options += alferez_options(g, lord)
    if lord.id == "alfonso":
        options += cathedral_options(g)
    if fresh and fleet_ports(g):
        options += [deck_option(card) for card in cid_cards(g, MUSLIM, ["M19"])]
    return options


def do_command(g: Almoravid, lord: Lord, choice: Option) -> Procedure[None]:
    command = g.command
    assert command is not None
    match choice.value:
        case ("raid", place):
            command.over = True
            yield from raid(g, lord, place)
        case ("spies",):
            command.over = True
            yield from spy(g, lord)
        case ("preach", place):
            command.over = True
            yield from add_jihad(g, 1, lambda spot: spot == place)
        case ("part",):
            command.used += 1
            g.tell("parts", lord=lord.id, lower=lord.lower)
            unstack(g, lord)
        case ("lead", other):
            command.used += 1
            lord.lower, g.lords[other].upper = other, lord.id
            g.tell("lieutenant", lord=lord.id, lower=other)
        case ("cathedral", *places):
            yield from build_cathedral(g, places[-1], places[0] if len(places) > 1 else "")
        case ("deck", card):
            command.once.append("el_cid")
            yield from from_deck(g, MUSLIM, card)
            yield from sail(g, "command")
            back_to_deck(g, card)


def raid_options(g: Almoravid, lord: Lord) -> list[Option]:
    """C14, C17, M24: an Enemy Locale one or two Ways off, no Unbesieged enemy Lord there or on the way."""
    if not any(one.assets.get("provender") for one in companions(g, lord)):
        return []
    enemy = OTHER[lord.side]

    def is_open(place: str) -> bool:
        return all(other.side != enemy or is_besieged(g, other) for other in present(g, place))

    near = [place for place in LOCALES[lord.at].ways if is_open(place)]
    far = [place for step in near for place in LOCALES[step].ways if place != lord.at and is_open(place)]
    return [
        option(f"raid {place}", f"Raid {LOCALES[place].name} (whole card)", place)
        for place in dict.fromkeys(near + far)
        if refuse_ravage(g, lord, place) is None
    ]


def raid(g: Almoravid, lord: Lord, place: str) -> Procedure[None]:
    payers = [one for one in companions(g, lord) if one.assets.get("provender")]
    payer = payers[0]
    if len(payers) > 1:
        options = [option(f"provender {one.id}", LORDS[one.id].name, one.id) for one in payers]
        choice = yield Ask(lord.side, "raiders", "Whose Provender do the raiders take?", options, "C14")
        payer = g.lords[choice.value[1]]
    spend(payer, "provender")
    yield from ravage(g, lord, place)


def spies_reach(g: Almoravid, lord: Lord) -> bool:
    """C26, M26: at or next to an enemy Lord, who holds cards."""
    enemy = OTHER[lord.side]
    if not g.held[enemy]:
        return False
    spots = [lord.at, *LOCALES[lord.at].ways]
    return any(other.side == enemy and other.at in spots for other in g.lords.values() if other.at)


def spy(g: Almoravid, lord: Lord) -> Procedure[None]:
    """A Held card of the enemy, drawn blindly, is shown and goes back to its deck."""
    enemy = OTHER[lord.side]
    (drawn,) = yield Draw([token.key for token in g.held[enemy]], name="spies")
    token = next(token for token in g.held[enemy] if token.key == drawn)
    g.held[enemy].remove(token)
    (card,) = yield Open([token], name="spies")
    g.tell("spied", side=lord.side, card=card)


def alferez_options(g: Almoravid, lord: Lord) -> list[Option]:
    """C15: stack on another Lord as Lieutenant, or part again, for an action."""
    if lord.lower:
        return [UNSTACK]
    return [
        option(f"lead {other.id}", f"Lead {LORDS[other.id].name} as Lieutenant (1 action)", other.id)
        for other in companions(g, lord)
        if other is not lord and not other.upper and not other.lower and not LORDS[other.id].marshal
    ]


# --- cards that come and go ------------------------------------------------------------------------


def discarded(g: Almoravid, card: Card, lord: Lord | None) -> None:
    """Hired units go with their card; Bishops with Bishoprics; Milites leaves the game."""
    if lord is not None and lord.hired.pop(card.id, 0):
        for unit, count in CARD_FORCES[card.id].items():
            remove_units(lord, unit, count)
    if card.ability == "milites":
        g.removed_cards.append(card.id)
    if card.ability == "bishoprics":
        for one in g.lords.values():
            for vassal in [own for own in one.vassals if own in SPECIAL_VASSALS]:
                if SPECIAL_VASSALS[vassal].kind == "bishop":
                    dismiss_bishop(one, vassal)


def dismiss_bishop(lord: Lord, vassal: str) -> None:
    if lord.vassals.pop(vassal) == MUSTERED:
        for unit, count in SPECIAL_VASSALS[vassal].forces.items():
            remove_units(lord, unit, count)


def is_barred(g: Almoravid, card: Card) -> bool:
    """C13, M23: not while the other side has the Count."""
    if card.ability != "barcelona":
        return False
    return any(g.rules.cards[own].ability == "barcelona" for lord in g.lords.values() for own in lord.cards)
