"""How fast somebody may speak: a few words at once, then one every few seconds."""

from __future__ import annotations

from time import monotonic

AT_ONCE = 5
SECONDS = 2.0
"""For each further word."""
PATIENCE = 20
"""So many words too many in a row, and it is a flood."""


class Pace:
    def __init__(self) -> None:
        self._left = float(AT_ONCE)
        self._then = monotonic()
        self._too_many = 0

    def allows(self) -> bool:
        """Whether one more word may be passed on now."""
        now = monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._then) / SECONDS)
        self._then = now
        if self._left < 1:
            self._too_many += 1
            return False
        self._left -= 1
        self._too_many = 0
        return True

    @property
    def floods(self) -> bool:
        return self._too_many >= PATIENCE
