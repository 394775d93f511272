"""Letters that only one peer can open, though everybody carries them."""

from __future__ import annotations

import json
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from netplay.fairplay.messages import canonical, from_hex, hashed

_NONCE = bytes(12)
"""Every letter has a key of its own, so the nonce may stay the same."""


class BadBox(ValueError):
    """A letter that is not for us, or that was tampered with."""


class BoxKey:
    """The key that opens letters to us."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self._key = X25519PrivateKey.from_private_bytes(raw)
        self.public = self._key.public_key().public_bytes_raw()

    def open(self, box: str) -> Any:
        try:
            data = from_hex(box)
            sender, text = data[:32], data[32:]
            shared = self._key.exchange(X25519PublicKey.from_public_bytes(sender))
            return json.loads(_cipher(shared, sender, self.public).decrypt(_NONCE, text, None))
        except (ValueError, InvalidTag, RecursionError) as error:
            raise BadBox("a letter that cannot be opened") from error


def boxed(content: Any, to: bytes) -> str:
    """`content` for the owner of the box key `to`."""
    once = X25519PrivateKey.generate()
    sender = once.public_key().public_bytes_raw()
    shared = once.exchange(X25519PublicKey.from_public_bytes(to))
    return (sender + _cipher(shared, sender, to).encrypt(_NONCE, canonical(content), None)).hex()


def _cipher(shared: bytes, sender: bytes, to: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(hashed(b"outremer letter", shared, sender, to))
