"""Who sits at a seat, as said on the command line: `greedy`, `exec:./bot`, `script:moves.txt`, `human:Anna`."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.bots import Bot, BotFailed, bot_kinds, make_bot, random_bot, script_bot
from core.engine import Game
from netplay.exec_bot import ExecBot
from tui.exits import WrongUsage

PEOPLE = ("human", "me")


@dataclass(frozen=True, slots=True)
class Player:
    kind: str
    detail: str = ""
    """The command of a program, the file of a script, the name of a person."""

    @property
    def is_person(self) -> bool:
        return self.kind == "human"

    def __str__(self) -> str:
        return f"{self.kind}:{self.detail}" if self.detail else self.kind

    @classmethod
    def parse(cls, text: str, game: Game) -> Player:
        kind, _, detail = text.strip().partition(":")
        if kind in PEOPLE:
            return cls("human", detail.strip())
        if kind in bot_kinds(game) and not detail:
            return cls(kind)
        if kind == "exec":
            return cls(kind, _command(detail))
        if kind == "script":
            if not Path(detail).is_file():
                raise WrongUsage(f"seat 'script:{detail}': there is no file '{detail}'")
            return cls(kind, detail)
        bots = ", ".join(bot_kinds(game))
        raise WrongUsage(f"nobody is called '{text}'; a seat can be: {bots}, exec:COMMAND, script:FILE, me, human:NAME")


def parse_players(text: str, game: Game) -> tuple[Player, ...]:
    return tuple(Player.parse(part, game) for part in text.split(","))


def _command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise WrongUsage(f"seat 'exec:{text}': {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise WrongUsage(f"seat 'exec:{text}': there is no program '{words[0] if words else ''}' that can be run")
    return text


@contextmanager
def seated_bots(game: Game, players: Mapping[str, Player], seed: int | str, seconds: float) -> Iterator[dict[str, Bot]]:
    """The bots among the players, by seat. Programs are ended when the game is left, however it is left."""
    with ExitStack() as until_the_end:
        bots: dict[str, Bot] = {}
        for seat, player in players.items():
            own_seed = f"{seed} {seat}"
            match player.kind:
                case "exec":
                    try:
                        program = ExecBot(player.detail, own_seed, seconds)
                    except BotFailed as failed:
                        raise WrongUsage(f"seat '{player}': {failed}") from failed
                    until_the_end.callback(program.close)
                    bots[seat] = program
                case "script":
                    bots[seat] = script_bot(player.detail, _text(player.detail), random_bot(own_seed))
                case kind if kind != "human":
                    bots[seat] = make_bot(game, kind, own_seed)
        yield bots


def _text(name: str) -> str:
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(f"the script '{name}' cannot be read: {error}") from error
