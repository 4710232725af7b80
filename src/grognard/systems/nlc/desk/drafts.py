"""An order that is being written, put together from its parts."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Action, State
from grognard.kernel.errors import GrognardError
from grognard.systems.nlc.command.order_actions import BadMove, Record, Send
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.setting import Order

replace = msgspec.structs.replace


def written_order(state: State, adviser: Any, draft: Any) -> Action:
    """The order that is sent, noted or foisted on somebody; a march without a way takes the usual."""
    if not draft.links:
        raise GrognardError("an order says what to do")
    links = [_link(each) for each in draft.links]
    if draft.waits:
        links[-1] = replace(links[-1], awaits=True)
    orders = tuple(links)
    first = orders[0]
    if first.type is OrderType.MARCH and not first.route and first.target:
        usual = _usual_way(state, adviser, draft, first)
        orders = (replace(first, route=usual), *orders[1:]) if usual else orders
    match draft.kind:
        case Send.verb:
            return Send(draft.to, orders, draft.sender)
        case Record.verb:
            return Record(draft.to, orders)
        case _:
            return BadMove(draft.to, orders)


def _link(link: Any) -> Order:
    try:
        kind = OrderType(link.kind)
    except ValueError:
        raise GrognardError(f"there is no order {link.kind!r}") from None
    here = "here" in link.marks
    return Order(
        kind, target=() if here else tuple(link.places), route=tuple(link.via), here=here,
        forced="forced" in link.marks, not_before=link.turn, chief=link.chief,
    )  # fmt: skip


def _usual_way(state: State, adviser: Any, draft: Any, march: Order) -> tuple[int, ...]:
    """The way of a march as it is offered for the place."""
    for action in adviser.orders(state, draft.to, march.target[0]):
        order = getattr(action, "orders", (None,))[0]
        if order is not None and (order.type, order.target) == (march.type, march.target):
            route: tuple[int, ...] = order.route
            return route
    return ()
