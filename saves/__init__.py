"""Games as TOML that a person can read: written as they are played, loaded at once, verified from the first entry."""

from saves.errors import BadSave, SaveFailed
from saves.folder import Summary, new_path, saves_folder, summaries
from saves.header import Header
from saves.journal import Journal
from saves.loading import Loaded, load
from saves.savefile import SaveFile, Snapshot, read
from saves.verifying import Verdict, verify

__all__ = [
    "BadSave", "Header", "Journal", "Loaded", "SaveFailed", "SaveFile", "Snapshot", "Summary", "Verdict", "load",
    "new_path", "read", "saves_folder", "summaries", "verify",
]  # fmt: skip
