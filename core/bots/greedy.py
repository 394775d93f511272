"""The bot that wants the best position at the end of its own action.

An action is a run of small questions, so the bot imagines whole lines: each option, followed by further answers
at random until the next action begins. The lines that turn out best are imagined again under other dice, and the
one that is best on average is begun. At the next question it thinks afresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from core.bots.bot import Bot, thinking_place
from core.engine import Ask, Hidden, Option, Session
from core.engine.log import parse_answer

LINES = 48
"""How many lines are imagined, shared among the options; each option gets at least one."""
FINALISTS = 6
RETRIALS = 4
"""How often each of the best lines is imagined again."""
LONGEST = 40
"""Answers after which a line is cut off."""

Line = tuple[str, ...]


def greedy_bot(seed: str) -> Bot:
    """One action deep, by `game.value`."""

    def choose(session: Session, ask: Ask) -> str:
        offers = session.offers(ask)
        if len(offers) == 1:
            return offers[0].notation
        thought = Thought(session, ask, Random(f"{seed} {thinking_place(session)}"))
        return thought.best(offers)

    return choose


class Thought:
    """What one seat imagines about one question."""

    def __init__(self, session: Session, ask: Ask, chance: Random) -> None:
        self.session = session
        self.ask = ask
        self.chance = chance
        self.opening = opening_question(session, ask)

    def best(self, offers: Sequence[Option]) -> str:
        found: dict[Line, int] = {}
        for _ in range(max(1, LINES // len(offers))):
            for option in offers:
                line, worth = self.imagine((option.notation,))
                found[line] = max(worth, found.get(line, worth))
        lines = list(found)
        self.chance.shuffle(lines)  # equals must not be ranked by the order of the options
        finalists = sorted(lines, key=found.__getitem__, reverse=True)[:FINALISTS]
        on_average = {line: sum(self.imagine(line)[1] for _ in range(RETRIALS)) for line in finalists}
        return max(finalists, key=on_average.__getitem__)[0]

    def imagine(self, wish: Line) -> tuple[Line, int]:
        """Follows `wish` as far as it fits, then chance, to the end of the action. What this seat answered, and
        what the position is worth to it. A thought also ends where something is `Hidden`."""
        seat = self.ask.seat
        twin = self.session.fork(seat, self.chance.getrandbits(32))
        said: list[str] = []
        with suppress(Hidden):
            for _ in range(LONGEST):
                if not twin.pending or (said and twin.pending[0].name == self.opening):
                    break
                ask = twin.pending[0]
                notations = [option.notation for option in twin.offers(ask)]
                answer = notations[int(self.chance.random() * len(notations))]
                if ask.seat == seat:
                    if len(said) < len(wish) and wish[len(said)] in notations:
                        answer = wish[len(said)]
                    said.append(answer)
                twin.answer(ask.seat, answer)
        return tuple(said), self.session.game.value(twin.state, seat)


def opening_question(session: Session, ask: Ask) -> str:
    """The name of the question that began the action under way; when it comes again, the action is over."""
    for line in session.log[session.last_checkpoint.index :]:
        answer = parse_answer(line)
        if answer is not None:
            return answer.name
    return ask.name
