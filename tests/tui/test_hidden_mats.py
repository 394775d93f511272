"""Hidden Mats (1.5.2): whatever a player sees would look the same if the other side's mats held something else."""

from __future__ import annotations

import pytest

from core.bots import random_bot
from core.engine import Event, LocalTable, Session
from core.games import load_game
from core.games.almoravid.data import CARDS, LOCALES, LORDS
from core.games.almoravid.state import Almoravid
from core.games.levy.state import MAP, MUSTERED
from tests.tui.table import at_table, my_turn, text_of
from tests.tui.test_almoravid import asked_to_hand_over, before_a_battle, until
from tui.boards.almoravid import BOARD, explain, looks, panels
from tui.screens.replay import Film, ReplayScreen
from tui.sitting import Sitting

GAME = load_game("almoravid")
HIDDEN = {"hidden_mats": "on"}
TWO_PEOPLE = {"christian": "human:Irene", "muslim": "human:Omar"}


def seen_by(session: Session, viewer: str) -> list[object]:
    """All that the screen and the plain client show a player of the position."""
    things = [explain(session, thing, viewer) for thing in (*LOCALES, *LORDS, *CARDS)]
    ask = session.ask_for(viewer)
    hints = [BOARD.hint(session, ask, option) for option in session.offers(ask)] if ask is not None else []
    board = GAME.board_of(session.state, viewer)
    return [panels(session, viewer), looks(session.state), things, hints, board, GAME.board(session.state)]


def with_other_mats(state: Almoravid, side: str) -> Almoravid:
    """The same for everybody but the owner of these mats, as long as nobody fights."""
    other: Almoravid = state.copy()
    for lord in other.lords.values():
        if lord.side == side and lord.where == MAP:
            lord.forces = {unit: count + 5 for unit, count in lord.forces.items()} | {"militia": 9}
            lord.assets = {"coin": 9, "loot": 8, "provender": 7}
            lord.vassals = dict.fromkeys(lord.vassals, MUSTERED)
            lord.cards = ["C1", "C2"] if side == "christian" else ["M1", "M2"]
    return other


@pytest.mark.parametrize(("viewer", "other"), [("christian", "muslim"), ("muslim", "christian"), ("", "muslim")])
def test_other_mats_would_look_the_same(viewer: str, other: str) -> None:
    looked = 0
    for seed in range(4):
        session = Session(GAME, GAME.setup("E", options=HIDDEN), LocalTable(seed))
        bot = random_bot(str(seed))
        for number in range(250):
            if not session.pending:
                break
            state = session.state
            if number % 10 == 0 and state.fight is None:
                before = seen_by(session, viewer)
                session.state = with_other_mats(state, other)
                assert seen_by(session, viewer) == before
                session.state = state
                looked += 1
            ask = session.pending[0]
            session.answer(ask.seat, bot(session, ask))
    assert looked > 30


def test_without_the_option_mats_are_seen() -> None:
    session = Session(GAME, GAME.setup("E"), LocalTable(1))
    before = seen_by(session, "muslim")
    session.state = with_other_mats(session.state, "christian")
    assert seen_by(session, "muslim") != before


STORIES = [
    Event("transport", {"lord": "alfonso", "transport": "mule", "back": []}),
    Event("vassal", {"lord": "alfonso", "vassal": "froila"}),
    Event("vassal_leaves", {"lord": "alfonso", "vassal": "froila"}),
    Event("capability", {"lord": "alfonso", "card": "C1"}),
    Event("hired", {"lord": "sancho", "card": "C13"}),
    Event("wastage", {"lord": "alfonso", "what": "C1"}),
    Event("mules_go", {"lord": "alfonso", "count": 3}),
    Event("left_behind", {"lord": "alfonso", "asset": "loot", "amount": 2}),
    Event("return", {"lord": "alfonso", "back": {"militia": 2}, "transport": "cart"}),
    Event("bishop", {"lord": "alfonso", "vassal": "bishop_lugo"}),
    Event("fonsadera", {"lord": "alfonso", "vassal": "froila"}),
    Event("discarded", {"side": "christian", "card": "C1"}),
    Event("open", {"seat": "christian", "shown": ["C1"], "why": "card"}),
]


@pytest.mark.parametrize("event", STORIES, ids=lambda event: event.kind)
def test_what_goes_on_and_off_a_mat_is_told_to_its_own_side_alone(event: Event) -> None:
    hidden = GAME.begin(GAME.setup("E", options=HIDDEN))
    for listener in ("muslim", ""):
        assert GAME.told_to(hidden, event, listener) != GAME.tell(event)
    assert GAME.told_to(hidden, event, "christian") == GAME.tell(event)
    assert GAME.told_to(GAME.begin(GAME.setup("E")), event, "muslim") == GAME.tell(event)


def test_what_works_for_a_whole_side_lies_open() -> None:
    hidden = GAME.begin(GAME.setup("E", options=HIDDEN | {"vassal_service": "on"}))
    edge = Event("capability", {"lord": "alfonso", "card": "C18"})
    assert GAME.told_to(hidden, edge, "muslim") == GAME.tell(edge)
    vassal = STORIES[1]
    assert GAME.told_to(hidden, vassal, "muslim") == GAME.tell(vassal)  # his marker is on the Calendar


async def test_nobody_reads_what_the_other_side_is_asked() -> None:
    session = before_a_battle(**HIDDEN)
    table = Sitting.of(session, {"christian": "human:Irene", "muslim": "human:Omar"})
    table.viewer = "muslim"
    (ask,) = session.pending
    assert table.public_prompt(ask) == "a decision behind the screen"
    table.viewer = "christian"
    assert table.public_prompt(ask) == ask.prompt
    table.close()


async def test_two_people_at_one_keyboard_hand_over_whenever_the_other_is_asked() -> None:
    app = at_table(Sitting.of(before_a_battle(**HIDDEN), TWO_PEOPLE))
    async with app.run_test(size=(120, 40)) as pilot:
        await asked_to_hand_over(app, pilot)
        assert "Knights" not in text_of(app)
        await pilot.press("enter")
        table = await my_turn(app, pilot)
        assert "6Kn" in text_of(app)
        await pilot.press("1")
        await pilot.pause()
        while table.ask is not None and table.ask.seat == "christian":
            table.choose(table.offers[-1] if table.ask.name == "group" else table.offers[0])
            await pilot.pause()
        await asked_to_hand_over(app, pilot)
        assert "6Kn" not in text_of(app)


async def test_the_replay_of_a_running_game_shows_nobody_s_mats() -> None:
    game = until("command", players=TWO_PEOPLE, hidden_mats="on")
    path = game.path
    game.close()
    assert path is not None
    film = Film(path)
    app = at_table(Sitting.load(path))
    async with app.run_test(size=(120, 40)) as pilot:
        film.wind(20)
        app.push_screen(ReplayScreen(film))
        await pilot.pause()
        shown = text_of(app)
        assert "something behind the" in shown
        assert "his mat is hidden" in shown
        assert film.search("levy vassal", 1) is None


def test_the_option_says_that_other_programs_hold_the_mats() -> None:
    about = next(switch.about for switch in GAME.switches if switch.id == "hidden_mats")
    assert "every player's program" in about
    assert "trust" in about
