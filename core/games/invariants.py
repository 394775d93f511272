"""What must be true of every game at every question. Fuzzers call this; the rules do not need it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from core.engine import Ask


def check_ask(ask: Ask) -> None:
    """Something can be answered, and no two answers are called the same."""
    notations = [option.notation for option in ask.options]
    if not notations and not ask.hand:
        raise AssertionError(f"'{ask.name}' asks {ask.seat} but offers nothing")
    if len(set(notations)) < len(notations):
        raise AssertionError(f"'{ask.name}' offers something twice: {notations}")
    if any(not text or text != text.strip() or "\n" in text or " ~" in text for text in notations):
        raise AssertionError(f"'{ask.name}' has a notation no log could hold: {notations}")


def check_state(game_id: str, state: Any, settled: bool = False) -> None:
    """The game's own invariants, from its `invariants` module; more of them where the state is `settled`,
    as it is at checkpoints."""
    import_module(f"core.games.{game_id}.invariants").check(state, settled=settled)
