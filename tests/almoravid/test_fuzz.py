"""Whole games by chance, every checkpoint verified."""

from __future__ import annotations

import json
import random

import pytest

from bench.autumn import late_autumn
from core.engine import BadSetup, LocalTable, Option, Session, digest, from_plain, to_plain
from core.engine.vault import Vault
from core.games.almoravid import GAME
from core.games.almoravid.invariants import check
from core.games.almoravid.state import Almoravid
from core.games.invariants import check_ask

SHY = {"pass", "done", "stand", "concede", "bypass", "no", "back"}
OPTIONS = ({}, {"adjustments": "printed"}, {"vassal_service": "on"}, {"bid": "3", "hidden_mats": "on"})


def pick(chance: random.Random, options: list[Option], eager: bool) -> Option:
    """Any option; an eager player seldom passes, which leads into more fights."""
    keen = [option for option in options if option.notation not in SHY] if eager and chance.random() < 0.9 else []
    return chance.choice(keen or options)


def play(scenario: str, seed: int, eager: bool, options: dict[str, str]) -> Session:
    return play_out(Session(GAME, GAME.setup(scenario, options=options), LocalTable(seed)), seed, eager)


def play_out(session: Session, seed: int, eager: bool) -> Session:
    """Plays to the end, looking at every question and every checkpoint."""
    chance = random.Random(seed)
    while session.pending:
        ask = chance.choice(session.pending)
        check_ask(ask)
        check(session.state)
        check(session.last_checkpoint.state, settled=True)
        session.answer(ask.seat, pick(chance, session.offers(ask), eager).notation)
        assert len(session.log) < 50_000
    assert session.over
    assert GAME.outcome(session.state) is not None
    return session


@pytest.mark.parametrize("scenario", "ABCDEF")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "default")
def test_games_by_chance_keep_every_invariant(scenario: str, options: dict[str, str]) -> None:
    for seed in range(3):
        play(scenario, seed, eager=bool(seed % 2), options=options)


@pytest.mark.parametrize("scenario", "ABCDEF")
def test_a_game_replays_to_the_same_digest_and_every_event_has_words(scenario: str) -> None:
    first = play(scenario, 7, True, {})
    again = Session(GAME, GAME.setup(scenario), LocalTable(7))
    again.follow(first.log, first.private)
    assert again.digest() == first.digest()
    assert all(GAME.tell(event) for event in first.events)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "default")
def test_games_by_chance_come_through_curias_and_winter(options: dict[str, str]) -> None:
    """Scenario F begun in its first Autumn: invariants at every question, and each Winter's checkpoint loads, goes on
    with the same answers and ends alike."""
    winters = curias = springs = 0
    for seed in range(12):
        setup = GAME.setup("F", options=options)
        start = late_autumn(setup, random.Random(f"autumn {seed}"))
        check(start, settled=True)
        plain = to_plain(start)
        session = play_out(Session(GAME, setup, LocalTable(seed), state=start), seed, eager=False)
        again = Session(GAME, setup, LocalTable(seed), state=from_plain(Almoravid, plain))
        kept: dict[int, tuple[dict[str, object], Vault]] = {}
        for at in [*range(len(session.log)), len(session.log)]:
            if len(again.log) < at:
                again.follow(session.log[:at], [line for line in session.private if line.at < at])
            mark = again.last_checkpoint
            if mark.state.box in (7, 8) and mark.index == len(again.log):
                kept[mark.index] = to_plain(mark.state), again.table.vault.copy()
        assert again.digest() == session.digest()
        for index, (state, vault) in kept.items():
            loaded = Session(
                GAME, setup, LocalTable(seed, vault), state=from_plain(Almoravid, state), history=session.log[:index]
            )
            loaded.follow(session.log, [line for line in session.private if line.at >= index])
            assert loaded.digest() == session.digest()
        kinds = [event.kind for event in session.events]
        winters += "winter" in kinds
        curias += "curias" in kinds
        springs += session.state.box >= 9
        assert all(GAME.tell(event) for event in session.events)
    assert min(winters, springs) >= 4, (winters, springs)
    assert curias


def test_sagrajas_is_fought_to_an_end_by_either_attacker() -> None:
    winners = set()
    for seed in range(12):
        chance = random.Random(seed)
        session = Session(GAME, GAME.setup("S"), LocalTable(seed))
        while session.pending:
            ask = session.pending[0]
            session.answer(ask.seat, pick(chance, session.offers(ask), True).notation)
        winners.add(session.state.winner)
    assert winners == {"christian", "muslim"}


def test_a_bid_sets_the_taifas_box_and_f_has_a_lowest_bid() -> None:
    assert GAME.begin(GAME.setup("A", options={"bid": "1"})).box_vp == 1
    with pytest.raises(BadSetup, match="lowest bid is 2"):
        GAME.begin(GAME.setup("F", options={"bid": "1"}))


def test_a_position_is_small_survives_the_save_and_copies_exactly() -> None:
    chance = random.Random(4)
    session = Session(GAME, GAME.setup("F"), LocalTable(4))
    for _ in range(300):
        ask = chance.choice(session.pending)
        session.answer(ask.seat, pick(chance, session.offers(ask), True).notation)
    state = session.last_checkpoint.state
    plain = to_plain(state)
    assert len(json.dumps(plain, separators=(",", ":"))) <= 8000
    assert digest(from_plain(Almoravid, plain)) == digest(state)
    assert state.copy() == state
    assert GAME.board(session.state).startswith(GAME.headline(session.state))


def test_a_fork_plays_on_without_touching_the_game() -> None:
    session = Session(GAME, GAME.setup("E"), LocalTable(1))
    before = session.digest()
    twin = session.fork(session.pending[0].seat, 5)
    for _ in range(5):
        twin.answer(twin.pending[0].seat, twin.offers(twin.pending[0])[0].notation)
    assert session.digest() == before
