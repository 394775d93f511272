"""Almoravid at the table: plans and hands that stay secret, the Array, the board's many markers, all by keyboard."""

import re

import pytest
from textual.pilot import Pilot

from core.bots import random_bot
from core.engine import Ask, LocalTable, Option, Sealed, Session
from core.games import load_game
from core.games.almoravid.data import CARDS, LOCALES, LORDS, UNITS
from core.games.levy.feed import ration
from core.games.levy.state import Command
from tests.almoravid.position import commanding, empty, put
from tests.tui.table import at_table, my_turn, settled, text_of
from tui.app import Outremer
from tui.boards import Panel, levy, levy_plan
from tui.boards.almoravid import BOARD, DRESS, explain, looks, panels
from tui.map.picture import Picture
from tui.map.raster import View
from tui.rulebook import load_codex
from tui.screens.replay import Film, ReplayScreen
from tui.screens.windows import Explanation, HandOver
from tui.sitting import Sitting, is_person
from tui.theming import load_glyphs, load_theme

AGAINST_A_BOT = {"christian": "human:Irene", "muslim": "random"}
TWO_PEOPLE = {"christian": "human:Irene", "muslim": "human:Omar"}


def until(
    name: str, scenario: str = "A", players: dict[str, str] = AGAINST_A_BOT, seed: int = 7, **options: str
) -> Sitting:
    """A game played by chance until the first person is asked `name`."""
    table = Sitting.begin("almoravid", load_game("almoravid").setup(scenario, options=options), players, seed)
    bot = random_bot(str(seed))
    while table.session.pending:
        ask = table.session.pending[0]
        if ask.name == name and is_person(players[ask.seat]):
            return table
        table.session.answer(ask.seat, bot(table.session, ask))
    raise AssertionError(f"nobody was asked '{name}'")


def played_with_hands(seed: int = 3) -> Session:
    """A long game, at a moment when both sides hold Events and have cards left in their Plans."""
    session = Session(load_game("almoravid"), load_game("almoravid").setup("F"), LocalTable(seed))
    bot = random_bot(str(seed))
    while session.pending:
        state = session.state
        if all(state.held[side] and state.plans.get(side) for side in ("christian", "muslim")):
            return session
        ask = session.pending[0]
        session.answer(ask.seat, bot(session, ask))
    raise AssertionError("never did both sides hold Events")


def words(shown: list[Panel], panel: str) -> str:
    found = next(each for each in shown if each.id == panel)
    return "\n".join("".join(text for text, _ in row.spans) for row in found.rows)


async def asked_to_hand_over(app: Outremer, pilot: Pilot[None]) -> None:
    for _ in range(50):
        await pilot.pause(0.02)
        if isinstance(app.screen, HandOver):
            return
    raise AssertionError("nobody is asked to look away")


# --- at the table ------------------------------------------------------------------------------------


async def test_a_plan_is_stacked_taken_back_and_played_by_keyboard() -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        session = table.sitting.session
        await pilot.press("1", "2", "1")
        await pilot.pause()
        assert levy_plan.chosen_so_far(session, "christian") == ["alfonso", "alvar_fanez", "alfonso"]
        assert "3 of 7 stacked" in text_of(app)
        assert "2 left, at Sahagún" in text_of(app)
        await pilot.press("u")
        await pilot.pause()
        assert levy_plan.chosen_so_far(session, "christian") == ["alfonso", "alvar_fanez"]
        while table.ask is not None and table.ask.name == "plan":
            await pilot.press("1")
            await pilot.pause()
        table = await my_turn(app, pilot)
        for _ in range(12):
            if session.over:
                break
            await pilot.press("1")
            await my_turn(app, pilot)
        assert any(event.kind == "command" for event in session.events)
        assert "played" in words(panels(session, "christian"), "plan")


async def test_a_newcomer_starts_scenario_a_from_the_first_screen() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        await pilot.press("enter", "enter")
        table = await my_turn(app, pilot)
        assert table.sitting.session.game.id == "almoravid"
        assert "Toledo" in text_of(app)


def at_pay_in_the_campaign() -> Sitting:
    """Irene may Pay after a Command card; nobody's Service ends, and she holds no Event."""
    for seed in range(20):
        table = until("plan", seed=seed)
        bot = random_bot(str(seed))
        while table.session.pending:
            ask = table.session.pending[0]
            if ask.seat == "christian" and BOARD.routine(table.session, ask):
                return table
            table.session.answer(ask.seat, bot(table.session, ask))
    raise AssertionError("nobody could Pay")


async def test_what_can_wait_is_answered_by_one_key_until_it_matters_and_taking_back_asks_again() -> None:
    sitting = at_pay_in_the_campaign()
    app = at_table(sitting)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        session, at = sitting.session, len(sitting.session.log)
        assert table.ask is not None
        assert table.ask.name == "pay"
        await pilot.press("end")
        assert "! does this until it matters" in text_of(app)
        await pilot.press("!")
        await my_turn(app, pilot)
        assert app.settings.routine
        assert session.log[at].startswith("christian pay: done")
        assert table.ask.name != "pay"
        table.sitting.session.state.held["christian"] = [Sealed("christian", "0.christian.0")]
        pay = Ask("christian", "pay", "", [Option("done")])
        assert BOARD.routine(session, pay) == ""
        table.sitting.session.state.held["christian"] = []
        assert BOARD.routine(session, pay) == "done"
        build = Ask("christian", "pay", "", [Option("cathedral toledo"), Option("done")])
        assert BOARD.routine(session, build) == ""
        next(lord for lord in session.state.lords.values() if lord.side == "christian" and lord.at).service = 1
        assert BOARD.routine(session, pay) == ""


async def test_what_an_option_is_about_is_explained_card_and_lord_together() -> None:
    app = at_table(until("assign"))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        assert table.ask is not None
        card, lord = table.offers[0].touches
        await pilot.press("i")
        await pilot.pause()
        assert isinstance(app.screen, Explanation)
        assert CARDS[card].ability_name in text_of(app)
        assert LORDS[lord].name in text_of(app)


async def test_an_event_that_asks_can_be_read_beside_its_choices() -> None:
    for seed in range(40):
        try:
            table = until("lord", "F", players={"christian": "human:Irene", "muslim": "human:Omar"}, seed=seed)
            break
        except AssertionError:
            continue
    (ask,) = table.session.pending
    assert ask.rule in CARDS
    app = at_table(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        await pilot.press("i")
        await pilot.pause()
        assert CARDS[ask.rule].event_name in text_of(app)
        await pilot.press("escape", "c")
        await pilot.pause()
        assert CARDS[ask.rule].event_name in text_of(app)


def test_the_mat_of_whoever_commands_is_beside_his_card() -> None:
    table = until("command")
    lord = table.session.state.lords[table.session.state.command.lord]
    shown = words(panels(table.session, "christian"), "plan")
    assert f"eats {ration(table.session.state, lord)}" in shown
    assert levy.forces_signs(lord.forces) in shown


async def test_two_people_at_one_keyboard_hand_over_before_each_plan() -> None:
    app = at_table(until("plan", players=TWO_PEOPLE))
    async with app.run_test(size=(120, 40)) as pilot:
        await asked_to_hand_over(app, pilot)
        await pilot.press("enter")
        table = await my_turn(app, pilot)
        assert table.sitting.viewer == "christian"
        while table.ask is not None and table.ask.seat == "christian":
            await pilot.press("1")
            await pilot.pause()
        await asked_to_hand_over(app, pilot)
        assert "Alfonso" not in text_of(app)
        await pilot.press("enter")
        await my_turn(app, pilot)
        assert table.sitting.viewer == "muslim"
        assert "[Alf] Alfonso VI" not in words(panels(table.sitting.session, "muslim"), "plan")


async def test_the_array_and_the_blows_are_on_the_screen() -> None:
    app = at_table(until("absorb", scenario="S"))
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        text = text_of(app)
        assert "Battle at Sagrajas, Round 1" in text
        assert "[Alf]" in text
        assert "strike" in text
        assert "stands on 1-" in text


async def test_on_a_small_screen_the_battle_is_a_tab_that_comes_and_goes() -> None:
    app = at_table(until("absorb", scenario="S"))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        await pilot.press("]")
        await pilot.pause()
        assert table.top.tab == "battle"
        while not table.sitting.session.over:
            await pilot.press("1")
            await my_turn(app, pilot)
        assert table.sitting.session.state.fight is None or table.top.tab in [tab for tab, _ in table.top.tabs]


async def test_i_explains_the_option_under_the_cursor() -> None:
    app = at_table(until("plan"))
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        await pilot.press("i")
        await pilot.pause()
        assert isinstance(app.screen, Explanation)
        assert "King of León" in text_of(app)


async def test_a_whole_game_at_the_screen_ends_as_it_does_without_one() -> None:
    players = {"christian": "random", "muslim": "random"}
    setup = load_game("almoravid").setup("A")
    table = Sitting.begin("almoravid", setup, players, 11)
    headless = Session(load_game("almoravid"), setup, LocalTable(11))
    bots = {seat: random_bot(f"11 {seat}") for seat in players}
    while headless.pending:
        ask = headless.pending[0]
        headless.answer(ask.seat, bots[ask.seat](headless, ask))
    app = at_table(table)
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(3000):
            if table.session.over:
                break
            await pilot.pause(0.02)
        await pilot.pause()
        assert table.session.digest() == headless.digest()
        assert "Won by" in text_of(app)


# --- secrets -----------------------------------------------------------------------------------------


async def test_what_the_bot_holds_is_never_on_the_screen() -> None:
    table = Sitting.of(played_with_hands(), AGAINST_A_BOT)
    session, bot = table.session, random_bot("guest")
    app = at_table(table)
    checked = 0
    async with app.run_test(size=(200, 60)) as pilot:
        screen = await my_turn(app, pilot)
        for _ in range(25):
            if session.over or screen.ask is None:
                break
            told = " ".join(session.game.tell(event) for event in session.events)
            held = [session.table.vault.peek("muslim", token) for token in session.state.held["muslim"]]
            names = {CARDS[card].event_name for card in held} - {"Hills"}  # each deck has Hills
            secrets = [secret for secret in (*held, *names) if not re.search(rf"\b{secret}\b", told)]
            checked += len(secrets)
            text = text_of(app)
            assert not any(re.search(rf"\b{secret}\b", text) for secret in secrets)
            screen.answer(screen.ask.seat, bot(session, screen.ask))
            await my_turn(app, pilot)
    assert checked


@pytest.mark.parametrize(("viewer", "other"), [("christian", "muslim"), ("muslim", "christian")])
def test_nobody_sees_the_other_side_s_hand_or_plan(viewer: str, other: str) -> None:
    session = played_with_hands()
    vault, state = session.table.vault, session.state
    shown = panels(session, viewer)
    held = [vault.peek(other, token) for token in state.held[other]]
    mine = [vault.peek(viewer, token) for token in state.held[viewer]]
    assert all(CARDS[card].event_name in words(shown, "cards") for card in mine)
    assert not any(card in words(shown, "cards").split() for card in held)
    assert f"hold {len(held)} Event" in words(shown, "cards")
    assert f"{other.capitalize():<10}{len(state.plans[other])} card" in words(shown, "plan")
    nobody = panels(session, "")
    assert "you hold" not in words(nobody, "cards")
    assert "your plan" not in words(nobody, "plan")


def test_hidden_mats_show_a_lord_but_not_his_forces() -> None:
    session = Session(
        load_game("almoravid"), load_game("almoravid").setup("A", options={"hidden_mats": "on"}), LocalTable(1)
    )
    theirs = words(panels(session, "muslim"), "lords")
    assert "his mat is hidden" in theirs
    assert "hidden" in explain_text(session, "alfonso", "muslim")
    assert "Knights" in explain_text(session, "alfonso", "christian")
    assert all(tag.text.strip("[]()").isalpha() or "+" in tag.text for tag in looks(session.state)["sahagun"].tags[:1])


# --- the board ---------------------------------------------------------------------------------------


def explain_text(session: Session, thing: str, viewer: str = "") -> str:
    explained = explain(session, thing, viewer)
    assert explained is not None, thing
    return explained.text


def test_every_line_of_every_panel_and_every_place_explains_itself() -> None:
    for session in (played_with_hands(), until("absorb", scenario="S").session):
        for panel in panels(session, "christian"):
            for row in panel.rows:
                assert explain_text(session, row.thing, "christian")
        for thing in (*LOCALES, *LORDS, *CARDS):
            assert explain_text(session, thing)


def test_the_markers_of_scenario_a_are_on_the_map_without_colours() -> None:
    session = until("plan").session
    view = View(-3.15, 39.5, 40.0, 130, 45, BOARD.chart.squeeze)
    drawn = Picture(BOARD.chart, view, load_theme("dark"), load_glyphs("unicode"), looks(session.state), frozenset())
    text = drawn.text()
    assert "◇[Alv 4]=1j3R" in text  # Toledo: hollow, for Jihad holds it; Álvar's siege; Jihad; Ravaged for Christians
    assert "△j1" in text  # the castle of Trujillo
    plain = Picture(
        BOARD.chart, view, load_theme("dark"), load_glyphs("ascii"), looks(session.state), frozenset()
    ).text()
    assert "c[Alv 4]=1j3R" in plain


def test_the_account_of_victory_names_its_places() -> None:
    session = until("plan").session
    assert "Toledo 3" in explain_text(session, "victory muslim")
    assert "Badajoz" in explain_text(session, "victory christian")
    assert "Taifas box" in words(panels(session, "christian"), "victory")


def test_rows_fit_the_column_of_panels() -> None:
    for session in (played_with_hands(), until("absorb", scenario="S").session, until("plan").session):
        for panel in panels(session, "christian"):
            if panel.id in ("plan", "battle", "calendar", "victory", "lords"):
                assert all(sum(len(text) for text, _ in row.spans) <= 41 for row in panel.rows), panel.id


# --- hints -------------------------------------------------------------------------------------------


def test_surrender_odds_are_those_of_the_dice() -> None:
    session = until("plan").session
    session.state.command = Command("christian", "alvar_fanez", 4)
    siege = Option("siege")
    ask = Ask("christian", "command", "?", [siege])
    # a City, value 3; one Siege marker and Ravaged: each of three dice at 2 or less, 1 in 27
    assert BOARD.hint(session, ask, siege).startswith("4% to fall")
    session.state.lords["alvar_fanez"].cards.append("C1")  # a Battering Ram: one die again, 3 in 27 at best
    assert BOARD.hint(session, ask, siege).startswith("11% to fall")


def before_a_battle(**options: str) -> Session:
    """Alfonso and Sancho at Toledo, al-Mutamid at Talavera; Alfonso's card has just been turned over."""
    g = empty(**options)
    alfonso = put(g, "alfonso", "toledo", knights=6, men_at_arms=4, provender=2)
    put(g, "sancho", "toledo", knights=4, militia=4)
    put(g, "al_mutamid", "talavera", sergeants=6, militia=6, light_horse=4)
    commanding(g, alfonso)
    g.phase = "command"
    return Session(load_game("almoravid"), load_game("almoravid").setup("E", options=options), LocalTable(1), state=g)


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_odds_of_a_battle_come_beside_the_march_that_leads_to_it(size: tuple[int, int]) -> None:
    app = at_table(Sitting.of(before_a_battle(), TWO_PEOPLE))
    async with app.run_test(size=size) as pilot:
        await my_turn(app, pilot)
        wanted = (r"wins \d+% alone, \d+%", r"in 500 trial battles", r"against al-Mutamid \(16\)")
        for _ in range(400):
            await pilot.pause(0.02)
            if all(re.search(words, text_of(app)) for words in wanted):
                return
        raise AssertionError(text_of(app))


async def test_who_answers_before_the_trials_are_over_gets_the_next_question_at_once() -> None:
    app = at_table(Sitting.of(before_a_battle(), TWO_PEOPLE))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        await pilot.press("1")
        await pilot.pause()
        assert table.ask is not None
        assert table.ask.name == "group"
        assert "march talavera" in table.sitting.session.log[-1]


async def test_with_hidden_mats_the_screen_shows_no_odds_against_them() -> None:
    app = at_table(Sitting.of(before_a_battle(hidden_mats="on"), AGAINST_A_BOT))
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        assert "trial" not in await settled(app, pilot)


def test_unit_signs_are_all_different_and_cover_all_units() -> None:
    assert set(levy.UNIT_SIGNS) == set(UNITS)
    assert len(set(levy.UNIT_SIGNS.values())) == len(UNITS)
    assert set(DRESS.shorts) == set(LORDS)
    assert len(set(DRESS.shorts.values())) == len(LORDS)


# --- the codex ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["4.4.2", "4.5.1", "1.3.1", "3.1.3", "4.6.1", "5.1", "C18", "6.3.2"])
def test_the_codex_finds_the_rule_of_a_question(rule: str) -> None:
    section = load_codex("almoravid").find(rule)
    assert section is not None
    assert section.title.startswith(rule[:3]) or f"**{rule} " in section.text


async def test_the_replay_of_a_game_shows_what_everybody_could_see() -> None:
    game = until("command", players=TWO_PEOPLE)
    game._save()
    game.close()
    assert game.path is not None
    film = Film(game.path)
    film.wind(len(game.session.log))
    app = Outremer(lambda app: app.sit_down(game))
    async with app.run_test(size=(120, 40)) as pilot:
        app.push_screen(ReplayScreen(film))
        await pilot.pause()
        text = text_of(app)
        assert "cards face down" in text
        assert "your plan" not in text
