"""Panels: what the board beside the map shows, as lines that explain themselves on Enter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option as ListOption

from tui.boards import Panel, Row
from tui.ink import Ink
from tui.widgets.lists import WalkedList


class PanelView(WalkedList):
    """One panel. Enter or a click on a line asks what it is."""

    DEFAULT_CSS = """
    PanelView {
        height: auto; border: round $border-blurred; border-title-color: $primary; padding: 0 1;
        background: $background; scrollbar-size-vertical: 1;
    }
    PanelView:focus { border: round $primary; background-tint: $foreground 0%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "select", "Inspect", show=False, id="panel.inspect"),
    ]

    class Asked(Message):
        """The player wants to know what a line is about."""

        def __init__(self, thing: str) -> None:
            super().__init__()
            self.thing = thing

    def __init__(self, panel_id: str) -> None:
        super().__init__(id=f"panel-{panel_id}", markup=False)
        self._rows: tuple[Row, ...] = ()

    def show(self, title: str, rows: Sequence[Row], ink: Ink) -> None:
        """New lines in the old place: the highlight and the scroll stay where they were."""
        self.border_title = title
        at, scroll = self.highlighted, self.scroll_y
        self._rows = tuple(rows)
        self.clear_options()
        self.add_options([ListOption(ink.text(row.spans), disabled=False) for row in rows])
        if at is not None and at < len(rows):
            self.highlighted = at
            self.scroll_to(y=scroll, animate=False)

    @property
    def thing(self) -> str:
        """What the highlighted line is about."""
        return self._rows[self.highlighted].thing if self.highlighted is not None else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        thing = self._rows[event.option_index].thing
        if thing:
            self.post_message(self.Asked(thing))


class PanelColumn(VerticalScroll, can_focus=False):
    """All panels one above the other, for screens that have the room; the last `aside` of them beside the others
    on a very wide one."""

    DEFAULT_CSS = """
    PanelColumn { width: 46; height: 1fr; scrollbar-size-vertical: 1; }
    PanelColumn > VerticalScroll { width: 1fr; height: auto; }
    """

    def __init__(self, panels: Sequence[str], aside: int = 0, **options: str) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._panels, self._first = panels, len(panels) - aside

    def compose(self) -> ComposeResult:
        for column in (self._panels[: self._first], self._panels[self._first :]):
            if column:
                yield VerticalScroll(*(PanelView(panel) for panel in column), can_focus=False)
        self.set_class(self._first < len(self._panels), "-two")

    def show(self, panels: Sequence[Panel], ink: Ink) -> None:
        for panel in panels:
            view = self.query_one(f"#panel-{panel.id}", PanelView)
            view.show(panel.title, panel.rows, ink)
            view.display = bool(panel.rows)
