"""The settings, with a preview that changes as one looks around."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from core.engine import LocalTable, Session
from core.games import GAME_IDS, load_game
from tui.boards import load_board
from tui.keynames import spoken, understood
from tui.map.view import MapView
from tui.settings import NOTICES, SPEEDS, settings_file
from tui.theming import BadFile, listed, load_glyphs, load_theme
from tui.widgets.form import Field, Form
from tui.widgets.panels import PanelView
from tui.widgets.table_top import HEIGHTS, WIDTHS

if TYPE_CHECKING:
    from tui.app import Outremer

YES_NO = ("yes", "no")
KEYS = {
    "table.take_back": ("Take back", "u"), "table.why": ("Why not?", "w"), "table.map": ("To the map and back", "m"),
    "table.story": ("Story", "s"), "table.routine": ("Routine questions", "exclamation_mark"),
    "table.codex": ("Rules", "c"), "table.help": ("Help", "question_mark,f1"), "table.leave": ("Leave the table", "q"),
    "prompt.filter": ("Filter options", "slash"), "map.fit": ("Whole map", "0"), "map.centre": ("Centre the map", "z"),
    "map.zoom_in": ("Zoom in", "plus,equals_sign"), "map.zoom_out": ("Zoom out", "minus"),
    "map.next_lit": ("Next lit place", "n"), "map.previous_lit": ("Previous lit place", "N"),
    "map.inspect": ("Explain a place", "i"), "table.next_tab": ("Next panel", "right_square_bracket"),
    "table.previous_tab": ("Previous panel", "left_square_bracket"),
    "table.faster": ("Faster bots", "greater_than_sign"), "table.slower": ("Slower bots", "less_than_sign"),
}  # fmt: skip
"""What can be bound to other keys, with its usual ones."""


class SettingsScreen(Screen[None]):
    app: Outremer

    DEFAULT_CSS = """
    SettingsScreen Form { width: 1fr; }
    SettingsScreen #side { width: 1fr; }
    SettingsScreen #about { height: 8; border: round $border-blurred; border-title-color: $primary; padding: 0 1; }
    SettingsScreen MapView { height: 1fr; }
    SettingsScreen.-narrow Horizontal { layout: vertical; }
    SettingsScreen.-narrow #side { width: 100%; height: 9; }
    SettingsScreen.-narrow #about { height: 5; }
    SettingsScreen.-narrow PanelView { display: none; }
    SettingsScreen.-tiny #side { height: 4; }
    SettingsScreen.-tiny MapView { display: none; }
    SettingsScreen.-tiny #about { height: 4; }
    """
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "Save and go back")]

    def __init__(self) -> None:
        super().__init__()
        game = load_game(GAME_IDS[0])
        self._board = load_board(game.id)
        self._sample = Session(game, game.setup(), LocalTable("sample"))

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Form(id="form")
            with Vertical(id="side"):
                yield Static("", id="about", markup=False)
                yield MapView(self._board.chart, self.app.ink.theme, self.app.ink.glyphs, self._board.home)
                yield PanelView("preview")

    def on_mount(self) -> None:
        self.mount(Footer())
        form = self.query_one(Form)
        form.border_title = "Settings"
        form.focus()
        self.dress()

    def dress(self) -> None:
        ink = self.app.ink
        preview = self.query_one(MapView)
        preview.dress(ink.theme, ink.glyphs)
        preview.show(self._board.looks(self._sample.state), frozenset({"damascus", "tyre"}))
        panel = self._board.panels(self._sample, "")[0]
        self.query_one(PanelView).show(replace(panel, rows=panel.rows[:4]), ink)
        self.query_one(Form).fill(self._fields(), ink)

    def _fields(self) -> list[Field]:
        settings, own = self.app.settings, self.app.own_folder
        themes, glyphs = tuple(listed(own)), tuple(listed(own, "glyphs"))
        fields = [
            Field("theme", "Theme", settings.theme, themes, tuple(self._title(name) for name in themes),
                  self._about_theme(settings.theme)),
            Field("glyphs", "Glyphs", settings.glyphs, glyphs, tuple(load_glyphs(name, own).title for name in glyphs),
                  load_glyphs(settings.glyphs, own).about if settings.glyphs in glyphs else ""),
            Field("bot_speed", "Bots play", settings.bot_speed, tuple(SPEEDS), (),
                  "How long each move of a bot stays on the screen. < and > change it at the table."),
            Field("notice", "Your move is told by", settings.notice, tuple(NOTICES), tuple(NOTICES.values()),
                  "When others play too and it becomes your move. A desktop notice comes only while you look at "
                  "another window, if the terminal can tell; in tmux it needs: set -g allow-passthrough on"),
            Field("animation", "Animation", _word(settings.animation), YES_NO, (),
                  "Dice that tumble before they lie."),
            Field("confirm", "Confirm choices", _word(settings.confirm), YES_NO, (),
                  "A key or a click only points at an option, and Enter chooses it."),
            Field("routine", "Routine questions", _word(not settings.routine), YES_NO, (),
                  "Whether you are asked what can wait, such as Pay after every card while no Lord's Service ends. "
                  "! changes it at the table."),
            Field("vim_keys", "Vim keys", _word(settings.vim_keys), YES_NO, (),
                  "h j k l walk lists and the map beside the arrows; g and G go to the ends."),
            Field("name", "Your name", settings.name, (), (),
                  "What you are called at the table. Empty: as this computer calls you.\n"
                  f"Settings are kept in {settings_file()}"),
        ]  # fmt: skip
        for action, (title, usual) in KEYS.items():
            about = (
                "Enter to write another key, or several with spaces between: a letter or sign, f2, ctrl+t. "
                f"Empty for the usual one ({spoken(usual)})."
            )
            fields.append(Field(f"key {action}", f"Key: {title}", spoken(self._keys_of(action)), about=about))
        return fields

    def _keys_of(self, action: str) -> str:
        return self.app.settings.keys.get(action, KEYS[action][1])

    def _bind(self, action: str, written: str) -> None:
        """Gives an action other keys, unless they are none or do something else already."""
        settings = self.app.settings
        try:
            keys = understood(written)
        except ValueError as unknown:
            words = f"There is no key called '{unknown}'. Keys are a letter or sign, or names such as f2, ctrl+t, home."
            self.notify(words, severity="warning")
            return
        for other in KEYS:
            if other != action and (shared := set(keys.split(",")) & set(self._keys_of(other).split(","))):
                words = f"{spoken(','.join(shared))} is the key for '{KEYS[other][0]}' already; change that one first."
                self.notify(words, severity="warning")
                return
        settings.keys = {key: theirs for key, theirs in settings.keys.items() if key != action}
        if keys and keys != KEYS[action][1]:
            settings.keys[action] = keys

    def _title(self, name: str) -> str:
        try:
            return load_theme(name, self.app.own_folder).title
        except BadFile:
            return f"{name} (cannot be read)"

    def _about_theme(self, name: str) -> str:
        try:
            return load_theme(name, self.app.own_folder).about
        except BadFile as bad:
            return str(bad)

    def on_form_visited(self, event: Form.Visited) -> None:
        about = self.query_one("#about", Static)
        about.border_title = event.field.label
        about.update(event.field.about)

    def on_form_pressed(self, event: Form.Pressed) -> None:
        self.query_one(Form).action_turn(1)

    def on_form_changed(self, event: Form.Changed) -> None:
        kind, _, action = event.field.id.partition(" ")
        settings = self.app.settings
        match kind:
            case "key":
                self._bind(action, event.value)
            case "routine":
                settings.routine = event.value == "no"
            case "animation" | "confirm" | "vim_keys":
                setattr(settings, kind, event.value == "yes")
            case _:
                setattr(settings, kind, event.value)
        self.app.keep_settings()
        self.app.dress()

    def action_leave(self) -> None:
        self.app.pop_screen()


def _word(value: bool) -> str:
    return "yes" if value else "no"
