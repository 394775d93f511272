"""Who answers for chance and secrets. Rules are the same under every table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Protocol, TypeVar

from core.engine import chance
from core.engine.requests import Deal, Draw, Open, Roll, Sealed, Secret
from core.engine.vault import ALL, Hidden, Vault

D = TypeVar("D", Deal, Draw)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the log: how many entries came before, and the hash of them all."""

    index: int
    chain: bytes

    def token(self, owner: str, number: int) -> Sealed:
        return Sealed(owner, f"{self.index}.{owner}.{number}")


class Table(Protocol):
    """Every answer may be None: not yet. The session asks again when told to go on."""

    vault: Vault

    def plays_for(self, seat: str) -> bool:
        """Whether this table runs the private dialogs of `seat`."""
        ...

    def roll(self, request: Roll, place: Place) -> tuple[int, ...] | None: ...
    def draw(self, request: Draw, place: Place) -> tuple[str, ...] | None: ...
    def deal(self, request: Deal, place: Place) -> tuple[Sealed, ...] | None: ...
    def seal(self, seat: str, values: Sequence[Any], place: Place) -> None: ...
    def sealed(self, request: Secret, place: Place) -> Mapping[str, tuple[Sealed, ...]] | None: ...
    def open(self, request: Open, place: Place) -> tuple[Any, ...] | None: ...


def opened(vault: Vault, request: Open) -> tuple[Any, ...]:
    """Shows what `request` opens, from a vault that holds it all."""
    shown: list[Any] = []
    for token in request.sealed:
        value = vault.values[token.key]
        if request.when is not None and not request.when(value):
            shown.append(None)
            continue
        vault.put(token, value, request.to or ALL)
        shown.append(None if request.to else value)
    return tuple(shown)


def undealt(request: Deal | Draw, vault: Vault) -> list[str]:
    """What is left to deal: the deck without the cards that the held tokens hide."""
    left = list(request.cards)
    for token in request.held:
        card = vault.values[token.key]
        if card not in left:
            raise ValueError(f"'{request.name}': {token.owner} holds {card}, which is not in the deck dealt from")
        left.remove(card)
    return left


class LocalTable:
    """Knows everything: for hotseat, bots and scripts.

    Chance comes from the seed and the log so far, so a die depends on the choice it follows.
    """

    def __init__(self, seed: int | str, vault: Vault | None = None) -> None:
        self.seed = seed
        self.vault = vault or Vault()
        self._key = blake2b(str(seed).encode(), digest_size=32).digest()
        self._waiting: dict[str, tuple[Sealed, ...]] = {}

    def plays_for(self, seat: str) -> bool:
        return True

    def _material(self, place: Place) -> bytes:
        return self._key + place.chain

    def roll(self, request: Roll, place: Place) -> tuple[int, ...]:
        return chance.dice(self._material(place), request.count, request.sides)

    def draw(self, request: Draw, place: Place) -> tuple[str, ...]:
        left = undealt(request, self.vault) if request.held else request.cards
        return tuple(left[pick] for pick in chance.picks(self._material(place), len(left), request.count))

    def deal(self, request: Deal, place: Place) -> tuple[Sealed, ...]:
        left = undealt(request, self.vault)
        tokens = tuple(place.token(request.seat, number) for number in range(request.count))
        for token, pick in zip(tokens, chance.picks(self._material(place), len(left), request.count), strict=True):
            self.vault.put(token, left[pick], request.seat)
        return tokens

    def seal(self, seat: str, values: Sequence[Any], place: Place) -> None:
        tokens = tuple(place.token(seat, number) for number in range(len(values)))
        for token, value in zip(tokens, values, strict=True):
            self.vault.put(token, value, seat)
        self._waiting[seat] = tokens

    def sealed(self, request: Secret, place: Place) -> Mapping[str, tuple[Sealed, ...]] | None:
        if any(seat not in self._waiting for seat in request.dialogs):
            return None
        return {seat: self._waiting.pop(seat) for seat in request.dialogs}

    def open(self, request: Open, place: Place) -> tuple[Any, ...]:
        return opened(self.vault, request)


class ImaginedTable(LocalTable):
    """Chance of a possible future, for bots that think ahead. It knows what one seat knows and no more:
    opening what that seat may not read raises `Hidden`, and the thought ends there."""

    def __init__(self, seed: int | str, vault: Vault, seat: str) -> None:
        known = Vault()
        for key, value in vault.values.items():
            if vault.may_read(seat, Sealed("", key)):
                known.values[key], known.readers[key] = value, vault.readers[key][:]
        super().__init__(seed, known)
        self._seat = seat
        self._rolls = 0
        self._places = 0

    def plays_for(self, seat: str) -> bool:
        return seat == self._seat

    def _material(self, place: Place) -> bytes:
        self._rolls += 1
        return self._key + self._rolls.to_bytes(8, "little")

    def _imagined(self, place: Place) -> Place:
        """A thought keeps no log, so its secrets are numbered from -1 down: none shares a token with another."""
        self._places += 1
        return Place(-self._places, place.chain)

    def draw(self, request: Draw, place: Place) -> tuple[str, ...]:
        return super().draw(self._unseen(request) if request.deck else request, place)

    def deal(self, request: Deal, place: Place) -> tuple[Sealed, ...]:
        if request.deck:
            request = self._unseen(request)
        self._must_hold(request.held)
        return super().deal(request, self._imagined(place))

    def _unseen(self, request: D) -> D:
        """Of a shared deck any card that this seat has not seen may be the next, wherever it really lies."""
        return replace(request, held=[token for token in request.held if self.vault.holds(token)])

    def seal(self, seat: str, values: Sequence[Any], place: Place) -> None:
        super().seal(seat, values, self._imagined(place))

    def open(self, request: Open, place: Place) -> tuple[Any, ...]:
        self._must_hold(request.sealed)
        return super().open(request, place)

    def _must_hold(self, tokens: Sequence[Sealed]) -> None:
        for token in tokens:
            if not self.vault.holds(token):
                raise Hidden(f"{self._seat} cannot know what {token} is")
