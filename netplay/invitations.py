"""An invitation is one line to paste: where, whose key to expect, a word that opens the door once, and which game.

    outremer://192.0.2.7:4000/byzantium-3f9c12ab07/SHA256:q7Xc…/b1QkPz…

The address may be an alias of ~/.ssh/config (then leave out the port), and the way may lead over jump hosts.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

SCHEME = "outremer://"
_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\s:/\[\]@]+)(?::([0-9]{1,5}))?")


class BadInvitation(ValueError):
    """Says what is wrong with the line."""


def fresh_token() -> str:
    return secrets.token_urlsafe(12)


def fresh_game_id(game: str) -> str:
    """A name for one game, also of its files: which game it is, and ten digits."""
    return f"{game}-{secrets.token_hex(5)}"


@dataclass(frozen=True, slots=True)
class Invitation:
    host: str
    port: int | None
    """None: as ~/.ssh/config says."""
    game: str
    """The id of this one game."""
    fingerprint: str
    token: str

    @property
    def rules(self) -> str:
        """Which game is played there."""
        return self.game.rpartition("-")[0]

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = f":{self.port}" if self.port is not None else ""
        return f"{SCHEME}{host}{port}/{self.game}/{self.fingerprint.replace('/', '_')}/{self.token}"

    @classmethod
    def parse(cls, line: str) -> Invitation:
        text = line.strip()
        if not text:
            raise BadInvitation("there is no invitation here; paste the whole line that the host gave you")
        if not text.startswith(SCHEME):
            raise BadInvitation(f"'{text:.40}' is no invitation: it begins with {SCHEME}")
        if re.search(r"\s", text):
            raise BadInvitation("there is a space or line break inside the invitation; paste it as one line")
        parts = text.removeprefix(SCHEME).split("/")
        if len(parts) != 4:
            raise BadInvitation(f"the invitation has {len(parts)} of its 4 parts (address, game, key, word); "
                                "the end may have been cut off")  # fmt: skip
        address, game, fingerprint, token = parts
        return cls(*_address(address), _game(game), _fingerprint(fingerprint), _token(token))


def _address(text: str) -> tuple[str, int | None]:
    match = _ADDRESS.fullmatch(text)
    if match is None or match[1].startswith("-"):
        raise BadInvitation(f"'{text:.60}' is no address; it should be like 192.0.2.7:4000, [2001:db8::7]:4000 or anna")
    port = None if match[2] is None else int(match[2])
    if port is not None and not 0 < port < 65536:
        raise BadInvitation(f"there is no port {port}; ports are 1 to 65535")
    return match[1].strip("[]"), port


def _game(text: str) -> str:
    if not re.fullmatch(r"[a-z][a-z_]{0,30}-[0-9a-f]{10}", text):
        raise BadInvitation(f"'{text:.40}' is no game: it should be like byzantium-3f9c12ab07")
    return text


def _fingerprint(text: str) -> str:
    if not re.fullmatch(r"SHA256:[A-Za-z0-9+_]{43}", text):
        raise BadInvitation(f"'{text:.60}' is no fingerprint of a key: SHA256: and 43 letters are expected there")
    return text.replace("_", "/")


def _token(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{16}", text):
        raise BadInvitation("the last part of the invitation should be a word of 16 letters; it may have been cut off")
    return text
