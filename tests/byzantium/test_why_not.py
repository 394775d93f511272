"""Why can't I? Every refusal has a reason of its own, and the rule it comes from."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from core.engine import LocalTable, Session
from core.games.byzantium import GAME
from core.games.byzantium.data import CITIES
from tests.byzantium.positions import (
    ARAB,
    BYZANTINE,
    army,
    at_war,
    box,
    hold,
    play,
    pool,
    position,
    purse,
    start,
)
from tests.byzantium.test_random_games import OTHERWISE, warlike

GAMES = [(seed, 2 + seed % 3, OTHERWISE if seed % 2 else {}) for seed in range(24)]


def random_questions():
    """Every question of some random games, most of them begun in the midst of war."""
    for seed, players, options in GAMES:
        random = Random(seed)
        war = at_war(players, random, **options) if seed % 4 else None
        setup = GAME.setup(players=players, options=options)
        session = Session(GAME, setup, LocalTable(seed), keep=False, state=war)
        while session.pending:
            yield session
            session.answer(session.pending[0].seat, warlike(random, session))


@lru_cache
def universe() -> dict[str, list[str]]:
    """All that was ever offered for each question."""
    seen: dict[str, dict[str, None]] = {}
    for session in random_questions():
        (ask,) = session.pending
        seen.setdefault(ask.name, {}).update((option.notation, None) for option in ask.options)
    return {name: list(notations) for name, notations in seen.items()}


def test_whatever_is_not_offered_is_refused_with_its_own_reason_and_a_rule():
    explained = 0
    sample = Random(0)  # not the games' own: they are to be those of the universe
    for session in random_questions():
        (ask,) = session.pending
        everything = universe()[ask.name]
        notations = {option.notation for option in ask.options}
        for notation in everything if ask.name != "action" else sample.sample(everything, 12):
            refusal = session.explain(ask.seat, notation)
            if notation in notations:
                assert refusal is None, f"{ask.name}: {notation} is offered and refused: {refusal}"
                continue
            assert refusal is not None, f"{ask.name}: {notation} is not offered and not refused"
            assert refusal.rule, f"{ask.name}: {notation}: {refusal}"
            assert "is no answer" not in refusal.reason, f"{ask.name}: {notation}: {refusal}"
            explained += 1
    assert explained > 1000


def test_the_random_games_asked_all_the_usual_questions():
    names = {
        "action", "cube", "increase", "tax", "tax share", "improve", "fortify", "bulgars", "entry", "march", "march on",
        "civil war", "stand", "levies", "loss", "retreat", "maintenance", "garrison", "fleet", "interception",
        "order", "sea retreat", "pass cube",
    }  # fmt: skip
    assert names <= universe().keys()


def test_nonsense_is_told_what_could_be_said():
    refusal = start(position()).explain("red", "control atlantis")
    assert "is no answer" in refusal.reason
    assert "control" in refusal.reason


def test_it_is_not_your_turn():
    assert "not blue's turn" in start(position()).explain("blue", "pass").reason


def reason(session, notation: str) -> str:
    """Reason and rule of a refusal to the player who is asked."""
    return str(session.explain(session.pending[0].seat, notation))


def test_why_not_control():
    game = position()
    hold(game, "blue", "tyre")
    session = start(game)
    assert reason(session, "control tyre") == "That city has a controller already. (A. Take Control of a City)"
    assert reason(session, "control baghdad").startswith("Persian and Bulgar cities must be conquered.")
    assert reason(session, "control constantinople").startswith("Nobody controls Constantinople.")


def test_why_not_without_cubes_or_money():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=2, arab=2)
    session = start(game)
    assert "your Byzantine treasury can buy no cube" in reason(session, "control tyre")
    assert "no cube to place, nor the Bezants" in reason(session, "increase")
    assert "it is empty" in reason(session, "tax")
    assert "six Bezants" in reason(session, "church")
    assert "six Bezants" in reason(session, "mosque")
    assert "your Byzantine treasury can buy no cube" in reason(session, "emperor")
    assert "your Arab treasury can buy no cube" in reason(session, "caliph")
    assert "no cube to place, nor the Bezants" in reason(session, "bulgars")


def test_why_not_the_bulgars_with_money_of_the_wrong_side():
    game = position()
    game.bulgars = 9
    pool(game, "red", 0)
    purse(game, "red", byzantine=9, arab=2)
    assert "nothing you could pay the Bulgars to do" in reason(start(game), "bulgars")


def test_why_not_move():
    game = position()
    army(game, "red", ARAB, "tabuk", move=0)
    session = start(game)
    assert "enters with your first Byzantine city" in reason(session, "move byzantine")
    assert "no Move cubes" in reason(session, "move arab")


def test_why_not_that_way():
    game = position()
    hold(game, "red", "jerusalem")
    army(game, "red", ARAB, "tabuk", move=1)
    session = start(game)
    play(session, "red: move arab")
    assert "you control that city" in reason(session, "to jerusalem")
    assert reason(session, "to mecca") == "No way joins Tabuk and Mecca. (F. Move and/or Attack)"
    assert "must march" in reason(session, "stay")


def test_why_not_across_the_desert():
    game = position()
    army(game, "red", BYZANTINE, "damascus", move=1)
    session = start(game)
    play(session, "red: move byzantine")
    assert "Only Arabs cross the desert between Damascus and Tabuk." in reason(session, "to tabuk")


def test_why_not_so_far():
    game = position()
    hold(game, "red", "alexandria", side=ARAB)
    army(game, "red", ARAB, "alexandria", move=1)
    session = start(game)
    play(session, "red: move arab")
    assert "costs 2 Move cubes and the army has 1" in reason(session, "to candia")


def test_why_not_where_my_own_army_is():
    game = position()
    army(game, "red", ARAB, "tabuk", move=1)
    army(game, "red", BYZANTINE, "damascus")
    session = start(game)
    play(session, "red: move arab")
    assert "your own other army stands there" in reason(session, "to damascus")


def test_why_not_a_box_that_is_taken():
    game = position()
    box(game, "caliph", "blue")
    assert "taken this turn" in reason(start(game), "caliph")


def test_why_not_fortify():
    game = position()
    assert "You control no unfortified city" in reason(start(game), "fortify")
    hold(game, "red", "tyre", "mecca")
    game.fortified.append("mecca")
    session = start(game)
    play(session, "red: fortify")
    assert "no city has two" in reason(session, "fortify mecca")
    assert "do not control" in reason(session, "fortify damascus")
    game = position()
    game.players["red"].spare_tokens = 0
    assert "Both your spare tokens" in reason(start(game), "fortify")


def test_why_not_improve():
    session = start(position())
    play(session, "red: improve byzantine")
    assert "three tokens already" in reason(session, "improve damascus")
    assert "no Byzantine city" in reason(session, "improve mecca")
    assert "never improved" in reason(session, "improve constantinople")


def test_why_not_that_cube():
    game = position()
    pool(game, "red", 0)
    army(game, "red", ARAB, None, elite=0)
    session = start(game)
    play(session, "red: control tyre")
    assert reason(session, "from pool") == "Your Cube Pool is empty. (A Note on Cubes)"
    assert reason(session, "from arab.elite") == "There is no cube of yours there. (A Note on Cubes)"


def test_why_not_from_the_box_it_goes_to():
    session = start(position())
    play(session, "red: increase")
    assert "places at least one cube" in reason(session, "done")
    play(session, "red: to arab.main")
    assert "end where it began" in reason(session, "from arab.main")


def test_why_not_tax_so_much():
    session = start(position())
    play(session, "red: tax")
    assert reason(session, "tax 10") == "One to 9 cubes of your Cube Pool can tax. (D. Tax)"
    play(session, "red: tax 2")
    assert "4 Bezants to share" in reason(session, "byzantine 5")


def test_why_not_enter_there():
    session = start(position())
    play(session, "red: move arab")
    assert "no Arab city" in reason(session, "enter tyre")


@pytest.mark.parametrize("city", ["hira", "tyre"])
def test_why_not_retreat_there(city):
    game = position()
    hold(game, "blue", "damascus")
    army(game, "blue", BYZANTINE, "damascus", main=4)
    hold(game, "red", "tyre", side=ARAB)
    army(game, "red", ARAB, "tabuk", move=1)
    session = start(game)
    play(session, "red: move arab", "red: to damascus", "blue: retreat")
    assert "until it is among friends" in reason(session, f"to {city}")
    assert "must leave" in reason(session, "to damascus")
    assert "fewest cubes" in reason(session, "to smyrna")
    assert CITIES["smyrna"].side is BYZANTINE


def test_why_not_names_the_treasury_that_would_have_to_pay():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=2, arab=9)
    session = start(game)
    assert reason(session, "control tyre") == (
        "Your Cube Pool is empty, and your Byzantine treasury can buy no cube. (A Note on Cubes)"
    )
    play(session, "red: increase")
    assert "your Byzantine treasury can buy no cube" in reason(session, "to byzantine.main")


@pytest.mark.parametrize(
    ("notation", "first"),
    [
        ("to damascus", "first choose move byzantine or move arab"),
        ("enter mecca", "first choose move byzantine or move arab"),
        ("attack thessalonica", "first choose bulgars or move byzantine or move arab"),
        ("improve tyre", "first choose improve byzantine or improve arab"),
        ("tax 2", "first choose tax"),
        ("fortify tyre", "You control no unfortified city"),
    ],
)
def test_why_not_what_belongs_to_a_later_question(notation, first):
    assert first in reason(start(position()), notation)


def test_why_not_stay_stop_or_go_where_one_is():
    game = position()
    army(game, "red", BYZANTINE, "antioch", move=3)
    session = start(game)
    play(session, "red: move byzantine")
    assert "must march" in reason(session, "stop")
    assert "stands there already" in reason(session, "to antioch")
    play(session, "red: to tarsus")
    assert "has set out already" in reason(session, "stay")
    assert "stands there already" in reason(session, "on tarsus")


def test_why_not_the_last_way_that_a_fleet_made_too_dear():
    game = position()
    hold(game, "red", "candia", side=ARAB)
    army(game, "red", ARAB, "candia", move=2)
    box(game, "byzantine-fleet", "blue")
    session = start(game)
    for port in ("athens", "alexandria", "smyrna", "salamis"):
        play(session, "red: move arab", f"red: to {port}")
        assert session.pending[0].prompt.endswith("for 2 Move cubes. Does your fleet make it dearer?")
        play(session, "blue: double")
    assert "too dear for you" in reason(session, "move arab")


def test_why_not_a_cube_from_the_map_or_the_guard():
    game = position()
    hold(game, "red", "tyre")
    box(game, "emperor", "red")
    session = start(game)
    play(session, "red: control athens")
    for source in ("from tyre", "from guard"):
        assert "or the boxes of your armies" in reason(session, source)


def test_why_not_the_guard_for_a_garrison():
    game = position()
    pool(game, "red", 0)
    purse(game, "red", byzantine=0, arab=0)
    army(game, "red", ARAB, "tabuk", elite=0, main=4, move=3)
    box(game, "caliph", "red")
    session = start(game, (1, 1))
    play(session, "red: move arab", "red: to jerusalem")
    assert session.pending[0].name == "garrison"
    assert "only when no other cube is left" in reason(session, "give guard")
