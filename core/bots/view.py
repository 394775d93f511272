"""A question as plain data, with all that its seat may know and nothing more."""

from __future__ import annotations

from typing import Any

from core.engine import Ask, Sealed, Session, to_plain


def view(session: Session, ask: Ask) -> dict[str, Any]:
    """The question, the options, the public state, and the hidden things in it that the asked seat can read."""
    state = to_plain(session.state)
    return {
        "game": session.game.id,
        "scenario": session.setup.scenario,
        "seats": list(session.setup.seats),
        "seat": ask.seat,
        "question": ask.name,
        "prompt": ask.prompt,
        "rule": ask.rule,
        "headline": session.game.headline(session.state),
        "options": [
            {"notation": option.notation, "label": option.label, "touches": list(option.touches)}
            for option in session.offers(ask)
        ],
        "state": state,
        "secrets": _readable(session, ask.seat, state),
    }


def secrets_of(session: Session, seat: str) -> dict[str, Any]:
    """What `seat` holds hidden on the table, by the token that stands for it in the state."""
    return _readable(session, seat, to_plain(session.state))


def _readable(session: Session, seat: str, state: dict[str, Any]) -> dict[str, Any]:
    vault = session.table.vault
    tokens = [Sealed.parse(text) for text in _texts(state) if "@" in text.strip("@")]
    return {str(token): vault.values[token.key] for token in tokens if vault.may_read(seat, token)}


def _texts(value: Any) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for item in value.values() for text in _texts(item)]
        case list():
            return [text for item in value for text in _texts(item)]
        case _:
            return []
