"""When an order has its turn, for whoever gives it at another time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.kernel import Ask, Reason
from grognard.mechanics import commands
from grognard.mechanics.commands import Turns

TURNS: Final[Turns] = {
    "move": ("units move in step d of their division's activation", "E21.2"),
    "march": ("units move in step d of their division's activation", "E21.2"),
    "occupy": ("buildings are entered in step d of their division's activation", "E24.8"),
    "evacuate": ("buildings are left in step d of their division's activation", "E24.8"),
    "detach": ("skirmishers are sent out in step d of their division's activation", "EU.12"),
    "rejoin": ("skirmishers come back in step d of their division's activation", "EU.12"),
    "enter": ("units come on at the start of their side's turn", "E21.8"),
    "react": ("a unit reacts when an enemy moves before it", "E42.9"),
    "ride": ("commanders ride in step d of their division's activation", "E21.2"),
    "fire": ("units fire in steps b and e of their division's activation", "E21.2"),
    "change-order": ("chiefs command in their player turn, between activations", "E24.3"),
    "take-order": ("divisions take orders of their own between activations", "E25.12"),
    "call-reserve": ("chiefs command in their player turn, between activations", "E24.4"),
    "send-point": ("chiefs command in their player turn, between activations", "E24.5"),
    "rally": ("units rally in step d of their division's activation", "E21.2"),
    "recover": ("losses come back in step d of their division's activation", "E21.2"),
    "charge": ("charges are declared in step c of their division's activation", "E35.12"),
    "respond": ("a unit answers a charge at its pause", "E35.5"),
    "support": ("friends fire for a unit when its shock begins", "EG.13"),
    "pursue": ("winners pursue after a shock", "E60.1"),
    "hold-back": ("winners pursue after a shock", "E60.1"),
    "deploy": ("units are shifted before the first turn", "E21.1"),
    "activate": ("divisions are activated one after the other in their side's turn", "E21.6"),
}

PARTS: Final[Turns] = {
    "activate": ("the choice of the next division", "E21.6"),
    "arrival": ("the arrival of units that are due", "E21.8"),
    "react": ("the reaction to a move", "E42.9"),
    "swept-aside": ("the choice of skirmishers who are in the way", "E35.19"),
    "movement": ("movement and rallying", "E21.2"),
    "preparatory-fire": ("the preparatory fire", "E50.30"),
    "final-fire": ("the final fire", "E50.30"),
    "answer": ("the answer to a shot", "E50.31"),
    "initiative-bid": ("the contest for the initiative", "E21.5"),
    "charge": ("the declaration of charges", "E35.12"),
    "next-charge": ("the choice of the charge that comes next", "E35.12"),
    "new-target": ("the choice of another target", "E35.17"),
    "support-moves": ("the moment to step up behind a charge", "E35.14"),
    "charged": ("the answer to a charge", "E35.5"),
    "control": ("the moment to break off a charge", "E35.7"),
    "shock-support": ("the choice of who fires for a shock", "EG.13"),
    "principal": ("the choice of who leads the attack", "E35.10"),
    "advance": ("the advance after a shock", "E56.47"),
    "pursuit": ("the pursuit", "E60.1"),
    "pursued": ("the answer to a pursuer", "E60.5"),
    "redeploy": ("the shifting of units before the battle", "E21.1"),
    "first-side": ("the choice of who is active first", "E21.5"),
}


def out_of_turn(action: object, ask: Ask, names: Mapping[str, str]) -> Sequence[Reason]:
    return commands.out_of_turn(action, ask, TURNS, PARTS, names)
