"""Chits (N4.1-N4.3): coordinated and initial actions, and what goes into the cup."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import ClassVar, Final

from grognard.kernel import (
    Account,
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Item,
    Judged,
    MalformedAction,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.systems.nlc import arrivals
from grognard.systems.nlc.actions import Command, Finish, Pick
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.judging import or_done
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.setting import FormationId, LeaderId, SideId
from grognard.systems.nlc.table import Table

COORDINATED: Final = "coordinated:"
"""Begins the name of a side's Coordinated Action chit."""


class Couple(Command, frozen=True, order=True, tag="nlc-pair"):
    """Bring two formations on together: ``pair fr_ii fr_glc``."""

    one: FormationId
    other: FormationId
    verb: ClassVar[str] = "pair"

    def words(self) -> list[str]:
        return [self.one, self.other]

    @classmethod
    def read(cls, words: list[str]) -> Couple:
        if len(words) != 2:
            raise MalformedAction("pair needs two formations, as in: pair fr_ii fr_glc")
        return cls(words[0], words[1])


class CoordinationRolled(Fact, frozen=True, tag=True):
    """A commander tried to bring two formations on together (N4.1.1)."""

    side: SideId
    leader: LeaderId
    die: int
    needed: int
    clauses: ClassVar[tuple[str, ...]] = ("N4.1.1",)

    @property
    def earned(self) -> bool:
        return self.die <= self.needed


class Paired(Fact, frozen=True, tag=True):
    side: SideId
    one: FormationId
    other: FormationId
    clauses: ClassVar[tuple[str, ...]] = ("N4.1.2",)

    def change(self, table: Table) -> None:
        table.touched()
        table.pairs = (*table.pairs, (self.side, self.one, self.other))


class InitiativeRolled(Fact, frozen=True, tag=True):
    """Both sides rolled for the Initial Action; ``winner`` is empty when nobody won (N4.2.1)."""

    totals: tuple[tuple[SideId, LeaderId, int, Account], ...]
    winner: SideId
    clauses: ClassVar[tuple[str, ...]] = ("N4.2.1",)


class InitialActionTaken(Fact, frozen=True, tag=True):
    side: SideId
    chit: str
    clauses: ClassVar[tuple[str, ...]] = ("N4.2.2",)


class CupFilled(Fact, frozen=True, tag=True):
    """The chits are in the cup. A side knows its own; of the others it sees how many there are."""

    cup: tuple[str, ...]
    count: int
    clauses: ClassVar[tuple[str, ...]] = ("N4.4", "N4.10")

    def change(self, table: Table) -> None:
        table.touched()
        table.cup = self.cup

    def seen_by(self, side: str) -> CupFilled:
        return CupFilled((), self.count)


class ChitDrawn(Fact, frozen=True, tag=True):
    chit: str
    clauses: ClassVar[tuple[str, ...]] = ("N4.6",)

    def change(self, table: Table) -> None:
        table.touched()
        left = list(table.cup)
        left.remove(self.chit)
        table.cup = tuple(left)


class PairsParted(Fact, frozen=True, tag=True):
    """The turn is over, and with it every coordinated action."""

    def change(self, table: Table) -> None:
        table.touched()
        table.pairs = ()


# --- who may roll, and for whom


@rule("N4.3.1", "N12.14.5", "R-4.8")
def commanders(table: Table, side: SideId) -> tuple[LeaderId, ...]:
    """Who may roll: overall commanders on the map, wing commanders on their own, or the stand-in."""
    from grognard.systems.nlc.command.wings import acts_alone

    found = []
    for leader in table.setting.leaders.values():
        if leader.side != side or not table.leaders[leader.id].at:
            continue
        if leader.role is Role.OVERALL or (
            leader.role is Role.WING and acts_alone(table, leader.id)
        ):
            found.append(leader.id)
    overall = any(table.setting.leaders[leader].role is Role.OVERALL for leader in found)
    acting = table.setting.armies[side].acting_commander
    if not overall and acting and table.leaders[acting].at:
        return (acting,)
    return tuple(found)


@rule("N4.4", "N4.9", "N4.10", "N12.13.8", "R-4.4")
def bar_to_cup(table: Table, side: SideId, name: FormationId) -> Reason | None:
    """Why the chit of a formation does not go into the cup."""
    formation = table.setting.formations.get(name)
    if formation is None or formation.side != side:
        return Reason(f"{name} is no formation of yours", "N4.1.2")
    if not is_present(table, name):
        return Reason(f"{formation.name} is not on the map, nor does it arrive", "N4.4")
    if not table.forces[name].is_whole:
        return Reason(f"{formation.name} acts by the chit of the corps over it", "N12.13.8")
    if table.forces[name].type is OrderType.RESERVE:
        return Reason(f"{formation.name} is in reserve and acts at the end of the turn", "N4.9")
    return None


def eligible(table: Table, side: SideId) -> tuple[FormationId, ...]:
    """The formations whose chit would go into the cup; who is put under a corps acts by its chit."""
    known = table.setting.formations
    return tuple(name for name in known if bar_to_cup(table, side, name) is None)


def is_present(table: Table, formation: FormationId) -> bool:
    """Has it a unit or its leader on the map, or arriving this turn?"""
    held = table.setting.formations[formation]
    if any(unit in table.pieces for unit in held.units):
        return True
    if held.leader and table.leaders[held.leader].at:
        return True
    return any(
        group.formation == formation and arrivals.is_due(table, group)
        for group in arrivals.groups(table).values()
    )


@rule("N4.3.2", "N12.14.5")
def subordinates(table: Table, leader: LeaderId) -> frozenset[FormationId]:
    """The formations for which a commander may spend what he wins."""
    held = table.setting.leaders[leader]
    acting = table.setting.armies[held.side].acting_commander == leader
    return frozenset(
        formation.id
        for formation in table.setting.formations.values()
        if formation.side == held.side
        and (
            acting
            or leader in (formation.commander, formation.wing, table.forces[formation.id].chief)
        )
    )


def rating(table: Table, leader: LeaderId) -> int:
    from grognard.systems.nlc.leaders import rating as ability

    return ability(table, leader)


class Coordination(Procedure, tag=True):
    """N4.1: each side may earn the right to bring two formations on together."""

    chiefs: tuple[LeaderId, ...] = ()
    thrown: int = 0

    @step("N4.3", "N4.3.1", "R-4.2")
    def name_commanders(self, table: Table) -> Flow:
        """Each side names the commander who rolls."""
        if len(self.chiefs) == len(table.setting.sides):
            return Goto("look")
        able = commanders(table, in_order(table)[len(self.chiefs)])
        if len(able) < 2:
            self.chiefs = (*self.chiefs, able[0] if able else "")
            return Goto("name_commanders")
        return None

    @step("N4.3.1")
    def ask_commander(self, table: Table) -> Flow:
        side = in_order(table)[len(self.chiefs)]
        picks = Choices(map(Pick, sorted(commanders(table, side))), "N4.3.1")
        return Ask(side, picks, "commander-coordinated")

    @step("N4.3.1")
    def hear_commander(self, table: Table, picked: Pick) -> Flow:
        self.chiefs = (*self.chiefs, picked.choice)
        return Goto("name_commanders")

    @step("N4.1.1")
    def look(self, table: Table) -> Flow:
        """Both sides in turn; nobody without a commander rolls."""
        if self.thrown == len(self.chiefs):
            return Done()
        if not self.chiefs[self.thrown]:
            self.thrown += 1
            return Goto("look")
        return None

    @step("N4.1.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "coordinated", self.chiefs[self.thrown])

    @step("N4.1.1", "N4.1.2")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        leader, side = self.chiefs[self.thrown], in_order(table)[self.thrown]
        needed = rating(table, leader) - table.setting.cards.figure("coordinated_margin")
        event = CoordinationRolled(side, leader, dice[0], needed)
        table.record(event)
        if event.earned and self._couples(table).count() > 1:
            return None
        self.thrown += 1
        return Goto("look")

    @step("N4.1.2")
    def ask_pair(self, table: Table) -> Flow:
        side = in_order(table)[self.thrown]
        return Ask(side, self._couples(table), "pair")

    @step("N4.1.2", "N4.1.3")
    def hear_pair(self, table: Table, said: Couple | Finish) -> Flow:
        if isinstance(said, Couple):
            table.record(Paired(in_order(table)[self.thrown], said.one, said.other))
        self.thrown += 1
        return Goto("look")

    def _couples(self, table: Table) -> Judged:
        able = sorted(eligible(table, in_order(table)[self.thrown]))
        pairs = (Couple(one, other) for one, other in combinations(able, 2))
        return or_done(partial(self._bar, table), pairs, Couple)

    @rule("N4.1.2", "N4.3.2", "N12.14.5")
    def _bar(self, table: Table, said: Couple) -> Reason | None:
        """Why two formations do not act together."""
        side, own = in_order(table)[self.thrown], subordinates(table, self.chiefs[self.thrown])
        for name in (said.one, said.other):
            barred = bar_to_cup(table, side, name)
            if barred is not None:
                return barred
            if name not in own:
                return Reason("he spends what he won on formations under him", "N4.3.2")
        if said.one >= said.other:
            return Reason("two formations are paired, named in the order of their ids", "N4.1.2")
        return None


class ChitPreparation(Procedure, tag=True):
    """Phase 2. Result: the chit that acts first, or empty."""

    chiefs: tuple[LeaderId, ...] = ()
    throws: tuple[int, ...] = ()
    winner: SideId = ""
    initial: str = ""

    @step("N4.3", "N4.1.1")
    def coordinate(self, table: Table) -> Flow:
        return Call(Coordination())

    @step("N4.3.1")
    def name_commanders(self, table: Table) -> Flow:
        """Each side names the commander who rolls for the Initial Action."""
        if len(self.chiefs) == len(table.setting.sides):
            return Goto("roll")
        able = commanders(table, in_order(table)[len(self.chiefs)])
        if len(able) < 2:
            self.chiefs = (*self.chiefs, able[0] if able else "")
            return Goto("name_commanders")
        return None

    @step("N4.3.1")
    def ask_commander(self, table: Table) -> Flow:
        side = in_order(table)[len(self.chiefs)]
        picks = Choices(map(Pick, sorted(commanders(table, side))), "N4.3.1")
        return Ask(side, picks, "commander-initial")

    @step("N4.3.1")
    def hear_commander(self, table: Table, picked: Pick) -> Flow:
        self.chiefs = (*self.chiefs, picked.choice)
        return Goto("name_commanders")

    @step("N4.2.1")
    def roll(self, table: Table) -> Flow:
        if len(self.throws) == len(self.chiefs):
            return Goto("weigh")
        if not self.chiefs[len(self.throws)]:
            self.throws = (*self.throws, 0)
            return Goto("roll")
        return None

    @step("N4.2.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "initial", self.chiefs[len(self.throws)])

    @step("N4.2.1")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.throws = (*self.throws, dice[0])
        return Goto("roll")

    @step("N4.2.1", "N20.11.1", "R-4.6")
    def weigh(self, table: Table) -> Flow:
        """A lead of three or more wins; nobody wins where a side has no commander."""
        totals = tuple(
            (side, leader, die, _account(table, side, leader, die))
            for side, leader, die in zip(in_order(table), self.chiefs, self.throws, strict=True)
        )
        if not all(self.chiefs):
            return Goto("fill")
        lead = totals[0][3].total - totals[1][3].total
        if abs(lead) >= table.setting.cards.figure("initial_margin"):
            self.winner = totals[0 if lead > 0 else 1][0]
        table.record(InitiativeRolled(totals, self.winner))
        return None if self.winner and self._initials(table) else Goto("fill")

    @step("N4.2.2")
    def ask_initial(self, table: Table) -> Flow:
        known = set(self._initials(table))

        def judge(said: Pick) -> Reason | None:
            return None if said in known else self._bar(table, said.choice)

        return Ask(self.winner, or_done(judge, sorted(known), Pick), "initial-action")

    @step("N4.2.2", "R-4.4")
    def hear_initial(self, table: Table, said: Pick | Finish) -> Flow:
        if isinstance(said, Pick):
            self.initial = said.choice
            table.record(InitialActionTaken(self.winner, said.choice))
        return None

    @step("N4.4", "N4.10", "N3.1.1", "N3.1.2")
    def fill(self, table: Table) -> Flow:
        cup = tuple(chit for chit in chits(table) if chit != self.initial)
        table.record(CupFilled(cup, len(cup)))
        return Done(self.initial)

    @rule("N4.2.2", "N4.3.2", "N4.1.2")
    def _bar(self, table: Table, chit: str) -> Reason | None:
        """Why a chit does not act first."""
        pairs = [name for _, one, other in table.pairs for name in (one, other)]
        if chit in pairs:
            return Reason("it acts by the chit of its coordinated action", "N4.1.2")
        if chit.startswith(COORDINATED) and not formations_of(table, chit):
            return Reason("there is no such coordinated action", "N4.1.2")
        if not chit.startswith(COORDINATED):
            barred = bar_to_cup(table, self.winner, chit)
            if barred is not None:
                return barred
        return Reason("he spends what he won on formations under him", "N4.3.2")

    def _initials(self, table: Table) -> tuple[Pick, ...]:
        own = subordinates(table, self.chiefs[in_order(table).index(self.winner)])
        found = [chit for chit in chits(table) if formations_of(table, chit) <= own]
        if table.setting.on("initial_for_reserve"):
            found += [
                formation
                for formation in sorted(own)
                if is_present(table, formation)
                and table.forces[formation].is_whole
                and table.forces[formation].type is OrderType.RESERVE
            ]
        return tuple(Pick(chit) for chit in sorted(found))


@rule("R-4.2")
def in_order(table: Table) -> tuple[SideId, SideId]:
    """The sides in the order in which both act where it matters."""
    first = table.setting.reserve_first
    return first, table.setting.enemy(first)


def _account(table: Table, side: SideId, leader: LeaderId, die: int) -> Account:
    if not leader:
        return Account()
    from grognard.systems.nlc.initiative import items

    rated = Item(rating(table, leader), "the commander's rating", "N4.2.1")
    return Account((Item(die, "the die", "N4.2.1"), rated, *items(table, side)))


def chits(table: Table) -> tuple[str, ...]:
    """The chits of both sides: single formations, and a Coordinated Action chit for each pair."""
    paired = {name for _, one, other in table.pairs for name in (one, other)}
    single = [
        formation
        for side in table.setting.sides
        for formation in eligible(table, side)
        if formation not in paired
    ]
    return (*single, *(COORDINATED + side for side, _, _ in table.pairs))


def formations_of(table: Table, chit: str) -> frozenset[FormationId]:
    """The formations that a chit brings on."""
    if not chit.startswith(COORDINATED):
        return frozenset({chit})
    side = chit.removeprefix(COORDINATED)
    return frozenset(name for owner, *both in table.pairs if owner == side for name in both)


def side_of_chit(table: Table, chit: str) -> SideId:
    if chit.startswith(COORDINATED):
        return chit.removeprefix(COORDINATED)
    return table.setting.formations[chit].side
