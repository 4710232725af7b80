"""Whom a charge can strike: the quick search against a plain one, and the clauses behind it."""

from __future__ import annotations

import random

import pytest

from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.gallop import (
    Gallop,
    after,
    allowance,
    charge_of,
    contact,
    hexes_left,
    leg_from,
)
from grognard.systems.bataille.movement.march import Leg
from grognard.systems.bataille.pieces import Piece
from grognard.systems.bataille.table import Table
from tests.systems.an_xxx.drawing import table_of
from tests.systems.premier.charges import OPEN, WORDS, horse, reached
from tests.systems.premier.kit import battalion, battery, field, light, regiment


def plainly(table: Table, unit: str) -> dict[str, int]:
    """The reference: every word from every pose, formation changes left out.

    Within a zone a charge may strike from where it stands.
    """
    gallop = Gallop((unit,), (allowance(table, unit),))
    piece = table.pieces[unit]
    zoned = hexes_left(table, gallop) is not None
    start = (piece.hexes, piece.facing, 0, 0)
    best: dict[tuple[object, ...], int] = {start: 0}
    poses: dict[tuple[object, ...], tuple[Gallop, Piece]] = {start: (gallop, piece)}
    waiting: list[list[tuple[object, ...]]] = [[] for _ in range(gallop.left + 1)]
    waiting[0].append(start)
    found: dict[str, int] = {}
    foes = [foe for foe in table.pieces if table.side_of(foe) != table.side_of(unit)]
    for cost, bucket in enumerate(waiting):
        for key in bucket:
            if best[key] != cost:
                continue
            now, pose = poses[key]
            for foe in foes if now.entered or zoned else ():
                if foe not in found and contact(table, now.units, pose, foe) is not None:
                    found[foe] = cost
            for word in WORDS:
                leg = leg_from(table, now, pose, word)
                if isinstance(leg, Leg) and leg.kind != "form":
                    then, there = after(table, now, pose, leg)
                    to = (there.hexes, there.facing, then.turned, then.entered if zoned else 1)
                    if cost + leg.cost < best.get(to, gallop.left + 1):
                        best[to], poses[to] = cost + leg.cost, (then, there)
                        waiting[cost + leg.cost].append(to)
    return found


@pytest.mark.rule("P38.46", "PR-113")
@pytest.mark.parametrize("seed", range(20))
def test_the_quick_search_finds_what_trying_everything_finds(seed: int) -> None:
    chance = random.Random(seed)
    rows = ["".join(chance.choice("......wV") for _ in range(14)) for _ in range(14)]
    free = [f"{c:02d}{r:02d}" for c in range(1, 15) for r in range(1, 15)]
    chance.shuffle(free)
    clear = [at for at in free if rows[int(at[2:]) - 1][int(at[:2]) - 1] == "."]
    foes = [
        battalion("C1", clear[1], "N"),
        battalion("C2", clear[2], "S", "square"),
        light("C3", clear[3], "NNE", "skirmish", increments=3),
        regiment("C4", clear[4], "N"),
        battery("C5", clear[5], "S"),
        battalion("C6", clear[6], "N", order="rout"),
    ]
    facing = chance.choice(["N", "NE", "SE", "S", "SW", "NW"])
    movement = chance.choice([9, 11, 14])
    table = field(rows, horse("F1", clear[0], facing, movement=movement), *foes)
    gallop = Gallop(("F1",), (allowance(table, "F1"),))
    assert contactable(table, gallop) == plainly(table, "F1")


@pytest.mark.rule("X19.2.1")
@pytest.mark.parametrize("seed", range(20))
def test_so_it_does_where_a_zone_of_hexes_binds_the_charge(seed: int) -> None:
    chance = random.Random(seed)
    rows = [[chance.choice("......wMop") for _ in range(10)] for _ in range(10)]
    clear = [
        f"{c:02d}{r:02d}" for c in range(1, 11) for r in range(1, 11) if rows[r - 1][c - 1] == "."
    ]
    chance.shuffle(clear)
    sides = ["N", "NE", "SE", "S", "SW", "NW"]
    kind, movement = chance.choice(["cavalry", "heavy"]), chance.choice([4, 7, 11])
    table = table_of(
        f"F1 {kind} at {clear[0]} facing {chance.choice(sides)} movement {movement}",
        *(f"P{n} battalion at {clear[n]} facing N" for n in range(1, 5)),
        f"P5 battalion at {clear[5]} facing S square",
        f"P6 cavalry at {clear[6]} facing {chance.choice(sides)}",
        rows=map(" ".join, rows),
    )
    assert contactable(table, charge_of(table, ("F1",))) == plainly(table, "F1")


@pytest.mark.rule("PR-113")
@pytest.mark.parametrize("vertex", ["SSE", "SSW", "E"])
def test_a_line_is_searched_pose_by_pose(vertex: str) -> None:
    line = {"SSE": ["0503", "0403"], "SSW": ["0503", "0402"], "E": ["0503", "0504"]}[vertex]
    table = field(
        OPEN,
        regiment("F1", line, vertex, "line", movement=8),
        battalion("C1", "0509", "N"),
        battalion("C2", "0809", "N"),
    )
    gallop = Gallop(("F1",), (allowance(table, "F1"),))
    assert {
        foe: cost for foe, cost in contactable(table, gallop).items() if foe in plainly(table, "F1")
    }.keys() == plainly(table, "F1").keys()


@pytest.mark.rule("P37.7", "PR-100")
def test_a_line_may_reach_as_a_column_what_it_cannot_reach_as_a_line() -> None:
    table = field(
        OPEN, regiment("F1", ["0503", "0403"], "SSE", "line"), battalion("C1", "0401", "S")
    )
    assert plainly(table, "F1") == {} or "C1" in plainly(table, "F1")
    assert reached(table, "F1") == ["C1"]


@pytest.mark.rule("P38.8", "P38.12")
def test_no_line_of_sight_is_needed_to_begin_a_charge() -> None:
    rows = [*OPEN[:5], "....w....", "...www...", *OPEN[7:]]
    table = field(rows, horse("F1", "0502"), battalion("C1", "0509", "N"))
    assert reached(table, "F1") == ["C1"]


@pytest.mark.rule("P37.9", "PR-114")
def test_woods_houses_and_walls_are_closed_to_charges() -> None:
    inside = [*OPEN[:8], "....V....", *OPEN[9:]]
    assert reached(field(inside, horse("F1"), battalion("C1", "0509", "N", "general")), "F1") == []
    ring = [*OPEN[:9], "...www...", "...w.w...", "....w....", *OPEN[12:]]
    held = field(ring, horse("F1"), battalion("C1", "0511", "N"))
    assert reached(held, "F1") == []
    walls = [("0508", side) for side in ("N", "NE", "SE", "S", "SW", "NW")]
    walled = field(OPEN, horse("F1"), battalion("C1", "0508", "N"), walls=walls)
    assert reached(walled, "F1") == []


@pytest.mark.rule("P37.3")
def test_five_points_more_than_printed_decide_what_is_in_reach() -> None:
    near = field(OPEN, horse("F1", movement=9), battalion("C1", "0517", "N"))
    assert reached(near, "F1") == ["C1"]  # 14 hexes to 0516
    far = field(OPEN, horse("F1", movement=9), battalion("C1", "0518", "N"))
    assert reached(far, "F1") == []


@pytest.mark.rule("P14.12", "PR-52")
def test_nobody_behind_the_zone_of_enemy_cavalry_is_in_reach() -> None:
    screen = [regiment(f"C{n}", f"0{n}07", "N", movement=11) for n in range(1, 10)]
    foot = battalion("C0", "0510", "N")
    table = field(OPEN, horse("F1"), *screen, foot)
    assert "C0" not in reached(table, "F1")
    free = field(OPEN, horse("F1"), screen[4], foot, options={"charge_stops_in_cav_zoi": "off"})
    assert "C0" in reached(free, "F1")
