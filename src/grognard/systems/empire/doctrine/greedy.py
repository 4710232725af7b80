"""The greedy player: one thing at a time, the best of it (opponent.md)."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish, Pick
from grognard.mechanics.measured.mils import Point
from grognard.planning.levels import Character
from grognard.planning.planner import safe_default
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Activate, Move
from grognard.systems.empire.charge.actions import FLEE, MEET, STAND, Answer, Charge
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.charge.running import REIN, RIDE
from grognard.systems.empire.command.actions import CallReserve
from grognard.systems.empire.doctrine.clash import Prospect, prospect
from grognard.systems.empire.doctrine.ground import Ground, far
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.firing import shot_of
from grognard.systems.empire.fire.rows import account_of, column_of, losses_in
from grognard.systems.empire.kinds import Arm, Formation
from grognard.systems.empire.movement.candidates import moves_of
from grognard.systems.empire.movement.judging import against_acting, walked
from grognard.systems.empire.setting import DivisionId, Setting, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.actions import HoldBack, Pursue, Support
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import manoeuvre_rows, passes
from grognard.systems.empire.views import guess

DIE = range(1, 7)
EVEN = 0.5
APART = 1.0
"""Moves that end nearer to one another are one, in UD."""

WORTH, SETTLED = 0.2, 1.0
"""A move must gain so much, in UD, to be made; of a unit that is posted so much."""


class Greedy:
    """Answers every question by what it sees now. ``why`` says why, where it matters."""

    def __init__(self, setting: Setting, side: str, character: Character) -> None:
        self.setting, self.side, self.character = setting, side, character
        self.why = ""
        self.settled: set[tuple[int, DivisionId, UnitId]] = set()

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        return self.answer(view, ask, chooser)

    def answer(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        self.why = ""
        table = guess(view, self.setting, 0)
        table.segment = view.segment
        found = self.conducted(table, ask)
        return found if found is not None and found in ask.options else safe_default(ask)

    def conducted(self, table: Table, ask: Ask) -> Action | None:
        """What this player has to say to a question; nothing where any answer will do."""
        match ask.purpose:
            case "activate":
                return self.activate(table, ask)
            case "preparatory-fire" | "final-fire" | "answer" | "react":
                return self.fire(table, ask)
            case "charge":
                return self.charge(table, ask)
            case "charged":
                return self.charged(table, ask)
            case "control":
                return self.control(table, ask)
            case "support-moves":
                return self.step_up(table, ask)
            case "shock-support":
                return self.support(table, ask)
            case "pursuit":
                return self.pursue(table, ask)
            case "pursued":
                return Pick(STAND)
            case "movement":
                return self.move(table, ask)
            case "first-side":
                return Pick(self.side)
            case _:
                return None

    # --- command

    def activate(self, table: Table, ask: Ask) -> Action | None:
        """The division with most to do goes first; when all have acted, a reserve is called."""
        offered = list(ask.options)
        waiting = [order for order in offered if isinstance(order, Activate)]
        if waiting:
            return max(waiting, key=lambda order: (len(table.units_in(order.division)), order))
        calls = [order for order in offered if isinstance(order, CallReserve)]
        kept = (order for order in calls if order.order is table.bodies[order.division].order)
        return next(kept, None)

    # --- fire

    def fire(self, table: Table, ask: Ask) -> Action | None:
        """The shot that hurts most, if it hurts."""
        shots = [
            order
            for order in ask.options
            if isinstance(order, Fire) and not self.holds_fire(table, order)
        ]
        if ask.purpose == "preparatory-fire":
            shots = [order for order in shots if self.prepares(table, order)]
        worths = {order: self.hurt_in(table, ask, order) for order in shots}
        best = max(shots, key=lambda order: (worths[order], str(order)), default=None)
        return best if best is not None and worths[best] > 0 else None

    def hurt_in(self, table: Table, ask: Ask, order: Fire) -> float:
        """What a shot is worth where it is asked for: what it hurts."""
        return self.hurt(table, order)

    def holds_fire(self, table: Table, order: Fire) -> bool:
        """Is a shot kept for something better? Not by who looks at one thing at a time."""
        return False

    def prepares(self, table: Table, order: Fire) -> bool:
        """Who fires before the charges: guns, and they stay in battery."""
        return table.arm(order.unit) is Arm.ARTILLERY and not order.limbers

    def hurt(self, table: Table, order: Fire) -> float:
        """What a shot costs on average, in halves."""
        return fmean(self.losses(table, order))

    def losses(self, table: Table, order: Fire) -> list[int]:
        """What a shot costs by every throw, in halves."""
        opportunity = table.segment in ("movement", "charges")
        shot = shot_of(
            table, order.unit, order.kind, order.target, order.supports, opportunity=opportunity
        )
        account, column = account_of(table, shot), column_of(table, shot)
        return [losses_in(column, account, die) for die in DIE]

    # --- charges

    def charge(self, table: Table, ask: Ask) -> Action | None:
        """The charge that gains most, if it gains enough."""
        best, most = None, self.least_gain
        for order in ask.options:
            if not isinstance(order, Charge) or order.formation:
                continue
            way = approach(table, order.unit, order.target)
            if isinstance(way, Approach):
                gain = self.gain(table, way)
                if gain > most:
                    best, most = order, gain
        if best is not None:
            self.why = f"it should gain {most:.2f} of a unit"
        return best

    @property
    def least_gain(self) -> float:
        """What a charge must promise."""
        return EVEN

    def gain(self, table: Table, *ways: Approach) -> float:
        """How often a charge wins, whatever it costs."""
        return prospect(table, *ways).wins

    def against_answers(self, table: Table, way: Approach) -> float:
        """What a charge gains if its target does what is best for itself."""
        target = table.pieces[way.target]
        gains = [self.reckoned(table, way).gain]
        foot = table.arm(way.target) is Arm.INFANTRY
        if foot and table.arm(way.unit) is Arm.CAVALRY and not target.building and target.good:
            squares = ("column_square", "full_square")
            gains += [self._against_square(table, way, answer) for answer in squares]
        return min(gains)

    def _against_square(self, table: Table, way: Approach, formation: str) -> float:
        held = table.pieces[way.target].formation
        if formation == "column_square" and held is not Formation.COLUMN:
            return self.reckoned(table, way).gain
        chance = self._passes(table, way.target, f"form:{formation}")
        there = table.draft()
        there.alter(way.target, formation=Formation(formation), marked=True)
        broken = table.draft()
        broken.alter(way.target, disordered=True, marked=True)
        stood, failed = self.reckoned(there, way).gain, self.reckoned(broken, way).gain
        return chance * max(stood, 0.0) + (1 - chance) * failed

    def _passes(self, table: Table, unit: UnitId, how: str) -> float:
        change = Answer(unit, how).change
        assert change is not None
        total = sum(item.amount for item in manoeuvre_rows(table, unit, change, near_horse=False))
        needed = sheet().figure("tests/least", table.printed(unit).drill)
        return sum(passes(die, total, needed) for die in DIE) / len(DIE)

    # --- being charged

    def charged(self, table: Table, ask: Ask) -> Action | None:
        """Whatever is likely to cost least: stand, meet them, form square, or run."""
        answers = [order for order in ask.options if isinstance(order, Answer)]
        unit = answers[0].unit
        ways = [
            way
            for rider in _riders(ask)
            if isinstance(way := approach(table, rider, unit), Approach)
        ]
        if not ways:
            return Answer(unit, STAND)
        costs = {order: self._cost(table, order, ways) for order in answers}
        return min(costs, key=lambda order: (costs[order], order.how != STAND, order.how))

    def _cost(self, table: Table, order: Answer, ways: list[Approach]) -> float:
        if order.how == STAND:
            return self.threat(table, ways)
        if order.how == MEET:
            return self.threat(table, ways, meets=True)
        if order.how == FLEE:
            return FLIGHT
        if order.change is None:
            return SHELTERED
        there, broken = table.draft(), table.draft()
        if order.how.startswith("form:"):
            there.alter(order.unit, formation=Formation(order.change.word), marked=True)
        else:
            pose = table.pieces[order.unit].pose
            there.alter(
                order.unit, pose=type(pose)(pose.x, pose.y, order.change.amount), marked=True
            )
        broken.alter(order.unit, disordered=True, marked=True)
        chance = self._passes(table, order.unit, order.how)
        return chance * self.threat(there, ways) + (1 - chance) * self.threat(broken, ways)

    def threat(self, table: Table, ways: list[Approach], *, meets: bool = False) -> float:
        """What they gain who charge: the worst of them, to who looks at one at a time."""
        return max(self.reckoned(table, way, meets=meets).gain for way in ways)

    def reckoned(self, table: Table, *ways: Approach, meets: bool = False) -> Prospect:
        """What comes of a charge as far as it is seen: by those who fight in it."""
        return prospect(table, *ways, meets=meets)

    def control(self, table: Table, ask: Ask) -> Action | None:
        """A charge is ridden home: it was weighed when it was declared."""
        return Pick(RIDE) if Pick(RIDE) in ask.options else Pick(REIN)

    def step_up(self, table: Table, ask: Ask) -> Action | None:
        """Nobody comes up behind a charge of whoever looks at one thing at a time."""
        return None

    def support(self, table: Table, ask: Ask) -> Action | None:
        """Everybody who can fires."""
        offered = [order for order in ask.options if isinstance(order, Support)]
        return max(offered, key=lambda order: (len(order.units), order))

    def pursue(self, table: Table, ask: Ask) -> Action | None:
        """Horse rides on where somebody flees before it; foot keeps its place."""
        ways = [order for order in ask.options if isinstance(order, Pursue)]
        held = [order for order in ask.options if isinstance(order, HoldBack)]
        horse = ways and table.arm(ways[0].unit) is Arm.CAVALRY
        return min(ways, key=lambda order: abs(order.turn)) if horse or not held else held[0]

    # --- moves

    def move(self, table: Table, ask: Ask) -> Action | None:
        """Rally whom one can, then every unit to the best place that it can reach."""
        division = table.active
        for unit in sorted(table.units_in(division)):
            if table.pieces[unit].disordered and rally.Rally(unit) in ask.options:
                return rally.Rally(unit)
        for unit in self._in_order(table, division):
            self.settled.add((table.turn, division, unit))
            order = self._best_move(table, unit, ask)
            if order is not None:
                return order
        return self.last(table, ask)

    def last(self, table: Table, ask: Ask) -> Action | None:
        """Done, or what the order of the division still wants."""
        return Finish() if Finish() in ask.options else self._dutiful(table, ask)

    def _in_order(self, table: Table, division: DivisionId) -> list[UnitId]:
        """Units that could still move, those nearest to the enemy first."""
        able = [
            unit
            for unit in table.units_in(division)
            if (table.turn, division, unit) not in self.settled
            and not table.pieces[unit].acted
            and table.pieces[unit].good
            and against_acting(table, division, (unit,)) is None
        ]
        return sorted(able, key=lambda unit: (self._near(table, unit), unit))

    def _near(self, table: Table, unit: UnitId) -> float:
        enemies = table.units_of(table.setting.enemy(self.side))
        return min((float(table.gap_squared(unit, enemy)) for enemy in enemies), default=0.0)

    def _best_move(self, table: Table, unit: UnitId, ask: Ask) -> Action | None:
        found = self.best_of(table, (unit,), ask)
        return found[1] if found is not None else None

    def best_of(
        self, table: Table, units: tuple[UnitId, ...], ask: Ask
    ) -> tuple[float, Move] | None:
        """The move of units that gains most, and how much, if it is worth making."""
        grounds = [Ground(table, unit, self.character) for unit in units]
        if any(map(self.stays, grounds)):
            return None
        least = max(SETTLED if ground.posted else WORTH for ground in grounds)
        stands = [
            ground.worth(table.pieces[ground.unit].footprint, table.pieces[ground.unit].formation)
            for ground in grounds
        ]
        found: list[tuple[float, Move]] = []
        for order in moves_of(table, units):
            walks = walked(table, order).walks
            if any(walk.formation.is_square for walk in walks) and self.character.sight:
                continue  # squares are formed when horse comes
            gains = [
                ground.worth(walk.footprint, walk.formation) - stand
                for ground, walk, stand in zip(grounds, walks, stands, strict=True)
            ]
            if min(gains) > least - self.leeway:  # nobody is led along to his harm
                found.append((sum(gains), order))
        found.sort(key=lambda each: (-each[0], str(each[1])))
        best = self.weighed(table, self._unlike(table, found, ask))
        return best if best is not None and best[0] > least else None

    def _unlike(
        self, table: Table, found: list[tuple[float, Move]], ask: Ask
    ) -> list[tuple[float, Move]]:
        """The best few moves that end in different places."""
        kept: list[tuple[float, Move]] = []
        ends: list[tuple[Point, Formation]] = []
        for each in found:
            walk = walked(table, each[1]).walks[0]
            end = walk.footprint.centre, walk.formation
            if any(far(end[0], other) < APART and end[1] is form for other, form in ends):
                continue
            if each[1] in ask.options:
                kept.append(each)
                ends.append(end)
            if len(kept) == self.tried:
                break
        return kept

    @property
    def leeway(self) -> float:
        """A move that is worth so much less at first sight may still be the best, in UD."""
        return 0.0

    @property
    def tried(self) -> int:
        """So many of the best moves are looked at more closely."""
        return 1

    def stays(self, ground: Ground) -> bool:
        """Does a unit keep its place and formation whatever it could gain?"""
        return False

    def weighed(self, table: Table, found: list[tuple[float, Move]]) -> tuple[float, Move] | None:
        """The best of a few moves; who looks farther weighs them once more."""
        return found[0] if found else None

    def _dutiful(self, table: Table, ask: Ask) -> Action | None:
        """What the order of the division wants done, the best of it."""
        moves = [order for order in ask.options if isinstance(order, Move)]
        return max(moves, key=lambda order: self._worth(table, order), default=None)

    def _worth(self, table: Table, order: Move) -> float:
        return sum(
            Ground(table, walk.unit, self.character).worth(walk.footprint, walk.formation)
            for walk in walked(table, order).walks
        )


FLIGHT, SHELTERED = 0.55, 0.25
"""What it costs to run, and to leave the guns for a while, as a share of a unit."""


def _riders(ask: Ask) -> list[UnitId]:
    """Who charges: the options of the question know."""
    return list(getattr(ask.options, "chargers", ()))
