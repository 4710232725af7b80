"""A situation as a commander of this doctrine sees it: table, appreciation, plan, character."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

import msgspec

from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import ANSWER, OWN_HEX, Character
from grognard.planning.plans import ATTACK, Plan, Task
from grognard.systems.bataille.doctrine.field import Field, Place, places
from grognard.systems.bataille.doctrine.fights import Judgement
from grognard.systems.bataille.doctrine.outlook import SHARED, hex_points, outlook, stakes
from grognard.systems.bataille.doctrine.worth import unit_worth
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table


class Rate(msgspec.Struct, frozen=True):
    """What threats cost an arm on average in the enemy's next turn, in points.

    Per point of guns that see it; per point of its worth when pressed by more than its match; per
    enemy who can come; per point of its worth when horse can come; per formed enemy beside it.
    Found by regression over some hundred battles.
    """

    guns: float
    pressed: float
    near: float
    horse: float
    beside: float


RATES: Final = {
    Arm.INFANTRY: Rate(0.048, 0.018, 0.03, 0.015, 0.2),
    Arm.CAVALRY: Rate(0.06, 0.02, 0.06, 0.016, 0.18),
    Arm.ARTILLERY: Rate(0.04, 0.1, 0.0, 0.127, 0.7),
}
COVER: Final = 0.45
STRONG: Final = 3
"""Enemies so many at most come at one hex together."""

EVEN, WORST = 0.4, 1.5
"""Pressed from such odds on, and no more than by so much."""

LATE: Final = 2
"""In the last so many turns ground counts for more than men."""


NO_WAYS: Final[Mapping[UnitId, Hex]] = {}
NO_MINDS: Final[Mapping[UnitId, Character]] = {}


class Scene:
    """What is known and wanted at one moment."""

    def __init__(
        self,
        table: Table,
        field: Field,
        plan: Plan,
        character: Character,
        goals: Mapping[Hex, float],
        judgement: Judgement,
        memo: dict[Any, Any] | None = None,
        minds: Mapping[UnitId, Character] = NO_MINDS,
        only: Container[UnitId] | None = None,
        came: Mapping[UnitId, Hex] = NO_WAYS,
    ) -> None:
        self.table, self.field, self.plan, self.character = table, field, plan, character
        self.side, self.setting, self.goals = field.side, table.setting, goals
        self.came = came
        """Where units stood before they marched in the turn before."""
        self.judgement, self._minds, self._only = judgement, minds, only
        self.turns_left = len(self.setting.turns) - table.turn
        self.reach: dict[UnitId, set[Hex]] = {}
        self.memo: dict[Any, Any] = {} if memo is None else memo
        self.surroundings: dict[tuple[Hex, int], int] = {}
        self._judged: dict[UnitId, tuple[Any, float]] = {}
        self._worths: dict[tuple[UnitId, Hex], float] = {}
        self._coming: dict[Hex, float] = {}
        roster = self.setting.roster
        self.batteries = [
            (unit, table.pieces[unit].at) for unit in field.own if roster[unit].arm is Arm.ARTILLERY
        ]
        """One's own guns, and where they stand."""
        self.ridden = frozenset(
            at
            for unit in field.own
            if roster[unit].arm is Arm.CAVALRY
            and table.pieces[unit].formation is not Formation.SKIRMISH
            for at in table.pieces[unit].hexes
        )
        """Where one's own formed horse stands: foot in order that passes there is shaken."""

    def mind(self, unit: UnitId) -> Character:
        """How a unit is led: in the posture of its sector, if it has one."""
        return self._minds.get(unit, self.character)

    def is_led(self, units: Sequence[UnitId]) -> bool:
        """Are these led at all? When a sector is played through, all others stand still."""
        only = self._only
        return only is None or any(unit in only for unit in units)

    # --- ground

    def hex_worth(self, at: Hex) -> float:
        """What it is worth to be the holder of a hex."""
        return self.goals.get(at, 0.0) * self.character.goal

    # --- danger

    def danger(self, unit: UnitId, piece: Piece, at: Hex) -> float:
        """Points that the enemy's next turn may cost a unit that stands in a hex, as far as the
        character sees: nothing, those beside it, or all who can come."""
        field, printed = self.field, self.setting.roster[unit]
        rate = RATES[printed.arm]
        if self.character.sight <= OWN_HEX:
            return 0.0
        if self.character.sight < ANSWER:
            return rate.beside * field.formed_beside.get(at, 0)
        covered = field.covered(at)
        cost = rate.guns * field.guns.get(at, 0.0) * (COVER if covered else 1.0)
        strikes = field.strikes.get(at)
        if not strikes:
            return cost
        foot = sorted((reach.strength for reach in strikes if not reach.horse), reverse=True)
        excess = sum(foot[:STRONG]) / max(1.0, self._holds(unit, at)) - EVEN
        pressed = min(WORST, max(0.0, excess)) * (COVER if covered else 1.0)
        worth = unit_worth(self.table, unit)
        cost += rate.pressed * worth * pressed + rate.near * min(4, len(strikes))
        if not covered and piece.formation is not Formation.SQUARE:
            if any(reach.horse for reach in strikes):
                cost += rate.horse * worth
        return cost + rate.beside * field.formed_beside.get(at, 0)

    def is_threatened(self, at: Hex) -> bool:
        """Can the enemy come at a hex in his next turn?"""
        return at in self.field.strikes

    def _holds(self, unit: UnitId, at: Hex) -> float:
        """Melee strength that would defend a hex: the unit, its hex, half of its neighbours."""
        table, roster = self.table, self.setting.roster
        total = 0.0
        near = self.setting.ground.around[at]
        for place, part in ((at, 1.0), *((there, 0.5) for there in near if there)):
            for other in table.stacks.get(place, ()):
                if other != unit and roster[other].side == self.side:
                    piece = table.pieces[other]
                    if piece.cohesion is Cohesion.GOOD:
                        left = roster[other].increments - piece.lost
                        total += part * float(roster[other].melee) * left / roster[other].increments
        piece, printed = table.pieces[unit], roster[unit]
        own = float(printed.melee) * (printed.increments - piece.lost) / printed.increments
        return total + own * (1.0 if piece.cohesion is Cohesion.GOOD else 0.4)

    # --- what a unit could do instead

    def judged(self, unit: UnitId, at: Hex) -> float:
        """The worth of a hex to a unit that fights there."""
        known = self._worths.get((unit, at))
        if known is None:
            known = self._worths[unit, at] = self._judge(unit)[0].worth(at)
        return known

    def ground(self, unit: UnitId, at: Hex) -> float:
        """What of that is the ground alone."""
        worth: float = self._judge(unit)[0].ground(at)
        return worth

    def alternative(self, unit: UnitId) -> float:
        """The worth of the best hex that a unit could be in after this turn."""
        return self._judge(unit)[1]

    def exposed(self, unit: UnitId, at: Hex) -> float:
        """What of that is the enemy."""
        cost: float = self._judge(unit)[0].exposed(at)
        return cost

    def _judge(self, unit: UnitId) -> tuple[Any, float]:
        if unit not in self._judged:
            from grognard.systems.bataille.doctrine.judging import Judge

            piece = self.table.pieces[unit]
            judge = Judge(self, unit, piece, fights=True)
            hexes = self.reach.get(unit, {piece.at})
            self._judged[unit] = (judge, judge.best(hexes))
        return self._judged[unit]

    # --- company

    def could_come(self, at: Hex) -> float:
        """Points of one's own formed troops that could be with those in a hex after this turn."""
        known = self._coming.get(at)
        if known is None:
            roster, pieces = self.setting.roster, self.table.pieces
            known = self._coming[at] = sum(
                self.field.points(unit)
                for unit in self.field.own
                if distance(at, pieces[unit].at) <= roster[unit].movement
            )
        return known

    def company(self, unit: UnitId, at: Hex, besides: UnitId = "") -> int:
        """Formed friends next to a hex or in it, guns and one other left out."""
        table, roster = self.table, self.setting.roster
        return sum(
            1
            for there in (at, *self.setting.ground.around[at])
            for other in table.stacks.get(there, ())
            if other not in (unit, besides)
            and roster[other].side == self.side
            and roster[other].arm is not Arm.ARTILLERY
            and table.pieces[other].cohesion is Cohesion.GOOD
        )

    def task(self, unit: UnitId) -> Task | None:
        return self.plan.tasks.get(unit)

    def place(self, name: str) -> Place | None:
        return next((place for place in places(self.setting) if place.name == name), None)


def ramp(table: Table) -> float:
    """How much ground counts now: it is counted only at the end."""
    total = max(1, len(table.setting.turns))
    late = max(0, LATE - (total - table.turn))
    return (0.35 + 0.65 * table.turn / total) * (1.0 + 0.7 * late)


def goal_worths(table: Table, side: str, insight: float) -> dict[Hex, float]:
    """The worth of every hex that decides: by the places named, and by what the verdict asks."""
    found: dict[Hex, float] = {}
    staked = stakes(table, side) if insight > 0 else {}
    for place in places(table.setting):
        worth = (1 - insight) * place.worth + insight * staked.get(place.name, 0.0)
        for at in place.hexes:
            found[at] = found.get(at, 0.0) + ramp(table) * worth / len(place.hexes) ** SHARED
    if insight > 0:
        for at, worth in hex_points(outlook(table, side), table.setting, side).items():
            found[at] = max(found[at], insight * worth)
    return found


def aims(scene: Scene, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes a unit should make for: of its objective those still to be taken or filled."""
    task, table = scene.task(unit), scene.table
    place = scene.place(task.objective) if task else None
    if place is None:
        piece = table.pieces.get(unit)
        here = scene.setting.ground.hexes[0] if piece is None else piece.at
        return tuple(sorted(scene.field.foe_hexes)) or (here,)
    roster = scene.setting.roster
    open_hexes = [
        at
        for at in place.hexes
        if not any(
            roster[other].side == scene.side and other != unit for other in table.stacks.get(at, ())
        )
    ]
    taken = [at for at in open_hexes if table.control.get(at) != scene.side]
    if task is not None and task.kind == ATTACK and taken:
        return tuple(taken)
    return tuple(taken or open_hexes or place.hexes)


def bearing(table: Table, at: Hex, target: Hex) -> int:
    """The hexside of ``at`` that looks to another hex."""
    around = table.setting.ground.around[at]
    spans = [distance(there, target) if there else 99 for there in around]
    return spans.index(min(spans))
