"""Commitments: a value is fixed now and shown later, or never.

A seal names its maker and its place in the log, so a copy of somebody else's seal cannot be opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from netplay.fairplay.chains import derived
from netplay.fairplay.messages import canonical, from_hex, hashed


@dataclass(frozen=True, slots=True)
class Spot:
    """What a seal is bound to: the maker, the place in the log, and a number among its siblings."""

    seat: str
    place: bytes
    number: int

    def name(self) -> bytes:
        return hashed(self.seat.encode(), self.place, self.number.to_bytes(4, "big"))


@dataclass(frozen=True, slots=True)
class Seal:
    """A commitment that was made: where, and to what."""

    spot: Spot
    commitment: bytes

    def opening(self, seed: bytes, value: Any) -> dict[str, Any]:
        return {"value": value, "salt": salt_for(seed, self.spot, value).hex()}

    def fits(self, opening: dict[str, Any]) -> bool:
        return commitment(self.spot, opening["value"], from_hex(opening["salt"])) == self.commitment


def commitment(spot: Spot, value: Any, salt: bytes) -> bytes:
    return hashed(b"seal", spot.name(), canonical(value), salt)


def salt_for(seed: bytes, spot: Spot, value: Any) -> bytes:
    """Follows from the seed, so that it need not be kept and the audit can tell it."""
    return derived(seed, b"salt", spot.name(), canonical(value))


def sealed(seed: bytes, spot: Spot, value: Any) -> bytes:
    """The commitment of the seat whose seed this is."""
    return commitment(spot, value, salt_for(seed, spot, value))
