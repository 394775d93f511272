"""The lobby as a screen shows it, and in words what has changed in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine import Game
from netplay.clean_text import clean_name
from tui.sitting import is_person, player_name


@dataclass(frozen=True, slots=True)
class LobbySeat:
    seat: str
    name: str
    """Empty while nobody has come."""
    player: str
    """`human` or a kind of bot, once he is ready."""

    @property
    def ready(self) -> bool:
        return bool(self.player)


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as it may be shown: whatever the host sends, only names that can be read and seats that there are."""

    scenario: str
    options: Mapping[str, str]
    seats: tuple[LobbySeat, ...]
    terms: int
    host: str

    @property
    def agreed(self) -> tuple[int, str, Mapping[str, str]]:
        """What everybody is ready for, whoever else may come or go."""
        return self.terms, self.scenario, self.options

    @property
    def full(self) -> bool:
        return bool(self.seats) and all(seat.name and seat.ready for seat in self.seats)

    def seat_of(self, name: str) -> LobbySeat | None:
        return next((seat for seat in self.seats if seat.name == name), None)


@dataclass(frozen=True, slots=True)
class Distance:
    """How far away somebody is who is here."""

    seconds: float
    """There and back; 0 while it is not known."""
    by_host: bool = False
    """Whether the way leads through the host."""

    def __str__(self) -> str:
        if not self.seconds:
            return ""
        thousandths = 1000 * self.seconds
        return (
            f"{self.seconds:.1f} s" if thousandths >= 1000 else f"{thousandths:.0f} ms" if thousandths >= 1 else "<1 ms"
        )


def lobby_view(game: Game, plain: Mapping[str, object]) -> LobbyView:
    seats, ready, options = plain.get("seats"), plain.get("ready"), plain.get("options")
    if not isinstance(seats, dict) or not isinstance(ready, dict) or not isinstance(options, dict):
        raise TypeError("this is no lobby")
    known = {switch.id for switch in game.switches}
    return LobbyView(
        clean_name(str(plain.get("scenario"))),
        {key: clean_name(str(value)) for key, value in options.items() if key in known},
        tuple(
            LobbySeat(seat, clean_name(seats[seat]), clean_name(ready.get(seat, "")))
            for seat in game.seats
            if seat in seats
        ),
        terms if isinstance(terms := plain.get("terms"), int) else 0,
        clean_name(str(plain.get("host"))),
    )


def changes(game: Game, before: LobbyView, now: LobbyView) -> list[str]:
    """What is other than before, each in a few words."""
    found = []
    if now.scenario != before.scenario:
        title = next((each.title for each in game.scenarios if each.id == now.scenario), now.scenario)
        found.append(f"the scenario is {title}")
    for switch in game.switches:
        was, new = before.options.get(switch.id, ""), now.options.get(switch.id, "")
        if was != new:
            found.append(f"{switch.title}: {new} (was {was})")
    for old, seat in zip(before.seats, now.seats, strict=False):
        bots = ["" if is_person(each.player) or not each.ready else each.player for each in (old, seat)]
        if old.name != seat.name or (bots[0] != bots[1] and seat.ready):
            who = f"for {seat.name}" if seat.name else "open"
            found.append(f"{seat.seat.capitalize()} is {who}" + (f" with a {player_name(bots[1])}" if bots[1] else ""))
    return found
