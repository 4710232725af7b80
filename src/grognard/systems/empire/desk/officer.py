"""What Bataille Empire tells the odds officer: what counts, what is only told."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from grognard.kernel import Action, Ask, Event, Procedure, Roll, State
from grognard.mechanics.measured.gaps import gap_squared
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.places import Place
from grognard.odds.fence import begun
from grognard.odds.officer import Ending, Fallen, Officer, Policy
from grognard.systems.empire.charge.actions import STAND, Answer, Charge
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.charge.riding import Rider, gap_of
from grognard.systems.empire.charge.running import ChargeHome
from grognard.systems.empire.command.actions import ChangeOrder
from grognard.systems.empire.command.chiefs import ChiefCommands
from grognard.systems.empire.command.events import OrderTested
from grognard.systems.empire.desk.thrown import ROLLS
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import Aim, FireKind, aim_at
from grognard.systems.empire.fire.events import ShotFired
from grognard.systems.empire.fire.firing import FireAction, FireStep
from grognard.systems.empire.fire.judging import against_limbering
from grognard.systems.empire.fire.supports import against_supports
from grognard.systems.empire.kinds import Arm
from grognard.systems.empire.morale.events import MoraleTested
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.shock.actions import HoldBack, Pursue
from grognard.systems.empire.shock.events import RiddenDown, ShockFought
from grognard.systems.empire.table import COPIED, PLAIN, Table
from grognard.systems.empire.tests import ControlTested, ManoeuvreTested

ANSWERS, CHARGED, SHOCK = "answer", "charged", "shock"
POLICY: Final = Policy(
    {
        ANSWERS: "first", "react": "fire", CHARGED: STAND, "control": "pick ride-on",
        "swept-aside": "pick flee", "new-target": "pick lapse", "shock-support": "most",
        "advance": "pick go-on", "pursuit": "pursue", "pursued": "pick stand",
    }
)  # fmt: skip
"""Whoever is shot at answers by volley if he can, alone. Others fire at a charge at its pause, the target
stands, chargers ride on, friends support by fire, winners advance and horse pursues straight on."""

PASSES: Final = {True: "passes", False: "fails"}


class EmpireOfficer(Officer):
    """Reads tables and events of Bataille Empire. Losses are counted in halves."""

    kept: ClassVar[tuple[str, ...]] = COPIED
    plain: ClassVar[tuple[str, ...]] = tuple(field for field in PLAIN if field != "setting")
    segments: ClassVar[tuple[type[Procedure], ...]] = (FireStep, ChargeStep, MovementStep)
    policy: ClassVar[Policy] = POLICY

    def alike(self, roll: Roll, dice: tuple[int, ...]) -> Hashable:
        """Two dice of one's own are added up."""
        return sum(dice) if roll.dice == "2d6" and roll.purpose != SHOCK else dice

    def classes(self, state: State) -> Sequence[Fallen] | None:
        procedure, roll = state.stack[-1].procedure, state.pending
        found = ROLLS.get(type(procedure))
        if found is None or not isinstance(roll, Roll):
            return None
        brings = found(state.table, procedure, roll)
        groups: dict[Hashable, list[tuple[int, ...]]] = {}
        for dice in roll.outcomes():
            groups.setdefault(brings(dice), []).append(dice)
        return [(ways[0], len(ways)) for ways in groups.values()]

    # --- decisions on the way

    def choose(self, root: State, state: State, policy: Policy, order: Action | None) -> Action:
        ask = state.pending
        assert isinstance(ask, Ask)
        rule = policy.rules.get(ask.purpose, "")
        if ask.purpose == CHARGED:
            return answered(list(ask.options), rule)
        taken = CHOICES.get((ask.purpose, rule))
        found = taken(state, list(ask.options)) if taken is not None else None
        return super().choose(root, state, policy, order) if found is None else found

    # --- what is counted

    def labels(self, event: Event) -> Iterable[str]:
        match event:
            case ShotFired():
                kind = "ricochet" if event.ricochet else "hits"
                return (f"{kind} {event.unit}: {event.halves}",)
            case MoraleTested():
                return (f"morale {event.unit}: {PASSES[event.held]}",)
            case ManoeuvreTested():
                return (f"manoeuvre {event.unit}: {PASSES[event.passed]}",)
            case ControlTested():
                return (f"control {event.unit}: {PASSES[event.held]}",)
            case ShockFought():
                won = "won" if event.winner != event.target else "lost"
                return (f"{SHOCK} {event.target}: {won} {event.result}",)
            case RiddenDown():
                return (f"ridden {event.unit}: eliminated",)
            case OrderTested():
                general = self.setting.divisions[event.division].commander
                return (f"order {general}: {'obeys' if event.obeys else 'refuses'}",)
            case _:
                return ()

    # --- where it begins

    def opened(self, state: State, action: Action) -> tuple[State, Action | None]:
        """A charge is ridden with those who have declared one at the same target, and at once."""
        asker = state.stack[-1].procedure
        if isinstance(action, Charge):
            declared = asker.riders if isinstance(asker, ChargeStep) else ()
            return begun(state.table, home(state.table, action, declared)), None
        if type(action) is ChangeOrder:
            return begun(state.table, commanded(state.table, action)), None
        return super().opened(state, action)

    def begin(self, table: Table, action: Action) -> State | None:
        if isinstance(action, Charge):
            way = approach(table, action.unit, action.target, formation=action.forms)
            return begun(table, home(table, action)) if isinstance(way, Approach) else None
        if not isinstance(action, Fire):
            return None
        if not {action.unit, action.target} <= table.pieces.keys():
            return None
        if not isinstance(aim_at(table, action.unit, action.kind, action.target), Aim):
            return None
        if against_supports(table, action.unit, action.target, action.supports) is not None:
            return None
        if against_limbering(table, action, preparatory=True) is not None:
            return None
        return begun(
            table,
            FireAction(
                action.unit, action.kind, action.target, action.supports, limbers=action.limbers
            ),
        )

    def target(self, state: State, action: Action) -> Place:
        """Where the unit stands that is charged."""
        if isinstance(action, Charge):
            held = state.table.pieces.get(action.target)
            return held.at if held is not None else 0
        for frame in reversed(state.stack):
            if isinstance(frame.procedure, ChargeHome):
                held = state.table.pieces.get(frame.procedure.target)
                return held.at if held is not None else 0
        return 0

    # --- what has become of everybody

    def side_of(self, table: Table, unit: UnitId) -> SideId:
        return table.side_of(unit)

    def condition(self, table: Table, unit: UnitId) -> str:
        piece = table.pieces.get(unit)
        if piece is None:
            return "off the map"
        return "disorder" if piece.disordered else "good"

    def ending(self, before: Table, after: Table, target: Place) -> Ending:
        leaders = tuple(
            (who, "lost")
            for who, officer in after.officers.items()
            if officer.lost or officer.grade is not before.officers[who].grade
        )
        holder = holder_of(before, after, target) if target else ""
        return Ending(tuple(self._changes(before, after)), leaders, holder)

    def _changes(self, before: Table, after: Table) -> Iterator[tuple[UnitId, int, str]]:
        for unit, piece in before.pieces.items():
            now = after.pieces.get(unit)
            if now is None:
                whole = before.printed(unit).cohesion * HALVES
                yield unit, whole - piece.halves, after.removed[unit].how
            elif (now.halves, now.disordered, now.pose) != (
                piece.halves, piece.disordered, piece.pose,
            ):  # fmt: skip
                loose = before.is_skirmisher(unit)
                yield unit, now.halves - piece.halves, state_of(piece, now, loose=loose)


def state_of(piece: Piece, now: Piece, *, loose: bool) -> str:
    """How a unit is left: who is in disorder elsewhere has been driven off, skirmishers who moved too."""
    if now.pose != piece.pose and (now.disordered or loose):
        return "retreated"
    return "disorder" if now.disordered else "good"


def holder_of(before: Table, after: Table, target: Place) -> SideId:
    """Who stands where the target stood: the side of the nearest unit within 1 UD, or nobody."""
    spots = [(before.centre(unit),) for unit, piece in before.pieces.items() if piece.at == target]
    near = [
        (gap_squared(spot, after.corners(unit)), unit)
        for spot in spots
        for unit in after.within(spot, MIL)
    ]
    return after.side_of(min(near)[1]) if near else ""


# --- what is begun


def home(table: Table, order: Charge, declared: Sequence[Rider] = ()) -> ChargeHome:
    """A charge as it will be run, with those who go at the same target."""
    gap = gap_of(table, order.unit, order.target)
    rider = Rider(order.unit, order.target, order.forms, gap)
    riders = [each for each in declared if each.target == order.target]
    others = [each for each in declared if each.target != order.target]
    engaged = {unit for each in others for unit in (each.unit, each.target)}
    return ChargeHome(order.target, (*riders, rider), tuple(sorted(engaged)))


def commanded(table: Table, order: ChangeOrder) -> ChiefCommands:
    return ChiefCommands(table.setting.divisions[order.division].side, order)


# --- choices that a policy names by a word of its own

Chosen = Callable[[State, list[Any]], Action | None]


def volley_alone(state: State, options: list[Any]) -> Action | None:
    alone = [each for each in options if isinstance(each, Fire) and not each.supports]
    return next((each for each in alone if each.kind is FireKind.VOLLEY), alone[0])


def fire_at_the_pause(state: State, options: list[Any]) -> Action | None:
    """Others fire at chargers, alone; in a move nobody else interferes."""
    if not isinstance(state.stack[-1].procedure, ChargeHome):
        return None
    return next((each for each in options if isinstance(each, Fire) and not each.supports), None)


def answered(options: list[Any], words: str) -> Action:
    """The answer to a charge that is named; where it cannot be given the unit stands, if that can be."""
    named = [each for each in options if str(each) == words]
    standing = [each for each in options if isinstance(each, Answer) and each.how == STAND]
    return (named or standing or options)[0]


def most_support(state: State, options: list[Any]) -> Action | None:
    return max(options, key=lambda each: len(each.units))  # type: ignore[no-any-return]


def horse_pursues(state: State, options: list[Any]) -> Action | None:
    """Horse goes straight on; foot holds back if it may."""
    unit = options[0].unit
    held: Action = HoldBack(unit)
    foot = state.table.arm(unit) is not Arm.CAVALRY
    return held if foot and held in options else Pursue(unit, 0)


CHOICES: Final[Mapping[tuple[str, str], Chosen]] = {
    (ANSWERS, "first"): volley_alone,
    ("react", "fire"): fire_at_the_pause,
    ("shock-support", "most"): most_support,
    ("pursuit", "pursue"): horse_pursues,
}
