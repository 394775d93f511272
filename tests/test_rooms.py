"""The rooms of the house: folders only import downwards, and the rules keep away from the world outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("core", "saves", "netplay", "tui", "outremer")
"""From the ground up: each may import those before it."""
NOT_FOR_RULES = {"asyncio", "textual", "random", "time", "datetime", "socket", "asyncssh", "threading", "os", "secrets"}
OWN_DICE = "random.Random"
"""A generator of one's own, with a seed: not for rules, but for bots, who share no state by it."""
DATA_LOADERS = {"core/engine/tables.py", "core/games/levy/facts.py"}
"""The only modules of the rules that read files: their own."""


def imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every module a source imports, also within functions, and where."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            yield (OWN_DICE if name == "random" and [a.name for a in node.names] == ["Random"] else name), node.lineno


def room_of(path: str) -> str:
    return path.partition("/")[0].removesuffix(".py")


def reads_files(tree: ast.Module) -> Iterator[int]:
    """Where `open(...)` or a method such as `read_text` is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            is_builtin = isinstance(node.func, ast.Name) and name == "open"
            if is_builtin or name in ("read_text", "read_bytes", "write_text", "write_bytes"):
                yield node.lineno


def faults(path: str, source: str) -> list[str]:
    """What is wrong with a module, each fault with its line."""
    room, tree = room_of(path), ast.parse(source)
    found: list[str] = []
    for module, line in imported(tree):
        top = module.partition(".")[0]
        if not top:
            found.append(f"{path}:{line}: imports '{module}' relatively; say it in full")
        elif top in ROOMS and ROOMS.index(top) > ROOMS.index(room):
            found.append(f"{path}:{line}: {room} may not import {module}: that is upstairs")
        elif top == "tests":
            found.append(f"{path}:{line}: imports the tests")
        elif room == "core" and top in NOT_FOR_RULES and not (module == OWN_DICE and path.startswith("core/bots/")):
            found.append(f"{path}:{line}: the rules may not import {module}")
    if room == "core" and path not in DATA_LOADERS:
        found += [f"{path}:{line}: the rules read no files but in {sorted(DATA_LOADERS)}" for line in reads_files(tree)]
    return found


def modules() -> list[str]:
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")] + [ROOT / "outremer.py"]
    return [path.relative_to(ROOT).as_posix() for path in paths if path.exists()]


@pytest.mark.parametrize("path", modules())
def test_a_module_keeps_to_its_room(path: str) -> None:
    assert faults(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_there_is_something_to_check() -> None:
    assert "core/engine/session.py" in modules()


BAD = """
import json
import random
from saves.journal import Journal
from . import sibling

def rules():
    import tui.app
    from tests.engine import toy
    with open("x") as file:
        return file.read(), path.read_text(), random
"""


def test_the_check_finds_what_is_wrong() -> None:
    found = faults("core/games/bad.py", BAD)
    assert [fault.split(":")[1] for fault in found] == ["3", "4", "5", "8", "9", "10", "11"]


def test_bots_may_have_dice_of_their_own_and_rules_may_not() -> None:
    own = "from random import Random"
    assert faults("core/bots/lucky.py", own) == []
    assert faults("core/games/lucky.py", own) == ["core/games/lucky.py:1: the rules may not import random.Random"]
    assert faults("core/bots/lucky.py", "import random") == ["core/bots/lucky.py:1: the rules may not import random"]
    assert faults("core/bots/lucky.py", "from random import Random, choice") != []


def test_the_same_source_upstairs_is_less_wrong() -> None:
    found = faults("tui/bad.py", BAD)
    assert [fault.split(":")[1] for fault in found] == ["5", "9"]
    assert [fault.split(":")[1] for fault in faults("netplay/bad.py", BAD)] == ["5", "8", "9"]
    assert faults("netplay/good.py", "from saves import x\nfrom core.engine import y\nimport netplay.fairplay") == []
