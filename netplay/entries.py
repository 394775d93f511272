"""What each player says, as a chain: every entry is signed by its author and names the one before by its hash.

So whoever relays an entry can neither change it, nor leave one out, nor put one in; and an author who says two
different things at the same place has proved it against himself with his own signature.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from netplay.fairplay.messages import canonical, from_hex, hashed
from netplay.frames import LONGEST
from netplay.identity import Identity, PublicKey

DOMAIN = b"outremer entry"
LARGEST = LONGEST // 2
"""Bytes of one entry's body, so that it fits a frame."""
PIECE = LONGEST // 8
"""About how many bytes of entries go into one frame."""
DEEPEST = 32
"""How far lists and tables may be nested."""
MOST, MOST_BYTES = 200_000, 64 * 1024 * 1024
"""Entries of one author, and their bytes; no game needs a tenth of it."""


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
    _text: bytes = field(default=b"", init=False, repr=False, compare=False)

    @property
    def text(self) -> bytes:
        """What is hashed and signed, worked out once: author, number, kind and body as JSON. Raises `BadEntry`."""
        if not self._text:
            object.__setattr__(self, "_text", _text(self.author, self.number, self.kind, self.body))
        return self._text

    def to_json(self) -> bytes:
        """As it goes over a link: the text with the signature added, so that nothing is written out twice."""
        return b'%b,"%b"]' % (self.text[:-1], self.signature.hex().encode())

    def to_row(self) -> bytes:
        """The same without author and number."""
        return b"[" + self.to_json()[len(f"[{self.author},{self.number},") :]

    @classmethod
    def from_plain(cls, plain: object) -> Entry:
        """Raises `BadEntry`."""
        match plain:
            case [int(author), int(number), str(kind), dict(body), str(signature)] if author >= 0 and number >= 0:
                if bool in (type(author), type(number)):  # `true` counts as 1, but is not written so
                    raise BadEntry(f"not an entry: {plain!r:.80}")
                try:
                    return cls(author, number, kind, body, from_hex(signature))
                except ValueError as error:
                    raise BadEntry("an entry with a signature that is none") from error
            case _:
                raise BadEntry(f"not an entry: {plain!r:.80}")


def _text(author: int, number: int, kind: str, body: dict[str, Any]) -> bytes:
    """What is hashed and signed."""
    try:
        text = canonical([author, number, kind, body])
    except (ValueError, RecursionError) as error:
        raise BadEntry("an entry that cannot be written down") from error
    if len(text) > LARGEST:
        raise BadEntry(f"an entry of {len(text)} bytes; {LARGEST} are allowed")
    if text.count(b"[") + text.count(b"{") > DEEPEST and _is_deep(body):
        raise BadEntry("an entry with boxes in boxes without end")
    return text


def _is_deep(body: dict[str, Any]) -> bool:
    level: list[Any] = [body]
    for _ in range(DEEPEST):
        level = [
            inner
            for thing in level
            if isinstance(thing, (dict, list))
            for inner in (thing.values() if isinstance(thing, dict) else thing)
        ]
    return bool(level)


class Feeds:
    """All that was said, by author. Every peer holds all of it, and can give it to any other."""

    def __init__(self, charter: bytes, keys: list[PublicKey]) -> None:
        """The chains begin at the hash of the charter, so they belong to one game."""
        self._keys = keys
        self._entries: list[list[Entry]] = [[] for _ in keys]
        self._hashes: list[list[bytes]] = [[charter] for _ in keys]
        self._total = [0] * len(keys)
        self._piece: tuple[list[int], list[int], list[int], bytes] = ([], [], [], b"")
        """What `after` was asked and answered last, for many who look on ask the same: they had, we had, they will."""

    def counts(self) -> list[int]:
        return [len(entries) for entries in self._entries]

    def of(self, author: int) -> list[Entry]:
        return self._entries[author]

    def after(self, have: list[int]) -> tuple[list[int], bytes]:
        """What somebody will have who has `have`, and the entries for him, as they go over a link in one frame."""
        counts = self.counts()
        if self._piece[:2] != (have, counts):
            then, piece, size = list(have), [], 0
            for author, entries in enumerate(self._entries):
                while then[author] < counts[author] and size < PIECE:
                    piece.append(entries[then[author]].to_json())
                    size += len(piece[-1])
                    then[author] += 1
            self._piece = list(have), counts, then, b",".join(piece)
        return list(self._piece[2]), self._piece[3]

    def accept(self, entry: Entry) -> bool:
        """Takes an entry if it is new; False if it is known, or if something before it is still missing.

        Raises `BadEntry` or `SaidTwoThings`."""
        if entry.author >= len(self._keys):
            raise BadEntry(f"there is no author {entry.author} in this game")
        entries, hashes = self._entries[entry.author], self._hashes[entry.author]
        if entry.number > len(entries):
            return False
        digest = hashed(DOMAIN, hashes[entry.number], entry.text)
        if entry.number < len(entries) and digest == hashes[entry.number + 1]:
            return False
        if not self._keys[entry.author].signed(digest, entry.signature):
            raise BadEntry(f"an entry {entry.number} that author {entry.author} did not sign")
        if entry.number < len(entries):
            raise SaidTwoThings(entry.author, entry.number)
        if entry.number >= MOST or self._total[entry.author] > MOST_BYTES:
            raise BadEntry(f"author {entry.author} talks without end")
        self._append(entry, digest)
        return True

    def write(self, identity: Identity, author: int, kind: str, body: dict[str, Any]) -> Entry:
        """Our own next entry."""
        number = len(self._entries[author])
        text = _text(author, number, kind, body)
        digest = hashed(DOMAIN, self._hashes[author][-1], text)
        entry = Entry(author, number, kind, body, identity.sign(digest))
        object.__setattr__(entry, "_text", text)
        self._append(entry, digest)
        return entry

    def _append(self, entry: Entry, digest: bytes) -> None:
        self._entries[entry.author].append(entry)
        self._hashes[entry.author].append(digest)
        self._total[entry.author] += len(entry.text)
