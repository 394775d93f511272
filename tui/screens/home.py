"""Home: go on with the last game, begin one, look at old ones, read, change how things look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as ListOption

import saves
from core.games import GAME_IDS
from tui.screens.resume import is_network_game, resume
from tui.screens.windows import Keys
from tui.sitting import Sitting
from tui.widgets.lists import WalkedList

if TYPE_CHECKING:
    from tui.app import Outremer

BANNER = """\
 ┌─┐┬ ┬┌┬┐┬─┐┌─┐┌┬┐┌─┐┬─┐
 │ ││ │ │ ├┬┘├┤ │││├┤ ├┬┘
 └─┘└─┘ ┴ ┴└─└─┘┴ ┴└─┘┴└─"""
PLAIN_BANNER = "O U T R E M E R"

HELP = {
    "Here": {
        "arrows, j k": "walk",
        "Enter": "open; so does the letter before a line",
        "ctrl+p": "every command by name",
        "q": "quit",
    },
    "Everywhere": {
        "?": "what the keys do",
        "Esc": "back",
    },
    "A game is saved at every decision.": {
        "c": "Continue takes the last one up again where it was",
    },
}


@dataclass(frozen=True, slots=True)
class Entry:
    key: str
    title: str
    about: str


class HomeScreen(Screen[None]):
    app: Outremer

    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen > Vertical { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    HomeScreen #banner { color: $accent; text-align: center; width: 100%; height: auto; }
    HomeScreen #about { color: $text-muted; text-align: center; width: 100%; height: auto; margin-bottom: 1; }
    HomeScreen WalkedList { width: 66; max-width: 100%; height: auto; max-height: 12; background: $background;
        border: none; padding: 0; }
    HomeScreen WalkedList:focus { border: none; background-tint: $foreground 0%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Quit"),
        Binding("question_mark,f1", "help", "Help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Entry] = []
        self._last: saves.Summary | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("", id="banner", markup=False)
            yield Static("Medieval wars at one table. Every rule enforced, every game kept.", id="about", markup=False)
            with Center():
                yield WalkedList(id="menu", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#menu").focus()

    def on_screen_resume(self) -> None:
        self._fill()

    def dress(self) -> None:
        self._fill()

    def _fill(self) -> None:
        ink = self.app.ink
        self.query_one("#banner", Static).update(BANNER if ink.glyphs.braille else PLAIN_BANNER)
        try:
            games = saves.summaries(saves.saves_folder())
        except saves.SaveFailed as failed:
            self.notify(str(failed), severity="error")
            games = []
        self._last = next((game for game in games if not game.problem and not game.over), None)
        self._entries = self._menu(bool(games))
        menu = self.query_one("#menu", WalkedList)
        at = menu.highlighted
        menu.clear_options()
        for entry in self._entries:
            line = Text(no_wrap=True, overflow="ellipsis")
            line.append(f" {entry.key} ", ink.style("key strong"))
            line.append(f" {entry.title:<13}", ink.style("strong"))
            line.append(entry.about, ink.style("muted"))
            menu.add_option(ListOption(line, id=entry.key))
        menu.highlighted = min(at or 0, len(self._entries) - 1)

    def _menu(self, any_saves: bool) -> list[Entry]:
        entries = []
        if self._last is not None:
            entries.append(Entry("c", "Continue", f"{self._last.game.capitalize()}: {self._last.headline}"))
        entries.append(Entry("n", "New game", "choose a game, who plays, and how"))
        entries.append(Entry("h", "Host a game", "others join over SSH, without a server"))
        entries.append(Entry("i", "Join a game", "with an invitation"))
        if any_saves:
            entries.append(Entry("l", "Load", "go on with any saved game"))
            entries.append(Entry("r", "Replay", "watch a game again, or play on from any point"))
        entries.append(Entry("x", "Codex", "rules, places, tables"))
        entries.append(Entry("s", "Settings", "theme, glyphs, keys, speed"))
        entries.append(Entry("q", "Quit", ""))
        return entries

    def on_key(self, event: events.Key) -> None:
        if any(entry.key == event.character for entry in self._entries):
            event.stop()  # or the screen that opens would take the key for its own
            self._open(event.character or "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._open(event.option.id or "")

    def _open(self, key: str) -> None:
        from tui.screens.codex import CodexScreen
        from tui.screens.load import LoadScreen
        from tui.screens.new_game import NewGameScreen
        from tui.screens.settings import SettingsScreen

        match key:
            case "c" if self._last is not None and is_network_game(self._last.path):
                resume(self.app, self._last.path)
            case "c" if self._last is not None:
                try:
                    self.app.sit_down(Sitting.load(self._last.path, self.app.own_name))
                except (saves.BadSave, saves.SaveFailed) as problem:
                    words = f"{problem}. Load (l) says more, and offers its last good state if there is one."
                    self.notify(words, title="This game cannot be continued", severity="error", timeout=15)
            case "n":
                self.app.push_screen(NewGameScreen())
            case "h":
                from tui.screens.host import HostScreen

                self.app.push_screen(HostScreen())
            case "i":
                from tui.screens.join import JoinScreen

                self.app.push_screen(JoinScreen())
            case "l":
                self.app.push_screen(LoadScreen(to_replay=False))
            case "r":
                self.app.push_screen(LoadScreen(to_replay=True))
            case "x":
                self.app.push_screen(CodexScreen(GAME_IDS[0]))
            case "s":
                self.app.push_screen(SettingsScreen())
            case "q":
                self.app.exit()

    def action_help(self) -> None:
        self.app.push_screen(Keys(HELP, self.app.ink))
