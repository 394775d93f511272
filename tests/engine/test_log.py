"""Lines of the log: what people read and machines replay."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine import CHECKPOINT, Ask, Deal, Draw, Open, Option, Roll, Sealed, Secret
from core.engine.log import START, Answer, ask_line, chained, outcome_line, parse_answer, value_text
from core.engine.requests import Request

A, B = Sealed("red", "17.red.0"), Sealed("red", "17.red.1")


@pytest.mark.parametrize(
    ("request_", "outcome", "line"),
    [
        (Roll(4, name="siege"), (1, 1, 3, 6), "roll siege: 1 1 3 6"),
        (Draw(["jihad", "camels"], 2, name="events"), ("camels", "jihad"), "draw events: camels jihad"),
        (Draw(["Black Death"], name="events"), ("Black Death",), 'draw events: "Black Death"'),
        (Deal("red", ["a", "b"], 2, name="events"), (A, B), "deal red events: 2"),
        (Secret({"red": list, "blue": list}, name="plan"), {"red": (A, B), "blue": ()}, "seal plan: red 2, blue 0"),  # type: ignore[dict-item]
        (Open([A, B], name="plan"), ("alfonso", None), "open plan: 17.red.0=alfonso 17.red.1=-"),
        (Open([A], to="blue", name="scout"), (None,), "open scout: 17.red.0=*"),
        (Open([A], name="bid"), ({"gold": 3, "by": "x"},), 'open bid: 17.red.0={"by":"x","gold":3}'),
    ],
)
def test_chance_and_secrets_are_written_as_the_module_promises(request_: Request, outcome: Any, line: str) -> None:
    assert outcome_line(request_, outcome) == line
    assert parse_answer(line) is None


def test_an_answer_is_written_with_a_digest_of_its_options_and_read_back() -> None:
    ask = Ask("red", "action", "?", [Option("control damascus"), Option("tax: 3 arab")])
    line = ask_line(ask, "control damascus")
    assert line == f"red action: control damascus ~{ask.option_digest()}"
    assert parse_answer(line) == Answer("red", "action", "control damascus", ask.option_digest())
    colon = parse_answer(ask_line(ask, "tax: 3 arab"))
    assert colon is not None
    assert colon.notation == "tax: 3 arab"


def test_a_line_of_chance_never_passes_for_an_answer() -> None:
    assert parse_answer("open x: hello ~0123abcd") is None
    assert parse_answer("red action: march") is None
    assert parse_answer("") is None


def test_asks_and_checkpoints_have_no_outcome() -> None:
    for request in (Ask("red", "x", "?", []), CHECKPOINT):
        with pytest.raises(TypeError):
            outcome_line(request, None)


@pytest.mark.parametrize(
    ("value", "text"),
    [("alfonso", "alfonso"), ("al-mu'tamid", "al-mu'tamid"), ("two words", '"two words"'), ("-", '"-"'), ("*", '"*"'),
     ("3", '"3"'), (3, "3"), (["a", 1], '["a",1]'), (True, "true"), ("", '""')],
)  # fmt: skip
def test_hidden_values_are_one_word_each_and_never_look_like_another(value: Any, text: str) -> None:
    assert value_text(value) == text


def test_the_chain_depends_on_every_line_and_their_order() -> None:
    ab, ba = chained(chained(START, "a"), "b"), chained(chained(START, "b"), "a")
    assert len({START, ab, ba, chained(START, "ab")}) == 4
    assert chained(START, "roll siege: 1").hex()[:16] == "2c1f71a9fbc02c80"
