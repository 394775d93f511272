"""Cards that Muster a Lord from anywhere on the Calendar (3.4.1 Arts of War)."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Option, Procedure, Refusal
from core.games.almoravid.call_to_arms import RODRIGO, employ, refuse_crusade, refuse_employ, refuse_ready
from core.games.almoravid.data import LORDS
from core.games.almoravid.state import Almoravid
from core.games.levy.choices import option
from core.games.levy.muster import free_seats, muster_lord
from core.games.levy.refusals import WhyNot, about_lords
from core.games.levy.state import Lord


def refuse_free_muster(g: Almoravid, lord: Lord) -> Refusal | None:
    """No roll, no action, any box; Seats and Rodrigo's Coin as usual."""
    if lord.id == RODRIGO[lord.side]:
        return refuse_employ(g, lord.side, any_box=True)
    if lord.id == "eudes":
        return refuse_crusade(g, any_box=True)
    refusal = refuse_ready(g, lord.id, any_box=True)
    if refusal is None and not free_seats(g, lord):
        return Refusal(f"{LORDS[lord.id].name} has no free Seat.", "3.4.1")
    return refusal


def why_not_brought(g: Almoravid, lords: Sequence[str]) -> WhyNot:
    """Why a card does not bring a Lord."""

    def explain(lord: Lord) -> Refusal:
        if lord.id not in lords:
            return Refusal("The card does not bring him.", "3.1.3")
        return refuse_free_muster(g, lord) or Refusal("The card does not bring him now.", "3.1.3")

    return about_lords(g, "bring", explain)


def muster_choices(g: Almoravid, side: str, lords: list[str]) -> list[Option]:
    return [
        option(f"bring {lord}", f"{LORDS[lord].name} Musters", lord)
        for lord in lords
        if LORDS[lord].side == side and refuse_free_muster(g, g.lords[lord]) is None
    ]


def muster_freely(g: Almoravid, lord: Lord) -> Procedure[None]:
    if lord.id == RODRIGO[lord.side]:
        yield from employ(g, lord.side)
    else:
        yield from muster_lord(g, lord)
