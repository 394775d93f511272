"""Cards: what one holds oneself, what lies at the board's edge, what the present Levy is under."""

from __future__ import annotations

from core.engine import Session
from core.games.levy.facts import Card
from core.games.levy.state import LevyState
from tui.boards import Explained, Row
from tui.boards.levy import Dress, lined

_TIMING = {"immediate": "at once when drawn", "hold": "held, and played when its time comes",
           "this_levy": "for the rest of the Levy"}  # fmt: skip


def held_by(session: Session, viewer: str) -> list[str]:
    """The Held Events of the viewer, and nobody else's."""
    g: LevyState = session.state
    vault = session.table.vault
    return [str(vault.peek(viewer, token)) for token in g.held.get(viewer, []) if vault.may_read(viewer, token)]


def rows(session: Session, dress: Dress, viewer: str) -> list[Row]:
    g: LevyState = session.state
    found = []
    for card in held_by(session, viewer):
        found.append(_card_row(g, "you hold", card, g.rules.cards[card].event_name))
    for side in g.rules.sides:
        if side != viewer:
            count = len(g.held[side])
            found.append(Row((dress.side(side), (f" hold {count or 'no'} Event{'s' * (count != 1)}", "muted")), "held"))
    for side in g.rules.sides:
        found.append(Row((dress.side(side), (" at the board's edge", "muted")), "edge"))
        found += [_card_row(g, "", card, g.rules.cards[card].ability_name) for card in g.edge[side]]
        if not g.edge[side]:
            found.append(lined("", (("nothing", "muted"),), "edge"))
    found += [_card_row(g, "this Levy", card, g.rules.cards[card].event_name) for card in g.this_levy]
    return found


def _card_row(g: LevyState, label: str, card: str, name: str) -> Row:
    return lined(label, ((f"{card:<4}", "accent"), (name, "strong")), f"card {card}")


def explain_card(g: LevyState, card_id: str) -> Explained:
    card = g.rules.cards[card_id]
    return Explained(f"{card_id}: {card.event_name} / {card.ability_name}", card_words(g, card), "3.1.3")


def card_words(g: LevyState, card: Card) -> str:
    who = ", ".join(known.name for lord, known in g.rules.lords.items() if lord in card.lords)
    place = f"with one Lord: {who or 'any'}" if card.this_lord else "at the board's edge, for the whole side"
    return (
        f"Event, {card.event_name} ({_TIMING[card.timing]}):\n{card.event_text}\n\n"
        f"Capability, {card.ability_name} ({place}):\n{card.ability_text}\n\nSource: {card.source}."
    )


HELD_WORDS = Explained(
    "Held Events",
    "Events that their holder keeps until their moment comes. Nobody else can see them, only how many there are; "
    "whenever a side might hold something fitting, it is asked, whatever it holds.",
    "3.1.3",
)
EDGE_WORDS = Explained(
    "Capabilities at the board's edge",
    "They work for their whole side as long as they lie there. A side may keep no more of them than it has Lords on "
    "the map.",
    "3.4.4",
)
