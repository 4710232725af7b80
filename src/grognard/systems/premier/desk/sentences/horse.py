"""Sentences of La Bataille Premier for charges, reactions and the state of the horses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.desks.wording import counted, hexes, listed, points, verb
from grognard.systems.premier.desk.sentences.foot import modified

if TYPE_CHECKING:
    from grognard.desks.teller import Details, Sentence
    from grognard.systems.premier.desk.sentences.teller import PremierTeller as Teller

ENDS: Final = {
    "met": "has come upon the enemy",
    "missed": "could have struck and did not, and breaks in disgrace",
    "spared": "finds nobody left to strike",
    "broken": "broke on the way",
}
STATES: Final = {
    "cavalry": "horse against horse",
    "disordered": "failed to form square, and is disordered",
    "formed": "formed, not in square",
    "guns": "guns in battery",
    "road": "caught in Road March",
    "routed": "already running",
    "skirmishers": "skirmishers",
    "square": "in square",
}
"""How a charge finds its target."""

SQUARES: Final = {
    "carre": "the square is formed",
    "disorder": "it ends in disorder",
    "rout": "they run",
}


def _lapsed(teller: Teller, event: Any) -> str:
    return f"The charge of {teller.units(event.units)} is not ridden: {event.reason}"


def _began(teller: Teller, event: Any) -> str:
    riders = zip(event.units, event.points, strict=True)
    return f"Charge! {listed([f'{teller.unit(unit)} with {points(p)}' for unit, p in riders])}"


def _rode(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} rides to {hexes(event.hexes)}, facing {teller.facing(event)}"


def _declared(teller: Teller, event: Any) -> str:
    return f"{teller.units(event.units)} {verb(event.units, 'is', 'are')} after {teller.unit(event.target)}"


def _struck(teller: Teller, event: Any) -> str:
    run = "at a straight run" if event.run else "without a straight run"
    return (
        f"{teller.units(event.units)} {verb(event.units, 'strikes', 'strike')} "
        f"{teller.unit(event.target)} in {teller.at(event.at)} "
        f"from {teller.at(event.from_hex)}, {run}; the target: {STATES.get(event.state, event.state)}"
    )


def _square(teller: Teller, event: Any) -> str:
    return (
        f"{teller.units(event.units)} {verb(event.units, 'tries', 'try')} to form square, "
        f"horse {counted(event.distance, 'hex')} "
        f"away (row {event.row}, {event.formation}): "
        f"{modified(event.dice, event.account)}: {SQUARES.get(event.result, event.result)}"
    )


def _trampled(teller: Teller, event: Any) -> str:
    return (
        f"{teller.units(event.by)} {verb(event.by, 'rides', 'ride')} down {counted(event.count, 'increment')} of "
        f"{teller.unit(event.unit)} for {points(event.spent)}"
    )


def _recall(teller: Teller, event: Any) -> str:
    wanted = f", {event.needed} wanted" if event.needed else ""
    die = f"{event.die} {event.account.total:+d}" if event.account else str(event.die)
    what = "the trumpet is heard" if event.recalled else "nobody heeds the trumpet"
    called = verb(event.units, "is", "are")
    return f"{teller.units(event.units)} {called} called back: {die}{wanted}: {what}"


def _ended(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} ends its charge: it {ENDS.get(event.how, event.how)}"


def _reactor_rode(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} rides to meet the charge, to {hexes(event.hexes)}"


def _reaction_ended(teller: Teller, event: Any) -> str:
    how = "has met the charge" if event.contact else "does not meet the charge"
    return f"{teller.unit(event.unit)} {how}"


def _counter(teller: Teller, event: Any) -> str:
    return (
        f"{teller.unit(event.unit)} charges {teller.unit(event.target)} as it comes near, "
        f"from {hexes(event.hexes)}"
    )


def _fatigued(teller: Teller, event: Any) -> str:
    return f"The horses of {teller.unit(event.unit)} are {event.readiness.value}"


def _since(since: str) -> str:
    side, _, turn = since.partition(":")
    return f"the {side} part of turn {turn}"


def _rest_began(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} rests its horses, counted from {_since(event.since)}"


def _rest_broken(teller: Teller, event: Any) -> str:
    why = f": {listed(list(event.reasons))}" if event.reasons else ""
    return f"{teller.unit(event.unit)} did not rest its horses through the turn{why}"


def _rested(teller: Teller, event: Any) -> str:
    return f"The horses of {teller.unit(event.unit)} have rested: {event.readiness.value} again"


SENTENCES: Final[dict[str, Sentence]] = {
    "ChargeDesignated": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'is', 'are')} to charge",
    "ChargeLapsed": _lapsed,
    "ChargeBegan": _began,
    "Rode": _rode,
    "DroppedBehind": lambda t, e: f"{t.unit(e.unit)} drops behind, its points spent",
    "TargetDeclared": _declared,
    "ChargeStruck": _struck,
    "SquareRolled": _square,
    "Evaded": lambda t, e: f"{t.unit(e.unit)} runs from the charge into {hexes(e.hexes)}",
    "Trampled": _trampled,
    "GunsAbandoned": lambda t, e: f"{t.unit(e.unit)} is left by its infantry",
    "RecallRolled": _recall,
    "ChargeEnded": _ended,
    "ReactorRode": _reactor_rode,
    "ReactionEnded": _reaction_ended,
    "CounterCharged": _counter,
    "TookHex": lambda t, e: f"{t.unit(e.unit)} takes {hexes(e.hexes)}",
    "Fatigued": _fatigued,
    "RestBegan": _rest_began,
    "RestBroken": _rest_broken,
    "HorsesRested": _rested,
}

DETAILS: Final[dict[str, Details]] = {}
