"""Who may come in, and that there is nothing behind the door but the game."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import asyncssh
import pytest

from tests.guests.conftest import opened
from tests.guests.visitor import Inn, new_key
from tui.guests.door import Limits
from tui.guests.guestbook import Claim, Guestbook
from tui.guests.names import clean_name, printable


async def refused(inn: Inn, username: str, **how: object) -> bool:
    try:
        connection, _ = await inn.connects(username, **how)  # type: ignore[arg-type]
    except (asyncssh.Error, OSError):
        return True
    connection.abort()
    return False


async def test_a_token_opens_as_user_name_or_when_asked_for_or_as_password() -> None:
    async with opened() as inn:
        assert not await refused(inn, inn.token())
        assert not await refused(inn, "anna", token=inn.token())
        assert not await refused(inn, "anna", password=inn.token())
        assert not await refused(inn, inn.token(), key=new_key())


async def test_without_a_token_or_with_a_wrong_one_nobody_comes_in() -> None:
    async with opened() as inn:
        assert await refused(inn, "anna")
        assert await refused(inn, "anna", key=new_key())
        assert await refused(inn, "anna", token="abcdefgh23456789")
        assert await refused(inn, "abcdefgh23456789")
        assert "wrong or used invitation" in inn.told
        assert not inn.host.book.guests


async def test_a_token_serves_one_person() -> None:
    async with opened() as inn:
        with_key, without, mine = inn.token(), inn.token(), new_key()
        first, second = await inn.comes(with_key, key=mine), await inn.comes(without)
        assert await refused(inn, with_key, key=new_key())
        assert await refused(inn, with_key)
        assert await refused(inn, without, key=new_key())
        assert await refused(inn, without)
        await first.goes()
        await second.goes()
        assert await refused(inn, with_key)
        assert await refused(inn, with_key, key=new_key())
        assert not await refused(inn, with_key, key=mine)


async def test_who_shows_somebody_s_public_key_but_has_only_a_token_is_somebody_else() -> None:
    """The key of another guest is no secret: offering it proves nothing."""
    book = Guestbook()
    anna = book.enter(Claim(book.invite(), key="SHA256:anna"))
    token = book.invite()
    assert book.admits(Claim("x", key="SHA256:anna"))  # shown, but never signed with
    assert book.enter(Claim("x", token=token)) is not anna


async def test_no_invitation_is_written_to_a_file(own_folders: Path) -> None:
    async with opened() as inn:
        told = inn.told
        invited = told.split("guest:\n")[1].split()[3].partition("@")[0]
        assert not await refused(inn, invited)
        await inn.comes()
        await inn.until(lambda: "has come in" in inn.told)
    assert "has come in" in (own_folders / "home" / "serve.log").read_text()
    for file in own_folders.rglob("*"):
        assert not file.is_file() or invited not in file.read_text(errors="replace"), file


async def test_known_keys_need_no_invitation(own_folders: Path) -> None:
    key = new_key()
    file = own_folders / "friends"
    file.write_bytes(key.export_public_key())
    async with opened(guest_keys=file) as inn:
        assert not await refused(inn, "anna", key=key)
        assert await refused(inn, "anna", key=new_key())


async def test_there_is_no_shell_no_command_no_file_and_no_way_through() -> None:
    async with opened() as inn:
        connection, _ = await inn.connects(inn.token())
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.run("id", check=True)
        connection.abort()
        for subsystem in ("sftp", "outremer", "netconf"):
            connection, _ = await inn.connects(inn.token())
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(subsystem=subsystem)
            connection.abort()
        connection, _ = await inn.connects(inn.token())
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", inn.host.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/run/any.sock")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 9)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm", x11_forwarding=True, x11_display=":0")
        connection.abort()


async def test_without_a_terminal_the_guest_is_told_to_bring_one() -> None:
    async with opened() as inn:
        connection, _ = await inn.connects(inn.token())
        result = await connection.run(check=False, stdin=asyncssh.DEVNULL)
        assert "needs a terminal" in str(result.stdout)
        assert result.exit_status == 1
        connection.abort()


async def test_the_environment_of_a_guest_changes_nothing() -> None:
    async with opened() as inn:
        connection, _ = await inn.connects(inn.token())
        process = await connection.create_process(
            term_type="xterm-kitty", term_size=(80, 24), env={"NO_COLOR": "1", "OUTREMER_SAVES": "/"}, encoding="utf-8"
        )
        seen = ""
        async with asyncio.timeout(10):
            while "your name" not in seen.lower():
                seen += await process.stdout.read(65536)
        assert "38;2;" in seen
        assert os.environ.get("OUTREMER_SAVES") != "/"
        connection.abort()


async def test_one_connection_has_one_screen() -> None:
    async with opened() as inn:
        anna = await inn.comes()
        await anna.sees("Your name")
        with pytest.raises(asyncssh.ChannelOpenError):
            await anna.connection.create_process(term_type="xterm", term_size=(80, 24))


async def test_too_many_connections_are_turned_away_and_those_inside_go_on() -> None:
    async with opened(limits=Limits(connections=3)) as inn:
        anna = await inn.comes()
        await anna.sees("Your name")
        strangers = [await asyncio.open_connection("127.0.0.1", inn.host.port) for _ in range(30)]
        await inn.until(lambda: "too many already" in inn.told)
        assert len(inn.host.door.visits) <= 3
        await anna.presses("x")
        await anna.sees("x")
        for _, writer in strangers:
            writer.close()
        await inn.until(lambda: len(inn.host.door.visits) == 1)
        assert not await refused(inn, inn.token())


async def test_who_does_not_log_in_in_time_is_sent_away() -> None:
    async with opened(limits=Limits(login_seconds=0.5)) as inn:
        reader, writer = await asyncio.open_connection("127.0.0.1", inn.host.port)
        async with asyncio.timeout(5):
            while await reader.read(4096):
                pass
        writer.close()
        connection, _ = await inn.connects(inn.token())
        async with asyncio.timeout(5):
            await connection.wait_closed()
        assert "asked for nothing" in inn.told


async def test_who_hangs_up_at_whatever_moment_is_gone() -> None:
    async with opened() as inn:
        for number in range(12):
            visitor = await inn.comes(term="xterm-256color" if number % 2 else "xterm-kitty")
            await asyncio.sleep(0.02 * number)
            await visitor.goes()
        await inn.until(lambda: not any(guest.terminal or guest.connections for guest in inn.host.book.guests))
        assert not inn.host.door.visits
        await inn.until(lambda: not inn.host.table.watchers)
        assert "failed" not in inn.told


async def test_garbage_at_the_door_hurts_nobody() -> None:
    async with opened() as inn:
        anna = await inn.comes()
        for garbage in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n" + os.urandom(4000), os.urandom(100)):
            _, writer = await asyncio.open_connection("127.0.0.1", inn.host.port)
            writer.write(garbage)
            await writer.drain()
            writer.close()
        await anna.sits("Anna", "2")


async def test_a_guest_who_floods_is_sent_away_and_the_others_play_on() -> None:
    async with opened(limits=Limits(typed_per_second=2000, floods=1)) as inn:
        anna, mad = await inn.comes(), await inn.comes()
        await anna.sits("Anna", "2")
        await mad.sees("Your name")
        mad.process.stdin.write("\x1b[200~" + "x" * 1_000_000)
        await inn.until(lambda: "far more than anybody can type" in inn.told)
        await anna.presses("4")
        await inn.until(lambda: len(inn.host.table.session.log) > 1)


async def test_a_guest_who_does_not_read_costs_no_memory() -> None:
    async with opened("open,open", limits=Limits(unsent=10_000)) as inn:
        slow = await inn.comes()
        await slow.sits("Slow", "w")
        slow.reading.cancel()
        slow.process.channel.pause_reading()
        terminal = inn.host.book.guests[0].terminal
        assert terminal is not None
        for number in range(400):
            slow.process.change_terminal_size(100 + number % 30, 40)
            await asyncio.sleep(0.005)
        await inn.until(lambda: terminal._hold is not None, seconds=20)
        held = terminal.channel.get_write_buffer_size()
        for number in range(100):
            slow.process.change_terminal_size(100 + number % 30, 40)
            await asyncio.sleep(0.005)
        assert terminal.channel.get_write_buffer_size() < held + 200_000
        slow.process.channel.resume_reading()
        await inn.until(lambda: terminal._hold is None, seconds=20)


def test_names_are_letters_and_nothing_else() -> None:
    assert clean_name("\x1b[31mAnna\x07") == "31mAnna"
    assert clean_name("\u202eevil\u200f") == "evil"
    assert clean_name("[bold red]Bert[/]") == "bold redBert"
    assert clean_name("  \n\t ", otherwise="Guest 3") == "Guest 3"
    assert clean_name("Žofie Čapková") == "Žofie Čapková"
    assert len(clean_name("x" * 1000)) == 24
    assert len(clean_name("a" + "\u0301" * 500)) < 8
    assert clean_name("Anna", ["anna", "Anna 2"]) == "Anna 3"
    assert printable("a\x1b]0;x\x07\u202e") == "a\\u001b]0;x\\u0007\\u202e"


def test_the_book_keeps_no_token_that_could_be_used(tmp_path: Path) -> None:
    path = tmp_path / "game.guests"
    book = Guestbook(path)
    token, other = book.invite(), book.invite()
    assert book.enter(Claim(token)) is not None
    text = path.read_text()
    assert token not in text
    assert other not in text
    again = Guestbook(path)
    assert again.admits(Claim("x", token=token)), "a guest without a key comes back with it"
    assert again.admits(Claim(other))
