"""Text from outside, made fit to be shown: no escape sequences, no tricks with writing direction."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

LONGEST_NAME = 24
MARKS_IN_A_ROW = 2
"""Some scripts need two marks on a letter; nobody needs ten."""
PUNCTUATION = " -'._"


def clean_name(text: str, taken: Collection[str] = (), otherwise: str = "Guest") -> str:
    """A name of letters, digits and a few signs that is not `taken` yet; `otherwise` if nothing is left of it."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[:200]):
        kind = unicodedata.category(char)[0]
        marks = marks + 1 if kind == "M" else 0
        if kind in "LN" or char in PUNCTUATION or (kind == "M" and kept and marks <= MARKS_IN_A_ROW):
            kept.append(char)
        elif kind == "Z":
            kept.append(" ")
    name = " ".join("".join(kept).split())[:LONGEST_NAME].strip()
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
