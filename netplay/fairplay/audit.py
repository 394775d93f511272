"""After the game everything is published, and everybody plays it again with full knowledge.

All that a seat ever says, but its answers, follows from its seed and its answers. So the judge is simply a peer
that plays every seat: what it says must be, word for word, what was said in the game.
"""

from __future__ import annotations

from core.engine import Refused
from core.engine.log import parse_answer
from netplay.fairplay.chains import anchor
from netplay.fairplay.messages import Cheating, Message, from_hex
from netplay.fairplay.peer import Peer, Turn

Private = dict[tuple[int, str], list[str]]
"""The private answers that were disclosed, by entry and seat."""


def audit(peer: Peer) -> str:
    """`clean`, or exactly who did what. Replays what `peer` heard, once all seats have disclosed their secrets."""
    try:
        _replay(peer)
    except Cheating as cheating:
        return str(cheating)
    return "clean"


def _replay(peer: Peer) -> None:
    seeds, private = _disclosed(peer)
    judge = Peer(peer.session.game, peer.setup, seeds, peer.anchors, links=peer.links)
    checked = 0
    while True:
        settled = min(judge.turn, peer.turn)
        for turn in range(checked, settled):
            _compare(turn, peer.turns[turn], judge.turns[turn])
        checked = settled
        if settled == peer.turn:
            break
        _answer(peer, judge, private)
    for (index, seat), lines in private.items():
        if lines:
            raise Cheating(seat, f"disclosed private answers before entry {index} that nobody asked for")


def _disclosed(peer: Peer) -> tuple[dict[str, bytes], Private]:
    seeds: dict[str, bytes] = {}
    private: Private = {}
    for seat in peer.setup.seats:
        message = peer.turns[-1].get(("disclose", seat))
        if message is None:
            raise Cheating(seat, "did not disclose its secrets")
        seeds[seat] = from_hex(message.body["seed"])
        if anchor(seat, seeds[seat], peer.links) != peer.anchors[seat]:
            raise Cheating(seat, "disclosed a seed that its dice chain was not made from")
        for index, line in message.body["private"]:
            private.setdefault((index, seat), []).append(line)
    return seeds, private


def _answer(peer: Peer, judge: Peer, private: Private) -> None:
    """Gives the judge the next answers: those of a private dialog, or the one in the log."""
    session = judge.session
    if judge.in_private:
        for ask in session.pending:
            lines = private.get((len(session.log), ask.seat))
            answer = parse_answer(lines.pop(0)) if lines else None
            if answer is None:
                raise Cheating(ask.seat, f"did not disclose its private answers before entry {len(session.log)}")
            _try(judge, ask.seat, answer.notation)
        return
    (message,) = peer.turns[judge.turn].values()
    if message.kind == "back":
        judge.take_back(message.seat)
    else:
        _try(judge, message.seat, message.body["notation"])


def _try(judge: Peer, seat: str, notation: str) -> None:
    try:
        judge.answer(seat, notation)
    except Refused as refused:
        raise Cheating(seat, f"answered what it could not: {refused}") from refused


def _compare(turn: int, heard: Turn, honest: Turn) -> None:
    for key, message in heard.items():
        if message.body != honest[key].body:
            raise Cheating(message.seat, f"{_difference(message, honest[key])}, in turn {turn}")


def _difference(message: Message, honest: Message) -> str:
    match message.kind:
        case "lay":
            return "laid out its deck otherwise than its secrets say"
        case "key":
            return "masked cards with another key than its secrets give"
        case "shuffle":
            return "shuffled a shared deck otherwise than its secrets say"
        case "seal":
            return "sealed something else than its private answers say"
        case "open":
            shown = zip(message.body["shown"], honest.body["shown"], strict=True)
            kept = [true["value"] for said, true in shown if said is None and true is not None]
            return f"kept back what it had to show: {', '.join(map(str, kept))}"
        case _:
            return f"said a '{message.kind}' that does not follow from its secrets"
