"""What the enemy could do next: guns, assault and charge on a hex, as far as a side may know.

Worked out on imagined states, for enemies as they stand: guns that see the hex, troops next to it,
horse within the reach of a charge. Their orders are not known, so all of them are taken to be free
to attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Action, GrognardError, State
from grognard.mechanics.hexes import Hex, distance, name
from grognard.odds import AT_TABLE, imagined_chain
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.desk.odds import hits
from grognard.systems.nlc.desk.officer import NlcOfficer
from grognard.systems.nlc.guns.bombardment import Bombard, bar_to_fire
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part, strength
from grognard.systems.nlc.horse.charge_actions import Charge
from grognard.systems.nlc.horse.charge_paths import paths
from grognard.systems.nlc.kinds import Hexside
from grognard.systems.nlc.movement.zones import zones_closed
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

DIGITS = 6


def threat_look(guesses: Sequence[State], side: SideId, target: Hex = 0) -> dict[str, Any]:
    """The threat to one hex with its chains, or to all that the side holds at a glance."""
    table: Table = guesses[0].table
    if target and table.held_by(target) != side:
        raise GrognardError(f"none of yours stand in {name(target)}")
    enemy = table.setting.enemy(side)
    held = [at for at in sorted(table.stacks) if table.held_by(at) == side]
    found: dict[str, Any] = {"of": enemy, "estimated": True}
    found["hexes"] = [_glance(table, enemy, at) for at in ([target] if target else held)]
    if target:
        found["chains"] = {
            kind: imagined_chain(NlcOfficer, guesses, plan, budget=AT_TABLE).document()
            for kind, plan in _plans(table, enemy, target).items()
        }
    return found


def _glance(table: Table, enemy: SideId, at: Hex) -> dict[str, Any]:
    batteries = guns(table, enemy, at)
    spread = hits_of(table, batteries, at)
    mean = sum((count * chance for count, chance in spread.items()), Fraction(0))
    return {
        "hex": at,
        "fire": round(float(mean), DIGITS),
        "chance": round(float(1 - spread.get(0, Fraction(0))), DIGITS),
        "firers": list(batteries),
        "assault": list(neighbours(table, enemy, at)),
        "charge": [charge.unit for charge in charges(table, enemy, at)],
        "near": [],
    }


def guns(table: Table, enemy: SideId, at: Hex) -> tuple[UnitId, ...]:
    """Enemy batteries that can fire on the hex."""
    return tuple(
        unit
        for unit in table.units_of(enemy)
        if table.arm(unit).artillery
        and table.under[unit] not in table.hidden
        and bar_to_fire(table, unit, at) is None
    )


def hits_of(table: Table, batteries: Sequence[UnitId], at: Hex) -> dict[int, Fraction]:
    """The chance of every number of hits by all of them together."""
    parts = tuple(bombardment_part(table, unit, at) for unit in batteries)
    return hits(table, strength(table, parts, at)) if parts else {0: Fraction(1)}


def neighbours(table: Table, enemy: SideId, at: Hex) -> tuple[UnitId, ...]:
    """Enemy foot and horse next to the hex, across a side that can be crossed."""
    ground = table.setting.ground
    found: list[UnitId] = []
    for edge, there in enumerate(ground.around[at]):
        if there and ground.hexsides.get((at, edge)) != Hexside.IMPASSABLE:
            found += [
                unit
                for unit in table.units_in(there, enemy)
                if not table.arm(unit).artillery and table.under[unit] not in table.hidden
            ]
    return tuple(sorted(found))


def charges(table: Table, enemy: SideId, at: Hex) -> list[Charge]:
    """One charge on the hex for each enemy cavalry unit that can ride to it."""
    if zones_closed(table):
        return []
    far = table.setting.cards.figure("charge_range")
    found = []
    for unit in table.units_of(enemy):
        piece = table.pieces[unit]
        if table.arm(unit).cavalry and not piece.disrupted and distance(piece.at, at) <= far:
            way = next(iter(paths(table, unit, at)), None)
            if way is not None and table.under[unit] not in table.hidden:
                found.append(Charge(unit, way))
    return found


def _plans(table: Table, enemy: SideId, at: Hex) -> dict[str, Action]:
    """The attack of each kind that is worked out to its end."""
    plans: dict[str, Action] = {}
    batteries = guns(table, enemy, at)
    if batteries:
        plans["fire"] = Bombard(tuple(sorted(batteries)), at)
    attackers = neighbours(table, enemy, at)
    if attackers:
        plans["assault"] = Assault(attackers, at)
    ridden = charges(table, enemy, at)
    if ridden:
        plans["charge"] = ridden[0]
    return plans
