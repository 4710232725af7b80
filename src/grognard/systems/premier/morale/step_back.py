"""Steps back in a stand-off (PR-159): in order, formation and facing, without loss."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Done, Flow, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.morale.retreat_paths import Threats, home_distance, home_hexes
from grognard.systems.bataille.morale.retreat_search import Search
from grognard.systems.bataille.movement.march import formation_on
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.pieces import Formation, Piece, UnitId
from grognard.systems.bataille.setting import mover
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import SteppedBack


class StepBack(Procedure, tag=True):
    """PR-159: a unit steps back in order, formation and facing, without loss. Result: did it move?

    It keeps away from the enemies within two hexes and ends further from each of them; a unit in
    several hexes goes as a body. Where no hex will take it, it stays.
    """

    unit: UnitId
    hexes_count: int

    @step("P34.2", "PR-159")
    def step_back(self, table: Table) -> Flow:
        if table.setting.options.get("standoff_step") == "off" or self.unit not in table.pieces:
            return Done(False)
        moves = best_steps_back(table, self.unit, self.hexes_count)
        for hexes, formation in moves:
            table.record(SteppedBack(self.unit, hexes, formation))
            clear_way(table, self.unit, captures=False)
        return Done(bool(moves))


Stand = tuple[tuple[Hex, ...], Formation]


@rule("PR-159")
def best_steps_back(table: Table, unit: UnitId, count: int) -> tuple[Stand, ...]:
    """The way back of at most so many steps: the longest, then fewest friends, zones and points."""
    piece = table.pieces[unit]
    homes = home_hexes(table.setting, table.printed(unit))
    body = _Body(table, piece)
    found = [
        ((-len(stands), score, home_distance(homes, _main(piece, stands)), stands), stands)
        for score, stands in body.ways(piece, 0, count)
        if body.ends_well(stands[-1][0])
    ]
    return min(found)[1] if found else ()


def _main(piece: Piece, stands: tuple[Stand, ...]) -> Hex:
    return stands[-1][0][piece.main]


class _Body:
    """A unit that steps back as it stands: each of its hexes keeps the laws of retreat."""

    def __init__(self, table: Table, piece: Piece) -> None:
        self.table, self.start = table, piece
        self.costs = table.setting.passage[mover(table.printed(piece.id))]
        side = table.side_of(piece.id)
        self.parts = [
            Search(table, piece.id, at, Threats(table, side, at).at_hand()) for at in piece.hexes
        ]

    def ends_well(self, hexes: tuple[Hex, ...]) -> bool:
        return all(part.ends_well(at) for part, at in zip(self.parts, hexes, strict=True))

    def ways(self, piece: Piece, score: int, count: int) -> Iterator[tuple[int, tuple[Stand, ...]]]:
        """Every way of one to ``count`` steps, with what it meets."""
        if not count:
            return
        for added, after in self._steps(piece):
            stand = (after.hexes, after.formation)
            yield score + added, (stand,)
            for total, stands in self.ways(after, score + added, count - 1):
                yield total, (stand, *stands)

    def _steps(self, piece: Piece) -> Iterator[tuple[int, Piece]]:
        around = self.table.setting.ground.around
        for side in range(6):
            there = tuple(around[at][side] for at in piece.hexes)
            scores = [
                dict(part.steps(at)).get(to)
                for part, at, to in zip(self.parts, piece.hexes, there, strict=True)
            ]
            if None in scores:
                continue
            formation = formation_on(self.table, piece, there[0])
            if isinstance(formation, Reason):
                continue
            after = msgspec.structs.replace(piece, hexes=there, formation=formation)
            if may_end(self.table, after) is None:
                yield sum(score or 0 for score in scores), after
