"""F. Retreating an Army: where to, at what price, past which fleet. R33 to R42"""

from __future__ import annotations

from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    army,
    asked,
    box,
    hold,
    play,
    position,
    start,
    told,
)


def candia_attacked(fleet: str | None = "yellow", move: int = 2):
    """Blue's Arab army in Candia, attacked by red from Athens; the sea leads to Arab Alexandria, no land anywhere."""
    game = position()
    hold(game, "blue", "candia", "alexandria", side=ARAB)
    army(game, "blue", ARAB, "candia", elite=0, main=2, move=move, levy=0)
    army(game, "red", BYZANTINE, "athens", elite=2, main=6, move=2)
    if fleet:
        box(game, "byzantine-fleet", fleet)
    return game


def test_R37_an_arab_army_may_ask_to_leave_by_sea_and_goes_if_the_fleet_lets_it():
    session = start(candia_attacked(), (1, 1))
    play(session, "red: move byzantine", "red: to candia", "blue: retreat")
    assert asked(session) == ("yellow", "sea retreat")
    play(session, "yellow: allow", "red: from pool")
    assert session.state.players["blue"].arab.at == "alexandria"
    assert session.state.players["blue"].arab.field_cubes == 4


def test_R37_barred_from_the_sea_before_battle_it_stands_and_fights():
    session = start(candia_attacked(), (1, 1, 1, 1, 1), (1, 1))
    play(session, "red: move byzantine", "red: to candia", "blue: retreat", "yellow: bar")
    assert "blue's Arab army stands at Candia, having no way out." in told(session)
    assert "At Candia red's attack beats blue's army, 8 against 2." in told(session)
    assert asked(session) == ("yellow", "sea retreat")


def test_R38_the_fleet_is_not_asked_where_the_sea_makes_no_difference():
    game = position()
    hold(game, "blue", "tyre", "jerusalem", side=ARAB)
    army(game, "blue", ARAB, "tyre", main=2)
    army(game, "red", BYZANTINE, "antioch", elite=2, main=6, move=2)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move byzantine", "red: to tyre", "blue: retreat", "blue: decline")
    assert session.state.players["blue"].arab.at == "jerusalem"
    assert asked(session) == ("red", "cube")
