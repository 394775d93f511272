"""A game under way: a machine without I/O. It says what is awaited and moves on when answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.engine.events import SILENCE, Event
from core.engine.game import Game, Setup
from core.engine.log import START, Drift, ask_line, chained, outcome_line, parse_answer
from core.engine.plain import digest
from core.engine.requests import (
    CHECKPOINT,
    Ask,
    Checkpoint,
    Deal,
    Draw,
    Open,
    Option,
    Procedure,
    Refusal,
    Refused,
    Request,
    Roll,
    Sealed,
    Secret,
)
from core.engine.table import ImaginedTable, Place, Table
from core.engine.vault import ALL

_NOT_YET = object()


@dataclass(slots=True)
class Mark:
    """A checkpoint that was kept: from here the game can be played again."""

    index: int
    chain: bytes
    state: Any
    events: int


@dataclass(slots=True)
class PrivateDialog:
    """One seat's dialog inside a `Secret`: where it is, and what was answered so far."""

    procedure: Procedure[Sequence[Any]]
    ask: Ask | None = None
    notations: list[str] = field(default_factory=list)

    def next_ask(self, value: Any) -> Ask:
        """Goes on with an answer. Raises `StopIteration` with what the dialog returns."""
        ask = self.procedure.send(value)
        if not isinstance(ask, Ask):
            raise TypeError(f"a private dialog may only ask, not {ask}")
        return ask


class PrivateLine(NamedTuple):
    """An answer in a private dialog: beside which entry of the shared log, whose, and the line."""

    at: int
    seat: str
    line: str


class Session:
    """One game under one table.

    `pending` holds the questions that wait for an answer: one, or several at once inside a `Secret`.
    It is empty when the game is over, and while the table waits for others (`stalled`).
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        table: Table,
        *,
        keep: bool = True,
        listen: bool = True,
        state: Any = None,
        history: Sequence[str] = (),
    ) -> None:
        """Begins a game, or goes on from the `state` of a checkpoint after the logged lines of `history`.

        `keep=False` keeps no checkpoints (no forks, no take-back) and `listen=False` no events, for playouts.
        """
        self.game = game
        self.setup = setup
        self.table = table
        self.log: list[str] = list(history)
        self.chain = START
        for line in self.log:
            self.chain = chained(self.chain, line)
        self.private: list[PrivateLine] = []
        """Answers in the private dialogs that this table ran: never in the shared log."""
        self.events: list[Event] = [] if listen else SILENCE
        self.rewinds = 0
        """How often the log was cut short; whoever copies the log must then copy it anew."""
        self._keep = keep
        self._answers: list[Any] = [None] * len(self.log)
        self._floor = len(self.log)
        self._last_seat = ""
        self._marks: list[Mark] = []
        self._recorded = True
        self._begin(game.begin(setup) if state is None else state)
        self._advance(None)

    def _begin(self, state: Any) -> None:
        state.news = self.events
        self.state = state
        self.pending: tuple[Ask, ...] = ()
        self.stalled: Request | None = None
        self.over = False
        self._dialogs: dict[str, PrivateDialog] = {}
        self._procedure = self.game.play(state)

    # --- what is awaited -------------------------------------------------------------------------

    def ask_for(self, seat: str) -> Ask | None:
        """The question `seat` must answer now."""
        return next((ask for ask in self.pending if ask.seat == seat), None)

    def offers(self, ask: Ask) -> list[Option]:
        """All that can be answered to `ask`, as far as this table can see the asked seat's hand."""
        if ask.play is None:
            return ask.options
        return ask.options + [option for token in ask.hand if (option := self._played(ask, token)) is not None]

    def _played(self, ask: Ask, token: Sealed) -> Option | None:
        """The option of playing one hidden card, if this table can read it and it can be played."""
        vault = self.table.vault
        if ask.play is None or not vault.holds(token):
            return None
        option = ask.play(vault.values[token.key])
        if option is not None:
            option.token = token
        return option

    def explain(self, seat: str, notation: str) -> Refusal | None:
        """Why `seat` may not answer `notation` now, with the rule; None if it may."""
        ask = self.ask_for(seat)
        if ask is None:
            return Refusal("The game is over." if self.over else f"It is not {seat}'s turn to answer.")
        if any(option.notation == notation for option in self.offers(ask)):
            return None
        return ask.explain(notation)

    def place(self) -> Place:
        return Place(len(self.log), self.chain)

    def digest(self) -> str:
        return digest(self.state)

    # --- moving on -------------------------------------------------------------------------------

    def answer(self, seat: str, notation: str) -> None:
        """Answers the question of `seat`. Raises `Refused`, changing nothing, if that was not on offer."""
        for ask in self.pending:
            if ask.seat == seat:
                break
        else:
            refusal = self.explain(seat, notation)
            assert refusal is not None
            raise Refused(refusal)
        option = self._option(ask, notation)
        if option is None:
            raise Refused(ask.explain(notation) or Refusal(f"'{notation}' cannot be answered here", ask.rule))
        if self._dialogs:
            self._answer_privately(ask, option)
        else:
            if self._recorded:
                self._record(ask_line(ask, notation), notation, ask.seat)
            if option.token is not None:
                self._show_played(option.token)
            self._advance(option)

    def _show_played(self, token: Sealed) -> None:
        """A card played from a hand is seen by all, and cannot be taken back."""
        self.table.vault.put(token, self.table.vault.values[token.key], ALL)
        self._floor = len(self.log)

    def _option(self, ask: Ask, notation: str) -> Option | None:
        for option in ask.options if ask.play is None else self.offers(ask):
            if option.notation == notation:
                return option
        return None

    def proceed(self) -> None:
        """Asks the table again for what it could not give before."""
        request = self.stalled
        if request is None:
            return
        outcome = self._outcome(request)
        if outcome is not _NOT_YET:
            self.stalled = None
            self._advance(outcome)

    def _advance(self, value: Any) -> None:
        send = self._procedure.send
        try:
            while True:
                request = send(value)
                if type(request) is Ask:
                    self.pending = (request,)
                    return
                if request is CHECKPOINT:
                    if self._keep:
                        self._mark()
                    value = None
                    continue
                value = self._outcome(request)
                if value is _NOT_YET:
                    self._stall(request)
                    return
        except StopIteration:
            self.pending = ()
            self.over = True

    def _stall(self, request: Request) -> None:
        """The table cannot say yet: nobody is asked, but those whose private dialogs run here."""
        self.stalled = request
        self.pending = tuple(dialog.ask for dialog in self._dialogs.values() if dialog.ask is not None)

    def _record(self, line: str, answer: Any, seat: str = "") -> None:
        if not seat:
            self._floor = len(self.log) + 1
        elif self._last_seat != seat:
            self._floor = len(self.log)
        self._last_seat = seat
        self.log.append(line)
        self._answers.append(answer)
        self.chain = chained(self.chain, line)

    # --- chance and secrets ----------------------------------------------------------------------

    def _outcome(self, request: Request) -> Any:
        """What the table says to a request that is not an `Ask`, or `_NOT_YET`."""
        outcome: Any
        place = self.place()
        match request:
            case Roll():
                outcome = self.table.roll(request, place)
            case Draw():
                outcome = self.table.draw(request, place)
            case Deal():
                outcome = self.table.deal(request, place)
            case Open():
                outcome = self.table.open(request, place)
            case Secret():
                if not self._dialogs and self.stalled is not request:
                    self._open_dialogs(request)
                outcome = self.table.sealed(request, place)
                if outcome is not None:
                    self._dialogs, self.stalled = {}, None
            case Ask() | Checkpoint():
                raise TypeError(f"{request} is not for the table")
        if outcome is None:
            return _NOT_YET
        if self._recorded:
            self._record(outcome_line(request, outcome), outcome)
        self._announce(request, outcome)
        return outcome

    def _announce(self, request: Request, outcome: Any) -> None:
        match request:
            case Roll():
                self.events.append(Event("roll", {"dice": outcome, "why": request.why or request.name}))
            case Draw():
                self.events.append(Event("draw", {"cards": outcome, "why": request.why or request.name}))
            case Deal():
                self.events.append(Event("deal", {"seat": request.seat, "count": len(outcome), "why": request.name}))
            case Open():
                shown = [value for value in outcome if value is not None]
                if shown:
                    owner = request.sealed[0].owner
                    self.events.append(Event("open", {"seat": owner, "shown": shown, "why": request.name}))
            case Secret():
                self.events.append(Event("sealed", {"seats": list(request.dialogs), "why": request.name}))

    def _open_dialogs(self, request: Secret) -> None:
        self.stalled = request
        mine = [seat for seat in request.dialogs if self.table.plays_for(seat)]
        for seat in mine:
            self._dialogs[seat] = PrivateDialog(self._dialog_procedure(request, seat))
        for seat in mine:
            self._step_dialog(seat, None)

    def _dialog_procedure(self, request: Secret, seat: str) -> Procedure[Sequence[Any]]:
        vault = self.table.vault
        return request.dialogs[seat](lambda token: vault.peek(seat, token))

    def _step_dialog(self, seat: str, value: Any) -> None:
        dialog = self._dialogs[seat]
        try:
            dialog.ask = dialog.next_ask(value)
        except StopIteration as end:
            dialog.ask = None
            self.table.seal(seat, end.value, self.place())
        assert self.stalled is not None
        self._stall(self.stalled)

    def _answer_privately(self, ask: Ask, option: Option) -> None:
        self._dialogs[ask.seat].notations.append(option.notation)
        self.private.append(PrivateLine(len(self.log), ask.seat, ask_line(ask, option.notation)))
        self._step_dialog(ask.seat, option)
        if not self.pending:
            self.proceed()

    # --- checkpoints, forks, take-back -----------------------------------------------------------

    def _mark(self) -> None:
        while len(self._marks) > 1 and self._marks[1].index <= self._floor:
            del self._marks[0]
        self._marks.append(Mark(len(self.log), self.chain, self.state.copy(), len(self.events)))

    @property
    def last_checkpoint(self) -> Mark:
        """The newest checkpoint that was kept; a game loads from here in no time."""
        return self._marks[-1]

    def fork(self, seat: str, seed: int | str = 0, *, listen: bool = False, lasting: bool = False) -> Session:
        """A game like this one in which `seat` can try things out. Its dice are others than the real ones,
        and it holds no secret that `seat` may not know.

        With `listen` it tells what happens. A `lasting` fork can be forked in its turn, also when this game has gone
        on: so that somebody can think about this moment in a thread of his own."""
        mark = self._marks[-1]
        twin = object.__new__(Session)
        twin.game, twin.setup = self.game, self.setup
        twin.table = ImaginedTable(seed, self.table.vault, seat)
        twin.log, twin.private, twin.chain, twin.rewinds = [], [], mark.chain, 0
        twin.events = [] if listen else SILENCE
        twin._keep = twin._recorded = False
        twin._answers, twin._floor, twin._marks = [], 0, []
        twin._begin(mark.state.copy())
        answers = self._answers[mark.index :]
        twin._replay(answers)
        if lasting:
            twin._answers, twin._marks = answers, [Mark(0, mark.chain, mark.state.copy(), 0)]
        for owner, dialog in self._dialogs.items():
            for notation in dialog.notations if owner == seat else ():
                twin.answer(owner, notation)
        return twin

    def _replay(self, answers: Sequence[Any], lines: Sequence[str] = ()) -> None:
        """Runs the procedure over answers known to fit, asking nobody; writes `lines` as it goes."""
        send = self._procedure.send
        value: Any = None
        step = 0
        try:
            while True:
                request = send(value)
                if request is CHECKPOINT:
                    if self._keep:
                        self._mark()
                    value = None
                    continue
                if step == len(answers):
                    break
                value = answers[step]
                if lines:
                    self._record(lines[step], value, request.seat if isinstance(request, Ask) else "")
                if type(request) is Ask:
                    value = self._option(request, value)
                else:
                    self._announce(request, value)
                step += 1
        except StopIteration:
            self.over = True
            return
        if type(request) is Ask:
            self.pending = (request,)
            return
        outcome = self._outcome(request)
        if outcome is _NOT_YET:
            self._stall(request)
        else:
            self._advance(outcome)

    def why_no_take_back(self, seat: str) -> Refusal | None:
        """Why `seat` cannot take back its last answer; None if it can."""
        if self._dialogs:
            dialog = self._dialogs.get(seat)
            if dialog is None or not dialog.notations:
                return Refusal("You have not answered anything yet that could be taken back.")
            if dialog.ask is None:
                return Refusal("What is sealed stays sealed.")
            return None
        if self.stalled is not None:
            return Refusal("Chance or a secret is being settled: what led to it cannot be taken back.")
        if not self._keep:
            return Refusal("This game keeps no checkpoints.")
        answer = parse_answer(self.log[-1]) if self.log else None
        if answer is None:
            return Refusal("The last thing that happened was not a choice: dice and reveals are never taken back.")
        if answer.seat != seat:
            return Refusal(f"{answer.seat} has answered since.")
        if len(self.log) - 1 < self._floor:
            return Refusal("Dice, a reveal or somebody else's answer came in between.")
        return None

    def take_back(self, seat: str) -> None:
        """Takes back the last answer of `seat`. Never crosses dice, a reveal, or another seat's answer."""
        refusal = self.why_no_take_back(seat)
        if refusal is not None:
            raise Refused(refusal)
        if self._dialogs:
            self.answer_anew(seat, self._dialogs[seat].notations[:-1])
        else:
            self.rewinds += 1
            self._rewind(len(self.log) - 1)

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        """Answers the private dialog that `seat` has open from its first question, in place of all it has answered
        there: as many of these answers as are on offer when their turn comes. Raises `Refused`, changing nothing, if
        no dialog is open, or if that would end it: what is sealed stays sealed."""
        dialog = self._dialogs.get(seat)
        if dialog is None or dialog.ask is None:
            raise Refused(Refusal("There is nothing open to answer anew."))
        assert isinstance(self.stalled, Secret)
        anew = PrivateDialog(self._dialog_procedure(self.stalled, seat))
        lines = []
        try:
            ask = anew.next_ask(None)
            for notation in notations:
                option = self._option(ask, notation)
                if option is None:
                    break
                anew.notations.append(notation)
                lines.append(PrivateLine(len(self.log), seat, ask_line(ask, notation)))
                ask = anew.next_ask(option)
        except StopIteration:
            raise Refused(Refusal("That would end it: what is sealed stays sealed.")) from None
        self.rewinds += 1
        anew.ask = ask
        self._dialogs[seat] = anew
        self.private = [kept for kept in self.private if (kept.at, kept.seat) != (len(self.log), seat)] + lines
        self._stall(self.stalled)

    def _rewind(self, index: int) -> None:
        while self._marks[-1].index > index:
            self._marks.pop()
        mark = self._marks.pop()
        answers, lines = self._answers[mark.index : index], self.log[mark.index : index]
        del self.log[mark.index :], self._answers[mark.index :], self.events[mark.events :]
        before = parse_answer(self.log[-1]) if self.log else None
        self._last_seat = before.seat if before else ""
        self.chain = mark.chain
        floor = self._floor
        self._begin(mark.state.copy())  # others may hold on to the mark
        self._replay(answers, lines)
        self._floor = floor  # what could not be taken back before (a played card, too) still cannot

    # --- replaying a log -------------------------------------------------------------------------

    def follow(self, lines: Sequence[str], private: Sequence[PrivateLine] = ()) -> None:
        """Replays a log, all lines from the first, and the private answers beside it.

        Lines that are there already must be the same. Raises `Drift` at the first that does not fit.
        """
        self._compare(lines, 0)
        for index, seat, line in private:
            if index > len(lines):
                raise Drift(len(lines), f"the log ends here, but {seat} answered privately beside entry {index}")
            if index >= len(self.log):
                self._follow_to(lines, index)
                self._follow_one(index, line, seat)
        self._follow_to(lines, len(lines))

    def _follow_to(self, lines: Sequence[str], end: int) -> None:
        while (index := len(self.log)) < end:
            self._follow_one(index, lines[index])
            self._compare(lines, index + 1)

    def _follow_one(self, index: int, line: str, seat: str = "") -> None:
        """One answer as logged; a private one must be of `seat`."""
        answer = parse_answer(line)
        ask = self.ask_for(answer.seat) if answer else None
        if answer is None or ask is None or seat not in ("", answer.seat) or bool(seat) != bool(self._dialogs):
            raise Drift(index, f"the rules ask {self._awaited()}, but the log says '{line}'")
        if (expected := ask_line(ask, answer.notation)) != line:
            raise Drift(index, f"the choices have changed: the rules would log '{expected}', but the log says '{line}'")
        try:
            self.answer(answer.seat, answer.notation)
        except Refused as refused:
            raise Drift(index, f"'{line}' is refused: {refused}") from refused

    def _compare(self, lines: Sequence[str], start: int) -> None:
        """What chance wrote by itself must be what the log has."""
        for index in range(start, min(len(self.log), len(lines))):
            if self.log[index] != lines[index]:
                raise Drift(index, f"the rules give '{self.log[index]}', but the log has '{lines[index]}'")

    def _awaited(self) -> str:
        if self.pending:
            return " and ".join(f"{ask.seat} for '{ask.name}'" for ask in self.pending)
        return "nothing" if self.over else f"the table for '{type(self.stalled).__name__}'"
