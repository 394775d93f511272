"""C. Civil War: an attack on a city of one's own side. R06, R30, R35, R66, R67"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    army,
    asked,
    box,
    hold,
    offered,
    play,
    pool,
    position,
    purse,
    start,
    told,
)


def rivals_in_antioch():
    """Red's Byzantine army stands in Antioch, which is blue's."""
    game = position()
    hold(game, "blue", "antioch")
    army(game, "red", BYZANTINE, "antioch", elite=1, main=6, move=2)
    return game


def test_R66_the_city_keeps_its_colour_loses_a_token_and_changes_hands():
    session = start(rivals_in_antioch(), (1, 1, 1))
    play(session, "red: civil-war byzantine", "red: from pool", "blue: decline", "red: from pool")
    state = session.state
    assert (state.side["antioch"], state.tokens["antioch"], state.holder["antioch"]) == (BYZANTINE, 2, "red")
    assert (state.players["red"].byzantine.points, state.players["red"].byzantine.treasury) == (12, 17)
    assert state.special["civil-war byzantine"] == ["red"]
    assert "red attacks Antioch in civil war." in told(session)


def test_R66_a_city_of_one_token_keeps_it_and_gives_nothing():
    game = rivals_in_antioch()
    game.tokens["antioch"] = 1
    session = start(game, (1,))
    play(session, "red: civil-war byzantine", "red: from pool", "blue: decline", "red: from pool")
    assert session.state.tokens["antioch"] == 1
    assert session.state.players["red"].byzantine.points == 10
    assert session.state.players["red"].byzantine.treasury == 15


@pytest.mark.parametrize("holder", [None, "red"])
def test_R66_R30_only_against_a_city_that_another_player_controls(holder):
    game = position()
    if holder:
        hold(game, holder, "antioch")
    army(game, "red", BYZANTINE, "antioch")
    with pytest.raises(Refused, match="another player controls"):
        start(game).answer("red", "civil-war byzantine")


def test_R67_it_can_be_chosen_after_moving():
    game = position()
    hold(game, "blue", "damascus")
    army(game, "red", BYZANTINE, "antioch", main=6)
    session = start(game, (1, 1, 1))
    play(session, "red: move byzantine", "red: to damascus")
    assert asked(session) == ("red", "civil war")
    play(session, "red: civil-war", "red: from pool", "blue: decline", "red: from pool")
    assert session.state.holder["damascus"] == "red"
    assert session.state.players["red"].byzantine.at == "damascus"


def test_R29_a_mover_may_stay_in_peace():
    game = position()
    hold(game, "blue", "damascus")
    army(game, "red", BYZANTINE, "antioch", move=1)
    session = start(game)
    play(session, "red: move byzantine", "red: to damascus", "red: peace")
    assert session.state.holder["damascus"] == "blue"
    assert asked(session) == ("yellow", "action")


def test_R67_without_a_cube_at_hand_it_cannot_be_chosen():
    game = rivals_in_antioch()
    pool(game, "red", 0)
    purse(game, "red", byzantine=2, arab=50)
    with pytest.raises(Refused, match="can buy no cube"):
        start(game).answer("red", "civil-war byzantine")


def test_R67_a_taken_box_is_closed_both_ways():
    game = rivals_in_antioch()
    hold(game, "blue", "damascus")
    box(game, "civil-war byzantine", "yellow")
    army(game, "red", BYZANTINE, "antioch", move=1)
    session = start(game)
    with pytest.raises(Refused, match="taken this turn"):
        session.answer("red", "civil-war byzantine")
    play(session, "red: move byzantine", "red: to damascus")
    assert asked(session) == ("yellow", "action")


def test_constantinople_is_never_attacked_by_a_byzantine_army():
    game = position()
    army(game, "red", BYZANTINE, "constantinople")
    with pytest.raises(Refused, match="never attacked by a Byzantine"):
        start(game).answer("red", "civil-war byzantine")


def test_R06_an_army_off_the_map_cannot_wage_it():
    with pytest.raises(Refused, match="not on the map"):
        start(position()).answer("red", "civil-war arab")


def test_R35_the_loser_of_a_civil_war_where_he_stood_retreats():
    game = rivals_in_antioch()
    army(game, "red", BYZANTINE, "antioch", elite=0, main=3, move=0)
    session = start(game, (4, 1, 1))
    play(session, "red: civil-war byzantine", "red: from pool", "blue: decline")
    assert asked(session) == ("red", "retreat")
    assert "to damascus" in offered(session)
    play(session, "red: to damascus")
    assert session.state.players["red"].byzantine.at == "damascus"
    assert session.state.players["red"].byzantine.main == 2


def test_R33_the_loser_of_a_civil_war_after_moving_goes_back_whence_he_came():
    game = position()
    hold(game, "blue", "damascus")
    army(game, "red", BYZANTINE, "antioch", elite=0, main=3, move=1)
    session = start(game, (1, 1, 1))
    play(session, "red: move byzantine", "red: to damascus", "red: civil-war", "red: from pool", "blue: decline")
    assert session.state.players["red"].byzantine.at == "antioch"
    assert "red's Byzantine army goes back to Antioch." in told(session)


def test_arabs_wage_it_among_arabs():
    game = position()
    hold(game, "blue", "mecca")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: enter mecca", "red: stay", "red: civil-war", "red: from pool")
    play(session, "blue: decline", "red: from pool")
    assert (session.state.side["mecca"], session.state.holder["mecca"]) == (ARAB, "red")


def test_an_army_that_gives_its_last_cube_for_the_box_is_no_more_and_attacks_nobody():
    game = rivals_in_antioch()
    pool(game, "red", 0)
    army(game, "red", BYZANTINE, "antioch", elite=0, main=1, move=0)
    session = start(game)
    play(session, "red: civil-war byzantine", "red: from byzantine.main")
    assert asked(session) == ("yellow", "action")
    assert session.state.players["red"].byzantine.at is None
    assert "red's Byzantine army is no more." in told(session)
