"""A saved game made live again: from its snapshot in no time, or from its first entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from core.engine import BadSetup, Drift, Game, LocalTable, Session, Setup, digest, from_plain
from core.engine.log import START
from core.games import load_game
from saves.errors import BadSave
from saves.header import Header
from saves.savefile import SaveFile, Snapshot, chain_of, read

Games = Callable[[str], Game]


@dataclass(slots=True)
class Loaded:
    session: Session
    header: Header
    notices: list[str] = field(default_factory=list)
    """What the players should know before they go on."""
    start: Snapshot | None = None
    """Where a replay of this game begins, if not at its first entry."""
    keep_original: bool = False
    """Whether going on would lose something that is in the file."""


def load(path: Path, whole: bool = False, games: Games = load_game) -> Loaded:
    """The game as it stood. `whole` replays it from the first entry, so that the whole story is there.

    Raises `BadSave`; the file is never touched.
    """
    file = read(path)
    game = game_of(file, games)
    setup = setup_of(file, game)
    notices = []
    if file.torn:
        notices.append(f"The last line of {path.name} was not written to its end and is left out: {file.torn:.60}")
    if game.revision != file.header.revision or game.data_digest != file.header.data_digest:
        return _load_from_other_rules(file, game, setup, notices)
    missing = len(file.lines) < file.header.entries
    if missing:
        notices.append(
            f"{path.name} has lost its end: it had {file.header.entries} entries, of which {len(file.lines)} are left. "
            "The game goes on from there."
        )
    at = file.start if whole or missing else file.snapshot
    session = begin(file, game, setup, at)
    check_log(file, at)
    follow(file, session, len(file.lines))
    return Loaded(session, file.header, notices, file.start, keep_original=missing)


def game_of(file: SaveFile, games: Games) -> Game:
    try:
        return games(file.header.game)
    except KeyError as error:
        raise file.bad("", "game", str(error.args[0])) from error


def setup_of(file: SaveFile, game: Game) -> Setup:
    header = file.header
    try:
        setup = game.setup(header.scenario, len(header.players), header.options)
    except BadSetup as error:
        raise file.bad("options", "options", str(error)) from error
    if set(setup.seats) != set(header.players):
        raise file.bad("players", "players", f"the seats of this game are {', '.join(setup.seats)}")
    return setup


def begin(file: SaveFile, game: Game, setup: Setup, at: Snapshot | None) -> Session:
    """A session at a snapshot of the file, or at the very beginning."""
    if file.header.seed is None:
        raise file.bad("", "seed", "there is no seed: this game's dice come from several players over the network")
    if at is None:
        return Session(game, setup, LocalTable(file.header.seed))
    table = "start" if at is file.start else "snapshot"
    if at.index > len(file.lines):
        reason = f"the log has {len(file.lines)} entries, but the game can only be taken up after {at.index}"
        raise file.bad(table, "index", reason)
    if at.vault is None:
        raise file.bad(table, "vault", "there is no vault, so what was hidden is lost")
    if digest(at.state) != at.digest:
        raise file.bad(table, "digest", "the state has been changed: it does not have this digest")
    history = file.lines[: at.index]
    if chain_of(history).hex() != at.chain:
        raise file.bad(table, "chain", f"the log has been changed: its first {at.index} entries do not have this hash")
    try:
        state = from_plain(game.state_type, at.state)
        session = Session(game, setup, LocalTable(file.header.seed, at.vault.copy()), state=state, history=history)
    except Exception as error:  # a state that fits no rules can fail anywhere in them
        raise file.bad(table, "state", f"the rules of {game.title} cannot go on from this state: {error!r}") from error
    session.private += [beside for beside in file.private if beside.at < at.index]
    return session


def check_log(file: SaveFile, at: Snapshot | None) -> None:
    """Compares the log after `at` with the hash it had when the file was last written whole."""
    entries = file.header.entries
    index, chain = (at.index, bytes.fromhex(at.chain)) if at else (0, START)
    if entries <= len(file.lines) and chain_of(file.lines[index:entries], chain).hex() != file.header.chain:
        raise file.bad("", "chain", f"the log has been changed: its first {entries} entries do not have this hash")


def follow(file: SaveFile, session: Session, end: int) -> None:
    """Replays the log up to an entry, with the private answers that came before it."""
    done = len(session.private)
    whole = end == len(file.lines)
    fresh = [beside for beside in file.private[done:] if whole or beside.at < end]
    try:
        session.follow(file.lines[:end], fresh)
    except Drift as drift:
        raise BadSave(file.path, _culprit(file, session, drift.index), str(drift)) from drift
    except Exception as error:  # entries that fit no rules can fail anywhere in them
        index = len(session.log) - 1
        reason = f"entry {index}: after this the rules fail: {error!r}"
        raise BadSave(file.path, file.entry_line(index), reason) from error
    if len(session.private) < done + len(fresh):
        pairs = zip_longest(file.private, session.private)
        odd = next(place for place, (written, asked) in enumerate(pairs) if written != asked)
        raise BadSave(file.path, file.private_line(odd), "the rules ask for no private answer here")


def _culprit(file: SaveFile, session: Session, index: int) -> int:
    """The line of the file at which a replay stopped: an entry, or the private answer beside it that came next."""
    place = len(session.private)
    if place < len(file.private) and file.private[place].at == index:
        return file.private_line(place)
    return file.entry_line(index)


def _load_from_other_rules(file: SaveFile, game: Game, setup: Setup, notices: list[str]) -> Loaded:
    """The snapshot holds under any rules that can read it; entries after it only as far as they still fit."""
    at, header = file.snapshot, file.header
    if game.revision != header.revision:
        notices.append(f"This game was begun under revision {header.revision} of the rules; these are {game.revision}.")
    if game.data_digest != header.data_digest:
        notices.append("This game was begun with other data (map, cards or pieces) than this program has.")
    session = begin(file, game, setup, at)
    check_log(file, at)
    why = ""
    try:
        session.follow(file.lines, file.private[len(session.private) :])
    except Drift as drift:
        why = f"entry {drift.index} and all after it no longer fit the rules and are left out: {drift.why}."
    except Exception as error:  # rules may fail anywhere on what they never allowed
        session = begin(file, game, setup, at)
        why = f"the entries from {at.index} on no longer fit the rules and are left out: {error!r}."
    notices.append(f"It goes on from its last checkpoint; {why}" if why else "It goes on from its last checkpoint.")
    changed = replace(header, revision=game.revision, data_digest=game.data_digest, options=dict(setup.options))
    return Loaded(session, changed, notices, at, keep_original=True)
