"""Small windows of a network game: talk, who is there, invitations, and questions from other players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from netplay.lobby import Spoken
from tui.ink import Ink
from tui.widgets.lists import WalkedList

if TYPE_CHECKING:
    from tui.app import Outremer

EVERYBODY = "everybody"
STARTLED = 0.7
"""Seconds that somebody needs to see a question he did not expect."""


def story_line(spoken: str | Spoken, ink: Ink) -> Text:
    """What happened, or was said in the lobby or by somebody who looks on."""
    if isinstance(spoken, str):
        return Text(spoken, ink.style("muted"))
    if spoken.looks_on:
        return Text.assemble((f"{spoken.name} (looking on): ", ink.style("muted strong")), spoken.text)
    return Text.assemble((f"{spoken.name}: ", ink.style("strong")), spoken.text)


class YesNo(ModalScreen[bool]):
    """A question that can be answered with yes or no."""

    DEFAULT_CSS = """
    YesNo { align: center middle; }
    YesNo > Vertical { width: 64; max-width: 96%; height: auto; border: round $primary; border-title-color: $accent;
        border-subtitle-color: $text-muted; background: $surface; padding: 1 2; }
    YesNo Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, title: str, question: str, unasked: bool = False) -> None:
        """`unasked`: it comes from somebody else, so that a key which was meant for the table is no answer to it."""
        super().__init__()
        self._title, self._question = title, question
        self._not_before = monotonic() + (STARTLED if unasked else 0.0)

    def action_answer(self, yes: bool) -> None:
        if monotonic() >= self._not_before:
            self.dismiss(yes)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title, box.border_subtitle = self._title, "y: yes, n: no"
            yield Static(self._question, markup=False)


class Talk(ModalScreen[None]):
    """What was said, and a line to say something: to everybody, or to one."""

    app: Outremer

    DEFAULT_CSS = """
    Talk { align: center middle; }
    Talk > Vertical { width: 76; max-width: 96%; height: 80%; border: round $primary; border-title-color: $accent;
        border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    Talk VerticalScroll { height: 1fr; }
    Talk Static { height: auto; }
    Talk #to { height: 1; color: $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Close"),
        Binding("up", "to(-1)", "To whom"),
        Binding("down", "to(1)", "To whom", show=False),
    ]

    def __init__(
        self, lines: Callable[[], Sequence[Text]], names: Sequence[str], say: Callable[[str, int | None], None]
    ) -> None:
        """`say` gets the text, and which of `names` it is for if it is not for everybody."""
        super().__init__()
        self._lines, self._names, self._say = lines, names, say
        self._to: int | None = None

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title, box.border_subtitle = "Talk", "up, down: to whom; Enter says it; Esc closes"
            with VerticalScroll(can_focus=False):
                yield Static("", id="said", markup=False)
            yield Static("", id="to", markup=False)
            yield Input(placeholder="say something", compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self.hear()
        self._show_to()

    def hear(self) -> None:
        """Something was said."""
        lines = self._lines()
        self.query_one("#said", Static).update(Text("\n").join(lines) if lines else "Nobody has said anything yet.")
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def _show_to(self) -> None:
        who = EVERYBODY if self._to is None else f"{self._names[self._to]} alone"
        self.query_one("#to", Static).update(f"to {who}:")

    def action_to(self, step: int) -> None:
        choices = [None, *range(len(self._names))]
        self._to = choices[(choices.index(self._to) + step) % len(choices)]
        self._show_to()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._say(event.value, self._to)
        event.input.value = ""
        self.hear()


class People(ModalScreen[None]):
    """Who plays, by which key, and who is there."""

    DEFAULT_CSS = """
    People { align: center middle; }
    People > VerticalScroll { width: 76; max-width: 96%; height: auto; max-height: 90%; border: round $primary;
        border-title-color: $accent; border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    People Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "dismiss(None)", "Close")]

    def __init__(self, lines: Callable[[], Text]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title, box.border_subtitle = "Everybody", "Esc closes"
            yield Static("", markup=False)

    def on_mount(self) -> None:
        self._look()
        self.set_interval(1.0, self._look)

    def _look(self) -> None:
        self.query_one(Static).update(self._lines())


class InvitationList(WalkedList):
    """Invitations, each one line to copy: Enter puts it on the clipboard of the terminal, if that can be done."""

    DEFAULT_CSS = """
    InvitationList { height: auto; max-height: 100%; border: none; padding: 0; background: $surface; text-wrap: wrap; }
    InvitationList:focus { border: none; background-tint: $foreground 0%; }
    """

    app: Outremer

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._invitations: list[tuple[str, str]] = []

    def show(self, invitations: Sequence[tuple[str, str]]) -> None:
        """Each with a word on what it is for."""
        if list(invitations) == self._invitations:
            return
        self._invitations = list(invitations)
        at = self.highlighted or 0
        self.clear_options()
        style = self.app.ink.style("accent")
        self.add_options(
            [ListOption(Text.assemble(line, (f"  {use}", style), overflow="fold")) for line, use in invitations]
        )
        if self._invitations:
            self.highlighted = min(at, len(self._invitations) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.copy()

    def copy(self) -> None:
        if self.highlighted is not None:
            self.app.copy_to_clipboard(self._invitations[self.highlighted][0])
            self.notify("Copied, if your terminal allows it; if not, mark it with the mouse.", timeout=5)


class Invitations(ModalScreen[None]):
    """The lines by which others come to the table."""

    app: Outremer

    DEFAULT_CSS = """
    Invitations { align: center middle; }
    Invitations > Vertical { width: 76; max-width: 96%; height: auto; max-height: 90%; border: round $primary;
        border-title-color: $accent; border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    Invitations Static { height: auto; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "Close"),
        Binding("w", "watcher", "One to look on"),
    ]

    def __init__(self, lines: Callable[[], Sequence[tuple[str, str]]], more: Callable[[], None]) -> None:
        super().__init__()
        self._lines, self._more = lines, more

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Invitations"
            box.border_subtitle = "Enter copies, w: one more to look on, Esc closes"
            yield Static("One for each player who is not here. A player may also use the one he had, if this machine "
                         "has the same address and port as then.", markup=False)  # fmt: skip
            yield InvitationList()

    def on_mount(self) -> None:
        invitations = self.query_one(InvitationList)
        invitations.show(self._lines())
        invitations.focus()

    def action_watcher(self) -> None:
        self._more()
        self.query_one(InvitationList).show(self._lines())


class Choice(ModalScreen[str]):
    """One of a few ways to go on; empty for none."""

    DEFAULT_CSS = """
    Choice { align: center middle; }
    Choice > Vertical { width: 72; max-width: 96%; height: auto; border: round $primary; border-title-color: $accent;
        border-subtitle-color: $text-muted; background: $surface; padding: 1 2; }
    Choice Static { height: auto; margin-bottom: 1; }
    Choice WalkedList { height: auto; border: none; padding: 0; background: $surface; }
    Choice WalkedList:focus { border: none; background-tint: $foreground 0%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss('')", "Close")]

    def __init__(self, title: str, text: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._title, self._text, self._choices = title, text, choices

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title, box.border_subtitle = self._title, "Enter chooses, Esc closes"
            yield Static(self._text, markup=False)
            yield WalkedList(*(ListOption(label, id=name) for name, label in self._choices.items()), markup=False)

    def on_mount(self) -> None:
        choices = self.query_one(WalkedList)
        choices.highlighted = 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id or "")
