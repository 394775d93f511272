"""Keys as players write them (`!`, `ctrl+t`, `f2`) and as Textual calls them (`exclamation_mark`)."""

from __future__ import annotations

import string
import unicodedata

from textual.keys import KEY_NAME_REPLACEMENTS, Keys

_MODIFIERS = ("ctrl", "shift", "alt", "super", "meta", "hyper")


def _name_of(sign: str) -> str:
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


_SIGNS = {_name_of(sign): sign for sign in string.punctuation}
_NAMES = {key.value for key in Keys} | {"space"} | set(_SIGNS)


def spoken(keys: str) -> str:
    """`question_mark,f1` as it is said: `? f1`."""
    return " ".join(_SIGNS.get(key, key) for key in keys.split(","))


def understood(text: str) -> str:
    """What was written, keys with spaces or commas between them, as Textual wants it. Raises `ValueError` with the
    first that is no key."""
    return ",".join(_understood(part) for part in text.replace(",", " ").split())


def _understood(key: str) -> str:
    if len(key) == 1:
        return key if key.isalnum() else _name_of(key)
    *modifiers, last = key.split("+")
    if any(modifier not in _MODIFIERS for modifier in modifiers) or not (last in _NAMES or len(last) == 1):
        raise ValueError(key)
    return key
