"""Why can't I? A wish in a player's words, put to the rules in the notation they understand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.engine import Ask, Option, Refusal, Session


def reasons_against(
    session: Session, ask: Ask | None, offers: Sequence[Option], places: Collection[str], place: str
) -> list[Refusal]:
    """Why nothing on offer is about a place: asked of the rules, in the notation of the options there are."""
    if ask is None or any(place in option.touches for option in offers):
        return []
    reasons: list[Refusal] = []
    for option in offers:
        for touched in option.touches:
            if touched in places and touched in option.notation:
                refusal = session.explain(ask.seat, option.notation.replace(touched, place))
                if refusal is not None and refusal not in reasons:
                    reasons.append(refusal)
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
