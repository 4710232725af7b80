"""The course of a charge as it is weighed: whom it rides at, who fires at it, who stands.

Whoever has a choice on the way makes it as a plain player would: the riders keep to their target and
ride down whom they can, foot under the charge forms square unless it has said that it stands, and
everybody fires upon the riders who can hurt them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any, Final

from grognard.kernel import Action, Ask, Reason, State
from grognard.mechanics.hexes import SIDES, Hex, distance, neighbour
from grognard.systems.bataille.actions import Assault, Finish, March, Shoot
from grognard.systems.bataille.fire.combining import all_together
from grognard.systems.bataille.fire.fire import aimed, fire_distribution
from grognard.systems.bataille.fire.targets import FireOptions
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.horse.charge_actions import Decline, Ride, Square, Target
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.horse.gallop import Gallop, after, contact, leg_from
from grognard.systems.bataille.horse.opportunity_charge import OpportunityCharges
from grognard.systems.bataille.horse.reaction import ReactorStep
from grognard.systems.bataille.horse.ride import Riding
from grognard.systems.bataille.marks import CONTACT, MET, UNRECALLED
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

FIRE: Final = ("opportunity-fire", "defensive-fire", "offensive-fire")
"""Questions of fire: at a charge on its way, and at those whom it has brought into contact."""

ANSWERED_ONCE: Final = frozenset({
    "form-square", "reaction-charge", "opportunity-charge", "evade", "retreat-before-charge", "form-up",
})  # fmt: skip
"""Who lets such a question pass lets it pass at every hex of the same ride."""


def riding_in(state: State) -> Riding | None:
    """The charge under way, as far as it has come."""
    for frame in reversed(state.stack):
        riding = getattr(frame.procedure, "riding", None)
        if isinstance(riding, Riding) and riding.gallop.units:
            return riding
    return None


def is_let_pass(root: State, order: Action | None, ask: Ask) -> bool:
    """Was this very question let pass by the answer that is weighed?"""
    first = root.pending
    same = isinstance(first, Ask) and (first.purpose, first.side) == (ask.purpose, ask.side)
    return isinstance(order, Finish) and same and ask.purpose in ANSWERED_ONCE


# --- where a charge strikes


def nearest_struck(table: Table, gallop: Gallop) -> Hex:
    """Where the first stands whom a charge can strike; 0 if it can strike nobody."""
    costs = contactable(table, gallop)
    return table.pieces[min(costs, key=lambda foe: (costs[foe], foe))].at if costs else 0


def struck_by(table: Table, riding: Riding, order: Ride) -> Hex:
    """Where a ride strikes: the enemy before whom it ends, or else the first it can reach from there."""
    gallop, piece = riding.gallop, table.pieces[riding.gallop.lead]
    for word in order.path:
        leg = leg_from(table, gallop, piece, word)
        if isinstance(leg, Reason):
            break
        gallop, piece = after(table, gallop, piece, leg)
    enemy = table.setting.enemy(table.side_of(gallop.lead))
    foes = table.units_near(piece.hexes, 1, enemy)
    for foe in sorted(foes, key=lambda foe: (foe != riding.target, foe)):
        met = contact(table, gallop.units, piece, foe)
        if met is not None:
            return met[1]
    costs = contactable(table, gallop, piece)
    return table.pieces[min(costs, key=lambda foe: (costs[foe], foe))].at if costs else 0


def focus_of(state: State, order: Action) -> Hex:
    """The hex about which a question on the way of a charge is; 0 if there is no charge."""
    riding = riding_in(state)
    if riding is None:
        return _caught_at(state)
    table: Table = state.table
    if isinstance(order, Ride):
        return struck_by(table, riding, order)
    if riding.target in table.pieces:
        return table.pieces[riding.target].at
    return nearest_struck(table, riding.gallop)


def _is_charge(state: State) -> bool:
    """Is a charge under way, of either kind?"""
    charges = (ChargeRide, OpportunityCharges)
    return any(isinstance(frame.procedure, charges) for frame in state.stack)


def _caught_at(state: State) -> Hex:
    """Where the unit stands that an opportunity charge may catch."""
    for frame in reversed(state.stack):
        if isinstance(frame.procedure, OpportunityCharges):
            piece = state.table.pieces.get(frame.procedure.mover)
            return piece.at if piece is not None else 0
    return 0


# --- choices on the way


def on_the_way(state: State, ask: Ask, aim: Hex) -> Action | None:
    """What is answered in the course of a charge; None where the policy decides."""
    if ask.purpose in FIRE and isinstance(ask.options, FireOptions):
        aside = ask.purpose == "opportunity-fire" and not _is_charge(state)
        return None if aside else best_fire(state.table, ask)
    if ask.purpose == "declare-target" and aim:
        return _declared(state.table, ask.options, aim)
    if ask.purpose == "form-square":
        return _squared(state, ask.options, aim)
    if ask.purpose == "reaction-move":
        return _towards(state, ask.options)
    if ask.purpose == "join-contact":
        orders: list[Assault] = list(ask.options)
        return min(orders, key=lambda order: (len(order.units), str(order)))
    if ask.purpose == "declare-assault":
        return _pressed(state.table, ask)
    return None


def best_fire(table: Table, ask: Ask) -> Action:
    """The attack that costs the riders most; none that cannot hurt, none on bystanders."""
    options: FireOptions = ask.options
    enemy = table.setting.enemy(ask.side)
    met = None if ask.purpose == "opportunity-fire" else set(in_the_fight(table, enemy))
    best: tuple[Fraction, Shoot] | None = None
    for target, firers in options.firers.items():
        if met is not None and target not in met:
            continue
        order = Shoot(target, all_together(table, target, firers))
        attack = aimed(table, target, order.firers)
        if attack.below_chart:
            continue
        cards = table.setting.cards
        spread = fire_distribution(cards, attack.column, attack.modifiers.total)
        mean = sum((lost * chance for lost, chance in spread.items()), Fraction(0))
        if mean and (best is None or mean > best[0]):
            best = mean, order
    return Finish() if best is None else best[1]


def in_the_fight(table: Table, side: str, without: Collection[UnitId] = ()) -> list[Hex]:
    """The hexes of those of a side who have met the enemy in a charge, theirs or his."""
    return sorted(
        {
            at
            for unit in table.units_of(side)
            if unit not in without and has_met(table, unit)
            for at in table.pieces[unit].hexes
        }
    )


def newly_met(before: Table, now: Table) -> list[UnitId]:
    """Those whom a ride has brought into contact, or out of hand."""
    left = (MET, UNRECALLED, CONTACT)
    found = []
    for unit, piece in now.pieces.items():
        was = before.pieces.get(unit)
        old = () if was is None else was.marks
        if any(mark.startswith(left) and mark not in old for mark in piece.marks):
            found.append(unit)
    return found


def has_met(table: Table, unit: UnitId) -> bool:
    """Has this unit struck home, or is it in contact?"""
    piece = table.pieces[unit]
    return MET in piece.marks or bool(contacts_of(piece))


def _pressed(table: Table, ask: Ask) -> Action:
    """Riders who have struck home and were stood fight it out, all of them together."""
    riders = [unit for unit in table.units_of(ask.side) if MET in table.pieces[unit].marks]
    around = table.setting.ground.around
    near = sorted({to for unit in riders for at in table.pieces[unit].hexes for to in around[at]})
    for target in (at for at in near if at and table.has_enemy(at, ask.side)):
        able = [unit for unit in riders if Assault(target, (unit,)) in ask.options]
        for order in (Assault(target, tuple(sorted(able))), *(Assault(target, (u,)) for u in able)):
            if able and order in ask.options:
                return order
    return Finish()


def _towards(state: State, options: Iterable[Action]) -> Action | None:
    """A reaction rides at the charge."""
    table, stepping = state.table, state.stack[-1].procedure
    if not isinstance(stepping, ReactorStep):
        return None
    goals = [
        at for unit in stepping.chargers if unit in table.pieces for at in table.pieces[unit].hexes
    ]

    def away(order: March) -> tuple[int, int]:
        at = table.pieces[order.unit].at
        for word in order.path:
            at = neighbour(at, SIDES.index(word)) if word in SIDES else at
        return min((distance(at, goal) for goal in goals), default=0), len(order.path)

    ways = [order for order in options if isinstance(order, March)]
    return min(ways, key=away) if ways and goals else None


def _declared(table: Table, options: Iterable[Action], aim: Hex) -> Action | None:
    """The one in the hex that is ridden at is the target; others are passed by."""
    for option in options:
        if isinstance(option, Target | Decline):
            meant = aim in table.pieces[option.unit].hexes
            if isinstance(option, Target) is meant:
                return option
    return None


def _squared(state: State, options: Any, aim: Hex) -> Action | None:
    """The foot that is ridden at forms square; others stay as they are."""
    table, riding = state.table, riding_in(state)
    declared = table.pieces.get(riding.target) if riding is not None else None
    hexes = declared.hexes if declared is not None else (aim,)
    for option in options:
        if isinstance(option, Square) and not set(hexes).isdisjoint(
            table.pieces[option.unit].hexes
        ):
            return option
    return Finish() if Finish() in options else None
