"""Cards that Muster a Lord from anywhere on the Calendar (3.4.1 Arts of War)."""

from __future__ import annotations

from core.engine import Option, Procedure
from core.games.almoravid.call_to_arms import RODRIGO, employ, refuse_crusade, refuse_employ
from core.games.almoravid.data import LORDS
from core.games.almoravid.state import Almoravid
from core.games.levy.choices import option
from core.games.levy.muster import free_seats, muster_lord
from core.games.levy.state import CALENDAR, Lord


def can_muster_freely(g: Almoravid, lord: Lord) -> bool:
    """No roll, no action, any box; Seats and Rodrigo's Coin as usual."""
    if lord.where != CALENDAR or lord.id in g.banned:
        return False
    if lord.id == RODRIGO[lord.side]:
        return refuse_employ(g, lord.side, any_box=True) is None
    if lord.id == "eudes":
        return refuse_crusade(g, any_box=True) is None
    return bool(free_seats(g, lord))


def muster_choices(g: Almoravid, side: str, lords: list[str]) -> list[Option]:
    return [
        option(f"bring {lord}", f"{LORDS[lord].name} Musters", lord)
        for lord in lords
        if LORDS[lord].side == side and can_muster_freely(g, g.lords[lord])
    ]


def muster_freely(g: Almoravid, lord: Lord) -> Procedure[None]:
    if lord.id == RODRIGO[lord.side]:
        yield from employ(g, lord.side)
    else:
        yield from muster_lord(g, lord)
