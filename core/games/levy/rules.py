"""The seams between the two games: what each of them must say for itself.

The shared procedures ask these questions wherever the two rulebooks part. A game answers them in one class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.engine import Option, Procedure, Refusal
from core.games.levy.facts import Card, Locale, LordFacts, Unit, Vassal

if TYPE_CHECKING:
    from core.games.levy.state import Fight, Lord

HandEvent = Callable[[str], "Option | None"]


class Rules(ABC):
    """A game's facts and its answers. `g` is that game's own state."""

    sides: tuple[str, str]
    """In player order (2.2.4)."""
    other: dict[str, str]
    locales: Mapping[str, Locale]
    units: Mapping[str, Unit]
    lords: Mapping[str, LordFacts]
    vassals: Mapping[str, Vassal]
    cards: Mapping[str, Card]
    seasons: Sequence[str]
    last_box: int
    """Where everything ends up that goes beyond the Calendar (2.2.3)."""
    plan_cards: Mapping[str, int]

    # --- map and allegiance ----------------------------------------------------------------------

    @abstractmethod
    def owner(self, g: Any, place: str) -> str:
        """The side to which a Locale is Friendly; nothing if Neutral (1.3.1)."""

    @abstractmethod
    def seats_of(self, g: Any, lord: Lord) -> list[str]:
        """A Lord's Seats, one entry for each Source that he has there (4.6.1)."""

    # --- politics and victory --------------------------------------------------------------------

    @abstractmethod
    def adjust(self, g: Any) -> Procedure[None]:
        """Whatever follows when a Lord comes or goes, or a Stronghold falls."""

    @abstractmethod
    def settle(self, g: Any) -> Procedure[None]:
        """Siege and Bypass markers come right with who is where (4.3.5)."""

    @abstractmethod
    def lord_left(self, g: Any, lord: Lord) -> None:
        """Markers that go when a Lord leaves the map."""

    @abstractmethod
    def conquer(self, g: Any, place: str, side: str) -> Procedure[None]:
        """4.5.1: the markers of Conquest."""

    # --- levy ------------------------------------------------------------------------------------

    @abstractmethod
    def draws_capabilities(self, g: Any) -> bool:
        """3.1.2: whether this Levy draws Capabilities rather than Events."""

    @abstractmethod
    def event(self, g: Any, card: Card) -> Procedure[None]:
        """3.1.3: an Event that acts when drawn."""

    @abstractmethod
    def may_levy(self, g: Any, lord: Lord) -> bool:
        """3.4: whether a Lord begins this Muster able to take part."""

    @abstractmethod
    def lordship(self, g: Any, lord: Lord) -> int: ...

    @abstractmethod
    def muster_extras(self, g: Any, lord: Lord) -> list[Option]:
        """What cards let a Lord do in his Muster for no action."""

    @abstractmethod
    def do_muster_extra(self, g: Any, lord: Lord, choice: Option) -> Procedure[None]: ...

    @abstractmethod
    def side_extras(self, g: Any, side: str) -> list[Option]:
        """What cards let a side do in its Muster, whoever is levying."""

    @abstractmethod
    def do_side_extra(self, g: Any, side: str, choice: Option) -> Procedure[None]: ...

    @abstractmethod
    def why_no_muster_extra(self, g: Any, lord: Lord, said: str) -> Refusal | None:
        """Why a card does not let a Lord do that in his Muster."""

    @abstractmethod
    def why_no_side_extra(self, g: Any, side: str, said: str) -> Refusal | None: ...

    @abstractmethod
    def discarded(self, g: Any, card: Card, lord: Lord | None) -> None:
        """A Capability has just been discarded from a mat or the board edge."""

    @abstractmethod
    def refuse_card(self, g: Any, card: Card) -> Refusal | None:
        """Why a Capability cannot be had at present by anybody."""

    @abstractmethod
    def call_to_arms(self, g: Any) -> Procedure[None]:
        """3.5"""

    # --- held cards ------------------------------------------------------------------------------

    @abstractmethod
    def any_time(self, g: Any, side: str, moment: str) -> HandEvent:
        """Held Events that may be played at a side's own decision: a card's option, or None."""

    @abstractmethod
    def play_any_time(self, g: Any, side: str, card: str, moment: str) -> Procedure[None]: ...

    # --- pay and plan ----------------------------------------------------------------------------

    @abstractmethod
    def treasuries(self, g: Any, lord: Lord) -> list[str]:
        """Coin beside the mats that could Pay him (3.2.1), by name."""

    @abstractmethod
    def pay_extras(self, g: Any, side: str) -> list[Option]:
        """What cards let a side do when it Pays, as at any other time of its own."""

    @abstractmethod
    def pay_from(self, g: Any, treasury: str) -> None: ...

    @abstractmethod
    def before_plan(self, g: Any, side: str) -> Procedure[None]:
        """4.1.4: what a side may do besides while it Plans."""

    # --- campaign --------------------------------------------------------------------------------

    @abstractmethod
    def actions(self, g: Any, lord: Lord) -> int:
        """The Command rating, as altered by cards (4.2.1)."""

    @abstractmethod
    def more_commands(self, g: Any, lord: Lord) -> list[Option]:
        """Commands that cards add."""

    @abstractmethod
    def do_command(self, g: Any, lord: Lord, choice: Option) -> Procedure[None]: ...

    @abstractmethod
    def why_no_command(self, g: Any, lord: Lord, said: str) -> Refusal | None:
        """Why a card does not give a Lord that Command."""

    @abstractmethod
    def leads_group(self, g: Any, lord: Lord, target: str) -> bool:
        """4.3.1: whether he takes other Lords along on a March to `target`."""

    @abstractmethod
    def may_join(self, g: Any, leader: Lord, lord: Lord) -> bool: ...

    @abstractmethod
    def more_ways(self, g: Any, lord: Lord) -> list[str]:
        """Locales that a card lets him March to as if by a Road."""

    @abstractmethod
    def marches_past(self, g: Any, lord: Lord) -> bool:
        """Whether he may March on after a Bypass on the same card."""

    @abstractmethod
    def load(self, g: Any, lord: Lord, over_pass: bool) -> tuple[int, int]:
        """Provender his Transport carries Unladen, and at most (4.3.2)."""

    @abstractmethod
    def haul(self, g: Any, lord: Lord) -> int:
        """Ways that his Transport serves for Supply (4.6.1)."""

    @abstractmethod
    def before_march(self, g: Any, lord: Lord, group: list[Lord], target: str) -> Procedure[bool]:
        """The enemy's chance to stop or hamper a March; False if it is off."""

    @abstractmethod
    def after_march(self, g: Any, group: list[Lord]) -> Procedure[None]: ...

    @abstractmethod
    def avoid_stopped(self, g: Any, side: str, place: str) -> Procedure[bool]:
        """The Approaching side's chance to stop an Avoid Battle."""

    @abstractmethod
    def surprise(self, g: Any, lord: Lord, place: str) -> Procedure[bool]:
        """The Marching side's chance to Storm at once an Enemy Stronghold with nobody there."""

    @abstractmethod
    def supply_bonus(self, g: Any, lord: Lord) -> int: ...

    @abstractmethod
    def ravage_takes(self, g: Any, lord: Lord, place: str) -> Procedure[bool]:
        """Whether a Ravage action takes effect."""

    @abstractmethod
    def ravage_gains(self, g: Any, lord: Lord, place: str) -> dict[str, int]:
        """4.7.2 Rustling"""

    @abstractmethod
    def after_ravage(self, g: Any, lord: Lord, place: str) -> Procedure[None]: ...

    @abstractmethod
    def siege_strength(self, g: Any, side: str, place: str) -> int:
        """Besieging Lords, for adding Siege markers (4.5.1)."""

    @abstractmethod
    def surrender(self, g: Any, lord: Lord, place: str) -> Procedure[bool]:
        """4.5.1: the roll; whether the Stronghold gives up."""

    @abstractmethod
    def storm_rounds(self, g: Any, lord: Lord, place: str) -> int: ...

    @abstractmethod
    def rations(self, mouths: int) -> int:
        """Provender or Loot that so many units and animals eat (4.8.1)."""

    @abstractmethod
    def after_campaign(self, g: Any) -> Procedure[None]:
        """4.9: what the season does."""

    # --- combat ----------------------------------------------------------------------------------

    @abstractmethod
    def combat_events(self, g: Any, fight: Fight) -> Procedure[None]:
        """4.4.1: Held Events, Attackers' then Defenders', before Round 1."""

    @abstractmethod
    def start_round(self, g: Any, fight: Fight) -> Procedure[None]:
        """What cards do as a Round begins."""

    @abstractmethod
    def before_strike(self, g: Any, fight: Fight, side: str, step: str) -> Procedure[None]:
        """What cards do just before a side Strikes."""

    @abstractmethod
    def strike_order(self, fight: Fight) -> Sequence[tuple[str, str]]:
        """4.4.2 Initiative: pairs of 'attacker' or 'defender' and a step."""

    @abstractmethod
    def missiles(self, g: Any, fight: Fight, lord: Lord, javelins: bool) -> tuple[int, int, int]:
        """A Lord's Missiles: half Hits of Crossbows, of other Missiles, and whole Hits of engines."""

    @abstractmethod
    def garrison_power(self, g: Any, fight: Fight, step: str) -> tuple[int, int, int]:
        """A Garrison's Strikes, counted like a Lord's (4.5.2)."""

    @abstractmethod
    def garrison(self, g: Any, place: str) -> dict[str, int]:
        """The units that defend a Stronghold besides its Lords."""

    @abstractmethod
    def retreat_shift(self, die: int) -> int:
        """Boxes of Service that a Lord who Retreated moves (4.4.3)."""

    @abstractmethod
    def melee(self, g: Any, fight: Fight, lord: Lord, step: str) -> int:
        """A Lord's Melee in half Hits."""

    @abstractmethod
    def has_javelins(self, g: Any, lord: Lord) -> bool: ...

    @abstractmethod
    def armor(self, g: Any, fight: Fight, lord: Lord, unit: str, step: str, by: str) -> int:
        """A unit's Protection in this step against a Strike of that side, before Crossbows and the like (4.4.2)."""

    @abstractmethod
    def walls(self, g: Any, fight: Fight) -> int: ...

    @abstractmethod
    def spared_retreat(self, g: Any, fight: Fight, lord: Lord) -> Procedure[bool]:
        """Whether a card saves a Retreating Lord from Spoils and the Service roll."""

    @abstractmethod
    def after_combat(self, g: Any, fight: Fight, beaten: Sequence[Lord], sacked: bool) -> Procedure[None]: ...
