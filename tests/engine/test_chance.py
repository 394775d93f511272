"""Numbers nobody can bend."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import dice, picks


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


def test_golden_numbers_so_that_all_machines_agree() -> None:
    assert dice(b"outremer", 8, 6) == (1, 5, 5, 1, 5, 6, 6, 2)
    assert dice(b"outremer", 3, 1000) == (705, 385, 414)
    assert dice(b"outremer", 3, 256) == (175, 161, 29)
    assert dice(b"m", 2, 257) == (57, 169)
    assert picks(b"outremer", 10, 10) == [4, 8, 5, 9, 6, 7, 3, 1, 0, 2]


@pytest.mark.parametrize(
    ("sides", "limit"), [(6, 20.5), (10, 27.9), (100, 148.2)]
)  # the 0.1 % points of chi-square for 5, 9 and 99 degrees of freedom
def test_every_side_comes_up_equally_often(sides: int, limit: float) -> None:
    counts: Counter[object] = Counter()
    for number in range(2000):
        counts.update(dice(f"roll {number}".encode(), 10, sides))
    assert chi_square(counts, sides) < limit


def test_every_order_of_four_cards_is_equally_likely() -> None:
    counts: Counter[object] = Counter(tuple(picks(f"deal {number}".encode(), 4, 4)) for number in range(12_000))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < 49.7  # 0.1 % point for 23 degrees of freedom


def test_more_dice_begin_with_the_same_dice() -> None:
    """One block of material holds some sixty dice; going beyond it changes none of them."""
    assert dice(b"many", 300, 6)[:40] == dice(b"many", 40, 6)


def test_bytes_that_would_favour_some_sides_are_thrown_away() -> None:
    """With 200 sides the bytes 200 to 255 count for nobody: they must not come up as 1 to 56."""
    counts = Counter(die for number in range(2000) for die in dice(f"{number}".encode(), 10, 200))
    low = sum(counts[side] for side in range(1, 57))
    assert 0.25 < low / counts.total() < 0.31  # 56 of 200 is 0.28; without rejection it would be 0.44


@given(st.binary(max_size=40), st.integers(0, 60), st.integers(0, 60))
def test_picks_are_different_places(material: bytes, size: int, count: int) -> None:
    chosen = picks(material, size, min(count, size))
    assert len(set(chosen)) == len(chosen) == min(count, size)
    assert all(0 <= place < size for place in chosen)
    assert sorted(picks(material, size, size)) == list(range(size))


@given(st.binary(max_size=40), st.integers(0, 80), st.integers(1, 100_000))
def test_dice_stay_on_their_sides(material: bytes, count: int, sides: int) -> None:
    rolled = dice(material, count, sides)
    assert len(rolled) == count
    assert all(1 <= die <= sides for die in rolled)
    assert rolled == dice(material, count, sides)
