"""What a guest sees: a welcome, a seat to choose, and the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from core.engine import Refused
from tui.app import Outremer
from tui.boards import load_board
from tui.guests.guestbook import HOST, Guest
from tui.guests.names import LONGEST_NAME
from tui.guests.shared import SharedTable
from tui.screens.windows import Explanation
from tui.settings import NOTICES, Settings
from tui.sitting import player_name
from tui.theming import listed
from tui.widgets.lists import WalkedList

GUEST_NOTICE = (
    "You play on the host's computer. Whoever runs it can look at everything there: your hidden cards and sealed "
    "plans too. Play like this with people you trust."
)
HOST_NOTICE = (
    "You host this game. Guests have been told that they trust you: all their secrets are on your computer. When you "
    "quit, everybody is sent home; the game is saved."
)


BY_KEY = "Your ssh key is your ticket to your seat. To come back, also another day:"
BY_WORD = (
    "Write this down: it is your only way back to your seat, also another day. Keep it to yourself, for whoever comes "
    "with it while you are away is taken for you."
)


def way_back(guest: Guest) -> str:
    """How he comes back, in words; nothing for the host at his own keyboard."""
    return f"{BY_KEY if guest.key else BY_WORD}\n{guest.way_back}" if guest.way_back else ""


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    title: str
    about: str
    seat: str = ""
    can_be_taken: bool = True


class WelcomeScreen(Screen[None]):
    """Says where the guest is and whom he trusts, asks his name, and shows the seats."""

    app: VisitorApp

    DEFAULT_CSS = """
    WelcomeScreen { align: center middle; }
    WelcomeScreen > Vertical { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    WelcomeScreen #game { color: $accent; text-style: bold; height: 1; }
    WelcomeScreen #headline { height: 1; color: $text-muted; }
    WelcomeScreen #notice { height: auto; margin: 1 0; color: $warning; }
    WelcomeScreen #way { height: auto; margin-bottom: 1; }
    WelcomeScreen.-host #way { display: none; }
    WelcomeScreen #name { height: 3; border: round $border-blurred; border-title-color: $primary; }
    WelcomeScreen #name:focus { border: round $primary; }
    WelcomeScreen WalkedList { height: auto; max-height: 14; background: $background; border: none; padding: 0;
        text-wrap: nowrap; text-overflow: ellipsis; }
    WelcomeScreen WalkedList:focus { border: none; background-tint: $foreground 0%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "theme", "Theme"),
        Binding("y", "glyphs", "Glyphs"),
        Binding("n", "notice", "Notice"),
        Binding("q", "app.quit", "Disconnect"),
    ]

    def __init__(self, table: SharedTable, guest: Guest) -> None:
        super().__init__()
        self._table, self._guest = table, guest
        self._board = load_board(table.session.game.id)
        self._choices: list[Choice] = []
        self.set_class(guest.key == HOST, "-host")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("", id="game", markup=False)
            yield Static("", id="headline", markup=False)
            yield Static(HOST_NOTICE if self._guest.key == HOST else GUEST_NOTICE, id="notice", markup=False)
            yield Static("", id="way", markup=False)
            name = Input(self._guest.name, id="name", max_length=LONGEST_NAME)
            name.border_title = "Your name at the table"
            yield name
            yield WalkedList(id="seats", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._table.watchers[id(self)] = self._heard
        self._fill()
        self.query_one("#seats" if self._guest.introduced else "#name").focus()

    def _heard(self) -> None:
        self.call_later(self._fill)

    def on_unmount(self) -> None:
        self._table.watchers.pop(id(self), None)

    def on_screen_resume(self) -> None:
        self._fill()

    def dress(self) -> None:
        self._fill()

    # --- what there is to choose ---------------------------------------------------------------------

    def _fill(self) -> None:
        session, ink = self._table.session, self.app.ink
        self.query_one("#game", Static).update(f"{session.game.title}, hosted with Outremer")
        self.query_one("#headline", Static).update(session.game.headline(session.state))
        words, _, command = way_back(self._guest).rpartition("\n")
        self.query_one("#way", Static).update(Text.assemble(words, "\n", (command, ink.style("accent strong"))))
        self._choices = self._all_choices()
        seats = self.query_one("#seats", WalkedList)
        at = seats.highlighted
        seats.clear_options()
        for choice in self._choices:
            line = Text(no_wrap=True, overflow="ellipsis")
            line.append(f" {choice.key} ", ink.style("key strong"))
            hue = self._board.hues[choice.seat] if choice.seat else ""
            line.append(f" {choice.title:<22}", ink.style(f"{hue} strong"))
            line.append(choice.about, ink.style("muted"))
            seats.add_option(ListOption(line, disabled=not choice.can_be_taken))
        seats.highlighted = (
            at
            if at is not None
            else next((number for number, choice in enumerate(self._choices) if choice.can_be_taken), None)
        )

    def _all_choices(self) -> list[Choice]:
        choices = []
        for number, seat in enumerate(self._table.players, 1):
            mine, free = self._guest.seat == seat, self._table.is_free(seat)
            about = "your seat" if mine else "free" if free else player_name(self._table.players[seat])
            can_be_taken = mine or (free and not self._guest.seat)
            choices.append(Choice(str(number), seat.capitalize(), about, seat, can_be_taken))
        if self._guest.seat:
            choices.append(Choice("g", "Give up your seat", "somebody else may take it, or you another one"))
        else:
            choices.append(Choice("w", "Watch", "see what everybody may see"))
        return choices

    # --- choosing ------------------------------------------------------------------------------------

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._take_name()
        self.query_one("#seats").focus()

    def on_key(self, event: events.Key) -> None:
        if isinstance(self.focused, Input):
            return
        for choice in self._choices:
            if choice.key == event.character and choice.can_be_taken:
                event.stop()  # or the table, which is on the screen by then, would take it too
                self._choose(choice)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(self._choices[event.option_index])

    def _take_name(self) -> None:
        name = self.query_one("#name", Input)
        if name.value != self._guest.name or not self._guest.introduced:
            self._table.book.rename(self._guest, name.value)
            self._table.people_changed()
        name.value = self._guest.name

    def _choose(self, choice: Choice) -> None:
        self._take_name()
        if choice.key == "g":
            self._table.stand_up(self._guest)
            return
        if choice.seat and choice.seat != self._guest.seat:
            try:
                self._table.sit(self._guest, choice.seat)
            except Refused as refused:
                self.notify(str(refused), severity="warning")
                return
        self.app.sit_down(self._table.place_of(self._guest))

    # --- looks ---------------------------------------------------------------------------------------

    def action_theme(self) -> None:
        self.app.settings.theme = _next(self.app.settings.theme, listed(None))
        self.app.dress()

    def action_glyphs(self) -> None:
        self.app.settings.glyphs = _next(self.app.settings.glyphs, listed(None, "glyphs"))
        self.app.dress()

    def action_notice(self) -> None:
        self.app.settings.notice = _next(self.app.settings.notice, list(NOTICES))
        self.app.keep_settings()
        self.notify(NOTICES[self.app.settings.notice].capitalize(), title="Your move is told by", timeout=4)


def _next(now: str, names: list[str]) -> str:
    return names[(names.index(now) + 1) % len(names)] if now in names else names[0]


class VisitorApp(Outremer):
    """The app as a guest has it: one table, and nothing of the host's own games, settings and files."""

    def __init__(self, table: SharedTable, guest: Guest, settings: Settings | None) -> None:
        super().__init__(lambda app: self._come_back(), settings)
        self._table, self._guest = table, guest

    def home_screen(self) -> Screen[None]:
        return WelcomeScreen(self._table, self._guest)

    def _come_back(self) -> None:
        """Who has a seat comes straight back to it."""
        if self._guest.seat:
            self.sit_down(self._table.place_of(self._guest))
            self.notify(f"Welcome back, {self._guest.name}. The game is as it stands.", timeout=4)

    def keep_settings(self) -> None:
        """A guest's settings are remembered with him, for as long as the host serves."""

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        if self._guest.way_back:
            yield SystemCommand("How to come back", "the command for your next visit", self._tell_way_back)
        yield SystemCommand("Quit", "leave the host; your seat is kept", self.action_quit)

    def _tell_way_back(self) -> None:
        self.push_screen(Explanation("How to come back", way_back(self._guest)))
