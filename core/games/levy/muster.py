"""3.4: Muster."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal, Roll
from core.games.levy.arts import can_have, place_capability, refuse_capability
from core.games.levy.calendar import muster_vassal, prepare_mat, shifted, vassals_ready_again
from core.games.levy.choices import DONE, choose, option
from core.games.levy.hand import choose_unused, take_from_hand, unseen
from core.games.levy.lords import add_units, facts, gain, lost_units, mustered, name, present
from core.games.levy.refusals import about, play_or, why_no_play
from core.games.levy.state import ASIDE, CALENDAR, GONE, MAP, MUSTERED, READY, UNREADY, LevyState, Lord

CART = option("levy cart", "Levy a Cart")
MULE = option("levy mule", "Levy a Mule")
CAPABILITY = option("levy capability", "Levy a Capability")
BACK = option("back", "No card after all")


def muster(g: LevyState, side: str) -> Procedure[None]:
    """3.4: Lords who began at Friendly Locales free of Siege take Levy actions, one Lord after another."""
    waiting = [lord.id for lord in mustered(g, side) if g.rules.may_levy(g, lord)]
    while True:
        options = [
            option(f"muster {lord}", f"{name(g, lord)} takes Levy actions", lord)
            for lord in waiting
            if g.lords[lord].where == MAP
        ]
        options += g.rules.side_extras(g, side)
        if not options and not g.held[side]:
            break
        fits = g.rules.any_time(g, side, "muster")
        choice = yield Ask(
            side,
            "muster",
            "Who takes Levy actions?",
            [*options, DONE],
            "3.4",
            play_or(g, side, fits, lambda said: why_not_muster(g, side, said)),
            g.held[side],
            fits,
        )
        if choice is DONE:
            break
        if choice.token is not None:
            yield from g.rules.play_any_time(g, side, take_from_hand(g, choice), "muster")
        elif choice.value[0] == "muster":
            waiting.remove(choice.value[1])
            yield from levy(g, g.lords[choice.value[1]])
        else:
            yield from g.rules.do_side_extra(g, side, choice)
    vassals_ready_again(g, side)


def why_not_muster(g: LevyState, side: str, said: str) -> Refusal | None:
    words = said.split()
    if len(words) != 2 or words[0] != "muster" or words[1] not in g.lords:
        return g.rules.why_no_side_extra(g, side, said)
    lord = g.lords[words[1]]
    if lord.where != MAP:
        return Refusal("He is not on the map.", "3.4")
    if lord.id in g.banned:
        return Refusal("An Event keeps him from Levy actions.", "3.1.3")
    if lord.at in g.siege:
        return Refusal("There is a Siege at his Locale.", "3.4")
    if g.rules.may_levy(g, lord):
        return Refusal("He Mustered in this segment, or has taken his Levy actions.", "3.4")
    return Refusal("A Lord takes Levy actions at a Friendly Locale, where he stood when Muster began.", "3.4")


def levy(g: LevyState, lord: Lord) -> Procedure[None]:
    """3.4: one Lord's Levy actions, up to his Lordship. Whoever looked for a card in vain does something else next."""
    used, in_vain = 0, False
    while lord.where == MAP:
        left = g.rules.lordship(g, lord) - used
        options = levy_options(g, lord, in_vain) if left > 0 else []
        options += g.rules.muster_extras(g, lord)
        if not options and not g.held[lord.side]:
            return
        prompt = f"{name(g, lord.id)}: {left} Levy action{'s' * (left != 1)} left"
        fits = g.rules.any_time(g, lord.side, "muster")
        choice = yield Ask(
            lord.side,
            "levy",
            prompt,
            [*options, DONE],
            "3.4",
            lambda said, left=left: why_no_levy(g, lord, said, left),  # type: ignore[misc]
            g.held[lord.side],
            fits,
        )
        if choice is DONE:
            return
        if choice.token is not None:
            yield from g.rules.play_any_time(g, lord.side, take_from_hand(g, choice), "muster")
        elif choice.value[0] == "levy":
            spent = yield from levy_action(g, lord, choice)
            used, in_vain = used + spent, not spent
        else:
            yield from g.rules.do_muster_extra(g, lord, choice)


def levy_options(g: LevyState, lord: Lord, in_vain: bool) -> list[Option]:
    options = [
        option(f"levy lord {other.id}", f"Call {name(g, other.id)} to Muster", other.id)
        for other in g.lords.values()
        if other.side == lord.side and other.where == CALENDAR and refuse_lord(g, other) is None
    ]
    options += [
        option(f"levy vassal {vassal}", f"Muster {g.rules.vassals[vassal].name}", vassal)
        for vassal, state in lord.vassals.items()
        if state == READY
    ]
    options += [CART, MULE]
    if not in_vain and capabilities(g, lord):
        options.append(CAPABILITY)
    return options


def refuse_lord(g: LevyState, lord: Lord) -> Refusal | None:
    """3.4.1: why a Lord cannot be called now."""
    if lord.where == MAP:
        return Refusal("He is on the map already.", "3.4.1")
    if lord.where != CALENDAR:
        return Refusal("His cylinder is not on the Calendar.", "3.4.1")
    if not facts(g, lord).fealty:
        return Refusal("He has no Fealty rating: he comes by Call to Arms.", "3.4.1")
    if lord.box > g.box:
        return Refusal(f"He is not Ready before box {lord.box}.", "3.4.1")
    if lord.id in g.banned:
        return Refusal("An Event keeps him from Muster this Levy.", "3.1.3")
    if not free_seats(g, lord):
        return Refusal("He has no free Seat.", "3.4.1")
    return None


def why_no_levy(g: LevyState, lord: Lord, said: str, left: int) -> Refusal | None:
    match said.split():
        case ["levy", *_] if left <= 0:
            return Refusal(f"{name(g, lord.id)} has used his Lordship.", "3.4")
        case ["levy", "lord", other] if other in g.lords:
            if g.lords[other].side != lord.side:
                return Refusal("He is on the other side.", "3.4.1")
            return refuse_lord(g, g.lords[other])
        case ["levy", "vassal", vassal] if vassal in g.rules.vassals:
            return refuse_vassal(g, lord, vassal)
        case ["levy", "capability"]:
            return Refusal("No other card is left for him to look for now.", "3.4.4")
        case ["play", *_]:
            return why_no_play(g, lord.side, g.rules.any_time(g, lord.side, "muster"))(said)
    return g.rules.why_no_muster_extra(g, lord, said)


WHY_NOT_READY = {
    MUSTERED: "That Vassal has Mustered already.",
    UNREADY: "That Vassal Disbanded lately and is not Ready before the next Levy.",
    ASIDE: "That Vassal was set aside until his Lord Musters anew.",
    GONE: "That Vassal is out of the game.",
}


def refuse_vassal(g: LevyState, lord: Lord, vassal: str) -> Refusal | None:
    """3.4.2: why a Vassal cannot be Mustered now."""
    if vassal not in lord.vassals:
        return Refusal(f"That is no Vassal at {name(g, lord.id)}'s mat.", "3.4.2")
    reason = WHY_NOT_READY.get(lord.vassals[vassal])
    return Refusal(reason, "3.4.2") if reason else None


def capabilities(g: LevyState, lord: Lord) -> list[str]:
    """3.4.4: cards he may choose from, as far as anybody but their holder knows."""
    cards = g.rules.cards
    return [
        card
        for card in unseen(g, lord.side)
        if can_have(g, lord, cards[card]) and g.rules.refuse_card(g, cards[card]) is None
    ]


def free_seats(g: LevyState, lord: Lord) -> list[str]:
    """3.4.1: printed Seats that are not Enemy, not under Siege and free of enemy Lords."""
    return [seat for seat in facts(g, lord).seats if refuse_seat(g, lord, seat) is None]


def refuse_seat(g: LevyState, lord: Lord, seat: str) -> Refusal | None:
    enemy = g.rules.other[lord.side]
    if seat not in facts(g, lord).seats:
        return Refusal(f"That is no Seat of {name(g, lord.id)}.", "3.4.1")
    if seat in g.siege:
        return Refusal("That Seat is Besieged.", "3.4.1")
    if g.rules.owner(g, seat) == enemy:
        return Refusal("That Seat is in Enemy hands.", "3.4.1")
    if any(other.side == enemy for other in present(g, seat)):
        return Refusal("An enemy Lord is at that Seat.", "3.4.1")
    return None


def levy_action(g: LevyState, lord: Lord, choice: Option) -> Procedure[int]:
    """Does one Levy action; returns 1, or 0 if no card was taken after all."""
    match choice.value[1:]:
        case ("lord", other):
            yield from call_lord(g, g.lords[other])
        case ("vassal", vassal):
            muster_vassal(g, lord, vassal)
        case ("capability",):
            card = yield from choose_unused(
                g,
                lord.side,
                capabilities(g, lord),
                "Which Capability?",
                BACK,
                lambda card: refuse_capability(g, lord, card) or g.rules.refuse_card(g, card),
            )
            if not card:
                return 0
            yield from place_capability(g, lord, g.rules.cards[card])
        case (transport,):
            levy_transport(g, lord, transport)
    return 1


def levy_transport(g: LevyState, lord: Lord, transport: str) -> None:
    """3.4.3: a Cart or Mule; a lost Serf comes back with it."""
    gain(lord, transport)
    lost = {unit: 1 for unit in lost_units(g, lord) if g.rules.units[unit].loss == 0}
    add_units(lord, lost)
    g.tell("transport", lord=lord.id, transport=transport, back=list(lost))


def call_lord(g: LevyState, lord: Lord) -> Procedure[None]:
    """3.4.1: he comes if the roll is within his Fealty."""
    (die,) = yield Roll(1, name="fealty", why=f"Fealty of {name(g, lord.id)}")
    if die > facts(g, lord).fealty:
        g.tell("stays_home", lord=lord.id, die=die)
        return
    yield from muster_lord(g, lord)


def muster_lord(g: LevyState, lord: Lord, place: str = "") -> Procedure[None]:
    """3.4.1: onto the map at a free Seat, or at `place`."""
    if not place:
        options = [option(f"seat {seat}", g.rules.locales[seat].name, seat) for seat in free_seats(g, lord)]
        why_not = about("seat", g.rules.locales, lambda seat: refuse_seat(g, lord, seat))
        prompt = f"Where does {name(g, lord.id)} Muster?"
        choice = yield from choose(lord.side, "seat", prompt, options, "3.4.1", why_not)
        place = choice.value[1]
    prepare_mat(g, lord, place, shifted(g, g.box, facts(g, lord).service))
    g.tell("musters", lord=lord.id, place=place, service=lord.service)
    yield from g.rules.adjust(g)
    yield from g.rules.settle(g)
