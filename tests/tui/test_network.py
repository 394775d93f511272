"""People at their own screens, over SSH on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from core.games import load_game
from netplay.identity import Identity
from netplay.known_peers import KnownPeers
from netplay.lobby import Spoken
from tests.tui.neighbours import game_of, hosts, household, joins, plays, until
from tests.tui.table import text_of
from tui.app import Outremer
from tui.boards.levy_plan import chosen_so_far
from tui.gathering import Gathering
from tui.screens.home import HomeScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.network_table import NetworkTableScreen
from tui.screens.network_windows import Invitations
from tui.screens.windows import Explanation

pytestmark = pytest.mark.xdist_group("over ssh")


@pytest.fixture(autouse=True)
def own_key(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The app's user has a key of this test alone."""
    monkeypatch.setenv("OUTREMER_HOME", str(own_folders / "own"))
    monkeypatch.setattr("tui.screens.host.own_address", lambda: "127.0.0.1")
    return own_folders


@pytest.fixture
async def basil(own_folders: Path) -> AsyncIterator[Gathering]:
    """Hosts a game for two."""
    gathering = await hosts(household(own_folders, 1))
    yield gathering
    gathering.leave()


async def goes_to(app: Outremer, invitation: object, pilot: Pilot[None]) -> None:
    """Home, Join, paste, Enter."""
    await pilot.press("i")
    await pilot.pause()
    assert isinstance(app.screen, JoinScreen)
    app.screen.query_one("#form").post_message(events.Paste(str(invitation)))
    await pilot.pause()
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, (LobbyScreen, Explanation)))


async def at_the_table(app: Outremer, pilot: Pilot[None]) -> NetworkTableScreen:
    await until(lambda: isinstance(app.screen, NetworkTableScreen) and app.screen.is_mounted)
    await pilot.pause()
    assert isinstance(app.screen, NetworkTableScreen)
    return app.screen


async def joins_and_begins(app: Outremer, host: Gathering, pilot: Pilot[None]) -> NetworkTableScreen:
    """Irene comes with an invitation and says that she is ready; the host begins."""
    await goes_to(app, host.invitations[0], pilot)
    await until(lambda: "Irene" in text_of(app))
    await pilot.press("r")
    await until(lambda: host.lobby and host.lobby.full)
    host.start()
    return await at_the_table(app, pilot)


async def test_somebody_joins_a_game_and_both_play(basil: Gathering) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        table = await joins_and_begins(app, basil, pilot)
        theirs = game_of(basil)
        answered = 0
        while answered < 12:
            await until(lambda: theirs.asks() or table.offers)
            if not plays(basil):
                table.choose(table.offers[-1])
                answered += 1
            await pilot.pause()
        assert theirs.session is not None
        mine = table.sitting.session
        others = theirs.session
        await until(lambda: mine.digest() == others.digest())
        assert mine.log == others.log
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_plan_is_laid_anew_in_a_game_between_two_and_nobody_else_hears_of_it(own_folders: Path) -> None:
    basil = await hosts(household(own_folders, 1), game=load_game("almoravid"))
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        table = await joins_and_begins(app, basil, pilot)
        theirs = game_of(basil)
        for _ in range(500):
            await until(lambda: theirs.asks() or table.offers)
            if not plays(basil) and table.offers and table.ask is not None:
                if table.ask.name == "plan":
                    break
                table.choose(table.offers[-1])
            await pilot.pause()
        session, seat = table.sitting.session, table.sitting.viewer
        before = len(session.log)
        lords = [option.notation.split()[1] for option in table.offers]
        for key in ("1", "2", "left", "shift+left"):
            await pilot.press(key)
            await pilot.pause()
        assert chosen_so_far(session, seat) == [lords[1], lords[0]]
        assert len(session.log) == before
        assert theirs.session is not None
        assert not theirs.session.private or all(line.seat != seat for line in theirs.session.private)
        for _ in range(8):
            await pilot.press("1")
            await pilot.pause()
        others = theirs.session
        await until(lambda: len(others.log) > before)
        peer = table.sitting.network.peer
        assert peer is not None
        assert peer.complaints == []
        await pilot.press("q")
    basil.leave()


async def opens_a_lobby(app: Outremer, pilot: Pilot[None]) -> Gathering:
    """Home, Host, and everything as it is."""
    await pilot.press("h")
    await pilot.pause()
    await pilot.press("f5")
    await until(lambda: isinstance(app.screen, LobbyScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, LobbyScreen)
    return app.screen.gathering


async def hosted(app: Outremer, pilot: Pilot[None], folder: Path) -> tuple[NetworkTableScreen, Gathering]:
    """Irene at her table, with Basil who has come from elsewhere."""
    mine = await opens_a_lobby(app, pilot)
    guest = joins(household(folder, 2), mine.invitations[0])
    await until(lambda: guest.lobby)
    guest.ready()
    await until(lambda: mine.lobby and mine.lobby.full)
    await pilot.press("s")
    await until(lambda: guest.has_begun)
    return await at_the_table(app, pilot), guest


async def test_somebody_hosts_a_game_and_begins_when_all_are_ready(own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        mine = await opens_a_lobby(app, pilot)
        await pilot.press("s")
        await pilot.pause()
        assert mine.network is None
        guest = joins(household(own_folders, 2), mine.invitations[0])
        await until(lambda: "not ready" in text_of(app))
        guest.say("Good evening\x1b[2J!")
        await until(lambda: "Basil: Good evening [2J!" in text_of(app))
        await pilot.press("t", *"Hello", "enter")
        await until(lambda: Spoken("Irene", "Hello") in guest.spoken())
        guest.ready()
        await until(lambda: "s starts the game" in text_of(app))
        await pilot.press("s")
        await until(lambda: guest.has_begun)
        table = await at_the_table(app, pilot)
        await until(lambda: table.offers or game_of(guest).asks())
        guest.leave()
        await until(lambda: any(note.message == "Basil has left" for note in app._notifications))
        await pilot.press("q")


async def to_irene(app: Outremer, table: NetworkTableScreen, guest: Gathering, pilot: Pilot[None]) -> None:
    """They play until Irene is to choose an action."""
    await both_play(table, guest, pilot, lambda: table.offers and table.ask and table.ask.name == "action")


async def to_basil(table: NetworkTableScreen, guest: Gathering, pilot: Pilot[None]) -> None:
    """They play until Basil is to choose an action."""
    theirs = game_of(guest)
    await both_play(table, guest, pilot, lambda: theirs.asks() and theirs.asks()[0].name == "action")


async def both_play(
    table: NetworkTableScreen, guest: Gathering, pilot: Pilot[None], enough: Callable[[], object]
) -> None:
    for _ in range(60):
        await until(lambda: table.offers or game_of(guest).asks())
        if enough():
            return
        if table.offers:
            table.choose(table.offers[0])
        else:
            plays(guest)
        await pilot.pause()
    raise AssertionError("it is never asked")


async def test_the_screen_says_for_whom_it_waits_and_rings_when_it_is_my_move(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Outremer()
    rung: list[str] = []
    async with app.run_test(size=(120, 40)) as pilot:
        table, guest = await hosted(app, pilot, own_folders)
        await to_irene(app, table, guest, pilot)
        monkeypatch.setattr(app, "bell", lambda: rung.append("ding"))
        table.choose(next(option for option in table.offers if option.notation == "pass"))
        await until(lambda: "Waiting for Yellow (Basil) since " in text_of(app))
        assert not rung
        theirs = game_of(guest)
        while not table.offers:
            await until(lambda: theirs.asks() or table.offers)
            if not table.offers:
                plays(guest)
            await pilot.pause()
        await until(lambda: rung == ["ding"])
        guest.leave()


async def test_who_waits_at_a_small_screen_reads_what_happened_last(own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        table, guest = await hosted(app, pilot, own_folders)
        await to_irene(app, table, guest, pilot)
        table.choose(next(option for option in table.offers if option.notation == "pass"))
        await until(lambda: "Waiting for Yellow (Basil) since " in text_of(app))
        session = table.sitting.session
        last = session.game.tell(session.events[-1])
        await until(lambda: last.lower() in text_of(app).lower())
        guest.leave()


async def test_talk_to_everybody_and_to_one(own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        _, guest = await hosted(app, pilot, own_folders)
        await pilot.press("T")
        await pilot.press(*"Peace?", "enter")
        await pilot.press("down", *"Really", "enter")
        theirs = game_of(guest)
        await until(lambda: [(line.text, line.to) for line in theirs.chat] == [("Peace?", None), ("Really", 1)])
        theirs.say("No.", 0)
        await until(lambda: "Basil to Irene alone: No." in text_of(app))
        await pilot.press("escape", "E")
        await until(lambda: "ms there and back" in text_of(app))
        guest.leave()


async def test_taking_back_needs_the_others_and_so_do_they(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.network_windows.STARTLED", 2.0)
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        table, guest = await hosted(app, pilot, own_folders)
        await to_irene(app, table, guest, pilot)
        before, theirs = table.sitting.session.digest(), game_of(guest)
        table.choose(next(option for option in table.offers if option.notation == "increase"))
        await until(lambda: table.ask and table.ask.name == "increase")
        await pilot.press("u")
        await until(lambda: theirs.back_asked)
        assert table.ask is not None
        assert table.ask.name == "increase"
        theirs.allow_take_back(True)
        await until(lambda: table.ask and table.ask.name == "action")
        assert table.sitting.session.digest() == before
        table.choose(next(option for option in table.offers if option.notation == "pass"))
        await to_basil(table, guest, pilot)
        seat = theirs.asks()[0].seat
        theirs.answer(seat, "increase")
        await until(lambda: theirs.asks() and theirs.asks()[0].name == "increase")
        theirs.take_back(seat)
        await until(lambda: "would like to take back" in text_of(app))
        assert "(increase)" in text_of(app)
        await pilot.press("n")  # too early: it was meant for the table
        assert theirs.back_asked
        await pilot.pause(2.1)
        await pilot.press("y")
        await until(lambda: theirs.asks() and theirs.asks()[0].name == "action")
        guest.leave()


async def test_pausing_and_resigning(own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        table, guest = await hosted(app, pilot, own_folders)
        await to_irene(app, table, guest, pilot)
        theirs = game_of(guest)
        theirs.pause()
        await until(lambda: "The game is paused by Basil" in text_of(app))
        await pilot.press("P")
        await until(lambda: table.offers)
        await pilot.press("R", "y")
        await until(lambda: theirs.resigned == ["red"])
        await until(theirs.asks)
        assert not table.offers
        guest.leave()


async def test_what_is_wrong_with_an_invitation_is_said(basil: Gathering, own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, "outremer://127.0.0.1:4000/byzantium-0123456789", pilot)
        assert "the end may have been cut off" in " ".join(text_of(app).replace("│", " ").split())
        await pilot.press("escape", "escape")
        thief = joins(household(own_folders, 3), basil.invitations[0], "Thief")
        await until(lambda: thief.lobby)
        await goes_to(app, basil.invitations[0], pilot)
        await until(lambda: isinstance(app.screen, Explanation))
        await pilot.pause()
        assert "an invitation is good for one player" in " ".join(text_of(app).replace("│", " ").split())
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        thief.leave()


async def test_a_game_is_left_and_resumed_on_another_day(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.network_commands.own_address", lambda: "127.0.0.1")
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        table, guest = await hosted(app, pilot, own_folders)
        await to_irene(app, table, guest, pilot)
        here, port = table.sitting.session.digest(), table.sitting.gathering.invitations[0].port
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("l")
        await pilot.pause()
        assert "over the network, Turn 1" in text_of(app)
        await pilot.press("enter", "enter")
        await until(lambda: isinstance(app.screen, Invitations) and app.screen.is_mounted)
        await pilot.pause()
        assert "outremer://127.0.0.1:" in text_of(app)
        await pilot.press("escape")
        table = await at_the_table(app, pilot)
        assert table.sitting.gathering.invitations[0].port == port, "the door is where it was"
        await until(lambda: table.offers, 30)  # Basil, who has not left, comes back by himself
        assert table.sitting.session.digest() == here
        table.choose(table.offers[-1])
        theirs = game_of(guest)
        await until(lambda: theirs.session and theirs.session.digest() == table.sitting.session.digest() != here)
        guest.leave()


async def test_a_player_comes_back_without_looking_for_his_invitation(basil: Gathering) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, basil.invitations[0], pilot)
        await until(lambda: "Irene" in text_of(app))
        await pilot.press("r")
        await until(lambda: basil.lobby and basil.lobby.full)
        basil.start()
        table = await at_the_table(app, pilot)
        await until(lambda: table.offers or plays(basil))
        await pilot.press("q")
        await until(lambda: not basil.room.talks)
        await pilot.press("c", "enter")
        await until(lambda: isinstance(app.screen, JoinScreen))
        await pilot.pause()
        await pilot.press("enter")
        table = await at_the_table(app, pilot)
        await until(lambda: table.offers or plays(basil))


async def test_a_disagreement_stops_the_game_in_a_window(own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        table, guest = await hosted(app, pilot, own_folders)
        await to_irene(app, table, guest, pilot)
        game_of(guest)._halt("Basil sees another game")
        game_of(guest).say("Look!")
        await until(lambda: isinstance(app.screen, Explanation))
        await pilot.pause()
        seen = " ".join(text_of(app).replace("│", " ").split())
        assert "Play has stopped" in seen
        assert "Nothing is lost" in seen
        guest.leave()


async def test_a_whole_game_to_the_audit_and_somebody_looks_on(own_folders: Path) -> None:
    """Irene has a bot in her own seat as well as Basil, so that it is over soon; Wanda watches on the screen."""
    host = await hosts(household(own_folders, 1), "Irene", "greedy,open")
    guest = joins(household(own_folders, 2), host.invitations[0])
    host.invite(watch=True)
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, host.invitations[1], pilot)
        await until(lambda: "You will look on" in text_of(app))
        guest.ready()
        await until(lambda: host.lobby and host.lobby.full)
        host.start()
        table = await at_the_table(app, pilot)
        assert table.sitting.people == []
        await until(lambda: guest.has_begun)
        game_of(guest).resign("yellow")
        await until(lambda: "The game is over" in text_of(app), 60)
        await until(lambda: any(note.message == "audit: clean" for note in app._notifications))
        await until(lambda: host.over and guest.over)
        await pilot.press("P", "T", "escape")
        assert not table.offers
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_host_with_another_key_than_the_one_we_know_is_refused(basil: Gathering) -> None:
    KnownPeers().remember("Basil", Identity.fresh().public)
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, basil.invitations[0], pilot)
        await until(lambda: "Irene" in text_of(app))
        await pilot.press("r")
        await until(lambda: basil.lobby and basil.lobby.full)
        basil.start()
        await until(lambda: isinstance(app.screen, Explanation))
        await pilot.pause()
        assert "Basil does not have the key we know" in " ".join(text_of(app).replace("│", " ").split())
        await until(lambda: basil.network is None)
        assert any("Irene does not agree" in str(line) for line in basil.story)


async def test_a_lobby_that_nobody_comes_to_leaves_nothing_behind(own_folders: Path) -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await opens_a_lobby(app, pilot)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
    assert not list((own_folders / "saves").iterdir())
