"""The captain plays better than chance."""

from __future__ import annotations

import random

import pytest

from core.engine import LocalTable, Session
from core.games.almoravid import GAME
from core.games.almoravid.captain import captain


@pytest.mark.parametrize("seat", ["christian", "muslim"])
def test_the_captain_beats_chance_at_toledo(seat: str) -> None:
    won = 0
    for seed in range(12):
        chance = random.Random(seed)
        session = Session(GAME, GAME.setup("A"), LocalTable(seed), keep=False, listen=False)
        while session.pending:
            ask = session.pending[0]
            if ask.seat == seat:
                session.answer(seat, captain(session, ask))
            else:
                session.answer(ask.seat, chance.choice(session.offers(ask)).notation)
        won += session.state.winner == seat
    assert won >= 9
