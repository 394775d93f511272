"""Why can't I? A wish in a player's words, put to the rules in the notation they understand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.engine import Ask, Option, Refusal, Session
from core.engine.log import parse_answer


def reasons_against(
    session: Session, ask: Ask | None, offers: Sequence[Option], places: Collection[str], place: str
) -> list[Refusal]:
    """Why nothing on offer is about a place: asked of the rules, in the notation of the options there are, or of
    answers that this question has had before."""
    if ask is None or any(place in option.touches for option in offers):
        return []
    before = [answer.notation for line in session.log if (answer := parse_answer(line)) and answer.name == ask.name]
    wishes = dict.fromkeys(
        " ".join(place if word == named else word for word in notation.split())
        for notation in (*(option.notation for option in offers), *before)
        for named in notation.split()
        if named in places
    )
    reasons = dict.fromkeys(refusal for wish in wishes if (refusal := session.explain(ask.seat, wish)))
    return [refusal for refusal in reasons if "is no answer to this question" not in refusal.reason]


def why_not(
    session: Session, ask: Ask, offers: Sequence[Option], places: Collection[str], wish: str
) -> tuple[str, str]:
    """The answer in words, and the rule. The wish may be a notation, or the name of a thing or its beginning."""
    names = {name.lower(): token for token, name in session.game.tokens.items()}
    begun = {token for name, token in names.items() if name.startswith(wish)}
    thing = begun.pop() if len(begun) == 1 else names.get(wish, wish)
    if thing in places:
        if possible := [option.label for option in offers if thing in option.touches]:
            return f"You can: {', '.join(possible)}.", ask.rule
        reasons = reasons_against(session, ask, offers, places, thing)
        if not reasons:
            return "The question is not about places.", ask.rule
        return "\n".join(refusal.reason for refusal in reasons), reasons[0].rule
    for name, token in names.items():
        wish = wish.replace(name, token)
    refusal = session.explain(ask.seat, wish)
    if refusal is None:
        return f"You can: '{wish}' is on offer.", ask.rule
    return refusal.reason, refusal.rule
