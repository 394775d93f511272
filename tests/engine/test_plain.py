"""States as plain data, and their digest."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

import pytest

from core.engine import Sealed, digest, from_plain, to_plain
from tests.engine.playing import new, play
from tests.engine.toy import GAME, Toy


@dataclass(slots=True)
class Chest:
    gold: int
    owner: str | None = None
    hidden: list[Sealed] = field(default_factory=list)
    shelves: dict[str, list[int]] = field(default_factory=dict)
    inner: Chest | None = None
    label: str | int | None = None


FULL = Chest(3, "red", [Sealed("red", "4.red.0")], {"top": [1, 2]}, Chest(0), 7)


def test_there_and_back_again() -> None:
    assert from_plain(Chest, to_plain(FULL)) == FULL
    for seed in range(3):
        state = play(new(seed), until=lambda session: len(session.log) > 25).state
        assert from_plain(Toy, json.loads(json.dumps(to_plain(state)))) == state


def test_what_is_none_is_left_out_and_comes_back() -> None:
    plain = to_plain(Chest(1))
    assert plain == {"gold": 1, "hidden": [], "shelves": {}}
    assert from_plain(Chest, plain) == Chest(1)


@dataclass
class Stalls:
    keeper: dict[str, str | None] = field(default_factory=dict)


@dataclass
class Queue:
    waiting: list[tuple[int | None, ...]] = field(default_factory=list)


@dataclass
class Throne:
    king: str | None = "Alfonso"


@dataclass
class Realm:
    """What is wrong is found however deep it lies."""

    thrones: dict[str, Throne] = field(default_factory=dict)
    older: Realm | None = None


@pytest.mark.parametrize(
    ("state_type", "complaint"),
    [
        (Stalls, r"Stalls.keeper cannot be dict.* None in a list or dict is lost"),
        (Queue, r"Queue.waiting cannot be tuple.* None in a list or dict is lost"),
        (Realm, r"Throne.king may be None, so None must be its default"),
    ],
)
def test_a_game_whose_state_would_not_come_back_is_refused(state_type: type, complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        replace(GAME, state_type=state_type)
    assert replace(GAME, state_type=Chest).state_type is Chest


def test_a_sealed_thing_is_one_word() -> None:
    assert to_plain(FULL)["hidden"] == ["red@4.red.0"]


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(Exception, match="Chest"):
        from_plain(Chest, {"gold": 1, "silver": 2})


def test_a_golden_digest_so_that_all_machines_agree() -> None:
    assert digest(FULL) == "22e43f15a5c862ef34e938b31d186f53"


def test_the_digest_sees_every_difference_but_not_the_order_of_keys() -> None:
    one = replace(FULL, shelves={"top": [1], "low": [2]})
    other = replace(FULL, shelves={"low": [2], "top": [1]})
    assert digest(one) == digest(other)
    changes = [{}, {"gold": 4}, {"hidden": []}, {"inner": None}, {"label": "7"}]
    different = [replace(FULL, **change) for change in changes]  # type: ignore[arg-type]
    assert len({digest(chest) for chest in different}) == len(different)
    assert len(digest(FULL)) == 32


def test_what_is_told_is_not_part_of_the_state() -> None:
    session = new()
    before = session.digest()
    session.state.tell("rumour", of="war")
    assert session.digest() == before
    assert "news" not in to_plain(session.state)
