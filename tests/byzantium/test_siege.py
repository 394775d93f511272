"""F. Siege: the city rolls, and the attacker must be stronger. R53, R62"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import ARAB, BYZANTINE, army, asked, fortify, hold, offered, play, position, start, told


def besiege(main: int, *dice: int, **boxes: int):
    """Red's Arabs march from Tabuk on Damascus, which is nobody's and has three tokens."""
    game = position()
    army(game, "red", ARAB, "tabuk", **({"elite": 0, "main": main, "move": 1} | boxes))
    session = start(game, dice)
    play(session, "red: move arab", "red: to damascus")
    return session


def test_the_city_rolls_a_die_for_each_token_and_the_attacker_none():
    session = besiege(6, 4, 4, 1)
    assert session.state.players["red"].arab.main == 4
    assert "Damascus falls: strength 4 against 3." in told(session)


def test_R62_equal_strength_is_not_enough():
    session = besiege(4, 4, 1, 1)
    assert session.state.side["damascus"] is BYZANTINE
    assert session.state.players["red"].arab.at == "tabuk"
    assert "Damascus holds: strength 3 against 3." in told(session)


def test_R62_losses_may_come_from_move_and_do_not_weaken_then():
    session = besiege(4, 4, 1, 1, move=2)
    assert offered(session) == ["lose main", "lose move"]
    play(session, "red: lose move")
    assert asked(session) == ("red", "cube")


def test_R62_a_fortification_is_one_more_die_and_strength():
    game = position()
    fortify(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, None, levy=0)
    army(game, "red", ARAB, "tabuk", elite=0, main=5, move=1)
    session = start(game, (4, 1, 1, 1))
    play(session, "red: move arab", "red: to damascus")
    assert "Damascus holds: strength 4 against 4." in told(session)


def test_R62_a_siege_may_destroy_the_army():
    session = besiege(2, 4, 4, 4)
    assert session.state.players["red"].arab.at is None
    assert "red's Arab army is no more." in told(session)


def test_R53_a_city_that_is_nobodys_just_rolls():
    session = besiege(6, 1, 1, 1)
    assert asked(session) == ("red", "cube")
    assert "Siege of Damascus: 1 1 1" in told(session)


def capital(main: int, *dice: int):
    game = position()
    hold(game, "red", "adrianople", side=ARAB)
    army(game, "red", ARAB, "adrianople", elite=0, main=main, move=1)
    session = start(game, dice)
    play(session, "red: move arab", "red: to constantinople")
    return session


def test_R62_constantinople_rolls_five_dice_and_each_hit_kills_two():
    session = capital(9, 4, 1, 1, 1, 1)
    assert session.state.players["red"].arab.main == 7
    assert session.over


def test_R62_six_strength_must_be_left_there():
    session = capital(7, 4, 1, 1, 1, 1)
    assert not session.over
    assert "Constantinople holds: strength 5 against 5." in told(session)
    assert session.state.players["red"].arab.at == "adrianople"


def test_R62_constantinople_can_be_neither_improved_nor_fortified():
    game = position()
    hold(game, "red", "tyre")
    session = start(game)
    play(session, "red: improve byzantine")
    with pytest.raises(Refused, match="never improved"):
        session.answer("red", "improve constantinople")
    game = position()
    hold(game, "red", "tyre")
    session = start(game)
    play(session, "red: fortify")
    with pytest.raises(Refused, match="do not control"):
        session.answer("red", "fortify constantinople")
