"""What `--help` prints: names to the left, what they do to the right, in lines that any terminal can show."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # most commands print no help
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

WIDTH = 80
NAMES = 20
"""How wide the left column is."""


class TwoColumns:
    """A formatter as cyclopts wants one."""

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        _print(console, f"Usage: {_words(usage, console)}\n")

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        if words := _words(description, console):
            _print(console, f"{textwrap.fill(words, WIDTH)}\n")

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        if panel.entries:
            _print(console, f"{panel.title}:")
            for entry in panel.entries:
                _print(console, _row(entry, console))
            _print(console, "")


def _row(entry: HelpEntry, console: Console) -> str:
    name = f"  {', '.join(entry.display_labels)}"
    about = [_words(entry.description, console)]
    if entry.choices:
        about.append(f"One of: {', '.join(entry.choices)}.")
    if entry.default:
        about.append(f"Usual: {entry.default}.")
    indent = " " * NAMES
    return textwrap.fill(
        " ".join(about), WIDTH, initial_indent=name.ljust(NAMES), subsequent_indent=indent, break_on_hyphens=False
    )


def _words(thing: Any, console: Console) -> str:
    """In one line, whoever broke it."""
    with console.capture() as capture:
        console.print(thing, markup=False, highlight=False)
    return " ".join(capture.get().split())


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
