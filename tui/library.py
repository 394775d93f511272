"""Finding what the command line names: games, setups, saves. What is not there is told with what is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import saves
from core import games
from core.engine import BadSetup, Game, Setup
from core.engine.tables import DataError, own_tables
from tui.exits import Failed, WrongUsage


def find_game(game_id: str) -> Game:
    try:
        return games.load_game(game_id)
    except KeyError as error:
        raise WrongUsage(error.args[0]) from error
    except DataError as error:
        where = f" (one of your own tables: {', '.join(map(str, own))})" if (own := own_tables(game_id)) else ""
        raise Failed(f"{error}{where}") from error


def make_setup(game: Game, scenario: str, players: int, options: Sequence[str]) -> Setup:
    """A checked setup. Without a scenario, the first that is for so many players."""
    if not scenario and players:
        scenario = next((each.id for each in game.scenarios if players in each.seats), "")
    try:
        return game.setup(scenario, players, dict(map(_key_and_value, options)))
    except BadSetup as error:
        raise WrongUsage(str(error)) from error


def _key_and_value(option: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    if not equals:
        raise WrongUsage(f"option '{option}' says no value; write it as {option or 'NAME'}=VALUE")
    return key, value


def load_with_story(path: Path) -> saves.Loaded:
    """A save with its whole story if that can be replayed, else with the end of it. Raises `saves.BadSave`."""
    try:
        return saves.load(path, whole=True, games=games.load_game)
    except saves.BadSave as bad:
        loaded = saves.load(path, games=games.load_game)
        loaded.notices.append(f"Only the end of the story could be read: {bad}")
        return loaded


def find_save(name: str) -> Path:
    """A path, or the name of a file in the saves folder with or without its ending."""
    folder = saves_folder()
    for path in (Path(name), folder / name, folder / f"{name}.toml"):
        if path.is_file():
            return path
    known = ", ".join(sorted(path.stem for path in folder.glob("*.toml"))[:8])
    raise WrongUsage(f"there is no save '{name}', neither as a file nor in {folder} (there: {known or 'nothing yet'})")


@contextmanager
def telling_of_files() -> Iterator[None]:
    """What goes wrong with a save is told in one line."""
    try:
        yield
    except (saves.BadSave, saves.SaveFailed) as error:
        raise Failed(str(error)) from error


def saves_folder() -> Path:
    with telling_of_files():
        return saves.saves_folder()
