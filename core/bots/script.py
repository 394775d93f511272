"""The bot that reads its answers from a text: one notation a line, `#` begins a comment.

If the last line is `then random`, chance goes on where the text ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.bot import Bot
from core.engine import Ask, Session

GO_ON = "then random"
SHOWN = 8


class ScriptDoesNotFit(Exception):
    """A line that answers no question: where it is, what was asked, what would be right."""


def script_bot(name: str, text: str, afterwards: Bot) -> Bot:
    """Answers with the lines of `text`; `name` is what errors call it. In a game that was loaded, it goes on
    after as many lines as its seat has answered."""
    lines = [(number, line) for number, raw in enumerate(text.splitlines(), 1) if (line := _without_comment(raw))]
    ends = bool(lines) and lines[-1][1] == GO_ON
    if ends:
        lines.pop()
    used: list[int] = []

    def choose(session: Session, ask: Ask) -> str:
        if not used:
            used.append(_answers_so_far(session, ask.seat))
        place = used[0]
        used[0] += 1
        notations = [option.notation for option in session.offers(ask)]
        if place < len(lines):
            number, answer = lines[place]
            if answer in notations:
                return answer
            refusal = session.explain(ask.seat, answer)
            raise ScriptDoesNotFit(f"{name}:{number}: {_asked(ask)}; '{answer}' was refused: {refusal}")
        if ends:
            return afterwards(session, ask)
        number = len(text.splitlines()) + 1
        raise ScriptDoesNotFit(f"{name}:{number}: {_asked(ask)}, but the script has ended; {_right(notations)}, "
                               f"or end the script with '{GO_ON}'")  # fmt: skip

    return choose


def _without_comment(raw: str) -> str:
    return raw.partition("#")[0].strip()


def _answers_so_far(session: Session, seat: str) -> int:
    said = sum(line.startswith(f"{seat} ") for line in session.log)
    return said + sum(line.seat == seat for line in session.private)


def _asked(ask: Ask) -> str:
    return f"{ask.seat} is asked '{ask.name}' ({ask.prompt})"


def _right(notations: Sequence[str]) -> str:
    more = ", …" if len(notations) > SHOWN else ""
    return f"it could say: {', '.join(notations[:SHOWN])}{more}"
