"""Almoravid's tables, read once. See `data/*.toml` for where each fact comes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.games.levy.facts import (
    Entry,
    Tables,
    read_cards,
    read_locales,
    read_lords,
    read_special_vassals,
    read_strongholds,
    read_units,
)

CHRISTIAN, MUSLIM = SIDES = ("christian", "muslim")
OTHER = {CHRISTIAN: MUSLIM, MUSLIM: CHRISTIAN}
RECONQUISTA, PARIAS, INDEPENDENT = STATUSES = ("reconquista", "parias", "independent")
STATUS_OWNER = {RECONQUISTA: CHRISTIAN, PARIAS: "", INDEPENDENT: MUSLIM}


@dataclass(frozen=True, slots=True)
class Territory:
    """1.3.1: a Kingdom or a Taifa."""

    id: str
    name: str
    side: str
    taifa: bool
    lord: str
    vp_parias: int
    vp_reconquista: int
    targets: tuple[str, ...]
    strongholds: tuple[str, ...]
    places: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class ScenarioFacts:
    """Section 6: how a scenario begins."""

    id: str
    title: str
    period: str
    first_box: int
    last_box: int
    call_to_arms: bool
    winter: bool
    vp: dict[str, int]
    box_vp: int
    taifas: dict[str, str]
    edge: tuple[str, ...]
    held: tuple[str, ...]
    set_aside: tuple[str, ...]
    off_board: tuple[str, ...]
    special: tuple[str, ...]
    locales: dict[str, dict[str, Any]]
    lords: dict[str, dict[str, Any]]
    cylinders: dict[str, int]
    seats: dict[str, str]
    adjusted: dict[str, Any]
    source: str


_TABLES = Tables(Path(__file__).parent / "data")
_MAP, _FORCES, _LORDS = _TABLES.read("map"), _TABLES.read("forces"), _TABLES.read("lords")
_SCENARIOS = _TABLES.read("scenarios")

UNITS = read_units(_TABLES, _FORCES["units"])
STRONGHOLDS = read_strongholds(_TABLES, _FORCES["strongholds"], UNITS)
LOCALES = read_locales(_TABLES, _MAP["locales"], _MAP["ways"], STRONGHOLDS, _MAP["territories"], ("region",))
LORDS, _OWN_VASSALS = read_lords(_TABLES, _LORDS["lords"], UNITS, LOCALES, SIDES)
SPECIAL_VASSALS = read_special_vassals(_TABLES, _LORDS["special_vassals"], UNITS)
VASSALS = _OWN_VASSALS | SPECIAL_VASSALS
CARDS = read_cards(_TABLES, _TABLES.read("cards"), LORDS, SIDES)
CARD_FORCES = {entry.id: entry.counts("forces", UNITS) for entry in _TABLES.entries("lords", _LORDS["card_forces"])}


def _territory(entry: Entry) -> Territory:
    places = tuple(place for place, locale in LOCALES.items() if locale.territory == entry.id)
    lord = entry.get("lord", str, "")
    if lord and lord not in LORDS:
        raise entry.wrong("lord", f"there is no Lord '{lord}'")
    return Territory(
        entry.id,
        entry.get("name", str),
        entry.one_of("side", SIDES),
        entry.one_of("kind", ("kingdom", "taifa")) == "taifa",
        lord,
        entry.get("vp_parias", int, 0),
        entry.get("vp_reconquista", int, 0),
        entry.names("targets"),
        tuple(place for place in places if LOCALES[place].stronghold),
        places,
        entry.source(),
    )


TERRITORIES = {entry.id: _territory(entry) for entry in _TABLES.entries("map", _MAP["territories"])}
TAIFAS = {territory.id: territory for territory in TERRITORIES.values() if territory.taifa}
TAIFA_OF = {place: locale.territory if locale.territory in TAIFAS else "" for place, locale in LOCALES.items()}
TAIFA_LORDS = tuple(lord for lord in LORDS if LORDS[lord].realm)

CALENDAR = Entry("scenarios.toml", "calendar", _SCENARIOS["calendar"])
SEASONS = CALENDAR.names("seasons")
LAST_BOX = len(SEASONS) + 1
"""The box marked 17+, for whatever goes beyond the Calendar (2.2.3)."""
PLAN_CARDS = CALENDAR.counts("plan_cards", ("spring", "summer", "autumn"))


def _known(entry: Entry, field: str, among: Any) -> dict[str, Any]:
    table = entry.get(field, dict, {})
    for key in table:
        if key not in among:
            raise entry.wrong(field, f"there is no '{key}'")
    return dict(table)


def _scenario(entry: Entry) -> ScenarioFacts:
    lords = _known(entry, "lords", LORDS)
    for lord, row in lords.items():
        if row.get("at") not in LOCALES:
            raise entry.wrong(f"lords.{lord}", f"there is no Locale '{row.get('at')}'")
    return ScenarioFacts(
        entry.id,
        entry.get("title", str),
        entry.get("period", str),
        entry.get("first_box", int),
        entry.get("last_box", int),
        entry.get("call_to_arms", bool),
        entry.get("winter", bool),
        entry.counts("vp", SIDES),
        entry.get("box_vp", int),
        _known(entry, "taifas", TAIFAS),
        entry.names("edge"),
        entry.names("held"),
        entry.names("set_aside"),
        entry.names("off_board"),
        entry.names("special"),
        _known(entry, "locales", LOCALES),
        lords,
        _known(entry, "cylinders", LORDS),
        _known(entry, "seats", LORDS),
        entry.get("adjusted_2023_02", dict),
        entry.source(),
    )


SCENARIOS = {entry.id: _scenario(entry) for entry in _TABLES.entries("scenarios", _SCENARIOS) if entry.id != "calendar"}
DIGEST = _TABLES.digest()
