"""Laws of a measured table: nobody tunnels, mirrored tables give mirrored ways, candidates are legal."""

from random import Random

import pytest

from grognard.kernel.conformance import play_random
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import overlap
from grognard.mechanics.measured.paths import Side, advanced
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.movement.candidates import candidates, moves_of
from grognard.systems.empire.movement.ground import stays_beside
from grognard.systems.empire.movement.judging import against, walked
from grognard.systems.empire.movement.stages import stages
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.packs.pack import load
from grognard.systems.empire.rules import RULES
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import foot, ground, horse, replace, table_of


def scattered(random: Random) -> Table:
    """A unit in the middle, and others strewn about it, none in another."""
    bases = [foot("F1", 20, 20, random.randrange(360), random.choice(("line", "column")))]
    taken = [Footprint(bases[0].stand.pose, table_of(bases[0]).pieces["F1"].size)]
    for number in range(1, 9):
        x, y, facing = random.uniform(13, 27), random.uniform(13, 27), random.randrange(360)
        made = random.choice((foot, horse))(f"P{number}", round(x, 3), round(y, 3), facing)
        there = Footprint(made.stand.pose, table_of(made).pieces[f"P{number}"].size)
        if not any(overlap(there.corners, other.corners) for other in taken):
            taken.append(there)
            bases.append(made)
    return table_of(*bases)


def any_path(random: Random) -> list[Primitive]:
    found = []
    for _ in range(random.randrange(1, 4)):
        if random.randrange(2):
            found.append(Primitive(Kind.FORWARD, random.randrange(1, 4000)))
        else:
            side = random.choice(list(Side)).value
            found.append(Primitive(Kind.WHEEL, random.randrange(1, 91), side))
    return found


@pytest.mark.rule("EG.5", "EG.15")
def test_a_way_that_is_allowed_never_passes_through_anybody_however_finely_it_is_looked_at() -> (
    None
):
    random = Random(13)
    allowed = 0
    for _ in range(220):
        table = scattered(random)
        walk = Walk(table, "F1").along(any_path(random))
        for leg in walk.legs:
            if leg.primitive.kind is not Kind.FORWARD:
                continue
            allowed += 1
            for mils in range(0, leg.primitive.amount, 97):
                here = leg.start.moved(advanced(leg.start.pose, mils))
                for enemy in table.units_of("prussian"):
                    assert not overlap(here.corners, table.corners(enemy))
    assert allowed > 100


@pytest.mark.rule("EM.1")
def test_on_a_mirrored_table_the_mirrored_way_costs_the_same_and_ends_at_the_mirrored_place() -> (
    None
):
    random = Random(29)
    for _ in range(60):
        facing = random.randrange(360)
        wood = ground("wood", 16, 22, 25, 27)
        mirrored = ground("wood", 15, 22, 24, 27)
        path = any_path(random)
        one = Walk(table_of(foot("F1", 20, 20, facing), patches=[wood]), "F1").along(path)
        swapped = [
            replace(each, word=_other(each.word)) if each.kind is Kind.WHEEL else each
            for each in path
        ]
        there = table_of(foot("F1", 20, 20, -facing % 360), patches=[mirrored])
        two = Walk(there, "F1").along(swapped)
        assert (one.reason is None) == (two.reason is None)
        if one.reason is None:
            x, y = one.footprint.pose.point
            mx, my = two.footprint.pose.point
            assert abs(40_000 - x - mx) <= 2
            assert abs(y - my) <= 2
            assert abs(one.left - two.left) <= 5_000


def _other(word: str) -> str:
    return "left" if word == "right" else "right"


@pytest.mark.rule("EM.1")
def test_candidates_are_legal_listed_once_and_a_function_of_the_state_alone() -> None:
    table = scattered(Random(5))
    leader = "french-general"
    table.officers[leader] = replace(table.officers[leader], points=9)
    found = list(candidates(table, "french-division"))
    assert len(found) == len(set(found))
    assert found == list(candidates(table.draft(), "french-division"))
    for order in found:
        assert against(table, "french-division", order) is None, str(order)


@pytest.mark.rule("E42.9")
def test_a_way_is_cut_into_steps_of_half_a_ud_and_five_degrees_that_end_where_it_ends() -> None:
    table = table_of(foot("F1", 20, 20, formation="column"))
    order = next(
        each
        for each in moves_of(_with_points(table), ("F1",))
        if [leg.kind for leg in each.path] == [Kind.FORWARD]
    )
    steps = stages(walked(table, order))
    assert steps[0].poses[0].y == 20_500
    assert steps[-1].poses[0] == walked(table, order).walks[0].footprint.pose


def _with_points(table: Table) -> Table:
    table.officers["french-general"] = replace(table.officers["french-general"], points=9)
    return table


@pytest.mark.rule("E29.14")
def test_a_way_beside_a_road_is_near_it_at_every_mil() -> None:
    """Against a plain look at every mil."""
    random = Random(41)
    pieces = [((0, 0), (4_000, 1_000)), ((4_000, 1_000), (6_000, 5_000))]
    near = 0
    for _ in range(500):
        start = random.randrange(-500, 6_500), random.randrange(-500, 5_500)
        end = start[0] + random.randrange(-2_000, 2_000), start[1] + random.randrange(-2_000, 2_000)
        found = stays_beside(pieces, start, end)
        plain = all(
            any(_far(piece, start, end, part / 400) <= 500.8 for piece in pieces)
            for part in range(401)
        )
        strict = all(
            any(_far(piece, start, end, part / 400) <= 499.2 for piece in pieces)
            for part in range(401)
        )
        near += found
        assert found <= plain
        assert strict <= found
    assert near > 10


def _far(
    piece: tuple[tuple[int, int], tuple[int, int]],
    start: tuple[int, int],
    end: tuple[int, int],
    part: float,
) -> float:
    (ax, ay), (bx, by) = piece
    x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
    ex, ey = bx - ax, by - ay
    along = max(0.0, min(1.0, (ex * (x - ax) + ey * (y - ay)) / (ex * ex + ey * ey)))
    return float(((ax + ex * along - x) ** 2 + (ay + ey * along - y) ** 2) ** 0.5)


def test_a_battle_of_chance_breaks_no_law_of_the_kernel_or_the_table() -> None:
    record = play_random(RULES, load("outpost"), seed=7, checks=40)
    assert record.failure == ""
