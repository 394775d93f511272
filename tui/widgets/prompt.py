"""The question of the moment, and every way to answer it: numbers, letters, arrows, typing, the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from core.engine import Option
from tui.ink import Ink
from tui.widgets.lists import WalkedList

KEYS = "123456789abdefoprstvxy"
"""Keys that choose at once; the missing letters walk, take back, ask why, and so on."""


def matches(option: Option, typed: str) -> bool:
    """Every word that was typed begins or is part of a word of the label or notation."""
    text = f"{option.label} {option.notation}".lower()
    return all(word in text for word in typed.lower().split())


class OfferList(WalkedList):
    """The options. Scrolls; never takes more than the room there is."""

    DEFAULT_CSS = """
    OfferList { height: 1fr; border: none; padding: 0; background: $surface; scrollbar-size-vertical: 1; }
    OfferList:focus { border: none; background: $surface; background-tint: $foreground 0%; }
    """


class Prompt(Vertical):
    """Shows a question with its options and says which one was chosen."""

    DEFAULT_CSS = """
    Prompt { border: round $panel-lighten-2; border-title-color: $accent; border-title-style: bold;
             border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    Prompt:focus-within { border: round $primary; }
    Prompt #question { height: auto; max-height: 4; text-style: bold; }
    Prompt #filter { display: none; height: 1; border: none; padding: 0; background: $panel; }
    Prompt.-filtering #filter { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", id="prompt.filter"),
        Binding("escape", "unfilter", "All options", show=False),
    ]

    class Chosen(Message):
        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    class Highlighted(Message):
        def __init__(self, option: Option | None) -> None:
            super().__init__()
            self.option = option

    def __init__(self, **options: str) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._offers: list[Option] = []
        self._hints: dict[str, str] = {}
        self._shown: list[Option | None] = []
        self._keys: dict[str, Option] = {}
        self._ink: Ink | None = None

    def compose(self) -> ComposeResult:
        yield Static("", id="question", markup=False)
        yield Input(placeholder="type to filter, Enter to choose", id="filter", compact=True)
        yield OfferList(id="offers", markup=False, compact=True)

    @property
    def offers(self) -> OfferList:
        return self.query_one(OfferList)

    # --- what is asked -------------------------------------------------------------------------------

    def ask(
        self, title: str, question: Text | str, options: Sequence[Option], hints: dict[str, str], ink: Ink, rule: str = ""
    ) -> None:
        self.border_title = title
        self.border_subtitle = rule
        self._offers, self._hints, self._ink = list(options), hints, ink
        self._keys = dict(zip(KEYS, self._offers, strict=False))
        self.query_one("#question", Static).update(question)
        with self.prevent(Input.Changed):
            self.query_one("#filter", Input).value = ""
        was_typing = self.query_one("#filter", Input).has_focus
        self.remove_class("-filtering")
        if was_typing:
            self.offers.focus()
        self._fill(self._offers)

    def say(self, title: str, text: Text | str) -> None:
        """Nothing to choose just now."""
        self.border_title, self.border_subtitle = title, ""
        self._offers, self._keys, self._hints = [], {}, {}
        self.remove_class("-filtering")
        self.query_one("#question", Static).update(text)
        self._fill([])

    def narrow(self, options: Sequence[Option]) -> None:
        """Shows only some of the options, for example those of one place; Escape shows all again."""
        self._fill(list(options))
        self.offers.focus()

    def _fill(self, options: list[Option]) -> None:
        offers, ink = self.offers, self._ink
        offers.clear_options()
        self._shown = []
        if ink is None or not options:
            return
        keys = {option.notation: key for key, option in self._keys.items()}
        lines: list[ListOption] = []
        group = ""
        for option in options:
            if option.group and option.group != group:
                group = option.group
                lines.append(ListOption(Text(group, ink.style("muted")), disabled=True))
                self._shown.append(None)
            line = Text(no_wrap=True, overflow="ellipsis")
            line.append(f"{keys.get(option.notation, ' ')} ", ink.style("key strong"))
            line.append(option.label)
            if hint := self._hints.get(option.notation):
                line.append(f"  {hint}", ink.style("accent"))
            lines.append(ListOption(line))
            self._shown.append(option)
        offers.add_options(lines)
        first = next((index for index, option in enumerate(self._shown) if option is not None), None)
        offers.highlighted = first

    @property
    def highlighted(self) -> Option | None:
        at = self.offers.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    def highlight(self, option: Option) -> None:
        if option in self._shown:
            self.offers.highlighted = self._shown.index(option)

    def by_key(self, key: str) -> Option | None:
        return self._keys.get(key)

    # --- answers -------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        option = self._shown[event.option_index]
        if option is not None:
            self.post_message(self.Chosen(option))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index < len(self._shown):
            self.post_message(self.Highlighted(self._shown[event.option_index]))

    def action_filter(self) -> None:
        if self._offers:
            self.add_class("-filtering")
            self.query_one("#filter", Input).focus()

    def action_unfilter(self) -> None:
        self.query_one("#filter", Input).value = ""
        self.remove_class("-filtering")
        self._fill(self._offers)
        self.offers.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._fill([option for option in self._offers if matches(option, event.value)])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        option = self.highlighted
        if option is not None:
            self.post_message(self.Chosen(option))
