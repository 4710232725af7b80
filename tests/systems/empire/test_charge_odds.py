"""The odds of charges, tests and orders are what every throw gives that the engine can be given."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from grognard.desks.cards import lines_of
from grognard.desks.documents import Card
from grognard.kernel import Ask, GrognardError, Over, Roll, State, answer, start
from grognard.mechanics.commands import Finish
from grognard.odds import chain
from grognard.odds.formulas import worked
from grognard.odds.officer import Ending
from grognard.systems.empire.command.actions import ChangeOrder
from grognard.systems.empire.command.chiefs import ChiefCommands
from grognard.systems.empire.desk.cards import EmpireCards
from grognard.systems.empire.desk.desk import DESK
from grognard.systems.empire.desk.formulas import FORMULAS
from grognard.systems.empire.desk.officer import EmpireOfficer, commanded
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.rules import RULES
from tests.systems.empire.kit import Base, foot, ground, guns, horse, house
from tests.systems.empire.test_charge import at_the_pause, charging, led

Endings = dict[Ending, Fraction]
Counted = dict[str, Fraction]


def every_throw(
    state: State, orders: list[Any], target: int, rules: Mapping[str, str]
) -> tuple[Endings, Counted]:
    """Endings and counts by giving the engine every throw, one by one, after these orders."""
    officer = EmpireOfficer(state.table.setting)
    policy = officer.policy.with_rules(rules)
    endings: Endings = {}
    counted: Counted = {}
    before, waiting = state.table, [(state, Fraction(1), tuple(orders))]
    while waiting:
        here, chance, given = waiting.pop()
        for event in here.happened if here is not state else ():
            for label in officer.labels(event):
                counted[label] = counted.get(label, Fraction(0)) + chance
        pending = here.pending
        if isinstance(pending, Over):
            ending = officer.ending(before, here.table, target)
            endings[ending] = endings.get(ending, Fraction(0)) + chance
        elif isinstance(pending, Ask):
            order, *rest = given or (None,)
            if order is None and pending.purpose == "charge":
                order = Finish()
            if order is None:
                order = officer.choose(state, here, policy, None)
            waiting.append((answer(here, order), chance, tuple(rest)))
        else:
            assert isinstance(pending, Roll)
            falls = list(pending.outcomes())
            waiting += [(answer(here, each), chance / len(falls), given) for each in falls]
    return endings, counted


COLUMN = foot("F1", 10, 10, 0, "column")
CHARGES: dict[str, tuple[list[Base], dict[str, Any], dict[str, str]]] = {
    "foot at a line that stands": ([COLUMN, foot("P1", 10, 13, 180)], {}, {}),
    "horse at foot that forms square": (
        [horse("F1", 10, 10), foot("P1", 10, 15, 180)], {}, {"charged": "respond P1 form:full_square"},
    ),
    "horse at foot that stands": ([horse("F1", 10, 10), foot("P1", 10, 15, 180)], {}, {}),
    "horse that meets horse": (
        [horse("F1", 10, 10), horse("P1", 10, 18, 180)], {}, {"charged": "respond P1 counter-charge"},
    ),
    "horse at foot that runs": (
        [horse("F1", 10, 10), foot("P1", 10, 15, 180)], {"orders": {"prussian": "manoeuvre"}},
        {"charged": "respond P1 flee"},
    ),
    "horse that tries to break off": (
        [horse("F1", 10, 10), foot("P1", 10, 15, 180, "full_square")], {},
        {"control": "pick rein-in"},
    ),
    "horse under fire at the pause": (
        [horse("F1", 10, 10), foot("P1", 10, 15, 180), foot("P2", 13, 12, 225)], {}, {},
    ),
    "two columns at one line": (
        [COLUMN, foot("F2", 11.5, 10, 0, "column"), foot("P1", 10.5, 13, 180)], {}, {},
    ),
    "guns that stand": ([horse("F1", 10, 10), guns("P1", 10, 14, 180)], {}, {}),
    "guns that try to limber": (
        [horse("F1", 10, 10), guns("P1", 10, 14, 180)], {}, {"charged": "respond P1 form:limbered"},
    ),
    "foot at a house": (
        [COLUMN, foot("P1", 10, 13, 180, "garrison", building="farm")],
        {"buildings": [house("farm", 9, 12.5, 11, 14)]}, {},
    ),
    "horse over a screen": (
        [horse("F1", 10, 10, 0, "column"), foot("P1", 10, 17, 180),
         foot("P9", 10, 13, 180, "skirmish", sk=1)], {}, {},
    ),
    "a commander with the charge": ([COLUMN, foot("P1", 10, 13, 180)], {"attached": "F1"}, {}),
    "a pursuit into a second line": (
        [horse("F1", 10, 10), foot("P1", 10, 15, 180, morale=1), foot("P2", 10, 18, 180)], {}, {},
    ),
    "a flank in a wood": (
        [COLUMN, foot("P1", 10, 13, 90)], {"patches": [ground("wood", 5, 12, 15, 20)]}, {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHARGES)
def test_a_charge_is_summed_as_every_throw_plays_it(name: str) -> None:
    bases, setting, rules = CHARGES[name]
    state = charging(*bases, **setting).state
    officer, order = EmpireOfficer(state.table.setting), RULES.parse("charge F1 P1")
    target = officer.target(state, order)
    summed = chain(officer, state, order, officer.policy.with_rules(rules))
    assert summed.unresolved == 0
    assert sum(summed.endings.values()) == 1
    endings, counted = every_throw(state, [order], target, rules)
    assert summed.endings == endings
    assert summed.counted == dict(sorted(counted.items()))
    assert len(endings) > 1 or name in ("horse at foot that runs", "guns that try to limber")


def test_those_who_declared_a_charge_at_the_same_target_are_weighed_with_it() -> None:
    state = charging(COLUMN, foot("F2", 11.5, 10, 0, "column"), foot("P1", 10.5, 13, 180)).state
    officer, order = EmpireOfficer(state.table.setting), RULES.parse("charge F2 P1 with F1")
    alone = chain(officer, state, RULES.parse("charge F1 P1"))
    both = chain(officer, answer(state, RULES.parse("charge F1 P1")), order)
    target = officer.target(state, order)
    endings, _ = every_throw(state, [RULES.parse("charge F1 P1"), order], target, {})
    assert both.endings == endings
    assert set(both.units) - set(alone.units) == {"F2"}


@pytest.mark.parametrize("how", ["stand", "form:full_square", "form:column"])
def test_an_answer_to_a_charge_is_summed_as_every_throw_plays_it(how: str) -> None:
    paused = at_the_pause(horse("F1", 10, 10), foot("P1", 10, 15, 180)).state
    officer, order = EmpireOfficer(paused.table.setting), RULES.parse(f"respond P1 {how}")
    target = officer.target(paused, order)
    summed = chain(officer, paused, order)
    assert (summed.endings, summed.counted) == every_throw(paused, [order], target, {})


# --- cards


def card(state: State, side: str, text: str, language: str = "en") -> tuple[Card, str]:
    adviser = DESK.adviser(RULES, state.table.setting)
    looked = adviser.look(state, side, "odds", text=text)
    teller = DESK.teller(state.table.setting, language)
    made = EmpireCards(state, side, teller, adviser, DESK.words).card("odds", looked)
    return made, "\n".join(lines_of(made))


@pytest.mark.rule("E42.2", "E35.9")
def test_the_card_of_a_charge_lays_every_answer_of_its_target_side_by_side() -> None:
    state = charging(horse("F1", 10, 10), foot("P1", 10, 15, 180)).state
    made, said = card(state, "french", "charge F1 P1")
    answers = made.cards[0]
    assert ["".join(part.text for part in row.parts) for row in answers.rows] == [
        "Form column", "Form square", "Stand",
    ]  # fmt: skip
    for row in answers.rows:
        assert sum(share.chance for share in row.shares) == pytest.approx(1, abs=1e-4)
    assert made.brief == "the ground is theirs 61.1 %"
    for words in ("a charge of medium horse", "P1 checks: manoeuvre", "The shock with P1"):
        assert words in said
    assert not made.estimated


def test_the_one_who_is_charged_sees_his_answers_side_by_side_in_both_languages() -> None:
    paused = at_the_pause(horse("F1", 10, 10), foot("P1", 10, 15, 180)).state
    made, said = card(paused, "prussian", "")
    assert [row.figure for row in made.cards[0].rows] == [
        "we lose 3.33, they 0.46", "we lose 1.61, they 0.46", "we lose 2.47, they 0.71",
    ]  # fmt: skip
    assert "61.1 %  the ground is ours" in said
    assert "Tenir ferme" in card(paused, "prussian", "", "fr")[1]
    _, answered = card(paused, "prussian", "respond P1 form:full_square", "fr")
    assert "charge de cavalerie de ligne" in answered
    assert "Le test de manœuvre" in answered


def test_what_cannot_be_known_is_told_as_an_estimate() -> None:
    bases = horse("F1", 10, 10), foot("P1", 10, 15, 180)
    hidden = foot("P2", 25, 25, 180, hidden=True)
    wood = ground("wood", 20, 20, 30, 30)
    state = charging(*bases, hidden, patches=[wood]).state
    made, said = card(state, "french", "charge F1 P1")
    assert made.estimated
    assert "P2" not in said


def test_a_choice_that_is_not_asked_for_and_an_order_without_chance_are_not_weighed() -> None:
    state = charging(horse("F1", 10, 10), foot("P1", 10, 15, 180)).state
    for text in ("", "rally F1", "respond P1 stand"):
        with pytest.raises(GrognardError):
            card(state, "french", text)


# --- orders and tests


@pytest.mark.rule("E25.11", "E24.13")
@pytest.mark.parametrize("bonus", [0, 1, 2])
def test_an_order_is_weighed_by_the_grade_of_the_general_and_the_points_added(bonus: int) -> None:
    table = led(foot("F1", 10, 10), foot("P1", 10, 25, 180), grade="ordinary")
    order = ChangeOrder("french-division", Order.HOLD, bonus)
    state = start(table, commanded(table, order))
    assert isinstance(state.stack[-1].procedure, ChiefCommands)
    faces = [answer(state, (die,)).table.bodies["french-division"].order for die in range(1, 7)]
    obeyed = Fraction(sum(each == "hold" for each in faces), 6)
    _, counted = every_throw(state, [], 0, {})
    assert counted.get("order french-general: obeys", 0) == obeyed


@pytest.mark.rule("E44.1", "E44.12", "E56.7")
def test_tests_orders_and_shocks_from_numbers_alone_are_those_of_the_sheet() -> None:
    known = {formula.name: formula for formula in FORMULAS}
    passed = worked(known["manoeuvre"], {"class": "2", "modifiers": "0"}).distribution
    assert passed == {"fails": Fraction(2, 6), "passes": Fraction(4, 6)}
    certain = worked(known["manoeuvre"], {"class": "1", "modifiers": "5"}).distribution
    assert certain["fails"] == Fraction(1, 6), "a natural one always fails"
    shock = worked(known["shock"], {"modifiers": "0"}).distribution
    assert shock["tie"] == Fraction(6, 36)
    assert sum(shock.values()) == 1
    obeys = worked(known["order"], {"needed": "4", "bonus": "1"}).distribution
    assert obeys == {"refuses": Fraction(2, 6), "obeys": Fraction(4, 6)}
