"""What Napoleon's Later Campaigns tells the odds officer: what counts, what is only told."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, ClassVar, Final

import msgspec

from grognard.kernel import Action, Ask, Choices, Event, Frame, Procedure, Roll, State
from grognard.mechanics.hexes import Hex
from grognard.odds.fence import above, begun
from grognard.odds.officer import Ending, Officer, Policy
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.assault import AssaultSegment, with_assault
from grognard.systems.nlc.combat.assault_fight import AssaultFight, AssaultFired
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.combat.withdrawal import Withdrawals
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.guns.bombardment import (
    Bombard,
    Bombarded,
    Bombardment,
    BombardmentSegment,
)
from grognard.systems.nlc.horse.charge import ChargeSegment, Ride
from grognard.systems.nlc.horse.charge_actions import Charge, React
from grognard.systems.nlc.horse.fight import ChargeDecided, ChargeFight, ChargeFought
from grognard.systems.nlc.horse.pursuit import PursuitTested
from grognard.systems.nlc.morale import MoraleTested
from grognard.systems.nlc.movement.movement import MovementSegment
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


READ_AGAIN: Final = ("alternate_artillery", "six_to_hit")
"""Under these the dice of a bombardment are looked at once more."""


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
    segments: ClassVar[tuple[type[Procedure], ...]] = (
        AssaultSegment, ChargeSegment, BombardmentSegment, MovementSegment,
    )  # fmt: skip
    policy: ClassVar[Policy] = POLICY

    def fields(self, procedure: Procedure) -> tuple[Any, ...]:
        """Dice that have been read are only told, but where some rule reads them again."""
        held = super().fields(procedure)
        if self._forgets_dice(procedure):
            return tuple([_without_dice(value) for value in held])
        return held

    def _forgets_dice(self, procedure: Procedure) -> bool:
        match procedure:
            case ChargeFight():
                return True
            case AssaultFight():
                return not self.setting.on("artillery_support")
            case Bombardment():
                return not any(map(self.setting.on, READ_AGAIN))
            case _:
                return False

    def alike(self, roll: Roll, dice: tuple[int, ...]) -> Hashable:
        """Two dice are always added up."""
        return sum(dice) if roll.dice == "2d6" else dice

    # --- one attack among those declared

    def base(self, state: State) -> int:
        """Horse that gives way does so before the fight, which is the segment's to begin."""
        segment = above(state, AssaultSegment) - 1
        if any(isinstance(held.procedure, Withdrawals) for held in state.stack[segment + 1 :]):
            return segment
        return super().base(state)

    def opened(self, state: State, action: Action) -> tuple[State, Action | None]:
        """Nothing but this attack is declared, with those who attack the same hex already."""
        at = next(
            (i for i, f in enumerate(state.stack) if isinstance(f.procedure, self.segments)), -1
        )
        if at < 0:
            return state, action
        segment, ask = state.stack[at].procedure, state.pending
        if isinstance(segment, AssaultSegment):
            segment = _only_assault(segment, action, len(state.stack) > at + 1)
        elif isinstance(segment, ChargeSegment) and isinstance(action, Charge):
            home = state.table.pieces[action.unit].at
            segment = _only_charge(segment, (action.unit, action.path, home))
        stack = (*state.stack[:at], Frame(segment, state.stack[at].step), *state.stack[at + 1 :])
        if isinstance(action, Assault | Charge):
            assert isinstance(ask, Ask)
            return State(
                state.table, stack, Ask(ask.side, Choices([Finish()]), "declared")
            ), Finish()
        return State(state.table, stack, ask), action

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
                return (f"{event.occasion} {'+'.join(event.units)}: {passed}",)
            case AssaultFired() | ChargeFought():
                return (
                    f"hits {event.side}: {event.attack.hits}",
                    f"hits {'+'.join(event.defenders)}: {event.defence.hits}",
                )
            case ChargeDecided():
                return (f"carried {event.target:04d}: {'carries' if event.won else 'beaten off'}",)
            case Bombarded():
                return (f"fire {event.target:04d}: {event.volley.hits}",)
            case PursuitTested():
                return (f"pursuit {event.unit}: {'pursues' if event.pursues else 'is held'}",)
            case _:
                return ()

    def target(self, state: State, action: Action) -> Hex:
        if isinstance(action, Charge | React):
            return action.path[-1]
        return super().target(state, action) or _focus(state)

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


def _focus(state: State) -> Hex:
    """The hex under attack where an attack asks something on its way; 0 if there is none."""
    targets = [getattr(frame.procedure, "target", 0) for frame in reversed(state.stack)]
    return next((at for at in targets if type(at) is int and at), 0)


def _only_assault(segment: AssaultSegment, action: Action, fighting: bool) -> AssaultSegment:
    """The segment with nothing declared but what is weighed, or nothing more once it is fought."""
    held = segment.declared
    match action:
        case Assault():
            same = tuple(each for each in held if each.target == action.target)
            return msgspec.structs.replace(segment, declared=with_assault(same, action))
        case Pick() if not fighting and action.choice.isdigit():
            kept = tuple(each for each in held if each.target == int(action.choice))
            return msgspec.structs.replace(segment, declared=kept)
        case _ if segment.withdrawing and fighting:
            at = segment.withdrawing - 1
            return msgspec.structs.replace(segment, declared=held[at : at + 1], withdrawing=1)
        case _:
            return segment


def _only_charge(segment: ChargeSegment, ride: Ride) -> ChargeSegment:
    along = tuple(held for held in segment.rides if held[1][-1] == ride[1][-1])
    return msgspec.structs.replace(segment, rides=(*along, ride))


def _without_dice(value: Any) -> Any:
    if isinstance(value, Volley) and value.dice:
        return msgspec.structs.replace(value, dice=())
    return value
