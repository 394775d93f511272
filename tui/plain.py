"""The line-oriented client: questions and answers, one line after the other, for screen readers and pipes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import saves
from core.bots import Bot, BotFailed, ScriptDoesNotFit, random_bot
from core.bots.view import secrets_of
from core.engine import Ask, Event, Refused, Secret, Session
from core.engine.log import parse_answer
from tui.boards import load_board
from tui.exits import Failed
from tui.players import Player
from tui.question import MOST_SHOWN, keyed, meant, option_lines, overview_lines, wrapped

HELP = """\
Answer with the number of an option, its notation (in brackets), or a few
letters that fit only one. Several fit: you see those. Enter alone repeats
the question, or takes the only option.

  board          the whole position
  hand           what you hold hidden
  all            every option, where there are many
  odds           what is known of each option: chances, strengths, trial battles
  why NOTATION   why something cannot be done, and which rule says so
  undo           takes back the last answer (never past dice or another player)
  log [N]        the last N things that happened (10 if you do not say)
  save NAME      keeps a copy of the game as it stands
  quit           leaves; the game is saved at every decision anyway
  help, ?        this"""


class Left(Exception):
    """The person has quit."""


class PlainClient:
    def __init__(
        self,
        session: Session,
        players: Mapping[str, Player],
        bots: dict[str, Bot],
        journal: saves.Journal,
        path: Path,
        read: Callable[[str], str],
        say: Callable[[str], None],
        replace_failed: bool = True,
        clear_lines: int = 0,
    ) -> None:
        """`read` shows a prompt and returns a line, or raises `EOFError`. `clear_lines` is how many empty lines
        hide what the last person saw."""
        self.session = session
        self.players = players
        self.bots = bots
        self.journal = journal
        self.path = path
        self.replace_failed = replace_failed
        self.read = read
        self.say = say
        self.clear_lines = clear_lines
        self._told = len(session.events)
        self._last_person = ""
        self._secret_on_screen = False

    # --- the game --------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the game is over, or until somebody quits (`Left`)."""
        session = self.session
        self.say(f"{session.game.title}. Every decision is saved in")
        self.say(f"  {self.path}")
        self.say('Type "help" to see what you can type.')
        while session.pending:
            ask = self._next_ask()
            if ask.seat in self.bots:
                self._let_bot_answer(ask)
            else:
                self._let_person_answer(ask)
            self._write_down()
        self._tell_news()
        self._tell_outcome()

    def _write_down(self) -> None:
        """A disk that is full does not end the game: the next decision tries again, and leaving tells."""
        try:
            self.journal.sync()
        except saves.SaveFailed as error:
            self.say(f"{error}. The game goes on; the next decision tries again.")

    def _next_ask(self) -> Ask:
        """Of several questions at once, the bots' come first, so that nobody waits for them later."""
        return next((ask for ask in self.session.pending if ask.seat in self.bots), self.session.pending[0])

    def _let_bot_answer(self, ask: Ask) -> None:
        try:
            answer = self.bots[ask.seat](self.session, ask)
        except BotFailed as failed:
            if not self.replace_failed:
                raise Failed(f"{ask.seat} loses its seat: {failed}; the game is saved in {self.path}") from failed
            self.say(wrapped(f"{ask.seat} loses its seat: {failed}. A random bot takes over."))
            self.bots[ask.seat] = random_bot(f"{ask.seat} for another")
            return
        except ScriptDoesNotFit as error:
            raise Failed(str(error)) from error
        self.session.answer(ask.seat, answer)

    def _tell_outcome(self) -> None:
        outcome = self.session.game.outcome(self.session.state)
        if outcome is None:
            return
        self.say("")
        winners = " and ".join(self._name(seat) for seat in outcome.winners)
        self.say(wrapped(f"The game is over ({outcome.why}). Won by {winners or 'nobody'}."))
        for seat, score in sorted(outcome.scores.items(), key=lambda pair: -pair[1]):
            self.say(f"  {self._name(seat)}: {self.session.game.score_text(score)}")

    def _name(self, seat: str) -> str:
        player = self.players[seat]
        return f"{player.detail} ({seat})" if player.is_person and player.detail else seat

    def _tell_news(self) -> None:
        events = self.session.events
        for event in events[self._told :]:
            self.say(wrapped(f"* {self._in_words(event)}"))
        self._told = len(events)

    def _in_words(self, event: Event) -> str:
        """As the person may hear of it who is asked now."""
        return self.session.game.told_to(self.session.state, event, self._last_person)

    # --- a person answers ------------------------------------------------------------------------

    def _let_person_answer(self, ask: Ask) -> None:
        self._hand_over(ask)
        self._tell_news()
        self._show(ask)
        while True:
            line = self._line(f"{ask.seat}> ")
            if self._answered(ask, line):
                return

    def _line(self, prompt: str) -> str:
        try:
            return self.read(prompt).strip()
        except EOFError:
            self.say("")
            raise Left from None

    def _hand_over(self, ask: Ask) -> None:
        """Between two people at one keyboard, what is secret is not shown before the other has sat down."""
        screened = self.session.game.screened(self.session.state)
        secret = isinstance(self.session.stalled, Secret) or bool(ask.hand) or screened
        another = self._last_person not in ("", ask.seat)
        several = sum(player.is_person for player in self.players.values()) > 1
        if several and (secret or self._secret_on_screen) and (another or not self._last_person):
            self.say("\n" * self.clear_lines)
            self._line(wrapped(f"Hand over to {self._name(ask.seat)}, who presses Enter when alone at the screen. "))
        self._last_person = ask.seat
        self._secret_on_screen = secret or (self._secret_on_screen and not another)

    def _show(self, ask: Ask, everything: bool = False) -> None:
        game = self.session.game
        self.say("")
        self.say(wrapped(f"{game.headline(self.session.state)}. {self._name(ask.seat)} to answer."))
        self.say(wrapped(_with_rule(ask.prompt, ask.rule)))
        options = keyed(self.session.offers(ask))
        if everything or len(options) <= MOST_SHOWN:
            for line in option_lines(options):
                self.say(line)
        else:
            for line in overview_lines(options):
                self.say(line)
            self.say(f'  Type one of these {len(options)}, or a few letters of it; "all" explains each.')

    def _answered(self, ask: Ask, line: str) -> bool:
        """Does what the line says; True once the question is answered or has become another."""
        offers = self.session.offers(ask)
        options = keyed(offers)
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not line and len(offers) > 1:
            self._show(ask)
            return False
        if line and all(option.notation != line for option in offers) and self._command(ask, word, rest):
            return self.session.ask_for(ask.seat) is not ask
        found = meant(line, options) if line else options
        if len(found) == 1:
            (option,) = found.values()
            self.session.answer(ask.seat, option.notation)
            return True
        if found:
            self.say(f"{len(found)} options fit:")
            for text in option_lines(found):
                self.say(text)
        else:
            self._why(ask, line)
        return False

    # --- commands --------------------------------------------------------------------------------

    def _command(self, ask: Ask, word: str, rest: str) -> bool:
        """Whether that was a command; then it has been done."""
        match word, rest:
            case (("help" | "?"), ""):
                self.say(HELP)
            case "board", "":
                self.say(self.session.game.board_of(self.session.state, ask.seat))
            case "hand", "":
                self._hand(ask)
            case "all", "":
                self._show(ask, everything=True)
            case "odds", "":
                self._odds(ask)
            case "why", notation if notation:
                self._why(ask, notation)
            case "undo", "":
                self._undo(ask)
            case "log", count if not count or count.isdigit():
                for event in self.session.events[-int(count or 10) :]:
                    self.say(wrapped(f"* {self._in_words(event)}"))
            case "save", name if name:
                self._save(name)
            case "quit", "":
                raise Left
            case _:
                return False
        return True

    def _hand(self, ask: Ask) -> None:
        self._secret_on_screen = True
        readable = secrets_of(self.session, ask.seat)
        held = [str(thing) for token, thing in readable.items() if token.startswith(f"{ask.seat}@")]
        self.say(wrapped(f"You hold hidden: {', '.join(held) or 'nothing'}."))

    def _odds(self, ask: Ask) -> None:
        """What the screen shows beside the options."""
        board = load_board(self.session.game.id)
        moment = self.session.fork(ask.seat, lasting=True)
        fights = board.fights(self.session, ask)
        known = False
        for option in self.session.offers(ask):
            words = [board.hint(self.session, ask, option)]
            if option.notation in fights:
                words.append(board.odds(moment, ask.seat, option.notation))
            if any(words):
                known = True
                self.say(wrapped(f"{option.notation}: {', '.join(filter(None, words))}", "  "))
        if not known:
            self.say("There is nothing to reckon here.")

    def _why(self, ask: Ask, notation: str) -> None:
        refusal = self.session.explain(ask.seat, notation)
        if refusal is None:
            self.say(f"You can: '{notation}' is on offer.")
        else:
            self.say(wrapped(_with_rule(refusal.reason, refusal.rule)))

    def _undo(self, ask: Ask) -> None:
        """Also the answer of another person at this keyboard, as long as nothing came after it."""
        session = self.session
        last = parse_answer(session.log[-1]) if session.log and not isinstance(session.stalled, Secret) else None
        seat = last.seat if last is not None and last.seat not in self.bots else ask.seat
        try:
            session.take_back(seat)
        except Refused as refused:
            self.say(wrapped(str(refused)))
            return
        self._told = min(self._told, len(session.events))
        self.say("Taken back.")

    def _save(self, name: str) -> None:
        path = self.path.parent / f"{name.removesuffix('.toml')}.toml"
        if not re.fullmatch(r"\w[\w .-]*", name) or path.exists():
            self.say(f"'{name}' cannot be used: it must be a new name, of letters, digits, spaces, dots and hyphens.")
            return
        try:
            self.journal.sync()
            shutil.copyfile(self.path, path)
        except (OSError, saves.SaveFailed) as error:
            self.say(f"Not saved: {error}")
        else:
            self.say(f"Saved in {path}")


def _with_rule(text: str, rule: str) -> str:
    return f"{text} (rule: {rule})" if rule else text
