"""A player changes how things look, and makes mistakes in the files."""

from pathlib import Path

import pytest
from rich.color import Color, ColorSystem

from tests.tui.table import my_turn, sitting, text_of
from tui.app import Outremer
from tui.keynames import spoken, understood
from tui.screens.settings import SettingsScreen
from tui.settings import Settings, load_settings, save_settings
from tui.theming import SHIPPED, BadFile, listed, load_glyphs, load_theme
from tui.widgets.form import Form


def test_every_shipped_theme_and_glyph_set_loads() -> None:
    assert listed(None) == ["dark", "light", "parchment", "high_contrast", "colour_blind", "mono"]
    for name in listed(None):
        assert load_theme(name).title
    for name in listed(None, "glyphs"):
        assert load_glyphs(name).title
    assert all(sign.isascii() for sign in load_glyphs("ascii").signs.values())


def test_settings_survive_a_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    mine = Settings(name="Irene", theme="parchment", bot_speed="fast", keys={"take_back": "backspace"})
    save_settings(mine, file)
    assert load_settings(file) == (mine, [])


def test_a_broken_settings_file_is_named_with_its_line_and_the_defaults_are_used(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('name = "Irene"\ntheme = parchment\n')
    settings, (complaint,) = load_settings(file)
    assert settings == Settings()
    assert f"{file}, line 2" in complaint


def test_one_wrong_setting_costs_only_itself(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('name = "Irene"\nanimation = "no"\nbot_sped = "fast"\n')
    settings, complaints = load_settings(file)
    assert settings == Settings(name="Irene")
    assert "line 2: 'animation' must be true or false" in complaints[0]
    assert "line 3: there is no setting 'bot_sped'" in complaints[1]


def test_a_theme_of_ones_own_wins_and_its_mistakes_are_named_with_their_line(tmp_path: Path) -> None:
    own = tmp_path / "themes"
    own.mkdir()
    text = (SHIPPED / "dark.toml").read_text().replace('title = "Dark"', 'title = "Mine"')
    (own / "dark.toml").write_text(text)
    assert load_theme("dark", tmp_path).title == "Mine"
    wrong = text.replace('sea = "#0f2233"', 'sea = "navy"')
    (own / "night.toml").write_text(wrong)
    with pytest.raises(BadFile) as caught:
        load_theme("night", tmp_path)
    assert caught.value.line == 1 + wrong.splitlines().index('sea = "navy"')
    assert "night" in listed(tmp_path)


def test_on_256_colours_the_sea_is_no_navy() -> None:
    many, few = load_theme("dark"), load_theme("dark", few_colours=True)
    assert Color.parse(many.map.sea).downgrade(ColorSystem.EIGHT_BIT).number == 17
    assert Color.parse(few.map.sea).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex == few.map.sea
    assert few.map.coast == many.map.coast


def test_a_missing_colour_points_to_its_table(tmp_path: Path) -> None:
    own = tmp_path / "themes"
    own.mkdir()
    text = (SHIPPED / "light.toml").read_text().replace('coast = "#587f95"\n', "")
    (own / "bare.toml").write_text(text)
    with pytest.raises(BadFile, match=r"coast must be a colour .* missing"):
        load_theme("bare", tmp_path)


@pytest.mark.parametrize(
    ("written", "known"),
    [("!", "exclamation_mark"), ("u", "u"), ("? f1", "question_mark,f1"), ("ctrl+t,Z", "ctrl+t,Z"), ("+", "plus")],
)
def test_keys_are_written_as_they_are_on_the_keyboard(written: str, known: str) -> None:
    assert understood(written) == known
    assert spoken(known) == written.replace(",", " ")


@pytest.mark.parametrize("nonsense", ["backspaze", "ctrl+", "crtl+t", "the a key"])
def test_what_is_no_key_is_refused(nonsense: str) -> None:
    with pytest.raises(ValueError, match=r"\S+"):
        understood(nonsense)


async def test_a_sign_as_own_key_works_and_a_key_that_is_taken_is_refused() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.press("s")
        await pilot.pause()
        settings = app.screen
        assert isinstance(settings, SettingsScreen)
        row = next(line for line in text_of(app).splitlines() if "Key: Routine questions" in line)
        assert row.split("Key: Routine questions")[1].split()[0] == "!"
        form = settings.query_one(Form)
        form.visit("key table.take_back")
        await pilot.press("enter", *["backspace"] * 3, "%", "enter")
        await pilot.pause()
        assert app.settings.keys == {"table.take_back": "percent_sign"}
        form.visit("key table.why")
        await pilot.press("enter", "backspace", "%", "enter")
        await pilot.pause(0.2)
        assert "is the key for 'Take back' already" in " ".join(text_of(app).replace("▌", " ").split())
        assert app.settings.keys == {"table.take_back": "percent_sign"}
        app.go_home()
        table = sitting()
        app.sit_down(table)
        screen = await my_turn(app, pilot)
        before = table.session.digest()
        screen.choose(next(option for option in screen.offers if option.notation == "increase"))
        await pilot.press("%")
        await pilot.pause()
        assert table.session.digest() == before, "taken back with the own key"
