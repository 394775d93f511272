"""A company of players around a toy game, all in memory: each with a key, files and an end of the game of his own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from core.bots import random_bot
from core.engine import Game
from netplay.boxes import BoxKey
from netplay.charter import Charter, Member, SeatTaken
from netplay.entries import Entry
from netplay.fairplay import anchor
from netplay.files import Record, Secrets
from netplay.identity import Identity
from netplay.network_game import NetworkGame
from tests.engine.toy import GAME

NAMES = ("Anna", "Basil", "Constance", "David", "Eudokia", "Fulk", "Gregory")


class Company:
    """Everybody hears everybody through a post office that is in no hurry. Bots play, or else the test does."""

    def __init__(self, folder: Path, players: int = 2, *, game: Game = GAME, bots: bool = True, seed: int = 1,
                 turns: str = "1") -> None:  # fmt: skip
        self.folder, self.game, self.bots = folder, game, bots
        self.chance = random.Random(seed)
        self.identities = [Identity.fresh() for _ in range(players)]
        setup = game.setup(players=players, options={"turns": turns, "camps": "on"} if game is GAME else {})
        self.secrets = [Secrets.open(folder / f"{name}.secret") for name in NAMES[:players]]
        members = tuple(
            Member(identity.public, name, BoxKey(secrets.box).public)
            for identity, name, secrets in zip(self.identities, NAMES, self.secrets, strict=False)
        )
        seats = {
            seat: SeatTaken(number, "random", anchor(seat, self.secrets[number].seed_for(seat)))
            for number, seat in enumerate(setup.seats)
        }
        self.charter = Charter("toy-0123456789", game.id, game.revision, game.data_digest, setup.scenario,
                               dict(setup.options), members, seats)  # fmt: skip
        self.games = [self._sit(number, []) for number in range(players)]
        self.watcher = NetworkGame(game, self.charter, Record.create(folder / "watcher.record", self.charter))

    def _sit(self, number: int, said: Sequence[Entry], record: Record | None = None) -> NetworkGame:
        record = record or Record.create(self.folder / f"{NAMES[number]}.record", self.charter)
        seat = self.charter.seats_of(number)[0]
        bots = {seat: random_bot(f"{self.chance.random()}")} if self.bots else {}
        return NetworkGame(self.game, self.charter, record, self.identities[number], self.secrets[number], said, bots)

    def crash(self, number: int) -> None:
        """A player's program ends without a word, and begins again from its files."""
        self.games[number].record.close()
        self.secrets[number] = Secrets.open(self.folder / f"{NAMES[number]}.secret")
        record, _, said = Record.open(self.folder / f"{NAMES[number]}.record")
        self.games[number] = self._sit(number, said, record)

    @property
    def everybody(self) -> list[NetworkGame]:
        return [*self.games, self.watcher]

    def carry_one(self) -> bool:
        """One entry from somebody who has it to somebody who lacks it."""
        wanted = [
            (reader, teller.feeds.of(author)[reader.feeds.counts()[author]])
            for teller in self.games
            for reader in self.everybody
            for author in range(len(self.games))
            if reader.feeds.counts()[author] < teller.feeds.counts()[author]
        ]
        if not wanted:
            return False
        reader, entry = self.chance.choice(wanted)
        if reader.feeds.accept(entry):
            reader.hear([entry])
        return True

    def carry(self) -> None:
        while self.carry_one():
            pass
        for game in self.games:
            game.now_in_step()
        while self.carry_one():
            pass

    def play(self, crashes: float = 0.0) -> None:
        while True:
            if crashes and self.chance.random() < crashes:
                self.crash(self.chance.randrange(len(self.games)))
            movers = [game for game in self.games if game.next_bot() is not None]
            if movers and self.chance.random() < 0.4:
                self.chance.choice(movers).step()
            elif not self.carry_one():
                self.carry()
                if not any(game.next_bot() is not None for game in self.games):
                    return

    def close(self) -> None:
        for game in self.everybody:
            game.record.close()
