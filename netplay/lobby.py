"""Before the game: who has come, who sits where, and when all is agreed the charter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.engine import Game, Setup
from netplay.charter import Charter, Member, SeatTaken
from netplay.clean_text import clean_name
from netplay.identity import PublicKey

OPEN = "open"


class TurnedAway(Exception):
    """Why somebody cannot sit down here, and what to do."""


class CannotChange(Exception):
    """Why the lobby cannot be changed in this way."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Something that was said without a signature: in the lobby, or by somebody who looks on."""

    name: str
    text: str
    looks_on: bool = False
    after: int = 0
    """How many lines had been said at the table by then."""


@dataclass(slots=True)
class Guest:
    member: Member
    seats: dict[str, SeatTaken] = field(default_factory=dict)
    """Filled when the guest has named the anchors of the seats given to him."""
    given: list[str] = field(default_factory=list)


class Lobby:
    def __init__(self, game: Game, setup: Setup, game_id: str, host: Member, seats: Mapping[str, str]) -> None:
        """`seats` says for each seat which player the host has there, or `open`."""
        self.game, self.setup, self.id = game, setup, game_id
        self.guests: dict[PublicKey, Guest] = {host.key: Guest(host, given=_not_open(seats))}
        self.terms = 0
        """How often the host has changed what is agreed to. Whoever is ready says for which."""
        self._host = host
        self._players = dict(seats)

    @property
    def allocation(self) -> dict[str, PublicKey | str]:
        """For each seat the key of a guest, a player of the host's, or `open`."""
        guests = {seat: key for key, guest in self.guests.items() if key != self._host.key for seat in guest.given}
        return {seat: guests.get(seat, self._players[seat]) for seat in self.setup.seats}

    def change(self, setup: Setup, allocation: Mapping[str, PublicKey | str]) -> None:
        """Other terms. Nobody is ready for them yet, the host neither: he sits down anew. Raises `CannotChange`."""
        given = {key: [seat for seat, who in allocation.items() if who == key] for key in self.guests}
        given[self._host.key] = _not_open({seat: who for seat, who in allocation.items() if isinstance(who, str)})
        if list(allocation) != list(setup.seats) or len(setup.seats) != len(self.setup.seats):
            raise CannotChange("The number of seats cannot be changed once the lobby is open.")
        if any(who not in given for who in allocation.values() if not isinstance(who, str)):
            raise CannotChange("Somebody whom you would seat has left.")
        for key, seats in given.items():
            if not seats and key == self._host.key:
                raise CannotChange("Somebody must sit here: you, or one of your bots.")
            if len(seats) != 1 and key != self._host.key:
                raise CannotChange(
                    f"{self.guests[key].member.name} must have one seat, and has {len(seats) or 'none'}."
                )
        self.setup, self.terms = setup, self.terms + 1
        self._players = {seat: who if isinstance(who, str) else OPEN for seat, who in allocation.items()}
        for key, guest in self.guests.items():
            guest.given, guest.seats = given[key], {}

    @property
    def free(self) -> list[str]:
        given = {seat for guest in self.guests.values() for seat in guest.given}
        return [seat for seat in self.setup.seats if seat not in given]

    def admit(self, key: PublicKey, name: str, wanted: str) -> list[str]:
        """Gives somebody a seat: the one he wants if it is free."""
        name = clean_name(name)
        if not name:
            raise TurnedAway("you need a name that can be shown")
        if key in self.guests:
            return self.guests[key].given
        if any(guest.member.name == name for guest in self.guests.values()):
            raise TurnedAway(f"there is already somebody called {name}; choose another name")
        free = self.free
        if not free:
            raise TurnedAway("all seats are taken; ask the host for an invitation to look on")
        if wanted and wanted not in free:
            raise TurnedAway(f"the seat {wanted} is not free; these are: {', '.join(free)}")
        seat = wanted or free[0]
        self.guests[key] = Guest(Member(key, name, b""), given=[seat])
        return [seat]

    def sit(self, key: PublicKey, box: bytes, players: Mapping[str, str], anchors: Mapping[str, bytes]) -> None:
        guest = self.guests[key]
        if set(anchors) != set(guest.given) or set(players) != set(guest.given):
            raise TurnedAway(f"your seats are {', '.join(guest.given)}")
        guest.member = Member(key, guest.member.name, box)
        guest.seats = {seat: SeatTaken(0, clean_name(players[seat]), anchors[seat]) for seat in guest.given}

    def leave(self, key: PublicKey) -> None:
        if key != self._host.key:
            self.guests.pop(key, None)

    @property
    def full(self) -> bool:
        return not self.free and all(guest.seats for guest in self.guests.values())

    def charter(self) -> Charter:
        """What everybody is asked to agree to. The host is the first member."""
        members = tuple(guest.member for guest in self.guests.values())
        taken = {
            seat: SeatTaken(number, sits.player, sits.anchor)
            for number, guest in enumerate(self.guests.values())
            for seat, sits in guest.seats.items()
        }
        game, setup = self.game, self.setup
        in_order = {seat: taken[seat] for seat in setup.seats}
        options = dict(setup.options)
        return Charter(self.id, game.id, game.revision, game.data_digest, setup.scenario, options, members, in_order)

    def to_plain(self) -> dict[str, Any]:
        """What guests are shown while they wait."""
        names = {seat: guest.member.name for guest in self.guests.values() for seat in guest.given}
        return {
            "game": self.game.id,
            "scenario": self.setup.scenario,
            "options": dict(self.setup.options),
            "terms": self.terms,
            "host": self._host.name,
            "seats": {seat: names.get(seat, "") for seat in self.setup.seats},
            "ready": {seat: sits.player for guest in self.guests.values() for seat, sits in guest.seats.items()},
        }


def _not_open(seats: Mapping[str, str]) -> list[str]:
    return [seat for seat, player in seats.items() if player != OPEN]
