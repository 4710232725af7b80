"""What Bataille Empire tells the odds officer: what counts, what is only told."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, ClassVar, Final

from grognard.kernel import Action, Ask, Event, Procedure, Roll, State
from grognard.odds.fence import begun
from grognard.odds.officer import Ending, Officer, Policy
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import Aim, FireKind, aim_at
from grognard.systems.empire.fire.events import ShotFired
from grognard.systems.empire.fire.firing import FireAction, FireStep
from grognard.systems.empire.fire.supports import against_supports
from grognard.systems.empire.morale.events import MoraleTested
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.table import COPIED, PLAIN, Table

ANSWERS: Final = "answer"
POLICY: Final = Policy({ANSWERS: "first"})
"""Whoever is shot at answers by volley if he can, alone; nobody else interferes."""


class EmpireOfficer(Officer):
    """Reads tables and events of Bataille Empire. Losses are counted in halves."""

    kept: ClassVar[tuple[str, ...]] = COPIED
    plain: ClassVar[tuple[str, ...]] = tuple(field for field in PLAIN if field != "setting")
    segments: ClassVar[tuple[type[Procedure], ...]] = (FireStep, ChargeStep, MovementStep)
    policy: ClassVar[Policy] = POLICY

    def alike(self, roll: Roll, dice: tuple[int, ...]) -> Hashable:
        """Two dice are always added up."""
        return sum(dice) if roll.dice == "2d6" else dice

    def choose(self, root: State, state: State, policy: Policy, order: Action | None) -> Action:
        ask = state.pending
        if isinstance(ask, Ask) and ask.purpose == ANSWERS and policy.rules.get(ANSWERS) == "first":
            alone = [each for each in ask.options if isinstance(each, Fire) and not each.supports]
            return next((each for each in alone if each.kind is FireKind.VOLLEY), alone[0])
        return super().choose(root, state, policy, order)

    def labels(self, event: Event) -> Iterable[str]:
        match event:
            case ShotFired():
                kind = "ricochet" if event.ricochet else "hits"
                return (f"{kind} {event.unit}: {event.halves}",)
            case MoraleTested():
                return (f"morale {event.unit}: {'passes' if event.held else 'fails'}",)
            case _:
                return ()

    def begin(self, table: Table, action: Action) -> State | None:
        if not isinstance(action, Fire):
            return None
        if not {action.unit, action.target} <= table.pieces.keys():
            return None
        if not isinstance(aim_at(table, action.unit, action.kind, action.target), Aim):
            return None
        if against_supports(table, action.unit, action.target, action.supports) is not None:
            return None
        return begun(
            table,
            FireAction(
                action.unit, action.kind, action.target, action.supports, limbers=action.limbers
            ),
        )

    # --- what has become of everybody

    def condition(self, table: Table, unit: UnitId) -> str:
        piece = table.pieces.get(unit)
        if piece is None:
            return "off the map"
        return "disorder" if piece.disordered else "good"

    def ending(self, before: Table, after: Table, target: int) -> Ending:
        leaders = tuple(
            (who, "lost")
            for who, officer in after.officers.items()
            if officer.lost or officer.grade is not before.officers[who].grade
        )
        return Ending(tuple(self._changes(before, after)), leaders, "")

    def _changes(self, before: Table, after: Table) -> Iterator[tuple[UnitId, int, str]]:
        for unit, piece in before.pieces.items():
            now = after.pieces.get(unit)
            if now is None:
                whole = before.printed(unit).cohesion * HALVES
                yield unit, whole - piece.halves, after.removed[unit].how
            elif (now.halves, now.disordered, now.pose) != (
                piece.halves, piece.disordered, piece.pose,
            ):  # fmt: skip
                yield unit, now.halves - piece.halves, self._now(piece, now)

    def _now(self, piece: Any, now: Any) -> str:
        if now.pose != piece.pose:
            return "retreated"
        return "disorder" if now.disordered else "good"
