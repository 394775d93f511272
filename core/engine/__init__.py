"""The engine: procedures that ask, a session that answers them, a table for chance and secrets."""

from core.engine.events import SILENCE, Event, Told
from core.engine.game import BadSetup, Bidding, Game, Outcome, Scenario, Setup, Switch
from core.engine.log import Drift
from core.engine.plain import digest, from_plain, to_plain
from core.engine.requests import (
    CHECKPOINT,
    Ask,
    Deal,
    Draw,
    Open,
    Option,
    Procedure,
    Refusal,
    Refused,
    Roll,
    Sealed,
    Secret,
)
from core.engine.session import Session
from core.engine.table import ImaginedTable, LocalTable, Place, Table
from core.engine.vault import Hidden, Vault

__all__ = [
    "CHECKPOINT", "SILENCE", "Ask", "BadSetup", "Bidding", "Deal", "Draw", "Drift", "Event", "Game", "Hidden",
    "ImaginedTable", "LocalTable", "Open", "Option", "Outcome", "Place", "Procedure", "Refusal", "Refused", "Roll",
    "Scenario", "Sealed", "Secret", "Session", "Setup", "Switch", "Table", "Told", "Vault", "digest", "from_plain",
    "to_plain",
]  # fmt: skip
