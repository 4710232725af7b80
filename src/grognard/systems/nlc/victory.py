"""Victory (chapter 18): points as the battle gives them, added up and explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from grognard.kernel import rule
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.setting import Aim, AimKind, SideId
from grognard.systems.nlc.table import Table


class PointsScored(Fact, frozen=True, tag=True):
    """A side earned points at the end of a turn (N18.1)."""

    side: SideId
    points: int
    why: str
    clauses: ClassVar[tuple[str, ...]] = ("N18.1",)

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        tally[f"points:{self.side}"] = tally.get(f"points:{self.side}", 0) + self.points


class Verdict(msgspec.Struct, frozen=True):
    """How a battle came out, and why."""

    name: str
    lines: tuple[str, ...]
    level: str
    side: SideId
    points: Mapping[SideId, int]


class Score(msgspec.Struct, frozen=True):
    """Points of a side with their reason."""

    side: SideId
    points: int
    why: str


# --- what earns points


@rule("N18.1", "N18.2", "N18.3", "R-18")
def earned(table: Table, aim: Aim) -> Iterator[Score]:
    """What an aim is worth now, to whom."""
    if aim.kind is AimKind.CONTROL:
        yield from _by_control(table, aim)
    elif aim.kind is AimKind.EXIT:
        gone = sum(table.tally.get(f"exited:{aim.side}:{at}", 0) for at in aim.hexes)
        yield Score(aim.side, gone // aim.per * aim.points, aim.text)
    elif aim.kind is AimKind.ARRIVED:
        units = table.setting.formations[aim.formation].units
        if any(unit in table.pieces or unit in table.removed for unit in units):
            yield Score(aim.side, aim.points, aim.text)
    elif aim.kind is AimKind.STEP_LOST:
        hit = [unit for unit in aim.units if unit in table.removed or _is_hurt(table, unit)]
        if hit:
            yield Score(aim.side, aim.points, aim.text)
    else:
        for side in (aim.side,) if aim.side else table.setting.sides:
            yield Score(side, _by_harm(table, aim, table.setting.enemy(side)), aim.text)


def _is_hurt(table: Table, unit: str) -> bool:
    return unit in table.pieces and table.pieces[unit].lost > 0


def _by_control(table: Table, aim: Aim) -> Iterator[Score]:
    holders = {table.control.get(at, "") for at in aim.hexes}
    if aim.side:
        held = holders == {aim.side}
        side = aim.side if held else aim.otherwise
        if side:
            yield Score(side, aim.points, aim.text)
    elif len(holders) == 1 and holders != {""}:
        yield Score(holders.pop(), aim.points, aim.text)


@rule("N14.1", "N11.4.2", "R-14b")
def _by_harm(table: Table, aim: Aim, enemy: SideId) -> int:
    """Points for what befell the enemy."""
    if aim.kind is AimKind.ELIMINATED_STRENGTH:
        return demoralization.army_losses(table, enemy) // aim.per * aim.points
    if aim.kind is AimKind.ARMY_DEMORALIZED:
        return aim.points if demoralization.army_demoralized(table, enemy) else 0
    count = table.tally.get(f"quarters-lost:{enemy}", 0)
    return aim.points * (min(count, 1) if aim.once else count)


# --- the reckoning


def score_turn(table: Table) -> None:
    """Points that are given at the end of each turn."""
    for aim in table.setting.victory.aims:
        if aim.every_turn:
            for score in earned(table, aim):
                if score.points:
                    table.record(PointsScored(score.side, score.points, score.why))


@rule("N18.1")
def scores(table: Table) -> list[Score]:
    """Every line of the reckoning as it stands now."""
    victory = table.setting.victory
    found = [
        Score(side, table.tally.get(f"points:{side}", 0), "points of the turns")
        for side in table.setting.sides
    ]
    found += [Score(side, points, "handicap") for side, points in victory.handicap.items()]
    for aim in victory.aims:
        if not aim.every_turn:
            found += earned(table, aim)
    return [score for score in found if score.points]


@rule("N18.4")
def is_decided(table: Table) -> bool:
    """Is the battle over before its time: an army spent, or broken at once under the option?"""
    setting = table.setting
    if setting.on("sudden_death"):
        for side in setting.sides:
            level = setting.armies[side].sudden_death
            if level and demoralization.army_losses(table, side) >= level:
                return True
    return any(_is_spent(table, side) for side in setting.sides)


def _is_spent(table: Table, side: SideId) -> bool:
    """Has a side no unit on the map and none to come?"""
    if next(table.units_of(side), None):
        return False
    held = {arrival.id: arrival for arrival in table.setting.arrivals}
    return not any(held[name].side == side and held[name].units for name in table.waiting_in)


@rule("N18.1", "N18.4")
def verdict(table: Table) -> Verdict:
    """The winner and the grade of his victory, with the account."""
    setting = table.setting
    found = scores(table)
    totals = {
        side: sum(score.points for score in found if score.side == side) for side in setting.sides
    }
    lines = tuple(
        f"{setting.armies[score.side].name} {score.points:+d}: {score.why}" for score in found
    )
    for side in setting.sides:
        level = setting.armies[side].sudden_death
        losses = demoralization.army_losses(table, side)
        if setting.on("sudden_death") and level and losses >= level:
            winner = setting.enemy(side)
            why = f"{setting.armies[side].name} lost {losses} of {level}: the battle ends at once"
            return Verdict(f"{winner} decisive", (*lines, why), "decisive", winner, totals)
    one, other = setting.sides
    lead = totals[one] - totals[other]
    grade = next(name for least, name in setting.victory.levels if abs(lead) >= least)
    total = ", ".join(f"{setting.armies[side].name} {totals[side]}" for side in setting.sides)
    winner = "" if lead == 0 or grade == "draw" else one if lead > 0 else other
    name = f"{winner} {grade}" if winner else grade
    return Verdict(name, (*lines, total), grade, winner, totals)
