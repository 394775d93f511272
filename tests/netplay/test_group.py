"""The sums under masked cards: what must always hold, and what must never pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netplay.fairplay.group import (
    BASE,
    ORDER,
    NoPoint,
    Proof,
    minus,
    number_from,
    plus,
    point_from,
    prove,
    proves,
    read_number,
    read_point,
    times,
    to_bytes,
    total,
)
from netplay.fairplay.shuffles import Masked, ShuffleProof, is_shuffle, masked, read_cards, shuffled, to_text

numbers = st.integers(1, ORDER - 1)
points = st.binary(min_size=1, max_size=8).map(point_from)
quick = settings(max_examples=40, deadline=None)

NOTHING = to_bytes(1)
"""The point that changes nothing when added: its second coordinate is 1."""
ORDER_TWO = to_bytes(2**255 - 20)
ORDER_FOUR = bytes(32)
ORDER_EIGHT = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
OFF_THE_CURVE = to_bytes(2)
NOT_REDUCED = to_bytes(2**255 - 18)
"""The same as NOTHING, spelled otherwise."""
NO_POINTS = [NOTHING, ORDER_TWO, ORDER_FOUR, ORDER_EIGHT, OFF_THE_CURVE, NOT_REDUCED, b"", b"\0" * 31, b"\0" * 33]


# --- the group -------------------------------------------------------------------------------------


@quick
@given(points, points, points)
def test_the_order_of_a_sum_does_not_matter(one: bytes, two: bytes, three: bytes) -> None:
    assert total([one, two, three]) == plus(three, plus(two, one))
    assert minus(plus(one, two), two) == one


@quick
@given(numbers, numbers, points)
def test_multiplying_is_adding_many_times(one: int, two: int, point: bytes) -> None:
    assert times(one * two, point) == times(one, times(two, point))
    if (one + two) % ORDER:
        assert times(one + two, point) == plus(times(one, point), times(two, point))
    assert times(ORDER + 1, point) == point
    assert plus(times(-one, point), plus(times(one, point), point)) == point


@quick
@given(numbers)
def test_the_base_is_multiplied_like_any_other_point(number: int) -> None:
    assert times(number, BASE) == minus(times(number, plus(BASE, BASE)), times(number, BASE))


@quick
@given(points)
def test_what_comes_from_a_hash_is_in_the_group(point: bytes) -> None:
    assert read_point(point) == point
    assert plus(times(ORDER - 1, point), point) == NOTHING


@pytest.mark.parametrize("raw", NO_POINTS)
def test_what_is_no_point_of_the_group_is_refused(raw: bytes) -> None:
    with pytest.raises(NoPoint):
        read_point(raw)


def test_a_good_point_with_something_small_added_is_refused() -> None:
    """It would multiply almost like the good one, and tell the number's last bits."""
    for small in (ORDER_TWO, ORDER_FOUR, ORDER_EIGHT):
        with pytest.raises(NoPoint):
            read_point(plus(BASE, small))


def test_nothing_times_anything_is_refused() -> None:
    for number, point in ((0, BASE), (0, point_from(b"x")), (ORDER, BASE), (5, NOTHING)):
        with pytest.raises(NoPoint):
            times(number, point)


def test_numbers_are_spelled_in_one_way_only() -> None:
    assert read_number(to_bytes(ORDER - 1)) == ORDER - 1
    for raw in (to_bytes(ORDER), to_bytes(1) + b"\0", b"", b"\1"):
        with pytest.raises(ValueError, match="not a number"):
            read_number(raw)


# --- proofs ----------------------------------------------------------------------------------------


@quick
@given(numbers, st.lists(points, min_size=1, max_size=3), st.binary(max_size=4))
def test_an_honest_proof_holds_and_says_the_same_again(number: int, bases: list[bytes], about: bytes) -> None:
    proof = prove(number, bases, about)
    assert proves(proof, bases, [times(number, base) for base in bases], about)
    assert prove(number, bases, about) == proof
    assert Proof.from_bytes(bytes.fromhex(proof.to_text())) == proof


@quick
@given(numbers, numbers, points, points)
def test_a_proof_holds_for_nothing_else(number: int, other: int, base: bytes, strange: bytes) -> None:
    bases, about = [BASE, base], b"red"
    products = [times(number, BASE), times(number, base)]
    proof = prove(number, bases, about)
    assert not proves(proof, bases, products, b"blue")
    assert not proves(proof._replace(response=(proof.response + 1) % ORDER), bases, products, about)
    assert not proves(proof._replace(challenge=(proof.challenge + 1) % ORDER), bases, products, about)
    assert not proves(Proof(0, 0), bases, products, about)
    if other != number:
        assert not proves(proof, bases, [products[0], times(other, base)], about)
    if strange != base:
        assert not proves(proof, [BASE, strange], products, about)
        assert not proves(proof, bases, [products[0], strange], about)


def test_different_statements_never_share_a_nonce() -> None:
    """With one nonce under two challenges everybody could work out the number."""
    number = number_from(b"secret")
    proofs = [
        prove(number, [BASE], b"a"),
        prove(number, [BASE], b"b"),
        prove(number, [BASE, point_from(b"x")], b"a"),
        prove(number, [BASE, point_from(b"y")], b"a"),
    ]
    nonces = {(proof.response - proof.challenge * number) % ORDER for proof in proofs}
    assert len(nonces) == len(proofs)


# --- shuffles --------------------------------------------------------------------------------------

SECRET = number_from(b"everybody's")
KEY = times(SECRET, BASE)


def deck(size: int) -> list[Masked]:
    return [masked(point_from(b"card", bytes([number // 2])), KEY) for number in range(size)]


def unmasked(cards: list[Masked]) -> list[bytes]:
    return sorted(minus(card.hidden, times(SECRET, card.blind)) for card in cards)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 9), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_all_cards_and_proves_it(size: int, coins: bytes) -> None:
    before = deck(size)
    after, proof = shuffled(before, KEY, coins, b"red")
    assert unmasked(after) == unmasked(before)
    assert is_shuffle(before, after, KEY, proof, b"red")
    assert not set(after) & set(before)
    assert read_cards(to_text(after)) == after
    assert ShuffleProof.from_text(proof.to_text(), size) == proof
    again, second = shuffled(after, KEY, coins, b"blue")
    assert is_shuffle(after, again, KEY, second, b"blue")
    assert not is_shuffle(before, after, KEY, proof, b"blue")


BEFORE = deck(5)
AFTER, PROOF = shuffled(BEFORE, KEY, bytes(32), b"red")


def again(card: Masked) -> Masked:
    """The same card under another mask."""
    return Masked(plus(card.blind, times(7, BASE)), plus(card.hidden, times(7, KEY)))


@pytest.mark.parametrize(
    "after",
    [
        AFTER[::-1],
        BEFORE,
        [AFTER[0], again(AFTER[0]), *AFTER[2:]],
        [masked(point_from(b"card", b"ace"), KEY), *AFTER[1:]],
        [again(AFTER[0]), *AFTER[1:]],
        [Masked(AFTER[0].blind, AFTER[1].hidden), Masked(AFTER[1].blind, AFTER[0].hidden), *AFTER[2:]],
        [Masked(*map(plus, AFTER[0], AFTER[1])), Masked(*map(minus, AFTER[0], AFTER[1])), *AFTER[2:]],
    ],
)
def test_other_cards_do_not_pass_with_that_proof(after: list[Masked]) -> None:
    assert not is_shuffle(BEFORE, after, KEY, PROOF, b"red")


@pytest.mark.parametrize(
    "swap", [[0, 0, 2, 3, 4], [1, 1, 1, 1, 1]], ids=["two places for one card", "one card everywhere"]
)
def test_whoever_doubles_a_card_cannot_prove_it(monkeypatch: pytest.MonkeyPatch, swap: list[int]) -> None:
    """Even if he follows the protocol otherwise, with a false order from the beginning."""
    monkeypatch.setattr("netplay.fairplay.shuffles.chance.picks", lambda *_: swap)
    after, proof = shuffled(BEFORE, KEY, bytes(32), b"red")
    assert len(set(unmasked(after))) < len(unmasked(BEFORE))
    assert not is_shuffle(BEFORE, after, KEY, proof, b"red")


def test_every_part_of_the_proof_counts() -> None:
    size = len(BEFORE)
    text = PROOF.to_text()
    for at in range(4 * size + 5):
        part = slice(64 * at, 64 * at + 64)
        raw = bytes.fromhex(text[part])
        other = plus(raw, BASE) if at < 2 * size else to_bytes((read_number(raw) + 1) % ORDER)
        spoiled = ShuffleProof.from_text(text[: part.start] + other.hex() + text[part.stop :], size)
        assert not is_shuffle(BEFORE, AFTER, KEY, spoiled, b"red"), at
    nothing = replace(PROOF, challenge=0, sums=(0, 0, 0, 0), chained=[0] * size, weights=[0] * size)
    assert not is_shuffle(BEFORE, AFTER, KEY, nothing, b"red")


@pytest.mark.parametrize("raw", NO_POINTS)
def test_no_card_and_no_proof_is_made_of_what_is_no_point(raw: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - one of several: no point, or not so many
        read_cards(AFTER[0].blind.hex() + raw.hex())
    with pytest.raises(ValueError):  # noqa: PT011
        ShuffleProof.from_text(raw.hex() + PROOF.to_text()[64:], len(BEFORE))
