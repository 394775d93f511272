"""3.2 and 4.8.2: Pay."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.levy.calendar import shift_service
from core.games.levy.choices import DONE, option
from core.games.levy.hand import take_from_hand
from core.games.levy.lords import is_besieged, is_friendly, mustered, name, spend
from core.games.levy.refusals import play_or
from core.games.levy.state import MAP, LevyState, Lord


def pay(g: LevyState, side: str, moment: str = "pay", only: list[Lord] | None = None) -> Procedure[None]:
    """3.2: Coin and Loot move Service to the right, until the side is done. Held Events may be played as well."""
    while True:
        options = payments(g, side, only) + g.rules.pay_extras(g, side)
        if not options and not g.held[side]:
            return
        fits = g.rules.any_time(g, side, moment)
        prompt = "Pay Lords to serve longer" + (", or play a Held Event" if g.held[side] else "")
        choice = yield Ask(
            side,
            "pay",
            prompt,
            [*options, DONE],
            "3.2",
            play_or(g, side, fits, lambda said: why_no_pay(g, side, said)),
            g.held[side],
            fits,
        )
        if choice is DONE:
            return
        if choice.token is not None:
            yield from g.rules.play_any_time(g, side, take_from_hand(g, choice), moment)
            continue
        if choice.value[0] != "pay":
            yield from g.rules.do_side_extra(g, side, choice)
            continue
        _, lord, asset, source = choice.value
        if source in g.lords:
            spend(g.lords[source], asset)
        else:
            g.rules.pay_from(g, source)
        g.tell("paid", lord=lord, asset=asset, source=source)
        shift_service(g, g.lords[lord], 1)


def payments(g: LevyState, side: str, only: list[Lord] | None = None) -> list[Option]:
    lords = mustered(g, side) if only is None else only
    options = []
    for lord in lords:
        if not can_serve_longer(g, lord):
            continue
        for payer in mustered(g, side):
            if payer.at == lord.at:
                if payer.assets.get("coin"):
                    options.append(_pay(g, lord, "coin", payer.id))
                if payer.assets.get("loot") and not refuse_loot(g, payer):
                    options.append(_pay(g, lord, "loot", payer.id))
        options += [_pay(g, lord, "coin", treasury) for treasury in g.rules.treasuries(g, lord)]
    return options


def can_serve_longer(g: LevyState, lord: Lord) -> bool:
    """3.2: payment must shift a Service marker: his own, or one of his Vassals' (3.4.2)."""
    last = g.rules.last_box
    return lord.service < last or any(box < last for box in lord.vassal_boxes.values())


def _pay(g: LevyState, lord: Lord, asset: str, source: str) -> Option:
    payer = name(g, source) if source in g.lords else source.capitalize()
    return option(f"pay {lord.id} {asset} {source}", f"Pay {name(g, lord.id)} with {asset} of {payer}", lord.id)


def refuse_loot(g: LevyState, lord: Lord) -> Refusal | None:
    """3.2.2"""
    if lord.at in g.siege:
        return Refusal("Loot Pays nobody at a Siege.", "3.2.2")
    if not is_friendly(g, lord):
        return Refusal("Loot Pays only at a Friendly Locale.", "3.2.2")
    return None


def why_no_pay(g: LevyState, side: str, said: str) -> Refusal | None:
    words = said.split()
    if len(words) != 4 or words[0] != "pay" or words[1] not in g.lords:
        return g.rules.why_no_side_extra(g, side, said)
    if g.lords[words[1]].where != MAP:
        return Refusal("Only Lords on the map serve for pay.", "3.2")
    lord, payer = g.lords[words[1]], g.lords.get(words[3])
    if lord.side != side or (payer is not None and payer.side != side):
        return Refusal("He is on the other side.", "3.2")
    if not can_serve_longer(g, lord):
        return Refusal("His Service is at the end of the Calendar already.", "2.2.3")
    if payer is None:
        if is_besieged(g, lord):
            return Refusal("That Coin cannot reach a Besieged Lord.", "3.2.1")
        return Refusal("There is no such Coin for him.", "3.2.1")
    if payer.at != lord.at:
        return Refusal("A Lord Pays himself and those at his Locale.", "3.2.1")
    if not payer.assets.get(words[2]):
        return Refusal(f"{name(g, payer.id)} has no {words[2]}.", "1.7")
    refusal = refuse_loot(g, payer) if words[2] == "loot" else None
    return refusal or Refusal("Only Lords at Sieges are Paid now.", "6.3.2")
