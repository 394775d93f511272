"""Numbers nobody can bend: drawn from a digest by rejection, so that each is exactly as likely."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b


def _bytes(material: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from blake2b(material, salt=block.to_bytes(8, "little")).digest()
        block += 1


def _below(stream: Iterator[int], bound: int) -> int:
    width = (bound - 1).bit_length() + 7 >> 3 or 1
    limit = (256**width // bound) * bound
    while True:
        number = 0
        for _ in range(width):
            number = number << 8 | next(stream)
        if number < limit:
            return number % bound


def dice(material: bytes, count: int, sides: int) -> tuple[int, ...]:
    """`count` fair dice, the same for the same material on every machine."""
    if sides <= 256:
        limit = 256 // sides * sides
        rolled = [byte % sides + 1 for byte in blake2b(material, salt=bytes(8)).digest() if byte < limit]
        if len(rolled) >= count:
            return tuple(rolled[:count])
    stream = _bytes(material)
    return tuple(_below(stream, sides) + 1 for _ in range(count))


def picks(material: bytes, size: int, count: int) -> list[int]:
    """`count` different places out of `size`, in the order drawn."""
    stream = _bytes(material)
    left = list(range(size))
    return [left.pop(_below(stream, len(left))) for _ in range(count)]
