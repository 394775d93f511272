"""What can be saved of a save: the game up to the entry that cannot be read, as a copy beside it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import saves
from core.games import load_game
from saves.loading import begin, follow, game_of, setup_of


def rescue(problem: saves.BadSave) -> Path | None:
    """A copy of the damaged file that ends before the line which is wrong, if a game can be played on from there."""
    copy = _copy_before(_first_wrong_entry(problem))
    if copy is None:
        return None
    try:
        saves.load(copy)
    except saves.BadSave:
        copy.unlink()
        return None
    return copy


def _first_wrong_entry(problem: saves.BadSave) -> saves.BadSave:
    """A hash above the log only says that the log was changed: a replay from its first entry finds where."""
    try:
        file = saves.read(problem.path)
        game = game_of(file, load_game)
        follow(file, begin(file, game, setup_of(file, game), file.start), len(file.lines))
    except saves.BadSave as found:
        return found
    return problem


def _copy_before(problem: saves.BadSave) -> Path | None:
    with suppress(OSError):
        lines = problem.path.read_bytes().split(b"\n")
        if b"[log]" not in lines[: problem.line - 1]:
            return None  # not the log is wrong but what stands above it
        folder, stem = problem.path.parent, f"{problem.path.stem}-rescued"
        number = 1
        while (copy := folder / f"{stem}{number if number > 1 else ''}.toml").exists():
            number += 1
        copy.write_bytes(b"\n".join(lines[: problem.line - 1]) + b"\n")
        return copy
    return None
