"""What a table says in words of its own: what is asked, and what each option would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from grognard.desks.teller import Teller
from grognard.kernel import Action


def no_gloss(action: Action, purpose: str, teller: Teller, table: Any) -> str:
    """The words of an order say enough."""
    return ""


class Words(msgspec.Struct, frozen=True):
    """``questions`` are by purpose, each with the clause behind it.

    ``windows`` interrupt the other side: who says done lets things take their course. ``endings``
    say what ``done`` means elsewhere. ``gloss`` says what an option would do, for somebody who
    does not read its words yet; empty if they do.
    """

    questions: Mapping[str, tuple[str, str]] = {}
    windows: frozenset[str] = frozenset()
    endings: Mapping[str, str] = {}
    gloss: Callable[[Action, str, Teller, Any], str] = no_gloss

    def asked(self, purpose: str) -> str:
        """The question in a sentence, with its clause.

        >>> Words({"rally": ("Who rallies?", "X1.2")}).asked("rally"), Words().asked("draw-chit")
        ('Who rallies? (X1.2)', 'draw chit?')
        """
        text, clause = self.questions.get(purpose, (f"{purpose.replace('-', ' ')}?", ""))
        return f"{text} ({clause})" if clause else text

    def done(self, purpose: str) -> str:
        """What ``done`` means here."""
        if purpose in self.windows:
            return "let it pass"
        return self.endings.get(purpose, "no more")
