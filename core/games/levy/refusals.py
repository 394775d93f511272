"""Why something is not on offer: reasons that many questions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.engine import Refusal
from core.games.levy.rules import HandEvent
from core.games.levy.state import MAP, LevyState, Lord

WhyNot = Callable[[str], Refusal | None]


def about(verbs: str, known: Mapping[str, object], explain: Callable[[str], Refusal | None]) -> WhyNot:
    """Explains what ends in the name of something known and begins with one of some verbs (`seat toledo`)."""

    def why_not(said: str) -> Refusal | None:
        verb, *rest = said.split() or [""]
        return explain(rest[-1]) if rest and verb in verbs.split() and rest[-1] in known else None

    return why_not


def about_lords(g: LevyState, verbs: str, explain: Callable[[Lord], Refusal | None]) -> WhyNot:
    return about(verbs, g.lords, lambda lord: explain(g.lords[lord]))


def refuse_stranger(g: LevyState, lord: Lord, side: str, rule: str) -> Refusal | None:
    """Not a Lord of this side on the map."""
    if lord.side != side:
        return Refusal("He is on the other side.", rule)
    if lord.where != MAP:
        return Refusal("He is not on the map.", rule)
    return None


def not_one_of(g: LevyState, verbs: str, side: str, reason: str, rule: str) -> WhyNot:
    """For a choice among some Lords of a side: why not another."""
    return about_lords(g, verbs, lambda lord: refuse_stranger(g, lord, side, rule) or Refusal(reason, rule))


def lacks(who: str, verbs: str, things: Sequence[str], rule: str) -> WhyNot:
    """For a choice among what there is: the rest there is not."""
    return about(verbs, dict.fromkeys(things), lambda thing: Refusal(f"{who} no {thing}.", rule))


def why_no_play(g: LevyState, side: str, fits: HandEvent | None) -> WhyNot:
    """Of a Held Event, as far as anybody knows: its holder sees those he can play on offer."""

    def explain(card_id: str) -> Refusal:
        card = g.rules.cards[card_id]
        if card.side != side:
            return Refusal("That card is the other side's.", "1.9.1")
        if not card.held:
            return Refusal(f"{card.event_name} happens when it is drawn, and is never held.", "3.1.3")
        if card_id in g.edge[side] or any(card_id in lord.cards for lord in g.lords.values()):
            return Refusal(f"That card lies on the table as {card.ability_name}.", "1.9.1")
        if fits is None or fits(card_id) is None:
            return Refusal(f"This is not the moment for {card.event_name}.", "3.1.3")
        return Refusal("You do not hold that card.", "3.1.3")

    return about("play", g.rules.cards, explain)


def play_or(g: LevyState, side: str, fits: HandEvent | None, otherwise: WhyNot) -> WhyNot:
    """For a question at which Held Events may be played beside what it is about."""
    return lambda said: why_no_play(g, side, fits)(said) or otherwise(said)
