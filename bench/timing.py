"""Timing that a busy machine disturbs as little as possible: short slices, the best of several."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table: what, how much, of what, and what it should at least (or at most) be."""

    name: str
    figure: float
    unit: str
    target: str = ""
    met: bool | None = None


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """Units of work per second of CPU time; `work` returns how many it did."""
    work()
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


def best_rates(works: dict[str, Callable[[], int]], rounds: int = 5, seconds: float = 0.8) -> dict[str, float]:
    """The best rate of each, measured in turns so that all meet the same weather."""
    best = dict.fromkeys(works, 0.0)
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = max(best[name], rate(work, seconds))
    return best


def best_time(work: Callable[[], object], repeats: int) -> float:
    """The shortest time of one call, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def at_most(name: str, figure: float, unit: str, limit: float) -> Measure:
    return Measure(name, figure, unit, f"≤ {limit:g}", figure <= limit)


def at_least(name: str, figure: float, unit: str, limit: float) -> Measure:
    return Measure(name, figure, unit, f"≥ {limit:g}", figure >= limit)
