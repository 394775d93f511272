"""The key by which guests know the host again, as they know any machine they reach with `ssh`."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh
from platformdirs import user_data_path

from tui.exits import Failed


def data_folder() -> Path:
    """Where the host's key and log live; `OUTREMER_DATA` names another place."""
    chosen = os.environ.get("OUTREMER_DATA")
    return Path(chosen) if chosen else user_data_path("outremer", appauthor=False)


def host_key(folder: Path | None = None) -> asyncssh.SSHKey:
    """The host's ed25519 key; made at the first call, readable by nobody else."""
    path = (folder or data_folder()) / "guests_host_key"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            key = asyncssh.generate_private_key("ssh-ed25519", comment="outremer")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(key.export_private_key())
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        raise Failed(f"the host key {path} cannot be used: {error}; move it away to have a new one made") from error
