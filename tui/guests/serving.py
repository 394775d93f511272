"""`outremer serve`: the host's side. Opens the door, keeps the game, tells what happens and does what the host says."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

import saves
from core import games
from core.bots import bot_kinds
from core.engine import Game, LocalTable, Session
from netplay.identity import BadIdentity, Identity, keys_folder
from tui.exits import Failed, WrongUsage
from tui.guests.door import Door, Limits
from tui.guests.guestbook import Guest, Guestbook
from tui.guests.names import printable
from tui.guests.shared import SharedTable
from tui.guests.visit import VisitorApp
from tui.library import find_game, find_save, make_setup, telling_of_files
from tui.settings import SPEEDS, load_settings
from tui.sitting import PERSON, Sitting, fresh_seed, player_name

log = logging.getLogger("outremer.guests")

HOST_IS_TRUSTED = (
    "Guests trust you: the game runs here, and you could look at their hidden cards and sealed plans. They are told so."
)
FAREWELL = "The host has closed the table. The game is saved; ask the host when it goes on."
COMMANDS = """\
who                who is here, and who sits where
invite             one more invitation
bot SEAT [KIND]    a bot plays a seat until its guest comes back
free SEAT          anybody may take the seat
kick GUEST         sends a guest home, by number, name or seat; he may come back
quit               sends everybody home; the game is saved"""


@dataclass(frozen=True, slots=True)
class Order:
    """What was said on the command line."""

    what: str
    scenario: str = ""
    seats: str = ""
    options: Sequence[str] = ()
    seed: int | None = None
    save: Path | None = None
    address: str = ""
    port: int = 2222
    play: bool = False
    guest_keys: Path | None = None
    limits: Limits = field(default_factory=Limits)


def serve(order: Order) -> None:
    with telling_of_files():
        sitting, host_seat = begun(order)
        try:
            asyncio.run(Host(order, sitting, host_seat).run())
        finally:
            sitting.close()


# --- the game ------------------------------------------------------------------------------------


def begun(order: Order) -> tuple[Sitting, str]:
    """The game to serve, and the seat that the host wants for himself."""
    if order.what in games.GAME_IDS:
        return _new_game(order)
    try:
        path = find_save(order.what)
    except WrongUsage as error:
        raise WrongUsage(f"'{order.what}' is no game ({', '.join(games.GAME_IDS)}) and {error}") from error
    if order.scenario or order.options or order.seed is not None or order.save is not None:
        raise WrongUsage("a saved game has its scenario, options, seed and file already; only --seats can be said anew")
    sitting = Sitting.load(path)
    if order.seats:
        sitting.players = _seated(order, sitting.session.game, sitting.session.setup.seats)
    else:  # whatever else sat there, a person takes over
        bots = bot_kinds(sitting.session.game)
        sitting.players = {seat: who if who in bots else PERSON for seat, who in sitting.players.items()}
    return sitting, _host_seat(order, sitting.players)


def _new_game(order: Order) -> tuple[Sitting, str]:
    game = find_game(order.what)
    setup = make_setup(game, order.scenario, len(order.seats.split(",")) if order.seats else 0, order.options)
    players = _seated(order, game, setup.seats)
    session = Session(game, setup, LocalTable(fresh_seed() if order.seed is None else order.seed))
    if order.save is None:
        return Sitting.of(session, players), _host_seat(order, players)
    journal = saves.Journal.create(order.save, session, saves.Header.of(session, players))
    return Sitting(session, players, journal, journal.path), _host_seat(order, players)


def _seated(order: Order, game: Game, seats: Sequence[str]) -> dict[str, str]:
    kinds = [kind.strip() for kind in order.seats.split(",")] if order.seats else ["open"] * len(seats)
    if len(kinds) != len(seats):
        raise WrongUsage(f"--seats names {len(kinds)}, but this game has {len(seats)}: {', '.join(seats)}")
    bots = bot_kinds(game)
    for kind in kinds:
        if kind not in ("open", "me", *bots):
            raise WrongUsage(f"nobody is called '{kind}'; a seat can be: open, me, {', '.join(bots)}")
    if "me" in kinds and not order.play:
        raise WrongUsage("a seat for 'me' needs --play: without it you only watch the log")
    if kinds.count("me") > 1:
        raise WrongUsage("you can have one seat; the others can be open")
    return {seat: kind if kind in bots else PERSON for seat, kind in zip(seats, kinds, strict=True)}


def _host_seat(order: Order, players: Mapping[str, str]) -> str:
    kinds = [kind.strip() for kind in order.seats.split(",")]
    return list(players)[kinds.index("me")] if "me" in kinds else ""


# --- the host ------------------------------------------------------------------------------------


class Host:
    def __init__(self, order: Order, sitting: Sitting, host_seat: str = "") -> None:
        self.order = order
        self.host_seat = host_seat
        self.settings, _ = load_settings()
        book_file = sitting.path.with_suffix(".guests") if sitting.path is not None else None
        self.book = Guestbook(book_file, _fingerprints(order.guest_keys))
        self.table = SharedTable(sitting, self.book, SPEEDS[self.settings.bot_speed])
        self.door = Door(self.book, self.make_app, self.table.people_changed, self.way, order.limits)
        self.lines: deque[str] = deque(maxlen=200)
        """The last lines of the log, for a host who plays and has no other place to see them."""
        self.hear: Callable[[str], None] | None = None
        """Shows a line in the host's own app, while he plays."""
        self._out = sys.stdout  # kept, for what is printed inside an app goes to that app
        self.port = 0
        self._key = host_key()
        self._stop = asyncio.Event()

    def make_app(self, guest: Guest) -> VisitorApp:
        return VisitorApp(self.table, guest, guest.settings)

    async def run(self) -> None:
        """Until the host quits."""
        handlers = self._log_handlers()
        bots = asyncio.create_task(self.table.run_bots(), name="bots")
        bots.add_done_callback(_tell_why_bots_ended)
        try:
            me = self._at_the_table() if self.order.play else None
            await self._open()
            if me is not None:
                await self._play(me)
            else:
                await self._watch()
        finally:
            bots.cancel()
            await self.door.close(FAREWELL)
            for handler in handlers:
                log.removeHandler(handler)
                handler.close()

    async def _open(self) -> None:
        try:
            self.port = await self.door.open(self.order.address, self.order.port, self._key)
        except OSError as error:
            where = f"{self.order.address or 'this computer'}, port {self.order.port}"
            raise Failed(f"nobody can be let in at {where}: {error.strerror or error}; try another --port") from error
        open_seats = [seat for seat in self.table.players if self.table.is_free(seat)]
        invitations = [self.invitation() for _ in open_seats] or [self.invitation()]
        for line in (
            f"{self.table.session.game.title} is served on port {self.port}, saved in {self.table.sitting.path}",
            HOST_IS_TRUSTED,
            f"The host key that guests will be shown: {self._key.get_fingerprint()} (ED25519)",
            "One invitation for each guest:",
            *(f"  {invitation}" for invitation in invitations),
        ):
            self.tell(line)  # not by the log: an invitation is not for a file

    def invitation(self) -> str:
        """A command that a guest can paste."""
        return self.way(self.book.invite())

    def way(self, user: str) -> str:
        """The command by which somebody comes here; without a user name, for somebody whose key is known."""
        port = "" if self.port == 22 else f"-p {self.port} "
        return f"ssh {port}{user}{'@' if user else ''}{self.order.address or outward_address()}"

    async def _watch(self) -> None:
        """A plain log, and commands line by line."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(signal.SIGTERM, self._stop.set)
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        self.tell("Type 'help' to see what you can do.")
        await self._stop.wait()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(self._obey, line)

    def _obey(self, line: str) -> None:
        if answer := self.command(line):
            print(answer, flush=True)

    def _at_the_table(self) -> Guest:
        """The host as a guest of his own, on the seat that he wanted."""
        guest = self.book.host(self.settings.name or "The host")
        if self.host_seat and not guest.seat and self.table.is_free(self.host_seat):
            self.table.sit(guest, self.host_seat)
        return guest

    async def _play(self, me: Guest) -> None:
        from tui.guests.hosting import HostApp

        await HostApp(self, me).run_beside_guests()

    # --- what the host says --------------------------------------------------------------------------

    def command(self, line: str) -> str:
        """Does what the host says, and answers in words."""
        word, _, rest = line.strip().partition(" ")
        what, _, more = rest.strip().partition(" ")
        match word:
            case "":
                return ""
            case "who":
                return self.who()
            case "invite":
                return self.invitation()
            case "bot" | "free" if what not in self.table.players:
                return f"There is no seat '{printable(what)}'; there are: {', '.join(self.table.players)}"
            case "bot":
                return self._bot(what, more.strip())
            case "free":
                return self._free(what)
            case "kick":
                return self._kick(rest.strip())
            case "quit":
                self._stop.set()
                return ""
            case _:
                return COMMANDS

    def who(self) -> str:
        session = self.table.session
        lines = [session.game.headline(session.state)]
        asked = [ask.seat for ask in session.pending]
        for seat, player in self.table.players.items():
            lines.append(f"  {seat:<12} {player_name(player)}{'  to decide' if seat in asked else ''}")
        for guest in self.book.guests:
            here = "here" if guest.is_here else "away"
            lines.append(f"  guest {guest.number}: {guest.name}, {guest.seat or 'watching'}, {here}")
        return "\n".join(lines)

    def _bot(self, seat: str, kind: str) -> str:
        kinds = bot_kinds(self.table.session.game)
        kind = kind or kinds[0]
        if kind not in kinds:
            return f"There is no bot '{printable(kind)}'; there are: {', '.join(kinds)}"
        self.table.hand_to_bot(seat, kind)
        return ""

    def _free(self, seat: str) -> str:
        holder = self.book.holder(seat)
        self.table.free(seat)
        if holder is not None and holder.terminal is not None:
            holder.terminal.hang_up("The host has given your seat away. Log in again to take another, or to watch.")
        return ""

    def _kick(self, who: str) -> str:
        guest = self.book.find(who)
        if guest is None or guest.terminal is None:
            return f"There is no guest '{printable(who)}' here."
        guest.terminal.hang_up("The host has sent you home.")
        return ""

    # --- what the host is told -----------------------------------------------------------------------

    def tell(self, line: str) -> None:
        """Shown in the host's own app while he plays, else printed."""
        self.lines.append(line)
        if self.hear is not None:
            self.hear(line)
        else:
            print(line, file=self._out, flush=True)

    def _log_handlers(self) -> list[logging.Handler]:
        """Lines for the host, and a file that also has what lies behind a failure."""
        log.setLevel(logging.INFO)
        log.propagate = False
        in_file = logging.FileHandler(keys_folder() / "serve.log", encoding="utf-8", delay=True)
        in_file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        for_host = _Lines(self.tell)
        handlers: list[logging.Handler] = [in_file, for_host]
        for handler in handlers:
            log.addHandler(handler)
        return handlers


class _Lines(logging.Handler):
    """One line for each thing that happens, without what lies behind it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())


def _tell_why_bots_ended(bots: asyncio.Task[None]) -> None:
    if not bots.cancelled() and (error := bots.exception()) is not None:
        log.error("the bots cannot play on: %r; quit, and serve the save again", error, exc_info=error)


def host_key() -> asyncssh.SSHKey:
    """The host's own key, by which guests know this computer again."""
    try:
        return asyncssh.import_private_key(Identity.of_user().private_text())
    except (BadIdentity, OSError) as error:
        raise Failed(str(error)) from error


def _fingerprints(file: Path | None) -> list[str]:
    """Of the keys in a file like `authorized_keys`."""
    if file is None:
        return []
    try:
        return [key.get_fingerprint() for key in asyncssh.read_public_key_list(file)]
    except (OSError, asyncssh.KeyImportError) as error:
        raise WrongUsage(f"--guest-keys {file}: {error}") from error


def outward_address() -> str:
    """The address of this computer in its own network, as well as it can be known without asking anybody."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
        return str(sock.getsockname()[0])
    return socket.gethostname()
