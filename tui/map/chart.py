"""What a map shows: places, ways and coasts that never change, and how each place looks just now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, radians
from pathlib import Path

from tui.map.raster import Extent, Polyline, extent

_COASTS = Path(__file__).resolve().parent.parent / "coastlines"


@dataclass(frozen=True, slots=True)
class Place:
    id: str
    name: str
    lat: float
    lon: float
    rank: int = 2
    """1 a capital or bulwark, 2 a city, 3 a village: who gets a label first, and how bold."""


@dataclass(frozen=True, slots=True)
class Way:
    a: str
    b: str
    kind: str = "road"
    """`road` unbroken, `desert` dashed, `lane` (by sea) dotted: each has its own dash, not colour alone."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A few letters right of a place: a strength, a controller, or (as a `badge`) an army."""

    text: str
    hue: str
    badge: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """How a place looks now: a glyph by name, a hue, and what stands beside it."""

    glyph: str = "city"
    hue: str = "grey"
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True)
class Coasts:
    lines: list[Polyline]
    rings: list[Polyline]

    @cached_property
    def extents(self) -> list[Extent]:
        return [extent(line) for line in self.lines]


@lru_cache(maxsize=4)
def coasts(name: str) -> Coasts:
    """A coastline by name, with the land rings that fill it."""

    def read(path: Path) -> list[Polyline]:
        return [[(lon, lat) for lon, lat in line] for line in json.loads(path.read_text())]

    return Coasts(read(_COASTS / f"{name}.json"), read(_COASTS / "land" / f"{name}.json"))


@dataclass(frozen=True)
class Chart:
    """One game's map."""

    places: Mapping[str, Place]
    ways: tuple[Way, ...]
    coast: str
    south: float
    north: float
    west: float
    east: float
    known: Extent
    """How far the coastline reaches; beyond it nothing is drawn."""

    @cached_property
    def squeeze(self) -> float:
        return cos(radians((self.south + self.north) / 2))

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {place: [] for place in self.places}
        for way in self.ways:
            found[way.a].append(way.b)
            found[way.b].append(way.a)
        return found

    @cached_property
    def coasts(self) -> Coasts:
        return coasts(self.coast)
