"""The guide of a battle at the text table: the lesson whose moment has come, and when it is done."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from grognard.desks.guide import is_done
from grognard.desks.teller import Teller
from grognard.kernel import Event
from grognard.kernel.journal import Entry
from grognard.kernel.system import tag_of

WIDTH = 92


class Lessons:
    """Keeps which lessons of a guide are done. Without a guide it has nothing to say."""

    def __init__(self, setting: Any, teller: Teller) -> None:
        self.teller = teller
        self.guide: Any = getattr(setting, "guide", None)
        self.done: list[str] = []
        self._shown: Any = None
        self._last = ""

    def catch_up(self, entries: Iterable[Entry]) -> None:
        """Take as done what a battle that is gone on with has seen already."""
        turn = 1
        for entry in entries:
            if self.due(entry.who, entry.purpose, turn) is not None:
                self.heard(entry.answer, entry.events, turn)
            for event in entry.events:
                turn = getattr(event, "turn", turn) if tag_of(type(event)) == "TurnBegan" else turn

    def due(self, side: str, purpose: str, turn: int) -> Any:
        """The lesson for this question, if there is one."""
        self._shown = None
        if self.guide is not None and side == self.guide.side:
            self._shown = self.guide.current(purpose, turn, self.done)
        return self._shown

    def heard(self, order: str, happened: Iterable[Event], turn: int) -> str:
        """The title of the lesson that this answer has ended; empty if none."""
        step, self._last = self._shown, ""
        if step is None or not is_done(step, order, happened, turn):
            return ""
        self._last = str(step.id)
        self.done.append(self._last)
        return self.teller.phrase(step.title)

    def taken_back(self) -> None:
        """The last answer was taken back: the lesson it ended is due again."""
        if self._last:
            self.done.remove(self._last)
            self._last = ""

    def told(self, step: Any) -> list[str]:
        """A lesson as lines, with what to try."""
        number = [each.id for each in self.guide.steps].index(step.id) + 1
        say, phrase = self.teller.say, self.teller.phrase
        count, title = str(len(self.guide.steps)), phrase(step.title)
        head = say("lesson", number=str(number), count=count, title=title)
        lines = [head, *textwrap.wrap(phrase(step.text), WIDTH)]
        if step.orders:
            lines.append(say("lesson-try", orders=say("lesson-or").join(step.orders)))
        if step.rules:
            rules = ", ".join(step.rules)
            lines.append(say("lesson-book", rules=rules, rule=step.rules[0]))
        return lines
