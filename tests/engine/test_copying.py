"""A copy is what deepcopy would give, only sooner."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, make_dataclass
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine import Sealed
from core.engine.copying import copies
from tests.engine.playing import new, play


class Season(Enum):
    SUMMER = "summer"
    WINTER = "winter"


@dataclass(frozen=True)
class Coordinates:
    x: int
    y: int


@copies
@dataclass(slots=True)
class Lord:
    name: str
    mood: Literal["calm", "angry"] = "calm"
    assets: dict[str, int] = field(default_factory=dict)
    vassals: list[str] = field(default_factory=list)
    at: Coordinates | None = None


@copies
@dataclass(slots=True)
class Board:
    turn: int
    season: Season
    first: Lord
    lords: list[Lord] = field(default_factory=list)
    by_name: dict[str, Lord] = field(default_factory=dict)
    chief: Lord | None = None
    grid: list[list[int]] = field(default_factory=list)
    groups: dict[str, list[Lord]] = field(default_factory=dict)
    deep: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    queue: list[list[int] | None] = field(default_factory=list)
    hand: tuple[Sealed, ...] = ()
    maybe: int | str | None = None


words = st.text(max_size=3)
small = st.integers(-5, 5)
lords = st.builds(
    Lord,
    words,
    st.sampled_from(["calm", "angry"]),
    st.dictionaries(words, small, max_size=3),
    st.lists(words, max_size=3),
    st.none() | st.builds(Coordinates, small, small),
)
boards = st.builds(
    Board,
    small,
    st.sampled_from(Season),
    lords,
    st.lists(lords, max_size=3),
    st.dictionaries(words, lords, max_size=2),
    st.none() | lords,
    st.lists(st.lists(small, max_size=2), max_size=2),
    st.dictionaries(words, st.lists(lords, max_size=2), max_size=2),
    st.dictionaries(words, st.dictionaries(words, st.lists(small, max_size=2), max_size=2), max_size=2),
    st.lists(st.none() | st.lists(small, max_size=2), max_size=2),
    st.lists(st.builds(Sealed, words, words), max_size=2).map(tuple),
    st.none() | small | words,
)


def mutables(value: Any) -> list[Any]:
    """All lists, dicts and lords within a value."""
    if isinstance(value, dict):
        return [value] + [part for item in value.values() for part in mutables(item)]
    if isinstance(value, list):
        return [value] + [part for item in value for part in mutables(item)]
    if isinstance(value, (Board, Lord)):
        return [value] + [part for name in value.__slots__ for part in mutables(getattr(value, name))]
    return []


@given(boards)
def test_a_copy_equals_deepcopy_and_shares_nothing_that_changes(board: Board) -> None:
    copy = board.copy()  # type: ignore[attr-defined]
    assert copy == board == deepcopy(board)
    assert not {id(part) for part in mutables(copy)} & {id(part) for part in mutables(board)}


def test_the_state_of_a_real_game_copies_equal() -> None:
    state = play(new(), until=lambda session: len(session.log) > 30).last_checkpoint.state
    assert state.copy() == state == deepcopy(state)


def state_with(hint: Any) -> Any:
    return copies(make_dataclass("Odd", [("odd", hint)], slots=True))


@dataclass
class Uncopied:
    x: int


@dataclass(frozen=True)
class FrozenOutside:
    inside: list[int]


TOO_MUCH = [set[int], Any, object, list[set[int]], list[int] | dict[str, int], tuple[list[int], ...]]


@pytest.mark.parametrize("hint", [*TOO_MUCH, Uncopied, FrozenOutside])
def test_what_cannot_be_copied_is_refused_in_words(hint: Any) -> None:
    with pytest.raises(TypeError, match="a state cannot hold"):
        state_with(hint)(odd=None).copy()
