"""The environments' chooser: any slot of the menus by which orders are learned, to the order itself.

A unit is chosen first, then a verb, then an order, each by chance. So orders that are rare among all
options, but usual for some unit, are given as often as any other.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.planning.offers import Learning
from grognard.planning.planner import Choose
from grognard.planning.slots import first_menu, next_menu

THINNED: Final = 1 << 30


def by_menus(learning: Learning) -> Choose:
    """The player who takes any slot of every menu, in one system."""

    def choose(view: Any, ask: Ask, chooser: Chooser) -> Action:
        seed = chooser.randrange(THINNED)
        menu = first_menu(learning, view, ask, seed)
        while True:
            slot = menu.slots[chooser.randrange(len(menu.slots))]
            if slot.is_order:
                order: Action = slot.order()
                return order
            menu = next_menu(learning, view, ask, slot, seed)

    return choose
