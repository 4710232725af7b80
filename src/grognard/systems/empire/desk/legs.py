"""Moves in legs: what a hand makes, what each leg costs, what the whole would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from grognard.desks.documents import Effect, Leg, Motion, Offer, Provoked, Shape
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import MIL, rounded_up
from grognard.mechanics.measured.paths import as_much
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.actions import Kind, Move, Primitive
from grognard.systems.empire.command.points import is_in_command
from grognard.systems.empire.fire.aims import aims, kinds_of
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Arm, Formation, Going
from grognard.systems.empire.movement.drill import UNMEASURED
from grognard.systems.empire.movement.judging import cost_of
from grognard.systems.empire.movement.rates import DISTANCES, MOVE, rate_of
from grognard.systems.empire.movement.walking import Walk, end_of
from grognard.systems.empire.setting import Setting, Unit, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import threats

replace = msgspec.structs.replace

KINDS: Final = {
    "ahead": Kind.FORWARD, "back": Kind.BACK, "aside": Kind.LATERAL, "slide": Kind.SLIDE,
    "wheel": Kind.WHEEL, "face": Kind.FACE, "about": Kind.ABOUT, "form": Kind.FORM,
    "prolong": Kind.PROLONG, "back-wheel": Kind.BACK_WHEEL,
}  # fmt: skip
"""What a leg of a hand is called in the book."""

LEGS: Final = {kind: leg for leg, kind in KINDS.items()}
THREATENS: Final = {
    Zone.LEFT: "threatens a left flank", Zone.RIGHT: "threatens a right flank",
    Zone.REAR: "threatens a rear", Zone.FRONT: "threatens a front",
}  # fmt: skip
THREATENED: Final = {
    Zone.LEFT: "its left flank would be threatened", Zone.RIGHT: "its right flank would be threatened",
    Zone.REAR: "its rear would be threatened", Zone.FRONT: "its front would be threatened",
}  # fmt: skip
NEAR: Final = 12 * MIL
"""Enemies farther away are not looked at while a hand moves."""


def primitive(leg: Leg) -> Primitive:
    """A leg as the book has it."""
    kind = KINDS.get(leg.kind, Kind.FORWARD)
    return Primitive(kind, leg.by, leg.form or leg.side)


def wanted(table: Table, unit: UnitId, path: Sequence[Primitive]) -> Footprint:
    """Where a hand would have a unit, whether it may be there or not."""
    here, card = table.pieces[unit].footprint, table.printed(unit)
    for each in path:
        size = size_of(card, Formation(each.word)) if each.kind is Kind.FORM else here.size
        here = Footprint(end_of(here, each), size)
    return here


def longest(order: Move, may: Callable[[Move], bool]) -> Move | None:
    """The longest part of a move that is legal: its last leg cut short, or left out, and so on."""
    for n in range(len(order.path), 0, -1):
        *kept, last = order.path[:n]
        whole = replace(order, path=order.path[:n])
        if n < len(order.path) and may(whole):
            return whole
        if last.kind in UNMEASURED:
            continue
        slid = bool(kept) and kept[-1].kind is Kind.SLIDE
        low = sheet().length(DISTANCES, "slide_forward") if slid else 1

        def part(amount: int, kept: list[Primitive] = kept, last: Primitive = last) -> Move:
            return replace(order, path=(*kept, replace(last, amount=amount)))

        amount = as_much(last.amount, low, lambda each, part=part: may(part(each)))  # type: ignore[misc]
        if amount:
            return part(amount)
    return None


def motions(card: Unit, formation: Formation) -> tuple[Motion, ...]:
    """The legs that a hand may make with a unit."""
    if formation is Formation.GARRISON:
        return ()
    if formation is Formation.UNLIMBERED:
        return (Motion("face"), Motion("form"))
    found = [Motion("ahead"), Motion("form")]
    if card.arm is Arm.INFANTRY:
        found.append(Motion("back"))
    if formation.is_square:
        return tuple(found)
    forward, slide = (sheet().length(DISTANCES, each) for each in ("slide_forward", "slide"))
    wheel = sheet().figure("manoeuvres/degrees", "wheel", "degrees")
    found += [Motion("wheel", wheel), Motion("slide", slide, forward), Motion("about")]
    if card.arm is not Arm.ARTILLERY:
        found.append(Motion("aside"))
    return tuple(found)


# --- prices


def budget_of(table: Table, unit: UnitId) -> float:
    """One move over clear ground, in UD: what a unit in its formation can go."""
    rate = rate_of(table.printed(unit), table.pieces[unit].formation, Going.CLEAR)
    return float(rate or 0)


def points(count: int) -> str:
    """Command points, as they are written on a button."""
    return f"{count} CP" if count else ""


def standing(setting: Setting, footprint: Footprint) -> Shape:
    """A footprint as it is drawn."""
    size, place = footprint.size, setting.place(footprint.centre)
    return Shape((place,), footprint.pose.facing, width=size.front, depth=size.depth)


def priced(table: Table, made: Offer, walk: Walk) -> Offer:
    """A move with its legs, their price in UD of clear ground, and what it would bring."""
    budget = budget_of(table, walk.unit)
    spent, legs = 0, []
    for each in walk.legs:
        before = _ud(spent, budget)
        spent += each.parts
        cost = round(_ud(spent, budget) - before, 2)
        shape = standing(table.setting, each.end)
        legs.append(_leg(each.primitive, cost, shape))
    moved = table.draft()
    moved.alter(walk.unit, pose=walk.footprint.pose, formation=walk.formation)
    fire = tuple(under_fire(moved, walk.unit))
    return replace(
        made, legs=tuple(legs), cost=_ud(spent, budget), budget=budget,
        fee=points(cost_of(table, made.who) or 0),
        provokes=(Provoked(made.at, fire, "fire"),) if fire else (),
        effects=tuple(effects(table, moved, walk.unit)),
    )  # fmt: skip


def _ud(parts: int, budget: float) -> float:
    """Parts of a move in UD at the clear rate, rounded up to hundredths."""
    return rounded_up(int(parts * budget * 100), MOVE) / 100


def _leg(part: Primitive, cost: float, shape: Shape) -> Leg:
    form = part.word if part.kind is Kind.FORM else ""
    side = "" if form else part.word
    return Leg(LEGS.get(part.kind, part.kind.value), part.amount, side, form, cost, "", shape)


# --- what it brings


def under_fire(table: Table, unit: UnitId) -> Iterator[UnitId]:
    """Enemies near by that have a unit in their range."""
    for enemy in table.enemies_within(table.side_of(unit), table.corners(unit), NEAR):
        if _has_in_range(table, enemy, unit):
            yield enemy


def targets_of(table: Table, unit: UnitId) -> list[UnitId]:
    """Enemies that a unit has in its range."""
    found = (aim.target for kind in kinds_of(table, unit) for aim in aims(table, unit, kind))
    return list(dict.fromkeys(found))


def _has_in_range(table: Table, shooter: UnitId, target: UnitId) -> bool:
    return target in targets_of(table, shooter)


def effects(before: Table, after: Table, unit: UnitId) -> Iterator[Effect]:
    """What a move changes: threats made and suffered, targets, command."""
    enemies = [*after.enemies_within(after.side_of(unit), after.corners(unit), NEAR)]
    for enemy in enemies:
        now, then = threats(after, enemy), threats(before, enemy)
        for side in now:
            if side not in then:
                yield Effect("gain", THREATENS[side], "EG.10", (enemy,))
    for enemy in enemies:
        if _has_in_range(after, unit, enemy) and not _has_in_range(before, unit, enemy):
            yield Effect("gain", "has in its range", "E48.9", (enemy,))
    for side in threats(after, unit):
        if side not in threats(before, unit):
            yield Effect("risk", THREATENED[side], "EG.10")
    if is_in_command(before, unit) and not is_in_command(after, unit):
        yield Effect("risk", "it would be out of command", "E23.6")
