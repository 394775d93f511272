"""F. A successful attack: tokens, points, plunder, and the cube that holds the city. R63 to R68"""

from __future__ import annotations

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
    start,
    told,
)


def victors(**boxes: int):
    """Red's Arabs will take Damascus, which nobody defends."""
    game = position()
    army(game, "red", ARAB, "tabuk", **({"elite": 0, "main": 6, "move": 2} | boxes))
    return game


def take(game):
    session = start(game, (1,) * game.siege_strength("damascus"))
    play(session, "red: move arab", "red: to damascus")
    return session


def test_a_taken_city_changes_sides_loses_a_token_and_pays_what_is_left():
    session = take(victors())
    play(session, "red: from pool")
    state = session.state
    assert (state.side["damascus"], state.tokens["damascus"], state.holder["damascus"]) == (ARAB, 2, "red")
    assert (state.players["red"].arab.points, state.players["red"].arab.treasury) == (12, 7)
    assert state.players["red"].arab.at == "damascus"
    assert "red captures Damascus: 2 Arab points and 2 Bezants." in told(session)


def test_a_city_of_one_token_keeps_one_and_gives_nothing():
    game = victors()
    game.tokens["damascus"] = 1
    session = take(game)
    play(session, "red: from pool")
    assert (session.state.side["damascus"], session.state.tokens["damascus"]) == (ARAB, 1)
    assert (session.state.players["red"].arab.points, session.state.players["red"].arab.treasury) == (10, 5)
    assert "red captures Damascus." in told(session)


def test_the_old_controllers_cube_is_a_casualty():
    game = victors()
    hold(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, None, levy=0)
    before = game.players["blue"].casualties
    take(game)
    assert game.players["blue"].casualties == before + 1


def test_R63_a_fortification_goes_back_to_its_owner_and_does_not_lessen_the_gain():
    game = victors()
    fortify(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, None, levy=0)
    session = take(game)
    assert session.state.players["blue"].spare_tokens == 2
    assert session.state.fortified == []
    assert session.state.players["red"].arab.points == 12


def test_R64_pool_or_bought_is_the_victors_choice_if_both_are_possible():
    session = take(victors())
    assert asked(session) == ("red", "cube")
    assert {"from pool", "from casualties", "from arab.main"} <= set(offered(session))
    play(session, "red: from casualties")
    assert session.state.players["red"].arab.treasury == 4  # five, two plundered, three paid


def test_R64_plunder_comes_first_and_may_pay_for_the_cube():
    game = victors()
    pool(game, "red", 0)
    purse(game, "red", byzantine=0, arab=1)
    session = take(game)
    assert asked(session) == ("red", "cube")
    play(session, "red: from casualties")
    assert session.state.players["red"].arab.treasury == 0


def poor(**boxes: int):
    """Victors with neither cube nor three Bezants, even after plunder."""
    game = victors(**boxes)
    pool(game, "red", 0)
    purse(game, "red", byzantine=50, arab=0)
    return game


def test_R64_otherwise_the_army_gives_up_two_cubes_one_of_them_on_the_city():
    game = poor()
    before = game.players["red"].casualties
    session = take(game)
    assert asked(session) == ("red", "garrison")
    play(session, "red: give main")
    assert session.state.holder["damascus"] == "red"
    red = session.state.players["red"]
    play(session, "red: give move")
    assert (red.arab.main, red.arab.move) == (5, 0)
    assert red.casualties == before + 1 + 1  # the Move cube of the march, and one of the two


def test_R65_with_one_ordinary_cube_and_a_guard_the_cube_holds_the_city_and_the_guard_goes_home():
    game = poor(elite=0, main=1, move=1)
    game.tokens["damascus"] = 1
    box(game, "caliph", "red")
    session = take(game)
    red = session.state.players["red"]
    assert session.state.holder["damascus"] == "red"
    assert (red.arab.guard, red.arab.at) == (False, None)
    assert "red loses the Caliph's Guard." in told(session)
    assert asked(session) == ("yellow", "action")


def test_R65_an_army_that_gives_its_last_two_cubes_is_destroyed_and_the_city_is_held():
    game = poor(elite=0, main=2, move=1)
    game.tokens["damascus"] = 1
    session = take(game)
    assert session.state.holder["damascus"] == "red"
    assert session.state.players["red"].arab.at is None


def test_R68_after_a_capture_the_action_is_over():
    game = victors(move=5)
    session = take(game)
    play(session, "red: from pool")
    assert session.state.players["red"].arab.move == 4
    assert asked(session) == ("yellow", "action")


def test_R19_a_conquest_never_fails_for_want_of_tokens():
    game = victors()
    for city in game.side:
        if city not in ("constantinople", "damascus"):
            game.side[city], game.tokens[city] = ARAB, 2
    session = take(game)
    play(session, "red: from pool")
    assert (session.state.side["damascus"], session.state.tokens["damascus"]) == (ARAB, 2)
