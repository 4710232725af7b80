"""Finding a rule by its name, by some words, or by a whole question."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.host.finding import BEST, look_up, search
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.rulebooks import UnknownClause, read_synonyms
from grognard.systems.registry import SYSTEMS, system_named


@pytest.mark.parametrize(
    ("system", "words", "clause"),
    [
        ("premier", "refused flank", "P16.37"),
        ("premier", "closest target", "P26.5"),
        ("premier", "must pursue", "P42.4"),
        ("premier", "does my cavalry have to chase routed infantry?", "P42.4"),
        ("premier", "Can cavalry charge through woods?", "P37.9"),
        ("premier", "when do I check morale after fire", "P31.11"),
        ("nlc", "must pursue", "N7.8.3"),
        ("nlc", "gang up", "N7.3.9"),
        ("nlc", "more than 24", "N7.1.9"),
        ("nlc", "What happens if my leader is killed?", "N11.2.2"),
        ("nlc", "enfilade condition", "N8.5.1"),
    ],
)
def test_words_and_questions_find_their_clause_first(system: str, words: str, clause: str) -> None:
    assert search(system, words)[0].id == clause


def test_other_forms_of_a_word_are_found_by_its_stem() -> None:
    assert search("premier", "flanks refusing")[0].id == "P16.37"


def test_words_of_rulings_and_of_settled_readings_lead_to_their_clauses() -> None:
    book = system_named("nlc").library.book()
    settled = book.settled[0]
    reading = [clause.id for clause in search("nlc", settled.reading)]
    assert set(reading) & set(settled.about)
    assert "N7.3.9" in [clause.id for clause in search("nlc", book.rulings["R-7.3b"].title)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_clause_is_found_by_its_own_words(system: str) -> None:
    book = system_named(system).library.book()
    lost = [
        clause.id
        for clause in list(book.clauses.values())[::10]
        if clause not in search(system, clause.text)
    ]
    assert not lost


def test_a_name_goes_before_words() -> None:
    assert [clause.id for clause in look_up("premier", "p33.4")] == ["P33.4"]
    assert look_up("nlc", "rule 9") == system_named("nlc").library.book().of_rule(9)
    assert 0 < len(look_up("premier", "line of sight")) <= BEST


@pytest.mark.parametrize("asked", ["P99.9", "PR-999", "what is it?", "zzz", '" OR *', ""])
def test_what_is_not_there_is_refused(asked: str) -> None:
    with pytest.raises(UnknownClause, match="have no"):
        look_up("premier", asked)


def test_a_wrong_file_of_synonyms_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "synonyms.yaml").write_text("synonyms:\n  - [near, close]\n  - [near, by]\n")
    with pytest.raises(MalformedFile, match=r"synonyms.yaml:3: synonyms\[1\]\[0\]: 'near'"):
        read_synonyms(tmp_path / "synonyms.yaml")
