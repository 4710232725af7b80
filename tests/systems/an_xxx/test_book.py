"""The book of An XXX: every clause of the ledger, and how it reads the base book."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.cli.rules import cited
from grognard.systems.an_xxx.options import NOT_TAKEN, OPTIONS
from grognard.systems.an_xxx.rulebook import read_concordance, rulebook
from grognard.systems.bataille.rulebook import BASE_OPTIONS, base_book
from grognard.systems.registry import system_named

BOOK = rulebook()

BY_SHARED_CODE = {"X12.11.3.2", "X19.14.9", "X19.15.7"}
"""Clauses that differ from the base book only by what its own cards, states and counters give to
shared code."""


def test_the_book_has_every_clause_with_its_origin_and_its_stand_to_the_base_book() -> None:
    assert len(BOOK.clauses) == 362
    origins = Counter(clause.origin for clause in BOOK.clauses.values())
    assert origins == {"sheet": 251, "base": 55, "house": 52, "found": 4}
    stands = Counter(clause.base for clause in BOOK.clauses.values())
    assert stands == {"differs": 160, "same": 128, "new": 74}


def test_rulings_options_and_clauses_name_each_other() -> None:
    for ruling in BOOK.rulings.values():
        for clause in ruling.clauses:
            assert ruling.id in BOOK.clauses[clause].rulings
        for option in ruling.options:
            assert ruling.id in OPTIONS[option].rulings
    for choice in OPTIONS.values():
        assert BOOK.unknown((*choice.rulings, *choice.clauses)) == ()


def test_it_takes_the_options_of_the_base_book_but_for_those_out_of_force() -> None:
    assert set(BASE_OPTIONS) > NOT_TAKEN
    assert set(BASE_OPTIONS) - NOT_TAKEN < set(OPTIONS)


def test_a_clause_of_the_base_book_can_be_read_in_it() -> None:
    (clause,) = BOOK.look_up("P14.8")
    assert clause == base_book().clauses["P14.8"]
    assert BOOK.rulings_on("P2.8") == base_book().rulings_on("P2.8")


def test_the_concordance_leads_to_clauses_that_are_the_same_or_have_code_of_their_own() -> None:
    concordance, code = read_concordance(), cited(system_named("an-xxx"))
    for base, own in concordance.own.items():
        assert base in base_book().clauses
        for clause in own:
            places = code.get(clause, ())
            itself = any("an_xxx" in where for where in places)
            assert BOOK.clauses[clause].base == "same" or itself or clause in BY_SHARED_CODE
    assert concordance.dropped <= set(base_book().clauses)
    assert not concordance.dropped & set(concordance.own)


def test_no_code_of_another_edition_stands_behind_its_clauses() -> None:
    places = [where for found in cited(system_named("an-xxx")).values() for where in found]
    assert not any("premier" in where for where in places)


@pytest.mark.parametrize("asked", ["X16.7T.36", "X8.2.10", "XR-01", "16.4"])
def test_what_a_reader_may_ask_for(asked: str) -> None:
    assert BOOK.look_up(asked)
