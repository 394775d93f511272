"""Joining: comes to the host's door, takes a seat, agrees to the charter, and comes again whenever the link breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from netplay.bidding import Bids, may_bid
from netplay.boxes import BoxKey
from netplay.charter import PROTOCOL, BadCharter, Charter, difference_of_rules
from netplay.clean_text import LONGEST_ASIDE, LONGEST_CHAT, clean, clean_name
from netplay.fairplay import anchor
from netplay.files import Secrets
from netplay.frames import Frame
from netplay.invitations import Invitation
from netplay.known_peers import ChangedKey, KnownPeers
from netplay.link import NotAdmitted, Unreachable, Wire, WrongHost, connect
from netplay.lobby import Spoken
from netplay.room import FARTHEST, Room

FIRST_WAIT, LONGEST_WAIT = 0.1, 10.0


class CannotJoin(Exception):
    """Why we cannot play there, and what to do."""


class Guest:
    def __init__(
        self,
        room: Room,
        invitation: Invitation,
        secrets: Secrets,
        known: KnownPeers,
        name: str,
        player: str,
        *,
        seat: str = "",
        via: str = "",
        ready: bool = True,
        approve: Callable[[Charter], str] = lambda charter: "",
        version: str = "",
    ) -> None:
        """`player` says who plays for us, as in a charter. `approve` may say why we do not agree.
        Unless we are `ready` from the beginning, the host waits until we say so."""
        self.room, self.invitation, self.secrets, self.known = room, invitation, secrets, known
        self.name, self.player, self.seat, self.via, self.version = name, player, seat, via, version
        self.approve = approve
        self.lobby: dict[str, Any] = {}
        self.ready = ready
        self.on_said: Callable[[Spoken], None] = lambda spoken: None
        """Called with what is said in the lobby, and later with what those say who look on."""
        self.here: dict[str, float] = {}
        """How far away from the host the other players are who are here, in seconds."""
        self.watchers: dict[str, float] = {}
        """The same of those who look on."""
        self.more_watchers = 0
        self.bids: Bids | None = None
        """The bidding for a seat, if there is or was one under these terms."""
        self._for_anything = ready
        self._given: list[str] = []
        self._wire: Wire | None = None
        self.on_lobby: Callable[[], None] = lambda: None
        self.trouble: Exception | None = None
        self._closed = asyncio.Event()

    # --- the link --------------------------------------------------------------------------------

    async def keep_connected(self) -> None:
        """Comes back as often as it takes. Ends only with `CannotJoin`, or when cancelled."""
        wait = FIRST_WAIT
        while True:
            self._closed.clear()
            try:
                await connect(self.invitation, self.room.identity, self, self.via)
                wait = FIRST_WAIT
                await self._closed.wait()
            except (WrongHost, NotAdmitted) as error:
                raise CannotJoin(str(error)) from error
            except Unreachable as unreachable:
                if wait > 1:
                    self.room.tell(f"{unreachable}; trying again")
            if self.trouble is not None:
                raise self.trouble
            await asyncio.sleep(wait * (0.5 + random.random()))
            wait = min(LONGEST_WAIT, 2 * wait)

    def opened(self, wire: Wire) -> None:
        self.room.meet(wire)
        self.room.wait_for = {wire.key}

    def can_write(self, wire: Wire) -> None:
        self.room.push(wire)

    def closed(self, wire: Wire, why: str) -> None:
        self.room.part(wire)
        self.here, self.watchers, self.more_watchers = {}, {}, 0
        if self.bids is not None:
            self.bids.give_up("has left")
        self._closed.set()

    def _give_up(self, wire: Wire, why: str) -> None:
        self.trouble = CannotJoin(why)
        wire.send({"leave": why[:80]})
        wire.close(why)

    # --- what the host says ----------------------------------------------------------------------

    def heard(self, wire: Wire, frame: Frame) -> None:
        talk = self.room.talk_of(wire)
        if talk is None or self.room.hear(talk, frame):
            return
        try:
            if "door" in frame:
                self._at_the_door(wire, frame["door"])
            elif "refuse" in frame:
                self._give_up(wire, f"the host says: {clean(str(frame['refuse']), LONGEST_CHAT)}")
            elif "seated" in frame:
                self._seated(wire, frame["seated"], frame["lobby"])
            elif "lobby" in frame:
                self._wire = wire
                self.room.admit(talk)
                self._see(frame["lobby"])
            elif "said" in frame or "aside" in frame:
                name, text = frame["said"] if "said" in frame else frame["aside"]
                self._hear_said(name, text, "aside" in frame)
            elif "hush" in frame:
                self.room.tell(f"the host says: {clean(str(frame['hush']), LONGEST_CHAT)}")
            elif "here" in frame:
                self._hear_distances(frame["here"])
            elif "bid" in frame:
                self._hear_bid(wire, frame["bid"])
            elif "charter" in frame:
                self._charter(wire, frame["charter"])
            else:
                raise ValueError(f"{', '.join(map(str, frame))!r:.60} makes no sense now")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            self.room.tell(f"the host speaks nonsense: {error!r:.80}")
            wire.close("nonsense")

    def _at_the_door(self, wire: Wire, door: Any) -> None:
        game = self.room.game
        if door["protocol"] != PROTOCOL:
            why = f"the host speaks version {int(door['protocol'])} of the language between players, we {PROTOCOL}"
            self._give_up(wire, f"{why}; both of you need the same version of the program")
        elif door["id"] != self.invitation.game:
            self._give_up(wire, "the host plays another game now; ask for a new invitation")
        elif why := difference_of_rules(game, door["game"], int(door["revision"]), str(door["data"])):
            self._give_up(wire, why)
        else:
            wire.send({"knock": {"protocol": PROTOCOL, "name": self.name, "seat": self.seat, "version": self.version}})

    def _seated(self, wire: Wire, given: Any, lobby: Any) -> None:
        self._given = [seat for seat in given if seat in self.room.game.seats]
        self._wire = wire
        talk = self.room.talk_of(wire)
        if talk is not None:
            self.room.admit(talk)
        self._see(lobby)
        if self.ready:
            self.sit()

    def _see(self, lobby: Any) -> None:
        """Who was ready is so for what he has seen, and other terms need another word from him."""
        before, self.lobby = self.lobby, dict(lobby)
        if before and _terms(before, self._given) != _terms(self.lobby, self._given):
            self.ready = self._for_anything
            if self.bids is not None:
                self.bids.give_up("has changed the terms")
        self.on_lobby()

    @property
    def given(self) -> list[str]:
        """Our seats; none for somebody who looks on."""
        return list(self._given)

    def sit(self) -> None:
        """We are ready: from now on the host may begin."""
        self.ready = True
        if self._wire is None:
            return
        anchors = {seat: anchor(seat, self.secrets.seed_for(seat)).hex() for seat in self._given}
        box = BoxKey(self.secrets.box).public.hex()
        players = dict.fromkeys(self._given, self.player)
        terms = self.lobby["terms"]
        self._wire.send({"sit": {"box": box, "players": players, "anchors": anchors, "terms": terms}})

    def say(self, text: str) -> None:
        """To all who are in the lobby; or, from somebody who looks on, at the table."""
        if self._wire is not None:
            self._wire.send({"say": clean(text, LONGEST_CHAT)})

    def _hear_said(self, name: str, text: str, looks_on: bool) -> None:
        network = self.room.network
        if not looks_on and network is not None and network.session is not None:
            return  # at the table players sign what they say
        limit = LONGEST_ASIDE if looks_on else LONGEST_CHAT
        after = len(network.chat) if network is not None else 0
        self.on_said(Spoken(clean_name(name), clean(text, limit), looks_on, after))

    def _hear_distances(self, here: Any) -> None:
        self.here, self.watchers = (
            {clean_name(name): min(max(0.0, float(far)), FARTHEST) for name, far in here[which].items()}
            for which in ("players", "watchers")
        )
        self.more_watchers = here["more"] if type(here["more"]) is int else 0
        self.on_lobby()

    # --- bidding for a seat ----------------------------------------------------------------------

    @property
    def can_bid(self) -> bool:
        """Whether there is a seat to bid for, and two to do so."""
        seats, names = self.lobby.get("seats", {}), set(self.lobby.get("seats", {}).values()) - {""}
        if (
            self._wire is None
            or self.room.network is not None
            or (len(seats), len(names), len(self._given)) != (2, 2, 1)
        ):
            return False
        return may_bid(self.room.game, str(self.lobby["scenario"]), self.lobby["options"])

    def bidding(self) -> Bids:
        """What goes on, or else a fresh one."""
        wire, me = self._wire, self.room.identity.public
        assert wire is not None
        place = f"{self.invitation.game} {self.lobby['terms']}"
        if self.bids is None or self.bids.over or (self.bids.place, self.bids.them) != (place, wire.key):
            may = self.room.game.bids(str(self.lobby["scenario"]))
            self.bids = Bids(place, me, wire.key, may, self._send_bid, self._bids_changed)
        return self.bids

    def _send_bid(self, word: dict[str, Any]) -> None:
        if self._wire is not None:
            self._wire.send({"bid": word | {"terms": self.lobby["terms"]}})

    def _hear_bid(self, wire: Wire, word: dict[str, Any]) -> None:
        bids = self.bidding() if "sealed" in word and self.can_bid else self.bids
        if self._for_anything or bids is None:
            wire.send({"bid": {"refuse": True, "terms": word["terms"]}})
        elif word["terms"] == self.lobby["terms"]:
            bids.hear(word)

    def _bids_changed(self, bids: Bids) -> None:
        bidding = self.room.game.bidding
        assert bidding is not None
        mine, theirs = sorted(self.lobby["seats"], key=lambda seat: seat not in self._given)
        me, host = clean_name(self.lobby["seats"][mine]), clean_name(self.lobby["seats"][theirs])
        self.room.tell(bids.told(me, host, bidding.seat.capitalize()))
        self.on_lobby()

    # --- the charter -----------------------------------------------------------------------------

    def _charter(self, wire: Wire, plain: Any) -> None:
        network, talk = self.room.network, self.room.talk_of(wire)
        self._wire = wire
        assert talk is not None
        try:
            charter = Charter.from_plain(plain)
            charter.setup(self.room.game)
        except BadCharter as bad:
            self._give_up(wire, str(bad))
            return
        if network is not None and network.charter.digest != charter.digest:
            if network.peer is not None:
                self._give_up(wire, "the host has another game under this name than the one you have been playing")
                return
            self.room.forget()
            network = None
        if network is None:
            why = self._why_not(wire, charter)
            if why:
                self.trouble = CannotJoin(why)
                wire.send({"decline": why[:200]})
                return
            for member in charter.members:
                if member.key != self.room.identity.public:
                    self.known.remember(member.name, member.key)
            self.room.begin(charter, self.secrets)
        self.room.gossip_with(talk)

    def _why_not(self, wire: Wire, charter: Charter) -> str:
        """Nobody signs what he did not mean: our seats, our dice, people we know by the keys we know."""
        if charter.id != self.invitation.game or wire.key not in charter.keys:
            return "this is not the charter of the game we were invited to"
        me = self.room.identity.public
        if me in charter.keys:
            number = charter.keys.index(me)
            if charter.members[number].box != BoxKey(self.secrets.box).public:
                return "the charter has another key for letters to us than ours"
            for seat in charter.seats_of(number):
                if seat not in self.secrets.seeds:
                    return f"the charter seats us at {seat}, for which we have no secrets; they may have been lost"
                if anchor(seat, self.secrets.seeds[seat]) != charter.seats[seat].anchor:
                    return f"the charter has other dice for {seat} than ours"
        for member in charter.members:
            try:
                if member.key != me:
                    self.known.check(member.name, member.key)
            except ChangedKey as changed:
                return str(changed)
        return self.approve(charter) if me in charter.keys else ""


def _terms(lobby: dict[str, Any], seats: list[str]) -> tuple[Any, ...]:
    """What somebody agrees to who is ready: also that these seats are his."""
    return lobby["scenario"], lobby["options"], lobby["terms"], {seat: lobby["seats"].get(seat) for seat in seats}
