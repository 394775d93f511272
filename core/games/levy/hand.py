"""3.1.3: decks and Held Events. Nobody but its holder knows a Held card until it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.engine import Ask, Open, Option, Procedure, Refusal, Secret
from core.engine.requests import Peek
from core.games.levy.choices import PASS, option
from core.games.levy.facts import Card
from core.games.levy.refusals import about, why_no_play
from core.games.levy.rules import HandEvent
from core.games.levy.state import LevyState


def unseen(g: LevyState, side: str) -> list[str]:
    """A side's cards that are in its deck or its hand: nobody else can tell which."""
    gone = set(g.edge[side]) | set(g.this_levy) | set(g.removed_cards) | set(g.in_use)
    for lord in g.lords.values():
        gone.update(lord.cards)
    return [card for card in g.rules.cards if card not in gone and g.rules.cards[card].side == side]


def might_hold(g: LevyState, side: str, events: Sequence[str]) -> bool:
    """Whether the other side must reckon with one of these Events: then its holder is asked, whatever he holds."""
    if not g.held[side]:
        return False
    cards = g.rules.cards
    return any(cards[card].event in events and cards[card].held for card in unseen(g, side))


def take_from_hand(g: LevyState, choice: Option, told: str = "plays") -> str:
    """The Held card just played (or discarded); it is known to all from now on."""
    assert choice.token is not None
    g.held[choice.token.owner].remove(choice.token)
    card = str(choice.value[-1])
    g.in_use.append(card)
    g.tell(told, side=choice.token.owner, card=card)
    return card


def back_to_deck(g: LevyState, card: str) -> None:
    if card in g.in_use:
        g.in_use.remove(card)


def play_option(g: LevyState, card: str, verb: str = "play") -> Option:
    """Playing (or discarding) a Held card. Made anew each time: the session writes on it whose token it is."""
    name = g.rules.cards[card].event_name
    return Option(f"{verb} {card}", f"{verb.capitalize()} {name}", (card,), value=(verb, card))


def window(g: LevyState, side: str, name: str, prompt: str, events: Sequence[str], fits: HandEvent) -> Procedure[str]:
    """The chance to play one Held Event of some kinds. Returns the card, or nothing."""
    if not might_hold(g, side, events):
        return ""
    choice = yield Ask(side, name, prompt, [PASS], "3.1.3", why_no_play(g, side, fits), g.held[side], fits)
    return "" if choice is PASS else take_from_hand(g, choice)


def choose_unused(
    g: LevyState, side: str, cards: Sequence[str], prompt: str, back: Option, refuse: Callable[[Card], Refusal | None]
) -> Procedure[str]:
    """One of the cards of a deck by choice. What its owner Holds is not among them, which only he can tell:
    so he chooses in private and then shows the card."""
    if not g.held[side]:
        options = [_pick(g, card) for card in cards]
        choice = yield Ask(side, "card", prompt, [*options, back], "3.4.4", why_not_card(g, side, (), refuse))
        return "" if choice is back else str(choice.value[1])
    hand = g.held[side]

    def dialog(peek: Peek) -> Procedure[list[str]]:
        held = [peek(token) for token in hand]
        options = [_pick(g, card) for card in cards if card not in held]
        choice = yield Ask(side, "card", prompt, [*options, back], "3.4.4", why_not_card(g, side, held, refuse))
        return ["-" if choice is back else choice.value[1]]

    sealed = yield Secret({side: dialog}, name="card")
    (card,) = yield Open(sealed[side], name="card")
    return "" if card == "-" else str(card)


def why_not_card(
    g: LevyState, side: str, held: Sequence[str], refuse: Callable[[Card], Refusal | None]
) -> Callable[[str], Refusal | None]:
    """What the cards are held is known only where their holder is asked."""

    def explain(card: str) -> Refusal | None:
        if g.rules.cards[card].side != side:
            return Refusal("That card is the other side's.", "1.9.1")
        if card in held:
            return Refusal("You hold that card: it is not in the deck.", "3.4.4")
        if card in g.removed_cards:
            return Refusal("That card is out of the game.", "3.1.1")
        if card not in unseen(g, side):
            return Refusal("That card is in use.", "3.4.4")
        return refuse(g.rules.cards[card])

    return about("card", g.rules.cards, explain)


def _pick(g: LevyState, card: str) -> Option:
    known = g.rules.cards[card]
    return option(f"card {card}", f"{known.ability_name} ({card})", card)
