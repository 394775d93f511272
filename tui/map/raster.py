"""Lines and areas in braille dots, two by four to a cell. Pure: nothing of Textual, nothing of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

Point = tuple[float, float]
Polyline = Sequence[Point]
Extent = tuple[float, float, float, float]
"""West, east, south, north."""

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


@dataclass(frozen=True, slots=True)
class View:
    """A window on the earth: where its middle is, and how many dots a degree of latitude takes."""

    lon: float
    lat: float
    scale: float
    cols: int
    rows: int
    squeeze: float
    """Cosine of the map's middle latitude: one for the whole map, so that panning never shears."""

    def dot(self, lon: float, lat: float) -> Point:
        return (lon - self.lon) * self.squeeze * self.scale + self.cols, (self.lat - lat) * self.scale + self.rows * 2

    def cell(self, lon: float, lat: float) -> tuple[int, int]:
        x, y = self.dot(lon, lat)
        return int(x // 2), int(y // 4)

    def earth(self, col: float, row: float) -> Point:
        """Longitude and latitude of a cell's middle."""
        lon = self.lon + (col * 2 + 1 - self.cols) / (self.squeeze * self.scale)
        return lon, self.lat - (row * 4 + 2 - self.rows * 2) / self.scale


def extent(line: Polyline) -> Extent:
    lons, lats = [point[0] for point in line], [point[1] for point in line]
    return min(lons), max(lons), min(lats), max(lats)


def clipped(start: Point, end: Point, width: int, height: int) -> tuple[Point, Point] | None:
    """The part of a segment inside the grid (Liang and Barsky), or None."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    enter, leave = 0.0, 1.0
    for p, q in ((-dx, x0), (dx, width - 1 - x0), (-dy, y0), (dy, height - 1 - y0)):
        if p == 0:
            if q < 0:
                return None
        elif p < 0:
            enter = max(enter, q / p)
        else:
            leave = min(leave, q / p)
        if enter > leave:
            return None
    return (x0 + enter * dx, y0 + enter * dy), (x0 + leave * dx, y0 + leave * dy)


def draw_line(grid: bytearray, cols: int, rows: int, start: Point, end: Point, period: int = 0, on: int = 0) -> None:
    """A straight line (Bresenham); with a period, `on` dots of it and then a gap."""
    inside = clipped(start, end, cols * 2, rows * 4)
    if inside is None:
        return
    (fx0, fy0), (fx1, fy1) = inside
    x, y, x1, y1 = int(fx0), int(fy0), int(fx1), int(fy1)
    dx, dy = abs(x1 - x), -abs(y1 - y)
    step_x, step_y = (1 if x < x1 else -1), (1 if y < y1 else -1)
    error, count = dx + dy, 0
    while True:
        if not period or count % period < on:
            grid[(y >> 2) * cols + (x >> 1)] |= _BITS[y & 3][x & 1]
        if x == x1 and y == y1:
            return
        count += 1
        double = 2 * error
        if double >= dy:
            error += dy
            x += step_x
        if double <= dx:
            error += dx
            y += step_y


def draw_coast(grid: bytearray, view: View, lines: Sequence[Polyline], extents: Sequence[Extent]) -> None:
    """Coastlines; those outside the view, and islets below three dots, cost nothing."""
    cols, rows = view.cols, view.rows
    across, down = view.squeeze * view.scale, view.scale
    left, top = cols - view.lon * across, rows * 2 + view.lat * down
    width, height = cols * 2, rows * 4
    west, north = view.earth(0, 0)
    east, south = view.earth(cols, rows)
    for line, (line_west, line_east, line_south, line_north) in zip(lines, extents, strict=True):
        if line_east < west or line_west > east or line_north < south or line_south > north:
            continue
        if (line_east - line_west) * across < 3 and (line_north - line_south) * down < 3:
            continue
        lon, lat = line[0]
        x0, y0 = lon * across + left, top - lat * down
        for lon, lat in line:
            x, y = lon * across + left, top - lat * down
            ix, iy = int(x), int(y)
            if ix == int(x0) and iy == int(y0):
                if 0 <= ix < width and 0 <= iy < height:
                    grid[(iy >> 2) * cols + (ix >> 1)] |= _BITS[iy & 3][ix & 1]
                continue  # shorter than a dot: wait until it adds up
            draw_line(grid, cols, rows, (x0, y0), (x, y))
            x0, y0 = x, y


def fill_land(view: View, rings: Iterable[Polyline]) -> bytearray:
    """1 where the middle of a cell is land: even-odd, row by row."""
    cols, rows = view.cols, view.rows
    mask = bytearray(cols * rows)
    across, down = view.squeeze * view.scale, view.scale
    left, top = cols - view.lon * across, rows * 2 + view.lat * down
    crossings: list[list[float]] = [[] for _ in range(rows)]
    for ring in rings:
        x0, y0 = ring[-1][0] * across + left, top - ring[-1][1] * down
        for lon, lat in ring:
            x1, y1 = lon * across + left, top - lat * down
            if y0 != y1:
                low, high = (y0, y1) if y0 < y1 else (y1, y0)
                for row in range(max(0, ceil((low - 2) / 4)), min(rows - 1, ceil((high - 2) / 4) - 1) + 1):
                    crossings[row].append(x0 + (row * 4 + 2 - y0) * (x1 - x0) / (y1 - y0))
            x0, y0 = x1, y1
    for row, xs in enumerate(crossings):
        xs.sort()
        for enter, leave in zip(xs[::2], xs[1::2], strict=False):
            first, last = max(0, ceil((enter - 1) / 2)), min(cols, ceil((leave - 1) / 2))
            if last > first:
                mask[row * cols + first : row * cols + last] = b"\1" * (last - first)
    return mask


@dataclass(frozen=True, slots=True)
class Wish:
    """A label that would like to stand beside a cell; `right` cells there are already taken."""

    key: str
    x: int
    y: int
    text: str
    right: int = 0


_POSITION_COST = (0.0, 0.8, 2.0, 2.0, 2.6, 2.6, 3.5, 3.5)


def place_labels(
    wishes: Iterable[Wish], cols: int, rows: int, blocked: bytearray, soft: bytearray, budget: int = 10**9
) -> dict[str, tuple[int, int]]:
    """Greedy, in the order given: eight places each, never over what is `blocked`, dearer over what is `soft`."""
    placed: dict[str, tuple[int, int]] = {}
    for wish in wishes:
        x, y, length = wish.x, wish.y, len(wish.text)
        if length > budget:
            continue
        best: tuple[float, int, int] | None = None
        spots = (
            (x + 2 + wish.right, y), (x - 1 - length, y),
            (x + 1, y - 1), (x + 1, y + 1), (x - length, y - 1), (x - length, y + 1),
            (x - length // 2, y - 1), (x - length // 2, y + 1),
        )  # fmt: skip
        for cost, (left, row) in zip(_POSITION_COST, spots, strict=True):
            if left < 0 or left + length > cols or not 0 <= row < rows:
                continue
            start = row * cols
            if 1 in blocked[start + max(0, left - 1) : start + min(cols, left + length + 1)]:
                continue
            total = cost + sum(soft[start + left : start + left + length])
            if row != y and 1 in blocked[start + max(0, left - 3) : start + min(cols, left + length + 3)]:
                total += 4  # beside somebody else's sign it would seem to be his
            if best is None or total < best[0]:
                best = (total, left, row)
        if best is not None:
            _, left, row = best
            placed[wish.key] = (left, row)
            budget -= length
            blocked[row * cols + left : row * cols + left + length] = b"\1" * length
    return placed
