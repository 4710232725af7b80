"""Driving the ammunition wagons (X18.14.5): as limbered foot guns, after the movement of the units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from grognard.kernel import Action, Ask, Done, Flow, Goto, Options, Procedure, Reason, rule, step
from grognard.kernel.errors import NOT_OFFERED
from grognard.kernel.questions import Chooser
from grognard.mechanics.boards import Board, board_of, hexes_in
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.mechanics.sweep import ANY_FRONT, Sweep
from grognard.systems.an_xxx.events.guns import ThingPlaced
from grognard.systems.an_xxx.guns.burning import burning
from grognard.systems.an_xxx.guns.things import wagon_at, wagons
from grognard.systems.an_xxx.supplement import facts
from grognard.systems.bataille.actions import Drill, Finish
from grognard.systems.bataille.movement.country import country_of
from grognard.systems.bataille.movement.fields import covered
from grognard.systems.bataille.setting import HALVES, Setting
from grognard.systems.bataille.table import Table


@rule("X18.14.5")
def drives(table: Table, at: Hex, side: str) -> Board:
    """Where a wagon of the side can be driven from a hex; enemy zones stop it, enemies bar it."""
    setting = table.setting
    enemy, fires = 1 - setting.index(side), burning(table)
    shut = table.held[enemy]
    if fires:
        shut |= board_of(fires, setting.ground.size)
    near = _reached(setting, at, 0, 0)
    return _reached(setting, at, covered(table, enemy) & near, shut & near)


@lru_cache(maxsize=1024)
def _reached(setting: Setting, at: Hex, zones: Board, shut: Board) -> Board:
    """The hexes that a wagon comes to; kept while the enemy stands as he does about them."""
    points: int = HALVES * setting.cards.row("guns", "wagon_movement")
    window, onward = country_of(setting, "artillery", 0).about(at, points, ANY_FRONT)
    watched = zones & ~(1 << at)
    sweep = Sweep(window, onward, points, [(0, 0)], unsure=0, watched=watched, shut=shut)
    sweep.leave(at, 0, 0)
    reached = 0
    for _, _, board in sweep.layers(lambda there: True, lambda there: True):
        reached |= board
    return reached << window.base & ~(1 << at)


class Drives(Options):
    """Where the wagons of a side that were not driven yet can be driven, and to leave it at that."""

    kinds = (Finish, Drill)

    def __init__(self, table: Table, side: str, driven: tuple[str, ...]) -> None:
        self.driven = driven
        self.reach = {
            wagon.id: drives(table, at, side)
            for wagon, at in sorted(wagons(table, side), key=lambda held: held[0].id)
            if wagon.id not in driven
        }

    def __iter__(self) -> Iterator[Action]:
        yield Finish()
        for wagon, ways in self.reach.items():
            for to in hexes_in(ways):
                yield Drill(wagon, name(to))

    def count(self) -> int:
        return 1 + sum(map(int.bit_count, self.reach.values()))

    def sample(self, chooser: Chooser) -> Action:
        """Any of them; only that one is written out."""
        place = chooser.randrange(self.count()) - 1
        for wagon, ways in self.reach.items():
            if 0 <= place < ways.bit_count():
                return Drill(wagon, name(next(islice(hexes_in(ways), place, None))))
            place -= ways.bit_count()
        return Finish()

    @rule("X18.14.5")
    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            return ()
        if not isinstance(action, Drill):
            return (Reason(NOT_OFFERED),)
        if action.unit in self.driven:
            return (Reason("this wagon has been driven", "X18.14.5"),)
        if self._leads(action.unit, action.word):
            return ()
        return (Reason("no wagon of yours can be driven there", "X18.14.5"),)

    def _leads(self, wagon: str, word: str) -> bool:
        """Is the word the name of a hex to which a wagon can be driven?"""
        try:
            to = parse_hex(word)
        except ValueError:
            return False
        return bool(self.reach.get(wagon, 0) >> to & 1) and name(to) == word


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
        options = Drives(table, self.side, self.driven)
        return Ask(self.side, options, "drive-wagons") if options.count() > 1 else Done()

    @step("X18.14.5")
    def drive(self, table: Table, answer: Drill | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done()
        self.driven = (*self.driven, answer.unit)
        table.record(ThingPlaced(answer.unit, wagon_at(parse_hex(answer.word), table.turn)))
        return Goto("ask")
