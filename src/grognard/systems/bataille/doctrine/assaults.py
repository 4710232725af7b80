"""Assaults planned together: for each enemy hex the group that can come at it, weighed exactly.

The group is put on a draft of the sand table and the rules' own odds are asked. It grows by the
unit that adds most, up to what the character can handle, and is accepted when it is worth it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from grognard.mechanics.hexes import Hex, distance, side_towards, within
from grognard.planning.levels import ANSWER, OWN_HEX, SECTOR
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.doctrine.fights import NO_FIGHT, Fight
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import fire_worth
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.melee.melee import defenders_of, direction
from grognard.systems.bataille.melee.retreat_before import may_slip_away, refuges
from grognard.systems.bataille.movement.march import InHand, formation_on
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.movement.words import Pose
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import Arm, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table

LOOKED_AT: Final = 9
"""So many ways to come at a hex are weighed for each place in the group."""

REACTS: Final = 0.7
"""What a unit would be worth elsewhere is charged to an assault at this rate."""

JOINS: Final = 0.15
"""Another who joins an assault may cost so much of what it promises: nobody goes in alone."""

IN_A_HEX: Final = 2
"""So many units at most assault out of one hex."""

SEEN_ROUND: Final = 3
"""Troops so many hexes round a target may bear on a fight for it."""

SLIPS: Final = 0.3
"""What it costs an enemy to slip away: his next move."""

NEVER: Final = -99.0


class Way(msgspec.Struct, frozen=True):
    """A unit that can come to stand before an enemy hex: how, and at what price."""

    unit: UnitId
    pose: Pose
    cost: int
    at: Hex


class Strike(msgspec.Struct, frozen=True):
    """An assault that is planned: the hex, who comes from where, and what it promises."""

    target: Hex
    ways: tuple[Way, ...]
    odds: Fight
    worth: float


def ways_to(scene: Scene, hands: Mapping[UnitId, InHand]) -> dict[Hex, list[Way]]:
    """For every enemy hex the ways in which one's units can come at it this turn."""
    around = scene.setting.ground.around
    beside: dict[Hex, list[Hex]] = {}
    for target in sorted(scene.field.foe_hexes):
        for at in around[target]:
            if at:
                beside.setdefault(at, []).append(target)
    found: dict[Hex, list[Way]] = {}
    for unit, hand in hands.items():
        if scene.judgement.may_strike(scene, unit):
            for target, way in _ways_of(scene, unit, hand, beside):
                found.setdefault(target, []).append(way)
    return found


def _ways_of(
    scene: Scene, unit: UnitId, hand: InHand, beside: Mapping[Hex, Sequence[Hex]]
) -> Sequence[tuple[Hex, Way]]:
    """The cheapest way of one unit to each hex next to each enemy, facing him; remembered while its
    marches and the hexes of the enemy stay as they are."""
    table, piece, foes = scene.table, scene.table.pieces[unit], scene.field.foe_hexes
    here: dict[Pose, int] = {(piece.hexes, piece.facing): 0}
    if scene.field.nearest_foe(piece.at, steady=False) > scene.setting.roster[unit].movement + 2:
        return _cheapest(scene, piece, here, beside)
    costs, key = Marches(table, hand).costs, ("ways", unit)
    known = scene.memo.get(key)
    if known is None or known[0] is not costs or known[1] != foes:
        poses = {**here, **costs}
        reach = {pose[0][min(piece.main, len(pose[0]) - 1)] for pose in poses}
        known = (costs, foes, reach, _cheapest(scene, piece, poses, beside))
        scene.memo[key] = known
    scene.reach[unit] = known[2]
    ways: Sequence[tuple[Hex, Way]] = known[3]
    return ways


def _cheapest(
    scene: Scene, piece: Piece, poses: Mapping[Pose, int], beside: Mapping[Hex, Sequence[Hex]]
) -> list[tuple[Hex, Way]]:
    """Of these poses the cheapest in each hex before each enemy."""
    best: dict[tuple[Hex, Hex], Way] = {}
    for pose, cost in poses.items():
        for index, at in enumerate(pose[0]):
            for target in beside.get(at, ()):
                known = best.get((at, target))
                if known is None or cost < known.cost:
                    if _faces(scene, piece, pose, index, target):
                        best[at, target] = Way(piece.id, pose, cost, at)
    return [(target, way) for (_, target), way in best.items()]


def _faces(scene: Scene, piece: Piece, pose: Pose, index: int, target: Hex) -> bool:
    """Has the unit, in a pose, the target before an open front side of one of its hexes?"""
    at = pose[0][index]
    side = side_towards(at, target)
    if side is None or not scene.setting.ways[piece.id][at][side]:
        return False
    stood = msgspec.structs.replace(piece, hexes=pose[0], facing=pose[1])
    front = orientation(scene.setting.roster[piece.id], stood, index).front
    return bool(front >> side & 1)


def moved(table: Table, piece: Piece, pose: Pose) -> Piece:
    """A piece as it stands after a march to a pose."""
    formation = piece.formation
    if len(pose[0]) == 1:
        kept = formation_on(table, piece, pose[0][0])
        formation = kept if isinstance(kept, Formation) else formation
    return msgspec.structs.replace(piece, hexes=pose[0], facing=pose[1], formation=formation)


def plan_strikes(
    scene: Scene, hands: Mapping[UnitId, InHand], settled: Sequence[UnitId] = ()
) -> list[Strike]:
    """The assaults worth making this turn, the best first, each unit in one at most."""
    ways = ways_to(scene, hands)
    for unit in settled:
        _add_settled(scene, unit, ways)
    found: list[Strike] = []
    used: set[UnitId] = set()
    occupied: set[Hex] = set()
    for target in ways:
        strike = best_strike(scene, target, ways[target])
        if strike is not None:
            found.append(strike)
    chosen: list[Strike] = []
    for strike in sorted(found, key=lambda strike: (-strike.worth, strike.target)):
        if any(way.unit in used or way.at in occupied for way in strike.ways):
            left = [w for w in ways[strike.target] if w.unit not in used and w.at not in occupied]
            again = best_strike(scene, strike.target, left) if left else None
            if again is None:
                continue
            strike = again
        used.update(way.unit for way in strike.ways)
        occupied.update(way.at for way in strike.ways if way.cost)
        chosen.append(strike)
    return chosen


def _add_settled(scene: Scene, unit: UnitId, ways: dict[Hex, list[Way]]) -> None:
    """Units that have moved already strike from where they stand."""
    table, piece = scene.table, scene.table.pieces[unit]
    if not scene.judgement.may_strike(scene, unit):
        return
    for at in piece.hexes:
        for side, target in enumerate(scene.setting.ground.around[at]):
            if target in scene.field.foe_hexes and front_mask(table, unit, at) >> side & 1:
                if scene.setting.ways[unit][at][side]:
                    way = Way(unit, (piece.hexes, piece.facing), 0, at)
                    ways.setdefault(target, []).append(way)


def best_strike(scene: Scene, target: Hex, ways: Sequence[Way]) -> Strike | None:
    """The best group against one hex, if any is good enough."""
    roster = scene.setting.roster
    best: Strike | None = None
    for arm in (Arm.INFANTRY, Arm.CAVALRY):
        able = [way for way in ways if roster[way.unit].arm is arm]
        if not able:
            continue
        strike = _grown(scene, target, able)
        if strike is not None and (best is None or strike.worth > best.worth):
            best = strike
    if best is None or best.worth <= scene.mind(best.ways[0].unit).margin:
        return None
    return best


def _grown(scene: Scene, target: Hex, ways: Sequence[Way]) -> Strike | None:
    group: tuple[Way, ...] = ()
    best: Strike | None = None
    for _ in range(scene.mind(ways[0].unit).joint):
        left = [
            way
            for way in ways
            if all(way.unit != other.unit for other in group)
            and sum(way.at == other.at for other in group) < IN_A_HEX
        ]
        left = sorted(left, key=lambda way: _promise(scene, target, way))[:LOOKED_AT]
        tried = [weigh(scene, target, (*group, way)) for way in left]
        step = max(tried, key=lambda strike: strike.worth, default=None)
        if step is None:
            break
        if best is None or step.worth > best.worth - JOINS:
            best = step
        elif scene.character.sight < ANSWER:
            break
        group = step.ways
    return best


def _promise(scene: Scene, target: Hex, way: Way) -> tuple[int, float, int]:
    """Flank and rear first, then the strong, then the near."""
    struck = direction(scene.table, scene.side, target, way.at)
    printed = scene.setting.roster[way.unit]
    strength = float(printed.melee) * (printed.increments - scene.table.pieces[way.unit].lost)
    rank = {"rear": 0, "flank": 0}.get(struck, 1)
    return rank, -strength, way.cost


def weigh(scene: Scene, target: Hex, group: tuple[Way, ...]) -> Strike:
    """What an assault by this group promises, fire on the way included; to who sees the hex alone, who is
    left in it."""
    prospect = _prospect(scene, target, group)
    if prospect is None:
        return Strike(target, group, NO_FIGHT, NEVER)
    odds, fire = prospect
    if scene.character.sight <= OWN_HEX:
        return Strike(target, group, odds, odds.carried - odds.repulsed)
    control = scene.table.control.get(target) != scene.side
    ground = scene.hex_worth(target) * (1.0 if control else 0.3)
    worth = odds.foe - odds.own + odds.carried * ground + fire
    for way in group:
        worth -= REACTS * scene.judgement.elsewhere(scene, target, way, odds)
    return Strike(target, group, odds, worth)


def _prospect(scene: Scene, target: Hex, group: tuple[Way, ...]) -> tuple[Fight, float] | None:
    """The odds and the fire given and received; remembered, as the same fights are weighed often."""
    pieces = scene.table.pieces
    stand = tuple([_around(scene, at, 0) for way in group for at in pieces[way.unit].hexes])
    key = (_around(scene, target, SEEN_ROUND), group, stand)
    if key not in scene.memo:
        scene.memo[key] = _summed(scene, target, group)
    found: tuple[Fight, float] | None = scene.memo[key]
    return found


def _around(scene: Scene, centre: Hex, far: int) -> int:
    """A number for all that stands so near a hex and that a fight there depends on."""
    known = scene.surroundings.get((centre, far))
    if known is None:
        table, idle = scene.table, scene.judgement.idle_marks
        hexes = within(centre, far)
        key = (
            centre,
            table.turn,
            table.segment,
            tuple(
                [_met_as(table.pieces[u], idle) for at in hexes for u in table.stacks.get(at, ())]
            ),
            tuple([(who, at) for who, at in table.leaders.items() if at in hexes]),
            *map(_items, (table.levels, table.fired_at)),
        )
        known = scene.surroundings[centre, far] = scene.memo.setdefault(key, len(scene.memo))
    return known


def _met_as(piece: Piece, idle: frozenset[str]) -> Piece:
    """A piece as those meet it who fight near it: without marks that concern its own orders alone."""
    if idle.isdisjoint(piece.marks):
        return piece
    marks = tuple([mark for mark in piece.marks if mark not in idle])
    return msgspec.structs.replace(piece, marks=marks)


def _items(held: Any) -> tuple[Any, ...]:
    return tuple(held.items())


def _summed(scene: Scene, target: Hex, group: tuple[Way, ...]) -> tuple[Fight, float] | None:
    """The group put on a draft of the sand table, and the rules' own odds asked."""
    table = scene.table.draft()
    for way in group:
        if way.cost:
            stood = moved(table, table.pieces[way.unit], way.pose)
            if may_end(table, stood) is not None:
                return None
            table.put(stood)
    units, judgement = tuple(sorted(way.unit for way in group)), scene.judgement
    odds = judgement.assault(scene.table, table, target, units)
    if odds is None:
        return None
    if scene.character.sight >= SECTOR:
        odds = _met(table, target, units, odds)
    return odds, judgement.fire(scene, table, target, group)


def _met(table: Table, target: Hex, units: Sequence[UnitId], odds: Fight) -> Fight:
    """The fight as it will be met: who may slip away from a bad one does."""
    foes = defenders_of(table, target, table.side_of(units[0]))
    if odds.gain <= SLIPS or not foes:
        return odds
    for foe in foes:
        if may_slip_away(table, foe, units) or not refuges(table, foe, units, 1):
            return odds
    return Fight(1.0, 0.0, 0.0, SLIPS)


def fire_received(scene: Scene, table: Table, group: Sequence[Way], foes: Iterable[Hex]) -> float:
    """The fire out of these hexes at whoever comes: each fires once, at the one it hurts most."""
    side, total = scene.side, 0.0
    hexes = [way.at for way in group if way.cost] or [way.at for way in group]
    hit: set[Hex] = set()
    for foe_hex in sorted(foes):
        firers = [
            Firer(unit, foe_hex)
            for unit in table.stacks.get(foe_hex, ())
            if table.side_of(unit) != side and silence(table, unit, foe_hex) is None
        ]
        worst, where = 0.0, 0
        for at in hexes:
            if at in hit or distance(at, foe_hex) > 1:
                continue
            able = [f for f in firers if _fronts(table, f.unit, foe_hex, at)]
            if able:
                cost = fire_worth(table, at, able)
                if cost > worst:
                    worst, where = cost, at
        if where:
            hit.add(where)
            total += worst
    return total


def others_near(scene: Scene, target: Hex) -> list[Hex]:
    return [at for at in scene.setting.ground.around[target] if at in scene.field.foe_hexes]


def _fronts(table: Table, unit: UnitId, at: Hex, target: Hex) -> bool:
    side = side_towards(at, target)
    return side is not None and bool(front_mask(table, unit, at) >> side & 1)


def fire_given(table: Table, target: Hex, group: Sequence[Way]) -> float:
    """The fire of the attackers before they close."""
    firers = []
    for way in group:
        for at in table.pieces[way.unit].hexes:
            if distance(at, target) == 1 and silence(table, way.unit, at) is None:
                if _fronts(table, way.unit, at, target):
                    firers.append(Firer(way.unit, at))
    return fire_worth(table, target, firers) if firers else 0.0
