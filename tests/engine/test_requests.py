"""Questions, options and refusals."""

from __future__ import annotations

import pytest

from core.engine import Ask, Option, Refusal, Refused, Sealed


def march(*places: str, **more: object) -> Ask:
    return Ask("red", "march", "Where to?", [Option(f"march {place}") for place in places], rule="4.3", **more)  # type: ignore[arg-type]


def test_an_offered_answer_needs_no_explanation() -> None:
    assert march("toledo", "cuenca").explain("march toledo") is None


def test_a_typing_error_is_answered_with_what_was_meant() -> None:
    refusal = march("toledo", "cuenca", "jaca", "lorca").explain("march tolledo")
    assert refusal is not None
    assert refusal.reason.startswith("'march tolledo' is no answer to this question; try march toledo")
    assert refusal.rule == "4.3"


def test_a_wild_guess_is_answered_with_the_first_few_options() -> None:
    refusal = march("toledo", "cuenca", "jaca", "lorca").explain("xyzzy")
    assert refusal is not None
    assert str(refusal).endswith("try march toledo, march cuenca, march jaca, … (4.3)")


def test_the_rules_own_reason_comes_before_guesses() -> None:
    ask = march("toledo", why_not=lambda text: Refusal("Lorca is besieged.", "4.3.2") if "lorca" in text else None)
    assert str(ask.explain("march lorca")) == "Lorca is besieged. (4.3.2)"
    assert "try march toledo" in str(ask.explain("march jaca"))


def test_a_refused_answer_carries_its_reason_as_an_error() -> None:
    refusal = Refusal("Too late.")
    assert str(refusal) == "Too late."
    assert str(Refused(refusal)) == "Too late."
    assert Refused(refusal).refusal is refusal


def test_the_option_digest_changes_with_the_options_and_the_size_of_the_hand_only() -> None:
    plain = march("toledo", "cuenca")
    options = [Option("march toledo", "Go!"), Option("march cuenca", touches=("cuenca",))]
    same = Ask("blue", "flee", "Other words", options)
    assert plain.option_digest() == same.option_digest() == "f1f898f4"
    one, two = Sealed("red", "1.red.0"), Sealed("red", "2.red.0")
    others = [march("cuenca", "toledo"), march("toledo"), march("toledo", "cuenca", hand=[one])]
    digests = {ask.option_digest() for ask in (plain, *others)}
    assert len(digests) == 4
    assert march("jaca", hand=[one]).option_digest() == march("jaca", hand=[two]).option_digest()


def test_an_option_without_a_label_is_called_by_its_notation() -> None:
    assert Option("march toledo").label == "March toledo"
    assert Option("march toledo", "To Toledo").label == "To Toledo"


def test_sealed_things_are_written_and_read() -> None:
    token = Sealed("red", "17.red.0")
    assert str(token) == "red@17.red.0"
    assert Sealed.parse(str(token)) == token
    for bad in ("red", "@17", "red@", ""):
        with pytest.raises(ValueError, match="is not a sealed thing"):
            Sealed.parse(bad)
