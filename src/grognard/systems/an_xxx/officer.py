"""What An XXX tells the odds officer beyond what the editions share: the whole chain of an assault."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar, Final

from grognard.kernel import Action, Procedure, State
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex
from grognard.odds.fence import begun
from grognard.odds.keys import state_key
from grognard.odds.officer import Fallen, Policy
from grognard.systems.an_xxx.assault import declare
from grognard.systems.an_xxx.assault.assaulting import DeclareAssault
from grognard.systems.an_xxx.assault.fight import MeleeRoll
from grognard.systems.an_xxx.assault.hex_assault import AssaultOf
from grognard.systems.an_xxx.assault.impetus import Occupation
from grognard.systems.an_xxx.assault.pairs import targets
from grognard.systems.an_xxx.assault.round import AssaultRound
from grognard.systems.an_xxx.assault.segment import AssaultSegment
from grognard.systems.an_xxx.guns.burning import HOWITZERS
from grognard.systems.an_xxx.horse.attack import CavalryAttacks, against_attack
from grognard.systems.an_xxx.horse.declare import Combine, Grand, against
from grognard.systems.an_xxx.horse.melee import CavalryMelee
from grognard.systems.an_xxx.horse.segment import ChargeSegment, DeclarationSegment, name_together
from grognard.systems.an_xxx.marks import closers
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.command.casualties import struck_in_melee
from grognard.systems.bataille.desk.charge_course import newly_met
from grognard.systems.bataille.desk.officer import BatailleOfficer, Rolls, alike, fire_rungs
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.pieces import Arm
from grognard.systems.bataille.table import Table

NO_IMPETUS: Final = (6,)
"""A die that leads nobody on."""

POLICY: Final = Policy(
    {
        "advance-after-melee": "last",
        "closing-move": "first",
        "declare-target": "target",
        "form-up": "last",
        "retreat-before-charge": "decline",
        "spare-horses": "pick spend",
        "square-hex": "first",
        "trample": "last",
        "impetus": "first",
        "raise-cry": "last",
        "retreat-before-melee": "decline",
        "volley": "first",
    }
)
"""Attackers press on, defenders stand and hold their fire, and nobody else interferes."""


def _melee(table: Table, roll: MeleeRoll) -> Iterator[Any]:
    """What each rung brings, and whose leader it strikes."""
    melee, (_, words) = roll.melee, roll.reading(table)
    for rung, word in enumerate(words):
        struck = struck_in_melee(
            table,
            melee.target,
            table.side_of(melee.attackers[0]),
            D66(rung),
            attacker=melee.attack_leader,
            defender=melee.defence_leader,
        )
        yield word, "" if struck is None else struck.side


def _fire(table: Table, fire: FireAttack) -> Iterator[Any]:
    """What each rung costs, whose leader it strikes, and what the dice as thrown set off besides."""
    natural = table.setting.cards.natural
    guns = any(table.printed(firer.unit).battery for firer in fire.firers)
    for rung, result in enumerate(fire_rungs(table, fire)):
        caisson = guns and (rung in natural["caisson_guns"], rung in natural["caisson_wagon"])
        yield result, caisson, fire.kind == HOWITZERS and rung in natural["fire_in_houses"]


class AnXXXOfficer(BatailleOfficer):
    """Reads tables and events of An XXX.

    An assault is followed until the hex is entered. How far the impetus leads then matters to nobody
    unless horse is near that might charge those who come on.
    """

    segments: ClassVar[tuple[type[Procedure], ...]] = (
        *BatailleOfficer.segments, AssaultSegment, DeclarationSegment, ChargeSegment, CavalryAttacks,
    )  # fmt: skip
    naming: ClassVar[tuple[type[Procedure], ...]] = (DeclarationSegment,)
    policy: ClassVar[Policy] = POLICY
    rolls: ClassVar[Rolls] = {FireAttack: _fire}
    attacks: ClassVar[tuple[type[Procedure], ...]] = (
        *BatailleOfficer.attacks,
        DeclareAssault,
        AssaultOf,
    )

    def __init__(self, setting: Any, aim: Hex = 0) -> None:
        super().__init__(setting, aim)
        self._read: tuple[State | None, list[Any]] = (None, [])

    def _words(self, state: State, roll: MeleeRoll) -> list[Any]:
        if self._read[0] is not state:
            self._read = state, list(_melee(state.table, roll))
        return self._read[1]

    def classes(self, state: State) -> Sequence[Fallen] | None:
        roll = state.stack[-1].procedure
        if isinstance(roll, MeleeRoll):
            return alike(self._words(state, roll))
        return super().classes(state)

    def outcome(self, root: State, state: State, value: Any) -> Hashable | None:
        """A round goes on alike from the same word, whatever moved its column and its dice."""
        roll = state.stack[-1].procedure
        fought = state.stack[-2].procedure if len(state.stack) > 2 else None
        if not isinstance(roll, MeleeRoll) or not isinstance(fought, AssaultRound):
            return None
        below = State(state.table, state.stack[:-2], state.pending)
        word = self._words(state, roll)[D66.thrown(value).rung]
        return state_key(self, root, below), fought.firefight, fought.sparing, roll.melee, word

    def passed_over(self, state: State) -> Any | None:
        procedure = state.stack[-1].procedure
        near = isinstance(procedure, Occupation) and _horse_near(state.table, procedure)
        return NO_IMPETUS if isinstance(procedure, Occupation) and not near else None

    def sequel(self, root: State, state: State) -> State | None:
        """Who has closed meanwhile fights in the assault phase, as things stand when he has; of a
        charge its cost is counted."""
        for target, units in _closed(state.table).items():
            if any(unit not in closers(root.table, target) for unit in units):
                return begun(state.table, AssaultOf(state.table.side_of(units[0]), target))
        rode = newly_met(root.table, state.table) if len(state.stack) == 1 else []
        return begun(state.table, ChargeSegment(state.table.phasing)) if rode else None

    def opened(self, state: State, action: Action) -> tuple[State, Action | None]:
        """A combined or a Grand Charge is ridden at once, whoever else is named."""
        if isinstance(action, Combine | Grand):
            return self._ridden(state.table, action), None
        return super().opened(state, action)

    def _ridden(self, table: Table, order: Combine | Grand) -> State:
        draft = table.draft()
        named = name_together(draft, order)
        return begun(draft, ChargeSegment(table.side_of(order.units[0]), named))

    def begin(self, table: Table, action: Action) -> State | None:
        if isinstance(action, Combine | Grand):
            return self._ridden(table, action) if _may_be_named(table, action) else None
        if isinstance(action, Assault) and _on_horseback(table, action):
            return begun(table, CavalryMelee(action.units, action.target))
        if not isinstance(action, Assault) or not all(u in table.pieces for u in action.units):
            return super().begin(table, action)
        if set(action.units) <= set(closers(table, action.target)):
            return begun(table, AssaultOf(table.side_of(action.units[0]), action.target))
        if declare.against(table, action, lambda unit: declare.hand_of(table, unit)) is not None:
            return None
        hands = tuple(declare.hand_of(table, unit) for unit in action.units)
        able = tuple(hand for hand in hands if isinstance(hand, InHand))
        return begun(table, DeclareAssault(action.target, able))


def _may_be_named(table: Table, order: Combine | Grand) -> bool:
    """Could those who are to charge together be named for it, if they were asked now?"""
    known = bool(order.units) and all(unit in table.pieces for unit in order.units)
    return known and against(table, table.side_of(order.units[0]), (), order) is None


def _horse_near(table: Table, occupation: Occupation) -> bool:
    """Is there enemy horse that could charge those whom the impetus leads on?"""
    cards, side = table.setting.cards, table.side_of(occupation.attackers[0])
    far = max(cards.rows["impetus"].values()) + cards.count("opportunity_at")
    near = table.units_near((occupation.target,), far, table.setting.enemy(side))
    return any(table.printed(unit).arm is Arm.CAVALRY for unit in near)


def _on_horseback(table: Table, order: Assault) -> bool:
    """Is this an attack of horse without a charge, that could be made from where it stands?"""
    known = all(unit in table.pieces for unit in order.units) and bool(order.units)
    side = table.side_of(order.units[0]) if known else ""
    return known and against_attack(table, side, ((), ()), order) is None


def _closed(table: Table) -> dict[int, tuple[str, ...]]:
    """By hex, those who have closed on it."""
    hexes = [at for side in table.setting.sides for at in targets(table, side)]
    return {at: closers(table, at) for at in hexes}
