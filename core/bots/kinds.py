"""Which bots can play a game, by the name people call them."""

from __future__ import annotations

from core.bots.bot import Bot
from core.bots.by_chance import random_bot
from core.bots.greedy import greedy_bot
from core.engine import Game

EVERYWHERE = {"greedy": greedy_bot, "random": random_bot}
"""Bots that know no game and so can play them all."""


def bot_kinds(game: Game) -> tuple[str, ...]:
    """The bots of a game, the best opponent for a newcomer first."""
    return (*game.bots, *EVERYWHERE)


def make_bot(game: Game, kind: str, seed: str) -> Bot:
    """A bot of a kind that `bot_kinds` names."""
    maker = game.bots.get(kind) or EVERYWHERE[kind]
    bot: Bot = maker(seed)
    return bot
