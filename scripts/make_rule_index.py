"""Write the pages about rules from their YAML: rule index, options and rulings.

    python scripts/make_rule_index.py            write the pages
    python scripts/make_rule_index.py --check    only say which are out of date

The pages hold nothing that is not in ``rules.yaml``, ``rulings.yaml`` and ``options.yaml``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from grognard.systems.premier.options import OPTIONS, OptionInfo
from grognard.systems.premier.rulebook import Clause, Rulebook, Ruling, rulebook

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by scripts/make_rule_index.py; change the YAML, not this page. -->"


def pages() -> dict[str, str]:
    """Every page by its path below the repository."""
    book = rulebook()
    return {
        "docs/rulings.md": _page(_rulings(book)),
        "docs/reference/premier-rules.md": _page(_rules(book)),
        "docs/reference/premier-options.md": _page(_options(book)),
    }


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


def _rulings(book: Rulebook) -> Iterator[str]:
    yield f"# Rulings: {book.title}"
    yield NOTE
    yield (
        "Where the rule book is silent, unclear or at odds with itself, we have settled on one "
        "reading, so that two tables play the same game. In order of preference that is the "
        "reading a worked example proves; then the more specific or the later text; then the one "
        "that plays without stalling. The rule book stands above every chart, and a battle's own "
        "rules stand above both."
    )
    yield (
        "A ruling that names a *table option* can be changed for a game; the default comes first. "
        "One that names the *battle* can be settled otherwise by a scenario. All others are fixed. "
        "Clauses are in the [rule index](reference/premier-rules.md), options also in "
        "[a list of their own](reference/premier-options.md)."
    )
    yield "## Rulings changed in play"
    if book.changed:
        yield _bullets(
            f"{_ruling(each.ruling)}, {each.since}: {each.what}" for each in book.changed
        )
    else:
        yield "None so far."
    yield "## Readings settled in the making { #settled }"
    yield (
        "Where neither the book nor a ruling says it in so many words, the program had to decide. "
        "These readings are enforced as they stand here; tell us if your table knows better."
    )
    yield _bullets(
        f"{each.reading} ({', '.join(map(_named, each.about))})" for each in book.settled
    )
    group = ""
    for ruling in book.rulings.values():
        if ruling.group != group:
            group = ruling.group
            yield f"## {group}"
        yield from _one_ruling(ruling)


def _named(about: str) -> str:
    if about.startswith("PR-"):
        return f"[{about}](#{_anchor(about)})"
    return _clause(about, "reference/premier-rules.md")


def _one_ruling(ruling: Ruling) -> Iterator[str]:
    yield f"### {ruling.id} {ruling.title} {{ #{_anchor(ruling.id)} }}"
    clauses = ", ".join(_clause(each, "reference/premier-rules.md") for each in ruling.clauses)
    yield f"{_arrowed(ruling.ruling)} *Why:* {_lowered(_arrowed(ruling.why))} ({clauses})"
    lines = [f"*Table option* {_choice(OPTIONS[name])}" for name in ruling.options]
    if ruling.scenario:
        lines.append(f"*The battle* may settle: {ruling.scenario}.")
    if lines:
        yield _bullets(lines)


def _choice(option: OptionInfo) -> str:
    link = f"[`{option.name}`](reference/premier-options.md#{_anchor(option.name)})"
    if not option.values:
        return f"{link}: **{option.default}**. {option.meaning}"
    others = [value for value in option.values if value != option.default]
    return f"{link}: **{option.default}**, {', '.join(others)}."


# --- rules --------------------------------------------------------------------------------------


def _rules(book: Rulebook) -> Iterator[str]:
    yield f"# Rule index: {book.title}"
    yield NOTE
    yield (
        "Every clause of the rules in our own words, numbered by rule. What stands behind a "
        "clause is printed by `grognard rules premier` and its id: the rulings on it, the code "
        "that enforces it and the tests that prove it."
    )
    live = [clause for clause in book.clauses.values() if not clause.no_effect]
    yield (
        f"Of {len(book.clauses)} clauses {len(live)} are enforced; "
        f"{len(book.clauses) - len(live)} have no effect on play and say why."
    )
    for number, title in book.rules.items():
        yield f"## {number}. {title} {{ #rule-{number} }}"
        for clause in book.of_rule(number):
            yield f"{_one_clause(clause)}\n{{ #{_anchor(clause.id)} }}"


def _one_clause(clause: Clause) -> str:
    parts = [f"**{clause.id}** {clause.text}"]
    if clause.example:
        parts.append(f"*Example:* {_arrowed(clause.example)}.")
    if clause.chart:
        parts.append(f"*Chart:* {clause.chart}.")
    if clause.rulings:
        parts.append(f"*Rulings:* {', '.join(_ruling(each, '../') for each in clause.rulings)}.")
    if clause.see:
        parts.append(f"*See:* {', '.join(_reference(each) for each in clause.see)}.")
    if clause.no_effect:
        parts.append(f"*No effect on play:* {_lowered(clause.no_effect)}")
    return " ".join(parts)


def _reference(see: str) -> str:
    if see.startswith("rule "):
        return f"[{see}](#rule-{see.removeprefix('rule ')})"
    return _clause(see)


# --- options ------------------------------------------------------------------------------------


def _options(book: Rulebook) -> Iterator[str]:
    yield f"# Table options: {book.title}"
    yield NOTE
    yield (
        "What a table may choose. A scenario sets options by name; whatever it leaves out has its "
        "default. The same list is printed by `grognard rules premier --options`."
    )
    for option in OPTIONS.values():
        yield f"## `{option.name}` {{ #{_anchor(option.name)} }}"
        yield option.about
        if option.values:
            yield _bullets(
                f"**{value}**{' (default)' if value == option.default else ''}: {meaning}"
                for value, meaning in option.values.items()
            )
        else:
            yield _bullets([f"{option.wanted()} (default **{option.default}**): {option.meaning}"])
        yield _origin(option)


def _origin(option: OptionInfo) -> str:
    clauses = ", ".join(_clause(each, "premier-rules.md") for each in option.clauses)
    parts = [f"*Clauses:* {clauses}."]
    if option.rulings:
        parts.append(f"*Ruling:* {', '.join(_ruling(each, '../') for each in option.rulings)}.")
    if option.chart:
        parts.append(f"*Chart:* {option.card}.")
    return " ".join(parts)


# --- words --------------------------------------------------------------------------------------


def _page(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _clause(clause: str, page: str = "") -> str:
    return f"[{clause}]({page}#{_anchor(clause)})"


def _ruling(ruling: str, up: str = "") -> str:
    page = f"{up}rulings.md" if up else ""
    return f"[{ruling}]({page}#{_anchor(ruling)})"


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

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
