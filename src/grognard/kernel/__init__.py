"""The kernel: questions, procedures, events, journals, views. It knows no soldier.

A game is a frozen :class:`~grognard.kernel.engine.State`; ``answer(state, value)`` gives the next.
Everything a rulebook needs to say it says with the words of this package.
"""

from grognard.kernel.accounts import Account, Item
from grognard.kernel.engine import Frame, State, answer, start, unanswered, why_not
from grognard.kernel.errors import (
    BrokenRules,
    GrognardError,
    IllegalAction,
    MalformedAction,
    MalformedFile,
    Reason,
)
from grognard.kernel.events import Event
from grognard.kernel.procedures import Call, Done, Flow, Goto, Procedure, step
from grognard.kernel.questions import (
    Action,
    Ask,
    Choices,
    Drafted,
    Draw,
    Judged,
    Options,
    Over,
    Pending,
    Roll,
)
from grognard.kernel.rules import rule
from grognard.kernel.tables import Table

__all__ = [
    "Account",
    "Action",
    "Ask",
    "BrokenRules",
    "Call",
    "Choices",
    "Done",
    "Drafted",
    "Draw",
    "Event",
    "Flow",
    "Frame",
    "Goto",
    "GrognardError",
    "IllegalAction",
    "Item",
    "Judged",
    "MalformedAction",
    "MalformedFile",
    "Options",
    "Over",
    "Pending",
    "Procedure",
    "Reason",
    "Roll",
    "State",
    "Table",
    "answer",
    "rule",
    "start",
    "step",
    "unanswered",
    "why_not",
]
