"""A network game checked offline, trusting nobody: signatures, chains, dice, seals, rules, and the audit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import saves
from core.games import load_game
from netplay.charter import BadCharter
from netplay.entries import BadEntry, SaidTwoThings
from netplay.files import Record, read_record, record_path
from netplay.network_game import NetworkGame
from saves.loading import Games
from saves.savefile import read


@dataclass(frozen=True, slots=True)
class NetworkVerdict:
    ok: bool
    entries: int
    """Of the log of the game."""
    signed: int
    """How many signatures were checked."""
    audit: str
    problem: str = ""


class _NoRecord(Record):
    """Nothing is written while we look."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, -1)

    def append(self, *entries: object) -> None:
        raise AssertionError("a game that is only looked at grows by nothing")


def is_network_game(save: Path) -> bool:
    return record_path(save).is_file()


def verify_network_game(save: Path, games: Games = load_game) -> NetworkVerdict:
    """Plays the whole game again from what was signed, and compares it with the save."""
    try:
        return _verify(save, games)
    except (saves.BadSave, BadCharter, BadEntry, KeyError) as bad:
        return NetworkVerdict(False, 0, 0, "", str(bad))


def _verify(save: Path, games: Games) -> NetworkVerdict:
    path = record_path(save)
    charter, entries, _ = read_record(path)
    try:
        network = NetworkGame(games(charter.game), charter, _NoRecord(path), said=entries)
    except SaidTwoThings as proof:
        return NetworkVerdict(False, 0, 0, "", f"{charter.who(proof.author)} {proof}")
    session = network.session
    signed = sum(network.feeds.counts())
    if signed != len(entries):
        return NetworkVerdict(False, 0, signed, "", f"{path}: entries are missing, or there twice")
    log = session.log if session else []
    problem = network.complaints[0] if network.complaints else ""
    if not problem and session is not None:
        file = read(save)
        pairs = enumerate(zip_longest(file.lines, log))
        odd = next((index for index, (written, played) in pairs if written != played), None)
        if odd is not None:
            problem = f"{save}: entry {odd} of the log is not what the players signed"
        elif session.over and file.header.outcome != session.game.outcome(session.state):
            problem = f"{save}: the outcome is not what the rules say"
    if not problem and session is not None and session.over and network.verdict != "clean":
        problem = f"audit: {network.verdict or 'not everybody has disclosed his secrets'}"
    return NetworkVerdict(not problem, len(log), signed, network.verdict, problem)
