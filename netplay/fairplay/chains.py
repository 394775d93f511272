"""Hash chains: a seat publishes the last link first, and later shows link after link.

Each link proves itself by hashing to the one before, so it was fixed before the game began, and nobody can
guess the next. Links name their seat and index: nobody can pass off another's chain as his own.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from netplay.fairplay.messages import Cheating, hashed

LINKS = 10_000
"""How often one game can roll, draw and deal."""


def fresh_seed(entropy: Callable[[int], bytes]) -> bytes:
    """The one secret of a seat for one game. `entropy` is `os.urandom`, but for tests."""
    return entropy(32)


def derived(seed: bytes, *parts: bytes) -> bytes:
    """A secret for one purpose: without the seed it tells nothing about any other."""
    return blake2b(hashed(*parts), key=seed, digest_size=32).digest()


def _before(seat: str, index: int, link: bytes) -> bytes:
    """The link at `index`, from the one that follows it."""
    return hashed(b"link", seat.encode(), index.to_bytes(4, "big"), link)


def chain(seat: str, seed: bytes, links: int = LINKS) -> list[bytes]:
    """All links of a seat, the public anchor first."""
    made = [derived(seed, b"chain", seat.encode())]
    for index in range(links - 1, -1, -1):
        made.append(_before(seat, index, made[-1]))
    made.reverse()
    return made


def anchor(seat: str, seed: bytes, links: int = LINKS) -> bytes:
    return chain(seat, seed, links)[0]


class Shown:
    """How much of a seat's chain has been shown so far. It only ever goes forward."""

    def __init__(self, seat: str, anchor: bytes) -> None:
        self.seat = seat
        self.index = 0
        self.link = anchor

    def check(self, index: int, link: bytes) -> None:
        if index <= self.index:
            raise Cheating(self.seat, f"rewound its dice chain: link {index} again, after link {self.index}")
        if index != self.index + 1:
            raise Cheating(self.seat, f"skipped in its dice chain: link {index} after link {self.index}")
        if _before(self.seat, self.index, link) != self.link:
            raise Cheating(self.seat, f"showed a link {index} that is not of its dice chain")

    def accept(self, link: bytes) -> None:
        self.index += 1
        self.link = link
