"""Somebody with an ssh client, and what he sees: the stream of bytes put together to a screen."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable
from typing import Any

import asyncssh

from tui.guests import serving

_PIECE = re.compile(
    r"\x1b\[([?<>=]?)([0-9;]*)\$?([@-~])|\x1bP.*?\x1b\\|\x1b\][^\x07]*\x07|\x1b.|[\x00-\x1f]|[^\x00-\x1f]+", re.DOTALL
)


class Screen:
    """The little that Textual uses of a terminal: go somewhere, write there, clear, the other screen."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.clear()

    def clear(self) -> None:
        width, height = self.size
        self.cells = [[" "] * width for _ in range(height)]
        self.x = self.y = 0

    def resize(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.clear()

    def write(self, text: str) -> None:
        for found in _PIECE.finditer(text):
            piece, private, numbers, final = found[0], found[1], found[2], found[3]
            if piece.startswith("\x1b"):
                self._obey(private or "", numbers or "", final or "")
            elif piece == "\r":
                self.x = 0
            elif piece == "\n":
                self.y += 1
            elif piece >= " ":
                self._put(piece)

    def _obey(self, private: str, numbers: str, final: str) -> None:
        if not private and final == "H":
            row, _, column = (numbers or "1;1").partition(";")
            self.y, self.x = int(row or 1) - 1, int(column or 1) - 1
        elif (not private and final == "J") or (private == "?" and numbers == "1049"):
            self.clear()

    def _put(self, text: str) -> None:
        width, height = self.size
        for char in text:
            if 0 <= self.y < height and 0 <= self.x < width:
                self.cells[self.y][self.x] = char
            self.x += 2 if unicodedata.east_asian_width(char) in "WF" else 1

    @property
    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.cells)


class Client(asyncssh.SSHClient):
    def __init__(self, token: str = "") -> None:
        self.token = token
        self.banner = ""

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banner += msg

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        return [self.token] * len(prompts) if self.token or not prompts else None


class Visitor:
    """One connection with a terminal."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: Any, screen: Screen, banner: str) -> None:
        self.connection, self.process, self.screen, self.banner = connection, process, screen, banner
        self.raw = ""
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while data := await self.process.stdout.read(65536):
            self.raw += data
            self.screen.write(data)

    async def sees(self, *words: str, seconds: float = 10) -> str:
        """Waits until all the words are on the screen."""
        try:
            async with asyncio.timeout(seconds):
                while not all(word in self.screen.text for word in words):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{words} not on the screen:\n{self.screen.text}\n{self.raw[-200:]!r}") from None
        return self.screen.text

    async def presses(self, keys: str) -> None:
        self.process.stdin.write(keys)
        await asyncio.sleep(0.05)

    async def chooses(self, label: str) -> None:
        """Presses the key that stands before an option."""
        await self.sees(label)
        found = re.search(rf"(\w) {label}", self.screen.text)
        assert found is not None, self.screen.text
        await self.presses(found[1])

    async def sits(self, name: str, choice: str) -> None:
        """Tells his name and chooses a seat, or to watch."""
        await self.sees("Your name at the table")
        await self.presses(f"{name}\r")  # the old name is selected, so it is typed over
        await self.sees(name)
        await asyncio.sleep(0.1)
        await self.presses(choice)
        await self.sees("Take back")

    async def resizes(self, width: int, height: int) -> None:
        self.screen.resize(width, height)
        self.process.change_terminal_size(width, height)

    async def goes(self) -> None:
        self.connection.abort()
        await self.connection.wait_closed()


class Inn:
    """The host, and who is there."""

    def __init__(self, host: serving.Host) -> None:
        self.host = host
        self.visitors: list[Visitor] = []

    def token(self) -> str:
        return self.host.book.invite()

    async def connects(
        self, username: str, token: str = "", key: asyncssh.SSHKey | None = None, password: str | None = None
    ) -> tuple[asyncssh.SSHClientConnection, Client]:
        connection, client = await asyncssh.create_connection(
            lambda: Client(token),
            "127.0.0.1",
            self.host.port,
            username=username,
            password=password,
            client_keys=[key] if key is not None else [],
            agent_path=None,
            known_hosts=None,
            config=None,
        )
        return connection, client

    async def comes(
        self,
        username: str = "",
        token: str = "",
        key: asyncssh.SSHKey | None = None,
        size: tuple[int, int] = (120, 40),
        term: str = "xterm-kitty",
    ) -> Visitor:
        """A guest with a terminal; without more said, with a fresh invitation."""
        connection, client = await self.connects(username or self.token(), token, key)
        process = await connection.create_process(term_type=term, term_size=size, encoding="utf-8", errors="replace")
        visitor = Visitor(connection, process, Screen(*size), client.banner)
        self.visitors.append(visitor)
        return visitor

    async def until(self, happened: Callable[[], object], seconds: float = 10) -> None:
        async with asyncio.timeout(seconds):
            while not happened():
                await asyncio.sleep(0.02)

    @property
    def told(self) -> str:
        """What the host has been told."""
        return "\n".join(self.host.lines)


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")
