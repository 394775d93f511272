"""The position: all that changes in a game of Byzantium. Nothing in it is hidden."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from core.engine import Setup, Told
from core.engine.copying import copies
from core.games.byzantium.data import ARAB, BOXES, BYZANTINE, CITIES, NUMBERS, Side


class Phase(StrEnum):
    FIRST_PLAYER = "first player"
    ACTIONS = "player actions"
    INCOME = "income and maintenance"
    OVER = "over"


@copies
@dataclass(slots=True)
class Stake:
    """What one player has in one side: money, points, and the army with its levies."""

    treasury: int
    points: int
    elite: int
    main: int
    levy: int
    move: int
    guard: bool = False
    """The Emperor's or Caliph's Guard stands in the elite box."""
    at: str | None = None
    """Where the Field Army's pawn is."""

    @property
    def field_cubes(self) -> int:
        """Cubes that march with the pawn. Without any there is no army."""
        return self.elite + self.main + self.move + self.guard

    @property
    def strength(self) -> int:
        return self.elite + self.guard + self.main


@copies
@dataclass(slots=True)
class Player:
    pool: int
    casualties: int
    byzantine: Stake
    arab: Stake
    special: int = 0
    taxed: int = 0
    passing: int = 0
    church: int = 0
    mosque: int = 0
    gone: int = 0
    """Cubes out of the game for want of pay."""
    spare_tokens: int = NUMBERS.spare_tokens
    claimed: bool = False
    """Has taken control of a Byzantine city once: from then on the Byzantine army can enter."""

    def stake(self, side: Side) -> Stake:
        return self.byzantine if side is BYZANTINE else self.arab


@copies
@dataclass(slots=True)
class Readings:
    """How this table reads five doubtful rules."""

    elite_in_each_box: bool
    return_in_constantinople: bool
    fleet_dice_for_whole_move: bool
    bulgars_against_oneself: bool
    levies_after_own_army: bool


@copies
@dataclass(slots=True)
class Byzantium(Told):
    seats: list[str]
    readings: Readings
    players: dict[str, Player]
    side: dict[str, Side]
    tokens: dict[str, int]
    holder: dict[str, str] = field(default_factory=dict)
    """Who controls a city; those not here are controlled by nobody."""
    fortified: list[str] = field(default_factory=list)
    special: dict[str, list[str]] = field(default_factory=dict)
    """Whose cubes lie in the Special Action boxes."""
    bulgars: int = NUMBERS.bulgars_at_start
    phase: Phase = Phase.FIRST_PLAYER
    turn: int = 1
    active: str = ""
    first_player: str = ""
    passed: list[str] = field(default_factory=list)
    conqueror: str | None = None
    """Who took Constantinople and ended the game."""

    def stake(self, seat: str, side: Side) -> Stake:
        return self.players[seat].stake(side)

    def clockwise_from(self, seat: str) -> list[str]:
        """All seats in order of play, `seat` first."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def boxed(self, special: str) -> str | None:
        """Whose cube lies in a Special Action box of which there is one."""
        seats = self.special.get(special)
        return seats[0] if seats else None

    def armies_at(self, city: str, side: Side) -> list[str]:
        """Whose Field Armies of a side stand in a city."""
        return [seat for seat in self.seats if self.players[seat].stake(side).at == city]

    def siege_strength(self, city: str) -> int:
        return self.tokens[city] + (city in self.fortified)

    def cities_of(self, seat: str, side: Side) -> list[str]:
        return [city for city, holder in self.holder.items() if holder == seat and self.side[city] is side]


def _stake(side: Side) -> Stake:
    start = {box.name: box.start_cubes for box in BOXES.values() if box.side is side}
    treasury = NUMBERS.start_treasury_byzantine if side is BYZANTINE else NUMBERS.start_treasury_arab
    return Stake(treasury, NUMBERS.start_points, start["elite"], start["main"], start["levy"], start["move"])


def _player() -> Player:
    in_boxes = sum(box.start_cubes for box in BOXES.values())
    casualties = NUMBERS.cubes_per_player - NUMBERS.cube_pool - in_boxes
    return Player(NUMBERS.cube_pool, casualties, _stake(BYZANTINE), _stake(ARAB))


def begin(setup: Setup) -> Byzantium:
    """The board as it stands before the first player is known."""
    options = setup.options
    return Byzantium(
        seats=list(setup.seats),
        readings=Readings(
            elite_in_each_box=options["elite_limit"] == "each-box",
            return_in_constantinople=options["return_in_constantinople"] == "yes",
            fleet_dice_for_whole_move=options["fleet_dice"] == "whole-move",
            bulgars_against_oneself=options["bulgars_against_oneself"] == "yes",
            levies_after_own_army=options["levies_after_own_army"] == "yes",
        ),
        players={seat: _player() for seat in setup.seats},
        side={city.id: city.side for city in CITIES.values()},
        tokens={city.id: city.strength for city in CITIES.values()},
    )


def cubes_of(game: Byzantium, seat: str) -> int:
    """Every cube of a player, wherever it is: always forty-two."""
    player = game.players[seat]
    boxes = sum(stake.elite + stake.main + stake.levy + stake.move for stake in (player.byzantine, player.arab))
    on_map = sum(holder == seat and city not in game.fortified for city, holder in game.holder.items())
    elsewhere = player.special + player.taxed + player.passing + player.church + player.mosque + player.gone
    return player.pool + player.casualties + boxes + on_map + elsewhere


def tokens_on_map(game: Byzantium, side: Side) -> int:
    """City tokens of a side; Constantinople has a strength but no tokens."""
    on_map = sum([n for city, n in game.tokens.items() if game.side[city] is side])
    return on_map - NUMBERS.constantinople_strength if side is BYZANTINE else on_map
