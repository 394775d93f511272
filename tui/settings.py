"""What a player likes: a small TOML file in his configuration folder. A broken one is named and set aside."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import platformdirs
import tomli_w

from saves.folder import home_folder
from tui.theming import BadFile, line_of, read_toml

SPEEDS = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 2.0}
"""Seconds a bot's move stays on the screen before the next."""
NOTICES = {"off": "not at all", "bell": "the terminal's bell", "desktop": "the bell and a desktop notice"}
"""How a player is told that it is his move."""


@dataclass(slots=True)
class Settings:
    name: str = ""
    """What the player is called at the table; empty: the name he has on this computer."""
    theme: str = "dark"
    glyphs: str = "unicode"
    animation: bool = True
    bot_speed: str = "normal"
    notice: str = "bell"
    confirm: bool = False
    """Ask for Enter after a choice made with a single key or click."""
    routine: bool = False
    """Answer for the player what can wait, such as Pay while no Lord's Service ends."""
    vim_keys: bool = True
    keys: dict[str, str] = field(default_factory=dict)
    """Own keys by the name of what they do, for example `take_back = "backspace"`."""


def config_folder() -> Path:
    """Where settings and own themes live; `OUTREMER_CONFIG` names another place, and a home of its own has its own."""
    if chosen := os.environ.get("OUTREMER_CONFIG"):
        return Path(chosen)
    if os.environ.get("OUTREMER_HOME"):
        return home_folder() / "config"
    return Path(platformdirs.user_config_dir("outremer", appauthor=False))


def settings_file() -> Path:
    return config_folder() / "settings.toml"


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings, and what is wrong with the file if anything is: then what can be used is used."""
    path = path or settings_file()
    settings = Settings()
    complaints: list[str] = []
    if not path.exists():
        return settings, complaints
    try:
        data, text = read_toml(path)
    except BadFile as bad:
        return settings, [f"{bad}. The defaults are used."]
    known = {item.name: item for item in fields(Settings)}
    for key, value in data.items():
        why = _complaint(key, value, known)
        if why:
            line = line_of(text, "", key) or line_of(text, key, "")
            complaints.append(f"{BadFile(path, line, why)}. The default is used.")
        else:
            setattr(settings, key, value)
    return settings, complaints


def _complaint(key: str, value: Any, known: dict[str, Any]) -> str:
    if key not in known:
        return f"there is no setting '{key}'; there are: {', '.join(known)}"
    default = getattr(Settings(), key)
    if type(value) is not type(default):
        wanted = {str: "a text", bool: "true or false", dict: "a table"}[type(default)]
        return f"'{key}' must be {wanted}"
    for choice, values in (("bot_speed", SPEEDS), ("notice", NOTICES)):
        if key == choice and value not in values:
            return f"'{key}' must be one of {', '.join(values)}"
    if key == "keys" and not all(isinstance(keys, str) for keys in value.values()):
        return '[keys] holds texts such as take_back = "u"'
    return ""


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Writes the file in one step, so that a crash leaves the old one or the new one."""
    path = path or settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(tomli_w.dumps(asdict(settings)), encoding="utf-8")
    fresh.replace(path)
