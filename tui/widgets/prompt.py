"""The question of the moment, and every way to answer it: numbers, letters, arrows, typing, the mouse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from core.engine import Option
from tui.ink import Ink
from tui.question import ranked
from tui.widgets.lists import WalkedList

KEYS = "123456789abdefoprtvxy"
"""Keys that choose at once; the missing letters walk, take back, ask why, and so on."""
TYPING = 0.4
"""Seconds: a letter that follows another so soon is typing, and must not answer the next question unread."""
CROWDED = 9
"""With more options than this, those of one group share a line until it is opened."""


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    options: tuple[Option, ...]


Entry = Option | Group


def grouped(options: Sequence[Option]) -> list[Entry]:
    """The options as they are, or with large groups folded if there are very many."""
    sizes: dict[str, list[Option]] = {}
    for option in options:
        sizes.setdefault(option.group, []).append(option)
    if len(options) <= CROWDED or len(sizes) < 2:
        return list(options)
    entries: list[Entry] = []
    for option in options:
        siblings = sizes[option.group]
        if not option.group or len(siblings) <= 3:
            entries.append(option)
        elif option is siblings[0]:
            entries.append(Group(option.group, tuple(siblings)))
    return entries


def _without_number(title: str) -> str:
    """The heading of a rule as a choice among others: `C. Special Actions` is `Special Actions`."""
    return re.sub(r"^([A-Z]|\d[\d.]*)\. ", "", title)


def _keyed(number: int, words: Text, folded: bool, ink: Ink) -> ListOption:
    """A line of the list: the key, and beside it the words, folded or cut."""
    if not folded:
        words.no_wrap, words.overflow = True, "ellipsis"
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_row(Text(KEYS[number] if number < len(KEYS) else " ", ink.style("key strong")), words)
    return ListOption(row)


class OfferList(WalkedList):
    """The options. Scrolls; never takes more than the room there is."""

    DEFAULT_CSS = """
    OfferList { height: 1fr; border: none; padding: 0; background: $surface; scrollbar-size-vertical: 1; }
    OfferList:focus { border: none; background: $surface; background-tint: $foreground 0%; }
    """


class Prompt(Vertical):
    """Shows a question with its options and says which one was chosen."""

    DEFAULT_CSS = """
    Prompt { border: round $border-blurred; border-title-color: $accent; border-title-style: bold;
             border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    Prompt:focus-within { border: round $primary; }
    Prompt #question { height: auto; max-height: 4; text-style: bold; }
    Prompt.-saying #question { max-height: 100%; text-style: none; }
    Prompt #filter { display: none; height: 1; border: none; padding: 0; background: $panel; }
    Prompt.-filtering #filter { display: block; }
    Prompt #more { display: none; height: auto; max-height: 3; color: $accent; }
    Prompt.-more #more { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", id="prompt.filter"),
        Binding("escape", "unfold", "All options", show=False),
        Binding("i", "inspect", "Inspect", show=False, id="prompt.inspect"),
    ]

    class Chosen(Message):
        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    class Highlighted(Message):
        """The options under the highlight: one, those of a group, or none."""

        def __init__(self, options: tuple[Option, ...]) -> None:
            super().__init__()
            self.options = options

    class Inspected(Message):
        """The player wants to know what an option, or a group of them, is about before he chooses."""

        def __init__(self, group: str, things: tuple[str, ...]) -> None:
            super().__init__()
            self.group, self.things = group, things

    class Missed(Message):
        """The player typed something that is not on offer."""

        def __init__(self, wish: str) -> None:
            super().__init__()
            self.wish = wish

    def __init__(self, **options: str) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._offers: list[Option] = []
        self._hints: dict[str, str] = {}
        self._shown: list[Entry] = []
        self._ink: Ink | None = None
        self._folded = True
        self._typed_at = 0.0

    def compose(self) -> ComposeResult:
        yield Static("", id="question", markup=False)
        yield Input(placeholder="type to filter, Enter to choose", id="filter", compact=True)
        yield OfferList(id="offers", markup=False)
        yield Static("", id="more", markup=False)

    @property
    def offers(self) -> OfferList:
        return self.query_one(OfferList)

    # --- what is asked -------------------------------------------------------------------------------

    def ask(
        self, title: str, question: Text, options: Sequence[Option], hints: dict[str, str], ink: Ink, rule: str = ""
    ) -> None:
        self.border_title, self.border_subtitle = title, rule
        self._offers, self._hints, self._ink = list(options), hints, ink
        self.remove_class("-saying")
        self.query_one("#question", Static).update(question)
        self.unfold()

    def put(self, question: Text) -> None:
        """The same options under other words."""
        self.query_one("#question", Static).update(question)

    def say(self, title: str, text: Text | str) -> None:
        """Nothing to choose just now."""
        self.border_title, self.border_subtitle = title, ""
        self._offers, self._hints = [], {}
        self.add_class("-saying")
        self.query_one("#question", Static).update(text)
        self.unfold()

    def hint(self, notation: str, words: str) -> None:
        """One more word on an option that is on offer."""
        self._hints[notation] = ", ".join(filter(None, [words, self._hints.get(notation, "")]))
        at = self.offers.highlighted
        with self.prevent(OptionList.OptionHighlighted):
            self._fill(self._shown)
            self.offers.highlighted = at
        self._say_more()

    def narrow(self, options: Sequence[Option]) -> None:
        """Shows only some of the options, for example those of one place; Escape shows all again."""
        self._fill(list(options))
        self.offers.focus()

    def unfold(self) -> None:
        """All options, and no filter."""
        typed = self.query_one("#filter", Input)
        with self.prevent(Input.Changed):
            typed.value = ""
        if typed.has_focus:
            self.offers.focus()
        self.remove_class("-filtering")
        self._fill(grouped(self._offers))

    def _fill(self, entries: list[Entry]) -> None:
        offers, ink = self.offers, self._ink
        self._shown = entries
        self.remove_class("-more")
        offers.clear_options()
        if ink is None:
            return
        lines = [self._words(entry, ink) for entry in entries]
        self._folded = self._there_is_room_for(lines)
        offers.add_options([_keyed(number, words, self._folded, ink) for number, words in enumerate(lines)])
        offers.highlighted = 0 if entries else None
        if self._offers and not entries:
            nothing = Text("Nothing on offer fits. Enter asks why not, Esc shows all.", ink.style("muted"))
            offers.add_option(ListOption(nothing, disabled=True))

    def _words(self, entry: Entry, ink: Ink) -> Text:
        words = Text()
        if isinstance(entry, Group):
            words.append(f"{_without_number(entry.title)}{ink.glyphs['ellipsis']}")
            words.append(f"  {len(entry.options)} choices", ink.style("muted"))
        else:
            words.append(entry.label)
            if hint := self._hints.get(entry.notation):
                words.append(f"  {hint}", ink.style("accent"))
        return words

    def _there_is_room_for(self, lines: Sequence[Text]) -> bool:
        """Whether all can be read in full at once. To see every option is worth more than the end of a long one."""
        width, height = self.offers.content_size
        return sum(-(-len(line) // max(1, width - 3)) for line in lines) <= height

    def _say_more(self) -> None:
        """The words on the highlighted option in full, if its line was cut."""
        entry = self.highlighted
        hint = self._hints.get(entry.notation, "") if isinstance(entry, Option) else ""
        room = self.offers.content_size.width
        cut = not self._folded and isinstance(entry, Option) and cell_len(f"1 {entry.label}  {hint}") > room > 0
        self.query_one("#more", Static).update(hint if cut else "")
        self.set_class(bool(hint) and cut, "-more")

    @property
    def highlighted(self) -> Entry | None:
        at = self.offers.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    # --- answers -------------------------------------------------------------------------------------

    def press(self, key: str, confirm: bool) -> bool:
        """A key that stands before an option: chooses it, or only points at it if choices are to be confirmed."""
        at = KEYS.find(key)
        if not 0 <= at < len(self._shown):
            return False
        if key.isalpha():
            typing, self._typed_at = monotonic() - self._typed_at < TYPING, monotonic()
            if typing:
                self.notify("A letter chooses at once. To type a name, press / first.", severity="warning", timeout=4)
                return True
        self.offers.highlighted = at
        if confirm:
            self.offers.focus()
        else:
            self._take(self._shown[at])
        return True

    def point_at(self, option: Option) -> None:
        """Highlights an option, opening its group if it is folded."""
        if option not in self._shown:
            self._fill(list(self._offers))
        self.offers.highlighted = self._shown.index(option)
        self.offers.focus()

    def _take(self, entry: Entry) -> None:
        if isinstance(entry, Group):
            self.narrow(entry.options)
        else:
            self.post_message(self.Chosen(entry))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take(self._shown[event.option_index])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._say_more()
        entry = self.highlighted
        options = entry.options if isinstance(entry, Group) else (entry,) if entry is not None else ()
        self.post_message(self.Highlighted(options))

    def on_resize(self) -> None:
        """There may be more room now, or less: lines are folded or cut anew, and the highlight stays."""
        self.call_after_refresh(self._fold_anew)

    def _fold_anew(self) -> None:
        at = self.offers.highlighted
        with self.prevent(OptionList.OptionHighlighted):
            self._fill(self._shown)
            self.offers.highlighted = at

    def action_filter(self) -> None:
        if self._offers:
            self.add_class("-filtering")
            self.screen.set_focus(self.query_one("#filter", Input))  # at once: the next key may be on its way

    def action_inspect(self) -> None:
        match self.highlighted:
            case Option() as option:
                self.post_message(self.Inspected(option.group, option.touches))
            case Group() as group:
                self.post_message(self.Inspected(group.title, ()))

    def action_unfold(self) -> None:
        self.unfold()
        self.offers.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._fill(self._fitting(event.value))

    def _fitting(self, typed: str) -> list[Entry]:
        """What was typed may be meant for an option, the likeliest first, or for a whole group; a group is only opened,
        so that nobody builds a church who typed `mosque` under the heading of both."""
        options = [option for rank in ranked(typed, self._offers) for option in rank]
        groups = [entry for entry in grouped(self._offers) if isinstance(entry, Group)]
        return [*options, *(group for group in groups if typed.lower().strip() in group.title.lower())]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        entry = self.highlighted
        if entry is not None:
            self._take(entry)
        elif event.value.strip():
            self.post_message(self.Missed(event.value.strip()))
