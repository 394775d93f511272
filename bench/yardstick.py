"""python-chess playing random moves: what a careful, popular, pure-Python rules engine does here and now."""

from __future__ import annotations

import random

import chess

_choose = random.Random(1)


def random_chess_game() -> int:
    """One game by random moves, at most 300; the number of moves."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 300:
        board.push(_choose.choice(list(board.legal_moves)))
    return board.ply()
