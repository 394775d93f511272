"""A. Take Control of a City. R16 to R18"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import (
    ARAB,
    BULGAR,
    BYZANTINE,
    army,
    fortify,
    hold,
    offered,
    play,
    position,
    start,
    told,
)


def test_a_claim_scores_its_tokens_on_the_track_of_its_side():
    session = start(position())
    play(session, "red: control damascus", "red: from pool")
    red = session.state.players["red"]
    assert (red.byzantine.points, red.arab.points) == (13, 10)
    assert session.state.holder["damascus"] == "red"
    assert "red takes control of Damascus: 3 Byzantine points." in told(session)


@pytest.mark.parametrize("city", ["tyre", "mecca"])
def test_R16_a_city_with_a_cube_or_fortification_has_a_controller(city):
    game = position()
    hold(game, "blue", "tyre")
    fortify(game, "blue", "mecca")
    with pytest.raises(Refused, match="has a controller already"):
        start(game).answer("red", f"control {city}")


def test_R16_persian_and_bulgar_cities_and_constantinople_are_never_claimed():
    game = position()
    game.side["athens"] = BULGAR
    session = start(game)
    for city in ("baghdad", "athens", "constantinople"):
        assert f"control {city}" not in offered(session)
    with pytest.raises(Refused, match="must be conquered"):
        session.answer("red", "control athens")
    with pytest.raises(Refused, match="Nobody controls Constantinople"):
        session.answer("red", "control constantinople")


def test_R17_the_first_byzantine_claim_brings_the_pawn():
    session = start(position(2))
    play(session, "red: control damascus", "red: from pool")
    assert session.state.players["red"].byzantine.at == "damascus"
    assert "red's Byzantine army enters the map in Damascus." in told(session)


def test_R17_later_claims_leave_the_pawn_where_it_is():
    session = start(position(2))
    play(session, "red: control damascus", "red: from pool", "yellow: control athens", "yellow: from pool")
    play(session, "red: control tyre", "red: from pool")
    assert session.state.players["red"].byzantine.at == "damascus"


def test_R17_without_a_field_cube_the_pawn_stays_off_and_may_come_in_later():
    game = position(2)
    army(game, "red", BYZANTINE, None, elite=0, main=0, move=0)
    session = start(game)
    play(session, "red: control damascus", "red: from pool", "yellow: control athens", "yellow: from pool")
    assert session.state.players["red"].byzantine.at is None
    assert not any(sentence.startswith("red's Byzantine army") for sentence in told(session))
    with pytest.raises(Refused, match="needs a cube"):
        session.answer("red", "move byzantine")
    play(session, "red: increase", "red: to byzantine.main", "red: from pool", "red: done")
    play(session, "yellow: control tyre", "yellow: from pool")
    assert "move byzantine" in offered(session)


def test_R17_a_destroyed_army_does_not_come_back_with_a_later_claim():
    game = position()
    hold(game, "red", "damascus")
    session = start(game)
    play(session, "red: control tyre", "red: from pool")
    assert session.state.players["red"].byzantine.at is None


def test_R18_an_arab_claim_does_not_bring_the_arab_pawn():
    session = start(position())
    play(session, "red: control mecca", "red: from pool")
    assert session.state.players["red"].arab.at is None
    assert session.state.players["red"].stake(ARAB).points == 12
