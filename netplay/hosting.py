"""Hosting: a door, a lobby, and then a room like everybody else's. The host relays, and decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from core.engine import Setup
from netplay.bidding import Bids, may_bid
from netplay.charter import PROTOCOL, Charter, Member
from netplay.clean_text import LONGEST_ASIDE, LONGEST_CHAT, clean, clean_name
from netplay.fairplay import anchor
from netplay.fairplay.messages import from_hex
from netplay.files import Secrets
from netplay.frames import Frame
from netplay.identity import PublicKey
from netplay.invitations import Invitation, fresh_token
from netplay.known_peers import ChangedKey, KnownPeers
from netplay.link import PLAYER, WATCHER, Door, Wire
from netplay.lobby import OPEN, CannotChange, Lobby, Spoken, TurnedAway
from netplay.pace import Pace
from netplay.room import Room, Talk

MOST_NAMED = 20
"""Of those who look on; the others are only counted."""


class Host:
    """Opens the door to `room`, for a new game (`lobby`) or for one that goes on."""

    def __init__(self, room: Room, game_id: str, known: KnownPeers, version: str = "") -> None:
        self.room = room
        self.id = game_id
        self.known = known
        self.lobby: Lobby | None = None
        self.start_when_full = True
        self.on_said: Callable[[Spoken], None] = lambda spoken: None
        """Called with what is said before the game begins, and afterwards with what those say who look on: what players
        say at the table is signed and in the record."""
        self.bids: Bids | None = None
        """The bidding for a seat, if there is or was one under these terms."""
        self.on_lobby: Callable[[], None] = lambda: None
        self.door = Door(room.identity, self)
        self._version = version
        self._tokens: dict[str, tuple[str, PublicKey | None]] = {}
        """What each invitation is for, and who has used it."""
        self._paces: dict[PublicKey, Pace] = {}
        self._floods: set[PublicKey] = set()
        room.on_distances = self._tell_distances

    def open_lobby(self, setup: Setup, name: str, seats: dict[str, str], secrets: Secrets, box: bytes) -> None:
        """`seats` says for each seat which player of ours is there, or `open`."""
        member = Member(self.room.identity.public, name, box)
        self.lobby = Lobby(self.room.game, setup, self.id, member, seats)
        self._secrets, self._box = secrets, box
        self._sit_ourselves()
        self._perhaps_start()

    def _sit_ourselves(self) -> None:
        assert self.lobby is not None
        mine = {seat: who for seat, who in self.lobby.allocation.items() if isinstance(who, str) and who != OPEN}
        anchors = {seat: anchor(seat, self._secrets.seed_for(seat)) for seat in mine}
        self.lobby.sit(self.room.identity.public, self._box, mine, anchors)

    def change(self, setup: Setup, seats: Mapping[str, PublicKey | str]) -> None:
        """Other terms, with `seats` as in `Lobby.allocation`. All are shown them, and nobody is ready any more.
        Raises `CannotChange`."""
        if self.lobby is None or self.charter is not None:
            raise CannotChange("The game has begun, or all are asked to agree to it just now.")
        self.lobby.change(setup, seats)
        self._sit_ourselves()
        if self.bids is not None:
            self.bids.give_up("bid under other terms")
        for talk in self.room.talks:
            if talk.wire.key in self.lobby.guests:
                given = self.lobby.guests[talk.wire.key].given
                talk.wire.send({"seated": given, "lobby": self.lobby.to_plain()})
        self._show_lobby()
        self._perhaps_start()

    def invite(self, address: str, watch: bool = False) -> Invitation:
        """A new invitation, good for one player or one who looks on."""
        token = fresh_token()
        self._tokens[token] = (WATCHER if watch else PLAYER, None)
        return Invitation(address, self.door.port, self.id, self.room.identity.public.fingerprint, token)

    def use_of(self, invitation: Invitation) -> tuple[bool, PublicKey | None]:
        """Whether an invitation is for looking on, and who has come with it."""
        role, used_by = self._tokens.get(invitation.token, ("", None))
        return role == WATCHER, used_by

    # --- the door --------------------------------------------------------------------------------

    @property
    def charter(self) -> Charter | None:
        return self.room.network.charter if self.room.network else None

    def role_of(self, token: str, key: PublicKey) -> str:
        if self.charter is not None and key in self.charter.keys and key != self.room.identity.public:
            return PLAYER
        role, used_by = self._tokens.get(token, ("", None))
        if key in self._floods:
            return ""
        if used_by not in (None, key) or key == self.room.identity.public:
            return ""
        if role == PLAYER and self.charter is not None:
            return WATCHER
        return role

    def entered(self, token: str, key: PublicKey) -> None:
        if token in self._tokens:
            self._tokens[token] = (self._tokens[token][0], key)

    def turned_away(self, why: str) -> None:
        self.room.tell(why)

    def opened(self, wire: Wire) -> None:
        self.room.meet(wire)
        game = self.room.game
        about = {"protocol": PROTOCOL, "id": self.id, "game": game.id, "revision": game.revision,
                 "data": game.data_digest, "version": self._version}  # fmt: skip
        wire.send({"door": about})

    def can_write(self, wire: Wire) -> None:
        self.room.push(wire)

    def closed(self, wire: Wire, why: str) -> None:
        talk = self.room.talk_of(wire)
        if talk is None:
            return
        self.room.part(wire)
        if talk.admitted:
            who = self.room.who(talk)
            self.room.tell(f"{who} has left" if talk.left else f"{who} is gone: {why}")
        if self.bids is not None and wire.key == self.bids.them:
            self.bids.give_up("has left")
        if self.lobby is not None and self.charter is None and not wire.watching:
            self.lobby.leave(wire.key)
            self._show_lobby()
        if not wire.watching:
            self._tell_distances()

    def heard(self, wire: Wire, frame: Frame) -> None:
        talk = self.room.talk_of(wire)
        if talk is None or self.room.hear(talk, frame):
            return
        try:
            if "knock" in frame:
                self._knock(talk, frame["knock"])
            elif "sit" in frame and self.lobby is not None and self.charter is None:
                self._sit(wire, frame["sit"])
            elif "say" in frame and talk.admitted:
                self._hear_said(talk, frame["say"])
            elif "bid" in frame and self.lobby is not None and wire.key in self.lobby.guests:
                self._hear_bid(wire, frame["bid"])
            elif "decline" in frame:
                self._decline(talk, str(frame["decline"]))
            elif "leave" in frame:
                self.room.tell(f"{self.room.who(talk)} leaves: {clean(str(frame['leave']), LONGEST_ASIDE)}")
                wire.close("left")
            else:
                raise ValueError(f"{', '.join(map(str, frame))!r:.60} makes no sense now")
        except TurnedAway as why:
            wire.send({"refuse": str(why)})
            self._close_soon(wire, f"was turned away: {why}")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            self.room.tell(f"{self.room.who(talk)} was cut off: {error!r:.80}")
            wire.close("nonsense")

    def _close_soon(self, wire: Wire, why: str) -> None:
        """Leaves time to read why."""
        asyncio.get_running_loop().call_later(0.5, wire.close, why)

    # --- the lobby -------------------------------------------------------------------------------

    def _knock(self, talk: Talk, knock: Any) -> None:
        wire = talk.wire
        if knock["protocol"] != PROTOCOL:
            raise TurnedAway(f"your program speaks version {int(knock['protocol'])} of the language between players, "
                             f"ours {PROTOCOL}; both of you need the same version of the program")  # fmt: skip
        if wire.watching:
            talk.name = clean_name(str(knock["name"])) or "somebody"
        if self.charter is not None:
            wire.send({"charter": self.charter.to_plain()})
            self.room.gossip_with(talk)
            self.room.tell(f"{self.room.who(talk)} is here")
            return
        assert self.lobby is not None
        if wire.watching:
            wire.send({"wait": "the game has not begun yet", "lobby": self.lobby.to_plain()})
            self.room.admit(talk)
            self.room.tell(f"{self.room.who(talk)} is here")
            return
        name = str(knock["name"])
        try:
            self.known.check(clean_name(name), wire.key)
        except ChangedKey as changed:
            self.room.tell(str(changed))
            raise TurnedAway(
                f"the host knows another key under the name {clean_name(name)}; choose another name, "
                "or let the host hear your new words and forget the old key"
            ) from changed
        given = self.lobby.admit(wire.key, name, str(knock["seat"]))
        talk.name = self.lobby.guests[wire.key].member.name
        self.room.admit(talk)
        self.room.tell(f"{talk.name} has come ({wire.key.phrase}) and sits at {given[0].capitalize()}")
        wire.send({"seated": given, "lobby": self.lobby.to_plain()})
        self._show_lobby()

    def _sit(self, wire: Wire, sit: Any) -> None:
        assert self.lobby is not None
        if sit["terms"] != self.lobby.terms:  # it crossed a change on the way: nobody is ready for what he has not seen
            return
        anchors = {str(seat): _key(text) for seat, text in sit["anchors"].items()}
        players = {str(seat): str(player) for seat, player in sit["players"].items()}
        self.lobby.sit(wire.key, _key(sit["box"]), players, anchors)
        self._show_lobby()
        self._perhaps_start()

    def say(self, text: str) -> None:
        """To all who are in the lobby."""
        if self.lobby is not None:
            self._pass_on(Spoken(self.lobby.guests[self.room.identity.public].member.name, clean(text, LONGEST_CHAT)))

    def _hear_said(self, talk: Talk, text: str) -> None:
        """Players in the lobby, and whoever looks on at any time. Who floods the others is shown the door."""
        network, key = self.room.network, talk.wire.key
        looks_on = talk.wire.watching
        if not looks_on and network is not None and network.session is not None:
            return  # said in the lobby and come too late; at the table words are signed
        pace = self._paces.setdefault(key, Pace())
        if pace.allows():
            after = len(network.chat) if network is not None else 0
            self._pass_on(Spoken(talk.name, clean(text, LONGEST_ASIDE if looks_on else LONGEST_CHAT), looks_on, after))
        elif pace.floods:
            self._floods.add(key)
            self.room.tell(f"{self.room.who(talk)} has flooded the talk and was sent away")
            raise TurnedAway("you have said far too much at once")
        else:
            talk.wire.send({"hush": "not so fast: that was not passed on"})

    def _pass_on(self, spoken: Spoken) -> None:
        if spoken.text:
            word = "aside" if spoken.looks_on else "said"
            for talk in self.room.talks:
                if talk.admitted:
                    talk.wire.send({word: [spoken.name, spoken.text]})
            self.on_said(spoken)

    def _tell_distances(self) -> None:
        """A guest knows only how far away we are; the rest of the way we know."""
        here = [talk for talk in self.room.talks if talk.admitted]
        watchers = [talk for talk in here if talk.wire.watching]
        names = {talk.name: talk.distance for talk in watchers[:MOST_NAMED]}
        players = {self.room.who(talk): talk.distance for talk in here if not talk.wire.watching}
        for talk in here:
            if talk.wire.ready:
                talk.wire.send({"here": {"players": players, "watchers": names, "more": len(watchers) - len(names)}})
        self.on_lobby()

    # --- bidding for a seat ----------------------------------------------------------------------

    @property
    def can_bid(self) -> bool:
        """Whether there is a seat to bid for, and two to do so."""
        lobby, game = self.lobby, self.room.game
        if lobby is None or self.charter is not None or len(lobby.setup.seats) != 2 or len(lobby.guests) != 2:
            return False
        return may_bid(game, lobby.setup.scenario, lobby.setup.options)

    def bidding(self) -> Bids:
        """What goes on, or else a fresh one."""
        lobby = self.lobby
        assert lobby is not None
        (guest,) = set(lobby.guests) - {self.room.identity.public}
        place = f"{self.id} {lobby.terms}"
        if self.bids is None or self.bids.over or (self.bids.place, self.bids.them) != (place, guest):
            may = self.room.game.bids(lobby.setup.scenario)
            self.bids = Bids(place, self.room.identity.public, guest, may, self._send_bid, self._bids_changed)
        return self.bids

    def _send_bid(self, word: dict[str, Any]) -> None:
        assert self.lobby is not None
        for talk in self.room.talks:
            if self.bids is not None and talk.wire.key == self.bids.them:
                talk.wire.send({"bid": word | {"terms": self.lobby.terms}})

    def _hear_bid(self, wire: Wire, word: dict[str, Any]) -> None:
        assert self.lobby is not None
        if word["terms"] != self.lobby.terms or self.charter is not None:
            return  # it crossed a change on the way
        bids = self.bidding() if "sealed" in word and self.can_bid else self.bids
        if bids is None:
            wire.send({"bid": {"refuse": True, "terms": self.lobby.terms}})
        elif bids.them == wire.key:
            bids.hear(word)

    def _bids_changed(self, bids: Bids) -> None:
        lobby, bidding = self.lobby, self.room.game.bidding
        assert lobby is not None
        assert bidding is not None
        me, guest = (lobby.guests[key].member for key in (self.room.identity.public, bids.them))
        self.room.tell(bids.told(me.name, guest.name, bidding.seat.capitalize()))
        settled = bids.settled
        if settled is not None:
            options = dict(lobby.setup.options) | {bidding.switch: str(settled.amount)}
            setup = self.room.game.setup(lobby.setup.scenario, 2, options)
            other = next(seat for seat in setup.seats if seat != bidding.seat)
            (mine,) = lobby.guests[me.key].given
            won: tuple[PublicKey | str, PublicKey | str] = (lobby.allocation[mine], guest.key)
            winner, loser = won if settled.we_win else won[::-1]
            taken = {bidding.seat: winner, other: loser}
            self.change(setup, {seat: taken[seat] for seat in setup.seats})
        self.on_lobby()

    def _show_lobby(self) -> None:
        assert self.lobby is not None
        for talk in self.room.talks:
            if talk.admitted:
                talk.wire.send({"lobby": self.lobby.to_plain()})
        self.on_lobby()

    def _perhaps_start(self) -> None:
        if self.start_when_full and self.lobby is not None and self.lobby.full:
            self.start()

    def start(self) -> None:
        """Puts the charter to everybody. The game begins when all have signed it."""
        assert self.lobby is not None
        charter = self.lobby.charter()
        if self.bids is not None:
            self.bids.give_up("is asked to begin without it")
        self.room.wait_for = set(charter.keys) - {self.room.identity.public}
        self.room.begin(charter, self._secrets)
        for talk in self.room.talks:
            if talk.admitted:
                talk.wire.send({"charter": charter.to_plain()})
                self.room.gossip_with(talk)
        for member in charter.members[1:]:
            self.known.remember(member.name, member.key)

    def _decline(self, talk: Talk, why: str) -> None:
        network = self.room.network
        if network is None or self.lobby is None or network.peer is not None or talk.wire.watching:
            raise ValueError("there is nothing to decline")
        self.room.tell(f"{self.room.who(talk)} does not agree: {clean_name(why)}")
        self.room.forget()
        self.lobby.leave(talk.wire.key)
        talk.wire.close("declined")
        self._show_lobby()


def _key(text: str) -> bytes:
    raw = from_hex(text)
    if len(raw) != 32:
        raise ValueError("a key has 32 bytes")
    return raw
