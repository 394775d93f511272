"""The sequence of play."""

from __future__ import annotations

from core.engine import CHECKPOINT, Procedure, Roll
from core.games.byzantium.actions import take_action
from core.games.byzantium.data import NUMBERS
from core.games.byzantium.ending import score_cities
from core.games.byzantium.income import income_and_maintenance
from core.games.byzantium.state import Byzantium, Phase


def play(game: Byzantium) -> Procedure[None]:
    while game.phase is not Phase.OVER:
        yield CHECKPOINT
        match game.phase:
            case Phase.FIRST_PLAYER:
                yield from choose_first_player(game)
            case Phase.ACTIONS:
                yield from player_action(game)
            case Phase.INCOME:
                yield from income_and_maintenance(game)
                new_turn(game)


def choose_first_player(game: Byzantium) -> Procedure[None]:
    """The dice decide; the highest begins, and those who tie roll again. R03"""
    rivals = game.seats[:]
    while len(rivals) > 1:
        dice = yield Roll(len(rivals), name="first player", why="Who begins")
        rivals = [seat for seat, die in zip(rivals, dice, strict=True) if die == max(dice)]
    begin_turn(game, rivals[0])


def begin_turn(game: Byzantium, first: str) -> None:
    game.first_player = game.active = first
    game.passed.clear()
    game.phase = Phase.ACTIONS
    game.tell("turn", turn=game.turn, seat=first)


def player_action(game: Byzantium) -> Procedure[None]:
    """One action. When all but one have passed, he who is left has exactly one more. R01"""
    last = len(game.passed) == len(game.seats) - 1
    yield from take_action(game, game.active)
    if game.phase is Phase.OVER:
        return
    if last:
        game.phase = Phase.INCOME
        return
    after = game.clockwise_from(game.active)
    game.active = next(seat for seat in [*after[1:], game.active] if seat not in game.passed)


def new_turn(game: Byzantium) -> None:
    """Who passed first begins the next turn; after the third the game ends. R02"""
    if game.turn == NUMBERS.turns:
        score_cities(game)
        game.phase = Phase.OVER
        return
    game.turn += 1
    begin_turn(game, game.passed[0])
