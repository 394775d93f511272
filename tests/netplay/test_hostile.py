"""Enemies at the door and inside it, over real SSH: refused with a clear line, while the others play on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from core.bots import Bot, greedy_bot, random_bot
from core.engine import Game
from core.games import load_game
from netplay.boxes import BoxKey
from netplay.charter import PROTOCOL, Charter
from netplay.files import Secrets
from netplay.frames import Unpacker, packed
from netplay.hosting import Host
from netplay.identity import Identity
from netplay.invitations import Invitation, fresh_game_id
from netplay.joining import CannotJoin, Guest
from netplay.known_peers import KnownPeers
from netplay.link import MOST_STRANGERS, SUBSYSTEM, Wire
from netplay.room import Room
from netplay.verifying import verify_network_game

HERE = "127.0.0.1"


class Evening:
    """Anna hosts a game in this very process."""

    def __init__(self, folder: Path, game: Game | None = None) -> None:
        self.folder = folder
        self.game = game or load_game("byzantium")
        self.bot: Callable[[str], Bot] = random_bot
        self.told: list[str] = []
        self.rooms: list[Room] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.room = self.new_room("Anna")
        self.host = Host(self.room, fresh_game_id(self.game.id), KnownPeers(folder / "Anna.known"))

    def new_room(self, name: str, game: Game | None = None) -> Room:
        def bots(seats: list[str]) -> dict[str, Any]:
            return {seat: self.bot(f"{name} {seat}") for seat in seats}

        room = Room(game or self.game, self.folder / f"{name}.toml", Identity.fresh(), bots, self.told.append)
        self.rooms.append(room)
        return room

    async def open(self, players: int = 2) -> None:
        await self.host.door.open(HERE, 0)
        secrets = Secrets.open(self.folder / "Anna.secret")
        setup = self.game.setup(players=players)
        first, *others = setup.seats
        seats = {first: "random", **dict.fromkeys(others, "open")}
        self.host.open_lobby(setup, "Anna", seats, secrets, BoxKey(secrets.box).public)

    def guest(self, name: str, game: Game | None = None) -> Guest:
        room = self.new_room(name, game)
        secrets = Secrets.open(self.folder / f"{name}.secret")
        return Guest(room, self.host.invite(HERE), secrets, KnownPeers(self.folder / f"{name}.known"), name, "random")

    def come(self, guest: Guest) -> asyncio.Task[Any]:
        task = asyncio.create_task(guest.keep_connected())
        self.tasks.append(task)
        return task

    async def plays_on(self, *guests: Guest) -> None:
        """The game is played to a clean end."""
        if not guests:
            guests = (self.guest("Basil"),)
            self.come(guests[0])
        rooms = [self.room, *(guest.room for guest in guests)]
        await asyncio.wait_for(asyncio.gather(*(room.until_done(20) for room in rooms)), 25)
        for room in rooms:
            assert room.network is not None
            assert room.network.verdict == "clean", room.network.notices
            room.tidy()
            assert verify_network_game(room.save, lambda _: self.game).ok

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for room in self.rooms:
            room.close()
        await self.host.door.close()


def evening(story: Callable[[Evening], Coroutine[Any, Any, None]]) -> Callable[[Path], Coroutine[Any, Any, None]]:
    """A test that is told with an evening at Anna's."""

    async def test(tmp_path: Path) -> None:
        made = Evening(tmp_path)
        await made.open()
        try:
            await story(made)
        finally:
            await made.close()

    test.__doc__ = story.__doc__
    return test


async def raw_connection(invitation: Invitation, key: Identity | None = None) -> asyncssh.SSHClientConnection:
    """An enemy who has been invited."""
    return await asyncssh.connect(
        HERE,
        invitation.port,
        known_hosts=None,
        username=invitation.token,
        client_keys=[asyncssh.import_private_key((key or Identity.fresh()).private_text())],
        agent_path=None,
        config=None,
    )


async def raw_channel(invitation: Invitation) -> tuple[Any, Any]:
    connection = await raw_connection(invitation)
    writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
    return reader, writer


# --- at the door -------------------------------------------------------------------------------------


@evening
async def test_there_is_no_shell_behind_the_door(at: Evening) -> None:
    connection = await raw_connection(at.host.invite(HERE))
    with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ProcessError, asyncssh.Error)):
        await connection.run("id", check=True)
    connection = await raw_connection(at.host.invite(HERE))
    with pytest.raises(asyncssh.Error):
        await connection.start_sftp_client()
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_connection(HERE, 22)
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_port("", 0, HERE, 22)
    connection.close()
    await at.plays_on()


@evening
async def test_strangers_do_not_come_in(at: Evening) -> None:
    stranger = Invitation(HERE, at.host.door.port, at.host.id, "", "AAAAAAAAAAAAAAAA")
    with pytest.raises(asyncssh.PermissionDenied):
        await raw_connection(stranger)
    with pytest.raises(asyncssh.PermissionDenied):  # the host's own key is not a guest
        await raw_connection(at.host.invite(HERE), at.room.identity)
    used = at.host.invite(HERE)
    await raw_connection(used)
    with pytest.raises(asyncssh.PermissionDenied):
        await raw_connection(used)
    assert any("turned away" in line for line in at.told)
    await at.plays_on()


@evening
async def test_hundreds_who_only_stand_at_the_door(at: Evening) -> None:
    crowd = [await asyncio.open_connection(HERE, at.host.door.port) for _ in range(300)]
    await asyncio.sleep(0.3)
    assert len(at.host.door.strangers) <= MOST_STRANGERS
    for _, writer in crowd[:100]:
        writer.write(b"GET / HTTP/1.1\r\n\r\n" * 50)
    await at.plays_on()
    for _, writer in crowd:
        writer.close()


@evening
async def test_other_rules_are_refused_at_the_door(at: Evening) -> None:
    with pytest.raises(CannotJoin, match=r"by revision \d+ of the rules, we by 99; both of you need the same version"):
        await at.come(at.guest("Basil", replace(at.game, revision=99)))
    with pytest.raises(CannotJoin, match="other data for Byzantium"):
        await at.come(at.guest("Constance", replace(at.game, data_digest="0" * 16)))
    await at.plays_on()


# --- inside ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 100,
        b"\0\0\0\x05hello",
        b"\0\0\0\x02[]",
        packed({"sit": {"anchors": 7}}),
        packed({"knock": 7}),
        packed({"knock": {"protocol": PROTOCOL, "name": 7, "seat": []}}),
        packed({"dance": 1}),
        packed({"entries": [[0, 0, "agree", {}, "00"]]}),
        packed({"pong": "x"}),
        packed({"decline": "no"}),
        packed({"say": "before I have knocked"}),
        packed({"bid": {"terms": 0, "sealed": "00"}}),
        packed({"here": {"players": {"Nobody": 1}, "watchers": {}, "more": 0}}),
    ],
)
async def test_nonsense_is_cut_off(tmp_path: Path, data: bytes) -> None:
    at = Evening(tmp_path)
    await at.open()
    reader, writer = await raw_channel(at.host.invite(HERE))
    writer.write(data)
    rest = await asyncio.wait_for(reader.read(-1), 5)
    assert b"Traceback" not in rest
    await at.plays_on()
    await at.close()


@pytest.mark.parametrize(
    "frame",
    [
        {"say": 7},
        {"say": ["a"]},
        {"sit": {"anchors": {}, "players": {}, "box": "", "terms": 0}},
        {"bid": 7},
    ],
)
async def test_nonsense_of_somebody_in_the_lobby_is_cut_off(tmp_path: Path, frame: dict[str, Any]) -> None:
    at = Evening(tmp_path)
    await at.open()
    reader, writer = await raw_channel(at.host.invite(HERE))
    writer.write(packed({"knock": {"protocol": PROTOCOL, "name": "Mallory", "seat": "", "version": ""}}))
    writer.write(packed(frame))
    await asyncio.wait_for(reader.read(-1), 5)
    assert any(line.startswith(("Mallory was cut off", "Mallory is gone")) for line in at.told)
    await at.plays_on()
    await at.close()


@evening
async def test_half_a_frame_and_then_nothing(at: Evening) -> None:
    _, writer = await raw_channel(at.host.invite(HERE))
    writer.write(packed({"knock": {"protocol": PROTOCOL}})[:-3])
    await at.plays_on()


@evening
async def test_somebody_who_talks_and_never_reads(at: Evening) -> None:
    connection = await raw_connection(at.host.invite(HERE))
    writer, _, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None, window=1 << 16)
    with suppress(OSError, asyncssh.Error):
        for _ in range(12):
            writer.write(packed({"ping": "x" * 500_000}))
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)
    assert at.room.talks == []
    await at.plays_on()


@evening
async def test_a_name_full_of_tricks(at: Evening) -> None:
    _, writer = await raw_channel(at.host.invite(HERE))
    name = "\x1b[31mBa\u202esil\n\x07"
    writer.write(packed({"knock": {"protocol": PROTOCOL, "name": name, "seat": "", "version": ""}}))
    await asyncio.sleep(0.3)
    assert any(line.startswith("[31mBasil has come") for line in at.told)
    assert not any("\x1b" in line or "\u202e" in line for line in at.told)


def tampered(guest: Guest, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """From now on the guest's machine changes some of what it sends, once."""
    honest, done = Wire.send, []

    def send(wire: Wire, frame: dict[str, Any] | bytes) -> None:
        (said,) = Unpacker().feed(packed(frame))
        if wire in [talk.wire for talk in guest.room.talks] and "entries" in said and not done:
            false = change(said)
            if false is not None:
                done.append(1)
                honest(wire, false)
        honest(wire, frame)

    Wire.send = send  # type: ignore[method-assign]
    guest.restore = lambda: setattr(Wire, "send", honest)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda f: {"entries": [[0, 99, *f["entries"][0][2:]]]}, ""),
        (lambda f: {"entries": [[0, 0, "chat", {"text": "I give up"}, "00" * 64]]}, "did not sign"),
        (lambda f: {"entries": [[1, 0, "chat", {"text": "I give up"}, f["entries"][0][4]]]}, "did not sign"),
        (lambda f: {"entries": [[7, 0, "chat", {}, "00" * 64]]}, "there is no author 7"),
        (lambda f: {"entries": f["entries"] * 3}, ""),
        (lambda f: {"have": [10**9, 0]}, ""),
        (lambda f: {"have": [-1, 0]}, "counts that are none"),
        (lambda f: {"entries": [[1, 1, "chat", {"text": "x" * 300_000}, "00" * 64]]}, ""),
    ],
)
async def test_forged_and_repeated_entries(tmp_path: Path, change: Callable[[Any], Any], what: str) -> None:
    """The link is cut where something was forged; then the honest program comes again, and all goes well."""
    at = Evening(tmp_path)
    await at.open()
    guest = at.guest("Basil")
    tampered(guest, change)
    try:
        at.come(guest)
        await at.plays_on(guest)
    finally:
        guest.restore()  # type: ignore[attr-defined]
        await at.close()
    if what:
        assert any("Basil was cut off" in line and what in line for line in at.told), at.told


# --- a host that cheats ------------------------------------------------------------------------------


def with_seat(charter: Charter, **changes: Any) -> Charter:
    return replace(charter, seats={**charter.seats, "yellow": replace(charter.seats["yellow"], **changes)})


def with_false_box(charter: Charter) -> Charter:
    return replace(charter, members=(charter.members[0], replace(charter.members[1], box=bytes(32))))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda charter: with_seat(charter, anchor=bytes(32)), "other dice for yellow than ours"),
        (with_false_box, "another key for letters to us"),
        (lambda charter: replace(charter, id="byzantium-0000000000"), "not the charter of the game we were invited to"),
        (lambda charter: replace(charter, options={"house": "mine"}), "has no option 'house'"),
        (lambda charter: with_seat(charter, member=0), "are not those of its members"),
    ],
)
async def test_a_charter_we_did_not_agree_to(tmp_path: Path, change: Callable[[Charter], Charter], why: str) -> None:
    at = Evening(tmp_path)
    await at.open()
    assert at.host.lobby is not None
    honest = at.host.lobby.charter
    at.host.start_when_full = False
    guest = at.guest("Basil")
    coming = at.come(guest)
    while not at.host.lobby.full:
        await asyncio.sleep(0.02)
    false = change(honest())
    for talk in at.room.talks:
        talk.wire.send({"charter": false.to_plain()})
    with pytest.raises(CannotJoin, match=why):
        await asyncio.wait_for(coming, 5)
    assert guest.room.network is None
    await at.close()


# --- players that cheat ------------------------------------------------------------------------------


def come_spoiled(at: Evening, spoil: Callable[[Any], None]) -> Guest:
    """Basil comes, and his program is spoiled as soon as the game begins."""
    guest = at.guest("Basil")

    def look() -> None:
        if guest.room.network is not None and guest.room.network.peer is not None:
            guest.room.on_change = lambda: None
            spoil(guest.room.network.peer)

    guest.room.on_change = look
    at.come(guest)
    return guest


async def caught(at: Evening, spoil: Callable[[Any], None], what: str) -> None:
    """The host must name Basil's seat."""
    come_spoiled(at, spoil)
    for _ in range(400):
        await asyncio.sleep(0.02)
        complaints = at.room.network.complaints if at.room.network else []
        if complaints:
            assert complaints[0].startswith("yellow ")
            assert what in complaints[0]
            return
    raise AssertionError("nobody noticed")


@evening
async def test_dice_of_his_own(at: Evening) -> None:
    def spoil(peer: Any) -> None:
        peer.table._chains["yellow"] = [bytes(32)] * 10_001

    at.bot = greedy_bot  # who attacks, so that there are more dice than the first
    await caught(at, spoil, "that is not of its dice chain")


@evening
async def test_answers_of_his_own(at: Evening) -> None:
    def spoil(peer: Any) -> None:
        honest = peer._answer_body
        peer._answer_body = lambda ask, notation: {**honest(ask, notation), "notation": "win at once"}

    await caught(at, spoil, "gave an illegal answer")


@evening
async def test_a_state_of_his_own_stops_the_game_for_both(at: Evening) -> None:
    def spoil(peer: Any) -> None:
        peer._state = lambda: "0" * 32

    guest = come_spoiled(at, spoil)
    await asyncio.wait_for(asyncio.gather(at.room.until_done(20), guest.room.until_done(20)), 15)
    for room in (at.room, guest.room):
        assert room.network is not None
        assert "Play has stopped" in room.network.halted
        assert room.save.with_suffix(".report").read_text().startswith("Play has stopped")


@evening
async def test_secrets_of_his_own_at_the_end(at: Evening) -> None:
    """All goes well until the audit: the seed he discloses is not the one his dice came from."""

    def spoil(peer: Any) -> None:
        peer._seeds = {"yellow": bytes(32)}

    come_spoiled(at, spoil)
    await asyncio.wait_for(at.room.until_done(20), 25)
    assert at.room.network is not None
    assert at.room.network.verdict == "yellow disclosed a seed that its dice chain was not made from"


# --- verifying ---------------------------------------------------------------------------------------


@evening
async def test_whatever_was_changed_in_the_files_is_found(at: Evening) -> None:
    await at.plays_on()
    save, record = at.room.save, at.room.save.with_suffix(".record")
    good_save, good_record = save.read_text(), record.read_text()
    log = good_save.index("[log]")
    lines = good_record.splitlines(keepends=True)
    later = [number for number, line in enumerate(lines) if line.startswith('"1.')][5]
    for spoiled_save, spoiled_record, why in [
        (good_save[:log] + good_save[log:].replace("red ", "red x", 1), good_record, "is not what the players signed"),
        (good_save.replace("winners = [", 'winners = ["blue", '), good_record, "the outcome is not what the rules say"),
        (good_save, good_record.replace('"kind":"link"', '"kind":"lint"', 1), "did not sign"),
        (good_save, good_record.replace("Anna", "Emma"), "did not sign"),
        (good_save, "".join(lines[:later] + lines[later + 1 :]), "are missing, or there twice"),
        (good_save, "".join([*lines, lines[-1]]), "are missing, or there twice"),
        (good_save, good_record[:40], "cut off"),
    ]:
        save.write_text(spoiled_save)
        record.write_text(spoiled_record)
        verdict = verify_network_game(save)
        assert not verdict.ok
        assert why in verdict.problem, verdict.problem
    save.write_text(good_save)
    record.write_text(good_record)
    assert verify_network_game(save).ok
