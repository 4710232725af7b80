"""What a unit may be: types, calibres and traits by arm, morale, and the losses that end it (EU)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel.rules import rule
from grognard.systems.empire.kinds import Arm, Branch, Bulk, Status, Trait
from grognard.systems.empire.sheet import sheet

BRANCHES: Final = {
    Arm.INFANTRY: (Branch.LINE, Branch.LIGHT),
    Arm.CAVALRY: (Branch.LIGHT, Branch.MEDIUM, Branch.HEAVY),
    Arm.ARTILLERY: (Branch.FOOT, Branch.HORSE),
}
WEAPONS: Final = {
    3: "artillery_3_4",
    4: "artillery_3_4",
    6: "artillery_6",
    8: "artillery_8_9",
    9: "artillery_8_9",
    12: "artillery_12",
}
"""Which row of the ranges a gun of so many pounds has."""

_ANY: Final = (Trait.STOIC, Trait.TENACIOUS)
_SHOOTERS: Final = (Trait.GOOD_SHOOTER, Trait.POOR_SHOOTER)
TRAITS: Final = {
    Arm.INFANTRY: (
        *_SHOOTERS, Trait.RIFLE, Trait.BATTALION_GUNS, *_ANY, Trait.ELAN, Trait.MELEE_WEAPONS,
    ),
    Arm.CAVALRY: (*_ANY, Trait.ELAN, Trait.IMPETUOUS, Trait.LANCE, Trait.CUIRASS),
    Arm.ARTILLERY: (*_SHOOTERS, Trait.SHRAPNEL, Trait.HOWITZERS, *_ANY),
}  # fmt: skip
"""The traits that an arm has a row for."""


@rule("EU.2", "EU.8")
def bounds(value: str) -> tuple[int, int]:
    """The least and the most of a value of the profile: morale or sk."""
    table = "units/bounds"
    return sheet().figure(table, value, "least"), sheet().figure(table, value, "most")


@rule("EU.5", "EU.6")
def cohesion_of(arm: Arm, status: Status, bulk: Bulk) -> int:
    """The losses that end a unit, by the card."""
    found = sheet().figure("units/cohesion", arm)
    if status in (Status.ELITE, Status.GUARD):
        found += sheet().figure("units/cohesion", "elite_or_guard")
    if bulk is not Bulk.STANDARD:
        found += sheet().figure("units/cohesion", bulk)
    return found


@rule("EU.4", "EU.8", "EU.9", "EU.13")
def impossible(
    arm: Arm, branch: Branch, status: Status, calibre: int, sk: int, traits: tuple[Trait, ...]
) -> Iterator[tuple[str, str, str]]:
    """What no unit can be: the field of its profile, what is wrong with it, and a hint."""
    if branch not in BRANCHES[arm]:
        yield "type", f"{arm} is never '{branch}'", f"known: {', '.join(BRANCHES[arm])}"
    if (arm is Arm.ARTILLERY) != bool(calibre):
        text = "guns have a calibre" if not calibre else f"{arm} has no calibre"
        yield "calibre", text, "calibre: 6, for guns only"
    elif calibre and calibre not in WEAPONS:
        known = ", ".join(map(str, WEAPONS))
        yield "calibre", f"there are no {calibre}-pounders", f"known: {known}"
    if sk and arm is not Arm.INFANTRY:
        yield "sk", f"{arm} sends out no skirmishers", "sk: 0"
    if status is Status.IRREGULAR and arm is not Arm.CAVALRY:
        yield "status", f"{arm} is never irregular", "militia"
    for trait in traits:
        if trait not in TRAITS[arm]:
            known = ", ".join(TRAITS[arm])
            yield "traits", f"'{trait}' means nothing for {arm}", f"known: {known}"
