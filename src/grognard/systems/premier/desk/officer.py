"""What La Bataille Premier tells the odds officer beyond what the editions share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Final

from grognard.kernel import Action, Event, Procedure, State
from grognard.mechanics.d66 import D66, RUNGS
from grognard.odds.fence import begun
from grognard.odds.officer import Policy
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.command.casualties import struck_in_melee
from grognard.systems.bataille.desk.officer import BatailleOfficer, Rolls
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.melee.melee import attack_strength, defence_strength, engaged_hexes
from grognard.systems.bataille.table import Table
from grognard.systems.premier.desk.after_the_ride import after_the_ride
from grognard.systems.premier.events import SquareRolled
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from grognard.systems.premier.melee.assault import AssaultByMelee, MeleeSegment
from grognard.systems.premier.melee.melee_card import melee_account, melee_odds

POLICY: Final = Policy(
    {
        "advance-after-melee": "last",
        "declare-target": "target",
        "retreat-before-melee": "decline",
        "spare-horses": "pick spend",
        "contact-fire": "fire",
        "trample": "last",
    }
)
"""Attackers press on and ride down whom they can, and nobody else interferes."""


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


class PremierOfficer(BatailleOfficer):
    """Reads tables and events of La Bataille Premier."""

    segments: ClassVar[tuple[type[Procedure], ...]] = (
        *BatailleOfficer.segments, ChargeSegment, MeleeSegment,
    )  # fmt: skip
    naming: ClassVar[tuple[type[Procedure], ...]] = (ChargeSegment,)
    policy: ClassVar[Policy] = POLICY
    rolls: ClassVar[Rolls] = {AssaultByMelee: _melee}
    attacks: ClassVar[tuple[type[Procedure], ...]] = (*BatailleOfficer.attacks, AssaultByMelee)

    def labels(self, event: Event) -> Iterable[str]:
        if isinstance(event, SquareRolled):
            return (f"square {event.units[0]}: {event.result}",)
        return super().labels(event)

    def sequel(self, root: State, state: State) -> State | None:
        """What a charge leaves to the segments that follow: fire, melee, recall of the wild."""
        if len(state.stack) > 1:
            return None
        return after_the_ride(root.table, state.table, _rider(root, state.table))

    def begin(self, table: Table, action: Action) -> State | None:
        if isinstance(action, Assault) and _may_touch(table, action):
            side = table.side_of(action.units[0])
            return begun(table, AssaultByMelee(side, action.target, action.units))
        return super().begin(table, action)


def _rider(root: State, table: Table) -> str:
    """The side whose charge is walked; whose turn it is, where nobody rides."""
    for frame in root.stack[1:2]:
        if isinstance(frame.procedure, ChargeRide) and frame.procedure.units:
            return table.side_of(frame.procedure.units[0])
    return table.phasing


def _may_touch(table: Table, order: Assault) -> bool:
    return bool(table.stack(order.target)) and all(
        unit in table.pieces and engaged_hexes(table, unit, order.target) for unit in order.units
    )
