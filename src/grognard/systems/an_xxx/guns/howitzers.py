"""Howitzers (X18.15): shells over the heads of others, and where they fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from grognard.kernel import (
    Account,
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Item,
    Options,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, distance, name, within
from grognard.mechanics.sight import way
from grognard.systems.an_xxx.events.guns import ShellsFell
from grognard.systems.an_xxx.guns.burning import HOWITZERS
from grognard.systems.an_xxx.guns.things import lone_wagon_in, lone_wagons
from grognard.systems.an_xxx.marks import LOBBED
from grognard.systems.bataille.actions import Finish, Firer, Shoot
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.fire.combining import all_together, guns_apart
from grognard.systems.bataille.fire.fire import Attack, FireAttack, odds_column
from grognard.systems.bataille.fire.firing import OFFENSIVE, reach, silence
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

TOTALS: Final = (0, 9)
"""The ends of the chart of scatter."""


# --- who may, and at what


@rule("X18.15.6", "X18.14.4")
def may_lob(table: Table, side: str, firer: Firer) -> Reason | None:
    """Why a battery does not fire as howitzers now."""
    piece = table.pieces.get(firer.unit)
    if piece is None or firer.at not in piece.hexes or table.side_of(firer.unit) != side:
        return Reason(f"{firer.unit} is not yours in {name(firer.at)}", "X18.15.6")
    if "howitzers" not in table.printed(firer.unit).traits:
        return Reason("it has no howitzers", "X18.15.6")
    return silence(table, firer.unit, firer.at)


def has_lobbed(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    """A battery whose howitzers have fired does not fire as guns in the same segment."""
    if LOBBED in table.pieces[unit].marks:
        return Reason("its howitzers have fired in this segment", "X18.15.6")
    return None


@rule("X18.15.2", "X18.15.6", "X21.1.3")
def unreached(table: Table, firer: Firer, target: Hex) -> Reason | None:
    """Why shells cannot be thrown at a hex: range, and somebody must see it, by night the guns."""
    away, far = distance(firer.at, target), reach(table, firer.unit, OFFENSIVE)
    if not table.setting.ground.on_map(target) or not away:
        return Reason("shells are thrown at another hex of the map", "X18.15.6")
    if away > far:
        return Reason(f"{name(target)} is {away} hexes away and its fire reaches {far}", "X18.15.6")
    if sees(table, firer.unit, firer.at, target).clear:
        return None
    if weather.light_word(table) == weather.NIGHT:
        return Reason("at night no shells are thrown at what the guns do not see", "X21.1.3")
    if _is_spotted(table, table.side_of(firer.unit), target):
        return None
    return Reason(f"none of yours sees {name(target)}", "X18.15.6")


def _is_spotted(table: Table, side: str, target: Hex) -> bool:
    """Does a friend in good order see the hex from near enough?"""
    near = table.setting.cards.row("guns", "howitzer_sight")
    return any(
        table.pieces[unit].cohesion is Cohesion.GOOD and sees(table, unit, at, target).clear
        for unit in table.units_near((target,), near, side)
        for at in table.pieces[unit].hexes
        if distance(at, target) <= near
    )


class LobOptions(Options):
    """The hexes at which howitzers may throw shells, and ``done``.

    Listed are hexes that hold an enemy or his wagon; ``in`` takes any hex that is in reach and seen.
    """

    __slots__ = ("side", "table")
    kinds = (Finish, Shoot)

    def __init__(self, table: Table, side: str) -> None:
        self.table, self.side = table, side

    def batteries(self) -> list[Firer]:
        """The batteries that may throw shells at all."""
        able = [
            Firer(unit, table.pieces[unit].at)
            for table in (self.table,)
            for unit in table.units_of(self.side)
            if "howitzers" in table.printed(unit).traits
        ]
        return [firer for firer in able if may_lob(self.table, self.side, firer) is None]

    def __contains__(self, action: object) -> bool:
        return not self.why_not(action)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Action]:
        yield Finish()
        guns = self.batteries()
        hexes = {at for gun in guns for at in self._enemies(gun)}
        for target in sorted(hexes):
            able = [gun for gun in guns if unreached(self.table, gun, target) is None]
            shots = [Shoot(target, (gun,)) for gun in able]
            together = all_together(self.table, target, able)
            if len(together) > 1:
                shots.append(Shoot(target, together))
            yield from sorted(shots)

    def _enemies(self, gun: Firer) -> Iterator[Hex]:
        far, enemy = reach(self.table, gun.unit, OFFENSIVE), self.table.setting.enemy(self.side)
        for at in self.table.held_near((gun.at,), far, enemy):
            if at != gun.at:
                yield at
        yield from (at for at in lone_wagons(self.table, self.side) if distance(gun.at, at) <= far)

    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            return ()
        if not isinstance(action, Shoot):
            return (Reason("only fire, or done, answers this question", "X18.15.6"),)
        if not action.firers or len(set(action.firers)) < len(action.firers):
            return (Reason("name each battery once", "X18.15.6"),)
        for gun in action.firers:
            found = may_lob(self.table, self.side, gun) or unreached(self.table, gun, action.target)
            if found is not None:
                return (found,)
        apart = guns_apart(self.table, action.target, action.firers)
        return () if apart is None else (apart,)


# --- the shells


class HowitzerSegment(Procedure, tag=True):
    """X18.15: before its guns fire a side may throw shells, battery by battery."""

    side: str

    @step("X18.15.6")
    def choose(self, table: Table) -> Flow:
        options = LobOptions(table, self.side)
        if not options.batteries() or not any(isinstance(each, Shoot) for each in options):
            return Done()
        return Ask(self.side, options, "howitzer-fire")

    @step("X18.15.6")
    def fire(self, table: Table, answer: Shoot | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done()
        for gun in answer.firers:
            table.record(Marked(gun.unit, LOBBED))
        return Call(Shelling(answer.target, tuple(sorted(answer.firers))), then="choose")


@rule("X18.15.2", "X18.15.3", "X18.15.4")
def scatter_rows(table: Table, target: Hex, firers: Sequence[Firer]) -> Iterator[Item]:
    """What makes shells go astray."""
    cards = table.setting.cards
    if not all(sees(table, gun.unit, gun.at, target).clear for gun in firers):
        yield Item(cards.row("guns", "scatter_unseen"), "out of sight of the guns", "X18.15.2")
    far = cards.row("guns", "scatter_far_from")
    if any(distance(gun.at, target) >= far for gun in firers):
        yield Item(cards.row("guns", "scatter_far"), "at long range", "X18.15.3")
    side, leaders = table.side_of(firers[0].unit), table.setting.leaders
    near = {at for gun in firers for at in within(gun.at, 1)}
    if any(leaders[who].special_ability for at in near for who in leaders_in(table, at, side)):
        item = "a leader of special ability is with the guns"
        yield Item(cards.row("guns", "scatter_leader"), item, "X18.15.4")


class Shelling(Procedure, tag=True):
    """X18.15: one die says how far the shells of an attack go astray, another whither."""

    target: Hex
    firers: tuple[Firer, ...]
    hexes: int = 0

    @step("X18.15.1", "X18.15.6")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "scatter", name(self.target))

    @step("X18.15.1", "X18.15.2", "X18.15.3", "X18.15.4")
    def scatter(self, table: Table, dice: tuple[int, ...]) -> Flow:
        account = Account(tuple(scatter_rows(table, self.target, self.firers)))
        least, most = TOTALS
        total = min(max(dice[0] + account.total, least), most)
        self.hexes = table.setting.cards.row("scatter", str(total))
        table.record(ShellsFell(self.target, dice[0], account, self.hexes))
        return None if self.hexes else Goto("burst")

    @step("X18.15.6")
    def throw_for_side(self, table: Table) -> Flow:
        return Roll("d6", "scatter-side", name(self.target))

    @step("X18.15.6")
    def go_astray(self, table: Table, dice: tuple[int, ...]) -> Flow:
        """Side 1 is the one through which the line of fire enters, the others go on clockwise."""
        entry = way(self.firers[0].at, self.target).entries[0]
        side = (entry + dice[0] - 1) % 6
        for _ in range(self.hexes):
            self.target = table.setting.ground.around[self.target][side] if self.target else 0
        return None

    @step("X18.15.6")
    def burst(self, table: Table) -> Flow:
        """They hit whoever stands there, friend or foe, and a wagon; off the map or in an empty hex,
        nobody."""
        bare = not table.stack(self.target) and lone_wagon_in(table, self.target) is None
        if not self.target or bare:
            return Done()
        return Call(Shells(self.target, self.firers, HOWITZERS))

    @step("X18.15.6")
    def over(self, table: Table) -> Flow:
        return Done()


class Shells(FireAttack, tag=True):
    """X18.15.6: half the value of the batteries, no shift for nearness, friend or foe."""

    def side_firing(self, table: Table) -> str:
        wagon = lone_wagon_in(table, self.target)
        holder = table.holder(self.target) if wagon is None else wagon.side
        return table.setting.enemy(holder) if holder else super().side_firing(table)

    def attack(self, table: Table) -> Attack:
        found = super().attack(table)
        column = odds_column(table.setting.cards, found.strength, found.defence.total, 0)
        return msgspec.structs.replace(found, shift=0, column=column)


def howitzer_factor(table: Table) -> Factor:
    return Factor(table.setting.cards.factor("howitzers"), "howitzers only", "X18.15.6")
