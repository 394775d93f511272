"""The log is the game: one line an answer, with its question, chained by hash.

red action: control damascus ~1f0c2a9b      an answer, and a digest of the options it was chosen from
roll siege: 1 1 3 6                         dice
draw events: jihad camels                   open cards
deal red events: 2                          hidden cards (what they are is in the vault)
seal plan: red 3, blue 3                    private dialogs that ended, and how much each sealed
open plan: 17.red.0=alfonso 17.red.1=-      what was shown; - stayed sealed, * was shown to one seat
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from core.engine.requests import Ask, Deal, Draw, Open, Request, Roll, Sealed, Secret

START = sha256(b"outremer").digest()
RESERVED = frozenset({"roll", "draw", "deal", "seal", "open"})

_ANSWER = re.compile(r"(\S+) ([^:]+): (.*) ~([0-9a-f]{8})")
_WORD = re.compile(r"[A-Za-z_][\w.'-]*")


class Drift(Exception):
    """The log does not fit the rules that replay it: at which entry, and why."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"entry {index}: {why}")
        self.index = index
        self.why = why


@dataclass(frozen=True, slots=True)
class Answer:
    """A logged choice, taken apart."""

    seat: str
    name: str
    notation: str
    digest: str


def chained(chain: bytes, line: str) -> bytes:
    return sha256(chain + line.encode()).digest()


def value_text(value: Any) -> str:
    """A hidden value as one word of a log line."""
    if isinstance(value, str) and _WORD.fullmatch(value):
        return value
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def ask_line(ask: Ask, notation: str) -> str:
    return f"{ask.seat} {ask.name}: {notation} ~{ask.option_digest()}"


def outcome_line(request: Request, outcome: Any) -> str:
    """The line of any request but an `Ask`, whose outcome the table gave."""
    match request:
        case Roll():
            return f"roll {request.name}: {' '.join(map(str, outcome))}"
        case Draw():
            return f"draw {request.name}: {' '.join(map(value_text, outcome))}"
        case Deal():
            return f"deal {request.seat} {request.name}: {len(outcome)}"
        case Secret():
            return f"seal {request.name}: " + ", ".join(f"{seat} {len(outcome[seat])}" for seat in request.dialogs)
        case Open():
            shown = zip(request.sealed, outcome, strict=True)
            return f"open {request.name}: " + " ".join(_shown(token, value, request.to) for token, value in shown)
        case _:
            raise TypeError(request)


def _shown(token: Sealed, value: Any, to: str | None) -> str:
    return f"{token.key}={'*' if to else '-' if value is None else value_text(value)}"


def parse_answer(line: str) -> Answer | None:
    """The choice in a line, or None if the line is of chance or secrets."""
    match = _ANSWER.fullmatch(line)
    if match is None or match[1] in RESERVED:
        return None
    return Answer(*match.groups())
