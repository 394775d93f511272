"""How Byzantium looks: its map, armies and pools, money and points, special boxes, the turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from core.engine import Ask, Event, Option, Session
from core.engine.log import parse_answer
from core.games.byzantium.combat import Attack
from core.games.byzantium.cubes import BOX_NAMES
from core.games.byzantium.data import (
    BOXES,
    BULGAR,
    BYZANTINE,
    CITIES,
    CONSTANTINOPLE,
    FACTS,
    LINKS,
    NUMBERS,
    PLAYED,
    SPECIALS,
    Side,
)
from core.games.byzantium.ending import final_score, projected_score
from core.games.byzantium.forces import Bulgars, FieldArmy
from core.games.byzantium.income import upkeep
from core.games.byzantium.movement import March, march_cost
from core.games.byzantium.odds import Odds, attack_odds, odds_under_way
from core.games.byzantium.state import Byzantium, Phase
from tui.boards import Board, Explained, Marked, Panel, Row, Spans
from tui.map.chart import Chart, Look, Place, Tag, Way

HUES = {"red": "red", "yellow": "yellow", "blue": "blue", "green": "green"}
_SIDE_HUE = {"byzantine": "purple", "arab": "white", "persian": "grey", "bulgar": "orange"}
_GLYPH = {"byzantine": "city", "arab": "diamond", "persian": "hollow", "bulgar": "triangle"}
_SHORT = {"byzantine": "Byz ", "arab": "Arab"}

CHART = Chart(
    {
        city.id: Place(city.id, city.name, city.lat, city.lon, 1 if city.id == CONSTANTINOPLE else 2)
        for city in CITIES.values()
    },
    tuple(Way(link.a, link.b, "lane" if link.kind == "sea" else link.kind) for link in FACTS.links),
    "east_mediterranean",
    south=20.6, north=43.4, west=20.2, east=53.6,
    known=(10.0, 66.0, 20.0, 46.0),
)  # fmt: skip


def letter(seat: str) -> str:
    return seat[0].upper()


# --- the map ---------------------------------------------------------------------------------------


def looks(state: Byzantium) -> Mapping[str, Look]:
    return {city: _look(state, city) for city in CITIES}


def _look(state: Byzantium, city: str) -> Look:
    side = state.side[city]
    hue = _SIDE_HUE[side]
    glyph = "capital" if city == CONSTANTINOPLE else _GLYPH[side]
    tags = [Tag(f"{state.tokens[city]}{'+' if city in state.fortified else ''}", hue)]
    holder = state.holder.get(city)
    if holder:
        tags.append(Tag(letter(holder), HUES[holder]))
    for seat in state.seats:
        for army_side in PLAYED:
            stake = state.stake(seat, army_side)
            if stake.at == city:
                tags.append(Tag(f" {letter(seat)}{stake.strength} ", HUES[seat], badge=True))
    return Look(glyph, hue, tuple(tags))


# --- the panels ------------------------------------------------------------------------------------


def panels(session: Session, seat: str) -> list[Panel]:
    state: Byzantium = session.state
    return [
        Panel("armies", "Armies", tuple(_armies(state))),
        Panel("score", "Money and points", tuple(_score(state))),
        Panel("special", "Special actions", tuple(_specials(state))),
        Panel("turn", "Turn", tuple(_turn(state))),
    ]


def _name(seat: str, width: int = 7) -> tuple[str, str]:
    return f"{seat.capitalize():<{width}}", f"{HUES[seat]} strong"


def _badge(seat: str) -> tuple[str, str]:
    return f" {letter(seat)} ", f"{HUES[seat]} inverse"


def _armies(state: Byzantium) -> list[Row]:
    rows = [Row((("        elite main levy move  at", "muted"),), "army")]
    for seat in state.seats:
        player = state.players[seat]
        acts = seat == state.active and state.phase is Phase.ACTIONS
        turn = "acts" if acts else "passed" if seat in state.passed else ""
        rows.append(
            Row(
                (_badge(seat), (" ", ""), _name(seat), (f"pool {player.pool:>2}  lost {player.casualties:>2}  ", ""),
                 (turn, "accent strong")),
                seat,
            )
        )  # fmt: skip
        for side in PLAYED:
            stake = state.stake(seat, side)
            elite = f"{stake.elite}{'+G' if stake.guard else ''}"
            numbers = f"{elite:>5}{stake.main:>5}{stake.levy:>5}{stake.move:>5}  "
            where = (CITIES[stake.at].name, "strong") if stake.at else ("off the map", "muted")
            rows.append(Row(((f"  {_SHORT[side]}  ", _SIDE_HUE[side]), (numbers, ""), where), f"{seat}/{side}"))
    return rows


def score_now(state: Byzantium, seat: str) -> int:
    """What a player would end with if the game ended now; at the end, what he has."""
    return final_score(state, seat) if state.phase is Phase.OVER else projected_score(state, seat)


def _score(state: Byzantium) -> list[Row]:
    going = state.phase is not Phase.OVER
    rows = [
        Row(((f"{'Bezants, change':>26}{'Points':>10}{'if it' if going else 'final':>6}", "muted"),), "treasury"),
        Row(((f"{'Byz':>18}{'Arab':>8}{'Byz':>5}{'Arab':>5}{'ended' if going else 'score':>6}", "muted"),), "points"),
    ]
    best = max(score_now(state, seat) for seat in state.seats)
    for seat in state.seats:
        player, score = state.players[seat], score_now(state, seat)
        money = [span for side in PLAYED for span in _purse(state, seat, side)]
        points = f"{player.byzantine.points:>5}{player.arab.points:>5}"
        lead = "good strong" if score == best else "strong"
        name = f"{seat.capitalize():<6}", f"{HUES[seat]} strong"
        rows.append(Row((_badge(seat), (" ", ""), name, *money, (points, ""), (f"{score:>6}", lead)), "points"))
    return rows


def _purse(state: Byzantium, seat: str, side: Side) -> Spans:
    """A treasury, and beside it what the end of the turn adds or takes: a loss that cannot be paid costs cubes."""
    stake = state.stake(seat, side)
    change = income(state, seat, side) - upkeep(stake, side)
    shown = f"{change:>+4}" if state.phase is not Phase.OVER else "    "
    return (f"{stake.treasury:>4}", ""), (shown, "bad strong" if stake.treasury + change < 0 else "muted")


def income(state: Byzantium, seat: str, side: Side) -> int:
    """What a player's cities of one side bring at the end of the turn."""
    return sum(state.tokens[city] for city in state.cities_of(seat, side)) * NUMBERS.income_per_token


def _boxes(state: Byzantium, special: str) -> Spans:
    taken = state.special.get(special, [])
    spans = [(f"[{letter(seat)}]", f"{HUES[seat]} strong") for seat in taken]
    return (*spans, ("[ ]" * (SPECIALS[special].boxes - len(taken)), "muted"))


def _pair(state: Byzantium, title: str, one: str, other: str, thing: str) -> Row:
    byzantine = _boxes(state, one)
    width = 3 * SPECIALS[one].boxes
    return Row(
        ((f"{title:<13}", ""), ("Byz ", "purple"), *byzantine, (" " * (11 - width), ""), ("Arab ", "white"),
         *_boxes(state, other)),
        thing,
    )  # fmt: skip


def _specials(state: Byzantium) -> list[Row]:
    return [
        _pair(state, "Civil War", "civil-war byzantine", "civil-war arab", "civil-war byzantine"),
        _pair(state, "Improve City", "improve byzantine", "improve arab", "improve byzantine"),
        _pair(state, "Fleet", "byzantine-fleet", "arab-fleet", "byzantine-fleet"),
        _pair(state, "Throne", "emperor", "caliph", "emperor"),
        Row((("Bulgars          ", ""), *_boxes(state, "bulgars")), "bulgars"),
        Row((("Fortify          ", ""), *_boxes(state, "fortify")), "fortify"),
    ]


def _counted(state: Byzantium, what: str) -> list[tuple[str, str]]:
    found = [(f"{letter(seat)}{getattr(state.players[seat], what)} ", f"{HUES[seat]} strong")
             for seat in state.seats if getattr(state.players[seat], what)]  # fmt: skip
    return found or [("none ", "muted")]


def _turn(state: Byzantium) -> list[Row]:
    track = [(f"[{turn}]" if turn == state.turn else f" {turn} ", "accent strong" if turn == state.turn else "muted")
             for turn in range(1, NUMBERS.turns + 1)]  # fmt: skip
    order = state.clockwise_from(state.first_player) if state.first_player else []
    seats = [(f"{letter(seat)} ", f"{HUES[seat]} strong") for seat in order]
    passed = [(f"{letter(seat)} ", f"{HUES[seat]} strong") for seat in state.passed] or [("nobody", "muted")]
    held = sum(side is BULGAR for side in state.side.values())
    bulgars = "#" * state.bulgars + "." * (NUMBERS.bulgars_at_most - state.bulgars)
    return [
        Row((("Turn     ", ""), *track, (f"  {state.phase}", "")), "turn"),
        Row((("Order    ", ""), *seats, (" passed  ", "muted"), *passed), "pass"),
        Row(
            (("Church   ", ""), *_counted(state, "church"), (" mosque  ", "muted"), *_counted(state, "mosque")),
            "church",
        ),
        Row((("Taxed    ", ""), *_counted(state, "taxed")), "tax"),
        Row(
            (
                ("Bulgars  ", ""),
                (bulgars, "orange strong"),
                (f" {_many(state.bulgars, 'cube')}, {_many(held, 'city', 'cities')}", ""),
            ),
            "bulgars",
        ),
    ]


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


# --- what things are -------------------------------------------------------------------------------


def explain(session: Session, thing: str, seat: str) -> Explained | None:
    state: Byzantium = session.state
    if thing in CITIES:
        return _explain_city(state, thing)
    if thing in SPECIALS:
        return _explain_special(state, thing)
    if thing in BOXES:
        box = BOXES[thing]
        return Explained(
            BOX_NAMES[thing],
            f"{_BOX_ABOUT[box.name]}\n\nA cube here costs {_many(box.maintenance, 'Bezant')} at the end of the turn "
            f"({box.source}); it begins with {_many(box.start_cubes, 'cube')}.",
            "B. Increase Army",
        )
    owner, _, side = thing.partition("/")
    if owner in state.seats and side:
        return _explain_army(state, owner, Side(side))
    if owner in state.seats:
        return _explain_player(state, owner)
    if thing.endswith((".army", ".treasury")):
        return explain(session, f"{seat or state.active}/{thing.partition('.')[0]}", seat)
    return _THINGS.get(thing)


_BOX_ABOUT = {
    "elite": "Elite cubes march with the Field Army. Each rolls a die, without limit, and counts one in strength.",
    "main": "Main Army cubes march with the Field Army. Each counts one in strength; at most three roll a die.",
    "levy": "Levies never march. They may defend a city you control when no army is left in it; at most three roll.",
    "move": "Move cubes march with the Field Army and pay for its marches. They can be lost, but never fight.",
}

_THINGS = {
    "army": Explained(
        "Army Display",
        "Every player has a Byzantine and an Arab army. " + " ".join(_BOX_ABOUT.values()) + " G is the Emperor's or "
        "Caliph's Guard: one more elite cube until the end of the turn, lost last.",
        "B. Increase Army",
    ),
    "treasury": Explained(
        "Treasuries",
        "Bezants lie in two treasuries that never lend to each other. A cube that does not come from the Cube Pool "
        "costs three, from the side that gains by it. Income is two for each token of the cities you control; then "
        "each treasury pays its own army. Beside each treasury stands what this would add or take if the turn ended "
        "now; every cube that cannot be paid leaves the game and costs a point.",
        "2. Income and Maintenance",
    ),
    "points": Explained(
        "Victory tracks",
        "There is a Byzantine and an Arab track. When the game ends, every token you control adds a point to the "
        "track of its side. Then both tracks count together, unless one is less than half of the other: then only the "
        "higher counts. The last column shows what that would come to now. If Constantinople falls, only Arab points "
        "count.",
        "Ending the Game",
    ),
    "pool": Explained(
        "Cube Pool", "Cubes here can be used for either side at no cost. Only they can tax.", "A Note on Cubes"
    ),
    "casualties": Explained(
        "Casualty Pool",
        "Cubes that were lost or spent. One can be taken back for three Bezants; at the end of the turn half of them, "
        "rounded up, return to the Cube Pool.",
        "A Note on Cubes",
    ),
    "tax": Explained(
        "Tax box",
        "Once a turn a player may move cubes from the Cube Pool here, for two Bezants each, shared between the "
        "treasuries as he likes.",
        "D. Tax",
    ),
    "church": Explained(
        "Church and mosque",
        "Six Bezants and a cube build a church (two Byzantine points) or a mosque (two Arab points). The cube stays to "
        "the end of the game. The letters show whose cubes lie there, and how many.",
        "E. Build Church/Mosque",
    ),
    "pass": Explained(
        "Order of play and passing",
        "Play goes round from the first player. Who passes has no more actions this turn; the first to pass begins the "
        "next turn. When one player is left he has exactly one more action.",
        "G. Pass",
    ),
    "turn": Explained(
        "Turn track",
        "Three turns, each of player actions, then income and maintenance. The game ends at once if Constantinople "
        "falls.",
        "1. Player Actions",
    ),
}
_THINGS["mosque"] = _THINGS["church"]


def _explain_city(state: Byzantium, city_id: str) -> Explained:
    city, side = CITIES[city_id], state.side[city_id]
    holder = state.holder.get(city_id)
    tokens = state.tokens[city_id]
    lines = [f"{side.capitalize()} city, {_many(tokens, 'token')}."]
    if city_id == CONSTANTINOPLE:
        lines = [f"The capital: siege strength {tokens}, and every hit kills two cubes. Nobody controls it."]
    elif holder:
        lines.append(f"Controlled by {holder.capitalize()}.")
    elif side in PLAYED:
        points = _many(tokens, f"{side.capitalize()} point")
        lines.append(f"Controlled by nobody: taking control scores {points}.")
    if city_id in state.fortified:
        lines.append("Fortified: one more die and one more strength in a siege.")
    for seat in state.seats:
        for army_side in PLAYED:
            stake = state.stake(seat, army_side)
            if stake.at == city_id:
                lines.append(
                    f"{seat.capitalize()}'s {army_side.capitalize()} army: elite {stake.elite}"
                    f"{' and the Guard' if stake.guard else ''}, main {stake.main}, move {stake.move}."
                )
    lines += ["", *_ways(city_id)]
    if city.sea:
        lines.append(f"Coast: {' and '.join('Black Sea' if sea == 'black' else 'Mediterranean' for sea in city.sea)}.")
    if city.bulgar_arrow:
        lines.append("An arrow leads here: the Bulgars can attack it.")
    lines += ["", f"Sources: the city {city.source}, its side {city.side_source}, its strength {city.strength_source}."]
    rule = "A. Take Control of a City" if side in PLAYED and not holder else "F. Move and/or Attack"
    return Explained(city.name, "\n".join(lines), "F. Constantinople" if city_id == CONSTANTINOPLE else rule)


def _ways(city: str) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for to, way in LINKS[city]:
        kinds.setdefault(way, []).append(CITIES[to].name)
    return [f"By {way}: {', '.join(names)}." for way, names in kinds.items()]


def _explain_special(state: Byzantium, special_id: str) -> Explained:
    special = SPECIALS[special_id]
    pair = {"civil-war byzantine": "civil-war arab", "improve byzantine": "improve arab",
            "byzantine-fleet": "arab-fleet", "emperor": "caliph"}.get(special_id)  # fmt: skip
    taken = state.special.get(special_id, [])
    by = ", ".join(seat.capitalize() for seat in taken) or "nobody"
    lines = [special.about, "", f"Boxes: {special.boxes} ({special.boxes_source}). Taken this turn by: {by}."]
    if pair:
        lines += ["", f"{SPECIALS[pair].name}: {SPECIALS[pair].about}"]
    rules = {"civil-war": "C. Civil War", "improve": "C. Improve City", "fortify": "C. Fortify",
             "bulgars": "C. Bulgar Attack", "byzantine-fleet": "C. Byzantine Fleet", "arab-fleet": "C. Arab Fleet",
             "emperor": "C. Emperor", "caliph": "C. Caliph"}  # fmt: skip
    return Explained(special.name, "\n".join(lines), rules[special_id.split()[0]])


def _explain_army(state: Byzantium, seat: str, side: Side) -> Explained:
    stake = state.stake(seat, side)
    dice = FieldArmy(seat, side).dice(state)
    where = f"stands in {CITIES[stake.at].name}" if stake.at else "is off the map"
    return Explained(
        f"{seat.capitalize()}'s {side.capitalize()} army",
        f"It {where}. Strength {stake.strength}, {_many(dice, 'die', 'dice')} in battle, "
        f"{_many(stake.move, 'Move cube')} to march with.\n"
        f"Levies: {stake.levy}, {_many(min(stake.levy, NUMBERS.levy_dice), 'die', 'dice')} when they defend a city.\n"
        f"Its upkeep at the end of the turn is {_many(upkeep(stake, side), 'Bezant')}; its cities bring "
        f"{income(state, seat, side)}, and the treasury has {stake.treasury}.",
        "F. Battle",
    )


def _explain_player(state: Byzantium, seat: str) -> Explained:
    player = state.players[seat]
    lines = [f"Cube Pool {player.pool}, Casualty Pool {player.casualties}, spare tokens {player.spare_tokens}."]
    for side in PLAYED:
        cities = [CITIES[city].name for city in state.cities_of(seat, side)]
        lines.append(f"{side.capitalize()} cities: {', '.join(cities) or 'none'}.")
    lines.append(f"Final score if the game ended now: {score_now(state, seat)}.")
    return Explained(seat.capitalize(), "\n".join(lines), "A Note on Cubes")


# --- odds and prices before a choice ---------------------------------------------------------------


def hint(session: Session, ask: Ask, option: Option) -> str:
    state: Byzantium = session.state
    match ask.name:
        case "action" if option.notation.startswith("control "):
            return f"+{state.tokens[option.value]}"
        case "march" | "march on" if option.value in CITIES:
            return _march_hint(session, ask, option.value)
        case "bulgars" if option.value in CITIES:
            return _odds_words(attack_odds(state, Attack(Bulgars(ask.seat), option.value)))
        case "civil war" if option.notation == "civil-war":
            army, _, path = _march_so_far(session, ask)
            city = path[-1] if path else state.stake(ask.seat, army.side).at
            return _odds_words(attack_odds(state, Attack(army, city, civil_war=True))) if city else ""
        case "stand" | "levies":
            return _defence_hint(session, ask, option.notation)
        case "improve" if option.value in CITIES:
            holder = state.holder.get(option.value)
            return "yours" if holder == ask.seat else f"{holder.capitalize()}'s" if holder else ""
    if ask.name == "action" and option.notation.startswith("civil-war "):
        side = Side(option.notation.split()[1])
        where = state.stake(ask.seat, side).at
        attack = Attack(FieldArmy(ask.seat, side), where or "", civil_war=True)
        return _odds_words(attack_odds(state, attack)) if where else ""
    if ask.name == "action" and option.notation.startswith("move "):
        stake = state.stake(ask.seat, option.value)
        return f"{f'in {CITIES[stake.at].name}' if stake.at else 'off the map'}, {stake.move} Move"
    cubes = [_cubes_in(state, ask.seat, thing) for thing in option.touches]
    return f"{cubes[0]} there" if len(cubes) == 1 and cubes[0] is not None else ""


def _cubes_in(state: Byzantium, seat: str, place: str) -> int | None:
    """How many cubes of a player are in a pool or in a box of his armies."""
    player = state.players[seat]
    if place == "pool":
        return player.pool
    if place == "casualties":
        return player.casualties
    box = BOXES.get(place)
    return getattr(player.stake(box.side), box.name) if box is not None else None


def _defence_hint(session: Session, ask: Ask, notation: str) -> str:
    odds = odds_under_way(session.state, _attack_under_way(session), ask.seat if notation == "retreat" else "")
    falls = odds.taken
    if odds.taken_from_levies is not None and notation != "decline":
        falls = odds.taken_from_levies if notation == "defend" else min(falls, odds.taken_from_levies)
    return f"holds {_percent(1 - falls)}"


def _attack_under_way(session: Session) -> Attack:
    facts = next(event for event in reversed(session.events) if event.kind == "attack").facts
    seat, side = facts["seat"], facts["side"]
    force = Bulgars(seat) if side is BULGAR else FieldArmy(seat, side)
    return Attack(force, facts["city"], civil_war=facts["civil_war"])


def _march_so_far(session: Session, ask: Ask) -> tuple[FieldArmy, str, tuple[str, ...]]:
    """The army on the march, whence, and the links it has taken, read from the answers of this action."""
    side, start = BYZANTINE, ""
    path: list[str] = []
    for line in session.log[session.last_checkpoint.index :]:
        answer = parse_answer(line)
        if answer is None or answer.seat != ask.seat:
            continue
        verb, _, where = answer.notation.partition(" ")
        if answer.name == "action" and verb == "move":
            side, start, path = Side(where), "", []
        elif answer.name == "entry":
            start = where
        elif answer.name in ("march", "march on") and where in CITIES:
            path.append(where)
    return FieldArmy(ask.seat, side), start or session.state.stake(ask.seat, side).at or "", tuple(path)


def _march_hint(session: Session, ask: Ask, city: str) -> str:
    state: Byzantium = session.state
    army, start, path = _march_so_far(session, ask)
    march = March(army, start, (*path, city))
    cost = march_cost(state, march)
    words = f"{cost} Move"
    if state.side[city] is not army.side:
        attack = Attack(army, city, march.stops[-2], march.ways()[-1])
        words += f", {_odds_words(attack_odds(state, attack, cost))}"
    return words


def _odds_words(odds: Odds) -> str:
    words = f"falls {_percent(odds.taken)}"
    if odds.taken_from_levies not in (None, odds.taken):
        words += f" ({_percent(odds.taken_from_levies)} if levies fight)"
    return words


def _percent(chance: Fraction) -> str:
    """Rounded, but never to a certainty that is none."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    return f"{min(99, max(1, round(chance * 100)))}%"


# --- the story -------------------------------------------------------------------------------------

_TONES = {
    "turn": "accent strong", "roll": "accent", "attack": "warn strong", "captured": "good strong",
    "control": "good", "battle": "strong", "siege": "strong", "destroyed": "bad", "lost": "muted", "unpaid": "bad",
    "bulgars_took": "orange strong", "constantinople_fell": "bad strong", "throne": "strong", "bought": "muted",
    "increased": "muted", "income": "muted", "maintained": "muted", "cubes_back": "muted",
}  # fmt: skip


def tone(event: Event) -> str:
    return _TONES.get(event.kind, "")


def where(event: Event) -> str:
    path = event.facts.get("path") or [event.facts.get("city", "")]
    return str(path[-1])


# --- the codex -------------------------------------------------------------------------------------


def gazetteer() -> list[Marked]:
    return [
        Marked(
            city.name,
            f"{city.side.capitalize()} at the start, strength {city.strength}. {' '.join(_ways(city.id))}"
            + (f" {city.note}" if city.note else ""),
            _worst(city.source, city.side_source, city.strength_source),
        )
        for city in sorted(CITIES.values(), key=lambda city: city.name)
    ]


def _worst(*sources: str) -> str:
    """The least certain of several sources."""
    order = ("reconstructed", "public", "rulebook")
    return next(source for source in order if source in sources)


def army_display() -> list[Marked]:
    return [
        Marked(
            BOX_NAMES[box.id],
            f"{box.start_cubes} cubes at the start, {box.maintenance} Bezants each to keep. {box.note}".rstrip(),
            box.source,
        )
        for box in BOXES.values()
    ]


def special_boxes() -> list[Marked]:
    return [
        Marked(f"{special.name} ({special.boxes})", special.about, _worst(special.source, special.boxes_source))
        for special in SPECIALS.values()
    ]


BOARD = Board(
    length="two to three hours at a table, under one against bots",
    weight="medium",
    hues=HUES,
    chart=CHART,
    home="antioch",
    looks=looks,
    panels=panels,
    explain=explain,
    hint=hint,
    tone=tone,
    where=where,
    tables={"Gazetteer": gazetteer, "Army Display": army_display, "Special Action boxes": special_boxes},
)
