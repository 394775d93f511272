"""F. Combat: battles between armies, their losses, several defenders. R41, R42, R59 to R61"""

from __future__ import annotations

from tests.byzantium.positions import ARAB, BYZANTINE, army, asked, box, hold, play, position, start


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
