"""F. How an absent army comes onto the map. R20, R22"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import ARAB, BYZANTINE, army, asked, hold, offered, play, position, start, told


def test_R20_arabs_enter_in_any_arab_city_whoever_controls_it_and_march_for_a_move_cube():
    game = position()
    hold(game, "blue", "hira", side=ARAB, tokens=1)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab")
    assert offered(session) == ["enter tabuk", "enter medina", "enter mecca", "enter hira"]
    play(session, "red: enter hira", "red: to baghdad", "red: from pool")
    assert session.state.players["red"].arab.at == "baghdad"
    assert session.state.players["red"].arab.move == 3
    assert session.state.holder["baghdad"] == "red"


def test_R20_it_may_stay_at_no_cost():
    session = start(position())
    play(session, "red: move arab", "red: enter mecca", "red: stay")
    assert session.state.players["red"].arab.at == "mecca"
    assert session.state.players["red"].arab.move == 4
    assert "red's Arab army enters the map in Mecca." in told(session)
    assert asked(session) == ("yellow", "action")


def test_R20_it_may_attack_where_it_enters_by_civil_war():
    game = position()
    hold(game, "blue", "mecca")
    session = start(game)
    play(session, "red: move arab", "red: enter mecca", "red: stay")
    assert asked(session) == ("red", "civil war")


def test_R20_an_army_without_field_cubes_cannot_enter():
    game = position()
    army(game, "red", ARAB, None, elite=0, main=0, move=0)
    with pytest.raises(Refused, match="needs a cube"):
        start(game).answer("red", "move arab")


def test_R20_an_army_without_move_cubes_enters_and_stays():
    game = position()
    army(game, "red", ARAB, None, move=0)
    session = start(game)
    play(session, "red: move arab", "red: enter mecca")
    assert offered(session) == ["stay"]


def test_R20_a_destroyed_byzantine_army_comes_back_in_any_byzantine_city():
    game = position()
    hold(game, "red", "damascus")
    hold(game, "blue", "tyre")
    session = start(game)
    play(session, "red: move byzantine")
    assert {"enter damascus", "enter tyre", "enter athens"} <= set(offered(session))
    assert "enter mecca" not in offered(session)
    play(session, "red: enter athens", "red: stay")
    assert session.state.players["red"].byzantine.at == "athens"


def test_R22_a_byzantine_army_never_enters_before_the_first_claim():
    with pytest.raises(Refused, match="enters with your first Byzantine city"):
        start(position()).answer("red", "move byzantine")


def test_with_no_city_of_the_side_left_there_is_nowhere_to_enter():
    game = position()
    for city in ("tabuk", "medina", "mecca"):
        game.side[city] = BYZANTINE
    with pytest.raises(Refused, match="no city of that side"):
        start(game).answer("red", "move arab")
