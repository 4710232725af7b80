"""Orders of the movement segment, unit by unit: strikes first, then guns, then everybody's task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from grognard.kernel import Action
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import NEIGHBOURS, OWN_HEX
from grognard.planning.plans import HOLD
from grognard.systems.bataille.actions import Form, March
from grognard.systems.bataille.doctrine.assaults import Strike, moved, plan_strikes
from grognard.systems.bataille.doctrine.entering import entry, goes_on
from grognard.systems.bataille.doctrine.guns import gun_order, unlimber
from grognard.systems.bataille.doctrine.judging import Judge
from grognard.systems.bataille.doctrine.routes import path_to, way_home
from grognard.systems.bataille.doctrine.scene import Scene, aims, bearing
from grognard.systems.bataille.morale.retreat_move import FORMED
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import Pose
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.setting import HALVES, mover

UNDONE: Final = 0.6
"""What it must gain to go back whence one came in the turn before."""

GAINS: Final = 0.08
"""What it must gain to march at all."""

TRIED: Final = 3
"""So many hexes are tried where one's own horse may bar the way to the best."""

NOWHERE: Final[frozenset[Hex]] = frozenset()


SEEN: Final = {OWN_HEX: 0, NEIGHBOURS: 2}
ALL: Final = 99
"""From so many hexes away an assault is planned, by how far a character sees."""


class Moves:
    """The orders of one side's movement segment, asked for one at a time."""

    def __init__(self, scene: Scene, options: Any) -> None:
        self.scene, self.options = scene, options
        self.table, self.side = scene.table, scene.side
        self.hands = self._hands()

    def _hands(self) -> dict[UnitId, InHand]:
        done, held = set(self.options.ordered), self.options.hand
        if held is not None and not goes_on(self.table, held):
            done.add(held.unit)
        found = {}
        for unit in self.table.units_of(self.side):
            if unit not in done and self.scene.is_led((unit,)):
                hand = self.options.in_hand(unit)
                if isinstance(hand, InHand):
                    found[unit] = hand
        return found

    def strikes(self) -> list[Strike]:
        """The assaults to march up for, at those whom the character sees from where a unit stands."""
        far = SEEN.get(self.scene.character.sight, ALL)
        hands = {unit: hand for unit, hand in self.hands.items() if self._span(unit) <= far}
        settled = [unit for unit in self.table.units_of(self.side) if unit not in hands]
        return plan_strikes(self.scene, hands, settled)

    def _span(self, unit: UnitId) -> int:
        return self.scene.field.nearest_foe(self.table.pieces[unit].at, steady=False)

    # --- the next order

    def entry(self) -> Action | None:
        """Bring a waiting unit on towards its task."""
        if not self.scene.is_led(()):
            return None
        return entry(self.table, self.side, self.options, partial(aims, self.scene))

    def march_on(self, hand: InHand) -> Action | None:
        """Who has just come onto the map goes on at once and leaves the edge to others."""
        return self.order_for(hand.unit) if hand.unit in self.hands else None

    def march(self, unit: UnitId, pose: Pose, cost: int) -> Action | None:
        hand, piece = self.hands[unit], self.table.pieces[unit]
        shun = self._shunned(unit, piece)
        path = path_to(self.table, hand, piece, pose, hand.left if shun else cost, shun)
        if not path:
            return None
        order = March(unit, path)
        return order if order in self.options else None

    def _shunned(self, unit: UnitId, piece: Piece) -> frozenset[Hex]:
        """Where a unit does not pass: foot in line or column, where its own horse stands."""
        foot = self.scene.setting.roster[unit].arm is Arm.INFANTRY
        sees = self.scene.mind(unit).sight > OWN_HEX
        return self.scene.ridden if foot and sees and piece.formation in FORMED else NOWHERE

    def order_for(self, unit: UnitId) -> Action | None:
        """What a unit should do by its task, if anything."""
        piece, printed = self.table.pieces[unit], self.scene.setting.roster[unit]
        hand = self.hands[unit]
        if printed.arm is Arm.ARTILLERY:
            return gun_order(self.scene, self.options, hand, self.march)
        change = self._change_to_march(unit, piece)
        if change is not None:
            return change
        for best in self._best_poses(unit, piece, hand):
            order = self.march(unit, *best)
            if order is not None:
                return order
        return None

    def settle(self, hand: InHand) -> Action | None:
        """The unit in hand has arrived: guns unlimber, foot takes the formation of the place."""
        piece = self.table.pieces.get(hand.unit)
        if piece is None or piece.cohesion is not Cohesion.GOOD:
            return None
        printed = self.scene.setting.roster[hand.unit]
        if printed.arm is Arm.ARTILLERY:
            return unlimber(self.scene, self.options, hand)
        if printed.arm is Arm.INFANTRY:
            return self._deploy(hand, piece)
        return None

    # --- formations

    def _change_to_march(self, unit: UnitId, piece: Piece) -> Action | None:
        """Foot that stands in line, square or skirmish order and has far to go forms column."""
        loose = (Formation.COLUMN, Formation.GENERAL, Formation.LIMBERED, Formation.ROAD)
        if piece.formation in loose or piece.cohesion is not Cohesion.GOOD:
            return None
        scene = self.scene
        home = way_home(scene.setting, mover(scene.setting.roster[unit]), aims(scene, unit))
        horse = any(reach.horse for reach in scene.field.strikes.get(piece.at, ()))
        if piece.formation is Formation.SQUARE and horse and not scene.field.covered(piece.at):
            return None
        far = home[piece.at] > 3 * HALVES and scene.field.nearest_foe(piece.at) > 2
        if not far and piece.formation is not Formation.SQUARE:
            return None
        target = min(aims(scene, unit), key=lambda at: (distance(at, piece.at), at))
        side = bearing(self.table, piece.at, target)
        for form in (Formation.COLUMN, Formation.GENERAL):
            order = Form(unit, form, side, (piece.at,))
            if order in self.options:
                return order
        return None

    def _deploy(self, hand: InHand, piece: Piece) -> Action | None:
        """Foot within musket range of formed foot and out of reach of horse forms line to fire."""
        scene = self.scene
        if scene.mind(hand.unit).squares < 1.0 or piece.formation is not Formation.COLUMN:
            return None
        printed = scene.setting.roster[hand.unit]
        task = scene.task(hand.unit)
        if printed.line_multiple <= 1 or task is None or task.kind != HOLD:
            return None
        strikes = scene.field.strikes.get(piece.at, ())
        if any(reach.horse for reach in strikes) or not strikes:
            return None
        foe = min(
            (at for at in scene.field.foe_hexes),
            key=lambda at: (distance(at, piece.at), at),
            default=0,
        )
        if not foe or distance(foe, piece.at) > 3:
            return None
        side = bearing(self.table, piece.at, foe)
        for facing in (side, (side - 1) % 6):
            order = Form(hand.unit, Formation.LINE, facing, (piece.at,))
            if order in self.options:
                return order
        return None

    # --- poses

    def gain(self, unit: UnitId) -> float:
        """What the best march of a unit would bring it; of guns nothing is asked."""
        piece = self.table.pieces[unit]
        if self.scene.setting.roster[unit].arm is Arm.ARTILLERY:
            return 0.0
        judge, off = Judge(self.scene, unit, piece), self.scene.judgement.stands_off
        poses = Marches(self.table, self.hands[unit]).costs
        hexes = {pose[0][min(piece.main, len(pose[0]) - 1)] for pose in poses} | {piece.at}
        worths = {at: judge.worth(at) - off(self.scene, unit, at) for at in hexes}
        return max(worths.values()) - worths[piece.at]

    def _best_poses(self, unit: UnitId, piece: Piece, hand: InHand) -> Iterator[tuple[Pose, int]]:
        """The poses worth marching to, the best first; the last is a turn where the unit stands."""
        scene = self.scene
        by_hex: dict[Hex, list[tuple[int, Pose]]] = {}
        for pose, cost in Marches(self.table, hand).costs.items():
            at = pose[0][min(piece.main, len(pose[0]) - 1)]
            by_hex.setdefault(at, []).append((cost, pose))
        judge, off = Judge(scene, unit, piece), scene.judgement.stands_off
        stay = judge.worth(piece.at) - off(scene, unit, piece.at) + judge.rested(0)
        came = scene.came.get(unit, 0)
        found: list[tuple[float, int, Hex]] = []
        for at, poses in by_hex.items():
            if at == piece.at:
                continue
            worth = judge.worth(at) - off(scene, unit, at)
            if judge.tired:
                worth += judge.rested(min(poses)[0])
            if came and 2 * distance(at, came) < distance(piece.at, came):
                worth -= UNDONE
            if worth >= stay + GAINS:
                found.append((-round(worth, 9), len(found), at))
        tried = TRIED if self._shunned(unit, piece) else 1
        for at in (*(at for *_, at in sorted(found)[:tried]), piece.at):
            best = self._faced(unit, piece, at, by_hex.get(at, []))
            if best is not None:
                yield best

    def _faced(
        self, unit: UnitId, piece: Piece, at: Hex, poses: Sequence[tuple[int, Pose]]
    ) -> tuple[Pose, int] | None:
        """The facing at a hex that has most of the near enemy before its front."""
        here = [(0, (piece.hexes, piece.facing))] if at == piece.at else []
        threats = self._threats(at)
        printed = self.scene.setting.roster[unit]

        def shown(pose: Pose) -> float:
            stood = moved(self.table, piece, pose)
            index = min(piece.main, len(pose[0]) - 1)
            sides = orientation(printed, stood, index)
            return sum(
                weight * (1.0 if sides.front >> side & 1 else -0.5 if sides.rear >> side & 1 else 0)
                for side, weight in threats
            )

        ranked = [(-round(shown(pose), 6), cost, pose) for cost, pose in (*here, *poses)]
        if not ranked:
            return None
        _, cost, pose = min(ranked)
        return (pose, cost) if (pose[0], pose[1]) != (piece.hexes, piece.facing) else None

    def _threats(self, at: Hex) -> list[tuple[int, float]]:
        found = []
        for unit in self.scene.field.foes:
            foe = self.table.pieces[unit]
            if foe.cohesion is Cohesion.ROUT:
                continue
            away = distance(at, foe.at)
            if 0 < away <= 10:
                found.append((bearing(self.table, at, foe.at), 1.0 / away**2))
        return found
