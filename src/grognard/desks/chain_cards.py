"""The chain of an attack as cards: how it ends, what it costs, what dice decide on the way.

It is told to one reader, in his language and by what is good for his side, and alike for all systems.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from grognard.desks.catalogue import ENGLISH, Figure
from grognard.desks.documents import Card, Result, Row
from grognard.desks.menus import places_of
from grognard.desks.offers import Offering
from grognard.desks.teller import NOBODY, Teller
from grognard.desks.telling import parts_of, plain
from grognard.desks.words import Words
from grognard.kernel import State

APART: Final = re.compile(r"\W+")

LEAST: Final = 0.0005
"""Chances smaller than this are not shown."""

GRAVE: Final = {
    **dict.fromkeys(("untouched", "good", "unhurt", "grazed"), 0),
    **dict.fromkeys(("disrupted", "disorder", "broken down", "wounded"), 2),
    **dict.fromkeys(("retreated", "rout"), 3),
    **dict.fromkeys(
        ("off the map", "captured", "surrendered", "eliminated", "destroyed", "killed", "lost"), 4
    ),
}  # fmt: skip
"""How bad a state is for those who suffer it, from nothing to the end of a unit."""

NOTHING, HARM, RUIN = 0, 2, 3
FLIPPED: Final = {"good": "bad", "bad": "good", "worse": "good"}

Found = Mapping[str, Any]
Results = tuple[Result, ...]


class ChainCards:
    """``course`` are stages of an attack by kind, in the order in which they come; losses are counted
    in ``parts`` of one."""

    course: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[int] = 1

    def __init__(
        self, state: State, side: str, teller: Teller, adviser: Offering, words: Words
    ) -> None:
        self.state, self.teller, self.adviser, self.words = state, teller, adviser, words
        sides = tuple(teller.setting.sides)
        self.side, self.us = side, side or sides[0]
        self.them = next((each for each in sides if each != self.us), "")
        self.seen = adviser.rules.view(state, side)
        self.say = teller.catalogue.say

    @property
    def table(self) -> Any:
        return self.state.table

    # --- small words

    def row(self, message: str, figure: str = "", **more: Any) -> Row:
        """A row whose words are a message; what it takes of ``more`` is the row's own."""
        own = {key: more.pop(key) for key in ("clause", "shares", "tone") if key in more}
        return Row(parts_of(self.say(message, more)), figure, **own)

    def text(self, message: str, **slots: Any) -> str:
        return plain(self.say(message, slots))

    def decimal(self, value: float, digits: int = 2) -> str:
        said = f"{value:.{digits}f}"
        return said if self.teller.language == ENGLISH else said.replace(".", ",")

    def percent(self, chance: float) -> str:
        return f"{self.decimal(100 * chance, 1)} %"

    def word(self, kind: str, key: str) -> str:
        """A word of a kind (``end-rout``), or the phrase itself."""
        message = f"{kind}-{APART.sub('-', key)}"
        known = self.teller.catalogue.has(message)
        return self.text(message) if known else self.teller.phrase(key)

    def named(self, who: str) -> str:
        """A unit or leader that the reader knows of, or a side; others are out of sight."""
        setting = self.teller.setting
        if who in setting.sides:
            return self.teller.side(who)
        leaders = getattr(setting, "leaders", NOBODY)
        if who in leaders:
            return self.teller.chief(who)
        printed = setting.roster.get(who)
        if printed is not None and (printed.side == self.us or self.place(who)):
            return self.teller.who(who)
        return self.say("unseen")

    def names(self, units: Iterable[str]) -> str:
        return ", ".join(dict.fromkeys(map(self.named, units)))

    def is_own(self, who: str) -> bool:
        setting = self.teller.setting
        held = setting.roster.get(who) or getattr(setting, "leaders", NOBODY).get(who)
        return bool(who == self.us or (held is not None and held.side == self.us))

    def place(self, unit: str) -> int:
        """Where the reader sees a unit."""
        piece = self.seen.pieces.get(unit)
        return places_of(piece)[0] if piece is not None else 0

    def here(self, at: int) -> str:
        """Who stands in a place, by name."""
        return self.names(self.standing(at))

    def standing(self, at: int) -> Sequence[str]:
        """Who stands in a place."""
        found: Sequence[str] = self.table.stacks.get(at, ())
        return found

    def items(
        self, account: Iterable[Found], *, plus: str = "+", total: bool = False
    ) -> Iterator[Row]:
        """The lines of an account, and what they come to."""
        listed = list(account)
        for each in listed:
            known = each["reason"] in self.teller.setting.roster
            reason = self.named(each["reason"]) if known else self.teller.phrase(each["reason"])
            yield Row(parts_of(reason), signed(each["amount"], plus), each["clause"])
        if total and listed:
            yield self.row("together", signed(sum(each["amount"] for each in listed)), tone="sum")

    # --- the chain of an attack

    def chain(self, chain: Found, attacking: bool, skip: Sequence[str] = ()) -> Iterator[Card]:
        """How it ends, what it costs, what dice decide on the way, and what is taken for granted."""
        if not chain:
            return
        if chain["target"]:
            ends = Row(shares=self.ends(chain), apart=True)
            yield Card(self.text("in-the-end"), rows=(ends,))
        losses = [
            (side, chain["losses"][side])
            for side in (self.them, self.us)
            if side in chain["losses"]
        ]
        yield Card(
            rows=tuple(
                self._losses("we-lose" if side == self.us else "they-lose", spread, chain, side)
                for side, spread in losses
            ),
            notes=tuple(self._bounds(chain)),
        )
        way = tuple(self._stage(*each, attacking) for each in self.stages(chain, skip))
        if way:
            yield Card(self.text("on-the-way"), manner="open", rows=way)
        units = (*self._units(chain), *self._leaders(chain))
        if units:
            yield Card(self.text("by-unit"), manner="open", rows=units)
        granted = tuple(self._granted(chain))
        if granted:
            yield Card(self.text("granted"), manner="folded", rows=granted)

    def ends(self, chain: Found) -> Results:
        """Whose the place is in the end."""
        whose = {"us": 0.0, "nobody": 0.0, "them": 0.0}
        for side, chance in chain["holder"].items():
            whose["us" if side == self.us else "them" if side else "nobody"] += chance
        tones = {"us": "good", "nobody": "even", "them": "bad"}
        return self._shares(
            {key: (self.text(f"held-by-{key}"), tones[key]) for key in whose}, whose, chain, "us"
        )

    def _shares(
        self,
        told: Mapping[str, tuple[str, str]],
        spread: Mapping[str, float],
        chain: Found,
        always: str = "",
    ) -> Results:
        """Results with their words and tones; what was not followed is one of them.

        One of them may ``always`` be told, though it cannot happen: by it a card is read.
        """
        rest = chain["unresolved"]
        made = [
            Result(told[key][0], chance, chance + rest if rest >= LEAST else 0, told[key][1])
            for key, chance in spread.items()
            if chance >= LEAST or key == always
        ]
        if rest >= LEAST:
            made.append(Result(self.text("not-followed"), rest))
        return tuple(made)

    def _bounds(self, chain: Found) -> Iterator[str]:
        rest = chain["unresolved"]
        if rest >= LEAST:
            yield self.text("bounds", rest=self.percent(rest))
        elif rest:
            yield self.text("bounds-small")

    def _losses(
        self, message: str, spread: Mapping[str, float], chain: Found, side: str, **slots: Any
    ) -> Row:
        def told(lost: str) -> tuple[str, str]:
            grave = NOTHING if lost == "0" else HARM if lost == "1" else RUIN
            return self.text("loss", count=Figure(int(lost))), tone_for(grave, side == self.us)

        average = self.text("on-average", n=self.decimal(self.mean(spread)))
        shares = self._shares({lost: told(lost) for lost in spread}, spread, chain)
        return self.row(message, average, shares=shares, **slots)

    def mean(self, spread: Mapping[str, float]) -> float:
        """Losses on average, in whole ones."""
        return sum(int(lost) * chance for lost, chance in spread.items()) / self.parts

    def _states(self, spread: Mapping[str, float], chain: Found, own: bool) -> Results:
        order = dict(sorted(spread.items(), key=lambda each: gravity(each[0])))
        told = {key: (self.word("end", key), tone_for(gravity(key), own)) for key in order}
        return self._shares(told, order, chain)

    def _units(self, chain: Found) -> Iterator[Row]:
        """Everybody to whom something may happen: the enemy first, the hardest hit before others."""
        units = chain["units"].items()
        for unit, held in sorted(
            units, key=lambda each: (each[1]["side"] == self.us, -each[1]["mean"])
        ):
            own = held["side"] == self.us
            states = self._states(held["states"], chain, own)
            losses = self._losses(
                "unit-loses", held["losses"], chain, held["side"], unit=self.named(unit)
            )
            hurt = any(
                gravity(key) > NOTHING for key, chance in held["states"].items() if chance >= LEAST
            )
            several = len(losses.shares) > 1
            if several:
                yield losses
            if len(states) > 1 or (hurt and not several):
                yield self.row("unit-ends", unit=self.named(unit), shares=states)

    def _leaders(self, chain: Found) -> Iterator[Row]:
        for leader, fates in chain["leaders"].items():
            shares = self._states(fates, chain, self.is_own(leader))
            yield Row(parts_of(self.named(leader)), shares=shares)

    def _granted(self, chain: Found) -> Iterator[Row]:
        for purpose, order in chain["policy"].items():
            if purpose in self.words.questions:
                said = self.adviser.told(order)
                yield Row(
                    parts_of(self.text(f"asked-{purpose}")),
                    self.words.offered(said, purpose, self.teller),
                )

    # --- what dice decide on the way

    def stages(self, chain: Found, skip: Sequence[str]) -> list[tuple[str, str, dict[str, float]]]:
        """Stages in the order in which they come, each with its kind, whom it is about, its results."""
        found = []
        for stage, results in chain["counted"].items():
            kind, _, who = stage.partition(" ")
            likely = {result: chance for result, chance in results.items() if chance >= LEAST}
            if likely and kind not in skip:
                found.append((kind, who, self.together(kind, likely)))
        course = (*self.course, "check")

        def when(each: tuple[str, str, dict[str, float]]) -> tuple[int, float]:
            kind = each[0] if each[0] in course else "check"
            return course.index(kind), -sum(each[2].values())

        return sorted(found, key=when)

    def together(self, kind: str, results: dict[str, float]) -> dict[str, float]:
        """Results of a stage, those added up that are told alike."""
        return results

    def _stage(self, kind: str, who: str, results: dict[str, float], attacking: bool) -> Row:
        """What comes about more than once is shared out; what does not come about is one of them."""
        reached = sum(results.values())
        whole = max(1.0, reached)
        units = who.split("+")
        own = self.is_own(units[0])
        shares = [
            Result(
                self.stage_result(kind, key),
                chance / whole,
                tone=self.tone(kind, key, own, attacking),
            )
            for key, chance in results.items()
        ]
        if 1 - reached >= LEAST:
            shares.append(Result(self.text("not-reached"), 1 - reached))
        about = self.teller.where(int(who)) if who.isdigit() else self.names(units)
        if self.teller.catalogue.has(f"stage-{kind}"):
            return self.row(f"stage-{kind}", about=about, shares=tuple(shares))
        known = self.teller.catalogue.has(f"check-{kind}")
        why = self.text(f"check-{kind}" if known else "check-any")
        return self.row("stage-check", about=about, why=why, shares=tuple(shares))

    def stage_result(self, kind: str, key: str) -> str:
        return (
            self.text("hits-made", count=Figure(int(key)))
            if key.isdigit()
            else self.word("end", key)
        )

    def tone(self, kind: str, key: str, own: bool, attacking: bool) -> str:
        """How a result of a stage looks to the reader."""
        if kind == "fire":
            return tone_for(NOTHING if key == "0" else HARM, not attacking)
        if kind == "hits":
            return tone_for(NOTHING if key == "0" else HARM, not own)
        if kind == "carried":
            return tone_for(HARM if key == "carries" else NOTHING, not attacking)
        return tone_for(HARM if key == "fails" else NOTHING, own)


def signed(amount: int | str, plus: str = "+") -> str:
    """An amount of an account.

    >>> signed(3), signed(3, plus=""), signed(-2), signed("x1/2")
    ('+3', '3', '-2', 'x1/2')
    """
    if isinstance(amount, str):
        return amount
    return f"{plus if amount > 0 else ''}{amount}"


def gravity(state: str) -> int:
    return GRAVE.get(state, RUIN)


def tone_for(grave: int, own: bool) -> str:
    """How something that happens to one side looks to one who reads as another.

    >>> tone_for(RUIN, True), tone_for(RUIN, False), tone_for(NOTHING, True)
    ('worse', 'good', '')
    """
    if grave <= NOTHING:
        return ""
    if not own:
        return "good" if grave >= HARM else "even"
    return "worse" if grave >= RUIN else "bad"
