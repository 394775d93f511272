"""Players we have met, remembered by name and key as `ssh` remembers hosts: trusted the first time, then held to it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, unquote

from netplay.identity import PublicKey, keys_folder
from saves import disk

FILE = "known_peers"


class ChangedKey(Exception):
    """Somebody comes under a name we know, with a key that we do not know."""

    def __init__(self, name: str, known: PublicKey, shown: PublicKey, path: Path) -> None:
        super().__init__(
            f"{name} does not have the key we know. Known: {known.fingerprint} ({known.phrase}). "
            f"Shown now: {shown.fingerprint} ({shown.phrase}). Somebody else may be using this name. If {name} really "
            f"has a new key, hear the new words from {name} by another way, then: outremer identity --forget "
            f"'{name}' (kept in {path})"
        )
        self.name = name


class KnownPeers:
    """One line a player: `name ssh-key-in-hex`, the name quoted as in an address."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or keys_folder() / FILE

    def keys(self) -> dict[str, PublicKey]:
        if not self.path.exists():
            return {}
        found: dict[str, PublicKey] = {}
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            name, _, key = line.partition(" ")
            try:
                found[unquote(name)] = PublicKey.parse(key.strip())
            except ValueError as error:
                raise ValueError(f"{self.path}:{number}: {error}; remove the line") from error
        return found

    def check(self, name: str, key: PublicKey) -> bool:
        """Whether this player is known. Raises `ChangedKey` if the name is known with another key."""
        known = self.keys().get(name)
        if known is not None and known != key:
            raise ChangedKey(name, known, key, self.path)
        return known is not None

    def remember(self, name: str, key: PublicKey) -> None:
        if not self.check(name, key):
            self._write({**self.keys(), name: key})

    def forget(self, name: str) -> bool:
        """Whether there was somebody to forget."""
        keys = self.keys()
        if name not in keys:
            return False
        del keys[name]
        self._write(keys)
        return True

    def _write(self, keys: dict[str, PublicKey]) -> None:
        lines = [f"{quote(name, safe='')} {key.hex}\n" for name, key in keys.items()]
        disk.replace(self.path, "".join(lines).encode(), durable=True)
