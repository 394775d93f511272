"""Almoravid: campaigns for Spain, 1085-1086, on the Levy & Campaign rules."""

from core.games.almoravid.game import GAME

__all__ = ["GAME"]
