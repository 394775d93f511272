"""The door: an SSH server that gives each guest a screen of the game, and nothing else of this computer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import asyncssh
from asyncssh.auth import KbdIntChallenge

from netplay.link import listening
from tui.app import Outremer
from tui.guests import screen_over_ssh
from tui.guests.guestbook import Claim, Guest, Guestbook
from tui.guests.names import printable

log = logging.getLogger("outremer.guests")

WIDTH, HEIGHT = (20, 400), (6, 150)
"""Screens smaller or larger than this are treated as if they were not."""
USUAL_SIZE = (80, 24)
TRUST = (
    "Guests trust the host: the whole game runs on the host's computer, and whoever\r\n"
    "runs it can look at everything there, hidden cards and sealed plans too. Play\r\n"
    "like this with people you trust."
)
NO_TERMINAL = b"This game needs a terminal: use  ssh -t  and no command.\r\n"
PROBE_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 64
    strangers: int = 32
    """Connections that have not logged in yet."""
    login_seconds: float = 60.0
    """To log in, and then to ask for a screen."""
    tries: int = 5
    """Tokens that one connection may try."""
    typed_per_second: int = 16_384
    floods: int = 20
    """Seconds in a row in which a guest may send more than that."""
    unsent: int = 256 * 1024
    """Bytes that wait for a slow guest; from then on his screen skips frames."""


class Door:
    """Counts who is there, and lets in whom the guestbook knows."""

    def __init__(
        self, book: Guestbook, make_app: Callable[[Guest], Outremer], moved: Callable[[], None],
        way: Callable[[str], str], limits: Limits,
    ) -> None:  # fmt: skip
        """`moved` is told when a guest has come or gone. `way` is the command to come here under a user name."""
        self.book, self.make_app, self.moved, self.way, self.limits = book, make_app, moved, way, limits
        self.visits: set[Visit] = set()
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, address: str, port: int, key: asyncssh.SSHKey) -> int:
        """Opens, and says at which port."""
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # what guests do is told in our own words
        self._acceptor = await asyncssh.listen(
            sock=listening(address, port),
            server_factory=lambda: Visit(self),
            server_host_keys=[key],
            server_version="Outremer",
            authorized_client_keys=None,
            host_based_auth=False,
            gss_host=None,
            login_timeout=self.limits.login_seconds,
            keepalive_interval=10,
            keepalive_count_max=3,
            compression_algs=["none"],
            x11_forwarding=False,
            agent_forwarding=False,
            allow_scp=False,
            sftp_factory=None,
            line_editor=False,
            encoding=None,
        )
        return self._acceptor.get_port()

    async def close(self, farewell: str) -> None:
        """Sends everybody home with a word, and shuts."""
        if self._acceptor is not None:
            self._acceptor.close()
        screens = [visit.terminal.hang_up(farewell) for visit in self.visits if visit.terminal is not None]
        if tasks := [task for task in screens if task is not None]:
            await asyncio.wait(tasks, timeout=5)
        for visit in list(self.visits):
            visit.connection.abort()

    def has_room(self) -> bool:
        strangers = sum(visit.guest is None for visit in self.visits)
        return len(self.visits) < self.limits.connections and strangers < self.limits.strangers


class Visit(asyncssh.SSHServer):
    """One connection: who is it, and what may he do? Everything that is not allowed here asyncssh refuses by itself:
    commands, subsystems, forwarding of ports, sockets, X11 and agents."""

    connection: asyncssh.SSHServerConnection

    def __init__(self, door: Door) -> None:
        self.door = door
        self.guest: Guest | None = None
        self.terminal: GuestTerminal | None = None
        self._claim = Claim("")
        """The last claim that was checked: logging in ends with a check that succeeds, so then it is the proved one."""
        self._tries = 0
        self._is_told = False
        self._where = "?"
        self._patience: asyncio.TimerHandle | None = None

    # --- coming and going ----------------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        peer = conn.get_extra_info("peername") or ("?",)
        self._where = printable(str(peer[0]))
        if not self.door.has_room():
            log.warning("a connection from %s is turned away: too many already", self._where)
            conn.abort()
            return
        self.door.visits.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self.door.visits.discard(self)
        if self.guest is not None:
            self.guest.connections -= 1
        if self.terminal is not None:
            self.terminal.hang_up()
        elif self.guest is None and exc is not None:
            log.info("somebody at %s has gone without logging in: %s", self._where, printable(str(exc)))

    # --- who is it? ----------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        if not self._is_told:
            self._is_told = True
            self.connection.send_auth_banner(f"{TRUST}\r\n")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return self._check(Claim(username, key=key.get_fingerprint()))

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return self._check_token(username, password)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """A guest without a key, whose user name is his token, need not type it again."""
        if self._check(Claim(username, token=username)):
            return True
        words = "Your host has invited you with a word of letters and digits.\n"
        if self.door.book.is_spent(username):
            words = (
                "This invitation has been used, and serves nobody else. If it was you: come with the same key;\n"
                "or, if you have none and your connection broke, wait half a minute and try again.\n"
            )
        return "", words, "", [("Invitation: ", False)]

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> KbdIntChallenge:
        return self._check_token(username, responses[0] if len(responses) == 1 else "")

    def _check_token(self, username: str, token: str) -> bool:
        if self._check(Claim(username, token=token.strip() or "-")):
            return True
        self._tries += 1
        log.warning("somebody at %s has tried a wrong or used invitation", self._where)
        if self._tries >= self.door.limits.tries:
            self.connection.abort()
        return False

    def _check(self, claim: Claim) -> bool:
        self._claim = claim
        return self.door.book.admits(claim)

    def auth_completed(self) -> None:
        guest = self.door.book.enter(self._claim)
        if guest is None:
            log.warning("somebody at %s came too late with an invitation", self._where)
            self.connection.abort()
            return
        self.guest = guest
        guest.connections += 1
        guest.way_back = self.door.way("" if guest.key else self._claim.token)
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(self.door.limits.login_seconds, self._ask_to_leave)

    def _ask_to_leave(self) -> None:
        if self.terminal is None or not self.terminal.has_begun:
            log.warning("somebody at %s has logged in and asked for nothing: turned away", self._where)
            self.connection.abort()

    # --- what may he do? -----------------------------------------------------------------------------

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """One screen a connection."""
        if self.guest is None or self.terminal is not None:
            return False
        self.terminal = GuestTerminal(self.door, self.guest, self.connection)
        return self.terminal


class GuestTerminal(asyncssh.SSHServerSession[bytes]):
    """A guest's terminal, and the app that draws on it."""

    channel: asyncssh.SSHServerChannel[bytes]

    def __init__(self, door: Door, guest: Guest, connection: asyncssh.SSHServerConnection) -> None:
        self.door, self.guest, self._connection = door, guest, connection
        self.size = USUAL_SIZE
        self.downgrade: Callable[[str], str] = str
        self._app: Outremer | None = None
        self._task: asyncio.Task[None] | None = None
        self._term: str | None = None
        self._early = bytearray()
        self._closed = False
        self._farewell = ""
        self._hold: ExitStack | None = None
        """Held while the guest's line is slow: frames are skipped, not piled up."""
        self._typed, self._floods = 0, 0
        self._breather: asyncio.TimerHandle | None = None

    @property
    def has_begun(self) -> bool:
        return self._task is not None

    # --- what asyncssh tells -------------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = chan
        chan.set_write_buffer_limits(high=self.door.limits.unsent)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        self._term = term_type[:64]
        self.size = sane_size(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """The only thing there is: the game."""
        return True

    def session_started(self) -> None:
        if self._term is None:
            self.channel.write(NO_TERMINAL)
            self.channel.exit(1)
            return
        before, self.guest.terminal = self.guest.terminal, self
        if before is not None:
            before.hang_up("You have come in through another connection.")
        self._task = asyncio.create_task(self._run(), name=f"guest {self.guest.number}")

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        driver = screen_over_ssh.driver_of(self._app) if self._app is not None else None
        if driver is None:
            self._early += data
        else:
            driver.feed(data)
        self._count(len(data))

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = sane_size(width, height)
        driver = screen_over_ssh.driver_of(self._app) if self._app is not None else None
        if driver is not None:
            driver.resized(*self.size)

    def pause_writing(self) -> None:
        if self._app is not None and self._hold is None:
            self._hold = ExitStack()
            self._hold.enter_context(self._app.batch_update())

    def resume_writing(self) -> None:
        if self._hold is not None:
            self._hold.close()
            self._hold = None

    def break_received(self, msec: int) -> bool:
        return True

    def eof_received(self) -> bool:
        self.hang_up()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed = True
        if self._breather is not None:
            self._breather.cancel()
        self.hang_up()

    # --- a guest who types faster than anybody can -----------------------------------------------------

    def _count(self, length: int) -> None:
        """No more than so many bytes a second are read; who goes on and on is sent away."""
        self._typed += length
        if self._breather is None and not self._closed:
            self._breather = asyncio.get_running_loop().call_later(1.0, self._breathe)
        if self._typed > self.door.limits.typed_per_second:
            self.channel.pause_reading()

    def _breathe(self) -> None:
        self._breather = None
        flooded = self._typed > self.door.limits.typed_per_second
        self._floods = self._floods + 1 if flooded else 0
        self._typed = 0
        if self._floods > self.door.limits.floods:
            log.warning("%s sends far more than anybody can type: disconnected", self.guest.name)
            self._connection.abort()
        elif flooded:
            self.channel.resume_reading()

    # --- the screen ----------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        if not self._closed and not self.channel.is_closing():
            self.channel.write(data)

    def take_early(self) -> bytes:
        early = bytes(self._early)
        self._early.clear()
        return early

    def hang_up(self, farewell: str = "") -> asyncio.Task[None] | None:
        """Ends the app; the rest follows from that."""
        self._farewell = self._farewell or farewell
        self.resume_writing()
        if self._app is not None:
            self._app.exit()
        elif self._task is not None:
            self._task.cancel()
        return self._task

    async def _run(self) -> None:
        """From the first frame to the last word. Whatever goes wrong in here concerns this guest alone."""
        guest, code = self.guest, 0
        try:
            await self._find_colours()
            app = self._app = self.door.make_app(guest)
            app.in_tmux = screen_over_ssh.is_in_tmux(self._term or "")
            screen_over_ssh.put_on_terminal(app, self)
            log.info("%s has come in (guest %d)", guest.name, guest.number)
            self.door.moved()
            await app.run_async(size=self.size)
            crash = screen_over_ssh.crash_of(app)
            if crash is not None:
                raise crash
        except Exception as crash:
            code = 1
            log.error("the screen of %s has failed: %r; his seat is kept", guest.name, crash, exc_info=crash)
            self._farewell = "Something went wrong on the host's side. Log in again: your seat is kept."
        finally:
            self._app = None
            if guest.terminal is self:
                guest.terminal = None
                log.info("%s has left", guest.name)
                self.door.moved()
            if not self._closed:
                way = f"To come back to the table, also another day:\r\n\r\n    {guest.way_back}\r\n"
                self.send(f"{self._farewell or 'Farewell.'}\r\n{way}\r\n".encode())
                self.channel.exit(code)

    async def _find_colours(self) -> None:
        colours = screen_over_ssh.colours_of(self._term or "")
        if colours == "256":
            self.send(screen_over_ssh.TRUE_COLOUR_QUESTION)
            until = asyncio.get_running_loop().time() + PROBE_SECONDS
            while asyncio.get_running_loop().time() < until and not screen_over_ssh.has_answered(bytes(self._early)):
                await asyncio.sleep(0.01)
            if screen_over_ssh.has_true_colour(bytes(self._early)):
                colours = "truecolor"
            self._early = bytearray(screen_over_ssh.without_answers(bytes(self._early)))
        self.downgrade = screen_over_ssh.downgrader(colours)


def sane_size(width: int, height: int) -> tuple[int, int]:
    """What a client says its size is; zero is what some say when they do not know."""
    return (
        min(max(width, WIDTH[0]), WIDTH[1]) if width > 0 else USUAL_SIZE[0],
        min(max(height, HEIGHT[0]), HEIGHT[1]) if height > 0 else USUAL_SIZE[1],
    )
