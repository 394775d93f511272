"""`make soak`: thousands of random games, every invariant checked, each replayed; then how strong the bots are."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from core.bots import Bot, greedy_bot, random_bot
from core.engine import LocalTable, Session
from core.games import GAME_IDS, load_game
from core.games.invariants import check_ask, check_state
from core.match import play_out

MOST_DECISIONS = 20_000


def fuzz_one(game_id: str, seed: int) -> str:
    """One random game of a random setup; how it ended. Raises if anything is not as it must be."""
    game = load_game(game_id)
    chance = random.Random(seed)
    scenario = chance.choice(game.scenarios)
    options = {switch.id: chance.choice(switch.values) for switch in game.switches}
    setup = game.setup(scenario.id, chance.choice(scenario.seats), options)
    session = Session(game, setup, LocalTable(seed))
    decisions = 0
    while session.pending:
        ask = chance.choice(session.pending)
        check_ask(ask)
        check_state(game_id, session.state)
        check_state(game_id, session.last_checkpoint.state, settled=True)
        session.answer(ask.seat, chance.choice(session.offers(ask)).notation)
        decisions += 1
        if decisions > MOST_DECISIONS:
            raise AssertionError(f"{game_id} seed {seed}: no end after {decisions} decisions")
    outcome = game.outcome(session.state)
    if outcome is None:
        raise AssertionError(f"{game_id} seed {seed}: nothing is asked, but the game is not over")
    again = Session(game, setup, LocalTable(seed), listen=False)
    again.follow(session.log, session.private)
    if again.digest() != session.digest():
        raise AssertionError(f"{game_id} seed {seed}: the replay ends in another state")
    return f"{len(setup.seats)} players"


def greedy_against_random(game_id: str, seed: int) -> bool:
    """Does one greedy bot, at a seat that changes with the seed, win alone against random ones?"""
    game = load_game(game_id)
    setup = game.setup()
    hero = setup.seats[seed % len(setup.seats)]
    bots: dict[str, Bot] = {
        seat: greedy_bot(f"{seed} {seat}") if seat == hero else random_bot(f"{seed} {seat}") for seat in setup.seats
    }
    session = Session(game, setup, LocalTable(seed), listen=False)
    play_out(session, bots)
    outcome = game.outcome(session.state)
    assert outcome is not None
    return outcome.winners == (hero,)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="random games of each game (default 3000)")
    parser.add_argument("--matches", type=int, default=200, help="matches of greedy against random (default 200)")
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=GAME_IDS, help="one game only")
    wanted = parser.parse_args()
    failed = False
    with ProcessPoolExecutor(wanted.jobs) as pool:
        seeds = range(wanted.seed, wanted.seed + wanted.games)
        for game_id in [wanted.only] if wanted.only else GAME_IDS:
            ends: Counter[str] = Counter()
            for number, end in enumerate(pool.map(partial(fuzz_one, game_id), seeds, chunksize=20), 1):
                ends[end] += 1
                if sys.stderr.isatty():
                    print(f"\r{game_id}: {number} of {wanted.games}", end="", file=sys.stderr)
            print(f"{game_id}: {ends.total()} random games ended legally and replay alike: {dict(ends)}")
        matches = range(wanted.seed, wanted.seed + wanted.matches)
        won = sum(pool.map(partial(greedy_against_random, "byzantium"), matches, chunksize=2))
        if wanted.matches:
            share = won / wanted.matches
            print(f"byzantium: greedy wins {won} of {wanted.matches} against three random: {share:.0%} (wanted: 80%)")
            failed |= share < 0.8
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
