"""Section 6: a scenario set up, printed or with the official adjustments."""

from __future__ import annotations

from core.engine import BadSetup, Setup
from core.games.almoravid.data import CARD_FORCES, CARDS, INDEPENDENT, LORDS, SCENARIOS, SIDES, TAIFAS, ScenarioFacts
from core.games.almoravid.sagrajas import BOX, set_up
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import prepare_mat
from core.games.levy.state import CALENDAR, OFF, Lord

LOWEST_BID = {"F": 2}
HIGHEST_BID = 18
SAGRAJAS = "S"


def bids(scenario: str) -> range:
    """6.1: what may be bid for the Muslim side; nothing where there is no Taifas box to count in."""
    return range(0) if scenario == SAGRAJAS else range(LOWEST_BID.get(scenario, 0), HIGHEST_BID + 1)


def begin(setup: Setup) -> Almoravid:
    if setup.scenario == SAGRAJAS:
        g = blank(setup, BOX, BOX)
        g.phase, g.taifas = "sagrajas", dict.fromkeys(TAIFAS, INDEPENDENT)
        set_up(g)
        return g
    scenario = SCENARIOS[setup.scenario]
    adjusted = scenario.adjusted if setup.options.get("adjustments") != "printed" else {}
    special = [rule for rule in scenario.special if rule not in adjusted.get("special_removed", ())]
    g = blank(setup, scenario.first_box, scenario.last_box)
    g.special = special + list(adjusted.get("special", ()))
    g.taifas, g.box_vp = dict(scenario.taifas), scenario.box_vp
    g.to_hold = list(adjusted.get("held", scenario.held))
    for card in adjusted.get("edge", scenario.edge):
        g.edge[CARDS[card].side].append(card)
    place_markers(g, scenario)
    place_lords(g, scenario, adjusted)
    accept_bid(g)
    return g


def blank(setup: Setup, first_box: int, last_box: int) -> Almoravid:
    return Almoravid(
        scenario=setup.scenario,
        options=dict(setup.options),
        special=[],
        box=first_box,
        first_box=first_box,
        last_box=last_box,
        lords={lord: Lord(lord, LORDS[lord].side) for lord in LORDS},
        edge={side: [] for side in SIDES},
        held={side: [] for side in SIDES},
        milites=dict(CARD_FORCES["C18"]),
    )


def accept_bid(g: Almoravid) -> None:
    """6.1: the bid that won the Muslim side takes the place of the markers in the Taifas box."""
    bid = g.options.get("bid", "none")
    if bid == "none":
        return
    if int(bid) not in bids(g.scenario):
        raise BadSetup(f"in scenario {g.scenario} the lowest bid is {bids(g.scenario)[0]}, not {bid} (6.1)")
    g.box_vp = int(bid)


def place_markers(g: Almoravid, scenario: ScenarioFacts) -> None:
    for place, row in scenario.locales.items():
        if "ravaged" in row:
            g.ravaged[place] = row["ravaged"]
        for kind, table in (("jihad", g.jihad), ("conquered", g.conquered), ("siege", g.siege), ("bypass", g.bypass)):
            if row.get(kind):
                table[place] = int(row[kind])
    g.seats = dict(scenario.seats)


def place_lords(g: Almoravid, scenario: ScenarioFacts, adjusted: dict[str, dict[str, int]]) -> None:
    for lord_id, row in scenario.lords.items():
        lord = g.lords[lord_id]
        prepare_mat(g, lord, row["at"], row["service"])
        lord.inside = row.get("inside", False)
        lord.cards = list(adjusted.get("cards", {}).get(lord_id, row.get("cards", ())))
        coin = row.get("coin") if lord_id not in adjusted.get("coin_printed", ()) else None
        coin = adjusted.get("coin", {}).get(lord_id, coin)
        if coin is not None:
            lord.assets.pop("coin", None)
            if coin:
                lord.assets["coin"] = coin
        g.africans_came = g.africans_came or lord_id in ("yusuf", "sir")
    for lord_id, box in scenario.cylinders.items():
        g.lords[lord_id].where, g.lords[lord_id].box = CALENDAR, box
    for lord_id in scenario.off_board:
        g.lords[lord_id].where = OFF
