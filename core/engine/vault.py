"""What sealed tokens hide, and who may look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.engine.requests import Sealed

ALL = "*"
"""As a reader: everybody."""


class Hidden(Exception):
    """Somebody asked for what he may not know."""


@dataclass(slots=True)
class Vault:
    """Under a local table all secrets are here, under a peer's table only those its seat may know."""

    values: dict[str, Any] = field(default_factory=dict)
    readers: dict[str, list[str]] = field(default_factory=dict)

    def put(self, token: Sealed, value: Any, reader: str) -> None:
        self.values[token.key] = value
        known = self.readers.setdefault(token.key, [])
        if reader not in known:
            known.append(reader)

    def holds(self, token: Sealed) -> bool:
        return token.key in self.values

    def may_read(self, seat: str, token: Sealed) -> bool:
        readers = self.readers.get(token.key, ())
        return seat in readers or ALL in readers

    def peek(self, seat: str, token: Sealed) -> Any:
        """The value, for a seat that may know it."""
        if not self.may_read(seat, token):
            raise Hidden(f"{seat} may not look at {token}")
        return self.values[token.key]

    def copy(self) -> Vault:
        return Vault(self.values.copy(), {key: readers[:] for key, readers in self.readers.items()})
