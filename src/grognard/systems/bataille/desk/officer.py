"""What the editions tell the odds officer: what counts, what dice are alike, who did what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from grognard.kernel import Action, Ask, Event, Procedure, Roll, State
from grognard.kernel.questions import DICE as DICE_OF
from grognard.kernel.questions import FACES
from grognard.mechanics.commands import Finish
from grognard.mechanics.d66 import D66, RUNGS
from grognard.mechanics.hexes import SIDES, Hex, neighbour
from grognard.odds.fence import begun
from grognard.odds.officer import Ending, Fallen, Officer, Policy
from grognard.systems.bataille.actions import Shoot
from grognard.systems.bataille.command.casualties import struck_by_fire
from grognard.systems.bataille.desk.charge_course import (
    focus_of,
    is_let_pass,
    nearest_struck,
    on_the_way,
)
from grognard.systems.bataille.desk.rides import way_to
from grognard.systems.bataille.events.charge import RecallRolled
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.fire import FireAttack, fire_result
from grognard.systems.bataille.fire.fire_segments import FireSegment
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.horse.charge_actions import Charge, Ride
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.gallop import Gallop, charge_of
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import account_of, morale_value, passes
from grognard.systems.bataille.morale.recovery import RecoverySegment
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

DICE: Final = tuple((one, other) for one in FACES for other in FACES)
BY_RUNG: Final = tuple(sorted(DICE, key=lambda dice: D66.thrown(dice).rung))
"""The two dice of every rung, in order."""

AWAY: Final = ("leader-hours", "leader-turns")
"""For how long a wounded leader is away: nothing of the attack depends on it."""

Rolls = Mapping[type[Procedure], Callable[[Table, Any], Iterable[Any]]]

POSES: Final = 1500
"""So far the way of a charge is looked for that others ride."""


class BatailleOfficer(Officer):
    """Reads tables and events of any edition.

    ``naming`` are the procedures in which charges are named; ``rolls`` tells for a procedure that
    waits for dice what each rung would bring; ``attacks`` are
    the procedures with a hex as their target.
    """

    kept: ClassVar[tuple[str, ...]] = (
        "pieces", "stacks", "first_zones", "second_zones", "leaders", "attached", "control", "removed", "levels",
        "fired_at", "fire_losses", "secrets",
    )  # fmt: skip
    plain: ClassVar[tuple[str, ...]] = ("turn", "phasing", "segment")
    segments: ClassVar[tuple[type[Procedure], ...]] = (
        MovementSegment, FireSegment, RecoverySegment,
    )  # fmt: skip
    naming: ClassVar[tuple[type[Procedure], ...]] = ()
    rolls: ClassVar[Rolls] = {}
    attacks: ClassVar[tuple[type[Procedure], ...]] = (FireAttack,)

    def __init__(self, setting: Any, aim: Hex = 0) -> None:
        """``aim`` is the hex that charges are ridden at where they have a choice."""
        super().__init__(setting)
        self.aim, self._aimed = aim, aim
        self._ways: dict[Any, tuple[str, ...]] = {}

    def is_same(self, one: State, other: State) -> bool:
        """Do the same counters stand alike, with the same values?"""
        table, then = one.table, other.table
        names = (*self.kept, *self.plain)
        return table.setting.roster == then.setting.roster and all(
            getattr(table, name) == getattr(then, name) for name in names
        )

    # --- dice that are alike

    def classes(self, state: State) -> Sequence[Fallen] | None:
        procedure = state.stack[-1].procedure
        for kind, results in {**ROLLS, **self.rolls}.items():
            if isinstance(procedure, kind):
                return alike(results(state.table, procedure))
        if isinstance(state.pending, Roll) and state.pending.purpose in AWAY:
            return [((1,) * DICE_OF[state.pending.dice], 1)]
        return None

    # --- what is counted

    def labels(self, event: Event) -> Iterable[str]:
        match event:
            case MoraleChecked():
                passed = "passes" if event.passed else "fails"
                return (f"{event.occasion} {event.unit}: {passed}",)
            case FireResolved():
                return (f"fire {event.target:04d}: {event.result}",)
            case MeleeFought():
                return (f"melee {event.target:04d}: {event.result}",)
            case RecallRolled():
                return (f"recall {event.units[0]}: {'obeyed' if event.recalled else 'missed'}",)
            case _:
                return ()

    # --- where an attack begins and ends

    def opened(self, state: State, action: Action) -> tuple[State, Action | None]:
        """A charge is ridden alone, whoever else is named."""
        if isinstance(action, Charge) and isinstance(state.stack[-1].procedure, self.naming):
            return begun(state.table, ChargeRide(action.units)), None
        return super().opened(state, action)

    def goes_on(self, root: State, state: State) -> bool:
        """A charge that was interrupted rides on."""
        return isinstance(state.stack[-1].procedure, ChargeRide)

    def choose(self, root: State, state: State, policy: Policy, order: Action | None) -> Action:
        ask = state.pending
        assert isinstance(ask, Ask)
        if ask.purpose == "ride":
            ride = (
                _rest(root.table, state.table, order)
                if isinstance(order, Ride)
                else self._home(state.table, ask.options)
            )
            if ride is not None and ride in ask.options:
                return ride
        if is_let_pass(root, order, ask):
            return Finish()
        own = policy.rules.get(ask.purpose) == self.policy.rules.get(ask.purpose)
        answer = on_the_way(state, ask, self._aimed) if own else None
        return super().choose(root, state, policy, order) if answer is None else answer

    def _home(self, table: Table, options: Any) -> Ride | None:
        """The way on which a charge strikes its target, or else the first whom it can reach."""
        gallop, target = options.gallop, options.riding.target
        lead = table.pieces[gallop.lead]
        pose = (lead.hexes, lead.facing, gallop, target)
        if pose not in self._ways:
            self._ways[pose] = self._way(table, gallop, target)
        return Ride(gallop.lead, self._ways[pose]) if self._ways[pose] else None

    def _way(self, table: Table, gallop: Gallop, target: UnitId) -> tuple[str, ...]:
        foes = contactable(table, gallop)
        aimed_at = [foe for foe in (table.stack(self._aimed) if self._aimed else ()) if foe in foes]
        wanted = (target,) if target in foes else aimed_at or tuple(foes)
        return way_to(table, gallop, wanted, POSES) if wanted else ()

    def begin(self, table: Table, action: Action) -> State | None:
        if isinstance(action, Shoot) and all(firer.unit in table.pieces for firer in action.firers):
            return begun(table, FireAttack(action.target, action.firers, "offensive"))
        if isinstance(action, Charge) and all(unit in table.pieces for unit in action.units):
            return begun(table, ChargeRide(action.units))
        return None

    def target(self, state: State, action: Action) -> Hex:
        """The hex that an order attacks; of a charge, where the first stands whom it can strike."""
        self._aimed = self.aim or self._target(state, action)
        return self._aimed

    def _target(self, state: State, action: Action) -> Hex:
        if isinstance(action, Charge):
            return nearest_struck(state.table, charge_of(state.table, action.units))
        return super().target(state, action) or focus_of(state, action) or self._focus(state)

    def _focus(self, state: State) -> Hex:
        """The hex under attack where an attack asks something on its way; 0 if there is none."""
        for frame in reversed(state.stack):
            if isinstance(frame.procedure, self.attacks):
                return int(frame.procedure.target)  # type: ignore[attr-defined]
        return 0

    # --- what has become of everybody

    def condition(self, table: Table, unit: UnitId) -> str:
        piece = table.pieces.get(unit)
        return "off the map" if piece is None else piece.cohesion.value

    def ending(self, before: Table, after: Table, target: Hex) -> Ending:
        units = tuple(_changes(before, after))
        leaders = tuple(
            (who, _fate(after.removed.get(who, "")))
            for who in before.setting.leaders
            if after.removed.get(who) != before.removed.get(who)
        )
        return Ending(units, leaders, (after.holder(target) or "") if target else "")


def alike(results: Iterable[Any]) -> list[Fallen]:
    """Rungs with the same result, each class by its first dice."""
    groups: dict[Any, list[int]] = {}
    for rung, result in enumerate(results):
        groups.setdefault(result, []).append(rung)
    return [(BY_RUNG[rungs[0]], len(rungs)) for rungs in groups.values()]


def _rest(before: Table, now: Table, order: Ride) -> Ride | None:
    """What is left of the path of a charge that has come so far."""
    unit = order.unit
    if unit not in now.pieces:
        return None
    at, here = before.pieces[unit].at, now.pieces[unit].at
    for done, word in enumerate(order.path):
        if at == here:
            return Ride(unit, order.path[done:])
        at = neighbour(at, SIDES.index(word)) if word in SIDES else at
    return None


def _check(table: Table, check: CheckMorale) -> Iterator[bool]:
    account = account_of(
        table, check.unit, check.items, replaces=check.replaces, leader=check.leader
    )
    value, total = morale_value(table, check.unit), account.total
    return (passes(table, D66(rung), total, value) for rung in range(RUNGS))


def fire_rungs(table: Table, fire: FireAttack) -> Iterator[tuple[int, bool]]:
    """What each rung costs the target, and whether it strikes a leader."""
    cards = table.setting.cards
    attack = fire.attack(table)
    total, enemy = attack.modifiers.total, table.setting.enemy(fire.side_firing(table))
    for rung in range(RUNGS):
        struck = struck_by_fire(table, fire.target, enemy, D66(rung)) is not None
        yield fire_result(cards, attack.column, D66(rung), total), struck


ROLLS: Final[Rolls] = {CheckMorale: _check, FireAttack: fire_rungs}
"""The rolls that every edition knows."""


def _changes(before: Table, after: Table) -> Iterator[tuple[UnitId, int, str]]:
    """Units that lost men or order, or are gone; parts of a unit count with it."""
    roster = before.setting.roster
    for unit, piece in before.pieces.items():
        now = after.pieces.get(unit)
        if now is not None:
            if now is not piece and (now.lost, now.cohesion) != (piece.lost, piece.cohesion):
                yield unit, now.lost - piece.lost, now.cohesion.value
            continue
        left = [part for part in roster[unit].parts if part in after.pieces]
        strength = before.strength(unit) - sum(after.strength(part) for part in left)
        fate = after.removed.get(unit, "")
        yield unit, max(strength, 0), "broken down" if left else _fate(fate)
    for unit, piece in after.pieces.items():
        if unit not in before.pieces:
            yield unit, 0, piece.cohesion.value


def _fate(fate: str) -> str:
    """A fate in one word: how long a man is away, or where he stands outside, is left out."""
    return fate.partition(":")[0] or "unhurt"
