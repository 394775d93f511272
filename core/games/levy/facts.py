"""Facts that never change: the map, units, Strongholds, Lords and cards, read once from a game's TOML tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from core.engine.tables import DataError, table_file

T = TypeVar("T")

SOURCES = ("rulebook", "public", "reconstructed")


class BadData(DataError):
    """A table that cannot be right: which file, which entry, which field, and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table, read field by field so that a mistake is named where it is."""

    file: str
    id: str
    fields: Mapping[str, Any]

    def wrong(self, field_name: str, why: str) -> BadData:
        return BadData(f"{self.file}, entry '{self.id}', field '{field_name}': {why}")

    def get(self, name: str, kind: type[T], default: T | None = None) -> T:
        value = self.fields.get(name, default)
        if value is None:
            raise self.wrong(name, "is missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong(name, f"should be {kind.__name__}, not {value!r}")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        items = self.get(name, list, [])
        for item in items:
            if not isinstance(item, str):
                raise self.wrong(name, f"should list names, not {item!r}")
        return tuple(items)

    def counts(self, name: str, among: Mapping[str, Any] | tuple[str, ...]) -> dict[str, int]:
        """A small table of amounts, each key one of `among`."""
        amounts = self.get(name, dict, {})
        for key, amount in amounts.items():
            if key not in among:
                raise self.wrong(name, f"knows no '{key}'; it can be: {', '.join(among)}")
            if not isinstance(amount, int) or amount < 0:
                raise self.wrong(name, f"'{key}' should be a number, not {amount!r}")
        return dict(amounts)

    def one_of(self, name: str, among: tuple[str, ...] | Mapping[str, Any]) -> str:
        value = self.get(name, str)
        if value not in among:
            raise self.wrong(name, f"cannot be '{value}'; it can be: {', '.join(among)}")
        return value

    def source(self) -> str:
        return self.one_of("source", SOURCES)


class Tables:
    """The TOML files of one game's data folder, and their digest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._digest = sha256()

    def read(self, name: str) -> dict[str, Any]:
        path = table_file(self.folder, f"{name}.toml")
        raw = path.read_bytes()
        self._digest.update(raw)
        try:
            return tomllib.loads(raw.decode())
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{path.name}: {error}") from error

    def entries(self, name: str, table: Mapping[str, Any]) -> list[Entry]:
        made = []
        for key, fields in table.items():
            if not isinstance(fields, dict):
                raise BadData(f"{name}.toml, entry '{key}': should be a table, not {fields!r}")
            made.append(Entry(f"{name}.toml", key, fields))
        return made

    def digest(self) -> str:
        return self._digest.hexdigest()[:16]


ASSETS = ("coin", "loot", "provender", "cart", "mule")
TRANSPORT = ("cart", "mule")


@dataclass(frozen=True, slots=True)
class Locale:
    id: str
    name: str
    territory: str
    kind: str
    seats: tuple[str, ...]
    port: bool
    river: bool
    lat: float
    lon: float
    source: str
    stronghold: Stronghold | None
    ways: dict[str, bool] = field(default_factory=dict)
    """Adjacent Locales; True if the Way is a Pass."""


@dataclass(frozen=True, slots=True)
class Stronghold:
    """1.3.1, 4.5: what a kind of Stronghold can hold, resist and yield."""

    kind: str
    name: str
    capacity: int
    value: int
    walls: int
    garrison: dict[str, int]
    gardens: bool
    spoils: dict[str, int]
    source: str


@dataclass(frozen=True, slots=True)
class Unit:
    """1.6. Strikes in half Hits; `loss` is the highest Losses roll that saves, 0 for Serfs, who never roll."""

    id: str
    name: str
    horse: bool
    pieces: int
    melee: int
    melee_storm: int
    missile: int
    missile_storm: int
    armor: int
    evade: int
    loss: int
    source: str


@dataclass(frozen=True, slots=True)
class Vassal:
    id: str
    name: str
    lord: str
    kind: str
    forces: dict[str, int]
    service: int
    source: str


@dataclass(frozen=True, slots=True)
class LordFacts:
    """1.5.1-1.5.3: what a Lord's mat and pieces show."""

    id: str
    name: str
    title: str
    side: str
    realm: str
    """The Taifa whose Lord he is, or nothing."""
    seats: tuple[str, ...]
    fealty: int
    service: int
    lordship: int
    command: int
    marshal: bool
    cards: int
    forces: dict[str, int]
    assets: dict[str, int]
    vassals: tuple[str, ...]
    other_self: str
    source: str


@dataclass(frozen=True, slots=True)
class Card:
    """1.9.1: an Arts of War card. `event` and `ability` name what the code does for either half."""

    id: str
    side: str
    event: str
    event_name: str
    event_text: str
    timing: str
    ability: str
    ability_name: str
    ability_text: str
    this_lord: bool
    lords: frozenset[str]
    source: str

    @property
    def held(self) -> bool:
        return self.timing == "hold"


def read_strongholds(tables: Tables, table: Mapping[str, Any], units: Mapping[str, Unit]) -> dict[str, Stronghold]:
    return {
        entry.id: Stronghold(
            entry.id,
            entry.get("name", str),
            entry.get("capacity", int),
            entry.get("value", int),
            entry.get("walls", int),
            entry.counts("garrison", units),
            entry.get("gardens", bool),
            entry.counts("spoils", ASSETS),
            entry.source(),
        )
        for entry in tables.entries("forces", table)
    }


def read_units(tables: Tables, table: Mapping[str, Any]) -> dict[str, Unit]:
    return {
        entry.id: Unit(
            entry.id,
            entry.get("name", str),
            entry.one_of("kind", ("horse", "foot")) == "horse",
            entry.get("pieces", int),
            entry.get("melee", int),
            entry.get("melee_storm", int),
            entry.get("missile", int),
            entry.get("missile_storm", int),
            entry.get("armor", int),
            entry.get("evade", int),
            entry.get("loss", int),
            entry.source(),
        )
        for entry in tables.entries("forces", table)
    }


def read_locales(
    tables: Tables,
    table: Mapping[str, Any],
    ways: Mapping[str, Any],
    strongholds: Mapping[str, Stronghold],
    territories: Mapping[str, Any],
    open_kinds: tuple[str, ...],
) -> dict[str, Locale]:
    """The map; `open_kinds` are the kinds of Locale that are no Stronghold."""
    kinds = (*strongholds, *open_kinds)
    locales = {
        entry.id: Locale(
            entry.id,
            entry.get("name", str),
            entry.one_of("territory", territories),
            entry.one_of("kind", kinds),
            entry.names("seats"),
            entry.get("port", bool, False),
            entry.get("river", bool, False),
            entry.get("lat", float),
            entry.get("lon", float),
            entry.source(),
            strongholds.get(entry.get("kind", str)),
        )
        for entry in tables.entries("map", table)
    }
    for entry in tables.entries("map", ways):
        entry.source()
        for link in entry.get("links", list):
            a, b = link
            for place in (a, b):
                if place not in locales:
                    raise entry.wrong("links", f"there is no Locale '{place}'")
            locales[a].ways[b] = locales[b].ways[a] = entry.id == "pass"
    return locales


def read_lords(
    tables: Tables,
    table: Mapping[str, Any],
    units: Mapping[str, Unit],
    locales: Mapping[str, Locale],
    sides: tuple[str, ...],
) -> tuple[dict[str, LordFacts], dict[str, Vassal]]:
    lords: dict[str, LordFacts] = {}
    vassals: dict[str, Vassal] = {}
    for entry in tables.entries("lords", table):
        own = {vassal.id: vassal for vassal in _vassals(tables, entry, units)}
        doubled = own.keys() & vassals.keys()
        if doubled:
            raise entry.wrong("vassals", f"'{min(doubled)}' is another Lord's Vassal")
        vassals |= own
        for seat in entry.names("seats"):
            if seat not in locales:
                raise entry.wrong("seats", f"there is no Locale '{seat}'")
        lords[entry.id] = LordFacts(
            entry.id,
            entry.get("name", str),
            entry.get("title", str),
            entry.one_of("side", sides),
            entry.get("taifa", str, ""),
            entry.names("seats"),
            entry.get("fealty", int),
            entry.get("service", int),
            entry.get("lordship", int),
            entry.get("command", int),
            entry.get("marshal", bool, False),
            entry.get("cards", int),
            entry.counts("forces", units),
            entry.counts("assets", ASSETS),
            tuple(own),
            entry.get("other_self", str, ""),
            entry.source(),
        )
    return lords, vassals


def _vassals(tables: Tables, lord: Entry, units: Mapping[str, Unit]) -> list[Vassal]:
    return [
        Vassal(
            entry.id,
            entry.get("name", str),
            lord.id,
            "vassal",
            entry.counts("forces", units),
            entry.get("service", int),
            entry.source(),
        )
        for entry in tables.entries("lords", lord.get("vassals", dict, {}))
    ]


def read_special_vassals(tables: Tables, table: Mapping[str, Any], units: Mapping[str, Unit]) -> dict[str, Vassal]:
    return {
        entry.id: Vassal(
            entry.id,
            entry.get("name", str),
            "",
            entry.get("kind", str),
            entry.counts("forces", units),
            0,
            entry.source(),
        )
        for entry in tables.entries("lords", table)
    }


def read_cards(
    tables: Tables, table: Mapping[str, Any], lords: Mapping[str, LordFacts], sides: tuple[str, ...]
) -> dict[str, Card]:
    cards = {}
    for entry in tables.entries("cards", table):
        event = Entry(entry.file, f"{entry.id}.event", entry.get("event", dict))
        ability = Entry(entry.file, f"{entry.id}.capability", entry.get("capability", dict))
        for lord in entry.names("lords"):
            if lord not in lords:
                raise entry.wrong("lords", f"there is no Lord '{lord}'")
        cards[entry.id] = Card(
            entry.id,
            entry.one_of("side", sides),
            event.get("key", str),
            event.get("name", str),
            entry.get("event_text", str),
            event.one_of("timing", ("immediate", "hold", "this_levy")),
            ability.get("key", str),
            ability.get("name", str),
            entry.get("capability_text", str),
            ability.one_of("scope", ("this_lord", "side")) == "this_lord",
            frozenset(entry.names("lords")),
            entry.source(),
        )
    return cards
