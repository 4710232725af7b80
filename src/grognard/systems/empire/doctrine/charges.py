"""Charges planned together, and what a move leads to: who comes at whom, and who may come at oneself."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.kernel import Action, Ask
from grognard.mechanics.commands import Pick
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL
from grognard.planning.levels import ANSWER, NEIGHBOURS, OWN_HEX, SECTOR
from grognard.systems.empire.actions import Kind, Move
from grognard.systems.empire.charge.actions import Charge
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.charge.running import REIN
from grognard.systems.empire.charge.stepping_up import cost_to_step_up
from grognard.systems.empire.command.points import points_of
from grognard.systems.empire.doctrine.clash import Prospect, prospect
from grognard.systems.empire.doctrine.greedy import Greedy
from grognard.systems.empire.doctrine.ground import operational
from grognard.systems.empire.kinds import Arm, Order
from grognard.systems.empire.movement.judging import walked
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.supports import rear_supports, side_supports
from grognard.systems.empire.table import Table

GROUND = 0.3
"""What a point of an objective is worth, in units."""

JOINS = 0.1
"""So much more must come of a charge for each who joins it, in units."""

CHANCE = 4.0
"""What a unit that a charge may win, or lose, is worth in the turn before, in UD gone."""

PLAIN = (Kind.FORWARD, Kind.WHEEL, Kind.SLIDE)
"""How friends step up to a charge."""

TRIED = 6
"""So many places are looked at for the charges that come of them."""


class Charges(Greedy):
    """Weighs charges as far as its level sees: who fights, who comes along, who fires for whom."""

    @property
    def sight(self) -> int:
        return self.character.sight

    @property
    def least_gain(self) -> float:
        return self.character.margin / 2 if self.sight > OWN_HEX else 0.0

    def charge(self, table: Table, ask: Ask) -> Action | None:
        """Who sees his neighbours plans his charges together: for every target who is to come at it."""
        if self.character.joint < 2 or self.sight < NEIGHBOURS:
            return super().charge(table, ask)
        declared: Mapping[UnitId, UnitId] = getattr(ask.options, "fellows", {})
        offered: dict[UnitId, list[Approach]] = {}
        for order in ask.options:
            if isinstance(order, Charge) and not order.formation and not order.fellow:
                way = approach(table, order.unit, order.target)
                if isinstance(way, Approach):
                    offered.setdefault(order.target, []).append(way)
        best, most = None, self.least_gain
        for target, ways in offered.items():
            riding = [
                way
                for unit, at in declared.items()
                if at == target and isinstance(way := approach(table, unit, target), Approach)
            ]
            before = self.gain(table, *riding) if riding else 0.0
            group, gain = self._gathered(table, riding, ways)
            if len(group) > len(riding) and gain - before > most:
                best, most = group[len(riding)], gain - before
                among = group
        if best is None:
            return None
        self.why = f"it should gain {most:.2f} of a unit"
        if len(among) > 1:
            self.why += f", {len(among)} together"
        for fellow in sorted(declared):
            order = Charge(best.unit, best.target, "", fellow)
            if order in ask.options:
                return order
        return Charge(best.unit, best.target)

    def _gathered(
        self, table: Table, riding: list[Approach], ways: list[Approach]
    ) -> tuple[list[Approach], float]:
        """Who comes at a target with those who do already: one more as long as it pays."""
        group, gain = list(riding), self.gain(table, *riding) if riding else 0.0
        tried, waiting = list(riding), list(ways)
        most = min(self.character.joint, len(riding) + points_of(table, table.active))
        while waiting and len(tried) < most:
            gains = [self.gain(table, *tried, way) for way in waiting]
            best = max(range(len(waiting)), key=gains.__getitem__)
            tried.append(waiting.pop(best))
            if gains[best] > gain + JOINS * (len(tried) - len(group)):
                group, gain = list(tried), gains[best]
        return group, gain

    def reckoned(self, table: Table, *ways: Approach, meets: bool = False) -> Prospect:
        """From the sector on with the fire that others give to it, and with those who can step up."""
        return prospect(table, *ways, meets=meets, helped=self.sight >= SECTOR)

    def threat(self, table: Table, ways: list[Approach], *, meets: bool = False) -> float:
        """Who sees his neighbours sees all who come at him."""
        if self.sight < NEIGHBOURS:
            return super().threat(table, ways, meets=meets)
        return self.reckoned(table, *ways, meets=meets).gain

    def gain(self, table: Table, *ways: Approach) -> float:
        """What a charge gains against who stands; farther on against the best answer, and with its ground."""
        if self.sight <= OWN_HEX or len(ways) > 1:
            gain = self.reckoned(table, *ways).gain
        else:
            gain = self.against_answers(table, *ways)
        if self.sight >= SECTOR:
            gain += self._prize(table, *ways)
        return gain

    def _prize(self, table: Table, *ways: Approach) -> float:
        """What winning the ground under a target is worth, in units."""
        if any(table.arm(way.unit) is not Arm.INFANTRY for way in ways):
            return 0.0
        points = self.points_under(table, ways[0].target)
        return GROUND * points * self.reckoned(table, *ways).wins if points else 0.0

    def points_under(self, table: Table, enemy: UnitId) -> int:
        """What an enemy stands upon, in points of objectives: it is still to be taken, or to be kept."""
        corners = table.corners(enemy)
        return sum(
            each.points
            for each in table.setting.objectives.values()
            if is_within(corners, (each.at,), MIL)
        )

    def control(self, table: Table, ask: Ask) -> Action | None:
        """Who looks at the answer breaks off a charge that has come to promise a loss; before a square
        who sees the sector does."""
        unit, target = getattr(ask.options, "charge", ("", ""))
        square = target in table.pieces and table.pieces[target].formation.is_square
        looks = self.sight >= (SECTOR if square else ANSWER)
        way = approach(table, unit, target) if looks and unit else None
        if isinstance(way, Approach) and prospect(table, way).gain < 0:
            return Pick(REIN)
        return super().control(table, ask)

    def step_up(self, table: Table, ask: Ask) -> Action | None:
        """From the sector on friends come up behind and beside a charge, as long as they count, by the
        cheapest and plainest way."""
        riders = getattr(ask.options, "riders", {})
        fellows, most = len(riders) - 1, sheet().figure("units/support", "morale_most")
        if self.sight < SECTOR or all(
            _supports(table, rider) + fellows >= most for rider in riders
        ):
            return None

        def effort(order: Move) -> tuple[int, int, int, Move]:
            cost = cost_to_step_up(table, riders.values(), order.units[0])
            return cost, len(order.path), order.path[0].amount, order

        moves = (
            order
            for order in ask.options
            if isinstance(order, Move)
            and table.arm(order.units[0]) is not Arm.ARTILLERY
            and all(leg.kind in PLAIN for leg in order.path)
        )
        return min(moves, key=effort, default=None)

    # --- what a move leads to

    @property
    def tried(self) -> int:
        return TRIED if self.sight >= SECTOR else 1

    @property
    def leeway(self) -> float:
        return CHANCE / 2 if self.sight >= SECTOR else 0.0

    def weighed(self, table: Table, found: list[tuple[float, Move]]) -> tuple[float, Move] | None:
        """From the sector on a move counts by the charge that it leads to, from the answer on by the one
        that it invites, too."""
        if self.sight < SECTOR or not found:
            return super().weighed(table, found)
        here = {unit: self._outlook(table, unit) for unit in found[0][1].units}
        judged = []
        for gain, order in found:
            there = table.draft()
            for walk in walked(table, order).walks:
                there.alter(walk.unit, pose=walk.footprint.pose, formation=walk.formation)
            gain += sum(self._outlook(there, unit) - here[unit] for unit in order.units)
            judged.append((gain, order))
        return max(judged, key=lambda each: each[0])

    def _outlook(self, table: Table, unit: UnitId) -> float:
        """What a unit may do by a charge from where it stands, and what may be done to it, in UD gone."""
        chance = self._chance(table, unit)
        if self.sight >= ANSWER:
            chance -= self.character.danger * self._invited(table, unit)
        return CHANCE * chance

    def _chance(self, table: Table, unit: UnitId) -> float:
        """The best charge of a unit with those who can come along; who is on Hold seeks none."""
        if table.arm(unit) is Arm.ARTILLERY or table.body_of(unit).order is Order.HOLD:
            return 0.0
        best = 0.0
        for enemy in self._within_reach(table, unit):
            way = approach(table, unit, enemy)
            if isinstance(way, Approach):
                fellows = self._comers(table, enemy, but=unit)[: self.character.joint - 1]
                best = max(best, self.gain(table, way, *fellows))
        return best

    def _invited(self, table: Table, unit: UnitId) -> float:
        """What the enemy may gain by charging a unit."""
        ways = [
            way
            for enemy in self._within_reach(table, unit)
            if isinstance(way := approach(table, enemy, unit), Approach)
        ]
        foot = [way for way in ways if table.arm(way.unit) is Arm.INFANTRY][: self.character.joint]
        gains = [self.reckoned(table, *foot).gain] if foot else []
        gains += [self.against_answers(table, way) for way in ways if way not in foot]
        return max(0.0, max(gains, default=0.0))

    def _within_reach(self, table: Table, unit: UnitId) -> list[UnitId]:
        """Enemies that a unit may come at, or who may come at it."""
        near = table.enemies_within(self.side, table.corners(unit), operational())
        return [enemy for enemy in near if not table.pieces[enemy].hidden]

    def _comers(self, table: Table, enemy: UnitId, but: UnitId) -> list[Approach]:
        """Foot of one's own that can come at an enemy."""
        return [
            way
            for friend in table.units_of(self.side)
            if friend != but
            and table.arm(friend) is Arm.INFANTRY
            and isinstance(way := approach(table, friend, enemy), Approach)
        ]


def _supports(table: Table, unit: UnitId) -> int:
    """How many support a unit by being there."""
    return len({*rear_supports(table, unit), *side_supports(table, unit)})
