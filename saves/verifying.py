"""Is a save what the rules make of it? Everything is replayed from the first entry and compared."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.engine import Session, digest
from core.games import load_game
from saves.errors import BadSave
from saves.loading import Games, begin, check_log, follow, game_of, setup_of
from saves.savefile import SaveFile, hidden_before, read


@dataclass(frozen=True, slots=True)
class Verdict:
    ok: bool
    entries: int
    problem: str = ""
    """The first difference, with file, line and entry."""


def verify(path: Path, games: Games = load_game) -> Verdict:
    entries = 0
    try:
        file = read(path)
        entries = len(file.lines)
        _verify(file, games)
    except BadSave as bad:
        return Verdict(False, entries, str(bad))
    return Verdict(True, entries)


def _verify(file: SaveFile, games: Games) -> None:
    game = game_of(file, games)
    if (game.revision, game.data_digest) != (file.header.revision, file.header.data_digest):
        reason = f"this game was played under revision {file.header.revision} of the rules, with the data of its time;"
        raise file.bad("", "revision", f"{reason} only the same rules can verify it (these are {game.revision})")
    session = begin(file, game, setup_of(file, game), file.start)
    lines, snapshot, entries = file.lines, file.snapshot, file.header.entries
    follow(file, session, min(snapshot.index, len(lines)))
    if snapshot.index <= entries <= len(lines):
        _compare_snapshot(file, session)
        follow(file, session, entries)
        if snapshot.vault != hidden_before(session.table.vault, snapshot.index):
            raise file.bad("snapshot", "vault", f"after entry {entries} the vault does not hold this")
    follow(file, session, len(lines))
    check_log(file, file.start)
    if not snapshot.index <= entries <= len(lines):
        reason = f"there were {entries} entries when the file was written, but the log has {len(lines)}"
        raise file.bad("", "entries", reason)
    _compare_outcome(file, session)
    if file.torn:
        line = file.entry_line(len(lines))
        raise BadSave(file.path, line, f"the last line was not written to its end: {file.torn:.60}")


def _compare_snapshot(file: SaveFile, session: Session) -> None:
    """The session stands at the first question after the snapshot, so its last checkpoint is that of the snapshot."""
    mark, snapshot = session.last_checkpoint, file.snapshot
    if mark.index != snapshot.index:
        reason = f"the last checkpoint before this is after {mark.index} entries, not {snapshot.index}"
        raise file.bad("snapshot", "index", reason)
    if mark.chain.hex() != snapshot.chain:
        raise file.bad("snapshot", "chain", f"the hash of the first {mark.index} entries is {mark.chain.hex()}")
    if digest(snapshot.state) != snapshot.digest or digest(mark.state) != snapshot.digest:
        raise file.bad("snapshot", "digest", f"after {mark.index} entries the rules give another state than this")


def _compare_outcome(file: SaveFile, session: Session) -> None:
    recorded = file.header.outcome
    if recorded is None:
        return
    outcome = session.game.outcome(session.state) if session.over else None
    if outcome != recorded:
        given = f"that {' and '.join(outcome.winners)} won ({outcome.why})" if outcome else "that the game is not over"
        raise file.bad("outcome", "winners", f"the rules say {given}, with {len(session.log)} entries played")
