"""What the commands for playing over the network do. Nothing here draws: it is for scripts, bots and tests."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.bots import Bot, ScriptDoesNotFit
from core.engine import Game
from core.engine.log import parse_answer
from netplay.boxes import BoxKey
from netplay.clean_text import clean_name
from netplay.fairplay.messages import hashed
from netplay.files import Record, Secrets, record_path, secret_path
from netplay.hosting import Host
from netplay.identity import BadIdentity, Identity
from netplay.invitations import BadInvitation, Invitation, fresh_game_id
from netplay.joining import CannotJoin, Guest
from netplay.known_peers import KnownPeers
from netplay.lobby import OPEN
from netplay.network_game import NetworkGame
from netplay.room import Room
from saves import disk
from tui.exits import Failed, WrongUsage
from tui.library import find_game, find_save, make_setup, saves_folder, telling_of_files
from tui.players import Player, seated_bots


@dataclass(frozen=True, slots=True)
class Table:
    """How this machine takes part: who plays for it, and how it tells what happens."""

    name: str = ""
    bot: str = ""
    bot_seconds: float = 10.0
    patience: float = 600.0
    as_json: bool = False
    listen: str = ""
    address: str = ""
    port: int = 0
    invite_file: Path | None = None
    watchers: int = 0

    def player(self, game: Game) -> Player:
        player = Player.parse(self.bot, game)
        if player.is_person:
            raise WrongUsage("without a screen only bots play: say --bot random, greedy, exec:COMMAND or script:FILE")
        return player


def identity() -> Identity:
    try:
        return Identity.of_user()
    except BadIdentity as bad:
        raise Failed(str(bad)) from bad


def show_identity(forget: str, as_json: bool) -> None:
    known = KnownPeers()
    if forget:
        if not known.forget(forget):
            raise WrongUsage(f"nobody called '{forget}' is known; known are: {', '.join(known.keys()) or 'nobody'}")
        print(f"forgotten: {forget}; the next key under this name will be believed")
        return
    me = identity().public
    peers = known.keys()
    if as_json:
        others = {name: {"fingerprint": key.fingerprint, "words": key.phrase} for name, key in peers.items()}
        print(json.dumps({"fingerprint": me.fingerprint, "words": me.phrase, "known": others}, ensure_ascii=False))
        return
    print(f"you are  {me.phrase}\n         {me.fingerprint}")
    for name, key in peers.items():
        print(f"{name}: {key.phrase}")


# --- the four ways to take part --------------------------------------------------------------------------


def host(game_id: str, scenario: str, seats: str, options: Sequence[str], table: Table) -> int:
    game = find_game(game_id)
    wanted = [part.strip() for part in seats.split(",")] if seats else ["me", *[OPEN] * (_fewest(game, scenario) - 1)]
    setup = make_setup(game, scenario, len(wanted), options)
    players = {seat: _seat(text, game, table) for seat, text in zip(setup.seats, wanted, strict=True)}
    ours = {seat: player for seat, player in players.items() if player is not None}
    if not ours or len(ours) == len(players):
        raise WrongUsage("somebody must sit here and at least one seat must be open, as in: --seats me,open")
    me = identity()
    game_name = fresh_game_id(game.id)
    save = saves_folder() / f"{game_name}.toml"
    name = clean_name(table.name) or default_name(me)

    async def play() -> int:
        secrets = Secrets.open(secret_path(save))
        async with _room(game, save, me, ours, secrets, table) as room:
            hosted = Host(room, game_name, KnownPeers())
            await _open_door(hosted, table)
            try:
                _show_invitations(hosted, table, players=sum(player is None for player in players.values()))
                said = {seat: OPEN if player is None else player.kind for seat, player in players.items()}
                hosted.open_lobby(setup, name, said, secrets, BoxKey(secrets.box).public)
                await room.until_done(table.patience)
            finally:
                room.close()
                await hosted.door.close()
            return _end(room, table)

    return _run(play())


def join(invite: str, seat: str, via: str, table: Table) -> int:
    invitation = _invitation(invite)
    game = find_game(invitation.rules)
    save = saves_folder() / f"{invitation.game}.toml"
    return _run(_as_guest(game, save, invitation, seat, via, table.player(game), table))


def resume(save_name: str, table: Table) -> int:
    """Hosts a game again, whoever hosted it before."""
    return _run(_host_again(find_save_or_record(save_name), plays=True, table=table))


def stand_in(save_name: str, to: str, via: str, table: Table) -> int:
    """Answers what needs no judgement, and never plays."""
    save = find_save_or_record(save_name)
    if not to:
        return _run(_host_again(save, plays=False, table=table))
    invitation = _invitation(to)
    return _run(_as_guest(find_game(invitation.rules), save, invitation, "", via, None, table))


async def _host_again(save: Path, plays: bool, table: Table) -> int:
    record, charter, said = Record.open(record_path(save))
    game = find_game(charter.game)
    me = identity()
    if me.public not in charter.keys:
        raise Failed(f"{save.name} is not a game in which you play; those who do: "
                     f"{', '.join(member.name for member in charter.members)}")  # fmt: skip
    secrets = Secrets.open(secret_path(save))
    players = dict.fromkeys(charter.seats, table.player(game)) if plays else {}
    async with _room(game, save, me, players, secrets, table) as room:
        hosted = Host(room, charter.id, KnownPeers())
        await _open_door(hosted, table)
        try:
            room.wait_for = set(charter.keys) - {me.public}
            room.go_on(record, charter, secrets, said)
            _show_invitations(hosted, table, players=len(charter.members) - 1)
            await room.until_done(table.patience)
        finally:
            room.close()
            await hosted.door.close()
        return _end(room, table)


async def _as_guest(
    game: Game, save: Path, invitation: Invitation, seat: str, via: str, player: Player | None, table: Table
) -> int:
    me = identity()
    name = clean_name(table.name) or default_name(me)
    secrets = Secrets.open(secret_path(save))
    players = {} if player is None else dict.fromkeys(game.seats, player)
    async with _room(game, save, me, players, secrets, table) as room:
        if record_path(save).exists():
            record, charter, said = Record.open(record_path(save))
            room.go_on(record, charter, secrets, said)
        kind = player.kind if player else "human"
        guest = Guest(room, invitation, secrets, KnownPeers(), name, kind, seat=seat, via=via)
        coming = asyncio.create_task(guest.keep_connected())
        ending = asyncio.create_task(room.until_done(table.patience))
        try:
            await asyncio.wait((coming, ending), return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                await coming
            await ending
        except CannotJoin as error:
            raise Failed(str(error)) from error
        finally:
            coming.cancel()
            ending.cancel()
            room.close()
        return _end(room, table)


# --- how it is done --------------------------------------------------------------------------------------


def _run(playing: Coroutine[Any, Any, int]) -> int:
    with telling_of_files():
        try:
            return asyncio.run(playing)
        except ScriptDoesNotFit as error:
            raise Failed(str(error)) from error


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@asynccontextmanager
async def _room(
    game: Game, save: Path, me: Identity, players: Mapping[str, Player], secrets: Secrets, table: Table
) -> AsyncIterator[Room]:
    """A room whose bots are started when the seats are known, and ended with it."""
    with ExitStack() as until_the_end:

        def make_bots(seats: list[str]) -> dict[str, Bot]:
            who = {seat: players[seat] for seat in seats if seat in players}
            seed = hashed(b"bots", secrets.box).hex()
            return until_the_end.enter_context(seated_bots(game, who, seed, table.bot_seconds))

        slow = any(player.kind == "exec" for player in players.values())
        yield Room(game, save, me, make_bots, _tell, slow)


async def _open_door(hosted: Host, table: Table) -> None:
    try:
        await hosted.door.open(table.listen, table.port)
    except OSError as error:
        where = f"port {table.port}" if table.port else "a port"
        raise Failed(f"cannot listen on {where}: {error.strerror or error}; choose another with --port") from error


def _show_invitations(hosted: Host, table: Table, players: int) -> None:
    address = table.address or (table.listen if table.listen not in ("", "0.0.0.0", "::") else own_address())
    lines = [str(hosted.invite(address)) for _ in range(players)]
    lines += [str(hosted.invite(address, watch=True)) for _ in range(table.watchers)]
    for number, line in enumerate(lines):
        _tell(f"invitation for {'a player' if number < players else 'somebody who looks on'}: {line}")
    if table.invite_file is not None:
        try:
            disk.replace(table.invite_file, "".join(f"{line}\n" for line in lines).encode(), durable=False)
        except OSError as error:
            raise Failed(f"--invite-file {table.invite_file}: {error.strerror or error}") from error


def own_address() -> str:
    """The address by which this machine would go to the outside. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def default_name(me: Identity) -> str:
    """Two of the words that stand for the key."""
    return " ".join(word.capitalize() for word in me.public.phrase.split()[:2])


def _fewest(game: Game, scenario: str) -> int:
    counts = next((each.seats for each in game.scenarios if each.id == scenario), game.scenarios[0].seats)
    return min(count for count in counts if count > 1)


def _seat(text: str, game: Game, table: Table) -> Player | None:
    """Who of ours sits there; None for a guest."""
    if text == OPEN:
        return None
    return table.player(game) if text in ("me", "human") else Player.parse(text, game)


def _invitation(text: str) -> Invitation:
    """The line itself, or a file that holds it."""
    path = Path(text)
    try:
        if "://" not in text and path.is_file():
            text = path.read_text("utf-8").splitlines()[0]
        return Invitation.parse(text)
    except (BadInvitation, OSError, IndexError, UnicodeDecodeError) as bad:
        raise WrongUsage(str(bad)) from bad


def find_save_or_record(name: str) -> Path:
    """The save of a network game; its record is what counts."""
    folder = saves_folder()
    for path in (Path(name), folder / name, folder / f"{name}.toml"):
        if record_path(path).is_file():
            return path.with_suffix(".toml")
    raise WrongUsage(f"'{find_save(name)}' is no network game: there is no record beside it; use: outremer play")


# --- the end ---------------------------------------------------------------------------------------------


def _end(room: Room, table: Table) -> int:
    network = room.network
    if network is None or network.session is None:
        raise Failed(f"nobody has come within {table.patience:.0f} seconds")
    if network.halted:
        raise Failed(f"{network.halted} {network.report} See {room.save.with_suffix('.report')}")
    if not network.verdict:
        raise Failed(f"nobody has been here for {table.patience:.0f} seconds; the game is safe in {room.save}. "
                     f"Go on with: outremer resume {room.save.stem}")  # fmt: skip
    result = as_json(network, room.save)
    if table.as_json:
        print(json.dumps(result, ensure_ascii=False), flush=True)
    else:
        print(f"{network.game.title}: won by {result['winner']}; audit: {network.verdict}")
    return 0 if network.verdict == "clean" else 1


def as_json(network: NetworkGame, save: Path) -> dict[str, Any]:
    """The line that `match` prints, and the audit."""
    peer, session = network.peer, network.session
    assert peer is not None
    assert session is not None
    outcome = network.game.outcome(session.state)
    winners = outcome.winners if outcome else ()
    disclosed = [message for message in peer.turns[-1].values() if message.kind == "disclose"]
    private = sum(len(message.body["private"]) for message in disclosed)
    return {
        "game": network.game.id,
        "scenario": network.setup.scenario,
        "seed": None,
        "seats": {seat: taken.player for seat, taken in network.charter.seats.items()},
        "winner": winners[0] if len(winners) == 1 else list(winners) or None,
        "scores": {seat: network.game.points(score) for seat, score in outcome.scores.items()} if outcome else {},
        "decisions": sum(parse_answer(line) is not None for line in session.log) + private,
        "seconds": round(network.seconds, 3),
        "digest": session.digest(),
        "save": str(save),
        "audit": network.verdict,
    }
