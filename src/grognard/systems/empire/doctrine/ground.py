"""What a place is worth to a unit: the way to the goal, whom it can hit there, who can hurt it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from statistics import fmean

from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.zones import Zone, is_ahead, zone
from grognard.planning.levels import OWN_HEX, PLAN, SECTOR, Character
from grognard.systems.empire.command import areas
from grognard.systems.empire.command.orders import tactical
from grognard.systems.empire.fire.aims import FireKind, reach_of
from grognard.systems.empire.kinds import Arm, Formation, Order
from grognard.systems.empire.setting import Objective, Unit, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table, box_of
from grognard.systems.empire.victory import holder_now

HELD = 0.5
"""What a point of an objective is worth underfoot, in UD gone."""

BEARS = 4
"""Losses weigh by what a unit can bear: foot so many."""

GUNNERY = 3
"""Guns in battery fire turn after turn: so many shots count."""

POST = 3.0
"""So near to what it holds a unit is at its post, in UD."""

START = 4.0
"""So far from what is to be stormed foot forms up: nearer there is no room to wheel, in UD."""

DIE = range(1, 7)

FLANK, RIDDEN, FRIEND, LIMBERED = 0.8, 0.7, 0.25, 0.6
"""What it is worth not to show somebody a side, not to stand before horse in the open, to have a friend
behind, and not to be caught limbered, in UD gone."""

TAKEN = 1.5
"""What it is worth to a battery not to look away from horse near by, in UD gone."""

RESERVE, BATTERED = 8.0, 2.0
"""So much farther off horse in reserve may wait, in UD, and what it is worth not to stand before guns."""

AWAY = 1.0
"""What it is worth not to turn one's back to an enemy near by, in UD gone."""


def operational() -> int:
    """So near is horse a danger."""
    return sheet().length("manoeuvres/distances", "operational")


def far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1]) / MIL


def turns_its_back(
    table: Table, there: Footprint, formation: Formation, near: Sequence[UnitId]
) -> bool:
    """Does the nearest of the formed enemies near by stand behind a base?"""
    formed = [table.pieces[enemy].pose.point for enemy in near if table.is_formed(enemy)]
    if formation.is_all_front or not formed:
        return False
    nearest = min(formed, key=lambda point: far(there.centre, point))
    return zone(there, nearest) is Zone.REAR


def goal_of(table: Table, unit: UnitId) -> Point | None:
    """Where a unit wants to be: what its order names or is not held, the nearest enemy."""
    setting, side = table.setting, table.side_of(unit)
    body, here = table.body_of(unit), table.pieces[unit].pose.point
    if body.order is Order.HOLD:
        lost = [
            each.at
            for each in setting.objectives.values()
            if areas.is_inside(body, each.at)
            and (holder_now(table, each.id) or table.holders.get(each.id)) != side
        ]
        return min(lost, key=lambda point: far(here, point), default=None)
    if body.target in setting.objectives and table.holders.get(body.target) != side:
        return setting.objectives[body.target].at
    aims = [each.at for each in setting.objectives.values() if table.holders.get(each.id) != side]
    enemies = [
        table.pieces[enemy].pose.point
        for enemy in table.units_of(setting.enemy(side))
        if not table.pieces[enemy].hidden
    ]
    return min(aims or enemies, key=lambda point: far(here, point), default=None)


def post_of(table: Table, unit: UnitId, *, planned: bool) -> Point | None:
    """What a unit on Hold stays near while nothing is lost: the nearest objective of its area.

    By a plan of the army foot that is not needed there goes where the enemy is stronger.
    """
    body, here = table.body_of(unit), table.pieces[unit].pose.point
    held = [each for each in table.setting.objectives.values() if areas.is_inside(body, each.at)]
    nearest = min(held, key=lambda each: far(here, each.at), default=None)
    if nearest is None:
        return None
    spare = table.arm(unit) is Arm.INFANTRY and _foot_near(table, nearest.at, unit)
    if not planned or not spare:
        return nearest.at
    pressed = max(held, key=lambda each: (_pressure(table, each, unit), each is nearest))
    return pressed.at


def _foot_near(table: Table, at: Point, but: UnitId) -> int:
    """Other foot of the side of a unit in good order near a place."""
    side = table.side_of(but)
    return sum(
        friend != but
        and table.side_of(friend) == side
        and table.arm(friend) is Arm.INFANTRY
        and table.pieces[friend].good
        for friend in table.within((at,), int(POST * MIL))
    )


def _pressure(table: Table, objective: Objective, unit: UnitId) -> float:
    """By how much enemies near a place are more than those who are to keep it, by its points."""
    enemies = sum(
        table.arm(enemy) is Arm.INFANTRY
        for enemy in table.enemies_within(table.side_of(unit), (objective.at,), operational())
    )
    return objective.points * (enemies - 1.5 * _foot_near(table, objective.at, unit))


@lru_cache(maxsize=128)
def expected(column: str, rows: int) -> float:
    """What a shot costs on average in a column of the sheet, in halves."""
    least = sheet().figure("fire/figures", "least")
    return fmean(sheet().losses(column, max(least, die + rows)) for die in DIE)


def _shot(
    shooter: Unit, of: Footprint, formation: Formation, target: Footprint, formed: Formation
) -> float:
    """What a shot costs its target on average, in halves, by arm, reach and formation."""
    if shooter.arm is Arm.CAVALRY or formation is Formation.LIMBERED:
        return 0.0
    guns, foot = shooter.arm is Arm.ARTILLERY, "skirmishers" if shooter.sk else "infantry"
    reach = operational() if guns else sheet().reach(foot).effective
    if not is_within(of.corners, target.corners, reach):
        return 0.0
    if not formation.is_all_front and not is_ahead(of, target.corners):
        return 0.0
    thin = formed in (Formation.UNLIMBERED, Formation.SKIRMISH)
    rows = sheet().points("fire/common", "guns_or_skirmishers") if thin else 0
    near = tactical() if guns else sheet().reach("infantry").effective
    if is_within(of.corners, target.corners, near):
        if guns:
            rows += sheet().points("fire/artillery", "canister")
        elif formation is Formation.LINE:
            rows += sheet().points("fire/infantry", "line")
        return expected("near", rows)
    if guns:
        deep = formed in (Formation.COLUMN, Formation.LIMBERED)
        rows += sheet().points("fire/artillery", "ball_on_column") if deep else 0
        return expected("effective", rows)
    return expected("far", sheet().points("fire/infantry", f"sk{shooter.sk}"))


class Ground:
    """Judges places for one unit at one moment."""

    def __init__(self, table: Table, unit: UnitId, character: Character) -> None:
        self.table, self.unit, self.character = table, unit, character
        self.card, self.side = table.printed(unit), table.side_of(unit)
        self.goal = goal_of(table, unit)
        self.stand_off = self._stand_off()
        self.posted = self.goal is None and character.sight >= SECTOR
        if self.posted:
            planned = character.sight >= PLAN
            self.goal = post_of(table, unit, planned=planned)
            self.stand_off = max(self.stand_off, POST)
        self.enemies = [
            enemy
            for enemy in table.units_of(table.setting.enemy(self.side))
            if not table.pieces[enemy].hidden
        ]

    def _stand_off(self) -> float:
        """So far from its goal an arm is as good as there: guns fire, as every gunner knows; who sees
        the sector lets horse wait for its hour, and foot form up before it storms."""
        if self.character.sight >= OWN_HEX and self.card.arm is Arm.ARTILLERY:
            return operational() / MIL - 1
        if self.character.sight < SECTOR:
            return 0.0
        match self.card.arm:
            case Arm.CAVALRY:
                return operational() / MIL - 2
            case Arm.INFANTRY:
                return START if self._is_defended() else 0.0
            case _:
                return 0.0

    def _is_defended(self) -> bool:
        """Does a formed enemy stand upon the goal?"""
        table, goal = self.table, self.goal
        return goal is not None and any(
            table.side_of(enemy) != self.side and table.is_formed(enemy)
            for enemy in table.within((goal,), MIL)
        )

    def worth(self, there: Footprint, formation: Formation) -> float:
        """What it is worth to stand there so, in UD gained toward the goal."""
        value = 0.0
        if self.goal is not None:
            gone = far(there.centre, self.goal) - self.stand_off
            value -= self.character.goal * self._off(gone)
        if self.character.sight < OWN_HEX:
            return value
        near = self._near(there)
        value += self._shots(there, formation, near)
        if self.character.sight > OWN_HEX:
            value -= self.character.danger * self._danger(there, formation, near)
            value -= self.character.danger * self._under_guns(there)
            value += self.character.support * self._support(there)
            value += self.character.goal * self._held(there)
        if self.character.sight >= SECTOR and self.table.body_of(self.unit).order != Order.RETREAT:
            value -= AWAY * turns_its_back(self.table, there, formation, near)
        return value

    @property
    def _waits(self) -> bool:
        """Is it horse that waits for its hour?"""
        return self.card.arm is Arm.CAVALRY and not self.posted

    def _off(self, gone: float) -> float:
        """How far off its place a unit is: horse that waits may be too near, and as the reserve of a plan
        it may be farther off."""
        if not self._waits:
            return max(0.0, gone)
        if self.character.sight < PLAN:
            return abs(gone)
        return max(-gone, gone - RESERVE, 0.0)

    def _under_guns(self, there: Footprint) -> float:
        """Where guns bear on horse that waits: the reserve of a plan keeps out of their reach."""
        if not self._waits or self.character.sight < PLAN:
            return 0.0
        found = 0.0
        for enemy in self.enemies:
            piece = self.table.pieces[enemy]
            if piece.formation is Formation.UNLIMBERED:
                reach = reach_of(self.table, enemy, FireKind.GUNS).effective / MIL
                near = max(0.0, 1 - far(there.centre, piece.pose.point) / reach)
                bears = near > 0 and is_ahead(piece.footprint, there.corners)
                found += BATTERED * (near + bears)
        return found

    def _held(self, there: Footprint) -> float:
        """What standing on an objective is worth to foot: nobody walks off what he holds."""
        if self.card.arm is not Arm.INFANTRY:
            return 0.0
        return sum(
            HELD * each.points
            for each in self.table.setting.objectives.values()
            if is_within(there.corners, (each.at,), MIL)
        )

    def _near(self, there: Footprint) -> Sequence[UnitId]:
        corners = there.corners
        return [
            enemy
            for enemy in self.enemies
            if is_within(corners, self.table.corners(enemy), operational())
        ]

    def _shots(self, there: Footprint, formation: Formation, near: Sequence[UnitId]) -> float:
        """The best shot that it has there; a battery goes on firing."""
        return (GUNNERY if self.card.arm is Arm.ARTILLERY else 1) * max(
            (
                _shot(self.card, there, formation, piece.footprint, piece.formation)
                for piece in (self.table.pieces[enemy] for enemy in near)
            ),
            default=0.0,
        )

    def _danger(self, there: Footprint, formation: Formation, near: Sequence[UnitId]) -> float:
        """Shots at it, horse that may come, a side that it shows, guns caught on the move.

        Who sees the sector knows that an enemy fires at one of several.
        """
        found = 0.0
        for enemy in near:
            piece, corners = self.table.pieces[enemy], self.table.corners(enemy)
            close = is_within(there.corners, corners, tactical())
            side = zone(there, piece.pose.point) is not Zone.FRONT
            arm = self.table.arm(enemy)
            card = self.table.printed(enemy)
            shot = _shot(card, piece.footprint, piece.formation, there, formation) * piece.good
            shot *= BEARS / self.card.cohesion
            found += shot / (1 + self._others_before(enemy) if shot else 1)
            if close and side and not formation.is_all_front and piece.good:
                found += FLANK
            if arm is Arm.CAVALRY and piece.good:
                found += self._ridden(formation, side=side)
            if close and formation is Formation.LIMBERED:
                found += LIMBERED
        return found

    def _ridden(self, formation: Formation, *, side: bool) -> float:
        """What horse near by threatens; who sees the sector knows that it rides round squares, and at
        batteries that look away from it."""
        sees = self.character.sight >= SECTOR
        match self.card.arm:
            case Arm.INFANTRY:
                return 0.0 if sees and formation.is_square else RIDDEN / 2
            case Arm.ARTILLERY:
                return TAKEN if sees and side else 0.0
            case _:
                return 0.0

    def _others_before(self, enemy: UnitId) -> int:
        """How many friends an enemy could fire at as well; nobody counts them below the sector."""
        if self.character.sight < SECTOR:
            return 0
        table, card, at = self.table, self.table.printed(enemy), self.table.pieces[enemy]
        return table.derived(
            ("before", enemy, self.unit),
            lambda: sum(
                _shot(card, at.footprint, at.formation, piece.footprint, piece.formation) > 0
                for friend, piece in table.pieces.items()
                if friend != self.unit and table.side_of(friend) == self.side
            ),
        )

    def _support(self, there: Footprint) -> float:
        behind = [
            friend
            for friend in self.table.near(
                box_of(there.corners), sheet().figure("units/support", "rear") * MIL
            )
            if friend != self.unit and self.table.side_of(friend) == self.side
        ]
        return FRIEND * min(2, len(behind))
