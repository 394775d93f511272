"""Masked cards (ElGamal), shuffled by somebody who proves that he did nothing else.

A masked card is a pair of points: `r` times the base, and the card's point plus `r` times everybody's key. Whoever
shuffles adds to each `r` and changes the order. Then nobody can tell which card is which, himself excepted, and
after another's shuffle not even he.

The proof is that of Terelius and Wikström, as written down by Haenni, Locher, Koenig and Dubuis in "Pseudo-Code
Algorithms for Verifiable Re-Encryption Mix-Nets" (2017): the shuffler commits to his order as a matrix of which
random sums show that it has a single one in each row and column, and applies those sums to the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from core.engine import chance
from netplay.fairplay.group import (
    BASE,
    ORDER,
    SIZE,
    NoPoint,
    Point,
    minus,
    number_from,
    plus,
    point_from,
    read_number,
    read_point,
    times,
    to_bytes,
    total,
)
from netplay.fairplay.messages import from_hex, hashed


class Masked(NamedTuple):
    """A card that can be read by all together, and by nobody who lacks one of the others."""

    blind: Point
    hidden: Point


def masked(card: Point, key: Point) -> Masked:
    """A card under a mask that everybody sees through, to begin with."""
    return Masked(BASE, plus(card, key))


def to_text(cards: Sequence[Masked]) -> str:
    return b"".join(chain.from_iterable(cards)).hex()


def from_text(text: str) -> list[Masked]:
    """Cards that were looked at before. Raises ValueError for half a card."""
    points = _pieces(from_hex(text))
    return [Masked(blind, hidden) for blind, hidden in zip(points[::2], points[1::2], strict=True)]


def read_cards(text: str) -> list[Masked]:
    """Cards from outside. Raises ValueError for anything but points of the group."""
    return [Masked(read_point(card.blind), read_point(card.hidden)) for card in from_text(text)]


def _pieces(raw: bytes) -> list[bytes]:
    return [raw[at : at + SIZE] for at in range(0, len(raw), SIZE)]


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    commitments: list[Point]
    """To the order: one for each card before, naming its place after."""
    chain: list[Point]
    """Each binds the one before: together they show that no two cards share a weight."""
    challenge: int
    sums: tuple[int, int, int, int]
    chained: list[int]
    weights: list[int]

    def to_text(self) -> str:
        numbers = [self.challenge, *self.sums, *self.chained, *self.weights]
        return b"".join([*self.commitments, *self.chain, *map(to_bytes, numbers)]).hex()

    @classmethod
    def from_text(cls, text: str, size: int) -> ShuffleProof:
        """Raises ValueError unless it can be the proof of a shuffle of `size` cards."""
        pieces = _pieces(from_hex(text))
        if len(pieces) != 4 * size + 5:
            raise ValueError("a proof of another length")
        points = [read_point(raw) for raw in pieces[: 2 * size]]
        challenge, one, two, three, four, *numbers = [read_number(raw) for raw in pieces[2 * size :]]
        return cls(points[:size], points[size:], challenge, (one, two, three, four), numbers[:size], numbers[size:])


def _places(size: int) -> list[Point]:
    """One independent point for each place on the table."""
    return [point_from(b"place", place.to_bytes(4, "big")) for place in range(size)]


_START = point_from(b"start")


def _statement(before: Sequence[Masked], after: Sequence[Masked], key: Point, about: bytes) -> bytes:
    return hashed(about, key, *chain.from_iterable(before), *chain.from_iterable(after))


def _card_weights(statement: bytes, commitments: Sequence[Point]) -> list[int]:
    """Nobody can choose them, for they follow from all that was fixed before."""
    root = hashed(statement, *commitments)
    return [number_from(b"weight", root, index.to_bytes(4, "big")) for index in range(len(commitments))]


def _challenge(statement: bytes, commitments: Sequence[Point], links: Sequence[Point], tries: Sequence[Point]) -> int:
    return number_from(b"shuffle", statement, hashed(*commitments), hashed(*links), hashed(*tries))


def _dot(numbers: Sequence[int], points: Sequence[Point]) -> Point:
    return total(times(number, point) for number, point in zip(numbers, points, strict=True))


def shuffled(before: Sequence[Masked], key: Point, coins: bytes, about: bytes) -> tuple[list[Masked], ShuffleProof]:
    """The cards in another order under other masks, and the proof. All chance is in `coins`, which must never serve
    for other cards: whoever saw one of them used twice could look under the masks."""
    size = len(before)

    def coin(purpose: bytes, index: int = 0) -> int:
        return number_from(b"coin", coins, purpose, index.to_bytes(4, "big"))

    order = chance.picks(hashed(b"order", coins), size, size)
    masks = [coin(b"mask", index) for index in range(size)]
    after = [
        Masked(plus(before[at].blind, times(masks[at], BASE)), plus(before[at].hidden, times(masks[at], key)))
        for at in order
    ]
    places = _places(size)
    hiding = [coin(b"hiding", index) for index in range(size)]
    commitments = [BASE] * size
    for place, at in enumerate(order):
        commitments[at] = plus(times(hiding[at], BASE), places[place])
    statement = _statement(before, after, key, about)
    weights = _card_weights(statement, commitments)
    moved = [weights[at] for at in order]

    steps = [coin(b"step", place) for place in range(size)]
    links: list[Point] = []
    for place in range(size):
        links.append(plus(times(steps[place], BASE), times(moved[place], links[-1] if links else _START)))
    product, steps_together = 1, 0
    for place in reversed(range(size)):
        steps_together += steps[place] * product
        product = product * moved[place] % ORDER

    nonces = [coin(b"nonce", number) for number in range(4)]
    chain_nonces = [coin(b"chain nonce", place) for place in range(size)]
    weight_nonces = [coin(b"weight nonce", place) for place in range(size)]
    tries = [
        times(nonces[0], BASE),
        times(nonces[1], BASE),
        plus(times(nonces[2], BASE), _dot(weight_nonces, places)),
        minus(_dot(weight_nonces, [card.hidden for card in after]), times(nonces[3], key)),
        minus(_dot(weight_nonces, [card.blind for card in after]), times(nonces[3], BASE)),
    ]
    for place, link in enumerate([_START, *links[:-1]]):
        tries.append(plus(times(chain_nonces[place], BASE), times(weight_nonces[place], link)))
    challenge = _challenge(statement, commitments, links, tries)
    secrets = (
        sum(hiding),
        steps_together,
        sum(hide * weight for hide, weight in zip(hiding, weights, strict=True)),
        sum(mask * weight for mask, weight in zip(masks, weights, strict=True)),
    )
    one, two, three, four = ((n + challenge * secret) % ORDER for n, secret in zip(nonces, secrets, strict=True))
    return after, ShuffleProof(
        commitments,
        links,
        challenge,
        (one, two, three, four),
        [(nonce + challenge * step) % ORDER for nonce, step in zip(chain_nonces, steps, strict=True)],
        [(nonce + challenge * weight) % ORDER for nonce, weight in zip(weight_nonces, moved, strict=True)],
    )


def is_shuffle(
    before: Sequence[Masked], after: Sequence[Masked], key: Point, proof: ShuffleProof, about: bytes
) -> bool:
    """Whether `after` is surely `before` in another order under other masks. One card at least."""
    try:
        tries = _tries(before, after, key, proof, about)
    except NoPoint:
        return False
    return _challenge(_statement(before, after, key, about), proof.commitments, proof.chain, tries) == proof.challenge


def _tries(
    before: Sequence[Masked], after: Sequence[Masked], key: Point, proof: ShuffleProof, about: bytes
) -> list[Point]:
    """What the shuffler must have tried, if he knew the order."""
    places = _places(len(before))
    weights = _card_weights(_statement(before, after, key, about), proof.commitments)
    product = 1
    for weight in weights:
        product = product * weight % ORDER
    all_commitments = minus(total(proof.commitments), total(places))
    all_links = minus(proof.chain[-1], times(product, _START))
    back = -proof.challenge
    tries = [
        plus(times(back, all_commitments), times(proof.sums[0], BASE)),
        plus(times(back, all_links), times(proof.sums[1], BASE)),
        plus(
            times(back, _dot(weights, proof.commitments)),
            plus(times(proof.sums[2], BASE), _dot(proof.weights, places)),
        ),
        plus(
            times(back, _dot(weights, [card.hidden for card in before])),
            minus(_dot(proof.weights, [card.hidden for card in after]), times(proof.sums[3], key)),
        ),
        plus(
            times(back, _dot(weights, [card.blind for card in before])),
            minus(_dot(proof.weights, [card.blind for card in after]), times(proof.sums[3], BASE)),
        ),
    ]
    for place, (before_it, link) in enumerate(zip([_START, *proof.chain[:-1]], proof.chain, strict=True)):
        step = plus(times(proof.chained[place], BASE), times(proof.weights[place], before_it))
        tries.append(plus(step, times(back, link)))
    return tries
