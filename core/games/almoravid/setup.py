"""Section 6: a scenario set up, printed or with the official adjustments."""

from __future__ import annotations

from core.engine import Setup
from core.games.almoravid.data import CARD_FORCES, CARDS, LORDS, SCENARIOS, SIDES, ScenarioFacts
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import prepare_mat
from core.games.levy.state import CALENDAR, OFF, Lord


def begin(setup: Setup) -> Almoravid:
    scenario = SCENARIOS[setup.scenario]
    adjusted = scenario.adjusted if setup.options.get("adjustments") != "printed" else {}
    special = [rule for rule in scenario.special if rule not in adjusted.get("special_removed", ())]
    g = Almoravid(
        scenario=scenario.id,
        options=dict(setup.options),
        special=special + list(adjusted.get("special", ())),
        box=scenario.first_box,
        first_box=scenario.first_box,
        last_box=scenario.last_box,
        lords={lord: Lord(lord, LORDS[lord].side) for lord in LORDS},
        edge={side: [] for side in SIDES},
        held={side: [] for side in SIDES},
        taifas=dict(scenario.taifas),
        box_vp=scenario.box_vp,
        milites=dict(CARD_FORCES["C18"]),
        to_hold=list(adjusted.get("held", scenario.held)),
    )
    for card in adjusted.get("edge", scenario.edge):
        g.edge[CARDS[card].side].append(card)
    place_markers(g, scenario)
    place_lords(g, scenario, adjusted)
    return g


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
