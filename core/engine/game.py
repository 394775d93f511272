"""What a game declares about itself, so that every front end can offer it without knowing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from core.engine.events import Event
from core.engine.log import RESERVED
from core.engine.plain import must_be_plain
from core.engine.requests import Procedure


class State(Protocol):
    """A dataclass tree of plain values: public, copied at checkpoints, saved as TOML."""

    news: Any

    def copy(self) -> State: ...


@dataclass(frozen=True, slots=True)
class Scenario:
    id: str
    title: str
    seats: tuple[int, ...]
    """With how many players it can be played."""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule that players may agree to read otherwise."""

    id: str
    title: str
    values: tuple[str, ...]
    default: str
    about: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Bidding:
    """How two players may bid for a seat before anybody sits down. The lower bid has it; chance decides a tie."""

    seat: str
    switch: str
    """The option that says for how much the seat was won."""
    bids: Callable[[str], range]
    """What may be bid in a scenario; nothing where there is no bidding."""
    about: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides how a game begins, but for chance."""

    scenario: str
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Several winners share the victory."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    why: str


class BadSetup(ValueError):
    """A scenario, seat or option that the game does not have; says what it has."""


@dataclass(frozen=True)
class Game:
    """One game: its facts, and its rules as functions of the state."""

    id: str
    title: str
    about: str
    revision: int
    """Goes up whenever a change in the rules makes old logs replay differently."""
    seats: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    switches: tuple[Switch, ...]
    state_type: type[Any]
    begin: Callable[[Setup], Any]
    play: Callable[[Any], Procedure[None]]
    outcome: Callable[[Any], Outcome | None]
    tell: Callable[[Event], str]
    """An event in words; seats are called by their ids."""
    board: Callable[[Any], str]
    """The whole public position as text, for people who read rather than look."""
    headline: Callable[[Any], str]
    """Turn and phase in a few words."""
    value: Callable[[Any, str], int]
    """How good the position is for a seat, for bots."""
    data_digest: str
    tokens: Mapping[str, str] = field(default_factory=dict)
    """Names of what options touch, by id."""
    bots: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)
    """Bots that play only this game, by name; each is made from a seed. See `core.bots`."""
    score_text: Callable[[int], str] = str
    """A score of an `Outcome` as players say it."""
    points: Callable[[int], float] = lambda score: score
    """The same as a number, where scores count in parts of a point."""
    board_for: Callable[[Any, str], str] | None = None
    """The position as one seat sees it, in games where some of it may lie behind screens."""
    tell_for: Callable[[Any, Event, str], str] | None = None
    """An event as one seat may hear of it, in such games."""
    screened: Callable[[Any], bool] = lambda state: False
    """Whether this game has such screens: then what one seat is asked and sees is not for the others' eyes."""
    bidding: Bidding | None = None
    """For a game in which players may bid for a seat."""

    def told_to(self, state: Any, event: Event, seat: str) -> str:
        """An event in words for `seat`."""
        return self.tell(event) if self.tell_for is None else self.tell_for(state, event, seat)

    def board_of(self, state: Any, seat: str) -> str:
        """What to show to `seat` as text."""
        return self.board(state) if self.board_for is None else self.board_for(state, seat)

    def scenario(self, scenario_id: str) -> Scenario:
        for scenario in self.scenarios:
            if scenario.id == scenario_id:
                return scenario
        known = ", ".join(scenario.id for scenario in self.scenarios)
        raise BadSetup(f"{self.title} has no scenario '{scenario_id}'; it has: {known}")

    def setup(self, scenario: str = "", players: int = 0, options: Mapping[str, str] | None = None) -> Setup:
        """A checked setup, with defaults for all that is not said."""
        chosen = self.scenario(scenario) if scenario else self.scenarios[0]
        count = players or chosen.seats[-1]
        if count not in chosen.seats:
            counts = ", ".join(map(str, chosen.seats))
            raise BadSetup(f"{self.title} ({chosen.title}) is for {counts} players, not {count}")
        full = {switch.id: switch.default for switch in self.switches}
        for key, value in (options or {}).items():
            switch = next((switch for switch in self.switches if switch.id == key), None)
            if switch is None:
                raise BadSetup(f"{self.title} has no option '{key}'; it has: {', '.join(full) or 'none'}")
            if value not in switch.values:
                raise BadSetup(f"option '{key}' cannot be '{value}'; it can be: {', '.join(switch.values)}")
            full[key] = value
        setup = Setup(chosen.id, self.seats[:count], full)
        self.begin(setup)  # a game may refuse options that do not go together
        return setup

    def bids(self, scenario_id: str) -> range:
        """What two players may bid for a seat before they sit down; empty if they may not."""
        return self.bidding.bids(scenario_id) if self.bidding is not None else range(0)

    def __post_init__(self) -> None:
        must_be_plain(self.state_type)
        clash = RESERVED & set(self.seats)
        if clash:
            raise ValueError(f"{self.id}: a seat cannot be called {', '.join(sorted(clash))}")
