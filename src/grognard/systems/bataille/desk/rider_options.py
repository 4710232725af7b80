"""Options of horsemen and leaders as a client can draw them: who rides, where to, against whom.

``warns`` says before an order what the player would otherwise learn too late.
"""

from __future__ import annotations

from typing import Any

from grognard import kernel
from grognard.desks.advice import Option
from grognard.desks.documents import Aim, Reach, Reason, Way
from grognard.kernel import Action, Ask, State
from grognard.mechanics.commands import Finish
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.command.leader_actions import Accompany, LeadTo
from grognard.systems.bataille.desk.counters import shape_of
from grognard.systems.bataille.horse.charge_actions import (
    Charge,
    Decline,
    Evade,
    Ride,
    Square,
    Target,
)
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.gallop import Gallop, after, charge_of, leg_from
from grognard.systems.bataille.horse.horse_actions import OpportunityCharge, React
from grognard.systems.bataille.movement.march import Leg
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

NOBODY_IN_REACH = "can reach nobody"
WITHOUT_RUN = "P38.15"
MUST_STRIKE = "P38.8"
CHARGERS = ("chargers", "units", "gallop", "riding", "cavalry", "mover")
"""Fields of an open procedure that say who charges, or who moves under the eyes of horse."""


def rider_option(state: State, action: Action) -> Option | None:
    """The option for an order of horsemen or leaders; None for any other."""
    table: Table = state.table
    words, verb = str(action), str(action).partition(" ")[0]
    match action:
        case Charge():
            return Option(
                words, verb, action.units[0], units=action.units, warns=_reach(table, action.units)
            )
        case Ride():
            return _ride(state, action)
        case Target() | Decline():
            at = _at(table, action.unit)
            return Option(words, verb, action.unit, target=at, units=_chargers(state))
        case Square():
            ends = table.pieces[action.unit].hexes[:1] if action.unit in table.pieces else ()
            return Option(words, verb, action.unit, ends=ends, formation=Formation.SQUARE.value)
        case Evade():
            return Option(words, verb, action.unit, ends=(action.to,), path=(action.to,))
        case React():
            foe = next((_at(table, unit) for unit in _chargers(state)), 0)
            return Option(words, verb, action.units[0], target=foe, units=action.units)
        case OpportunityCharge():
            foe = next((_at(table, unit) for unit in _chargers(state)), 0)
            path = (action.to,) if action.to != _at(table, action.unit) else ()
            return Option(words, verb, action.unit, target=foe, ends=(action.to,), path=path)
        case LeadTo():
            return Option(words, verb, action.leader, ends=(action.to,), path=(action.to,))
        case Accompany():
            at = _at(table, action.unit)
            return Option(words, verb, action.leader, target=at, units=(action.unit,))
        case Finish():
            return Option(words, verb, warns=_halt(state))
        case _:
            return None


def gallop_of(state: State, side: str, unit: str) -> Gallop | None:
    """The charge that a unit rides, or would ride if it were named now; None if it does neither."""
    ask = state.pending
    if not isinstance(ask, Ask) or ask.side != side:
        return None
    held: Gallop | None = getattr(ask.options, "gallop", None)
    if held is not None:
        return held if held.lead == unit else None
    return charge_of(state.table, (unit,)) if Charge((unit,)) in ask.options else None


def ridden(table: Table, gallop: Gallop, *, named: bool) -> Reach:
    """How far a charge can go and whom it can strike; once it is named, with the rides that lead there."""
    from grognard.systems.bataille.desk.rides import scoured

    lead, piece = gallop.lead, table.pieces[gallop.lead]
    places, struck = scoured(table, gallop)

    def order(words: tuple[str, ...]) -> str:
        return str(Ride(lead, words)) if named and words else ""

    ways = (
        Way(
            order(there.words), _hexes(table, gallop, there.words) if named else (),
            shape_of(there.piece.hexes, there.piece.formation, there.piece.facing, there.piece.main),
            there.cost / HALVES,
        )
        for at, there in sorted(places.items())
        if at != piece.at
    )  # fmt: skip
    aims = (
        Aim(
            way.foe, table.pieces[way.foe].at, way.cost / HALVES,
            _hexes(table, gallop, way.words), order(way.words), way.run,
            "" if way.run else table.cites(WITHOUT_RUN),
        )
        for way in struck
        if way.words
    )  # fmt: skip
    why = None if struck else Reason(NOBODY_IN_REACH, table.cites(MUST_STRIKE))
    return Reach(lead, tuple(ways), gallop.left / HALVES, reason=why, aims=tuple(aims))


def short_of(table: Table, gallop: Gallop, at: Hex) -> kernel.Reason | None:
    """Why a charge does not strike or reach a hex; None if it does."""
    from grognard.systems.bataille.desk.rides import scoured

    places, struck = scoured(table, gallop)
    if at in places or any(at in table.pieces[way.foe].hexes for way in struck):
        return None
    who = table.printed(gallop.lead).name
    text = f"the charge of {who} cannot come to {name(at)}"
    return kernel.Reason(text, table.cites("P38.2"))


def _hexes(table: Table, gallop: Gallop, words: tuple[str, ...]) -> tuple[Hex, ...]:
    """The hexes that a charge enters on its way."""
    piece, path = table.pieces[gallop.lead], list[Hex]()
    for word in words:
        leg = leg_from(table, gallop, piece, word)
        if not isinstance(leg, Leg):
            break
        before = piece.at
        gallop, piece = after(table, gallop, piece, leg)
        if piece.at != before:
            path.append(piece.at)
    return tuple(path)


def _at(table: Table, unit: str) -> Hex:
    piece = table.pieces.get(unit)
    return piece.at if piece is not None else 0


def _chargers(state: State) -> tuple[str, ...]:
    """Who charges or moves, as the innermost procedure that knows it has it."""
    for frame in reversed(state.stack):
        for field in CHARGERS:
            held: Any = getattr(frame.procedure, field, None)
            held = getattr(getattr(held, "gallop", held), "units", held)
            units = (held,) if isinstance(held, str) and held else held
            if isinstance(units, tuple) and units and units[0] in state.table.pieces:
                return units
    return ()


def _reach(table: Table, units: tuple[str, ...]) -> str:
    """A warning where a charge has nobody in reach."""
    if any(unit not in table.pieces for unit in units):
        return ""
    return "" if contactable(table, charge_of(table, units), one=True) else NOBODY_IN_REACH


def _halt(state: State) -> str:
    """A warning where a charge that halts would be routed for it (P38.46): the nearest whom it could strike."""
    ask = state.pending
    if not isinstance(ask, Ask) or ask.purpose != "ride":
        return ""
    foes = contactable(state.table, ask.options.gallop, one=True)
    if not foes:
        return ""
    named = state.table.printed(min(foes, key=foes.__getitem__)).name
    return f"could strike {named}: horse that could strike and does not is routed (P38.46)"


def _ride(state: State, order: Ride) -> Option:
    """Where a ride ends, how the horse then faces, the way there, and what it costs."""
    table: Table = state.table
    gallop: Gallop | None = getattr(getattr(state.pending, "options", None), "gallop", None)
    piece = table.pieces.get(order.unit)
    if gallop is None or piece is None:
        return Option(str(order), "ride", order.unit)
    cost, path = 0, list[Hex]()
    for word in order.path:
        leg = leg_from(table, gallop, piece, word)
        if not isinstance(leg, Leg):
            break
        before = piece.at
        gallop, piece = after(table, gallop, piece, leg)
        cost += leg.cost
        if piece.at != before:
            path.append(piece.at)
    return Option(
        str(order), "ride", order.unit, units=gallop.units, ends=piece.hexes, facing=piece.facing,
        formation=piece.formation.value, path=tuple(path), cost=cost / HALVES,
    )  # fmt: skip
