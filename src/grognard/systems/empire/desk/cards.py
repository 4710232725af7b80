"""The cards of Bataille Empire: shots, tests, orders, charges with every answer; losses in halves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from grognard.desks.catalogue import Figure
from grognard.desks.chain_cards import FLIPPED, HARM, NOTHING, RUIN, Found, tone_for
from grognard.desks.documents import Card, Row
from grognard.desks.telling import parts_of
from grognard.systems.empire.desk.overlays import Overlays
from grognard.systems.empire.sheet import HALVES

THEIRS: Final = ("answer", "their")
"""Links that are about the others: what is good for them is bad for the reader."""

TESTS: Final = ("manoeuvre", "control")
"""Links whose results are told as those of any test."""

GOOD: Final = frozenset({"holds", "passes", "obeys"})
BAD: Final = frozenset({"fails", "refuses"})


class EmpireCards(Overlays):
    """Tells the links of an order, and its choices side by side."""

    course: ClassVar[tuple[str, ...]] = (
        "order", "hits", "ricochet", "morale", "manoeuvre", "control", "shock", "ridden",
    )  # fmt: skip
    parts: ClassVar[int] = HALVES

    def standing(self, at: int) -> tuple[str, ...]:
        return tuple(unit for unit, piece in self.table.pieces.items() if piece.at == at)

    def named(self, who: str) -> str:
        """Commanders have their names; detached skirmishers those of their battalion."""
        if who in self.teller.setting.commanders:
            return self.teller.chief(who)
        screen = self.table.screens.get(who)
        if screen is not None and (screen.side == self.us or self.place(who)):
            return self.text("skirmishers-of", unit=super().named(screen.parent))
        return super().named(who)

    def is_own(self, who: str) -> bool:
        held = self.teller.setting.commanders.get(who) or self.table.screens.get(who)
        return super().is_own(who) if held is None else bool(held.side == self.us)

    # --- choices side by side

    def head(self, found: Found) -> Iterator[Card]:
        listed = found.get("choices", ())
        if listed:
            rows = tuple(self._choice(each, found["purpose"]) for each in listed)
            title = "their-answers" if found["kind"] == "charge" else "your-answers"
            yield Card(self.text(title), rows=rows)

    def _choice(self, each: Found, purpose: str) -> Row:
        """One answer: whose the ground is after it, and what it costs both."""
        chain = each["chain"]
        words = self.words.offered(self.adviser.told(each["order"]), purpose, self.teller)
        lost = {True: 0.0, False: 0.0}
        for held in chain["units"].values():
            lost[held["side"] == self.us] += held["mean"] / HALVES
        figure = self.text(
            "costs-both", ours=self.decimal(lost[True]), theirs=self.decimal(lost[False])
        )
        return Row(parts_of(words), figure, shares=self.ends(chain) if chain["target"] else ())

    def brief(self, found: Found, chain: Found) -> str:
        obeys = sum(
            results.get("obeys", 0)
            for stage, results in chain.get("counted", {}).items()
            if stage.startswith("order ")
        )
        if found.get("kind") == "order":
            return f"{self.word('end', 'obeys')} {self.percent(obeys)}"
        return super().brief(found, chain)

    # --- links and stages

    def account(self, found: Found) -> Iterator[Card]:
        for each in found.get("cards", ()):
            attacked = any(map(self.is_own, self.standing(int(found.get("target") or 0))))
            flipped = attacked and each["title"] == "shock"
            yield self.link({**each, "title": f"their {each['title']}"} if flipped else each)

    def result(self, title: str, result: str) -> str:
        if result.isdigit():
            return self.text("losses", halves=Figure(int(result)))
        own = title in TESTS or " " in result
        return self.word("end", result) if own else super().result(title, result)

    def link_tone(self, title: str, result: str) -> str:
        good = result in GOOD or result.startswith("won") or (result.isdigit() and result != "0")
        bad = result in BAD or result.startswith("lost")
        tone = "good" if good else "bad" if bad else ""
        return FLIPPED.get(tone, tone) if title.startswith(THEIRS) else tone

    def stage_result(self, kind: str, key: str) -> str:
        return (
            self.text("losses", halves=Figure(int(key))) if key.isdigit() else self.word("end", key)
        )

    def tone(self, kind: str, key: str, own: bool, attacking: bool) -> str:
        if key.isdigit():
            return tone_for(NOTHING if key == "0" else HARM, not own)
        if kind == "shock":
            return tone_for(HARM, own == key.startswith("won"))
        if kind in ("ridden", "order"):
            return tone_for(NOTHING if key == "obeys" else HARM, own)
        return super().tone(kind, key, own, attacking)

    def _losses(
        self, message: str, spread: Mapping[str, float], chain: Found, side: str, **slots: Any
    ) -> Row:
        def told(lost: str) -> tuple[str, str]:
            grave = NOTHING if lost == "0" else HARM if int(lost) <= HALVES else RUIN
            return self.text("losses", halves=Figure(int(lost))), tone_for(grave, side == self.us)

        shares = self._shares({lost: told(lost) for lost in spread}, spread, chain)
        average = self.text("on-average", n=self.decimal(self.mean(spread)))
        return self.row(message, average, shares=shares, **slots)
