"""One player's end of a game between equals: messages in, messages out, any order, any number of times.

The rules decide who may speak next, so all peers settle the same turns in the same order. Messages for later
turns wait; our own go through the same queue as everybody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.engine import Ask, Game, Refusal, Refused, Secret, Session, Setup, digest
from core.engine.session import Mark
from core.engine.vault import ALL
from netplay.fairplay.chains import LINKS
from netplay.fairplay.messages import Cheating, Complaint, Disagreement, Message, canonical, from_hex, hashed
from netplay.fairplay.table import PeerTable, Said

Turn = dict[tuple[str, str], Message]
"""What was said and accepted in one turn, by kind and seat."""


class Peer:
    """A session that goes on by messages. Whoever drives it sends `outbox` away and heeds `complaints`."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        seeds: Mapping[str, bytes],
        anchors: Mapping[str, bytes],
        *,
        links: int = LINKS,
    ) -> None:
        """`seeds` are the secrets of the seats that play here, none for a spectator; `anchors` are everybody's."""
        self.setup = setup
        self.anchors = dict(anchors)
        self.links = links
        self.outbox: list[Message] = []
        self.complaints: list[Complaint] = []
        self.turns: list[Turn] = [{}]
        """All that was accepted, turn by turn; the last turn is not settled yet."""
        about = [game.id, game.revision, game.data_digest, setup.scenario, setup.seats, dict(setup.options)]
        self._agreed = hashed(canonical(about), *(anchors[seat] for seat in setup.seats))
        self._chained = 0
        self.on_said: Callable[[], None] = lambda: None
        """Called when our seats have said what others wait for, before we work out what comes of it: whoever drives
        the peer may send the outbox at once."""
        self._inbox: dict[int, list[Message]] = {}
        self._backs = 0
        self._digested: tuple[Mark, str] | None = None
        self.table = PeerTable(setup.seats, seeds, anchors, self._agreed, links)
        self.session = Session(game, setup, self.table)
        self._seeds = dict(seeds)
        self._work()

    @property
    def turn(self) -> int:
        """How many turns are settled. A take-back is a turn and undoes one, so this never goes back."""
        return len(self.session.log) + 2 * self._backs

    @property
    def agreed(self) -> str:
        """The hash of all that was said in public in the turns that are settled."""
        self._chain_turns()
        return self._agreed.hex()

    def _chain_turns(self) -> None:
        while self._chained < len(self.turns) - 1:
            turn = sorted(self.turns[self._chained].items())
            self._agreed = hashed(self._agreed, canonical([[*key, said.body] for key, said in turn if not said.to]))
            self._chained += 1

    def prepare(self) -> None:
        """Works out in a quiet moment what the next message will need."""
        self._chain_turns()
        self._state()

    # --- what our own seats do -------------------------------------------------------------------

    def answer(self, seat: str, notation: str) -> None:
        """Answers for a seat that plays here. Raises `Refused`, changing nothing, if that was not on offer."""
        self._must_play(seat)
        refusal = self.session.explain(seat, notation)
        if refusal is not None:
            raise Refused(refusal)
        if self.in_private:
            self.session.answer(seat, notation)
        else:
            self._say(Said(seat, "answer", self._answer_body(self.session.pending[0], notation)))
        self._work()

    def _answer_body(self, ask: Ask, notation: str) -> dict[str, Any]:
        option = next(option for option in self.session.offers(ask) if option.notation == notation)
        if option.token is None:
            return {"notation": notation}
        return {"notation": notation, "play": {"key": option.token.key, **self.table.opening(option.token)}}

    def why_no_take_back(self, seat: str) -> Refusal | None:
        """Why `seat` cannot take back its last answer; None if it can.

        Others may already be thinking, or speaking, once it is their turn: so only he who is asked next may."""
        refusal = self.session.why_no_take_back(seat)
        if refusal is None and not self.in_private and self.session.ask_for(seat) is None:
            return Refusal("It is somebody else's turn by now.")
        return refusal

    def take_back(self, seat: str) -> None:
        """Takes back the last answer of a seat that plays here."""
        self._must_play(seat)
        refusal = self.why_no_take_back(seat)
        if refusal is not None:
            raise Refused(refusal)
        if self.in_private:
            self.session.take_back(seat)
        else:
            self._say(Said(seat, "back", {}))
        self._work()

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        """Answers the open private dialog of a seat that plays here from its beginning."""
        self._must_play(seat)
        self.session.answer_anew(seat, notations)
        self._work()

    @property
    def in_private(self) -> bool:
        """Whether what is asked now is asked in a private dialog, which nobody else hears of."""
        return isinstance(self.session.stalled, Secret)

    def _must_play(self, seat: str) -> None:
        if not self.table.plays_for(seat):
            raise Refused(Refusal(f"{seat} does not play here."))

    # --- the queue -------------------------------------------------------------------------------

    def receive(self, message: Message) -> None:
        """Takes a message from anybody, in any order, any number of times."""
        self._queue(message)
        self._work()

    def foresee(self, message: Message) -> bool:
        """Takes a link that is due now though nobody may answer for who brought it: it hashes to the one before, so
        it can be no other. Whether it was one; of anything else nothing is kept, and nobody is blamed."""
        if message.kind != "link" or message.turn != self.turn:
            return False
        try:
            self._hear(message)
        except Complaint:
            return False
        self._work()
        return True

    def _queue(self, message: Message) -> None:
        self._inbox.setdefault(message.turn, []).append(message)

    def _say(self, said: Said) -> None:
        message = Message(self.turn, said.seat, said.kind, said.body, self.agreed, self._state(), said.to)
        if not said.to or not self.table.plays_for(said.to):
            self.outbox.append(message)
        if not said.to or self.table.plays_for(said.to):
            self._queue(message)

    def _state(self) -> str:
        """The digest of the last checkpoint, worked out once for each."""
        mark = self.session.last_checkpoint
        if self._digested is None or self._digested[0] is not mark:
            self._digested = mark, digest(mark.state)
        return self._digested[1]

    def _work(self) -> None:
        """Goes on as far as the messages at hand allow."""
        while True:
            self._settle()
            message = self._next()
            if message is None:
                return
            try:
                self._hear(message)
            except Complaint as complaint:
                self.complaints.append(complaint)

    def _next(self) -> Message | None:
        """A message whose turn has come, and that need not wait for another of the same turn."""
        turn = min(self._inbox, default=self.turn + 1)
        if turn > self.turn:
            return None
        waiting = self._inbox[turn]
        for number, message in enumerate(waiting):
            if turn < self.turn or not self.table.is_early(message, self.session.stalled):
                del waiting[number]
                if not waiting:
                    del self._inbox[turn]
                return message
        return None

    def _settle(self) -> None:
        """Closes the turns that are complete, then says what the table has to say in the new one."""
        while len(self.turns) <= self.turn:
            self.turns.append({})
        if self.session.over:
            self._disclose()
        if self.table.said:
            for said in self.table.said:
                self._say(said)
            self.table.said.clear()
            self.on_said()

    def _disclose(self) -> None:
        """The game is over: all secrets of our seats are published, once."""
        for seat, seed in self._seeds.items():
            private = [[line.at, line.line] for line in self.session.private if line.seat == seat]
            self._say(Said(seat, "disclose", {"seed": seed.hex(), "private": private}))
        self._seeds = {}

    # --- hearing ---------------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        """Checks a message of this turn or an earlier one, and acts on it. Raises `Complaint`, changing nothing."""
        known = self.turns[message.turn].get(message.key) if message.turn >= 0 else None
        if known is not None:
            if known.body != message.body:
                raise Cheating(message.seat, f"said two different things: '{message.kind}' in turn {message.turn}")
            return
        if message.turn < self.turn or message.seat not in self.setup.seats:
            raise Cheating(message.seat, f"spoke out of turn: '{message.kind}' in turn {message.turn}")
        self._agree(message)
        try:
            self._check(message)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise Cheating(message.seat, f"sent a '{message.kind}' that makes no sense") from error
        self.turns[-1][message.key] = message
        self._act(message)

    def _agree(self, message: Message) -> None:
        if message.agreed != self.agreed:
            raise Disagreement(message.seat, f"has heard another game than we before turn {message.turn}")
        if message.state != self._state():
            raise Disagreement(message.seat, f"has another state at the checkpoint before turn {message.turn}")

    def _check(self, message: Message) -> None:
        if message.to and message.kind in ("answer", "back", "disclose"):
            raise Cheating(message.seat, f"whispered a '{message.kind}' to {message.to}")
        match message.kind:
            case "answer":
                self._check_answer(message)
            case "back":
                refusal = self.why_no_take_back(message.seat)
                if self.in_private or refusal is not None:
                    raise Cheating(message.seat, f"took back what stands: {refusal}")
            case "disclose":
                if not self.session.over:
                    raise Cheating(message.seat, "disclosed its secrets before the end")
                if len(from_hex(message.body["seed"])) != 32 or not _are_lines(message.body["private"]):
                    raise ValueError("not a seed and private lines")
            case _:
                self.table.check(message, self.session.stalled, self.session.place())

    def _check_answer(self, message: Message) -> None:
        seat, notation = message.seat, message.body["notation"]
        if self.session.stalled is not None or not self.session.pending:
            raise Cheating(seat, f"answered '{notation}' out of turn: nobody was asked")
        (ask,) = self.session.pending
        if ask.seat != seat:
            raise Cheating(seat, f"answered '{notation}' to a question that was put to {ask.seat}")
        if "play" in message.body:
            self._check_played(ask, notation, message.body["play"])
        elif all(option.notation != notation for option in ask.options):
            raise Cheating(seat, f"gave an illegal answer: {ask.explain(notation)}")

    def _check_played(self, ask: Ask, notation: str, played: dict[str, Any]) -> None:
        token = next((token for token in ask.hand if token.key == played["key"]), None)
        if token is None or ask.play is None:
            raise Cheating(ask.seat, f"played {played['key']}, which is not in its hand")
        self.table.check_opening(token, played, {})
        option = ask.play(played["value"])
        if option is None or option.notation != notation:
            raise Cheating(ask.seat, f"played {played['value']} as '{notation}', which it cannot do now")

    def _act(self, message: Message) -> None:
        match message.kind:
            case "answer":
                if played := message.body.get("play"):
                    ask = self.session.pending[0]
                    token = next(token for token in ask.hand if token.key == played["key"])
                    self.table.vault.put(token, played["value"], ALL)
                self.session.answer(message.seat, message.body["notation"])
            case "back":
                self.session.take_back(message.seat)
                self._backs += 1
            case "disclose":
                pass
            case _:
                self.table.hear(message)
                self.session.proceed()


def _are_lines(private: object) -> bool:
    return isinstance(private, list) and all(
        isinstance(pair, list) and [type(part) for part in pair] == [int, str] for pair in private
    )
