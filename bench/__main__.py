"""`make bench`: a table of figures and targets, then the same as JSON. Names of parts can be given."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from importlib import import_module

from bench.timing import Measure

PARTS = ("byzantium", "almoravid", "screen", "netplay", "masks")


def main(wanted: list[str]) -> int:
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        print(f"no bench called {', '.join(unknown)}; there is: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    found: dict[str, list[Measure]] = {}
    for part in wanted or PARTS:
        print(part)
        found[part] = []
        for measure in import_module(f"bench.{part}").measures():
            print(line(measure), flush=True)
            found[part].append(measure)
    print(json.dumps({part: [asdict(measure) for measure in measures] for part, measures in found.items()}))
    return 0


def line(measure: Measure) -> str:
    figure = f"{measure.figure:,.0f}" if measure.figure >= 100 else f"{measure.figure:.2f}"
    verdict = "" if measure.met is None else f"  {measure.target}  {'met' if measure.met else 'MISSED'}"
    return f"  {measure.name:<44}{figure:>12} {measure.unit:<12}{verdict}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
