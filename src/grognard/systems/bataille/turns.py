"""When each order has its turn (rule 2): what an order of a kind that is not asked is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.kernel import Ask, Reason, rule
from grognard.mechanics import commands

CHARGE: Final = ("charges are designated in the charge segment, the first of one's own", "P2.6")
MOVEMENT: Final = ("that is ordered in one's own movement segment", "P2.7")

TURNS: Final = {
    "charge": CHARGE,
    "ride": ("a charge rides in the charge segment, one after the other", "P38.2"),
    "target": ("a target is named while a charge rides", "P38.11"),
    "pass": ("an enemy is passed by while a charge rides", "P38.11"),
    "square": ("squares are formed when horse comes", "P38.21"),
    "evade": ("skirmishers evade when a charge comes upon them", "P19.17"),
    "react": ("horse reacts while the enemy's horse charges", "P2.12"),
    "counter": ("opportunity charges interrupt the enemy's movement", "P2.12"),
    "march": MOVEMENT, "form": MOVEMENT, "enter": MOVEMENT, "split": MOVEMENT, "join": MOVEMENT,
    "lead": MOVEMENT, "accompany": MOVEMENT, "force-march": MOVEMENT, "leave": MOVEMENT,
    "time-up": ("a clock runs in the movement segment only", "P46.2"),
    "restack": ("stacks are put in order when a movement segment ends", "PR-163"),
    "fire": ("the enemy of the phasing player fires in the third segment, he in the fourth", "P2.9"),
    "assault": ("assaults are declared in one's own melee segment, the fifth", "P2.10"),
    "drill": MOVEMENT,
    "fall-back": ("units slip away when they are assaulted", "P29.1"),
    "advance": ("units advance into a hex that was won", "P33.14"),
    "pick": ("nothing is picked by name here", ""),
    "done": ("this question must be answered, it cannot be passed over", ""),
}  # fmt: skip
"""By the verb of an order: when it has its turn, and the clause that says so."""

SEGMENTS: Final = {
    "designate-charges": ("the charge segment", "P2.6"),
    "movement": ("the movement segment", "P2.7"),
    "stack-order": ("the end of the movement segment", "P2.7"),
    "defensive-fire": ("defensive fire", "P2.8"),
    "offensive-fire": ("offensive fire", "P2.9"),
    "declare-assault": ("the melee segment", "P2.10"),
    "recovery-order": ("morale recovery", "P2.11"),
}
"""What is asked in the midst of a segment, by its purpose; all else interrupts one (P2.12)."""


CHARGES: Final = frozenset(
    {
        "declare-target", "designate-charges", "evade", "form-square", "reaction-charge",
        "reaction-move", "ride", "trample",
    }
)  # fmt: skip
"""What is asked while horse charges: no leader leaves his hex before it."""


@rule("P2.6", "P2.7", "P2.8", "P2.9", "P2.10", "P2.11", "P2.12", "P7.21")
def out_of_turn(action: object, ask: Ask, names: Mapping[str, str]) -> Sequence[Reason]:
    """What is being asked, and when this order has its turn."""
    told = commands.out_of_turn(action, ask, TURNS, SEGMENTS, names)
    if str(action).startswith("fall-back ") and ask.purpose in CHARGES:
        return (*told, Reason("a leader does not leave before a charge", "P7.21"))
    return told
