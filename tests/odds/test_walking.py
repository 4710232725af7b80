"""Budgets give bounds, policies are stated, dice are counted in classes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, Over, Roll, answer
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import fallen
from grognard.kernel.questions import Choices
from grognard.mechanics.commands import Finish, Pick
from grognard.odds import Budget, Policy, chain
from grognard.odds.fence import begun
from grognard.odds.grouping import tried
from grognard.odds.walking import thinned
from grognard.systems.bataille.actions import Assault, Firer, Shoot
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.premier.desk.officer import PremierOfficer
from grognard.systems.premier.melee.assault import AssaultByMelee
from tests.systems.premier.kit import battalion, field, light

ROWS = ["........"] * 8


def facing_columns(**facts: Any) -> Any:
    """A French column in 0404 faces a Coalition column in 0405."""
    return field(ROWS, battalion("F1", "0404", "S", **facts), battalion("C1", "0405", "N"))


def assault(table: Any, **more: Any) -> Any:
    officer = PremierOfficer(table.setting)
    state = begun(table, AssaultByMelee("french", 405, ("F1",)))
    return chain(officer, state, target=405, **more)


def test_an_assault_is_told_to_its_end_and_sums_to_one() -> None:
    found = assault(facing_columns())
    assert found.unresolved == 0
    assert sum(found.endings.values()) == sum(found.holder.values()) == 1
    assert set(found.units) == {"F1", "C1"}
    for held in found.units.values():
        assert sum(held.losses.values()) == sum(held.states.values()) == 1


def test_the_check_before_melee_is_counted_with_its_chance() -> None:
    found = assault(facing_columns())
    assert sum(found.stages["premelee-defender C1"].values()) == 1


def test_a_steadier_attacker_carries_the_hex_more_often() -> None:
    raw, steady = assault(facing_columns(morale=46)), assault(facing_columns(morale=22))
    assert steady.holder["french"] > raw.holder["french"]


@pytest.mark.parametrize("steps", [0, 4, 12])
def test_where_the_budget_is_spent_chances_are_bounds(steps: Any) -> None:
    whole, cut = assault(facing_columns()), assault(facing_columns(), budget=Budget(steps, 3))
    assert cut.unresolved > 0
    assert sum(cut.endings.values()) + cut.unresolved == 1
    for ending, chance in whole.endings.items():
        low = cut.endings.get(ending, Fraction(0))
        assert low <= chance <= low + cut.unresolved
    assert cut.document()["exact"] is False


@pytest.mark.parametrize("steps", [0, 12, 60])
def test_a_budget_that_thins_leaves_nothing_open_and_says_that_it_estimates(steps: int) -> None:
    whole = assault(facing_columns())
    thin = assault(facing_columns(), budget=Budget(steps, 6, thins=True))
    assert (thin.unresolved, sum(thin.endings.values()), thin.steps < whole.steps) == (0, 1, True)
    document = thin.document()
    assert (document["estimated"], document["exact"]) == (True, False)
    assert set(thin.endings) <= set(whole.endings)
    assert abs(float(thin.holder["french"] - whole.holder["french"])) < 0.25


def test_branches_that_go_on_stand_for_all() -> None:
    state = begun(facing_columns(), AssaultByMelee("french", 405, ("F1",)))
    chances = [Fraction(1, 2), *[Fraction(1, 30)] * 12, Fraction(1, 10)]
    kept = thinned([(state, chance) for chance in chances], 5)
    assert len(kept) <= 5
    assert sum(chance for _, chance in kept) == 1
    assert kept[0][1] == Fraction(1, 2)


def test_retreat_before_melee_follows_the_policy_and_says_so() -> None:
    table = field(
        ROWS, battalion("F1", "0404", "S"), light("C1", "0405", "NNE", "skirmish", increments=3)
    )
    stays = assault(table)
    leaves = assault(
        table, policy=PremierOfficer.policy.with_rules({"retreat-before-melee": "fall-back"})
    )
    assert stays.asked["retreat-before-melee"] == "done"
    assert leaves.asked["retreat-before-melee"] != "done"
    assert leaves.holder == {"french": 1}
    assert stays.holder != leaves.holder


def test_a_policy_takes_done_the_first_the_last_or_the_words() -> None:
    ask = Ask("french", Choices([Finish(), Pick("one"), Pick("two")]), "ask")
    must = Ask("french", Choices([Pick("one"), Pick("two")]), "ask")
    taken = {rule: str(Policy({"ask": rule}).choose(ask)) for rule in ("decline", "first", "last")}
    assert taken == {"decline": "done", "first": "done", "last": "pick two"}
    assert str(Policy({"ask": "pick one"}).choose(ask)) == "pick one"
    assert str(Policy({"ask": "pick three"}).choose(ask)) == "done"
    assert str(Policy().choose(must)) == "pick one"


def test_dice_of_a_check_fall_into_two_classes_whether_told_or_tried() -> None:
    table = facing_columns()
    officer = PremierOfficer(table.setting)
    state = begun(table, CheckMorale("F1", "fire-check"))
    told, found = officer.classes(state), tried(officer, state)
    assert told is not None
    assert sorted(ways for _, ways in told) == sorted(ways for _, ways in found)
    assert sum(ways for _, ways in found) == 36
    assert len(found) == 2


def test_an_attack_out_of_its_turn_is_weighed_as_if_it_had_come() -> None:
    table = facing_columns()
    state = begun(table, CheckMorale("F1", "fire-check"))
    officer = PremierOfficer(table.setting)
    assert chain(officer, state, Assault(405, ("F1",))).holder == assault(table).holder
    shot = chain(officer, state, Shoot(405, (Firer("F1", 404),)))
    assert sum(shot.losses.get("coalition", {0: Fraction(1)}).values()) == 1


@pytest.mark.soak
def test_a_hundred_thousand_rolls_agree_within_sampling_error() -> None:
    """Whole assaults thrown with dice: every state of every unit within five standard errors."""
    table = facing_columns()
    expected = assault(table)
    officer, stream = PremierOfficer(table.setting), Stream(7)
    start, rolls, games = begun(table, AssaultByMelee("french", 405, ("F1",))), 0, 0
    seen: dict[tuple[str, str], int] = {}
    while rolls < 100_000:
        state = start
        while not isinstance(state.pending, Over):
            if isinstance(state.pending, Ask):
                state = answer(state, officer.policy.choose(state.pending))
            else:
                rolls += isinstance(state.pending, Roll)
                state = answer(state, fallen(state.pending, stream))
        games += 1
        for unit in ("F1", "C1"):
            piece = state.table.pieces.get(unit)
            how = piece.cohesion.value if piece else state.table.removed[unit]
            seen[unit, how] = seen.get((unit, how), 0) + 1
    for unit, held in expected.units.items():
        for how, chance in held.states.items():
            share = float(chance)
            error = (share * (1 - share) / games) ** 0.5
            assert abs(seen.get((unit, how), 0) / games - share) <= 5 * error
