"""Capabilities that add Commands: raids, spies, fleets, Alférez and others (4.2)."""

from __future__ import annotations

from core.engine import Ask, Draw, Open, Option, Procedure, Refusal
from core.games.almoravid.cards.held import fleet_ports, sail
from core.games.almoravid.cards.reactions import cid_cards, deck_option, from_deck
from core.games.almoravid.cards.realm import (
    build_cathedral,
    cathedral_options,
    is_closer,
    refuse_cathedral,
    refuse_old_cathedral,
)
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, MUSLIM, OTHER
from core.games.almoravid.politics import add_jihad, jihad_places, refuse_jihad
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import unstack
from core.games.levy.choices import option
from core.games.levy.hand import back_to_deck
from core.games.levy.lords import companions, has_ability, is_besieged, present, spend
from core.games.levy.refusals import not_one_of, refuse_stranger
from core.games.levy.state import Lord
from core.games.levy.supply import ravage, refuse_ravage

SPIES = option("spies", "Spies: see and discard an enemy Held card (whole card)")
UNSTACK = option("part", "Part from the Lower Lord (1 action)")


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
