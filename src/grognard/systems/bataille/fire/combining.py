"""Which guns may fire at one target together (rule 25): hexes, leaders, nations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.command.leaders import is_fit, leaders_in, shares_nation
from grognard.systems.bataille.fire.firepower import total, volley
from grognard.systems.bataille.fire.firing import is_battery
from grognard.systems.bataille.pieces import LeaderId
from grognard.systems.bataille.table import Table


@rule("P7.4", "P25.9", "P25.10", "PR-154", "PR-165")
def artillery_leaders(table: Table, guns: Iterable[Firer]) -> tuple[tuple[LeaderId, Hex], ...]:
    """Leaders with an artillery bonus, or of special ability, who are stacked with these guns."""
    found: dict[tuple[LeaderId, Hex], None] = {}
    for gun in guns if table.leaders else ():
        printed = table.printed(gun.unit)
        for leader in leaders_in(table, gun.at, printed.side):
            held = table.setting.leaders[leader]
            gifted = held.artillery > 0 or held.special_ability
            if gifted and is_fit(table, leader) and shares_nation(table, held, printed):
                found[leader, gun.at] = None
    return tuple(sorted(found))


@rule("P25.9", "P25.10", "P25.11", "PR-57", "PR-63", "PR-174")
def guns_apart(table: Table, target: Hex, firers: Iterable[Firer]) -> Reason | None:
    """Why batteries may not join on one target: hexes apart, no leader, or of two nations."""
    guns = [firer for firer in firers if is_battery(table, firer.unit)]
    nations = {table.printed(gun.unit).nation.lower() for gun in guns}
    apart = table.setting.cards.keyed("fire-modifiers", "no_common_fire").rows
    if len(nations) > 1 and any(nation in apart for nation in nations):
        return Reason("guns of these nations do not fire together", "P25.9")
    hexes = sorted({gun.at for gun in guns})
    if len(hexes) < 2 or all(distance(at, target) <= 1 for at in hexes):
        return None
    return _unled(table, hexes, artillery_leaders(table, guns))


def _unled(
    table: Table, hexes: Sequence[Hex], leaders: Sequence[tuple[LeaderId, Hex]]
) -> Reason | None:
    """Two adjacent hexes need a leader with an artillery bonus, three one of special ability."""
    cards = table.setting.cards
    if len(hexes) <= cards.count("gun_hexes_with_bonus_leader"):
        if leaders and distance(hexes[0], hexes[1]) == 1:
            return None
        return Reason("guns of two hexes need a leader with an artillery bonus", "P25.9")
    if len(hexes) <= cards.count("gun_hexes_with_special_leader"):
        for leader, stands in leaders:
            if table.setting.leaders[leader].special_ability:
                if all(distance(stands, at) <= 1 for at in hexes):
                    return None
    return Reason("guns of three hexes need a leader of special ability beside them", "P25.10")


def all_together(table: Table, target: Hex, firers: Sequence[Firer]) -> tuple[Firer, ...]:
    """The strongest attack of these units: everyone, with as many guns as may join."""
    guns = [firer for firer in firers if is_battery(table, firer.unit)]
    if not guns or guns_apart(table, target, guns) is None:
        return tuple(firers)
    best = max(_gun_groups(table, target, guns), key=lambda group: _weight(table, target, group))
    return tuple(firer for firer in firers if firer in best or firer not in guns)


def _gun_groups(table: Table, target: Hex, guns: Sequence[Firer]) -> Iterator[tuple[Firer, ...]]:
    """Sets of guns that may fire together: next to the target, in one hex, in hexes well led."""
    near = [gun for gun in guns if distance(gun.at, target) <= 1]
    hexes = sorted({gun.at for gun in guns})
    led = (*combinations(hexes, 2), *combinations(hexes, 3)) if table.leaders else ()
    sets = [(at,) for at in hexes]
    for group in (near, *([gun for gun in guns if gun.at in some] for some in (*sets, *led))):
        if group and guns_apart(table, target, group) is None:
            yield tuple(group)
        for nation in sorted({table.printed(gun.unit).nation for gun in group}):
            alike = [gun for gun in group if table.printed(gun.unit).nation == nation]
            if guns_apart(table, target, alike) is None:
                yield tuple(alike)


def _weight(table: Table, target: Hex, guns: Sequence[Firer]) -> Fraction:
    return total(volley(table, target, guns))
