"""One peer's end of a network game, without the network: entries in, entries out.

It keeps everything that was said (`feeds`), plays by it (`peer`), and lets the players who sit here answer. Nothing
is said, and no screen is told, before all that it stands on is checked and in the record; only dice are shown as soon
as the links that prove them are here. Screens look at its attributes and call its verbs; `on_change` tells them
when to look again.

    agree      {}                     yes to the charter; always the first entry
    game       {messages}             what the rules of fair play had to say
    letter     {to, what, box}        the same to one member only
    chat       {text}                 to all
    whisper    {to, box}              to one
    ask-back   {seat, turn}           may I take my last answer back?
    allow-back, refuse-back {turn}
    back       {message, allowed}     it is taken back; allowed says in which entries the others have said yes
    pause, go-on {}
    resign     {seat}                 a bot of mine plays on for this seat
    dispute    {index, state}         we do not see the same game: this is what I saw at that checkpoint
    done       {audit, digest}        how it ended for me
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.bots import Bot, BotFailed, greedy_bot, random_bot
from core.engine import Ask, Game, Refusal, Refused, to_plain
from core.engine.session import Session
from netplay.boxes import BadBox, BoxKey, boxed
from netplay.charter import Charter
from netplay.clean_text import LONGEST_CHAT, clean
from netplay.differences import first_difference
from netplay.entries import Entry, Feeds
from netplay.fairplay import Disagreement, Message, Peer, audit
from netplay.fairplay.rejoin import answer_again
from netplay.files import Record, Secrets
from netplay.identity import Identity

CHECKPOINTS_KEPT = 8
"""A peer that disagrees may be a little behind or ahead of us."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    member: int
    text: str
    to: int | None = None


@dataclass(frozen=True, slots=True)
class BackAsked:
    """Somebody would like to take back his last answer."""

    member: int
    seat: str
    turn: int


class NetworkGame:
    def __init__(
        self,
        game: Game,
        charter: Charter,
        record: Record,
        identity: Identity | None = None,
        secrets: Secrets | None = None,
        said: Sequence[Entry] = (),
        players: Mapping[str, Bot] | None = None,
    ) -> None:
        """Without an identity and secrets, for somebody who looks on. `said` is what the record holds already.
        `players` are bots for seats of ours; other seats of ours wait for `answer`."""
        self.game, self.charter, self.record = game, charter, record
        self.setup = charter.setup(game)
        self.me: int | None = charter.keys.index(identity.public) if identity else None
        self.seats = charter.seats_of(self.me) if self.me is not None else []
        """Ours."""
        self.players = dict(players or {})
        self.feeds = Feeds(charter.digest, charter.keys)
        self.peer: Peer | None = None
        self.chat: list[ChatLine] = []
        self.notices: list[str] = []
        """What the players should know: complaints, who resigned, how the audit went."""
        self.paused_by: list[int] = []
        self.resigned: list[str] = []
        self.back_asked: BackAsked | None = None
        self.halted = ""
        """Why play has stopped; empty while it goes on."""
        self.report = ""
        """Of a disagreement: what differs, on both sides."""
        self.verdict = ""
        """What the audit says, once everybody has disclosed."""
        self.done: dict[int, dict[str, Any]] = {}
        self.moved_at = time.time()
        """Since when we wait for whoever is to move."""
        self.seconds = 0.0
        """How long the game took, of the part that was played since we came in."""
        self._began_at = time.monotonic()
        self.on_change: Callable[[], None] = lambda: None
        self.on_said: Callable[[], None] = lambda: None
        """Called as soon as there is something to send; there may be more to come before `on_change`."""
        self.thinking = False
        """While a slow bot thinks about the position, nothing is changed under its feet."""
        self._identity, self._secrets = identity, secrets
        self._box = BoxKey(secrets.box) if secrets else None
        self._delivered = [0] * len(charter.members)
        self._spoken: set[tuple[Any, ...]] = set()
        self._allowed: dict[tuple[int, int], int] = {}
        self.complaints: list[str] = []
        """Who did what he should not. Nobody acted upon it."""
        self._heeded = 0
        self._turn = -1
        self._checkpoints: deque[tuple[int, Any]] = deque(maxlen=CHECKPOINTS_KEPT)
        self._kept_private = list(secrets.private) if secrets else []
        self._private_left = list(self._kept_private)
        self._unwritten: list[Entry] = []
        self._foreseen = (0, -1)
        """Author and number of an entry that we have looked at before it was checked."""
        self.in_step = not said or self.me is None
        """Whether nobody can know more of our own entries than we do; false after a restart until we have asked."""
        for entry in said:
            self.feeds.accept(entry)
            self._deliver()
        if self.me is not None and not self.feeds.of(self.me):
            self._write("agree", {})
        self._go_on()

    # --- what others may ask ---------------------------------------------------------------------

    @property
    def session(self) -> Session | None:
        return self.peer.session if self.peer else None

    @property
    def awaited(self) -> list[str]:
        """The seats that are to answer."""
        return [ask.seat for ask in self.session.pending] if self.session else []

    def asks(self) -> list[Ask]:
        """The questions to seats of ours."""
        if self.peer is None or self.halted or self.paused_by or not self._may_speak:
            return []
        return [ask for ask in self.peer.session.pending if ask.seat in self.seats]

    @property
    def finished(self) -> bool:
        """Everybody has audited, we too."""
        return bool(self.verdict) and len(self.done) == len(self.charter.members)

    # --- what a player does ----------------------------------------------------------------------

    def answer(self, seat: str, notation: str) -> None:
        """Raises `Refused`."""
        if all(ask.seat != seat for ask in self.asks()):
            why = "The game is paused." if self.paused_by else f"It is not {seat}'s turn to answer."
            raise Refused(Refusal(self.halted or why))
        assert self.peer is not None
        self.peer.answer(seat, notation)
        self._go_on()

    def take_back(self, seat: str) -> None:
        """In a private dialog at once; otherwise asks the others, and happens when all have allowed it."""
        if self.peer is None or seat not in self.seats:
            raise Refused(Refusal(f"{seat} does not play here."))
        refusal = self.peer.why_no_take_back(seat)
        if refusal is not None:
            raise Refused(refusal)
        if self.peer.in_private:
            self.peer.take_back(seat)
        else:
            self._write("ask-back", {"seat": seat, "turn": self.peer.turn})
        self._go_on()

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        """Answers the private dialog of a seat of ours from its beginning. Nobody else hears of it."""
        if self.peer is None or seat not in self.seats:
            raise Refused(Refusal(f"{seat} does not play here."))
        self.peer.answer_anew(seat, notations)
        self._go_on()

    def allow_take_back(self, yes: bool) -> None:
        if self.back_asked is not None:
            self._write("allow-back" if yes else "refuse-back", {"turn": self.back_asked.turn})
            self._go_on()

    def say(self, text: str, to: int | None = None) -> None:
        text = clean(text, LONGEST_CHAT)
        if not text or self.me is None:
            return
        if to is None:
            self._write("chat", {"text": text})
        else:
            self._write("whisper", {"to": to, "box": boxed({"text": text}, self.charter.members[to].box)})
            self.chat.append(ChatLine(self.me, text, to))
        self._go_on()

    def pause(self, on: bool = True) -> None:
        self._write("pause" if on else "go-on", {})
        self._go_on()

    def resign(self, seat: str) -> None:
        if seat not in self.seats:
            raise Refused(Refusal(f"{seat} does not play here."))
        self._write("resign", {"seat": seat})
        self._go_on()

    # --- bots ------------------------------------------------------------------------------------

    def next_bot(self) -> tuple[Ask, Bot] | None:
        """A question for a bot of ours."""
        return next(((ask, self.players[ask.seat]) for ask in self.asks() if ask.seat in self.players), None)

    def bot_failed(self, seat: str, why: BotFailed) -> None:
        self.notices.append(f"{seat}'s bot has failed: {why}. A random one takes over.")
        self.players[seat] = random_bot(f"{self.charter.id} {seat}")

    def step(self) -> bool:
        """Lets one bot answer one question. Whether there was one."""
        bot = self.next_bot()
        if bot is None or self.peer is None:
            return False
        ask, choose = bot
        try:
            notation = choose(self.peer.session, ask)
        except BotFailed as failed:
            self.bot_failed(ask.seat, failed)
            return True
        self.answer(ask.seat, notation)
        return True

    # --- entries ---------------------------------------------------------------------------------

    def foresee(self, entries: Sequence[Entry]) -> None:
        """Dice fall as soon as the links they are made of are here: a link proves itself. The entry that brought it
        is checked and written down before we say anything more."""
        if self.peer is None or self.peer.session.stalled is None or self.thinking or not self._may_speak:
            return
        for entry in entries:
            if (message := self._opening_of(entry)) is not None:
                before, self._foreseen = self._foreseen, (entry.author, entry.number)
                if self.peer.foresee(message):
                    self._private_again()
                    self.on_change()
                    return
                self._foreseen = before

    def _opening_of(self, entry: Entry) -> Message | None:
        """The first message of somebody's next entry, if it makes sense so far."""
        counts = self.feeds.counts()
        if entry.kind != "game" or entry.author >= len(counts) or entry.number != counts[entry.author]:
            return None
        try:
            message = Message.from_plain(entry.body["messages"][0])
        except (LookupError, TypeError, ValueError):  # `hear` will say so
            return None
        return message if entry.author != self.me and self._speaks_for(entry.author, message.seat) else None

    @property
    def _may_speak(self) -> bool:
        """Not after a restart until we are in step, and not before the last thing we foresaw is proved."""
        author, number = self._foreseen
        return self.in_step and number < len(self.feeds.of(author))

    def hear(self, entries: Sequence[Entry]) -> None:
        """Takes entries that are new in `feeds`."""
        self._unwritten += entries
        self._deliver()
        self._go_on()

    def now_in_step(self) -> None:
        """Somebody has told us what he has, and it is no more of ours than we have ourselves."""
        if not self.in_step:
            self.in_step = True
            self._go_on()

    def _write(self, kind: str, body: dict[str, Any]) -> None:
        assert self._identity is not None
        assert self.me is not None
        entry = self.feeds.write(self._identity, self.me, kind, body)
        self._unwritten.append(entry)
        self._write_down()
        if kind == "game" and self._delivered[self.me] == entry.number:  # the peer has heard it as we said it
            self._delivered[self.me] += 1

    def _write_down(self) -> None:
        """Before anybody hears of an entry of ours, it is in the record, after all that it stands on."""
        if self._unwritten:
            self.record.append(*self._unwritten)
            self._unwritten.clear()

    def _go_on(self) -> None:
        """Says what there is to say, then hears it ourselves, until all is said."""
        while not self.thinking:
            self._look_for_moves()
            self._deliver()
            before = self.feeds.counts()
            if self.me is None:
                self._perhaps_audit()
            elif self._may_speak:
                self._speak()
                self._perhaps_audit()
            if self._delivered == self.feeds.counts() or self.feeds.counts() == before:
                break
        self._write_down()
        self.on_change()
        if self.peer is not None:
            self.peer.prepare()

    def _deliver(self) -> None:
        """Acts on what is new, each author's entries in order; a take-back waits for the others' consent."""
        moved = not self.thinking
        while moved:
            moved = False
            for author in range(len(self._delivered)):
                entries = self.feeds.of(author)
                while self._delivered[author] < len(entries) and self._may_deliver(entries[self._delivered[author]]):
                    self._delivered[author] += 1
                    moved = True
                    self._act(entries[self._delivered[author] - 1])

    def _may_deliver(self, entry: Entry) -> bool:
        """Nothing counts before all have agreed, and a take-back not before the entries that allow it are here."""
        if entry.kind == "back" and self.peer is not None:
            allowed = entry.body.get("allowed")
            counts = self.feeds.counts()
            return not isinstance(allowed, list) or all(
                have > number for have, number in zip(counts, allowed, strict=False) if type(number) is int
            )
        return entry.number == 0 or self.peer is not None

    def _act(self, entry: Entry) -> None:
        try:
            self._act_on(entry)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            self._complain(entry.author, f"sent a '{entry.kind}' that makes no sense ({error!r:.60})")

    def _act_on(self, entry: Entry) -> None:
        author, body = entry.author, entry.body
        match entry.kind:
            case "agree" if entry.number == 0:
                if all(self._delivered):
                    self._begin()
            case "game" if self._foreseen == (author, entry.number) and len(body["messages"]) == 1:
                pass  # the peer has heard it already
            case "game":
                for message in [Message.from_plain(plain) for plain in body["messages"]]:
                    if message.kind == "back":
                        self._complain(author, f"took back an answer of {message.seat} without asking")
                    else:
                        self._hear_message(author, message)
            case "letter":
                self._hear_letter(author, body)
            case "chat":
                self.chat.append(ChatLine(author, clean(body["text"], LONGEST_CHAT)))
            case "whisper":
                if body["to"] == self.me and self._box is not None:
                    text = self._box.open(body["box"])["text"]
                    self.chat.append(ChatLine(author, clean(text, LONGEST_CHAT), self.me))
            case "ask-back":
                self._hear_ask_back(author, body["seat"], body["turn"])
            case "allow-back":
                self._allowed.setdefault((author, body["turn"]), entry.number)
                self._perhaps_take_back()
            case "back":
                self._hear_back(author, Message.from_plain(body["message"]), body["allowed"])
            case "refuse-back":
                if self.back_asked is not None and self.back_asked.turn == body["turn"]:
                    self.notices.append(f"{self.charter.who(author)} would rather not take that back.")
                    self.back_asked = None
            case "pause":
                self.paused_by.append(author)
            case "go-on":
                self.paused_by.clear()
            case "resign":
                self._hear_resign(author, body["seat"])
            case "dispute":
                self._hear_dispute(author, body)
            case "done":
                self._hear_done(author, body)
            case _:
                raise ValueError("an unknown word")

    # --- playing by what was said ----------------------------------------------------------------

    def _begin(self) -> None:
        seeds = self._secrets.seeds if self._secrets else {}
        mine = {seat: seeds[seat] for seat in self.seats}
        self._began_at = time.monotonic()
        self.peer = Peer(self.game, self.setup, mine, self.charter.anchors)
        self.peer.on_said = self._say_at_once
        self._private_again()

    def _hear_message(self, author: int, message: Message) -> None:
        assert self.peer is not None
        if not self._speaks_for(author, message.seat):
            self._complain(author, f"spoke in the name of {message.seat}")
            return
        if author == self.me:
            if _key(message) in self._spoken:  # the peer has heard it as we said it
                return
            self._spoken.add(_key(message))
        self.peer.receive(message)
        self._private_again()
        for complaint in self.peer.complaints[self._heeded :]:
            self._note(str(complaint))
            if isinstance(complaint, Disagreement):
                self._halt(str(complaint))
        self._heeded = len(self.peer.complaints)
        self._look_for_moves()

    def _speaks_for(self, author: int, seat: str) -> bool:
        return seat in self.charter.seats and self.charter.seats[seat].member == author

    def _look_for_moves(self) -> None:
        if self.peer is None or self.peer.turn == self._turn:
            return
        self._turn = self.peer.turn
        self.moved_at = time.time()
        self.seconds = time.monotonic() - self._began_at
        self.back_asked = None
        mark = self.peer.session.last_checkpoint
        if not self._checkpoints or self._checkpoints[-1][0] != mark.index:
            self._checkpoints.append((mark.index, mark.state))

    def _hear_letter(self, author: int, body: dict[str, Any]) -> None:
        if author == self.me:
            self._spoken.add(tuple(body["what"]))
            return
        if body["to"] != self.me or self._box is None:
            return
        message = Message.from_plain(self._box.open(body["box"]))
        if message.to not in self.seats or list(_key(message)) != body["what"]:
            raise BadBox("a letter that says something else than its envelope")
        self._hear_message(author, message)

    def _private_again(self) -> None:
        """After a restart, what our seats had answered in private is answered again."""
        if self._private_left and self.peer is not None:
            answer_again(self.peer, self._private_left)

    def _speak(self) -> None:
        if self.peer is None:
            return
        self._keep_private()
        public: list[dict[str, Any]] = []
        for message in self.peer.outbox:
            if _key(message) in self._spoken:
                continue
            self._spoken.add(_key(message))
            if message.kind == "back":
                self._write("back", {"message": message.to_plain(), "allowed": self._consents(message.turn)})
            elif message.to:
                to = self.charter.seats[message.to].member
                letter = boxed(message.to_plain(), self.charter.members[to].box)
                self._write("letter", {"to": to, "what": list(_key(message)), "box": letter})
            elif message.kind in ("shuffle", "lift"):  # so long that two of them might not fit into one entry
                self._write("game", {"messages": [message.to_plain()]})
            else:
                public.append(message.to_plain())
        self.peer.outbox.clear()
        if public:
            self._write("game", {"messages": public})

    def _say_at_once(self) -> None:
        if self.me is not None and self._may_speak:
            self._speak()
            self.on_said()

    def _keep_private(self) -> None:
        """Private answers reach the disk before anybody hears of their seals."""
        assert self.peer is not None
        if self._secrets is not None and not self._private_left and self.peer.session.private != self._kept_private:
            self._kept_private = list(self.peer.session.private)
            self._secrets.private = self._kept_private
            self._secrets.write()

    # --- taking back by consent ------------------------------------------------------------------

    def _hear_ask_back(self, author: int, seat: str, turn: int) -> None:
        if self.peer is None or seat not in self.charter.seats_of(author) or turn != self.peer.turn:
            return
        self.back_asked = BackAsked(author, seat, turn)
        if author != self.me and self.me is not None and self.in_step and all(s in self.players for s in self.seats):
            self._write("allow-back", {"turn": turn})  # bots do not mind

    def _consents(self, turn: int) -> list[int]:
        """By member, the entry in which he allowed it; -1 for those who have not."""
        return [self._allowed.get((member, turn), -1) for member in range(len(self.charter.members))]

    def _perhaps_take_back(self) -> None:
        asked = self.back_asked
        if self.peer is None or asked is None or asked.member != self.me or not self.in_step:
            return
        if self._all_allow(asked.member, self._consents(asked.turn), asked.turn) and asked.turn == self.peer.turn:
            self.back_asked = None
            self.peer.take_back(asked.seat)

    def _all_allow(self, asker: int, consents: list[int], turn: int) -> bool:
        """Whether everybody else has said yes, in the very entries that are named."""
        return len(consents) == len(self.charter.members) and all(
            member == asker or (number >= 0 and self._allowed.get((member, turn)) == number)
            for member, number in enumerate(consents)
        )

    def _hear_back(self, author: int, message: Message, consents: list[int]) -> None:
        if message.kind != "back" or not self._all_allow(author, consents, message.turn):
            self._complain(author, f"took back an answer of {message.seat} though not all had allowed it")
        else:
            self._hear_message(author, message)

    def _hear_resign(self, author: int, seat: str) -> None:
        if seat not in self.charter.seats_of(author):
            self._complain(author, f"resigned for {seat}")
            return
        self.resigned.append(seat)
        self.notices.append(f"{seat} resigns; a bot of {self.charter.members[author].name}'s plays on")
        if author == self.me:
            self.players[seat] = greedy_bot(f"{self.charter.id} {seat}")

    # --- disagreement and cheating ---------------------------------------------------------------

    def _complain(self, author: int, what: str) -> None:
        self._note(f"{self.charter.who(author)} {what}")

    def _note(self, complaint: str) -> None:
        complaint = clean(complaint, LONGEST_CHAT)  # it may quote what was sent
        self.notices.append(complaint)
        self.complaints.append(complaint)

    def said_two_things(self, author: int, number: int) -> None:
        """A link brought a second, different entry for a place; play cannot go on, for others may believe that one."""
        self._complain(author, f"signed two different entries {number}: it cheats, or went on from an old save")
        self._halt(self.complaints[-1])
        self.report = self.report or self.complaints[-1]
        self.on_change()

    def _halt(self, why: str, index: int | None = None) -> None:
        """Stops play, and shows the others what we saw: at the checkpoint they complain of, if we know it still."""
        if self.halted or self.peer is None:
            return
        self.halted = clean(f"Play has stopped: {why}. Nothing is lost.", LONGEST_CHAT)
        self.notices.append(self.halted)
        if self.me is not None and self.in_step:
            mark = self.peer.session.last_checkpoint
            at, state = next((kept for kept in self._checkpoints if kept[0] == index), (mark.index, mark.state))
            self._write("dispute", {"index": at, "state": to_plain(state)})

    def _hear_dispute(self, author: int, body: dict[str, Any]) -> None:
        if author == self.me or self.peer is None:
            return
        index, theirs = int(body["index"]), dict(body["state"])
        self._halt(f"{self.charter.who(author)} sees another game than we do", index)
        mine = next((state for at, state in reversed(self._checkpoints) if at == index), None)
        if self.report:
            return
        where = f"At the checkpoint after {index} entries"
        found = first_difference(to_plain(mine), theirs) if mine is not None else None
        if mine is None:
            self.report = f"{where} we cannot compare: ours is after {self.peer.session.last_checkpoint.index}."
        elif found is None:
            self.report = f"{where} the states are the same; what was heard since then is not."
        else:
            name = self.charter.members[author].name
            self.report = f"{where} {found.field} is {found.ours} here and {found.theirs} with {name}."
        self.report = clean(self.report, LONGEST_CHAT)
        self.notices.append(self.report)

    # --- the end ---------------------------------------------------------------------------------

    def _perhaps_audit(self) -> None:
        """Once everybody has disclosed his secrets."""
        if self.peer is None or self.verdict or not self.peer.session.over:
            return
        if all(("disclose", seat) in self.peer.turns[-1] for seat in self.setup.seats):
            self._conclude()

    def give_up_waiting(self) -> None:
        """Somebody does not disclose: the audit says so."""
        if self.peer is not None and self.peer.session.over and not self.verdict:
            self._conclude()
            self._go_on()

    def _conclude(self) -> None:
        assert self.peer is not None
        self.verdict = self.complaints[0] if self.complaints else clean(audit(self.peer), LONGEST_CHAT)
        self.notices.append(f"audit: {self.verdict}")
        if self.me is not None:
            self._write("done", {"audit": self.verdict, "digest": self.peer.session.digest()})

    def _hear_done(self, author: int, body: dict[str, Any]) -> None:
        self.done[author] = {"audit": clean(body["audit"], LONGEST_CHAT), "digest": clean(body["digest"], 64)}
        if author == self.me and not self.verdict:  # after a restart
            self.verdict = self.done[author]["audit"]


def _key(message: Message) -> tuple[Any, ...]:
    return message.turn, message.seat, message.kind, message.to
