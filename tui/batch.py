"""Many games by bots, one after the other or in several processes, with the same results either way."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from time import perf_counter
from typing import Any

import saves
from core import games
from core.bots import ScriptDoesNotFit, random_bot
from core.engine import LocalTable, Session, Setup, tables
from core.engine.log import parse_answer
from core.match import play_out
from tui.exits import Failed
from tui.players import Player, seated_bots

TICK = 0.2
"""Seconds between two looks at how many games are done."""


@dataclass(frozen=True, slots=True)
class Order:
    """One game to be played."""

    game: str
    setup: Setup
    players: Mapping[str, Player]
    seed: int
    save: Path | None = None
    replace_failed: bool = True
    bot_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Result:
    """How a game went. Without winners it was not finished."""

    order: Order
    winners: tuple[str, ...]
    scores: Mapping[str, float]
    """As players count them."""
    decisions: int
    seconds: float
    digest: str
    losses: tuple[str, ...]
    """Reports of bots that lost their seats."""

    def as_json(self) -> dict[str, Any]:
        order = self.order
        return {
            "game": order.game,
            "scenario": order.setup.scenario,
            "seed": order.seed,
            "seats": {seat: str(player) for seat, player in order.players.items()},
            "winner": self.winners[0] if len(self.winners) == 1 else list(self.winners) or None,
            "scores": dict(self.scores),
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "digest": self.digest,
            "save": None if order.save is None else str(order.save),
        }


class Interrupted(Exception):
    """The batch was called off while this game was being played."""


def play_one(order: Order, called_off: Callable[[], bool] = lambda: False) -> Result:
    began = perf_counter()
    game = games.load_game(order.game)
    session = Session(game, order.setup, LocalTable(order.seed), listen=False)

    def look_up() -> None:
        if called_off():
            raise Interrupted

    substitute = (lambda seat: random_bot(f"{order.seed} {seat}")) if order.replace_failed else None
    with seated_bots(session.game, order.players, order.seed, order.bot_seconds) as bots:
        try:
            losses = play_out(session, bots, substitute, look_up)
        except ScriptDoesNotFit as error:
            raise Failed(f"{error} (seed {order.seed})") from error
    if order.save is not None:
        who = {seat: str(player) for seat, player in order.players.items()}
        saves.Journal.create(order.save, session, saves.Header.of(session, who)).close()
    outcome = game.outcome(session.state)
    return Result(
        order,
        outcome.winners if outcome else (),
        {seat: game.points(score) for seat, score in outcome.scores.items()} if outcome else {},
        sum(parse_answer(line) is not None for line in session.log) + len(session.private),
        perf_counter() - began,
        session.digest(),
        tuple(f"seed {order.seed}: {loss.seat} loses its seat: {loss.why}" for loss in losses),
    )


def play_all(
    orders: Sequence[Order], jobs: int, report: Callable[[Result], None], progress: Callable[[int], None]
) -> None:
    """Plays all and reports each in the order given. Interrupted, it still reports what is finished."""
    if jobs == 1 or len(orders) == 1:
        for number, order in enumerate(orders, 1):
            report(play_one(order))
            progress(number)
        return
    called_off = multiprocessing.get_context().Event()
    pool = ProcessPoolExecutor(
        min(jobs, len(orders)), initializer=_enter_worker, initargs=(called_off, tables.own_folder)
    )
    futures = [pool.submit(_play_in_worker, order) for order in orders]
    reported = 0
    try:
        for future in futures:
            result = _wait(future, lambda: progress(sum(future.done() for future in futures)))
            reported += 1
            report(result)
        progress(len(orders))
    except KeyboardInterrupt:
        called_off.set()
        pool.shutdown(cancel_futures=True)
        for future in futures[reported:]:
            if not future.cancelled() and future.exception() is None:
                report(future.result())
        raise
    finally:
        called_off.set()
        pool.shutdown(cancel_futures=True)


def _wait(future: Future[Result], meanwhile: Callable[[], None]) -> Result:
    while True:
        try:
            return future.result(TICK)
        except TimeoutError:
            meanwhile()


_called_off: Flag | None = None
"""Of a worker process: set when the games still being played are no longer wanted."""


def _enter_worker(called_off: Flag, own_tables: Path | None) -> None:
    """Ctrl-C reaches all processes at once; only the first one acts on it, and calls the others off."""
    global _called_off
    tables.use_own_tables(own_tables)
    _called_off = called_off
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_in_worker(order: Order) -> Result:
    assert _called_off is not None
    return play_one(order, _called_off.is_set)
