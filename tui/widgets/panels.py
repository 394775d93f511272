"""Panels: what the board beside the map shows, as lines that explain themselves on Enter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
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
    PanelView.-laid { border-subtitle-color: $accent; }
    PanelView.-laid > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "inspect", "Inspect", show=False, id="panel.inspect"),
    ]

    class Asked(Message):
        """The player wants to know what a line is about."""

        def __init__(self, thing: str) -> None:
            super().__init__()
            self.thing = thing

    class Acted(Message):
        """The player does what a line is for: see `Row.act`."""

        def __init__(self, act: str) -> None:
            super().__init__()
            self.act = act

    class Dragged(Message):
        """The player has drawn a line onto another with the mouse; both by their acts, the other perhaps nothing."""

        def __init__(self, act: str, onto: str) -> None:
            super().__init__()
            self.act, self.onto = act, onto

    def __init__(self, panel_id: str) -> None:
        super().__init__(id=f"panel-{panel_id}", markup=False)
        self._rows: tuple[Row, ...] = ()
        self._grasped = ""

    def show(self, panel: Panel, ink: Ink) -> None:
        """New lines in the old place: the highlight and the scroll stay where they were."""
        self.border_title, self.border_subtitle = panel.title, panel.foot
        self.set_class(bool(panel.foot), "-laid")
        at, scroll = self.highlighted, self.scroll_y
        self._rows = panel.rows
        with self.prevent(OptionList.OptionHighlighted):
            self.clear_options()
            self.add_options([ListOption(ink.text(row.spans), disabled=False) for row in panel.rows])
            if at is not None and at < len(panel.rows):
                self.highlighted = at
                self.scroll_to(y=scroll, animate=False)

    def mark(self, act: str) -> None:
        """Highlights the line that is for this, if there is one."""
        for number, row in enumerate(self._rows):
            if row.act == act and number != self.highlighted:
                with self.prevent(OptionList.OptionHighlighted):
                    self.highlighted = number

    @property
    def thing(self) -> str:
        """What the highlighted line is about."""
        return self._rows[self.highlighted].thing if self.highlighted is not None else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        row = self._rows[event.option_index]
        if row.act:
            self.post_message(self.Acted(row.act))
        elif row.thing:
            self.post_message(self.Asked(row.thing))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Whoever walks the lines of a stack goes from place to place of it."""
        event.stop()
        act = self._rows[event.option_index].act
        if self.has_focus and act.startswith("slot "):
            self.post_message(self.Acted(act))

    def action_inspect(self) -> None:
        if self.thing:
            self.post_message(self.Asked(self.thing))

    # --- the mouse -----------------------------------------------------------------------------------

    def _row_at(self, event: events.MouseEvent) -> Row | None:
        number = event.style.meta.get("option")
        return self._rows[number] if number is not None and number < len(self._rows) else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        row = self._row_at(event)
        self._grasped = row.act if row is not None else ""

    def on_mouse_up(self, event: events.MouseUp) -> None:
        row = self._row_at(event)
        act, onto = self._grasped, row.act if row is not None else ""
        self._grasped = ""
        if act and act != onto:
            self.post_message(self.Dragged(act, onto))

    def on_click(self, event: events.Click) -> None:
        """The last piece of a line may be for something of its own."""
        row, spot = self._row_at(event), event.get_content_offset(self)
        if row is None or not row.tail or spot is None:
            return
        if spot.x >= sum(cell_len(text) for text, _ in row.spans[:-1]):
            event.prevent_default()
            self.post_message(self.Acted(row.tail))


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
            view.show(panel, ink)
            view.display = bool(panel.rows)
