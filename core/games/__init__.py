"""The games, found by name. A game's module is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from core.engine.game import Game

GAME_IDS = ("byzantium", "almoravid")


def load_game(game_id: str) -> Game:
    """The game with this id; a `KeyError` that lists the games there are, otherwise."""
    if game_id not in GAME_IDS:
        raise KeyError(f"no game called '{game_id}'; there is: {', '.join(GAME_IDS)}")
    game = import_module(f"core.games.{game_id}").GAME
    assert isinstance(game, Game)
    return game
