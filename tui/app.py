"""The full-screen app: opens on the home screen, keeps the settings, changes its clothes while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, SystemCommand
from textual.color import Color as TextualColor
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme as TextualTheme

from core.engine.tables import own_tables
from core.games import GAME_IDS
from tui.ink import Ink
from tui.library import find_game
from tui.notices import desktop_notice
from tui.settings import Settings, config_folder, load_settings, save_settings
from tui.sitting import Sitting
from tui.theming import COLOURLESS, DEFAULT_GLYPHS, DEFAULT_THEME, BadFile, Glyphs, Theme, load_glyphs, load_theme

VIM_KEYS = ("map.up", "map.down", "map.left", "map.right", "list.up", "list.down", "list.first", "list.last",
            "form.next", "form.previous")  # fmt: skip


LIGHT = 200
"""A ground brighter than this (of 765) is shown as inverse video when there is no colour."""


class Colourless(LineFilter):
    """For NO_COLOR: no colour ever leaves the program; what was light on dark is inverse, and weight stays."""

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        return [Segment(text, _without_colour(style), control) for text, style, control in segments]


def _without_colour(style: Style | None) -> Style | None:
    if style is None or (style.color is None and style.bgcolor is None):
        return style
    inverse = bool(style.reverse) != (_brightness(style.bgcolor) > LIGHT)
    return Style(bold=style.bold, underline=style.underline, italic=style.italic, reverse=inverse or None)


def _brightness(colour: Color | None) -> int:
    return 0 if colour is None or colour.is_default else sum(colour.get_truecolor())


class Outremer(App[None]):
    """The program."""

    TITLE = "Outremer"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar = []

    def __init__(self, opening: Callable[[Outremer], None] | None = None, settings: Settings | None = None) -> None:
        """With `settings` it is a guest's: nothing of this computer's own settings and colours is his affair."""
        super().__init__()
        self.settings, self.complaints = load_settings() if settings is None else (settings, [])
        self._opening = opening
        self.colourless = settings is None and bool(os.environ.get("NO_COLOR"))
        if self.colourless:
            self._filters = [Colourless()]
        self.in_tmux = settings is None and bool(os.environ.get("TMUX"))
        self._is_looked_at = False
        """Whether the terminal has told that its window is the one the player looks at. Many never tell."""
        self.ink = self._ink(self.settings)
        self._wear()
        self._bind_keys()

    # --- clothes -------------------------------------------------------------------------------------

    @property
    def own_folder(self) -> Path:
        return config_folder()

    def _ink(self, settings: Settings) -> Ink:
        theme = COLOURLESS if self.colourless else settings.theme
        return Ink(self._theme(theme), self._glyphs(settings.glyphs))

    def _theme(self, name: str) -> Theme:
        try:
            return load_theme(name, self.own_folder, self.console.color_system == "256")
        except BadFile as bad:
            self._complain(f"{bad}. The theme '{DEFAULT_THEME}' is used.")
            return load_theme(DEFAULT_THEME)

    def _glyphs(self, name: str) -> Glyphs:
        try:
            return load_glyphs(name, self.own_folder)
        except BadFile as bad:
            self._complain(f"{bad}. The glyph set '{DEFAULT_GLYPHS}' is used.")
            return load_glyphs(DEFAULT_GLYPHS)

    def _complain(self, text: str) -> None:
        if self.is_running:
            self.notify(text, severity="error", timeout=12)
        else:
            self.complaints.append(text)

    def _wear(self) -> None:
        theme, colours = self.ink.theme, self.ink.theme.screen
        name = f"outremer-{theme.id}"
        line = TextualColor.parse(colours.muted).blend(TextualColor.parse(colours.background), 0.5)
        self.register_theme(
            TextualTheme(
                name, primary=colours.primary, secondary=colours.muted, warning=colours.warning, error=colours.error,
                success=colours.success, accent=colours.accent, foreground=colours.foreground,
                background=colours.background, surface=colours.surface, panel=colours.panel, dark=theme.dark,
                variables={
                    "border-blurred": line.hex,
                    "text-muted": colours.muted,
                    "block-cursor-background": colours.selection, "block-cursor-foreground": colours.foreground,
                    "block-cursor-blurred-background": colours.panel,
                    "block-cursor-blurred-foreground": colours.foreground,
                    "block-hover-background": theme.map.hover, "footer-key-foreground": colours.accent,
                    "input-selection-background": theme.map.hover,
                },
            )
        )  # fmt: skip
        self.theme = name

    def dress(self, settings: Settings | None = None) -> None:
        """Puts on the theme and glyphs of the settings: those that are kept, or others for a preview."""
        self.ink = self._ink(settings or self.settings)
        self._wear()
        self._bind_keys()
        for screen in self.screen_stack:
            dress = getattr(screen, "dress", None)
            if dress is not None and screen is self.screen:
                dress()

    def _bind_keys(self) -> None:
        keymap = dict(self.settings.keys)
        if not self.settings.vim_keys:
            keymap |= dict.fromkeys(VIM_KEYS, "ctrl+f20")
        self.set_keymap(keymap)

    def keep_settings(self) -> None:
        try:
            save_settings(self.settings)
        except OSError as error:
            self.notify(f"The settings could not be saved: {error}", severity="error")

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Never with markup: what is told holds names of files and tables in brackets."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    # --- calling the player --------------------------------------------------------------------------

    def on_app_focus(self, event: events.AppFocus) -> None:
        self._is_looked_at = True

    def on_app_blur(self, event: events.AppBlur) -> None:
        self._is_looked_at = False

    def call_player(self, text: str) -> None:
        """It is his move: as loud as he likes it."""
        if self.settings.notice != "off":
            self.bell()
        if self.settings.notice == "desktop" and not self._is_looked_at and self._driver is not None:
            self._driver.write(desktop_notice(text, self.in_tmux))
            self._driver.flush()

    # --- going places --------------------------------------------------------------------------------

    def home_screen(self) -> Screen[None]:
        from tui.screens.home import HomeScreen

        return HomeScreen()

    def on_mount(self) -> None:
        self.push_screen(self.home_screen())
        for complaint in self.complaints:
            self.notify(complaint, title="A file could not be used", severity="error", timeout=15)
        if self._opening is not None:
            self._opening(self)

    @property
    def own_name(self) -> str:
        from tui.screens.new_game import own_name

        return own_name(self.settings.name)

    def go_home(self) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def sit_down(self, sitting: Sitting) -> None:
        """To the table, over the home screen."""
        from tui.screens.table import TableScreen

        self.go_home()
        self.push_screen(TableScreen(sitting))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers everywhere: Textual's own themes and screenshots are none of ours."""
        from tui.screens.settings import SettingsScreen

        if not isinstance(screen, SettingsScreen):
            yield SystemCommand("Settings: theme, glyphs, keys, speed", "how it looks and plays", self._open_settings)
        yield SystemCommand("Quit", "games are saved at every decision", self.action_quit)

    def _open_settings(self) -> None:
        from tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_codex(self, game_id: str, rule: str = "") -> None:
        from tui.screens.codex import CodexScreen

        self.push_screen(CodexScreen(game_id, rule))


def run(sitting: Sitting | None = None, replay: Path | None = None) -> None:
    """Opens the app: at home, at a table (`Sitting.begin` or `Sitting.load`), or at the replay of a save.

    Raises `saves.BadSave` before anything is drawn if the save to be replayed cannot be read.
    """
    from tui.screens.replay import Film, ReplayScreen

    for game_id in GAME_IDS:
        if own_tables(game_id):
            find_game(game_id)  # a table of the player's own that is wrong is told before anything is drawn
    film = Film(replay) if replay is not None else None

    def opening(app: Outremer) -> None:
        if sitting is not None:
            app.sit_down(sitting)
        elif film is not None:
            app.push_screen(ReplayScreen(film))

    Outremer(opening).run()
