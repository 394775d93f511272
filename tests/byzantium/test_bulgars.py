"""C. Bulgar Attack: who sends them, whom they reach, who pays, who scores. R43 to R52"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import (
    ARAB,
    BULGAR,
    BYZANTINE,
    army,
    asked,
    box,
    fortify,
    hold,
    offered,
    play,
    pool,
    position,
    purse,
    start,
    told,
)


def test_R43_two_join_before_the_attack():
    session = start(position(), (1, 1, 1))
    play(session, "red: bulgars", "red: attack thessalonica", "red: from pool")
    assert session.state.bulgars == 9
    assert "2 cubes join the Bulgars, who are 9 now." in told(session)


def test_R43_instead_of_attacking_four_join():
    session = start(position())
    play(session, "red: bulgars", "red: grow arab", "red: from pool")
    assert session.state.bulgars == 11
    assert asked(session) == ("yellow", "action")


@pytest.mark.parametrize(("before", "joining"), [(8, "2 more join:"), (10, "1 more joins:"), (11, "no more can join:")])
def test_R43_with_eight_or_more_they_must_attack_and_are_never_more_than_eleven(before, joining):
    game = position()
    game.bulgars = before
    session = start(game, (1, 1))
    play(session, "red: bulgars")
    assert offered(session) == ["attack adrianople", "attack thessalonica"]
    assert joining in session.pending[0].prompt
    with pytest.raises(Refused, match="not two cubes left"):
        session.answer("red", "grow arab")
    play(session, "red: attack adrianople", "red: from pool")
    assert session.state.bulgars == min(before + 2, 11)
    assert any("join the Bulgars" in line for line in told(session)) is (before == 8)
    assert ("1 cube joins the Bulgars, who are 11 now." in told(session)) is (before == 10)


def test_R44_against_byzantines_the_arab_treasury_pays_and_scores():
    session = start(position(), (4, 1, 1))
    play(session, "red: bulgars", "red: attack thessalonica", "red: from casualties")
    red = session.state.players["red"]
    assert (red.arab.treasury, red.byzantine.treasury) == (2, 15)
    assert (red.arab.points, red.byzantine.points) == (12, 10)
    assert "The Bulgars take Thessalonica: 2 Arab points for red." in told(session)


def test_R44_against_arabs_the_byzantine_treasury_pays_and_scores():
    game = position()
    game.side["adrianople"] = ARAB
    hold(game, "blue", "adrianople")
    session = start(game, (1, 1))
    play(session, "red: bulgars", "red: attack adrianople", "red: from casualties", "blue: decline")
    red = session.state.players["red"]
    assert (red.arab.treasury, red.byzantine.treasury) == (5, 12)
    assert (red.arab.points, red.byzantine.points) == (10, 11)


def test_R44_growth_is_paid_from_either_treasury_also_with_cubes_in_the_pool():
    session = start(position())
    play(session, "red: bulgars")
    assert [notation for notation in offered(session) if "grow" in notation] == ["grow byzantine", "grow arab"]
    play(session, "red: grow arab", "red: from casualties")
    assert session.state.players["red"].arab.treasury == 2
    assert session.state.players["red"].pool == 9


def test_R44_a_side_that_cannot_pay_cannot_send_them():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=3, arab=2)
    session = start(game)
    play(session, "red: bulgars")
    assert offered(session) == ["grow byzantine"]
    refusal = session.explain("red", "attack athens")
    assert refusal is not None
    assert "reach" in refusal.reason
    refusal = session.explain("red", "attack thessalonica")
    assert refusal is not None
    assert "Arab treasury" in refusal.reason


def test_R45_they_start_under_the_arrows_whoever_holds_the_city():
    game = position()
    game.side["adrianople"] = ARAB
    hold(game, "blue", "adrianople")
    session = start(game)
    play(session, "red: bulgars")
    assert [notation for notation in offered(session) if "attack" in notation] == [
        "attack adrianople", "attack thessalonica",
    ]  # fmt: skip


def test_R45_from_a_city_of_theirs_they_go_on_by_land_never_by_sea():
    game = position()
    game.side["thessalonica"] = game.side["athens"] = BULGAR
    session = start(game)
    play(session, "red: bulgars")
    targets = [notation for notation in offered(session) if "attack" in notation]
    assert targets == ["attack adrianople"]  # Athens is joined to Candia, but by sea
    refusal = session.explain("red", "attack thessalonica")
    assert refusal is not None
    assert "Bulgar city" in refusal.reason


def test_R83_the_desert_is_land():
    game = position()
    game.side["damascus"] = BULGAR
    session = start(game)
    play(session, "red: bulgars")
    assert {"attack palmyra", "attack tabuk"} <= set(offered(session))
    refusal = session.explain("red", "attack mecca")
    assert refusal is not None
    assert "by land" in refusal.reason


def test_R45_adrianople_opens_constantinople():
    game = position()
    game.side["adrianople"] = BULGAR
    session = start(game)
    play(session, "red: bulgars")
    assert "attack constantinople" in offered(session)


def test_R47_bulgars_that_lose_change_nothing_on_the_map():
    game = position()
    game.bulgars = 2
    session = start(game, (4, 4, 1))
    play(session, "red: bulgars", "red: attack thessalonica", "red: from pool")
    assert session.state.side["thessalonica"] is BYZANTINE
    assert session.state.tokens["thessalonica"] == 3
    assert session.state.bulgars == 2
    assert session.state.players["red"].arab.points == 10


def test_R48_they_leave_orange_tokens_no_plunder_no_controller():
    game = position()
    fortify(game, "blue", "thessalonica")
    game.players["blue"].byzantine.levy = 0
    game.players["blue"].casualties += 2
    session = start(game, (1, 1, 1, 1))
    play(session, "red: bulgars", "red: attack thessalonica", "red: from pool")
    state = session.state
    assert (state.side["thessalonica"], state.tokens["thessalonica"]) == (BULGAR, 2)
    assert "thessalonica" not in state.holder
    assert "thessalonica" not in state.fortified
    assert state.players["blue"].spare_tokens == 2
    assert state.players["red"].arab.treasury == 5
    assert state.bulgars == 9


def test_R48_the_old_controllers_cube_is_a_casualty_and_a_city_of_one_gives_no_points():
    game = position()
    hold(game, "blue", "adrianople", tokens=1)
    before = game.players["blue"].casualties
    session = start(game, (1,))
    play(session, "red: bulgars", "red: attack adrianople", "red: from pool", "blue: decline")
    assert session.state.tokens["adrianople"] == 1
    assert session.state.players["red"].arab.points == 10
    assert session.state.players["blue"].casualties == before + 1


def test_R49_all_bulgars_defend_a_city_of_theirs_before_the_siege():
    game = position()
    game.side["thessalonica"] = BULGAR
    army(game, "red", BYZANTINE, "adrianople", elite=2, main=9, move=1, levy=0)
    session = start(game, (4, 4, 4, 1, 1), (1, 1, 1), (1, 1, 1))
    play(session, "red: move byzantine", "red: to thessalonica", "red: from pool")
    state = session.state
    assert state.bulgars == 4
    assert (state.side["thessalonica"], state.tokens["thessalonica"]) == (BYZANTINE, 2)
    assert state.holder["thessalonica"] == "red"
    assert (state.players["red"].byzantine.points, state.players["red"].byzantine.treasury) == (12, 17)


def test_R49_bulgars_who_hold_throw_the_attacker_back():
    game = position()
    game.side["thessalonica"] = BULGAR
    army(game, "red", BYZANTINE, "adrianople", main=7, elite=0, move=1, levy=0)
    session = start(game, (1, 1, 1), (1, 1, 1))
    play(session, "red: move byzantine", "red: to thessalonica")
    assert session.state.players["red"].byzantine.at == "adrianople"
    assert "At Thessalonica red's attack is beaten by the Bulgars, 7 against 7." in told(session)


def test_R49_an_empty_bulgar_box_leaves_only_the_siege():
    game = position()
    game.side["thessalonica"] = BULGAR
    game.bulgars = 0
    army(game, "red", BYZANTINE, "adrianople", main=5, elite=0, move=1, levy=0)
    session = start(game, (1, 1, 1))
    play(session, "red: move byzantine", "red: to thessalonica", "red: from pool")
    assert session.state.holder["thessalonica"] == "red"


def test_R50_a_failed_attack_on_constantinople_does_not_end_the_game():
    game = position()
    game.side["adrianople"] = BULGAR
    session = start(game, (4, 4, 1, 1, 1))
    play(session, "red: bulgars", "red: attack constantinople", "red: from pool")
    assert not session.over
    assert session.state.side["constantinople"] is BYZANTINE


def test_R51_the_player_scores_five_arab_points_when_they_take_it():
    game = position()
    game.side["adrianople"] = BULGAR
    session = start(game, (1, 1, 1, 1, 1))
    play(session, "red: bulgars", "red: attack constantinople", "red: from pool")
    assert session.over
    assert session.state.players["red"].arab.points == 15
    assert told(session)[-1] == "red takes Constantinople: five Arab points, and the game ends."


def test_R52_constantinople_kills_two_bulgars_with_each_hit():
    game = position()
    game.side["adrianople"] = BULGAR
    session = start(game, (4, 4, 1, 1, 1))
    play(session, "red: bulgars", "red: attack constantinople", "red: from pool")
    assert session.state.bulgars == 9 - 4


def test_an_army_in_the_city_may_fight_the_bulgars_who_roll_three_dice_at_most():
    game = position()
    hold(game, "blue", "thessalonica")
    army(game, "blue", BYZANTINE, "thessalonica", elite=1, main=3, move=1)
    session = start(game, (1, 1, 1), (6, 1, 1, 1))
    play(session, "red: bulgars", "red: attack thessalonica", "red: from pool")
    assert asked(session) == ("blue", "stand")
    play(session, "blue: fight")
    assert "At Thessalonica red's attack beats blue's army, 8 against 4." in told(session)
    assert asked(session) == ("blue", "retreat")


def test_both_boxes_taken_means_no_more_bulgars_this_turn():
    game = position()
    box(game, "bulgars", "blue")
    box(game, "bulgars", "yellow")
    session = start(game)
    with pytest.raises(Refused, match="taken this turn"):
        session.answer("red", "bulgars")
