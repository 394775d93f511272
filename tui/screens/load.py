"""All saved games: to go on with, or to watch again. One that cannot be read says why, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as ListOption

import saves
from tui.rescue import rescue
from tui.screens.resume import is_network_game, resume
from tui.screens.windows import Explanation
from tui.sitting import Sitting, player_name
from tui.widgets.lists import WalkedList

if TYPE_CHECKING:
    from tui.app import Outremer


class LoadScreen(Screen[None]):
    app: Outremer

    DEFAULT_CSS = """
    LoadScreen WalkedList { height: 1fr; border: round $border-blurred; border-title-color: $primary; padding: 0 1;
        background: $background; }
    LoadScreen WalkedList:focus { border: round $primary; background-tint: $foreground 0%; }
    LoadScreen Static { height: 2; padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.pop_screen", "Back")]

    def __init__(self, to_replay: bool) -> None:
        super().__init__()
        self._to_replay = to_replay
        self._games: list[saves.Summary] = []

    def compose(self) -> ComposeResult:
        yield WalkedList(id="games", markup=False)
        yield Static(f"In {saves.saves_folder()}", id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        games = self.query_one("#games", WalkedList)
        games.border_title = "Replay a game" if self._to_replay else "Load a game"
        games.focus()
        self.dress()

    def dress(self) -> None:
        ink = self.app.ink
        self._games = saves.summaries(saves.saves_folder())
        games = self.query_one("#games", WalkedList)
        games.clear_options()
        for game in self._games:
            line = Text(no_wrap=True, overflow="ellipsis")
            if game.problem:
                line.append(f"{ink.glyphs['cross']} {game.path.name}  ", ink.style("bad strong"))
                line.append("cannot be read; Enter says why", ink.style("muted"))
            else:
                sign = ink.glyphs["check"] if game.over else ink.glyphs["bullet"]
                line.append(f"{sign} {game.game.capitalize():<12}", ink.style("strong"))
                line.append(f"{game.updated.astimezone():%Y-%m-%d %H:%M}  ", ink.style("muted"))
                over_ssh = "over the network, " if is_network_game(game.path) else ""
                line.append(f"{over_ssh}{game.headline}")
            games.add_option(ListOption(line))
        if self._games:
            games.highlighted = 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Beneath the list: who plays, whose turn it is, and which file it is."""
        game = self._games[event.option_index]
        lines = []
        if not game.problem:
            who = [f"{seat.capitalize()} {player_name(player)}" for seat, player in game.players.items()]
            turn = "over" if game.over else f"{' and '.join(game.awaiting)} to answer" if game.awaiting else "going on"
            lines.append(f"{', '.join(who)}; {turn}, {game.entries} entries")
        self.query_one("#about", Static).update("\n".join([*lines, f"{game.path}"]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        from tui.screens.replay import Film, ReplayScreen

        game = self._games[event.option_index]
        if self._to_replay and not game.problem:
            try:
                self.app.push_screen(ReplayScreen(Film(game.path)))
            except saves.BadSave as bad:
                self._explain(bad)
            return
        if is_network_game(game.path) and not game.over and not game.problem:
            resume(self.app, game.path)
            return
        try:
            sitting = Sitting.load(game.path, self.app.own_name)
        except (saves.BadSave, saves.SaveFailed) as problem:
            self._explain(problem)
            return
        self.app.sit_down(sitting)

    def _explain(self, problem: saves.BadSave | saves.SaveFailed) -> None:
        """What is wrong with a save, and the last good state of it if there is one."""
        lines = [str(problem), "", "The file is as it was. It is a text: the line that is named can be mended by hand."]
        copy = rescue(problem) if isinstance(problem, saves.BadSave) else None
        if copy is None:
            self.app.push_screen(Explanation("This save cannot be used", "\n".join(lines)))
            return
        entries = len(saves.read(copy).lines)
        lines += ["", f"Everything before that line is good: {entries} entries, now in {copy.name}."]

        def taken(wanted: bool | None) -> None:
            if wanted:
                self.app.sit_down(Sitting.load(copy, self.app.own_name))
            else:
                copy.unlink(missing_ok=True)

        window = Explanation("This save cannot be used", "\n".join(lines), offer="go on from its last good state")
        self.app.push_screen(window, taken)
