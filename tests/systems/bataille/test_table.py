"""The table: stacks and zones follow the pieces (rules 5, 13, 14)."""

from __future__ import annotations

import pytest

from grognard.systems.bataille.events.facts import (
    LostIncrements,
    Moved,
    Routed,
    StackOrdered,
    Turned,
)
from grognard.systems.bataille.fronts import front_mask, side_class
from grognard.systems.bataille.pieces import Formation, shares
from grognard.systems.bataille.table import Table, zone_hexes
from tests.systems.premier.kit import battalion, battery, field, light, regiment

OPEN = ["." * 9] * 9


def zone(table: Table, unit: str) -> set[int]:
    return set(table.zone_of.get(unit, ()))


@pytest.mark.rule("P14.1", "P14.2")
def test_a_zone_is_the_ring_of_hexes_before_the_front_sides() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE"))
    assert zone(table, "F1") == {604, 605, 506}
    assert table.zone_over(605, "french") == ("F1",)
    assert table.zone_over(605, "coalition") == ()


@pytest.mark.rule("P14.5", "P16.42")
def test_a_square_has_no_zone_outside_its_hex() -> None:
    assert not zone(field(OPEN, battalion("F1", "0505", "SE", "square")), "F1")


@pytest.mark.rule("PR-53")
def test_guns_in_a_square_have_no_zone_either() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE", "square"), battery("F2", "0505", "SE"))
    assert not zone(table, "F2")


@pytest.mark.rule("PR-32")
def test_disordered_units_keep_their_zone_and_routed_ones_lose_it() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE", order="disorder"))
    assert zone(table, "F1") == {604, 605, 506}
    table = field(OPEN, battalion("F1", "0505", "SE", order="rout"))
    assert not zone(table, "F1")
    off = field(OPEN, battalion("F1", "0505", order="disorder"), options={"disordered_zoi": "off"})
    assert not zone(off, "F1")


@pytest.mark.rule("PR-34")
def test_a_zone_does_not_reach_into_ground_the_unit_can_never_enter() -> None:
    woods = [*OPEN[:4], ".....w...", *OPEN[5:]]
    assert zone(field(woods, battery("F1", "0505", "SE")), "F1") == {604, 506}
    assert zone(field(woods, battalion("F1", "0505", "SE")), "F1") == {604, 605, 506}
    walled = field(OPEN, regiment("F1", "0505", "SE", movement=12), walls=[("0505", "SE")])
    assert zone(walled, "F1") == {604, 506}


@pytest.mark.rule("PR-33")
def test_each_hex_of_a_line_casts_its_own_zone() -> None:
    table = field(OPEN, battalion("F1", ["0505", "0506"], "E", "line"))
    assert zone(table, "F1") == {604, 605, 606}


@pytest.mark.rule("P16.37", "PR-35")
def test_a_flank_that_a_friend_covers_counts_as_front() -> None:
    alone = field(OPEN, battalion("F1", "0505", "E", "line", increments=4))
    assert side_class(alone, "F1", 505, 0) == "flank"
    covered = field(
        OPEN,
        battalion("F1", "0505", "E", "line", increments=4),
        battalion("F2", "0403", "SE"),
    )
    assert 504 in zone(covered, "F2")
    assert side_class(covered, "F1", 505, 0) == "front"
    assert front_mask(covered, "F1", 505) & 1


@pytest.mark.rule("P16.37")
def test_only_lines_have_refused_flanks() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE"), battalion("F2", "0403", "SE"))
    assert side_class(table, "F1", 505, 0) == "flank"


def test_zones_and_stacks_after_many_events_equal_those_drawn_anew() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "SE"),
        battalion("F2", "0505", "SE"),
        battery("F3", "0505", "N"),
        regiment("P1", "0303", "SE"),
    )
    draft = table.draft()
    draft.record(Moved("F1", (506,), 2, Formation.COLUMN))
    draft.record(Turned("F2", 4))
    draft.record(Moved("P1", (404,), 2, Formation.COLUMN))
    draft.record(LostIncrements("F2", 2, "fire"))
    draft.record(Routed("F2"))
    fresh = Table(table.setting)
    for unit in draft.pieces:
        fresh.put(draft.pieces[unit])
    for zones, due in zip(draft.zones, fresh.zones, strict=True):
        assert {at: set(units) for at, units in zones.items()} == {
            at: set(units) for at, units in due.items()
        }
    assert draft.zone_of == fresh.zone_of
    assert {at: sorted(stack) for at, stack in draft.stacks.items()} == {
        at: sorted(stack) for at, stack in fresh.stacks.items()
    }
    assert all(
        zone_hexes(draft, piece) == draft.zone_of.get(piece.id, ())
        for piece in draft.pieces.values()
    )


def test_a_draft_leaves_its_parent_as_it_was() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE"))
    before = (dict(table.pieces), dict(table.stacks), tuple(map(dict, table.zones)))
    draft = table.draft()
    draft.record(Moved("F1", (506,), 2, Formation.COLUMN))
    assert (table.pieces, table.stacks, table.zones) == before
    assert draft["F1"].hexes == (506,)
    assert draft["F1"].came_from == 505


@pytest.mark.rule("P5.2", "P5.1")
def test_losses_lie_under_the_unit_and_strength_is_what_is_left() -> None:
    table = field(OPEN, battalion("F1", "0505", increments=14, size="regiment")).draft()
    table.record(LostIncrements("F1", 2, "fire"))
    assert table["F1"].lost == 2
    assert table.strength("F1") == 14 - 2


@pytest.mark.rule("PR-163")
def test_a_unit_that_enters_goes_to_the_bottom_and_the_owner_may_reorder() -> None:
    table = field(OPEN, battalion("F1", "0505"), light("F2", "0504")).draft()
    table.record(Moved("F2", (505,), 2, Formation.COLUMN))
    assert table.stack(505) == ("F1", "F2")
    table.record(StackOrdered(505, ("F2", "F1")))
    assert table.top(505) == "F2"


@pytest.mark.rule("PR-170")
def test_ground_belongs_to_whoever_was_there_last_unless_routed() -> None:
    held = {505: "coalition", 506: "coalition"}
    table = field(OPEN, battalion("F1", "0504", "S"), control=held).draft()
    table.record(Moved("F1", (505,), 3, Formation.COLUMN))
    assert table.control[505] == "french"
    table.record(Routed("F1"))
    table.record(Moved("F1", (506,), 3, Formation.COLUMN))
    assert table.control[506] == "coalition"


@pytest.mark.rule("P13.7", "P19.5")
def test_increments_are_shared_as_evenly_as_possible_over_the_hexes() -> None:
    assert shares(5, 2) == (3, 2)
    assert shares(6, 2) == (3, 3)
    assert shares(7, 2, 1) == (3, 4)


@pytest.mark.rule("P16.31")
def test_guns_follow_the_line_that_comes_to_the_top_of_their_stack() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "E", "line", increments=4),
        battalion("F2", "0505", "W", "line", increments=4),
        battery("F3", "0505", "N"),
    ).draft()
    assert zone(table, "F3") == zone(table, "F1")
    table.record(StackOrdered(505, ("F2", "F3", "F1")))
    assert zone(table, "F3") == zone(table, "F2")


def test_boards_of_both_sides_follow_the_pieces_and_leave_the_parent_as_it_was() -> None:
    table = field(OPEN, battalion("F1", "0505"), battalion("F2", "0505"), battalion("A1", "0208"))
    draft = table.draft()
    draft.record(Moved("F1", (606,), 0, Formation.COLUMN))
    assert set(draft.standing("french")[1]) == {505, 606}
    assert set(table.standing("french")[1]) == {505}
    draft.record(Moved("F2", (606,), 0, Formation.COLUMN))
    assert set(draft.standing("french")[1]) == {606}
    assert draft.held == draft.count_held()
    assert draft.held[1] == table.held[1]


def test_who_is_near_is_found_for_each_side_and_in_the_order_of_the_roster() -> None:
    table = field(
        OPEN, battalion("A2", "0503"), battalion("A1", "0505"), battalion("F1", "0506"),
        battalion("A3", "0909"),
    )  # fmt: skip
    assert table.units_near((505,), 2, "coalition") == ["A2", "A1"]
    assert table.held_near((505, 909), 0, "coalition") == [505, 909]
    assert table.is_near((505,), 1, "french")
    assert not table.is_near((503,), 2, "french")
