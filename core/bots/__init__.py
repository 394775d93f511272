"""Players without a person: they are shown a session and a question, and say a notation."""

from core.bots.bot import Bot, BotFailed
from core.bots.by_chance import random_bot
from core.bots.greedy import greedy_bot
from core.bots.kinds import bot_kinds, make_bot
from core.bots.script import ScriptDoesNotFit, script_bot

__all__ = [
    "Bot", "BotFailed", "ScriptDoesNotFit", "bot_kinds", "greedy_bot", "make_bot", "random_bot", "script_bot",
]  # fmt: skip
