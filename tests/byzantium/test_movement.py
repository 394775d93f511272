"""F. Moving: what a way costs, fleets, sailing from Constantinople. R23 to R32"""

from __future__ import annotations

import pytest

from core.engine import Refused
from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    army,
    asked,
    box,
    fortify,
    hold,
    offered,
    play,
    position,
    start,
    told,
)


def byzantines(at: str, **boxes: int):
    game = position()
    army(game, "red", BYZANTINE, at, **boxes)
    return game


def arabs_in_alexandria(move: int = 4, **boxes: int):
    """Red's Arabs may cross from Alexandria, which they hold, to Byzantine Candia."""
    game = position()
    hold(game, "red", "alexandria", side=ARAB)
    army(game, "red", ARAB, "alexandria", move=move, **boxes)
    return game


def test_R23_a_road_costs_one_move_cube_which_becomes_a_casualty():
    game = byzantines("antioch", move=2)
    before = game.players["red"].casualties
    session = start(game)
    play(session, "red: move byzantine", "red: to edessa")
    red = session.state.players["red"]
    assert (red.byzantine.at, red.byzantine.move, red.casualties) == ("edessa", 1, before + 1)
    assert "red's Byzantine army marches Antioch – Edessa." in told(session)


def test_R23_two_links_cost_both_and_one_more():
    session = start(byzantines("antioch", move=3))
    play(session, "red: move byzantine", "red: to edessa", "red: on caesarea")
    assert session.state.players["red"].byzantine.at == "caesarea"
    assert session.state.players["red"].byzantine.move == 0


def test_R23_with_two_move_cubes_there_is_no_second_link():
    session = start(byzantines("antioch", move=2))
    play(session, "red: move byzantine", "red: to edessa")
    assert asked(session) == ("yellow", "action")


def test_R23_only_arabs_cross_the_desert():
    session = start(byzantines("damascus"))
    play(session, "red: move byzantine")
    assert "to tabuk" not in offered(session)
    game = position()
    army(game, "red", ARAB, "tabuk", move=1)
    session = start(game)
    play(session, "red: move arab")
    assert set(offered(session)) == {"to medina", "to jerusalem", "to damascus"}


def test_R23_a_byzantine_army_crosses_the_sea_for_one_also_to_and_from_constantinople():
    for at, to in (("alexandria", "candia"), ("nicaea", "constantinople"), ("constantinople", "nicaea")):
        session = start(byzantines(at, move=1))
        play(session, "red: move byzantine", f"red: to {to}")
        assert session.state.players["red"].byzantine.at == to
        assert session.state.players["red"].byzantine.move == 0


def test_R23_an_arab_land_link_and_a_sea_link_cost_four():
    game = arabs_in_alexandria()
    hold(game, "red", "pelusium", side=ARAB)
    army(game, "red", ARAB, "pelusium", move=4, elite=0, main=0)
    session = start(game)
    play(session, "red: move arab", "red: to alexandria", "red: on candia")
    assert session.state.players["red"].arab.move == 0


@pytest.mark.parametrize(
    ("arab_fleet", "doubled", "sea", "bosporus"),
    [(False, False, 2, 4), (True, False, 1, 2), (False, True, 4, 8), (True, True, 2, 4)],
)
def test_R24_fleets_halve_and_then_double(arab_fleet, doubled, sea, bosporus):
    for origin, target, cost in (("alexandria", "candia", sea), ("nicaea", "constantinople", bosporus)):
        game = position()
        hold(game, "red", origin, side=ARAB)
        army(game, "red", ARAB, origin, elite=0, main=1, move=9, levy=0)
        if arab_fleet:
            box(game, "arab-fleet", "red")
        box(game, "byzantine-fleet", "yellow")
        session = start(game, (1,) * game.tokens[target])
        play(session, "red: move arab", f"red: to {target}")
        play(session, "yellow: double" if doubled else "yellow: spare", "yellow: hold")
        spent = 9 - session.state.players["red"].arab.move
        assert spent == cost


def test_R24_another_players_arab_fleet_helps_nobody_else():
    game = arabs_in_alexandria(move=1)
    box(game, "arab-fleet", "blue")
    session = start(game)
    play(session, "red: move arab")
    assert "to candia" not in offered(session)


def test_R24_the_cube_for_a_second_link_is_neither_halved_nor_doubled():
    game = arabs_in_alexandria()
    hold(game, "red", "candia", side=ARAB)
    army(game, "red", ARAB, "alexandria", move=9, main=1)
    box(game, "byzantine-fleet", "yellow")
    session = start(game)
    play(session, "red: move arab", "red: to candia", "red: on alexandria", "yellow: double", "yellow: hold")
    assert session.state.players["red"].arab.move == 0  # 4 + 4 + 1


def test_R25_the_owner_is_asked_twice_once_the_whole_path_is_announced():
    game = arabs_in_alexandria()
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to candia")
    assert asked(session) == ("yellow", "fleet")
    assert "Alexandria to Candia, for 2 Move cubes." in session.pending[0].prompt
    play(session, "yellow: spare")
    assert asked(session) == ("yellow", "interception")
    assert "with 2 dice?" in session.pending[0].prompt


def test_R25_the_owner_is_told_of_a_single_cube_and_die():
    game = arabs_in_alexandria()
    box(game, "arab-fleet", "red")
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to candia")
    assert "for 1 Move cube." in session.pending[0].prompt
    play(session, "yellow: spare")
    assert "with 1 die?" in session.pending[0].prompt


def test_R25_one_who_has_the_fleet_himself_is_not_asked():
    game = arabs_in_alexandria()
    box(game, "byzantine-fleet", "red")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to candia", "red: from pool")
    assert session.state.holder["candia"] == "red"
    assert session.state.players["red"].arab.move == 2


def test_R25_the_mover_may_choose_another_action_when_doubling_is_too_dear():
    game = arabs_in_alexandria(move=3)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to candia", "yellow: double")
    assert asked(session) == ("red", "action")
    assert session.state.players["red"].arab.move == 3
    assert "yellow's fleet makes Alexandria – Candia too dear for red." in told(session)
    play(session, "red: move arab")
    assert offered(session) == ["to pelusium"]
    with pytest.raises(Refused, match="already made that crossing too dear"):
        session.answer("red", "to candia")
    play(session, "red: to pelusium", "red: from pool")
    assert session.state.holder["pelusium"] == "red"


def test_R25_an_army_that_was_to_enter_and_cross_has_not_entered():
    game = position()
    hold(game, "blue", "alexandria", side=ARAB)
    army(game, "red", ARAB, None, move=2)
    box(game, "byzantine-fleet", "yellow")
    session = start(game)
    play(session, "red: move arab", "red: enter alexandria", "red: to candia", "yellow: double")
    assert session.state.players["red"].arab.at is None
    assert asked(session) == ("red", "action")


def test_R25_when_the_first_link_alone_was_refused_the_mover_cannot_stop_there():
    game = arabs_in_alexandria(move=3)
    hold(game, "blue", "candia", "salamis", side=ARAB)
    army(game, "red", ARAB, "alexandria", move=5)
    box(game, "byzantine-fleet", "yellow")
    session = start(game)
    play(session, "red: move arab", "red: to candia", "red: on salamis", "yellow: double")
    play(session, "red: move arab", "red: to candia")
    assert "on salamis" not in offered(session)
    assert "stop" in offered(session)
    assert "too dear" in str(session.explain("red", "on salamis"))


def test_R26_fleet_dice_are_the_cubes_of_the_sea_link_alone():
    game = arabs_in_alexandria()
    hold(game, "red", "pelusium", side=ARAB)
    army(game, "red", ARAB, "pelusium", move=4, main=6)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (1, 1), (1, 1))  # two dice of the fleet, two of Candia
    play(session, "red: move arab", "red: to alexandria", "red: on candia", "yellow: spare", "yellow: intercept")
    assert asked(session) == ("red", "cube")


def test_R27_fleet_losses_come_before_the_attack():
    game = arabs_in_alexandria(move=2, elite=1, main=1)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (4, 1), (1, 1))
    play(session, "red: move arab", "red: to candia", "yellow: spare", "yellow: intercept")
    assert asked(session) == ("red", "loss")
    assert offered(session) == ["lose elite", "lose main"]
    play(session, "red: lose main", "yellow: allow")
    assert session.state.players["red"].arab.at == "alexandria"  # one elite cube cannot take a city of two


def test_R27_an_army_drowned_to_the_last_cube_does_not_attack():
    game = arabs_in_alexandria(move=2, elite=0, main=1)
    box(game, "byzantine-fleet", "yellow")
    session = start(game, (4, 4))
    play(session, "red: move arab", "red: to candia", "yellow: spare", "yellow: intercept")
    assert session.state.players["red"].arab.at is None
    assert session.state.side["candia"] is BYZANTINE
    assert asked(session) == ("yellow", "action")


def test_R28_no_army_passes_through_a_city_that_is_not_of_its_side():
    game = position()
    army(game, "red", ARAB, "tabuk", elite=1, main=6, move=4)
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to jerusalem")
    assert asked(session) == ("red", "cube")  # no way on was offered: the city was attacked and fell


def test_R29_armies_of_several_players_stand_together_in_peace():
    game = byzantines("antioch", move=1)
    hold(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, "damascus")
    session = start(game)
    play(session, "red: move byzantine", "red: to damascus", "red: peace")
    assert session.state.armies_at("damascus", BYZANTINE) == ["red", "blue"]


def test_R30_an_army_does_not_attack_its_owners_city():
    game = position()
    hold(game, "red", "damascus")
    fortify(game, "red", "jerusalem")
    army(game, "red", ARAB, "tabuk", move=1)
    session = start(game)
    play(session, "red: move arab")
    assert offered(session) == ["to medina"]
    with pytest.raises(Refused, match="you control that city"):
        session.answer("red", "to jerusalem")


def test_R30_nor_a_byzantine_army_an_arab_city_of_its_owner():
    game = byzantines("antioch", move=1)
    hold(game, "red", "tyre", side=ARAB)
    session = start(game)
    play(session, "red: move byzantine")
    assert "to tyre" not in offered(session)


def test_R30_nor_a_city_where_the_owners_other_army_stands():
    game = position()
    hold(game, "red", "nicaea", side=ARAB)
    army(game, "red", ARAB, "nicaea", move=9)
    army(game, "red", BYZANTINE, "constantinople")
    session = start(game)
    play(session, "red: move arab")
    with pytest.raises(Refused, match="your own other army stands there"):
        session.answer("red", "to constantinople")


def test_R31_from_constantinople_an_army_sails_to_any_coast_of_any_side():
    game = byzantines("constantinople", move=1, main=5)
    hold(game, "blue", "alexandria", side=ARAB)
    army(game, "blue", ARAB, None, levy=0)
    session = start(game, (1, 1, 1))
    play(session, "red: move byzantine")
    ports = set(offered(session))
    assert {"to alexandria", "to trebizond", "to antioch", "to nicaea", "to adrianople"} <= ports
    assert not {"to damascus", "to ankara", "to mecca"} & ports
    play(session, "red: to alexandria")
    assert asked(session) == ("red", "cube")
    assert session.state.players["red"].byzantine.move == 0


def test_R31_sailing_may_be_the_second_link():
    session = start(byzantines("nicaea", move=3))
    play(session, "red: move byzantine", "red: to constantinople", "red: on alexandria")
    assert session.state.players["red"].byzantine.at == "alexandria"
    assert session.state.players["red"].byzantine.move == 0


def test_R31_nobody_sails_back_that_way():
    session = start(byzantines("alexandria", move=2))
    play(session, "red: move byzantine")
    assert "to constantinople" not in offered(session)


def test_R32_spending_the_last_cube_is_legal_and_the_army_arrives_only_to_vanish():
    game = position()
    army(game, "red", ARAB, "tabuk", elite=0, main=0, move=1)
    session = start(game)
    play(session, "red: move arab", "red: to jerusalem")
    assert session.state.players["red"].arab.at is None
    assert session.state.side["jerusalem"] is BYZANTINE
    assert asked(session) == ("yellow", "action")
    assert "red's Arab army is no more." in told(session)


def test_a_persian_city_can_be_attacked_by_either_side():
    game = byzantines("edessa", move=1, main=6)
    session = start(game, (1, 1))
    play(session, "red: move byzantine", "red: to mosul", "red: from pool")
    assert (session.state.side["mosul"], session.state.tokens["mosul"]) == (BYZANTINE, 1)
    assert session.state.players["red"].byzantine.points == 11
