import pytest

from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import read_lined
from grognard.mechanics.charts.printing import printed_in
from grognard.systems.premier.cards import DEALER
from grognard.systems.premier.options import OPTIONS
from grognard.systems.premier.rulebook import rulebook


def test_a_table_that_chooses_nothing_plays_every_default() -> None:
    assert OPTIONS.resolve({}) == {name: option.default for name, option in OPTIONS.items()}
    assert OPTIONS.alternatives(OPTIONS.resolve({})) == frozenset()


def test_a_choice_stands_beside_the_defaults_of_the_others() -> None:
    full = OPTIONS.resolve({"cavalry_rout": "ten"})
    assert full["cavalry_rout"] == "ten"
    assert full["retreat_choice"] == "automatic"
    assert len(full) == len(OPTIONS)


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("cavalry_rot", "ten", "did you mean 'cavalry_rout'?"),
        ("cavalry_rout", "tenn", "did you mean 'ten'?"),
        ("cavalry_rout", "twelve miles", "known: printed, ten"),
        ("carre_gun_cap", "0", "a whole number from 1 to 18"),
        ("carre_gun_cap", "19", "a whole number from 1 to 18"),
        ("carre_gun_cap", "twelve", "a whole number from 1 to 18"),
        ("carre_gun_cap", "-3", "a whole number from 1 to 18"),
        ("carre_gun_cap", "²", "a whole number from 1 to 18"),
        ("oppfire_limit", "unlimted", "did you mean 'unlimited'?"),
        ("retreat_enemy_radius", "15,8", "3 falling whole numbers"),
        ("retreat_enemy_radius", "4,8,15", "3 falling whole numbers"),
        ("retreat_enemy_radius", "8,8,4", "3 falling whole numbers"),
    ],
)
def test_a_wrong_choice_is_refused_with_a_hint(name: str, value: str, hint: str) -> None:
    with pytest.raises(MalformedFile) as refusal:
        OPTIONS.resolve({name: value}, "duel.yaml")
    assert refusal.value.field == name
    assert str(refusal.value).startswith(f"duel.yaml: {name}: ")
    assert hint in refusal.value.hint


def test_every_fault_of_a_choice_is_found_not_only_the_first() -> None:
    found = OPTIONS.faults({"cavalry_rot": "ten", "fractions": "keep", "standoff_step": "maybe"})
    assert [fault.name for fault in found] == ["cavalry_rot", "standoff_step"]


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [
        ("retreat_enemy_radius", " 12, 6 ,3", "12,6,3"),
        ("carre_gun_cap", "09", "9"),
        ("oppfire_limit", "2", "2"),
        ("oppfire_limit", "unlimited", "unlimited"),
        ("movement_clock_minutes", "0", "0"),
    ],
)
def test_numbers_are_kept_in_one_form(name: str, written: str, kept: str) -> None:
    assert OPTIONS.resolve({name: written})[name] == kept


def test_numbers_are_read_out_of_a_choice() -> None:
    assert OPTIONS.figures(
        OPTIONS.resolve({"retreat_enemy_radius": "9,5,2"}), "retreat_enemy_radius"
    ) == (
        9,
        5,
        2,
    )
    assert OPTIONS.figures({"oppfire_limit": "3"}, "oppfire_limit") == (3,)
    assert OPTIONS.figures(OPTIONS.resolve({}), "oppfire_limit") == ()


def test_only_choices_of_a_chart_other_than_its_own_figures_select_alternatives() -> None:
    chosen = {"flank_fd": "6", "melee_cells": "first", "cavalry_rout": "ten"}
    assert OPTIONS.alternatives(OPTIONS.resolve(chosen)) == {("flank_fd", "6")}


def test_the_alternatives_of_the_charts_are_the_options_of_the_table() -> None:
    on_cards: dict[str, tuple[str, str, list[str]]] = {}
    for path in printed_in(*DEALER.folders):
        listed = read_lined(path).get("alternatives")
        for name, spot in listed.items() if listed else ():
            default = spot.need("default").text()
            others = [value for value, _ in spot.items() if value != "default"]
            on_cards[name] = (path.stem, default, sorted([default, *others]))
    of_table = {
        name: (option.card, option.default, sorted(option.values))
        for name, option in OPTIONS.items()
        if option.chart
    }
    assert on_cards == of_table


def test_every_option_explains_itself() -> None:
    for option in OPTIONS.values():
        assert option.about.endswith(("?", "."))
        assert option.meaning if not option.values else all(option.values.values()), option.name
        assert option.clauses, option.name
        assert option.rulings or option.chart, option.name


def test_options_and_rulings_name_each_other() -> None:
    book = rulebook()
    by_ruling = {(name, ruling) for name, option in OPTIONS.items() for ruling in option.rulings}
    by_book = {(name, r.id) for r in book.rulings.values() for name in r.options}
    assert by_ruling == by_book
    assert not book.unknown(clause for option in OPTIONS.values() for clause in option.clauses)
