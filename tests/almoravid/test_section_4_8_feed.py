"""4.8: Feed, Sharing, Greed."""

from __future__ import annotations

from core.games.almoravid.state import Almoravid
from core.games.levy.feed import feed
from core.games.levy.lords import mustered
from tests.almoravid.position import empty, put
from tests.levy.script import run


def camp(**food: dict[str, int]) -> Almoravid:
    """Lords at Burgos with three units each, and what they carry."""
    g = empty()
    for lord, assets in food.items():
        put(g, lord, "burgos", men_at_arms=3, **assets)
    return g


def boxes(g: Almoravid) -> dict[str, int]:
    return {lord.id: lord.service for lord in mustered(g, "christian")}


def test_4_8_1_where_food_does_not_suffice_its_player_chooses_who_eats() -> None:
    g = camp(sancho={"provender": 1}, alvar_fanez={}, garcia_ordonez={})
    before = boxes(g)
    run(feed(g, "christian", [g.lords["alvar_fanez"], g.lords["garcia_ordonez"]]), "eats garcia_ordonez")
    assert boxes(g) == before | {"alvar_fanez": before["alvar_fanez"] - 1}
    assert not g.lords["sancho"].assets


def test_4_8_1_where_there_is_plenty_its_player_chooses_whose_food_and_which() -> None:
    g = camp(sancho={"provender": 1}, alvar_fanez={"provender": 1, "loot": 1}, garcia_ordonez={})
    before = boxes(g)
    run(feed(g, "christian", [g.lords["garcia_ordonez"]]), "gives alvar_fanez", "feed loot")
    assert boxes(g) == before
    assert g.lords["sancho"].assets == g.lords["alvar_fanez"].assets == {"provender": 1}


def test_4_8_1_nothing_is_asked_where_everything_is_eaten() -> None:
    g = camp(sancho={"provender": 1, "loot": 1}, alvar_fanez={}, garcia_ordonez={})
    assert not run(feed(g, "christian", [g.lords["alvar_fanez"], g.lords["garcia_ordonez"]]))
    assert not g.lords["sancho"].assets
