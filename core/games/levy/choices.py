"""Options are made once and used for ever: a notation always means the same."""

from __future__ import annotations

from functools import cache

from core.engine import Option


@cache
def option(notation: str, label: str = "", *touches: str) -> Option:
    """A choice. Its value is its notation, word by word."""
    return Option(notation, label, touches, value=tuple(notation.split()))


DONE = option("done", "Done")
PASS = option("pass", "Pass")
YES = option("yes", "Yes")
NO = option("no", "No")
