"""A commander of Bataille Empire: the levels, by what they see and how far they look."""

from __future__ import annotations

from grognard.kernel import Action, Ask
from grognard.planning.levels import Character
from grognard.systems.empire.command.actions import SendPoint
from grognard.systems.empire.doctrine.greedy import Greedy
from grognard.systems.empire.setting import Setting
from grognard.systems.empire.table import Table


class Commander(Greedy):
    """Weighs danger, support and the enemy's answer as far as its level does."""

    def activate(self, table: Table, ask: Ask) -> Action | None:
        """Points go to the general who has most to lead; then whoever is nearest to the enemy acts."""
        sends = [order for order in ask.options if isinstance(order, SendPoint)]
        best = max(
            sends, key=lambda order: (len(table.units_in(order.division)), order), default=None
        )
        if best is not None and not table.bodies[best.division].sent:
            return best
        return super().activate(table, ask)


def commander_of(
    setting: Setting, side: str, character: Character, seed: int, clock: object
) -> Commander:
    return Commander(setting, side, character)
