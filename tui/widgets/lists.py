"""Lists that are walked with arrows or with vim keys."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class WalkedList(OptionList):
    """An option list with vim keys beside the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="list.down"),
        Binding("k", "cursor_up", "Up", show=False, id="list.up"),
        Binding("g", "first", "First", show=False, id="list.first"),
        Binding("G", "last", "Last", show=False, id="list.last"),
        Binding("ctrl+d", "page_down", "Page down", show=False, id="list.page_down"),
        Binding("ctrl+u", "page_up", "Page up", show=False, id="list.page_up"),
    ]

    def on_resize(self) -> None:
        """A list that becomes shorter must not lose its place."""
        self.scroll_to_highlight()
