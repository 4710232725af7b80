"""What the enemy could do next: fire, assault and charge on a hex, as far as a side may know.

Worked out on imagined states. Fire and assaults are those of enemies as they stand; charges name
the horse that could come to contact; ``near`` are the others who could march up, by their points
and the distance alone. ``fire`` is what all who could fire would cost on average, ``chance`` that
they cost anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Action, GrognardError, State
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.actions import Assault, Firer, Shoot
from grognard.systems.bataille.desk.odds import averaged, rounded
from grognard.systems.bataille.fire.combining import all_together
from grognard.systems.bataille.fire.fire import aimed, fire_distribution
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.charge_targets import may_charge
from grognard.systems.bataille.horse.gallop import charge_of
from grognard.systems.bataille.melee.melee import engaged_hexes
from grognard.systems.bataille.pieces import Arm, Cohesion, UnitId
from grognard.systems.bataille.table import Table


def threat_look(
    weigh: Callable[[Action, Hex], Any], guesses: Sequence[State], side: str, target: Hex = 0
) -> dict[str, Any]:
    """The threat to one hex with its chains, or to all that the side holds at a glance.

    ``weigh`` tells the chain of an attack on a hex.
    """
    table: Table = guesses[0].table
    if target and table.holder(target) != side:
        raise GrognardError(f"none of yours stand in {name(target)}")
    enemy = table.setting.enemy(side)
    held = [at for at in sorted(table.stacks) if table.holder(at) == side]
    tables: list[Table] = [guess.table for guess in guesses]
    fire = FieldOfFire(table, enemy, "offensive").by_target()
    charges = _charges(table, enemy)
    found: dict[str, Any] = {"of": enemy, "estimated": True, "hexes": [
        _glance(tables, enemy, at, fire.get(at, ()), charges)
        for at in ([target] if target else held)
    ]}  # fmt: skip
    if target:
        horse = found["hexes"][0]["charge"]
        found["chains"] = _chains(weigh, table, enemy, target, fire.get(target, ()), horse)
    return found


def _glance(
    tables: Sequence[Table],
    enemy: str,
    at: Hex,
    firers: Sequence[Firer],
    charges: dict[UnitId, tuple[UnitId, ...]],
) -> dict[str, Any]:
    table = tables[0]
    attackers, here = assailants(table, enemy, at), table.stack(at)
    spread = averaged([losses(each, at, firers) for each in tables])
    return {
        "hex": at,
        "fire": rounded(sum(lost * chance for lost, chance in spread.items())),
        "chance": rounded(1 - spread.get(0, 0.0)),
        "firers": sorted({firer.unit for firer in firers}),
        "assault": list(attackers),
        "charge": [unit for unit, foes in charges.items() if any(foe in here for foe in foes)],
        "near": [unit for unit in _near(table, enemy, at) if unit not in attackers],
    }


def losses(table: Table, at: Hex, firers: Sequence[Firer]) -> dict[int, Fraction]:
    """The chance of every loss to the fire of all who could fire together."""
    if not firers:
        return {0: Fraction(1)}
    attack = aimed(table, at, all_together(table, at, tuple(firers)))
    if attack.below_chart:
        return {0: Fraction(1)}
    return fire_distribution(table.setting.cards, attack.column, attack.modifiers.total)


def assailants(table: Table, enemy: str, at: Hex) -> tuple[UnitId, ...]:
    """Enemies in good order who touch the hex with their front; horse and foot do not mix."""
    able = [
        unit
        for unit in table.units_near((at,), 1, enemy)
        if table.pieces[unit].cohesion is Cohesion.GOOD
        and table.printed(unit).arm is not Arm.ARTILLERY
        and engaged_hexes(table, unit, at)
    ]
    foot = [unit for unit in able if table.printed(unit).arm is Arm.INFANTRY]
    return tuple(sorted(foot or able))


def _near(table: Table, enemy: str, at: Hex) -> list[UnitId]:
    """Enemies in good order who might come up to the hex, by distance alone."""
    return [
        unit
        for unit in table.units_of(enemy)
        if table.pieces[unit].cohesion is Cohesion.GOOD
        and table.printed(unit).arm is not Arm.ARTILLERY
        and distance(table.pieces[unit].at, at) <= table.printed(unit).movement + 1
    ]


def _charges(table: Table, enemy: str) -> dict[UnitId, tuple[UnitId, ...]]:
    """Enemy horse that may charge, and whom it could strike."""
    found = {}
    for unit in table.units_of(enemy):
        if may_charge(table, unit) is None:
            found[unit] = tuple(sorted(contactable(table, charge_of(table, (unit,)))))
    return found


def _chains(
    weigh: Callable[[Action, Hex], Any],
    table: Table,
    enemy: str,
    at: Hex,
    firers: Sequence[Firer],
    horse: Sequence[UnitId],
) -> dict[str, Any]:
    """The attack of each kind that is worked out to its end; of the horse the first that could."""
    plans: dict[str, Action] = {}
    if firers:
        plans["fire"] = Shoot(at, all_together(table, at, tuple(firers)))
    attackers = assailants(table, enemy, at)
    if attackers:
        plans["assault"] = Assault(at, attackers)
    if horse:
        plans["charge"] = Charge((horse[0],))
    return {name: weigh(plan, at) for name, plan in plans.items()}
