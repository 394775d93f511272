"""How two peers come to have the same entries, whatever was lost, repeated or out of order on the way.

    have  [counts]     at the start, and whenever something is missing: what I have; go on from there
    entries [entry…]   some more
    got   [counts]     what has arrived so far

Numbers make it exactly once and in order. What is still to be sent is only a number for each author, so a slow
reader costs no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from netplay.entries import Entry, Feeds
from netplay.frames import BadFrame, Frame


class Gossip:
    """One peer's end of one link."""

    def __init__(
        self,
        feeds: Feeds,
        send: Callable[[Frame | bytes], None],
        can_send: Callable[[], bool],
        foresee: Callable[[Sequence[Entry]], None] = lambda entries: None,
    ) -> None:
        """`foresee` may look at entries that have come in before they are checked."""
        self.feeds = feeds
        self._foresee = foresee
        self.theirs: list[int] | None = None
        """What they have said they have; None until they have said so."""
        self._send = send
        self._can_send = can_send
        self._sent: list[int] | None = None
        self._told = -1

    def begin(self) -> None:
        self._send({"have": self.feeds.counts()})

    def hear(self, frame: Frame) -> list[Entry]:
        """Takes a frame; the entries that are new. Raises `BadFrame`, `BadEntry`, `SaidTwoThings`."""
        if "have" in frame:
            self.theirs = self._counts(frame["have"])
            self._sent = [min(pair) for pair in zip(self.theirs, self.feeds.counts(), strict=True)]
            self.push()
        if "got" in frame:
            self.theirs = self._counts(frame["got"])
        if "entries" in frame:
            return self._hear_entries(frame["entries"])
        return []

    def _hear_entries(self, plain: Any) -> list[Entry]:
        if not isinstance(plain, list):
            raise BadFrame("sent entries that are no list")
        entries = [Entry.from_plain(each) for each in plain]
        self._foresee(entries)
        new: list[Entry] = []
        missing = False
        for entry in entries:
            if self.feeds.accept(entry):
                new.append(entry)
            elif entry.number > len(self.feeds.of(entry.author)):
                missing = True
            if self._sent is not None and not missing:
                self._sent[entry.author] = max(self._sent[entry.author], entry.number + 1)
        if missing:
            self.begin()
        return new

    def push(self) -> None:
        """Sends what they lack, as long as the link takes it. Call again whenever there is more."""
        if self._sent is None:
            return
        while self._sent != self.feeds.counts() and self._can_send():
            self._sent, piece = self.feeds.after(self._sent)
            self._send(b'{"entries":[%b]}' % piece)

    def acknowledge(self) -> None:
        """Tells how far we are, if that is news."""
        if (total := sum(counts := self.feeds.counts())) != self._told:
            self._told = total
            self._send({"got": counts})

    @property
    def they_have_all(self) -> bool:
        return self.theirs == self.feeds.counts()

    def _counts(self, plain: Any) -> list[int]:
        counts = plain if isinstance(plain, list) else []
        if [type(count) for count in counts] != [int] * len(self.feeds.counts()) or min(counts) < 0:
            raise BadFrame("sent counts that are none")
        return list(counts)
