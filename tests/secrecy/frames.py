"""Frames that remember something else where a side may not look: the rest of a march, who is to follow.

A twin of this kind stands at the same question. Only what procedures on the stack keep from a side is
other; whatever they show it stays.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Frame, Item, State
from grognard.kernel.chance import Stream
from grognard.systems.bataille.views import HIDDEN_CLAUSES

replace = msgspec.structs.replace


def otherwise(state: State, side: str, stream: Stream) -> State:
    """The same state, with frames that remember something else which ``side`` may not know."""
    stack = tuple(
        Frame(_other(frame.procedure, state.table, side, stream), frame.step)
        for frame in state.stack
    )
    return replace(state, stack=stack)


def is_other(state: State, twin: State) -> bool:
    """Does any frame remember something else?"""
    return any(
        one.procedure != other.procedure for one, other in zip(state.stack, twin.stack, strict=True)
    )


def _other(procedure: Any, table: Any, side: str, stream: Stream) -> Any:
    items = getattr(procedure, "items", ())
    if any(item.clause in HIDDEN_CLAUSES for item in items) and _is_enemys(procedure, table, side):
        procedure = replace(procedure, items=tuple(_item(item, stream) for item in items))
    masked = getattr(procedure, "masked", None)
    if masked is None or masked(table, side) is procedure:
        return procedure
    change = CHANGES.get(type(procedure).__name__)
    assert change is not None, f"say how {type(procedure).__name__} could remember something else"
    return replace(procedure, **change(procedure, table, side, stream))


def _is_enemys(procedure: Any, table: Any, side: str) -> bool:
    units = getattr(procedure, "units", ()) or (getattr(procedure, "unit", ""),)
    return any(unit in table.pieces and table.side_of(unit) != side for unit in units)


def _item(item: Item, stream: Stream) -> Item:
    hidden = item.clause in HIDDEN_CLAUSES
    return replace(item, amount=1 + stream.randrange(9)) if hidden else item


def _march(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    words = ("N", "NE", "SE", "S", "SW", "NW")
    return {"path": tuple(words[stream.randrange(6)] for _ in range(1 + stream.randrange(4)))}


def _move(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    gone, more = held.place, 1 + stream.randrange(3)
    hexes = table.setting.ground.hexes
    ahead = tuple(hexes[stream.randrange(len(hexes))] for _ in range(more))
    costs = tuple(1 + stream.randrange(4) for _ in range(more))
    return {"path": held.path[:gone] + ahead, "costs": held.costs[:gone] + costs}


def _retreat(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    rest = stream.shuffled(held.units[1:])
    return {"units": (*held.units[:1], *rest[: stream.randrange(len(rest) + 1)])}


def _place(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    return {"place": stream.randrange(9)}


def _why(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    return {"why": ("confidence", "night", "radius", "choice")[stream.randrange(4)]}


def _number(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    return {"number": 900 + stream.randrange(9)}


def _chosen(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    theirs = [force.id for force in table.forces_of(held.side)]
    return {"chosen": tuple(stream.shuffled(theirs)[: stream.randrange(3)]), "orders": ()}


def _searched(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    own = [name for name in held.waiting if table.forces[name].side == side]
    theirs = [force.id for force in table.forces.values() if force.side != side]
    return {"waiting": (*own, *stream.shuffled(theirs)[: 1 + stream.randrange(2)])}


def _rallying(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    leaders = table.setting.leaders
    own = [name for name in held.leaders[1:] if leaders[name].side == side]
    theirs = [name for name in leaders if leaders[name].side != side and name not in held.leaders]
    return {"leaders": (*held.leaders[:1], *own, *stream.shuffled(theirs)[: stream.randrange(3)])}


def _reaction(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    """What the movers will spend, and whence those ride who have not yet."""
    seen, hexes = held.masked(table, side), table.setting.ground.hexes
    found: dict[str, Any] = {
        name: tuple(
            one if one == other else (one[0], one[1], hexes[stream.randrange(len(hexes))])
            for one, other in zip(getattr(held, name), getattr(seen, name), strict=True)
        )
        for name in ("declared", "passed")
    }
    return (
        found if seen.spending == held.spending else {**found, "spending": 1 + stream.randrange(9)}
    )


def _pledge(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    share = held.pledged[0]
    return {"pledged": (replace(share, value=share.value + 1 + stream.randrange(9)),)}


def _bound(held: Any, table: Any, side: str, stream: Stream) -> dict[str, Any]:
    """Whoever else decides may be bound to go back, or free."""
    others = [each for each in held.order if each != side and stream.randrange(2)]
    return {"must": (*(each for each in held.must if each == side), *others)}


CHANGES = {
    "ChooseOrders": _chosen,
    "ClosingMove": _march,
    "Delays": _place,
    "DiscoveryRolls": _searched,
    "Fail": _why,
    "FailureRetreat": _retreat,
    "MarchOrder": _march,
    "MoveAlong": _move,
    "PasDeCharge": _march,
    "Rally": _rallying,
    "ReactionWindow": _reaction,
    "Receive": _number,
    "Review": _place,
    "StandOrRetreat": _bound,
    "Volley": _pledge,
    "Volleys": _pledge,
}
"""How each procedure that keeps something to its side could remember something else."""
