"""Playing over SSH on this machine, against the round trip of a bare SSH echo measured in the same run."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import asyncssh

from bench.timing import Measure, at_most
from core.bots import Bot, random_bot
from core.engine import CHECKPOINT, Ask, Game, Option, Outcome, Procedure, Roll, Scenario, Session, Told
from core.engine.copying import copies
from core.engine.log import parse_answer
from core.games import load_game
from netplay.boxes import BoxKey
from netplay.charter import PROTOCOL
from netplay.files import Secrets
from netplay.frames import packed
from netplay.hosting import Host
from netplay.identity import Identity
from netplay.invitations import Invitation, fresh_game_id
from netplay.joining import Guest
from netplay.known_peers import KnownPeers
from netplay.link import CIPHERS, SUBSYSTEM
from netplay.room import Room

HERE = "127.0.0.1"
ECHOES = 400
PACE = 0.002
"""Seconds between two echoes: decisions do not follow each other without a breath either."""
GAMES = 3
THROWS = 2000
"""Enough for a game of several tidyings, when those who look on are shown what is new."""
LOOKING_ON = 50
ROUNDS = 3
"""Each is measured so often, in turns, and its best round counts: then all have met the same weather."""


def measures() -> Iterator[Measure]:
    echoes, alone, watched = [], [], []
    for _ in range(ROUNDS):
        echoes.append(asyncio.run(_echo_time()))
        alone.append(sorted(_play(DICE).times))
        watched.append(sorted(_play(DICE, LOOKING_ON).times))
    echo, decision = min(echoes), min(map(statistics.median, alone))
    yield Measure("bare SSH echo, median", echo * 1e3, "ms")
    yield Measure("a decision with dice between two peers, median", decision * 1e3, "ms")
    yield at_most("a decision against the bare echo", decision / echo, "×", 2.5)
    of_many = f"with {LOOKING_ON} looking on"
    yield at_most(f"{of_many}, against without", min(map(statistics.median, watched)) / decision, "×", 1.25)
    yield at_most(f"{of_many}, one in a hundred takes", min(map(_slowest_of_a_hundred, watched)) * 1e3, "ms", 20)
    evenings = [_play(load_game("byzantium")) for _ in range(GAMES)]
    rate = sum(evening.seconds for evening in evenings) / sum(evening.decisions for evening in evenings)
    yield at_most("400 decisions of Byzantium between two bots", rate * 400, "s", 3)


def _slowest_of_a_hundred(times: list[float]) -> float:
    return times[len(times) * 99 // 100]


# --- the yardstick -----------------------------------------------------------------------------------


class _Echo(asyncssh.SSHServer):
    def begin_auth(self, username: str) -> bool:
        return False


async def _serve_echo() -> None:
    """Runs in a process of its own; says its port."""

    async def echo(process: Any) -> None:
        while data := await process.stdin.read(1 << 16):
            process.stdout.write(data)

    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.create_server(
        _Echo, HERE, 0, server_host_keys=[key], process_factory=echo, encoding=None, line_editor=False,
        encryption_algs=CIPHERS, compression_algs=None,
    )  # fmt: skip
    print(server.get_port(), flush=True)
    await asyncio.sleep(60)


async def _echo_time() -> float:
    server = subprocess.Popen([sys.executable, "-m", "bench.netplay", "echo"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        port = int(server.stdout.readline())
        async with asyncssh.connect(
            HERE, port, known_hosts=None, username="bench", client_keys=None, agent_path=None, config=None,
            encryption_algs=CIPHERS, compression_algs=None,
        ) as connection:  # fmt: skip
            writer, reader, _ = await connection.open_session(subsystem="echo", encoding=None)
            message = b"x" * 300
            times = []
            for _ in range(ECHOES):
                began = perf_counter()
                writer.write(message)
                await reader.readexactly(len(message))
                times.append(perf_counter() - began)
                await asyncio.sleep(PACE)
        return statistics.median(times)
    finally:
        server.kill()
        server.wait()


# --- a game of nothing but choices and dice ----------------------------------------------------------


@copies
@dataclass(slots=True)
class _Count(Told):
    seats: list[str]
    turn: int = 0
    total: int = 0


def _throws(state: _Count) -> Procedure[None]:
    while state.turn < THROWS:
        yield CHECKPOINT
        seat = state.seats[state.turn % 2]
        yield Ask(seat, "throw", "Throw the dice", [Option("high"), Option("low")])
        dice = yield Roll(2)
        state.total += sum(dice)
        state.turn += 1


def _outcome(state: _Count) -> Outcome | None:
    return Outcome((state.seats[state.total % 2],), {}, "dice") if state.turn == THROWS else None


DICE = Game(
    id="dice", title="Dice", about="", revision=1, seats=("red", "blue"), scenarios=(Scenario("dice", "Dice", (2,)),),
    switches=(), state_type=_Count, begin=lambda setup: _Count(list(setup.seats)), play=_throws, outcome=_outcome,
    tell=lambda event: event.kind, board=str, headline=lambda state: f"throw {state.turn}",
    value=lambda state, seat: 0, data_digest="",
)  # fmt: skip


# --- an evening --------------------------------------------------------------------------------------


class _Evening:
    """A host in this process, whose bot looks at the clock, and a guest in another."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.times: list[float] = []
        self.seconds = 0.0
        self.decisions = 0
        self._asked_at = 0.0
        self.folder = folder
        self.game = game
        self.room = Room(game, folder / "host.toml", Identity.fresh(), self._bots, lambda line: None)
        self.room.on_change = self._look
        self.host = Host(self.room, fresh_game_id(game.id), KnownPeers(folder / "known"))

    def _bots(self, seats: list[str]) -> dict[str, Bot]:
        choose = random_bot(os.urandom(8).hex())

        def timed(session: Session, ask: Ask) -> str:
            notation = choose(session, ask)
            self._asked_at = perf_counter()
            return notation

        return dict.fromkeys(seats, timed)

    def _look(self) -> None:
        """A decision is over when the dice that follow it have been rolled by both."""
        network = self.room.network
        if network is not None and network.session is not None and self._asked_at and network.session.stalled is None:
            self.times.append(perf_counter() - self._asked_at)
            self._asked_at = 0.0

    async def play(self, watchers: int) -> None:
        await self.host.door.open(HERE, 0)
        setup = self.game.setup(players=2)
        secrets = Secrets.open(self.folder / "host.secret")
        seats = dict(zip(setup.seats, ("random", "open"), strict=True))
        self.host.open_lobby(setup, "Anna", seats, secrets, BoxKey(secrets.box).public)
        looking = [str(self.host.invite(HERE, watch=True)) for _ in range(watchers)]
        crowd = [_program("watch", *looking)] if watchers else []
        while len(self.room.talks) < watchers:
            await asyncio.sleep(0.05)
        guest = _program("guest", str(self.host.invite(HERE)), str(self.folder))
        try:
            await self.room.until_done(20)
            assert len(self.room.talks) >= watchers, "somebody who looked on was lost on the way"
        finally:
            self.room.close()
            await self.host.door.close()
            for process in (guest, *crowd):
                process.kill()
                process.wait()
        network = self.room.network
        assert network is not None
        assert network.session is not None
        assert network.verdict == "clean", network.notices
        self.seconds = network.seconds
        self.decisions = sum(parse_answer(line) is not None for line in network.session.log)


def _program(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "bench.netplay", *arguments])


def _play(game: Game, watchers: int = 0) -> _Evening:
    with tempfile.TemporaryDirectory() as folder:
        evening = _Evening(game, Path(folder))
        asyncio.run(evening.play(watchers))
        return evening


async def _be_a_guest(line: str, folder: str) -> None:
    invitation = Invitation.parse(line)
    game = DICE if invitation.rules == DICE.id else load_game(invitation.rules)
    home = Path(folder)

    def bots(seats: list[str]) -> dict[str, Bot]:
        return dict.fromkeys(seats, random_bot(os.urandom(8).hex()))

    room = Room(game, home / "guest.toml", Identity.fresh(), bots, lambda line: None)
    secrets = Secrets.open(home / "guest.secret")
    guest = Guest(room, invitation, secrets, KnownPeers(home / "guest.known"), "Basil", "random")
    coming = asyncio.create_task(guest.keep_connected())
    await room.until_done(20)
    coming.cancel()
    room.close()


async def _look_on(invitations: list[str]) -> None:
    """Many who look on, in a process of their own: they take what they get, and play nothing again."""

    async def one(line: str) -> None:
        invitation = Invitation.parse(line)
        key = asyncssh.import_private_key(Identity.fresh().private_text())
        connection = await asyncssh.connect(HERE, invitation.port, known_hosts=None, username=invitation.token,
                                            client_keys=[key], agent_path=None, config=None)  # fmt: skip
        writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
        writer.write(packed({"knock": {"protocol": PROTOCOL, "name": "", "seat": "", "version": ""}}))
        have = packed({"have": [0, 0]})
        while data := await reader.read(1 << 16):
            if b'"charter"' in data:
                writer.write(have)

    watching = []
    for line in invitations:
        watching.append(asyncio.create_task(one(line)))
        await asyncio.sleep(0.05)  # the door has room for some dozens who have not yet shown who they are
    await asyncio.gather(*watching)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["echo"]:
            asyncio.run(_serve_echo())
        case ["guest", line, folder]:
            asyncio.run(_be_a_guest(line, folder))
        case ["watch", *lines]:
            asyncio.run(_look_on(lines))
