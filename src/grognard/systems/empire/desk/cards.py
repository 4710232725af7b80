"""The cards of Bataille Empire: a shot, its answer and morale; losses in halves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from grognard.desks.catalogue import Figure
from grognard.desks.chain_cards import FLIPPED, HARM, NOTHING, RUIN, Found, tone_for
from grognard.desks.documents import Row
from grognard.systems.empire.desk.overlays import Overlays
from grognard.systems.empire.sheet import HALVES

THEIRS: Final = ("answer", "their")
"""Links that are about the others: what is good for them is bad for the reader."""


class EmpireCards(Overlays):
    """Tells the links of a shot."""

    course: ClassVar[tuple[str, ...]] = ("hits", "ricochet", "morale")

    def standing(self, at: int) -> tuple[str, ...]:
        return tuple(unit for unit, piece in self.table.pieces.items() if piece.at == at)

    def result(self, title: str, result: str) -> str:
        if result.isdigit():
            return self.text("losses", halves=Figure(int(result)))
        return super().result(title, result)

    def link_tone(self, title: str, result: str) -> str:
        good = result == "holds" or (result.isdigit() and result != "0")
        tone = "good" if good else "bad" if result == "fails" else ""
        return FLIPPED.get(tone, tone) if title.startswith(THEIRS) else tone

    def stage_result(self, kind: str, key: str) -> str:
        return (
            self.text("losses", halves=Figure(int(key))) if key.isdigit() else self.word("end", key)
        )

    def tone(self, kind: str, key: str, own: bool, attacking: bool) -> str:
        if key.isdigit():
            return tone_for(NOTHING if key == "0" else HARM, not own)
        return super().tone(kind, key, own, attacking)

    def _losses(
        self, message: str, spread: Mapping[str, float], chain: Found, side: str, **slots: Any
    ) -> Row:
        def told(lost: str) -> tuple[str, str]:
            grave = NOTHING if lost == "0" else HARM if int(lost) <= HALVES else RUIN
            return self.text("losses", halves=Figure(int(lost))), tone_for(grave, side == self.us)

        mean = sum(int(lost) * chance for lost, chance in spread.items()) / HALVES
        shares = self._shares({lost: told(lost) for lost in spread}, spread, chain)
        average = self.text("on-average", n=self.decimal(mean))
        return self.row(message, average, shares=shares, **slots)
