"""What lies on the table: header, map, panels, dice and story. The table and the replay both show it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from core.engine import Event, Session
from tui.boards import Board, Panel, Row
from tui.ink import Ink
from tui.map.chart import Place
from tui.map.view import MapView
from tui.widgets.dice import DiceTray
from tui.widgets.panels import PanelColumn, PanelView
from tui.widgets.story import StoryView

MAP, STORY = "map", "story"
WIDTHS = [(0, "-narrow"), (100, "-wide")]
HEIGHTS = [(0, "-tiny"), (18, "-low"), (30, "-high"), (50, "-tall")]
"""From which size on a screen has which class: the stylesheet puts things elsewhere."""
VAST, TALL = 170, 48
"""From this width on there is room for two columns of panels; with this height too, and one column, for the story
beneath it."""


class Tabs(Static):
    """What to see on a small screen: one line of names, the chosen one inverse, and beside the last, the story,
    what has just happened."""

    DEFAULT_CSS = "Tabs { height: 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }"

    class Picked(Message):
        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def __init__(self) -> None:
        super().__init__("", markup=False, id="tabs")
        self._spans: list[tuple[int, int, str]] = []

    def show(self, tabs: Sequence[tuple[str, str]], chosen: str, news: Text, ink: Ink) -> None:
        text, at = Text(no_wrap=True, overflow="ellipsis"), 0
        self._spans = []
        for tab, title in tabs:
            label = f" {title} "
            text.append(label, ink.style("accent inverse" if tab == chosen else "muted"))
            self._spans.append((at, at + len(label), tab))
            at += len(label)
        if news:
            text.append(f" {ink.glyphs['bullet']} ", ink.style("muted")).append_text(news)
            self._spans.append((at, len(text), tabs[-1][0]))
        self.update(text, layout=False)

    def on_click(self, event: events.Click) -> None:
        for start, end, tab in self._spans:
            if start <= event.x < end:
                self.post_message(self.Picked(tab))


class TableTop(Widget):
    """Takes a session and shows it. Whatever is specific to a game comes from its board."""

    DEFAULT_CSS = """
    TableTop { layout: vertical; height: 1fr; }
    TableTop #middle { height: 1fr; }
    TableTop #left { width: 1fr; }
    TableTop #side { width: auto; }
    TableTop #long-story { display: none; width: 46; min-height: 12; }
    TableTop #headline { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    TableTop #panel-page { height: 1fr; }
    TableTop #status { height: 1; background: $surface; }
    TableTop #info { width: 1fr; height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap;
        text-overflow: ellipsis; }
    TableTop #bottom { height: 14; }
    TableTop #bottom > * { width: 3fr; height: 100%; }
    TableTop #bottom > StoryView { width: 2fr; }
    """

    def __init__(self, board: Board, ink: Ink, panels: Sequence[Panel], prompt: Widget) -> None:
        super().__init__()
        self.board, self.ink = board, ink
        self._panels: Sequence[Panel] = panels
        self._prompt = prompt
        self.tab = MAP
        self._told = 0
        self._told_to = ""
        self.story: list[Text] = []

    def compose(self) -> ComposeResult:
        yield Static("", id="headline", markup=False)
        yield Tabs()
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapView(self.board.chart, self.ink.theme, self.ink.glyphs, self.board.home, id="map")
                yield PanelView("page")
                with Horizontal(id="status"):
                    yield Static("", id="info", markup=False)
                    yield DiceTray(id="dice")
                with Horizontal(id="bottom"):
                    yield self._prompt
                    yield StoryView(id="story")
            with Vertical(id="side"):
                yield PanelColumn([panel.id for panel in self._panels], self.board.aside, id="panels")
                yield StoryView(id="long-story")

    def on_mount(self) -> None:
        self.query_one("#panel-page").display = False
        self._show_tabs()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= VAST, "-vast")
        roomy = event.size.width >= VAST and event.size.height >= TALL and not self.board.aside
        if roomy != self.has_class("-roomy"):
            self.set_class(roomy, "-roomy")
            self._story_view.tell(self.story, anew=True)

    @property
    def map(self) -> MapView:
        return self.query_one("#map", MapView)

    @property
    def _story_view(self) -> StoryView:
        """Where the story is told: beneath the panels if there is room, else beside the question."""
        return self.query_one("#long-story" if self.has_class("-roomy") else "#story", StoryView)

    # --- showing -------------------------------------------------------------------------------------

    def show(
        self, session: Session, headline: Text, viewer: str, lit: frozenset[str], anew: bool = False
    ) -> list[Event]:
        """The whole position. Returns the events that were not shown before; `anew` tells the story again."""
        self.query_one("#headline", Static).update(headline, layout=False)
        self.map.show(self.board.looks(session.state), lit)
        self._panels = self.board.panels(session, viewer)
        self.query_one(PanelColumn).show(self._panels, self.ink)
        fresh = self._tell(session, viewer, anew)
        if self.tab in [tab for tab, _ in self.tabs]:
            self._show_tabs()
            self._show_page()
        else:  # its panel is empty now
            self.open_tab(MAP)
        return fresh

    def _tell(self, session: Session, viewer: str, anew: bool) -> list[Event]:
        if session.game.screened(session.state) and viewer != self._told_to:
            anew = True  # somebody else looks at the screen now
        self._told_to = viewer
        if anew or self._told > len(session.events):
            self._told, self.story, anew = 0, [], True
        fresh = session.events[self._told :]
        told = ((session.game.told_to(session.state, event, viewer), self.board.tone(event)) for event in fresh)
        lines = [self.ink.seats_named(words, self.board.hues, tone) for words, tone in told]
        self.story += lines
        self._told = len(session.events)
        if lines or anew:
            self._story_view.tell(lines, anew)
        return fresh

    def lately(self, count: int) -> list[Text]:
        """What happened last, where the story is not on the screen anyway."""
        return [] if self.query_one(StoryView).display else self.story[-count:]

    def dress(self, ink: Ink, session: Session, headline: Text, viewer: str, lit: frozenset[str]) -> None:
        """The same position in another theme."""
        self.ink = ink
        self.map.dress(ink.theme, ink.glyphs)
        self.show(session, headline, viewer, lit, anew=True)
        self._show_tabs()

    def inform(self, place: Place, text: str) -> None:
        """One line about what is under the cursor."""
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f"{place.name}  ", self.ink.style("strong"))
        line.append(text)
        self.query_one("#info", Static).update(line, layout=False)

    # --- pages of a small screen ---------------------------------------------------------------------

    @property
    def tabs(self) -> list[tuple[str, str]]:
        shown = [(panel.id, panel.title.split()[0]) for panel in self._panels if panel.rows]
        return [(MAP, "Map"), *shown, (STORY, "Story")]

    def open_tab(self, tab: str) -> None:
        self.tab = tab
        on_map = tab == MAP
        self.map.display = on_map
        self.query_one("#panel-page").display = not on_map
        self._show_tabs()
        self._show_page()

    def turn_tab(self, step: int) -> None:
        ids = [tab for tab, _ in self.tabs]
        self.open_tab(ids[(ids.index(self.tab) + step) % len(ids)])

    def _show_tabs(self) -> None:
        news = self.story[-1] if self.story and self.tab != STORY else Text()
        self.query_one(Tabs).show(self.tabs, self.tab, news, self.ink)

    def _show_page(self) -> None:
        page = self.query_one("#panel-page", PanelView)
        page.set_class(self.tab == STORY, "-story")
        if self.tab == STORY:
            rows = [Row(((line.plain, ""),)) for line in self.story[-200:]]
            page.show(Panel(STORY, "Story", tuple(rows)), self.ink)
            page.call_after_refresh(page.scroll_end, animate=False)
        elif self.tab != MAP:
            panel = next((panel for panel in self._panels if panel.id == self.tab), None)
            if panel is not None:
                page.show(panel, self.ink)

    def mark(self, act: str) -> None:
        """Highlights the line of a panel that is for this, wherever it is shown."""
        for view in self.query(PanelView):
            view.mark(act)

    def on_tabs_picked(self, event: Tabs.Picked) -> None:
        event.stop()
        self.open_tab(event.tab)

    def widened(self, wide: bool) -> None:
        """On a large screen the map is always there and the panels beside it."""
        if wide and self.tab != MAP:
            self.open_tab(MAP)
