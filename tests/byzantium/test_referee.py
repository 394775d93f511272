"""A second reading of the rulebook follows whole games: every question, every number of dice, every position."""

from __future__ import annotations

from random import Random

import pytest

from core.engine import LocalTable, Place, Roll, Session
from core.games.byzantium import GAME
from tests.byzantium.positions import at_war
from tests.byzantium.referee import Referee
from tests.byzantium.test_random_games import TABLES, warlike


class Recorder(LocalTable):
    """Fair dice, written down."""

    def __init__(self, seed: int, record: list) -> None:
        super().__init__(seed)
        self.record = record

    def roll(self, request: Roll, place: Place) -> tuple[int, ...]:
        dice = super().roll(request, place)
        self.record.append(("roll", dice))
        return dice


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("war", [False, True], ids=["from the start", "from a war"])
@pytest.mark.parametrize("seed", range(3))
def test_the_game_and_the_referee_agree(players, options, war, seed):
    random = Random(seed)
    record: list = []
    setup = GAME.setup(players=players, options=options)
    begun = at_war(players, random, **options) if war else GAME.begin(setup)
    referee = Referee(begun, setup.options, record)
    session = Session(GAME, setup, Recorder(seed, record), state=begun, keep=False)
    while session.pending:
        (ask,) = session.pending
        answer = warlike(random, session)
        state = session.state.copy() if ask.name == "action" else None
        record.append(("ask", ask.seat, ask.name, [option.notation for option in ask.options], answer, state))
        session.answer(ask.seat, answer)
    referee.record = record
    winners, scores = referee.play()
    referee.turn, referee.passed, referee.first = session.state.turn, session.state.passed, session.state.first_player
    referee.compare(session.state)
    outcome = GAME.outcome(session.state)
    assert (set(outcome.winners), outcome.scores) == (winners, scores)
