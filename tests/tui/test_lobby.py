"""The lobby at several screens: other terms, bidding for a seat, those who look on, how far away everybody is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.games import load_game
from netplay.charter import Charter
from netplay.joining import Guest
from netplay.lobby import Spoken
from tests.tui.neighbours import game_of, hosts, household, joins, until
from tests.tui.table import text_of
from tests.tui.test_network import at_the_table, goes_to, opens_a_lobby
from tui.app import Outremer
from tui.gathering import Gathering
from tui.screens.bidding import BidWindow
from tui.screens.lobby import LobbyScreen
from tui.screens.network_windows import Talk
from tui.screens.table import TableScreen
from tui.screens.terms import TermsScreen
from tui.screens.windows import Explanation
from tui.widgets.form import Form

pytestmark = pytest.mark.xdist_group("over ssh")
ALMORAVID = load_game("almoravid")


@pytest.fixture(autouse=True)
def own_key(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTREMER_HOME", str(own_folders / "own"))
    monkeypatch.setattr("tui.screens.host.own_address", lambda: "127.0.0.1")


@pytest.fixture
async def pair(own_folders: Path) -> AsyncIterator[tuple[Gathering, Gathering]]:
    """Anna hosts Almoravid, Basil has come."""
    host = await hosts(household(own_folders, 1), "Anna", game=ALMORAVID, scenario="A")
    guest = joins(household(own_folders, 2), host.invitations[0], "Basil")
    await until(lambda: guest.lobby)
    yield host, guest
    guest.leave()
    host.leave()


def told(gathering: Gathering) -> str:
    return "\n".join(str(line) for line in gathering.story)


# --- other terms -------------------------------------------------------------------------------------


async def test_the_host_changes_the_terms_on_the_screen(own_folders: Path) -> None:
    """Irene changes an option and gives Basil her own seat; he must be ready again, and is told what changed."""
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        mine = await opens_a_lobby(app, pilot)
        guest = joins(household(own_folders, 2), mine.invitations[0])
        await until(lambda: guest.lobby)
        guest.ready()
        await until(lambda: "s starts the game" in text_of(app))
        await pilot.press("w")
        await until(lambda: "to look on" in text_of(app))
        await pilot.press("o")
        await until(lambda: isinstance(app.screen, TermsScreen) and app.screen.is_mounted)
        await pilot.pause()
        app.screen.query_one(Form).visit("seat red")
        await pilot.press("left")  # from "you" to Basil: both change places
        await pilot.pause()
        switch = mine.game.switches[0]
        app.screen.query_one(Form).visit(f"option {switch.id}")
        await pilot.press("right")
        await pilot.pause()
        assert guest.lobby is not None
        assert guest.lobby.terms == 0, "nothing changes before it is put to the others"
        await pilot.press("f5")
        await until(lambda: isinstance(app.screen, LobbyScreen))
        await until(lambda: guest.lobby and guest.lobby.terms == 1)
        assert mine.lobby is not None
        assert not mine.lobby.full
        for gathering in (mine, guest):
            assert "Red is for Basil; Yellow is for Irene" in told(gathering)
            assert f"{switch.title}: {switch.values[1]} (was {switch.default})" in told(gathering)
        await until(lambda: "not ready" in text_of(app))
        await pilot.press("s")
        assert mine.network is None, "nobody begins before all are ready again"
        guest.ready()
        await until(lambda: mine.lobby and mine.lobby.full)
        await pilot.press("s")
        await at_the_table(app, pilot)
        charter = game_of(mine).charter
        assert [charter.members[charter.seats[seat].member].name for seat in ("red", "yellow")] == ["Basil", "Irene"]
        assert charter.options[switch.id] == switch.values[1]
        guest.leave()


async def test_a_guest_sees_at_once_that_he_is_no_longer_ready(own_folders: Path) -> None:
    host = await hosts(household(own_folders, 1), game=ALMORAVID, scenario="A")
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, host.invitations[0], pilot)
        await until(lambda: "r: you are ready" in text_of(app))
        await pilot.press("r")
        await until(lambda: host.lobby and host.lobby.full)
        await until(lambda: "The host begins" in text_of(app))
        assert host.lobby is not None
        host.change("B", host.lobby.options, host.allocation())
        await until(lambda: "r: you are ready" in text_of(app))
        seen = " ".join(text_of(app).replace("│", " ").split())
        assert "Changed: the scenario is" in seen
        assert "Whoever was ready must say so again" in seen
        assert not host.lobby.full
        host.leave()


async def test_nobody_is_ready_for_what_he_has_not_seen(pair: tuple[Gathering, Gathering]) -> None:
    """Basil says that he is ready at the very moment at which Anna changes the terms."""
    host, guest = pair
    guest.ready()
    assert host.lobby is not None
    host.change("A", dict(host.lobby.options) | {"vassal_service": "on"}, host.allocation())
    await until(lambda: guest.lobby and guest.lobby.terms == 1)
    await asyncio.sleep(0.3)
    assert not host.lobby.full
    guest.ready()
    await until(lambda: host.lobby and host.lobby.full)


async def test_a_bot_without_a_screen_stays_ready(own_folders: Path) -> None:
    host = await hosts(household(own_folders, 1), game=ALMORAVID, scenario="A")
    guest = joins(household(own_folders, 2), host.invitations[0], "Robot")
    assert isinstance(guest._guest, Guest)
    guest._guest.ready = guest._guest._for_anything = True
    await until(lambda: host.lobby and host.lobby.full)
    host.bid(4)
    await until(lambda: "The bidding for Muslim is void: Robot would rather not bid." in told(host))
    assert host.lobby is not None
    host.change("A", dict(host.lobby.options) | {"vassal_service": "on"}, host.allocation())
    await until(lambda: host.lobby and host.lobby.full)
    guest.leave()
    host.leave()


async def test_a_host_who_shows_one_thing_and_starts_another_is_refused(
    pair: tuple[Gathering, Gathering], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = pair
    guest.ready()
    await until(lambda: host.lobby and host.lobby.full)
    assert host._host is not None
    lobby = host._host.lobby
    assert lobby is not None
    honest = lobby.charter()
    false = Charter(honest.id, honest.game, honest.revision, honest.data, honest.scenario,
                    dict(honest.options) | {"hidden_mats": "on"}, honest.members, honest.seats)  # fmt: skip
    monkeypatch.setattr(lobby, "charter", lambda: false)
    host.start()
    await until(lambda: "not what the lobby has shown" in guest.trouble)
    assert not guest.has_begun


async def test_a_host_who_changes_something_on_the_quiet_is_noticed(pair: tuple[Gathering, Gathering]) -> None:
    """His program does not count the terms up, and goes on believing that Basil is ready."""
    host, guest = pair
    guest.ready()
    await until(lambda: host.lobby and host.lobby.full)
    assert host._host is not None
    lobby = host._host.lobby
    assert lobby is not None
    lobby.setup = ALMORAVID.setup("A", 2, {"hidden_mats": "on"})
    host._host._show_lobby()
    await until(lambda: "Changed: Hidden Mats: on (was off)" in told(guest))
    host.start()
    await until(lambda: "not what the lobby has shown" in guest.trouble)
    assert not guest.has_begun


async def test_who_would_have_no_seat_or_has_left_is_named(
    pair: tuple[Gathering, Gathering], own_folders: Path
) -> None:
    host, guest = pair
    for seats, why in (
        ({"christian": "human", "muslim": "open"}, "Basil must have one seat, and has none"),
        ({"christian": "open", "muslim": "guest:Basil"}, "Somebody must sit here"),
        ({"christian": "human", "muslim": "guest:Nobody"}, "Nobody has left"),
    ):
        with pytest.raises(Exception, match=why):
            host.change("A", {}, seats)
    assert guest.lobby is not None
    assert guest.lobby.terms == 0


# --- bidding -----------------------------------------------------------------------------------------


async def test_two_people_bid_for_the_muslims(own_folders: Path) -> None:
    host = await hosts(household(own_folders, 1), "Basil", game=ALMORAVID, scenario="F")
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, host.invitations[0], pilot)
        await until(lambda: "b: bid for Muslim" in text_of(app))
        host.bid(7)
        await until(lambda: "Basil has sealed a bid for Muslim. b: bid too; n: rather not." in text_of(app))
        await pilot.press("b")
        await until(lambda: isinstance(app.screen, BidWindow))
        await pilot.pause()
        await pilot.press("1", "enter")
        await until(lambda: "A bid is a number from 2 to 18" in text_of(app))
        await pilot.press("backspace", "9", "enter")
        await until(lambda: host.lobby and host.lobby.options["bid"] == "7")
        assert "Basil has bid 7 and Irene 9: Basil has Muslim, for 7." in told(host)
        await until(lambda: "Muslim    Basil" in text_of(app))
        assert "Christian Irene" in text_of(app)
        seen = " ".join(text_of(app).replace("│", " ").split())
        assert "Irene has bid 9 and Basil 7: Basil has Muslim, for 7." in seen
        assert "Beware" not in seen
        assert "void" not in seen
        assert "b: bid" not in seen
        await pilot.press("r")
        await until(lambda: host.lobby and host.lobby.full)
        host.start()
        table = await at_the_table(app, pilot)
        assert table.sitting.people == ["christian"]
        assert table.sitting.session.state.box_vp == 7  # type: ignore[attr-defined]
        host.leave()


async def test_a_false_opening_is_named_and_the_bidding_void(
    pair: tuple[Gathering, Gathering], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = pair
    assert guest._guest is not None
    send = guest._guest._send_bid

    def lying(word: dict[str, object]) -> None:
        send(word | {"amount": 0} if "amount" in word else word)

    monkeypatch.setattr(guest._guest, "_send_bid", lying)
    host.bid(3)
    guest.bid(5)
    await until(lambda: "The bidding for Muslim is void: Basil opened another bid than he had sealed." in told(host))
    assert host.lobby is not None
    assert host.lobby.options["bid"] == "none"
    assert host.lobby.terms == 0


async def test_leaving_instead_of_opening_is_named(pair: tuple[Gathering, Gathering]) -> None:
    host, guest = pair
    host.bid(3)
    await until(lambda: guest.bids and guest.bids.they_have_bid)
    guest.leave()
    await until(lambda: "The bidding for Muslim is void: Basil has left." in told(host))


async def test_a_host_who_does_not_keep_to_the_bids_is_named(
    pair: tuple[Gathering, Gathering], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = pair
    assert host._host is not None
    change = host._host.change
    monkeypatch.setattr(host._host, "change", lambda setup, seats: change(setup, host._host.lobby.allocation))  # type: ignore[union-attr]
    host.bid(3)
    guest.bid(5)
    await until(lambda: "Beware: this is not what the bidding has come to." in told(guest))


async def test_two_people_at_one_keyboard_bid_in_turn() -> None:
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        form = app.screen.query_one(Form)
        form.visit("game")
        await pilot.press("right")
        await pilot.pause()
        assert "Bid for Muslim" not in text_of(app)
        form.visit("seat muslim")
        await pilot.press("left")
        while "Bid for Muslim" not in text_of(app):
            await pilot.press("left")
            await pilot.pause()
        form.visit("bid")
        await pilot.press("enter")
        await until(lambda: "Irene" in text_of(app) and "hand the keyboard" in text_of(app))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, BidWindow) and app.screen.is_mounted)
        await pilot.pause()
        await pilot.press("3", "enter")
        await until(lambda: "Player 2" in text_of(app) and "hand the keyboard" in text_of(app))
        assert "3" not in text_of(app), "the first bid is not on the screen"
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, BidWindow) and app.screen.is_mounted)
        await pilot.pause()
        await pilot.press("5", "enter")
        await until(lambda: isinstance(app.screen, Explanation) and app.screen.is_mounted)
        await pilot.pause()
        assert "Irene plays Muslim for 3. Player 2 plays Christian." in " ".join(text_of(app).replace("│", "").split())
        await pilot.press("escape", "f5")
        await until(lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
        table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        assert table.sitting.players == {"christian": "human:Player 2", "muslim": "human:Irene"}
        assert table.sitting.session.setup.options["bid"] == "3"


# --- those who look on -------------------------------------------------------------------------------


async def test_who_looks_on_talks_in_the_lobby_and_at_the_table(
    pair: tuple[Gathering, Gathering], own_folders: Path
) -> None:
    host, guest = pair
    host.invite(watch=True)
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, host.invitations[-1], pilot)
        await until(lambda: "You will look on" in text_of(app))
        assert "Basil" in text_of(app), "who looks on sees the lobby too"
        await pilot.press("t", *"Good luck", "enter")
        words = Spoken("Irene", "Good luck", True)
        await until(lambda: words in host.spoken() and words in guest.spoken())
        await until(lambda: "Irene (looking on): Good luck" in text_of(app))
        guest.ready()
        await until(lambda: host.lobby and host.lobby.full)
        host.start()
        await at_the_table(app, pilot)
        await until(lambda: guest.has_begun)
        await until(lambda: "You look on, and see what everybody may see" in text_of(app))
        assert [use for _, use in host.invitation_lines()] == ["used by Basil", "used by Irene (looking on)"]
        game_of(guest).say("Thank you")
        await until(lambda: any("Thank you" in note.message for note in app._notifications))
        await pilot.press("T")
        await until(lambda: isinstance(app.screen, Talk) and app.screen.is_mounted)
        await pilot.press(*"Well", "enter")
        aside = Spoken("Irene", "Well", True, 1)
        await until(lambda: aside in host.spoken() and aside in guest.spoken())
        await until(lambda: "Irene (looking on): Well" in text_of(app))
        lines = [line.strip("│ ") for line in text_of(app).splitlines()]
        order = [word for line in lines for word in ("Good luck", "Thank you", "Well") if word in line]
        assert order == ["Good luck", "Thank you", "Well"]
        record = host.room.save.with_suffix(".record").read_text()
        assert "Thank you" in record
        assert "Well" not in record


async def test_a_player_hears_who_looks_on_as_such(own_folders: Path) -> None:
    host = await hosts(household(own_folders, 1))
    host.invite(watch=True)
    watcher = joins(household(own_folders, 3), host.invitations[-1], "Wa\x1b[31mnda")
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        await goes_to(app, host.invitations[0], pilot)
        await until(lambda: "r: you are ready" in text_of(app))
        await pilot.press("r")
        await until(lambda: host.lobby and host.lobby.full)
        host.start()
        await at_the_table(app, pilot)
        await until(lambda: watcher.has_begun)
        watcher.say("Behind you!\x1b]0;x\x07 \u202e" + "z" * 5000)
        heard = "Wa [31mnda (looking on): Behind you! ]0;x "
        await until(lambda: any(note.message.startswith(heard) for note in app._notifications))
        (line,) = [each for each in host.spoken() if each.looks_on]
        assert len(line.text) == 300
        await pilot.press("E")
        await until(lambda: "looks on  connected by way of the host" in text_of(app))
        watcher.leave()
        await until(lambda: "looks on" not in text_of(app))
        host.leave()


async def test_who_floods_the_talk_is_sent_away_for_good(pair: tuple[Gathering, Gathering], own_folders: Path) -> None:
    host, guest = pair
    host.invite(watch=True)
    wanda = joins(household(own_folders, 3), host.invitations[-1], "Wanda")
    await until(lambda: wanda.lobby)
    for number in range(10):
        wanda.say(f"word {number}")
    await until(lambda: "not so fast" in told(wanda))
    assert len(guest.spoken()) <= 6, "a few words at once, no more"
    assert not wanda.trouble
    for number in range(100):
        wanda.say(f"flood {number}")
    await until(lambda: "said far too much" in wanda.trouble)
    assert "Wanda (looking on) has flooded the talk and was sent away" in told(host)
    assert len(guest.spoken()) <= 6
    again = joins(household(own_folders, 3), host.invitations[-1], "Wanda")
    await until(lambda: "does not let you in" in again.trouble)
    assert guest.connected


# --- how far away ------------------------------------------------------------------------------------


async def test_guests_know_how_far_away_each_other_are(own_folders: Path) -> None:
    host = await hosts(household(own_folders, 1), "Anna", "human,open,open")
    basil = joins(household(own_folders, 2), host.invitations[0], "Basil")
    await until(lambda: basil.lobby)
    app = Outremer()
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(app, host.invitations[1], pilot)
        mine = next(screen for screen in app.screen_stack if isinstance(screen, LobbyScreen)).gathering

        def both() -> bool:
            direct, by_host = mine.distance("Anna"), mine.distance("Basil")
            return bool(direct and direct.seconds and by_host and by_host.seconds > direct.seconds and by_host.by_host)

        await until(both)
        await until(lambda: text_of(app).count(" ms") >= 2)
        basil.ready()
        await pilot.press("r")
        await until(lambda: host.lobby and host.lobby.full)
        host.start()
        await at_the_table(app, pilot)
        await until(both)
        await pilot.press("E")
        await until(lambda: "Basil  Yellow    connected by way of the host, " in text_of(app))
        assert "Anna   Red       connected, " in text_of(app)
        basil.leave()
        await until(lambda: "Basil  Yellow    not connected" in text_of(app))
        host.leave()
