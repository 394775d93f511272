"""Who we are to other players: an ed25519 key made on first run, told by a fingerprint and a few names."""

from __future__ import annotations

import base64
import os
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_ssh_private_key,
)

from saves import disk
from saves.folder import home_folder

KEY_FILE = "identity"
PHRASE_WORDS = 5


class BadIdentity(Exception):
    """A key file that cannot be used. It has been left as it is."""


@cache
def words() -> tuple[str, ...]:
    found = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))["words"]
    assert len(set(found)) == 256, "a word stands for a byte"
    return tuple(found)


def keys_folder() -> Path:
    """Where the key and the known peers are kept, readable by their owner alone."""
    folder = home_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The key by which others know somebody."""

    raw: bytes

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """From hex digits. Raises ValueError."""
        raw = bytes.fromhex(text)
        if len(raw) != 32 or raw.hex() != text:
            raise ValueError(f"'{text:.80}' is no ed25519 key")
        return cls(raw)

    @property
    def hex(self) -> str:
        return self.raw.hex()

    @property
    def blob(self) -> bytes:
        """As SSH writes it on the wire."""
        name = b"ssh-ed25519"
        return len(name).to_bytes(4, "big") + name + len(self.raw).to_bytes(4, "big") + self.raw

    @property
    def fingerprint(self) -> str:
        """As `ssh-keygen -l` shows it."""
        return "SHA256:" + base64.b64encode(sha256(self.blob).digest()).decode().rstrip("=")

    @property
    def phrase(self) -> str:
        """The same in names that can be read out over the telephone."""
        return " ".join(words()[byte] for byte in sha256(self.blob).digest()[:PHRASE_WORDS])

    def signed(self, data: bytes, signature: bytes) -> bool:
        """Whether the owner of this key signed `data`."""
        try:
            _verifier(self.raw).verify(signature, data)
        except InvalidSignature:
            return False
        return True


@cache
def _verifier(raw: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(raw)


class Identity:
    """Our own key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = PublicKey(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))

    @classmethod
    def fresh(cls) -> Identity:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def of_user(cls, folder: Path | None = None) -> Identity:
        """The key of this user, made now if there is none."""
        path = (folder or keys_folder()) / KEY_FILE
        if not path.exists():
            made = cls.fresh()
            disk.replace(path, made.private_text(), durable=True)  # beside it, readable by us alone, then in place
            return made
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise BadIdentity(f"{path} can be read by others, so it is no secret; make it yours: chmod 600 {path}")
        try:
            key = load_ssh_private_key(path.read_bytes(), None)
        except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise BadIdentity(f"{path} holds no key that can be read ({error}); put back a copy, or move it away "
                              "and a new one is made, which your friends will not know") from error  # fmt: skip
        if not isinstance(key, Ed25519PrivateKey):
            raise BadIdentity(f"{path} holds a key that is not ed25519; move it away and a new one is made")
        return cls(key)

    def private_text(self) -> bytes:
        """The key as OpenSSH keeps it."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())

    def sign(self, data: bytes) -> bytes:
        return self._key.sign(data)
