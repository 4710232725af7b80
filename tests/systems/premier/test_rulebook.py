import runpy
from pathlib import Path

import msgspec
import pytest

from grognard.cli.rules import cited, proved
from grognard.systems.premier.rulebook import UnknownClause, rulebook
from grognard.systems.registry import system_named

ROOT = Path(__file__).resolve().parents[3]


def test_the_book_has_every_clause_in_order_and_none_twice() -> None:
    book = rulebook()
    text = (ROOT / "src/grognard/systems/bataille/book/rules.yaml").read_text(encoding="utf-8")
    assert text.count("  - id: P") == len(book.clauses) == 691
    assert len(book.rulings) == 186
    for number in book.rules:
        numbers = [int(clause.id.partition(".")[2]) for clause in book.of_rule(number)]
        assert numbers == list(range(1, len(numbers) + 1)), number
    assert list(book.rulings) == [f"PR-{number:02}" for number in range(1, 187)]


def test_every_reference_in_the_book_leads_somewhere() -> None:
    book = rulebook()
    for clause in book.clauses.values():
        assert not book.unknown(clause.rulings), clause.id
        assert not book.unknown(see.replace("rule ", "P") for see in clause.see), clause.id
    for ruling in book.rulings.values():
        assert ruling.clauses
        assert not book.unknown(ruling.clauses), ruling.id


def test_clauses_and_rulings_name_each_other() -> None:
    book = rulebook()
    by_clause = {(clause.id, each) for clause in book.clauses.values() for each in clause.rulings}
    by_ruling = {(each, ruling.id) for ruling in book.rulings.values() for each in ruling.clauses}
    assert by_clause == by_ruling


def test_few_clauses_have_no_effect_and_each_says_why() -> None:
    idle = [clause for clause in rulebook().clauses.values() if clause.no_effect]
    assert 0 < len(idle) < 10
    assert all(len(clause.no_effect) > 30 for clause in idle)


def test_a_clause_is_found_by_its_id_its_rule_a_ruling_or_its_words() -> None:
    book = rulebook()
    (clause,) = book.look_up("p33.4")
    assert clause.rule == 33
    assert book.look_up("33.4") == (clause,)
    assert book.look_up("P33") == book.look_up("rule 33") == book.of_rule(33)
    assert [found.id for found in book.look_up("PR-84")] == ["P32.7"]
    assert [ruling.id for ruling in book.rulings_on("P33.4")] == ["PR-85", "PR-166"]


@pytest.mark.parametrize("asked", ["P33.44", "P99", "PR-999", "trebuchet", ""])
def test_what_is_not_in_the_book_is_said_to_be_missing(asked: str) -> None:
    with pytest.raises(UnknownClause, match="have no"):
        rulebook().look_up(asked)


def test_a_near_miss_is_answered_with_a_suggestion() -> None:
    with pytest.raises(UnknownClause, match=r"did you mean .*P33\.4"):
        rulebook().look_up("P33.44")


def test_citations_that_lead_nowhere_are_found() -> None:
    assert rulebook().unknown(["P33.4", "P29", "PR-84", "P33.99", "P1", "N12.7"]) == (
        "P33.99",
        "P1",
        "N12.7",
    )


def test_a_clause_is_done_when_code_and_a_test_stand_behind_it() -> None:
    found = rulebook().coverage(
        {"P33.4": ("assault.ratio",), "P33.5": ("assault.check",)}, ["P33.4", "P9.1"]
    )
    gaps = {gap.id: gap for gap in found.open}
    assert "P33.4" not in gaps
    assert gaps["P33.5"].missing == ("test",)
    assert gaps["P9.1"].missing == ("code",)
    assert gaps["P33.6"].missing == ("code", "test")
    assert (found.enforced, found.tested) == (2, 2)


def test_a_book_with_code_and_tests_for_every_clause_has_nothing_open() -> None:
    clauses = rulebook().clauses
    found = rulebook().coverage(dict.fromkeys(clauses, ("somewhere",)), clauses)
    assert not found.open
    assert found.enforced == found.tested
    assert found.clauses == found.enforced + found.no_effect + len(found.open)


def test_coverage_prints_as_the_command_line_promises() -> None:
    printed = msgspec.to_builtins(rulebook().coverage({}, ()))
    assert list(printed) == ["system", "clauses", "enforced", "tested", "no_effect", "open"]
    assert printed["open"][0] == {"id": "P2.1", "missing": ("code", "test")}


def test_the_pages_about_rules_are_up_to_date() -> None:
    pages = runpy.run_path(str(ROOT / "scripts/make_rule_index.py"))["pages"]()
    assert "docs/rulings.md" in pages
    for path, text in pages.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path}: make_rule_index.py"


def test_every_clause_of_this_book_is_enforced_and_proved() -> None:
    found = rulebook().coverage(cited(system_named("premier")), proved(ROOT / "tests"))
    assert not found.open


def test_every_settled_reading_is_about_something_in_the_book() -> None:
    book = rulebook()
    assert book.settled
    for each in book.settled:
        assert each.about, each.reading
        assert not book.unknown(each.about), each.about
    assert book.readings_on("P35.7")
    assert book.readings_on("PR-136")
    assert not book.readings_on("P1.1")
