"""F. Retreating an Army: where to, at what price, past which fleet. R33 to R42"""

from __future__ import annotations

from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    PERSIAN,
    army,
    asked,
    box,
    hold,
    offered,
    play,
    position,
    start,
    told,
)


def candia_attacked(fleet: str | None = "yellow", move: int = 2):
    """Blue's Arab army in Candia, attacked by red from Athens; the sea leads to Arab Alexandria, no land anywhere."""
    game = position()
    hold(game, "blue", "candia", "alexandria", side=ARAB)
    army(game, "blue", ARAB, "candia", elite=0, main=2, move=move, levy=0)
    army(game, "red", BYZANTINE, "athens", elite=2, main=6, move=2)
    if fleet:
        box(game, "byzantine-fleet", fleet)
    return game


def test_R37_an_arab_army_may_ask_to_leave_by_sea_and_goes_if_the_fleet_lets_it():
    session = start(candia_attacked(), (1, 1))
    play(session, "red: move byzantine", "red: to candia", "blue: retreat")
    assert asked(session) == ("yellow", "sea retreat")
    play(session, "yellow: allow", "red: from pool")
    assert session.state.players["blue"].arab.at == "alexandria"
    assert session.state.players["blue"].arab.field_cubes == 4


def test_R37_barred_from_the_sea_before_battle_it_stands_and_fights():
    session = start(candia_attacked(), (1, 1, 1, 1, 1), (1, 1))
    play(session, "red: move byzantine", "red: to candia", "blue: retreat", "yellow: bar")
    assert "blue's Arab army stands at Candia, having no way out." in told(session)
    assert "At Candia red's attack beats blue's army, 8 against 2." in told(session)
    assert asked(session) == ("yellow", "sea retreat")


def test_R38_the_fleet_is_not_asked_where_the_sea_makes_no_difference():
    game = position()
    hold(game, "blue", "tyre", "jerusalem", side=ARAB)
    army(game, "blue", ARAB, "tyre", main=2)
    army(game, "red", BYZANTINE, "antioch", elite=2, main=6, move=2)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move byzantine", "red: to tyre", "blue: retreat", "blue: decline")
    assert session.state.players["blue"].arab.at == "jerusalem"
    assert asked(session) == ("red", "cube")


def attacked(defender: str = "blue", at: str = "damascus", **boxes: int):
    """Red's strong Arab army in Tabuk will march on a Byzantine army in Damascus."""
    game = position()
    army(game, "red", ARAB, "tabuk", elite=3, main=6, move=2)
    army(game, defender, BYZANTINE, at, **boxes)
    return game


def test_R33_a_beaten_attacker_goes_back_for_nothing():
    game = position()
    army(game, "red", ARAB, "tabuk", elite=0, main=2, move=3)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: to damascus")
    red = session.state.players["red"].arab
    assert (red.at, red.main, red.move) == ("tabuk", 2, 2)


def test_R33_after_two_links_he_goes_back_to_the_city_between():
    game = position()
    army(game, "red", ARAB, "medina", elite=0, main=2, move=3)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: to tabuk", "red: on damascus")
    assert session.state.players["red"].arab.at == "tabuk"


def test_R33_after_entering_he_goes_back_to_the_city_of_entry():
    game = position()
    army(game, "red", ARAB, None, elite=0, main=2, move=1)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: enter tabuk", "red: to damascus")
    assert session.state.players["red"].arab.at == "tabuk"


def test_R33_after_sailing_from_constantinople_he_goes_back_there():
    game = position()
    hold(game, "blue", "alexandria", side=ARAB)
    army(game, "blue", ARAB, None, levy=0)
    army(game, "red", BYZANTINE, "constantinople", elite=0, main=2, move=1)
    session = start(game, (1, 1, 1))
    play(session, "red: move byzantine", "red: to alexandria")
    assert session.state.players["red"].byzantine.at == "constantinople"


def beaten_at_candia(**boxes: int):
    game = position()
    hold(game, "red", "alexandria", side=ARAB)
    army(game, "red", ARAB, "alexandria", **boxes)
    box(game, "byzantine-fleet", "yellow")
    return game


def test_R34_a_fleet_may_bar_the_way_back_over_the_sea_and_without_land_the_army_is_destroyed():
    session = start(beaten_at_candia(elite=0, main=2, move=3), (1, 1))
    play(session, "red: move arab", "red: to candia", "yellow: spare", "yellow: hold")
    assert asked(session) == ("yellow", "sea retreat")
    play(session, "yellow: bar")
    assert session.state.players["red"].arab.at is None
    assert session.state.players["red"].arab.field_cubes == 0
    assert "yellow's fleet bars the sea to red's retreat." in told(session)


def test_R34_or_let_it_go():
    session = start(beaten_at_candia(elite=0, main=2, move=3), (1, 1))
    play(session, "red: move arab", "red: to candia", "yellow: spare", "yellow: hold", "yellow: allow")
    assert session.state.players["red"].arab.at == "alexandria"


def test_R34_barred_from_the_sea_it_retreats_by_land():
    game = position()
    hold(game, "red", "salamis", side=ARAB)
    hold(game, "red", "antioch", side=ARAB)
    army(game, "red", ARAB, "salamis", elite=0, main=2, move=2)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to tyre", "yellow: spare", "yellow: hold", "yellow: bar")
    assert session.state.players["red"].arab.at == "antioch"


def test_R34_a_fleet_has_no_say_in_the_way_back_by_land():
    game = position()
    army(game, "red", ARAB, "tabuk", elite=0, main=2, move=1)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: to damascus")
    assert asked(session) == ("yellow", "action")
    assert session.state.players["red"].arab.at == "tabuk"


def test_R34_a_byzantine_army_always_goes_back_over_the_sea():
    game = position()
    hold(game, "blue", "candia", side=ARAB)
    army(game, "blue", ARAB, None, levy=0)
    army(game, "red", BYZANTINE, "athens", elite=0, main=1, move=1)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move byzantine", "red: to candia")
    assert session.state.players["red"].byzantine.at == "athens"


def test_R36_an_army_goes_where_it_loses_fewest_and_chooses_among_equals():
    session = start(attacked(main=3, move=2))
    play(session, "red: move arab", "red: to damascus", "blue: retreat")
    assert asked(session) == ("blue", "retreat")
    assert set(offered(session)) == {"to antioch", "to palmyra", "to jerusalem"}


def test_R36_each_unfriendly_city_on_the_way_costs_a_cube_of_the_owners_choice():
    game = attacked(elite=1, main=3, move=2)
    for city in ("antioch", "palmyra", "jerusalem"):
        game.side[city] = PERSIAN
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: to damascus", "blue: retreat")
    assert "to tarsus" in offered(session)
    play(session, "blue: to tarsus")
    assert asked(session) == ("blue", "loss")
    play(session, "blue: lose move")
    blue = session.state.players["blue"].byzantine
    assert (blue.at, blue.move, blue.main) == ("tarsus", 1, 3)
    assert "blue's Byzantine army retreats: Damascus – Antioch – Tarsus, losing 1 cube." in told(session)


def test_R36_an_enemy_city_of_the_same_player_is_no_refuge():
    game = attacked(main=3, move=2)
    hold(game, "blue", "antioch", "palmyra", side=ARAB)
    session = start(game, (1, 1, 1))
    play(session, "red: move arab", "red: to damascus", "blue: retreat")
    assert session.state.players["blue"].byzantine.at == "jerusalem"


def test_R36_byzantines_do_not_flee_over_the_desert():
    game = attacked(main=3)
    game.side["tabuk"] = ARAB
    for city in ("antioch", "palmyra", "jerusalem"):
        game.side[city] = ARAB
    game.side["hira"] = BYZANTINE
    session = start(game)
    play(session, "red: move arab", "red: to damascus", "blue: retreat")
    assert "to hira" not in offered(session)


def test_R36_without_a_friendly_city_anywhere_a_beaten_army_is_destroyed():
    game = position()
    for city in ("tabuk", "medina", "mecca"):
        game.side[city] = PERSIAN
    hold(game, "blue", "tyre", side=ARAB)
    army(game, "blue", ARAB, "tyre", elite=0, main=3, move=2, levy=0)
    army(game, "red", BYZANTINE, "antioch", elite=3, main=6, move=1)
    session = start(game, (1,) * 6, (1, 1, 1), (1, 1))
    play(session, "red: move byzantine", "red: to tyre")
    assert session.state.players["blue"].arab.at is None
    assert session.state.players["blue"].arab.field_cubes == 0


def test_R36_an_army_that_dies_on_the_way_loses_no_more_than_it_has():
    game = attacked(elite=0, main=1, move=0)
    for city in ("antioch", "palmyra", "jerusalem", "tarsus", "edessa", "tyre", "pelusium"):
        game.side[city] = PERSIAN
    session = start(game, (1,) * 6, (1,), (1, 1, 1))
    play(session, "red: move arab", "red: to damascus")
    assert any(line.endswith(", losing 1 cube.") for line in told(session))
    assert session.state.players["blue"].byzantine.at is None


def test_R37_no_retreat_before_battle_that_would_destroy_the_army():
    game = attacked(elite=0, main=1, move=0)
    for city in ("antioch", "palmyra", "jerusalem"):
        game.side[city] = PERSIAN
    session = start(game, (1, 1, 1, 1, 1, 1), (1,), (1, 1, 1))
    play(session, "red: move arab", "red: to damascus")
    assert "blue's Byzantine army stands at Damascus, having no way out." in told(session)
    # beaten, it must go all the same, and dies on the way
    assert session.state.players["blue"].byzantine.at is None
    assert "blue's Byzantine army is no more." in told(session)


def test_R38_a_retreat_does_not_sail_freely_from_constantinople():
    game = position()
    hold(game, "red", "adrianople", side=ARAB)
    army(game, "red", ARAB, "adrianople", elite=4, main=6, move=2)
    army(game, "blue", BYZANTINE, "constantinople")
    session = start(game, (1, 1, 1, 1, 1))
    play(session, "red: move arab", "red: to constantinople", "blue: retreat")
    assert session.state.players["blue"].byzantine.at == "nicaea"


def test_R38_byzantines_retreat_by_sea_whatever_the_fleet_says():
    game = position()
    hold(game, "red", "candia", side=ARAB)
    army(game, "red", ARAB, "candia", elite=3, main=6, move=4)
    for city in ("thessalonica",):
        game.side[city] = PERSIAN
    army(game, "blue", BYZANTINE, "salamis")
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to salamis", "yellow: spare", "yellow: hold", "blue: retreat")
    assert asked(session) == ("blue", "retreat")
    assert offered(session) == ["to tarsus", "to tyre"]


def test_R39_in_a_civil_war_the_beaten_may_flee_to_where_the_attacker_came_from():
    game = position()
    hold(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, "damascus", main=1)
    army(game, "red", BYZANTINE, "antioch", elite=3, main=6, move=1)
    session = start(game)
    play(session, "red: move byzantine", "red: to damascus", "red: civil-war", "red: from pool", "blue: retreat")
    assert "to antioch" in offered(session)


def test_R40_an_arab_army_flees_through_constantinople_but_never_stays_there():
    game = position()
    hold(game, "blue", "adrianople", "nicaea", side=ARAB)
    game.side["thessalonica"] = PERSIAN
    army(game, "blue", ARAB, "adrianople", main=4)
    army(game, "red", BYZANTINE, "constantinople", elite=3, main=6, move=2)
    session = start(game, (1, 1))
    play(session, "red: move byzantine", "red: to adrianople", "blue: retreat", "blue: lose move", "blue: decline")
    assert session.state.players["blue"].arab.at == "nicaea"
    assert "blue's Arab army retreats: Adrianople – Constantinople – Nicaea, losing 1 cube." in told(session)


def test_R41_owners_decide_clockwise_from_the_attacker_each_leaving_at_once():
    game = attacked("blue", main=3)
    army(game, "yellow", BYZANTINE, "damascus", main=3)
    session = start(game)
    play(session, "red: move arab", "red: to damascus")
    assert asked(session) == ("yellow", "stand")
    play(session, "yellow: retreat", "yellow: to antioch")
    assert session.state.players["yellow"].byzantine.at == "antioch"
    assert asked(session) == ("blue", "stand")


def test_R41_who_sends_the_bulgars_against_himself_decides_last():
    game = position()
    for seat in ("red", "blue"):
        army(game, seat, BYZANTINE, "thessalonica")
    session = start(game)
    play(session, "red: bulgars", "red: attack thessalonica", "red: from pool")
    assert asked(session) == ("blue", "stand")
    play(session, "blue: fight")
    assert asked(session) == ("red", "stand")
