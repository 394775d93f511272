"""The front door: the command line. A room of the house is entered only when a command needs it."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from tui.exits import Failed, WrongUsage
from tui.usage import TwoColumns

INTERRUPTED, BROKEN_PIPE = 130, 141
"""What a shell would say of a program ended by Ctrl-C, or by a reader that has gone."""

Scenario = Annotated[str, Parameter(help="A scenario of the game; the first that fits, if not said.")]
Options = Annotated[list[str], Parameter(name="--option", negative="", help="KEY=VALUE; see `outremer games`.")]
OnFailure = Annotated[
    Literal["replace", "end"],
    Parameter(help="When a bot crashes or hangs: a random bot takes over, or the game ends."),
]
BotSeconds = Annotated[float, Parameter(help="How long an exec bot may think about one answer.")]
AsJson = Annotated[bool, Parameter(name="--json", negative="", help="For programs instead of people.")]
Plain = Annotated[bool, Parameter(negative="", help="Line by line, without a full screen; good for screen readers.")]
Save = Annotated[str, Parameter(help="A file, or a name in the folder of saves.")]


def installed_version() -> str:
    try:
        return version("outremer")
    except PackageNotFoundError:  # run from its source without having been installed
        return str(tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text())["project"]["version"])


app = App(
    name="outremer",
    help="Medieval board wargames in the terminal: at one keyboard, peer to peer over SSH, and headless. "
    "Without a command it opens the full screen.",
    version=installed_version,
    version_flags=["--version"],
    help_flags=["--help", "-h"],
    help_format="plaintext",
    help_formatter=TwoColumns(),
    default_parameter=Parameter(show_default=lambda value: value or None),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)


@app.default
def welcome() -> None:
    """Choose a game and play."""
    from tui.commands import Table, at_terminal, go_on, play_new

    if at_terminal():
        from tui.app import run

        run()
        return
    from tui.chooser import choose

    chosen = choose(input, print)
    if isinstance(chosen, Path):
        go_on(chosen, "", Table())
    elif chosen is not None:
        game, scenario, seats = chosen
        play_new(game, scenario, seats, [], None, Table())


@app.command(name="games")
def games_(*, json: AsJson = False) -> None:
    """What can be played: games, seats, scenarios, options."""
    from tui.commands import list_games

    list_games(json)


@app.command
def match(
    game: Annotated[str, Parameter(help="Which game, as listed by `outremer games`.")],
    /,
    *,
    scenario: Scenario = "",
    seats: Annotated[str, Parameter(help="For each seat random, greedy, exec:COMMAND or script:FILE.")] = "",
    options: Options = [],  # noqa: B006 cyclopts never changes it
    seed: Annotated[int | None, Parameter(help="Of the first game; the next have the next numbers.")] = None,
    games: Annotated[int, Parameter(help="How many to play.")] = 1,
    jobs: Annotated[int, Parameter(help="How many to play at the same time.")] = 1,
    save_dir: Annotated[Path | None, Parameter(help="Where to save each game when it is over.")] = None,
    on_bot_failure: OnFailure = "replace",
    bot_seconds: BotSeconds = 10.0,
    json: AsJson = False,
) -> int:
    """Bots against bots. The same seed and seats give the same game on every machine."""
    from tui import commands

    replace = on_bot_failure == "replace"
    return commands.match(game, scenario, seats, options, seed, games, jobs, save_dir, replace, bot_seconds, json)


@app.command
def play(
    game_or_save: Annotated[str, Parameter(help="A game to begin, or a save to go on with.")] = "",
    /,
    *,
    scenario: Scenario = "",
    seats: Annotated[str, Parameter(help="Who sits where: me, human:NAME, greedy, random, exec:…, script:….")] = "",
    options: Options = [],  # noqa: B006 cyclopts never changes it
    seed: Annotated[int | None, Parameter(help="Of the dice; the same seed gives the same dice.")] = None,
    on_bot_failure: OnFailure = "replace",
    bot_seconds: BotSeconds = 10.0,
    go_on: Annotated[bool, Parameter(name="--continue", negative="", help="The latest unfinished game.")] = False,
    plain: Plain = False,
) -> None:
    """Play against bots or with others at this keyboard. Every decision is saved."""
    from tui import commands

    table = commands.Table(plain or not commands.at_terminal(), on_bot_failure == "replace", bot_seconds)
    if go_on:
        if game_or_save:
            raise WrongUsage(f"--continue takes the latest game; to go on with '{game_or_save}' leave it out")
        commands.go_on(commands.newest_unfinished(), seats, table)
    elif game_or_save:
        commands.play(game_or_save, scenario, seats, options, seed, table)
    else:
        raise WrongUsage("say which game or save, as in: outremer play byzantium --plain; or use --continue")


@app.command
def replay(
    save: Save,
    /,
    *,
    to: Annotated[int | None, Parameter(help="Up to this entry, with the board as it stood there.")] = None,
    plain: Plain = False,
) -> None:
    """The story of a game, step by step."""
    from tui import commands

    commands.replay(save, to, plain or to is not None or not commands.at_terminal())


@app.command
def verify(save: Save, /) -> None:
    """Replays a save from its first entry and compares everything."""
    from tui import commands

    commands.verify(save)


@app.command(name="saves")
def saves_(*, json: AsJson = False) -> None:
    """What is saved: where, when, whose turn."""
    from tui.commands import list_saves

    list_saves(json)


# --- over the network ----------------------------------------------------------------------------

Headless = Annotated[bool, Parameter(negative="", help="No screen: a bot plays for you, to the end.")]
BotKind = Annotated[str, Parameter(name="--bot", help="Who plays for you: random, greedy, exec:COMMAND, script:FILE.")]
Name = Annotated[str, Parameter(help="What the others call you; two of your words, if not said.")]
Via = Annotated[str, Parameter(help="Jump hosts on the way, as for `ssh -J`.")]
Patience = Annotated[float, Parameter(help="How many seconds to wait when nobody is there.")]
Port = Annotated[int, Parameter(help="Where to listen; any free port, if not said.")]
Listen = Annotated[str, Parameter(help="On which address to listen; on all, if not said.")]
Address = Annotated[str, Parameter(help="The address in the invitations, if others know this machine by another.")]
InviteFile = Annotated[Path | None, Parameter(help="Where to write the invitations, one line each.")]
Watchers = Annotated[int, Parameter(help="How many invitations to look on.")]


def _needs_terminal() -> None:
    """People play over the network at the full screen."""
    from tui.commands import at_terminal

    if not at_terminal():
        raise WrongUsage("this needs a terminal; without one only bots play: say --headless --bot random, or another")


@app.command
def host(
    game: Annotated[str, Parameter(help="Which game, as listed by `outremer games`.")],
    /,
    *,
    scenario: Scenario = "",
    seats: Annotated[str, Parameter(help="For each seat `me`, `open` for a guest, or a bot of yours.")] = "",
    options: Options = [],  # noqa: B006 cyclopts never changes it
    name: Name = "",
    port: Port = 0,
    listen: Listen = "",
    address: Address = "",
    invite_file: InviteFile = None,
    watchers: Watchers = 0,
    headless: Headless = False,
    bot: BotKind = "random",
    bot_seconds: BotSeconds = 10.0,
    patience: Patience = 600.0,
    json: AsJson = False,
) -> int:
    """Host a game between terminals. Nobody has to trust the host, or anybody."""
    from tui import network_commands as network

    table = network.Table(name, bot, bot_seconds, patience, json, listen, address, port, invite_file, watchers)
    if headless:
        return network.host(game, scenario, seats, options, table)
    _needs_terminal()
    from tui import network_screens

    network_screens.host(game, scenario, seats, options, table)
    return 0


@app.command
def join(
    invitation: Annotated[str, Parameter(help="The line the host gave you, or a file that holds it.")],
    /,
    *,
    name: Name = "",
    seat: Annotated[str, Parameter(help="The seat you would like; the first that is free, if not said.")] = "",
    via: Via = "",
    headless: Headless = False,
    bot: BotKind = "random",
    bot_seconds: BotSeconds = 10.0,
    patience: Patience = 600.0,
    json: AsJson = False,
) -> int:
    """Join a game, or come back to it: the same invitation is good again for the same player."""
    from tui import network_commands as network

    table = network.Table(name, bot, bot_seconds, patience, json)
    if headless:
        return network.join(invitation, seat, via, table)
    _needs_terminal()
    from tui import network_screens

    network_screens.join(invitation, seat, via, table)
    return 0


@app.command
def resume(
    save: Save,
    /,
    *,
    port: Port = 0,
    listen: Listen = "",
    address: Address = "",
    invite_file: InviteFile = None,
    watchers: Watchers = 0,
    headless: Headless = False,
    bot: BotKind = "random",
    bot_seconds: BotSeconds = 10.0,
    patience: Patience = 600.0,
    json: AsJson = False,
) -> int:
    """Host a network game again from your save of it, whoever hosted it before."""
    from tui import network_commands as network

    table = network.Table("", bot, bot_seconds, patience, json, listen, address, port, invite_file, watchers)
    if headless:
        return network.resume(save, table)
    _needs_terminal()
    from tui import network_screens

    network_screens.resume(save, table)
    return 0


@app.command
def stand_in(
    save: Save,
    /,
    *,
    to: Annotated[str, Parameter(help="An invitation of whoever hosts now; without it you host.")] = "",
    via: Via = "",
    port: Port = 0,
    listen: Listen = "",
    address: Address = "",
    invite_file: InviteFile = None,
    patience: Patience = 86400.0,
    json: AsJson = False,
) -> int:
    """Answers rolls and openings for you while you are away, and never plays."""
    from tui import network_commands as network

    table = network.Table("", "", 10.0, patience, json, listen, address, port, invite_file)
    return network.stand_in(save, to, via, table)


@app.command
def identity(
    *,
    forget: Annotated[str, Parameter(help="A player whose key has changed, after you have made sure.")] = "",
    json: AsJson = False,
) -> None:
    """Your key, as others see it, and the players you know."""
    from tui import network_commands as network

    network.show_identity(forget, json)


@app.command
def serve(
    game_or_save: Annotated[str, Parameter(help="A game to begin, or a save to go on with.")],
    /,
    *,
    scenario: Scenario = "",
    seats: Annotated[str, Parameter(help="For each seat open, me (with --play), or a kind of bot.")] = "",
    options: Options = [],  # noqa: B006 cyclopts never changes it
    seed: Annotated[int | None, Parameter(help="Of the dice; the same seed gives the same dice.")] = None,
    save: Annotated[Path | None, Parameter(help="Where to save a new game, if not in the folder of saves.")] = None,
    port: Annotated[int, Parameter(help="0 takes any that is free.")] = 2222,
    bind: Annotated[str, Parameter(help="The address to listen at; all there are, if not said.")] = "",
    guest_keys: Annotated[Path | None, Parameter(help="Public keys that need no invitation, one a line.")] = None,
    play: Annotated[bool, Parameter(negative="", help="Sit at the table yourself, in this terminal.")] = False,
) -> None:
    """Let people with nothing but `ssh` play here. They trust you with their secrets; every decision is saved."""
    from tui.guests import serving

    serving.serve(serving.Order(game_or_save, scenario, seats, options, seed, save, bind, port, play, guest_keys))


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 1 the thing asked for failed, 2 wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if not {"--help", "-h", "--version"} & set(words):
            _let_own_tables_count()
        result = app(words)
        sys.stdout.flush()
    except CycloptsError as error:
        return _complain(_in_one_line(error), 2)
    except WrongUsage as error:
        return _complain(str(error), 2)
    except Failed as error:
        return _complain(str(error), 1)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to say at exit
        return BROKEN_PIPE
    except OSError as error:  # a folder that cannot be made, a file that cannot be written
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", 1)
    return result if isinstance(result, int) else 0


def _let_own_tables_count() -> None:
    """Tables that a player has corrected by his own copy of a game."""
    from core.engine.tables import use_own_tables
    from tui.settings import config_folder

    use_own_tables(config_folder() / "tables")


def _in_one_line(error: CycloptsError) -> str:
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        commands = ", ".join(name for name in app if not name.startswith("-"))
        return f"'{error.unused_tokens[0]}' was not expected here; the commands are: {commands}"
    return " ".join(str(error).split())


def _complain(what: str, code: int) -> int:
    print(f"outremer: {what}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
