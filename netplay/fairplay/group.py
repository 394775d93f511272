"""Sums that anybody can do and nobody can undo: the points of ed25519, in its subgroup of prime order.

`times(7, point)` tells nothing of the 7. A proof says that somebody knows a number, and that it is the same
number behind several points, without saying which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from nacl import bindings
from nacl.exceptions import RuntimeError as SodiumError

from netplay.fairplay.messages import hashed

Point = bytes
ORDER = 2**252 + 27742317777372353535851937790883648493
"""Numbers count up to here, and begin again."""
SIZE = 32
"""Bytes of a point, and of a number."""


class NoPoint(ValueError):
    """Not a point of the group: off the curve, of small order, nothing at all, or spelled otherwise."""


def number_from(*parts: bytes) -> int:
    """A number that nobody can steer, each as likely as any other."""
    return int.from_bytes(blake2b(hashed(*parts)).digest(), "little") % ORDER


def to_bytes(number: int) -> bytes:
    return number.to_bytes(SIZE, "little")


def read_number(raw: bytes) -> int:
    number = int.from_bytes(raw, "little")
    if len(raw) != SIZE or number >= ORDER:
        raise ValueError("not a number of the group")
    return number


def read_point(raw: bytes) -> Point:
    """A point from outside."""
    if len(raw) != SIZE or not bindings.crypto_core_ed25519_is_valid_point(raw):
        raise NoPoint("not a point of the group")
    return raw


BASE: Point = bindings.crypto_scalarmult_ed25519_base_noclamp(to_bytes(1))


@lru_cache(maxsize=4096)
def point_from(*parts: bytes) -> Point:
    """A point of which nobody knows how many times the base it is."""
    return bindings.crypto_core_ed25519_from_uniform(hashed(*parts))


def times(number: int, point: Point) -> Point:
    """Raises `NoPoint` for what has no place in any honest sum: nothing times, or times nothing."""
    raw = to_bytes(number % ORDER)
    try:
        if point == BASE:
            return bindings.crypto_scalarmult_ed25519_base_noclamp(raw)
        return bindings.crypto_scalarmult_ed25519_noclamp(raw, point)
    except SodiumError as error:
        raise NoPoint("nothing times a point, or a number times nothing") from error


def plus(one: Point, other: Point) -> Point:
    return bindings.crypto_core_ed25519_add(one, other)


def minus(one: Point, other: Point) -> Point:
    return bindings.crypto_core_ed25519_sub(one, other)


def total(points: Iterable[Point]) -> Point:
    """Of one point at least."""
    first, *others = points
    for other in others:
        first = plus(first, other)
    return first


class Proof(NamedTuple):
    """That one knows the number by which each of some bases gives its product (Schnorr; Chaum and Pedersen)."""

    challenge: int
    response: int

    def to_text(self) -> str:
        return (to_bytes(self.challenge) + to_bytes(self.response)).hex()

    @classmethod
    def from_bytes(cls, raw: bytes) -> Proof:
        return cls(read_number(raw[:SIZE]), read_number(raw[SIZE:]))


def _challenge(about: bytes, *points: Sequence[Point]) -> int:
    return number_from(b"proof", about, *(hashed(*part) for part in points))


def prove(number: int, bases: Sequence[Point], about: bytes) -> Proof:
    """Of `times(number, base)` for each base. `about` names prover and purpose, so that no proof serves another."""
    products = [times(number, base) for base in bases]
    # The nonce follows from number and statement: a second proof of the same says the same, and betrays nothing.
    nonce = number_from(b"nonce", to_bytes(number), about, *bases)
    challenge = _challenge(about, bases, products, [times(nonce, base) for base in bases])
    return Proof(challenge, (nonce + challenge * number) % ORDER)


def proves(proof: Proof, bases: Sequence[Point], products: Sequence[Point], about: bytes) -> bool:
    try:
        nonces = [
            minus(times(proof.response, base), times(proof.challenge, product))
            for base, product in zip(bases, products, strict=True)
        ]
    except NoPoint:
        return False
    return _challenge(about, bases, products, nonces) == proof.challenge
