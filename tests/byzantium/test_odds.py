"""The odds a player is shown before he attacks."""

from fractions import Fraction

from core.engine import LocalTable, Session
from core.games import load_game
from core.games.byzantium.combat import Attack, resolve
from core.games.byzantium.data import ARAB, BYZANTINE
from core.games.byzantium.forces import Bulgars, FieldArmy
from core.games.byzantium.odds import attack_odds, odds_under_way
from core.games.byzantium.state import Byzantium


def position() -> Byzantium:
    game = load_game("byzantium")
    state: Byzantium = game.begin(game.setup(players=2))
    state.news = []
    return state


def arab_army(state: Byzantium, **boxes: int) -> FieldArmy:
    for box, cubes in {"elite": 0, "main": 0, "move": 0, **boxes}.items():
        setattr(state.players["red"].arab, box, cubes)
    return FieldArmy("red", ARAB)


def test_a_bare_siege_needs_every_die_to_miss() -> None:
    state = position()
    odds = attack_odds(state, Attack(arab_army(state, main=3), "jerusalem", "tabuk"))
    assert odds.taken == Fraction(1, 4)
    assert odds.losses == 1
    assert odds.taken_from_levies is None


def test_move_cubes_shield_the_army_until_the_march_has_eaten_them() -> None:
    state = position()
    army = arab_army(state, main=3, move=2)
    assert attack_odds(state, Attack(army, "jerusalem", "tabuk")).taken == 1
    assert attack_odds(state, Attack(army, "jerusalem", "tabuk"), moves_spent=1).taken == Fraction(3, 4)


def test_constantinople_kills_two_for_each_hit() -> None:
    state = position()
    odds = attack_odds(state, Attack(arab_army(state, main=8), "constantinople", "nicaea"))
    assert odds.taken == Fraction(1 + 5, 32)


def test_bulgars_count_the_two_that_join_them() -> None:
    state = position()
    assert attack_odds(state, Attack(Bulgars("red"), "adrianople")).taken == 1


def test_levies_are_told_apart() -> None:
    state = position()
    state.holder["jerusalem"] = "yellow"
    odds = attack_odds(state, Attack(arab_army(state, elite=1, main=3), "jerusalem", "tabuk"))
    assert odds.taken_from_levies is not None
    assert odds.taken_from_levies < odds.taken


def test_the_odds_are_what_the_rules_do() -> None:
    """A thousand battles under the real rules fall within what chance allows around the computed odds."""
    game = load_game("byzantium")

    def battle(state: Byzantium) -> Attack:
        state.news = []
        army = arab_army(state, elite=1, main=4, move=1)
        state.players["red"].arab.at = "jerusalem"
        foe = state.players["yellow"].byzantine
        foe.elite, foe.main, foe.move, foe.at = 1, 2, 1, "jerusalem"
        return Attack(army, "jerusalem", "tabuk")

    state = position()
    odds = attack_odds(state, battle(state))
    assert 0 < odds.taken < 1
    taken = 0
    for seed in range(1000):
        trial = position()
        attack = battle(trial)
        session = Session(
            type(game)(**{**game.__dict__, "play": lambda state, attack=attack: resolve(state, attack)}),
            game.setup(players=2), LocalTable(seed), state=trial, keep=False,
        )  # fmt: skip
        while session.pending:
            ask = session.pending[0]
            notations = [option.notation for option in ask.options]
            wanted = ("fight", "lose move", "lose main", "decline", notations[0])
            session.answer(ask.seat, next(answer for answer in wanted if answer in notations))
        taken += trial.side["jerusalem"] is not BYZANTINE
    deviation = (1000 * float(odds.taken) * float(1 - odds.taken)) ** 0.5
    assert abs(taken - 1000 * float(odds.taken)) < 3 * deviation


def test_who_is_attacked_sees_what_standing_and_leaving_come_to() -> None:
    state = position()
    foe = state.players["yellow"].byzantine
    foe.elite, foe.main, foe.move, foe.at = 2, 3, 0, "jerusalem"
    attack = Attack(arab_army(state, main=4), "jerusalem", "tabuk")
    stands, leaves = odds_under_way(state, attack), odds_under_way(state, attack, gone="yellow")
    assert stands.taken < leaves.taken
    foe.at = None
    assert leaves == odds_under_way(state, attack)


def test_bulgars_on_their_way_have_been_joined_already() -> None:
    state = position()
    state.bulgars = 3
    attack = Attack(Bulgars("red"), "adrianople")
    before = attack_odds(state, attack)
    state.bulgars = 5
    assert odds_under_way(state, attack) == before
