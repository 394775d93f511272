"""What can go wrong with a file, said so that a player knows where to look."""

from __future__ import annotations

from pathlib import Path


class BadSave(Exception):
    """A file that cannot be loaded. It has been left as it is."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        """`line` counts from 1; 0 if the whole file is meant."""
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


class SaveFailed(Exception):
    """The game could not be written. What was in the file before is still there."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: not saved: {reason}")
        self.path = path
        self.reason = reason
