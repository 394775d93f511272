"""What the commands do, once the command line is understood."""

from __future__ import annotations

import json
import secrets
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import saves
from core import games
from core.bots import bot_kinds
from core.engine import Game, LocalTable, Session
from core.engine.tables import own_tables
from tui.batch import Order, Result, play_all
from tui.exits import Failed, WrongUsage
from tui.library import find_game, find_save, load_with_story, make_setup, saves_folder, telling_of_files
from tui.plain import Left, PlainClient
from tui.players import Player, parse_players, seated_bots
from tui.progress import ProgressBar
from tui.question import wrapped
from tui.story import story

# --- what can be played --------------------------------------------------------------------------


def list_games(as_json: bool) -> None:
    known = [find_game(game_id) for game_id in games.GAME_IDS]
    if as_json:
        print(json.dumps([_game_as_json(game) for game in known], ensure_ascii=False, indent=2))
        return
    for game in known:
        print(f"{game.id}: {game.title}")
        print(wrapped(game.about, "  "))
        print(wrapped(f"seats: {', '.join(game.seats)}", "  "))
        for scenario in game.scenarios:
            counts = ", ".join(map(str, scenario.seats))
            print(wrapped(f"scenario {scenario.id}: {scenario.title}, for {counts} players. {scenario.about}", "  "))
        for switch in game.switches:
            values = ", ".join(value + " (default)" * (value == switch.default) for value in switch.values)
            print(wrapped(f"option {switch.id}: {switch.title}. {values}. {switch.about}", "  "))
        if own := own_tables(game.id):
            print(wrapped(f"with your own tables: {', '.join(map(str, own))}", "  "))


def _game_as_json(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "about": game.about,
        "seats": list(game.seats),
        "scenarios": [
            {"id": each.id, "title": each.title, "players": list(each.seats), "about": each.about}
            for each in game.scenarios
        ],
        "options": [
            {
                "id": each.id,
                "title": each.title,
                "values": list(each.values),
                "default": each.default,
                "about": each.about,
                "rule": each.rule,
            }
            for each in game.switches
        ],
    }


# --- bots against bots ---------------------------------------------------------------------------


def match(
    game_id: str,
    scenario: str,
    seats: str,
    options: Sequence[str],
    seed: int | None,
    count: int,
    jobs: int,
    save_dir: Path | None,
    replace_failed: bool,
    bot_seconds: float,
    as_json: bool,
) -> int:
    game = find_game(game_id)
    if count < 1 or jobs < 1:
        raise WrongUsage(f"--{'games' if count < 1 else 'jobs'} must be 1 or more")
    players = parse_players(seats, game) if seats else ()
    if any(player.is_person for player in players):
        raise WrongUsage("a match is for bots; people play with: outremer play")
    setup = make_setup(game, scenario, len(players), options)
    who = dict(zip(setup.seats, players or [Player("random")] * len(setup.seats), strict=True))
    first = secrets.randbelow(10**9) if seed is None else seed
    orders = [
        Order(game.id, setup, who, number, _save_path(save_dir, game.id, number), replace_failed, bot_seconds)
        for number in range(first, first + count)
    ]
    bar = ProgressBar(count, sys.stderr)
    finished: list[Result] = []

    def report(result: Result) -> None:
        bar.clear()
        finished.append(result)
        for loss in result.losses:
            print(loss, file=sys.stderr)
        line = json.dumps(result.as_json(), ensure_ascii=False) if as_json else _row(result)
        sys.stdout.write(f"{line}\n")  # at one go, so that Ctrl-C never leaves half a line
        sys.stdout.flush()

    try:
        with telling_of_files():
            play_all(orders, jobs, report, bar.show)
    finally:
        bar.clear()
        if not as_json and len(finished) > 1:
            print(_summary(finished))
    return 0 if all(result.winners for result in finished) else 1


def _save_path(folder: Path | None, game_id: str, seed: int) -> Path | None:
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUsage(f"--save-dir {folder}: {error.strerror}") from error
    path = folder / f"{game_id}-{seed}.toml"
    if path.exists():
        raise WrongUsage(f"{path} is there already; choose another --save-dir or --seed")
    return path


def _row(result: Result) -> str:
    scores = "  ".join(
        f"{seat} ({player}) " + (f"{result.scores[seat]:g}" if seat in result.scores else "-")
        for seat, player in result.order.players.items()
    )
    won = " and ".join(result.winners) or "nobody: not finished"
    return f"seed {result.order.seed}: won by {won} | {scores} | {result.decisions} decisions, {result.seconds:.2f} s"


def _summary(finished: Sequence[Result]) -> str:
    wins = Counter(f"{seat} ({result.order.players[seat]})" for result in finished for seat in result.winners)
    return f"{len(finished)} games, won by: " + ", ".join(f"{who} {count}" for who, count in sorted(wins.items()))


# --- people --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """How people are met: line by line or on the full screen, and what is asked of bots that are programs."""

    plain: bool = True
    replace_failed: bool = True
    bot_seconds: float = 10.0


def at_terminal() -> bool:
    """A full screen needs a terminal at both ends; a pipe gets the plain client."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def play(
    what: str,
    scenario: str,
    seats: str,
    options: Sequence[str],
    seed: int | None,
    table: Table,
) -> None:
    """A new game if `what` is the id of a game, otherwise a saved one."""
    if what in games.GAME_IDS:
        play_new(find_game(what), scenario, seats, options, seed, table)
        return
    try:
        path = find_save(what)
    except WrongUsage as error:
        raise WrongUsage(f"'{what}' is no game ({', '.join(games.GAME_IDS)}) and {error}") from error
    if scenario or options or seed is not None:
        raise WrongUsage("a saved game has its scenario, options and seed already; only --seats can be said anew")
    go_on(path, seats, table)


def play_new(
    game: Game,
    scenario: str,
    seats: str,
    options: Sequence[str],
    seed: int | None,
    table: Table,
) -> None:
    players = parse_players(seats, game) if seats else ()
    setup = make_setup(game, scenario, len(players), options)
    if not players:
        players = (Player("human"), *[Player(bot_kinds(game)[0])] * (len(setup.seats) - 1))
    who = dict(zip(setup.seats, players, strict=True))
    session = Session(game, setup, LocalTable(secrets.randbits(62) if seed is None else seed))
    path = saves.new_path(saves_folder(), game.id, datetime.now())
    with telling_of_files():
        header = saves.Header.of(session, {seat: str(player) for seat, player in who.items()})
        _at_the_table(session, who, saves.Journal.create(path, session, header), table)


def newest_unfinished() -> Path:
    for summary in saves.summaries(saves_folder()):
        if not summary.over and not summary.problem:
            return summary.path
    raise WrongUsage("there is no unfinished game to go on with; begin one with: outremer play GAME")


def go_on(path: Path, seats: str, table: Table) -> None:
    with telling_of_files():
        loaded = load_with_story(path)
        session = loaded.session
        who = _players_again(session.game, loaded.header.players, seats)
        _at_the_table(session, who, saves.Journal.open(path, session, loaded), table, loaded.notices)


def _players_again(game: Game, saved: Mapping[str, str], seats: str) -> dict[str, Player]:
    if not seats:
        return {seat: _player_again(game, text) for seat, text in saved.items()}
    players = parse_players(seats, game)
    if len(players) != len(saved):
        raise WrongUsage(f"--seats names {len(players)} players, but this game has {len(saved)}: {', '.join(saved)}")
    return dict(zip(saved, players, strict=True))


def _player_again(game: Game, text: str) -> Player:
    """A name that is no kind of player is that of a person."""
    known = text.partition(":")[0] in ("human", "exec", "script", *bot_kinds(game))
    return Player.parse(text, game) if known else Player("human", text)


def _at_the_table(
    session: Session, who: Mapping[str, Player], journal: saves.Journal, table: Table, notices: Sequence[str] = ()
) -> None:
    if not table.plain:
        _on_the_screen(session, who, journal, notices)
        return
    for notice in notices:
        print(wrapped(notice))
    path = journal.path
    seed = journal.header.seed if journal.header.seed is not None else ""
    on_terminal = at_terminal()
    if on_terminal:
        _edit_lines()
    lines = shutil.get_terminal_size().lines if on_terminal else 0
    with closing(journal), seated_bots(session.game, who, seed, table.bot_seconds) as bots:
        client = PlainClient(session, who, bots, journal, path, input, print, table.replace_failed, lines)
        try:
            client.run()
        except Left:
            _tell_where(path)
        except KeyboardInterrupt:
            print()
            _tell_where(path)
            raise


def _on_the_screen(session: Session, who: Mapping[str, Player], journal: saves.Journal, notices: Sequence[str]) -> None:
    from tui.app import run
    from tui.screens.new_game import own_name
    from tui.settings import load_settings
    from tui.sitting import Sitting, named

    strangers = [str(player) for player in who.values() if player.kind in ("exec", "script")]
    if strangers:
        raise WrongUsage(f"'{strangers[0]}' cannot sit at the full screen; add --plain")
    players = named({seat: str(player) for seat, player in who.items()}, own_name(load_settings()[0].name))
    run(Sitting(session, players, journal, journal.path, list(notices)))


def _edit_lines() -> None:
    """Arrow keys and a history for what is typed, where the platform has them; `input` does it once imported."""
    with suppress(ImportError):
        import_module("readline")


def _tell_where(path: Path) -> None:
    name = path.stem if path.parent == saves_folder() else str(path)
    print(f"Saved in {path}\nGo on with: outremer play {shlex.quote(name)} --plain")


# --- what was played -----------------------------------------------------------------------------


def replay(save: str, to: int | None, plain: bool) -> None:
    path = find_save(save)
    with telling_of_files():
        if not plain:
            from tui.app import run

            run(replay=path)
            return
        for line in story(path, to):
            print(line)


def verify(save: str) -> None:
    path = find_save(save)
    if path.with_suffix(".record").exists():
        verify_network_game(path)
        return
    verdict = saves.verify(path, games=games.load_game)
    if not verdict.ok:
        raise Failed(verdict.problem)
    print(f"verified: {path}, {verdict.entries} entries")


def verify_network_game(path: Path) -> None:
    from netplay import verifying

    verdict = verifying.verify_network_game(path, games=games.load_game)
    if not verdict.ok:
        raise Failed(verdict.problem)
    audit = f"audit: {verdict.audit}" if verdict.audit else "not over yet"
    print(f"verified: {path}, {verdict.entries} entries, {verdict.signed} signatures; {audit}")


def list_saves(as_json: bool) -> None:
    folder = saves_folder()
    summaries = saves.summaries(folder)
    if as_json:
        print(json.dumps([_summary_as_json(each) for each in summaries], ensure_ascii=False, indent=2))
        return
    print(f"{folder}: {len(summaries) or 'no'} saved game{'' if len(summaries) == 1 else 's'}")
    for each in summaries:
        if each.problem:
            print(wrapped(f"{each.path.stem}: cannot be read: {each.problem}", "  "))
            continue
        turn = "over" if each.over else f"awaits {' and '.join(each.awaiting) or 'others'}"
        when = each.updated.astimezone().strftime("%Y-%m-%d %H:%M")
        print(wrapped(f"{each.path.stem}: {each.game}, {each.headline}, {turn}; {each.entries} entries, {when}", "  "))


def _summary_as_json(summary: saves.Summary) -> dict[str, Any]:
    return {
        "name": summary.path.stem,
        "path": str(summary.path),
        "game": summary.game,
        "title": summary.title,
        "updated": None if summary.problem else summary.updated.isoformat(),
        "headline": summary.headline,
        "awaiting": list(summary.awaiting),
        "entries": summary.entries,
        "over": summary.over,
        "problem": summary.problem or None,
    }
