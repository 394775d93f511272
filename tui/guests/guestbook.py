"""Who may come in, who came, and how each is known again.

An invitation is a token for one person: the first who comes with it. If his `ssh` showed a key, that key is his ticket
from then on and the token is spent for everybody else. If it showed none, the token remains his ticket, and nobody
else can come in with it while he is here.
"""

from __future__ import annotations

import logging
import secrets
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from saves import disk
from tui.exits import Failed
from tui.guests.names import clean_name
from tui.settings import Settings

if TYPE_CHECKING:
    from tui.guests.door import GuestTerminal

log = logging.getLogger("outremer.guests")

HOST = "host"
"""In the place of a key: the person at the host's own keyboard."""
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for one another when a token is read aloud."""
TOKEN_LENGTH = 16


def mark_of(token: str) -> str:
    """What is remembered of a token: enough to know it again, not enough to use it."""
    return sha256(token.strip().lower().encode()).hexdigest()


@dataclass(eq=False)
class Guest:
    number: int
    name: str
    key: str = ""
    """The fingerprint of his key; empty if the token is his ticket."""
    token: str = ""
    """The mark of the token he came with; empty if he came with a key that the host knew before."""
    seat: str = ""
    settings: Settings = field(default_factory=Settings)
    terminal: GuestTerminal | None = None
    """His connection. None when he is away, and for the host himself."""
    connections: int = 0
    """How many have been let in as him and are not closed yet."""
    introduced: bool = False
    """Whether he has told his name."""
    way_back: str = ""
    """The command with which he comes back. It may hold his token, so it is never written down here."""

    @property
    def is_here(self) -> bool:
        return self.terminal is not None or self.key == HOST


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody at the door has shown: a key, or a token. The user name may be a token too."""

    username: str
    key: str = ""
    token: str = ""


class Guestbook:
    def __init__(self, path: Path | None = None, keys: Iterable[str] = ()) -> None:
        """`path`: where it is kept, so that guests know their seats again another day. `keys`: fingerprints of people
        who need no invitation."""
        self.guests: list[Guest] = []
        self._open: set[str] = set()
        self._keys = frozenset(keys)
        self._path = path
        if path is not None and path.exists():
            self._read(path)

    # --- coming in -----------------------------------------------------------------------------------

    def invite(self) -> str:
        token = "".join(secrets.choice(ALPHABET) for _ in range(TOKEN_LENGTH))
        self._open.add(mark_of(token))
        self.keep()
        return token

    def admits(self, claim: Claim) -> bool:
        """Whether whoever proves this claim may come in."""
        return self._is_fresh(claim) or self._known(claim) is not None or claim.key in self._keys

    def is_spent(self, token: str) -> bool:
        """Whether somebody came with this token before."""
        return any(guest.token == mark_of(token) for guest in self.guests)

    def enter(self, claim: Claim) -> Guest | None:
        """The guest who has proved his claim: a new one, or one who comes back. None if he is too late."""
        if self._is_fresh(claim):
            mark = mark_of(claim.token or claim.username)
            self._open.discard(mark)
            return self._add(claim, mark)
        known = self._known(claim)
        if known is None and claim.key in self._keys:
            return self._add(claim, "")
        return known

    def host(self, name: str) -> Guest:
        """The person at the host's own keyboard."""
        for guest in self.guests:
            if guest.key == HOST:
                return guest
        guest = self._add(Claim(username=name, key=HOST), "")
        guest.introduced = True
        return guest

    def _is_fresh(self, claim: Claim) -> bool:
        return mark_of(claim.token or claim.username) in self._open

    def _known(self, claim: Claim) -> Guest | None:
        mark = mark_of(claim.token or claim.username)
        if claim.token:
            away = [guest for guest in self.guests if not guest.key and not guest.connections]
            return next((guest for guest in away if guest.token == mark), None)
        mine = [guest for guest in self.guests if claim.key and guest.key == claim.key]
        return next((guest for guest in mine if guest.token == mark), mine[0] if mine else None)

    def _add(self, claim: Claim, mark: str) -> Guest:
        number = max((guest.number for guest in self.guests), default=0) + 1
        suggested = "" if mark_of(claim.username) == mark else claim.username
        guest = Guest(number, self.free_name(suggested, f"Guest {number}"), claim.key, mark)
        self.guests.append(guest)
        self.keep()
        return guest

    # --- names and seats -----------------------------------------------------------------------------

    def free_name(self, wish: str, otherwise: str, of: Guest | None = None) -> str:
        return clean_name(wish, [guest.name for guest in self.guests if guest is not of], otherwise)

    def rename(self, guest: Guest, wish: str) -> None:
        guest.name = self.free_name(wish, guest.name, guest)
        guest.introduced = True
        self.keep()

    def holder(self, seat: str) -> Guest | None:
        return next((guest for guest in self.guests if guest.seat == seat), None)

    def find(self, who: str) -> Guest | None:
        """By number, name or seat."""
        wanted = who.casefold()
        for guest in self.guests:
            if wanted in (str(guest.number), guest.name.casefold(), guest.seat.casefold()):
                return guest
        return None

    # --- another day ---------------------------------------------------------------------------------

    def keep(self) -> None:
        """Writes the book in one step, readable by nobody else. It holds no token that could be used."""
        if self._path is None:
            return
        data = {
            "open": sorted(self._open),
            "guest": [
                {"number": guest.number, "name": guest.name, "key": guest.key, "token": guest.token, "seat": guest.seat}
                for guest in self.guests
            ],
        }
        try:
            disk.replace(self._path, tomli_w.dumps(data).encode(), durable=False)
        except OSError as error:
            log.error("%s cannot be written (%s); guests may need new invitations another day", self._path, error)

    def _read(self, path: Path) -> None:
        try:
            data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
            self._open = set(data["open"])
            self.guests = [Guest(**entry, introduced=True) for entry in data["guest"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failed(f"{path} cannot be read ({error}); move it away, and invite the guests anew") from error
