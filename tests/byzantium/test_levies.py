"""F. Levies: who may call them up, and how they fight. R54 to R58"""

from __future__ import annotations

from tests.byzantium.positions import (
    ARAB,
    BULGAR,
    BYZANTINE,
    PERSIAN,
    army,
    asked,
    box,
    hold,
    play,
    position,
    start,
    told,
)


def damascus_attacked(levy: int = 2, **boxes: int):
    """Damascus is blue's; red's Arabs stand in Tabuk."""
    game = position()
    hold(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, None, levy=levy)
    army(game, "red", ARAB, "tabuk", **({"elite": 0, "main": 6, "move": 1} | boxes))
    return game


def march(session):
    play(session, "red: move arab", "red: to damascus")


def test_the_controller_may_defend_with_levies_or_not():
    session = start(damascus_attacked())
    march(session)
    assert asked(session) == ("blue", "levies")


def test_R58_a_levy_battle_costs_each_side_its_own_cubes():
    session = start(damascus_attacked(), (4, 1, 1), (4, 4), (1, 1, 1))
    march(session)
    play(session, "blue: defend")
    assert session.state.players["blue"].byzantine.levy == 1
    assert session.state.players["blue"].byzantine.main == 3
    assert session.state.players["red"].arab.main == 4
    assert "At Damascus red's attack beats blue's levies, 4 against 1." in told(session)
    assert "blue loses a cube of the Byzantine Levy box." in told(session)


def test_R58_beaten_levies_stay_in_their_box():
    session = start(damascus_attacked(), (1, 1, 1), (1, 1), (1, 1, 1))
    march(session)
    play(session, "blue: defend", "red: from pool")
    assert session.state.holder["damascus"] == "red"
    assert session.state.players["blue"].byzantine.levy == 2


def test_R58_a_tie_is_the_levies_and_the_attacker_goes_back():
    session = start(damascus_attacked(levy=4, main=4), (1, 1, 1), (1, 1, 1))
    march(session)
    play(session, "blue: defend")
    assert session.state.players["red"].arab.at == "tabuk"
    assert session.state.holder["damascus"] == "blue"


def test_levies_roll_three_dice_at_most():
    session = start(damascus_attacked(levy=5), (1, 1, 1), (6, 6, 6))
    march(session)
    play(session, "blue: defend")
    assert session.state.players["red"].arab.main == 3


def test_declined_levies_are_neither_lost_nor_rolled_for():
    session = start(damascus_attacked(), (1, 1, 1))
    march(session)
    play(session, "blue: decline", "red: from pool")
    assert session.state.players["blue"].byzantine.levy == 2


def test_without_levies_nobody_is_asked():
    session = start(damascus_attacked(levy=0), (1, 1, 1))
    march(session)
    assert asked(session) == ("red", "cube")


def test_R54_levies_may_defend_when_every_army_has_left_also_the_controllers_own():
    game = damascus_attacked()
    army(game, "blue", BYZANTINE, "damascus")
    session = start(game)
    march(session)
    play(session, "blue: retreat", "blue: to antioch")
    assert asked(session) == ("blue", "levies")


def test_R55_levies_may_defend_after_another_players_army_lost():
    game = damascus_attacked()
    army(game, "yellow", BYZANTINE, "damascus", elite=0, main=1, move=0)
    session = start(game, (6, 1, 1), (1,))
    march(session)
    play(session, "yellow: fight")
    assert asked(session) == ("blue", "levies")


def test_R55_but_not_after_the_controllers_own_army_fought():
    game = damascus_attacked()
    army(game, "blue", BYZANTINE, "damascus", elite=0, main=1, move=0)
    session = start(game, (6, 1, 1), (1,), (1, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert asked(session) == ("red", "cube")


def test_R56_only_the_levies_of_the_citys_side_defend_it():
    game = position()
    hold(game, "blue", "mosul", side=ARAB)
    army(game, "blue", ARAB, None, levy=0)
    army(game, "blue", BYZANTINE, None, levy=5)
    army(game, "red", BYZANTINE, "edessa", elite=0, main=6, move=1)
    session = start(game, (1, 1))
    play(session, "red: move byzantine", "red: to mosul")
    assert asked(session) == ("red", "cube")


def test_R56_uncontrolled_and_persian_cities_have_no_levies():
    game = position()
    army(game, "red", ARAB, "tabuk", elite=0, main=6, move=1)
    session = start(game, (1, 1, 1))
    march(session)
    assert asked(session) == ("red", "cube")
    game = position()
    game.side["damascus"] = PERSIAN
    army(game, "red", ARAB, "tabuk", elite=0, main=6, move=1)
    session = start(game, (1, 1, 1))
    march(session)
    assert asked(session) == ("red", "cube")


def test_R56_levies_defend_in_a_civil_war_too():
    game = position()
    hold(game, "blue", "antioch")
    army(game, "red", BYZANTINE, "antioch", main=6)
    session = start(game)
    play(session, "red: civil-war byzantine", "red: from pool")
    assert asked(session) == ("blue", "levies")


def capital_attacked(emperor: str | None):
    game = position()
    hold(game, "red", "adrianople", side=ARAB)
    army(game, "red", ARAB, "adrianople", elite=0, main=12, move=1)
    if emperor:
        box(game, "emperor", emperor)
    return game


def test_R57_only_the_emperors_levies_defend_constantinople():
    session = start(capital_attacked("yellow"))
    play(session, "red: move arab", "red: to constantinople")
    assert asked(session) == ("yellow", "levies")


def test_R57_without_an_emperor_nobodys():
    session = start(capital_attacked(None), (1, 1, 1, 1, 1))
    play(session, "red: move arab", "red: to constantinople")
    assert session.over


def test_R57_nor_when_the_emperor_is_the_attacker():
    session = start(capital_attacked("red"), (1, 1, 1, 1, 1))
    play(session, "red: move arab", "red: to constantinople")
    assert session.over


def test_R57_nor_when_the_emperor_sends_the_bulgars():
    game = position()
    game.side["adrianople"] = BULGAR
    box(game, "emperor", "red")
    session = start(game, (4, 4, 4, 4, 4))
    play(session, "red: bulgars", "red: attack constantinople", "red: from pool")
    assert asked(session) == ("yellow", "action")


def test_R57_he_stays_emperor_when_the_guard_is_lost():
    game = capital_attacked("yellow")
    game.players["yellow"].byzantine.guard = False
    session = start(game)
    play(session, "red: move arab", "red: to constantinople")
    assert asked(session) == ("yellow", "levies")


def test_R57_no_levies_while_an_army_remains_there():
    game = capital_attacked("yellow")
    army(game, "blue", BYZANTINE, "constantinople", elite=5, main=8)
    session = start(game, (1, 1, 1), (6,) * 8)
    play(session, "red: move arab", "red: to constantinople", "blue: fight")
    assert asked(session)[1] == "action"
    assert session.state.players["red"].arab.at == "adrianople"
