"""Coming back after a crash: the same seed, the same messages and the same private answers give the same peer."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.log import parse_answer
from core.engine.session import PrivateLine
from netplay.fairplay.messages import Message
from netplay.fairplay.peer import Peer


def rejoin(peer: Peer, transcript: Iterable[Message], private: Iterable[PrivateLine]) -> None:
    """Brings a new peer to where it was, from what it had accepted and what its seats had answered privately.

    Its outbox then holds what it said all along; whoever has heard it already will not mind hearing it again.
    """
    left = list(private)
    answer_again(peer, left)
    for message in transcript:
        peer.receive(message)
        answer_again(peer, left)


def answer_again(peer: Peer, left: list[PrivateLine]) -> None:
    while peer.in_private and left and left[0].at == len(peer.session.log):
        answer = parse_answer(left.pop(0).line)
        assert answer is not None
        peer.answer(answer.seat, answer.notation)
