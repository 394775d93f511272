"""The facts that never change: cities, ways, army boxes, special actions, numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.engine.tables import DataError, files_digest, read_toml, row, rows

FOLDER = Path(__file__).parent / "data"


class Side(StrEnum):
    BYZANTINE = "byzantine"
    ARAB = "arab"
    PERSIAN = "persian"
    BULGAR = "bulgar"

    @property
    def enemy(self) -> Side:
        """The other of the two sides that players command."""
        return Side.ARAB if self is Side.BYZANTINE else Side.BYZANTINE


BYZANTINE, ARAB, PERSIAN, BULGAR = Side
PLAYED = (BYZANTINE, ARAB)


class Way(StrEnum):
    """How a link is travelled. `SAIL` is the free voyage from Constantinople to any coast."""

    ROAD = "road"
    DESERT = "desert"
    SEA = "sea"
    SAIL = "sail"

    @property
    def by_sea(self) -> bool:
        return self is Way.SEA or self is Way.SAIL


@dataclass(frozen=True, slots=True)
class City:
    id: str
    name: str
    side: Side
    strength: int
    sea: tuple[str, ...]
    lat: float
    lon: float
    source: str
    side_source: str
    strength_source: str
    bulgar_arrow: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    a: str
    b: str
    kind: Way
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """One of the eight boxes of an Army Display."""

    id: str
    side: Side
    name: str
    start_cubes: int
    maintenance: int
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Special:
    """A kind of Special Action box, and how many of it the board has."""

    id: str
    name: str
    side: str
    boxes: int
    about: str
    source: str
    boxes_source: str


@dataclass(frozen=True, slots=True)
class Numbers:
    turns: int
    cubes_per_player: int
    cube_pool: int
    start_treasury_byzantine: int
    start_treasury_arab: int
    start_points: int
    spare_tokens: int
    city_tokens_per_side: int
    most_tokens_in_a_city: int
    cube_price: int
    shrine_price: int
    shrine_points: int
    throne_points: int
    tax_per_cube: int
    income_per_token: int
    hit_on: int
    main_army_dice: int
    levy_dice: int
    constantinople_strength: int
    constantinople_kills_per_hit: int
    constantinople_points: int
    bulgars_at_start: int
    bulgars_at_most: int
    bulgars_join: int
    march: int
    arab_sea: int
    arab_bosporus: int
    second_link: int
    source: str
    cube_pool_source: str


@dataclass(frozen=True, slots=True)
class Facts:
    cities: dict[str, City]
    links: tuple[Link, ...]
    boxes: dict[str, Box]
    specials: dict[str, Special]
    numbers: Numbers


def load_facts(folder: Path = FOLDER) -> Facts:
    """Reads and checks all tables; a `DataError` names file, entry and field."""
    map_file, display_file = folder / "map.toml", folder / "display.toml"
    the_map, display = read_toml(map_file), read_toml(display_file)
    cities = {city.id: city for city in rows(map_file, the_map, "city", City)}
    links = rows(map_file, the_map, "link", Link)
    for number, link in enumerate(links, 1):
        for field, end in (("a", link.a), ("b", link.b)):
            if end not in cities:
                raise DataError(f"{map_file.name}: link number {number}: field '{field}': there is no city '{end}'")
    return Facts(
        cities,
        tuple(links),
        {box.id: box for box in rows(display_file, display, "box", Box)},
        {special.id: special for special in rows(display_file, display, "special", Special)},
        row(display_file, "numbers", display.get("numbers"), Numbers),
    )


FACTS = load_facts()
CITIES, BOXES, SPECIALS, NUMBERS = FACTS.cities, FACTS.boxes, FACTS.specials, FACTS.numbers
DATA_DIGEST = files_digest([FOLDER / "map.toml", FOLDER / "display.toml"])

CONSTANTINOPLE = "constantinople"
NICAEA = "nicaea"
FIELD_BOXES = ("elite", "main", "move")
"""The boxes whose cubes march with a Field Army; levies stay at home."""


def _neighbours() -> dict[str, tuple[tuple[str, Way], ...]]:
    ways: dict[str, list[tuple[str, Way]]] = {city: [] for city in CITIES}
    for link in FACTS.links:
        ways[link.a].append((link.b, link.kind))
        ways[link.b].append((link.a, link.kind))
    return {city: tuple(found) for city, found in ways.items()}


LINKS = _neighbours()
"""Printed links of each city, as (city, way)."""

_LINKED = {city for city, _ in LINKS[CONSTANTINOPLE]}
WAYS = {
    BYZANTINE: {
        city: tuple(link for link in links if link[1] is not Way.DESERT)
        + tuple((port, Way.SAIL) for port in CITIES if city == CONSTANTINOPLE and CITIES[port].sea and port != city
                and port not in _LINKED)
        for city, links in LINKS.items()
    },
    ARAB: LINKS,
}  # fmt: skip
"""Where an army of each side can march to from each city: only Arabs cross the desert, and only Byzantines
sail from Constantinople to any coast, not back."""
