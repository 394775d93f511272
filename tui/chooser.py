"""Which game, and who plays? Asked line by line, for whoever just types `outremer`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import saves
from core import games
from core.bots import bot_kinds
from core.engine import Game, Option, Scenario
from tui.exits import WrongUsage
from tui.library import find_game, saves_folder
from tui.players import parse_players
from tui.question import keyed, meant, option_lines, wrapped

Read = Callable[[str], str]
Say = Callable[[str], None]


def choose(read: Read, say: Say) -> tuple[Game, str, str] | Path | None:
    """A game with scenario and seats, a save to go on with, or None to leave."""
    unfinished = [each for each in saves.summaries(saves_folder()) if not each.over and not each.problem][:5]
    known = [find_game(game_id) for game_id in games.GAME_IDS]
    options = [Option(game.id, f"{game.title}: {game.about}", group="Begin", value=game) for game in known]
    options += [
        Option(each.path.stem, f"{each.title}: {each.game}, {each.headline}", group="Go on with", value=each.path)
        for each in unfinished
    ]
    say("Welcome to Outremer.")
    try:
        chosen = _pick("What would you like to play?", options, read, say).value
        if isinstance(chosen, Path):
            return chosen
        scenario = _scenario(chosen, read, say)
        return chosen, scenario.id, _seats(chosen, scenario, read, say)
    except EOFError:
        say("")
        return None


def _pick(prompt: str, options: list[Option], read: Read, say: Say) -> Option:
    by_key = keyed(options)
    say(f"\n{prompt}")
    for line in option_lines(by_key):
        say(line)
    while True:
        text = read("> ").strip()
        if text == "quit":
            raise EOFError
        found = meant(text, by_key) if text else by_key
        if len(found) == 1:
            (option,) = found.values()
            return option
        say('Type the number of one of these, or a few letters that fit only one, or "quit".')


def _scenario(game: Game, read: Read, say: Say) -> Scenario:
    options = [Option(each.id, f"{each.title}. {each.about}", value=each) for each in game.scenarios]
    chosen = options[0] if len(options) == 1 else _pick("Which scenario?", options, read, say)
    scenario: Scenario = chosen.value
    return scenario


def _seats(game: Game, scenario: Scenario, read: Read, say: Say) -> str:
    bots = bot_kinds(game)
    usual = ",".join(["me", *[bots[0]] * (scenario.seats[-1] - 1)])
    counts = " or ".join(map(str, scenario.seats))
    who = ", ".join(["me", "human:NAME", *bots, "exec:COMMAND"])
    say(wrapped(f"\nWho plays? {counts} players, separated by commas: {who}."))
    while True:
        text = read(f"Enter alone for {usual}: ").strip() or usual
        if text == "quit":
            raise EOFError
        try:
            count = len(parse_players(text, game))
        except WrongUsage as error:
            say(wrapped(str(error)))
            continue
        if count in scenario.seats:
            return text
        say(f"That is {count}; there must be {counts}.")
