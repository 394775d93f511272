"""The table of a network game: the ordinary one, and beside it talk, who is there, pause, resigning, taking back."""

from __future__ import annotations

from collections.abc import Callable
from time import localtime, strftime
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

import saves
from core.engine import Ask, Refused
from core.engine.log import parse_answer
from netplay.network_game import BackAsked, ChatLine
from tui.lobby_view import Distance
from tui.network_sitting import NetworkSitting
from tui.screens.network_windows import Invitations, People, Talk, YesNo, story_line
from tui.screens.table import TableScreen
from tui.screens.table_keys import COMMANDS, HELP
from tui.screens.windows import Explanation, Keys

NETWORK_HELP = {
    "The others": {
        "T": "talk, to everybody or to one",
        "E": "everybody: who is connected, and how far away",
        "I": "invitations, if you host",
        "P": "pause the game, or go on",
        "R": "resign: a bot plays on for you",
        "u": "ask the others whether you may take back your last answer",
        "q": "leave; the game is kept, and can be resumed with Load",
    },
}


class NetworkTableScreen(TableScreen):
    """Whatever others do, the screen catches up with it; it rings when it becomes our move."""

    sitting: NetworkSitting

    commands: ClassVar = (
        ("Talk", "to everybody or to one", "talk"),
        ("Everybody", "who is connected, and by which key", "people"),
        ("Invitations", "for those who are not here", "invitations"),
        ("Pause, or go on", "nobody answers while the game is paused", "pause"),
        ("Resign", "a bot plays on for you", "resign"),
        *COMMANDS,
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("T", "talk", "Talk", id="network.talk"),
        Binding("E", "people", "Everybody", show=False, id="network.people"),
        Binding("I", "invitations", "Invitations", show=False, id="network.invitations"),
        Binding("P", "pause", "Pause", show=False, id="network.pause"),
        Binding("R", "resign", "Resign", show=False, id="network.resign"),
    ]

    def __init__(self, sitting: NetworkSitting) -> None:
        super().__init__(sitting)
        self.sitting = sitting
        self._told = len(sitting.gathering.story)
        self._heard_of = len(sitting.network.chat)
        self._asked: BackAsked | None = None
        self._was_my_move = True
        self._stopped = False
        self._link: tuple[bool, tuple[str, ...]] = (True, ())

    def on_mount(self) -> None:
        """Textual calls the method of the table as well."""
        self.set_interval(1.0, self._look_at_links)

    # --- what others do ------------------------------------------------------------------------------

    def _catch_up(self) -> None:
        super()._catch_up()
        self._notify()
        self._perhaps_ask()
        self._perhaps_stop()

    def _ring(self) -> None:
        """Once when it becomes our move, not again at every question of it."""
        deciders = self.sitting.network.awaited
        if deciders:
            mine = [seat for seat in deciders if seat in self.sitting.people]
            if mine and not self._was_my_move:
                self._call_player(mine[0])
            self._was_my_move = bool(mine)

    def _notify(self) -> None:
        gathering, network = self.sitting.gathering, self.sitting.network
        talk = next((screen for screen in self.app.screen_stack if isinstance(screen, Talk)), None)
        fresh = [self._chat_line(line) for line in network.chat[self._heard_of :] if line.member != network.me]
        for happened in gathering.story[self._told :]:
            if isinstance(happened, str):
                self.notify(happened, timeout=6, markup=False)
            elif not (gathering.looks_on and happened.name == gathering.name):
                fresh.append(story_line(happened, self.app.ink))
        self._told = len(gathering.story)
        if talk is not None:
            talk.hear()
        else:
            for line in fresh:
                self.notify(line.plain, timeout=8, markup=False)
        self._heard_of = len(network.chat)

    def _wait(self, ask: Ask) -> None:
        title, why = self.sitting.hindrance()
        if title:
            self.prompt.say(title, why)
            return
        since = strftime("%H:%M", localtime(self.sitting.network.moved_at))
        text = Text.assemble("Waiting for ", self._seat(ask.seat), f" since {since}: {ask.prompt}")
        if link := self.sitting.link(ask.seat):
            text.append(f"\n{link}", self.app.ink.style("bad"))
        if self.sitting.network.me is None:
            text.append("\nYou look on, and see what everybody may see. T: say something.", self.app.ink.style("muted"))
        self._say_wait(text)

    def _last_word(self) -> str:
        verdict = self.sitting.network.verdict
        if not verdict:
            return "\nThe others publish their secrets, to be checked…"
        clean = "everything was published and checked, and nobody has cheated"
        return f"\nAudit: {verdict}{f': {clean}' if verdict == 'clean' else ''}."

    def _perhaps_ask(self) -> None:
        """Somebody would like to take something back."""
        network, asked = self.sitting.network, self.sitting.network.back_asked
        if asked is None or asked == self._asked or asked.member == network.me or not self.sitting.people:
            return
        if self.app.screen is not self:  # he is reading or writing something: it is asked when he comes back
            return
        self._asked = asked

        def answered(yes: bool | None) -> None:
            if network.back_asked == asked:
                self._do(lambda: network.allow_take_back(bool(yes)))

        who = network.charter.members[asked.member].name
        answers = [
            each for line in self.sitting.session.log if (each := parse_answer(line)) and each.seat == asked.seat
        ]
        what = f" ({answers[-1].notation})" if answers else ""
        question = f"{who} would like to take back the last answer of {asked.seat.capitalize()}{what}. Yes?"
        self.app.push_screen(YesNo("A take-back", question, unasked=True), answered)

    def on_screen_resume(self) -> None:
        """Textual calls the method of the table as well."""
        self._perhaps_ask()

    def _perhaps_stop(self) -> None:
        """A disagreement, or something that makes it impossible to go on: told once, in a window."""
        gathering, network = self.sitting.gathering, self.sitting.network
        if self._stopped or not (network.halted or gathering.trouble):
            return
        self._stopped = True
        if network.halted:
            report = gathering.room.save.with_suffix(".report")
            text = f"{network.halted}\n\n{network.report}\n\nThe report is in {report}."
            self.app.push_screen(Explanation("Play has stopped", text))
        else:
            text = f"{gathering.trouble}\n\nWhat was played is safe in {gathering.room.save}."
            self.app.push_screen(Explanation("The game cannot go on", text))

    def _look_at_links(self) -> None:
        gathering = self.sitting.gathering
        here = tuple(sorted(key.hex for key in gathering.room.connected()))
        if (gathering.connected, here) != self._link:
            self._link = gathering.connected, here
            self._heard()

    def _do(self, what: Callable[[], None]) -> None:
        """Something that the others hear of, if they can."""
        if self.sitting.gathering.over:
            self.refuse("Not possible", "The game has ended here, and nobody hears you.")
            return
        try:
            what()
        except Refused as refused:
            self.refuse("Not possible", str(refused))
        except saves.SaveFailed as failed:
            self.not_saved(failed)

    # --- the others ----------------------------------------------------------------------------------

    def _chat_line(self, line: ChatLine) -> Text:
        network = self.sitting.network
        name = network.charter.members[line.member].name
        private = "" if line.to is None else f" to {network.charter.members[line.to].name} alone"
        return Text.assemble((f"{name}{private}: ", self.app.ink.style("strong")), line.text)

    def _said(self) -> list[Text]:
        """All in the order of this machine: who looks on is heard beside those who play."""
        spoken, lines = self.sitting.gathering.spoken(), []
        for number, line in enumerate([*self.sitting.network.chat, None]):
            lines += [story_line(each, self.app.ink) for each in spoken if each.after == number]
            lines += [self._chat_line(line)] if line is not None else []
        return lines

    def action_talk(self) -> None:
        network = self.sitting.network
        if network.me is None:
            gathering = self.sitting.gathering
            self.app.push_screen(Talk(self._said, [], lambda text, to: self._do(lambda: gathering.say(text))))
            return
        others = [number for number in range(len(network.charter.members)) if number != network.me]
        names = [network.charter.members[number].name for number in others]

        def say(text: str, to: int | None) -> None:
            self._do(lambda: network.say(text, others[to] if to is not None else None))

        self.app.push_screen(Talk(self._said, names, say))

    def action_people(self) -> None:
        self.app.push_screen(People(self._everybody))

    def _everybody(self) -> Text:
        network, gathering, ink = self.sitting.network, self.sitting.gathering, self.app.ink
        text, members = Text(), network.charter.members
        watchers, more = gathering.watchers()
        seats = [", ".join(map(str.capitalize, network.charter.seats_of(number))) for number in range(len(members))]
        wide = max(len(name) for name in [*(member.name for member in members), *(name for name, _ in watchers)])
        wide_seats = max(map(len, [*seats, "looks on"]))
        for number, member in enumerate(members):
            text.append(f"{member.name:<{wide}}", ink.style("strong"))
            text.append(f"  {seats[number]:<{wide_seats}}  ")
            distance = gathering.distance(member.name)
            if number == network.me:
                text.append("you", ink.style("accent"))
            elif distance is not None:
                text.append(self._how_far(distance), ink.style("accent"))
            else:
                text.append("not connected" if gathering.connected else "no link to the host", ink.style("muted"))
            if number in network.paused_by:
                text.append("  has paused the game", ink.style("bad"))
            text.append(f"\n   key: {member.key.phrase}\n", ink.style("muted"))
        for name, distance in watchers:
            is_me = gathering.looks_on and name == gathering.name
            text.append(f"{name:<{wide}}", ink.style("strong"))
            text.append(f"  {'looks on':<{wide_seats}}  ", ink.style("muted"))
            text.append(f"{'you' if is_me else self._how_far(distance)}\n", ink.style("accent"))
        if more:
            text.append(f"{more} more look on.\n", ink.style("muted"))
        if network.resigned:
            text.append(f"Resigned: {', '.join(network.resigned)}\n")
        text.append("\nWhoever doubts a key lets its owner read the words aloud, by telephone for example.")
        return text

    def _how_far(self, distance: Distance) -> str:
        far = f", {distance} there and back" if distance.seconds else ""
        return f"connected{' by way of the host' if distance.by_host else ''}{far}"

    def action_invitations(self) -> None:
        gathering = self.sitting.gathering
        if not gathering.hosting:
            self.refuse("No invitations", "Only the host can invite. He can give you a new one.")
            return
        self.app.push_screen(Invitations(gathering.invitation_lines, lambda: gathering.invite(watch=True)))

    def action_pause(self) -> None:
        network = self.sitting.network
        if network.me is not None:
            self._do(lambda: network.pause(not network.paused_by))

    def action_resign(self) -> None:
        people = self.sitting.people
        if not people or self.sitting.session.over:
            self.refuse("Cannot resign", "You have no seat in a game that goes on.")
            return
        seat = self.sitting.viewer or people[0]

        def answered(yes: bool | None) -> None:
            if yes:
                self._do(lambda: self.sitting.network.resign(seat))

        question = f"Resign for {seat.capitalize()}? A bot of yours plays on; this cannot be undone."
        self.app.push_screen(YesNo("Resign", question), answered)

    def action_take_back(self) -> None:
        self._do(super().action_take_back)

    def _was_taken_back(self) -> str:
        """Secretly at once; otherwise the others are asked."""
        network = self.sitting.network
        if network.back_asked is None:
            return "Taken back."
        names = [member.name for number, member in enumerate(network.charter.members) if number != network.me]
        return f"{' and '.join(names)} must allow it. If you answer meanwhile, it stands."

    def action_help(self) -> None:
        self.app.push_screen(Keys(HELP | NETWORK_HELP, self.app.ink))
