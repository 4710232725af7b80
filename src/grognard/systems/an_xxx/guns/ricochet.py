"""Ricochet (X18.9): a ball at medium or long range bounds on into the next hex."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, distance, opposite
from grognard.mechanics.sight import way
from grognard.systems.an_xxx.guns.ammunition import RICOCHET
from grognard.systems.an_xxx.guns.burning import HOWITZERS, DriveOut, burning
from grognard.systems.an_xxx.guns.caisson import Caisson, is_due
from grognard.systems.an_xxx.guns.weather import is_wet
from grognard.systems.an_xxx.marks import PRONE
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.table import Table


class Ricochet(FireAttack, tag=True):
    """X18.9.2: the second bound of a ball; it hits whoever stands there, friend or foe."""

    def side_firing(self, table: Table) -> str:
        holder = table.holder(self.target)
        return table.setting.enemy(holder) if holder else super().side_firing(table)


@rule("X18.9.2")
def ricochet_factor(table: Table) -> Factor:
    return Factor(table.setting.cards.factor("ricochet"), "second bound", "X18.9.2")


@rule("X18.9.1", "X18.9.2")
def next_bound(table: Table, at: Hex, target: Hex) -> Hex:
    """The hex into which a ball bounds on; 0 where it does not."""
    cards, ground = table.setting.cards, table.setting.ground
    if distance(at, target) < cards.row("guns", "ricochet_from") or is_wet(table):
        return 0
    # At a vertex the line runs on to the firer's right, which is the clockwise side.
    exits = [opposite(side) for side in way(at, target).entries]
    side = exits[0] if len(exits) == 1 or exits[0] == (exits[1] + 1) % 6 else exits[1]
    beyond = ground.around[target][side]
    if not beyond or ground.level[beyond] > ground.level[target]:
        return 0
    if any(ground.terrain[each] in cards.no_ricochet for each in (target, beyond)):
        return 0
    units = table.stack(beyond)
    standing = any(PRONE not in table.pieces[unit].marks for unit in units)
    return beyond if standing else 0


@rule("X18.9.1", "X18.9.2")
def bounds(table: Table, fire: FireAttack) -> tuple[tuple[Hex, tuple[Firer, ...]], ...]:
    """Where the balls of an attack of guns alone bound on, with the guns that sent them."""
    guns = [firer for firer in fire.firers if firer.unit in table.pieces]
    if fire.kind in (RICOCHET, HOWITZERS) or not guns:
        return ()
    if any(table.printed(firer.unit).battery is None for firer in fire.firers):
        return ()
    found: dict[Hex, tuple[Firer, ...]] = {}
    for firer in guns:
        beyond = next_bound(table, firer.at, fire.target)
        if beyond:
            found[beyond] = (*found.get(beyond, ()), firer)
    return tuple(sorted(found.items()))


class AfterFire(Procedure, tag=True):
    """What follows a fire of guns: caissons that go up, houses that burn, balls that bound on."""

    at: Hex
    bounding: tuple[tuple[Hex, tuple[Firer, ...]], ...] = ()

    @step("X18.6.3")
    def caisson(self, table: Table) -> Flow:
        return Call(Caisson(self.at)) if is_due(table) else None

    @step("X18.15.7")
    def drive_out(self, table: Table) -> Flow:
        burns = self.at in burning(table) and table.stack(self.at)
        return Call(DriveOut(self.at)) if burns else None

    @step("X18.9.2")
    def bound(self, table: Table) -> Flow:
        if not self.bounding:
            return Done()
        (to, firers), self.bounding = self.bounding[0], self.bounding[1:]
        firers = tuple(firer for firer in firers if firer.unit in table.pieces)
        if not firers or not table.stack(to):
            return Goto("bound")
        return Call(Ricochet(to, firers, RICOCHET), then="bound")


@rule("X18.6.1", "X18.9.1", "X18.15.7")
def after_fire(table: Table, fire: FireAttack) -> Procedure | None:
    """Caissons and ricochets, where there are any."""
    bounding = bounds(table, fire)
    burns = fire.target in burning(table) and bool(table.stack(fire.target))
    follows = bounding or burns or is_due(table)
    return AfterFire(fire.target, bounding) if follows else None
