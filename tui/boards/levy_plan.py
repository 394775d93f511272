"""The Plan while it is stacked, what is left of it later, and the Command card being played."""

from __future__ import annotations

from core.engine import Session
from core.engine.log import parse_answer
from core.games.levy.calendar import season
from core.games.levy.lords import facts, is_hidden, mustered
from core.games.levy.state import MAP, LevyState
from tui.boards import Explained, Row, Spans, Stack
from tui.boards.levy import Dress, lined
from tui.boards.levy_mats import carried

ON_A_LINE = 5
WIDE = 24
"""Room for a name on a line of the Plan."""


def chosen_so_far(session: Session, seat: str) -> list[str]:
    """What a seat has put on its Plan in the private dialog that is open now."""
    ask = session.ask_for(seat)
    if ask is not None and ask.name == "seal":
        return list(ask.options[0].value)
    answers = [parse_answer(line.line) for line in session.private
               if line.at == len(session.log) and line.seat == seat]  # fmt: skip
    return [answer.notation.split()[1] for answer in answers if answer is not None and answer.name == "plan"]


def stack(session: Session, seat: str) -> Stack | None:
    if not is_planning(session, seat):
        return None
    return Stack("plan", "plan", tuple(f"plan {card}" for card in chosen_so_far(session, seat)))


def foot(session: Session, viewer: str) -> str:
    return "left/right: go, +shift: move, Del: drop" if is_planning(session, viewer) else ""


def left_to_plan(session: Session, seat: str) -> dict[str, int]:
    """Command cards of each Lord that are not on the Plan yet."""
    planned = chosen_so_far(session, seat)
    return {
        lord.id: facts(session.state, lord).cards - planned.count(lord.id) for lord in mustered(session.state, seat)
    }


def is_planning(session: Session, viewer: str) -> bool:
    ask = session.ask_for(viewer)
    return ask is not None and ask.name in ("plan", "seal")


def rows(session: Session, dress: Dress, viewer: str) -> list[Row]:
    g: LevyState = session.state
    if is_planning(session, viewer):
        return _stacking(session, dress, viewer)
    found = _command(g, dress, viewer)
    for side in g.rules.sides:
        tokens = g.plans.get(side, [])
        if not tokens:
            continue
        vault = session.table.vault
        if side == viewer and all(vault.may_read(viewer, token) for token in tokens):
            cards = [str(vault.peek(viewer, token)) for token in tokens]
            found += _cards(g, dress, "your plan", cards)
        else:
            count = f"{len(tokens)} card{'s' * (len(tokens) != 1)} face down"
            found.append(lined(side.capitalize(), ((count, ""),), "plan"))
    if g.campaigning:
        found += _cards(g, dress, "played", _revealed(session))
    return found


def _cards(g: LevyState, dress: Dress, label: str, cards: list[str]) -> list[Row]:
    """Command cards in the order of the stack, a few on each line."""
    lines = [cards[start : start + ON_A_LINE] for start in range(0, len(cards), ON_A_LINE)]
    return [
        lined(
            "" if number else label, tuple(span for card in line for span in (_card(g, dress, card), (" ", ""))), "plan"
        )
        for number, line in enumerate(lines)
    ]


def _stacking(session: Session, dress: Dress, viewer: str) -> list[Row]:
    """Place by place, then what is left and what it is good for."""
    g: LevyState = session.state
    planned = chosen_so_far(session, viewer)
    size = g.rules.plan_cards[season(g)]
    found = []
    for number, card in enumerate(planned):
        label = g.rules.lords[card].name if card in g.rules.lords else "Pass"
        spans = (_card(g, dress, card), (f" {label:<{WIDE}.{WIDE}}", "strong"), (" x", "muted"))
        thing = card if card in g.rules.lords else "plan"
        found.append(_slot(number, spans, thing, f"drop {number}"))
    found += [_slot(number, ((".", "muted"),), "plan") for number in range(len(planned), size)]
    found.append(Row(((f"{len(planned)} of {size} stacked; left over:", "accent"),), "plan"))
    for lord, count in left_to_plan(session, viewer).items():
        found.append(_left(g, dress, lord, count))
    return found


def _slot(number: int, spans: Spans, thing: str, tail: str = "") -> Row:
    return Row(((f"{number + 1:<3}", "muted"), *spans), thing, f"slot {number}", tail)


def _left(g: LevyState, dress: Dress, lord_id: str, count: int) -> Row:
    """His cards, where he is, his Command rating and how long he serves."""
    lord = g.lords[lord_id]
    place = f"{g.rules.locales[lord.at].name}{' (in)' if lord.inside else ''}"
    late = "bad strong" if lord.service <= g.box else "warn" if lord.service == g.box + 1 else "muted"
    spans = (
        ("   ", ""),
        dress.badge(lord),
        (f" {'#' * count or 'none':<4} ", "strong"),
        (f"{place:<12.12}", ""),
        (f" cmd {facts(g, lord).command}", ""),
        (f" svc {lord.service}", late),
    )
    return Row(spans, lord_id, f"answer plan {lord_id}" if count else "")


def _card(g: LevyState, dress: Dress, card: str) -> tuple[str, str]:
    return dress.badge(g.lords[card]) if card in g.lords else ("pass", "muted")


def _command(g: LevyState, dress: Dress, viewer: str) -> list[Row]:
    command = g.command
    if command is None:
        return []
    lord = g.lords[command.lord]
    left = max(0, command.actions - command.used)
    pips = "#" * left + "." * (command.actions - left)
    where = f" at {g.rules.locales[lord.at].name}" if lord.at else ""
    spans = (dress.badge(lord), (f"{where}  ", ""), (pips, "accent strong"), (f" {left} left", ""))
    mat = carried(g, lord) if lord.where == MAP and not is_hidden(g, lord, viewer) else []
    return [lined("command", spans, command.lord), *mat]


def _revealed(session: Session) -> list[str]:
    """The cards turned over in this Campaign, oldest first."""
    cards: list[str] = []
    for event in reversed(session.events):
        if event.kind == "sealed" and event.facts["why"] == "plan":
            break
        if event.kind == "levy":
            return []
        if event.kind == "open" and event.facts["why"] == "command":
            cards += event.facts["shown"]
    return cards[::-1]


def explain_plan(g: LevyState) -> Explained:
    size = g.rules.plan_cards.get(season(g), 0)
    return Explained(
        "Plan",
        f"Before a Campaign each side stacks Command cards face down, {size} of them in this season. Each Lord on the "
        "map has as many cards as his mat says; Pass cards only fill up what Lords cannot. Then the sides turn over a "
        "card in turn, and the Lord on it takes as many actions as his Command rating. The Plan is yours alone until "
        "then. While you stack it, put a card in before the marked place, move it with shift and left or right, or "
        "drag it with the mouse, remove it with Del, and seal the Plan when it is right.",
        "4.1",
    )
