"""A note on cubes, increasing armies, taxes, churches and mosques. R07 to R15"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import (
    ARAB,
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
    rich,
    start,
    told,
)


def test_R07_a_cube_comes_free_from_the_pool_or_for_three_from_casualties_and_army_boxes():
    session = start(position())
    play(session, "red: control tyre")
    assert offered(session) == [
        "from pool", "from casualties",
        "from byzantine.elite", "from byzantine.main", "from byzantine.levy", "from byzantine.move",
        "from arab.elite", "from arab.main", "from arab.levy", "from arab.move",
    ]  # fmt: skip


def test_R07_a_guard_is_not_for_sale():
    game = position()
    box(game, "emperor", "red")
    army(game, "red", BYZANTINE, None, elite=0)
    session = start(game)
    play(session, "red: control tyre")
    assert "from byzantine.elite" not in offered(session)


def test_R07_cubes_on_the_map_and_in_boxes_are_not_for_sale():
    game = position()
    for side in (BYZANTINE, ARAB):
        army(game, "red", side, None, elite=0, main=0, move=0, levy=0)
    pool(game, "red", 0)
    player = game.players["red"]
    hold(game, "red", "tyre")
    player.church, player.casualties = player.casualties, 0
    session = start(game)
    with pytest.raises(Refused, match="can buy no cube"):
        session.answer("red", "control damascus")


def test_R08_the_side_that_gains_pays():
    session = start(position(2))
    play(session, "red: control mecca", "red: from casualties")
    assert session.state.players["red"].arab.treasury == 2
    play(session, "yellow: byzantine-fleet", "yellow: from arab.move")
    assert session.state.players["yellow"].byzantine.treasury == 12
    assert "red buys a cube from the Casualty Pool for 3 Arab Bezants." in told(session)
    assert "yellow buys a cube from the Arab Move box for 3 Byzantine Bezants." in told(session)


def test_R08_fortifying_is_paid_by_the_side_of_the_city():
    game = position()
    hold(game, "red", "mecca")
    session = start(game)
    play(session, "red: fortify", "red: fortify mecca", "red: from casualties")
    assert session.state.players["red"].arab.treasury == 2


def test_R08_one_cube_is_never_paid_from_two_treasuries():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=2, arab=2)
    session = start(game)
    assert offered(session) == ["move arab", "pass"]


def test_R13_treasuries_do_not_lend_to_each_other():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=50, arab=2)
    session = start(game)
    assert "control tyre" in offered(session)
    assert "control mecca" not in offered(session)
    assert "caliph" not in offered(session)


def test_B_up_to_three_cubes_into_boxes_of_both_armies_each_paid_by_its_side():
    session = start(position())
    play(session, "red: increase", "red: to byzantine.elite", "red: from casualties")
    play(session, "red: to arab.main", "red: from casualties", "red: to byzantine.levy", "red: from pool")
    red = session.state.players["red"]
    assert (red.byzantine.elite, red.arab.main, red.byzantine.levy) == (2, 6, 3)
    assert (red.byzantine.treasury, red.arab.treasury, red.pool) == (12, 2, 8)
    assert asked(session) == ("yellow", "action")


def test_B_fewer_than_three_will_do_but_at_least_one():
    session = start(position())
    play(session, "red: increase")
    assert "done" not in offered(session)
    play(session, "red: to arab.move", "red: from pool", "red: done")
    assert session.state.players["red"].arab.move == 5
    assert asked(session) == ("yellow", "action")


def test_B_the_action_ends_by_itself_when_no_cube_is_left():
    game = position()
    pool(game, "red", 1)
    purse(game, "red", byzantine=2, arab=2)
    session = start(game)
    play(session, "red: increase", "red: to arab.move")
    assert asked(session) == ("yellow", "action")


def test_R09_a_cube_moved_between_boxes_of_one_army_costs_three():
    session = start(position())
    play(session, "red: increase", "red: to byzantine.main", "red: from byzantine.levy", "red: done")
    red = session.state.players["red"].byzantine
    assert (red.main, red.levy, red.treasury) == (4, 1, 12)


def test_R10_one_elite_cube_in_one_action():
    session = start(position())
    play(session, "red: increase", "red: to byzantine.elite", "red: from pool")
    assert "to byzantine.elite" not in offered(session)
    assert "to arab.elite" not in offered(session)
    with pytest.raises(Refused, match="elite cubes that one action allows"):
        session.answer("red", "to arab.elite")


def test_R11_a_church_costs_six_and_a_cube_which_from_the_pool_is_free():
    session = start(position())
    play(session, "red: church", "red: from pool")
    red = session.state.players["red"]
    assert (red.byzantine.treasury, red.byzantine.points, red.church) == (9, 12, 1)
    assert "red builds a church: 2 Byzantine points." in told(session)


def test_R11_with_a_bought_cube_it_costs_nine_in_all():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=9, arab=8)
    session = start(game)
    assert "church" in offered(session)
    assert "mosque" not in offered(session)
    play(session, "red: church", "red: from casualties")
    assert session.state.players["red"].byzantine.treasury == 0


def test_E_a_mosque_scores_arab_points_and_its_cube_stays_over_the_turns():
    session = start(rich(position(2)))
    play(session, "red: mosque", "red: from pool", "yellow: pass", "red: pass")
    assert session.state.turn == 2
    assert session.state.players["red"].arab.points == 12
    assert session.state.players["red"].mosque == 1


def test_E_any_number_of_churches_may_be_built():
    game = position(2)
    purse(game, "red", byzantine=30, arab=30)
    session = start(game)
    for seat in ("red", "yellow", "red"):
        play(session, f"{seat}: church", f"{seat}: from pool")
    assert session.state.players["red"].church == 2
    assert session.state.players["yellow"].church == 1


def test_R12_tax_takes_pool_cubes_once_a_turn_and_the_money_is_split_freely():
    session = start(position(2))
    play(session, "red: tax")
    assert offered(session) == [f"tax {n}" for n in range(1, 10)]
    play(session, "red: tax 3", "red: byzantine 1")
    red = session.state.players["red"]
    assert (red.pool, red.taxed, red.byzantine.treasury, red.arab.treasury) == (6, 3, 16, 10)
    play(session, "yellow: tax", "yellow: tax 1", "yellow: byzantine 2")
    with pytest.raises(Refused, match="You have taxed this turn"):
        session.answer("red", "tax")


def test_R12_the_tax_box_opens_again_next_turn():
    session = start(position(2))
    play(session, "red: tax", "red: tax 1", "red: byzantine 0", "yellow: pass", "red: pass")
    while asked(session)[1] == "maintenance":
        play(session, f"{asked(session)[0]}: {offered(session)[0]}")
    play(session, "yellow: pass")
    assert "tax" in offered(session)


def test_R12_an_empty_pool_cannot_tax():
    game = position()
    pool(game, "red", 0)
    with pytest.raises(Refused, match="Cube Pool can tax, and it is empty"):
        start(game).answer("red", "tax")


def test_R14_an_army_whose_last_cube_is_bought_away_leaves_the_map_after_the_action():
    game = position()
    army(game, "red", ARAB, "mecca", elite=0, main=1, move=0)
    session = start(game)
    play(session, "red: control tyre", "red: from arab.main")
    assert session.state.players["red"].arab.at is None
    assert "red's Arab army is no more." in told(session)


def test_R14_but_not_if_the_action_gives_it_another():
    game = position()
    army(game, "red", ARAB, "mecca", elite=0, main=1, move=0)
    session = start(game)
    play(session, "red: increase", "red: to arab.move", "red: from arab.main", "red: done")
    assert session.state.players["red"].arab.at == "mecca"


def test_R15_the_bank_never_runs_out():
    game = position()
    player = game.players["red"]
    player.pool, player.casualties = player.pool + player.casualties, 0
    purse(game, "red", byzantine=500, arab=500)
    session = start(game)
    play(session, "red: tax", "red: tax 23", "red: byzantine 46")
    assert session.state.players["red"].byzantine.treasury == 546


def test_C_improve_adds_a_token_to_any_city_of_the_side_and_scores_nothing():
    game = position()
    hold(game, "blue", "mecca")
    session = start(game)
    play(session, "red: improve arab", "red: improve mecca", "red: from pool")
    assert session.state.tokens["mecca"] == 3
    assert session.state.players["red"].arab.points == 10
    assert "red improves Mecca to 3 tokens." in told(session)


def test_C_no_city_has_more_than_three_tokens_and_the_side_must_fit():
    session = start(position())
    play(session, "red: improve byzantine")
    assert "improve damascus" not in offered(session)
    assert "improve constantinople" not in offered(session)
    assert "improve mecca" not in offered(session)
    assert "improve tyre" in offered(session)


def test_R19_improve_needs_a_token_in_the_supply():
    game = position()
    for city in game.side:
        if city != "constantinople":
            game.side[city], game.tokens[city] = BYZANTINE, 2
    session = start(game)
    with pytest.raises(Refused, match="All City tokens of that side are on the map"):
        session.answer("red", "improve byzantine")


@pytest.mark.parametrize(("special", "side", "name"), [("emperor", BYZANTINE, "Emperor"), ("caliph", ARAB, "Caliph")])
def test_C_a_throne_brings_two_points_and_the_guard(special, side, name):
    session = start(position())
    play(session, f"red: {special}", "red: from pool")
    stake = session.state.players["red"].stake(side)
    assert (stake.points, stake.guard, stake.strength) == (12, True, stake.elite + stake.main + 1)
    assert f"red becomes {name}: 2 {side.capitalize()} points and the Guard." in told(session)
    assert special not in offered(session)


def test_R63_a_fortification_replaces_the_control_cube_and_is_not_counted_as_a_token():
    game = position()
    hold(game, "red", "damascus")
    session = start(game)
    casualties = session.state.players["red"].casualties
    play(session, "red: fortify", "red: fortify damascus", "red: from pool")
    state = session.state
    assert state.fortified == ["damascus"]
    assert (state.tokens["damascus"], state.siege_strength("damascus")) == (3, 4)
    assert state.players["red"].casualties == casualties + 1
    assert state.players["red"].spare_tokens == 1
    assert state.holder["damascus"] == "red"


def test_R63_one_fortification_a_city_and_two_a_player():
    game = position()
    fortify(game, "red", "damascus")
    hold(game, "red", "mecca")
    session = start(game)
    play(session, "red: fortify")
    assert offered(session) == ["fortify mecca"]
    game = position()
    fortify(game, "red", "damascus")
    fortify(game, "red", "mecca")
    hold(game, "red", "tyre")
    with pytest.raises(Refused, match="Both your spare tokens"):
        start(game).answer("red", "fortify")
