"""What Napoleon's Later Campaigns tells the odds officer: what counts, what is only told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

import msgspec

from grognard.kernel import Action, Event, Procedure, State
from grognard.mechanics.hexes import Hex
from grognard.odds.fence import begun
from grognard.odds.officer import Ending, Officer, Policy
from grognard.systems.nlc.combat.assault import AssaultSegment
from grognard.systems.nlc.combat.assault_fight import AssaultFight, AssaultFired
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.guns.bombardment import Bombard, Bombarded, Bombardment
from grognard.systems.nlc.horse.charge import ChargeSegment
from grognard.systems.nlc.horse.charge_actions import Charge, React
from grognard.systems.nlc.horse.fight import ChargeDecided, ChargeFight, ChargeFought
from grognard.systems.nlc.horse.pursuit import PursuitTested
from grognard.systems.nlc.morale import MoraleTested
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

POLICY: Final = Policy(
    {
        "stand-or-retreat": "pick stand",
        "pursue": "pick hold",
        "react": "decline",
        "advance": "first",
        "stay-or-return": "pick stay",
    }
)
"""Both sides stand, won horsemen are held if they can be, and nobody reacts."""


class NlcOfficer(Officer):
    """Reads tables and events of Napoleon's Later Campaigns."""

    kept: ClassVar[tuple[str, ...]] = (
        "pieces", "stacks", "leaders", "quarters", "forces", "under", "control", "holders",
        "removed", "hidden", "tally",
    )  # fmt: skip
    plain: ClassVar[tuple[str, ...]] = (
        "turn", "phase", "segment", "side", "active", "cup", "pairs", "transit", "waiting_in",
        "queues",
    )  # fmt: skip
    policy: ClassVar[Policy] = POLICY

    def fields(self, procedure: Procedure) -> tuple[Any, ...]:
        """Dice that have been read are only told, but for supporting guns, which read them again."""
        held = super().fields(procedure)
        if isinstance(procedure, ChargeFight) or (
            isinstance(procedure, AssaultFight) and not self.setting.on("artillery_support")
        ):
            return tuple([_without_dice(value) for value in held])
        return held

    def goes_on(self, root: State, state: State) -> bool:
        """Assaults and charges are declared first and fought when the segment is told to go on."""
        procedure = state.stack[-1].procedure
        if isinstance(procedure, AssaultSegment):
            return bool(procedure.declared)
        return isinstance(procedure, ChargeSegment) and not procedure.ridden

    def labels(self, event: Event) -> Iterable[str]:
        match event:
            case MoraleTested():
                passed = "passes" if event.passed else "fails"
                return (f"{'+'.join(event.units)} {event.occasion} {passed}",)
            case AssaultFired() | ChargeFought():
                return (
                    f"{event.side} hits {event.attack.hits}",
                    f"{'+'.join(event.defenders)} hits {event.defence.hits}",
                )
            case ChargeDecided():
                return (f"charge {event.target:04d} {'carries' if event.won else 'beaten off'}",)
            case Bombarded():
                return (f"bombardment {event.target:04d} hits {event.volley.hits}",)
            case PursuitTested():
                return (f"{event.unit} {'pursues' if event.pursues else 'is held'}",)
            case _:
                return ()

    def target(self, state: State, action: Action) -> Hex:
        if isinstance(action, Charge | React):
            return action.path[-1]
        return super().target(state, action)

    def begin(self, table: Table, action: Action) -> State | None:
        units = getattr(action, "units", ()) or (getattr(action, "unit", ""),)
        if not all(unit in table.pieces for unit in units):
            return None
        side, home = table.side_of(units[0]), table.pieces[units[0]].at
        if isinstance(action, Assault):
            return begun(table, AssaultFight(side, action.units, action.target))
        if isinstance(action, Bombard):
            return begun(table, Bombardment(side, action.units, action.target))
        if isinstance(action, Charge):
            return begun(table, ChargeSegment(side, ((action.unit, action.path, home),)))
        return None

    # --- what has become of everybody

    def condition(self, table: Table, unit: UnitId) -> str:
        piece = table.pieces.get(unit)
        if piece is None:
            return "off the map"
        return "disrupted" if piece.disrupted else "good"

    def ending(self, before: Table, after: Table, target: Hex) -> Ending:
        leaders = tuple(
            (who, "lost")
            for who, general in after.leaders.items()
            if general.lost_on and not before.leaders[who].lost_on
        )
        holder = after.held_by(target) if target else ""
        return Ending(tuple(self._changes(before, after)), leaders, holder)

    def _changes(self, before: Table, after: Table) -> Iterator[tuple[UnitId, int, str]]:
        for unit, piece in before.pieces.items():
            now = after.pieces.get(unit)
            if now is None:
                fate = after.removed.get(unit)
                left = before.setting.roster[unit].steps - piece.lost
                away = fate is not None and fate.how == "retreated"
                lost = fate.lost - piece.lost if fate is not None and away else left
                yield unit, lost, "off the map" if fate is None else fate.how
            elif (now.lost, now.disrupted) != (piece.lost, piece.disrupted):
                yield unit, now.lost - piece.lost, self.condition(after, unit)


def _without_dice(value: Any) -> Any:
    if isinstance(value, Volley) and value.dice:
        return msgspec.structs.replace(value, dice=())
    return value
