"""Guns of An XXX: shells over the heads of others, and the wagons that bring new shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from grognard.kernel import Account, Action, Ask
from grognard.mechanics.hexes import Hex, distance, parse_hex
from grognard.systems.an_xxx.guns.ammunition import shots_left
from grognard.systems.an_xxx.guns.burning import HOWITZERS
from grognard.systems.an_xxx.guns.howitzers import TOTALS, scatter_rows
from grognard.systems.an_xxx.guns.things import standing, wagons
from grognard.systems.an_xxx.supplement import stock_of
from grognard.systems.bataille.actions import Drill, Finish, Firer, Shoot
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import fire_worth
from grognard.systems.bataille.fire.firing import OFFENSIVE
from grognard.systems.bataille.fire.targets import FieldOfFire, FireOptions
from grognard.systems.bataille.pieces import Arm, UnitId

DIE: Final = range(1, 7)

CLOSE_BY: Final = 2
"""A wagon does not go so near to the enemy."""

SUPPLY: Final = 0.5
"""Points that a wagon is worth for each battery that it may still serve."""

SERVED_FROM: Final = 8
"""A wagon may still come to a battery so many hexes away."""

MANY_GUNS: Final = 4
COVERS: Final = 0.5
"""To keep a wagon is worth so much of what it is worth to the enemy to take it: he has to come first."""

LOW: Final = 0.75
"""A battery with less than this part of its shot wants a wagon."""


def lob(scene: Scene, ask: Ask, view: Any) -> Action:
    """Shells where the guns themselves would do less this turn."""
    direct = _direct(scene)
    best: tuple[float, Action] = (0.0, Finish())
    for order in ask.options:
        if not isinstance(order, Shoot):
            continue
        worth = _hits(scene, order) * fire_worth(scene.table, order.target, order.firers, HOWITZERS)
        worth -= scene.judgement.shot(scene, order.firers)
        worth -= sum(direct.get(gun.unit, 0.0) for gun in order.firers)
        if worth > best[0]:
            best = (worth, order)
    return best[1]


def _direct(scene: Scene) -> dict[UnitId, float]:
    """By battery the best that its guns can do themselves."""
    options = FireOptions(FieldOfFire(scene.table, scene.side, OFFENSIVE))
    found: dict[UnitId, float] = {}
    for target, firers in options.firers.items():
        for gun in firers:
            if scene.setting.roster[gun.unit].battery is not None:
                worth = fire_worth(scene.table, target, (Firer(gun.unit, gun.at),))
                found[gun.unit] = max(worth, found.get(gun.unit, 0.0))
    return found


def _hits(scene: Scene, order: Shoot) -> float:
    """The chance that the shells fall where they are thrown."""
    more = Account(tuple(scatter_rows(scene.table, order.target, order.firers))).total
    rows, (least, most) = scene.setting.cards.rows["scatter"], TOTALS
    straight = [die for die in DIE if not rows[str(min(max(die + more, least), most))]]
    return len(straight) / len(DIE)


# --- wagons


def drive(scene: Scene, ask: Ask, view: Any) -> Action:
    """To the battery that needs it most, out of the enemy's way; in reach of it a wagon stands."""
    here = {wagon.id: at for wagon, at in wagons(scene.table, scene.side)}
    orders: dict[str, list[Drill]] = {}
    for order in ask.options:
        if isinstance(order, Drill):
            orders.setdefault(order.unit, []).append(order)
    for wagon, ways in sorted(orders.items()):
        stay = _wagon_worth(scene, here[wagon])
        best = max(ways, key=lambda way: (_wagon_worth(scene, parse_hex(way.word)), way.word))
        if _wagon_worth(scene, parse_hex(best.word)) > stay:
            return best
    return Finish()


def wagon_worths(scene: Scene) -> Mapping[Hex, float]:
    """What it is worth to stand in the hex of a wagon, by how many batteries it serves: to take one
    of the enemy's, or to cover one's own where he could come at it."""
    return scene.table.derived(("wagons", scene.side), lambda: dict(_wagon_worths(scene)))


def _wagon_worths(scene: Scene) -> Iterator[tuple[Hex, float]]:
    table, roster = scene.table, scene.setting.roster
    for wagon, at in standing(scene.setting, table.removed):
        if wagon.side == scene.side and not scene.is_threatened(at):
            continue
        guns = [unit for unit in table.units_of(wagon.side) if roster[unit].arm is Arm.ARTILLERY]
        near = sum(distance(table.pieces[unit].at, at) <= SERVED_FROM for unit in guns)
        yield at, SUPPLY * min(near, MANY_GUNS) * (1.0 if wagon.side != scene.side else COVERS)


def _wagon_worth(scene: Scene, at: Hex) -> float:
    """How well a wagon stands in a hex: near batteries that want shot, far from the enemy."""
    table, cards = scene.table, scene.setting.cards
    total = -3.0 if scene.field.nearest_foe(at) <= CLOSE_BY else 0.0
    for unit in scene.field.own:
        printed = scene.setting.roster[unit]
        stock = stock_of(printed)
        if printed.battery is None or stock is None:
            continue
        low = (shots_left(table, unit) or 0) < LOW * stock
        reach = cards.row("guns", "horse_supply" if printed.is_horse_artillery else "foot_supply")
        gap = max(0, distance(at, table.pieces[unit].at) - reach)
        total -= (1.0 if low else 0.2) * min(gap, 20) / 10
    return round(total, 6)
