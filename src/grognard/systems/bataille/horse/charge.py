"""The charge segment (rules 37 and 38): who charges, each charge from start to end, what is left.

First all charges are named, then each is ridden to its end (``ride``). Cavalry that met nobody
though it could have is routed where it stands; after the melees cavalry out of hand is too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import msgspec

from grognard.kernel import Ask, Call, Done, Flow, Goto, Procedure, Reason, rule, step
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.events.charge import ChargeBegan, ChargeLapsed
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.leaders import LeaderJoined
from grognard.systems.bataille.horse.charge_actions import Charge, Ride
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.charge_targets import cavalry_leader, may_charge
from grognard.systems.bataille.horse.gallop import Gallop, charge_of
from grognard.systems.bataille.horse.ride import RideWord, Riding, pruned
from grognard.systems.bataille.horse.ride_options import RideOptions
from grognard.systems.bataille.marks import BALKED, CHARGED, NAMED, TRIED_SQUARE
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

RHEINBUND_NERVE: Final = "rheinbund_nerve"
"""A battle rule: Rheinbund cavalry must pass a check before it charges (charts 27)."""

NERVE: Final = "charge-nerve"
"""The check before a charge."""

Reach = tuple[tuple[UnitId, tuple[UnitId, ...]], ...]
"""For each charging unit the enemies it could have struck when its charge began."""


# --- naming the charges


@rule("P37.4", "P37.5", "PR-116", "PR-165")
def groups(table: Table, side: str, named: Sequence[UnitId] = ()) -> Iterator[tuple[UnitId, ...]]:
    """Every unit that may charge alone, and the parts of stacks that may charge together."""
    able = [unit for unit in able_to_charge(table, side) if unit not in named]
    yield from ((unit,) for unit in able)
    for at in sorted({table.pieces[unit].at for unit in able}):
        here = [
            unit for unit in table.stack(at) if unit in able and table.pieces[unit].hexes == (at,)
        ]
        for count in range(2, len(here) + 1):
            for units in combinations(here, count):
                if against_together(table, units) is None:
                    yield units


def able_to_charge(table: Table, side: str) -> list[UnitId]:
    """The units of a side that may charge, worked out once for a table."""
    return table.derived(
        ("charges", side, table.turn),
        lambda: [
            unit
            for unit in _horse(table.setting, side)
            if unit in table.pieces and may_charge(table, unit) is None
        ],
    )


@lru_cache(maxsize=32)
def _horse(setting: Setting, side: str) -> tuple[UnitId, ...]:
    """All cavalry of a side, in the order of the roster."""
    roster = setting.roster
    return tuple(unit for unit in setting.by_side[side] if roster[unit].arm is Arm.CAVALRY)


@rule("P37.4", "P37.5", "P37.6")
def against_together(table: Table, units: Sequence[UnitId]) -> Reason | None:
    """Why units do not charge as one: they share a hex, a leader of their horse, and stand alike."""
    first = table.pieces[units[0]]
    if any(table.pieces[unit].hexes != (first.at,) for unit in units):
        return Reason("only a stack in one hex charges together", "P37.4")
    if tuple(unit for unit in table.stack(first.at) if unit in units) != tuple(units):
        return Reason("name each unit of the stack once, from the top", "P37.4")
    printed = table.printed(units[0])
    if any(table.printed(unit).nation != printed.nation for unit in units):
        return Reason("they are not of one nation, as their leader must be", "P37.5")
    if cavalry_leader(table, first.at, printed.nation, printed.side) is None:
        return Reason("no leader of their horse is with them to charge together", "P37.5")
    poses = {(table.pieces[unit].formation, table.pieces[unit].facing) for unit in units}
    return Reason("they do not stand alike to ride together", "P37.6") if len(poses) > 1 else None


@rule("P2.6", "P37.1", "P37.2", "P37.4", "P38.1", "P45.9")
def against_charge(
    table: Table, side: str, named: Sequence[UnitId], order: Charge | Finish
) -> Reason | None:
    """What speaks against naming these units to charge."""
    if isinstance(order, Finish):
        return None
    if not order.units:
        return Reason("name the unit or the stack that charges", "P37.4")
    for unit in order.units:
        barred = not_ours(table, unit, side, "P2.6", absent="P45.9")
        if barred is None and unit in named:
            barred = Reason(f"{table.printed(unit).name} is named to charge already", "P38.1")
        barred = barred or may_charge(table, unit)
        if barred is not None:
            return barred
    return against_together(table, order.units) if len(order.units) > 1 else None


def lift(table: Table, marks: Sequence[str]) -> None:
    """Take these markers off all units."""
    for unit in table.setting.roster:
        if unit in table.pieces:
            for mark in table.pieces[unit].marks:
                if mark in marks:
                    table.record(Unmarked(unit, mark))


# --- one charge


@rule("P38.46", "PR-113", "PR-116")
def reach_of(table: Table, gallop: Gallop) -> Reach:
    """Whom each of the riders could strike, with the points it has itself."""
    known: dict[int, tuple[UnitId, ...]] = {}
    for points in gallop.points:
        if points not in known:
            alike = msgspec.structs.replace(gallop, points=(points,) * len(gallop.units))
            known[points] = tuple(sorted(contactable(table, alike)))
    return tuple(
        (unit, known[points]) for unit, points in zip(gallop.units, gallop.points, strict=True)
    )


@rule("PR-164")
def take_leaders_along(table: Table, gallop: Gallop) -> None:
    """The leader of horse keeps to the charge, and so does everybody whom it would leave alone."""
    lead = table.printed(gallop.lead)
    at = table.pieces[gallop.lead].at
    horse = cavalry_leader(table, at, lead.nation, lead.side)
    alone = all(unit in gallop.units for unit in table.stack(at))
    furthest = gallop.units[gallop.points.index(gallop.left)]
    for leader in leaders_in(table, at, lead.side):
        if (alone or leader == horse) and table.attached.get(leader) != furthest:
            table.record(LeaderJoined(leader, furthest))


class ChargeRide(Procedure, tag=True):
    """P38.2: one charge, from its first hex to its end. Result: None."""

    units: tuple[UnitId, ...]
    riding: Riding = Riding(Gallop((), ()))
    path: tuple[str, ...] = ()
    reach: Reach = ()
    waiting: tuple[UnitId, ...] = ()

    @step("P38.1", "P38.8", "PR-175")
    def begin(self, table: Table) -> Flow:
        self.units = tuple(
            unit for unit in self.units if unit in table.pieces and may_charge(table, unit) is None
        )
        if not self.units:
            return Done()
        self.reach = reach_of(table, charge_of(table, self.units))
        if not any(foes for _, foes in self.reach):
            stand_still(table, self.units, "nothing can be reached", NAMED)
            return Done()
        return Call(SteelThemselves(self.units))

    @step("P35.2", "P37.1", "P37.3", "P38.2", "P46.1", "PR-143")
    def set_out(self, table: Table, steady: tuple[UnitId, ...]) -> Flow:
        self.units = steady
        if not steady:
            return Done()
        gallop = charge_of(table, steady)
        for unit in steady:
            for mark in (CHARGED, NAMED):
                table.record(Marked(unit, mark))
        table.record(ChargeBegan(steady, gallop.points))
        self.riding = Riding(gallop)
        take_leaders_along(table, gallop)
        opens = table.setting.reglement.ride_opens
        return None if opens is None else Call(opens(self.riding), then="rode")

    @step("P38.2")
    def next_word(self, table: Table) -> Flow:
        self.riding = pruned(table, self.riding)
        if self.riding.over:
            return Goto("finish")
        if self.path:
            word, self.path = self.path[0], self.path[1:]
            return Call(RideWord(self.riding, word), then="rode")
        return None if RideOptions(table, self.riding).has_rides() else Goto("finish")

    @step("P38.2")
    def ask(self, table: Table) -> Flow:
        options = RideOptions(table, self.riding)
        return Ask(table.side_of(self.riding.gallop.lead), options, "ride")

    @step("P38.2")
    def hear(self, table: Table, answer: Ride | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Goto("finish")
        self.path = answer.path
        return Goto("next_word")

    @step("P38.2")
    def rode(self, table: Table, riding: Riding) -> Flow:
        if riding.changed:
            self.path = ()
        self.riding = msgspec.structs.replace(riding, changed=False)
        return Goto("next_word")

    @step("P10.2", "P18.12")
    def finish(self, table: Table) -> Flow:
        self.waiting = self.units
        for unit in self.riding.gallop.units:
            piece = table.pieces.get(unit)
            if piece is not None and not table.has_enemy(piece.at, table.side_of(unit)):
                if may_end(table, piece) is not None:
                    return Call(table.setting.reglement.settle(piece.at, (unit,)))
        return None

    @step("P38.45", "P38.46", "P38.47", "P38.48", "PR-78", "PR-113")
    def account(self, table: Table) -> Flow:
        if not self.waiting:
            return None
        unit, self.waiting = self.waiting[0], self.waiting[1:]
        reach = dict(self.reach).get(unit, ())
        follows = table.setting.reglement.charge_ended(table, unit, reach, self.riding)
        return Goto("account") if follows is None else Call(follows, then="account")

    @step("P38.22", "PR-105")
    def over(self, table: Table) -> Flow:
        if table.setting.options.get("carre_attempts") == "each_charge":
            lift(table, (TRIED_SQUARE,))
        return Done()


def stand_still(table: Table, units: Sequence[UnitId], reason: str, *marks: str) -> None:
    """A designated charge is not ridden; the units stay, and do not move in this player turn."""
    table.record(ChargeLapsed(tuple(units), reason))
    for unit in units:
        for mark in marks:
            table.record(Marked(unit, mark))


class SteelThemselves(Procedure, tag=True):
    """Charts 27: Rheinbund cavalry checks before it charges. Result: who charges."""

    units: tuple[UnitId, ...]
    steady: tuple[UnitId, ...] = ()

    @step("P46.1")
    def next_unit(self, table: Table) -> Flow:
        if not self.units:
            return Done(self.steady)
        if is_nervous(table, self.units[0]):
            return Call(CheckMorale(self.units[0], NERVE))
        self.steady, self.units = (*self.steady, self.units[0]), self.units[1:]
        return Goto("next_unit")

    @step("P46.1")
    def checked(self, table: Table, passed: bool) -> Flow:
        unit, self.units = self.units[0], self.units[1:]
        if passed:
            self.steady = (*self.steady, unit)
        else:
            stand_still(table, (unit,), "the riders will not go", BALKED, NAMED)
        return Goto("next_unit")


@rule("P46.1")
def is_nervous(table: Table, unit: UnitId) -> bool:
    """Must this cavalry check before it charges?"""
    if RHEINBUND_NERVE not in table.setting.special:
        return False
    printed, card = table.printed(unit), table.setting.cards.keyed("special-cavalry", "troops")
    nations = ("rheinbund", "saxon", "westphalian")
    ours = "rheinbund" in printed.traits or printed.nation.lower() in nations
    return ours and bool(card.cell("rheinbund", "checks_before_charge"))
