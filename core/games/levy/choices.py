"""Options are made once and used for ever: a notation always means the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from core.engine import Ask, Option, Procedure, Refusal


@cache
def option(notation: str, label: str = "", *touches: str) -> Option:
    """A choice. Its value is its notation, word by word."""
    return Option(notation, label, touches, value=tuple(notation.split()))


def choose(
    seat: str,
    name: str,
    prompt: str,
    options: list[Option],
    rule: str,
    why_not: Callable[[str], Refusal | None] | None = None,
) -> Procedure[Option]:
    """One of the options; nobody is asked where there is only one."""
    if len(options) == 1:
        return options[0]
    choice: Option = yield Ask(seat, name, prompt, options, rule, why_not)
    return choice


DONE = option("done", "Done")
PASS = option("pass", "Pass")
YES = option("yes", "Yes")
NO = option("no", "No")
