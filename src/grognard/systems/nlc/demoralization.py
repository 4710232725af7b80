"""Losses that break the spirit of armies and corps (chapters 14 and 15, with 20.6 and 20.9)."""

from __future__ import annotations

from typing import ClassVar, Final

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.records import ForceId, home_of
from grognard.systems.nlc.setting import FormationId, SideId, UnitId
from grognard.systems.nlc.table import Table

COUNTED: Final = frozenset({"eliminated", "destroyed", "starved", "retreated"})
"""Fates that count as losses; who marched off by himself does not (R-14b)."""


class SpiritChanged(Fact, frozen=True, tag=True):
    """A formation or an army became demoralized, or took heart again."""

    whose: str
    demoralized: bool
    losses: int
    limit: int
    clauses: ClassVar[tuple[str, ...]] = ("N14.1", "N15.1")

    def change(self, table: Table) -> None:
        table.writable("tally")[f"demoralized:{self.whose}"] = int(self.demoralized)


# --- accounts


@rule("N14.1", "N15.1", "N15.5", "R-14b", "R-15")
def losses(table: Table, units: tuple[UnitId, ...]) -> int:
    """The front strength of those of these units that are lost now."""
    removed, roster = table.removed, table.setting.roster
    return sum(
        roster[unit].strength for unit in units if unit in removed and removed[unit].how in COUNTED
    )


def corps_losses(table: Table, formation: FormationId) -> int:
    found = table.following("removed", "corps losses", lambda: _all_corps_losses(table))
    return found[formation]


def _all_corps_losses(table: Table) -> dict[FormationId, int]:
    return {name: losses(table, held.units) for name, held in table.setting.formations.items()}


def army_losses(table: Table, side: SideId) -> int:
    return losses(table, table.setting.by_side[side])


def army_level(table: Table, side: SideId) -> int:
    """The army's level with what has raised or lowered it (N11.4.2, N7.4.14, N20.9.4)."""
    return table.setting.armies[side].level + table.tally.get(f"level:{side}", 0)


@rule("N14.1")
def army_demoralized(table: Table, side: SideId) -> bool:
    return army_losses(table, side) >= army_level(table, side)


# --- corps


@rule("N15.1", "N20.9.1", "N20.9.2")
def printed_limit(table: Table, formation: FormationId) -> int:
    """The limit of a formation with what its operations have made of it."""
    return table.setting.formations[formation].limit + table.forces[formation].swing


def broken(table: Table) -> frozenset[FormationId]:
    """The formations that are demoralized now by their losses or by panic."""
    return table.derived("broken", lambda: _broken(table))


@rule("N15.1", "N20.6.1", "N20.6.2")
def _broken(table: Table) -> frozenset[FormationId]:
    """Panic spreads from corps to corps until it finds no further prey."""
    found: frozenset[FormationId] = frozenset()
    while True:
        more = frozenset(
            formation
            for formation in table.setting.formations
            if corps_losses(table, formation) >= limit(table, formation, found)
        )
        if more == found:
            return found
        found = more


def limit(table: Table, formation: FormationId, broken_now: frozenset[FormationId]) -> int:
    """The limit of a formation, given who is broken."""
    return printed_limit(table, formation) - panic(table, formation, broken_now)


@rule("N20.6.1", "N20.6.2")
def panic(table: Table, formation: FormationId, broken_now: frozenset[FormationId]) -> int:
    """How far broken neighbours lower a formation's limit, under the option."""
    if not table.setting.on("panic"):
        return 0
    held = table.setting.formations[formation]
    return _panic_at(table, _leader_hex(table, held.leader), held.side, formation, broken_now)


def _panic_at(
    table: Table, at: Hex, side: SideId, besides: FormationId, broken_now: frozenset[FormationId]
) -> int:
    near, cards = 0, table.setting.cards
    for other in sorted(broken_now):
        held = table.setting.formations[other]
        there = _leader_hex(table, held.leader)
        if other != besides and held.side == side and held.body.spreads_panic and at and there:
            near += distance(at, there) <= cards.figure("panic_radius")
    return -cards.figure("panic_limit") * near


def _leader_hex(table: Table, leader: str) -> Hex:
    return table.leaders[leader].at if leader in table.leaders else 0


# --- who is demoralized


@rule("N15.2", "N12.13.4", "N20.6.3", "N20.8.4", "N20.8.9", "R-20.6", "R-20.8")
def is_demoralized(table: Table, force: ForceId) -> bool:
    """Does a body act as demoralized: by its corps' losses, its own if it is apart, or fatigue?

    Whoever has been put under another chief keeps the account of the formation it came from.
    """
    return table.derived(("demoralized", force), lambda: _is_demoralized(table, force))


def _is_demoralized(table: Table, force: ForceId) -> bool:
    held = table.forces[force]
    if held.fatigue and table.setting.on("fatigue"):
        return True
    if not held.formation:
        return False
    if _stands_alone(table, force):
        return _division_broken(table, force)
    return home_of(force) in broken(table)


def _stands_alone(table: Table, force: ForceId) -> bool:
    """Under 20.6, a division out of its commander's range does not share its corps' state."""
    held = table.forces[force]
    if held.is_whole or held.is_attached or not table.setting.on("panic"):
        return False
    from grognard.systems.nlc.command.ranges import reaches

    units = table.units_under(force)
    leader = table.setting.formations[held.formation].leader
    return not any(reaches(table, leader, unit) for unit in units)


@rule("N20.6.3", "R-20.6")
def _division_broken(table: Table, force: ForceId) -> bool:
    units = tuple(unit for unit, under in table.under.items() if under == force)
    whole = sum(table.printed(unit).strength for unit in units)
    held = table.forces[force]
    standing = table.units_under(force)
    at = min((table.pieces[unit].at for unit in standing), default=0)
    lowered = _panic_at(table, at, held.side, "", broken(table))
    share = table.setting.cards.share("division_limit")
    return losses(table, units) + lowered > share * whole


@rule("N2.3.2", "N14.2", "R-14")
def lowers_morale(table: Table, unit: UnitId) -> bool:
    """Only one case counts: the formation's state, or the army's if the table plays it so."""
    if is_demoralized(table, table.under[unit]):
        return True
    return table.setting.on("army_morale_penalty") and army_demoralized(table, table.side_of(unit))


# --- after each combat


@rule("N14.1", "N15.1")
def settle(table: Table) -> None:
    """Record every change of spirit; of two armies at once the side not acting goes first."""
    setting = table.setting
    sides = sorted(setting.sides, key=lambda side: side == table.side)
    for side in sides:
        account, level = army_losses(table, side), army_level(table, side)
        _note(table, side, account >= level, account, level)
    now = broken(table)
    for formation in setting.formations:
        _note(table, formation, formation in now, corps_losses(table, formation),
              limit(table, formation, now))  # fmt: skip


def _note(table: Table, whose: str, demoralized: bool, account: int, level: int) -> None:
    if bool(table.tally.get(f"demoralized:{whose}")) != demoralized:
        table.record(SpiritChanged(whose, demoralized, account, level))
