"""What counts in a shot, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.empire.fire.aims import Aim, FireKind, aim_at
from grognard.systems.empire.fire.rows import Shot, account_of, column_of, losses_in
from grognard.systems.empire.kinds import Cover
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import Base, foot, ground, guns, horse, house, table_of, wall


def shot(table: Table, kind: str = "volley", by: str = "F1", at: str = "P1", **more: Any) -> Shot:
    aim = aim_at(table, by, FireKind(kind), at)
    assert isinstance(aim, Aim), aim
    return Shot(aim, **more)


def rows(table: Table, kind: str = "volley", **more: Any) -> dict[str, int]:
    """Clause and amount of every row of F1's shot at P1."""
    found: dict[str, int] = {}
    for item in account_of(table, shot(table, kind, **more)):
        found[item.clause] = found.get(item.clause, 0) + item.amount
    return found


def facing(firer: Base, target: Base | None = None, **more: Any) -> Table:
    return table_of(firer, target or foot("P1", 10, 11.5, 180), **more)


# --- columns and losses

LOSSES = {
    "near": {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 4, 12: 4},
    "effective": {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 12: 2},
    "far": {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1, 7: 1, 8: 1, 9: 2, 12: 2},
}


@pytest.mark.rule("E50.3", "E50.4", "E50.5", "E50.6", "E50.7")
@pytest.mark.parametrize("column", LOSSES)
def test_losses_in_halves_come_from_the_row_and_the_column(column: str) -> None:
    for total, halves in LOSSES[column].items():
        assert sheet().losses(column, total) == halves


@pytest.mark.rule("E50.2", "E50.3")
def test_volleys_and_canister_are_near_ball_effective_the_rest_far() -> None:
    t = facing(foot("F1", 10, 10, sk=1))
    assert column_of(t, shot(t)) == "near"
    assert column_of(t, shot(t, "skirmish")) == "far"
    for distance, column in ((3.5, "near"), (7.5, "effective"), (15, "far")):
        t = facing(guns("F1", 10, 10), foot("P1", 10, 10 + distance, 180))
        assert column_of(t, shot(t, "guns")) == column
    t = facing(foot("F1", 10, 10, traits="battalion_guns"), foot("P1", 10, 15, 180))
    assert column_of(t, shot(t, "battalion")) == "effective"


@pytest.mark.rule("E50.3", "ET.4")
def test_fire_from_or_at_a_building_is_far() -> None:
    held = house("farm", 9, 11, 11, 13)
    t = facing(
        foot("F1", 10, 10), foot("P1", 10, 12, 0, "garrison", building="farm"), buildings=[held]
    )
    assert column_of(t, shot(t)) == "far"
    assert column_of(t, shot(t, by="P1", at="F1")) == "far"


@pytest.mark.rule("E50.28")
def test_a_total_below_one_counts_as_one_and_the_rest_is_summed_first() -> None:
    t = facing(foot("F1", 10, 10, 0, "column", disordered=True, halves=6))
    fired = shot(t)
    account = account_of(t, fired)
    assert account.total == 0 - 2 - 3
    assert losses_in(column_of(t, fired), account, 1) == sheet().losses("near", 1) == 0
    assert losses_in(column_of(t, fired), account, 6) == sheet().losses("near", 1)


@pytest.mark.rule("E50.2", "E50.8")
def test_a_line_that_rolls_four_into_a_column_in_the_open_takes_one_loss() -> None:
    t = facing(foot("F1", 10, 10), foot("P1", 10, 11.5, 180, "column"))
    fired = shot(t)
    assert (
        losses_in(column_of(t, fired), account_of(t, fired), 4)
        == sheet().losses("near", 4 + 2)
        == 2
    )


# --- foot


@pytest.mark.rule("E50.8")
@pytest.mark.parametrize(
    ("formation", "amount"),
    [("line", 2), ("column", 0), ("column_square", -1), ("full_square", -1)],
)
def test_a_volley_by_formation(formation: str, amount: int) -> None:
    assert rows(facing(foot("F1", 10, 10, 0, formation)))["E50.8"] == amount


@pytest.mark.rule("E50.8")
def test_a_garrison_fires_as_a_column() -> None:
    t = facing(
        foot("F1", 10, 9, 0, "garrison", building="farm"), buildings=[house("farm", 9, 8, 11, 10)]
    )
    assert rows(t)["E50.8"] == 0


@pytest.mark.rule("E50.9", "EU.8")
@pytest.mark.parametrize("sk", [1, 2])
def test_skirmish_fire_counts_the_skirmishers_and_no_formation(sk: int) -> None:
    found = rows(facing(foot("F1", 10, 10, sk=sk)), "skirmish")
    assert found == {"E50.9": sk}


@pytest.mark.rule("E50.10")
def test_battalion_guns_join_a_volley() -> None:
    found = rows(facing(foot("F1", 10, 10, traits="battalion_guns")))
    assert found == {"E50.8": 2, "E50.10": 1}


@pytest.mark.rule("E50.11")
def test_better_skirmishers_of_the_target_count_against_foot() -> None:
    target = foot("P1", 10, 11.5, 180, sk=2)
    assert rows(facing(foot("F1", 10, 10, sk=1), target))["E50.11"] == -1
    assert rows(facing(foot("F1", 10, 10, sk=1), target), "skirmish")["E50.11"] == -1
    assert "E50.11" not in rows(facing(foot("F1", 10, 10, sk=2), target))
    assert "E50.11" not in rows(facing(guns("F1", 10, 10), target), "guns")


@pytest.mark.rule("E50.12")
def test_foot_in_disorder_fires_worse_and_guns_do_not() -> None:
    assert rows(facing(foot("F1", 10, 10, disordered=True)))["E50.12"] == -2
    assert "E50.12" not in rows(facing(guns("F1", 10, 10, disordered=True)), "guns")


# --- guns


@pytest.mark.rule("E50.13")
def test_canister_counts_at_short_range_only() -> None:
    near = rows(facing(guns("F1", 10, 10), foot("P1", 10, 13.5, 180)), "guns")
    assert near["E50.13"] == 2
    far = rows(facing(guns("F1", 10, 10), foot("P1", 10, 14.5, 180)), "guns")
    assert "E50.13" not in far


@pytest.mark.rule("E50.14")
@pytest.mark.parametrize(
    ("target", "amount"),
    [
        (foot("P1", 10, 16, 180, "column"), 1),
        (guns("P1", 10, 16, 180, "limbered"), 1),
        (foot("P1", 10, 16, 180, "full_square"), 2),
        (foot("P1", 10, 16, 90, "line"), 2),
        (foot("P1", 10, 16, 90, "column"), 2),
    ],
)
def test_ball_ploughs_through_depth(target: Base, amount: int) -> None:
    assert rows(facing(guns("F1", 10, 10), target), "guns")["E50.14"] == amount
    battalion = foot("F1", 10, 10, traits="battalion_guns")
    assert rows(facing(battalion, target), "battalion")["E50.14"] == amount


@pytest.mark.rule("E50.14")
def test_a_line_met_from_ahead_and_canister_give_ball_nothing() -> None:
    assert "E50.14" not in rows(facing(guns("F1", 10, 10), foot("P1", 10, 16, 180)), "guns")
    column = foot("P1", 10, 13, 180, "column")
    assert "E50.14" not in rows(facing(guns("F1", 10, 10), column), "guns")


@pytest.mark.rule("E50.15")
def test_guns_that_stood_still_fire_better_but_not_in_opportunity() -> None:
    t = facing(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    assert rows(t, "guns")["E50.15"] == 1
    assert "E50.15" not in rows(t, "guns", opportunity=True)
    t.alter("F1", moves=1)
    assert "E50.15" not in rows(t, "guns")
    t = facing(foot("F1", 10, 10, traits="battalion_guns"), foot("P1", 10, 15, 180))
    assert rows(t, "battalion")["E50.15"] == 1


@pytest.mark.rule("E50.16")
def test_shrapnel_counts_beyond_short_range() -> None:
    battery = guns("F1", 10, 10, traits="shrapnel")
    for distance in (7, 15):
        target = foot("P1", 10, 10 + distance, 180)
        assert rows(facing(battery, target), "guns")["E50.16"] == 1
    assert "E50.16" not in rows(facing(battery, foot("P1", 10, 13, 180)), "guns")


@pytest.mark.rule("E50.17")
def test_guns_that_limber_after_or_unlimber_before_the_shot_fire_worse() -> None:
    t = facing(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    assert rows(t, "guns", limbers=True)["E50.17"] == -1
    t.alter("F1", moves=1, unlimbered=True)
    assert rows(t, "guns")["E50.17"] == -1


@pytest.mark.rule("E50.18")
def test_guns_under_skirmishers_fire_worse() -> None:
    skirmishers = foot("P2", 12, 12, 225, "skirmish", sk=1, cohesion=2)
    t = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180), skirmishers)
    assert rows(t, "guns")["E50.18"] == -1
    t = facing(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    assert "E50.18" not in rows(t, "guns")
    t.alter("F1", galled=True)
    assert rows(t, "guns")["E50.18"] == -1


@pytest.mark.rule("E50.19")
def test_guns_fire_worse_uphill_and_when_their_ball_bounds_on() -> None:
    hill = ground("hill", 5, 15, 15, 20)
    t = facing(guns("F1", 10, 10), foot("P1", 10, 16, 180), patches=[hill])
    assert rows(t, "guns")["E50.19"] == -1
    t = facing(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    assert rows(t, "guns", ricochet=True)["E50.19"] == -1
    t = facing(
        foot("F1", 10, 10), foot("P1", 10, 11.5, 180), patches=[ground("hill", 5, 11, 15, 20)]
    )
    assert "E50.19" not in rows(t)


# --- both


@pytest.mark.rule("E50.20", "EG.13")
def test_supports_add_one_canister_two_and_skirmishers_half() -> None:
    target = foot("P1", 10, 11.5, 180)
    t = table_of(foot("F1", 10, 10), target, foot("F2", 12.2, 10), guns("F3", 8, 10))
    assert rows(t, supports=("F2",))["E50.20"] == 1
    assert rows(t, supports=("F3",))["E50.20"] == 2
    assert rows(t, supports=("F2", "F3"))["E50.20"] == 1 + 2
    loose = [foot(f"F{n}", x, 9.4, 0, "skirmish", sk=1, cohesion=2) for n, x in ((2, 8), (3, 12))]
    t = table_of(foot("F1", 10, 10), target, *loose)
    assert rows(t, supports=("F2",))["E50.20"] == 1 // 2
    assert rows(t, supports=("F2", "F3"))["E50.20"] == (1 + 1) // 2


@pytest.mark.rule("E50.21", "ET.3")
@pytest.mark.parametrize(("cover", "level"), [("light", 1), ("medium", 2), ("heavy", 3)])
def test_cover_takes_off_its_level_and_howitzers_see_one_less(cover: str, level: int) -> None:
    patch = ground("garden", 5, 11, 15, 20, cover=Cover(cover))
    assert rows(facing(foot("F1", 10, 10), patches=[patch]))["E50.21"] == -level
    battery = guns("F1", 10, 10, traits="howitzers")
    assert rows(facing(battery, patches=[patch]), "guns").get("E50.21", 0) == -(level - 1)


@pytest.mark.rule("E50.21", "ET.6")
def test_an_obstacle_covers_whoever_is_within_a_ud_behind_it() -> None:
    hedge = wall("hedge", "light", 5, 10.7, 15, 10.7)
    assert rows(facing(foot("F1", 10, 10), ways=[hedge]))["E50.21"] == -1
    farther = wall("hedge", "light", 5, 10.4, 15, 10.4)
    assert "E50.21" not in rows(facing(foot("F1", 10, 10), ways=[farther]))


@pytest.mark.rule("E50.22")
def test_guns_in_battery_and_skirmishers_are_hard_to_hit_but_not_for_skirmishers() -> None:
    firer = foot("F1", 10, 10, sk=1)
    for target in (guns("P1", 10, 11.5, 180), foot("P1", 10, 11.5, 180, "skirmish", sk=1)):
        assert rows(facing(firer, target))["E50.22"] == -2
        assert "E50.22" not in rows(facing(firer, target), "skirmish")
    assert "E50.22" not in rows(facing(firer, guns("P1", 10, 11.5, 180, "limbered")))


@pytest.mark.rule("E50.23", "E22.6")
def test_a_marked_unit_fires_at_one_less() -> None:
    t = facing(foot("F1", 10, 10))
    t.alter("F1", marked=True)
    assert rows(t)["E50.23"] == -1


@pytest.mark.rule("E50.24", "EU.7")
@pytest.mark.parametrize(("bulk", "amount"), [("large", 1), ("small", -1)])
def test_large_units_fire_better_and_small_ones_worse(bulk: str, amount: int) -> None:
    assert rows(facing(foot("F1", 10, 10, bulk=bulk)))["E50.24"] == amount


@pytest.mark.rule("E50.25", "EU.9")
@pytest.mark.parametrize(
    ("card", "amount"),
    [
        ({"traits": "good_shooter"}, 1),
        ({"traits": "poor_shooter"}, -1),
        ({"traits": "rifle"}, -1),
        ({"status": "militia"}, -1),
        ({"status": "militia", "traits": "poor_shooter rifle"}, -1),
    ],
)
def test_how_well_a_unit_shoots_counts_once_and_not_for_skirmishers(
    card: dict[str, Any], amount: int
) -> None:
    t = facing(foot("F1", 10, 10, sk=1, **card))
    assert rows(t)["E50.25"] == amount
    assert "E50.25" not in rows(t, "skirmish")


@pytest.mark.rule("E50.26", "EG.10")
def test_every_side_that_is_threatened_counts_for_horse_twice() -> None:
    t = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180), foot("P2", 13, 9.8, 270))
    assert rows(t)["E50.26"] == -1
    t = table_of(
        foot("F1", 10, 10), foot("P1", 10, 11.5, 180), foot("P2", 13, 9.8, 270),
        horse("P3", 10, 7, 0),
    )  # fmt: skip
    assert rows(t)["E50.26"] == -1 - 2


@pytest.mark.rule("E50.27", "E50.29")
def test_every_whole_loss_counts_and_halves_do_not() -> None:
    assert "E50.27" not in rows(facing(foot("F1", 10, 10, halves=1)))
    assert rows(facing(foot("F1", 10, 10, halves=5)))["E50.27"] == -2


def test_soaked_powder_counts_against_muskets_only() -> None:
    soaked = facing(foot("F1", 10, 10, sk=1), soaked=True)
    assert rows(soaked)["E50.2"] == rows(soaked, "skirmish")["E50.2"] == -2
    assert "E50.2" not in rows(facing(guns("F1", 10, 10), soaked=True), "guns")
