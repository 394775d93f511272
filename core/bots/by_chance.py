"""The bot that takes any option: the yardstick, and the fuzzer of the rules."""

from __future__ import annotations

from core.bots.bot import Bot, thinking_place
from core.engine import Ask, Session
from core.engine.chance import dice


def random_bot(seed: str) -> Bot:
    """Every option is as likely as any other."""

    def choose(session: Session, ask: Ask) -> str:
        offers = session.offers(ask)
        (number,) = dice(f"{seed} {thinking_place(session)}".encode(), 1, len(offers))
        return offers[number - 1].notation

    return choose
