"""A saved game again, step by step: by decision, event or turn, forwards and back; and on from any point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

import saves
from core.engine import Session
from core.engine.log import parse_answer
from saves.loading import begin
from tui.boards import load_board
from tui.map.view import MapView
from tui.screens.windows import Explanation
from tui.settings import SPEEDS
from tui.sitting import PERSON, Sitting, is_person
from tui.widgets.dice import DiceTray
from tui.widgets.panels import PanelView
from tui.widgets.table_top import HEIGHTS, WIDTHS, TableTop

if TYPE_CHECKING:
    from tui.app import Outremer

JUST_NOW = 6
"""Dice older than so many events are not shown after a jump."""

HELP = {
    "left right": "a decision back or on",
    "up down": "an event back or on",
    "T t, g G": "a turn back or on, the ends",
    "space": "play and pause",
    "/ n N": "search, next and previous hit",
    "p": "play on from here",
}


class Film:
    """A game that can be wound to any of its decisions. Winding back plays it again from the start: that is quick."""

    def __init__(self, path: Path) -> None:
        self.file = saves.read(path)
        self.whole = saves.load(path, whole=True)
        self.path = path
        lines = self.whole.session.log
        self.stops = [index for index, line in enumerate(lines) if parse_answer(line)] + [len(lines)]
        """How many entries have been played at each stop: before each decision, and at the end."""
        self.at = 0
        self.session = self._fresh()
        self.headlines, self.told = self._read_through()

    def _fresh(self) -> Session:
        return begin(self.file, self.whole.session.game, self.whole.session.setup, self.file.start)

    def _read_through(self) -> tuple[list[str], list[int]]:
        """The headline and the number of events at each stop."""
        session, headlines, told = self._fresh(), [], []
        for stop in self.stops:
            self._play(session, stop)
            headlines.append(session.game.headline(session.state))
            told.append(len(session.events))
        return headlines, told

    def _play(self, session: Session, entries: int) -> None:
        """Answers as logged until so many entries are there; private ones come before the entry they stand beside."""
        for seat_line in self.whole.session.private[len(session.private) :]:
            if seat_line.at >= entries:
                break
            self._answers(session, seat_line.at)
            answer = parse_answer(seat_line.line)
            assert answer is not None
            session.answer(answer.seat, answer.notation)
        self._answers(session, entries)

    def _answers(self, session: Session, entries: int) -> None:
        while len(session.log) < entries:
            answer = parse_answer(self.whole.session.log[len(session.log)])
            assert answer is not None, "chance follows a choice by itself"
            session.answer(answer.seat, answer.notation)

    def wind(self, stop: int) -> bool:
        """Goes to a stop; True if the story must be told anew."""
        stop = min(max(stop, 0), len(self.stops) - 1)
        back = stop < self.at
        if back:
            self.session = self._fresh()
        self._play(self.session, self.stops[stop])
        self.at = stop
        return back

    @property
    def line(self) -> str:
        """The decision that comes next."""
        log = self.whole.session.log
        return log[self.stops[self.at]] if self.stops[self.at] < len(log) else ""

    @property
    def veiled(self) -> bool:
        """A game with screens that is not over yet: whoever watches it must not see behind them."""
        whole = self.whole.session
        return not whole.over and whole.game.screened(whole.state)

    def said(self, notation: str) -> str:
        return "something behind the screen" if self.veiled else notation

    def next_turn(self, step: int) -> int:
        """The next (or an earlier) stop under another headline."""
        stop, here = self.at, self.headlines[self.at]
        while 0 <= stop + step < len(self.stops):
            stop += step
            if self.headlines[stop] != here:
                break
        return stop

    def next_event(self, step: int) -> int:
        """The next (or an earlier) stop at which something has happened."""
        stop = self.at
        while 0 <= stop + step < len(self.stops):
            stop += step
            if self.told[stop] != self.told[self.at]:
                break
        return stop

    def search(self, text: str, step: int) -> int | None:
        """The next (or an earlier) stop whose decision or news has the text in it."""
        text = text.lower()
        stop = self.at + step
        while 0 <= stop < len(self.stops):
            if text in self._words(stop):
                return stop
            stop += step
        return None

    def _words(self, stop: int) -> str:
        session, log = self.whole.session, self.whole.session.log
        line = log[self.stops[stop]] if self.stops[stop] < len(log) and not self.veiled else ""
        news = session.events[self.told[stop - 1] if stop else 0 : self.told[stop]]
        return "\n".join([line, *(session.game.told_to(session.state, event, "") for event in news)]).lower()


class Reel(Vertical):
    """Where the replay stands, and the keys that move it."""

    DEFAULT_CSS = """
    Reel { border: round $border-blurred; border-title-color: $accent; padding: 0 1; background: $surface; }
    Reel Static { height: auto; }
    Reel Input { display: none; height: 1; border: none; padding: 0; background: $panel; }
    Reel.-searching Input { display: block; }
    """

    def compose(self) -> ComposeResult:
        self.border_title = "Replay"
        yield Static("", id="where", markup=False)
        yield Input(placeholder="search decisions and story, Enter finds the next", id="search", compact=True)


class ReplayScreen(Screen[None]):
    app: Outremer

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,j", "step(1)", "Decision", show=False),
        Binding("left,h,k", "step(-1)", "Back", show=False),
        Binding("down,e", "event(1)", "Event", show=False),
        Binding("up,E", "event(-1)", "Event back", show=False),
        Binding("pagedown,t", "turn(1)", "Turn", show=False),
        Binding("pageup,T", "turn(-1)", "Turn back", show=False),
        Binding("home,g", "end(0)", "Start", show=False),
        Binding("end,G", "end(1)", "End", show=False),
        Binding("space", "play", "Play/pause"),
        Binding("slash", "search", "Search"),
        Binding("n", "again(1)", "Next hit", show=False),
        Binding("N", "again(-1)", "Previous hit", show=False),
        Binding("p", "play_on", "Play on from here"),
        Binding("c", "codex", "Rules"),
        Binding("m", "map", "Map"),
        Binding("right_square_bracket", "tab(1)", "Next panel", show=False),
        Binding("left_square_bracket", "tab(-1)", "Previous panel", show=False),
        Binding("escape", "leave", "Back"),
        Binding("q", "leave", "Back", show=False),
    ]

    def __init__(self, film: Film) -> None:
        super().__init__()
        self.film = film
        self.board = load_board(self.film.session.game.id)
        self._timer: Timer | None = None
        self._sought = ""
        self._anew = True

    def compose(self) -> ComposeResult:
        yield TableTop(self.board, self.app.ink, self.board.panels(self.film.session, ""), Reel())
        yield Footer(show_command_palette=False)

    @property
    def top(self) -> TableTop:
        return self.query_one(TableTop)

    def on_mount(self) -> None:
        for notice in self.film.whole.notices:
            self.notify(notice, severity="warning", timeout=12)
        self._show()

    def _show(self) -> None:
        film, ink = self.film, self.app.ink
        session = film.session
        fresh = self.top.show(session, self._headline(), "", frozenset(), self._anew)
        rolls = [event.facts for event in fresh[-JUST_NOW:] if event.kind == "roll"]
        if rolls and not self._anew:
            throws = [(tuple(facts["dice"]), str(facts["why"])) for facts in rolls]
            self.query_one(DiceTray).throw(throws[-3:], ink, animate=False)
        else:
            self.query_one(DiceTray).clear()
        places = [place for event in fresh if (place := self.board.where(event)) in self.board.chart.places]
        if places:
            self.top.map.point_at(places[-1])
        self._anew = False
        text = Text()
        text.append(f"Decision {film.at} of {len(film.stops) - 1}", ink.style("strong"))
        text.append(f"  {'playing' if self._timer else 'paused'}\n", ink.style("accent"))
        answer = parse_answer(film.line)
        text.append("Next: ", ink.style("muted"))
        said = f"{answer.seat}: {film.said(answer.notation)}" if answer else "the end"
        text.append_text(ink.seats_named(said, self.board.hues))
        for keys, about in HELP.items():
            text.append(f"\n{keys:<13}", ink.style("key"))
            text.append(about, ink.style("muted"))
        self.query_one("#where", Static).update(text)

    def _headline(self) -> Text:
        session, ink = self.film.session, self.app.ink
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f"Replay of {session.game.title}", ink.style("accent strong"))
        line.append(f"  {session.game.headline(session.state)}  {self.film.path.name}")
        return line

    # --- winding -------------------------------------------------------------------------------------

    def go(self, stop: int) -> None:
        self._anew = self.film.wind(stop)
        self._show()

    def action_step(self, step: int) -> None:
        self.go(self.film.at + step)

    def action_event(self, step: int) -> None:
        self.go(self.film.next_event(step))

    def action_turn(self, step: int) -> None:
        self.go(self.film.next_turn(step))

    def action_end(self, end: int) -> None:
        self.go(len(self.film.stops) if end else 0)

    def action_play(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._show()
        else:
            self._timer = self.set_interval(max(0.05, SPEEDS[self.app.settings.bot_speed]), self._tick)
            self._tick()

    def _tick(self) -> None:
        if self.film.at >= len(self.film.stops) - 1:
            self.action_play()
        else:
            self.go(self.film.at + 1)

    def action_search(self) -> None:
        self.query_one(Reel).add_class("-searching")
        self.query_one("#search", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._sought = event.value.strip()
        self.query_one(Reel).remove_class("-searching")
        self.set_focus(None)
        self.action_again(1)

    def action_again(self, step: int) -> None:
        if self._sought:
            stop = self.film.search(self._sought, step)
            if stop is None:
                where, other = ("after", "N looks before it") if step > 0 else ("before", "n looks after it")
                self.notify(f"'{self._sought}' does not come {where} this; {other}.")
            else:
                self.go(stop)

    # --- elsewhere -----------------------------------------------------------------------------------

    def action_play_on(self) -> None:
        """A new game that begins here, in a file of its own; the old one stays as it is. Bots stay bots."""
        if self.film.session.over:
            self.notify("The game is over here; wind back first.")
            return
        players = dict(self.film.whole.header.players)
        if not any(is_person(player) for player in players.values()):
            players[self.film.session.pending[0].seat] = PERSON
        film = Film(self.film.path)
        film.wind(self.film.at)
        try:
            sitting = Sitting.of(film.session, players)
        except saves.SaveFailed as failed:
            self.notify(str(failed), severity="error")
            return
        self._stop()
        self.app.sit_down(sitting)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        self._explain(event.place.id)

    def on_map_view_inspected(self, event: MapView.Inspected) -> None:
        self._explain(event.place.id)

    def on_panel_view_asked(self, event: PanelView.Asked) -> None:
        self._explain(event.thing)

    def on_map_view_pointed(self, event: MapView.Pointed) -> None:
        explained = self.board.explain(self.film.session, event.place.id, "")
        self.top.inform(event.place, " ".join(explained.text.split("\n\n")[0].split("\n")) if explained else "")

    def _explain(self, thing: str) -> None:
        explained = self.board.explain(self.film.session, thing, "")
        if explained is not None:
            rule, game = explained.rule, self.film.session.game.id
            self.app.push_screen(
                Explanation(explained.title, explained.text, rule),
                lambda wanted: self.app.open_codex(game, rule) if wanted else None,
            )

    def action_codex(self) -> None:
        self.app.open_codex(self.film.session.game.id)

    def action_map(self) -> None:
        self.set_focus(None if self.top.map.has_focus else self.top.map)

    def action_tab(self, step: int) -> None:
        self.top.turn_tab(step)

    def action_leave(self) -> None:
        if self.query_one(Reel).has_class("-searching"):
            self.query_one(Reel).remove_class("-searching")
            self.set_focus(None)
            return
        self._stop()
        self.app.pop_screen()

    def on_resize(self, event: events.Resize) -> None:
        self.top.widened(event.size.width >= 100 and event.size.height >= 30)

    def dress(self) -> None:
        self.top.dress(self.app.ink, self.film.session, self._headline(), "", frozenset())
