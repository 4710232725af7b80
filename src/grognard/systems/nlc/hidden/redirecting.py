"""New orders reach a hidden march (N20.1.3): it turns off its way from where it would be by now."""

from __future__ import annotations

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.hidden.events import HiddenChanged
from grognard.systems.nlc.hidden.plots import covered
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.routes import march_route
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import way_between

LATE = 3
"""From this turn of hiding on the last row of the table is read (NT.13)."""


@rule("N20.1.3.1", "N20.1.3.2", "N20.1.3.3")
def redirect(table: Table, name: ForceId, before: OrderType) -> None:
    """The plot goes on from where the leader would be to the new target, by the new route if any.

    ``before`` is the type of the order under which he came so far: it may have used the roads.
    """
    march, force = table.hidden[name], table.forces[name]
    steps = covered(table, march, march.bank, before)
    early = march.early if march.walked else covered(table, march, march.first, before)
    gone = march.plot[: steps + 1]
    here = gone[-1]
    onward: tuple[Hex, ...] = (here,)
    if force.order.route:
        route = march_route(table.setting, force.order)
        onward = route[route.index(here) :] if here in route else (
            *way_between(table.setting, here, route[0])[:-1], *route,
        )  # fmt: skip
    elif force.order.target:
        onward = way_between(table.setting, here, force.order.target[0]) or (here,)
    changed = msgspec.structs.replace(
        march,
        plot=(*gone, *onward[1:]),
        since=min(march.since, table.turn - LATE),
        bank=0,
        walked=steps,
        early=early,
    )
    table.record(HiddenChanged(force.side, changed))
