"""What differs between the editions of the family: one record of hooks, on ``setting.reglement``.

Every hook is as the base book has it, or silent, unless an edition says otherwise. Only types stand
here, so that every chapter may read it; the chapters themselves hold what the base book does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.kernel import Ask, BrokenRules, Done, Flow, Item, Procedure, Reason, step
from grognard.mechanics.concordance import BASE, Concordance
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille import turns
from grognard.systems.bataille.pieces import Piece, Printed, UnitId

if TYPE_CHECKING:
    from grognard.mechanics.commands import Command
    from grognard.systems.bataille.actions import Firer
    from grognard.systems.bataille.factors import Factor
    from grognard.systems.bataille.fire.fire import FireAttack
    from grognard.systems.bataille.fire.firepower import FireShare
    from grognard.systems.bataille.fire.targets import FireOptions
    from grognard.systems.bataille.horse.gallop import Gallop
    from grognard.systems.bataille.horse.ride import Riding
    from grognard.systems.bataille.melee.melee_values import Melee
    from grognard.systems.bataille.movement.march import InHand, Leg
    from grognard.systems.bataille.movement.movement import MovementOptions
    from grognard.systems.bataille.table import Table


SEGMENTS: Final = ("charge", "movement", "defensive-fire", "offensive-fire", "melee", "recovery")
"""The parts of a side's turn in the base book, in order."""


class ExtraLeg(msgspec.Struct, frozen=True):
    """A leg that a stopped unit may still make: the leg, the enemy hex it is then bound to assault,
    and the hexes that move."""

    leg: Leg
    target: Hex
    moving: tuple[Hex, ...]


class LetStand(Procedure, tag=True):
    """An edition that says nothing of overfull hexes lets the excess stand (PR-18)."""

    @step("PR-18")
    def over(self, table: Table) -> Flow:
        return Done()


def _let_stand(at: Hex, newest: tuple[UnitId, ...] = ()) -> Procedure:
    return LetStand()


def _no_further(table: Table, hand: InHand, word: str) -> Reason:
    return Reason("a unit that was stopped goes no further", "P14.8")


def _nothing_follows(table: Table, fire: FireAttack) -> None:
    return None


def _no_bare_targets(table: Table, side: str) -> Mapping[Hex, str]:
    return {}


def _no_rows(table: Table, unit: UnitId, foes: Sequence[UnitId]) -> tuple[Item, ...]:
    return ()


def _unwritten(*_: Any, **__: Any) -> Any:
    raise BrokenRules("the edition has no rule for what is asked of it here")


class FurtherOrder(msgspec.Struct, frozen=True, eq=False):
    """A kind of order that an edition adds to the movement segment.

    ``against`` judges one, asking the options for the order that a unit has in hand; ``of_unit`` lists
    those that begin with a unit; ``procedure`` carries one out with the orders in hand of its units,
    and its result is the order that stays in hand, or None.
    """

    against: Callable[[MovementOptions, Any], Reason | None]
    of_unit: Callable[[MovementOptions, UnitId], Iterator[Command]]
    procedure: Callable[[Any, tuple[InHand, ...]], Procedure]


class Companies(msgspec.Struct, frozen=True, eq=False):
    """A column of companies, where an edition knows it: a file of hexes behind the lead hex.

    ``against`` is what keeps a unit from forming it, ``hexes`` how many it takes up, and ``layings``
    are the ways in which it can form where it stands: the facing, and its hexes head first. ``shape``
    is what speaks against one that is none of these.
    """

    against: Callable[[Table, Printed, int], Reason | None]
    hexes: Callable[[Table, int], int]
    layings: Callable[[Table, Printed, Piece], list[tuple[int, tuple[Hex, ...]]]]
    shape: Callable[[Table, Printed, Piece, int, tuple[Hex, ...]], Reason | None]


OfUnit = Callable[["Table", UnitId], Iterator["Factor"]]
OfFight = Callable[["Table", "Melee", UnitId], Iterator["Factor"]]


class MeleeFactors(msgspec.Struct, frozen=True, eq=False):
    """The factors of a strength in melee, in the order they are told: of a unit's own state, of the
    manner in which it comes, of an attacker's opponents, of a defender's ground and attackers.

    ``lances`` is what they add in one hex of an attack or a defence, if not what the base book says,
    and ``share`` what part of a unit in several hexes fights, if it says so.
    """

    own: tuple[OfUnit, ...]
    manner: tuple[OfFight, ...]
    opponents: tuple[OfFight, ...]
    defence: tuple[OfFight, ...]
    lances: Callable[[Table, UnitId, bool], Fraction] | None = None
    share: Callable[[Table, UnitId], Factor | None] | None = None


class Reglement(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The hooks of an edition.

    ``player_sequence`` is a side's part of a turn, ``segments`` the names of its parts in order,
    ``shared_hex`` those in which both sides may stand in one hex, and ``out_of_turn`` what an order
    is told that is not asked in its place. ``settle`` deals with a hex that holds more than
    it may; ``extra_leg`` lets a stopped unit make one more; ``orders`` are further ones of movement, by
    their kind, ``duty`` what binds a unit to one of them before any other, and ``order_begun`` is told
    when a unit begins an order of another kind. ``rows`` are modifiers of morale by
    condition, over those of the base book or beside them; ``rout_hexes`` is how far a rout goes.
    ``weighed`` has the last word on the account of a check, and ``passers`` is what comrades who have
    passed in the same event add to it (the unit, who has rolled, who has passed); ``fire_checks`` are
    the checks after a fire, ``loss_may_help`` where a fallen leader who did harm is missed by nobody;
    ``horse_disorders`` where horse does not rout at once, and
    ``pays_zones`` says which retreats lose men in enemy zones, those of the first hex included.
    ``entered`` is told of a unit that has entered its hexes, ``halts_upon_squares`` where horse may end
    its march upon a square to fight it there.
    ``allowance`` is what a unit may march, ``mover`` the class of mover that its formation makes of it,
    ``arriving`` are marks of those who have come onto the map in this turn,
    ``every_other`` is what a unit pays more for every second hex of its order, ``companies`` a formation of
    its own, ``squares_march`` where a square goes further than a hex, and ``closed`` are the hexes that
    nobody enters now. ``dice_thrown`` is told the dice of a
    fire before its losses. ``fire_times`` multiplies fire by its kind, ``shares`` is
    what a formation (or "mounted") brings to it, ``shift`` may take back the shift
    of guns next to their target, ``defence_rows`` add to the defence of a hex, and
    ``spared`` are reasons for which a unit may not fire at a target. ``bare_targets`` are the hexes
    without a combat unit that a side may still fire at in its own segment, each with the formation by which it is defended.
    ``fire_offered`` is told of every window of opportunity fire: the mover, what was offered, and who fired.
    ``silences`` are further reasons for which a unit does not fire, ``after_fire`` what follows when
    a fire is over. ``melee`` are the factors of a fight, without a word those of the base book.

    Of horse: ``contact`` is a charge that has come upon its target, ``guns_met`` one upon guns that
    were left, ``square`` an attempt to form one before it, out of the formations ``squares_from``, ``charge_ended`` what its end costs a
    rider. ``ride_windows`` are what a step of it calls forth, ``ride_opens`` what it calls forth as
    it sets out, ``pursued`` what follows when horse out of hand has come upon an enemy.
    ``charge_zone`` is how many hexes a charge may enter, ``reaction_reach`` how far a reaction
    goes, ``counter_rows`` what the checks of both take besides the general. ``caught`` is what an
    opportunity charge does to the unit it strikes; without it there are no such charges. ``met`` is
    what becomes of horsemen who have met an enemy.
    """

    concordance: Concordance = BASE
    player_sequence: Callable[[str], Procedure] = _unwritten
    segments: tuple[str, ...] = SEGMENTS
    shared_hex: frozenset[str] = frozenset({"melee"})
    out_of_turn: Callable[[object, Ask, Mapping[str, str]], Sequence[Reason]] = turns.out_of_turn
    settle: Callable[..., Procedure] = _let_stand
    extra_leg: Callable[[Table, InHand, str], ExtraLeg | Reason] = _no_further
    orders: Mapping[type[Command], FurtherOrder] = {}
    duty: Callable[[Table, InHand], Reason | None] | None = None
    order_begun: Callable[[Table, UnitId], None] | None = None
    weighed: Callable[[Table, UnitId, tuple[Item, ...]], tuple[Item, ...]] | None = None
    passers: (
        Callable[[Table, UnitId, tuple[UnitId, ...], tuple[UnitId, ...]], tuple[Item, ...]] | None
    ) = None
    horse_disorders: Callable[[Table, UnitId], bool] | None = None
    loss_may_help: bool = True
    fire_checks: Callable[[FireAttack, tuple[UnitId, ...]], Procedure] | None = None
    pays_zones: Callable[[Table, UnitId, str], bool] | None = None
    allowance: Callable[[Table, Printed, Piece], int] | None = None
    mover: Callable[[Printed, Piece], str] | None = None
    arriving: tuple[str, ...] = ()
    entered: Callable[[Table, UnitId], None] | None = None
    halts_upon_squares: bool = True
    every_other: Callable[[Table, Printed, Piece], int] | None = None
    companies: Companies | None = None
    squares_march: bool = False
    closed: Callable[[Table], frozenset[Hex]] | None = None
    dice_thrown: Callable[[Table, FireAttack, D66], None] | None = None
    fire_times: Mapping[str, Callable[[Table], Factor]] = {}
    shares: Mapping[str, Callable[[Table, Printed, Piece, Hex], FireShare]] = {}
    shift: Callable[[Table, Sequence[FireShare], int], int] | None = None
    defence_rows: tuple[Callable[[Table, Hex, Sequence[UnitId]], Iterator[Item]], ...] = ()
    spared: tuple[Callable[[Table, UnitId, Hex], Reason | None], ...] = ()
    bare_targets: Callable[[Table, str], Mapping[Hex, str]] = _no_bare_targets
    fire_offered: Callable[[Table, UnitId, FireOptions, tuple[Firer, ...]], None] | None = None
    rows: Mapping[str, Callable[[Table, UnitId], Iterator[Item]]] = {}
    rout_hexes: Callable[[Table, UnitId], int | None] | None = None
    silences: tuple[Callable[[Table, UnitId, Hex], Reason | None], ...] = ()
    after_fire: Callable[[Table, FireAttack], Procedure | None] = _nothing_follows
    melee: MeleeFactors | None = None
    charge_zone: Callable[[Table, Sequence[UnitId]], int] | None = None
    reaction_reach: Callable[[Table, UnitId], int] | None = None
    counter_rows: Callable[[Table, UnitId, Sequence[UnitId]], tuple[Item, ...]] = _no_rows
    ride_opens: Callable[[Riding], Procedure] | None = None
    ride_windows: Callable[[Riding, bool], Procedure] | None = None
    pursued: Callable[[tuple[UnitId, ...], UnitId], Procedure] | None = None
    contact: Callable[[Gallop, UnitId, Hex, Hex, bool], Procedure] = _unwritten
    guns_met: Callable[[tuple[UnitId, ...], tuple[UnitId, ...], Hex, Hex], Procedure] = _unwritten
    square: Callable[[UnitId, Gallop], Procedure] = _unwritten
    squares_from: frozenset[str] = frozenset({"column", "line"})
    charge_ended: Callable[[Table, UnitId, Sequence[UnitId], Riding], Procedure | None] = _unwritten
    caught: Callable[[Table, UnitId, UnitId, int], Procedure] | None = None
    met: Callable[[Table, UnitId, UnitId], None] = _unwritten


PLAIN = Reglement()
"""An edition that brings nothing of its own."""
