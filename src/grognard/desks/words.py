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
    """``questions`` are by purpose, each with the clause behind it; a teller has their sentences.

    ``windows`` interrupt the other side: who says done lets things take their course. ``gloss``
    says what an option would do, for somebody who does not read its words yet; empty if they do.
    """

    questions: Mapping[str, str] = {}
    windows: frozenset[str] = frozenset()
    gloss: Callable[[Action, str, Teller, Any], str] = no_gloss

    def asked(self, purpose: str, teller: Teller) -> str:
        """The question in a sentence, with its clause."""
        if purpose not in self.questions:
            return f"{purpose.replace('-', ' ')}?"
        text, clause = teller.say(f"asked-{purpose}"), self.questions[purpose]
        return teller.say("asked", text=text, clause=teller.concordance.told(clause))

    def done(self, purpose: str, teller: Teller) -> str:
        """What ``done`` means here."""
        if purpose in self.windows:
            return teller.say("done-window")
        known = teller.catalogue.has(f"done-{purpose}")
        return teller.say(f"done-{purpose}" if known else "done-else")
