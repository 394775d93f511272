"""The story so far: one line an event, the newest at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets.option_list import Option as ListOption

from tui.widgets.lists import WalkedList

KEPT = 100
"""Lines that can be scrolled back to here; the whole story has a window of its own."""


class StoryView(WalkedList):
    """Follows the newest line unless the reader has scrolled away."""

    DEFAULT_CSS = """
    StoryView {
        border: round $border-blurred; border-title-color: $primary; padding: 0 1; height: 1fr;
        background: $background; scrollbar-size-vertical: 1;
    }
    StoryView:focus { border: round $primary; background-tint: $foreground 0%; }
    """

    def __init__(self, **options: str) -> None:
        super().__init__(markup=False, **options)  # type: ignore[arg-type]
        self.border_title = "Story"

    def tell(self, lines: Sequence[Text], anew: bool) -> None:
        """Adds the newest lines; `anew` after a take-back, a jump or a change of theme."""
        before = [] if anew else [option.prompt for option in self.options]
        if anew or len(before) + len(lines) > KEPT:
            self.clear_options()
            self.add_options([ListOption(line) for line in [*before, *lines][-KEPT:]])
        else:
            self.add_options([ListOption(line) for line in lines])
        if self.option_count and not self.has_focus:
            self.highlighted = None
            self.call_after_refresh(self.scroll_end, animate=False)
