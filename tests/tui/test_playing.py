"""People play: by keyboard only, by mouse only, with second thoughts, with questions."""

import pytest
from textual.widgets import Input

from core.bots import random_bot
from core.engine import LocalTable, Option, Session
from core.games import load_game
from core.games.byzantium.data import BOXES
from tests.tui.table import at_table, my_turn, sitting, text_of
from tui import commands
from tui.app import Outremer
from tui.boards import load_board
from tui.screens.codex import CodexScreen
from tui.screens.home import HomeScreen
from tui.screens.windows import Explanation, WhyNot
from tui.sitting import Sitting
from tui.why_not import why_not
from tui.widgets.dice import DiceTray
from tui.widgets.prompt import KEYS, Prompt
from tui.widgets.story import StoryView


async def test_a_newcomer_starts_a_game_against_bots_with_three_enters_and_plays_a_turn() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter", "enter", "enter")
        table = await my_turn(app, pilot)
        assert [player.split(":")[0] for player in table.sitting.players.values()] == ["human", "greedy", "greedy"]
        await pilot.press("1")  # take control of a city
        await pilot.press("/", *"damascus", "enter")
        await pilot.press("enter")  # the cube from the pool
        await my_turn(app, pilot)
        assert table.sitting.session.state.holder["damascus"] == "red"
        assert any(event.kind == "control" and event.facts["seat"] == "red" for event in table.sitting.session.events)


async def test_the_same_by_mouse_alone() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.click("#menu", offset=(5, 0))
        await pilot.pause()
        await pilot.click("#form", offset=(5, 2))  # start the game
        table = await my_turn(app, pilot)
        spot = table.top.map._drawn().spots["antioch"]
        await pilot.click("#map", offset=spot)
        await pilot.pause()
        if table.offers and table.ask is not None and table.ask.name == "cube":
            await pilot.click("#offers", offset=(6, 0))
        await my_turn(app, pilot)
        assert table.sitting.session.state.holder.get("antioch") is not None


async def test_a_place_with_several_options_narrows_the_list_and_escape_widens_it() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        prompt = table.query_one(Prompt)
        folded = len(prompt._shown)
        await pilot.press("1")
        assert len(prompt._shown) > folded
        await pilot.press("escape")
        assert len(prompt._shown) == folded


async def test_a_choice_can_be_taken_back_but_not_behind_the_dice() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        session = table.sitting.session
        before = session.digest()
        await pilot.press("u")
        assert session.digest() == before
        assert any("dice" in note.message or "answered" in note.message for note in app._notifications)
        increase = next(option for option in table.offers if option.notation == "increase")
        table.choose(increase)
        await my_turn(app, pilot)
        assert table.ask is not None
        assert table.ask.name == "increase"
        await pilot.press("u")
        await my_turn(app, pilot)
        assert table.ask.name == "action"
        assert session.digest() == before


async def test_why_cant_i_answers_with_the_reason_and_leads_to_the_rule() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        await pilot.press("w")
        assert isinstance(app.screen, WhyNot)
        await pilot.press(*"constantinople", "enter")
        await pilot.pause()
        assert "Nobody controls Constantinople" in text_of(app)
        app.screen.query_one(Input).value = "control baghdad"
        await pilot.press("enter")
        await pilot.pause()
        assert "must be conquered" in text_of(app)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, CodexScreen)
        assert app.screen.section.title == "A. Take Control of a City"


async def test_typing_what_is_not_on_offer_finds_nothing_else_and_enter_says_why() -> None:
    table = sitting()
    table.session.state.players["red"].arab.treasury = 0
    app = at_table(table)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await my_turn(app, pilot)
        before = len(table.session.log)
        await pilot.press("/", *"mosque")
        await pilot.pause()
        assert "Nothing on offer fits" in text_of(app)  # not the church, though both are under one heading
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, WhyNot)
        assert "cannot pay the six Bezants" in text_of(app)
        await pilot.press("escape")
        screen.prompt.action_unfold()
        await pilot.press("/", *"baghd", "enter")
        await pilot.pause()
        assert "must be conquered" in text_of(app)
        assert len(table.session.log) == before


def test_why_not_knows_what_a_question_was_about_when_nothing_of_the_kind_is_left() -> None:
    table = sitting(answers=60)
    session = table.session
    for city in session.state.side:
        session.state.holder.setdefault(city, "yellow")
    (ask,) = session.pending
    offers = [option for option in session.offers(ask) if not option.notation.startswith("control ")]
    words, rule = why_not(session, ask, offers, load_board("byzantium").chart.places, "tarsus")
    assert "has a controller already" in words
    assert rule == "A. Take Control of a City"


async def test_a_name_typed_without_the_slash_does_not_answer_the_questions_that_follow() -> None:
    table = sitting()
    app = at_table(table)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await my_turn(app, pilot)
        await pilot.press("1")
        city = screen.prompt._shown[KEYS.index("d")]
        app.simulate_key("d")
        app.simulate_key("a")
        await my_turn(app, pilot)
        assert screen.ask is not None
        assert screen.ask.name == "cube"  # the city is chosen; where its cube comes from is still to be said
        assert isinstance(city, Option)
        assert city.value in screen.ask.prompt.lower()
        assert any("press / first" in note.message for note in app._notifications)


async def test_the_whole_story_is_a_key_away() -> None:
    app = at_table(sitting(answers=150))
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(app, pilot)
        await pilot.press("s")
        await pilot.pause()
        assert "The story so far" in text_of(app)
        await pilot.press("home")
        await pilot.pause()
        assert "Who begins: " in text_of(app)
        await pilot.press("escape")


async def test_the_attacked_see_their_chances_before_they_decide() -> None:
    table = sitting()
    state = table.session.state
    red, yellow = state.players["red"].byzantine, state.players["yellow"].arab
    red.at, red.elite, red.main, yellow.at = "jerusalem", 3, 4, "tabuk"
    state.players["red"].claimed = True
    state.holder["jerusalem"] = "red"
    state.active = "yellow"
    board = load_board("byzantium")
    game = Session(table.session.game, table.session.setup, LocalTable(1), state=state)
    for notation in ("move arab", "to jerusalem"):
        game.answer("yellow", notation)
    (ask,) = game.pending
    assert ask.name == "stand"
    assert ask.prompt.startswith("yellow attacks your Byzantine army in Jerusalem")
    fight, leave = (board.hint(game, ask, option) for option in ask.options)
    assert int(fight.split()[-1].strip("%")) > int(leave.split()[-1].strip("%"))
    assert fight.startswith("holds ")


async def test_enter_on_a_place_that_is_not_lit_explains_it_and_why_it_cannot_be_chosen() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        table.go_to("baghdad")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Explanation)
        seen = text_of(app)
        assert "Persian city, 3 tokens" in seen
        assert "Why not now" in seen


async def test_one_of_anything_is_told_as_one() -> None:
    table, board = sitting(), load_board("byzantium")
    tabuk, levy = (board.explain(table.session, thing, "red") for thing in ("tabuk", "arab.levy"))
    assert tabuk is not None
    assert "Arab city, 1 token." in tabuk.text
    assert "scores 1 Arab point." in tabuk.text
    assert levy is not None
    assert "costs 1 Bezant at the end of the turn" in levy.text


async def test_every_line_of_every_panel_explains_itself() -> None:
    table = sitting()
    board = at_table(table)
    async with board.run_test(size=(120, 40)) as pilot:
        screen = await my_turn(board, pilot)
        for panel in screen.board.panels(table.session, "red"):
            for row in panel.rows:
                assert screen.board.explain(table.session, row.thing, "red") is not None, row


async def test_every_rule_that_a_question_cites_is_in_the_codex() -> None:
    from tui.rulebook import load_codex

    codex, game = load_codex("byzantium"), load_game("byzantium")
    missing = set()
    for seed in range(6):
        session, bot = Session(game, game.setup(players=4), LocalTable(seed)), random_bot(str(seed))
        while session.pending:
            ask = session.pending[0]
            if codex.find(ask.rule) is None:
                missing.add(ask.rule)
            session.answer(ask.seat, bot(session, ask))
    assert not missing
    assert all(codex.find(switch.rule) for switch in game.switches)


async def test_dice_are_shown_with_what_they_were_for() -> None:
    app = at_table(sitting(answers=60))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        tray, bot = table.query_one(DiceTray), random_bot("dice")
        for _ in range(200):
            if tray.shown or table.ask is None:
                break
            table.choose(next(o for o in table.offers if o.notation == bot(table.sitting.session, table.ask)))
            await my_turn(app, pilot)
        why, _, dice = tray.shown.rpartition(": ")
        assert why
        assert all(number in "123456" for number in dice.split())


async def test_a_game_is_kept_at_every_decision_and_continued_with_one_key() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        table.choose(next(option for option in table.offers if option.notation == "increase"))
        await pilot.pause()
        here, path = table.sitting.session.digest(), table.sitting.path
    assert path is not None
    assert Sitting.load(path).session.digest() == here  # as after a crash: nothing was closed
    again = Outremer()
    async with again.run_test(size=(120, 40)) as pilot:
        await pilot.press("c")
        table = await my_turn(again, pilot)
        assert table.sitting.session.digest() == here
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(again.screen, HomeScreen)


async def test_the_palette_offers_every_option() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        await pilot.press("ctrl+p")
        await pilot.press(*"take control of tyre")
        await pilot.pause(0.4)
        await pilot.press("enter", "enter")
        await pilot.pause(0.3)
        assert table.ask is not None
        assert "Tyre" in table.ask.prompt or table.sitting.session.state.holder.get("tyre") == "red"


async def test_confirmation_asks_for_enter_after_a_key() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        app.settings.confirm = True
        here = table.sitting.session.digest()
        at = next(number for number, entry in enumerate(table.prompt._shown) if getattr(entry, "notation", "") == "tax")
        await pilot.press(str(at + 1))
        assert table.sitting.session.digest() == here
        assert table.ask is not None
        assert table.ask.name == "action"
        await pilot.press("enter")
        await pilot.pause()
        assert table.ask.name == "tax"


async def test_the_screen_survives_any_resize() -> None:
    app = at_table(sitting(answers=80))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await my_turn(app, pilot)
        for size in ((40, 12), (200, 60), (80, 24), (20, 6), (99, 29), (40, 12), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if size[0] < 100:
                await pilot.press("right_square_bracket")
        assert table.top.tab == "map"
        assert "Armies" in text_of(app)


async def test_at_80x24_the_panels_are_tabs() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(app, pilot)
        assert "elite main levy move" not in text_of(app)
        await pilot.press("right_square_bracket")
        await pilot.pause()
        assert "elite main levy move" in text_of(app)
        await pilot.press("left_square_bracket", "left_square_bracket")
        await pilot.pause()
        assert "begins" in text_of(app)


async def test_a_whole_random_game_on_the_screen_is_the_game_played_headless() -> None:
    game = load_game("byzantium")
    players = {"red": "human:Irene", "yellow": "random", "blue": "random"}
    app = at_table(Sitting.begin("byzantium", game.setup(players=3), players, 11))
    mine = random_bot("11 red")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        session = table.sitting.session
        while not session.over:
            assert table.ask is not None
            answer = mine(session, table.ask)
            table.prompt.post_message(Prompt.Chosen(next(o for o in table.offers if o.notation == answer)))
            await pilot.pause()
            await my_turn(app, pilot)
        assert "The game is over" in text_of(app)
    headless = Session(game, game.setup(players=3), LocalTable(11))
    bots = {seat: random_bot(f"11 {seat}") for seat in players}
    while headless.pending:
        ask = headless.pending[0]
        headless.answer(ask.seat, bots[ask.seat](headless, ask))
    assert session.log == headless.log
    assert session.digest() == headless.digest()


async def test_the_map_follows_what_is_typed() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        await pilot.press("1", "/", *"damas")
        await pilot.pause()
        assert table.top.map.cursor == "damascus"
        assert "Damascus  Enter: Take control of Damascus" in text_of(app)


async def test_i_explains_an_option_that_is_about_no_place_and_a_group_by_its_rule() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(app, pilot)
        await pilot.press("i")  # on the group of cities
        await pilot.pause()
        assert isinstance(app.screen, Explanation)
        assert "A. Take Control of a City" in text_of(app)
        await pilot.press("escape", "down", "i")
        await pilot.pause()
        assert "B. Increase Army" in text_of(app)
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, CodexScreen)
        assert app.screen.section.title == "B. Increase Army"


async def test_the_palette_opens_the_settings_at_the_table_and_nothing_that_is_not_ours() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        titles = [command.title for command in app.get_system_commands(table)]
        assert titles == ["Settings: theme, glyphs, keys, speed", "Quit"]
        await pilot.press("ctrl+p", *"theme")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await pilot.pause(0.3)
        await pilot.press("right")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is table
        assert app.settings.theme != "dark"
        assert table.top.ink.theme.id == app.settings.theme


async def test_help_keeps_what_a_key_does_beside_the_key() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(app, pilot)
        await pilot.press("?")
        await pilot.pause()
        lines = text_of(app).splitlines()
        at = next(number for number, line in enumerate(lines) if "why can't I?" in line)
        assert "type" in lines[at + 1]
        column = lines[at].index("why can't I?")
        assert lines[at + 1][column - 4 : column].strip() == "", "the second line begins under the first"


async def test_who_takes_a_cube_from_a_box_sees_how_many_are_there() -> None:
    app = at_table(sitting())
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        assert "Arab army  off the map, 4 Move" in text_of(app)
        table.choose(next(option for option in table.offers if option.notation == "increase"))
        await pilot.pause()
        red = table.sitting.session.state.players["red"]
        assert f"Into the Byzantine Main Army box  {red.byzantine.main} there" in text_of(app)
        await pilot.press("1")
        await pilot.pause()
        assert f"Cube Pool, free  {red.pool} there" in text_of(app)


async def test_dice_lie_until_somebody_else_does_something() -> None:
    people = {"red": "human:Irene", "yellow": "human:Anna"}
    app = at_table(sitting(people, seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        app.settings.animation = False
        tray = table.query_one(DiceTray)

        def answer(notation: str) -> None:
            table.choose(next(option for option in table.offers if option.notation == notation))

        for notation in ("move arab", "enter tabuk", "to jerusalem"):  # yellow begins
            answer(notation)
        await pilot.pause()
        assert "Siege of Jerusalem" in tray.shown
        while table.ask is not None and table.ask.seat == "yellow":
            table.choose(table.offers[0])
        assert "Siege of Jerusalem" in tray.shown
        answer("tax")
        answer("tax 1")
        answer("byzantine 0")
        assert tray.shown == ""


async def test_who_began_from_the_command_line_keeps_his_name_on_another_day() -> None:
    table = sitting({"red": "human", "yellow": "human:Anna"}, seed=5)
    table.close()
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings.name = "Irene"
        await pilot.press("c")
        again = await my_turn(app, pilot)
        assert dict(again.sitting.players) == {"red": "human:Irene", "yellow": "human:Anna"}


async def test_a_small_screen_says_what_has_just_happened() -> None:
    app = at_table(sitting({"red": "human:Irene", "yellow": "human:Anna"}, seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await my_turn(app, pilot)
        table.choose(next(option for option in table.offers if option.notation == "church"))
        while table.ask is not None and table.ask.seat == "yellow":
            table.choose(table.offers[0])
        await pilot.pause()
        tabs = text_of(app).splitlines()[1]
        assert "Story  • Yellow builds a church" in tabs
        await pilot.click("#tabs", offset=(tabs.index("builds"), 0))
        await pilot.pause()
        assert table.top.tab == "story"
        assert "builds" not in text_of(app).splitlines()[1], "it is on the page below"


async def test_the_money_panel_warns_of_an_army_that_cannot_be_paid() -> None:
    table = sitting({"red": "human:Irene", "yellow": "human:Anna"}, seed=5)
    state = table.session.state
    upkeep = sum(
        getattr(state.players["red"].arab, box.name) * box.maintenance for box in BOXES.values() if box.side == "arab"
    )
    app = at_table(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(app, pilot)
        assert f"   5 {-upkeep:>+3}" in next(line for line in text_of(app).splitlines() if "R  Red     15" in line)
        words = load_board("byzantium").explain(table.session, "red/arab", "red")
        assert words is not None
        assert (
            f"upkeep at the end of the turn is {upkeep} Bezants; its cities bring 0, and the treasury has 5"
            in words.text
        )


async def test_a_large_screen_tells_the_story_beneath_the_panels_and_a_smaller_one_beside_the_question() -> None:
    app = at_table(sitting(answers=60))
    async with app.run_test(size=(200, 60)) as pilot:
        table = await my_turn(app, pilot)
        latest = table.top.story[-1].plain
        long, short = table.query_one("#long-story", StoryView), table.query_one("#story", StoryView)
        assert (long.display, short.display) == (True, False)
        assert long.region.x == table.query_one("#panels").region.x
        assert long.size.height > 20
        assert long.options[-1].prompt == table.top.story[-1]
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert (long.display, short.display) == (False, True)
        assert str(short.options[-1].prompt) == latest
        table.choose(next(option for option in table.offers if option.notation == "pass"))
        await pilot.pause()
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert len(long.options) == len(table.top.story), "what was told elsewhere meanwhile is not lost"


async def test_long_options_are_folded_in_a_smaller_window_that_has_the_room() -> None:
    app = at_table(sitting({"red": "human:Irene", "yellow": "human:Anna"}, seed=5))
    async with app.run_test(size=(200, 60)) as pilot:
        table = await my_turn(app, pilot)
        await pilot.press("down", "down")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await pilot.pause()
        assert "…" not in "".join(line[:58] for line in text_of(app).splitlines() if "Move and/or attack" in line)
        assert table.prompt.offers.highlighted == 2, "the highlight stays"


def test_going_on_from_the_command_line_has_the_whole_story(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sitting(answers=60)
    table.close()
    assert table.path is not None
    opened: list[Sitting] = []
    monkeypatch.setattr("tui.app.run", opened.append)
    commands.go_on(table.path, "", commands.Table(plain=False))
    assert len(opened[0].session.events) == len(table.session.events)
