"""Fair play with nobody in charge: every peer builds the same game from messages, and catches who cheats.

No sockets here: a `Peer` takes messages and gives messages. Each seat has one secret seed, from which all its
dice links, salts, deck orders and masks follow. So a peer that crashed says exactly the same again, and the audit at
the end needs the seeds and the private answers, and nothing else.
"""

from netplay.fairplay.audit import audit
from netplay.fairplay.chains import LINKS, anchor, fresh_seed
from netplay.fairplay.messages import Cheating, Complaint, Disagreement, Message
from netplay.fairplay.peer import Peer
from netplay.fairplay.rejoin import rejoin
from netplay.fairplay.table import PeerTable

__all__ = [
    "LINKS", "Cheating", "Complaint", "Disagreement", "Message", "Peer", "PeerTable", "anchor", "audit",
    "fresh_seed", "rejoin",
]  # fmt: skip
