"""The odds a player is shown before he attacks."""

from fractions import Fraction
from math import comb

import pytest

from core.engine import SILENCE, Ask, Roll
from core.games.byzantium.combat import Attack, resolve
from core.games.byzantium.data import ARAB, BYZANTINE
from core.games.byzantium.forces import Bulgars, FieldArmy
from core.games.byzantium.odds import attack_odds, odds_under_way
from core.games.byzantium.state import Byzantium
from tests.byzantium.positions import BULGAR, army, box, hold, position


def arab_army(state: Byzantium, **boxes: int) -> FieldArmy:
    army(state, "red", ARAB, None, **{"elite": 0, "main": 0, "move": 0, **boxes})
    return FieldArmy("red", ARAB)


def test_a_bare_siege_needs_every_die_to_miss() -> None:
    state = position(2)
    odds = attack_odds(state, Attack(arab_army(state, main=3), "jerusalem", "tabuk"))
    assert odds.taken == Fraction(1, 4)
    assert odds.losses == 1
    assert odds.taken_from_levies is None


def test_move_cubes_shield_the_army_until_the_march_has_eaten_them() -> None:
    state = position(2)
    army = arab_army(state, main=3, move=2)
    assert attack_odds(state, Attack(army, "jerusalem", "tabuk")).taken == 1
    assert attack_odds(state, Attack(army, "jerusalem", "tabuk"), moves_spent=1).taken == Fraction(3, 4)


def test_constantinople_kills_two_for_each_hit() -> None:
    state = position(2)
    odds = attack_odds(state, Attack(arab_army(state, main=8), "constantinople", "nicaea"))
    assert odds.taken == Fraction(1 + 5, 32)


def test_bulgars_count_the_two_that_join_them() -> None:
    state = position(2)
    assert attack_odds(state, Attack(Bulgars("red"), "adrianople")).taken == 1


def test_levies_are_told_apart() -> None:
    state = position(2)
    state.holder["jerusalem"] = "yellow"
    odds = attack_odds(state, Attack(arab_army(state, elite=1, main=3), "jerusalem", "tabuk"))
    assert odds.taken_from_levies is not None
    assert odds.taken_from_levies < odds.taken


def follow(game: Byzantium, attack: Attack, levies: bool, course: tuple[int, ...]) -> Roll | Ask | Byzantium:
    """Runs the real rules along a course of hits and choices of the next foe, to the next of them or to the end."""
    game = game.copy()
    game.news = SILENCE
    steps = iter(course)
    wishes = ("fight", "lose move", "lose main", "defend" if levies else "decline", "allow", "from pool")
    rules = resolve(game, attack)
    answer = None
    try:
        while True:
            request = rules.send(answer)
            if isinstance(request, Roll) or request.name == "order":
                step = next(steps, None)
                if step is None:
                    return request
                answer = (
                    request.options[step] if isinstance(request, Ask) else (6,) * step + (1,) * (request.count - step)
                )
            else:
                offered = {option.notation: option for option in request.options}
                answer = offered[next(wish for wish in (*wishes, *offered) if wish in offered)]
    except StopIteration:
        return game


def by_brute_force(
    game: Byzantium, attack: Attack, levies: bool, course: tuple[int, ...] = ()
) -> tuple[Fraction, Fraction]:
    """The chance and the losses, from every fall of the dice under the real rules."""
    then = follow(game, attack, levies, course)
    if isinstance(then, Byzantium):
        taken = then.conqueror is not None or then.side[attack.city] is not game.side[attack.city]
        taken |= then.holder.get(attack.city) == attack.seat
        return Fraction(taken), Fraction(attack.force.cubes(game) - attack.force.cubes(then))
    if isinstance(then, Ask):
        branches = [by_brute_force(game, attack, levies, (*course, foe)) for foe in range(len(then.options))]
        return max(branches, key=lambda branch: (branch[0], -branch[1]))
    weights = [Fraction(comb(then.count, hits), 2**then.count) for hits in range(then.count + 1)]
    branches = [by_brute_force(game, attack, levies, (*course, hits)) for hits in range(then.count + 1)]
    taken = sum((weight * branch[0] for weight, branch in zip(weights, branches, strict=True)), Fraction(0))
    return taken, sum((weight * branch[1] for weight, branch in zip(weights, branches, strict=True)), Fraction(0))


def arabs_at(city: str, **boxes: int) -> tuple[Byzantium, Attack]:
    """Red's Arabs have come to a city that yellow holds."""
    game = position(4)
    if city != "constantinople":
        hold(game, "yellow", city)
    army(game, "red", ARAB, city, **boxes)
    return game, Attack(FieldArmy("red", ARAB), city, "tabuk")


def one_defender() -> tuple[Byzantium, Attack]:
    game, attack = arabs_at("jerusalem", elite=1, main=4, move=1)
    army(game, "yellow", BYZANTINE, "jerusalem", elite=1, main=2, move=1)
    return game, attack


def two_defenders_and_levies() -> tuple[Byzantium, Attack]:
    game, attack = arabs_at("jerusalem", elite=1, main=5, move=1)
    army(game, "blue", BYZANTINE, "jerusalem", elite=0, main=2, move=0)
    army(game, "green", BYZANTINE, "jerusalem", elite=1, main=0, move=1)
    return game, attack


def three_defenders_hopeless() -> tuple[Byzantium, Attack]:
    """No order takes the city, but one of them costs the least."""
    game, attack = arabs_at("jerusalem", elite=0, main=2, move=1)
    for seat, main in (("yellow", 1), ("blue", 2), ("green", 0)):
        army(game, seat, BYZANTINE, "jerusalem", elite=0, main=main, move=1)
    return game, attack


def fortress_and_guard() -> tuple[Byzantium, Attack]:
    game, attack = arabs_at("damascus", elite=0, main=5, move=1)
    game.fortified.append("damascus")
    box(game, "caliph", "red")
    army(game, "yellow", BYZANTINE, None, levy=4)
    return game, attack


def the_guard_alone() -> tuple[Byzantium, Attack]:
    game, attack = arabs_at("jerusalem", elite=0, main=4, move=0)
    army(game, "blue", BYZANTINE, "jerusalem", elite=0, main=0, move=1)
    box(game, "emperor", "blue")
    return game, attack


def constantinople_with_the_emperor() -> tuple[Byzantium, Attack]:
    game, attack = arabs_at("constantinople", elite=2, main=9, move=2)
    box(game, "emperor", "blue")
    return game, attack


def bulgars_against_an_army() -> tuple[Byzantium, Attack]:
    game = position(4)
    game.bulgars = 6
    hold(game, "yellow", "thessalonica")
    army(game, "blue", BYZANTINE, "thessalonica", elite=1, main=2, move=1)
    return game, Attack(Bulgars("red"), "thessalonica")


def bulgars_at_home() -> tuple[Byzantium, Attack]:
    game = position(4)
    game.side["thessalonica"], game.bulgars = BULGAR, 3
    army(game, "red", BYZANTINE, "thessalonica", elite=1, main=4, move=0)
    return game, Attack(FieldArmy("red", BYZANTINE), "thessalonica", "adrianople")


def civil_war() -> tuple[Byzantium, Attack]:
    game = position(4)
    hold(game, "yellow", "damascus")
    army(game, "red", BYZANTINE, "damascus", elite=1, main=5, move=0)
    army(game, "yellow", BYZANTINE, "damascus", elite=0, main=3, move=1)
    return game, Attack(FieldArmy("red", BYZANTINE), "damascus", "antioch", civil_war=True)


@pytest.mark.parametrize(
    "battlefield",
    [
        one_defender, two_defenders_and_levies, three_defenders_hopeless, fortress_and_guard, the_guard_alone,
        constantinople_with_the_emperor, bulgars_against_an_army, bulgars_at_home, civil_war,
    ],
)  # fmt: skip
def test_the_odds_are_what_the_rules_do(battlefield) -> None:
    game, attack = battlefield()
    odds = odds_under_way(game, attack)
    assert (odds.taken, odds.losses) == by_brute_force(game, attack, levies=False)
    if odds.taken_from_levies is not None:
        assert odds.taken_from_levies == by_brute_force(game, attack, levies=True)[0]


def test_who_is_attacked_sees_what_standing_and_leaving_come_to() -> None:
    state = position(2)
    foe = state.players["yellow"].byzantine
    foe.elite, foe.main, foe.move, foe.at = 2, 3, 0, "jerusalem"
    attack = Attack(arab_army(state, main=4), "jerusalem", "tabuk")
    stands, leaves = odds_under_way(state, attack), odds_under_way(state, attack, gone="yellow")
    assert stands.taken < leaves.taken
    foe.at = None
    assert leaves == odds_under_way(state, attack)


def test_bulgars_on_their_way_have_been_joined_already() -> None:
    state = position(2)
    state.bulgars = 3
    attack = Attack(Bulgars("red"), "adrianople")
    before = attack_odds(state, attack)
    state.bulgars = 5
    assert odds_under_way(state, attack) == before
