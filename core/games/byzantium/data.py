"""The facts that never change: cities, ways, army boxes, special actions, numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from core.engine.tables import DataError, files_digest, read_toml, row, rows, table_file

FOLDER = Path(__file__).parent / "data"
FILES = ("map.toml", "display.toml")


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

CONSTANTINOPLE = "constantinople"
NICAEA = "nicaea"
FIELD_BOXES = ("elite", "main", "move")
"""The boxes whose cubes march with a Field Army; levies stay at home."""


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


Entry = TypeVar("Entry", City, Box, Special)

_SPECIALS = (
    "civil-war byzantine", "civil-war arab", "improve byzantine", "improve arab", "bulgars", "emperor", "caliph",
    "byzantine-fleet", "arab-fleet", "fortify",
)  # fmt: skip


def load_facts(folder: Path = FOLDER) -> Facts:
    """Reads and checks all tables; a `DataError` names file, entry and field."""
    map_file, display_file = (table_file(folder, name) for name in FILES)
    the_map, display = read_toml(map_file), read_toml(display_file)
    boxes = [f"{side}.{name}" for side in PLAYED for name in (*FIELD_BOXES, "levy")]
    facts = Facts(
        _by_id(map_file, "city", rows(map_file, the_map, "city", City), (CONSTANTINOPLE, NICAEA), more=True),
        tuple(rows(map_file, the_map, "link", Link)),
        _by_id(display_file, "box", rows(display_file, display, "box", Box), boxes),
        _by_id(display_file, "special", rows(display_file, display, "special", Special), _SPECIALS),
        row(display_file, "numbers", display.get("numbers"), Numbers),
    )
    _check_map(map_file.name, facts)
    _check_display(display_file.name, facts)
    return facts


def _by_id(
    file: Path, section: str, entries: Sequence[Entry], needed: Collection[str], more: bool = False
) -> dict[str, Entry]:
    """The entries by their ids: all that the rules speak of, and others only if there may be `more`."""
    found: dict[str, Entry] = {}
    for entry in entries:
        if entry.id in found:
            raise DataError(f"{file.name}: {section} '{entry.id}': field 'id': there is another of that name")
        found[entry.id] = entry
        if not more and entry.id not in needed:
            raise DataError(f"{file.name}: {section} '{entry.id}': field 'id': must be one of {', '.join(needed)}")
    for name in needed:
        if name not in found:
            raise DataError(f"{file.name}: there is no {section} '{name}', which the rules need")
    return found


def _check_map(file: str, facts: Facts) -> None:
    for number, link in enumerate(facts.links, 1):
        for field, end in (("a", link.a), ("b", link.b)):
            if end not in facts.cities:
                raise DataError(f"{file}: link number {number}: field '{field}': there is no city '{end}'")
        if link.kind is Way.SAIL:
            raise DataError(f"{file}: link number {number}: field 'kind': 'sail' is never printed as a link")
        if link.a == link.b:
            raise DataError(f"{file}: link number {number}: field 'b': joins {link.a} to itself")
    for city in facts.cities.values():
        capital = facts.numbers.constantinople_strength
        least, most = (capital, capital) if city.id == CONSTANTINOPLE else (1, facts.numbers.most_tokens_in_a_city)
        if not least <= city.strength <= most:
            wrong = f"must be {least} to {most}, not {city.strength}"
            raise DataError(f"{file}: city '{city.id}': field 'strength': {wrong}")


def _check_display(file: str, facts: Facts) -> None:
    for box in facts.boxes.values():
        if box.id != f"{box.side}.{box.name}":
            wrong = f"must be '{box.side}.{box.name}', after its side and name"
            raise DataError(f"{file}: box '{box.id}': field 'id': {wrong}")
    for special in facts.specials.values():
        if special.side not in (*PLAYED, "either"):
            wrong = f"'{special.side}' is none of {', '.join(PLAYED)}, either"
            raise DataError(f"{file}: special '{special.id}': field 'side': {wrong}")
    cubes = facts.numbers.cube_pool + sum(box.start_cubes for box in facts.boxes.values())
    if cubes > facts.numbers.cubes_per_player:
        wrong = f"{facts.numbers.cubes_per_player} are fewer than the {cubes} a player starts with"
        raise DataError(f"{file}: numbers: field 'cubes_per_player': {wrong}")


FACTS = load_facts()
CITIES, BOXES, SPECIALS, NUMBERS = FACTS.cities, FACTS.boxes, FACTS.specials, FACTS.numbers
DATA_DIGEST = files_digest([table_file(FOLDER, name) for name in FILES])


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
