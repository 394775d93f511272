"""3.1: Arts of War."""

from __future__ import annotations

from core.engine import Ask, Deal, Open, Option, Procedure, Refusal
from core.games.levy.calendar import disband_the_empty
from core.games.levy.choices import option
from core.games.levy.facts import Card
from core.games.levy.hand import unseen
from core.games.levy.lords import facts, mustered, name
from core.games.levy.refusals import WhyNot, about, about_lords, refuse_stranger
from core.games.levy.state import LevyState, Lord


def arts_of_war(g: LevyState) -> Procedure[None]:
    """Two cards a side: Capabilities in the first Levy, Events later."""
    for side in g.rules.sides:
        if g.rules.draws_capabilities(g):
            yield from draw_capabilities(g, side)
        else:
            yield from draw_events(g, side)
    g.in_use = []


def _deal(g: LevyState, side: str) -> Deal:
    deck, hand = unseen(g, side), g.held[side]
    return Deal(side, deck, min(2, len(deck) - len(hand)), held=hand, name="arts")


def draw_capabilities(g: LevyState, side: str) -> Procedure[None]:
    """3.1.2"""
    tokens = yield _deal(g, side)
    drawn = yield Open(tokens, name="arts")
    for card_id in drawn:
        card = g.rules.cards[card_id]
        g.tell("drawn", side=side, card=card_id, half="capability")
        if g.rules.refuse_card(g, card) is not None:
            continue
        if card.this_lord:
            yield from assign(g, side, card)
        else:
            g.edge[side].append(card_id)


def draw_events(g: LevyState, side: str) -> Procedure[None]:
    """3.1.3: Hold Events stay hidden, the others happen in the order drawn."""
    tokens = yield _deal(g, side)
    drawn = yield Open(tokens, when=lambda card: not g.rules.cards[card].held, name="arts")
    for token, card_id in zip(tokens, drawn, strict=True):
        if card_id is None:
            g.held[side].append(token)
        else:
            g.in_use.append(card_id)
    for card_id in drawn:
        if card_id is None:
            continue
        g.tell("drawn", side=side, card=card_id, half="event")
        card = g.rules.cards[card_id]
        if card.timing == "this_levy":
            g.this_levy.append(card_id)
        yield from g.rules.event(g, card)


def can_have(g: LevyState, lord: Lord, card: Card) -> bool:
    return refuse_capability(g, lord, card) is None


def refuse_capability(g: LevyState, lord: Lord, card: Card) -> Refusal | None:
    """3.4.4: whose Pennant the card shows; no two 'This Lord' cards of one title."""
    if lord.id not in card.lords:
        return Refusal(f"{card.ability_name} does not show the Pennant of {name(g, lord.id)}.", "3.4.4")
    if card.this_lord and any(g.rules.cards[own].ability_name == card.ability_name for own in lord.cards):
        return Refusal(f"{name(g, lord.id)} has a card of that title already.", "3.4.4")
    return None


def assign(g: LevyState, side: str, card: Card) -> Procedure[None]:
    """3.1.2: a 'This Lord' card goes to a Mustered Lord who can have it, if there is one."""
    lords = [lord for lord in mustered(g, side) if can_have(g, lord, card)]
    if not lords:
        return
    lord = lords[0]
    if len(lords) > 1:
        options = [option(f"give {one.id}", f"Give it to {name(g, one.id)}", card.id, one.id) for one in lords]
        why_not = about_lords(
            g, "give", lambda one: refuse_stranger(g, one, side, "3.1.2") or refuse_capability(g, one, card)
        )
        choice = yield Ask(side, "assign", f"Who gets {card.ability_name} ({card.id})?", options, "3.1.2", why_not)
        lord = g.lords[choice.value[1]]
    yield from place_capability(g, lord, card)


def place_capability(g: LevyState, lord: Lord, card: Card) -> Procedure[None]:
    """3.4.4: at the mat, at most two, or at the board edge."""
    g.tell("capability", lord=lord.id, card=card.id)
    if not card.this_lord:
        g.edge[lord.side].append(card.id)
        return
    lord.cards.append(card.id)
    if len(lord.cards) > 2:
        options = [drop_option(g, own) for own in lord.cards]
        prompt = f"{facts(g, lord).name} may keep two Capabilities: which goes?"
        why_not = not_lying_there(g, "That card is not at his mat.", "3.4.4")
        choice = yield Ask(lord.side, "excess", prompt, options, "3.4.4", why_not)
        discard(g, choice.value[1], lord)
        yield from disband_the_empty(g)


def not_lying_there(g: LevyState, reason: str, rule: str) -> WhyNot:
    return about("discard waste", g.rules.cards, lambda card: Refusal(reason, rule))


def drop_option(g: LevyState, card: str) -> Option:
    return option(f"discard {card}", f"Discard {g.rules.cards[card].ability_name} ({card})", card)


def discard(g: LevyState, card: str, lord: Lord | None) -> None:
    """A Capability goes back to its deck."""
    known = g.rules.cards[card]
    (lord.cards if lord is not None else g.edge[known.side]).remove(card)
    g.tell("discarded", side=known.side, card=card)
    g.rules.discarded(g, known, lord)


def discard_excess(g: LevyState, side: str) -> Procedure[None]:
    """4.0: no more Capabilities at the board edge than Lords Mustered, who may have lived by one of them."""
    while len(g.edge[side]) > len(mustered(g, side)):
        options = [drop_option(g, card) for card in g.edge[side]]
        why_not = not_lying_there(g, "That card is not at your board edge.", "4.0")
        choice = yield Ask(side, "discard", "More Capabilities than Lords: discard one", options, "4.0", why_not)
        discard(g, choice.value[1], None)
        yield from disband_the_empty(g)
