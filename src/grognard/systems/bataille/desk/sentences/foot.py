"""What sentences of marching, fire, morale and melee are filled with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.catalogue import Figure, Points
from grognard.desks.teller import NONE
from grognard.desks.telling import cited, mark
from grognard.desks.wording import number
from grognard.kernel import Account
from grognard.mechanics.d66 import D66

if TYPE_CHECKING:
    from grognard.desks.teller import Arguments, Details
    from grognard.systems.bataille.desk.sentences.teller import BatailleTeller as Teller

Filled = Mapping[str, Any]

RESULTS: Final = {"-": "stand-off"}
"""Results of the melee chart that cannot be the name of a variant."""


def modified(dice: tuple[int, ...], account: Account) -> str:
    """Two dice and what the account makes of them, read on the ladder.

    >>> from grognard.desks.telling import plain
    >>> from grognard.kernel import Item
    >>> flank = Account.of([Item(4, "flank", "P22.6")])
    >>> plain(modified((4, 3), flank)), plain(modified((1, 1), Account()))
    ('43 +4 = 51', '11')
    """
    said = mark("die", "", "".join(map(str, dice)))
    return f"{said} {account.total:+d} = {D66.thrown(dice) + account.total}" if account else said


# --- marching


def _order_began(teller: Teller, event: Any) -> Filled:
    return {"points": Points.of(event.allowance)}


def stance(teller: Teller, event: Any) -> Filled:
    """How a piece that comes onto the map stands."""
    piece = event.piece
    return {
        **teller.fields(piece), "unit": teller.who(piece.id), "facing": teller.facing(piece),
        "cost": Points.of(event.cost),
    }  # fmt: skip


def _broke_down(teller: Teller, event: Any) -> Filled:
    parts = teller.those(piece.id for piece in event.parts)
    return {"parts": parts, "lost": teller.those(event.lost)}


def _recombined(teller: Teller, event: Any) -> Filled:
    return {"parts": teller.those(event.parts), "unit": teller.who(event.piece.id)}


# --- fire


def _fire(teller: Teller, event: Any) -> Filled:
    return {
        "kind-capital": event.kind.capitalize(),
        "against": number(event.defence.total),
        "dice": modified(event.dice, event.modifiers) if event.dice else NONE,
        "count": Figure(event.result or 0),
    }


def _fire_details(teller: Teller, event: Any) -> Iterator[str]:
    say = teller.catalogue.say
    for share in event.shares:
        where = {"unit": teller.who(share.unit), "at": teller.there((share.at,))}
        yield _explained(teller, say("fire-share", where), _share(teller, share))
    for item in event.defence:
        yield say("fire-defence", {"item": teller.item(item)})
    for item in event.modifiers:
        yield say("dice-item", {"item": teller.item(item)})


def _share(teller: Teller, share: Any) -> str:
    """What a unit brought; nothing where the listener may not know."""
    if not share.clause:
        return ""
    total = f" = {number(share.value)}" if share.factors else ""
    reason = f"{teller.phrase(share.reason)} ({cited(share.clause)})"
    return f"{number(share.base)} {reason}{_factors(teller, share.factors)}{total}"


def _explained(teller: Teller, head: str, text: str) -> str:
    return teller.catalogue.say("explained", {"head": head, "text": text}) if text else head


def _factors(teller: Teller, factors: Any) -> str:
    return "".join(
        f" x {number(each.times)} {teller.phrase(each.reason)} ({cited(each.clause)})"
        for each in factors
    )


def _fire_losses(teller: Teller, event: Any) -> Filled:
    lost = [f"{teller.who(unit)} {count}" for unit, count in event.losses]
    return {"losses": teller.listed(lost)}


# --- morale


def _checked(teller: Teller, event: Any) -> Filled:
    return {"hopeless": "yes" if event.value and not event.needed else "no"}


def _ran_off(teller: Teller, event: Any) -> Filled:
    return {"back": "yes" if event.fate.startswith("away:") else "no"}


# --- melee


def _melee(teller: Teller, event: Any) -> Filled:
    return {
        "odds": teller.phrase(event.odds),
        "dice": teller.thrown(event.dice) if event.dice else NONE,
        "modified": str(event.modified),
        **melee_result(event.result),
    }


def melee_result(result: str) -> Filled:
    """
    >>> melee_result("2*/1")["attacker-checks"], melee_result("DD")["result"]
    ('yes', 'DD')
    """
    if "/" not in result:
        return {"result": RESULTS.get(result, result), "printed": result}
    found = {"result": "losses", "printed": result}
    for who, part in zip(("attacker", "defender"), result.split("/"), strict=True):
        found[who] = part.removesuffix("*")
        found[f"{who}-checks"] = "yes" if part.endswith("*") else "no"
    return found


def _melee_details(teller: Teller, event: Any) -> Iterator[str]:
    say = teller.catalogue.say
    for side, strength in (("melee-attack", event.attack), ("melee-defence", event.defence)):
        for fighter in strength.fighters:
            yield say(side, {"fighter": _fighter(teller, fighter)})
    for item in event.account:
        yield say("dice-item", {"item": teller.item(item)})


def _fighter(teller: Teller, fighter: Any) -> str:
    say = teller.catalogue.say
    factors = _factors(teller, fighter.factors)
    where = {"unit": teller.who(fighter.unit), "at": teller.there((fighter.at,))}
    head = say("fighter", where)
    if not fighter.printed:
        return head + factors
    lances = f" + {say('lances', {'lance': number(fighter.lance)})}" if fighter.lance else ""
    total = f" = {number(fighter.total)}" if factors or lances else ""
    return _explained(teller, head, f"{number(fighter.printed)}{factors}{lances}{total}")


ARGUMENTS: Final[dict[str, Arguments]] = {
    "OrderBegan": _order_began,
    "Arrived": stance,
    "BrokeDown": _broke_down,
    "Recombined": _recombined,
    "FireResolved": _fire,
    "FireLossesNoted": _fire_losses,
    "MoraleChecked": _checked,
    "RanOffMap": _ran_off,
    "MeleeFought": _melee,
}

DETAILS: Final[dict[str, Details]] = {
    "FireResolved": _fire_details,
    "MeleeFought": _melee_details,
}
