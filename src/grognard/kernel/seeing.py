"""What reaches a side: its view, and a state that it might be looking at.

This is the one way from a battle to anybody who plays it. Lines, looks, odds, refusals, bots and
environments are handed a ``Seen``; the real table cannot be reached from it, nor what a setting hides.
What a side is asked is worked out on the imagined state: its own orders do not depend on what it
may not know, so that these are the orders that the battle will take.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from grognard.kernel.engine import State, unanswered
from grognard.kernel.errors import BrokenRules
from grognard.kernel.questions import Ask, Choices, Draw, Over, Pending, Roll
from grognard.kernel.system import Rules
from grognard.kernel.views import Question

TRIES: Final = 20
"""So many tables are imagined before we say that none fits what a side sees."""


PUBLIC: Final = ""
"""The side of those who only watch: told what both sides may know, and no more."""


class Seen:
    """What a side is shown at one moment. ``view`` lists no options: those are in ``ask``.

    ``before`` is what the same side saw earlier: what was imagined then is changed, not made anew.
    """

    def __init__(self, rules: Rules, view: Any, setting: Any, before: Seen | None = None) -> None:
        self.rules, self.view, self.setting = rules, view, setting
        self._imagined: Any = before.imagined if before is not None else None

    @property
    def imagined(self) -> Any:
        """The table that this side has imagined last; none, while it was not asked anything."""
        return self.state.table if "state" in self.__dict__ else self._imagined

    @property
    def side(self) -> str:
        """Whose sight this is; empty for those who only watch."""
        side: str = self.view.side
        return side

    @property
    def question(self) -> Question:
        question: Question = self.view.question
        return question

    @property
    def is_asked(self) -> bool:
        return bool(self.side) and self.question.kind == "ask" and self.question.side == self.side

    @property
    def ask(self) -> Ask:
        """What this side is asked, with its options."""
        pending = self.state.pending
        if not isinstance(pending, Ask) or not self.is_asked:
            raise BrokenRules(f"{self.side or 'nobody'} is not asked anything")
        return pending

    @cached_property
    def state(self) -> State:
        """A state that fits all that the side sees. What another is asked has no options here."""
        if not self.is_asked:
            table = self._guess(0)
            return State(table, self.view.stack, _from_outside(self.question), self.view.news)
        for seed in range(TRIES):
            table = self._guess(seed)
            try:
                found = unanswered(table, self.view.stack)
            except (BrokenRules, LookupError):
                continue
            pending = found.pending
            if isinstance(pending, Ask) and pending.side == self.side:
                return msgspec.structs.replace(found, happened=self.view.news)
        raise BrokenRules(f"no table fits what {self.side} sees: {self.question.purpose}")

    def _guess(self, seed: int) -> Any:
        """A table that fits; by the first seed the one of before, where it can be changed."""
        if self._imagined is not None and not seed:
            found = self.rules.follow(self._imagined, self.view, self.setting)
            if found is not None:
                return found
        return self.rules.guess(self.view, self.setting, seed)


def see(rules: Rules, state: State, side: str, before: Seen | None = None) -> Seen:
    """What a side may know of a state, and nothing else; the empty side is the public."""
    view = msgspec.structs.replace(rules.view(state, side), options=None)
    return Seen(rules, view, rules.masked(state.table.setting, side), before)


def _from_outside(question: Question) -> Pending:
    """What somebody else is asked, as far as everybody knows."""
    if question.kind == "ask":
        return Ask(question.side, Choices(()), question.purpose)
    if question.kind == "roll":
        return Roll(question.dice, question.purpose, question.subject)
    if question.kind == "draw":
        return Draw((), question.purpose)
    return Over(question.verdict)
