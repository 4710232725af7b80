"""The rule book in our words: clauses, rulings, and how much of it code and tests stand behind.

``rules.yaml`` holds the clauses, ``rulings.yaml`` how we read them where the text is silent,
unclear or at odds with itself. Nothing here is needed to play; it answers questions about play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.mechanics.charts.lined import Spot, read_lined
from grognard.systems.premier.options import text_at, texts_at

RULES = Path(__file__).with_name("rules.yaml")
RULINGS = Path(__file__).with_name("rulings.yaml")
KINDS = ("procedure", "restriction", "value", "state", "modifier", "example")


class UnknownClause(GrognardError):
    """A clause, rule or ruling was asked for that the book does not have."""


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One enforceable statement of the book, in our words."""

    id: str
    rule: int
    topic: str
    kind: str
    text: str
    example: str = ""
    chart: str = ""
    see: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    no_effect: str = ""


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """How we read clauses. Fixed, unless table options or a battle's own file may change it."""

    id: str
    group: str
    title: str
    clauses: tuple[str, ...]
    ruling: str
    why: str
    options: tuple[str, ...] = ()
    scenario: str = ""

    @property
    def fixed(self) -> bool:
        return not self.options and not self.scenario


class Changed(msgspec.Struct, frozen=True):
    """A ruling that was changed after games had been played under it."""

    ruling: str
    since: str
    what: str


class Settled(msgspec.Struct, frozen=True):
    """A reading chosen while the rules were put to work; ``about`` names clauses and rulings."""

    about: tuple[str, ...]
    reading: str


class Open(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause not yet done, and what is missing: code, a test, or both."""

    id: str
    missing: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """How many clauses there are, have code, have a test, need neither; and those still open."""

    system: str
    clauses: int
    enforced: int
    tested: int
    no_effect: int
    open: tuple[Open, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """All clauses and rulings of the system, in the order of the book."""

    system: str
    title: str
    rules: Mapping[int, str]
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    changed: tuple[Changed, ...] = ()
    settled: tuple[Settled, ...] = ()

    def of_rule(self, number: int) -> tuple[Clause, ...]:
        """Every clause of one rule."""
        return tuple(clause for clause in self.clauses.values() if clause.rule == number)

    def readings_on(self, about: str) -> tuple[str, ...]:
        """What was settled about a clause or a ruling while the rules were put to work."""
        return tuple(each.reading for each in self.settled if about in each.about)

    def rulings_on(self, clause: str) -> tuple[Ruling, ...]:
        """The rulings that interpret a clause."""
        return tuple(self.rulings[ruling] for ruling in self.clauses[clause].rulings)

    def search(self, words: str) -> tuple[Clause, ...]:
        """The clauses in which every word occurs, as the beginning of a word."""
        wanted = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words.split()]
        if not wanted:
            return ()
        return tuple(
            clause
            for clause in self.clauses.values()
            if all(word.search(self._searched(clause)) for word in wanted)
        )

    def look_up(self, asked: str) -> tuple[Clause, ...]:
        """What a reader means by "P33.4", "33.4", "33", "P33", "PR-84" or "line of sight"."""
        key = asked.strip().upper()
        if f"P{key}" in self.clauses:
            key = f"P{key}"
        if key in self.clauses:
            return (self.clauses[key],)
        if key in self.rulings:
            return tuple(self.clauses[clause] for clause in self.rulings[key].clauses)
        whole = re.fullmatch(r"(?:RULE\s+|P)?(\d+)", key)
        found = self.of_rule(int(whole[1])) if whole else ()
        if not found and not re.fullmatch(r"P(R-)?[\d.]+", key):
            found = self.search(asked)
        if not found:
            near = get_close_matches(key, [*self.clauses, *self.rulings], n=3)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise UnknownClause(f"the rules of {self.title} have no '{asked.strip()}'{hint}")
        return found

    def knows(self, citation: str) -> bool:
        """Is this a clause, a ruling, or a whole rule ("P29")?"""
        if citation in self.clauses or citation in self.rulings:
            return True
        whole = re.fullmatch(r"P(\d+)", citation)
        return whole is not None and int(whole[1]) in self.rules

    def unknown(self, citations: Iterable[str]) -> tuple[str, ...]:
        """The citations that lead nowhere."""
        return tuple(citation for citation in citations if not self.knows(citation))

    def _searched(self, clause: Clause) -> str:
        return f"{self.rules[clause.rule]} {clause.topic} {clause.text} {clause.example}"


def coverage(citations: Mapping[str, tuple[str, ...]], tested: Iterable[str]) -> Coverage:
    """Compare the book with the citations of the code and of the tests.

    The counts of enforced and tested clauses leave out those without effect on play.
    """
    book, proved = rulebook(), frozenset(tested)
    live = [clause for clause in book.clauses.values() if not clause.no_effect]
    return Coverage(
        system=book.system,
        clauses=len(book.clauses),
        enforced=sum(1 for clause in live if citations.get(clause.id)),
        tested=sum(1 for clause in live if clause.id in proved),
        no_effect=len(book.clauses) - len(live),
        open=tuple(gap for clause in live if (gap := _gap(clause, citations, proved))),
    )


def _gap(
    clause: Clause, citations: Mapping[str, tuple[str, ...]], proved: frozenset[str]
) -> Open | None:
    missing = ("code",) * (not citations.get(clause.id)) + ("test",) * (clause.id not in proved)
    return Open(clause.id, missing) if missing else None


# --- reading ------------------------------------------------------------------------------------


@cache
def rulebook() -> Rulebook:
    """The whole book, read once."""
    top, read = read_lined(RULES), read_lined(RULINGS)
    top.only("system", "title", "rules", "clauses")
    read.only("changed", "settled", "groups")
    clauses = (_clause(spot) for spot in top.need("clauses").each())
    rulings = (
        _ruling(group.need("group").text(), spot)
        for group in read.need("groups").each()
        for spot in group.need("rulings").each()
    )
    return Rulebook(
        system=top.need("system").text(),
        title=top.need("title").text(),
        rules={int(number): spot.text() for number, spot in top.need("rules").items()},
        clauses={clause.id: clause for clause in clauses},
        rulings={ruling.id: ruling for ruling in rulings},
        changed=tuple(_changed(spot) for spot in read.need("changed").each()),
        settled=tuple(_settled(spot) for spot in read.need("settled").each()),
    )


def _clause(spot: Spot) -> Clause:
    spot.only(
        *("id", "topic", "kind", "text", "example", "chart", "see", "rulings"),
        "no_effect",
    )
    named = spot.need("id").text()
    number = re.fullmatch(r"P(\d+)\.\d+", named)
    if number is None:
        spot.need("id").fail(f"'{named}' is no clause", "write P, the rule, a dot, the clause")
    kind = spot.need("kind")
    if kind.text() not in KINDS:
        kind.fail(f"'{kind.scalar}' is no kind of clause", f"known: {', '.join(KINDS)}")
    return Clause(
        id=named,
        rule=int(number[1]),
        topic=spot.need("topic").text(),
        kind=kind.text(),
        text=spot.need("text").text(),
        example=text_at(spot, "example"),
        chart=text_at(spot, "chart"),
        see=texts_at(spot, "see"),
        rulings=texts_at(spot, "rulings"),
        no_effect=text_at(spot, "no_effect"),
    )


def _ruling(group: str, spot: Spot) -> Ruling:
    spot.only("id", "title", "clauses", "ruling", "why", "options", "scenario")
    return Ruling(
        id=spot.need("id").text(),
        group=group,
        title=spot.need("title").text(),
        clauses=texts_at(spot, "clauses"),
        ruling=spot.need("ruling").text(),
        why=spot.need("why").text(),
        options=texts_at(spot, "options"),
        scenario=text_at(spot, "scenario"),
    )


def _changed(spot: Spot) -> Changed:
    spot.only("ruling", "since", "what")
    ruling, since, what = (spot.need(key).text() for key in ("ruling", "since", "what"))
    return Changed(ruling, since, what)


def _settled(spot: Spot) -> Settled:
    spot.only("about", "reading")
    return Settled(texts_at(spot, "about"), spot.need("reading").text())
