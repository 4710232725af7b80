"""Morale (chapter 2): what a unit is worth in a test, and the test itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from grognard.kernel import Account, Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.kinds import Arm, OrderType, Role, Terrain
from grognard.systems.nlc.setting import Setting, SideId, UnitId
from grognard.systems.nlc.table import Table

COMBAT: Final = frozenset({"assault", "square", "reaction"})
"""Occasions of combat, to which the modifiers marked so on the chart apply."""

RECOVERY: Final = "recovery"
EXEMPT_NATIONS: Final = frozenset({"british", "kgl"})
"""N2.3.1: foot of these nations loses no morale with its steps."""

GUARD_REPULSED: Final = "guard-repulsed"
"""N7.4.13: the tally that every French unit remembers."""


class Occasion(msgspec.Struct, frozen=True):
    """Why morale is tested: assault, square, reaction, recovery, zone or retreat.

    ``attacking``: the units that test are themselves assaulting. The rest says what the enemy did:
    came on their flank, fired guns at them in this assault, sent Guard foot against them.
    """

    kind: str
    attacking: bool = False
    flanked: bool = False
    by_guns: bool = False
    by_guard: bool = False


OWNERS_ITEMS: Final = frozenset({"N12.2I.3", "N20.8.10"})
"""Clauses of items that rest on what only the owner knows."""


class MoraleTested(Fact, frozen=True, tag=True):
    """A die against morale (N2.4). ``tester`` is the unit whose morale counted for the group."""

    side: SideId
    units: tuple[UnitId, ...]
    occasion: str
    tester: UnitId
    die: int
    account: Account
    morale: int
    passed: bool
    clauses: ClassVar[tuple[str, ...]] = ("N2.4.1", "N2.4.2")

    @rule("N12.3", "N12.2I.3", "N20.8.10")
    def seen_by(self, side: str) -> MoraleTested:
        """Orders and fatigue are the owner's: the enemy hears the die and what came of it."""
        if side == self.side:
            return self
        known = tuple(item for item in self.account.items if item.clause not in OWNERS_ITEMS)
        return msgspec.structs.replace(self, account=Account(known), morale=0)


# --- what a unit is worth


def account_of(table: Table, unit: UnitId, occasion: Occasion) -> Account:
    """The morale of a unit on an occasion, itemised; ``level`` holds it to the limits."""
    return Account.of(_items(table, unit, occasion))


@rule("N2.3.7", "R-2.3e", "NT.11")
def level(setting: Setting, account: Account) -> int:
    """The sum, held to the limits once."""
    low, high = setting.cards.morale_limits
    return max(low, min(high, account.total))


def morale_of(table: Table, unit: UnitId, occasion: Occasion) -> int:
    return level(table.setting, account_of(table, unit, occasion))


@rule("N2.2.1", "N2.2.5", "R-2.2")
def _base(table: Table, unit: UnitId, occasion: Occasion) -> Item:
    printed = table.printed(unit)
    if occasion.attacking or printed.morale_defending == printed.morale:
        return Item(printed.morale, "the unit's morale", "N2.2.1")
    return Item(printed.morale_defending, "the unit's morale, not assaulting", "N2.2.5")


@rule("N2.3.1", "N2.3.2", "N2.3.6", "N7.4.13", "N12.2I.3", "N20.8.10", "NT.11", "R-14")
def _items(table: Table, unit: UnitId, occasion: Occasion) -> Iterator[Item]:
    cards, force = table.setting.cards, table.force_of(unit)
    yield _base(table, unit, occasion)
    if table.pieces[unit].lost and not _bears_losses(table, unit):
        yield Item(cards.morale("lost_a_step"), "lost a step", "N2.3.1")
    if force.fatigue > 1 and table.setting.on("fatigue"):
        yield Item(cards.morale("exhausted"), "exhausted", "N20.8.10")
    elif demoralization.lowers_morale(table, unit):
        yield Item(cards.morale("demoralized"), "demoralized", "N2.3.2")
    if has_leader(table, unit):
        yield Item(cards.morale("with_leader"), "a leader is with it", "N2.3.6")
    if force.type is OrderType.RESERVE:
        yield Item(cards.morale("reserve_orders"), "in reserve", "N12.2I.3")
    if table.tally.get(GUARD_REPULSED) and table.printed(unit).nation == "french":
        yield Item(cards.morale("guard_repulsed"), "the Guard recoiled", "N7.4.13")
    if occasion.kind in COMBAT:
        yield from _combat_items(table, unit, occasion)
    elif occasion.kind == RECOVERY:
        yield from _recovery_items(table, unit)


@rule("N2.3.1", "R-2.3a")
def _bears_losses(table: Table, unit: UnitId) -> bool:
    printed = table.printed(unit)
    if printed.arm is not Arm.INFANTRY:
        return False
    russian = printed.nation == "russian" and table.setting.on("russian_step_exempt")
    return russian or printed.nation in EXEMPT_NATIONS


@rule("N2.3.6", "N13.3", "R-2.3c")
def has_leader(table: Table, unit: UnitId) -> bool:
    """Is its own leader, its wing commander or an overall commander of its army with it?"""
    side = table.side_of(unit)
    return any(
        _inspires(table, leader, unit)
        for at in table.pieces[unit].hexes
        for leader in table.leaders_at(at, side)
    )


def _inspires(table: Table, leader: str, unit: UnitId) -> bool:
    if table.leaders[leader].rallied:
        return False
    if table.setting.on("any_leader_bonus"):
        return True
    formations, force = table.setting.formations, table.force_of(unit)
    now, own = formations[table.formation_of(unit)], formations[table.printed(unit).formation]
    wing = table.forces[now.id].chief or now.wing
    if leader in (now.leader, own.leader, wing, force.leader, force.chief):
        return True
    role = table.setting.leaders[leader].role
    return role is Role.OVERALL or table.leaders[leader].leads == now.id


@rule("N2.3.3", "N2.3.4", "N2.3.5", "N7.4.12", "N7.6.2", "R-2.3b", "R-2.3d")
def _combat_items(table: Table, unit: UnitId, occasion: Occasion) -> Iterator[Item]:
    cards = table.setting.cards
    if occasion.flanked:
        yield Item(cards.morale("flank_attack"), "attacked in flank", "N2.3.4")
    elif in_woods(table, unit):
        yield Item(cards.morale("in_woods"), "in woods", "N2.3.5")
    if occasion.by_guns:
        yield Item(cards.morale("fired_at_by_guns"), "guns fired at it", "N2.3.3")
    if occasion.by_guard:
        yield Item(cards.morale("against_guard"), "facing the Guard", "N7.4.12")


def in_woods(table: Table, unit: UnitId) -> bool:
    terrain = table.setting.ground.terrain
    return any(terrain[at] == Terrain.WOODS for at in table.pieces[unit].hexes)


@rule("N19.2.2")
def _recovery_items(table: Table, unit: UnitId) -> Iterator[Item]:
    cards, side = table.setting.cards, table.side_of(unit)
    hexes = table.pieces[unit].hexes
    if any(_shelters(table, at) for at in hexes):
        yield Item(cards.morale("sheltered"), "in ground that helps it", "N19.2.2")
    if any(_is_threatened(table, at, side) for at in hexes):
        yield Item(cards.morale("beside_enemy"), "next to an enemy in order", "N19.2.2")


def _shelters(table: Table, at: Hex) -> bool:
    return bool(table.setting.cards.terrain(table.setting.ground.terrain[at]).assault)


def _is_threatened(table: Table, at: Hex, side: SideId) -> bool:
    return any(
        table.side_of(unit) != side and not table.pieces[unit].disrupted
        for there in table.setting.ground.around[at]
        for unit in table.stacks.get(there, ())
    )


# --- the test


@rule("N2.4.1", "N7.3.7", "R-2.4")
def tester(table: Table, units: tuple[UnitId, ...], occasion: Occasion) -> UnitId:
    """Who tests for a group: the best of its foot, else of its horse, else of its guns."""
    foot = [unit for unit in units if table.arm(unit) is Arm.INFANTRY]
    horse = [unit for unit in units if table.arm(unit).cavalry]
    leading = foot or horse or units
    return max(leading, key=lambda unit: morale_of(table, unit, occasion))


class MoraleTest(Procedure, tag=True):
    """N2.4: one die for the group, which must not exceed its morale. Result: did it pass?"""

    units: tuple[UnitId, ...]
    occasion: Occasion
    passed: bool = False

    @step("N2.4.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", f"morale-{self.occasion.kind}", " ".join(self.units))

    @step("N2.4.1", "N2.4.2")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        unit = tester(table, self.units, self.occasion)
        self.passed = weigh(table, self.units, unit, self.occasion, dice[0])
        routed = routed_by(table, self.units, self.occasion, dice[0])
        if not routed:
            return Goto("finish")
        from grognard.systems.nlc.combat.rout import Rout

        return Call(Rout(routed))

    @step("N2.4.2")
    def finish(self, table: Table) -> Flow:
        return Done(self.passed)


def weigh(
    table: Table, units: tuple[UnitId, ...], unit: UnitId, occasion: Occasion, die: int
) -> bool:
    """Compare a die with a unit's morale, record it, and say whether it passed."""
    account = account_of(table, unit, occasion)
    morale = level(table.setting, account)
    passed = die <= morale
    side = table.side_of(unit)
    table.record(MoraleTested(side, units, occasion.kind, unit, die, account, morale, passed))
    return passed


@rule("N20.10.1")
def routed_by(
    table: Table, units: tuple[UnitId, ...], occasion: Occasion, die: int
) -> tuple[UnitId, ...]:
    """The units that a test so badly failed eliminates, under the option."""
    if not table.setting.on("rout"):
        return ()
    margin = table.setting.cards.figure("rout_margin")
    return tuple(unit for unit in units if die - morale_of(table, unit, occasion) >= margin)
