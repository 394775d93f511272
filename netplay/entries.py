"""What each player says, as a chain: every entry is signed by its author and names the one before by its hash.

So whoever relays an entry can neither change it, nor leave one out, nor put one in; and an author who says two
different things at the same place has proved it against himself with his own signature.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from netplay.fairplay.messages import canonical, from_hex, hashed
from netplay.frames import LONGEST
from netplay.identity import Identity, PublicKey

LARGEST = LONGEST // 2
"""Bytes of one entry's body, so that it fits a frame."""
MOST = 200_000
"""Entries of one author; no game needs a tenth of it."""


class BadEntry(ValueError):
    """An entry that its author never wrote, or nothing at all: whoever passed it on is at fault."""


class SaidTwoThings(Exception):
    """Two entries for the same place, both signed: their author cheats, or has lost his save and gone on without."""

    def __init__(self, author: int, number: int) -> None:
        super().__init__(f"signed two different entries {number}")
        self.author = author
        self.number = number


@dataclass(frozen=True, slots=True)
class Entry:
    author: int
    """Which of the charter's peers."""
    number: int
    kind: str
    body: dict[str, Any]
    signature: bytes

    def to_plain(self) -> list[Any]:
        return [self.author, self.number, self.kind, self.body, self.signature.hex()]

    @classmethod
    def from_plain(cls, plain: object) -> Entry:
        """Raises `BadEntry`."""
        match plain:
            case [int(author), int(number), str(kind), dict(body), str(signature)] if author >= 0 and number >= 0:
                try:
                    return cls(author, number, kind, body, from_hex(signature))
                except ValueError as error:
                    raise BadEntry("an entry with a signature that is none") from error
            case _:
                raise BadEntry(f"not an entry: {plain!r:.80}")


def entry_hash(before: bytes, author: int, number: int, kind: str, body: dict[str, Any]) -> bytes:
    try:
        text = canonical([author, number, kind, body])
    except (ValueError, RecursionError) as error:
        raise BadEntry("an entry that cannot be written down") from error
    if len(text) > LARGEST:
        raise BadEntry(f"an entry of {len(text)} bytes; {LARGEST} are allowed")
    return hashed(b"outremer entry", before, text)


class Feeds:
    """All that was said, by author. Every peer holds all of it, and can give it to any other."""

    def __init__(self, charter: bytes, keys: list[PublicKey]) -> None:
        """The chains begin at the hash of the charter, so they belong to one game."""
        self._keys = keys
        self._entries: list[list[Entry]] = [[] for _ in keys]
        self._hashes: list[list[bytes]] = [[charter] for _ in keys]

    def counts(self) -> list[int]:
        return [len(entries) for entries in self._entries]

    def of(self, author: int) -> list[Entry]:
        return self._entries[author]

    def accept(self, entry: Entry) -> bool:
        """Takes an entry if it is new; False if it is known, or if something before it is still missing.

        Raises `BadEntry` or `SaidTwoThings`."""
        if entry.author >= len(self._keys):
            raise BadEntry(f"there is no author {entry.author} in this game")
        entries, hashes = self._entries[entry.author], self._hashes[entry.author]
        if entry.number > len(entries):
            return False
        digest = entry_hash(hashes[entry.number], entry.author, entry.number, entry.kind, entry.body)
        if entry.number < len(entries) and digest == hashes[entry.number + 1]:
            return False
        if not self._keys[entry.author].signed(digest, entry.signature):
            raise BadEntry(f"an entry {entry.number} that author {entry.author} did not sign")
        if entry.number < len(entries):
            raise SaidTwoThings(entry.author, entry.number)
        if entry.number >= MOST:
            raise BadEntry(f"author {entry.author} talks without end")
        entries.append(entry)
        hashes.append(digest)
        return True

    def write(self, identity: Identity, author: int, kind: str, body: dict[str, Any]) -> Entry:
        """Our own next entry."""
        number = len(self._entries[author])
        digest = entry_hash(self._hashes[author][-1], author, number, kind, body)
        entry = Entry(author, number, kind, body, identity.sign(digest))
        self._entries[author].append(entry)
        self._hashes[author].append(digest)
        return entry
