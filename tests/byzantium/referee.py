"""A second reading of the rulebook, written apart from the game and plainly: it follows a recorded game answer by
answer, says itself what each question must offer and how many dice must be rolled, and keeps its own position.

It shares nothing with the game but the tables of facts, which it reads itself.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import pairwise, product
from math import inf
from pathlib import Path

DATA = Path(__file__).parents[2] / "core" / "games" / "byzantium" / "data"
MAP = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
DISPLAY = tomllib.loads((DATA / "display.toml").read_text(encoding="utf-8"))

CITIES = {city["id"]: city for city in MAP["city"]}
LINKS = [
    (a, b, link["kind"]) for link in MAP["link"] for a, b in ((link["a"], link["b"]), (link["b"], link["a"]))
]  # fmt: skip
BOXES = [(box["side"], box["name"]) for box in DISPLAY["box"]]
KEEP = {(box["side"], box["name"]): box["maintenance"] for box in DISPLAY["box"]}
SPECIAL = {special["id"]: special["boxes"] for special in DISPLAY["special"]}
SIDES = ("byzantine", "arab")
OTHER = {"byzantine": "arab", "arab": "byzantine"}
FIELD = ("elite", "main", "move")
CAPITAL = "constantinople"


class GameEnds(Exception):
    """Constantinople has fallen."""


class Referee:
    """Plays a whole game from a record of asks, with what was offered and answered, and of rolls."""

    def __init__(self, state, options: dict[str, str], record: list) -> None:
        self.record = list(record)
        self.rules = options
        self.seats = list(state.seats)
        self.side = {city: str(side) for city, side in state.side.items()}
        self.tokens = dict(state.tokens)
        self.holder = dict(state.holder)
        self.forts = set(state.fortified)
        self.boxes = {name: list(seats) for name, seats in state.special.items()}
        self.bulgars = state.bulgars
        self.pool, self.dead, self.spare, self.claimed = {}, {}, {}, {}
        self.cash, self.points, self.at, self.guard = {}, {}, {}, {}
        self.cubes: Counter = Counter()
        """By (seat, side, box), and what lies elsewhere by (seat, place)."""
        for seat in self.seats:
            player = state.players[seat]
            self.pool[seat], self.dead[seat] = player.pool, player.casualties
            self.spare[seat], self.claimed[seat] = player.spare_tokens, player.claimed
            for place in ("taxed", "passing", "church", "mosque", "gone"):
                self.cubes[seat, place] = getattr(player, place)
            for side in SIDES:
                stake = getattr(player, side)
                self.cash[seat, side], self.points[seat, side] = stake.treasury, stake.points
                self.at[seat, side], self.guard[seat, side] = stake.at, stake.guard
                for name in (*FIELD, "levy"):
                    self.cubes[seat, side, name] = getattr(stake, name)
        self.turn, self.active, self.first = state.turn, state.active, state.first_player
        self.passed: list[str] = list(state.passed)
        self.begun = state.phase == "player actions"
        self.conqueror = None

    # --- the record ---------------------------------------------------------------------------------

    def ask(self, seat: str, name: str, options) -> str:
        kind, *rest = self.record.pop(0)
        assert kind == "ask", f"{name} was to be asked of {seat}, not {kind} {rest}"
        who, what, offered, answer, state = rest
        assert (who, what) == (seat, name), f"{name} was to be asked of {seat}, not {what} of {who}"
        wrong = set(offered) ^ set(options)
        assert not wrong, f"{name}: wrongly offered or left out: {sorted(wrong)}"
        if name == "action":
            self.compare(state)
        return answer

    def choose(self, seat: str, name: str, options: list[str]) -> str:
        """Where one answer is left nobody is asked."""
        return options[0] if len(options) == 1 else self.ask(seat, name, options)

    def agrees(self, seat: str, name: str, yes: str, no: str) -> bool:
        return self.ask(seat, name, [yes, no]) == yes

    def hits(self, dice: int) -> int:
        if not dice:
            return 0
        kind, *rest = self.record.pop(0)
        assert kind == "roll", f"{dice} dice were to be rolled, not {kind} {rest}"
        assert len(rest[0]) == dice, f"{dice} dice were to be rolled, not {len(rest[0])}"
        return sum(die >= 4 for die in rest[0])

    def compare(self, state) -> None:
        mine = {
            "side": self.side, "tokens": self.tokens, "holder": self.holder, "forts": self.forts,
            "bulgars": self.bulgars, "turn": self.turn, "passed": self.passed, "first": self.first,
            "boxes": {name: seats for name, seats in self.boxes.items() if seats},
        }  # fmt: skip
        theirs = {
            "side": {city: str(side) for city, side in state.side.items()}, "tokens": state.tokens,
            "holder": state.holder, "forts": set(state.fortified), "bulgars": state.bulgars, "turn": state.turn,
            "passed": state.passed, "first": state.first_player,
            "boxes": {name: seats for name, seats in state.special.items() if seats},
        }  # fmt: skip
        for seat in self.seats:
            player = state.players[seat]
            mine[seat] = [self.pool[seat], self.dead[seat], self.spare[seat], self.claimed[seat]]
            theirs[seat] = [player.pool, player.casualties, player.spare_tokens, player.claimed]
            for place in ("taxed", "passing", "church", "mosque", "gone"):
                mine[seat].append(self.cubes[seat, place])
                theirs[seat].append(getattr(player, place))
            for side in SIDES:
                stake = getattr(player, side)
                mine[seat] += [self.cash[seat, side], self.points[seat, side], self.at[seat, side]]
                mine[seat] += [self.guard[seat, side], *(self.cubes[seat, side, box] for box in (*FIELD, "levy"))]
                theirs[seat] += [stake.treasury, stake.points, stake.at, stake.guard]
                theirs[seat] += [stake.elite, stake.main, stake.move, stake.levy]
        for key, value in mine.items():
            assert value == theirs[key], f"{key}: {theirs[key]} should be {value}"

    # --- the sequence of play -----------------------------------------------------------------------

    def play(self) -> tuple[set[str], dict[str, int]]:
        """To the end of the game: the winners, and the scores."""
        if not self.begun:
            rivals = list(self.seats)
            while len(rivals) > 1:
                _, dice = self.record.pop(0)
                assert len(dice) == len(rivals)
                rivals = [seat for seat, die in zip(rivals, dice, strict=True) if die == max(dice)]
            self.first = self.active = rivals[0]
        try:
            while self.turn <= 3:
                self.player_actions()
                self.income_and_maintenance()
                self.turn += 1
                self.first = self.active = self.passed[0]
                self.passed = []
            for city, seat in self.holder.items():
                self.points[seat, self.side[city]] += self.tokens[city]
        except GameEnds:
            for side in SIDES:
                self.bury(self.active, side)
        assert not self.record, f"the game went on: {self.record[0]}"
        return self.winners()

    def player_actions(self) -> None:
        while True:
            last = len(self.passed) == len(self.seats) - 1
            self.action(self.active)
            if last:
                return
            at = self.seats.index(self.active)
            while True:
                at = (at + 1) % len(self.seats)
                if self.seats[at] not in self.passed:
                    break
            self.active = self.seats[at]

    def winners(self) -> tuple[set[str], dict[str, int]]:
        scores, keys = {}, {}
        for seat in self.seats:
            low, high = sorted((self.points[seat, "arab"], self.points[seat, "byzantine"]))
            scores[seat] = high + low if low >= high / 2 else high
            total = low + high
            if self.conqueror:
                scores[seat], total = self.points[seat, "arab"], 0
            cities = list(self.holder.values()).count(seat)
            keys[seat] = (scores[seat], total, cities, self.cash[seat, "arab"] + self.cash[seat, "byzantine"])
        return {seat for seat in self.seats if keys[seat] == max(keys.values())}, scores

    # --- cubes --------------------------------------------------------------------------------------

    def cube_sources(self, seat: str, side: str, aside: int = 0, into: tuple[str, str] | None = None) -> list[str]:
        found = ["from pool"] if self.pool[seat] else []
        if self.cash[seat, side] >= 3 + aside:
            found += ["from casualties"] if self.dead[seat] else []
            found += [f"from {s}.{b}" for s, b in BOXES if self.cubes[seat, s, b] and (s, b) != into]
        return found

    def take_cube(self, seat: str, side: str, aside: int = 0, into: tuple[str, str] | None = None) -> None:
        source = self.choose(seat, "cube", self.cube_sources(seat, side, aside, into)).removeprefix("from ")
        if source == "pool":
            self.pool[seat] -= 1
            return
        self.cash[seat, side] -= 3
        if source == "casualties":
            self.dead[seat] -= 1
        else:
            self.cubes[(seat, *source.split("."))] -= 1

    def army_size(self, seat: str, side: str) -> int:
        return sum(self.cubes[seat, side, box] for box in FIELD) + self.guard[seat, side]

    def strength(self, seat: str, side: str) -> int:
        return self.cubes[seat, side, "elite"] + self.cubes[seat, side, "main"] + self.guard[seat, side]

    def dice(self, seat: str, side: str) -> int:
        return self.cubes[seat, side, "elite"] + self.guard[seat, side] + min(3, self.cubes[seat, side, "main"])

    def bury(self, seat: str, side: str) -> bool:
        """An army with no cubes is taken off the map."""
        if not self.army_size(seat, side):
            self.at[seat, side] = None
        return self.at[seat, side] is None

    def lose(self, seat: str, side: str, hits: int) -> None:
        """One cube for each hit, of the owner's choice, the Guard last."""
        while hits and self.army_size(seat, side):
            own = [box for box in FIELD if self.cubes[seat, side, box]]
            if not own:
                self.guard[seat, side] = False
                return
            if hits >= sum(self.cubes[seat, side, box] for box in own):  # no choice: they all go
                for box in own:
                    hits -= self.cubes[seat, side, box]
                    self.dead[seat] += self.cubes[seat, side, box]
                    self.cubes[seat, side, box] = 0
                continue
            box = self.choose(seat, "loss", [f"lose {box}" for box in own]).removeprefix("lose ")
            self.cubes[seat, side, box] -= 1
            self.dead[seat] += 1
            hits -= 1

    # --- one action ---------------------------------------------------------------------------------

    def free_box(self, special: str) -> bool:
        return len(self.boxes.get(special, [])) < SPECIAL[special]

    def may_rebel(self, seat: str, side: str, city: str | None) -> bool:
        return (
            city is not None and city != CAPITAL and self.free_box(f"civil-war {side}") and self.side[city] == side
            and self.holder.get(city, seat) != seat and bool(self.cube_sources(seat, side))
        )  # fmt: skip

    def improvable(self, side: str) -> list[str]:
        if sum(self.tokens[city] for city in CITIES if self.side[city] == side and city != CAPITAL) >= 60:
            return []
        return [c for c in CITIES if c != CAPITAL and self.side[c] == side and self.tokens[c] < 3]

    def fortifiable(self, seat: str) -> list[str]:
        if not self.spare[seat]:
            return []
        mine = [city for city, holder in self.holder.items() if holder == seat and city not in self.forts]
        return [city for city in mine if self.cube_sources(seat, self.side[city])]

    def bulgar_choices(self, seat: str) -> list[str]:
        reach = {c for c in CITIES if CITIES[c].get("bulgar_arrow")}
        reach |= {b for a, b, kind in LINKS if self.side[a] == "bulgar" and kind != "sea"}
        found = []
        for city in reach:
            side = self.side[city]
            if side not in SIDES or not self.cube_sources(seat, OTHER[side]):
                continue
            own = self.holder.get(city) == seat or self.at[seat, side] == city
            if not own or self.rules["bulgars_against_oneself"] == "yes":
                found.append(f"attack {city}")
        if 11 - self.bulgars - 2 >= 2:
            found += [f"grow {side}" for side in SIDES if self.cube_sources(seat, side)]
        return found

    def entries(self, side: str) -> list[str]:
        home = self.rules["return_in_constantinople"] == "yes"
        return [city for city in CITIES if self.side[city] == side and (home or city != CAPITAL)]

    def actions(self, seat: str, refused: list) -> list[str]:
        found = ["pass"]
        for city in CITIES:
            if self.side[city] in SIDES and city != CAPITAL and city not in self.holder:
                found += [f"control {city}"] * bool(self.cube_sources(seat, self.side[city]))
        if any(self.cube_sources(seat, box[0], into=box) for box in BOXES):
            found.append("increase")
        if not self.cubes[seat, "taxed"] and self.pool[seat]:
            found.append("tax")
        for side, shrine in zip(SIDES, ("church", "mosque"), strict=True):
            if self.cash[seat, side] >= 6 and self.cube_sources(seat, side, aside=6):
                found.append(shrine)
            if self.may_rebel(seat, side, self.at[seat, side]):
                found.append(f"civil-war {side}")
            if self.free_box(f"improve {side}") and self.improvable(side) and self.cube_sources(seat, side):
                found.append(f"improve {side}")
            throne = "emperor" if side == "byzantine" else "caliph"
            for special in (throne, f"{side}-fleet"):
                if self.free_box(special) and self.cube_sources(seat, side):
                    found.append(special)
            if self.at[seat, side]:
                if any(path not in refused for path in self.paths(seat, side, self.at[seat, side])):
                    found.append(f"move {side}")
            elif self.army_size(seat, side) and self.entries(side) and (side == "arab" or self.claimed[seat]):
                found.append(f"move {side}")
        if self.free_box("fortify") and self.fortifiable(seat):
            found.append("fortify")
        if self.free_box("bulgars") and self.bulgar_choices(seat):
            found.append("bulgars")
        return found

    def action(self, seat: str) -> None:
        refused: list = []
        while True:
            choice = self.ask(seat, "action", self.actions(seat, refused))
            verb, _, what = choice.partition(" ")
            if verb != "move" or self.move(seat, what, refused):
                break
        match verb:
            case "control":
                self.take_control(seat, what)
            case "increase":
                self.increase(seat)
            case "tax":
                self.tax(seat)
            case "church" | "mosque":
                side = "byzantine" if verb == "church" else "arab"
                self.take_cube(seat, side, aside=6)
                self.cash[seat, side] -= 6
                self.points[seat, side] += 2
                self.cubes[seat, verb] += 1
            case "pass":
                self.pass_turn(seat)
            case "civil-war":
                self.rebel(seat, what, self.at[seat, what], None, "")
            case "improve":
                city = self.ask(seat, "improve", [f"improve {c}" for c in self.improvable(what)]).split()[1]
                self.take_box(seat, choice, what)
                self.tokens[city] += 1
            case "emperor" | "caliph":
                side = "byzantine" if verb == "emperor" else "arab"
                self.take_box(seat, verb, side)
                self.points[seat, side] += 2
                self.guard[seat, side] = True
            case "byzantine-fleet" | "arab-fleet":
                self.take_box(seat, verb, verb.split("-")[0])
            case "fortify":
                city = self.ask(seat, "fortify", [f"fortify {c}" for c in self.fortifiable(seat)]).split()[1]
                self.take_box(seat, "fortify", self.side[city])
                self.forts.add(city)
                self.spare[seat] -= 1
                self.dead[seat] += 1
            case "bulgars":
                self.send_bulgars(seat)
        for side in SIDES:
            self.bury(seat, side)

    def take_box(self, seat: str, special: str, side: str) -> None:
        self.take_cube(seat, side)
        self.boxes.setdefault(special, []).append(seat)

    def take_control(self, seat: str, city: str) -> None:
        side = self.side[city]
        self.take_cube(seat, side)
        self.holder[city] = seat
        self.points[seat, side] += self.tokens[city]
        if side == "byzantine" and not self.claimed[seat]:
            self.claimed[seat] = True
            if self.army_size(seat, side):
                self.at[seat, side] = city

    def increase(self, seat: str) -> None:
        elites: list[str] = []
        for number in range(3):
            options = []
            for side, box in BOXES:
                spent = side in elites if self.rules["elite_limit"] == "each-box" else elites
                if not (box == "elite" and spent) and self.cube_sources(seat, side, into=(side, box)):
                    options.append(f"to {side}.{box}")
            if not options:
                return
            answer = self.ask(seat, "increase", options + ["done"] * (number > 0))
            if answer == "done":
                return
            side, box = answer.removeprefix("to ").split(".")
            self.take_cube(seat, side, into=(side, box))
            self.cubes[seat, side, box] += 1
            elites += [side] * (box == "elite")

    def tax(self, seat: str) -> None:
        cubes = int(self.ask(seat, "tax", [f"tax {n}" for n in range(1, self.pool[seat] + 1)]).split()[1])
        mine = int(self.ask(seat, "tax share", [f"byzantine {n}" for n in range(2 * cubes + 1)]).split()[1])
        self.pool[seat] -= cubes
        self.cubes[seat, "taxed"] += cubes
        self.cash[seat, "byzantine"] += mine
        self.cash[seat, "arab"] += 2 * cubes - mine

    def pass_turn(self, seat: str) -> None:
        found = ["from casualties"] if self.dead[seat] else ["from pool"] if self.pool[seat] else []
        if not self.dead[seat]:
            found += [f"from {side}.{box}" for side, box in BOXES if self.cubes[seat, side, box]]
        if found:
            source = self.choose(seat, "pass cube", found).removeprefix("from ")
            if source == "casualties":
                self.dead[seat] -= 1
            elif source == "pool":
                self.pool[seat] -= 1
            else:
                self.cubes[(seat, *source.split("."))] -= 1
            self.cubes[seat, "passing"] += 1
        self.passed.append(seat)

    # --- marching -----------------------------------------------------------------------------------

    def ways(self, side: str, city: str) -> dict[str, str]:
        """Neighbours an army can go to, and how."""
        ways = {b: kind for a, b, kind in LINKS if a == city and (kind != "desert" or side == "arab")}
        if side == "byzantine" and city == CAPITAL:
            ways |= {port: "sail" for port in CITIES if CITIES[port]["sea"] and port != CAPITAL and port not in ways}
        return ways

    def price(self, seat: str, side: str, path: tuple[str, ...], doubled: bool = False) -> tuple[int, int]:
        """Move cubes for a path, and how many of them are for the sea."""
        total = at_sea = 0
        for a, b in pairwise(path):
            if side == "arab" and self.ways(side, a)[b] == "sea":
                cost = 4 if (a, b) == ("nicaea", CAPITAL) else 2
                cost = cost // 2 if self.boxes.get("arab-fleet") == [seat] else cost
                cost *= 2 if doubled else 1
                at_sea += cost
            else:
                cost = 1
            total += cost
        return total + (len(path) == 3), at_sea

    def paths(self, seat: str, side: str, start: str) -> list[tuple[str, ...]]:
        """All marches of one link or two that the army can pay for and that attack nobody of its owner's."""

        def allowed(city: str) -> bool:
            own = self.holder.get(city) == seat or self.at[seat, OTHER[side]] == city
            return self.side[city] == side or not own

        found = []
        for via in self.ways(side, start):
            if not allowed(via):
                continue
            found.append((start, via))
            if self.side[via] == side:
                found += [(start, via, to) for to in self.ways(side, via) if allowed(to)]
        return [path for path in found if self.price(seat, side, path)[0] <= self.cubes[seat, side, "move"]]

    def move(self, seat: str, side: str, refused: list) -> bool:
        entering = self.at[seat, side] is None
        start = self.at[seat, side]
        if entering:
            start = self.ask(seat, "entry", [f"enter {city}" for city in self.entries(side)]).split()[1]
        paths = [path for path in self.paths(seat, side, start) if path not in refused]
        first = {f"to {path[1]}" for path in paths} | ({"stay"} if entering else set())
        answer = self.ask(seat, "march", first)
        path: tuple[str, ...] = (start,)
        if answer != "stay":
            path = (start, answer.split()[1])
            onward = {f"on {p[2]}" for p in paths if len(p) == 3 and p[:2] == path}
            if onward:
                answer = self.ask(seat, "march on", onward | ({"stop"} if path in paths else set()))
                path += (answer.split()[1],) if answer != "stop" else ()
        if not self.pay(seat, side, path):
            refused.append(path)
            return False
        city = self.at[seat, side] = path[-1]
        if self.bury(seat, side):
            return True
        came_by = self.ways(side, path[-2])[city] if len(path) > 1 else ""
        origin = path[-2] if len(path) > 1 else None
        if self.side[city] != side:
            self.attack(seat, side, city, origin, came_by)
        elif self.may_rebel(seat, side, city) and self.agrees(seat, "civil war", "civil-war", "peace"):
            self.rebel(seat, side, city, origin, came_by)
        return True

    def pay(self, seat: str, side: str, path: tuple[str, ...]) -> bool:
        fleet = self.boxes.get("byzantine-fleet")
        doubled = rolls = False
        if side == "arab" and self.price(seat, side, path)[1] and fleet and fleet != [seat]:
            doubled = self.agrees(fleet[0], "fleet", "double", "spare")
            if self.price(seat, side, path, doubled)[0] > self.cubes[seat, side, "move"]:
                return False
            rolls = self.agrees(fleet[0], "interception", "intercept", "hold")
        cost, at_sea = self.price(seat, side, path, doubled)
        self.cubes[seat, side, "move"] -= cost
        self.dead[seat] += cost
        if rolls:
            self.lose(seat, side, self.hits(cost if self.rules["fleet_dice"] == "whole-move" else at_sea))
        return True

    # --- fighting -----------------------------------------------------------------------------------

    def rebel(self, seat: str, side: str, city: str, origin: str | None, came_by: str) -> None:
        self.take_box(seat, f"civil-war {side}", side)
        if not self.bury(seat, side):
            self.attack(seat, side, city, origin, came_by, civil_war=True)

    def send_bulgars(self, seat: str) -> None:
        verb, what = self.ask(seat, "bulgars", self.bulgar_choices(seat)).split()
        payer = what if verb == "grow" else OTHER[self.side[what]]
        self.take_box(seat, "bulgars", payer)
        self.bulgars = min(11, self.bulgars + (4 if verb == "grow" else 2))
        if verb == "attack":
            self.attack(seat, "bulgar", what, None, "")

    def hurt_attacker(self, seat: str, side: str, hits: int) -> None:
        if side == "bulgar":
            self.bulgars = max(0, self.bulgars - hits)
        else:
            self.lose(seat, side, hits)

    def attack(
        self, seat: str, side: str, city: str, origin: str | None, came_by: str, civil_war: bool = False
    ) -> None:
        if self.fight(seat, side, city, civil_war):
            if city == CAPITAL:
                self.points[seat, "arab"] += 5
                self.conqueror = seat
                raise GameEnds
            self.capture(seat, side, city, civil_war)
        elif side != "bulgar" and not self.bury(seat, side):
            if origin is None:
                self.retreat(seat, side, city)
                return
            fleet = self.boxes.get("byzantine-fleet") if side == "arab" and came_by == "sea" else None
            if fleet and fleet != [seat] and self.agrees(fleet[0], "sea retreat", "bar", "allow"):
                self.walk_away(seat, side, city, sea=False)
            else:
                self.at[seat, side] = origin

    def fight(self, seat: str, side: str, city: str, civil_war: bool) -> bool:
        """Armies, levies, siege: does the city fall?"""

        def ours() -> int:
            return self.bulgars if side == "bulgar" else self.strength(seat, side)

        def our_dice() -> int:
            return min(3, self.bulgars) if side == "bulgar" else self.dice(seat, side)

        defending = self.side[city]
        if defending == "bulgar" and self.bulgars:
            hits, losses = self.hits(our_dice()), self.hits(min(3, self.bulgars))
            self.hurt_attacker(seat, side, losses)
            self.bulgars = max(0, self.bulgars - hits)
            if ours() <= self.bulgars:
                return False
        fought = []
        if defending in SIDES:
            at = self.seats.index(seat)
            clockwise = self.seats[at + 1 :] + self.seats[:at] + ([] if civil_war else [seat])
            armies = [foe for foe in clockwise if self.at[foe, defending] == city]
            for foe in list(armies):
                lives = self.cheapest(foe, defending, city, sea=True)[0] < self.army_size(foe, defending)
                if lives and self.agrees(foe, "stand", "retreat", "fight") and self.slip_away(foe, defending, city):
                    armies.remove(foe)
            while armies:
                foe = self.choose(seat, "order", [f"fight {foe}" for foe in armies]).removeprefix("fight ")
                armies.remove(foe)
                fought.append(foe)
                hits, losses = self.hits(our_dice()), self.hits(self.dice(foe, defending))
                self.hurt_attacker(seat, side, losses)
                self.lose(foe, defending, hits)
                won = ours() > self.strength(foe, defending)
                if not self.bury(foe, defending) and won:
                    self.retreat(foe, defending, city)
                if not won:
                    return False
            master = self.boxes.get("emperor", [None])[0] if city == CAPITAL else self.holder.get(city)
            if master == seat and (city == CAPITAL or side != "bulgar"):
                master = None
            if master in fought and self.rules["levies_after_own_army"] == "no":
                master = None
            levy = self.cubes[master, defending, "levy"] if master else 0
            if levy and self.agrees(master, "levies", "defend", "decline"):
                hits, losses = self.hits(our_dice()), self.hits(min(3, levy))
                self.hurt_attacker(seat, side, losses)
                fallen = min(hits, levy)
                self.cubes[master, defending, "levy"] -= fallen
                self.dead[master] += fallen
                if ours() <= levy - fallen:
                    return False
        walls = 5 if city == CAPITAL else self.tokens[city] + (city in self.forts)
        self.hurt_attacker(seat, side, self.hits(walls) * (2 if city == CAPITAL else 1))
        return ours() > walls

    def capture(self, seat: str, side: str, city: str, civil_war: bool) -> None:
        old = self.side[city]
        loser = self.holder.pop(city, None)
        if city in self.forts:
            self.forts.remove(city)
            self.spare[loser] += 1
        elif loser:
            self.dead[loser] += 1
        gain = self.tokens[city] - 1
        self.tokens[city] = max(1, gain)
        if side == "bulgar":
            self.side[city] = "bulgar"
            self.points[seat, OTHER[old]] += gain
            return
        if not civil_war:
            self.side[city] = side
        self.points[seat, side] += gain
        self.cash[seat, side] += gain
        if self.cube_sources(seat, side):
            self.take_cube(seat, side)
        else:
            for number in range(2):
                own = [f"give {box}" for box in FIELD if self.cubes[seat, side, box]]
                if own:
                    box = self.choose(seat, "garrison", own).removeprefix("give ")
                    self.cubes[seat, side, box] -= 1
                    self.dead[seat] += number
                else:
                    assert number
                    self.guard[seat, side] = False
        self.holder[city] = seat
        self.bury(seat, side)

    # --- retreating ---------------------------------------------------------------------------------

    def cheapest(self, seat: str, side: str, start: str, sea: bool) -> tuple[float, set[str]]:
        """The fewest casualties that bring the army among friends, and where that can be."""
        cost = dict.fromkeys(CITIES, inf)
        cost[start] = 0
        for _ in CITIES:  # relax every link as often as there are cities
            for a, b, kind in LINKS:
                usable = kind == "road" or (kind == "desert" and side == "arab") or (kind == "sea" and sea)
                if usable and (a == start or self.side[a] != side):
                    cost[b] = min(cost[b], cost[a] + (self.side[b] != side))
        refuges = {city: cost[city] for city in CITIES if city != start and self.side[city] == side}
        least = min(refuges.values(), default=inf)
        return least, {city for city, price in refuges.items() if price == least < inf}

    def sea_open(self, seat: str, side: str, start: str) -> bool:
        fleet = self.boxes.get("byzantine-fleet")
        if side == "byzantine" or not fleet or fleet == [seat]:
            return True
        if self.cheapest(seat, side, start, sea=True) == self.cheapest(seat, side, start, sea=False):
            return False
        return self.agrees(fleet[0], "sea retreat", "allow", "bar")

    def slip_away(self, seat: str, side: str, start: str) -> bool:
        """Before battle, and only if the army lives."""
        sea = self.sea_open(seat, side, start)
        if self.cheapest(seat, side, start, sea)[0] >= self.army_size(seat, side):
            return False
        self.walk_away(seat, side, start, sea)
        return True

    def retreat(self, seat: str, side: str, start: str) -> None:
        self.walk_away(seat, side, start, self.sea_open(seat, side, start))

    def walk_away(self, seat: str, side: str, start: str, sea: bool) -> None:
        cost, refuges = self.cheapest(seat, side, start, sea)
        if cost >= self.army_size(seat, side):
            self.lose(seat, side, self.army_size(seat, side))
        else:
            where = self.choose(seat, "retreat", [f"to {city}" for city in refuges]).removeprefix("to ")
            self.lose(seat, side, int(cost))
            self.at[seat, side] = where
        self.bury(seat, side)

    # --- the end of a turn --------------------------------------------------------------------------

    def income_and_maintenance(self) -> None:
        for city, seat in self.holder.items():
            self.cash[seat, self.side[city]] += 2 * self.tokens[city]
        at = self.seats.index(self.first)
        for seat, side in product(self.seats[at:] + self.seats[:at], SIDES):
            self.maintain(seat, side)
        for seat in self.seats:
            for side in SIDES:
                self.guard[seat, side] = False
                self.bury(seat, side)
            back = -(-self.dead[seat] // 2)
            self.dead[seat] -= back
            self.pool[seat] += back + self.cubes.pop((seat, "taxed"), 0) + self.cubes.pop((seat, "passing"), 0)
            self.pool[seat] += sum(seats.count(seat) for seats in self.boxes.values())
        self.boxes = {}

    def maintain(self, seat: str, side: str) -> None:
        """All that can be paid is paid; of what may go, the owner chooses."""
        names = ("elite", "main", "levy", "move")
        have = [self.cubes[seat, side, name] for name in names]
        prices = [KEEP[side, name] for name in names]

        def cost(kept) -> int:
            return sum(n * price for n, price in zip(kept, prices, strict=True))

        ends = []
        for kept in product(*(range(n + 1) for n in have)):
            rest = self.cash[seat, side] - cost(kept)
            if rest >= 0 and all(k == n or price > rest for k, n, price in zip(kept, have, prices, strict=True)):
                ends.append(kept)
        now = tuple(have)
        while now not in ends:
            reach = [end for end in ends if all(e <= n for e, n in zip(end, now, strict=True))]
            may_go = [f"let go {side}.{names[i]}" for i in range(4) if any(end[i] < now[i] for end in reach)]
            box = self.choose(seat, "maintenance", may_go).split(".")[1]
            now = tuple(n - (name == box) for n, name in zip(now, names, strict=True))
            self.cubes[seat, side, box] -= 1
            self.cubes[seat, "gone"] += 1
            self.points[seat, side] = max(0, self.points[seat, side] - 1)
        self.cash[seat, side] -= cost(now)
