"""4.3: March, Approach, Besiege or Bypass."""

from __future__ import annotations

import pytest

from core.games.levy.march import march
from tests.almoravid.position import commanding, empty, put
from tests.levy.script import holding, run


def test_4_3_2_loot_is_not_left_behind_without_a_word() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", loot=1, cart=1)
    command = commanding(g, alvar, actions=1)
    asked = run(march(g, alvar, "najera"), "halt")
    assert asked[0].explain("laden").rule == "4.3.2"
    assert (alvar.at, alvar.assets["loot"], command.used) == ("burgos", 1, 0)


@pytest.mark.parametrize("card", ["M3", "M4"])
def test_4_3_2_what_slows_a_march_is_left_only_when_the_march_is_made(card: str) -> None:
    """A Swollen River stops it before anything is left; after Arid Terrain there is less to carry."""
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", provender=2, cart=1)
    g.held["muslim"] = holding("muslim", card)
    command = commanding(g, alvar)
    run(march(g, alvar, "najera"), "laden", f"play {card}")
    if card == "M3":
        assert (alvar.at, alvar.assets["provender"], command.used) == ("burgos", 2, 0)
    else:
        assert (alvar.at, alvar.assets["provender"], command.used) == ("najera", 1, 1)
