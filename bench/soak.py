"""`make soak`: thousands of random games, every invariant checked, each replayed; then how strong the bots are."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from bench.autumn import late_autumn
from core.bots import Bot, make_bot
from core.engine import BadSetup, LocalTable, Session, from_plain, to_plain
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
    try:
        setup = game.setup(scenario.id, chance.choice(scenario.seats), options)
    except BadSetup:  # options that do not go together are refused, and are no game
        setup = game.setup(scenario.id, scenario.seats[0])
    start = late_autumn(setup, chance) if (game_id, scenario.id) == ("almoravid", "F") and seed % 4 else None
    plain = to_plain(start) if start is not None else None
    session = Session(game, setup, LocalTable(seed), state=start)
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
    state = from_plain(game.state_type, plain) if plain is not None else None
    again = Session(game, setup, LocalTable(seed), listen=False, state=state)
    again.follow(session.log, session.private)
    if again.digest() != session.digest():
        raise AssertionError(f"{game_id} seed {seed}: the replay ends in another state")
    seen = {event.kind for event in session.events}
    return ", ".join([f"{len(setup.seats)} players", *sorted(seen & {"curias", "winter"})])


@dataclass(frozen=True)
class Contest:
    """A bot that must win its share against random ones, in turns at each of the seats."""

    game: str
    scenario: str
    hero: str
    matches: int
    wanted: float


CONTESTS = (
    Contest("byzantium", "standard", "greedy", 200, 0.80),
    Contest("almoravid", "A", "captain", 200, 0.85),
    Contest("almoravid", "E", "captain", 200, 0.85),
)


def winner_at(contest: Contest, seed: int) -> tuple[str, bool]:
    """Where the hero sat, and whether it won alone."""
    game = load_game(contest.game)
    setup = game.setup(contest.scenario)
    hero = setup.seats[seed % len(setup.seats)]
    bots: dict[str, Bot] = {
        seat: make_bot(game, contest.hero if seat == hero else "random", f"{seed} {seat}") for seat in setup.seats
    }
    session = Session(game, setup, LocalTable(seed), listen=False)
    play_out(session, bots)
    outcome = game.outcome(session.state)
    assert outcome is not None
    return hero, outcome.winners == (hero,)


def hold(contest: Contest, pool: ProcessPoolExecutor, first: int, share: float) -> bool:
    """Plays the matches and tells; whether the hero won its share at every seat."""
    seeds = range(first, first + max(1, round(contest.matches * share)))
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for seat, victory in pool.map(partial(winner_at, contest), seeds, chunksize=2):
        played[seat] += 1
        won[seat] += victory
    where = ", ".join(f"{seat} {won[seat]} of {played[seat]}" for seat in played)
    print(
        f"{contest.game} {contest.scenario}: {contest.hero} wins against random ({contest.wanted:.0%} wanted): {where}"
    )
    return all(won[seat] >= contest.wanted * played[seat] for seat in played)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="random games of each game (default 3000)")
    parser.add_argument("--matches", type=float, default=1.0, help="share of the bots' matches to play (default 1)")
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
        for contest in CONTESTS:
            if wanted.matches and wanted.only in (None, contest.game):
                failed |= not hold(contest, pool, wanted.seed, wanted.matches)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
