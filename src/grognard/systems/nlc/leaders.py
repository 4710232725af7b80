"""Leaders and headquarters (N11.1-N11.4, A16): ability, loss, displacement, return."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.command.shaken import note_shaken
from grognard.systems.nlc.events import Fact, ForceChanged
from grognard.systems.nlc.kinds import Role
from grognard.systems.nlc.setting import HeadquartersId, LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

ADRIFT: Final = "adrift"
"""The mark of a leader who found no friend on the map and waits for his reinforcements (R-11.1)."""


class LeaderTested(Fact, frozen=True, tag=True):
    """Two dice for a leader in danger (N11.2.1)."""

    leader: LeaderId
    dice: tuple[int, ...]
    lost: bool
    clauses: ClassVar[tuple[str, ...]] = ("N11.2.1",)

    def change(self, table: Table) -> None:
        if self.lost:
            general = table.leaders[self.leader]
            fallen = replace(general, at=0, lost_on=table.turn, leads="")
            table.writable("leaders")[self.leader] = fallen


class LeaderDisplaced(Fact, frozen=True, tag=True):
    """The enemy rode into a lone leader's hex; he is with the nearest friends, or off the map."""

    leader: LeaderId
    to: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N11.1.3",)

    def change(self, table: Table) -> None:
        general = table.leaders[self.leader]
        marks = general.marks if self.to else (*general.marks, ADRIFT)
        table.writable("leaders")[general.id] = replace(general, at=self.to, marks=marks)


class LeaderReturned(Fact, frozen=True, tag=True):
    """Another man stands in for a lost leader, or a leader finds his formation again (N11.2.2)."""

    leader: LeaderId
    at: Hex
    rating: int
    clauses: ClassVar[tuple[str, ...]] = ("N11.2.2",)

    def change(self, table: Table) -> None:
        general = table.leaders[self.leader]
        marks = tuple(mark for mark in general.marks if mark != ADRIFT)
        table.writable("leaders")[general.id] = replace(
            general, at=self.at, rating=self.rating, lost_on=0, marks=marks
        )


class HeadquartersDestroyed(Fact, frozen=True, tag=True):
    """Enemy troops entered the hex of a headquarters (N11.4.2)."""

    headquarters: HeadquartersId
    side: SideId
    level: int
    clauses: ClassVar[tuple[str, ...]] = ("N11.4.2", "N11.4.3")

    def change(self, table: Table) -> None:
        held = table.quarters[self.headquarters]
        table.writable("quarters")[held.id] = replace(held, at=0, destroyed_on=table.turn)
        tally = table.writable("tally")
        for key, by in ((f"level:{self.side}", self.level), (f"quarters-lost:{self.side}", 1)):
            tally[key] = tally.get(key, 0) + by


class HeadquartersReturned(Fact, frozen=True, tag=True):
    """A headquarters is set up again under cover of night (N11.4.4)."""

    headquarters: HeadquartersId
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N11.4.4",)

    def change(self, table: Table) -> None:
        held = table.quarters[self.headquarters]
        table.writable("quarters")[held.id] = replace(held, at=self.at, destroyed_on=0)


# --- ability


@rule("N11.2.2", "N11.4.3", "N12.13.9", "R-12.15")
def rating(table: Table, leader: LeaderId) -> int:
    """A leader's ability now: less without his HQ or with many divisions added, never below 0."""
    ability = table.leaders[leader].rating
    cards = table.setting.cards
    for held in table.setting.headquarters.values():
        if held.commander == leader and table.quarters[held.id].destroyed_on:
            ability += cards.figure("headquarters_rating")
    formation = table.setting.leaders[leader].formation
    if formation:
        added = sum(1 for force in table.forces.values() if force.chief == formation)
        ability += cards.figure("extra_division_rating") * max(added - 1, 0)
    return max(ability, 0)


# --- loss


class LeaderLosses(Procedure, tag=True):
    """N11.2: every leader of a side in the hexes where units were hit is in danger, once.

    ``spared`` are those who have rolled in this combat already (R-11.2).
    """

    hexes: tuple[Hex, ...]
    side: SideId
    spared: tuple[LeaderId, ...] = ()
    left: tuple[LeaderId, ...] = ()

    @step("N11.2.1", "R-11.2")
    def begin(self, table: Table) -> Flow:
        self.left = in_danger(table, self.hexes, self.side, self.spared)
        return None

    @step("N11.2.1")
    def look(self, table: Table) -> Flow:
        return None if self.left else Done()

    @step("N11.2.1")
    def throw(self, table: Table) -> Flow:
        return Roll("2d6", "leader-loss", self.left[0])

    @step("N11.2.1")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        weigh_loss(table, self.left[0], dice)
        self.left = self.left[1:]
        return Goto("look")


@rule("N11.2.1", "R-11.2")
def in_danger(
    table: Table, hexes: tuple[Hex, ...], side: SideId, spared: tuple[LeaderId, ...] = ()
) -> tuple[LeaderId, ...]:
    """The leaders of a side in these hexes who have not rolled in this combat."""
    here = [leader for at in hexes for leader in table.leaders_at(at, side)]
    return tuple(leader for leader in dict.fromkeys(here) if leader not in spared)


def weigh_loss(table: Table, leader: LeaderId, dice: tuple[int, ...]) -> None:
    table.record(LeaderTested(leader, dice, table.setting.cards.leader_lost(sum(dice))))


# --- displacement


def drive_off(table: Table, at: Hex, by: SideId) -> Flow:
    """Where units of a side have come, enemy leaders without troops flee and headquarters are lost."""
    enemy = table.setting.enemy(by)
    if table.leaders_at(at, enemy) or table.quarters_at(at, enemy):
        return Call(Displace(at, enemy))
    return None


class Displace(Procedure, tag=True):
    """A16: an enemy unit entered the hex; lone leaders of ``side`` flee and headquarters are lost."""

    at: Hex
    side: SideId
    fleeing: LeaderId = ""

    @step("N11.4.1", "N11.4.2", "R-11.4")
    def overrun(self, table: Table) -> Flow:
        level = table.setting.cards.figure("headquarters_level")
        for held in table.quarters_at(self.at, self.side):
            table.record(HeadquartersDestroyed(held, self.side, level))
        return None

    @step("N11.1.3", "R-11.1", "N12.2I.6")
    def look(self, table: Table) -> Flow:
        """The next lone leader flees to the nearest friends, or off the map if he has none."""
        here = table.leaders_at(self.at, self.side)
        if not here or table.has_unit(self.at, self.side):
            return Done()
        self.fleeing = here[0]
        note_shaken(table, here[:1])
        refuges = self._refuges(table)
        if len(refuges) < 2:
            table.record(LeaderDisplaced(self.fleeing, refuges[0] if refuges else 0))
            return Goto("throw")
        return None

    @step("N11.1.3", "A16")
    def ask(self, table: Table) -> Flow:
        picks = [Pick(name(at)) for at in self._refuges(table)]
        return Ask(self.side, Choices(picks, "N11.1.3"), "leader-refuge")

    @step("N11.1.3")
    def flee(self, table: Table, picked: Pick) -> Flow:
        table.record(LeaderDisplaced(self.fleeing, int(picked.choice)))
        return None

    @step("N11.2.1")
    def throw(self, table: Table) -> Flow:
        return Roll("2d6", "leader-loss", self.fleeing)

    @step("N11.2.1")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        weigh_loss(table, self.fleeing, dice)
        return Goto("look")

    def _refuges(self, table: Table) -> list[Hex]:
        hexes = {table.pieces[unit].at for unit in table.units_of(self.side)}
        near = min((distance(at, self.at) for at in hexes), default=0)
        return sorted(at for at in hexes if distance(at, self.at) == near)


# --- return


class Returns(Procedure, tag=True):
    """Phase 0: men step into the places of the lost; at nightfall headquarters are set up again."""

    done: tuple[str, ...] = ()

    @step("N11.2.2", "N11.4.4", "R-11.4")
    def look(self, table: Table) -> Flow:
        who = self._next(table)
        if not who:
            return Done()
        hexes = _homes(table, who)
        if len(hexes) == 1:
            self._place(table, who, hexes[0])
            return Goto("look")
        return None

    @step("N11.2.2", "N11.4.4", "A16")
    def ask(self, table: Table) -> Flow:
        who = self._next(table)
        picks = [Pick(name(at)) for at in _homes(table, who)]
        lost, clause = (
            ("headquarters", "N11.4.4") if who in table.quarters else ("leader", "N11.2.2")
        )
        return Ask(_side(table, who), Choices(picks, clause), f"{lost}-return")

    @step("N11.2.2", "N11.4.4")
    def hear(self, table: Table, picked: Pick) -> Flow:
        self._place(table, self._next(table), int(picked.choice))
        return Goto("look")

    def _next(self, table: Table) -> str:
        """The next to come back who has a place to come to."""
        due = [*_lost_leaders(table), *_lost_headquarters(table)]
        return next((who for who in due if who not in self.done and _homes(table, who)), "")

    def _place(self, table: Table, who: str, at: Hex) -> None:
        self.done = (*self.done, who)
        if who in table.quarters:
            table.record(HeadquartersReturned(who, at))
            return
        general = table.leaders[who]
        stand_in = table.setting.cards.figure("replacement_rating")
        table.record(LeaderReturned(who, at, stand_in if general.lost_on else general.rating))
        reposition(table, who)


def _side(table: Table, who: str) -> SideId:
    setting = table.setting
    held = setting.headquarters.get(who) or setting.leaders[who]
    return held.side


@rule("N11.2.2", "R-11.1", "R-11.2")
def _lost_leaders(table: Table) -> list[LeaderId]:
    return [
        leader
        for leader, general in table.leaders.items()
        if not general.at
        and (0 < general.lost_on < table.turn or (ADRIFT in general.marks and not general.lost_on))
    ]


@rule("N11.4.4", "R-11.4")
def _lost_headquarters(table: Table) -> list[HeadquartersId]:
    if not table.setting.turns[table.turn - 1].night:
        return []
    return [held for held, now in table.quarters.items() if 0 < now.destroyed_on < table.turn]


@rule("N11.2.2", "N11.4.4", "A16")
def _homes(table: Table, who: str) -> list[Hex]:
    """Where someone may come back: on his own units, an overall commander on his HQ too."""
    setting, side = table.setting, _side(table, who)
    leader = setting.leaders.get(who)
    units = list(table.units_of(side))
    hexes = set()
    if leader is not None and leader.role is Role.FORMATION:
        units = [unit for unit in units if table.printed(unit).formation == leader.formation]
    elif leader is not None and leader.role is Role.WING:
        units = [unit for unit in units if _wing(table, unit) == who] or units
    elif leader is not None:
        own = [hq.id for hq in setting.headquarters.values() if hq.commander == who]
        hexes = {table.quarters[held].at for held in own if table.quarters[held].at}
    return sorted(hexes | {table.pieces[unit].at for unit in units})


def _wing(table: Table, unit: UnitId) -> LeaderId:
    return table.setting.formations[table.printed(unit).formation].wing


@rule("N12.2C.2", "N12.2C.3")
def reposition(table: Table, leader: LeaderId) -> None:
    """A stand-in who begins away from the place to be defended has yet to get there."""
    formation = table.setting.leaders[leader].formation
    force = table.forces.get(formation)
    if force is None or not force.arrived:
        return
    goals = (force.anchor,) if force.anchor else force.order.target
    radius, at = table.setting.cards.radius("radius"), table.leaders[leader].at
    if goals and min(distance(at, goal) for goal in goals) > radius:
        table.record(ForceChanged(force.side, replace(force, arrived=False, anchor=0)))
