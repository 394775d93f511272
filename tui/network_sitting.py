"""A network game as the table screen sees it: our own questions to answer, and a word on whom we wait for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.bots import Bot
from core.engine import Ask, Secret
from netplay.charter import Charter
from netplay.clean_text import clean_name
from netplay.network_game import NetworkGame
from tui.gathering import Gathering
from tui.sitting import PERSON, Sitting, is_person


@dataclass
class NetworkSitting(Sitting):
    """The room keeps the save and runs the bots; nothing here touches the session but through it."""

    gathering: Gathering = field(kw_only=True)

    @classmethod
    def at(cls, gathering: Gathering) -> NetworkSitting:
        """Once everybody has agreed to the charter."""
        network = gathering.network
        assert network is not None
        assert network.session is not None
        return cls(network.session, _players(network.charter), None, gathering.room.save, gathering=gathering)

    @property
    def network(self) -> NetworkGame:
        network = self.gathering.network
        assert network is not None
        return network

    # --- who is asked --------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        """The seats that are played at this screen."""
        return [seat for seat in self.network.seats if seat not in self.network.players]

    def _mine(self) -> list[Ask]:
        """The questions that can be answered here and now."""
        if self.gathering.over:
            return []
        here = [ask for ask in self.network.asks() if ask.seat in self.people]
        return sorted(here, key=lambda ask: ask.seat != self.viewer)

    def awaited(self) -> Ask | None:
        if self.session.over:
            return None
        mine = self._mine()
        if mine:
            return mine[0]
        seat = self.waited_for()
        return Ask(seat, "", self._what(seat), [])

    def waited_for(self) -> str:
        """The first of those who must say something before the game goes on."""
        peer, session = self.network.peer, self.session
        assert peer is not None
        asked = [ask.seat for ask in session.pending]
        said = peer.turns[-1]
        owed = [seat for kind, seat in peer.table.expects(session.stalled) if (kind, seat) not in said]
        others = [seat for seat in [*asked, *owed] if seat not in self.people]
        return next(iter([*others, *asked, *owed, *self.players]))

    def _what(self, seat: str) -> str:
        if isinstance(self.session.stalled, Secret):
            return "a secret decision"
        ask = self.session.ask_for(seat)
        return "the dice, or what was sealed" if ask is None else self.public_prompt(ask)

    def hindrance(self) -> tuple[str, str]:
        """A title and words on why nobody can answer just now; empty while the game goes on."""
        network = self.network
        if network.halted:
            return "Play has stopped", f"{network.halted} {network.report}".strip()
        if self.gathering.over:
            return "The game cannot go on", self.gathering.trouble
        if network.paused_by:
            names = " and ".join(network.charter.members[member].name for member in network.paused_by)
            return "Paused", f"The game is paused by {names}. P goes on."
        if not network.in_step:
            return "Please wait", "Somebody must tell us what was said while we were away. Nobody has come back yet."
        return "", ""

    def link(self, seat: str) -> str:
        """What is wrong with the way to whoever has this seat, as far as we know."""
        network = self.network
        member = network.charter.seats[seat].member
        name = network.charter.members[member].name
        if not self.gathering.connected:
            return "There is no link to the host; it is tried again and again."
        if self.gathering.hears_of_all and member != network.me and self.gathering.distance(name) is None:
            return f"{name} is not connected."
        return ""

    def is_elsewhere(self, ask: Ask) -> bool:
        return all(ask is not mine for mine in self._mine())

    def watch(self, changed: Callable[[], None]) -> None:
        self.gathering.watch(changed)

    def bot_for(self, seat: str) -> Bot | None:
        return None

    # --- playing -------------------------------------------------------------------------------------

    def answer(self, seat: str, notation: str) -> None:
        self.network.answer(seat, notation)

    def who_can_take_back(self) -> str:
        peer = self.network.peer
        seats = sorted(self.people, key=lambda seat: seat != self.viewer)
        return next((seat for seat in seats if peer is not None and peer.why_no_take_back(seat) is None), "")

    def why_no_take_back(self) -> str:
        peer = self.network.peer
        if peer is None or not self.people:
            return "You only look on."
        return str(peer.why_no_take_back(self.viewer or self.people[0]))

    def take_back(self, seat: str) -> None:
        """In secret at once; otherwise the others are asked, and it happens when all have allowed it."""
        self.network.take_back(seat)

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        self.network.answer_anew(seat, notations)

    def close(self) -> None:
        self.gathering.leave()


def _players(charter: Charter) -> dict[str, str]:
    """As at one keyboard: people by their names, bots by their kind."""
    return {
        seat: f"{PERSON}:{charter.members[taken.member].name}" if is_person(taken.player) else clean_name(taken.player)
        for seat, taken in charter.seats.items()
    }
