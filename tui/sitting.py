"""A game being played at this screen: the session, who sits where, and the save that is kept at every decision."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import saves
from core.bots import Bot, bot_kinds, make_bot
from core.engine import Ask, LocalTable, Secret, Session, Setup
from core.engine.vault import ALL
from core.games import load_game
from tui.library import load_with_story

PERSON = "human"


def is_person(player: str) -> bool:
    """Players are written as in saves and on the command line: `human:Anna`, `greedy`, `random`."""
    return player.partition(":")[0] == PERSON


def player_name(player: str) -> str:
    kind, _, name = player.partition(":")
    if kind == PERSON:
        return name or "a player"
    return f"{kind} bot"


def _again(player: str, bots: Sequence[str]) -> str:
    """A player as a save names him: a name that is no kind of player is that of a person."""
    known = player.partition(":")[0] in (PERSON, "exec", "script", *bots)
    return player if known else f"{PERSON}:{player}"


def named(players: Mapping[str, str], me: str) -> dict[str, str]:
    """Whoever sits at this computer without a name, alone in that, is called `me`."""
    nameless = [seat for seat, player in players.items() if player == PERSON]
    return dict(players) | ({nameless[0]: f"{PERSON}:{me}"} if me and len(nameless) == 1 else {})


def fresh_seed() -> int:
    return secrets.randbits(48)


@dataclass
class Sitting:
    session: Session
    players: Mapping[str, str]
    journal: saves.Journal | None
    path: Path | None
    notices: list[str] = field(default_factory=list)
    """What the player should know about the save he loaded."""
    viewer: str = ""
    """Whose secrets may be on the screen now."""
    alone: str = ""
    """The seat for which everybody else has looked away, until another is asked."""
    _bots: dict[str, Bot] = field(default_factory=dict)

    # --- beginning -----------------------------------------------------------------------------------

    @classmethod
    def begin(cls, game_id: str, setup: Setup, players: Mapping[str, str], seed: int | str) -> Sitting:
        """A new game, saved from its first moment."""
        session = Session(load_game(game_id), setup, LocalTable(seed))
        return cls.of(session, players)

    @classmethod
    def of(cls, session: Session, players: Mapping[str, str]) -> Sitting:
        """A game that is at this screen from now on, in a new file of its own."""
        header = saves.Header.of(session, players)
        path = saves.new_path(saves.saves_folder(), session.game.id, header.created)
        return cls(session, dict(players), saves.Journal.create(path, session, header), path)

    @classmethod
    def load(cls, path: Path, me: str = "") -> Sitting:
        """Goes on with a save. Raises `saves.BadSave`."""
        loaded = load_with_story(path)
        journal = saves.Journal.open(path, loaded.session, loaded)
        bots = bot_kinds(loaded.session.game)
        players = {seat: _again(player, bots) for seat, player in loaded.header.players.items()}
        strangers = [seat for seat, player in players.items() if not is_person(player) and player not in bots]
        notices = [
            *loaded.notices,
            *(f"{seat.capitalize()} was played by {players[seat]}; a {bots[0]} bot sits in." for seat in strangers),
        ]
        return cls(loaded.session, named(players, me), journal, path, notices)

    # --- who is asked --------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        return [seat for seat, player in self.players.items() if is_person(player)]

    def awaited(self) -> Ask | None:
        """The question to put next: bots first, so that people answer last inside a secret dialog."""
        pending = self.session.pending
        bots = [ask for ask in pending if not is_person(self.players[ask.seat])]
        mine = [ask for ask in pending if ask.seat == self.viewer]
        return next(iter([*bots, *mine, *pending]), None)

    def bot_for(self, seat: str) -> Bot | None:
        player = self.players[seat]
        if is_person(player):
            return None
        if seat not in self._bots:
            kinds = bot_kinds(self.session.game)
            seed = f"{getattr(self.session.table, 'seed', '')} {seat}"
            self._bots[seat] = make_bot(self.session.game, player if player in kinds else kinds[0], seed)
        return self._bots[seat]

    def is_elsewhere(self, ask: Ask) -> bool:
        """Whether the answer comes from another screen than this one. At one keyboard it never does."""
        return False

    def watch(self, changed: Callable[[], None]) -> None:
        """Who wants to hear when something happens that was not done at this screen. At one keyboard nothing does."""

    def must_hand_over(self, ask: Ask) -> bool:
        """Whether somebody else must look away first: something secret to see, and not looked away yet."""
        if len(self.people) < 2 or ask.seat == self.alone:
            return False
        readers = self.session.table.vault.readers.values()
        either = {ask.seat, self.viewer}
        holds_secrets = any(either & set(seats) and ALL not in seats for seats in readers)
        return holds_secrets or self._is_secret(ask) or self.session.game.screened(self.session.state)

    def _is_secret(self, ask: Ask) -> bool:
        return bool(ask.hand) or isinstance(self.session.stalled, Secret)

    def public_prompt(self, ask: Ask) -> str:
        """The question as the person at the screen may read it: somebody else's may speak of his hidden cards."""
        if ask.seat == self.viewer:
            return ask.prompt
        if self._is_secret(ask):
            return "a secret decision"
        return "a decision behind the screen" if self.session.game.screened(self.session.state) else ask.prompt

    # --- playing -------------------------------------------------------------------------------------

    def answer(self, seat: str, notation: str) -> None:
        """Answers and saves. Raises `Refused`; or `saves.SaveFailed`, and then the answer stands all the same."""
        self.session.answer(seat, notation)
        self._save()

    def who_can_take_back(self) -> str:
        """The person whose last answer can still be taken back: first the one who is looking, then any other."""
        seats = [self.viewer, *self.people] if self.viewer in self.people else self.people
        return next((seat for seat in seats if self.session.why_no_take_back(seat) is None), "")

    def why_no_take_back(self) -> str:
        return str(self.session.why_no_take_back(self.viewer))

    def take_back(self, seat: str) -> None:
        """As with an answer, `saves.SaveFailed` does not undo it."""
        self.session.take_back(seat)
        self._save()

    def answer_anew(self, seat: str, notations: Sequence[str]) -> None:
        """Answers an open private dialog from its beginning, in another order perhaps. Raises as an answer does."""
        self.session.answer_anew(seat, notations)
        self._save()

    def _save(self) -> None:
        if self.journal is not None:
            self.journal.sync()

    def close(self) -> None:
        """Leaves a file that is up to date. What could not be written stays as it was written last."""
        if self.journal is not None:
            with suppress(saves.SaveFailed):
                self.journal.close()
