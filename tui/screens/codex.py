"""The codex: rules, rulings, places and tables of a game, searchable, with rule numbers as links."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Input, Markdown, OptionList
from textual.widgets.option_list import Option as ListOption

from core.games import GAME_IDS, load_game
from tui.rulebook import Section, load_codex
from tui.widgets.lists import WalkedList
from tui.widgets.table_top import WIDTHS

if TYPE_CHECKING:
    from tui.app import Outremer


class CodexScreen(Screen[None]):
    app: Outremer

    DEFAULT_CSS = """
    CodexScreen #contents { width: 44; }
    CodexScreen #search { border: none; height: 1; padding: 0 1; background: $panel; }
    CodexScreen WalkedList { height: 1fr; border: round $border-blurred; border-title-color: $primary; padding: 0 1;
        background: $background; text-wrap: nowrap; text-overflow: ellipsis; }
    CodexScreen WalkedList:focus { border: round $primary; background-tint: $foreground 0%; }
    CodexScreen #page { width: 1fr; height: 1fr; border: round $border-blurred; border-title-color: $accent;
        padding: 0 1; }
    CodexScreen #page:focus { border: round $primary; }
    CodexScreen #also { display: none; height: auto; max-height: 8; }
    CodexScreen.-wide #also.-some { display: block; }
    CodexScreen Markdown { background: $background; padding: 0; max-width: 100; }
    CodexScreen.-narrow Horizontal { layout: vertical; }
    CodexScreen.-narrow #contents { width: 100%; height: 40%; }
    """
    HORIZONTAL_BREAKPOINTS = WIDTHS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search"),
        Binding("backspace", "back", "Where I was"),
        Binding("right_square_bracket", "game(1)", "Next game", show=len(GAME_IDS) > 1),
        Binding("escape,q", "leave", "Back"),
    ]

    def __init__(self, game_id: str, rule: str = "") -> None:
        super().__init__()
        self.codex = load_codex(game_id)
        self._shown: list[Section] = []
        self._also: list[Section] = []
        self._trail: list[Section] = []
        self._rule = rule
        self.section = self.codex.find(rule) or self.codex.sections[0]

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="contents"):
                yield Input(placeholder="/ to search", id="search", compact=True)
                yield WalkedList(id="sections", markup=False)
            with Vertical():
                with VerticalScroll(id="page"):
                    yield Markdown("", open_links=False)
                yield WalkedList(id="also", markup=False)
        yield Footer()

    async def on_mount(self) -> None:
        self._fill(list(self.codex.sections))
        self.query_one("#also").border_title = "See also"
        self.query_one("#sections").focus()
        await self._read(self.section)
        self.call_after_refresh(self._find_in_contents, self.section)
        self.call_after_refresh(self._find_on_page)

    def _find_on_page(self) -> None:
        if at := self.codex.paragraph(self.section, self._rule):
            self.query_one(Markdown).children[at].scroll_visible(top=True, animate=False)

    def _find_in_contents(self, section: Section) -> None:
        if section in self._shown:
            contents = self.query_one("#sections", WalkedList)
            contents.highlighted = self._shown.index(section)
            self.call_after_refresh(contents.scroll_to_highlight, top=True)

    def _fill(self, sections: list[Section]) -> None:
        contents, ink = self.query_one("#sections", WalkedList), self.app.ink
        contents.border_title = f"Codex: {load_game(self.codex.game).title}"
        self._shown = sections
        contents.clear_options()
        chapter = ""
        for section in sections:
            line = Text(no_wrap=True, overflow="ellipsis")
            mark = " " if section.chapter == chapter else ink.glyphs["bullet"]
            chapter = section.chapter
            line.append(f"{mark} ", ink.style("accent"))
            line.append(section.title, ink.style("" if section.chapter != "Rulings" else "muted"))
            contents.add_option(ListOption(line))

    async def _read(self, section: Section) -> None:
        self.section = section
        page = self.query_one("#page", VerticalScroll)
        page.border_title = f"{section.chapter}: {section.title}"
        await self.query_one(Markdown).update(self.codex.linked(section))
        page.scroll_home(animate=False)
        self._also = self.codex.references(section)
        also = self.query_one("#also", WalkedList)
        also.clear_options()
        also.add_options([ListOption(Text(each.title, no_wrap=True)) for each in self._also])
        also.set_class(bool(self._also), "-some")

    async def _go(self, section: Section) -> None:
        self._trail.append(self.section)
        await self._read(section)

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list.id != "sections" or event.option_index >= len(self._shown):
            return
        if (section := self._shown[event.option_index]) is not self.section:  # what is read keeps its place
            await self._read(section)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "also":
            await self._go(self._also[event.option_index])
        else:
            self.query_one("#page").focus()

    async def on_markdown_link_clicked(self, event: Markdown.LinkClicked) -> None:
        event.stop()
        section = self.codex.find(event.href)
        if section is not None:
            await self._go(section)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(self.codex.search(event.value) if event.value.strip() else list(self.codex.sections))

    def on_input_submitted(self) -> None:
        contents = self.query_one("#sections", WalkedList)
        contents.focus()
        contents.highlighted = 0 if self._shown else None

    def action_search(self) -> None:
        self.query_one("#search", Input).focus()

    async def action_back(self) -> None:
        if self._trail:
            await self._read(self._trail.pop())

    async def action_game(self, step: int) -> None:
        at = (GAME_IDS.index(self.codex.game) + step) % len(GAME_IDS)
        self.codex = load_codex(GAME_IDS[at])
        self._fill(list(self.codex.sections))
        await self._read(self.codex.sections[0])

    def action_leave(self) -> None:
        search = self.query_one("#search", Input)
        if search.has_focus or search.value:
            search.value = ""
            self.query_one("#sections").focus()
        else:
            self.app.pop_screen()

    def dress(self) -> None:
        self._fill(self._shown)
