"""Games to save: every game here goes through all that is asked of a save."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from core.engine import Game, LocalTable, Session
from core.games import byzantium
from saves import Header, Journal
from tests.engine import toy

GAMES: list[Game] = [toy.GAME, byzantium.GAME]


def games(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    raise KeyError(f"no game called '{game_id}'; there is: {', '.join(game.id for game in GAMES)}")


def begun(game: Game = toy.GAME, seed: int | str = 1, **options: str) -> Session:
    return Session(game, game.setup(options=options), LocalTable(seed))


def step(session: Session, chance: Random) -> None:
    ask = chance.choice(session.pending)
    session.answer(ask.seat, chance.choice(session.offers(ask)).notation)


def play(session: Session, journal: Journal, chance: Random, answers: int = 10**6) -> None:
    for _ in range(answers):
        if session.over:
            return
        step(session, chance)
        journal.sync()


def journal_of(session: Session, path: Path, **players: str) -> Journal:
    return Journal.create(path, session, Header.of(session, players), durable=False)


def saved(path: Path, answers: int = 10**6, seed: int = 1, close: bool = True, **options: str) -> Session:
    """A game of the toy, played at random for so many answers and left in a file."""
    session = begun(seed=seed, **options)
    journal = journal_of(session, path)
    play(session, journal, Random(seed), answers)
    if close:
        journal.close()
    return session


def what_a_player_sees(session: Session) -> dict[str, Any]:
    """All by which two sessions could be told apart."""
    return {
        "digest": session.digest(),
        "log": session.log,
        "private": session.private,
        "chain": session.chain,
        "over": session.over,
        "questions": [(ask.seat, ask.name, ask.prompt) for ask in session.pending],
        "offers": [[(option.notation, option.label) for option in session.offers(ask)] for ask in session.pending],
        "vault": session.table.vault,
    }
