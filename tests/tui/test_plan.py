"""Stacking a Plan at the table: picked, moved, removed and put in between, by keyboard and by mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from core.games.almoravid.data import LORDS
from tests.tui.table import at_table, my_turn, text_of
from tests.tui.test_almoravid import TWO_PEOPLE, asked_to_hand_over, until, words
from tui.app import Outremer
from tui.boards.almoravid import panels
from tui.boards.levy_plan import chosen_so_far
from tui.screens.table import TableScreen
from tui.sitting import Sitting
from tui.widgets.panels import PanelView

ALF, ALV, GAR, PED = "alfonso", "alvar_fanez", "garcia_ordonez", "pedro_ansurez"
SIZES = [(120, 40), (80, 24)]


def plan_of(table: TableScreen) -> list[str]:
    return chosen_so_far(table.sitting.session, "christian")


async def presses(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def plan_view(app: Outremer) -> PanelView:
    """Wherever the Plan is on this screen."""
    return next(
        view for view in app.screen.query(PanelView) if view.display and view.region and view.border_title == "Plan"
    )


async def on_line(app: Outremer, pilot: Pilot[None], slot: int, column: int = 4) -> None:
    await pilot.click(plan_view(app), offset=(column + 2, slot + 1))
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_is_put_in_before_the_marked_one(size: tuple[int, int]) -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=size) as pilot:
        table = await my_turn(app, pilot)
        await presses(pilot, "1", "2", "3", "left", "left")
        assert "to go in before" in text_of(app)
        await presses(pilot, "4")
        assert plan_of(table) == [ALF, PED, ALV, GAR]
        await presses(pilot, "1")  # the mark stays behind what was put in
        assert plan_of(table) == [ALF, PED, ALF, ALV, GAR]


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_moves_up_and_down_and_goes_from_the_middle(size: tuple[int, int]) -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=size) as pilot:
        table = await my_turn(app, pilot)
        await presses(pilot, "1", "2", "3", "4", "left", "left")
        await presses(pilot, "shift+left")
        assert plan_of(table) == [ALF, GAR, ALV, PED]
        await presses(pilot, "shift+right", "shift+right")
        assert plan_of(table) == [ALF, ALV, PED, GAR]
        await presses(pilot, "left", "left", "delete")
        assert plan_of(table) == [ALF, PED, GAR]
        assert "3 of 7 stacked" in words(panels(table.sitting.session, "christian"), "plan")


async def test_u_undoes_the_last_change_whatever_it_was() -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        await presses(pilot, "1", "2", "3", "left", "shift+left", "delete")
        assert plan_of(table) == [ALF, ALV]
        await presses(pilot, "u")
        assert plan_of(table) == [ALF, GAR, ALV]
        await presses(pilot, "u")
        assert plan_of(table) == [ALF, ALV, GAR]
        await presses(pilot, "u", "u", "u")
        assert plan_of(table) == []


@pytest.mark.parametrize("size", SIZES)
async def test_the_mouse_marks_drags_and_removes(size: tuple[int, int]) -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=size) as pilot:
        table = await my_turn(app, pilot)
        await presses(pilot, "1", "2", "3", "4")
        await on_line(app, pilot, 1)
        await presses(pilot, "1")
        assert plan_of(table) == [ALF, ALF, ALV, GAR, PED]
        await pilot.mouse_down(plan_view(app), offset=(6, 5))
        await pilot.mouse_up(plan_view(app), offset=(6, 1))
        await pilot.pause()
        assert plan_of(table) == [PED, ALF, ALF, ALV, GAR]
        await on_line(app, pilot, 1, column=34)  # the x
        assert plan_of(table) == [PED, ALF, ALV, GAR]


async def test_a_click_on_a_lord_below_puts_in_his_card() -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        await on_line(app, pilot, 7 + 1 + 1)  # seven places, a heading, then Alfonso and Álvar
        assert plan_of(table) == [ALV]


async def test_what_is_left_tells_where_a_lord_is_how_long_and_how_well_he_commands() -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        await presses(pilot, "1")
        text = words(panels(table.sitting.session, "christian"), "plan")
        assert f"[Alf] ###  Sahagún      cmd {LORDS[ALF].command} svc 4" in text
        assert "left/right: go" in text_of(app)


async def test_the_whole_plan_is_seen_and_changed_before_it_is_sealed() -> None:
    game = until("plan")
    app = at_table(game)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        assert table.top.tab == "plan"  # on a small screen it comes by itself
        await presses(pilot, "1", "1", "1", "1", "1", "1", "1")
        assert "Seal the Plan" in text_of(app)
        assert plan_of(table) == [ALF] * 4 + [ALV] * 3
        await presses(pilot, "left", "left", "shift+left", "shift+left")
        assert plan_of(table) == [ALF, ALF, ALV, ALF, ALF, ALV, ALV]
        assert "Seal the Plan" in text_of(app)
        laid = plan_of(table)
        await presses(pilot, "1")
        await my_turn(app, pilot)
        vault, state = game.session.table.vault, game.session.state
        sealed = [vault.peek("christian", token) for token in state.plans["christian"]]
        assert laid[-len(sealed) :] == sealed
        assert table.top.tab == "map"


async def test_a_plan_in_the_making_is_saved_as_it_lies() -> None:
    game = until("plan")
    app = at_table(game)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        await presses(pilot, "1", "2", "3", "left", "shift+left")
        assert plan_of(table) == [ALF, GAR, ALV]
        assert game.path is not None
        text = game.path.read_text(encoding="utf-8")
    again = Sitting.load(game.path)
    assert chosen_so_far(again.session, "christian") == [ALF, GAR, ALV]
    assert text.count("plan garcia_ordonez") == 1
    again.close()


async def test_the_other_player_at_the_keyboard_sees_nothing_of_it() -> None:
    app = at_table(until("plan", players=TWO_PEOPLE))
    async with app.run_test(size=(120, 40)) as pilot:
        await asked_to_hand_over(app, pilot)
        await pilot.press("enter")
        table = await my_turn(app, pilot)
        await presses(pilot, "1", "2", "left", "shift+left")
        session = table.sitting.session
        for viewer in ("muslim", ""):
            assert "[Alv]" not in words(panels(session, viewer), "plan")
        assert not any("plan alfonso" in line for line in session.log)
