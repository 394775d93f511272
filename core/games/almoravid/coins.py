"""Paying for what cards and Call to Arms offer."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Procedure
from core.games.almoravid.data import LORDS, MUSLIM
from core.games.almoravid.state import Almoravid
from core.games.levy.choices import choose, option
from core.games.levy.facts import ASSETS
from core.games.levy.lords import is_besieged, mustered, spend
from core.games.levy.refusals import not_one_of
from core.games.levy.state import Lord

BOX = option("coin taifas", "1 Coin from the Taifas box")


def purse(g: Almoravid, lords: Sequence[Lord], box: bool) -> int:
    return sum(lord.assets.get("coin", 0) for lord in lords) + (g.box_coin if box else 0)


def unbesieged(g: Almoravid, side: str) -> list[Lord]:
    return [lord for lord in mustered(g, side) if not is_besieged(g, lord)]


def pay_coin(g: Almoravid, side: str, lords: Sequence[Lord], amount: int) -> Procedure[None]:
    """Coin from these Lords, and the Muslims' from the Taifas box too, one by one."""
    for left in range(amount, 0, -1):
        options = [
            option(f"coin {lord.id}", f"1 Coin of {LORDS[lord.id].name}", lord.id)
            for lord in lords
            if lord.assets.get("coin")
        ]
        if side == MUSLIM and g.box_coin:
            options.append(BOX)
        why_not = not_one_of(g, "coin", side, "He has no Coin, or cannot pay for this.", "1.7")
        choice = yield from choose(side, "coin", f"Who pays? ({left} to pay)", options, "1.7", why_not)
        if choice is BOX:
            g.box_coin -= 1
        else:
            spend(g.lords[choice.value[1]], "coin")


def pay_asset(g: Almoravid, side: str, lords: Sequence[Lord], prompt: str) -> Procedure[None]:
    """Any one Asset of one of these Lords; Coin of the Taifas box is the Muslims' own (1.3.3)."""
    options = [
        option(f"spend {asset} {lord.id}", f"1 {asset} of {LORDS[lord.id].name}", lord.id)
        for lord in lords
        for asset in ASSETS
        if lord.assets.get(asset)
    ]
    if side == MUSLIM and g.box_coin:
        options.append(BOX)
    why_not = not_one_of(g, "spend", side, "He has no such Asset, or is not here to share it.", "1.5.2")
    choice = yield from choose(side, "asset", prompt, options, "1.7", why_not)
    if choice is BOX:
        g.box_coin -= 1
    else:
        spend(g.lords[choice.value[2]], choice.value[1])
