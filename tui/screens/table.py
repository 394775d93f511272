"""The table: a game being played, by people here and by bots."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

import saves
from core.bots import BotFailed
from core.engine import Ask, Event, Option, Refusal, Refused
from core.engine.log import parse_answer
from tui.boards import Board, load_board
from tui.map.chart import Place
from tui.map.view import MapView
from tui.rulebook import load_codex
from tui.screens.laying import Laying
from tui.screens.table_keys import COMMANDS, HELP, TableCommands
from tui.screens.windows import Explanation, HandOver, Keys, Tale, WhyNot
from tui.settings import SPEEDS
from tui.sitting import Sitting, player_name
from tui.why_not import reasons_against, why_not
from tui.widgets.dice import DiceTray
from tui.widgets.panels import PanelView
from tui.widgets.prompt import Prompt
from tui.widgets.table_top import HEIGHTS, WIDTHS, TableTop

if TYPE_CHECKING:
    from tui.app import Outremer

FEW = 8
LATELY = 5
AFTERWARDS = [Option("watch", "Watch the game again"), Option("leave", "Leave the table")]


class TableScreen(Screen[None]):
    """Puts each question to whoever must answer it, and shows what comes of it."""

    app: Outremer

    commands: ClassVar[tuple[tuple[str, str, str], ...]] = COMMANDS
    COMMANDS: ClassVar = {TableCommands}
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back", "Take back", id="table.take_back"),
        Binding("w", "why", "Why not?", id="table.why"),
        Binding("m", "map", "Map", id="table.map"),
        Binding("s", "story", "Story", id="table.story"),
        Binding("c", "codex", "Rules", id="table.codex"),
        Binding("question_mark,f1", "help", "Help", id="table.help"),
        Binding("right_square_bracket", "tab(1)", "Next panel", show=False, id="table.next_tab"),
        Binding("left_square_bracket", "tab(-1)", "Previous panel", show=False, id="table.previous_tab"),
        Binding("exclamation_mark", "routine", "Routine", show=False, id="table.routine"),
        Binding("less_than_sign", "speed(1)", "Slower bots", show=False, id="table.slower"),
        Binding("greater_than_sign", "speed(-1)", "Faster bots", show=False, id="table.faster"),
        Binding("q", "leave", "Leave", id="table.leave"),
        Binding("left,h", "walk(-1)", "Place before", show=False, priority=True, id="stack.before"),
        Binding("right,l", "walk(1)", "Place after", show=False, priority=True, id="stack.after"),
        Binding("shift+left,shift+up,H,K", "shift(-1)", "Move up", show=False, priority=True, id="stack.up"),
        Binding("shift+right,shift+down,L,J", "shift(1)", "Move down", show=False, priority=True, id="stack.down"),
        Binding("delete,backspace", "drop", "Take out", show=False, priority=True, id="stack.drop"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.board: Board = load_board(sitting.session.game.id)
        self.ask: Ask | None = None
        self.offers: list[Option] = []
        self._anew = True
        self._news = False
        self._spinner: Timer | None = None
        self._turns = 0
        self.laying = Laying(self)
        self._rewinds = sitting.session.rewinds
        self._must_catch_up = False
        self._thrower = ""
        self._thinks_again = False
        """After a take-back everything is asked, or the next take-back would be answered at once."""

    def compose(self) -> ComposeResult:
        panels = self.board.panels(self.sitting.session, self.sitting.viewer)
        yield TableTop(self.board, self.app.ink, panels, Prompt(id="prompt"))
        yield Footer(show_command_palette=False)

    @property
    def top(self) -> TableTop:
        return self.query_one(TableTop)

    @property
    def prompt(self) -> Prompt:
        return self.query_one("#prompt", Prompt)

    def on_mount(self) -> None:
        if len(self.sitting.people) == 1:
            (self.sitting.viewer,) = self.sitting.people
        for notice in self.sitting.notices:
            self.notify(notice, severity="warning", timeout=12)
        self._spinner = self.set_interval(0.12, self._spin, pause=True)
        self.prompt.offers.focus()
        self.sitting.watch(self._heard)
        self.go_on()

    def on_unmount(self) -> None:
        self.sitting.close()  # also when the program ends without leaving the table first

    # --- what happens at other screens ---------------------------------------------------------------

    def _heard(self) -> None:
        """However much happens until this screen gets round to it, it catches up once."""
        if not self._must_catch_up:
            self._must_catch_up = True
            self.call_later(self._catch_up)

    def _catch_up(self) -> None:
        self._must_catch_up = False
        before, now = self.ask, self.sitting.awaited()
        if now is not None and now is before and not self.sitting.is_elsewhere(now):
            self._show()  # the same question: what was typed or opened in the prompt stays
            return
        self.go_on()
        self._ring()

    def _ring(self) -> None:
        """There is something to answer here."""
        if self.ask is not None and not self.sitting.is_elsewhere(self.ask):
            self._call_player(self.ask.seat)

    def _call_player(self, seat: str) -> None:
        self.app.call_player(f"your move as {seat.capitalize()} in {self.sitting.session.game.title}")

    # --- one question after the other ----------------------------------------------------------------

    def go_on(self) -> None:
        """Puts the next question, or says how the game ended."""
        self.ask = ask = self.sitting.awaited()
        if not self._is_for_us(ask):
            self.laying.take_up(None)
        if self._spinner is not None:
            self._spinner.pause()
        if ask is None:
            self._end()
        elif self.sitting.is_elsewhere(ask):
            self.offers = []
            self._show()
            self._wait(ask)
        elif self.sitting.bot_for(ask.seat) is not None:
            self.offers = []
            self._show()
            self._spin()
            if self._spinner is not None:
                self._spinner.resume()
            self._think(ask)
        elif self.app.settings.routine and not self._thinks_again and (notation := self._routine(ask)):
            self.answer(ask.seat, notation)
        elif self.sitting.must_hand_over(ask):
            self.offers, self.sitting.viewer = [], ""
            self._show()
            self.app.push_screen(HandOver(self._hand_over_words(ask.seat)), lambda _: self._put(ask, alone=True))
        else:
            self._put(ask, alone=ask.seat == self.sitting.alone)

    def _is_for_us(self, ask: Ask | None) -> bool:
        """Whether the person at the screen can answer at once."""
        if ask is None or self.sitting.is_elsewhere(ask) or self.sitting.bot_for(ask.seat) is not None:
            return False
        return not self.sitting.must_hand_over(ask)

    def _wait(self, ask: Ask) -> None:
        """Somebody answers at another screen."""
        self._say_wait(Text.assemble("Waiting for ", self._seat(ask.seat), ": ", self._what_is_asked(ask)))

    def _say_wait(self, text: Text) -> None:
        """On a small screen with what happened last, for there the story is on a page of its own."""
        lately = self.top.lately(LATELY)
        self.prompt.say("Please wait", Text("\n").join([text, Text(), *lately]) if lately else text)

    def _put(self, ask: Ask, alone: bool) -> None:
        session = self.sitting.session
        self.sitting.viewer, self.sitting.alone = ask.seat, ask.seat if alone else ""
        self.offers = session.offers(ask)
        self.laying.take_up(self.board.stack(session, ask.seat))
        self._show()
        hints = {option.notation: self.board.hint(session, ask, option) for option in self.offers}
        if not self.app.settings.routine and (notation := self._routine(ask)):
            hints[notation] = "! does this until it matters"
        title = f"{self._seat(ask.seat).plain} to decide"
        self.prompt.ask(title, self._question(ask), self.offers, hints, self.app.ink, ask.rule)
        self._look_at_choices()
        self.laying.show_mark()
        if fights := self.board.fights(session, ask):
            self._reckon(ask, fights)

    def _question(self, ask: Ask) -> Text:
        question = self.app.ink.seats_named(ask.prompt, self.board.hues)
        return question.append(self.laying.where(ask.name))

    def put_question(self) -> None:
        """The same question in other words."""
        if self.ask is not None:
            self.prompt.put(self._question(self.ask))

    @work(exclusive=True, group="odds")
    async def _reckon(self, ask: Ask, notations: list[str]) -> None:
        """How the fights would go that some answers lead to: worked out in a thread, told as they come."""
        moment = self.sitting.session.fork(ask.seat, lasting=True)
        for notation in notations:
            words = await asyncio.to_thread(self.board.odds, moment, ask.seat, notation)
            if self.ask is not ask:
                return
            if words:
                self.prompt.hint(notation, words)

    def _routine(self, ask: Ask) -> str:
        """The answer to a question that can wait, if it is one."""
        return self.board.routine(self.sitting.session, ask)

    def action_routine(self) -> None:
        """From now on the program answers what can wait, or asks again."""
        settings = self.app.settings
        settings.routine, self._thinks_again = not settings.routine, False
        self.app.keep_settings()
        words = "answered for you" if settings.routine else "put to you"
        self.notify(f"Routine questions are {words}.", timeout=3)
        if settings.routine and self.ask is not None and self.offers and self._routine(self.ask):
            self.go_on()

    def _look_at_choices(self) -> None:
        """A question about a few places brings them into view."""
        lit = [place for place in self.board.chart.places if place in self.top.map.lit]
        if 0 < len(lit) <= FEW and self.top.map.cursor not in lit:
            self.top.map.point_at(lit[0])

    def _show(self) -> None:
        session = self.sitting.session
        if session.rewinds != self._rewinds:
            self._rewinds, self._anew = session.rewinds, True
        lit = frozenset(thing for option in self.offers for thing in option.touches)
        fresh = self.top.show(session, self._headline(), self.sitting.viewer, lit, self._anew)
        throws = [(tuple(event.facts["dice"]), str(event.facts["why"])) for event in fresh if event.kind == "roll"]
        tray, mover = self.query_one(DiceTray), self._last_mover()
        if throws and not self._anew:
            tray.throw(throws[-3:], self.app.ink, self.app.settings.animation)
            self._thrower = mover
        elif fresh and mover != self._thrower:
            tray.clear()  # somebody else has done something: what fell before is history
        if not self._anew:
            self._follow(fresh)
        self._anew, self._news = False, bool(fresh)
        self._inform(self.board.chart.places[self.top.map.cursor])

    def _last_mover(self) -> str:
        """Who answered last."""
        answers = (parse_answer(line) for line in reversed(self.sitting.session.log))
        return next((answer.seat for answer in answers if answer is not None), "")

    def _follow(self, fresh: list[Event]) -> None:
        """The map goes where something happened that the player did not do himself."""
        places = [place for event in fresh if (place := self.board.where(event)) in self.board.chart.places]
        if places and not self.top.map.has_focus:
            self.top.map.point_at(places[-1])

    def _seat(self, seat: str) -> Text:
        text = Text()
        text.append(seat.capitalize(), self.app.ink.style(f"{self.board.hues[seat]} strong"))
        text.append(f" ({player_name(self.sitting.players[seat])})")
        return text

    def _what_is_asked(self, ask: Ask) -> Text:
        """What is asked, as everybody may know it."""
        return self.app.ink.seats_named(self.sitting.public_prompt(ask), self.board.hues)

    def _headline(self) -> Text:
        session, ink = self.sitting.session, self.app.ink
        headline = session.game.headline(session.state)
        game = Text.assemble((session.game.title, ink.style("accent strong")), f"  {headline}")
        move = Text()
        if self.ask is not None:
            move = Text.assemble((f"{ink.glyphs['lit']} ", ink.style("accent")), self._seat(self.ask.seat))
            move.append(": ").append_text(self._what_is_asked(self.ask))
        first, second = (move, game) if self.size.width < 60 else (game, move)
        line = Text(no_wrap=True, overflow="ellipsis")
        return line.append_text(first).append("  ").append_text(second)

    def _hand_over_words(self, seat: str) -> Text:
        text = Text("Please hand the keyboard to\n\n")
        text.append_text(self._seat(seat))
        text.append("\n\nThe next question shows what only this player may see.\n")
        text.append("Press Enter when everybody else looks away.")
        return text

    def _end(self) -> None:
        self.offers = []
        self._show()
        session, ink = self.sitting.session, self.app.ink
        outcome = session.game.outcome(session.state)
        text = Text()
        if outcome is not None:
            winners = " and ".join(seat.capitalize() for seat in outcome.winners) or "nobody"
            text.append(f"Won by {winners}: ", ink.style("accent strong"))
            text.append_text(ink.seats_named(f"{outcome.why}.\n", self.board.hues))
            ranked = sorted(outcome.scores, key=lambda seat: -outcome.scores[seat])
            for number, seat in enumerate(ranked):
                text.append(", " if number else "")
                text.append_text(self._seat(seat))
                text.append(f" {session.game.score_text(outcome.scores[seat])}")
        text.append(self._last_word())
        self.prompt.ask("The game is over", text, AFTERWARDS, {}, ink)
        self.prompt.add_class("-saying")

    def _last_word(self) -> str:
        """What there is to say after the end."""
        return ""

    def _after_the_end(self, option: Option) -> None:
        from tui.screens.replay import Film, ReplayScreen

        self.action_leave()
        if option.notation == "watch" and self.sitting.path is not None:
            self.app.push_screen(ReplayScreen(Film(self.sitting.path)))

    # --- bots ----------------------------------------------------------------------------------------

    @work(exclusive=True, group="bot")
    async def _think(self, ask: Ask) -> None:
        """A bot thinks in a thread of its own, so that the screen never freezes."""
        session, began = self.sitting.session, monotonic()
        bot = self.sitting.bot_for(ask.seat)
        assert bot is not None
        try:
            notation = await asyncio.to_thread(bot, session, ask)
        except BotFailed as failed:
            self.prompt.say("A bot has failed", str(failed))
            return
        if self._news:  # what has just happened stays for a while; steps that show nothing do not
            await asyncio.sleep(max(0.0, SPEEDS[self.app.settings.bot_speed] - (monotonic() - began)))
        if self.ask is ask:
            self.answer(ask.seat, notation)

    def _spin(self) -> None:
        if self.ask is None:
            return
        signs = self.app.ink.glyphs["spinner"]
        self._turns += 1
        text = Text()
        text.append(f"{signs[self._turns % len(signs)]} ", self.app.ink.style("accent strong"))
        text.append_text(self._seat(self.ask.seat))
        text.append(" is thinking about: ").append_text(self._what_is_asked(self.ask))
        self.prompt.say("Please wait", text)

    def action_speed(self, step: int) -> None:
        names = list(SPEEDS)
        at = names.index(self.app.settings.bot_speed) + step
        self.app.settings.bot_speed = names[min(max(at, 0), len(names) - 1)]
        self.app.keep_settings()
        self.notify(f"Bots play at speed: {self.app.settings.bot_speed}", timeout=2)

    # --- answers -------------------------------------------------------------------------------------

    def choose(self, option: Option) -> None:
        self._thinks_again = False
        if option in AFTERWARDS:
            self._after_the_end(option)
        elif self.ask is None or option not in self.offers:
            return
        elif self.laying.adds(self.ask.name):
            self.laying.put_in(option.notation)
        else:
            self.answer(self.ask.seat, option.notation)

    def answer(self, seat: str, notation: str) -> None:
        try:
            self.sitting.answer(seat, notation)
        except Refused as refused:
            self.refuse("Not possible", str(refused))
            return
        except saves.SaveFailed as failed:
            self.not_saved(failed)
        self.go_on()

    # --- a stack that is laid ------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of a stack are others' while there is none, on the map and where somebody types."""
        if action in ("walk", "shift", "drop"):
            return self.laying.stack is not None and not isinstance(self.focused, (Input, MapView))
        return super().check_action(action, parameters)

    def action_walk(self, step: int) -> None:
        self.laying.walk(step)

    def action_shift(self, step: int) -> None:
        self.laying.shift(step)

    def action_drop(self) -> None:
        self.laying.drop()

    def on_panel_view_acted(self, event: PanelView.Acted) -> None:
        if self.laying.stack is None:
            return
        verb, _, rest = event.act.partition(" ")
        match verb:
            case "slot":
                self.laying.go_to(int(rest))
            case "drop":
                self.laying.move(int(rest), -1)
            case "answer":
                for option in self.offers:
                    if option.notation == rest:
                        self.choose(option)
                        break

    def on_panel_view_dragged(self, event: PanelView.Dragged) -> None:
        verb, _, start = event.act.partition(" ")
        if self.laying.stack is not None and verb == "slot":
            onto, _, end = event.onto.partition(" ")
            self.laying.move(int(start), int(end) if onto == "slot" else -1)

    # --- choosing ------------------------------------------------------------------------------------

    def on_prompt_chosen(self, event: Prompt.Chosen) -> None:
        self.choose(event.option)

    def on_prompt_highlighted(self, event: Prompt.Highlighted) -> None:
        """The map's cursor goes along with a single option that is about a place."""
        places = [thing for option in event.options for thing in option.touches if thing in self.board.chart.places]
        if len(places) == 1 and self.prompt.has_focus_within:
            self.top.map.point_at(places[0])

    def on_key(self, event: events.Key) -> None:
        if isinstance(self.focused, Input) or event.character is None:
            return
        if self.prompt.press(event.character, self.app.settings.confirm):
            event.stop()

    def action_take_back(self) -> None:
        if self.laying.take_back():
            return
        seat = self.sitting.who_can_take_back()
        if not seat:
            self.refuse("Cannot be taken back", self.sitting.why_no_take_back())
            return
        self.workers.cancel_group(self, "bot")
        try:
            self.sitting.take_back(seat)
        except saves.SaveFailed as failed:
            self.not_saved(failed)
        self.notify(self._was_taken_back(), timeout=4)
        self._thinks_again = True
        self.go_on()

    def _was_taken_back(self) -> str:
        return "Taken back."

    def refuse(self, title: str, why: str) -> None:
        self.notify(self.app.ink.seats_named(why, self.board.hues).plain, title=title, severity="warning")

    def not_saved(self, failed: saves.SaveFailed) -> None:
        self.notify(f"{failed}. The game goes on; it will be tried again.", severity="error", timeout=10)

    # --- the map -------------------------------------------------------------------------------------

    def options_at(self, thing: str) -> list[Option]:
        return [option for option in self.offers if thing in option.touches]

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        options = self.options_at(event.place.id)
        if not options:
            self.explain(event.place.id)
        elif len(options) > 1:
            self.prompt.narrow(options)
        elif self.app.settings.confirm:
            self.prompt.point_at(options[0])
        else:
            self.choose(options[0])

    def on_map_view_inspected(self, event: MapView.Inspected) -> None:
        self.explain(event.place.id)

    def on_map_view_pointed(self, event: MapView.Pointed) -> None:
        self._inform(event.place)

    def _inform(self, place: Place) -> None:
        explained = self.board.explain(self.sitting.session, place.id, self.sitting.viewer)
        text = " ".join(explained.text.split("\n\n")[0].split("\n")) if explained else ""
        options = self.options_at(place.id)
        if options:
            text = f"Enter: {options[0].label}. {text}"
        self.top.inform(place, text)

    def go_to(self, place: str) -> None:
        self.top.open_tab("map")
        self.top.map.point_at(place)
        self.top.map.focus()

    def action_map(self) -> None:
        if self.top.map.has_focus:
            self.prompt.offers.focus()
        else:
            self.top.open_tab("map")
            self.top.map.focus()

    def action_tab(self, step: int) -> None:
        if self.is_small:
            self.top.turn_tab(step)

    @property
    def is_small(self) -> bool:
        """There is room for the map or a panel, not for both."""
        return not self.has_class("-wide") or not (self.has_class("-high") or self.has_class("-tall"))

    # --- asking --------------------------------------------------------------------------------------

    def on_panel_view_asked(self, event: PanelView.Asked) -> None:
        self.explain(event.thing)

    def on_prompt_inspected(self, event: Prompt.Inspected) -> None:
        """What the option is about, and the card or rule that asks, where it is a thing of its own."""
        assert self.ask is not None
        if not self.explain(*event.things, self.ask.rule):
            self._explain_rule(event.group)

    def explain(self, *things: str) -> bool:
        """What these things are, and if the question does not allow the first now, why not. `False` if there is
        nothing to say of them."""
        told = [self.board.explain(self.sitting.session, thing, self.sitting.viewer) for thing in things]
        about = [explained for explained in told if explained is not None]
        if not about:
            return False
        first, text = about[0], about[0].text
        if things[0] in self.board.chart.places and (reasons := self.reasons_against(things[0])):
            text += "\n\nWhy not now:\n" + "\n".join(f"- {refusal}" for refusal in reasons)
        text = "\n\n".join([text, *(f"{other.title}\n\n{other.text}" for other in about[1:])])

        self._open_explanation(first.title, text, first.rule)
        return True

    def _explain_rule(self, heading: str) -> None:
        """What the codex says under the heading of an option, or about the question."""
        codex = load_codex(self.sitting.session.game.id)
        section = codex.find(heading) or codex.find(self.ask.rule if self.ask is not None else "")
        if section is not None:
            self._open_explanation(section.title, section.text.replace("*", ""), section.title)

    def _open_explanation(self, title: str, text: str, rule: str) -> None:
        def rule_wanted(wanted: bool | None) -> None:
            if wanted:
                self.app.open_codex(self.sitting.session.game.id, rule)

        self.app.push_screen(Explanation(title, text, rule), rule_wanted)

    def reasons_against(self, place: str) -> list[Refusal]:
        """Why nothing on offer is about a place."""
        ask = self.ask if self.offers else None
        return reasons_against(self.sitting.session, ask, self.offers, self.board.chart.places, place)

    def why_not(self, wish: str) -> tuple[str, str]:
        """The answer to 'why can't I?' in words, and the rule."""
        if self.ask is None:
            return "The game is over.", ""
        if self.sitting.is_elsewhere(self.ask):
            return "It is not your turn to answer.", ""
        return why_not(self.sitting.session, self.ask, self.offers, self.board.chart.places, wish)

    def on_prompt_missed(self, event: Prompt.Missed) -> None:
        self._ask_why(event.wish)

    def _ask_why(self, wish: str = "") -> None:
        def rule_wanted(rule: str | None) -> None:
            if rule:
                self.app.open_codex(self.sitting.session.game.id, rule)

        examples = [option.notation for option in self.offers[:3]] or ["pass"]
        self.app.push_screen(WhyNot(self.why_not, examples, wish), rule_wanted)

    def action_why(self) -> None:
        thing = ""
        if self.top.map.has_focus:
            thing = self.top.map.cursor
        elif isinstance(self.focused, PanelView):
            thing = self.focused.thing
        if thing and self.board.explain(self.sitting.session, thing, self.sitting.viewer):
            self.explain(thing)
        else:
            self._ask_why()

    def action_codex(self) -> None:
        self.app.open_codex(self.sitting.session.game.id, self.ask.rule if self.ask is not None else "")

    def action_story(self) -> None:
        self.app.push_screen(Tale(self.top.story))

    def action_help(self) -> None:
        self.app.push_screen(Keys(HELP, self.app.ink))

    # --- leaving, dressing ---------------------------------------------------------------------------

    def action_leave(self) -> None:
        self.workers.cancel_group(self, "bot")
        self.ask = None
        self.sitting.close()
        self.app.go_home()

    def on_screen_resume(self) -> None:
        if self.top.ink is not self.app.ink:
            self.dress()

    def dress(self) -> None:
        lit = frozenset(thing for option in self.offers for thing in option.touches)
        self.top.dress(self.app.ink, self.sitting.session, self._headline(), self.sitting.viewer, lit)
        if self.ask is not None and self.offers:
            self._put(self.ask, alone=self.ask.seat == self.sitting.alone)

    def on_resize(self, event: events.Resize) -> None:
        self.top.query_one("#headline", Static).update(self._headline(), layout=False)
        self.top.widened(event.size.width >= 100 and event.size.height >= 30)
