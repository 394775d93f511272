"""F. Combat: battles between armies, their losses, several defenders. R41, R42, R59 to R61"""

from __future__ import annotations

from tests.byzantium.positions import ARAB, BYZANTINE, army, asked, box, hold, offered, play, position, start, told


def battle_at_ankara(players: int = 3):
    """Red's Arabs in Caesarea will march on blue's army in Ankara."""
    game = position(players)
    hold(game, "red", "caesarea", side=ARAB)
    hold(game, "blue", "ankara")
    army(game, "red", ARAB, "caesarea", elite=0, main=9, move=4, levy=0)
    army(game, "blue", BYZANTINE, "ankara", elite=1, main=6, move=1, levy=0)
    return game


def march(session):
    play(session, "red: move arab", "red: to ankara")


def test_R61_no_question_about_losses_that_leave_only_the_guard():
    game = battle_at_ankara()
    box(game, "emperor", "blue")
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=1, move=1)
    session = start(game, (4, 4, 1), (1, 1), (1, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert asked(session) == ("blue", "retreat")
    blue = session.state.players["blue"].byzantine
    assert (blue.main, blue.move, blue.guard) == (0, 0, True)


def test_both_roll_and_the_stronger_army_left_wins():
    session = start(battle_at_ankara(), (2, 4, 6), (1, 3, 5, 5), (1, 1, 3))
    march(session)
    play(session, "blue: fight", "red: lose main", "red: lose move", "blue: lose elite", "blue: lose main")
    assert "At Ankara red's attack beats blue's army, 8 against 5." in told(session)
    assert asked(session) == ("blue", "retreat")


def test_R59_the_attacker_removes_first_and_then_the_defender():
    session = start(battle_at_ankara(), (4, 1, 1), (4, 1, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert asked(session) == ("red", "loss")
    play(session, "red: lose move")
    assert asked(session) == ("blue", "loss")


def test_R59_dice_are_counted_before_any_removal_three_for_the_main_army_and_one_for_each_elite():
    game = battle_at_ankara()
    army(game, "red", ARAB, "caesarea", elite=2, main=2, move=4)
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=9, move=0)
    session = start(game, (4, 4, 4, 4), (4, 4, 4))  # all of blue's three dice, though four of his cubes fall
    march(session)
    play(session, "blue: fight", "red: lose move", "red: lose move", "red: lose move")
    assert session.state.players["blue"].byzantine.main == 5
    assert session.state.players["red"].arab.at == "caesarea"


def test_R59_hits_beyond_the_cubes_present_are_lost():
    game = battle_at_ankara()
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=1, move=0)
    session = start(game, (6, 6, 6), (1,), (1, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert session.state.players["blue"].byzantine.at is None
    assert session.state.players["blue"].byzantine.main == 0
    assert asked(session) == ("red", "cube")


def test_a_tie_is_the_defenders():
    game = battle_at_ankara()
    army(game, "red", ARAB, "caesarea", elite=0, main=7, move=1)
    session = start(game, (1, 1, 1), (1, 1, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert session.state.players["red"].arab.at == "caesarea"
    assert session.state.players["blue"].byzantine.at == "ankara"
    assert "At Ankara red's attack is beaten by blue's army, 7 against 7." in told(session)


def test_R60_an_army_of_move_cubes_defends_without_dice_and_loses():
    game = battle_at_ankara()
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=0, move=3)
    session = start(game, (4, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert session.state.players["blue"].byzantine.move == 2
    assert "At Ankara red's attack beats blue's army, 9 against 0." in told(session)


def test_R60_but_it_holds_against_strength_zero():
    game = battle_at_ankara()
    army(game, "red", ARAB, "caesarea", elite=0, main=0, move=3)
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=0, move=3)
    session = start(game)
    march(session)
    play(session, "blue: fight")
    assert session.state.players["red"].arab.at == "caesarea"
    assert session.state.players["blue"].byzantine.at == "ankara"


def test_R61_the_guard_fights_with_a_die_and_a_strength():
    game = battle_at_ankara()
    box(game, "emperor", "blue")
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=6, move=0)
    session = start(game, (1, 1, 1), (1, 1, 1, 1))
    march(session)
    play(session, "blue: fight")
    assert "At Ankara red's attack beats blue's army, 9 against 7." in told(session)


def test_R61_the_guard_goes_last_of_all_and_the_throne_stays_taken():
    game = battle_at_ankara()
    box(game, "emperor", "blue")
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=1, move=0)
    session = start(game, (4, 4, 4), (1, 1), (1, 1, 1))
    march(session)
    play(session, "blue: fight")
    story = told(session)
    assert story.index("blue loses a cube of the Byzantine Main Army box.") < story.index(
        "blue loses the Emperor's Guard."
    )
    assert session.state.special["emperor"] == ["blue"]
    assert session.state.players["blue"].byzantine.at is None
    play(session, "red: from pool")
    assert "emperor" not in offered(session)


def test_R41_the_attacker_names_the_order_of_battles_and_his_losses_carry_over():
    game = battle_at_ankara()
    army(game, "yellow", BYZANTINE, "ankara", elite=0, main=2, move=1)
    army(game, "blue", BYZANTINE, "ankara", elite=0, main=2, move=1)
    session = start(game, (1, 1, 1), (4, 4), (1, 1, 1), (4, 4), (1, 1, 1))
    march(session)
    play(session, "yellow: fight", "blue: fight")
    assert asked(session) == ("red", "order")
    assert offered(session) == ["fight yellow", "fight blue"]
    play(session, "red: fight blue", "red: lose main", "red: lose main")
    assert asked(session) == ("blue", "retreat")  # at once, before the next battle
    play(session, "blue: to nicaea", "red: lose main", "red: lose main")
    assert "At Ankara red's attack beats yellow's army, 5 against 2." in told(session)


def test_R41_losing_one_battle_ends_the_attack_and_the_others_stay():
    game = battle_at_ankara()
    army(game, "red", ARAB, "caesarea", elite=0, main=3, move=1)
    army(game, "yellow", BYZANTINE, "ankara", elite=0, main=2, move=1)
    session = start(game, (1, 1, 1), (1, 1, 1, 1))
    march(session)
    play(session, "yellow: fight", "blue: fight", "red: fight blue")
    assert session.state.players["red"].arab.at == "caesarea"
    assert session.state.armies_at("ankara", BYZANTINE) == ["yellow", "blue"]


def test_R42_an_army_of_another_than_the_controller_defends_too():
    game = battle_at_ankara()
    army(game, "blue", BYZANTINE, None)
    army(game, "yellow", BYZANTINE, "ankara", main=2)
    session = start(game)
    march(session)
    assert asked(session) == ("yellow", "stand")
    assert offered(session) == ["fight", "retreat"]


def test_R42_the_attackers_own_army_is_no_defender_in_his_civil_war():
    game = position()
    hold(game, "blue", "antioch")
    army(game, "red", BYZANTINE, "antioch", main=6)
    army(game, "yellow", BYZANTINE, "antioch", main=2)
    session = start(game)
    play(session, "red: civil-war byzantine", "red: from pool")
    assert asked(session) == ("yellow", "stand")
