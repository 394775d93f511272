"""Byzantium, 632 AD: two to four families play both empires against each other."""

from core.engine import Game, Scenario, Switch
from core.games.byzantium.board import board, headline
from core.games.byzantium.data import CITIES, DATA_DIGEST
from core.games.byzantium.ending import outcome, value
from core.games.byzantium.play import play
from core.games.byzantium.state import Byzantium, begin
from core.games.byzantium.story import tell

_YES_NO = ("yes", "no")

GAME = Game(
    id="byzantium",
    title="Byzantium",
    about="632 AD. Wealthy families use Byzantine and Arab armies alike for their own ends, while Persia falls.",
    revision=1,
    seats=("red", "yellow", "blue", "green"),
    scenarios=(Scenario("standard", "Three turns", (2, 3, 4), "The whole game, from 632 AD."),),
    switches=(
        Switch("elite_limit", "Elite cubes in one Increase Army", ("one", "each-box"), "one",
               "One cube in all, or one in each of the two Elite boxes.", "B, R10"),
        Switch("return_in_constantinople", "Byzantine armies may come back in Constantinople", _YES_NO, "yes",
               "Where a destroyed Byzantine army may enter the map again.", "F, R21"),
        Switch("fleet_dice", "Dice of the Byzantine Fleet", ("sea-link", "whole-move"), "sea-link",
               "One for each Move cube of the sea link, or of the whole march.", "C, R26"),
        Switch("bulgars_against_oneself", "Bulgars may be sent against oneself", _YES_NO, "yes",
               "Whether a player may aim the Bulgars at a city or army of his own.", "C, R46"),
        Switch("levies_after_own_army", "Levies after the controller's own army lost", _YES_NO, "no",
               "Whether levies may still defend a city after their owner's army was beaten there.", "F, R55"),
    ),
    state_type=Byzantium,
    begin=begin,
    play=play,
    outcome=outcome,
    tell=tell,
    board=board,
    headline=headline,
    value=value,
    data_digest=DATA_DIGEST,
    tokens={city.id: city.name for city in CITIES.values()},
)  # fmt: skip
