"""Cards: what was looked up, told to one reader in titled rows with bars, notes and clauses.

A system's own cards add the account that its odds follow from. The same cards are drawn by a browser
and printed on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from grognard.desks.catalogue import Figure
from grognard.desks.chain_cards import NOTHING, ChainCards, Found, gravity
from grognard.desks.documents import Card, Laid, Result, Row, Step
from grognard.desks.teller import NOBODY
from grognard.desks.telling import parts_of, plain


class Cards(ChainCards):
    """Makes the cards of one reader.

    ``threats`` are what an enemy may do to a place, by the field that names who could: the chain of
    it, and how its arrow is drawn.
    """

    threats: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def card(self, what: str, found: Found) -> Card:
        """What was looked up as a card, or as what else can be shown."""
        made: Card = getattr(self, what)(found)
        return made

    # --- odds

    def odds(self, found: Found) -> Card:
        """An attack, an answer in its course, or an order: its chain, and what it follows from."""
        chain = found.get("chain") or NOBODY
        at = int(found.get("target") or chain.get("target", 0))
        attacking = not any(map(self.is_own, self.standing(at)))
        head, account = tuple(self.head(found)), tuple(self.account(found))
        cards = [*head, *self.chain(chain, attacking, self.shown_above(found))]
        if account:
            folded = "open" if not chain or "cards" in found else "folded"
            cards.append(Card(self.text("the-account"), manner=folded, cards=account))
        guessed = bool(found.get("estimated", chain.get("estimated", False)))
        return Card(
            clause=next(_clauses(cards), ""), at=at, cards=tuple(cards), estimated=guessed,
            notes=(self.text("estimated"),) if guessed else (), brief=self.brief(found, chain),
        )  # fmt: skip

    def head(self, found: Found) -> Iterator[Card]:
        """What stands above the chain."""
        yield from ()

    def account(self, found: Found) -> Iterator[Card]:
        """What the chances follow from, link by link."""
        for each in found.get("cards", ()):
            yield self.link(each)

    def link(self, found: Found) -> Card:
        """One link for itself: its total, its results, and its account folded below."""
        title = found["title"]
        shares = tuple(
            Result(
                self.result(title, each["result"]),
                each["chance"],
                tone=self.link_tone(title, each["result"]),
            )
            for each in self.ranked(found["outcomes"])
            if each["chance"] > 0
        )
        account = tuple(self.items(found["account"]))
        below = (Card(self.text("adds-up"), manner="folded", rows=account),) if account else ()
        return Card(
            self.word("link", title), str(found["total"]),
            rows=(Row(shares=shares, apart=True),), cards=below,
        )  # fmt: skip

    def result(self, title: str, result: str) -> str:
        return self.word("result", result)

    def ranked(self, outcomes: Sequence[Found]) -> Sequence[Found]:
        """Results from the best to the worst, where that is known."""
        return outcomes

    def link_tone(self, title: str, result: str) -> str:
        return ""

    def shown_above(self, found: Found) -> tuple[str, ...]:
        """Stages that are told before the chain."""
        return ()

    def brief(self, found: Found, chain: Found) -> str:
        """The likeliest end, in a line; of an answer what it comes to, to be set beside the others."""
        if not chain.get("target"):
            return ""
        if found.get("kind") == "choice":
            return self._beside(found, chain)
        best = max(self.ends(chain), key=lambda share: share.chance)
        return "" if best.high > best.chance else f"{best.text} {self.percent(best.chance)}"

    def _beside(self, found: Found, chain: Found) -> str:
        """One answer beside the others: is the place still ours, and what does it cost both sides?"""
        means = [self.mean(chain["losses"].get(side, NOBODY)) for side in (self.us, self.them)]
        said = self.text(
            "beside", ours=self.percent(chain["holder"].get(self.us, 0)),
            lost=self.decimal(means[0]), taken=self.decimal(means[1]),
        )  # fmt: skip
        notes = [said, *self._bounds(chain)]
        if found.get("estimated"):
            notes.append(self.text("estimate"))
        return "; ".join(notes)

    # --- threat

    def threat(self, found: Found) -> Card:
        """What the enemy could do: to one place with all its chances, or to all places at a glance."""
        if "chains" in found:
            return self._feared(found["hexes"][0], found["chains"])
        feared = sorted(
            (each for each in found["hexes"] if self._kinds(each)), key=self._weight, reverse=True
        )
        rows = tuple(
            Row(
                parts_of(f"{self.teller.there((each['hex'],))} {self.here(each['hex'])}"),
                self._tag(each), at=each["hex"],
            )
            for each in feared
        )  # fmt: skip
        summary = self.text("threatened", count=Figure(len(rows)))
        listed = Card(self.text("all-threatened"), manner="list", rows=rows)
        return Card(
            self.text("threat"), rows=(Row(parts_of(summary), tone="quiet"),), estimated=True,
            cards=(listed,) if rows else (),
            notes=(self.text("threat-legend"), self.text("estimated")) if rows else (),
            over=tuple(self._hatched(feared)),
        )  # fmt: skip

    def _kinds(self, each: Found) -> list[str]:
        """What could be done to a place; fire only if it can tell."""
        return [
            kind
            for kind in self.threats
            if each.get(kind) and (kind != "firers" or each["chance"] > 0)
        ]

    def _weight(self, each: Found) -> tuple[float, int]:
        close = [kind for kind in self._kinds(each) if kind != "firers"]
        return len(close) + each["chance"], -each["hex"]

    def _tag(self, each: Found) -> str:
        """In short: the chance of a loss to fire, and what else could come."""
        return " ".join(
            f"{100 * each['chance']:.0f} %" if kind == "firers" else self.text(f"letter-{kind}")
            for kind in self._kinds(each)
        )

    def _hatched(self, feared: Sequence[Found]) -> Iterator[Laid]:
        close = [each["hex"] for each in feared if self._kinds(each) != ["firers"]]
        fire = [each["hex"] for each in feared if each["hex"] not in close]
        if fire:
            yield Laid("area", tuple(fire), "feared")
        if close:
            yield Laid("area", tuple(close), "danger")
        for each in feared:
            yield Laid("tag", (each["hex"],), "low", self._tag(each))

    def _feared(self, each: Found, chains: Mapping[str, Found]) -> Card:
        at, kinds = each["hex"], self._kinds(each)
        cards = tuple(self._threat(each, kind, chains.get(self.threats[kind][0])) for kind in kinds)
        safe = () if kinds else (self.row("safe", at=self.teller.where(at), tone="quiet"),)
        near = each["near"]
        return Card(
            self.text("feared", at=plain(self.teller.where(at)), units=plain(self.here(at))), at=at,
            rows=safe, cards=cards,
            notes=(self.text("near", units=plain(self.names(near))),) if near else (),
            over=tuple(
                Laid("arrow", (self.place(unit), at), self.threats[kind][1])
                for kind in kinds
                for unit in each[kind]
                if self.place(unit) not in (0, at)
            ),
        )  # fmt: skip

    def _threat(self, each: Found, kind: str, chain: Found | None) -> Card:
        """One thing that could be done: by whom, what it comes to, and all the chances folded."""
        by = self.row(f"threat-{kind}", units=self.names(each[kind]), tone="strong")
        if chain is None:
            chance = self.percent(each["chance"])
            return Card(rows=(by, self.row("loss-chance", chance=chance)))
        all_ = Card(
            self.text("all-chances"), manner="folded", cards=tuple(self.chain(chain, False))
        )
        return Card(rows=(by, Row(parts_of(self._sum(kind, chain)))), cards=(all_,))

    def _sum(self, kind: str, chain: Found) -> str:
        """What an attack comes to for those who suffer it, in a line."""
        rest, losses = chain["unresolved"], chain["losses"].get(self.us)
        lost = max(0.0, 1 - rest - chain["holder"].get(self.us, 0))
        harm = max(0.0, 1 - rest - losses.get("0", 0)) if losses else 0.0
        said = []
        if kind != "firers":
            said.append(self.say("lost-chance", {"chance": self.percent(lost)}))
        if harm > 0:
            said.append(self.say("harm-chance", {"chance": self.percent(harm)}))
        worst = self._worst(chain)
        if worst is not None:
            unit, state, chance, most = worst
            slots = {
                "unit": self.named(unit),
                "state": self.word("end", state),
                "chance": self.percent(chance),
            }
            said.append(self.say("worst", slots))
            if most:
                said.append(self.say("worst-loss", {"count": Figure(most)}))
        return "; ".join(said)

    def _worst(self, chain: Found) -> tuple[str, str, float, int] | None:
        """The worst that may become of one of ours: who, how, the chance of it, his greatest loss."""
        found = [
            (gravity(state), max(int(lost) for lost, much in held["losses"].items() if much > 0),
             unit, state, chance)
            for unit, held in chain["units"].items()
            if held["side"] == self.us
            for state, chance in held["states"].items()
            if chance > 0
        ]  # fmt: skip
        if not found:
            return None
        grave, most, unit, state, chance = max(found, key=lambda each: each[:2])
        return (unit, state, chance, most) if grave > NOTHING or most else None

    # --- sight, range

    def sight(self, found: Found) -> Card:
        """Is the line clear? With the heights under it, and what stands in the way."""
        origin, target, stop = (
            found["origin"],
            found["target"],
            found["blocked_by"] or found["target"],
        )
        ends = {
            "from": plain(self.teller.there((origin,))),
            "to": plain(self.teller.there((target,))),
        }
        if found["clear"]:
            verdict = self.row("sight-clear", count=Figure(found.get("distance", 0)))
            over = (Laid("tag", (target,), "clear", self.text("tag-clear")),)
            line = Laid("sight", (origin, target))
        else:
            at = self.teller.there((stop,))
            verdict = self.row(
                "sight-blocked", at=at, reason=self.teller.phrase(found["reason"]), tone="refused"
            )
            over = (Laid("tag", (stop,), "blocked", self.text("tag-blocked", at=plain(at))),)
            line = Laid("sight", (origin, target, stop))
        steps = (
            Step(each["hex"], each["level"], each["terrain"]) for each in found.get("line", ())
        )
        return Card(
            self.text("sight-along", **ends), clause=found["clause"], rows=(verdict,), at=target,
            over=(line, *over), profile=tuple(steps),
        )  # fmt: skip

    def range(self, found: Found) -> Card:
        """How far somebody commands."""
        return Card(over=(Laid("area", tuple(each["hex"] for each in found["hexes"]), "range"),))


def _clauses(cards: Iterable[Card]) -> Iterator[str]:
    for card in cards:
        yield from (row.clause for row in card.rows if row.clause)
        yield from _clauses(card.cards)


# --- in lines


def lines_of(card: Card, indent: str = "") -> Iterator[str]:
    """A card as it is printed."""
    head = " ".join(filter(None, (card.title, card.figure)))
    if head:
        yield indent + head
    inner = indent + "  " if head else indent
    for row in card.rows:
        words = "".join(part.text for part in row.parts)
        said = "  ".join(filter(None, (words, row.figure, f"({row.clause})" if row.clause else "")))
        if said:
            yield inner + said
        for share in row.shares:
            bounds = f" - {100 * share.high:.1f} %" if share.high else ""
            yield f"{inner}  {100 * share.chance:5.1f} %{bounds}  {share.text}"
    for below in card.cards:
        yield from lines_of(below, inner)
    yield from (inner + note for note in card.notes)
