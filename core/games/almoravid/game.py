"""Almoravid as the engine sees it."""

from __future__ import annotations

from core.engine import Bidding, Game, Scenario, Switch
from core.games.almoravid.board import board, headline
from core.games.almoravid.captain import captain_bot
from core.games.almoravid.data import CARDS, DIGEST, LOCALES, LORDS, MUSLIM, SCENARIOS, SIDES, TERRITORIES, VASSALS
from core.games.almoravid.politics import points, score_text
from core.games.almoravid.sequence import outcome, play
from core.games.almoravid.setup import HIGHEST_BID, SAGRAJAS, begin, bids
from core.games.almoravid.state import Almoravid
from core.games.almoravid.story import tell, tell_for


def value(g: Almoravid, seat: str) -> int:
    score = points(g)
    return 2 * score[seat] - sum(score.values())


TOKENS = (
    {place: locale.name for place, locale in LOCALES.items()}
    | {territory: f"{known.name} (land)" for territory, known in TERRITORIES.items() if territory not in LOCALES}
    | {lord: known.name for lord, known in LORDS.items()}
    | {vassal: known.name for vassal, known in VASSALS.items() if vassal not in LOCALES}
    | {card: f"{known.event_name} / {known.ability_name}" for card, known in CARDS.items()}
)

GAME = Game(
    id="almoravid",
    title="Almoravid",
    about="Reconquista and riposte in Spain, 1085-1086: Alfonso VI, the Taifas, and an army from Africa.",
    revision=3,
    seats=SIDES,
    scenarios=(
        *(
            Scenario(one.id, f"{one.title}, {one.period}", (2,), f"Calendar boxes {one.first_box} to {one.last_box}.")
            for one in SCENARIOS.values()
        ),
        Scenario(SAGRAJAS, "Battle of Sagrajas, 23 October 1086", (2,), "A single Battle, to learn how armies fight."),
    ),
    switches=(
        Switch("adjustments", "Scenario adjustments", ("adjusted_2023_02", "printed"), "adjusted_2023_02",
               "The official balance changes of February 2023, or the scenarios as printed.", "6.1"),
        Switch("vassal_service", "Vassal Service", ("off", "on"), "off",
               "Vassals have Service of their own and go home by themselves.", "3.4.2"),
        Switch("hidden_mats", "Hidden Mats", ("off", "on"), "off",
               "Screens show mats only to their own side, but for those in combat. This is a courtesy: every player's "
               "program and every save hold all mats, so between machines you trust each other not to look.",
               "1.5.2"),
        Switch("bid", "Bid for the Muslims", ("none", *map(str, range(HIGHEST_BID + 1))), "none",
               "The lower bid took the Muslim side: so many markers lie in the Taifas box.", "6.1"),
    ),
    state_type=Almoravid,
    begin=begin,
    play=play,
    outcome=outcome,
    tell=tell,
    board=board,
    board_for=board,
    tell_for=tell_for,
    screened=lambda g: g.options.get("hidden_mats") == "on",
    headline=headline,
    value=value,
    data_digest=DIGEST,
    tokens=TOKENS,
    score_text=score_text,
    points=lambda halves: halves / 2,
    bots={"captain": captain_bot},
    bidding=Bidding(MUSLIM, "bid", bids, "Both bid in secret to play the Muslims. The lower bid has them, and the "
                    "Taifas box begins with so many markers of 1 VP. If both bid the same, chance seats them.", "6.1"),
)  # fmt: skip
