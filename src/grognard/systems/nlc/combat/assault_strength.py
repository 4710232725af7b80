"""Strength in an assault (N7.3, N7.6, N8.2, N8.4, N10.2): what each unit is worth, and why."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.nlc.combat.flanking import comes_on_flank, is_sheltered
from grognard.systems.nlc.fire import Part, Why
from grognard.systems.nlc.kinds import Combat, Hexside, Terrain
from grognard.systems.nlc.movement.extended import hex_towards
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

PERCENT = 100


# --- terrain


@rule("N7.6.4", "N7.6.6", "N10.2", "NT.5", "NT.7", "R-7.6b", "R-7.6c", "R-7.6d", "R-TEC.4")
def terrain_whys(table: Table, origin: Hex, target: Hex, combat: Combat) -> list[Why]:
    """What the ground takes off fire from one hex into the next: an in-hex line and a hexside line."""
    setting, cards = table.setting, table.setting.cards
    edge = side_towards(origin, target)
    feature = setting.ground.hexsides.get((origin, edge)) if edge is not None else None
    if feature == Hexside.BRIDGE and combat is Combat.ASSAULT:
        return [_off(cards.hexside(Hexside.BRIDGE).assault or 0, "across a bridge", "NT.7")]
    lines: list[tuple[int, str, str]] = []
    inside = _in_hex(table, origin, target, combat)
    if inside:
        terrain = setting.ground.terrain[target]
        lines.append((inside, f"into {terrain}", LINES.get((terrain, combat), "N7.6.4")))
    across = _across(table, origin, target, edge, combat)
    if across[0]:
        lines.append(across)
    if setting.on("terrain_multiply") or len(lines) < 2:
        return [_off(*found) for found in lines]
    total = min(sum(percent for percent, _, _ in lines), cards.most_percent)
    return [_off(total, " and ".join(reason for _, reason, _ in lines), "N7.6.6")]


LINES: dict[tuple[str, Combat], str] = {
    (Terrain.WOODS, Combat.ASSAULT): "NT.6",
    (Terrain.CHATEAU, Combat.ASSAULT): "N10.2",
}
"""Lines of the terrain chart that a clause of their own explains."""


def _off(percent: int, reason: str, clause: str) -> Why:
    return Why(Fraction(PERCENT - percent, PERCENT), reason, clause)


@rule("NT.6", "R-7.6d", "N10.6")
def _in_hex(table: Table, origin: Hex, target: Hex, combat: Combat) -> int:
    terrain = table.setting.ground.terrain
    if terrain[target] == Terrain.CHATEAU and len(table.stack(target)) > 1:
        return 0
    woods = Terrain.WOODS
    if combat is Combat.ASSAULT and terrain[target] == woods and terrain[origin] == woods:
        return 0
    return table.setting.cards.terrain(terrain[target]).percent(combat) or 0


@rule("R-7.6c", "NT.5")
def _across(
    table: Table, origin: Hex, target: Hex, edge: int | None, combat: Combat
) -> tuple[int, str, str]:
    """The better of the stream and the crest on the hexside."""
    setting, cards = table.setting, table.setting.cards
    best = (0, "", "")
    if edge is None:
        return best
    if setting.ground.hexsides.get((origin, edge)) == Hexside.STREAM:
        best = (cards.hexside(Hexside.STREAM).percent(combat) or 0, "across a stream", "N7.6.4")
    upper = setting.crests.get((origin, edge))
    if upper is not None and _climbs(table, origin, target, upper):
        climb = cards.hexside(Hexside.CREST).percent(combat) or 0
        best = max(best, (climb, "up a crest", "N7.6.4"))
    return best


def _climbs(table: Table, origin: Hex, target: Hex, upper: Hex) -> bool:
    level = table.setting.ground.level
    if table.setting.on("crest_both_ways") or level[origin] == level[target]:
        return True
    return upper == target


# --- attackers


@rule("N7.3.6", "N7.3.11", "N7.6.1", "N6.3.1", "N8.5.3", "R-7.1a")
def attack_parts(table: Table, units: tuple[UnitId, ...], target: Hex) -> Iterator[Part]:
    """The shares of attacking units in the fire into a hex."""
    side = table.side_of(units[0])
    for unit in units:
        origin = hex_towards(table, unit, target)
        whys = [*common_whys(table, unit)]
        if table.arm(unit).artillery and not is_sheltered(table, target):
            if comes_on_flank(table, target, origin, side, ()):
                whys.append(_bonus(table, ("enfilade",)))
        whys += terrain_whys(table, origin, target, Combat.ASSAULT)
        yield Part(unit, table.strength(unit), tuple(whys))


@rule("N7.6.1", "N7.3.11")
def common_whys(table: Table, unit: UnitId) -> Iterator[Why]:
    """What multiplies a unit's strength in any assault."""
    cards, piece = table.setting.cards, table.pieces[unit]
    yield from deployment_whys(table, unit)
    if piece.disrupted and not piece.has(Mark.JUST_DISRUPTED):
        yield Why(cards.factor("disrupted"), "disrupted", "N7.6.1")
    if table.arm(unit).cavalry:
        yield Why(cards.factor("cavalry_in_assault"), "cavalry", "N7.3.11")


@rule("N20.2.1.2", "N20.2.1.3", "N20.2.3.1", "R-20.2")
def deployment_whys(table: Table, unit: UnitId) -> Iterator[Why]:
    """What its division's deployment takes off a unit's strength in every combat, before all else."""
    cards = table.setting.cards
    if table.setting.on("division_doctrine"):
        from grognard.systems.nlc.movement.doctrine import fights_badly

        if fights_badly(table, unit):
            yield Why(cards.factor("out_of_line"), "the division is not in line", "N20.2.1.2")
    if table.pieces[unit].also:
        yield Why(cards.factor("extended"), "in extended line", "N20.2.3.1")


@rule("N8.5.1", "R-8.5", "R-19.4")
def _bonus(table: Table, names: tuple[str, ...]) -> Why:
    """Bonuses of guns add to one another, then to one."""
    share = 1 + sum((table.setting.cards.bonus(name) for name in names), Fraction(0))
    return Why(share, " and ".join(BONUSES[name][0] for name in names), BONUSES[names[0]][1])


BONUSES = {
    "enfilade": ("enfilade", "N8.5.1"),
    "stacked_target": ("stacked target", "N19.4.1"),
    "defending": ("guns defending", "N19.4.2"),
}


def gun_bonus(table: Table, names: tuple[str, ...]) -> tuple[Why, ...]:
    return (_bonus(table, names),) if names else ()


# --- defenders


@rule("N7.3.3", "N8.2.2", "N8.4.1", "N19.4.2", "NT.6", "R-7.6d", "R-8.4")
def defence_parts(
    table: Table, units: tuple[UnitId, ...], attackers: tuple[Hex, ...]
) -> Iterator[Part]:
    """The shares of defending units in the fire back at all attackers at once."""
    for unit in units:
        piece = table.pieces[unit]
        guns = table.arm(unit).artillery
        if guns and is_turned_away(table, unit, attackers):
            continue
        whys = [*common_whys(table, unit)]
        if guns:
            whys += gun_bonus(table, _defending_bonuses(table, unit, attackers))
        whys += _out_of_woods(table, piece.at, attackers)
        yield Part(unit, table.strength(unit), tuple(whys))


@rule("N8.4.1", "N8.4.2", "R-8.4")
def is_turned_away(table: Table, unit: UnitId, attackers: tuple[Hex, ...]) -> bool:
    """Did the guns begin the stage with an enemy beside them, and do all attackers come from elsewhere?"""
    faced = table.pieces[unit].faced
    return bool(faced) and not any(at in faced for at in attackers)


@rule("N8.5.3", "N19.4.2")
def _defending_bonuses(table: Table, unit: UnitId, attackers: tuple[Hex, ...]) -> tuple[str, ...]:
    names = []
    side, own = table.side_of(unit), table.pieces[unit].at
    if len(attackers) == 1 and not is_sheltered(table, attackers[0]):
        if comes_on_flank(table, attackers[0], own, side, ()):
            names.append("enfilade")
    if table.setting.on("artillery_detail"):
        names.append("defending")
    return tuple(names)


@rule("NT.6", "R-7.6d", "R-TEC.3")
def _out_of_woods(table: Table, at: Hex, attackers: tuple[Hex, ...]) -> list[Why]:
    """The woods line also hits fire out of the woods, unless every attacker is in woods too."""
    terrain = table.setting.ground.terrain
    if terrain[at] != Terrain.WOODS or all(terrain[own] == Terrain.WOODS for own in attackers):
        return []
    percent = table.setting.cards.terrain(Terrain.WOODS).assault or 0
    return [_off(percent, "out of woods", "NT.6")]
