"""Hidden marches begin, grow and are found out (N20.1.1, N20.1.2, N20.1.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

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
    MalformedAction,
    Options,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc.actions import Command, Finish
from grognard.systems.nlc.chits import in_order
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.hidden.events import Banked, HidingBegan
from grognard.systems.nlc.hidden.plots import (
    bar_to_hiding,
    bar_to_plot,
    covered,
    is_discovered,
    may_hide,
    turn_bank,
    usual_plot,
)
from grognard.systems.nlc.hidden.revealing import Reveal
from grognard.systems.nlc.kinds import Discovery
from grognard.systems.nlc.records import ForceId, HiddenMarch
from grognard.systems.nlc.setting import SideId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace
SHY_NATIONS = ("austrian", "russian")


class Hide(Command, frozen=True, order=True, tag="nlc-hide"):
    """March hidden along a plotted way: ``hide fr_iiic 1119 1118 1117``."""

    force: ForceId
    plot: tuple[Hex, ...]
    verb: ClassVar[str] = "hide"

    def words(self) -> list[str]:
        return [self.force, *map(name, self.plot)]

    @classmethod
    def read(cls, words: list[str]) -> Hide:
        if len(words) < 3:
            raise MalformedAction("hide needs a formation and its way, as in: hide fr_i 1126 1125")
        return cls(words[0], tuple(map(read_hex, words[1:])))


class Unveil(Command, frozen=True, order=True, tag="nlc-unveil"):
    """Reveal a hidden march of one's own: ``reveal fr_iiic``."""

    force: ForceId
    verb: ClassVar[str] = "reveal"

    def words(self) -> list[str]:
        return [self.force]

    @classmethod
    def read(cls, words: list[str]) -> Unveil:
        if len(words) != 1:
            raise MalformedAction("reveal needs a formation, as in: reveal fr_iiic")
        return cls(words[0])


class DiscoveryRolled(Fact, frozen=True, tag=True):
    """A die for a hidden march of a side (N20.1.2.2)."""

    side: SideId
    die: int
    revealed: bool
    modifiers: Account = Account()
    clauses: ClassVar[tuple[str, ...]] = ("N20.1.2.2", "N20.1.2.3")


# --- beginning


class HidingOptions(Options):
    """The formations that may march hidden now, each by the usual way or any that is plotted."""

    kinds = (Finish, Hide, Unveil)

    def __init__(self, table: Table, side: SideId) -> None:
        self._table, self._side = table, side

    def __iter__(self) -> Iterator[Action]:
        for force in self._table.forces_of(self._side):
            if may_hide(self._table, force):
                plot = usual_plot(self._table, force)
                if len(plot) > 1:
                    yield Hide(force.id, plot)
        for name_, march in self._table.hidden.items():
            if self._table.forces[march.force].side == self._side:
                yield Unveil(name_)
        yield Finish()

    def why_not(self, action: object) -> Sequence[Reason]:
        table = self._table
        if isinstance(action, Finish):
            return ()
        if isinstance(action, Unveil):
            held = table.hidden.get(action.force)
            own = held is not None and table.forces[action.force].side == self._side
            return () if own else (Reason("it is on no hidden march", "N20.1.2.4"),)
        if not isinstance(action, Hide):
            return (Reason("only hidden marches are plotted now", "N20.1.1"),)
        force = table.forces.get(action.force)
        if force is None or force.side != self._side:
            return (Reason(f"{action.force} is no formation of yours", "N20.1.1"),)
        barred = bar_to_hiding(table, force) or bar_to_plot(table, force, action.plot)
        return () if barred is None else (barred,)


class Plotting(Procedure, tag=True):
    """After orders are settled each side may hide formations that have just complied."""

    sides: int = 0

    @step("N20.1.1", "N20.1.2.4", "R-20.1")
    def look(self, table: Table) -> Flow:
        if not table.setting.on("hidden_movement") or self.sides == 2:
            return Done()
        side = in_order(table)[self.sides]
        if any(not isinstance(action, Finish) for action in HidingOptions(table, side)):
            return None
        self.sides += 1
        return Goto("look")

    @step("N20.1.1")
    def ask(self, table: Table) -> Flow:
        side = in_order(table)[self.sides]
        return Ask(side, HidingOptions(table, side), "hide")

    @step("N20.1.1.1", "N20.1.2.4")
    def hear(self, table: Table, said: Hide | Unveil | Finish) -> Flow:
        if isinstance(said, Finish):
            self.sides += 1
        elif isinstance(said, Unveil):
            return Call(Reveal(said.force), then="look")
        else:
            march = HiddenMarch(said.force, said.plot, since=table.turn)
            table.record(HidingBegan(table.forces[said.force].side, march))
        return Goto("look")


# --- growing


@rule("N20.1.1.2", "N20.1.6.1")
def bank(table: Table) -> None:
    """The hidden formations of this stage save their movement."""
    for name_ in table.active:
        march = table.hidden.get(name_)
        if march is None:
            continue
        gain = turn_bank(table, name_)
        if table.setting.on("hidden_traffic") and _is_jammed(table, march, gain):
            gain //= 2
        grown = replace(march, bank=march.bank + gain, first=march.first or gain)
        table.record(Banked(table.forces[name_].side, grown))


@rule("N20.1.6.1")
def _is_jammed(table: Table, march: HiddenMarch, gain: int) -> bool:
    """Does another hidden force of the side use a hex of this turn's stretch?"""
    own = _stretch(table, march, gain)
    side = table.forces[march.force].side
    return any(
        own & _stretch(table, other, gain)
        for name_, other in table.hidden.items()
        if name_ != march.force and table.forces[name_].side == side
    )


def _stretch(table: Table, march: HiddenMarch, gain: int) -> set[Hex]:
    begin = covered(table, march, march.bank)
    return set(march.plot[begin : covered(table, march, march.bank + gain) + 1])


# --- being found out


class Watch(Procedure, tag=True):
    """Whoever can now be seen on his way is revealed."""

    @step("N20.1.2.1")
    def look(self, table: Table) -> Flow:
        for name_ in sorted(table.hidden):
            if is_discovered(table, table.hidden[name_]):
                return Call(Reveal(name_), then="look")
        return Done()


class DiscoveryRolls(Procedure, tag=True):
    """N20.1.2.2: a die for every hidden march in the command phase."""

    waiting: tuple[ForceId, ...] = ()

    @step("N20.1.2.2")
    def begin(self, table: Table) -> Flow:
        if not table.setting.on("hidden_movement"):
            return Done()
        self.waiting = tuple(
            name_
            for side in in_order(table)
            for name_, march in sorted(table.hidden.items())
            if table.forces[name_].side == side and march.since < table.turn
        )
        return None

    @step("N20.1.2.2")
    def look(self, table: Table) -> Flow:
        self.waiting = tuple(name_ for name_ in self.waiting if name_ in table.hidden)
        return None if self.waiting else Done()

    @step("N20.1.2.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "hidden-march", table.forces[self.waiting[0]].side)

    @step("N20.1.2.2", "N20.1.2.3", "NT.13", "R-20.1b")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        name_ = self.waiting[0]
        self.waiting = self.waiting[1:]
        march, side = table.hidden[name_], table.forces[name_].side
        cards = table.setting.cards
        modifiers = Account.of(_shyness(table, march, side))
        read = dice[0] + modifiers.total
        found = cards.discovery(table.turn - march.since, read) is Discovery.REVEALED
        table.record(DiscoveryRolled(side, dice[0], found, modifiers))
        return Call(Reveal(name_), then="look") if found else Goto("look")

    def masked(self, table: Table, side: str) -> DiscoveryRolls:
        """The enemy sees that dice are thrown, not for whom."""
        own = [name_ for name_ in self.waiting if table.forces[name_].side == side]
        return DiscoveryRolls(tuple(own))


@rule("N20.1.2.3")
def _shyness(table: Table, march: HiddenMarch, side: SideId) -> Iterator[Item]:
    """The nearest hostile headquarters is Austrian or Russian, and looks less closely."""
    at = march.plot[covered(table, march, march.bank)]
    held = table.setting.headquarters
    hostile = [
        (distance(at, now.at), name_)
        for name_, now in table.quarters.items()
        if now.at and held[name_].side != side
    ]
    if hostile and (nation := held[min(hostile)[1]].nation) in SHY_NATIONS:
        yield Item(table.setting.cards.discovery_modifier, f"{nation} headquarters", "N20.1.2.3")
