"""The cards of Napoleon's Later Campaigns: both sides' fire and morale, and what becomes of orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from grognard.desks.cards import Cards
from grognard.desks.catalogue import Figure
from grognard.desks.chain_cards import FLIPPED, Found
from grognard.desks.documents import Card
from grognard.systems.nlc.desk.sentences import NlcTeller

RANKS: Final = ("C", "acts_locally", "1T", "R4", "R5", "I", "no_effect", "bad_move")
TONES: Final = {
    **dict.fromkeys(("C", "carries", "holds", "goes on", "acts_locally"), "good"),
    **dict.fromkeys(("1T", "R4", "R5"), "even"),
    **dict.fromkeys(("I", "beaten off", "fails", "gives up", "bad_move"), "bad"),
}
THEIRS: Final = ("defence", "defenders", "they")
"""Links that are about the others: what is good for them is bad for the attacker who reads."""


class NlcCards(Cards):
    """Tells the links of an attack and of an order."""

    teller: NlcTeller
    course: ClassVar[tuple[str, ...]] = ("square", "fire", "hits", "carried", "check", "pursuit")
    threats: ClassVar[Mapping[str, tuple[str, str]]] = {
        "firers": ("fire", "fire"), "assault": ("assault", "advance"), "charge": ("charge", "gallop"),
    }  # fmt: skip

    def head(self, found: Found) -> Iterator[Card]:
        if "face_to_face" in found:
            turns = found["delay"]
            message = (
                "spoken-now" if found["face_to_face"] else "arrives" if turns else "arrives-now"
            )
            yield Card(rows=(self.row(message, count=Figure(turns), tone="strong"),))

    def ranked(self, outcomes: Sequence[Found]) -> Sequence[Found]:
        def rank(each: Found) -> int:
            return RANKS.index(each["result"]) if each["result"] in RANKS else -1

        return sorted(outcomes, key=rank)

    def result(self, title: str, result: str) -> str:
        if not result.isdigit():
            return super().result(title, result)
        count = int(result)
        if title == "bombardment":
            return self.text("result-disrupted", count=Figure(count), steps=Figure(count - 1))
        return self.text("hits-made", count=Figure(count))

    def link_tone(self, title: str, result: str) -> str:
        hits = "good" if result.isdigit() and result != "0" else ""
        tone = TONES.get(result, hits)
        return FLIPPED.get(tone, tone) if title.startswith(THEIRS) else tone
