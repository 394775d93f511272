"""The codex of a game: its rules in our own words, cut into sections that prompts and refusals can point to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tui.boards import load_board

_FOLDER = Path(__file__).resolve().parent / "codex"
_GAMES = Path(__file__).resolve().parent.parent / "core" / "games"
_RULING = re.compile(r"\bR(\d+)\b")
_RANGE = re.compile(r"\bR(\d+) to R(\d+)\b")
_RULED = re.compile(r"^\*\*(R\d+)\. (.+?)\*\*(.*?)(?=^\*\*R\d|^## |\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    chapter: str
    title: str
    text: str

    @property
    def short(self) -> str:
        """`R23` of a ruling, the whole title otherwise."""
        ruling = re.match(r"R\d+", self.title)
        return ruling[0] if ruling else self.title


@dataclass(frozen=True)
class Codex:
    game: str
    sections: tuple[Section, ...]

    def find(self, rule: str) -> Section | None:
        """The section a rule number or name points to: `F. Battle`, `R55`, `B, R10`."""
        if not rule:
            return None
        for section in self.sections:
            if section.title == rule or section.short == rule:
                return section
        ruling = _RULING.search(rule)
        if ruling is not None:
            return next((section for section in self.sections if section.short == ruling[0]), None)
        named = next((each for each in self.sections if each.title.lower().startswith(rule.lower())), None)
        entry = next((each for each in self.sections if f"**{rule} " in each.text), None)
        above, _, _ = rule.rpartition(".")
        return named or entry or self.find(above if above[:1].isdigit() else "")

    def paragraph(self, section: Section, rule: str) -> int:
        """Where in a table the entry stands that a rule points to, a card for example; 0 if it is the whole."""
        parts = section.text.split("\n\n")
        return next((number for number, part in enumerate(parts) if part.startswith(f"**{rule} ")), 0)

    def search(self, words: str) -> list[Section]:
        """Sections with all the words in them, those with a hit in the title first."""
        wanted = words.lower().split()
        in_title = [each for each in self.sections if all(word in each.title.lower() for word in wanted)]
        rest = [
            each for each in self.sections
            if each not in in_title and all(word in f"{each.title} {each.text}".lower() for word in wanted)
        ]  # fmt: skip
        return in_title + rest

    def references(self, section: Section) -> list[Section]:
        """What a section sends the reader to: rulings by number, other sections by name."""
        numbers: list[int] = []
        for first, last in _RANGE.findall(section.text):
            numbers += range(int(first), int(last) + 1)
        numbers += [int(number) for number in _RULING.findall(section.text)]
        found = [self.find(f"R{number:02}") for number in sorted(set(numbers))]
        named = [self.find(name) for name in re.findall(r"\*([^*]+)\*", section.text)]
        return [each for each in [*named, *found] if each is not None and each is not section]

    def linked(self, section: Section) -> str:
        """The text with every rule number as a link."""
        return _RULING.sub(lambda match: f"[{match[0]}]({match[0]})", section.text)


@lru_cache(maxsize=8)
def load_codex(game_id: str) -> Codex:
    """Rules, rulings and tables of a game. Tables say of each entry where it comes from."""
    sections: list[Section] = []
    chapter = title = ""
    lines: list[str] = []

    def close() -> None:
        if title:
            sections.append(Section(chapter, title, "\n".join(lines).strip()))

    for line in (_FOLDER / f"{game_id}.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            close()
            title, lines = line[3:].strip(), []
        elif line.startswith("# "):
            close()
            chapter, title, lines = line[2:].strip(), "", []
        else:
            lines.append(line)
    close()
    sections += _rulings(game_id)
    for name, table in load_board(game_id).tables.items():
        rows = [f"**{entry.title}** *({entry.source})* {entry.text}" for entry in table()]
        sections.append(Section("Tables", name, "\n\n".join([SOURCES, *rows])))
    return Codex(game_id, tuple(sections))


def _rulings(game_id: str) -> list[Section]:
    """How we read the rulebook where it is silent or double, as written down beside the rules themselves."""
    whole = (_GAMES / game_id / "RULINGS.md").read_text(encoding="utf-8")
    if not _RULED.search(whole):  # rulings without numbers: by their headings
        parts = [part.partition("\n") for part in whole.split("\n## ")[1:]]
        return [Section("Rulings", title.strip(), body.strip()) for title, _, body in parts]
    found = []
    for number, question, answer in _RULED.findall(whole):
        title, text = question.rstrip(".: "), answer.strip()
        if text[:1].islower():  # the question runs on into the answer
            text = f"{title} {text}"
        text = text.replace("*switch*", "*This can be agreed otherwise in the options of a new game.*", 1)
        found.append(Section("Rulings", f"{number}. {title}", text))
    return found


SOURCES = (
    "Each entry says where it comes from: *rulebook*, *public* (reviews and reports of players), or *reconstructed*: "
    "the printed component was not available, and a sensible one was designed."
)
