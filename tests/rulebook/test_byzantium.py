"""The rulebook's own worked examples, and the numbers inside its rules. Their facts are in byzantium.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core.games.byzantium.ending import final_score, half_rule, outcome
from core.games.byzantium.income import return_cubes
from core.games.byzantium.state import Phase
from tests.byzantium.positions import (
    ARAB,
    BULGAR,
    BYZANTINE,
    army,
    asked,
    hold,
    offered,
    play,
    position,
    start,
)

EXAMPLES = {
    example["id"]: example
    for example in tomllib.loads(Path(__file__).with_name("byzantium.toml").read_text(encoding="utf-8"))["example"]
}


def result(example: str) -> dict:
    return EXAMPLES[example]["result"]


def test_every_example_is_a_test():
    missing = [name for name in EXAMPLES if f"test_{name}" not in globals()]
    assert not missing


def test_claim_damascus():
    game = position()
    before = game.players["red"].casualties
    session = start(game)
    play(session, "red: control damascus", "red: from casualties")
    simon, expected = game.players["red"], result("claim_damascus")
    assert simon.byzantine.treasury == 15 - expected["paid_byzantine"]
    assert simon.arab.treasury == 5
    assert game.holder["damascus"] == "red"
    assert simon.byzantine.points == expected["victory_points_byzantine"]
    assert simon.arab.points == 10 + expected["victory_points_arab_change"]
    assert simon.byzantine.at == expected["byzantine_pawn"]
    assert simon.casualties - before == expected["casualty_pool_change"]


def test_increase_army_mixed_sources():
    game = position()
    session = start(game)
    play(session, "red: increase")
    play(session, "red: to byzantine.elite", "red: from pool")
    play(session, "red: to byzantine.main", "red: from pool")
    play(session, "red: to byzantine.levy", "red: from arab.move")
    andy, expected = game.players["red"], result("increase_army_mixed_sources")
    assert andy.byzantine.treasury == 15 - expected["paid_byzantine"]
    assert andy.arab.treasury == 5 - expected["paid_arab"]
    assert andy.pool == 9 + expected["cube_pool_change"]
    assert andy.arab.move == 4 + expected["arab_move_change"]
    assert andy.byzantine.elite == 1 + expected["byzantine_elite_change"]
    assert andy.byzantine.main == 3 + expected["byzantine_main_change"]
    assert andy.byzantine.levy == 2 + expected["byzantine_levy_change"]
    assert asked(session) == ("yellow", "action")


def test_civil_war_damascus():
    """Red is Jerry, yellow is Simon."""
    game = position()
    hold(game, "yellow", "damascus")
    hold(game, "red", "antioch")
    army(game, "red", BYZANTINE, "antioch", main=5)
    session = start(game, (1, 1, 1))
    play(session, "red: move byzantine", "red: to damascus", "red: civil-war", "red: from pool")
    expected = result("civil_war_damascus")
    assert game.players["red"].byzantine.move == 2 - expected["move_cubes_paid"]
    assert game.players["red"].byzantine.treasury == 15 - expected["paid_byzantine"]
    assert (len(game.special["civil-war byzantine"]) == 0) is expected["civil_war_byzantine_box_free"]
    assert asked(session) == ("yellow", "levies")
    play(session, "yellow: decline")
    told = [event.kind for event in session.events]
    assert "battle" not in told
    assert "siege" in told


def test_improve_mecca():
    game = position()
    hold(game, "red", "mecca")
    session = start(game)
    play(session, "red: improve arab", "red: improve mecca", "red: from pool")
    andy, expected = game.players["red"], result("improve_mecca")
    assert game.tokens["mecca"] == expected["tokens"]
    assert andy.arab.points == 10 + expected["victory_points_arab_change"]
    assert andy.byzantine.points == 10 + expected["victory_points_byzantine_change"]
    assert andy.arab.treasury == 5 - expected["paid_arab"]
    play(session, "yellow: improve arab")
    assert ("improve mecca" in offered(session)) is expected["can_be_improved_again"]
    assert "three tokens" in str(session.explain("yellow", "improve mecca"))


def test_bulgars_athens():
    game = position()
    game.side["thessalonica"], game.tokens["thessalonica"] = BULGAR, 2
    session = start(game, (1, 1))
    cubes = game.bulgars
    play(session, "red: bulgars", "red: attack athens", "red: from casualties")
    simon, expected = game.players["red"], result("bulgars_athens")
    assert game.bulgars == cubes + expected["bulgar_cubes_added_before_attack"]
    assert simon.arab.treasury == 5 - expected["paid_arab"] + expected["plunder"]
    assert simon.byzantine.treasury == 15 - expected["paid_byzantine"]
    assert game.tokens["athens"] == expected["tokens"]
    assert game.side["athens"] is BULGAR
    assert "athens" not in game.holder
    assert simon.arab.points == 10 + expected["victory_points_arab_change"]
    assert simon.byzantine.points == 10 + expected["victory_points_byzantine_change"]


def test_bulgars_athens_met_by_an_army():
    game = position()
    game.side["thessalonica"], game.tokens["thessalonica"] = BULGAR, 2
    hold(game, "blue", "athens")
    army(game, "blue", BYZANTINE, "athens")
    session = start(game, (1, 1))
    play(session, "red: bulgars", "red: attack athens", "red: from pool")
    assert asked(session) == ("blue", "stand")
    assert offered(session) == ["fight", "retreat"]


def test_bulgars_could_have_grown_instead():
    game = position()
    session = start(game)
    play(session, "red: bulgars", "red: grow byzantine", "red: from pool")
    assert game.bulgars == 7 + 4


def test_arab_entry_hira_baghdad():
    """Red is Andy, yellow is Jerry."""
    game = position()
    hold(game, "yellow", "hira", side=ARAB, tokens=1)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab")
    assert "enter hira" in offered(session)
    play(session, "red: enter hira", "red: to baghdad")
    expected = result("arab_entry_hira_baghdad")
    assert game.players["red"].arab.move == 4 - expected["move_cubes_paid"]
    told = [event.kind for event in session.events]
    assert ("attack" in told) is expected["must_attack"]
    assert ("battle" in told) is expected["battle"]
    assert "siege" in told


@pytest.mark.parametrize("case", [0, 1, 2])
def test_sea_alexandria_candia(case: int):
    """Red is Andy; in the last case yellow has the Byzantine Fleet."""
    game = position()
    hold(game, "red", "alexandria", side=ARAB)
    army(game, "red", ARAB, "alexandria")
    if case >= 1:
        game.special["arab-fleet"] = ["red"]
    if case == 2:
        game.special["byzantine-fleet"] = ["yellow"]
    dice = [(1,) * result("sea_alexandria_candia")["fleet_dice_allowed"][case]] if case == 2 else []
    session = start(game, *dice, (1, 1))
    play(session, "red: move arab", "red: to candia")
    if case == 2:
        play(session, "yellow: double", "yellow: intercept")
    expected = result("sea_alexandria_candia")
    assert game.players["red"].arab.move == 4 - expected["move_cubes_paid"][case]
    assert any(event.kind == "attack" for event in session.events) is expected["must_attack_if_other_colour"]


def test_retreat_tarsus_palmyra():
    """Red is Simon; his Arab army stands in Arab Tarsus and is beaten there by blue's Byzantines."""
    game = position(active="blue")
    hold(game, "red", "tarsus", "palmyra", "damascus", side=ARAB)
    army(game, "red", ARAB, "tarsus", elite=0, main=1, move=4)
    army(game, "blue", BYZANTINE, "iconium", main=6, elite=0)
    session = start(game, (1, 1, 1), (1,), (1, 1))
    casualties = game.players["red"].casualties
    play(session, "blue: move byzantine", "blue: to tarsus", "red: fight")
    expected = result("retreat_tarsus_palmyra")
    assert asked(session) == ("red", "retreat")
    assert sorted(offered(session)) == sorted(f"to {city}" for city in expected["choices"])
    play(session, "red: to palmyra", "red: lose move")
    simon = game.players["red"]
    assert simon.arab.at == "palmyra"
    assert simon.arab.move == 4 + expected["arab_move_change"]
    assert game.side["tarsus"] is BYZANTINE  # the siege succeeds: his cube there is a casualty too
    assert simon.casualties - casualties - 1 == expected["casualty_pool_change"]
    retreat = next(event for event in session.events if event.kind == "retreated")
    assert retreat.facts["path"] == expected["path"]
    assert retreat.facts["casualties"] == expected["casualties"]


def ankara(treasury: int = 0):
    """Red is Jerry with nine main and four move cubes at Caesarea, yellow is Andy in fortified Ankara."""
    game = position()
    hold(game, "red", "caesarea", side=ARAB)
    hold(game, "yellow", "ankara")
    game.fortified.append("ankara")
    game.players["yellow"].spare_tokens -= 1
    game.players["yellow"].casualties += 1
    army(game, "red", ARAB, "caesarea", elite=0, main=9, move=4)
    army(game, "yellow", BYZANTINE, "ankara", elite=1, main=6, move=1)
    red = game.players["red"]
    red.casualties, red.pool = red.casualties + red.pool, 0
    red.arab.treasury = treasury
    return game


def test_battle_ankara():
    game = ankara()
    session = start(game, (2, 4, 6), (1, 3, 5, 5), (1, 1, 3, 6))
    play(session, "red: move arab", "red: to ankara", "yellow: fight", "red: lose main", "red: lose move")
    play(session, "yellow: lose elite", "yellow: lose main")
    battle = next(event for event in session.events if event.kind == "battle")
    assert (battle.facts["strength"], battle.facts["foe_strength"], battle.facts["won"]) == (8, 5, True)
    jerry, andy = game.players["red"].arab, game.players["yellow"].byzantine
    assert (jerry.elite, jerry.main, jerry.move) == (0, 8, 2)
    assert (andy.elite, andy.main, andy.move) == (0, 5, 1)
    assert asked(session) == ("yellow", "retreat")


def test_siege_ankara():
    game = ankara()
    session = start(game, (2, 4, 6), (1, 3, 5, 5), (1, 1, 3, 6))
    play(session, "red: move arab", "red: to ankara", "yellow: fight", "red: lose main", "red: lose move")
    play(session, "yellow: lose elite", "yellow: lose main", "yellow: to nicaea", "red: lose main")
    expected = result("siege_ankara")
    siege = next(event for event in session.events if event.kind == "siege")
    assert siege.facts["defence"] == expected["city_strength"]
    assert siege.facts["strength"] == expected["attacker_strength"]
    assert siege.facts["taken"] is expected["captured"]
    jerry = game.players["red"].arab
    assert {"elite": jerry.elite, "main": jerry.main, "move": jerry.move} == expected["attacker_after"]


def test_capture_ankara():
    game = ankara()
    before = game.players["red"].casualties
    session = start(game, (2, 4, 6), (1, 3, 5, 5), (1, 1, 3, 6))
    play(session, "red: move arab", "red: to ankara", "yellow: fight", "red: lose main", "red: lose move")
    play(session, "yellow: lose elite", "yellow: lose main", "yellow: to nicaea", "red: lose main")
    before = game.players["red"].casualties
    play(session, "red: give main", "red: give move")
    jerry, andy, expected = game.players["red"], game.players["yellow"], result("capture_ankara")
    assert game.side["ankara"] is ARAB
    assert game.tokens["ankara"] == expected["tokens"]
    assert game.holder["ankara"] == "red"
    assert "ankara" not in game.fortified
    assert andy.spare_tokens == 2
    assert jerry.arab.points == 10 + expected["victory_points_arab_change"]
    assert jerry.arab.treasury == expected["treasury_arab"] == expected["plunder"]
    assert {name: getattr(jerry.arab, name) for name in ("elite", "main", "move")} == expected["attacker_after"]
    assert jerry.casualties - before == expected["casualty_pool_change"]


def test_capture_ankara_with_three_bezants_a_cube_must_be_bought():
    game = ankara(treasury=1)
    session = start(game, (2, 4, 6), (1, 3, 5, 5), (1, 1, 3, 6))
    play(session, "red: move arab", "red: to ankara", "yellow: fight", "red: lose main", "red: lose move")
    play(session, "yellow: lose elite", "yellow: lose main", "yellow: to nicaea", "red: lose main")
    assert asked(session) == ("red", "cube")
    play(session, "red: from casualties")
    assert game.players["red"].arab.treasury == 0
    assert game.players["red"].arab.main == 7


def test_final_scores():
    game = position(2)
    game.phase = Phase.OVER
    expected = result("final_scores")
    for seat, name in (("red", "Simon"), ("yellow", "Andy")):
        points = EXAMPLES["final_scores"]["setup"][name]
        game.stake(seat, ARAB).points, game.stake(seat, BYZANTINE).points = points["arab"], points["byzantine"]
        assert final_score(game, seat) == expected[name]
    assert outcome(game).winners == ("yellow",)


def test_two_land_links():
    game = position()
    army(game, "red", BYZANTINE, "antioch", move=3)
    session = start(game)
    play(session, "red: move byzantine", "red: to tarsus", "red: on iconium")
    assert game.players["red"].byzantine.at == "iconium"
    assert game.players["red"].byzantine.move == 3 - result("two_land_links")["move_cubes_paid"]


def test_arab_land_then_sea():
    game = position()
    hold(game, "red", "pelusium", "alexandria", side=ARAB)
    army(game, "red", ARAB, "pelusium", move=4)
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to alexandria", "red: on candia")
    assert game.players["red"].arab.at == "candia"
    assert game.players["red"].arab.move == 4 - result("arab_land_then_sea")["move_cubes_paid"]


def test_constantinople_to_any_coast():
    expected = result("constantinople_to_any_coast")
    game = position()
    army(game, "red", BYZANTINE, "constantinople", move=6)
    session = start(game)
    play(session, "red: move byzantine", "red: to trebizond", "red: stop")
    assert game.players["red"].byzantine.at == "trebizond"
    assert game.players["red"].byzantine.move == 6 - expected["move_cubes_paid"]
    play(session, "yellow: pass", "blue: pass", "red: move byzantine")
    assert ("to constantinople" in offered(session)) is expected["return_allowed"]


def take_damascus(example: str, tokens: int):
    """Red's Arabs take Damascus from nobody."""
    game = position()
    game.tokens["damascus"] = tokens
    army(game, "red", ARAB, "tabuk", main=6)
    session = start(game, (1,) * tokens)
    play(session, "red: move arab", "red: to damascus", "red: from pool")
    expected = result(example)
    assert game.tokens["damascus"] == expected["tokens"]
    assert game.players["red"].arab.points == 10 + expected["victory_points_change"]
    assert game.players["red"].arab.treasury == 5 + expected["plunder"]
    assert game.side["damascus"] is ARAB


def test_capture_three():
    take_damascus("capture_three", 3)


def test_capture_one():
    take_damascus("capture_one", 1)


@pytest.mark.parametrize("case", [0, 1])
def test_constantinople_siege(case: int):
    game = position()
    hold(game, "red", "nicaea", side=ARAB)
    army(game, "red", ARAB, "nicaea", elite=1, main=10, move=4)
    hits = EXAMPLES["constantinople_siege"]["input"]["hits"][case]
    session = start(game, (4,) * hits + (1,) * (5 - hits))
    play(session, "red: move arab", "red: to constantinople")
    while session.pending and asked(session)[1] == "loss":
        play(session, "red: lose main")
    expected = result("constantinople_siege")
    assert game.players["red"].arab.strength == expected["attacker_strength"][case]
    assert session.over is expected["captured"][case]
    gained = game.players["red"].arab.points - 10
    assert gained == (expected["arab_victory_points_if_captured"] if session.over else 0)


def test_tie_in_battle():
    game = position()
    hold(game, "yellow", "damascus")
    army(game, "red", ARAB, "tabuk", elite=0, main=4)
    army(game, "yellow", BYZANTINE, "damascus", elite=0, main=4)
    session = start(game, (1, 1, 1), (1, 1, 1))
    play(session, "red: move arab", "red: to damascus", "yellow: fight")
    battle = next(event for event in session.events if event.kind == "battle")
    assert battle.facts["strength"] == battle.facts["foe_strength"] == 4
    assert result("tie_in_battle")["winner"] == ("attacker" if battle.facts["won"] else "defender")
    assert game.players["red"].arab.at == "tabuk"


def test_casualties_return():
    game = position()
    setup, expected = EXAMPLES["casualties_return"]["setup"], result("casualties_return")
    player = game.players["red"]
    player.casualties, player.special = setup["casualty_pool"], setup["special"]
    player.taxed, player.passing, player.church = setup["tax"], setup["pass"], 2
    pool = player.pool
    return_cubes(game, "red")
    assert player.pool - pool == expected["cube_pool_change"]
    assert player.casualties == expected["casualty_pool"]
    assert player.church == 2


def test_half_rule_at_the_edge():
    assert (half_rule(15, 30), half_rule(14, 30), half_rule(0, 0)) == (45, 30, 0)
