"""4.6: why a Lord draws no Supply."""

from __future__ import annotations

import pytest

from core.games.levy.supply import supply_gain
from tests.almoravid.position import commanding, empty, put
from tests.levy.script import activate, run


@pytest.mark.parametrize(
    ("lord", "at", "enemy", "reason"),
    [
        ("yusuf", "sevilla", "leon", "He has no Seat on the map."),
        ("al_mustain", "calatayud", "leon", "Ways to his nearest Seat: 1; the Transport here serves 0."),
        ("al_mustain", "calatayud", "zaragoza", "Enemies cut every Route to his Seats."),
    ],
)
def test_4_6_1_why_no_supply(lord: str, at: str, enemy: str, reason: str) -> None:
    g = empty()
    put(g, "alfonso", enemy)
    supplied = put(g, lord, at, coin=1)
    (asked,) = run(activate(g, supplied, commanding(g, supplied)), "pass")
    assert asked.explain("supply").reason == reason


def test_4_6_1_a_bypassed_lord_draws_supply_from_the_seat_he_is_in() -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza", inside=True)
    put(g, "alfonso", "zaragoza")
    g.bypass["zaragoza"] = 1
    assert supply_gain(g, emir) == 1
