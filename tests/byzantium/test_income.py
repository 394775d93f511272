"""2. Income and Maintenance, and the cubes that come back. R61, R69 to R71"""

from __future__ import annotations

import pytest

from core.engine import Refused
from core.games.byzantium.state import Phase
from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    army,
    asked,
    box,
    fortify,
    hold,
    offered,
    pass_turn,
    play,
    position,
    purse,
    rich,
    start,
    told,
)


def disbanded(*seats: str, turn: int = 1):
    """A game of two about to collect income, in which these players have no cube to pay for."""
    game = position(2)
    for seat in seats or game.seats:
        for side in (BYZANTINE, ARAB):
            army(game, seat, side, None, elite=0, main=0, move=0, levy=0)
    game.turn = turn
    game.phase = Phase.INCOME
    game.passed = ["red", "yellow"]
    return game


def test_each_token_brings_two_bezants_to_its_sides_treasury_and_a_fortification_none():
    game = disbanded()
    fortify(game, "red", "damascus")
    hold(game, "red", "mecca")
    session = start(game)
    red = session.state.players["red"]
    assert (red.byzantine.treasury, red.arab.treasury) == (15 + 6, 5 + 4)
    assert "red collects 6 Byzantine Bezants." in told(session)


def test_each_cube_costs_its_price_and_the_guard_nothing():
    game = disbanded()
    box(game, "emperor", "red")
    army(game, "red", BYZANTINE, "damascus", elite=1, main=2, levy=3, move=1)
    session = start(game)
    assert session.state.players["red"].byzantine.treasury == 15 - (3 + 4 + 3 + 1)
    assert "red pays 11 Byzantine Bezants for the army." in told(session)


def test_R69_income_comes_before_maintenance():
    game = disbanded()
    purse(game, "red", byzantine=0, arab=0)
    hold(game, "red", "damascus")
    army(game, "red", BYZANTINE, "damascus", main=3)
    session = start(game)
    assert session.state.players["red"].byzantine.main == 3
    assert session.state.players["red"].byzantine.treasury == 0


def test_R69_cubes_come_back_from_boxes_and_half_the_casualties_rounded_up():
    game = disbanded()
    red = game.players["red"]
    box(game, "arab-fleet", "red")
    red.casualties -= 3
    red.taxed, red.passing = 2, 1
    casualties = red.casualties
    assert casualties % 2 == 1
    session = start(game)
    red = session.state.players["red"]
    assert (red.special, red.taxed, red.passing) == (0, 0, 0)
    assert red.pool == 9 + 1 + 2 + 1 + (casualties + 1) // 2
    assert red.casualties == casualties // 2
    assert session.state.special == {}


def test_R69_churches_cities_and_fortifications_stay():
    game = disbanded()
    fortify(game, "red", "damascus")
    game.players["red"].casualties -= 1
    game.players["red"].church = 1
    session = start(game)
    assert session.state.players["red"].church == 1
    assert session.state.fortified == ["damascus"]


def test_R69_cubes_lost_to_maintenance_are_out_of_the_game():
    game = disbanded()
    purse(game, "red", byzantine=0, arab=0)
    army(game, "red", BYZANTINE, "damascus", main=2)
    casualties = game.players["red"].casualties
    session = start(game)
    red = session.state.players["red"]
    assert red.gone == 2
    assert red.casualties == casualties // 2
    assert "red cannot pay a cube of the Byzantine Main Army box: it is gone, with a point." in told(session)


def test_R70_a_point_is_lost_on_that_sides_track_for_each_but_never_below_zero():
    game = disbanded()
    purse(game, "red", byzantine=0, arab=50)
    army(game, "red", BYZANTINE, "damascus", main=3)
    game.players["red"].byzantine.points = 2
    session = start(game)
    assert session.state.players["red"].byzantine.points == 0
    unpaid = [line for line in told(session) if "cannot pay" in line]
    assert [line.endswith("it is gone, with a point.") for line in unpaid] == [True, True, False]
    assert unpaid[-1].endswith("it is gone.")
    assert session.state.players["red"].arab.points == 10


def test_R70_the_owner_chooses_which_cubes_go():
    game = disbanded()
    purse(game, "red", byzantine=4, arab=0)
    army(game, "red", BYZANTINE, "damascus", elite=1, main=1, levy=1)
    session = start(game)
    assert asked(session) == ("red", "maintenance")
    # four for an elite at 3 and a levy at 1, or for a main at 2 and a levy at 1 with one left over
    assert offered(session) == ["let go byzantine.elite", "let go byzantine.main"]
    play(session, "red: let go byzantine.elite")
    red = session.state.players["red"].byzantine
    assert (red.elite, red.main, red.levy, red.treasury) == (0, 1, 1, 1)


def test_R70_nobody_lets_a_cube_go_that_he_could_pay():
    game = disbanded()
    purse(game, "red", byzantine=4, arab=0)
    army(game, "red", BYZANTINE, "damascus", elite=1, main=1, levy=1)
    session = start(game)
    with pytest.raises(Refused, match="could have been paid"):
        session.answer("red", "let go byzantine.levy")


def test_R70_one_treasury_does_not_pay_for_the_other_army():
    game = disbanded()
    purse(game, "red", byzantine=50, arab=0)
    army(game, "red", ARAB, "mecca", main=1)
    session = start(game)
    assert session.state.players["red"].arab.main == 0
    assert session.state.players["red"].byzantine.treasury == 50


def test_R70_with_enough_money_nothing_is_asked():
    session = start(rich(position(2)))
    pass_turn(session)
    assert asked(session) == ("red", "action")
    assert session.state.turn == 2
    assert session.state.players["red"].gone == 0


def test_R61_guards_go_home_at_the_end_of_the_turn_and_an_army_of_the_guard_alone_is_no_more():
    game = disbanded()
    box(game, "caliph", "red")
    army(game, "red", ARAB, "mecca")
    session = start(game)
    red = session.state.players["red"].arab
    assert (red.guard, red.at) == (False, None)
    assert "caliph" in offered(session)


def test_R14_an_army_whose_last_cube_goes_unpaid_leaves_the_map():
    game = disbanded()
    purse(game, "red", byzantine=0, arab=0)
    army(game, "red", ARAB, "mecca", main=1)
    session = start(game)
    assert session.state.players["red"].arab.at is None
    assert "red's Arab army is no more." in told(session)


def test_R71_the_third_turn_has_income_and_maintenance_too():
    game = disbanded(turn=3)
    hold(game, "red", "damascus")
    purse(game, "yellow", byzantine=0, arab=0)
    army(game, "yellow", BYZANTINE, None, main=1)
    session = start(game)
    assert session.over
    assert session.state.players["red"].byzantine.treasury == 15 + 6
    assert session.state.players["yellow"].byzantine.points == 9
