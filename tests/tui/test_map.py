"""The map: what a player sees, where the cursor goes."""

import pytest
from textual.app import App, ComposeResult

from core.games import load_game
from tests.tui.pictures import assert_as_drawn
from tui.boards import load_board
from tui.map.chart import Chart
from tui.map.picture import Picture
from tui.map.raster import View, clipped, draw_line, fill_land
from tui.map.view import MapView
from tui.theming import load_glyphs, load_theme

BOARD = load_board("byzantium")
CHART = BOARD.chart


def picture(cols: int, rows: int, glyphs: str = "unicode", scale: float = 0.0) -> Picture:
    fit = min(rows * 4 / (CHART.north - CHART.south), cols * 2 / ((CHART.east - CHART.west) * CHART.squeeze))
    view = View(37.0, 32.0, scale or fit, cols, rows, CHART.squeeze)
    game = load_game("byzantium")
    looks = BOARD.looks(game.begin(game.setup()))
    return Picture(CHART, view, load_theme("dark"), load_glyphs(glyphs), looks, frozenset({"damascus"}))


@pytest.mark.parametrize(("cols", "rows", "glyphs"), [(76, 24, "unicode"), (100, 40, "unicode"), (76, 24, "ascii")])
def test_the_map_looks_as_it_did(cols: int, rows: int, glyphs: str) -> None:
    assert_as_drawn(f"map_{cols}x{rows}_{glyphs}", picture(cols, rows, glyphs).text(cursor="antioch"))


def test_the_plain_glyph_set_draws_nothing_but_plain_signs() -> None:
    assert picture(76, 24, "ascii").text("antioch").isascii()


def test_every_place_on_the_chart_is_drawn_and_can_be_hit() -> None:
    drawn = picture(100, 40)
    assert set(drawn.hits.values()) == set(CHART.places)
    for place, (x, y) in drawn.spots.items():
        assert drawn.hits[x, y] == place


def test_ways_differ_by_dash_not_by_colour_alone() -> None:
    """A road is unbroken, a desert track dashed, a sea lane dotted, so fewer and fewer dots for the same way."""
    dots = {}
    for kind, (period, on) in {"road": (0, 0), "desert": (4, 2), "lane": (6, 2)}.items():
        grid = bytearray(40 * 10)
        draw_line(grid, 40, 10, (0, 0), (79, 39), period, on)
        dots[kind] = sum(cell.bit_count() for cell in grid)
    assert dots["road"] > dots["desert"] > dots["lane"] > 0


def test_what_is_lit_differs_by_sign_and_line_too() -> None:
    drawn = picture(100, 40)
    x, y = drawn.spots["damascus"]
    assert drawn.rows[y][x - 1].char == drawn.glyphs["lit"]
    left, row = drawn.labels["damascus"]
    assert drawn.rows[row][left].underline


def test_moving_the_cursor_never_moves_a_label() -> None:
    drawn = picture(100, 40)
    before = dict(drawn.labels)
    for place in CHART.places:
        drawn.overlay(place, "")
    assert drawn.labels == before


def test_lines_are_cut_at_the_edge() -> None:
    assert clipped((-10, 5), (10, 5), 20, 10) == ((0, 5), (10, 5))
    assert clipped((-10, -5), (30, -5), 20, 10) is None


def test_land_is_filled_by_the_even_odd_rule() -> None:
    view = View(0, 0, 4, 10, 5, 1.0)
    square = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)]
    hole = [(-0.5, -0.6), (0.5, -0.6), (0.5, 0.6), (-0.5, 0.6)]
    mask = fill_land(view, [square, hole])
    assert mask[2 * 10 + 1] == 1
    assert mask[2 * 10 + 5] == 0


class Bare(App[None]):
    def __init__(self, chart: Chart) -> None:
        super().__init__()
        self.chosen: list[str] = []
        self._chart = chart

    def compose(self) -> ComposeResult:
        yield MapView(self._chart, load_theme("dark"), load_glyphs("unicode"), "antioch")

    def on_mount(self) -> None:
        self.query_one(MapView).focus()

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        self.chosen.append(event.place.id)


async def test_arrows_walk_the_ways_and_nearly_all_of_them() -> None:
    app = Bare(CHART)
    async with app.run_test(size=(100, 40)):
        view = app.query_one(MapView)
        reached = 0
        for here, neighbours in CHART.neighbours.items():
            found = set()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                view.cursor = here
                view.action_walk(dx, dy)
                found.add(view.cursor)
            reached += len(found & set(neighbours))
        assert reached >= 0.8 * sum(map(len, CHART.neighbours.values()))


async def test_the_neighbour_key_reaches_the_rest() -> None:
    app = Bare(CHART)
    async with app.run_test(size=(100, 40)):
        view = app.query_one(MapView)
        for here, neighbours in CHART.neighbours.items():
            view.cursor, view._origin = here, here
            found = set()
            for _ in neighbours:
                view.action_neighbour(1)
                found.add(view.cursor)
            assert found == set(neighbours)


async def test_zoom_pan_fit_and_the_mouse() -> None:
    app = Bare(CHART)
    async with app.run_test(size=(100, 40)) as pilot:
        view = app.query_one(MapView)
        whole = view.scale
        await pilot.press("plus", "plus", "plus")
        assert view.scale > whole
        east = view.centre[0]
        await pilot.press("L")
        assert view.centre[0] > east
        await pilot.press("0")
        assert view.scale == pytest.approx(view._fit_scale())
        spot = view._drawn().spots["mosul"]
        await pilot.click(MapView, offset=spot)
        assert view.cursor == "mosul"
        assert app.chosen == []
        await pilot.click(MapView, offset=spot)
        await pilot.pause()
        assert app.chosen == ["mosul"]
        view.show(view.looks, frozenset({"hira"}))
        await pilot.press("n", "enter")
        await pilot.pause()
        assert app.chosen[-1] == "hira"


def test_an_army_is_seen_even_where_its_place_is_hemmed_in() -> None:
    game = load_game("byzantium")
    state = game.begin(game.setup())
    for seat, city in (("red", "tyre"), ("yellow", "damascus"), ("blue", "jerusalem"), ("green", "antioch")):
        state.players[seat].arab.at = city
        state.holder[city] = seat
    for cols, rows in ((76, 24), (60, 20), (100, 40)):
        scale = rows * 4 / (CHART.north - CHART.south)
        view = View(37.0, 32.0, scale, cols, rows, CHART.squeeze)
        drawn = Picture(CHART, view, load_theme("dark"), load_glyphs("unicode"), BOARD.looks(state), frozenset())
        for badge in ("R6", "Y6", "B6", "G6"):
            assert badge in drawn.text(), (badge, cols, rows)
