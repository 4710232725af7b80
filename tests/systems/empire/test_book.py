"""The book of Bataille Empire: every clause of the ledger, its rulings and its options."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.kernel.errors import MalformedFile
from grognard.systems.empire.options import OPTIONS
from grognard.systems.empire.rulebook import rulebook
from grognard.systems.empire.sheet import sheet

BOOK = rulebook()


def test_the_book_has_every_clause_with_its_origin() -> None:
    origins = Counter(clause.origin or "sheet" for clause in BOOK.clauses.values())
    assert origins == {"sheet": 194, "house": 113, "published material": 13}


def test_clauses_of_a_rule_are_numbered_without_a_gap() -> None:
    for number in BOOK.rules:
        numbers = [int(clause.id.rpartition(".")[2]) for clause in BOOK.of_rule(number)]
        assert numbers == list(range(1, len(numbers) + 1)), number
        assert numbers, number


def test_rulings_options_and_clauses_name_each_other() -> None:
    by_clause = {(clause.id, each) for clause in BOOK.clauses.values() for each in clause.rulings}
    by_ruling = {(each, ruling.id) for ruling in BOOK.rulings.values() for each in ruling.clauses}
    assert by_clause == by_ruling
    by_option = {(name, ruling) for name, option in OPTIONS.items() for ruling in option.rulings}
    by_book = {(name, ruling.id) for ruling in BOOK.rulings.values() for name in ruling.options}
    assert by_option == by_book
    assert not BOOK.unknown(clause for option in OPTIONS.values() for clause in option.clauses)


def test_clauses_and_cards_name_each_other() -> None:
    charts = sheet().charts
    for clause in BOOK.clauses.values():
        assert not clause.chart or clause.chart in charts, clause.id
    for card in charts.values():
        assert not BOOK.unknown(card.rules), card.name


def test_few_clauses_have_no_effect_and_each_says_why() -> None:
    idle = [clause for clause in BOOK.clauses.values() if clause.no_effect]
    assert 0 < len(idle) < 10
    assert all(len(clause.no_effect) > 30 for clause in idle)


def test_a_clause_is_found_by_its_id_its_page_or_a_ruling() -> None:
    assert [clause.id for clause in BOOK.look_up("e50.13")] == ["E50.13"]
    assert BOOK.look_up("rule 50") == BOOK.of_rule(50)
    assert {clause.id for clause in BOOK.look_up("ER-22")} == set(BOOK.rulings["ER-22"].clauses)


def test_every_option_explains_itself() -> None:
    for option in OPTIONS.values():
        assert option.about.endswith("?"), option.name
        assert all(meaning.endswith(".") for meaning in option.values.values()), option.name
        assert option.clauses, option.name


def test_a_wrong_choice_is_refused_with_a_hint() -> None:
    with pytest.raises(MalformedFile) as refusal:
        OPTIONS.resolve({"marker_defense": "twice"})
    assert "did you mean 'marker_defence'?" in refusal.value.hint
