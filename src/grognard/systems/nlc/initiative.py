"""Taking the initiative (N20.11): the side that gave less ground last turn adds to its roll."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Item, rule
from grognard.systems.nlc.setting import SideId
from grognard.systems.nlc.table import Table


@rule("N20.11.1", "N20.11.2")
def items(table: Table, side: SideId) -> Iterator[Item]:
    """The bonus on the Initial Action roll, under the option."""
    if not table.setting.on("initiative"):
        return
    cards, enemy = table.setting.cards, table.setting.enemy(side)
    ours, theirs = (table.tally.get(f"last-retreated:{who}", 0) for who in (side, enemy))
    combats = table.tally.get(f"last-retreats:{enemy}", 0)
    if ours >= theirs:
        return
    double = theirs >= 2 * ours and combats >= cards.figure("initiative_combats")
    bonus = cards.figure("initiative_double" if double else "initiative_bonus")
    yield Item(bonus, "the enemy gave more ground", "N20.11.1")
