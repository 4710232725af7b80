"""Scrambled openings: other positions of a pack, all of them such as could be set up."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.bots.eager_bot import choose
from grognard.kernel.conformance import play_random
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.laws import broken_laws
from grognard.systems.bataille.movement.organisation import must_break_down
from grognard.systems.bataille.packs.packplaces import standing_problems
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.pieces import FILES, Arm, Cohesion, Formation
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.situations import scrambling
from grognard.systems.bataille.situations.scrambling import scrambled
from grognard.systems.premier.system import SYSTEM

PACKS = ("duel", "village", "charge", "first-shots", "bridgehead", "hagelberg")
SEEDS = range(25)


def nearest(setting: Setting) -> int:
    """Hexes between the two sides at the start."""
    table = opening_table(setting)
    one, other = (
        [at for unit in table.units_of(side) for at in table.pieces[unit].hexes]
        for side in setting.sides
    )
    return min((distance(at, there) for at in one for there in other), default=99)


@pytest.mark.parametrize("pack", PACKS)
def test_every_opening_could_be_the_set_up_of_a_pack(pack: str) -> None:
    setting = SYSTEM.library.setting(pack, {})
    for seed in SEEDS:
        mixed = scrambled(setting, seed)
        assert mixed.placements != setting.placements
        assert not list(standing_problems(mixed))
        table = opening_table(mixed)
        assert not list(broken_laws(table))
        assert not any(must_break_down(table, unit) for unit in table.pieces)


@pytest.mark.parametrize("pack", PACKS)
def test_nobody_is_lost_or_there_twice(pack: str) -> None:
    setting = SYSTEM.library.setting(pack, {})
    roster = setting.roster
    wanted = sorted({roster[p.unit].regiment or p.unit for p in setting.placements})
    for seed in SEEDS:
        mixed = scrambled(setting, seed)
        units = Counter(roster[p.unit].regiment or p.unit for p in mixed.placements)
        assert sorted(units) == wanted
        for unit, count in units.items():
            assert count in (1, len(roster[unit].parts) or 1)
        assert set(mixed.leader_places) == set(setting.leader_places)
        own = {(roster[p.unit].side, p.hexes[0]) for p in mixed.placements}
        for leader, at in mixed.leader_places.items():
            assert (setting.leaders[leader].side, at) in own


def test_the_seed_alone_decides_and_the_pack_stays_as_it_is() -> None:
    setting = SYSTEM.library.setting("bridgehead", {})
    before = setting.placements
    one, same, other = (scrambled(setting, seed) for seed in (3, 3, 4))
    assert one.placements == same.placements != other.placements
    assert one.leader_places == same.leader_places
    assert setting.placements == before
    assert one.revision == same.revision
    assert len({one.revision, other.revision, setting.revision}) == 3


def test_the_armies_are_close() -> None:
    setting = SYSTEM.library.setting("charge", {})
    assert nearest(setting) > 4
    away = [nearest(scrambled(setting, seed)) for seed in range(60)]
    assert all(hexes > 0 for hexes in away)
    assert sum(hexes <= 3 for hexes in away) > 50


def test_units_are_in_every_state_and_formation() -> None:
    setting = SYSTEM.library.setting("bridgehead", {})
    found: Counter[str] = Counter()
    for seed in range(80):
        mixed = scrambled(setting, seed)
        for placed in mixed.placements:
            printed = mixed.roster[placed.unit]
            found[f"{printed.arm}/{placed.order}"] += 1
            found[placed.formation] += 1
            found["worn"] += placed.lost > 0
            assert not (printed.arm is Arm.CAVALRY and placed.order == Cohesion.DISORDER)
            if placed.order != Cohesion.GOOD:
                assert placed.formation not in (Formation.LINE, Formation.SQUARE)
    for arm in (Arm.INFANTRY, Arm.ARTILLERY):
        assert all(found[f"{arm}/{order}"] for order in Cohesion)
    assert all(found[form] for form in Formation if form not in FILES)
    assert found["worn"] > 100


def test_where_no_room_is_found_the_battle_begins_as_the_pack_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    setting = SYSTEM.library.setting("duel", {})
    monkeypatch.setattr(scrambling, "TRIES", 0)
    assert scrambled(setting, 1) is setting


def test_a_battle_from_a_scrambled_opening_is_played_to_its_end() -> None:
    mixed = scrambled(SYSTEM.library.setting("charge", {}), 11)
    record = play_random(SYSTEM.rules, mixed, 11, 20, choose)
    assert not record.failure
    assert record.verdict
