"""Preparatory and final fire, firefights, and what follows a shot (E50, E54.4)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Account, Action, Ask, Call, Done, Flow, Goto, Procedure, Roll, step
from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.events import Moved
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import Aim, Band, FireKind, aim_at
from grognard.systems.empire.fire.events import FireSpent, ShotFired
from grognard.systems.empire.fire.judging import FireOptions, answer_options, answers
from grognard.systems.empire.fire.ricochet import ricochet
from grognard.systems.empire.fire.rows import FAR, Shot, account_of, column_of, losses_in
from grognard.systems.empire.hiding import show
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.morale.commanders import CommandersAtRisk, attached_to
from grognard.systems.empire.morale.losses import TakeLosses
from grognard.systems.empire.morale.tests import MoraleTest
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table


class FireStep(Procedure, tag=True):
    """The units of a division that may fire in this step, one after the other."""

    division: DivisionId
    preparatory: bool

    @step("E21.2", "E50.30")
    def open_fire(self, table: Table) -> Flow:
        options = FireOptions(table, self.division, self.preparatory)
        if not any(True for _ in options.shots()):
            return Done()
        return Ask(table.phasing, options, "preparatory-fire" if self.preparatory else "final-fire")

    @step("E50.30")
    def fire(self, table: Table, action: Action) -> Flow:
        if not isinstance(action, Fire):
            return Done()
        return Call(
            FireAction(
                action.unit, action.kind, action.target, action.supports,
                limbers=action.limbers, closes=self.preparatory,
            ),
            then="open_fire",
        )  # fmt: skip


class FireAction(Procedure, tag=True):
    """A shot with its answer: both are thrown on the state before, and what they do comes together.

    ``closes``: whoever fires or supports neither moves nor charges any more this turn.
    """

    unit: UnitId
    kind: FireKind
    target: UnitId
    supports: tuple[UnitId, ...] = ()
    opportunity: bool = False
    limbers: bool = False
    closes: bool = False
    answer: FireKind | None = None
    helpers: tuple[UnitId, ...] = ()
    die: int = 0
    onto: UnitId = ""
    band: Band = Band.EFFECTIVE
    bounds: Account = Account()

    @step("E50.31", "E50.34", "EG.9")
    def choose_answer(self, table: Table) -> Flow:
        show(table, (self.unit, *self.supports))
        aims = () if self.opportunity else answers(table, self.unit, self.target, self.kind)
        options = answer_options(table, aims)
        if len(options.offered) > 1:
            return Ask(table.side_of(self.target), options, "answer")
        self.answer = aims[0].kind if aims else None
        return Goto("throw")

    @step("E50.31")
    def hear_answer(self, table: Table, action: Fire) -> Flow:
        self.answer, self.helpers = action.kind, action.supports
        show(table, self.helpers)
        return None

    @step("E50.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "fire", self.unit)

    @step("E50.2")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.die = dice[0]
        return None if self.answer is not None else Goto("alone")

    @step("E50.31")
    def throw_answer(self, table: Table) -> Flow:
        return Roll("d6", "fire", self.target)

    @step("E50.31")
    def both(self, table: Table, dice: tuple[int, ...]) -> Flow:
        assert self.answer is not None
        answer = shot_of(table, self.target, self.answer, self.unit, self.helpers)
        return self._resolved(table, (answer, dice[0]))

    @step("E50.2")
    def alone(self, table: Table) -> Flow:
        return self._resolved(table)

    @step("E50.32")
    def bound_on(self, table: Table) -> Flow:
        if self.onto not in table.pieces or self.unit not in table.pieces:
            return Done()
        return Call(Ricochet(self.unit, self.onto, self.band, self.bounds))

    @step("E50.32")
    def over(self, table: Table) -> Flow:
        return Done()

    def _resolved(self, table: Table, *answered: tuple[Shot, int]) -> Flow:
        """Losses of all shots on the state before; then markers, and what losses bring."""
        shot = shot_of(
            table, self.unit, self.kind, self.target, self.supports,
            opportunity=self.opportunity, limbers=self.limbers,
        )  # fmt: skip
        onward = ricochet(table, shot.aim)
        if onward is not None:
            self.onto, self.band = onward.target, onward.band
            bounding = Shot(onward, (), self.opportunity, self.limbers, ricochet=True)
            self.bounds = account_of(table, bounding)
        fired = [(shot, self.die), *answered]
        hits = tuple([struck(table, each, die) for each, die in fired])
        mark_fired(table, shot, closes=self.closes)
        for answer, _ in answered:
            mark_fired(table, answer, answer=True)
        if self.limbers:
            limber(table, self.unit)
        return Call(Aftermath(hits), then="bound_on")


@rule("E50.32", "ER-19")
class Ricochet(Procedure, tag=True):
    """Ball bounds on into somebody behind its target: a die of its own, no supports.

    ``account`` was made when the ball was fired: the marker of that shot does not count.
    """

    unit: UnitId
    target: UnitId
    band: Band
    account: Account

    @step("E50.32")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "ricochet", self.unit)

    @step("E50.19", "E50.32")
    def strike(self, table: Table, dice: tuple[int, ...]) -> Flow:
        halves = losses_in(FAR, self.account, dice[0])
        table.record(
            ShotFired(
                self.unit, self.target, FireKind.GUNS, self.band, FAR, dice[0], self.account,
                halves, ricochet=True,
            )
        )  # fmt: skip
        hit = Hit(self.target, halves, self.unit, table.pieces[self.unit].pose.point)
        return Call(Aftermath((hit,)))

    @step("E50.32")
    def over(self, table: Table) -> Flow:
        return Done()


# --- one shot


def shot_of(
    table: Table,
    unit: UnitId,
    kind: FireKind,
    target: UnitId,
    supports: tuple[UnitId, ...],
    *,
    opportunity: bool = False,
    limbers: bool = False,
) -> Shot:
    """A shot that was found to be possible."""
    aim = aim_at(table, unit, kind, target)
    assert isinstance(aim, Aim), aim
    return Shot(aim, supports, opportunity, limbers)


def struck(table: Table, shot: Shot, die: int) -> Hit:
    """What a shot does, recorded."""
    aim, account = shot.aim, account_of(table, shot)
    column = column_of(table, shot)
    halves = losses_in(column, account, die)
    table.record(ShotFired(aim.unit, aim.target, aim.kind, aim.band, column, die, account, halves))
    return Hit(aim.target, halves, aim.unit, table.pieces[aim.unit].pose.point)


@rule("E22.2", "E50.30", "EG.13")
def mark_fired(table: Table, shot: Shot, *, answer: bool = False, closes: bool = False) -> None:
    """Whoever fired or supported is marked; who supported counts as having fired."""
    aim = shot.aim
    volley = aim.kind is not FireKind.SKIRMISH and aim.band is not Band.LONG
    table.record(FireSpent(aim.unit, answer, closes, volley))
    for friend in shot.supports:
        table.record(FireSpent(friend, closes=closes and is_acting(table, friend)))


def is_acting(table: Table, unit: UnitId) -> bool:
    """Is a unit of the division that is active?"""
    return table.printed(unit).division == table.active


@rule("E50.17")
def limber(table: Table, unit: UnitId) -> None:
    """Guns limber where they stand."""
    pose = table.pieces[unit].pose
    table.record(Moved(unit, pose, Formation.LIMBERED, table.pieces[unit].at))


# --- what follows


class Hit(msgspec.Struct, frozen=True):
    """A unit that was shot at: its losses in halves, by whom, and where that one stood."""

    unit: UnitId
    halves: int
    source: UnitId
    origin: Point


class Aftermath(Procedure, tag=True):
    """Commanders under fire, losses, then morale, in the order of a firefight."""

    hits: tuple[Hit, ...]
    risked: int = 0
    lost: int = 0

    @step("E23.8", "ER-7")
    def risk_commanders(self, table: Table) -> Flow:
        if self.risked == len(self.hits):
            return None
        unit = self.hits[self.risked].unit
        self.risked += 1
        leaders = attached_to(table, unit)
        return Call(CommandersAtRisk(leaders, unit, "under_fire"), then="risk_commanders")

    @step("E50.29")
    def take_losses(self, table: Table) -> Flow:
        if self.lost == len(self.hits):
            return None
        hit = self.hits[self.lost]
        self.lost += 1
        return Call(TakeLosses(hit.unit, hit.halves, rolled=True), then="take_losses")

    @step("E54.4", "E54.11")
    def line_up(self, table: Table) -> Flow:
        self.hits = firefight_order(table, self.hits)
        return None

    @step("E54.1", "E54.11")
    def test(self, table: Table) -> Flow:
        if not self.hits:
            return Done()
        hit = self.hits[0]
        return Call(MoraleTest(hit.unit, hit.source, hit.origin))

    @step("E54.11")
    def next_test(self, table: Table, held: bool) -> Flow:
        self.hits = self.hits[1:] if held else ()
        return Goto("test")


@rule("E54.4", "E54.11")
def firefight_order(table: Table, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Those who lost and are still there: most loss first, then lower morale, then the active side."""

    def rank(hit: Hit) -> tuple[int, int, bool]:
        passive = table.side_of(hit.unit) != table.phasing
        return -hit.halves, table.printed(hit.unit).morale, passive

    there = [hit for hit in hits if hit.halves and hit.unit in table.pieces]
    return tuple(sorted(there, key=rank))
