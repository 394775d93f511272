"""Words from others, made safe to show: nothing that moves the cursor, hides, or turns the line round."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 32
LONGEST_CHAT = 1000
LONGEST_ASIDE = 300
"""What somebody who looks on may say at once."""
_MARKS = 4
"""How many accents one letter may pile up."""
_BLANK = {"Cc", "Zl", "Zp"}
_NOTHING = {"Cf", "Cs", "Co", "Cn"}


def clean(text: str, longest: int) -> str:
    """Control characters become blanks; direction marks, invisible and unassigned characters disappear."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: 4 * longest]):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category in _NOTHING or marks > _MARKS:
            continue
        kept.append(" " if category in _BLANK else character)
    return " ".join("".join(kept).split())[:longest].strip()


def clean_name(text: str) -> str:
    """A name, or nothing if there is nothing left of it."""
    return clean(text, LONGEST_NAME)
