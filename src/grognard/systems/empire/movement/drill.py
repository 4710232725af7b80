"""What a unit of an arm and formation can do at all (the table of manoeuvres, page 30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Reason, rule
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.kinds import Arm, Branch, Formation
from grognard.systems.empire.movement.rates import DISTANCES, TWELVE
from grognard.systems.empire.setting import Unit
from grognard.systems.empire.sheet import sheet

if TYPE_CHECKING:
    from grognard.systems.empire.movement.walking import Walk

UNMEASURED = frozenset({Kind.ABOUT, Kind.FACE, Kind.FORM, Kind.PROLONG})
SQUARE = frozenset({Kind.WHEEL, Kind.SLIDE, Kind.LATERAL, Kind.ABOUT, Kind.BACK_WHEEL})
UNLIMBERED = frozenset({Kind.FACE, Kind.FORM, Kind.PROLONG})


@rule("EM.1", "E30.4", "E30.12", "E30.13", "E30.18")
def against_drill(walk: Walk, primitive: Primitive) -> Reason | None:
    """What a unit in its formation may not do."""
    kind, amount, held, name = primitive.kind, primitive.amount, walk.formation, walk.card.name
    if held is Formation.GARRISON:
        return Reason(f"{name} holds a building: it must leave it first", "ET.4")
    if walk.unfinished() and (
        kind is not Kind.FORWARD or amount < sheet().length(DISTANCES, "slide_forward")
    ):
        return walk.unfinished()
    if amount <= 0 and kind not in UNMEASURED:
        return Reason("a move is longer than nothing", "EM.1")
    if held is Formation.UNLIMBERED and kind not in UNLIMBERED:
        return Reason(f"{name} is unlimbered: it is prolonged, turned or limbered", "E30.13")
    if held.is_square and kind in SQUARE:
        return Reason(f"{name} is in square: it goes straight on or back", "E30.18")
    return _beyond(walk, primitive)


@rule("E30.2", "E30.4", "E30.5", "E30.6", "E30.12")
def _beyond(walk: Walk, primitive: Primitive) -> Reason | None:
    """What is more than a unit of this arm may do of a kind."""
    kind, amount, name = primitive.kind, primitive.amount, walk.card.name
    guns, foot = walk.card.arm is Arm.ARTILLERY, walk.card.arm is Arm.INFANTRY
    if kind is Kind.WHEEL:
        if walk.count(kind) + amount > sheet().figure("manoeuvres/degrees", "wheel"):
            return Reason("it wheels no more than 180 degrees in a move", "E30.2")
    if kind is Kind.SLIDE:
        if walk.count(kind) or amount > sheet().length(DISTANCES, "slide"):
            return Reason("it slides once, no more than 1 UD", "E30.4")
    if kind is Kind.LATERAL and guns:
        return Reason("guns do not move sideways", "E30.12")
    if kind in (Kind.BACK, Kind.BACK_WHEEL) and not foot:
        return Reason(f"{name} must face about to go back", "E30.6")
    if kind is Kind.BACK_WHEEL:
        if walk.count(kind) + amount > sheet().figure("manoeuvres/degrees", "backward"):
            return Reason("going back it wheels no more than 45 degrees", "E30.6")
    if kind is Kind.PROLONG:
        return _against_prolonging(walk, amount)
    return _against_forming(walk, Formation(primitive.word)) if kind is Kind.FORM else None


@rule("E30.13", "E29.7", "E29.8", "E29.9")
def _against_prolonging(walk: Walk, amount: int) -> Reason | None:
    if walk.formation is not Formation.UNLIMBERED:
        return Reason("only unlimbered guns are prolonged", "E30.13")
    if walk.card.calibre == TWELVE and walk.card.branch is not Branch.HORSE:
        return Reason("12-pounders are not prolonged", "E29.7")
    if not amount or abs(amount) > sheet().length("manoeuvres/prolong", walk.card.branch):
        return Reason("guns are prolonged 1 UD, horse guns 2", "E30.13")
    return None


@rule("E30.18", "E22.5", "E30.19")
def _against_forming(walk: Walk, to: Formation) -> Reason | None:
    """Which formations can be taken from which."""
    held, name = walk.formation, walk.card.name
    if any(leg.primitive.kind is Kind.FORM for leg in walk.legs):
        return Reason("it changes formation once in a move", "E30.18")
    if to not in takes(walk.card, held):
        return Reason(f"{name} cannot form so from where it is", "E30.18")
    if walk.piece.disordered and to is not Formation.LIMBERED:
        return Reason(f"{name} is Disordered: it may only limber", "E30.19")
    if to is Formation.UNLIMBERED and walk.piece.marked:
        return Reason(f"{name} has an action marker: it may not unlimber", "E22.5")
    return None


@rule("E30.18", "EU.13")
def takes(card: Unit, held: Formation) -> tuple[Formation, ...]:
    """The formations that a unit can take from the one it has; irregular horse keeps its own."""
    if card.is_irregular or held in (Formation.SKIRMISH, Formation.GARRISON):
        return ()
    if card.arm is Arm.ARTILLERY:
        return (Formation.UNLIMBERED if held is Formation.LIMBERED else Formation.LIMBERED,)
    if card.arm is Arm.CAVALRY:
        return (Formation.COLUMN if held is Formation.LINE else Formation.LINE,)
    return {
        Formation.LINE: (Formation.COLUMN, Formation.FULL_SQUARE),
        Formation.COLUMN: (Formation.LINE, Formation.COLUMN_SQUARE, Formation.FULL_SQUARE),
    }.get(held, (Formation.LINE, Formation.COLUMN))
