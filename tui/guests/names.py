"""Text from outside, made fit to be shown: no escape sequences, no tricks with writing direction, no markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from netplay.clean_text import clean

LONGEST_NAME = 24
PUNCTUATION = " -'._"


def clean_name(text: str, taken: Collection[str] = (), otherwise: str = "Guest") -> str:
    """A name of letters, digits and a few signs that is not `taken` yet; `otherwise` if nothing is left of it."""
    kept = "".join(char for char in clean(text, 200) if char in PUNCTUATION or unicodedata.category(char)[0] in "LMN")
    name = clean(kept, LONGEST_NAME)
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        name = otherwise
    known = {each.casefold() for each in taken}
    unique, number = name, 1
    while unique.casefold() in known:
        number += 1
        unique = f"{name} {number}"
    return unique


def printable(text: str, longest: int = 120) -> str:
    """Anything from outside in a line of the log: what cannot be printed safely is written as its code."""
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:longest])
    return shown + ("…" if len(text) > longest else "")
