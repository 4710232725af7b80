"""A rule book in our words: clauses, rulings, and how much of it code and tests stand behind.

A system keeps its clauses in ``rules.yaml`` and in ``rulings.yaml`` how it reads them where the
text is silent, unclear or at odds with itself. A clause is named by the letter of the system, its
rule and its number: P33.4 or N12.2A.1. Nothing here is needed to play; it answers questions about
play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.mechanics.charts.lined import Spot, read_lined, text_at, texts_at

KINDS = ("procedure", "restriction", "value", "state", "modifier", "table", "example")

RuleNumber = int | str
"""The number of a rule as the book prints it: 33, or a word where it is no plain number (12.2A)."""


class UnknownClause(GrognardError):
    """A clause, rule or ruling was asked for that the book does not have."""


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One enforceable statement of the book, in our words."""

    id: str
    rule: RuleNumber
    topic: str
    kind: str
    text: str
    example: str = ""
    chart: str = ""
    see: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    no_effect: str = ""
    origin: str = ""
    """Where it comes from, if not all of its book comes from one place."""
    base: str = ""
    """How it stands to the book that its own stands on: same, differs or new."""


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """How we read clauses. Fixed, unless table options or a battle's own file may change it."""

    id: str
    group: str
    title: str
    clauses: tuple[str, ...]
    ruling: str
    why: str = ""
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
    """All clauses and rulings of the system, in the order of the book.

    ``letter`` begins the name of a clause, ``ruling_mark`` that of a ruling. ``upon`` is the book
    that holds where this one is silent.
    """

    system: str = ""
    title: str = ""
    letter: str = ""
    ruling_mark: str = ""
    rules: Mapping[RuleNumber, str] = {}
    clauses: Mapping[str, Clause] = {}
    rulings: Mapping[str, Ruling] = {}
    changed: tuple[Changed, ...] = ()
    settled: tuple[Settled, ...] = ()
    synonyms: tuple[tuple[str, ...], ...] = ()
    """Sets of words that mean the same to whoever searches the book."""
    upon: Rulebook | None = None

    def of_rule(self, number: RuleNumber) -> tuple[Clause, ...]:
        """Every clause of one rule."""
        return tuple(clause for clause in self.clauses.values() if clause.rule == number)

    def around(self, clause: Clause) -> tuple[Clause, ...]:
        """The whole rule in which a clause stands, in the book that has it."""
        if self.upon is not None and clause.id not in self.clauses:
            return self.upon.around(clause)
        return self.of_rule(clause.rule)

    def readings_on(self, about: str) -> tuple[str, ...]:
        """What was settled about a clause or a ruling while the rules were put to work."""
        own = tuple(each.reading for each in self.settled if about in each.about)
        return own if self.upon is None else own + self.upon.readings_on(about)

    def rulings_on(self, clause: str) -> tuple[Ruling, ...]:
        """The rulings that interpret a clause."""
        if self.upon is not None and clause not in self.clauses:
            return self.upon.rulings_on(clause)
        return tuple(self.rulings[ruling] for ruling in self.clauses[clause].rulings)

    def named(self, asked: str) -> tuple[Clause, ...]:
        """What a reader means by "P33.4", "33.4", "33", "P33" or "PR-84"; empty for other words.

        A bare number is a rule if there is one, else a clause.
        """
        key = asked.strip().upper()
        bare = key.removeprefix("RULE").strip()
        found = self._of_number(bare) or self._named(key) or self._named(self.letter + key)
        if not found and key.startswith(self.letter):
            found = self._of_number(key.removeprefix(self.letter))
        if not found and self.upon is not None and self.upon.is_name(key):
            found = self.upon.named(key)
        return found

    def look_up(self, asked: str) -> tuple[Clause, ...]:
        """The clauses that are named; refused if the book has none of that name."""
        found = self.named(asked)
        if not found:
            near = get_close_matches(asked.strip().upper(), [*self.clauses, *self.rulings], n=3)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise UnknownClause(f"the rules of {self.title} have no '{asked.strip()}'{hint}")
        return found

    def is_name(self, asked: str) -> bool:
        """Is it written as a clause or a ruling is, whether or not there is such a one?"""
        form = rf"{self.letter}[\d.]+|{self.ruling_mark}.*"
        return re.fullmatch(form, asked.strip().upper()) is not None

    def knows(self, citation: str) -> bool:
        """Is this a clause, a ruling, or a whole rule ("P29")?"""
        if citation in self.clauses or citation in self.rulings:
            return True
        letter, number = citation[: len(self.letter)], citation[len(self.letter) :]
        if letter == self.letter and rule_number(number) in self.rules:
            return True
        return self.upon is not None and self.upon.knows(citation)

    def unknown(self, citations: Iterable[str]) -> tuple[str, ...]:
        """The citations that lead nowhere."""
        return tuple(citation for citation in citations if not self.knows(citation))

    def coverage(self, citations: Mapping[str, tuple[str, ...]], tested: Iterable[str]) -> Coverage:
        """Compare the book with the citations of the code and of the tests.

        The counts of enforced and tested clauses leave out those without effect on play.
        """
        proved = frozenset(tested)
        live = [clause for clause in self.clauses.values() if not clause.no_effect]
        return Coverage(
            system=self.system,
            clauses=len(self.clauses),
            enforced=sum(1 for clause in live if citations.get(clause.id)),
            tested=sum(1 for clause in live if clause.id in proved),
            no_effect=len(self.clauses) - len(live),
            open=tuple(gap for clause in live if (gap := _gap(clause, citations, proved))),
        )

    def _of_number(self, number: str) -> tuple[Clause, ...]:
        return self.of_rule(rule_number(number)) if number else ()

    def _named(self, key: str) -> tuple[Clause, ...]:
        """The clause of that name, or the clauses that a ruling of that name reads."""
        for clause in self.clauses.values():
            if clause.id.upper() == key:
                return (clause,)
        for ruling in self.rulings.values():
            if ruling.id.upper() == key:
                return tuple(self.clauses[clause] for clause in ruling.clauses)
        return ()


def rule_number(text: str) -> RuleNumber:
    """
    >>> rule_number("33"), rule_number("12.2A")
    (33, '12.2A')
    """
    return int(text) if text.isascii() and text.isdigit() else text


def _gap(
    clause: Clause, citations: Mapping[str, tuple[str, ...]], proved: frozenset[str]
) -> Open | None:
    missing = ("code",) * (not citations.get(clause.id)) + ("test",) * (clause.id not in proved)
    return Open(clause.id, missing) if missing else None


# --- reading ------------------------------------------------------------------------------------


def read_rulebook(rules: Path, rulings: Path, letter: str, ruling_mark: str) -> Rulebook:
    """The whole book from its two files, and ``synonyms.yaml`` if that lies beside them."""
    top, read = read_lined(rules), read_lined(rulings)
    top.only("system", "title", "rules", "clauses")
    read.only("changed", "settled", "groups")
    clauses = [_clause(letter, spot) for spot in top.need("clauses").each()]
    of_groups = (
        _ruling(group.need("group").text(), spot)
        for group in read.need("groups").each()
        for spot in group.need("rulings").each()
    )
    return Rulebook(
        system=top.need("system").text(),
        title=top.need("title").text(),
        letter=letter,
        ruling_mark=ruling_mark,
        rules={rule_number(number): spot.text() for number, spot in top.need("rules").items()},
        clauses={clause.id: clause for clause in clauses},
        rulings={ruling.id: ruling for ruling in of_groups},
        changed=tuple(_changed(spot) for spot in read.need("changed").each()),
        settled=tuple(_settled(spot) for spot in read.need("settled").each()),
        synonyms=read_synonyms(rules.with_name("synonyms.yaml")),
    )


def read_synonyms(file: Path) -> tuple[tuple[str, ...], ...]:
    """Sets of words that mean the same; none where there is no such file."""
    if not file.exists():
        return ()
    top = read_lined(file)
    top.only("synonyms")
    groups = [tuple(group.each()) for group in top.need("synonyms").each()]
    seen: set[str] = set()
    for spot in (spot for group in groups for spot in group):
        if spot.text() in seen:
            spot.fail(f"'{spot.text()}' stands in another set", "join the two sets, or choose one")
        seen.add(spot.text())
    return tuple(tuple(spot.text() for spot in group) for group in groups)


def _clause(letter: str, spot: Spot) -> Clause:
    spot.only(
        *("id", "topic", "kind", "text", "example", "chart", "see", "rulings"),
        *("procedures", "no_effect", "origin", "base"),
    )
    named = spot.need("id").text()
    parts = re.fullmatch(rf"{letter}([0-9A-Z]+(?:\.[0-9A-Z]+)*)\.\d+", named)
    if parts is None:
        hint = f"write {letter}, the rule, a dot, the clause"
        spot.need("id").fail(f"'{named}' is no clause", hint)
    kind = spot.need("kind")
    if kind.text() not in KINDS:
        kind.fail(f"'{kind.scalar}' is no kind of clause", f"known: {', '.join(KINDS)}")
    return Clause(
        id=named,
        rule=rule_number(parts[1]),
        topic=spot.need("topic").text(),
        kind=kind.text(),
        text=spot.need("text").text(),
        example=text_at(spot, "example"),
        chart=text_at(spot, "chart"),
        see=texts_at(spot, "see"),
        rulings=texts_at(spot, "rulings"),
        procedures=texts_at(spot, "procedures"),
        no_effect=text_at(spot, "no_effect"),
        origin=text_at(spot, "origin"),
        base=text_at(spot, "base"),
    )


def _ruling(group: str, spot: Spot) -> Ruling:
    spot.only("id", "title", "clauses", "ruling", "why", "options", "scenario")
    return Ruling(
        id=spot.need("id").text(),
        group=group,
        title=spot.need("title").text(),
        clauses=texts_at(spot, "clauses"),
        ruling=spot.need("ruling").text(),
        why=text_at(spot, "why"),
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
