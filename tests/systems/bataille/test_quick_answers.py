"""Quick answers are those of the plain rules, in every state of battles played by chance."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from grognard.bench.battles import fixture, played
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.fire.firepower import fire_share, has_musketry
from grognard.systems.bataille.fire.firing import OFFENSIVE, has_no_fire, silence
from grognard.systems.bataille.fire.sight import is_clear, sees
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.horse import gallop
from grognard.systems.bataille.horse.charge_targets import closed, is_open
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.horse.opportunity_ground import is_watched
from grognard.systems.bataille.melee.assault_options import AssaultOptions, may_attack
from grognard.systems.bataille.melee.leaving_square import riders_upon, upon_enemy
from grognard.systems.bataille.movement.march import InHand, Leg, leg_from, take_in_hand
from grognard.systems.bataille.movement.screens import prices, surcharges
from grognard.systems.bataille.movement.windows import is_threatened
from grognard.systems.bataille.movement.words import RANK, hopeless, words_for
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table
from tests.systems.premier.charges import WORDS

EVERY, ANSWERS = 17, 700


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """Tables from a battle; the one after the other is a draft of those before."""
    games = itertools.islice(played(fixture(60), 5), ANSWERS)
    return [game.state.table for number, game in enumerate(games) if number % EVERY == 0]


def _units(tables: list[Table]) -> Iterator[tuple[Table, str]]:
    return ((table, unit) for table in tables for unit in table.pieces)


def test_words_without_hope_are_refused(tables: list[Table]) -> None:
    seen = 0
    for table, unit in _units(tables):
        hand, piece = take_in_hand(table, unit), table.pieces[unit]
        if not isinstance(hand, InHand):
            continue
        spent = InHand(unit, hand.allowance, hand.allowance, entered=True)
        stopped = InHand(unit, hand.allowance, stopped=True)
        for now in (hand, spent, stopped):
            shut = hopeless(table, now, piece)
            for word in words_for(piece):
                if shut >> RANK[word] & 1:
                    seen += 1
                    assert not isinstance(leg_from(table, now, piece, word), Leg)
    assert seen


def test_screens_kept_with_the_cavalry_are_those_of_the_table(tables: list[Table]) -> None:
    found = [prices(table, unit) for table, unit in _units(tables)]
    plain = [
        {} if table.printed(unit).arm.value == "cavalry" else surcharges(table, table.side_of(unit))
        for table, unit in _units(tables)
    ]
    assert found == plain
    assert any(plain)


def test_windows_open_for_the_same_units(tables: list[Table]) -> None:
    watched = [is_watched(table, unit) for table, unit in _units(tables)]
    near = [
        bool(table.units_near(piece.hexes, 2, table.setting.enemy(table.side_of(unit))))
        for table in tables
        for unit, piece in table.pieces.items()
    ]
    assert watched == near
    assert any(watched)
    assert False in watched
    for table, unit in _units(tables):
        enemy = table.setting.enemy(table.side_of(unit))
        if any(table.zone_over(at, enemy) for at in table.pieces[unit].hexes):
            assert is_threatened(table, unit)


def test_who_has_no_fire_is_silent(tables: list[Table]) -> None:
    for table, unit in _units(tables):
        if has_no_fire(table, unit):
            assert all(silence(table, unit, at) for at in table.pieces[unit].hexes)


def test_whoever_may_fire_is_found(tables: list[Table]) -> None:
    for table in tables:
        for side in table.setting.sides:
            field = FieldOfFire(table, side, OFFENSIVE)
            for target, firers in field.by_target().items():
                assert not any(field.bars(firer, target) for firer in firers)
                for firer in firers:
                    front = front_mask(table, firer.unit, firer.at)
                    clear = is_clear(table, front, firer.at, target, side)
                    assert clear is sees(table, firer.unit, firer.at, target).clear


def test_weather_is_asked_once_a_turn(tables: list[Table]) -> None:
    for table, unit in _units(tables):
        hand, piece, printed = take_in_hand(table, unit), table.pieces[unit], table.printed(unit)
        if isinstance(hand, InHand) and piece.formation.value == "column" and not piece.marks:
            points = printed.movement + weather.movement(table, printed)
            assert hand.allowance == 2 * (
                points // 2 if piece.cohesion.value == "disorder" else points
            )


def test_ground_is_open_to_charges_where_it_is_not_closed(tables: list[Table]) -> None:
    table = tables[0]
    for at in table.setting.ground.hexes[::7]:
        for side in range(6):
            assert is_open(table, at, side) is (closed(table, at, side) is None)


def test_spans_are_distances() -> None:
    hexes = [101, 198, 1010, 1111, 5652, 9901, 9998, 20050]
    for one, other in itertools.product(hexes, hexes):
        assert SPANS[PLACES[one] - PLACES[other]] == distance(one, other)


def _ridden(table: Table, riders: Gallop) -> list[Leg]:
    """Every word of a charge, judged one by one."""
    piece = table.pieces[riders.lead]
    words = [*WORDS, *[gallop.word_of(change) for change in gallop.changes(table, riders)]]
    found = [gallop.leg_from(table, riders, piece, word) for word in words]
    return [leg for leg in found if isinstance(leg, Leg)]


def test_rides_are_all_the_words_that_are_not_refused(tables: list[Table]) -> None:
    seen = set[str]()
    for table, unit in _units(tables):
        if table.printed(unit).arm is not Arm.CAVALRY:
            continue
        for entered, turned, stopped in itertools.product((0, 1, 2), (0, 1), (False, True)):
            riders = Gallop((unit,), (14,), entered, turned, stopped=stopped)
            found = list(gallop.legs(table, riders))
            assert found == _ridden(table, riders)
            seen.update(leg.kind for leg in found)
    assert seen >= {"step", "turn", "form"}


def test_who_has_musketry_has_a_share_in_the_fire(tables: list[Table]) -> None:
    rows, found = (Formation.LINE, Formation.SKIRMISH), []
    for table, unit in _units(tables):
        piece, arm = table.pieces[unit], table.printed(unit).arm
        if arm is Arm.INFANTRY and piece.cohesion is Cohesion.GOOD and piece.formation in rows:
            for at in piece.hexes:
                found.append(has_musketry(table, piece, at))
                assert found[-1] is bool(fire_share(table, Firer(unit, at), at).base)
    assert any(found)


def test_targets_of_assaults_are_the_enemies_beside_those_who_may_attack(
    tables: list[Table],
) -> None:
    seen = 0
    for table, side in itertools.product(tables, tables[0].setting.sides):
        beside = {
            there
            for unit in table.units_of(side)
            if may_attack(table, unit) is None
            for at in table.pieces[unit].hexes
            for there in (at, *table.setting.ground.around[at])
            if table.has_enemy(there, side)
        }
        assert AssaultOptions(table, side).targets() == sorted(beside)
        upon = [(unit, at) for unit in table.units_of(side) if (at := upon_enemy(table, unit))]
        assert list(riders_upon(table, side)) == upon
        seen += len(beside)
    assert seen
