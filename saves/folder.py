"""Where games are kept, and which ones there are."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path

from saves.errors import BadSave, SaveFailed
from saves.savefile import read_header


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a list of games, as it stood when its file was last written whole."""

    path: Path
    game: str
    title: str
    updated: datetime
    headline: str
    awaiting: tuple[str, ...]
    """The seats that are to answer."""
    entries: int
    over: bool
    problem: str = ""
    """Why the file cannot be read; all else but the path is empty then."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Who sits where, as in the header."""


def home_folder() -> Path:
    """Where all that is this user's lies. `OUTREMER_HOME` names another place: a second player on one machine."""
    chosen = os.environ.get("OUTREMER_HOME")
    return Path(chosen) if chosen else user_data_path("outremer", appauthor=False)


def saves_folder() -> Path:
    """The folder of this user's games, made if it is not there. `OUTREMER_SAVES` names another."""
    chosen = os.environ.get("OUTREMER_SAVES")
    folder = Path(chosen) if chosen else home_folder() / "saves"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveFailed(folder, f"the folder cannot be made: {error.strerror or error}") from error
    return folder


def new_path(folder: Path, game_id: str, when: datetime) -> Path:
    """A name that no file in the folder has: `byzantium-2026-11-18-0930.toml`, then `…-0930-2.toml`."""
    stem = f"{game_id}-{when:%Y-%m-%d-%H%M}"
    path, number = folder / f"{stem}.toml", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.toml"
    return path


def summaries(folder: Path) -> list[Summary]:
    """All games in a folder, the latest first, those that cannot be read at the end."""
    found = [_summary(path) for path in sorted(folder.glob("[!.]*.toml"))]
    return sorted(found, key=lambda summary: (summary.updated, _written(summary.path)), reverse=True)


def _written(path: Path) -> int:
    """When the file was written, finer than the header says it; a file that has just gone was never written."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _summary(path: Path) -> Summary:
    try:
        header, entries = read_header(path)
    except BadSave as bad:
        return Summary(path, "", path.stem, datetime.min.replace(tzinfo=UTC), "", (), 0, False, str(bad))
    return Summary(
        path,
        header.game,
        header.title or path.stem,
        header.updated,
        header.headline,
        header.awaiting,
        entries,
        header.outcome is not None,
        players=header.players,
    )
