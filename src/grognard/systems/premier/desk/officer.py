"""What La Bataille Premier tells the odds officer: what counts, what dice are alike, who did what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final

from grognard.kernel import Account, Action, Ask, Event, Procedure, Roll, State
from grognard.kernel.questions import DICE as DICE_OF
from grognard.mechanics.d66 import D66, RUNGS
from grognard.mechanics.hexes import SIDES, Hex, neighbour
from grognard.odds.fence import begun
from grognard.odds.officer import Ending, Fallen, Officer, Policy
from grognard.systems.bataille.actions import Assault, Shoot
from grognard.systems.bataille.command.casualties import struck_by_fire, struck_in_melee
from grognard.systems.bataille.command.leaders import with_leader
from grognard.systems.bataille.events.charge import RecallRolled
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.fire import FireAttack, aimed, fire_result
from grognard.systems.bataille.fire.fire_segments import FireSegment
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.horse.charge_actions import Charge, Ride
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.horse.gallop import Gallop, allowance
from grognard.systems.bataille.melee.melee import attack_strength, defence_strength, engaged_hexes
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import general_items, morale_value, passes
from grognard.systems.bataille.morale.recovery import RecoverySegment
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.desk.rides import way_to
from grognard.systems.premier.events import SquareRolled
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from grognard.systems.premier.horse.contact_melee import ContactMelees
from grognard.systems.premier.melee.assault import AssaultByMelee, MeleeSegment
from grognard.systems.premier.melee.melee_card import melee_account, melee_odds

FACES: Final = range(1, 7)
DICE: Final = tuple((one, other) for one in FACES for other in FACES)
BY_RUNG: Final = tuple(sorted(DICE, key=lambda dice: D66.thrown(dice).rung))
"""The two dice of every rung, in order."""

HOURS: Final = "leader-hours"
"""For how long a wounded leader is away: nothing of the attack depends on it."""

POSES: Final = 1500
"""So far the way of a charge is looked for that others ride."""

POLICY: Final = Policy(
    {
        "advance-after-melee": "last",
        "declare-target": "target",
        "form-square": "square",
        "retreat-before-melee": "decline",
        "spare-horses": "pick spend",
        "contact-fire": "fire",
    }
)
"""Attackers press on, foot forms square before horse if it may, and nobody else interferes."""


class PremierOfficer(Officer):
    """Reads tables and events of La Bataille Premier."""

    kept: ClassVar[tuple[str, ...]] = (
        "pieces", "stacks", "first_zones", "second_zones", "leaders", "attached", "control", "removed", "levels",
        "fired_at", "fire_losses", "secrets",
    )  # fmt: skip
    plain: ClassVar[tuple[str, ...]] = ("turn", "phasing", "segment")
    segments: ClassVar[tuple[type[Procedure], ...]] = (
        MovementSegment, FireSegment, ChargeSegment, MeleeSegment, RecoverySegment,
    )  # fmt: skip
    policy: ClassVar[Policy] = POLICY

    def __init__(self, setting: Any, aim: Hex = 0) -> None:
        """``aim`` is the hex that charges are ridden at where they have a choice."""
        super().__init__(setting)
        self.aim = aim
        self._ways: dict[Any, tuple[str, ...]] = {}

    # --- dice that are alike

    def classes(self, state: State) -> Sequence[Fallen] | None:
        procedure, table = state.stack[-1].procedure, state.table
        if isinstance(procedure, CheckMorale):
            return _alike(_check(table, procedure))
        if isinstance(procedure, FireAttack):
            return _alike(_fire(table, procedure))
        if isinstance(procedure, AssaultByMelee):
            return _alike(_melee(table, procedure))
        if isinstance(state.pending, Roll) and state.pending.purpose == HOURS:
            return [((1,) * DICE_OF[state.pending.dice], 1)]
        return None

    # --- what is counted

    def labels(self, event: Event) -> Iterable[str]:
        match event:
            case MoraleChecked():
                passed = "passes" if event.passed else "fails"
                return (f"{event.unit} {event.occasion} {passed}",)
            case FireResolved():
                return (f"fire {event.target:04d} {event.result}",)
            case MeleeFought():
                return (f"melee {event.target:04d} {event.result}",)
            case SquareRolled():
                return (f"{event.units[0]} square {event.result}",)
            case RecallRolled():
                return (f"{event.units[0]} recall {'obeyed' if event.recalled else 'missed'}",)
            case _:
                return ()

    # --- where an attack begins and ends

    def opened(self, state: State, action: Action) -> tuple[State, Action | None]:
        """A charge is ridden alone, whoever else is named."""
        if isinstance(action, Charge) and isinstance(state.stack[-1].procedure, ChargeSegment):
            return begun(state.table, ChargeRide(action.units)), None
        return state, action

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
        return super().choose(root, state, policy, order)

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
        aimed_at = [foe for foe in (table.stack(self.aim) if self.aim else ()) if foe in foes]
        wanted = (target,) if target in foes else aimed_at or tuple(foes)
        return way_to(table, gallop, wanted, POSES) if wanted else ()

    def sequel(self, root: State, state: State) -> State | None:
        """A charge in contact fights in the melee segment, as things stand after the ride."""
        if len(state.stack) > 1:
            return None
        table: Table = state.table
        side = _rider(root, table) or table.phasing
        if not any(_met(root.table, table, unit) for unit in table.units_of(side)):
            return None
        return begun(table, ContactMelees(side))

    def begin(self, table: Table, action: Action) -> State | None:
        if isinstance(action, Assault) and _may_touch(table, action):
            side = table.side_of(action.units[0])
            return begun(table, AssaultByMelee(side, action.target, action.units))
        if isinstance(action, Shoot) and all(firer.unit in table.pieces for firer in action.firers):
            return begun(table, FireAttack(action.target, action.firers, "offensive"))
        if isinstance(action, Charge) and all(unit in table.pieces for unit in action.units):
            return begun(table, ChargeRide(action.units))
        return None

    def target(self, state: State, action: Action) -> Hex:
        """The hex that an order attacks; of a charge, where the first stands whom it can strike."""
        if isinstance(action, Charge) and not self.aim:
            table: Table = state.table
            gallop = Gallop(action.units, tuple(allowance(table, u) for u in action.units))
            costs = contactable(table, gallop)
            return table.pieces[min(costs, key=lambda foe: (costs[foe], foe))].at if costs else 0
        return self.aim or super().target(state, action) or _focus(state)

    # --- what has become of everybody

    def condition(self, table: Table, unit: UnitId) -> str:
        piece = table.pieces.get(unit)
        return "off the map" if piece is None else piece.order.value

    def ending(self, before: Table, after: Table, target: Hex) -> Ending:
        units = tuple(_changes(before, after))
        leaders = tuple(
            (who, _fate(after.removed.get(who, "")))
            for who in before.setting.leaders
            if after.removed.get(who) != before.removed.get(who)
        )
        return Ending(units, leaders, (after.holder(target) or "") if target else "")


def _alike(results: Iterable[Any]) -> list[Fallen]:
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


def _rider(root: State, table: Table) -> str:
    """The side whose charge is walked."""
    for frame in root.stack[1:2]:
        if isinstance(frame.procedure, ChargeRide) and frame.procedure.units:
            return table.side_of(frame.procedure.units[0])
    return ""


def _met(before: Table, now: Table, unit: UnitId) -> bool:
    """Has a unit come into contact meanwhile?"""
    was = before.pieces.get(unit)
    return bool(contacts_of(now.pieces[unit])) and (was is None or not contacts_of(was))


def _focus(state: State) -> Hex:
    """The hex under attack where an attack asks something on its way; 0 if there is none."""
    for frame in reversed(state.stack):
        if isinstance(frame.procedure, AssaultByMelee | FireAttack):
            return frame.procedure.target
    return 0


def _may_touch(table: Table, order: Assault) -> bool:
    return bool(table.stack(order.target)) and all(
        unit in table.pieces and engaged_hexes(table, unit, order.target) for unit in order.units
    )


def _check(table: Table, check: CheckMorale) -> Iterator[bool]:
    general = () if check.replaces else tuple(general_items(table, check.unit))
    account = Account((*general, *check.items))
    if check.leader is not None:
        account = Account(with_leader(table, account, check.leader))
    value, total = morale_value(table, check.unit), account.total
    return (passes(table, D66(rung), total, value) for rung in range(RUNGS))


def _fire(table: Table, fire: FireAttack) -> Iterator[Any]:
    cards = table.setting.cards
    attack = aimed(table, fire.target, fire.firers, fire.leader)
    total, side = attack.modifiers.total, table.side_of(fire.firers[0].unit)
    enemy = table.setting.enemy(side)
    for rung in range(RUNGS):
        struck = struck_by_fire(table, fire.target, enemy, D66(rung)) is not None
        yield fire_result(cards, attack.column, D66(rung), total), struck


def _melee(table: Table, fight: AssaultByMelee) -> Iterator[Any]:
    cards, melee = table.setting.cards, fight._melee()
    attack, defence = attack_strength(table, melee), defence_strength(table, melee)
    odds = melee_odds(cards, attack.total, defence.total)
    total = melee_account(table, melee, odds).total
    struck: Callable[[D66], Any] = lambda dice: struck_in_melee(  # noqa: E731
        table,
        fight.target,
        fight.side,
        dice,
        attacker=fight.attack_leader,
        defender=fight.defence_leader,
    )
    for rung in range(RUNGS):
        casualty = struck(D66(rung))
        whose = "" if casualty is None else casualty.side
        yield cards.melee_result(odds.column, (D66(rung) + total).rung), whose


def _changes(before: Table, after: Table) -> Iterator[tuple[UnitId, int, str]]:
    """Units that lost men or order, or are gone; parts of a unit count with it."""
    roster = before.setting.roster
    for unit, piece in before.pieces.items():
        now = after.pieces.get(unit)
        if now is not None:
            if now is not piece and (now.lost, now.order) != (piece.lost, piece.order):
                yield unit, now.lost - piece.lost, now.order.value
            continue
        left = [part for part in roster[unit].parts if part in after.pieces]
        strength = before.strength(unit) - sum(after.strength(part) for part in left)
        fate = after.removed.get(unit, "")
        yield unit, max(strength, 0), "broken down" if left else _fate(fate)
    for unit, piece in after.pieces.items():
        if unit not in before.pieces:
            yield unit, 0, piece.order.value


def _fate(fate: str) -> str:
    """A fate in one word: how long a man is away, or where he stands outside, is left out."""
    return fate.partition(":")[0] or "unhurt"
