"""A form as a list: one line a field, changed with left and right, with a word on what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option as ListOption

from tui.ink import Ink
from tui.widgets.lists import WalkedList

FOR_VALUES, NARROWEST = 26, 12
"""Labels leave so much room for the values and are cut for it, but never shorter than the second; the word beside the
form has them whole."""


@dataclass(frozen=True, slots=True)
class Field:
    """With choices it is turned through them; without it is a text that is typed; a `button` is just pressed."""

    id: str
    label: str
    value: str = ""
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """What the choices are called, if not by themselves."""
    about: str = ""
    button: bool = False

    @property
    def shown(self) -> str:
        if self.names and self.value in self.choices:
            return self.names[self.choices.index(self.value)]
        return self.value

    def turned(self, step: int) -> str:
        at = self.choices.index(self.value) if self.value in self.choices else 0
        return self.choices[(at + step) % len(self.choices)]


class Typed(ModalScreen[str | None]):
    """A small window to type one line into."""

    DEFAULT_CSS = """
    Typed { align: center middle; }
    Typed > Vertical { width: 60; max-width: 95%; height: auto; border: round $primary; background: $surface;
        padding: 0 1; }
    Typed Label { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question, self._value = question, value

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._question, markup=False)
            yield Input(self._value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class Form(WalkedList):
    """Fields one above the other."""

    DEFAULT_CSS = """
    Form { height: 1fr; border: round $border-blurred; border-title-color: $primary; background: $background;
           padding: 0 1; scrollbar-size-vertical: 1; }
    Form:focus { border: round $primary; background-tint: $foreground 0%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "Next value"),
        Binding("left", "turn(-1)", "Previous value", show=False),
        Binding("l", "turn(1)", "Next value", show=False, id="form.next"),
        Binding("h", "turn(-1)", "Previous value", show=False, id="form.previous"),
    ]

    class Changed(Message):
        def __init__(self, field: Field, value: str) -> None:
            super().__init__()
            self.field, self.value = field, value

    class Pressed(Message):
        """Enter on a field with choices, or on a button."""

        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

    class Visited(Message):
        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

    def __init__(self, **options: str) -> None:
        super().__init__(markup=False, **options)  # type: ignore[arg-type]
        self._fields: list[Field] = []
        self._ink: Ink | None = None

    def on_resize(self) -> None:
        if self._ink is not None:
            with self.prevent(OptionList.OptionHighlighted):
                self.fill(self._fields, self._ink)

    def fill(self, fields: Sequence[Field], ink: Ink) -> None:
        at = self.highlighted or 0
        self._fields, self._ink = list(fields), ink
        longest = max((len(field.label) for field in fields if not field.button), default=0)
        width = min(longest, max(NARROWEST, self.content_size.width - FOR_VALUES))
        self.clear_options()
        for field in fields:
            line = Text(no_wrap=True, overflow="ellipsis")
            if field.button:
                line.append(f"{ink.glyphs['lit']} {field.label}", ink.style("accent strong"))
            else:
                label = (
                    field.label if len(field.label) <= width else field.label[: width - 1] + ink.glyphs["ellipsis"][0]
                )
                line.append(f"{label:<{width}}  ")
                arrows = ("‹ ", " ›") if ink.glyphs.braille else ("< ", " >")
                left, right = arrows if field.choices else ("", "")
                line.append(f"{left}{field.shown}{right}", ink.style("strong"))
            self.add_option(ListOption(line))
        self.highlighted = min(at, len(fields) - 1)

    def visit(self, field_id: str) -> None:
        self.highlighted = next(at for at, field in enumerate(self._fields) if field.id == field_id)

    @property
    def current(self) -> Field | None:
        return self._fields[self.highlighted] if self.highlighted is not None else None

    def action_turn(self, step: int) -> None:
        field = self.current
        if field is not None and field.choices:
            self.post_message(self.Changed(field, field.turned(step)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Visited(self._fields[event.option_index]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        field = self._fields[event.option_index]
        if field.button or field.choices:
            self.post_message(self.Pressed(field))
            return

        def typed(value: str | None) -> None:
            if value is not None:
                self.post_message(self.Changed(field, value.strip()))

        self.app.push_screen(Typed(field.label, field.value), typed)
