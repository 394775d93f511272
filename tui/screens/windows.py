"""Small windows over the table: explanations, refusals, help, the hand-over between two people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from tui.ink import Ink
from tui.widgets.lists import WalkedList


class Explanation(ModalScreen[bool]):
    """Says what a thing is. `True` if the player wants to read the rule, or takes what is offered."""

    DEFAULT_CSS = """
    Explanation { align: center middle; }
    Explanation > VerticalScroll { width: 72; max-width: 96%; height: auto; max-height: 90%; border: round $primary;
        border-title-color: $accent; border-subtitle-color: $text-muted; background: $surface; padding: 1 2; }
    Explanation Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "dismiss(False)", "Close"),
        Binding("c", "rule", "Rule", id="table.codex"),
        Binding("g", "take", "Take the offer", show=False),
    ]

    def __init__(self, title: str, text: str, rule: str = "", offer: str = "") -> None:
        super().__init__()
        self._title, self._text, self._rule, self._offer = title, text, rule, offer

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = self._title
            more = f"g: {self._offer}, " if self._offer else f"{self._rule}: c for the rule, " if self._rule else ""
            box.border_subtitle = f"{more}Esc closes"
            yield Static(self._text, markup=False)

    def action_rule(self) -> None:
        if self._rule:
            self.dismiss(True)

    def action_take(self) -> None:
        if self._offer:
            self.dismiss(True)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(False)


class WhyNot(ModalScreen[str | None]):
    """The player types what he would like to do; the rules say why not. Returns the rule to read, if he asks for it."""

    DEFAULT_CSS = """
    WhyNot { align: center middle; }
    WhyNot > Vertical { width: 76; max-width: 96%; height: auto; max-height: 90%; border: round $primary;
        border-title-color: $accent; border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    WhyNot Static { height: auto; margin: 1 0; }
    WhyNot Label { width: 100%; margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Close"),
        Binding("f1", "rule", "Read the rule"),
    ]

    def __init__(self, ask: Callable[[str], tuple[str, str]], examples: Sequence[str], wish: str = "") -> None:
        super().__init__()
        self._ask, self._examples, self._wish, self._rule = ask, examples, wish, ""

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title, box.border_subtitle = "Why can't I?", "Enter asks, Esc closes"
            yield Label("What would you like to do? Write it as the log does, or name a place or thing:", markup=False)
            yield Input(self._wish, placeholder=", ".join(self._examples[:4]))
            yield Static("", id="answer", markup=False)

    def on_mount(self) -> None:
        if self._wish:
            self._answer(self._wish)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._answer(event.value)

    def _answer(self, wish: str) -> None:
        text, self._rule = self._ask(wish.strip().lower())
        more = f"\n\nF1 reads the rule: {self._rule}" if self._rule else ""
        self.query_one("#answer", Static).update(f"{text}{more}")

    def action_rule(self) -> None:
        if self._rule:
            self.dismiss(self._rule)


class HandOver(ModalScreen[None]):
    """Between two people at one keyboard, when the next question shows something secret."""

    DEFAULT_CSS = """
    HandOver { background: $background; align: center middle; }
    HandOver Static { width: auto; max-width: 90%; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss(None)", "I am here")]

    def __init__(self, who: Text) -> None:
        super().__init__()
        self._who = who

    def compose(self) -> ComposeResult:
        with Middle(), Center():
            yield Static(self._who, markup=False)

    def on_click(self) -> None:
        self.dismiss(None)


class Tale(ModalScreen[None]):
    """The whole story so far, on the whole screen, at its newest line."""

    DEFAULT_CSS = """
    Tale { align: center middle; }
    Tale > WalkedList, Tale > WalkedList:focus { width: 100; max-width: 96%; height: 94%;
        border: round $primary; border-title-color: $accent; border-subtitle-color: $text-muted;
        background: $surface; padding: 0 1; text-wrap: wrap; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,s", "dismiss(None)", "Close")]

    def __init__(self, lines: Sequence[Text]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        story = WalkedList(*self._lines, markup=False)
        story.border_title, story.border_subtitle = "The story so far", "arrows, PageUp, Home walk; Esc closes"
        yield story

    def on_mount(self) -> None:
        self.query_one(WalkedList).action_last()


class Keys(ModalScreen[None]):
    """What the keys do."""

    DEFAULT_CSS = """
    Keys { align: center middle; }
    Keys > VerticalScroll { width: 76; max-width: 96%; height: auto; max-height: 94%; border: round $primary;
        border-title-color: $accent; border-subtitle-color: $text-muted; background: $surface; padding: 0 2; }
    Keys Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,question_mark,f1", "dismiss(None)", "Close")]

    def __init__(self, help_text: Mapping[str, Mapping[str, str]], ink: Ink) -> None:
        super().__init__()
        self._help, self._ink = help_text, ink

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title, box.border_subtitle = "Keys", "arrows walk, Esc closes"
            for title, keys in self._help.items():
                yield Static(Text(title, self._ink.style("strong")), markup=False)
                rows = Table.grid(padding=(0, 1, 0, 0))
                rows.add_column(min_width=18)
                for key, about in keys.items():
                    rows.add_row(Text(f"  {key}", self._ink.style("accent"), no_wrap=True), about)
                yield Static(rows, markup=False)
