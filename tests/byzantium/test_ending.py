"""Ending the game: city points, the half rule, ties, the fall of Constantinople. R72 to R74"""

from __future__ import annotations

import pytest

from core.games.byzantium.state import Phase
from tests.byzantium.positions import ARAB, GAME, army, fortify, hold, play, position, purse, start, told


def ended(**points: tuple[int, int]):
    """A game that is over, with these Byzantine and Arab points."""
    game = position(len(points))
    for seat, (byzantine, arab) in points.items():
        game.players[seat].byzantine.points = byzantine
        game.players[seat].arab.points = arab
        purse(game, seat, 0, 0)
    game.phase = Phase.OVER
    return game


def test_nobody_has_won_before_the_end():
    assert GAME.outcome(position()) is None


@pytest.mark.parametrize(
    ("byzantine", "arab", "score"), [(40, 18, 40), (30, 15, 45), (15, 30, 45), (0, 0, 0), (31, 15, 31)]
)
def test_R73_both_scores_count_if_the_lower_is_at_least_half_the_higher(byzantine, arab, score):
    outcome = GAME.outcome(ended(red=(byzantine, arab), yellow=(0, 0)))
    assert outcome.scores["red"] == score


def test_R73_a_point_for_each_token_not_for_fortifications_on_the_track_of_its_side():
    game = position(2)
    fortify(game, "red", "damascus")
    hold(game, "red", "mecca")
    for seat in game.seats:
        purse(game, seat, 60, 60)
    game.turn, game.phase, game.passed = 3, Phase.INCOME, ["red", "yellow"]
    session = start(game)
    red = session.state.players["red"]
    assert session.over
    assert (red.byzantine.points, red.arab.points) == (13, 12)
    assert "red scores 3 Byzantine points for cities." in told(session)
    assert GAME.outcome(session.state).winners == ("red",)
    assert GAME.outcome(session.state).why == "three turns are over"


def test_R73_the_most_points_win():
    assert GAME.outcome(ended(red=(20, 15), yellow=(36, 10))).winners == ("yellow",)


def test_R73_ties_go_to_the_sum_of_both_tracks():
    assert GAME.outcome(ended(red=(40, 10), yellow=(20, 20))).winners == ("red",)


def test_R73_then_to_the_most_cities_not_tokens():
    game = ended(red=(20, 20), yellow=(20, 20))
    hold(game, "red", "tabuk", "medina")
    hold(game, "yellow", "damascus")
    assert GAME.outcome(game).winners == ("red",)


def test_R73_then_to_the_most_money_in_both_treasuries():
    game = ended(red=(20, 20), yellow=(20, 20))
    purse(game, "red", 5, 0)
    purse(game, "yellow", 2, 4)
    assert GAME.outcome(game).winners == ("yellow",)


def test_R73_and_then_the_victory_is_shared():
    assert GAME.outcome(ended(red=(20, 20), yellow=(20, 20), blue=(1, 1))).winners == ("red", "yellow")


def fallen(**points: tuple[int, int]):
    game = ended(**points)
    game.conqueror = "yellow"
    return game


def test_R72_after_the_fall_only_arab_points_count_and_the_conqueror_may_lose():
    outcome = GAME.outcome(fallen(red=(0, 30), yellow=(90, 25)))
    assert outcome.winners == ("red",)
    assert outcome.scores == {"red": 30, "yellow": 25}
    assert outcome.why == "yellow took Constantinople: only Arab points count"


def test_R72_ties_skip_the_sum_of_tracks_and_go_to_cities_then_money():
    game = fallen(red=(90, 25), yellow=(0, 25))
    hold(game, "yellow", "mecca")
    assert GAME.outcome(game).winners == ("yellow",)
    game = fallen(red=(90, 25), yellow=(0, 25))
    purse(game, "yellow", 1, 0)
    assert GAME.outcome(game).winners == ("yellow",)
    assert GAME.outcome(fallen(red=(90, 25), yellow=(0, 25))).winners == ("red", "yellow")


def test_R72_the_game_ends_at_once_without_income_or_city_points():
    game = position()
    hold(game, "red", "adrianople", side=ARAB)
    hold(game, "blue", "damascus")
    army(game, "red", ARAB, "adrianople", elite=0, main=9, move=1)
    session = start(game, (1, 1, 1, 1, 1))
    play(session, "red: move arab", "red: to constantinople")
    state = session.state
    assert session.over
    assert state.players["red"].arab.points == 15
    assert state.players["red"].arab.treasury == 5
    assert state.players["blue"].byzantine.points == 10
    assert GAME.outcome(state).scores == {"red": 15, "yellow": 10, "blue": 10}


def test_R74_victory_tracks_have_no_upper_end():
    game = position()
    game.players["red"].byzantine.points = 400
    session = start(game)
    play(session, "red: control damascus", "red: from pool")
    assert session.state.players["red"].byzantine.points == 403


def test_the_board_can_be_read():
    game = position()
    fortify(game, "red", "damascus")
    army(game, "red", ARAB, "mecca")
    text = GAME.board(game)
    assert "Turn 1 of 3, player actions" in text
    assert "Damascus, 3, fortified, red" in text
    assert "Mecca, 2, nobody, army of red" in text
    assert "Bulgars: 7 cubes, 0 cities" in text
