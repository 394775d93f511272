"""Starting the game, the order of play, and passing. R01 to R06, R75"""

from __future__ import annotations

import pytest

from core.engine import Refused
from core.games.byzantium.state import begin
from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    GAME,
    army,
    asked,
    box,
    hold,
    offered,
    pass_turn,
    play,
    pool,
    position,
    rich,
    start,
    told,
)


def test_every_player_starts_with_the_same_display_and_money():
    game = begin(GAME.setup(players=4))
    assert list(game.players) == ["red", "yellow", "blue", "green"]
    for player in game.players.values():
        assert (player.byzantine.treasury, player.arab.treasury) == (15, 5)
        assert (player.byzantine.points, player.arab.points) == (10, 10)
        assert (player.pool, player.casualties, player.spare_tokens) == (9, 14, 2)
        assert player.byzantine.at is player.arab.at is None
    assert game.bulgars == 7
    assert game.tokens["damascus"] == 3


def test_R03_the_highest_die_begins_and_ties_roll_again():
    session = start(begin(GAME.setup(players=3)), (2, 5, 5), (1, 6))
    assert asked(session) == ("blue", "action")
    assert told(session)[-1] == "Turn 1 begins with blue."


def test_play_goes_clockwise():
    session = start(position(active="yellow"))
    order = []
    for city in ("tyre", "athens", "damascus", "smyrna"):
        seat, _ = asked(session)
        order.append(seat)
        play(session, f"{seat}: control {city}", f"{seat}: from pool")
    assert order == ["yellow", "blue", "red", "yellow"]


def test_who_has_passed_acts_no_more_this_turn():
    session = start(position())
    play(session, "red: pass", "yellow: caliph", "yellow: from pool", "blue: emperor", "blue: from pool")
    assert asked(session) == ("yellow", "action")


def test_R01_the_last_player_has_exactly_one_more_action_though_he_acted_just_before():
    session = start(rich(position()))
    play(session, "red: caliph", "red: from pool", "yellow: pass", "blue: pass")
    assert asked(session) == ("red", "action")
    play(session, "red: emperor", "red: from pool")
    assert session.state.turn == 2


def test_R01_the_final_action_may_be_a_pass_and_if_not_no_cube_lies_in_the_pass_box():
    session = start(rich(position(2)))
    play(session, "red: pass")
    before = session.state.players["yellow"].casualties
    play(session, "yellow: emperor", "yellow: from pool")
    # of his special cube and half his casualties, no pass cube among them
    assert session.state.players["yellow"].pool == 8 + 1 + (before + 1) // 2


def test_R02_the_first_to_pass_begins_the_next_turn():
    session = start(rich(position()))
    play(session, "red: caliph", "red: from pool", "yellow: pass", "blue: pass", "red: pass")
    assert asked(session) == ("yellow", "action")
    assert session.state.first_player == "yellow"
    assert "yellow passes first, and will begin the next turn." in told(session)
    assert "blue passes." in told(session)


def test_R02_with_two_players_too():
    session = start(rich(position(2)))
    play(session, "red: caliph", "red: from pool", "yellow: pass", "red: pass")
    assert asked(session) == ("yellow", "action")


def test_a_pass_takes_a_casualty_and_costs_nothing():
    session = start(position())
    play(session, "red: pass")
    red = session.state.players["red"]
    assert (red.casualties, red.passing) == (13, 1)
    assert (red.byzantine.treasury, red.arab.treasury) == (15, 5)


def test_R04_with_no_casualties_the_player_chooses_a_cube_but_never_the_guard():
    game = position()
    player = game.players["red"]
    box(game, "emperor", "red")
    army(game, "red", BYZANTINE, None, elite=0)
    player.pool, player.casualties = player.pool + player.casualties, 0
    session = start(game)
    play(session, "red: pass")
    assert asked(session) == ("red", "pass cube")
    assert "from pool" in offered(session)
    assert "from arab.levy" in offered(session)
    assert "from byzantine.elite" not in offered(session)
    play(session, "red: from arab.levy")
    assert session.state.players["red"].arab.levy == 0
    assert session.state.players["red"].passing == 1


def test_R04_with_no_cube_anywhere_he_passes_without_one_and_is_still_first():
    game = position()
    for side in (BYZANTINE, ARAB):
        army(game, "red", side, None, elite=0, main=0, move=0, levy=0)
    player = game.players["red"]
    pool(game, "red", 0)
    player.gone, player.casualties = player.casualties, 0
    session = start(game)
    assert offered(session) == ["pass"]
    play(session, "red: pass")
    assert session.state.players["red"].passing == 0
    assert session.state.passed == ["red"]


def test_R05_an_army_on_the_map_cannot_do_nothing():
    game = position()
    army(game, "red", ARAB, "mecca", move=1)
    session = start(game)
    play(session, "red: move arab")
    assert offered(session) == ["to medina"]
    with pytest.raises(Refused, match="must march"):
        session.answer("red", "stay")


def test_R06_a_box_cannot_be_taken_only_to_block_it():
    game = position()
    game.side.update({city: ARAB for city in game.side if city != "constantinople"})
    game.tokens.update({city: 3 for city in game.tokens if city != "constantinople"})
    session = start(game)
    for special in ("improve byzantine", "fortify", "civil-war byzantine", "civil-war arab"):
        with pytest.raises(Refused):
            session.answer("red", special)
    for special in ("emperor", "caliph", "byzantine-fleet", "arab-fleet"):
        assert special in offered(session)


def test_the_game_lasts_three_turns():
    session = start(position())
    for turn in (1, 2, 3):
        assert session.state.turn == turn
        pass_turn(session)
        while session.pending and session.pending[0].name == "maintenance":
            session.answer(session.pending[0].seat, offered(session)[0])
    assert session.over
    assert GAME.headline(session.state) == "The game is over"


def test_R75_two_players_play_by_the_same_rules():
    game = position(2)
    hold(game, "yellow", "damascus")
    army(game, "red", ARAB, "tabuk", main=6, move=1)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: to damascus")
    assert asked(session) == ("yellow", "levies")
    play(session, "yellow: decline", "red: from pool")
    assert session.state.holder["damascus"] == "red"
