"""A network game under way on this machine: its links, its bots, its files. Host and guests are alike here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import saves
from core.bots import Bot, BotFailed
from core.engine import Game
from netplay.charter import Charter
from netplay.entries import BadEntry, Entry, SaidTwoThings
from netplay.files import Record, Secrets, record_path
from netplay.frames import BadFrame, Frame
from netplay.gossip import Gossip
from netplay.identity import Identity, PublicKey
from netplay.link import Wire
from netplay.network_game import NetworkGame

TIDY = 0.2
"""Seconds between two looks at files, acknowledgements and the end of the game."""
PING = 5.0
FARTHEST = 999.0
"""Whoever says he is farther away than so many seconds is joking."""
GRACE = 5.0
"""How long the last one waits, when all is done, for the others to have it all."""


@dataclass(slots=True, eq=False)
class Talk:
    """A link, and what we know of who is at the other end."""

    wire: Wire
    gossip: Gossip | None = None
    distance: float = 0.0
    """Seconds there and back."""
    admitted: bool = False
    left: bool = False
    name: str = ""
    """What somebody calls himself who has come to the lobby or to look on."""


class Room:
    def __init__(
        self,
        game: Game,
        save: Path,
        identity: Identity,
        make_bots: Callable[[list[str]], Mapping[str, Bot]],
        tell: Callable[[str], None],
        slow_bots: bool = False,
    ) -> None:
        """`make_bots` gives the bots for those of our seats that have one. If they are slow, they think in a thread
        of their own. `tell` gets what a player should know, one line each."""
        self.game, self.save, self.identity, self.tell = game, save, identity, tell
        self.make_bots, self.slow_bots = make_bots, slow_bots
        self.talks: list[Talk] = []
        self.network: NetworkGame | None = None
        self.journal: saves.Journal | None = None
        self.failed: Exception | None = None
        """What made it impossible to go on: the disk is full, a bot's script does not fit."""
        self.alone_since = time.monotonic()
        self.wait_for: set[PublicKey] = set()
        """Who must have everything before we leave."""
        self.on_change: Callable[[], None] = lambda: None
        self.on_distances: Callable[[], None] = lambda: None
        """Called when it is known anew how far away everybody is."""
        self._satisfied: set[PublicKey] = set()
        self._told = 0
        self._bots_scheduled = False
        self._thoughts: set[asyncio.Task[None]] = set()

    # --- the game --------------------------------------------------------------------------------

    def begin(self, charter: Charter, secrets: Secrets | None) -> None:
        """Agrees to a charter, or looks on at it."""
        record = Record.create(record_path(self.save), charter)
        self._enter(charter, record, secrets, [])

    def go_on(self, record: Record, charter: Charter, secrets: Secrets | None, said: Sequence[Entry]) -> None:
        """Takes up a game from its files."""
        self._enter(charter, record, secrets, said)

    def _enter(self, charter: Charter, record: Record, secrets: Secrets | None, said: Sequence[Entry]) -> None:
        identity = self.identity if self.identity.public in charter.keys else None
        bots = self.make_bots(charter.seats_of(charter.keys.index(identity.public))) if identity else {}
        network = NetworkGame(self.game, charter, record, identity, secrets if identity else None, said, bots)
        self.network = network
        self._told = 0
        network.on_said = self._push_to_players
        network.on_change = self._changed
        self._changed()

    def forget(self) -> None:
        """A charter that somebody declined."""
        if self.network is not None:
            self.network.record.close()
            self.network.record.path.unlink(missing_ok=True)
            self.network = None
        for talk in self.talks:
            talk.gossip = None

    def _changed(self) -> None:
        network = self.network
        if network is None:
            return
        self._push_to_players()
        for notice in network.notices[self._told :]:
            self.tell(notice)
        self._told = len(network.notices)
        if not self._bots_scheduled and network.next_bot() is not None and not network.thinking:
            self._bots_scheduled = True
            asyncio.get_running_loop().call_soon(self._let_a_bot_answer)
        self.on_change()

    def _push_to_players(self) -> None:
        for talk in self.talks:
            if talk.gossip is not None and not talk.wire.watching:  # who looks on can wait for the next tidying
                talk.gossip.push()

    def _let_a_bot_answer(self) -> None:
        self._bots_scheduled = False
        network = self.network
        if network is None or self.failed is not None or network.next_bot() is None:
            return
        if self.slow_bots:
            thought = asyncio.get_running_loop().create_task(self._think(network))
            self._thoughts.add(thought)
            thought.add_done_callback(self._thoughts.discard)
            return
        try:
            network.step()
        except Exception as error:  # a script that does not fit, a full disk: told by whoever runs this room
            self.failed = error

    async def _think(self, network: NetworkGame) -> None:
        """Lets a slow bot think while the links stay alive; the position does not change under its feet."""
        found = network.next_bot()
        if found is None or network.session is None:
            return
        ask, bot = found
        network.thinking = True
        try:
            notation = await asyncio.to_thread(bot, network.session, ask)
        except BotFailed as failed:
            network.thinking = False
            network.bot_failed(ask.seat, failed)
            self._changed()
        except Exception as error:  # see above
            network.thinking = False
            self.failed = error
        else:
            network.thinking = False
            network.answer(ask.seat, notation)

    # --- links -----------------------------------------------------------------------------------

    def talk_of(self, wire: Wire) -> Talk | None:
        return next((talk for talk in self.talks if talk.wire is wire), None)

    def meet(self, wire: Wire) -> Talk:
        """A new link. An older one of the same player is dead, whatever it thinks."""
        for old in [talk for talk in self.talks if talk.wire.key == wire.key]:
            self.part(old.wire)
            old.wire.close("came again")
        talk = Talk(wire)
        self.talks.append(talk)
        return talk

    def part(self, wire: Wire) -> None:
        self.talks = [talk for talk in self.talks if talk.wire is not wire]
        if not self.talks:
            self.alone_since = time.monotonic()

    def admit(self, talk: Talk) -> None:
        """Somebody is in, and we would like to know how far away he is."""
        if not talk.admitted:
            talk.admitted = True
            self._ping(talk)

    def gossip_with(self, talk: Talk) -> None:
        """From now on both ends tell each other what the other lacks."""
        assert self.network is not None
        wire = talk.wire
        self.admit(talk)
        talk.gossip = Gossip(self.network.feeds, wire.send, lambda: wire.ready, self.network.foresee)
        talk.gossip.begin()

    def hear(self, talk: Talk, frame: Frame) -> bool:
        """Takes a frame of a game under way; False if it is of another sort. Whoever sends nonsense is cut off."""
        try:
            return self._hear(talk, frame)
        except (BadFrame, BadEntry) as bad:
            self.tell(f"{self.who(talk)} was cut off: {bad}")
            talk.wire.close(str(bad))
        except SaidTwoThings as proof:
            assert self.network is not None
            self.network.said_two_things(proof.author, proof.number)
        except Exception as error:  # the disk, or the rules themselves: this room cannot go on, the files are whole
            self.failed = error
        return True

    def _hear(self, talk: Talk, frame: Frame) -> bool:
        if "ping" in frame:
            talk.wire.send({"pong": frame["ping"]})
            return True
        if "pong" in frame:
            if not isinstance(frame["pong"], (int, float)):
                raise BadFrame("sent a pong that is none")
            first = not talk.distance
            now = min(max(0.0, time.monotonic() - frame["pong"]), FARTHEST)
            talk.distance = now if first else min(now, (now + talk.distance) / 2)  # a machine may be busy for a moment
            if first and not talk.wire.watching:  # those who look on may be many: they can wait for the next round
                self.on_distances()
            return True
        if "bye" in frame:
            talk.left = True
            return True
        if talk.gossip is None or self.network is None or not frame.keys() & {"have", "got", "entries"}:
            return False
        new = talk.gossip.hear(frame)
        if new:
            self.network.hear(new)
        if self.network.finished and talk.gossip.they_have_all:
            self._satisfied.add(talk.wire.key)
        if not self.network.in_step and talk.gossip.theirs is not None:
            me = self.network.me
            if me is not None and not talk.wire.watching and talk.gossip.theirs[me] <= len(self.network.feeds.of(me)):
                self.network.now_in_step()
        return True

    def push(self, wire: Wire) -> None:
        talk = self.talk_of(wire)
        if talk is not None and talk.gossip is not None:
            talk.gossip.push()

    def who(self, talk: Talk) -> str:
        if self.network is not None:
            for member in self.network.charter.members:
                if member.key == talk.wire.key:
                    return member.name
        if talk.name:
            return f"{talk.name} (looking on)" if talk.wire.watching else talk.name
        return talk.wire.key.phrase

    def connected(self) -> dict[PublicKey, float]:
        """Who is here, and how far away in seconds."""
        return {talk.wire.key: talk.distance for talk in self.talks if talk.admitted}

    # --- files and the end -----------------------------------------------------------------------

    def tidy(self) -> None:
        """What need not happen at once: the save, the disk, acknowledgements."""
        network = self.network
        if network is None:
            return
        for talk in self.talks:
            if not talk.wire.watching:
                _bring_up_to_date(talk)
        network.record.sync()
        if network.session is not None:
            if self.journal is None:
                names = {seat: taken.player for seat, taken in network.charter.seats.items()}
                header = saves.Header.of(network.session, names)
                self.journal = saves.Journal.create(self.save, network.session, header, durable=False, overwrite=True)
            if network.verdict and not self.journal.header.audit:
                self.journal.note_audit(network.verdict)
            self.journal.sync()
        if network.report:
            self.save.with_suffix(".report").write_text(f"{network.halted}\n{network.report}\n", "utf-8")

    def ping(self) -> None:
        for talk in self.talks:
            self._ping(talk)
        self.on_distances()

    def _ping(self, talk: Talk) -> None:
        if talk.wire.ready:
            talk.wire.send({"ping": time.monotonic()})

    def close(self) -> None:
        """Leaves the files whole and all links."""
        for talk in self.talks:
            if talk.gossip is not None:
                talk.gossip.acknowledge()
            talk.wire.send({"bye": 1})
            talk.wire.close("we leave")
        if self.failed is None:
            self.tidy()
        if self.journal is not None:
            self.journal.close()
        if self.network is not None:
            self.network.record.close()

    async def until_done(self, patience: float) -> None:
        """Until the game is over, audited, and everybody has everything; or, when nobody has been here for
        `patience` seconds, until then. Raises what has made it impossible to go on."""
        finished_at = 0.0
        pinged = time.monotonic()
        while True:
            await asyncio.sleep(TIDY)
            if self.failed is not None:
                raise self.failed
            self.tidy()
            await self._show_those_who_look_on()
            now = time.monotonic()
            if now - pinged > PING:
                self.ping()
                pinged = now
            network = self.network
            if network is not None and network.halted and network.report:
                return
            if network is not None and network.finished:
                finished_at = finished_at or now
                if self._all_have_all() or now - finished_at > GRACE:
                    return
            if not self.talks and now - self.alone_since > patience:
                if network is not None and network.session is not None and network.session.over:
                    network.give_up_waiting()
                return

    async def _show_those_who_look_on(self) -> None:
        """One after the other; in between comes whatever the players have to say."""
        for talk in [talk for talk in self.talks if talk.wire.watching]:
            _bring_up_to_date(talk)
            await asyncio.sleep(0)

    def _all_have_all(self) -> bool:
        """Those we wait for have all entries, or had them before they left."""
        return self.wait_for <= self._satisfied


def _bring_up_to_date(talk: Talk) -> None:
    if talk.gossip is not None and talk.wire.ready:
        talk.gossip.push()
        talk.gossip.acknowledge()
