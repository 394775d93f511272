"""Capabilities that a Lord uses in Muster to take units into service; and what goes when a card goes."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.almoravid.cards.realm import SIDE_CARDS, bishop_options, do_side_extra, why_no_side_extra
from core.games.almoravid.coins import pay_asset, pay_coin, purse
from core.games.almoravid.data import CARD_FORCES, CHRISTIAN, LORDS, MUSLIM, SPECIAL_VASSALS
from core.games.almoravid.state import Almoravid
from core.games.levy.choices import DONE, option
from core.games.levy.facts import Card
from core.games.levy.lords import add_units, companions, remove_units, side_has
from core.games.levy.refusals import WhyNot, about
from core.games.levy.state import MUSTERED, Lord

HIRE_COST = {"C13": 2, "M23": 2, "M15": 0, "M20": 1}
MILITES = option("milites", "Take Milites for 1 Asset", "C18")
MILITES_PER_ASSET = 3


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
