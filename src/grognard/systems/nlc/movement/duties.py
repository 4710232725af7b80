"""What orders demand before a movement segment may be ended (A9). A duty that cannot be met is void."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.combat.duty import has_bombarded, may_strike, owes_attack, targets_of
from grognard.systems.nlc.command.ranges import in_range, leader_of
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement import pace, riding
from grognard.systems.nlc.movement.reach import RETREATS, Walker, to_target
from grognard.systems.nlc.movement.reach import walker as walker_of
from grognard.systems.nlc.movement.routes import march_route
from grognard.systems.nlc.movement.zones import ATTACK_TYPE, is_free
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

Wish = Callable[[Hex], bool]


@rule("R-0.5")
def unmet(table: Table, side: SideId) -> tuple[Reason, ...]:
    """The first duty that stands open and could be met, if there is one."""
    return table.derived(("unmet", side), lambda: _first(table))


def _first(table: Table) -> tuple[Reason, ...]:
    for name in table.active:
        force = table.forces[name]
        if table.setting.on("combat_only") or name in table.hidden:
            continue
        for reason in _unmet_by(table, force):
            return (reason,)
    return ()


def _unmet_by(table: Table, force: Force) -> Iterator[Reason]:
    units = [unit for unit in table.units_under(force.id) if not is_free(table, unit)]
    if force.type in ATTACK_TYPE:
        yield from _must_close(table, force, units)
        if force.type is OrderType.ATTACK:
            yield from _must_enter(table, force, units)
        yield from _must_come_to_grips(table, force, units)
    elif force.type is OrderType.MARCH:
        yield from _must_march(table, force, units)
    elif force.type in RETREATS:
        yield from _must_fall_back(table, force, units)
    if "/" in force.id and not force.chief:
        yield from _must_keep_together(table, units)
    yield from _leader_must_ride(table, force)


# --- Attack and Probe


@rule("N12.2A.1", "N12.2B.1", "NT.16", "R-12.2e")
def _must_close(table: Table, force: Force, units: list[UnitId]) -> Iterator[Reason]:
    """M2: who began more than two hexes from every enemy comes at least one hex nearer."""
    for unit in units:
        if not _owes_closing(table, force, unit):
            continue
        began = to_target(force.order.target, table.pieces[unit].began)
        if _can_get(table, unit, _nearer(force, began)):
            yield Reason(f"{name_of(table, unit)} must come nearer to the target", "N12.2A.1")
        elif _kept_by_range(table, force, unit, began):
            yield Reason(
                f"the leader must ride so that {name_of(table, unit)} can come nearer", "N12.2.5"
            )


def _owes_closing(table: Table, force: Force, unit: UnitId) -> bool:
    piece, target = table.pieces[unit], force.order.target
    if not target or not piece.began or pace.bar_to_moving(table, unit) is not None:
        return False
    far = table.setting.cards.figure("attack_distance")
    if table.nearest_enemy(piece.began, force.side) <= far or piece.began in target:
        return False
    return to_target(target, piece.at) >= to_target(target, piece.began) and in_range(table, unit)


@rule("N12.2.5", "A9")
def _kept_by_range(table: Table, force: Force, unit: UnitId, began: int) -> bool:
    """Does only the leader's range hold the unit back, while he could still ride to help it?"""
    walker = walker_of(table, (unit,))
    if not walker.ranged:
        return False
    target = force.order.target
    wished = [
        at
        for at in walker.reach()
        if at != walker.at
        and to_target(target, at) < began
        and walker.bar_to_ending(at, ranged=False) is None
    ]
    return bool(wished) and riding.could_cover(table, leader_of(table, force.id), wished, unit)


@rule("N12.2A.3")
def _must_enter(table: Table, force: Force, units: list[UnitId]) -> Iterator[Reason]:
    """M3: after contact some unit newly enters a zone each turn, until the target is occupied."""
    if not force.contact or occupies_target(table, force):
        return
    if any(table.pieces[unit].has(Mark.ENTERED_ZONE) for unit in units):
        return
    enemy = table.setting.enemy(force.side)
    for unit in units:
        able = pace.bar_to_moving(table, unit) is None
        if able and _can_get(table, unit, _fresh_zone(table, unit, enemy)):
            yield Reason("after contact some unit must enter an enemy zone every turn", "N12.2A.3")
            return


@rule("N12.2A.1", "N12.2A.2", "N12.2B.1", "R-12.2a")
def _must_come_to_grips(table: Table, force: Force, units: list[UnitId]) -> Iterator[Reason]:
    """E1 reaches back: who owes an attack and can come where it could be made must go there."""
    probing = force.type is OrderType.PROBE and force.contact
    if probing or not owes_attack(table, force):
        return
    able = [unit for unit in units if may_strike(table, force, unit)]
    wish = _grips(table, force)
    if any(wish(at) for unit in able for at in table.pieces[unit].hexes):
        return
    for unit in able:
        if pace.bar_to_moving(table, unit) is None and _can_get(table, unit, wish):
            clause = "N12.2A.2" if has_bombarded(table, force) else "N12.2A.1"
            yield Reason("some unit must come up to the enemy and assault him", clause)
            return


def occupies_target(table: Table, force: Force) -> bool:
    """Is a unit of the body in a hex of its target?"""
    return any(table.pieces[unit].at in force.order.target for unit in table.units_under(force.id))


# --- March


@rule("N12.2E.2", "N12.2E.5", "N12.2.4")
def _must_march(table: Table, force: Force, units: list[UnitId]) -> Iterator[Reason]:
    """M4: everybody follows the route at the pace of the slowest, until friends or foes stop him."""
    pace_ = pace.slowest(table, force.id)
    for unit in units:
        piece = table.pieces[unit]
        if pace.bar_to_moving(table, unit) is not None or piece.spent >= pace_:
            continue
        if piece.at in force.order.target:
            continue
        walker = walker_of(table, (unit,))
        if _is_held_up(table, walker):
            continue
        if next(walker.ends(), 0):
            yield Reason(f"{name_of(table, unit)} must march on", "N12.2E.2")


def _is_held_up(table: Table, walker: Walker) -> bool:
    """Do friends deny it the road rate on its next step?"""
    way = march_route(table.setting, walker.force.order)
    if walker.at not in way:
        return False
    place = way.index(walker.at)
    if place + 1 >= len(way):
        return True
    ahead = way[place + 1]
    edge = table.setting.ground.around[walker.at].index(ahead)
    return (walker.at, edge) in table.setting.ways and not walker.column_clear(ahead, walker.at)


# --- Fall Back and General Retreat


@rule("N12.2F.1", "N12.2G.2", "R-12.2j")
def _must_fall_back(table: Table, force: Force, units: list[UnitId]) -> Iterator[Reason]:
    """M5: away from the enemy as long as a step away is affordable, or on towards the target."""
    far = table.setting.cards.figure("fall_back_open")
    for unit in units:
        if pace.bar_to_moving(table, unit) is not None or not pace.left(table, unit):
            continue
        piece = table.pieces[unit]
        began = table.nearest_enemy(piece.began or piece.at, force.side)
        onward = began > far and bool(force.order.target)
        if any(_is_farther(table, force, piece.at, at, onward) for at in _next_ends(table, unit)):
            yield Reason(f"{name_of(table, unit)} must fall back further", "N12.2F.1")


def _is_farther(table: Table, force: Force, here: Hex, at: Hex, onward: bool) -> bool:
    if onward:
        return to_target(force.order.target, at) < to_target(force.order.target, here)
    return table.nearest_enemy(at, force.side) > table.nearest_enemy(here, force.side)


def _next_ends(table: Table, unit: UnitId) -> Iterator[Hex]:
    return walker_of(table, (unit,)).next_ends()


# --- divisions and leaders


@rule("N12.13.2")
def _must_keep_together(table: Table, units: list[UnitId]) -> Iterator[Reason]:
    """The counters of a division on its own orders end within three hexes of each other."""
    most = table.setting.cards.radius("division")
    for unit in units:
        others = [table.pieces[other].at for other in units if other != unit]
        if all(distance(table.pieces[unit].at, at) <= most for at in others):
            continue
        able = pace.bar_to_moving(table, unit) is None
        if able and _can_get(table, unit, _beside(tuple(others), most)):
            yield Reason(f"{name_of(table, unit)} must close up to its division", "N12.13.2")


@rule("N12.2.5", "N12.2C.2", "N12.2E.2")
def _leader_must_ride(table: Table, force: Force) -> Iterator[Reason]:
    """L1 and the march of the leader: he who owes a ride and can make it must make it."""
    leader = leader_of(table, force.id)
    if leader and force.is_whole and riding.owes_ride(table, leader, force):
        name = table.setting.leaders[leader].name
        clause = "N12.2C.2" if force.type is OrderType.DEFEND else "N12.2E.2"
        yield Reason(f"{name} must ride towards the target", clause)


# --- helpers


def _nearer(force: Force, began: int) -> Wish:
    return lambda at: to_target(force.order.target, at) < began


def _grips(table: Table, force: Force) -> Wish:
    return lambda at: bool(targets_of(table, at, force.side))


def _fresh_zone(table: Table, unit: UnitId, enemy: SideId) -> Wish:
    began = table.pieces[unit].began
    return lambda at: at != began and table.in_zone(at, enemy)


def _beside(mates: tuple[Hex, ...], most: int) -> Wish:
    return lambda at: all(distance(at, mate) <= most for mate in mates)


def _can_get(table: Table, unit: UnitId, wish: Wish) -> bool:
    """Can the unit end its move in a hex that fulfils a wish?"""
    walker = walker_of(table, (unit,))
    if any(wish(at) for at in walker.next_ends()):
        return True
    return any(wish(at) for at in walker.ends())


def name_of(table: Table, unit: UnitId) -> str:
    return table.printed(unit).name
