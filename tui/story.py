"""A saved game told from its beginning, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import saves
from core import games
from core.engine import LocalTable, Session, from_plain
from core.engine.log import parse_answer
from tui.exits import WrongUsage
from tui.question import wrapped


def story(path: Path, to: int | None) -> Iterator[str]:
    """Lines of text: each choice and what came of it, under the headline of its time."""
    loaded = saves.load(path, whole=True, games=games.load_game)
    whole = loaded.session
    end = len(whole.log) if to is None else to
    if not 0 <= end <= len(whole.log):
        raise WrongUsage(f"--to {end}: this game has the entries 0 to {len(whole.log)}")
    yield f"{whole.game.title}, {whole.game.scenario(whole.setup.scenario).title}"
    yield wrapped(", ".join(f"{seat}: {player}" for seat, player in loaded.header.players.items()))
    yield from map(wrapped, loaded.notices)
    session = _beginning(loaded)
    headline, told = "", 0
    private = iter([*whole.private, None])
    beside = next(private)
    while True:
        for event in session.events[told:]:
            yield wrapped(f"* {session.game.tell(event)}", "        ")
        told = len(session.events)
        if len(session.log) >= end:
            break
        if (now := session.game.headline(session.state)) != headline:
            headline = now
            yield f"\n{headline}"
        at = len(session.log)
        if beside is not None and beside.at == at:
            line, beside = beside.line, next(private)
        else:
            line = whole.log[at]
        answer = parse_answer(line)
        assert answer is not None, f"entry {at} of a game that loads is not a choice: {line}"
        yield wrapped(f"{at:>5} {answer.seat}: {answer.notation}")
        session.answer(answer.seat, answer.notation)
    yield ""
    yield session.game.board(session.state)
    outcome = session.game.outcome(session.state)
    if outcome is not None:
        yield wrapped(f"The game is over ({outcome.why}). Won by {' and '.join(outcome.winners)}.")


def _beginning(loaded: saves.Loaded) -> Session:
    """The game before its first entry, or where it was taken over from older rules."""
    session, start, seed = loaded.session, loaded.start, loaded.header.seed
    assert seed is not None, "a game that loads without its peers has a seed"
    if start is None or start.vault is None:
        return Session(session.game, session.setup, LocalTable(seed))
    state = from_plain(session.game.state_type, start.state)
    table = LocalTable(seed, start.vault.copy())
    return Session(session.game, session.setup, table, state=state, history=session.log[: start.index])
