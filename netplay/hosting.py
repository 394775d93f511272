"""Hosting: a door, a lobby, and then a room like everybody else's. The host relays, and decides nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from core.engine import Setup
from netplay.charter import PROTOCOL, Charter, Member
from netplay.clean_text import LOBBY_CHAT, LONGEST_CHAT, clean, clean_name
from netplay.fairplay import anchor
from netplay.fairplay.messages import from_hex
from netplay.files import Secrets
from netplay.frames import Frame
from netplay.identity import PublicKey
from netplay.invitations import Invitation, fresh_token
from netplay.known_peers import ChangedKey, KnownPeers
from netplay.link import PLAYER, WATCHER, Door, Wire
from netplay.lobby import OPEN, Lobby, TurnedAway
from netplay.room import Room, Talk


class Host:
    """Opens the door to `room`, for a new game (`lobby`) or for one that goes on."""

    def __init__(self, room: Room, game_id: str, known: KnownPeers, version: str = "") -> None:
        self.room = room
        self.id = game_id
        self.known = known
        self.lobby: Lobby | None = None
        self.start_when_full = True
        self.chat: deque[tuple[str, str]] = deque(maxlen=LOBBY_CHAT)
        """Who said what before the game begins; afterwards what is said is signed and in the record."""
        self.on_lobby: Callable[[], None] = lambda: None
        self.door = Door(room.identity, self)
        self._version = version
        self._tokens: dict[str, tuple[str, PublicKey | None]] = {}
        """What each invitation is for, and who has used it."""

    def open_lobby(self, setup: Setup, name: str, seats: dict[str, str], secrets: Secrets, box: bytes) -> None:
        """`seats` says for each seat which player of ours is there, or `open`."""
        member = Member(self.room.identity.public, name, box)
        self.lobby = Lobby(self.room.game, setup, self.id, member, seats)
        mine = {seat: player for seat, player in seats.items() if player != OPEN}
        self.lobby.sit(member.key, box, mine, {seat: anchor(seat, secrets.seed_for(seat)) for seat in mine})
        self._secrets = secrets
        self._perhaps_start()

    def invite(self, address: str, watch: bool = False) -> Invitation:
        """A new invitation, good for one player or one who looks on."""
        token = fresh_token()
        self._tokens[token] = (WATCHER if watch else PLAYER, None)
        return Invitation(address, self.door.port, self.id, self.room.identity.public.fingerprint, token)

    # --- the door --------------------------------------------------------------------------------

    @property
    def charter(self) -> Charter | None:
        return self.room.network.charter if self.room.network else None

    def role_of(self, token: str, key: PublicKey) -> str:
        if self.charter is not None and key in self.charter.keys and key != self.room.identity.public:
            return PLAYER
        role, used_by = self._tokens.get(token, ("", None))
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
        if self.lobby is not None and self.charter is None and not wire.watching:
            self.lobby.leave(wire.key)
            self._show_lobby()

    def heard(self, wire: Wire, frame: Frame) -> None:
        talk = self.room.talk_of(wire)
        if talk is None or self.room.hear(talk, frame):
            return
        try:
            if "knock" in frame:
                self._knock(talk, frame["knock"])
            elif "sit" in frame and self.lobby is not None and self.charter is None:
                self._sit(wire, frame["sit"])
            elif "say" in frame and self.lobby is not None and wire.key in self.lobby.guests:
                self._said(self.lobby.guests[wire.key].member.name, frame["say"])
            elif "decline" in frame:
                self._decline(talk, str(frame["decline"]))
            elif "leave" in frame:
                self.room.tell(f"{self.room.who(talk)} leaves: {clean_name(str(frame['leave']))}")
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
        if self.charter is not None:
            wire.send({"charter": self.charter.to_plain()})
            self.room.gossip_with(talk)
            self.room.tell(f"{self.room.who(talk)} is here" + (" to look on" if wire.watching else ""))
            return
        if wire.watching:
            wire.send({"wait": "the game has not begun yet"})
            talk.admitted = True
            return
        assert self.lobby is not None
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
        talk.admitted = True
        self.room.tell(f"{self.lobby.guests[wire.key].member.name} has come ({wire.key.phrase}) and sits at {given[0]}")
        wire.send({"seated": given, "lobby": self.lobby.to_plain()})
        self._show_lobby()

    def _sit(self, wire: Wire, sit: Any) -> None:
        assert self.lobby is not None
        anchors = {str(seat): _key(text) for seat, text in sit["anchors"].items()}
        players = {str(seat): str(player) for seat, player in sit["players"].items()}
        self.lobby.sit(wire.key, _key(sit["box"]), players, anchors)
        self._show_lobby()
        self._perhaps_start()

    def say(self, text: str) -> None:
        """To all who are in the lobby."""
        if self.lobby is not None:
            self._said(self.lobby.guests[self.room.identity.public].member.name, text)

    def _said(self, name: str, text: str) -> None:
        words = clean(text, LONGEST_CHAT)
        if words:
            self.chat.append((name, words))
            for talk in self.room.talks:
                if talk.admitted:
                    talk.wire.send({"said": [name, words]})
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
