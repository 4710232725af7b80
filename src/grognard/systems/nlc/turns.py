"""When each order has its turn (chapter 4): what an order of a kind that is not asked is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.kernel import Ask, Reason, rule
from grognard.mechanics import commands

ORDERS: Final = ("orders are given in the command phase", "N12.3.1")
MOVEMENT: Final = ("that is done in the movement segment of one's own stage, the third", "N4.5.3")

TURNS: Final = {
    "send": ORDERS, "rejoin": ORDERS, "stand-down": ORDERS, "take-over": ORDERS,
    "hand-back": ORDERS, "direct": ORDERS,
    "record": ("leaders note decisions first in the command phase", "N12.3.1"),
    "badmove": ("a bad move is named when a leader is confused", "N12.11.2"),
    "accept": ("delivered orders are taken up in the command phase", "NM.2"),
    "hide": ("hidden marches are plotted when orders are settled", "N20.1.1"),
    "reveal": ("hidden marches are plotted when orders are settled", "N20.1.1"),
    "pair": ("formations are paired when chits are prepared", "N4.3"),
    "bombard": ("guns bombard in the first segment of their stage", "N4.5.1"),
    "charge": ("cavalry charges in the second segment of its stage", "N4.5.2"),
    "react": ("cavalry reacts when enemies come near", "N7.9.1"),
    "fire": ("guns fire so at enemies who move", "N20.13.1"),
    "move": MOVEMENT, "lead": MOVEMENT, "enter": MOVEMENT, "exit": MOVEMENT,
    "extend": MOVEMENT, "contract": MOVEMENT,
    "assault": ("assaults are declared in the fourth segment of a stage", "N4.5.4"),
    "support": ("guns support a defence when it is assaulted", "N19.3.1"),
    "occupy": ("units advance into a hex that was won", "N7.5.1"),
    "pick": ("nothing is picked by name here", ""),
    "done": ("this question must be answered, it cannot be passed over", ""),
}  # fmt: skip
"""By the verb of an order: when it has its turn, and the clause that says so."""

PARTS: Final = {
    "record-decision": ("the command phase", "N12.3.1"),
    "orders": ("the command phase", "N12.3.1"),
    "pair": ("chit preparation", "N4.3"),
    "initial-action": ("chit preparation", "N4.3"),
    "bombard": ("the bombardment segment", "N4.5.1"),
    "charge": ("the charge segment", "N4.5.2"),
    "movement": ("the movement segment", "N4.5.3"),
    "assault": ("the assault segment", "N4.5.4"),
}
"""What is asked in the course of the turn, by its purpose; all else comes between (N7.1.4)."""


@rule("N4.1", "N4.5.1", "N4.5.2", "N4.5.3", "N4.5.4")
def out_of_turn(action: object, ask: Ask, names: Mapping[str, str]) -> Sequence[Reason]:
    """What is being asked, and when this order has its turn."""
    return commands.out_of_turn(action, ask, TURNS, PARTS, names)
