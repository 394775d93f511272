"""Games of chance: whatever is chosen, the position stays sound, the game ends, and the log replays."""

from __future__ import annotations

from random import Random

import pytest

from core.engine import LocalTable, Session
from core.games.byzantium import GAME
from core.games.byzantium.invariants import check
from tests.byzantium.positions import ARAB, BULGAR, BYZANTINE, army, at_war, box, hold, position

OTHERWISE = {switch.id: next(value for value in switch.values if value != switch.default) for switch in GAME.switches}
TABLES = [
    *((players, {}) for players in (2, 3, 4)),
    *((players, {switch: value}) for players, (switch, value) in zip((3, 4, 2, 3, 4), OTHERWISE.items(), strict=True)),
    (3, OTHERWISE),
]
MOST_ANSWERS = 3000


def eager(random: Random, session: Session) -> str:
    """A random answer, first a kind of action and then one of that kind; seldom a pass, so that armies fight."""
    options = session.pending[0].options
    groups = list(dict.fromkeys(option.group for option in options))
    if len(groups) > 1 and groups[-1] == "G. Pass" and random.random() < 0.9:
        groups.pop()
    group = random.choice(groups)
    return random.choice([option for option in options if option.group == group]).notation


def warlike(random: Random, session: Session) -> str:
    """A random answer of somebody who marches when he can."""
    marches = [option.notation for option in session.pending[0].options if option.group == "F. Move and/or Attack"]
    return random.choice(marches) if marches and random.random() < 0.6 else eager(random, session)


def play_soundly(session: Session, random: Random) -> None:
    """Plays to the end, looking at every question."""
    answers = 0
    while session.pending:
        (ask,) = session.pending
        notations = [option.notation for option in ask.options]
        assert notations, f"nothing to answer to {ask.name}"
        assert len(set(notations)) == len(notations), f"two options of {ask.name} are called the same"
        check(session.state)
        check(session.last_checkpoint.state, settled=True)
        session.answer(ask.seat, eager(random, session))
        answers += 1
        assert answers < MOST_ANSWERS, "the game does not end"
    assert session.over
    check(session.state)
    assert all(GAME.tell(event) for event in session.events)
    assert GAME.outcome(session.state).winners


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_stays_sound_ends_and_replays(players, options, seed):
    setup = GAME.setup(players=players, options=options)
    session = Session(GAME, setup, LocalTable(seed))
    play_soundly(session, Random(seed))
    again = Session(GAME, setup, LocalTable(seed))
    again.follow(session.log, session.private)
    assert again.digest() == session.digest()


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_a_random_war_stays_sound_and_ends(players, options, seed):
    setup = GAME.setup(players=players, options=options)
    random = Random(seed)
    session = Session(GAME, setup, LocalTable(seed), state=at_war(players, random, **options))
    play_soundly(session, random)


def broken(change):
    game = position()
    change(game)
    return game


def no_cubes(game):
    game.players["red"].pool -= 1


def debts(game):
    game.players["red"].arab.treasury = -1


def high_city(game):
    game.tokens["tyre"] = 4


def stranger(game):
    army(game, "red", ARAB, "tyre")


def ghost(game):
    army(game, "red", ARAB, "mecca", elite=0, main=0, move=0)


def bulgar_horde(game):
    game.bulgars = 12


def held_by_nobody(game):
    game.fortified.append("tyre")


def held_bulgar(game):
    hold(game, "red", "tyre", side=BULGAR)


def crowd(game):
    box(game, "emperor", "red")
    box(game, "emperor", "blue")


def pretender(game):
    game.players["red"].byzantine.guard = True


def unclaimed(game):
    army(game, "red", BYZANTINE, "tyre")
    game.players["red"].claimed = False


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (no_cubes, "red has 41 cubes"),
        (debts, "red has less than none in arab treasury"),
        (high_city, "tyre has 4 tokens"),
        (stranger, "red's arab army stands in tyre, which is byzantine"),
        (ghost, "red's arab army in mecca has no cubes"),
        (bulgar_horde, "there are 12 Bulgars"),
        (held_by_nobody, "tyre is fortified and nobody holds it"),
        (held_bulgar, "red holds tyre, which is bulgar"),
        (crowd, "2 cubes lie in the 1 boxes of emperor"),
        (pretender, "red has a Guard and is not emperor"),
        (unclaimed, "never claimed"),
    ],
)
def test_the_checker_says_what_is_wrong(change, text):
    with pytest.raises(AssertionError, match=text):
        check(broken(change), settled=True)


def test_a_sound_position_passes():
    check(position(), settled=True)
