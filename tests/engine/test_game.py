"""What a game says about itself, and to those who ask for what it has not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.engine import BadSetup, Setup
from tests.engine.toy import GAME


def test_defaults_for_all_that_is_not_said() -> None:
    assert GAME.setup() == Setup("short", ("red", "blue", "green"), {"turns": "3", "camps": "off"})
    assert GAME.setup("short", 2, {"turns": "6"}) == Setup("short", ("red", "blue"), {"turns": "6", "camps": "off"})


@pytest.mark.parametrize(
    ("scenario", "players", "options", "says"),
    [
        ("long", 0, {}, "Toy has no scenario 'long'; it has: short"),
        ("short", 5, {}, "Toy (Short) is for 2, 3 players, not 5"),
        ("", 0, {"weather": "wet"}, "Toy has no option 'weather'; it has: turns, camps"),
        ("", 0, {"turns": "4"}, "option 'turns' cannot be '4'; it can be: 1, 3, 6"),
    ],
)
def test_a_bad_setup_says_what_would_be_right(scenario: str, players: int, options: dict[str, str], says: str) -> None:
    with pytest.raises(BadSetup) as error:
        GAME.setup(scenario, players, options)
    assert str(error.value) == says


def test_a_game_without_options_says_none() -> None:
    with pytest.raises(BadSetup, match="it has: none"):
        replace(GAME, switches=()).setup(options={"turns": "3"})


def test_a_seat_cannot_be_called_like_a_word_of_the_log() -> None:
    with pytest.raises(ValueError, match="toy: a seat cannot be called deal, roll"):
        replace(GAME, seats=("red", "roll", "deal"))
