"""Driving the ammunition wagons (X18.14.5): as limbered foot guns, after the movement of the units."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from grognard.kernel import Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.boards import Board, board_of, hexes_in
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.mechanics.sweep import Fronts, Sweep
from grognard.systems.an_xxx.events.guns import ThingPlaced
from grognard.systems.an_xxx.guns.burning import burning
from grognard.systems.an_xxx.guns.things import wagon_at, wagons
from grognard.systems.an_xxx.supplement import facts
from grognard.systems.bataille.actions import Drill, Finish
from grognard.systems.bataille.movement.country import country_of
from grognard.systems.bataille.movement.fields import covered
from grognard.systems.bataille.orientation import ALL
from grognard.systems.bataille.setting import HALVES, Setting
from grognard.systems.bataille.table import Table

ANY_WAY: Final[Fronts] = ((ALL, ALL),) * 6
"""A wagon is driven across any side: it has no front."""


@rule("X18.14.5")
def drives(table: Table, at: Hex, side: str) -> dict[Hex, int]:
    """Where a wagon of the side can be driven from a hex, in order, each at its cost; enemy zones
    stop it, enemies bar it."""
    setting = table.setting
    enemy = 1 - setting.index(side)
    shut = table.held[enemy] | board_of(burning(table), setting.ground.size)
    return _drives(setting, at, covered(table, enemy), shut)


@lru_cache(maxsize=256)
def _drives(setting: Setting, at: Hex, zones: Board, shut: Board) -> dict[Hex, int]:
    """Kept while the enemy stands as he does, and so never to be changed."""
    points: int = HALVES * setting.cards.row("guns", "wagon_movement")
    window, onward = country_of(setting, "artillery", 0).about(at, points, ANY_WAY)
    watched = zones & ~(1 << at)
    sweep = Sweep(window, onward, points, [(0, 0)], unsure=0, watched=watched, shut=shut)
    sweep.leave(at, 0, 0)
    found = {
        there + window.base: cost
        for cost, _, board in sweep.layers(lambda there: True, lambda there: True)
        for there in hexes_in(board)
        if cost
    }
    return dict(sorted(found.items()))


class WagonSegment(Procedure, tag=True):
    """X18.14.5: a side drives its wagons, each once; one that comes with a group stands where the
    first unit of that group does."""

    side: str
    driven: tuple[str, ...] = ()

    @step("X18.14.5")
    def bring(self, table: Table) -> Flow:
        groups = {arrival.id: arrival.units for arrival in table.setting.arrivals}
        for wagon in facts(table.setting).wagons:
            if wagon.side == self.side and wagon.arrives_with and wagon.id not in table.removed:
                there = [u for u in groups.get(wagon.arrives_with, ()) if u in table.pieces]
                if there:
                    fate = wagon_at(table.pieces[there[0]].at, table.turn)
                    table.record(ThingPlaced(wagon.id, fate))
                    self.driven = (*self.driven, wagon.id)
        return None

    @step("X18.14.5")
    def ask(self, table: Table) -> Flow:
        orders = [
            Drill(wagon.id, name(to))
            for wagon, at in sorted(wagons(table, self.side), key=lambda found: found[0].id)
            if wagon.id not in self.driven
            for to in drives(table, at, self.side)
        ]
        if not orders:
            return Done()
        judge = partial(self._against, table)
        options = Judged(judge, [Finish(), *orders], Finish, Drill, sifted=True)
        return Ask(self.side, options, "drive-wagons")

    @step("X18.14.5")
    def drive(self, table: Table, answer: Drill | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done()
        self.driven = (*self.driven, answer.unit)
        table.record(ThingPlaced(answer.unit, wagon_at(parse_hex(answer.word), table.turn)))
        return Goto("ask")

    def _reach(self, table: Table, wagon: str) -> dict[Hex, int]:
        held = {each.id: at for each, at in wagons(table, self.side)}
        return drives(table, held[wagon], self.side) if wagon in held else {}

    def _against(self, table: Table, order: Drill | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        if order.unit in self.driven:
            return Reason("this wagon has been driven", "X18.14.5")
        if order.word in map(name, self._reach(table, order.unit)):
            return None
        return Reason("no wagon of yours can be driven there", "X18.14.5")
