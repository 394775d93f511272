"""Themes and glyph sets: TOML files in `themes/` and in the player's own folder, checked line by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).resolve().parent.parent / "themes"
DEFAULT_THEME, DEFAULT_GLYPHS, COLOURLESS = "dark", "unicode", "mono"

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class BadFile(Exception):
    """A theme or settings file that cannot be used: which, at what line, and why."""

    def __init__(self, path: Path, line: int, why: str) -> None:
        super().__init__(f"{path}, line {line}: {why}" if line else f"{path}: {why}")
        self.path, self.line, self.why = path, line, why


@dataclass(frozen=True, slots=True)
class ScreenColours:
    background: str
    surface: str
    panel: str
    foreground: str
    muted: str
    primary: str
    accent: str
    success: str
    warning: str
    error: str
    selection: str
    """The ground of the highlighted line of a list; every ink must be readable on it."""


@dataclass(frozen=True, slots=True)
class MapColours:
    frame: str
    sea: str
    land: str
    coast: str
    road: str
    desert: str
    lane: str
    label: str
    capital: str
    cursor: str
    on_cursor: str
    hover: str
    near: str
    lit: str
    on_badge: str


@dataclass(frozen=True, slots=True)
class Theme:
    id: str
    title: str
    about: str
    dark: bool
    screen: ScreenColours
    map: MapColours
    hues: Mapping[str, str]

    def colour(self, role: str) -> str:
        """The colour of a role a board speaks of: a hue, or a colour of the screen."""
        found = self.hues.get(role) or getattr(self.screen, role, None)
        return found if isinstance(found, str) else self.screen.foreground


@dataclass(frozen=True, slots=True)
class Glyphs:
    id: str
    title: str
    about: str
    braille: bool
    signs: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.signs[name]

    def dice(self, numbers: tuple[int, ...]) -> str:
        """Dice as pips with their numbers, or only as numbers for dice of other kinds and plain terminals."""
        faces = self.signs["dice"]
        if self.braille and all(number <= len(faces) for number in numbers):
            return " ".join(f"{faces[number - 1]}{number}" for number in numbers)
        return " ".join(f"[{number}]" for number in numbers)


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """The table in a file and its text, or `BadFile` with the line."""
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+)", str(error))
        why = re.sub(r"\s*\(at .*\)", "", str(error))
        raise BadFile(path, int(where[1]) if where else len(text.splitlines()), why) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(path, 0, f"cannot be read ({error})") from error


def line_of(text: str, table: str, key: str) -> int:
    """The line on which `key` of `table` stands; the table's own line if the key is missing; 0 if both are."""
    section, section_line = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([^\]]+)\]", line):
            section = header[1].strip()
            if section == table:
                section_line = number
        elif section == table and re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line):
            return number
    return section_line


def folders(own: Path | None, kind: str = "") -> list[Path]:
    """Where to look, the player's own folder first: a theme of the same name there wins."""
    found = [own / "themes" / kind] if own is not None else []
    return [*found, SHIPPED / kind]


def listed(own: Path | None, kind: str = "") -> list[str]:
    """The ids of all themes (or, with kind `glyphs`, glyph sets) that can be chosen."""
    shipped = [path.stem for path in sorted((SHIPPED / kind).glob("*.toml"))]
    order = [DEFAULT_THEME, "light", "parchment", "high_contrast", "colour_blind", COLOURLESS, DEFAULT_GLYPHS]
    shipped.sort(key=lambda name: order.index(name) if name in order else len(order))
    extra = sorted(path.stem for path in (own / "themes" / kind).glob("*.toml")) if own is not None else []
    return shipped + [name for name in extra if name not in shipped]


def load_theme(name: str, own: Path | None = None, few_colours: bool = False) -> Theme:
    """The theme called `name`. Raises `BadFile`, which names the file and the line.

    On a terminal of 256 colours the nearest one can be far off (a dark sea turns navy), so a theme may have a table
    [map_256] with other colours for some things on the map.
    """
    path = _find(name, own, "")
    data, text = read_toml(path)
    parts = [item.name for item in fields(MapColours)]
    the_map = dict(_colours(path, data, text, "map", parts))
    if "map_256" in data:
        others = dict(_colours(path, data, text, "map_256", parts, all_of_them=False))
        the_map |= others if few_colours else {}
    return Theme(
        name,
        str(data.get("title", name)),
        str(data.get("about", "")),
        bool(data.get("dark", True)),
        ScreenColours(**dict(_colours(path, data, text, "screen", [item.name for item in fields(ScreenColours)]))),
        MapColours(**the_map),
        dict(_colours(path, data, text, "hues", sorted(_shipped_hues()))),
    )


def load_glyphs(name: str, own: Path | None = None) -> Glyphs:
    """The glyph set called `name`. Raises `BadFile`."""
    path = _find(name, own, "glyphs")
    data, text = read_toml(path)
    signs = data.get("glyphs", {})
    wanted = read_toml(SHIPPED / "glyphs" / f"{DEFAULT_GLYPHS}.toml")[0]["glyphs"]
    for key in wanted:
        if not isinstance(signs.get(key), str) or not signs[key]:
            raise BadFile(path, line_of(text, "glyphs", key), f"[glyphs] needs a text for '{key}'")
    return Glyphs(
        name, str(data.get("title", name)), str(data.get("about", "")), bool(data.get("braille", True)), dict(signs)
    )


def _find(name: str, own: Path | None, kind: str) -> Path:
    for folder in folders(own, kind):
        if (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    what = "glyph set" if kind else "theme"
    raise BadFile(folders(own, kind)[0] / f"{name}.toml", 0, f"there is no {what} called '{name}'")


def _shipped_hues() -> list[str]:
    return list(read_toml(SHIPPED / f"{DEFAULT_THEME}.toml")[0]["hues"])


def _colours(
    path: Path, data: Mapping[str, Any], text: str, table: str, names: list[str], all_of_them: bool = True
) -> Iterator[tuple[str, str]]:
    given = data.get(table)
    if not isinstance(given, dict):
        raise BadFile(path, 0, f"the table [{table}] is missing")
    for key in given:
        if key not in names:
            raise BadFile(path, line_of(text, table, key), f"[{table}] knows no '{key}'; it has: {', '.join(names)}")
    for key in names if all_of_them else given:
        value = given.get(key)
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            why = f'[{table}] {key} must be a colour like "#20261f"'
            raise BadFile(path, line_of(text, table, key), why if key in given else f"{why}, and it is missing")
        yield key, value
