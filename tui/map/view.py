"""The map as a widget: pans, zooms, has a cursor that walks the ways, and knows what is under the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import atan2, hypot
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.map.chart import Chart, Look, Place
from tui.map.picture import Overlay, Picture
from tui.map.raster import View
from tui.theming import Glyphs, Theme

READABLE, COMFORTABLE = 9.5, 16.0
"""Dots between neighbouring places: with fewer than the first a map cannot be read, the second is a pleasure."""
DEEPEST = 12.0
"""How far one can zoom in, against the whole chart."""


@lru_cache(maxsize=4096)
def _style(fg: str, bg: str, bold: bool, underline: bool) -> Style:
    return Style(color=fg, bgcolor=bg, bold=bold or None, underline=underline or None)


class MapView(Widget, can_focus=True):
    """Draws a `Chart`. The base is drawn once a view; the cursor refreshes only the rows it touches."""

    DEFAULT_CSS = "MapView { width: 1fr; height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(0,-1)", "Walk", show=False),
        Binding("down", "walk(0,1)", "Walk", show=False),
        Binding("left", "walk(-1,0)", "Walk", show=False),
        Binding("right", "walk(1,0)", "Walk", show=False),
        Binding("k", "walk(0,-1)", "Walk up", show=False, id="map.up"),
        Binding("j", "walk(0,1)", "Walk down", show=False, id="map.down"),
        Binding("h", "walk(-1,0)", "Walk left", show=False, id="map.left"),
        Binding("l", "walk(1,0)", "Walk right", show=False, id="map.right"),
        Binding("shift+up,K", "pan(0,-1)", "Pan up", show=False, id="map.pan_up"),
        Binding("shift+down,J", "pan(0,1)", "Pan down", show=False, id="map.pan_down"),
        Binding("shift+left,H", "pan(-1,0)", "Pan left", show=False, id="map.pan_left"),
        Binding("shift+right,L", "pan(1,0)", "Pan right", show=False, id="map.pan_right"),
        Binding("plus,equals_sign", "zoom(1.25)", "Zoom in", show=False, id="map.zoom_in"),
        Binding("minus", "zoom(0.8)", "Zoom out", show=False, id="map.zoom_out"),
        Binding("0", "fit", "Whole map", show=False, id="map.fit"),
        Binding("z", "centre", "Centre", show=False, id="map.centre"),
        Binding("n", "next_lit(1)", "Next lit place", show=False, id="map.next_lit"),
        Binding("N", "next_lit(-1)", "Previous lit place", show=False, id="map.previous_lit"),
        Binding("full_stop", "neighbour(1)", "Next neighbour", show=False, id="map.neighbour"),
        Binding("enter", "choose", "Choose", show=False),
        Binding("i", "inspect", "Inspect", show=False, id="map.inspect"),
    ]

    class Pointed(Message):
        """The cursor or the mouse is on another place."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    class Chosen(Message):
        """Enter or a click: choose here if the question allows it, explain otherwise."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    class Inspected(Message):
        """The player wants to know all about a place."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    def __init__(self, chart: Chart, theme: Theme, glyphs: Glyphs, cursor: str = "", **options: str | None) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.chart, self.palette, self.glyph_set = chart, theme, glyphs
        self.looks: Mapping[str, Look] = {}
        self.lit: frozenset[str] = frozenset()
        self.cursor = cursor or next(iter(chart.places))
        self.hover = ""
        self._origin = self.cursor
        self.centre = ((chart.west + chart.east) / 2, (chart.south + chart.north) / 2)
        self.scale = 0.0
        self._picture: Picture | None = None
        self._strips: list[Strip | None] = []
        self._over: Overlay = {}
        self._grip: tuple[float, float] | None = None
        self._dragged = False

    # --- what is shown -------------------------------------------------------------------------------

    def show(self, looks: Mapping[str, Look], lit: frozenset[str] = frozenset()) -> None:
        """Another position: how the places look, and which of them the question touches."""
        if looks != self.looks or lit != self.lit:
            self.looks, self.lit = looks, lit
            self._redraw()

    def dress(self, theme: Theme, glyphs: Glyphs) -> None:
        self.palette, self.glyph_set = theme, glyphs
        self._redraw()

    def point_at(self, place: str, follow: bool = True) -> None:
        """Moves the cursor, and the map under it if need be."""
        self.cursor = place
        if follow and self._follow():
            self._redraw()
        else:
            self._refresh_overlay()
        self.post_message(self.Pointed(self.chart.places[place]))

    # --- the window on the chart ---------------------------------------------------------------------

    def view(self) -> View:
        return View(*self.centre, self.scale, self.size.width, self.size.height, self.chart.squeeze)

    def _fit_scale(self) -> float:
        chart, size = self.chart, self.size
        return max(
            0.001,
            min(
                size.height * 4 / (chart.north - chart.south),
                size.width * 2 / ((chart.east - chart.west) * chart.squeeze),
            ),
        )

    def _opening_scale(self) -> float:
        """The whole chart if it can be read so; otherwise closer, around the cursor."""
        chart, size = self.chart, self.size
        across = size.width * 2 / ((chart.east - chart.west) * chart.squeeze)
        down = size.height * 4 / (chart.north - chart.south)
        whole, crowding = min(across, down), self._crowding()
        return whole if whole * crowding >= READABLE else COMFORTABLE / crowding

    def _crowding(self) -> float:
        """How far apart places are, in degrees: the middle of their distances to the nearest neighbour."""
        places = list(self.chart.places.values())
        squeeze = self.chart.squeeze
        nearest = sorted(
            min(hypot((a.lon - b.lon) * squeeze, a.lat - b.lat) for b in places if b is not a) for a in places
        )
        return nearest[len(nearest) // 2]

    def _clamped(self, lon: float, lat: float) -> tuple[float, float]:
        chart = self.chart
        half_width = self.size.width / (chart.squeeze * self.scale)
        half_height = self.size.height * 2 / self.scale

        def within(value: float, low: float, high: float, half: float) -> float:
            return (low + high) / 2 if high - low <= 2 * half else min(max(value, low + half), high - half)

        return within(lon, chart.west, chart.east, half_width), within(lat, chart.south, chart.north, half_height)

    def _follow(self) -> bool:
        if not self.scale:
            return False
        place, view = self.chart.places[self.cursor], self.view()
        x, y = view.cell(place.lon, place.lat)
        margin_x, margin_y = min(12, view.cols // 5), min(4, view.rows // 5)
        if margin_x <= x < view.cols - margin_x and margin_y <= y < view.rows - margin_y:
            return False
        before, self.centre = self.centre, self._clamped(place.lon, place.lat)
        return self.centre != before

    def on_resize(self) -> None:
        if self.size.width and self.size.height:
            if self.scale:
                self.scale = max(self.scale, self._fit_scale())
                self.centre = self._clamped(*self.centre)
                self._follow()
            self._redraw()

    # --- drawing -------------------------------------------------------------------------------------

    def _redraw(self) -> None:
        self._picture = None
        self.refresh()

    def _drawn(self) -> Picture:
        size = self.size
        if self._picture is None or (self._picture.view.cols, self._picture.view.rows) != (size.width, size.height):
            if not self.scale:  # a line may be rendered before the widget hears of its size
                place = self.chart.places[self.cursor]
                self.scale = self._opening_scale()
                self.centre = self._clamped(place.lon, place.lat)
            self._picture = Picture(self.chart, self.view(), self.palette, self.glyph_set, self.looks, self.lit)
            self._strips = [None] * size.height
            self._over = self._picture.overlay(self.cursor, self.hover)
        return self._picture

    def _strip(self, picture: Picture, row: int) -> Strip:
        runs = picture.runs(row, self._over.get(row))
        return Strip([Segment(run.text, _style(run.fg, run.bg, run.bold, run.underline)) for run in runs],
                     picture.view.cols)  # fmt: skip

    def render_line(self, y: int) -> Strip:
        if not self.size.width or y >= self.size.height:
            return Strip.blank(self.size.width)
        picture = self._drawn()
        if y in self._over:
            return self._strip(picture, y)
        strip = self._strips[y]
        if strip is None:
            strip = self._strips[y] = self._strip(picture, y)
        return strip

    def _refresh_overlay(self) -> None:
        if self._picture is None:
            self.refresh()
            return
        before, self._over = self._over, self._picture.overlay(self.cursor, self.hover)
        rows = [row for row in {*before, *self._over} if before.get(row) != self._over.get(row)]
        if rows:
            self.refresh(*(Region(0, row, self.size.width, 1) for row in rows))

    # --- keys ----------------------------------------------------------------------------------------

    def action_walk(self, dx: int, dy: int) -> None:
        """To the neighbour that lies most in that direction, or to any place there if no way leads on."""
        here, places = self.chart.places[self.cursor], self.chart.places
        near = [places[place] for place in self.chart.neighbours[self.cursor]]
        for pool, narrow in ((near, 0.5), (near, 0.2), (list(places.values()), 0.5)):
            best: tuple[float, str] | None = None
            for place in pool:
                east, south = (place.lon - here.lon) * self.chart.squeeze, here.lat - place.lat
                distance = hypot(east, south)
                if not distance:
                    continue
                along = (east * dx + south * dy) / distance
                cost = distance * (1 + 1.5 * (1 - along))
                if along >= narrow and (best is None or cost < best[0]):
                    best = (cost, place.id)
            if best is not None:
                self.point_at(best[1])
                return

    def action_neighbour(self, step: int) -> None:
        """Round the neighbours of the place walked from last, for ways that no arrow finds."""
        if self.cursor not in self.chart.neighbours[self._origin]:
            self._origin = self.cursor
        here = self.chart.places[self._origin]
        ring = sorted(
            self.chart.neighbours[self._origin],
            key=lambda place: atan2(self.chart.places[place].lat - here.lat, self.chart.places[place].lon - here.lon),
        )
        if ring:
            at = ring.index(self.cursor) if self.cursor in ring else -1
            self.point_at(ring[(at + step) % len(ring)])

    def action_next_lit(self, step: int) -> None:
        ring = sorted((place for place in self.lit if place in self.chart.places),
                      key=lambda place: (self.chart.places[place].lon, place))  # fmt: skip
        if ring:
            at = ring.index(self.cursor) if self.cursor in ring else -1 if step > 0 else 0
            self.point_at(ring[(at + step) % len(ring)])

    def action_pan(self, dx: int, dy: int) -> None:
        view = self.view()
        lon = self.centre[0] + dx * view.cols / 4 / (self.chart.squeeze * self.scale)
        self.centre = self._clamped(lon, self.centre[1] - dy * view.rows / self.scale)
        self._redraw()

    def action_zoom(self, factor: float) -> None:
        self._zoom(factor, self._drawn().spots[self.cursor])

    def _zoom(self, factor: float, still: tuple[int, int]) -> None:
        """Closer or farther, with the cell `still` staying where it is."""
        fit, view = self._fit_scale(), self.view()
        before = view.earth(*still)
        self.scale = min(max(self.scale * factor, fit), fit * DEEPEST)
        if 0 <= still[0] < view.cols and 0 <= still[1] < view.rows:
            after = self.view().earth(*still)
            self.centre = (self.centre[0] + before[0] - after[0], self.centre[1] + before[1] - after[1])
        self.centre = self._clamped(*self.centre)
        self._redraw()

    def action_fit(self) -> None:
        self.scale = self._fit_scale()
        self.centre = self._clamped(*self.centre)
        self._redraw()

    def action_centre(self) -> None:
        place = self.chart.places[self.cursor]
        self.centre = self._clamped(place.lon, place.lat)
        self._redraw()

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self.chart.places[self.cursor]))

    def action_inspect(self) -> None:
        self.post_message(self.Inspected(self.chart.places[self.cursor]))

    # --- mouse ---------------------------------------------------------------------------------------

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._grip is not None and event.button:
            lon, lat = self.view().earth(event.x, event.y)
            moved = self._clamped(self.centre[0] + self._grip[0] - lon, self.centre[1] + self._grip[1] - lat)
            if moved != self.centre:
                self.centre, self._dragged = moved, True
                self._redraw()
            return
        self._hover_over(self._drawn().hits.get((event.x, event.y), ""))

    def _hover_over(self, place: str) -> None:
        if place != self.hover:
            self.hover = place
            self._refresh_overlay()
            self.post_message(self.Pointed(self.chart.places[place or self.cursor]))

    def on_leave(self) -> None:
        self._hover_over("")

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._grip, self._dragged = self.view().earth(event.x, event.y), False
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        self._grip = None
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        place = self._drawn().hits.get((event.x, event.y), "")
        if not place or self._dragged:
            return
        again = place == self.cursor
        self.point_at(place, follow=False)
        if place in self.lit or again:
            self.post_message(self.Chosen(self.chart.places[place]))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._zoom(1.25, (int(event.x), int(event.y)))
        event.stop()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._zoom(0.8, (int(event.x), int(event.y)))
        event.stop()
