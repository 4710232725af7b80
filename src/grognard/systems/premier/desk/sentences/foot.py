"""Sentences of La Bataille Premier for marching, fire, morale and melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.wording import counted, hexes, listed, number, points
from grognard.kernel import Account
from grognard.mechanics.d66 import D66
from grognard.systems.bataille.pieces import Formation, facing_name

if TYPE_CHECKING:
    from grognard.desks.teller import Details, Sentence
    from grognard.systems.premier.desk.sentences.teller import PremierTeller as Teller

OCCASIONS: Final = {
    "chain": "as comrades beside it break",
    "charge-nerve": "before it charges",
    "comrades": "as broken comrades run through it",
    "fire-check": "after losses to fire",
    "force-march": "on the forced march",
    "guns-charged": "as the charge comes on",
    "guns-check": "at its guns, with horse upon them",
    "leader": "as its leader is struck",
    "melee-check": "after the melee",
    "nerves": "with enemy horse so near",
    "opportunity-check": "before an opportunity charge",
    "overstack": "in a hex too full",
    "passage": "as friends pass through each other",
    "premelee-attacker": "before it closes with the enemy",
    "premelee-defender": "before the enemy closes",
    "reaction-check": "before a reaction charge",
    "recovery": "to rally",
    "road-check": "caught on the road",
    "road-march": "caught on the road",
    "stand": "to stand against the charge",
}
"""What a check is made for."""

RESULTS: Final = {
    "AR": "the attacker routs",
    "AD": "the attacker is disordered",
    "-": "a stand-off",
    "DD": "the defender is disordered",
    "DR": "the defender routs",
    "DS": "the defender surrenders",
}
DEEDS: Final = {
    "stay": "stands where it is",
    "step_back": "steps back",
    "fall_back": "falls back",
    "disorder": "is to fall back in disorder",
    "disorder_in_place": "is disordered where it stands",
    "rout": "is to run",
    "surrender": "is to surrender",
    "eliminated": "is cut down",
}
SURRENDERS: Final = {
    "melee": "beaten in melee",
    "opportunity-charge": "ridden down",
    "recovery": "with no way left to run",
    "fire": "broken by fire, with no way out",
    "premelee": "broken before the melee, with no way out",
    "charge": "broken by the charge, with no way out",
}


def thrown(dice: tuple[int, ...]) -> str:
    """
    >>> thrown((4, 3)), thrown((5,))
    ('43', '5')
    """
    return "".join(map(str, dice))


def modified(dice: tuple[int, ...], account: Account) -> str:
    """Two dice and what the account makes of them, read on the ladder.

    >>> from grognard.kernel import Item
    >>> modified((4, 3), Account.of([Item(4, "flank", "P22.6")])), modified((1, 1), Account())
    ('43 +4 = 51', '11')
    """
    said = thrown(dice)
    return f"{said} {account.total:+d} = {D66.thrown(dice) + account.total}" if account else said


# --- marching


def _order_began(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} is taken in hand with {points(event.allowance)}"


def _faced_about(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} faces about in {hexes(event.hexes)}"


def _limber_rolled(teller: Teller, event: Any) -> str:
    done = "limbers up" if event.limbered else "does not get its guns hitched up"
    wanted = f", {event.needed} wanted" if event.needed else ""
    total = f"{event.die} {event.account.total:+d}" if event.account else str(event.die)
    return f"{teller.unit(event.unit)} {done}: {total}{wanted}"


def _wavered(teller: Teller, event: Any) -> str:
    what = "shrinks back and goes no nearer" if event.wavers else "takes heart and obeys"
    return f"{teller.unit(event.unit)}, stunned by the guns, rolls {event.die}: it {what}"


def _arrived(teller: Teller, event: Any) -> str:
    cost = f" for {points(event.cost)}" if event.cost else ""
    return f"{teller.stance(event.piece)} arrives with {event.group}{cost}"


def _broke_down(teller: Teller, event: Any) -> str:
    parts = teller.units(piece.id for piece in event.parts)
    how = "has to break down" if event.forced else "breaks down"
    gone = f"; nobody is left of {teller.units(event.lost)}" if event.lost else ""
    return f"{teller.unit(event.unit)} {how} into {parts}{gone}"


def _recombined(teller: Teller, event: Any) -> str:
    return f"{teller.units(event.parts)} come together as {teller.unit(event.piece.id)}"


# --- fire


def _fire(teller: Teller, event: Any) -> str:
    against = number(event.defence.total)
    shift = f" (with {counted(event.shift, 'column')} of shift)" if event.shift else ""
    head = f"{event.kind.capitalize()} fire on {teller.at(event.target)}: "
    sums = f"{number(event.strength)} against {against} is {event.column}{shift}"
    if not event.dice:
        return f"{head}{sums}: no effect"
    hit = counted(event.result, "increment") + " hit" if event.result else "no effect"
    return f"{head}{sums}; dice {modified(event.dice, event.modifiers)}: {hit}"


def _fire_details(teller: Teller, event: Any) -> Iterator[str]:
    for share in event.shares:
        yield f"{teller.unit(share.unit)} from {hexes((share.at,))}{_share(share)}"
    for item in event.defence:
        yield f"against it {item}"
    for item in event.modifiers:
        yield f"dice {item}"


def _share(share: Any) -> str:
    """What a unit brought; nothing where the listener may not know."""
    if not share.clause:
        return ""
    factors = "".join(f" x {number(f.times)} {f.reason} ({f.clause})" for f in share.factors)
    total = f" = {number(share.value)}" if share.factors else ""
    return f": {number(share.base)} {share.reason} ({share.clause}){factors}{total}"


def _fire_losses(teller: Teller, event: Any) -> str:
    lost = listed([f"{teller.unit(unit)} {count}" for unit, count in event.losses])
    return f"Lost to fire, to be remembered in an assault: {lost}"


# --- morale


def _checked(teller: Teller, event: Any) -> str:
    why = OCCASIONS.get(event.occasion, f"({event.occasion})")
    total = event.account.total
    dice = thrown(event.dice) + (f" with {total:+d}" if event.account else "")
    wanted = f", {event.needed} wanted" if event.needed else ""
    if event.value and not event.needed:
        wanted = ", which no dice could pass"
    result = "holds" if event.passed else "fails"
    return f"{teller.unit(event.unit)} checks {why}: {dice}{wanted}: {result}"


def _retreated(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} goes back to {teller.at(event.to)}"


def _stepped_back(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} steps back to {hexes(event.hexes)}"


def _rallied(teller: Teller, event: Any) -> str:
    spent = "; its horses are exhausted" if event.exhausted else ""
    return (
        f"{teller.unit(event.unit)} rallies in {event.formation.value}, "
        f"facing {teller.facing(event)}{spent}"
    )


def _ran_off(teller: Teller, event: Any) -> str:
    back = ", and may rally out there" if event.fate.startswith("away:") else ""
    return f"{teller.unit(event.unit)} runs off the map by {teller.at(event.at)}{back}"


def _surrendered(teller: Teller, event: Any) -> str:
    return (
        f"{teller.unit(event.unit)} lays down its arms, {SURRENDERS.get(event.cause, event.cause)}"
    )


# --- melee


def _assault(teller: Teller, event: Any) -> str:
    verb = "follow up against" if event.follow_up else "assault"
    return f"{teller.side(event.side)} {verb} {teller.at(event.target)} with {teller.units(event.units)}"


def _lapsed(teller: Teller, event: Any) -> str:
    return f"The assault on {teller.at(event.target)} by {teller.units(event.units)} lapses"


def _weighed(teller: Teller, event: Any) -> str:
    return (
        f"Before the melee for {teller.at(event.target)}: "
        f"{event.attacking} increments against {event.defending}, {event.odds}"
    )


def _melee(teller: Teller, event: Any) -> str:
    sums = f"{number(event.attack_total)} against {number(event.defence_total)} is {event.odds}"
    head = f"Melee for {teller.at(event.target)}: {sums}"
    if not event.dice:
        return f"{head}; no dice are needed: {melee_result(event.result)}"
    changed = f" {event.account.total:+d} = {event.modified}" if event.account else ""
    return f"{head}; dice {event.dice}{changed}: {melee_result(event.result)}"


def melee_result(result: str) -> str:
    """
    >>> melee_result("DD"), melee_result("2*/1")
    ('DD, the defender is disordered', '2*/1, the attacker loses 2 and checks, the defender 1')
    """
    if "/" not in result:
        return f"{result}, {RESULTS.get(result, 'as the chart says')}"
    attacker, defender = result.split("/")
    return f"{result}, the attacker loses {_loss(attacker)}, the defender {_loss(defender)}"


def _loss(part: str) -> str:
    return part.removesuffix("*") + (" and checks" if part.endswith("*") else "")


def _melee_details(teller: Teller, event: Any) -> Iterator[str]:
    for side, strength in (("attack", event.attack), ("defence", event.defence)):
        for fighter in strength.fighters:
            yield f"{side}: {_fighter(teller, fighter)}"
    for item in event.account:
        yield f"dice {item}"


def _fighter(teller: Teller, fighter: Any) -> str:
    factors = "".join(f" x {number(f.times)} {f.reason} ({f.clause})" for f in fighter.factors)
    head = f"{teller.unit(fighter.unit)} in {hexes((fighter.at,))}"
    if not fighter.printed:
        return head + factors
    lances = f" + {number(fighter.lance)} lances (P35.9)" if fighter.lance else ""
    total = f" = {number(fighter.total)}" if factors or lances else ""
    return f"{head}: {number(fighter.printed)}{factors}{lances}{total}"


def _fate(teller: Teller, event: Any) -> str:
    deed = DEEDS.get(event.fate, event.fate.replace("_", " "))
    return f"{teller.unit(event.unit)} {deed} (matrix {event.code})"


def _broke_square(teller: Teller, event: Any) -> str:
    faces = facing_name(Formation.COLUMN, event.facing)
    return f"{teller.unit(event.unit)} gives up its square for a column, facing {faces}"


SENTENCES: Final[dict[str, Sentence]] = {
    "OrderBegan": _order_began,
    "FacedAbout": _faced_about,
    "LimberRolled": _limber_rolled,
    "Wavered": _wavered,
    "Arrived": _arrived,
    "BrokeDown": _broke_down,
    "Recombined": _recombined,
    "FireResolved": _fire,
    "FireLossesNoted": _fire_losses,
    "MoraleChecked": _checked,
    "RetreatMoved": _retreated,
    "SteppedBack": _stepped_back,
    "Displaced": lambda t, e: f"{t.unit(e.unit)} makes room and goes to {t.at(e.to)}",
    "Surrendered": _surrendered,
    "RanOffMap": _ran_off,
    "Rallied": _rallied,
    "AssaultDeclared": _assault,
    "AssaultLapsed": _lapsed,
    "FellBack": lambda t, e: f"{t.unit(e.unit)} slips away to {hexes(e.hexes)}",
    "PreMeleeWeighed": _weighed,
    "MeleeFought": _melee,
    "FateRead": _fate,
    "Advanced": lambda t, e: f"{t.unit(e.unit)} advances into {hexes(e.hexes)}",
    "LeftSquare": lambda t, e: f"{t.unit(e.unit)} rides off the square to {hexes(e.hexes)}",
    "BrokeSquare": _broke_square,
}

DETAILS: Final[dict[str, Details]] = {
    "FireResolved": _fire_details,
    "MeleeFought": _melee_details,
}
