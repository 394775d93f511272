"""A picture of a chart in cells: a base that is drawn once a view, and a sparse overlay for what moves. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from tui.map.chart import Chart, Look, Tag
from tui.map.raster import View, Wish, draw_coast, draw_line, fill_land, place_labels
from tui.theming import Glyphs, MapColours, Theme

SEA, LAND, FRAME = 0, 1, 2

_DASHES = {"road": (0, 0), "desert": (4, 2), "lane": (6, 2)}
_PLAIN_LOOK = Look()


class Cell(NamedTuple):
    char: str
    fg: str
    bg: str = ""
    """Empty: the ground shines through."""
    bold: bool = False
    underline: bool = False


class Run(NamedTuple):
    text: str
    fg: str
    bg: str
    bold: bool
    underline: bool


Overlay = dict[int, dict[int, Cell]]
"""Cells by row and column."""


def _is_line(char: str, braille: bool) -> bool:
    return char == " " or ("⠀" <= char <= "⣿" if braille else char in ".:'-|/\\~")


class Picture:
    """The base: everything that does not follow the cursor."""

    def __init__(
        self, chart: Chart, view: View, theme: Theme, glyphs: Glyphs, looks: Mapping[str, Look], lit: frozenset[str]
    ) -> None:
        self.chart, self.view, self.theme, self.glyphs, self.looks, self.lit = chart, view, theme, glyphs, looks, lit
        self.colours: MapColours = theme.map
        self.rows: list[dict[int, Cell]] = [{} for _ in range(view.rows)]
        self.spots = {place.id: view.cell(place.lon, place.lat) for place in chart.places.values()}
        self.tag_width: dict[str, int] = {}
        self.labels: dict[str, tuple[int, int]] = {}
        self.hits: dict[tuple[int, int], str] = {}
        self._blocked = bytearray(view.cols * view.rows)
        self._soft = bytearray(view.cols * view.rows)
        self.ground = fill_land(view, chart.coasts.rings)
        self._frame()
        self._draw_lines()
        self._draw_places()
        self._draw_labels()
        self._grounds = (self.colours.sea, self.colours.land, self.colours.frame)

    # --- the base ------------------------------------------------------------------------------------

    def _frame(self) -> None:
        """Beyond the edge of the coastline there is nothing to know."""
        view = self.view
        west, east, south, north = self.chart.known
        left, top = view.dot(west, north)
        right, bottom = view.dot(east, south)
        first, last = max(0, ceil(left / 2 - 0.01)), max(0, min(view.cols, int(right / 2 + 0.01)))
        high, low = max(0, ceil(top / 4 - 0.01)), min(view.rows, int(bottom / 4 + 0.01))
        edge = bytes([FRAME])
        for row in range(view.rows):
            start = row * view.cols
            if not high <= row < low:
                self.ground[start : start + view.cols] = edge * view.cols
            else:
                self.ground[start : start + first] = edge * first
                self.ground[start + last : start + view.cols] = edge * (view.cols - last)

    def _draw_lines(self) -> None:
        view, colours = self.view, self.colours
        cols, size = view.cols, view.cols * view.rows
        coast = bytearray(size)
        draw_coast(coast, view, self.chart.coasts.lines, self.chart.coasts.extents)
        dots = {place.id: view.dot(place.lon, place.lat) for place in self.chart.places.values()}
        layers = {kind: bytearray(size) for kind in _DASHES}
        for way in self.chart.ways:
            period, on = _DASHES[way.kind]
            draw_line(layers[way.kind], cols, view.rows, dots[way.a], dots[way.b], period, on)
        # later layers win a cell whole, so that ways stay crisp over coasts and roads over tracks
        drawn = ((coast, colours.coast, 1), (layers["lane"], colours.lane, 0), (layers["desert"], colours.desert, 1),
                 (layers["road"], colours.road, 2))  # fmt: skip
        for grid, colour, softness in drawn:
            is_coast = grid is coast
            for index, dots_here in enumerate(grid):
                if not dots_here or (is_coast and self.ground[index] == FRAME):
                    continue
                row, col = divmod(index, cols)
                self.rows[row][col] = Cell(self.line_char(dots_here, is_coast), colour)
                self._soft[index] = softness

    def line_char(self, dots: int, coast: bool = False) -> str:
        """A cell of a line: braille, or the nearest plain sign."""
        if self.glyphs.braille:
            return chr(0x2800 + dots)
        if coast:
            return "~"
        upper, lower = dots & 0b00011011, dots & 0b11100100
        return ":" if upper and lower else "'" if upper else "."

    def _put(self, x: int, y: int, cell: Cell) -> None:
        if 0 <= x < self.view.cols and 0 <= y < self.view.rows:
            self.rows[y][x] = cell
            self._blocked[y * self.view.cols + x] = 1

    def _draw_places(self) -> None:
        places = sorted(self.chart.places.values(), key=lambda place: (-place.rank, place.id))
        for place in places:
            look = self.looks.get(place.id, _PLAIN_LOOK)
            x, y = self.spots[place.id]
            lit = place.id in self.lit
            hue, ground = self.theme.colour(look.hue), self.colours.lit if lit else ""
            self._put(x, y, Cell(self.glyphs[look.glyph], hue, ground, place.rank == 1 or lit))
            for near in (-1, 1):
                self.hits.setdefault((x + near, y), place.id)
        for place in places:
            self.hits[self.spots[place.id]] = place.id
        for place in reversed(places):
            self._draw_tags(place.id)

    def _draw_tags(self, place: str) -> None:
        """What stands beside a place, unless another place is in the way."""
        x, y = self.spots[place]
        at, cols = x + 1, self.view.cols
        if not 0 <= y < self.view.rows:
            self.tag_width[place] = 0
            return
        if place in self.lit and 0 < x < cols and not self._blocked[y * cols + x - 1]:
            self._put(x - 1, y, Cell(self.glyphs["lit"], self.colours.near, self.colours.lit, True))
        tags = self.looks.get(place, _PLAIN_LOOK).tags
        for number, tag in enumerate(tags):
            cells = self._tag_cells(tag, place in self.lit)
            if not self._is_free(at, y, len(cells)):
                self._draw_elsewhere(place, tags[number:])
                break
            self._write_cells(place, at, y, cells)
            at += len(cells)
        self.tag_width[place] = at - x - 1

    def _draw_elsewhere(self, place: str, tags: Sequence[Tag]) -> None:
        """Tags for which there is no room on the right: left, or in the row above or below. Armies matter most."""
        x, y = self.spots[place]
        for wanted in (tags, [tag for tag in tags if tag.badge]):
            cells = [cell for tag in wanted for cell in self._tag_cells(tag, place in self.lit)]
            width = len(cells)
            left = x - width - (place in self.lit)
            for column, row in ((left, y), (x, y - 1), (x, y + 1), (x - width + 1, y - 1), (x - width + 1, y + 1)):
                if cells and self._is_free(column, row, width):
                    self._write_cells(place, column, row, cells)
                    return

    def _is_free(self, x: int, y: int, width: int) -> bool:
        cols = self.view.cols
        if not (x >= 0 and x + width <= cols and 0 <= y < self.view.rows):
            return False
        return 1 not in self._blocked[y * cols + x : y * cols + x + width]

    def _write_cells(self, place: str, x: int, y: int, cells: Sequence[Cell]) -> None:
        for offset, cell in enumerate(cells):
            self._put(x + offset, y, cell)
            self.hits[(x + offset, y)] = place

    def _tag_cells(self, tag: Tag, lit: bool) -> list[Cell]:
        hue = self.theme.colour(tag.hue)
        if tag.badge:
            return [Cell(char, self.colours.on_badge, hue, True) for char in tag.text]
        return [Cell(char, hue, self.colours.lit if lit else "", True) for char in tag.text]

    def _draw_labels(self) -> None:
        view = self.view
        shown = [
            place for place in self.chart.places.values()
            if 0 <= self.spots[place.id][0] < view.cols and 0 <= self.spots[place.id][1] < view.rows
        ]  # fmt: skip
        shown.sort(key=lambda place: (place.rank, place.name))
        wishes = [Wish(place.id, *self.spots[place.id], place.name, self.tag_width[place.id]) for place in shown]
        budget = int(view.cols * view.rows * 0.2)
        self.labels = place_labels(wishes, view.cols, view.rows, self._blocked, self._soft, budget)
        for place_id, (left, row) in self.labels.items():
            place, lit = self.chart.places[place_id], place_id in self.lit
            strong = place.rank == 1
            colour = self.colours.near if lit else self.colours.capital if strong else self.colours.label
            for offset, char in enumerate(place.name):
                self._put(left + offset, row, Cell(char, colour, "", strong or lit, lit))
                self.hits[(left + offset, row)] = place_id

    # --- what moves ----------------------------------------------------------------------------------

    def overlay(self, cursor: str, hover: str) -> Overlay:
        """The cursor with its ways and neighbours, and what the mouse is over."""
        over: Overlay = {}
        if cursor:
            self._light_ways(over, cursor)
            self._light_neighbours(over, cursor)
            self._mark(over, cursor, self.colours.on_cursor, self.colours.cursor)
        if hover and hover != cursor:
            self._mark(over, hover, self.colours.capital, self.colours.hover)
        return over

    def _light_ways(self, over: Overlay, cursor: str) -> None:
        view, place = self.view, self.chart.places[cursor]
        grid = bytearray(view.cols * view.rows)
        for way in self.chart.ways:
            if cursor in (way.a, way.b):
                other = self.chart.places[way.b if way.a == cursor else way.a]
                draw_line(
                    grid, view.cols, view.rows, view.dot(place.lon, place.lat), view.dot(other.lon, other.lat),
                    *_DASHES[way.kind],
                )  # fmt: skip
        for index, dots in enumerate(grid):
            if dots:
                row, col = divmod(index, view.cols)
                under = self.rows[row].get(col)
                if under is None or (not under.bg and _is_line(under.char, self.glyphs.braille)):
                    over.setdefault(row, {})[col] = Cell(self.line_char(dots), self.colours.near)

    def _light_neighbours(self, over: Overlay, cursor: str) -> None:
        view, wishes = self.view, []
        for near in self.chart.neighbours[cursor]:
            name = self.chart.places[near].name
            if near in self.labels:
                self._write(over, *self.labels[near], name, self.colours.near, "", near in self.lit)
            elif 0 <= self.spots[near][0] < view.cols and 0 <= self.spots[near][1] < view.rows:
                wishes.append(Wish(near, *self.spots[near], name, self.tag_width[near]))
        if wishes:
            blocked = bytearray(self._blocked)
            placed = place_labels(wishes, view.cols, view.rows, blocked, bytearray(len(blocked)))
            for near, (left, row) in placed.items():
                self._write(over, left, row, self.chart.places[near].name, self.colours.near, "")

    def _mark(self, over: Overlay, place: str, fg: str, bg: str) -> None:
        x, y = self.spots[place]
        if not (0 <= x < self.view.cols and 0 <= y < self.view.rows):
            return
        under = self.rows[y][x]
        over.setdefault(y, {})[x] = Cell(under.char, fg, bg, True)
        name = self.chart.places[place].name
        if place in self.labels:
            self._write(over, *self.labels[place], name, fg, bg)
        else:
            text = f" {name} "
            left = x + 1 + self.tag_width[place]
            if left + len(text) > self.view.cols:
                left = max(0, x - len(text))
            self._write(over, left, y, text, fg, bg)

    def _write(self, over: Overlay, left: int, row: int, text: str, fg: str, bg: str, underline: bool = False) -> None:
        for offset, char in enumerate(text):
            if 0 <= left + offset < self.view.cols:
                over.setdefault(row, {})[left + offset] = Cell(char, fg, bg, True, underline)

    # --- out -----------------------------------------------------------------------------------------

    def runs(self, row: int, over: Mapping[int, Cell] | None = None) -> Iterator[Run]:
        """One row as stretches of one style: few, because blank cells join their neighbours."""
        cols = self.view.cols
        ground = self.ground[row * cols : (row + 1) * cols]
        cells: Mapping[int, Cell] = {**self.rows[row], **over} if over else self.rows[row]
        grounds = self._grounds
        text: list[str] = []
        style: tuple[str, str, bool, bool] | None = None
        for col in range(cols):
            cell = cells.get(col)
            if cell is None:
                bg = grounds[ground[col]]
                if style is not None and style[1] == bg and not style[3]:
                    text.append(" ")
                    continue
                here = (self.colours.label, bg, False, False)
                char = " "
            else:
                char = cell.char
                here = (cell.fg, cell.bg or grounds[ground[col]], cell.bold, cell.underline)
            if here != style:
                if style is not None:
                    yield Run("".join(text), *style)
                text, style = [char], here
            else:
                text.append(char)
        if style is not None:
            yield Run("".join(text), *style)

    def text(self, cursor: str = "") -> str:
        """The picture without colours, for tests and for people who look closely."""
        over = self.overlay(cursor, "")
        lines = ("".join(run.text for run in self.runs(row, over.get(row))) for row in range(self.view.rows))
        return "\n".join(line.rstrip() for line in lines)
