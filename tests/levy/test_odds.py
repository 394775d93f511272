"""Trial battles: what a player is told before he decides about a fight."""

from __future__ import annotations

import pytest

from core.engine import LocalTable, Session
from core.games.almoravid import GAME
from core.games.almoravid.state import Almoravid
from core.games.levy.odds import fight_odds
from core.games.levy.state import Lord
from tests.almoravid.position import commanding, empty, put
from tests.levy.script import holding
from tui.boards.levy_odds import fights, odds


def session_of(g: Almoravid, active: Lord, seed: int = 1) -> Session:
    """A game in which a Lord is about to command."""
    commanding(g, active)
    g.phase = "command"
    return Session(GAME, GAME.setup("E"), LocalTable(seed), state=g)


def meeting(attacker: str = "alfonso", defender: str = "al_mutamid", **sizes: dict[str, int]) -> Session:
    """One Lord at Toledo, about to March on another at Talavera."""
    g = empty()
    active = put(g, attacker, "toledo", **sizes["attack"])
    put(g, defender, "talavera", **sizes["defend"])
    return session_of(g, active)


def chance(session: Session, notation: str = "march talavera", seat: str = "christian", trials: int = 500) -> float:
    found = fight_odds(session, seat, notation, trials)
    assert found.trials == trials
    return found.won / trials


def test_a_fight_that_cannot_be_lost_is_won_always() -> None:
    assert chance(meeting(attack={"knights": 20}, defend={"serfs": 1})) == 1
    assert chance(meeting(attack={"serfs": 1}, defend={"knights": 20})) == 0


def test_the_odds_of_a_tiny_battle_are_those_worked_out_by_hand() -> None:
    """Two Militia: the Defender's Hit Routs on 2-6, else the Attacker's does; so the Attacker wins 1 in 7."""
    found = chance(meeting(attack={"militia": 1}, defend={"militia": 1}), trials=4000)
    assert abs(found - 1 / 7) < 3 * (1 / 7 * 6 / 7 / 4000) ** 0.5


def test_one_hit_in_one_round_never_takes_a_castle_with_two_men_in_it() -> None:
    g = empty()
    g.jihad["trujillo"], g.siege["trujillo"] = 1, 1
    assert chance(session_of(g, put(g, "alfonso", "trujillo", militia=2)), "storm") == 0


def test_both_sides_are_told_the_same_of_one_fight() -> None:
    session = meeting(attack={"knights": 5, "militia": 3}, defend={"sergeants": 6, "militia": 6})
    before = chance(session)
    session.answer("christian", "march talavera")
    assert abs(chance(session, "stand", "muslim") - (1 - before)) < 0.1


def test_it_does_not_matter_which_side_is_which() -> None:
    forces = {"attack": {"sergeants": 4, "militia": 4}, "defend": {"sergeants": 4, "militia": 4}}
    mirrored = meeting("al_mutamid", "alfonso", **forces)
    assert abs(chance(meeting(**forces)) - chance(mirrored, seat="muslim")) < 0.1


def test_the_same_position_has_the_same_odds_whatever_dice_the_table_has() -> None:
    def odds_at(seed: int) -> object:
        g = empty()
        active = put(g, "alfonso", "toledo", knights=4)
        put(g, "al_mutamid", "talavera", sergeants=5)
        return fight_odds(session_of(g, active, seed), "christian", "march talavera")

    assert odds_at(1) == odds_at(2)


def test_a_trial_leaves_the_game_alone_and_a_lasting_fork_outlives_the_moment() -> None:
    session = meeting(attack={"knights": 4}, defend={"sergeants": 5})
    before, log = session.digest(), session.log[:]
    moment = session.fork("christian", lasting=True)
    first = fight_odds(moment, "christian", "march talavera", 50)
    assert (session.digest(), session.log) == (before, log)
    session.answer("christian", "march talavera")
    session.answer("muslim", "stand")
    assert fight_odds(moment, "christian", "march talavera", 50) == first


def test_what_the_other_side_holds_makes_no_difference() -> None:
    """M6 Feigned Retreat or M1 Hills in the enemy's hand: he who asks cannot know."""

    def with_hand(card: str) -> object:
        g = empty()
        active = put(g, "alfonso", "toledo", knights=6)
        put(g, "al_mutamid", "talavera", sergeants=6, militia=2)
        session = session_of(g, active)
        (token,) = holding("muslim", "held")
        g.held["muslim"] = [token]
        session.table.vault.put(token, card, "muslim")
        session = Session(GAME, GAME.setup("E"), session.table, state=g)
        return fight_odds(session, "christian", "march talavera")

    assert with_hand("M1") == with_hand("M6")


def test_with_hidden_mats_there_are_no_odds_against_what_is_hidden() -> None:
    g = empty(hidden_mats="on")
    active = put(g, "alfonso", "toledo", knights=6)
    put(g, "al_mutamid", "talavera", sergeants=6)
    session = session_of(g, active)
    assert fight_odds(session, "christian", "march talavera").trials == 0
    session.answer("christian", "march talavera")
    assert fight_odds(session, "muslim", "stand").trials == 0
    session.answer("muslim", "stand")
    assert session.pending[0].name == "concede"
    assert fight_odds(session, "christian", "fight").trials == 500  # in Battle mats are shown


def test_with_hidden_mats_a_storm_of_walls_alone_can_be_reckoned() -> None:
    g = empty(hidden_mats="on")
    g.jihad["trujillo"], g.siege["trujillo"] = 1, 1
    session = session_of(g, put(g, "alfonso", "trujillo", knights=9))
    assert fight_odds(session, "christian", "storm").trials == 500


def test_a_marshal_is_told_how_he_fares_alone_and_with_all() -> None:
    g = empty()
    active = put(g, "alfonso", "toledo", knights=3)
    put(g, "sancho", "toledo", knights=9)
    put(g, "al_mutamid", "talavera", sergeants=6, militia=4)
    session = session_of(g, active)
    moment = session.fork("christian", lasting=True)
    assert (
        fight_odds(moment, "christian", "march talavera").won
        < fight_odds(moment, "christian", "march talavera", company=True).won
    )
    words = odds(moment, "christian", "march talavera")
    assert "alone" in words
    assert words.endswith("with all, in 500 trial battles")


def test_who_concedes_loses_the_field_and_fewer_men() -> None:
    session = meeting(attack={"knights": 3, "militia": 4}, defend={"sergeants": 9, "militia": 6})
    session.answer("christian", "march talavera")
    session.answer("muslim", "stand")
    on, off = (fight_odds(session, "christian", answer) for answer in ("fight", "concede"))
    assert off.won == 0
    assert off.lost < on.lost


def test_who_may_go_inside_is_told_how_it_goes_if_he_stands() -> None:
    g = empty()
    active = put(g, "alfonso", "toledo", knights=9)
    put(g, "al_mutawakkil", "badajoz", militia=2)
    put(g, "sancho", "merida", knights=9)
    active.at = "merida"
    session = session_of(g, active)
    session.answer("christian", "march badajoz")
    while session.pending[0].name != "approach":
        session.answer("christian", "go" if session.pending[0].name == "group" else "laden")
    (ask,) = session.pending
    assert "withdraw al_mutawakkil" in fights(session, ask)
    moment = session.fork("muslim", lasting=True)
    assert odds(moment, "muslim", "stand").startswith("wins 0% in 500 trial battles")
    assert odds(moment, "muslim", "withdraw al_mutawakkil") == ""


@pytest.mark.parametrize("answer", ["forage", "march madrid", "pass"])
def test_where_nobody_fights_there_is_nothing_to_tell(answer: str) -> None:
    session = meeting(attack={"knights": 4}, defend={"sergeants": 5})
    moment = session.fork("christian", lasting=True)
    assert odds(moment, "christian", answer) == ""
    assert fights(session, session.pending[0]) == ["march talavera"]


def test_sagrajas_can_be_reckoned_too() -> None:
    session = Session(GAME, GAME.setup("S"), LocalTable(3))
    while session.pending[0].name != "concede":
        session.answer(session.pending[0].seat, session.pending[0].options[0].notation)
    seat = session.pending[0].seat
    assert 0 < fight_odds(session, seat, "fight", 40).won <= 40
