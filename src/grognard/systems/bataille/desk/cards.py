"""The cards of La Bataille: fire by its column, the checks before a melee, and its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Final

from grognard.desks.cards import Cards
from grognard.desks.catalogue import Figure
from grognard.desks.chain_cards import FLIPPED, HARM, NOTHING, Found, tone_for
from grognard.desks.documents import Card, Result, Row
from grognard.desks.telling import parts_of
from grognard.desks.wording import number
from grognard.systems.bataille.melee.melee_values import Fighter

FIRE: Final = "fire"
LOSSES: Final = "losses"
MELEE: Final = {
    "DS": "good", "DR": "good", "DD": "good", LOSSES: "even", "-": "", "AD": "bad", "AR": "worse",
    "AS": "worse",
}  # fmt: skip
"""Results of a melee as the attacker sees them, the best first; those that cost both men are one."""


class BatailleCards(Cards):
    """Tells the fire card and the links of an assault."""

    course: ClassVar[tuple[str, ...]] = (
        "square", "charge-nerve", "reaction-check", "opportunity-check", "stand", "guns-charged",
        "premelee-defender", "premelee-attacker", FIRE, "melee", "recall",
    )  # fmt: skip
    threats: ClassVar[Mapping[str, tuple[str, str]]] = {
        "firers": (FIRE, FIRE), "assault": ("assault", "advance"), "charge": ("charge", "gallop"),
    }  # fmt: skip

    # --- above the chain

    def head(self, found: Found) -> Iterator[Card]:
        if found.get("kind") == FIRE:
            yield from self._fire(found)
        elif "checks" in found:
            steps = [
                self.row(
                    "stands" if check["role"] == "defender" else "closes",
                    self.percent(check["chance"]), unit=self.named(check["unit"]),
                )
                for check in found["checks"]
            ]  # fmt: skip
            odds = " / ".join(found["melee"]["odds"])
            yield Card(manner="steps", rows=(*steps, self.row("melee", odds)))

    def shown_above(self, found: Found) -> tuple[str, ...]:
        return (FIRE,) if found.get("kind") == FIRE else ()

    def brief(self, found: Found, chain: Found) -> str:
        if found.get("kind") == FIRE:
            return f"{self.text('a-loss')} {self.percent(found['chance'])}"
        return super().brief(found, chain)

    def _fire(self, found: Found) -> Iterator[Card]:
        strength = number(Fraction(found["strength"])) if found["strength"] else "?"
        defence = str(sum(each["amount"] for each in found["defence"]))
        against = self.row(
            "strength-against", found["column"] or "–", strength=strength, defence=defence
        )
        yield Card(
            manner="steps", rows=(against, self.row("a-loss", self.percent(found["chance"])))
        )
        shares = tuple(
            Result(
                self._lost(each["result"]),
                each["chance"],
                tone="good" if each["result"] != "0" else "",
            )
            for each in found["outcomes"]
        )
        yield Card(self.text("outcome"), rows=(Row(shares=shares, apart=True),))
        total = self.text("the-defence", total=defence)
        yield Card(total, manner="folded", rows=tuple(self.items(found["defence"], plus="")))
        if found["shares"]:
            rows = tuple(
                Row(parts_of(self.named(each["unit"])), number(Fraction(each["value"])))
                for each in found["shares"]
            )
            yield Card(self.text("the-fire", total=strength), manner="folded", rows=rows)
        dice = tuple(self.items(found["modifiers"])) or (self.row("no-modifier", "0"),)
        yield Card(self.text("the-dice"), rows=dice)

    def _lost(self, count: str) -> str:
        return (
            self.text("no-effect") if count == "0" else self.text("loss", count=Figure(int(count)))
        )

    # --- link by link

    def account(self, found: Found) -> Iterator[Card]:
        for check in found.get("checks", ()):
            yield self._check(check)
        if "melee" in found:
            yield self._melee(found["melee"])

    def _check(self, check: Found) -> Card:
        row = self.row(
            "must-roll" if check["needed"] else "must-pass", self.percent(check["chance"]),
            unit=self.named(check["unit"]), needed=str(check["needed"]),
        )  # fmt: skip
        items = tuple(self.items(check["account"], total=True))
        secret = (self.text("enemy-check"),) if check["estimated"] and not items else ()
        return Card(rows=(row, *items), notes=secret)

    def _melee(self, melee: Found) -> Card:
        results = {each["result"]: each["chance"] for each in melee["outcomes"]}
        shares = tuple(
            Result(self.stage_result("melee", key), chance, tone=MELEE.get(key, "even"))
            for key, chance in self.together("melee", results).items()
        )
        own = Fraction(melee["own_strength"])
        fighters = "; ".join(map(self._fighter, melee["own"]))
        bring = self.text("we-bring", strength=number(own), fighters=fighters)
        return Card(
            self.text("if-melee"), " / ".join(melee["odds"]),
            rows=(Row(shares=shares, apart=True),), notes=(bring,) if melee["own"] else (),
        )  # fmt: skip

    def _fighter(self, fighter: Fighter) -> str:
        """What one unit brings, with the factors it follows from."""
        phrase = self.teller.phrase
        words = [number(fighter.printed)]
        words += [
            f"× {each.times} {phrase(each.reason)} ({each.clause})" for each in fighter.factors
        ]
        if fighter.lance:
            words.append(f"+ {self.text('lances', lance=number(fighter.lance))}")
        total = " ".join([*words, f"= {number(fighter.total)}"])
        return self.text(
            "fighter-brings",
            unit=self.named(fighter.unit),
            where=self.teller.where(fighter.at),
            sum=total,
        )

    # --- stages

    def together(self, kind: str, results: dict[str, float]) -> dict[str, float]:
        if kind != "melee":
            return results
        sums = dict.fromkeys(MELEE, 0.0)
        for key, chance in results.items():
            kept = LOSSES if "/" in key else key.rstrip("123")  # however far they recoil
            sums[kept] = sums.get(kept, 0.0) + chance
        return {key: chance for key, chance in sums.items() if chance > 0}

    def stage_result(self, kind: str, key: str) -> str:
        if kind == "melee":
            return self.word("melee", "none" if key == "-" else key)
        return super().stage_result(kind, key)

    def tone(self, kind: str, key: str, own: bool, attacking: bool) -> str:
        if kind == "melee":
            tone = MELEE.get(key, "even")
            return tone if attacking else FLIPPED.get(tone, tone)
        if kind == "square":
            return tone_for(NOTHING if key == "carre" else HARM, own)
        return super().tone(kind, key, own, attacking)
