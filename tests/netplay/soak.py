"""`python -m tests.netplay.soak`: many whole games between programs, over roads that break, with crashes of anybody.

Every game must end the same for everybody, with a clean audit and files that verify.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from netplay.verifying import verify_network_game
from tests.netplay.processes import HERE, bad_road, by_road, free_port, lines_of, peers, same_end, wait_for_entries

NAMES = ("Anna", "Basil", "Constance", "Demetrius")


def one_game(folder: Path, game: str, seed: int) -> str:
    chance = random.Random(seed)
    count = chance.choice((2, 3, 4)) if game == "byzantium" else 2
    everybody = peers(folder, *NAMES[:count])
    host, *guests = everybody
    port, file = free_port(), folder / "invitations"
    seats = ",".join(["me", *["open"] * (count - 1)])
    host.play("host", game, "--seats", seats, "--listen", HERE, "--port", str(port), "--invite-file", str(file))
    crashes = 0
    with ExitStack() as roads:
        ways = [by_road(line, roads.enter_context(bad_road(port, seed + number)))
                for number, line in enumerate(lines_of(file))]  # fmt: skip
        for guest, way in zip(guests, ways, strict=True):
            guest.play("join", way, "--name", guest.name)
        for _ in range(chance.randrange(4)):
            wait_for_entries(host, 2 * count + chance.randrange(20))
            victim = chance.choice(everybody)
            victim.kill()
            crashes += 1
            time.sleep(chance.random() / 2)
            if victim is host:
                host.play("resume", str(host.save), "--listen", HERE, "--port", str(port))
            else:
                victim.play("join", ways[guests.index(victim)], "--name", victim.name)
        results = [peer.result() for peer in everybody]
    same_end(results)
    for peer in everybody:
        verdict = verify_network_game(peer.save)
        assert verdict.ok, verdict.problem
    return f"{game}, {count} peers, {results[0]['decisions']} decisions, {crashes} crashes: clean and verified"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.netplay.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; it decides who crashes when")
    parser.add_argument("--game", default="byzantium")
    wanted = parser.parse_args()
    for seed in range(wanted.seed, wanted.seed + wanted.games):
        with tempfile.TemporaryDirectory() as folder:
            print(f"seed {seed}: {one_game(Path(folder), wanted.game, seed)}", flush=True)


if __name__ == "__main__":
    main()
