"""Running a charge: the pause, the answer, and on to the shock (algorithms 12.2)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, Reason, rule, step
from grognard.mechanics.commands import Finish, Pick
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import MIL, Point, squared
from grognard.mechanics.measured.paths import advanced
from grognard.systems.empire.actions import Move
from grognard.systems.empire.charge.actions import FLEE, MEET, SHELTER, STAND, Answer
from grognard.systems.empire.charge.answers import (
    AnswerOptions,
    facing_to_meet,
    nearest_of,
    shelter_of,
    shooters_at,
)
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.charge.declaring import other_targets
from grognard.systems.empire.charge.events import (
    ChargeAnswered,
    ChargeFellShort,
    ChargeLapsed,
    ReinedIn,
    Sheltered,
)
from grognard.systems.empire.charge.riding import (
    Rider,
    as_charger,
    conform,
    gap_of,
    met_half_way,
    reach_of,
    ridden_home,
    ridden_to_pause,
    seen_riders,
    stand,
    steps,
    steps_home,
    steps_to_pause,
)
from grognard.systems.empire.charge.stepping_up import StepUp, SupportMoves, cost_to_step_up
from grognard.systems.empire.command.events import DutyMet
from grognard.systems.empire.command.riding import after_moves
from grognard.systems.empire.events import Disordered, Marked, secret_of
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.firing import FireAction
from grognard.systems.empire.hiding import seen_of, show, told_of
from grognard.systems.empire.kinds import Arm, Formation, Trait
from grognard.systems.empire.morale.losses import Eliminated
from grognard.systems.empire.movement.giving_way import SweptAside, flee_from
from grognard.systems.empire.movement.reacting import ReactOptions
from grognard.systems.empire.retreat.falling_back import FallBack
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.aftermath import open_flight
from grognard.systems.empire.shock.events import RiddenDown
from grognard.systems.empire.shock.fights import Charger, Fight, Occasion
from grognard.systems.empire.shock.pursuit import Pursuit
from grognard.systems.empire.shock.shock import Shock
from grognard.systems.empire.shock.straight_on import Course, overtaken
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import ControlTest, ManoeuvreTest

LAPSE, RIDE, REIN = "lapse", "ride-on", "rein-in"
replace = msgspec.structs.replace


class ControlOptions(Choices):
    """To break a charge off or to ride on; ``charge`` is who rides, and at whom."""

    def __init__(self, unit: UnitId, target: UnitId) -> None:
        super().__init__(map(Pick, (REIN, RIDE)), "E35.7")
        self.charge = unit, target


class ChargeHome(Procedure, tag=True):
    """All who charge one target. ``engaged`` fight elsewhere in this step.

    ``opportunity``: it begins where it is, at a mover. Result: riders who took another target.
    """

    target: UnitId
    riders: tuple[Rider, ...]
    engaged: tuple[UnitId, ...] = ()
    opportunity: bool = False
    later: tuple[Rider, ...] = ()
    waiting: tuple[UnitId, ...] = ()
    answer: str = STAND
    is_changed: bool = False
    goal: Point | None = None
    """Where foot that flees is in the open."""
    met: Charger | None = None
    fallen: tuple[UnitId, ...] = ()

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Nobody hears of a charge out of hiding before it shows itself, nor of a fellow who hides."""
        return replace(
            self,
            riders=seen_riders(table, self.riders, side),
            later=seen_riders(table, self.later, side),
            waiting=seen_of(table, self.waiting, side),
            engaged=told_of(table, self.engaged, side),
        )

    # --- once more: may they?

    @step("E35.17")
    def test_again(self, table: Table) -> Flow:
        """Who can no longer charge takes another target, or lets it be."""
        for rider in self.riders:
            if isinstance(self._way(table, rider), Approach):
                continue
            found = other_targets(table, rider)
            if found:
                self.waiting = (rider.unit,)
                return Goto("ask_other")
            table.record(ChargeLapsed(rider.unit, secret_of(table, rider.unit)))
            self._drop(rider.unit)
            return Goto("test_again")
        return Goto("line_up") if self.riders else Done(self.later)

    @step("E35.17")
    def ask_other(self, table: Table) -> Flow:
        rider = self._rider(self.waiting[0])
        picks = map(Pick, (*other_targets(table, rider), LAPSE))
        return Ask(table.side_of(rider.unit), Choices(picks, "E35.17"), "new-target")

    @step("E35.17")
    def hear_other(self, table: Table, action: Pick) -> Flow:
        rider = self._rider(self.waiting[0])
        self._drop(rider.unit)
        if action.choice == LAPSE:
            table.record(ChargeLapsed(rider.unit, secret_of(table, rider.unit)))
        else:
            gap = gap_of(table, rider.unit, action.choice)
            self.later += (replace(rider, target=action.choice, gap=gap),)
        return Goto("test_again")

    # --- to the pause

    @step("E35.5")
    def line_up(self, table: Table) -> Flow:
        """The nearest goes first."""
        self.riders = tuple(
            sorted(
                self.riders, key=lambda each: (table.gap_squared(each.unit, self.target), each.unit)
            )
        )
        self.waiting = self._units()
        return None

    @step("E35.19", "EG.9")
    def clear_way(self, table: Table) -> Flow:
        """Who is hidden shows himself; enemy skirmishers in the way give way."""
        if not self.waiting:
            return Goto("pause")
        rider = self._rider(self.waiting[0])
        show(table, (rider.unit,))
        way = self._ways(table, rider)
        steps = steps_to_pause(table, rider, way, only_turn=self.opportunity)
        return Call(SweptAside((rider.unit,), steps, self.target))

    @step("E35.5")
    def ride(self, table: Table) -> Flow:
        rider = self._next()
        way = self._ways(table, rider)
        self._put(ridden_to_pause(table, rider, way, only_turn=self.opportunity))
        return Goto("clear_way")

    @step("E35.5")
    def pause(self, table: Table) -> Flow:
        for rider in self.riders:
            table.record(DutyMet(rider.unit))
        after_moves(table)
        return None

    # --- others fire at them

    @step("E35.11", "E42.9", "ER-18")
    def ask_shooters(self, table: Table) -> Flow:
        """Enemies but for the target may fire at the chargers at the pause."""
        shooters = () if self.opportunity else shooters_at(table, self._units(), self.target)
        if not shooters:
            return Goto("ask_target")
        side = table.side_of(self.target)
        return Ask(side, ReactOptions(table, (), shooters, self._units()), "react")

    @step("E35.11", "E42.9")
    def hear_shooters(self, table: Table, action: Fire | Finish) -> Flow:
        if not isinstance(action, Fire):
            return Goto("ask_target")
        shot = FireAction(
            action.unit, action.kind, action.target, action.supports, opportunity=True
        )
        return Call(shot, then="count_riders")

    @step("E35.11")
    def count_riders(self, table: Table) -> Flow:
        """Who is in disorder, driven back or gone is out of the charge."""
        for rider in self.riders:
            if rider.unit not in table.pieces or table.pieces[rider.unit].disordered:
                self._drop(rider.unit)
        return Goto("ask_shooters") if self.riders else Done(self.later)

    # --- the answer

    @step("E35.5", "E42.2", "E42.4", "E42.6", "E42.8", "E35.15")
    def ask_target(self, table: Table) -> Flow:
        options = AnswerOptions(table, self.target, self._units(), opportunity=self.opportunity)
        if len(options.offered) == 1 and options.offered[0] == Answer(self.target, STAND):
            return Goto("rein")
        return Ask(table.side_of(self.target), options, "charged")

    @step("E42.2", "E42.4", "E42.6", "E42.8")
    def hear_target(self, table: Table, action: Answer) -> Flow:
        self.answer = action.how
        table.record(ChargeAnswered(self.target, action.how))
        if action.change is None:
            return Goto("rein")
        return Call(ManoeuvreTest(self.target, action.change, self.is_near_horse(table)))

    @rule("E44.10", "E44.14", "ER-14")
    def is_near_horse(self, table: Table) -> bool:
        """Did horse among them charge from near?"""
        near = sheet().figure("tests/near", "cavalry") * MIL
        return any(
            table.arm(rider.unit) is Arm.CAVALRY and rider.gap < near for rider in self.riders
        )

    @step("E44.2", "EG.7", "E42.6")
    def judge_change(self, table: Table, passed: bool) -> Flow:
        """Failed under a charge it is in disorder, and guns are lost; guns that limber go at once."""
        guns = table.arm(self.target) is Arm.ARTILLERY
        if not passed and guns:
            return Call(Eliminated(self.target), then="take_guns")
        if not passed:
            table.record(Disordered(self.target))
        self.is_changed = passed
        if passed and guns and table.pieces[self.target].formation is Formation.LIMBERED:
            self.answer = FLEE
        return None

    # --- horse may stop

    @step("E35.7")
    def rein(self, table: Table) -> Flow:
        self.waiting = tuple(
            rider.unit
            for rider in self.riders
            if table.arm(rider.unit) is Arm.CAVALRY
            and Trait.IMPETUOUS not in table.printed(rider.unit).traits
        )
        return None

    @step("E35.7")
    def ask_to_stop(self, table: Table) -> Flow:
        if not self.waiting:
            return Goto("meet")
        side = table.side_of(self.waiting[0])
        return Ask(side, ControlOptions(self.waiting[0], self.target), "control")

    @step("E35.7")
    def hear_stop(self, table: Table, action: Pick) -> Flow:
        unit, *rest = self.waiting
        self.waiting = tuple(rest)
        if action.choice == RIDE:
            return Goto("ask_to_stop")
        self.fallen = (unit,)
        return Call(ControlTest(unit))

    @step("E35.7", "E44.3")
    def stop(self, table: Table, held: bool) -> Flow:
        (unit,) = self.fallen
        if held:
            table.record(ReinedIn(unit))
            table.record(Marked(unit))
            self._drop(unit)
        return Goto("ask_to_stop")

    # --- on

    @step("E35.6", "E35.9", "E42.13")
    def meet(self, table: Table) -> Flow:
        if not self.riders:
            return Done(self.later)
        if self.answer == FLEE:
            return Goto("flee")
        if self.answer == SHELTER:
            square = shelter_of(table, self.target)
            assert isinstance(square, str)
            table.record(Sheltered(self.target, square))
        self.waiting = self._units()
        if self.answer != MEET:
            return Goto("clear_home")
        turned, far = self._half_way(table)
        held = table.pieces[self.target].formation
        return Call(SweptAside((self.target,), steps(turned, held, 0, far)))

    @step("E35.6", "E35.9")
    def come_to_meet(self, table: Table) -> Flow:
        turned, far = self._half_way(table)
        start = table.pieces[self.target].pose.point
        stand(table, self.target, advanced(turned.pose, far))
        self.met = Charger(self.target, start, start, far)
        return None

    def _half_way(self, table: Table) -> tuple[Footprint, int]:
        """How a counter-charger faces, and how far he comes."""
        nearest = nearest_of(table, self.target, self._units())
        turned = facing_to_meet(table, self.target, nearest)
        return turned, met_half_way(table, self.target, turned, nearest)

    @step("E35.19")
    def clear_home(self, table: Table) -> Flow:
        if not self.waiting:
            return Goto("touch")
        rider = self._rider(self.waiting[0])
        steps = steps_home(table, rider, anew=self.answer == MEET)
        return Call(SweptAside((rider.unit,), steps, self.target))

    @step("E35.6", "E35.10", "E35.18")
    def close(self, table: Table) -> Flow:
        """On to touch, the nearest first; who does not reach the target halts where he is."""
        rider, reached = ridden_home(table, self._next(), anew=self.answer == MEET)
        self._put(rider)
        if not reached:
            table.record(ChargeFellShort(rider.unit))
        if not reached or self.answer == SHELTER:
            table.record(Marked(rider.unit))
            self._drop(rider.unit)
        return Goto("clear_home")

    @step("EG.8")
    def touch(self, table: Table) -> Flow:
        for rider in self.riders:
            conform(table, rider)
        return None

    @step("E35.14", "E22.5")
    def ask_supports(self, table: Table) -> Flow:
        """Before the dice friends of the division may step up behind or beside a charger."""
        if not self.riders or self.opportunity:
            return Goto("strike")
        options = SupportMoves(table, self.riders)
        if options.offered == (Finish(),):
            return Goto("strike")
        return Ask(table.side_of(self.riders[0].unit), options, "support-moves")

    @step("E35.14")
    def step_up(self, table: Table, action: Move | Finish) -> Flow:
        if not isinstance(action, Move):
            return Goto("strike")
        cost = cost_to_step_up(table, self.riders, action.units[0])
        return Call(StepUp(action.units[0], action.path, cost), then="ask_supports")

    @step("E35.10", "E35.12")
    def strike(self, table: Table) -> Flow:
        if not self.riders:
            return Done(self.later)
        again = self.is_changed or self.answer == MEET
        occasion = Occasion.OPPORTUNITY if self.opportunity else Occasion.CHARGE
        chargers = tuple(as_charger(table, rider, again=again) for rider in self.riders)
        fight = Fight(self.target, chargers, occasion, self.met, self.engaged)
        return Call(Shock(fight), then="over")

    # --- the target runs

    @step("E40.7", "E42.8", "E40.4")
    def flee(self, table: Table) -> Flow:
        nearest = nearest_of(table, self.target, self._units())
        origin = table.pieces[nearest].pose.point
        arms = table.arm(self.target), table.arm(nearest)
        if arms == (Arm.INFANTRY, Arm.CAVALRY):
            self.goal = open_flight(table, self.target, nearest, origin)
        flee_from(table, self.target)
        return Call(FallBack(self.target, nearest, origin, "flight", flight=True))

    @step("E35.18", "E60.4", "E40.4")
    def chase(self, table: Table, stands: bool) -> Flow:
        """The chargers ride out their move, short of other enemies; whom they touch is lost."""
        spacing = sheet().length("manoeuvres/distances", "spacing")
        caught = False
        for rider in self.riders:
            reach = reach_of(table, rider)
            course = Course(table, rider.unit, over=(self.target,), halt=spacing)
            far = course.reach(reach)
            here = table.pieces[rider.unit].pose.point
            near = self.goal is not None and squared(here, self.goal) <= reach * reach
            if stands and (near or overtaken(table, course.path(far), (self.target,))):
                caught = True
                table.record(RiddenDown(self.target, rider.unit))
                course = Course(table, rider.unit, over=(self.target,), halt=spacing)
            course.go(far)
            table.record(Marked(rider.unit))
            if caught:
                break
        return Call(Eliminated(self.target), then="over") if caught else Done(self.later)

    # --- guns that failed their test

    @step("E44.2", "E60.1")
    def take_guns(self, table: Table) -> Flow:
        for rider in self.riders:
            Course(table, rider.unit).go(Course(table, rider.unit).reach(reach_of(table, rider)))
            table.record(Marked(rider.unit))
        first = self.riders[0].unit
        return Call(Pursuit(first, ()), then="fight_on")

    @step("E60.5")
    def fight_on(self, table: Table, met: Fight | None) -> Flow:
        return Call(Shock(met, last=True)) if met is not None else Done(self.later)

    @step("E35.12", "E23.13")
    def over(self, table: Table) -> Flow:
        after_moves(table)
        return Done(self.later)

    # --- its riders

    def _way(self, table: Table, rider: Rider) -> Approach | Reason:
        if self.target not in table.pieces:
            return Reason("the target is gone", "E35.17")
        return approach(
            table, rider.unit, self.target, formation=rider.formation, fellows=self._units()
        )

    def _ways(self, table: Table, rider: Rider) -> Approach:
        way = self._way(table, rider)
        assert isinstance(way, Approach)
        return way

    def _units(self) -> tuple[UnitId, ...]:
        return tuple(rider.unit for rider in self.riders)

    def _next(self) -> Rider:
        """The first of those who wait; he waits no more."""
        unit, *rest = self.waiting
        self.waiting = tuple(rest)
        return self._rider(unit)

    def _put(self, gone: Rider) -> None:
        self.riders = tuple(gone if each.unit == gone.unit else each for each in self.riders)

    def _rider(self, unit: UnitId) -> Rider:
        return next(rider for rider in self.riders if rider.unit == unit)

    def _drop(self, unit: UnitId) -> None:
        self.riders = tuple(rider for rider in self.riders if rider.unit != unit)
