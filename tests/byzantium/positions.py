"""Positions in a line, and games whose dice the test decides."""

from __future__ import annotations

from core.engine import SILENCE, LocalTable, Place, Roll, Session
from core.games.byzantium import GAME
from core.games.byzantium.data import Side
from core.games.byzantium.state import Byzantium, Phase, begin

BYZANTINE, ARAB, PERSIAN, BULGAR = Side


class FixedDice(LocalTable):
    """Dice as told, in order; a roll of another number of dice than told is a failure."""

    def __init__(self, *rolls: tuple[int, ...]) -> None:
        super().__init__("fixed")
        self.left = list(rolls)

    def roll(self, request: Roll, place: Place) -> tuple[int, ...]:
        assert self.left, f"an unexpected roll: {request}"
        dice = self.left.pop(0)
        assert len(dice) == request.count, f"{request} was to be {dice}"
        return dice


def position(players: int = 3, active: str = "red", **options: str) -> Byzantium:
    """The start of turn 1, with `active` to act first."""
    game = begin(GAME.setup(players=players, options=options))
    game.news = SILENCE
    game.phase = Phase.ACTIONS
    game.first_player = game.active = active
    return game


def hold(game: Byzantium, seat: str, *cities: str, side: Side | None = None, tokens: int | None = None) -> None:
    """`seat` controls these cities, with cubes from his Casualty Pool."""
    for city in cities:
        game.holder[city] = seat
        game.players[seat].casualties -= 1
        if side is not None:
            game.side[city] = side
        if tokens is not None:
            game.tokens[city] = tokens
        if game.side[city] is BYZANTINE:
            game.players[seat].claimed = True


def army(game: Byzantium, seat: str, side: Side, at: str | None, **boxes: int) -> None:
    """Puts an army on the map with exactly these cubes; those left over or missing are casualties."""
    stake = game.stake(seat, side)
    stake.at = at
    if side is BYZANTINE and at:
        game.players[seat].claimed = True
    for box, cubes in boxes.items():
        game.players[seat].casualties += getattr(stake, box) - cubes
        setattr(stake, box, cubes)


def start(game: Byzantium, *rolls: tuple[int, ...]) -> Session:
    """Plays on from a position with the given dice."""
    setup = GAME.setup(players=len(game.seats))
    return Session(GAME, setup, FixedDice(*rolls), state=game)


def play(session: Session, *answers: str) -> None:
    """Answers in order, each `seat: notation`."""
    for text in answers:
        seat, _, notation = text.partition(": ")
        session.answer(seat, notation)


def offered(session: Session) -> list[str]:
    """What the question that is open now offers."""
    return [option.notation for option in session.pending[0].options]


def asked(session: Session) -> tuple[str, str]:
    """Who must answer, and what."""
    return session.pending[0].seat, session.pending[0].name
