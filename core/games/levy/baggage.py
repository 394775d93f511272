"""1.7, 4.3.2: what Lords carry, what they must leave, and who gets it."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Ask, Option, Procedure
from core.games.levy.choices import option
from core.games.levy.facts import ASSETS
from core.games.levy.lords import gain, name, spend
from core.games.levy.refusals import not_one_of
from core.games.levy.state import LevyState, Lord


def capacity(g: LevyState, group: Sequence[Lord], over_pass: bool) -> tuple[int, int]:
    """Provender the group's Transport carries Unladen, and at most: it is Shared (4.3.2)."""
    light = most = 0
    for lord in group:
        own_light, own_most = g.rules.load(g, lord, over_pass)
        light += own_light
        most += own_most
    return light, most


def carried(group: Sequence[Lord], asset: str) -> int:
    return sum([lord.assets.get(asset, 0) for lord in group])


def leave_behind(g: LevyState, group: Sequence[Lord], asset: str, amount: int, why: str) -> Procedure[int]:
    """1.7.2: discards to move; the owner chooses whose, where several Lords have some. Returns how much."""
    everything = amount == carried(group, asset)
    for _ in range(amount):
        owners = [lord for lord in group if lord.assets.get(asset)]
        lord = owners[0]
        if len(owners) > 1 and not everything:
            options = [
                option(f"leave {asset} {one.id}", f"{name(g, one.id)} leaves 1 {asset}", one.id) for one in owners
            ]
            reason = f"He does not move along, or has no {asset}."
            choice = yield Ask(
                lord.side, "leave", why, options, "1.7.2", not_one_of(g, "leave", lord.side, reason, "1.7.2")
            )
            lord = g.lords[choice.value[2]]
        spend(lord, asset)
    if amount:
        g.tell("left_behind", lord=group[0].id, asset=asset, amount=amount)
    return amount


def go_light(g: LevyState, group: Sequence[Lord], over_pass: bool) -> Procedure[dict[str, int]]:
    """All Loot, and Provender beyond what goes Unladen, stays behind. Returns what."""
    light, _ = capacity(g, group, over_pass)
    why = "Too much to move Unladen: who leaves what?"
    loot = yield from leave_behind(g, group, "loot", carried(group, "loot"), why)
    excess = max(0, carried(group, "provender") - light)
    provender = yield from leave_behind(g, group, "provender", excess, why)
    return {"loot": loot, "provender": provender}


def share_out(g: LevyState, spoils: dict[str, int], lords: Sequence[Lord], rule: str = "4.4.3") -> Procedure[None]:
    """4.4.3: Spoils or Coin are divided among Lords as their player likes, one by one or the rest at once."""
    spoils = {asset: spoils[asset] for asset in ASSETS if spoils.get(asset)}
    if not spoils or not lords:
        return
    g.tell("spoils", spoils=dict(spoils), lords=[lord.id for lord in lords])
    while spoils and len(lords) > 1:
        asset = next(iter(spoils))
        options: list[Option] = []
        for lord in lords:
            options.append(option(f"give {asset} {lord.id}", f"1 {asset} to {name(g, lord.id)}", lord.id))
        options += [option(f"rest {lord.id}", f"All the rest to {name(g, lord.id)}", lord.id) for lord in lords]
        side, prompt = lords[0].side, f"Who gets the {asset}?"
        why_not = not_one_of(g, "give rest", side, "He is not there to take it.", rule)
        choice = yield Ask(side, "spoils", prompt, options, rule, why_not)
        if choice.value[0] == "rest":
            lords = [g.lords[choice.value[1]]]
            break
        gain(g.lords[choice.value[2]], asset)
        spoils[asset] -= 1
        if not spoils[asset]:
            del spoils[asset]
    for asset, amount in spoils.items():
        gain(lords[0], asset, amount)
