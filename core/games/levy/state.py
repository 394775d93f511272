"""The position: Lords on map and Calendar, markers, cards, and where in the sequence of play we are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from core.engine import Sealed, Told
from core.engine.copying import copies
from core.games.levy.rules import Rules

MAP = "map"
CALENDAR = "calendar"
OFF = "off"
"""In the game, but not yet on the Calendar."""
MAT = "mat"
"""Waiting on his mat through the Winter."""
GONE = "gone"
"""Out of the game."""

READY = "ready"
MUSTERED = "mustered"
UNREADY = "unready"
ASIDE = "aside"


@copies
@dataclass(slots=True)
class Lord:
    """1.5: one Lord, wherever he is, with all that is on his mat."""

    id: str
    side: str
    where: str = GONE
    at: str = ""
    """His Locale, when on map."""
    box: int = 0
    """The box of his cylinder, when on the Calendar."""
    service: int = 0
    """The box of his Service marker, when on map."""
    inside: bool = False
    """Within a Stronghold with enemies outside: Besieged or Bypassed (4.3.5)."""
    moved: bool = False
    lower: str = ""
    """The Lower Lord he leads as Lieutenant (4.1.3)."""
    upper: str = ""
    forces: dict[str, int] = field(default_factory=dict)
    routed: dict[str, int] = field(default_factory=dict)
    assets: dict[str, int] = field(default_factory=dict)
    vassals: dict[str, str] = field(default_factory=dict)
    vassal_boxes: dict[str, int] = field(default_factory=dict)
    """Vassals' own Service markers, with the Vassal Service rule."""
    cards: list[str] = field(default_factory=list)
    """'This Lord' Capabilities (3.4.4)."""
    hired: dict[str, int] = field(default_factory=dict)
    """Units that came with a card and go with it, by card."""


@copies
@dataclass(slots=True)
class Fight:
    """4.4-4.5: a Battle, Storm or Sally under way."""

    kind: str
    at: str
    attacker: str
    defender: str
    origin: str = ""
    """Where the Attackers came from; nothing for Storm, Sally and Sortie."""
    active: str = ""
    front: dict[str, list[str]] = field(default_factory=dict)
    """Left, centre and right of each side, an empty word where nobody stands."""
    reserve: dict[str, list[str]] = field(default_factory=dict)
    sally: list[str] = field(default_factory=list)
    """Besieged Attackers behind the Defenders (4.4.1 Relief Sally)."""
    sallied: list[str] = field(default_factory=list)
    """All who came out, Routed or not."""
    rear: list[str] = field(default_factory=list)
    """Reserve Defenders who face them."""
    routed: list[str] = field(default_factory=list)
    lords: dict[str, list[str]] = field(default_factory=dict)
    """Everybody who takes part."""
    garrison: dict[str, int] = field(default_factory=dict)
    round: int = 1
    conceded: str = ""
    walls: int = 0
    siegeworks: int = 0
    rounds: int = 0
    """Most Rounds this Storm may last."""
    played: list[str] = field(default_factory=list)
    """Held Events in effect."""
    javelins: dict[str, int] = field(default_factory=dict)
    """The Round in which a Lord used his Javelins."""
    chosen: dict[str, str] = field(default_factory=dict)
    """Lords picked by a card."""


@copies
@dataclass(slots=True)
class Command:
    """4.2: the Command card being played."""

    side: str
    lord: str
    actions: int
    used: int = 0
    stopped: bool = False
    """Bypassed an enemy Stronghold on this card: no March onwards (4.3.5)."""
    blocked: bool = False
    """No March for the rest of the card."""
    over: bool = False
    once: list[str] = field(default_factory=list)
    """Abilities good for one use on a card."""
    halted: list[str] = field(default_factory=list)
    """Where he would have Marched, had he not been Laden: not offered again until he has done something else."""


@dataclass(slots=True)
class LevyState(Told):
    """What both games keep. A game's own state adds its politics."""

    rules: ClassVar[Rules]

    scenario: str
    options: dict[str, str]
    special: list[str]
    """Special rules of the scenario and of the options chosen."""
    box: int
    first_box: int
    last_box: int
    phase: str = "start"
    campaigning: bool = False
    turn: str = ""
    """Whose Command card is next."""
    lords: dict[str, Lord] = field(default_factory=dict)
    siege: dict[str, int] = field(default_factory=dict)
    bypass: dict[str, int] = field(default_factory=dict)
    ravaged: dict[str, str] = field(default_factory=dict)
    """The side that scores the marker."""
    conquered: dict[str, int] = field(default_factory=dict)
    """Conquered markers, always of the side that did not own the Locale on the printed map."""
    seats: dict[str, str] = field(default_factory=dict)
    """Seat markers on map, by Lord."""
    edge: dict[str, list[str]] = field(default_factory=dict)
    """Capabilities at the board edge."""
    held: dict[str, list[Sealed]] = field(default_factory=dict)
    this_levy: list[str] = field(default_factory=list)
    removed_cards: list[str] = field(default_factory=list)
    removed_vassals: list[str] = field(default_factory=list)
    """Special Vassals who left the game with their Lord (3.3.1)."""
    in_use: list[str] = field(default_factory=list)
    """Cards out of their deck for the moment: Events just drawn or played."""
    banned: list[str] = field(default_factory=list)
    """Lords who neither Muster nor take Levy actions this Levy."""
    lordship: dict[str, int] = field(default_factory=dict)
    """Extra Lordship this Levy, by card."""
    plans: dict[str, list[Sealed]] = field(default_factory=dict)
    command: Command | None = None
    fight: Fight | None = None
    winner: str = ""
    why: str = ""
