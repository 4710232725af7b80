"""How an edition reads the book that it shares with others."""

from __future__ import annotations

from grognard.kernel.rules import citations, cite
from grognard.mechanics.concordance import BASE, Concordance

EDITION = Concordance({"T1": ("U1", "U2")}, frozenset({"T2"}))
CITED = {"T1": ("here", "there"), "T2": ("here",), "T3": ("there",), "U1": ("elsewhere",)}


def test_the_first_of_its_own_clauses_is_told_and_all_are_enforced() -> None:
    assert EDITION.told("T1") == "U1"
    found = EDITION.enforced(CITED)
    assert found["U1"] == ("here", "there", "elsewhere")
    assert found["U2"] == ("here", "there")


def test_what_it_does_not_say_itself_stands_in_the_base_book() -> None:
    assert EDITION.told("T3") == "T3"
    assert EDITION.enforced(CITED)["T3"] == ("there",)


def test_a_dropped_clause_is_enforced_by_nothing() -> None:
    assert "T2" not in EDITION.enforced(CITED)


def test_the_base_book_is_told_as_it_is() -> None:
    assert BASE.told("T1") == "T1"
    assert BASE.enforced(CITED) == CITED


def test_code_proves_only_the_clauses_of_its_own_room() -> None:
    cite("T9", "here.room.place")
    cite("T9", "there.place")
    assert citations("here")["T9"] == ("here.room.place",)
    assert citations("here", "there")["T9"] == ("here.room.place", "there.place")
    assert "T9" not in citations("the")
