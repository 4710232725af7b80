"""The words of Napoleon's Later Campaigns at a table: what is asked, and what done means."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.desks.documents import Offer
from grognard.desks.teller import Teller
from grognard.desks.telling import plain
from grognard.desks.words import Words
from grognard.kernel import Action
from grognard.systems.nlc.actions import Lead, Move
from grognard.systems.nlc.desk.sentences import NlcTeller
from grognard.systems.nlc.rules import parse

replace = msgspec.structs.replace

WRITTEN: Final = frozenset({"send", "record"})
"""Orders that hold an order in writing."""

QUESTIONS: Final = {
    "record-decision": "N12.11.1",
    "orders": "N12.4.1",
    "bad-move": "N12.11.2",
    "choose-orders": "NM.4",
    "hide": "N20.1.1",
    "lay-down": "N20.1.2.7",
    "rally": "N13.4",
    "make-room": "N13.4",
    "commander-coordinated": "N4.3.1",
    "commander-initial": "N4.3.1",
    "pair": "N4.1.2",
    "initial-action": "N4.2.2",
    "order-of-play": "NP.2",
    "bombard": "N8.1.1",
    "enfiladed-square": "N8.5.5",
    "charge": "N7.7.1",
    "resolve-charge": "N7.1.4",
    "pursue": "N7.8.1",
    "pursue-whom": "N7.8.1",
    "stay-or-return": "N7.7.9",
    "react": "N7.9.1",
    "opportunity-fire": "N20.13.1",
    "movement": "N4.5.3",
    "assault": "N7.3.1",
    "withdraw": "N7.11.1",
    "support": "N19.3.1",
    "resolve-assault": "N7.1.4",
    "stand-or-retreat": "N7.4.2",
    "allocate-hit": "N7.1.5",
    "retreat": "N7.4.16",
    "retreat-surplus": "N7.4.8",
    "failure-retreat": "N12.9.7",
    "leader-retreat": "N11.3.1",
    "leader-retreat-to": "N11.3.1",
    "leader-refuge": "N11.1.3",
    "leader-return": "N11.2.2",
    "headquarters-return": "N11.4.4",
    "advance": "N7.5.1",
}
"""Every question by its purpose, and the clause behind it."""

WINDOWS: Final = frozenset({"react", "opportunity-fire", "withdraw", "support", "bad-move"})


def gloss(action: Action, purpose: str, teller: Teller, table: Any) -> str:
    """What an option would do, where its words do not say it."""
    if isinstance(action, Move):
        return teller.say("gloss-to", who=teller.units(action.units), at=teller.at(action.path[-1]))
    if isinstance(action, Lead):
        who = teller.leader(action.leader)
        return teller.say("gloss-to", who=who, at=teller.at(action.path[-1]))
    return ""


class NlcWords(Words, frozen=True):
    """An order that is written or noted is offered with what it says."""

    def offered(self, offer: Offer, purpose: str, teller: Teller) -> str:
        if offer.kind in WRITTEN and isinstance(teller, NlcTeller):
            written = plain(teller.orders(getattr(parse(offer.id), "orders", ())))
            offer = replace(offer, slots={**offer.slots, "order": written})
        return super().offered(offer, purpose, teller)


WORDS: Final = NlcWords(QUESTIONS, WINDOWS, gloss)
