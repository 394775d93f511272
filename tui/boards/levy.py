"""What the boards of both Levy & Campaign games have in common: how Lords, forces and sides are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.games.levy.lords import is_hidden, unit_count
from core.games.levy.state import LevyState, Lord
from tui.boards import Row, Spans
from tui.map.chart import Tag

UNIT_SIGNS = {
    "knights": "Kn", "sergeants": "Sg", "light_horse": "LH", "african_horse": "AH", "men_at_arms": "MA",
    "african_foot": "AF", "militia": "Mi", "serfs": "Se",
}  # fmt: skip
ASSET_SIGNS = {"coin": "coin", "loot": "loot", "provender": "prov", "cart": "cart", "mule": "mule"}


@dataclass(frozen=True)
class Dress:
    """How a game's sides and Lords are written: in a hue, and so that no hue is needed to tell them apart."""

    hues: Mapping[str, str]
    brackets: Mapping[str, tuple[str, str]]
    """Around a Lord's short name on map and panels, by side."""
    shorts: Mapping[str, str]
    """Three letters for each Lord."""
    plural: Mapping[str, str]
    """`the Christians`, by side."""

    def badge(self, lord: Lord) -> tuple[str, str]:
        left, right = self.brackets[lord.side]
        return f"{left}{self.shorts[lord.id]}{right}", f"{self.hues[lord.side]} inverse"

    def name(self, g: LevyState, lord: str) -> tuple[str, str]:
        return g.rules.lords[lord].name, f"{self.hues[g.lords[lord].side]} strong"

    def side(self, side: str) -> tuple[str, str]:
        return self.plural[side], f"{self.hues[side]} strong"


def lined(label: str, spans: Spans, thing: str = "", width: int = 10) -> Row:
    return Row(((f"{label:<{width}}", "muted"), *spans), thing)


def forces_signs(forces: Mapping[str, int]) -> str:
    """`2Kn 1Sg 3Mi`, in the order of the units' table."""
    signs = [f"{forces[unit]}{sign}" for unit, sign in UNIT_SIGNS.items() if forces.get(unit)]
    more = [f"{count} {unit}" for unit, count in forces.items() if count and unit not in UNIT_SIGNS]
    return " ".join([*signs, *more])


def assets_signs(assets: Mapping[str, int]) -> str:
    return " ".join(f"{assets[asset]} {sign}" for asset, sign in ASSET_SIGNS.items() if assets.get(asset))


def units_words(g: LevyState, forces: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {g.rules.units[unit].name}" for unit, count in forces.items() if count) or "nothing"


def strength(lord: Lord) -> int:
    """How many units a Lord has standing."""
    return sum(lord.forces.values())


def lord_tags(g: LevyState, place: str, dress: Dress) -> list[Tag]:
    """The armies at a place: who leads, how many more Lords, how many units; those inside last."""
    tags = []
    for inside in (False, True):
        for side in g.rules.sides:
            lords = [
                lord for lord in g.lords.values() if lord.at == place and lord.side == side and lord.inside == inside
            ]
            if lords:
                tags.append(Tag(army_sign(g, lords, dress), dress.hues[side], badge=True))
    return tags


def army_sign(g: LevyState, lords: list[Lord], dress: Dress) -> str:
    """`[Alf+2 17]`: the strongest Lord, two more, seventeen units. Lords within a Stronghold end in `in`."""
    hidden = any(is_hidden(g, lord, "") for lord in lords)
    chief = lords[0] if hidden else max(lords, key=unit_count)
    left, right = dress.brackets[chief.side]
    more = f"+{len(lords) - 1}" if len(lords) > 1 else ""
    units = "" if hidden else f" {sum(map(strength, lords))}"
    return f"{left}{dress.shorts[chief.id]}{more}{units}{' in' if chief.inside else ''}{right}"


def up_to(highest: int) -> str:
    """The rolls that save: `1`, `1-4`."""
    return "1" if highest == 1 else f"1-{highest}"


def percent(chance: Fraction) -> str:
    """Rounded, but never to a certainty that is none."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    return f"{min(99, max(1, round(chance * 100)))}%"
