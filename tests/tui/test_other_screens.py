"""Replays, saves that are broken, settings, the codex, two people at one keyboard."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

import saves
from core.engine import LocalTable, Session
from tests.engine.toy import GAME as TOY
from tests.tui.table import at_table, my_turn, settled, sitting, text_of
from tui.app import Outremer
from tui.boards import Panel, Row, load_board
from tui.rulebook import load_codex
from tui.screens.codex import CodexScreen
from tui.screens.load import LoadScreen
from tui.screens.replay import Film, ReplayScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.windows import Explanation, HandOver
from tui.settings import load_settings, settings_file
from tui.sitting import Sitting
from tui.widgets.dice import DiceTray


def saved_game(answers: int = 120) -> Path:
    table = sitting(answers=answers)
    table.close()
    assert table.path is not None
    return table.path


def test_a_film_winds_to_the_same_position_forwards_and_back() -> None:
    film = Film(saved_game())
    digests = []
    for stop in range(len(film.stops)):
        film.wind(stop)
        digests.append(film.session.digest())
    assert digests[-1] == film.whole.session.digest()
    for stop in (len(film.stops) - 2, 40, 3, 17):
        film.wind(stop)
        assert film.session.digest() == digests[stop]


async def test_a_replay_steps_by_decision_event_and_turn_finds_words_and_plays_on() -> None:
    path = saved_game()
    app = Outremer(lambda app: app.push_screen(ReplayScreen(Film(path))) and None)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await pilot.press("right", "right", "left")
        assert replay.film.at == 1
        before = replay.film.told[1]
        await pilot.press("down")
        assert replay.film.told[replay.film.at] > before
        await pilot.press("/", *"passes", "enter")
        await pilot.pause()
        assert "passes" in replay.film._words(replay.film.at)
        await pilot.press("G")
        assert replay.film.at == len(replay.film.stops) - 1
        await pilot.press("g", "space")
        await pilot.pause(0.4)
        assert replay.film.at > 0
        await pilot.press("space")
        here = list(replay.film.session.log)
        assert not replay.film.session.over
        await pilot.press("p")
        await my_turn(app, pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        assert table.sitting.path != path
        assert table.sitting.session.log[: len(here)] == here
    assert saves.load(path, whole=True).session.log[: len(here)] == here


async def test_a_save_that_cannot_be_read_explains_itself() -> None:
    path = saved_game()
    text = path.read_text()
    path.write_text(text.replace('game = "byzantium"', "game = byzantium"))
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LoadScreen)
        assert "cannot be read" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Explanation)
        line = next(number for number, row in enumerate(path.read_text().splitlines(), 1) if "= byzantium" in row)
        assert f".toml:{line}:" in "".join(text_of(app).replace("│", "").split())


async def test_a_save_with_a_broken_entry_offers_its_last_good_state() -> None:
    path = saved_game(answers=20)
    good = saves.load(path).session.log
    lines = path.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("9 = "))
    lines[at] = "9 = what?"
    path.write_text("\n".join(lines) + "\n")
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("l", "enter")
        await pilot.pause()
        assert "last good state" in text_of(app)
        await pilot.press("g")
        table = await my_turn(app, pilot)
        assert table.sitting.session.log[:9] == good[:9]
        assert "what?" in path.read_text()


async def test_two_people_at_one_keyboard_can_take_back_their_own_last_answer() -> None:
    app = at_table(sitting({"red": "human:Anna", "yellow": "human:Boris"}))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        assert table.ask is not None
        first, before = table.ask.seat, table.sitting.session.digest()
        table.choose(next(option for option in table.offers if option.notation == "pass"))
        await my_turn(app, pilot)
        assert table.ask.seat != first
        await pilot.press("u")
        await my_turn(app, pilot)
        assert (table.ask.seat, table.sitting.session.digest()) == (first, before)


async def test_changing_the_theme_changes_the_screen_at_once_and_is_kept() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("right")
        await pilot.pause()
        assert app.ink.theme.id == "light"
        assert app.theme == "outremer-light"
        await pilot.press("down", "right", "escape")
        await pilot.pause()
        assert not app.ink.glyphs.braille
        assert "OUTREMER" in text_of(app).replace(" ", "")
    settings, complaints = load_settings()
    assert (settings.theme, settings.glyphs, complaints) == ("light", "ascii", [])


async def test_another_key_takes_back_and_vim_keys_can_be_switched_off(own_folders: Path) -> None:
    (own_folders / "config" / "settings.toml").write_text(
        'bot_speed = "instant"\nvim_keys = false\n[keys]\n"table.take_back" = "backspace"\n'
    )
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        at = table.prompt.offers.highlighted
        await pilot.press("j")
        assert table.prompt.offers.highlighted == at
        table.choose(next(option for option in table.offers if option.notation == "increase"))
        await my_turn(app, pilot)
        await pilot.press("backspace")
        await my_turn(app, pilot)
        assert table.ask is not None
        assert table.ask.name == "action"


async def test_broken_files_are_named_and_the_program_starts_all_the_same(own_folders: Path) -> None:
    (own_folders / "config" / "settings.toml").write_text('theme = "mine"\n')
    (own_folders / "config" / "themes").mkdir()
    (own_folders / "config" / "themes" / "mine.toml").write_text('title = "Mine"\n[screen\n')
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.ink.theme.id == "dark"
        assert "mine.toml, line 2" in app.complaints[0]
        assert "New game" in text_of(app)


async def test_without_colour_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        assert app.ink.theme.id == "mono"
        strips = app.screen._compositor.render_strips(app.size)
        (only,) = app._filters
        styles = [
            segment.style
            for strip in strips
            for segment in only.apply(list(strip), app.background_colors[1])
            if segment.style is not None
        ]
        assert all(style.color is None and style.bgcolor is None for style in styles)
        assert any(style.reverse for style in styles)


async def test_the_codex_finds_words_and_follows_rule_numbers() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_codex("byzantium", "F. Levies")
        await pilot.pause()
        codex = app.screen
        assert isinstance(codex, CodexScreen)
        assert codex.section.title == "F. Levies"
        assert [section.short for section in codex._also] == ["R54", "R55", "R56", "R57", "R58"]
        await pilot.press("slash", *"desert")
        await pilot.pause()
        assert all("desert" in f"{section.title} {section.text}".lower() for section in codex._shown)
        assert codex._shown
        await pilot.press("escape")
        assert not codex.query_one("#search", Input).value


def test_the_tables_say_what_was_reconstructed() -> None:
    gazetteer = load_codex("byzantium").find("Gazetteer")
    assert gazetteer is not None
    assert "reconstructed" in gazetteer.text
    assert "rulebook" in gazetteer.text


def test_between_two_people_the_screen_is_handed_over_only_for_secrets() -> None:
    hands = Session(TOY, TOY.setup(players=2), LocalTable(3))
    table = Sitting(hands, {"red": "human:Anna", "blue": "human:Boris"}, None, None, viewer="red")
    (first, second) = hands.pending
    assert (first.seat, second.seat) == ("red", "blue")
    assert table.must_hand_over(first)  # the other one may still be looking
    table.alone = "red"
    assert not table.must_hand_over(first)
    assert table.must_hand_over(second)
    assert "best card" in table.public_prompt(first)
    assert "best card" not in table.public_prompt(second)
    alone = Sitting(hands, {"red": "human:Anna", "blue": "random"}, None, None, viewer="red")
    assert not alone.must_hand_over(second)
    open_game = sitting({"red": "human:Anna", "yellow": "human:Boris"})
    (ask,) = open_game.session.pending
    open_game.viewer = "yellow" if ask.seat == "red" else "red"
    assert not open_game.must_hand_over(ask)


async def test_a_secret_plan_is_made_behind_a_hand_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game with hidden hands, on a borrowed board."""
    board = replace(
        load_board("byzantium"),
        hues={"red": "red", "blue": "blue"},
        looks=lambda state: {},
        panels=lambda session, seat: [Panel("points", "Points", (Row(((str(session.state.points), ""),)),))],
        explain=lambda session, thing, seat: None,
        hint=lambda session, ask, option: "",
        tone=lambda event: "",
        where=lambda event: "",
    )
    monkeypatch.setattr("tui.screens.table.load_board", lambda game_id: board)
    session = Session(TOY, TOY.setup(players=2), LocalTable(3))
    app = at_table(Sitting(session, {"red": "human:Anna", "blue": "human:Boris"}, None, None))
    async with app.run_test(size=(100, 32)) as pilot:
        seen = await settled(app, pilot)
        assert isinstance(app.screen, HandOver)
        assert "Red (Anna)" in seen
        assert "best card" not in seen
        await pilot.press("enter")
        assert "best card is red" in await settled(app, pilot)
        await pilot.press("1", "2")
        seen = await settled(app, pilot)
        assert isinstance(app.screen, HandOver)
        assert "Blue (Boris)" in seen
        assert "best card" not in seen
        await pilot.press("enter")
        assert "best card is blue" in await settled(app, pilot)


async def test_the_hand_over_says_whose_turn_it_is_and_shows_nothing_else() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        app.push_screen(HandOver(table._hand_over_words("red")))
        await pilot.pause()
        seen = text_of(app)
        assert "Please hand the keyboard to" in seen
        assert "Red (Irene)" in seen
        assert "Choose an action" not in seen


async def test_the_list_of_games_says_beneath_it_who_plays_and_whose_turn_it_is() -> None:
    path = saved_game()
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        seen = text_of(app)
        assert "Red Irene, Yellow random bot, Blue random bot; red to answer" in seen
        assert path.stem in seen.replace("\n", "")
        row = next(line for line in seen.splitlines() if "Byzantium " in line)
        assert "…" not in row


async def test_a_replay_clears_the_dice_of_long_ago_after_a_jump() -> None:
    film = Film(saved_game())
    app = Outremer(lambda app: None)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ReplayScreen(film))
        await pilot.pause()
        tray = app.screen.query_one(DiceTray)
        await pilot.press("/", *"siege of", "enter")
        await pilot.pause()
        assert "Siege" in tray.shown
        await pilot.press("g")
        await pilot.pause()
        assert tray.shown == ""


async def test_a_save_with_an_entry_changed_by_hand_offers_the_state_before_it() -> None:
    path = saved_game(answers=60)
    good = saves.load(path).session.log
    lines = path.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("12 = "))
    lines[at] = lines[at].replace(": ", ": no such ", 1)
    path.write_text("\n".join(lines) + "\n")
    app = Outremer()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert "cannot be continued" in text_of(app)
        await pilot.press("l", "enter")
        await pilot.pause()
        await pilot.press("g")
        table = await my_turn(app, pilot)
        assert table.sitting.session.log[:12] == good[:12]


async def test_a_table_that_a_theme_lacks_is_named_in_its_brackets(own_folders: Path) -> None:
    themes = settings_file().parent / "themes"
    themes.mkdir(parents=True)
    (themes / "mine.toml").write_text('title = "Mine"\n')
    settings_file().write_text('theme = "mine"\n')
    app = Outremer()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause(0.3)
        assert "the table [map]" in " ".join(text_of(app).split())


async def test_a_form_shows_its_values_in_a_tiny_window_and_its_labels_whole_in_a_wide_one() -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert "Byzantine armies may come back in Constantinople" in text_of(app)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        await pilot.pause()
        seen = text_of(app)
        assert "‹ Byzantium ›" in seen
        assert "Start the game" in seen
        assert "‹ Three turns ›" in seen
