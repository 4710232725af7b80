"""The rule book and the options of Napoleon's Later Campaigns."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel.errors import MalformedFile
from grognard.mechanics.rulebooks import UnknownClause
from grognard.systems.nlc.options import OPTIONS
from grognard.systems.nlc.rulebook import rulebook

ROOT = Path(__file__).resolve().parents[3]
ROOM = ROOT / "src/grognard/systems/nlc"


def test_the_book_has_every_clause_and_ruling_and_none_twice() -> None:
    book = rulebook()
    assert (ROOM / "rules.yaml").read_text(encoding="utf-8").count("  - id: N") == 503
    assert len(book.clauses) == 503
    assert (ROOM / "rulings.yaml").read_text(encoding="utf-8").count("      - id: R-") == 147
    assert len(book.rulings) == 147


def test_clauses_of_a_rule_are_numbered_without_a_gap() -> None:
    book = rulebook()
    for number in book.rules:
        numbers = [int(clause.id.rpartition(".")[2]) for clause in book.of_rule(number)]
        assert numbers == list(range(1, len(numbers) + 1)), number
        assert numbers, number


def test_every_reference_in_the_book_leads_somewhere() -> None:
    book = rulebook()
    procedures = (ROOT / "docs/reference/nlc-procedures.md").read_text(encoding="utf-8")
    for clause in book.clauses.values():
        assert not book.unknown(clause.rulings), clause.id
        assert not book.unknown(see.replace("rule ", "N") for see in clause.see), clause.id
        for procedure in clause.procedures:
            assert f"{{ #{procedure.lower()} }}" in procedures, clause.id
    for ruling in book.rulings.values():
        assert ruling.clauses
        assert not book.unknown(ruling.clauses), ruling.id


def test_clauses_and_rulings_name_each_other() -> None:
    book = rulebook()
    by_clause = {(clause.id, each) for clause in book.clauses.values() for each in clause.rulings}
    by_ruling = {(each, ruling.id) for ruling in book.rulings.values() for each in ruling.clauses}
    assert by_clause == by_ruling


def test_clauses_that_name_a_chart_name_one_that_there_is() -> None:
    charts = {path.stem for path in (ROOM / "charts").glob("*.yaml")}
    named = {clause.chart for clause in rulebook().clauses.values() if clause.chart}
    assert named
    assert named <= charts


def test_few_clauses_have_no_effect_and_each_says_why() -> None:
    idle = [clause for clause in rulebook().clauses.values() if clause.no_effect]
    assert 0 < len(idle) < 15
    assert all(len(clause.no_effect) > 30 for clause in idle)


def test_a_clause_is_found_by_its_id_its_rule_a_ruling_or_its_words() -> None:
    book = rulebook()
    assert [clause.id for clause in book.look_up("n12.7.2")] == ["N12.7.2"]
    assert [clause.id for clause in book.look_up("12.7.2")] == ["N12.7.2"]
    assert book.look_up("12.2A") == book.of_rule("12.2A")
    assert book.look_up("rule 9") == book.of_rule(9)
    assert [clause.id for clause in book.look_up("R-12.7a")] == [
        clause.id for clause in book.clauses.values() if "R-12.7a" in clause.rulings
    ]


def test_a_bare_number_means_the_rule_and_the_letter_the_clause() -> None:
    book = rulebook()
    assert book.look_up("12.2") == book.of_rule("12.2")
    assert [clause.id for clause in book.look_up("N12.2")] == ["N12.2"]


@pytest.mark.parametrize("asked", ["N12.99", "R-99", "trebuchet", ""])
def test_what_is_not_in_the_book_is_said_to_be_missing(asked: str) -> None:
    with pytest.raises(UnknownClause, match="have no"):
        rulebook().look_up(asked)


def test_coverage_counts_what_code_and_tests_name() -> None:
    found = rulebook().coverage({"N7.3.1": ("somewhere",)}, ["N7.3.1", "N7.3.2"])
    gaps = {gap.id: gap.missing for gap in found.open}
    assert "N7.3.1" not in gaps
    assert gaps["N7.3.2"] == ("code",)
    assert gaps["N7.3.3"] == ("code", "test")
    assert found.system == "nlc"


# --- options ------------------------------------------------------------------------------------


def test_every_optional_and_advanced_clause_belongs_to_an_option() -> None:
    named = {clause for option in OPTIONS.values() for clause in option.clauses}
    for clause in rulebook().clauses.values():
        part = str(clause.rule).split(".")[0]
        if part in ("19", "20", "P", "M") and not clause.no_effect:
            assert clause.id in named, clause.id


def test_options_and_rulings_name_each_other() -> None:
    book = rulebook()
    by_option = {(name, ruling) for name, option in OPTIONS.items() for ruling in option.rulings}
    by_book = {(name, ruling.id) for ruling in book.rulings.values() for name in ruling.options}
    assert by_option == by_book
    assert not book.unknown(clause for option in OPTIONS.values() for clause in option.clauses)


def test_advanced_rules_are_on_and_optional_ones_off_unless_chosen() -> None:
    full = OPTIONS.resolve({})
    for option in OPTIONS.values():
        rules = {clause.split(".")[0] for clause in option.clauses}
        if rules == {"N19"}:
            assert full[option.name] == "on"
        if rules <= {"N20", "NP", "NM"}:
            assert full[option.name] == "off", option.name
    assert OPTIONS.resolve({"rout": "on"})["rout"] == "on"


def test_every_option_explains_itself() -> None:
    for option in OPTIONS.values():
        assert option.about.endswith("?"), option.name
        assert all(meaning.endswith(".") for meaning in option.values.values()), option.name
        assert option.clauses, option.name


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("hiden_movement", "on", "did you mean 'hidden_movement'?"),
        ("rout", "onn", "did you mean 'on'?"),
        ("trebuchets", "on", "grognard rules nlc --options"),
    ],
)
def test_a_wrong_choice_is_refused_with_a_hint(name: str, value: str, hint: str) -> None:
    with pytest.raises(MalformedFile) as refusal:
        OPTIONS.resolve({name: value})
    assert hint in refusal.value.hint
