"""The cards of Napoleon's Later Campaigns: both sides' fire and morale, and what becomes of orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from grognard.desks.catalogue import Figure
from grognard.desks.chain_cards import FLIPPED, Found
from grognard.desks.documents import Card, Choice, Desk, OrderKind, Reason, Writer
from grognard.desks.telling import plain
from grognard.systems.nlc.command.bodies import DIVISION
from grognard.systems.nlc.desk.papers import PaperCards

TAKES: Final = {
    "defend": ("place", "here"), "march": ("place", "forced", "via"), "attack": ("place", "turn"),
    "assign": ("chief",), "reserve": (),
}  # fmt: skip
"""What an order says besides its type; of all others the place."""

RANKS: Final = ("C", "acts_locally", "1T", "R4", "R5", "I", "no_effect", "bad_move")
TONES: Final = {
    **dict.fromkeys(("C", "carries", "holds", "goes on", "acts_locally"), "good"),
    **dict.fromkeys(("1T", "R4", "R5"), "even"),
    **dict.fromkeys(("I", "beaten off", "fails", "gives up", "bad_move"), "bad"),
}
THEIRS: Final = ("defence", "defenders", "they")
"""Links that are about the others: what is good for them is bad for the attacker who reads."""


class NlcCards(PaperCards):
    """Tells the links of an attack and of an order."""

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

    # --- the order desk

    def desk(self, found: Found) -> Desk:
        """Who writes to whom and how long it rides, or which leaders note something."""
        sends = "commanders" in found
        writers = (
            tuple(self._writer(each) for each in found["commanders"])
            if sends
            else (Writer(self.text(found["whose"]), tuple(map(self._choice, found["leaders"]))),)
        )
        kinds = (
            OrderKind(kind, self.text(f"type-{kind}"), TAKES.get(kind, ("place",)))
            for kind in found["types"]
        )
        chiefs = tuple(map(self._choice, found["chiefs"]))
        does = self.text("desk-send" if sends else "desk-note")
        return Desk(does, writers, tuple(kinds), chiefs)

    def _choice(self, body: str) -> Choice:
        return Choice(body, plain(self.teller.called(body)))

    def _writer(self, held: Found) -> Writer:
        leader = plain(self.teller.leader(held["leader"]))
        text = self.text(
            "desk-writes", leader=leader, sent=Figure(held["sent"]), all=Figure(held["capacity"])
        )
        barred = (
            Reason(self.teller.phrase(held["reason"]), held["clause"]) if held["reason"] else None
        )
        return Writer(text, tuple(map(self._recipient, held["recipients"])), barred)

    def _recipient(self, held: Found) -> Choice:
        if held["face_to_face"]:
            note = self.text("desk-spoken")
        elif held["delay"] is None:
            note = self.text("desk-no-way")
        else:
            note = self.text("desk-wait", count=Figure(held["delay"]))
        to = held["to"]
        return Choice(to, plain(self.teller.body(to)), note, held["at"], DIVISION in to)
