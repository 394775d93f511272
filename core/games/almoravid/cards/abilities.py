"""Capabilities that let Lords or sides do something: in Muster, or as Commands."""

from __future__ import annotations

from core.engine import Ask, Draw, Open, Option, Procedure, Refusal
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
from core.games.almoravid.politics import add_jihad, jihad_places, refuse_jihad, remove_jihad
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
from core.games.levy.muster import refuse_vassal
from core.games.levy.refusals import WhyNot, about, not_one_of, refuse_stranger
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
    options = [
        option(f"hire {card}", f"{g.rules.cards[card].ability_name}: hire its units", card)
        for card in lord.cards
        if card in HIRE_COST and refuse_hire(g, lord, card) is None
    ]
    if side_has(g, CHRISTIAN, "milites") and refuse_milites(g, lord) is None:
        options.append(MILITES)
    return options + [bishop for bishop in bishop_options(g) if bishop.value[2] == lord.id]


def refuse_hire(g: Almoravid, lord: Lord, card: str) -> Refusal | None:
    name = g.rules.cards[card].ability_name
    if card not in HIRE_COST:
        return Refusal(f"{name} hires nobody.", card)
    if card not in lord.cards:
        return Refusal(f"{name} is not at the mat of {LORDS[lord.id].name}.", card)
    if card in lord.hired:
        return Refusal("Its units have been hired.", card)
    if purse(g, companions(g, lord), lord.side == MUSLIM) < HIRE_COST[card]:
        return Refusal(f"It costs {HIRE_COST[card]} Coin, and there is not so much with the Lords here.", card)
    return None


def refuse_milites(g: Almoravid, lord: Lord) -> Refusal | None:
    if lord.side != CHRISTIAN:
        return Refusal("Milites serve Christian Lords.", "C18")
    if not side_has(g, CHRISTIAN, "milites"):
        return Refusal("Milites is not at your board edge.", "C18")
    if not g.milites:
        return Refusal("No units are left on the card.", "C18")
    if not any(one.assets for one in companions(g, lord)):
        return Refusal("They cost an Asset, and no Lord here has one.", "C18")
    return None


def why_no_muster_extra(g: Almoravid, lord: Lord, said: str) -> Refusal | None:
    match said.split():
        case ["hire", card] if card in g.rules.cards:
            return refuse_hire(g, lord, card)
        case ["milites"]:
            return refuse_milites(g, lord)
        case ["bishop", _, other] if other == lord.id:
            return why_no_side_extra(g, lord.side, said)
        case [verb, *_] if verb in SIDE_CARDS:
            return Refusal(f"{SIDE_CARDS[verb][1]} is for between Lords: finish this Lord's actions first.", "3.4")
    return None


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
        choice = yield Ask(CHRISTIAN, "milites", "Which unit joins?", [*options, DONE], "C18", none_left(g))
        if choice is DONE:
            return
        unit = choice.value[1]
        g.milites[unit] -= 1
        if not g.milites[unit]:
            del g.milites[unit]
        add_units(lord, {unit: 1})


def none_left(g: Almoravid) -> WhyNot:
    return about("take", g.rules.units, lambda unit: Refusal("No such unit is left on the card.", "C18"))


def side_extras(g: Almoravid, side: str) -> list[Option]:
    """C16 Cathedrals, C20 Fueros, C21 Sisnando Davídez, C22 Bishoprics, C23 Fonsadera."""
    if side != CHRISTIAN:
        return []
    if not g.edge[CHRISTIAN]:
        return []
    return cathedral_options(g) + calming_options(g) + bishop_options(g) + fonsadera_options(g)


def calming_options(g: Almoravid) -> list[Option]:
    """C20 Fueros, C21 Sisnando Davídez: each once in a Levy."""
    if not g.edge[CHRISTIAN]:
        return []
    options = [
        option(f"fueros {place}", f"Fueros: calm {LOCALES[place].name}", place)
        for place in g.jihad
        if refuse_fueros(g, place) is None
    ]
    return options + [
        option(f"sisnando {place}", f"Sisnando Davídez: calm {LOCALES[place].name}", place)
        for place in g.jihad
        if refuse_sisnando(g, place) is None
    ]


SIDE_CARDS = {
    "fueros": ("fueros", "Fueros", "C20"),
    "sisnando": ("sisnando_davidez", "Sisnando Davídez", "C21"),
    "bishop": ("bishoprics", "Bishoprics", "C22"),
    "fonsadera": ("fonsadera", "Fonsadera", "C23"),
    "cathedral": ("cathedrals", "Cathedrals", "C16"),
}
"""What a side does in its Muster by a card at its edge: the ability, its name and its card."""


def refuse_without(g: Almoravid, verb: str) -> Refusal | None:
    """The card must lie at the board edge; Fueros and Sisnando Davídez act once in each Levy."""
    ability, name, card = SIDE_CARDS[verb]
    if not side_has(g, CHRISTIAN, ability):
        return Refusal(f"{name} is not at your board edge.", card)
    if verb in g.used_this_levy:
        return Refusal(f"{name} has acted in this Levy.", card)
    return None


def why_no_side_extra(g: Almoravid, side: str, said: str) -> Refusal | None:
    verb, *words = said.split() or [""]
    if verb in ("hire", "milites"):
        return Refusal("First say which Lord takes Levy actions; then he hires.", "3.4.2")
    if verb not in SIDE_CARDS:
        return None
    if side != CHRISTIAN:
        return Refusal("That card is the other side's.", "1.9.1")
    refusal = refuse_without(g, verb)
    match verb, words:
        case "fueros", [place] if place in LOCALES:
            refusal = refuse_fueros(g, place)
        case "sisnando", [place] if place in LOCALES:
            refusal = refuse_sisnando(g, place)
        case "bishop", [vassal, lord] if lord in g.lords:
            refusal = refuse_bishop(g, vassal, g.lords[lord])
        case "fonsadera", [vassal, *what] if vassal in g.rules.vassals:
            refusal = refuse_fonsadera(g, vassal) or refuse_goods(what)
        case "cathedral", [*old, place] if place in LOCALES:
            refusal = refuse_cathedral(g, place) or refuse_old_cathedral(g, old)
    _, name, card = SIDE_CARDS[verb]
    return refusal or Refusal(f"This is not the moment for {name}.", card)


def calm_at_last(g: Almoravid) -> Procedure[None]:
    """What was not calmed yet in this Levy may be before it ends."""
    while options := calming_options(g):
        prompt = "The Levy ends: calm Jihad?"
        choice = yield Ask(
            CHRISTIAN, "calming", prompt, [*options, DONE], "3.5", lambda said: why_no_side_extra(g, CHRISTIAN, said)
        )
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


def refuse_fueros(g: Almoravid, place: str) -> Refusal | None:
    """C20: Jihad in Reconquista Taifas to which Alfonso is closer than every Muslim Lord."""
    refusal = refuse_without(g, "fueros") or refuse_calm(g, place, "C20")
    if refusal is not None:
        return refusal
    if g.taifas[TAIFA_OF[place]] != RECONQUISTA:
        return Refusal("Its Taifa is not Reconquista.", "C20")
    alfonso = g.lords["alfonso"]
    if alfonso.where != MAP or not is_closer(g, alfonso, place):
        return Refusal("Alfonso is not closer to it than every Muslim Lord.", "C20")
    return None


def refuse_sisnando(g: Almoravid, place: str) -> Refusal | None:
    """C21: Jihad where no Lord is."""
    refusal = refuse_without(g, "sisnando") or refuse_calm(g, place, "C21")
    if refusal is None and present(g, place):
        return Refusal("A Lord is there.", "C21")
    return refusal


def refuse_calm(g: Almoravid, place: str, card: str) -> Refusal | None:
    return None if place in g.jihad else Refusal("No Jihad lies there.", card)


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
    return [
        option(f"bishop {vassal} {lord.id}", f"{SPECIAL_VASSALS[vassal].name} for {LORDS[lord.id].name}", lord.id)
        for lord in mustered(g, CHRISTIAN)
        for vassal in BISHOPS
        if refuse_bishop(g, vassal, lord) is None
    ]


BISHOPS = [vassal for vassal, known in SPECIAL_VASSALS.items() if known.kind == "bishop"]


def refuse_bishop(g: Almoravid, vassal: str, lord: Lord) -> Refusal | None:
    refusal = refuse_without(g, "bishop") or refuse_stranger(g, lord, CHRISTIAN, "C22")
    if refusal is not None:
        return refusal
    if vassal not in BISHOPS:
        return Refusal(f"There is no Bishop '{vassal}'; there are: {', '.join(BISHOPS)}.", "C22")
    if lord.id == "sancho":
        return Refusal("No Bishop joins Sancho.", "C22")
    if any(bishop in lord.vassals for bishop in BISHOPS):
        return Refusal(f"{LORDS[lord.id].name} has a Bishop.", "C22")
    if vassal in g.removed_vassals or any(vassal in one.vassals for one in g.lords.values()):
        return Refusal("That Bishop is with another Lord, or out of the game.", "C22")
    return None


def fonsadera_options(g: Almoravid) -> list[Option]:
    """C23: own Ready Vassals set aside for a Coin or three Transport."""
    if not side_has(g, CHRISTIAN, "fonsadera"):
        return []
    return [
        option(f"fonsadera {vassal} {what}", f"Fonsadera: {g.rules.vassals[vassal].name} for {label}", vassal)
        for lord in mustered(g, CHRISTIAN)
        for vassal in lord.vassals
        if refuse_fonsadera(g, vassal) is None
        for what, label in FONSADERA.items()
    ]


FONSADERA = {
    "coin": "1 Coin",
    "cart3": "3 Carts",
    "cart2": "2 Carts and a Mule",
    "cart1": "a Cart and 2 Mules",
    "cart0": "3 Mules",
}


def refuse_fonsadera(g: Almoravid, vassal: str) -> Refusal | None:
    lord = next((one for one in mustered(g, CHRISTIAN) if vassal in one.vassals), None)
    refusal = refuse_without(g, "fonsadera")
    if refusal is not None:
        return refusal
    if vassal in SPECIAL_VASSALS:
        return Refusal("Bishops and Crusaders pay no Fonsadera.", "C23")
    if lord is None:
        return Refusal("That is no Vassal of a Christian Lord on the map.", "C23")
    if is_besieged(g, lord):
        return Refusal(f"{LORDS[lord.id].name} is Besieged.", "C23")
    return refuse_vassal(g, lord, vassal)


def refuse_goods(what: list[str]) -> Refusal | None:
    return None if what and what[-1] in FONSADERA else Refusal(f"Say for what: {', '.join(FONSADERA)}.", "C23")


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
    place = g.lords["alfonso"].at
    if not place or not side_has(g, CHRISTIAN, "cathedrals") or refuse_cathedral(g, place) is not None:
        return []
    name = LOCALES[place].name
    if len(g.cathedrals) < 2:
        return [option(f"cathedral {place}", f"A Cathedral at {name}", place)]
    return [option(f"cathedral {old} {place}", f"Move a Cathedral to {name}", place) for old in g.cathedrals]


def refuse_cathedral(g: Almoravid, place: str) -> Refusal | None:
    refusal = refuse_without(g, "cathedral")
    if refusal is not None:
        return refusal
    if "cathedrals_late" in g.special and not g.africans_came:
        return Refusal("No Cathedral rises before Yusuf or Sir has come.", "C16")
    if g.lords["alfonso"].at != place:
        return Refusal("Alfonso is not there.", "C16")
    if LOCALES[place].kind != "city" or place not in g.conquered:
        return Refusal("A Cathedral rises in a City that the Christians have Conquered.", "C16")
    if place in g.cathedrals:
        return Refusal("A Cathedral stands there.", "C16")
    return None


def refuse_old_cathedral(g: Almoravid, old: list[str]) -> Refusal | None:
    if len(g.cathedrals) < 2:
        return Refusal("There is a Cathedral left to build: none is moved.", "C16") if old else None
    if not old or old[-1] not in g.cathedrals:
        return Refusal("Two Cathedrals stand: say which of them is moved (cathedral OLD NEW).", "C16")
    return None


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


def why_no_command(g: Almoravid, lord: Lord, said: str) -> Refusal | None:
    """Why a card does not give him that Command."""
    command = g.command
    assert command is not None
    verb, *words = said.split() or [""]
    if verb in WHOLE_CARD:
        ability, name, card = WHOLE_CARD[verb]
        if not has_ability(g, lord, ability):
            return Refusal(f"{LORDS[lord.id].name} does not have {name}.", card)
        if command.used:
            return Refusal("That takes a whole card, and actions have been used.", "4.2.1")
        if verb == "raid" and words and words[0] in LOCALES:
            return refuse_raid(g, lord, words[0])
        if verb == "spies":
            return Refusal("No enemy Lord is here or next to here, or the enemy holds no card.", card)
        if verb == "preach" and words and words[0] in LOCALES:
            return refuse_jihad(g, words[0]) or Refusal("He is not closer to it than every Christian Lord.", card)
    match verb, words:
        case "lead", [other] if other in g.lords:
            return refuse_lead(g, lord, g.lords[other])
        case "part", []:
            return refuse_alferez(g, lord) or Refusal("He leads nobody.", "C15")
        case "cathedral", [*old, place] if place in LOCALES:
            if lord.id != "alfonso":
                return Refusal("Only Alfonso builds Cathedrals.", "C16")
            return refuse_cathedral(g, place) or refuse_old_cathedral(g, old)
        case "deck", [card] if card in g.rules.cards:
            return Refusal("El Cid cannot take that card from the deck now.", "C25")
    return None


WHOLE_CARD = {
    "raid": ("raiders", "raiders", "C14"),
    "spies": ("spies", "spies", "C26"),
    "preach": ("emir_al_muslimin", "Emir al-Muslimin", "M9"),
}
"""Commands of a whole card: the ability they need, its name and its card."""


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
    return [
        option(f"raid {place}", f"Raid {LOCALES[place].name} (whole card)", place)
        for place in raided_from(g, lord)
        if refuse_ravage(g, lord, place) is None
    ]


def raided_from(g: Almoravid, lord: Lord) -> list[str]:
    """Places that raiders reach."""
    enemy = OTHER[lord.side]

    def is_open(place: str) -> bool:
        return all(other.side != enemy or is_besieged(g, other) for other in present(g, place))

    near = [place for place in LOCALES[lord.at].ways if is_open(place)]
    far = [place for step in near for place in LOCALES[step].ways if place != lord.at and is_open(place)]
    return list(dict.fromkeys(near + far))


def refuse_raid(g: Almoravid, lord: Lord, place: str) -> Refusal | None:
    if not any(one.assets.get("provender") for one in companions(g, lord)):
        return Refusal("Raiders need a Provender, and no Lord here has one.", "C14")
    if place not in raided_from(g, lord):
        return Refusal("It is more than two Ways off, or an Unbesieged enemy Lord is there or on the way.", "C14")
    return refuse_ravage(g, lord, place)


def raid(g: Almoravid, lord: Lord, place: str) -> Procedure[None]:
    payers = [one for one in companions(g, lord) if one.assets.get("provender")]
    payer = payers[0]
    if len(payers) > 1:
        options = [option(f"provender {one.id}", LORDS[one.id].name, one.id) for one in payers]
        none = not_one_of(g, "provender", lord.side, "He has no Provender, or is not here.", "C14")
        choice = yield Ask(lord.side, "raiders", "Whose Provender do the raiders take?", options, "C14", none)
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
        if refuse_lead(g, lord, other) is None
    ]


def refuse_alferez(g: Almoravid, lord: Lord) -> Refusal | None:
    return None if has_ability(g, lord, "alferez") else Refusal(f"{LORDS[lord.id].name} does not have Alférez.", "C15")


def refuse_lead(g: Almoravid, lord: Lord, other: Lord) -> Refusal | None:
    refusal = refuse_alferez(g, lord) or refuse_stranger(g, other, lord.side, "C15")
    if refusal is not None:
        return refusal
    if other is lord or other.at != lord.at or other.inside != lord.inside:
        return Refusal("He is not another Lord at the same place.", "C15")
    if lord.lower or other.upper or other.lower:
        return Refusal("A Lieutenant leads one Lord, and nobody leads him.", "4.1.3")
    if LORDS[other.id].marshal:
        return Refusal("A Marshal is neither Lieutenant nor Lower Lord.", "4.1.3")
    return None


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


def refuse_card(g: Almoravid, card: Card) -> Refusal | None:
    """C13, M23: not while the other side has the Count."""
    if card.ability != "barcelona":
        return None
    taken = any(g.rules.cards[own].ability == "barcelona" for lord in g.lords.values() for own in lord.cards)
    return Refusal("The Count of Barcelona serves somebody already.", card.id) if taken else None
