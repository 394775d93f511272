"""A question as lines of text, and what a typed line means as an answer to it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.engine import Option

WIDTH = 80
MOST_SHOWN = 30
"""More options than this are shown only when asked for, or a few letters at a time."""


def wrapped(text: str, indent: str = "") -> str:
    """Text of our own at a width that any terminal and any braille line can show."""
    return "\n".join(_filled(line, indent, indent) for line in text.split("\n"))


def _filled(line: str, first: str, below: str) -> str:
    """Names of files and notations stay whole."""
    return textwrap.fill(
        line, WIDTH, initial_indent=first, subsequent_indent=below, break_on_hyphens=False, break_long_words=False
    )


def keyed(options: Sequence[Option]) -> dict[str, Option]:
    """Options by what is typed for them: 1, 2, 3, …; where the notations are numbers themselves, the notations."""
    if any(option.notation.isdigit() for option in options):
        return {option.notation: option for option in options}
    return {str(number): option for number, option in enumerate(options, 1)}


def option_lines(options: Mapping[str, Option]) -> Iterator[str]:
    """One line an option, under the heading of its group."""
    width = max(len(key) for key in options)
    group = ""
    for key, option in options.items():
        if option.group != group:
            group = option.group
            yield f"  {group}:" if group else ""
        plain = option.label.lower() == option.notation.lower() or key == option.notation
        text = option.label if plain else f"{option.label} [{option.notation}]"
        yield _filled(text, f"  {key.rjust(width)}  ", " " * (width + 4))


def overview_lines(options: Mapping[str, Option]) -> Iterator[str]:
    """Many options in few lines: each group and its notations."""
    groups: dict[str, list[str]] = {}
    for option in options.values():
        groups.setdefault(option.group, []).append(option.notation)
    for group, notations in groups.items():
        yield _filled(f"{group}: {', '.join(notations)}" if group else ", ".join(notations), "  ", "      ")


def meant(text: str, options: Mapping[str, Option]) -> dict[str, Option]:
    """The options a typed line can mean: by number or notation one, by a few letters perhaps several."""
    for option in options.values():
        if option.notation == text:
            return {text: option}
    if text in options:
        return {text: options[text]}
    found = ranked(text, options.values())
    return {key: option for key, option in options.items() if found and option in found[0]}


def ranked(text: str, options: Iterable[Option]) -> list[list[Option]]:
    """The options that a few letters fit, the best first: where they stand at the beginning, in one run, at the
    beginning of words, or anywhere. No option is in two ranks."""
    letters = text.lower().strip()
    left = list(options)
    ranks = []
    for fits in (_begins, _runs, _begins_words, _holds):
        ranks.append([option for option in left if fits(option, letters)])
        left = [option for option in left if option not in ranks[-1]]
    return [rank for rank in ranks if rank]


def _texts(option: Option) -> tuple[str, str]:
    return option.notation.lower(), option.label.lower()


def _begins(option: Option, letters: str) -> bool:
    return any(text.startswith(letters) for text in _texts(option))


def _runs(option: Option, letters: str) -> bool:
    """What was typed stands there as it is, from the beginning of a word: `with 8` is not `with 4 cubes: 8 Bezants`."""
    return any(f" {letters}" in text for text in _texts(option))


def _begins_words(option: Option, letters: str) -> bool:
    """Every typed word begins a word of the option: `con dam` finds `control damascus`."""
    return any(
        all(any(part.startswith(word) for part in text.split()) for word in letters.split()) for text in _texts(option)
    )


def _holds(option: Option, letters: str) -> bool:
    return any(letters in text for text in _texts(option))
