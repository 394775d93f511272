"""What all players agree to before the first die: which game, which rules, who sits where, and everybody's keys.

Everyone's chain of entries begins at the hash of the charter, and the first entry of each says yes to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.engine import BadSetup, Game, Setup
from netplay.clean_text import clean_name
from netplay.fairplay import LINKS
from netplay.fairplay.messages import canonical, from_hex, hashed
from netplay.identity import PublicKey

PROTOCOL = 2
"""The language between programs: those who speak another are told so at the door."""
FORM = 1
"""How a charter and what follows it are written: this one we can read, play on and verify."""


class BadCharter(ValueError):
    """A charter that cannot be agreed to, and why."""


@dataclass(frozen=True, slots=True)
class Member:
    """A player's machine: its key, what it calls itself, and the key for letters to it."""

    key: PublicKey
    name: str
    box: bytes


@dataclass(frozen=True, slots=True)
class SeatTaken:
    member: int
    player: str
    """A kind of player, as on the command line: `human`, `greedy`, …"""
    anchor: bytes
    """The end of the seat's dice chain."""


@dataclass(frozen=True, slots=True)
class Charter:
    id: str
    game: str
    revision: int
    data: str
    scenario: str
    options: Mapping[str, str]
    members: tuple[Member, ...]
    seats: Mapping[str, SeatTaken]

    @property
    def digest(self) -> bytes:
        return hashed(b"outremer charter", canonical(self.to_plain()))

    @property
    def keys(self) -> list[PublicKey]:
        return [member.key for member in self.members]

    def seats_of(self, member: int) -> list[str]:
        return [seat for seat, taken in self.seats.items() if taken.member == member]

    @property
    def anchors(self) -> dict[str, bytes]:
        return {seat: taken.anchor for seat, taken in self.seats.items()}

    def who(self, member: int) -> str:
        """A member in words: the name, and the seats."""
        return f"{self.members[member].name} ({', '.join(self.seats_of(member))})"

    def setup(self, game: Game) -> Setup:
        """The setup under these rules. Raises `BadCharter`."""
        why = difference_of_rules(game, self.game, self.revision, self.data)
        if why:
            raise BadCharter(why)
        try:
            setup = game.setup(self.scenario, len(self.seats), self.options)
        except BadSetup as error:
            raise BadCharter(str(error)) from error
        if list(setup.seats) != list(self.seats) or dict(setup.options) != dict(self.options):
            raise BadCharter(f"the seats and options of this game are {', '.join(setup.seats)} with {setup.options}")
        return setup

    def to_plain(self) -> dict[str, Any]:
        return {
            "protocol": FORM,
            "links": LINKS,
            "id": self.id,
            "game": self.game,
            "revision": self.revision,
            "data": self.data,
            "scenario": self.scenario,
            "options": dict(self.options),
            "members": [{"key": each.key.hex, "name": each.name, "box": each.box.hex()} for each in self.members],
            "seats": {
                seat: {"member": taken.member, "player": taken.player, "anchor": taken.anchor.hex()}
                for seat, taken in self.seats.items()
            },
        }

    @classmethod
    def from_plain(cls, plain: Any) -> Charter:
        """Raises `BadCharter` for anything that is not exactly a charter as we write it."""
        try:
            charter = cls(
                _text(plain["id"]),
                _text(plain["game"]),
                plain["revision"],
                _text(plain["data"]),
                _text(plain["scenario"]),
                {_text(key): _text(value) for key, value in plain["options"].items()},
                tuple(
                    Member(PublicKey.parse(each["key"]), _text(each["name"]), _key(each["box"]))
                    for each in plain["members"]
                ),
                {
                    _text(seat): SeatTaken(taken["member"], _text(taken["player"]), _key(taken["anchor"]))
                    for seat, taken in plain["seats"].items()
                },
            )
            same = canonical(charter.to_plain()) == canonical(plain)
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise BadCharter(f"this is no charter: {error!r:.80}") from error
        if not same:
            raise BadCharter("this is no charter as we write it; the other program may be of another version")
        charter._check()
        return charter

    def _check(self) -> None:
        names = [member.name for member in self.members]
        if len(set(self.keys)) != len(names) or len(set(names)) != len(names):
            raise BadCharter("somebody is in the charter twice")
        if any(not name or clean_name(name) != name for name in names):
            raise BadCharter("somebody has a name that cannot be shown")
        if {taken.member for taken in self.seats.values()} != set(range(len(names))):
            raise BadCharter("the seats in the charter are not those of its members")


def _text(thing: Any) -> str:
    if not isinstance(thing, str):
        raise TypeError(f"{thing!r:.40} is not a text")
    return thing


def _key(text: str) -> bytes:
    raw = from_hex(text)
    if len(raw) != 32:
        raise ValueError("a key has 32 bytes")
    return raw


def difference_of_rules(game: Game, their_game: str, their_revision: int, their_data: str) -> str:
    """Why we cannot play together, and what to do; nothing if we can."""
    if game.id != their_game:
        return f"they play '{their_game}', not '{game.id}'"
    same_version = "both of you need the same version of the program; see: outremer --version"
    if game.revision != their_revision:
        ours = game.revision
        return f"they play {game.title} by revision {their_revision} of the rules, we by {ours}; {same_version}"
    if game.data_digest != their_data:
        return (f"they have other data for {game.title} (map, cards or pieces: {their_data}, ours {game.data_digest}); "
                f"{same_version}, and without corrected tables of your own or with the same ones")  # fmt: skip
    return ""
