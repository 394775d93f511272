"""Almoravid's position: what both Levy & Campaign games keep, and the politics of the Taifas."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.engine.copying import copies
from core.games.levy.state import LevyState


@copies
@dataclass(slots=True)
class Almoravid(LevyState):
    taifas: dict[str, str] = field(default_factory=dict)
    """Reconquista, Parias or Independent (1.4.1)."""
    jihad: dict[str, int] = field(default_factory=dict)
    box_vp: int = 0
    """Markers of 1 VP in the Taifas box (1.3.3)."""
    box_coin: int = 0
    cathedrals: list[str] = field(default_factory=list)
    milites: dict[str, int] = field(default_factory=dict)
    """Units left on the Milites card (C18)."""
    to_hold: list[str] = field(default_factory=list)
    """Events the scenario puts into hands when the game starts."""
    used_this_levy: list[str] = field(default_factory=list)
    """Abilities good for one use in each Levy."""
    christian_removed: bool = False
    """A Christian Lord has left the game for good (3.5.1)."""
    africans_came: bool = False
    """Yusuf or Sir has Mustered."""
    curias: list[int] = field(default_factory=list)
    """Boxes with a Curias marker (6.2.2)."""
