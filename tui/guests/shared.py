"""One game at several screens: everybody sees the same table, each from his own seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import saves
from core.bots import Bot, bot_kinds, make_bot, random_bot
from core.engine import Ask, Refusal, Refused, Secret
from tui.guests.guestbook import Guest, Guestbook
from tui.sitting import PERSON, Sitting, is_person

log = logging.getLogger("outremer.guests")

NOBODY = "nobody yet"


class SharedTable:
    """Keeps the save, runs the bots, and tells every screen when something has happened."""

    def __init__(self, sitting: Sitting, book: Guestbook, pace: float) -> None:
        """`pace`: how many seconds a bot's move stays on the screens before the next."""
        self.sitting = sitting
        self.session = sitting.session
        self.book = book
        self.pace = pace
        self.watchers: dict[object, Callable[[], None]] = {}
        self.players: dict[str, str] = dict(sitting.players)
        """As the screens show them, with a word on who is away. All seats at the table look at this one mapping."""
        self._bots: dict[str, str] = {seat: who for seat, who in sitting.players.items() if not is_person(who)}
        self._woken = asyncio.Event()
        for guest in book.guests:
            if guest.seat not in self.players:
                guest.seat = ""
        self.people_changed()

    # --- who sits where ------------------------------------------------------------------------------

    def has_bot(self, seat: str) -> bool:
        return seat in self._bots

    def is_free(self, seat: str) -> bool:
        return seat not in self._bots and self.book.holder(seat) is None

    def sit(self, guest: Guest, seat: str) -> None:
        """Takes a seat that is free. Raises `Refused`."""
        if seat not in self.players or not self.is_free(seat):
            raise Refused(Refusal(f"{seat.capitalize()} is not free any more."))
        guest.seat = seat
        log.info("%s sits down as %s", guest.name, seat)
        self.people_changed()

    def stand_up(self, guest: Guest) -> None:
        """Leaves his seat to whoever wants it."""
        log.info("%s gives up the seat of %s", guest.name, guest.seat)
        guest.seat = ""
        self.people_changed()

    def hand_to_bot(self, seat: str, kind: str) -> None:
        """A bot plays on. If the seat was somebody's it stays his: the bot makes way when he comes back."""
        self._bots[seat] = kind
        log.info("a %s bot plays %s", kind, seat)
        self.people_changed()

    def free(self, seat: str) -> None:
        """Anybody may take the seat now."""
        self._bots.pop(seat, None)
        holder = self.book.holder(seat)
        if holder is not None:
            holder.seat = ""
        log.info("the seat of %s is free", seat)
        self.people_changed()

    def place_of(self, guest: Guest) -> SharedSeat:
        """Where a guest sees the game from: his seat, or from the side if he has none."""
        if guest.seat in self._bots:
            del self._bots[guest.seat]
            log.info("%s is back: the bot makes way", guest.name)
            self.people_changed()
        return SharedSeat(self.session, self.players, None, None, [], guest.seat, table=self, guest=guest)

    def people_changed(self) -> None:
        """Somebody came, went, sat down or has another name."""
        for seat in self.players:
            holder = self.book.holder(seat)
            if seat in self._bots:
                self.players[seat] = self._bots[seat]
            elif holder is None:
                self.players[seat] = f"{PERSON}:{NOBODY}"
            else:
                self.players[seat] = f"{PERSON}:{holder.name}{'' if holder.is_here else ', away'}"
        self._name_in_save()
        self.book.keep()
        self.changed()

    def _name_in_save(self) -> None:
        journal = self.sitting.journal
        if journal is not None:
            names = {seat: holder.name for seat in self.players if (holder := self.book.holder(seat)) is not None}
            people = {seat: f"{PERSON}:{names[seat]}" if seat in names else PERSON for seat in self.players}
            journal.header = replace(journal.header, players=people | self._bots)

    # --- playing -------------------------------------------------------------------------------------

    def answer(self, seat: str, notation: str) -> None:
        """Raises `Refused`. A save that fails is the host's affair; the answer stands and the save is tried again."""
        try:
            self.sitting.answer(seat, notation)
        except saves.SaveFailed as failed:
            log.error("%s; it will be tried again at the next answer", failed)
        self.changed()

    def take_back(self, seat: str) -> None:
        """Raises `Refused` unless the last answer was this seat's own."""
        try:
            self.sitting.take_back(seat)
        except saves.SaveFailed as failed:
            log.error("%s; it will be tried again at the next answer", failed)
        log.info("%s has taken back an answer", seat)
        self.changed()

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        """In a private dialog, which concerns nobody else. Raises `Refused`."""
        try:
            self.sitting.answer_anew(seat, notations)
        except saves.SaveFailed as failed:
            log.error("%s; it will be tried again at the next answer", failed)
        self.changed()

    def changed(self) -> None:
        self._woken.set()
        for hear in list(self.watchers.values()):
            hear()

    def waits_for_people(self) -> bool:
        """Bots begin when every seat has somebody."""
        return any(self.is_free(seat) for seat in self.players)

    def bot_to_answer(self) -> Ask | None:
        return next((ask for ask in self.session.pending if self.has_bot(ask.seat)), None)

    async def run_bots(self) -> None:
        """Plays for all bots, for as long as the table stands."""
        while True:
            ask = None if self.waits_for_people() else self.bot_to_answer()
            self._woken.clear()
            if ask is None:
                await self._woken.wait()
                continue
            notation = await self._thought(ask)
            if not isinstance(self.session.stalled, Secret):
                await asyncio.sleep(self.pace)
            if self._is_asked(ask):
                self._answer_for_bot(ask, notation)

    async def _thought(self, ask: Ask) -> str:
        """What a bot answers. It thinks in a thread, so that no screen freezes. If it fails, chance answers."""
        kind = self._bots[ask.seat]
        game = self.session.game
        seed = f"{getattr(self.session.table, 'seed', '')} {ask.seat}"
        bot = make_bot(game, kind if kind in bot_kinds(game) else "random", seed)
        try:
            return await asyncio.to_thread(bot, self.session, ask)
        except Exception as error:
            if not self._is_asked(ask):
                return ""  # the question was taken back under its feet
            log.error("the %s bot of %s failed: %r; chance answers for it", kind, ask.seat, error)
            return random_bot(seed)(self.session, ask)

    def _is_asked(self, ask: Ask) -> bool:
        return self.has_bot(ask.seat) and any(each is ask for each in self.session.pending)

    def _answer_for_bot(self, ask: Ask, notation: str) -> None:
        try:
            self.answer(ask.seat, notation)
        except Refused as refused:
            log.error("the bot of %s answered '%s', which is not possible: %s", ask.seat, notation, refused)
            self.answer(ask.seat, self.session.offers(ask)[0].notation)


@dataclass
class SharedSeat(Sitting):
    """What one screen has of a shared table: its own questions to answer, its own answers to take back, no more."""

    table: SharedTable = field(kw_only=True)
    guest: Guest = field(kw_only=True)

    def awaited(self) -> Ask | None:
        """The own question, once no bot has to answer first; of the others' only what everybody may know."""
        bots = self.table.bot_to_answer()
        mine = self.session.ask_for(self.viewer)
        if mine is not None and bots is None:
            return mine
        return next((self._public(ask) for ask in [bots, *self.session.pending] if ask is not None), None)

    def _public(self, ask: Ask) -> Ask:
        """What others may know of a question: of a secret one only whose it is."""
        prompt = self.public_prompt(ask)
        if self.table.is_free(ask.seat) or (self.table.has_bot(ask.seat) and self.table.waits_for_people()):
            prompt = "the game begins when every seat is taken"
        return Ask(ask.seat, "", prompt, [])

    def is_elsewhere(self, ask: Ask) -> bool:
        return ask.seat != self.viewer or self.table.has_bot(ask.seat)

    def bot_for(self, seat: str) -> Bot | None:
        return None

    def must_hand_over(self, ask: Ask) -> bool:
        return False

    def watch(self, changed: Callable[[], None]) -> None:
        self.table.watchers[id(self)] = changed

    def answer(self, seat: str, notation: str) -> None:
        self._must_be_mine(seat)
        ask = self.awaited()
        if ask is None or self.is_elsewhere(ask):
            raise Refused(Refusal("It is not your turn to answer."))
        self.table.answer(seat, notation)

    def who_can_take_back(self) -> str:
        return self.viewer if self.session.why_no_take_back(self.viewer) is None else ""

    def take_back(self, seat: str) -> None:
        self._must_be_mine(seat)
        self.table.take_back(seat)

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        self._must_be_mine(seat)
        self.table.answer_anew(seat, notations)

    def _must_be_mine(self, seat: str) -> None:
        if not seat or seat != self.viewer or seat != self.guest.seat:
            raise Refused(Refusal("This is not your seat."))

    def close(self) -> None:
        self.table.watchers.pop(id(self), None)
