"""Our part in a network game, from the lobby to the audit: door or way, room, files. Screens look at it and call it.

Slow to import, because of SSH: let the screen that needs it do so.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import saves
from core.bots import Bot, bot_kinds
from core.engine import BadSetup, Game, Setup
from core.games import load_game
from netplay.bidding import Bids
from netplay.boxes import BoxKey
from netplay.charter import Charter
from netplay.clean_text import LONGEST_CHAT, clean
from netplay.fairplay.messages import hashed
from netplay.files import Record, Secrets, record_path, secret_path
from netplay.hosting import Host
from netplay.identity import BadIdentity, Identity, PublicKey
from netplay.invitations import Invitation, fresh_game_id
from netplay.joining import Guest
from netplay.known_peers import KnownPeers
from netplay.lobby import OPEN, CannotChange, Spoken
from netplay.network_game import NetworkGame
from netplay.room import Room
from tui.lobby_view import Distance, LobbyView, changes, lobby_view
from tui.players import Player, seated_bots
from tui.sitting import PERSON, is_person

BOT_SECONDS = 10.0
GUEST = "guest:"
"""Before the name of a guest, where a seat is said to be his."""


class CannotGather(Exception):
    """Why a game cannot be hosted or joined, and what to do."""


@dataclass(frozen=True, slots=True)
class Household:
    """Who we are to the others, whom we know, and where our games are kept."""

    identity: Identity
    known: KnownPeers
    saves: Path

    @classmethod
    def of_user(cls) -> Household:
        """Raises `CannotGather`."""
        try:
            return cls(Identity.of_user(), KnownPeers(), saves.saves_folder())
        except (BadIdentity, OSError, saves.SaveFailed) as problem:
            raise CannotGather(str(problem)) from problem


class Gathering:
    """One game with others. It lives on the event loop until `leave`, the end of the game, or `trouble`."""

    def __init__(self, own: Household, game: Game, save: Path, players: Mapping[str, str], name: str) -> None:
        """`players` says which of our seats a bot has, if they become ours; all others are for people."""
        self.own, self.game, self.name = own, game, name
        self.story: list[str | Spoken] = []
        """What a player should know, one line each, and what was said without a signature."""
        self.trouble = ""
        """Why it could not go on; what was played is safe."""
        self.invitations: list[Invitation] = []
        self._players = {seat: Player.parse(player, game) for seat, player in players.items()}
        self._watchers: list[Callable[[], None]] = []
        self._until_the_end = ExitStack()
        self._secrets = Secrets.open(secret_path(save))
        self.room = Room(game, save, own.identity, self._bots, self._tell, slow_bots=True)
        self.room.on_change = self.changed
        self._host: Host | None = None
        self._guest: Guest | None = None
        self._address = ""
        self._left = False
        self._tending: asyncio.Task[None] | None = None
        self._seen: LobbyView | None = None
        self._invited = 0
        """How many players."""

    # --- beginning -----------------------------------------------------------------------------------

    @classmethod
    async def host(
        cls, own: Household, game: Game, setup: Setup, players: Mapping[str, str], name: str, address: str, port: int,
        listen: str = "",
    ) -> Gathering:  # fmt: skip
        """Opens the door for a new game. `players` says for each seat `human`, a kind of bot, or `open`."""
        game_id = fresh_game_id(game.id)
        with _telling():
            ours = {seat: player for seat, player in players.items() if player != OPEN}
            gathering = cls(own, game, own.saves / f"{game_id}.toml", ours, name)
            host = await gathering._open_door(game_id, address, port, listen)
            host.start_when_full = False
            box = BoxKey(gathering._secrets.box).public
            host.open_lobby(setup, name, dict(players), gathering._secrets, box)
            gathering._seen = gathering.lobby
            gathering._invite_all()
        gathering._begin()
        return gathering

    @classmethod
    async def host_again(cls, own: Household, save: Path, address: str, port: int, listen: str = "") -> Gathering:
        """Goes on with a game, whoever hosted it before."""
        with _telling():
            record, charter, said = Record.open(record_path(save))
            try:
                if own.identity.public not in charter.keys:
                    names = ", ".join(member.name for member in charter.members)
                    raise CannotGather(f"You do not play in this game; those who do: {names}.")
                me = charter.keys.index(own.identity.public)
                game = load_game(charter.game)
                bots = _our_bots(game, charter, own.identity.public)
                gathering = cls(own, game, save, bots, charter.members[me].name)
                await gathering._open_door(charter.id, address, port, listen)
            except BaseException:
                record.close()
                raise
            gathering._secrets.write()
            gathering.room.wait_for = set(charter.keys) - {own.identity.public}
            gathering.room.go_on(record, charter, gathering._secrets, said)
            for _ in charter.members[1:]:
                gathering.invite()
        gathering._begin()
        return gathering

    @classmethod
    def join(cls, own: Household, invitation: Invitation, name: str, seat: str = "", via: str = "") -> Gathering:
        """Sets out to the host. Whether we get in is known later; see `trouble`."""
        save = own.saves / f"{invitation.game}.toml"
        with _telling():
            gathering = cls(own, invited_to(invitation), save, {}, name)
            gathering._guest = Guest(
                gathering.room, invitation, gathering._secrets, own.known, name, PERSON,
                seat=seat, via=via, ready=False, approve=gathering._why_not,
            )  # fmt: skip
            gathering._secrets.invitation = str(invitation)
            gathering._guest.on_lobby = gathering._lobby_changed
            gathering._guest.on_said = gathering._happened
            if record_path(save).exists():
                record, charter, said = Record.open(record_path(save))
                if gathering._secrets.seeds:
                    gathering._secrets.write()
                bots = _our_bots(gathering.game, charter, own.identity.public)
                gathering._players = {seat: Player.parse(kind, gathering.game) for seat, kind in bots.items()}
                gathering.room.go_on(record, charter, gathering._secrets, said)
        gathering._begin()
        return gathering

    async def _open_door(self, game_id: str, address: str, port: int, listen: str) -> Host:
        self._host = host = Host(self.room, game_id, self.own.known)
        self._address = address
        host.on_lobby = self._lobby_changed
        host.on_said = self._happened
        try:
            await host.door.open(listen, port)
        except OSError as error:
            where = f"port {port}" if port else "a port"
            raise CannotGather(f"Cannot listen on {where}: {error.strerror or error}. Choose another.") from error
        self._secrets.door = address, host.door.port
        return host

    def _begin(self) -> None:
        self._tending = asyncio.create_task(self._tend())

    def _bots(self, seats: list[str]) -> dict[str, Bot]:
        if self._host is not None and self._host.lobby is not None:
            ours = {seat: who for seat, who in self.allocation().items() if seat in seats}
            self._players = {seat: Player.parse(who, self.game) for seat, who in ours.items()}
        who = {seat: self._players[seat] for seat in seats if seat in self._players}
        seed = hashed(b"bots", self._secrets.box).hex()
        return self._until_the_end.enter_context(seated_bots(self.game, who, seed, BOT_SECONDS))

    # --- while it lasts ------------------------------------------------------------------------------

    async def _tend(self) -> None:
        """Keeps the link and the files, until the game is over for all or cannot go on."""
        tasks = [asyncio.create_task(self.room.until_done(math.inf))]
        if self._guest is not None:
            tasks.append(asyncio.create_task(self._guest.keep_connected()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Exception as error:  # refused at the door, a full disk, a bug of the rules: whatever it was, it is told
            self.trouble = str(error) or repr(error)
        finally:
            for task in tasks:
                task.cancel()
            self._close()
            if self._host is not None:
                await self._host.door.close()
        self.changed()

    def leave(self) -> None:
        """Goes away. What was played is on the disk, and the game can be resumed."""
        self._watchers.clear()
        self._close()
        if self._tending is not None and not self._tending.cancelling():  # or the door would not be closed properly
            self._tending.cancel()

    def _close(self) -> None:
        if not self._left:
            self._left = True
            self.room.close()
            self._until_the_end.close()
            if self.network is None and not record_path(self.room.save).exists():  # it never came to a game
                self._secrets.path.unlink(missing_ok=True)

    def watch(self, changed: Callable[[], None]) -> None:
        self._watchers = [changed]

    def changed(self) -> None:
        for hear in self._watchers:
            hear()

    def _lobby_changed(self) -> None:
        """Says what is other than before, in the words of this program and not of the host's."""
        before, now = self._seen, self.lobby
        if now is not None:
            self._seen = now
            new = changes(self.game, before, now) if before is not None and before.agreed != now.agreed else []
            if new:
                self._tell(f"Changed: {'; '.join(new)}. Whoever was ready must say so again.")
                self._compare_with_bids(now)
        self.changed()

    def _compare_with_bids(self, lobby: LobbyView) -> None:
        """A host who seats us otherwise than we have bid is not believed."""
        bids, bidding = self._guest.bids if self._guest is not None else None, self.game.bidding
        settled = bids.settled if bids is not None else None
        if bids is None or settled is None or bidding is None:
            return
        if int(bids.place.rpartition(" ")[2]) < lobby.terms - 1:
            return  # it was bid for terms that have been changed since, for all to see
        mine = lobby.seat_of(self.name)
        as_bid = mine is not None and (mine.seat == bidding.seat) == settled.we_win
        if not as_bid or lobby.options.get(bidding.switch) != str(settled.amount):
            self._tell("Beware: this is not what the bidding has come to.")

    def _tell(self, line: str) -> None:
        self._happened(clean(line, LONGEST_CHAT))

    def _happened(self, what: str | Spoken) -> None:
        self.story.append(what)
        self.changed()

    # --- what screens ask ----------------------------------------------------------------------------

    @property
    def hosting(self) -> bool:
        return self._host is not None

    @property
    def network(self) -> NetworkGame | None:
        return self.room.network

    @property
    def has_begun(self) -> bool:
        return self.network is not None and self.network.session is not None

    @property
    def over(self) -> bool:
        """Whether nothing can be said any more: everybody has audited, or there is trouble, or we have left."""
        return self._left

    @property
    def connected(self) -> bool:
        """Whether there is a link to the host. A host is always with himself."""
        return self.hosting or bool(self.room.talks)

    @property
    def lobby(self) -> LobbyView | None:
        """None while we are on our way, or when we only look on."""
        if self._host is not None and self._host.lobby is not None:
            return self._view(self._host.lobby.to_plain())
        if self._guest is not None and self._guest.lobby:
            return self._view(self._guest.lobby)
        return None

    def _view(self, plain: Mapping[str, object]) -> LobbyView | None:
        try:
            return lobby_view(self.game, plain)
        except (AttributeError, TypeError):  # a host that sends nonsense
            return None

    @property
    def looks_on(self) -> bool:
        """Whether we have no seat, as far as we know."""
        if self.network is not None:
            return self.network.me is None
        return self._guest is not None and not self._guest.given

    def spoken(self) -> list[Spoken]:
        """What was said in the lobby, and what those say who look on."""
        return [each for each in self.story if isinstance(each, Spoken)]

    @property
    def hears_of_all(self) -> bool:
        """Whether whoever is not known to be here is not."""
        return self.hosting or (self._guest is not None and bool(self._guest.here))

    def distance(self, name: str) -> Distance | None:
        """How far away a player in the lobby or at the table is; None if he is not here."""
        here = {self.room.who(talk): talk.distance for talk in self.room.talks if talk.admitted}
        if self._guest is None:
            return Distance(here[name]) if name in here else None
        if not self.room.talks:
            return None
        host = self.room.talks[0]
        if name == (self.room.who(host) if self.network is not None else self.lobby and self.lobby.host):
            return Distance(host.distance)
        others = self._guest.here
        return Distance(host.distance + others[name] if others[name] else 0.0, True) if name in others else None

    def watchers(self) -> tuple[list[tuple[str, Distance]], int]:
        """Those who look on, and how many more there are."""
        if self._guest is not None:
            way = self.room.talks[0].distance if self.room.talks else 0.0
            return [(name, Distance(way + far, True)) for name, far in self._guest.watchers.items()], (
                self._guest.more_watchers
            )
        here = [talk for talk in self.room.talks if talk.admitted and talk.wire.watching]
        return [(talk.name, Distance(talk.distance)) for talk in here], 0

    # --- what a player does --------------------------------------------------------------------------

    def invite(self, watch: bool = False) -> None:
        assert self._host is not None
        self.invitations.append(self._host.invite(self._address, watch))
        self._invited += not watch

    def invitation_lines(self) -> list[tuple[str, str]]:
        """Each invitation, and a word on what it is for and who has used it."""
        assert self._host is not None
        names = {talk.wire.key: self.room.who(talk) for talk in self.room.talks}
        lines = []
        for invitation in self.invitations:
            looks_on, used_by = self._host.use_of(invitation)
            use = f"used by {names.get(used_by, used_by.phrase)}" if used_by is not None else ""
            lines.append((str(invitation), use or ("to look on" if looks_on else "to play")))
        return lines

    def _invite_all(self) -> None:
        """One invitation for each seat that is not ours."""
        for _ in range(sum(who == OPEN or who.startswith(GUEST) for who in self.allocation().values()) - self._invited):
            self.invite()

    def allocation(self) -> dict[str, str]:
        """Who has which seat, for the host: `human`, a kind of bot, `open`, or `guest:` and his name."""
        lobby = self._host.lobby if self._host is not None else None
        if lobby is None:
            return {}
        return {
            seat: who if isinstance(who, str) else f"{GUEST}{lobby.guests[who].member.name}"
            for seat, who in lobby.allocation.items()
        }

    def change(self, scenario: str, options: Mapping[str, str], seats: Mapping[str, str]) -> None:
        """Puts other terms to everybody in the lobby, with `seats` as in `allocation`. Raises `CannotGather`."""
        assert self._host is not None
        assert self._host.lobby is not None
        keys = {f"{GUEST}{guest.member.name}": key for key, guest in self._host.lobby.guests.items()}
        gone = [who.removeprefix(GUEST) for who in seats.values() if who.startswith(GUEST) and who not in keys]
        if gone:
            raise CannotGather(f"{gone[0]} has left.")
        try:
            setup = self.game.setup(scenario, len(seats), options)
            if (setup, dict(seats)) == (self._host.lobby.setup, self.allocation()):
                return
            self._host.change(setup, {seat: keys.get(who, who) for seat, who in seats.items()})
        except (BadSetup, CannotChange) as why:
            raise CannotGather(str(why)) from why
        self._invite_all()

    @property
    def can_bid(self) -> bool:
        """Whether we and another person may bid for a seat."""
        end, lobby = self._host or self._guest, self.lobby
        if end is None or lobby is None or any(seat.ready and not is_person(seat.player) for seat in lobby.seats):
            return False
        return end.can_bid

    @property
    def bids(self) -> Bids | None:
        """The bidding for a seat, if there is one now."""
        end = self._host or self._guest
        return end.bids if end is not None and end.bids is not None and not end.bids.over else None

    def bid(self, amount: int) -> None:
        end = self._host or self._guest
        if end is not None and self.can_bid:
            end.bidding().bid(amount)

    def say(self, text: str) -> None:
        """In the lobby, or from somebody who looks on."""
        end = self._host or self._guest
        if end is not None:
            end.say(text)

    def ready(self) -> None:
        lobby = self.lobby
        if self._guest is not None and lobby is not None:
            self._compare_with_bids(lobby)
            self._guest.sit()

    def start(self) -> None:
        """Puts the charter to everybody who sits in the lobby."""
        assert self._host is not None
        if self.network is None:
            self._host.start()

    def _why_not(self, charter: Charter) -> str:
        """We agree to what we saw in the lobby when we said that we are ready, and to nothing else."""
        lobby = self.lobby
        seats = {seat: (charter.members[taken.member].name, taken.player) for seat, taken in charter.seats.items()}
        seen = lobby is not None and (
            (lobby.scenario, dict(lobby.options)) == (charter.scenario, dict(charter.options))
            and {seat.seat: (seat.name, seat.player) for seat in lobby.seats} == seats
        )
        if not seen or self._guest is None or not self._guest.ready:
            return "the charter of the game is not what the lobby has shown"
        return ""


def kept_secrets(save: Path) -> Secrets:
    """What we keep of a game: also where we hosted it last, or with which invitation we came. Raises `CannotGather`."""
    with _telling():
        return Secrets.open(secret_path(save))


def invited_to(invitation: Invitation) -> Game:
    """Which game is played there."""
    try:
        return load_game(invitation.rules)
    except KeyError as error:
        raise CannotGather(f"The invitation is to a game that this program does not know: {error.args[0]}") from error


def _our_bots(game: Game, charter: Charter, me: PublicKey) -> dict[str, str]:
    """The bots that play for us. A charter does not say which program or script had a seat: a person takes it over."""
    ours = charter.seats_of(charter.keys.index(me)) if me in charter.keys else []
    return {seat: charter.seats[seat].player for seat in ours if charter.seats[seat].player in bot_kinds(game)}


@contextmanager
def _telling() -> Iterator[None]:
    """Files that cannot be used are told as one line."""
    try:
        yield
    except (saves.BadSave, saves.SaveFailed) as problem:
        raise CannotGather(str(problem)) from problem
