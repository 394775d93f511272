"""A progress bar on a terminal, and nothing elsewhere."""

from __future__ import annotations

from time import monotonic
from typing import TextIO

WIDTH = 30


class ProgressBar:
    """One line that is drawn over itself; `clear` it before anything else is written."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.stream = stream
        self.began = monotonic()
        self.shown = False
        self.wanted = stream.isatty() and total > 1

    def show(self, done: int) -> None:
        if not self.wanted:
            return
        full = WIDTH * done // self.total
        seconds = monotonic() - self.began
        left = f", {seconds / done * (self.total - done):.0f} s left" if done else ""
        self.clear()
        self.stream.write(f"[{'#' * full}{'.' * (WIDTH - full)}] {done} of {self.total} games{left}")
        self.stream.flush()
        self.shown = True

    def clear(self) -> None:
        if self.shown:
            self.stream.write("\r" + " " * 79 + "\r")
            self.stream.flush()
            self.shown = False
