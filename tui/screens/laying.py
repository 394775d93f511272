"""A stack that a player lays at the table, card by card: the Plan of a Campaign, for example.

To the rules it is a run of small answers in a private dialog. Here it can be laid in any order until it is sealed:
the answers are then given anew, all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import saves
from core.engine import Refused
from tui.boards import Stack

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Laying:
    def __init__(self, table: TableScreen) -> None:
        self.stack: Stack | None = None
        self._table = table
        self._slot = 0
        """The place before which the next thing goes."""
        self._before: list[Stack] = []
        """How the stack lay before each change."""

    def take_up(self, stack: Stack | None) -> None:
        """Begins, goes on with or ends a stack; on a small screen it comes into sight and goes again."""
        before, self.stack = self.stack, stack
        if (before is None) == (stack is None):
            return
        self._before = []
        self._slot = len(stack.answers) if stack is not None else 0
        if self._table.is_small:
            self._table.top.open_tab(stack.panel if stack is not None else "map")

    def adds(self, name: str) -> bool:
        """Whether the question of that name adds to the stack."""
        return self.stack is not None and self.stack.ask == name

    def where(self, name: str) -> str:
        """A word on where the next thing goes, if not at the end."""
        if not self.adds(name) or self.stack is None or self._slot >= len(self.stack.answers):
            return ""
        return f", to go in before number {self._slot + 1}"

    # --- laying --------------------------------------------------------------------------------------

    def put_in(self, notation: str) -> None:
        """Before the marked place."""
        stack, slot, ask = self.stack, self._slot, self._table.ask
        assert stack is not None
        assert ask is not None
        if slot < len(stack.answers):
            self._lay([*stack.answers[:slot], notation, *stack.answers[slot:]], slot + 1)
        else:
            self._before.append(stack)
            self._slot += 1
            self._table.answer(ask.seat, notation)

    def _lay(self, answers: Sequence[str], slot: int) -> None:
        """Gives the answers of the stack anew in this order. What can only follow in one way follows by itself."""
        table, before = self._table, self.stack
        assert table.ask is not None
        assert before is not None
        try:
            table.sitting.answer_anew(table.ask.seat, answers)
        except Refused as refused:
            table.refuse("Not possible", str(refused))
            return
        except saves.SaveFailed as failed:
            table.not_saved(failed)
        self._slot = slot
        table.go_on()
        if self.stack != before:
            self._before.append(before)
        elif tuple(answers) != before.answers:
            table.notify("Nothing else can lie there: only this is left.", timeout=4)

    def take_back(self) -> bool:
        """As it lay before the last change. `False` if nothing was changed."""
        if self.stack is None or not self._before:
            return False
        before = self._before.pop()
        self._lay(before.answers, len(before.answers))
        self._before.pop()  # taking back is no change of its own
        return True

    def move(self, start: int, end: int) -> None:
        """What lies at one place goes to another; beyond all places it is taken out."""
        assert self.stack is not None
        answers = list(self.stack.answers)
        if not 0 <= start < len(answers) or start == end:
            return
        card = answers.pop(start)
        if end < 0:
            self._lay(answers, start)
        else:
            end = min(end, len(answers))
            self._lay([*answers[:end], card, *answers[end:]], end)

    # --- the marked place ----------------------------------------------------------------------------

    @property
    def _marked(self) -> int:
        """There is no place behind a stack that is full."""
        assert self.stack is not None
        assert self._table.ask is not None
        return min(self._slot, len(self.stack.answers) - (not self.adds(self._table.ask.name)))

    def show_mark(self) -> None:
        if self.stack is not None:
            self.go_to(self._slot)

    def go_to(self, slot: int) -> None:
        assert self.stack is not None
        self._slot = min(max(slot, 0), len(self.stack.answers))
        self._table.top.mark(f"slot {self._marked}")
        self._table.put_question()

    def walk(self, step: int) -> None:
        self.go_to(self._marked + step)

    def shift(self, step: int) -> None:
        if self._marked + step >= 0:
            self.move(self._marked, self._marked + step)

    def drop(self) -> None:
        assert self.stack is not None
        slot = self._marked
        self.move(slot if slot < len(self.stack.answers) else slot - 1, -1)
