"""The dice as they fall, with what they were for."""

from __future__ import annotations

from itertools import count

from rich.text import Text
from textual.timer import Timer
from textual.widgets import Static

from tui.ink import Ink

TUMBLES = 6
_FALL = 0.07


class DiceTray(Static):
    """One line: the last throw. While it tumbles the faces change; they settle on what was really rolled."""

    DEFAULT_CSS = "DiceTray { width: auto; max-width: 85%; height: 1; padding: 0 1; text-wrap: nowrap; }"

    def __init__(self, **options: str) -> None:
        super().__init__("", markup=False, **options)  # type: ignore[arg-type]
        self._timer: Timer | None = None
        self.shown = ""

    def clear(self) -> None:
        self._stop()
        self.shown = ""
        self.update("")

    def throw(self, throws: list[tuple[tuple[int, ...], str]], ink: Ink, animate: bool) -> None:
        """Shows throws, the newest last."""
        self._stop()
        self.shown = "; ".join(f"{why}: {' '.join(map(str, dice))}" for dice, why in throws)
        if not animate:
            self.update(self._line(throws, ink))
            return
        step = count()

        def tumble() -> None:
            turn = next(step)
            if turn >= TUMBLES:
                self._stop()
                self.update(self._line(throws, ink))
                return
            false = [(tuple((die * 5 + turn * 7 + i * 3) % 6 + 1 for i, die in enumerate(dice)), why)
                     for dice, why in throws]  # fmt: skip
            self.update(self._line(false, ink))

        tumble()
        self._timer = self.set_interval(_FALL, tumble)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @staticmethod
    def _line(throws: list[tuple[tuple[int, ...], str]], ink: Ink) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, (dice, why) in enumerate(throws):
            text.append("   " if number else "")
            text.append(f"{why} ", ink.style("muted"))
            text.append(ink.glyphs.dice(dice), ink.style("accent strong"))
        return text
