"""Write the pages about rules from their YAML: rule index, options and rulings.

    python scripts/make_rule_index.py            write the pages
    python scripts/make_rule_index.py --check    only say which are out of date

The pages hold nothing that is not in ``rules.yaml``, ``rulings.yaml`` and ``options.yaml``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from grognard.mechanics.options import OptionInfo, Options
from grognard.mechanics.rulebooks import Clause, Rulebook, Ruling
from grognard.systems.an_xxx import options as an_xxx_options
from grognard.systems.an_xxx import rulebook as an_xxx
from grognard.systems.empire import options as empire_options
from grognard.systems.empire import rulebook as empire
from grognard.systems.nlc import options as nlc_options
from grognard.systems.nlc import rulebook as nlc
from grognard.systems.premier import options as premier_options
from grognard.systems.premier import rulebook as premier

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by scripts/make_rule_index.py; change the YAML, not this page. -->"


class Pages:
    """The pages of one system and the way from each to the others."""

    def __init__(
        self, book: Rulebook, options: Options, rulings: str, upon: Pages | None = None
    ) -> None:
        self.book = book
        self.upon = upon
        self.options = options
        self.rulings = f"docs/{rulings}"
        self.rules = f"docs/reference/{book.system}-rules.md"
        self.choices = f"docs/reference/{book.system}-options.md"
        self.procedures = f"docs/reference/{book.system}-procedures.md"

    def written(self) -> dict[str, str]:
        """Every page by its path below the repository."""
        return {
            self.rulings: _page(_rulings(self)),
            self.rules: _page(_rules(self)),
            self.choices: _page(_options(self)),
        }

    def clause(self, clause: str, page: str) -> str:
        home = self.upon if self.upon is not None and clause in self.upon.book.clauses else self
        return _link(clause, page, home.rules)

    def ruling(self, ruling: str, page: str) -> str:
        home = self.upon if self.upon is not None and ruling in self.upon.book.rulings else self
        return _link(ruling, page, home.rulings)

    def named(self, about: str, page: str) -> str:
        """A clause or a ruling."""
        if about.startswith(self.book.ruling_mark):
            return self.ruling(about, page)
        return self.clause(about, page)

    def option(self, option: str, page: str) -> str:
        return f"[`{option}`]({_way(page, self.choices)}#{_anchor(option)})"


def pages() -> dict[str, str]:
    """Every page by its path below the repository."""
    base = Pages(premier.rulebook(), premier_options.OPTIONS, "rulings.md")
    systems = (
        base,
        Pages(an_xxx.rulebook(), an_xxx_options.OPTIONS, "reference/an-xxx-rulings.md", base),
        Pages(nlc.rulebook(), nlc_options.OPTIONS, "reference/nlc-rulings.md"),
        Pages(empire.rulebook(), empire_options.OPTIONS, "reference/empire-rulings.md"),
    )
    return {path: text for system in systems for path, text in system.written().items()}


def main(arguments: list[str]) -> int:
    stale = [
        (path, text)
        for path, text in pages().items()
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        if "--check" in arguments:
            print(f"{path} is out of date: run python scripts/make_rule_index.py")
            continue
        (ROOT / path).write_text(text, encoding="utf-8")
        print(f"{path} written")
    return 1 if stale and "--check" in arguments else 0


# --- rulings ------------------------------------------------------------------------------------


def _rulings(of: Pages) -> Iterator[str]:
    book, page = of.book, of.rulings
    yield f"# Rulings: {book.title}"
    yield NOTE
    yield PREFERENCE[book.system]
    yield (
        "A ruling that names a *table option* can be changed for a game; the default comes first. "
        "One that names the *battle* can be settled otherwise by a scenario. All others are fixed. "
        f"Clauses are in the [rule index]({_way(page, of.rules)}), options also in "
        f"[a list of their own]({_way(page, of.choices)})."
    )
    yield "## Rulings changed in play"
    if book.changed:
        yield _bullets(
            f"{of.ruling(each.ruling, page)}, {each.since}: {each.what}" for each in book.changed
        )
    else:
        yield "None so far."
    if book.settled:
        yield "## Readings settled in the making { #settled }"
        yield (
            "Where neither the book nor a ruling says it in so many words, the program had to "
            "decide. These readings are enforced as they stand here; tell us if your table knows "
            "better."
        )
        yield _bullets(
            f"{each.reading} ({', '.join(of.named(one, page) for one in each.about)})"
            for each in book.settled
        )
    group = ""
    for ruling in book.rulings.values():
        if ruling.group != group:
            group = ruling.group
            yield f"## {group}"
        yield from _one_ruling(of, ruling)


def _one_ruling(of: Pages, ruling: Ruling) -> Iterator[str]:
    page = of.rulings
    yield f"### {ruling.id} {ruling.title} {{ #{_anchor(ruling.id)} }}"
    clauses = ", ".join(of.clause(each, page) for each in ruling.clauses)
    why = f" *Why:* {_lowered(_arrowed(ruling.why))}" if ruling.why else ""
    yield f"{_arrowed(ruling.ruling)}{why} ({clauses})"
    lines = [f"*Table option* {_choice(of, of.options[name])}" for name in ruling.options]
    if ruling.scenario:
        lines.append(f"*The battle* may settle: {ruling.scenario}.")
    if lines:
        yield _bullets(lines)


def _choice(of: Pages, option: OptionInfo) -> str:
    link = of.option(option.name, of.rulings)
    if not option.values:
        return f"{link}: **{option.default}**. {option.meaning}"
    others = [value for value in option.values if value != option.default]
    return f"{link}: **{option.default}**, {', '.join(others)}."


# --- rules --------------------------------------------------------------------------------------


def _rules(of: Pages) -> Iterator[str]:
    book = of.book
    yield f"# Rule index: {book.title}"
    yield NOTE
    yield (
        "Every clause of the rules in our own words, numbered by rule. What stands behind a "
        f"clause is printed by `grognard rules {book.system}` and its id: the rulings on it, the "
        "code that enforces it and the tests that prove it."
    )
    live = [clause for clause in book.clauses.values() if not clause.no_effect]
    yield (
        f"Of {len(book.clauses)} clauses {len(live)} bear on play; "
        f"{len(book.clauses) - len(live)} have no effect on play and say why."
    )
    for number, title in book.rules.items():
        yield f"## {number}. {title} {{ #{_anchor(f'rule-{number}')} }}"
        for clause in book.of_rule(number):
            yield f"{_one_clause(of, clause)}\n{{ #{_anchor(clause.id)} }}"


def _one_clause(of: Pages, clause: Clause) -> str:
    page = of.rules
    parts = [f"**{clause.id}** {clause.text}"]
    if clause.example:
        parts.append(f"*Example:* {_arrowed(clause.example)}.")
    if clause.chart:
        parts.append(f"*Chart:* {clause.chart}.")
    if clause.origin:
        stand = f"; {clause.base}" if clause.base else ""
        parts.append(f"*Origin:* {clause.origin}{stand}.")
    if clause.rulings:
        parts.append(f"*Rulings:* {', '.join(of.ruling(each, page) for each in clause.rulings)}.")
    if clause.procedures:
        way = _way(page, of.procedures)
        links = (f"[{each}]({way}#{each.lower()})" for each in clause.procedures)
        parts.append(f"*Procedures:* {', '.join(links)}.")
    if clause.see:
        parts.append(f"*See:* {', '.join(_reference(of, each) for each in clause.see)}.")
    if clause.no_effect:
        parts.append(f"*No effect on play:* {_lowered(clause.no_effect)}")
    return " ".join(parts)


def _reference(of: Pages, see: str) -> str:
    if see.startswith("rule "):
        return f"[{see}](#{_anchor(see.replace(' ', '-'))})"
    return of.clause(see, of.rules)


# --- options ------------------------------------------------------------------------------------


def _options(of: Pages) -> Iterator[str]:
    yield f"# Table options: {of.book.title}"
    yield NOTE
    yield (
        "What a table may choose. A scenario sets options by name; whatever it leaves out has its "
        f"default. The same list is printed by `grognard rules {of.book.system} --options`."
    )
    for option in of.options.values():
        yield f"## `{option.name}` {{ #{_anchor(option.name)} }}"
        yield option.about
        if option.values:
            yield _bullets(
                f"**{value}**{' (default)' if value == option.default else ''}: {meaning}"
                for value, meaning in option.values.items()
            )
        else:
            yield _bullets([f"{option.wanted()} (default **{option.default}**): {option.meaning}"])
        yield _origin(of, option)


def _origin(of: Pages, option: OptionInfo) -> str:
    page = of.choices
    clauses = ", ".join(of.clause(each, page) for each in option.clauses)
    parts = [f"*Clauses:* {clauses}."]
    if option.rulings:
        parts.append(f"*Ruling:* {', '.join(of.ruling(each, page) for each in option.rulings)}.")
    if option.chart:
        parts.append(f"*Chart:* {option.card}.")
    return " ".join(parts)


# --- words --------------------------------------------------------------------------------------


def _page(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _link(name: str, page: str, target: str) -> str:
    return f"[{name}]({_way(page, target)}#{_anchor(name)})"


def _way(page: str, target: str) -> str:
    """The way from one page to another; empty to itself."""
    if page == target:
        return ""
    here, there = Path(page).parent, Path(target)
    if here == there.parent:
        return there.name
    return os.path.relpath(there, here)


def _anchor(name: str) -> str:
    return name.lower().replace(".", "-").replace("_", "-")


def _arrowed(text: str) -> str:
    return text.replace("->", "→")


def _lowered(sentence: str) -> str:
    """A sentence that goes on after a colon; names keep their capitals."""
    first = sentence.split(" ", 1)[0]
    kept = first in NAMES or (len(first) > 1 and first.isupper())
    return sentence if kept else sentence[0].lower() + sentence[1:]


NAMES = ("Road", "Berlin")

PREFERENCE = {
    "premier": (
        "Where the rule book is silent, unclear or at odds with itself, we have settled on one "
        "reading, so that two tables play the same game. In order of preference that is the "
        "reading a worked example proves; then the more specific or the later text; then the one "
        "that plays without stalling. The rule book stands above every chart, and a battle's own "
        "rules stand above both."
    ),
    "an-xxx": (
        "The chart sheet has the figures of this edition; where it is silent we have settled on one "
        "reading, so that two tables play the same game. A cell of the sheet stands first, then these "
        "rulings and clauses, then the base book with its own rulings. A battle's own rules stand "
        "above all of them. The edition is in work: `grognard rules an-xxx --coverage` says what is "
        "still open."
    ),
    "empire": (
        "The reference sheet has the figures; where it is silent or can be read in two ways we have "
        "settled on one reading, so that two tables play the same game. A figure or sentence of the "
        "sheet stands first, then these rulings and the clauses of the house. A battle's own rules "
        "stand above both. The system is in work: `grognard rules empire --coverage` says what is "
        "still open."
    ),
    "nlc": (
        "Where the rules are silent, unclear or at odds with themselves, we have settled on one "
        "reading, so that two tables play the same game. In order of preference that is the "
        "reading a worked example proves; then the numbered text before the summaries; then a "
        "chart's own cell before general wording about it; then the specific clause before the "
        "general one. The design notes make no rules. A1 to A24 are "
        "[procedures](nlc-procedures.md)."
    ),
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
