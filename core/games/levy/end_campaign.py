"""4.9: End Campaign."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure
from core.games.levy.arts import discard, drop_option, not_lying_there
from core.games.levy.calendar import unstack
from core.games.levy.choices import DONE, option
from core.games.levy.facts import ASSETS
from core.games.levy.hand import back_to_deck, play_option, take_from_hand
from core.games.levy.lords import mustered, name, spend
from core.games.levy.refusals import WhyNot, lacks
from core.games.levy.state import LevyState, Lord


def repairs(g: LevyState) -> None:
    """4.9.3: three or four Siege markers lose one."""
    for place, markers in g.siege.items():
        if markers >= 3:
            g.siege[place] = markers - 1
            g.tell("repairs", place=place, markers=markers - 1)


def wastage(g: LevyState) -> Procedure[None]:
    """4.9.4: a Lord with two of any Asset, or two cards, loses one Asset or card of his side's choice."""
    for side in g.rules.sides:
        for lord in mustered(g, side):
            if len(lord.cards) > 1 or any(amount > 1 for amount in lord.assets.values()):
                options = waste(g, lord)
                choice = options[0]
                if len(options) > 1:
                    prompt = f"What does {name(g, lord.id)} lose?"
                    choice = yield Ask(side, "wastage", prompt, options, "4.9.4", why_not_wasted(g))
                if choice.value[1] in lord.assets:
                    spend(lord, choice.value[1])
                else:
                    discard(g, choice.value[1], lord)
                g.tell("wastage", lord=lord.id, what=choice.value[1])


def why_not_wasted(g: LevyState) -> WhyNot:
    goods, cards = (
        lacks("He has", "waste", ASSETS, "4.9.4"),
        not_lying_there(g, "That card is not at his mat.", "4.9.4"),
    )
    return lambda said: goods(said) or cards(said)


def waste(g: LevyState, lord: Lord) -> list[Option]:
    options = [option(f"waste {asset}", f"One {asset}") for asset in lord.assets]
    return options + [option(f"waste {card}", g.rules.cards[card].ability_name, card) for card in lord.cards]


def reset(g: LevyState) -> Procedure[None]:
    """4.9.5: Lieutenants part; cards may go back to the decks."""
    for lord in g.lords.values():
        unstack(g, lord)
    for side in g.rules.sides:
        yield from discard_cards(g, side)


def discard_cards(g: LevyState, side: str) -> Procedure[None]:
    """Any cards the side no longer wants, Held ones shown as they go."""
    while True:
        where: dict[str, Lord | None] = dict.fromkeys(g.edge[side])
        for lord in mustered(g, side):
            where |= dict.fromkeys(lord.cards, lord)
        if not where and not g.held[side]:
            return
        options = [drop_option(g, card) for card in where]
        choice = yield Ask(
            side,
            "reset",
            "Discard cards to the deck?",
            [*options, DONE],
            "4.9.5",
            not_lying_there(g, "That card is neither at a mat of yours nor at your board edge nor held.", "4.9.5"),
            hand=g.held[side],
            play=lambda card: play_option(g, card, "discard"),
        )
        if choice is DONE:
            return
        if choice.token is not None:
            back_to_deck(g, take_from_hand(g, choice, "discards_held"))
        else:
            discard(g, choice.value[1], where[choice.value[1]])
