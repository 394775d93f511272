"""The five doubtful readings, each both ways. R10, R21, R26, R46, R55"""

from __future__ import annotations

import pytest

from core.engine import BadSetup
from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    GAME,
    army,
    asked,
    box,
    hold,
    offered,
    play,
    position,
    start,
)


@pytest.mark.parametrize(("limit", "other_box"), [("one", False), ("each-box", True)])
def test_R10_elite_limit(limit, other_box):
    session = start(position(elite_limit=limit))
    play(session, "red: increase", "red: to byzantine.elite", "red: from pool")
    assert "to byzantine.elite" not in offered(session)
    assert ("to arab.elite" in offered(session)) is other_box


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_R21_return_in_constantinople(answer):
    game = position(return_in_constantinople=answer)
    hold(game, "red", "damascus")
    session = start(game)
    play(session, "red: move byzantine")
    assert ("enter constantinople" in offered(session)) is (answer == "yes")
    if answer == "no":
        assert "no army comes back in Constantinople" in str(session.explain("red", "enter constantinople"))


@pytest.mark.parametrize(("reading", "dice"), [("sea-link", 2), ("whole-move", 4)])
def test_R26_fleet_dice(reading, dice):
    game = position(fleet_dice=reading)
    hold(game, "red", "pelusium", "alexandria", "candia", side=ARAB)
    army(game, "red", ARAB, "pelusium", move=4, main=6)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1,) * dice)
    play(session, "red: move arab", "red: to alexandria", "red: on candia", "yellow: spare", "yellow: intercept")
    assert session.state.players["red"].arab.at == "candia"


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_R46_bulgars_against_oneself(answer):
    game = position(bulgars_against_oneself=answer)
    hold(game, "red", "thessalonica")
    army(game, "red", BYZANTINE, "adrianople")
    session = start(game)
    play(session, "red: bulgars")
    for city in ("thessalonica", "adrianople"):
        assert (f"attack {city}" in offered(session)) is (answer == "yes")
        if answer == "no":
            assert "a city or army of his own" in str(session.explain("red", f"attack {city}"))


def test_R46_against_oneself_ones_own_levies_may_defend():
    game = position()
    hold(game, "red", "thessalonica")
    session = start(game)
    play(session, "red: bulgars", "red: attack thessalonica", "red: from pool")
    assert asked(session) == ("red", "levies")


def test_R46_forbidden_with_nothing_else_to_do_the_box_cannot_be_taken():
    game = position(bulgars_against_oneself="no")
    game.bulgars = 9
    hold(game, "red", "thessalonica", "adrianople")
    assert "bulgars" not in offered(start(game))


@pytest.mark.parametrize(("answer", "next_question"), [("yes", ("blue", "levies")), ("no", ("red", "cube"))])
def test_R55_levies_after_own_army(answer, next_question):
    game = position(levies_after_own_army=answer)
    hold(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, "damascus", elite=0, main=1, move=0)
    army(game, "red", ARAB, "tabuk", elite=0, main=6, move=1)
    session = start(game, (6, 1, 1), (1,), *([(1, 1, 1)] if answer == "no" else []))
    play(session, "red: move arab", "red: to damascus", "blue: fight")
    assert asked(session) == next_question


def test_every_switch_has_two_values_and_the_default_is_one_of_them():
    assert [switch.id for switch in GAME.switches] == [
        "elite_limit", "return_in_constantinople", "fleet_dice", "bulgars_against_oneself", "levies_after_own_army",
    ]  # fmt: skip
    for switch in GAME.switches:
        assert len(switch.values) == 2
        assert switch.default in switch.values


def test_an_unknown_value_is_refused_with_those_there_are():
    with pytest.raises(BadSetup, match="can be: one, each-box"):
        GAME.setup(players=3, options={"elite_limit": "none"})
