"""When an order has its turn, for whoever gives it at another time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel import Ask, Reason
from grognard.mechanics import commands
from grognard.mechanics.commands import Turns

TURNS: Final[Turns] = {
    "move": ("units move in step d of their division's activation", "E21.2"),
    "ride": ("commanders ride in step d of their division's activation", "E21.2"),
    "fire": ("units fire in steps b and e of their division's activation", "E21.2"),
    "activate": ("divisions are activated one after the other in their side's turn", "E21.6"),
}

PARTS: Final[Turns] = {
    "activate": ("the choice of the next division", "E21.6"),
    "movement": ("movement and rallying", "E21.2"),
    "preparatory-fire": ("the preparatory fire", "E50.30"),
    "final-fire": ("the final fire", "E50.30"),
    "answer": ("the answer to a shot", "E50.31"),
    "first-side": ("the choice of who is active first", "E21.5"),
}


def out_of_turn(action: object, ask: Ask) -> Sequence[Reason]:
    return commands.out_of_turn(action, ask, TURNS, PARTS)
