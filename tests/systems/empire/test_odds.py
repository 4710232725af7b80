"""Exact chances of fire and morale, against sums by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.desks.cards import lines_of
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Ask, start
from grognard.kernel.errors import GrognardError
from grognard.odds import chain
from grognard.odds.formulas import worked
from grognard.systems.empire.desk.cards import EmpireCards
from grognard.systems.empire.desk.desk import DESK
from grognard.systems.empire.desk.formulas import FORMULAS
from grognard.systems.empire.desk.links import shot_links
from grognard.systems.empire.desk.odds import REACT, Weighing
from grognard.systems.empire.desk.officer import EmpireOfficer
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import FireKind
from grognard.systems.empire.fire.firing import FireStep
from grognard.systems.empire.rules import RULES
from grognard.systems.registry import system_named
from tests.systems.empire.kit import foot, guns, table_of


def test_the_chances_of_a_battery_and_of_morale_are_those_of_the_dice() -> None:
    """Ball at a line at effective range, stood still: die and 1. Losses 0 1/2 1/2 1/2 1/2 1."""
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    found = chain(
        EmpireOfficer(table.setting),
        start(table, FireStep("french-division", preparatory=True)),
        RULES.parse("fire F1 guns P1"),
    )
    assert found.unresolved == 0
    assert found.units["P1"].losses == {
        0: Fraction(1, 6), 1: Fraction(4, 6), 2: Fraction(1, 6),
    }  # fmt: skip
    half = Fraction(2, 6)
    whole = Fraction(3, 6)
    fails = Fraction(4, 6) * half + Fraction(1, 6) * whole
    assert found.units["P1"].states["retreated"] == fails
    assert found.counted["morale P1: fails"] == fails


def test_both_sides_of_a_firefight_are_weighed() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180, "column"))
    found = chain(
        EmpireOfficer(table.setting),
        start(table, FireStep("french-division", preparatory=True)),
        RULES.parse("fire F1 volley P1"),
    )
    assert found.unresolved == 0
    near = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    ours = [near[die + 2 - 1] for die in range(1, 7)]
    theirs = [near[die - 1] for die in range(1, 7)]
    for unit, shots in (("P1", ours), ("F1", theirs)):
        struck = found.units[unit].losses
        for halves in set(shots):
            assert struck[halves] == Fraction(shots.count(halves), 6), (unit, halves)


@pytest.mark.rule("E50.2", "E54.1")
def test_the_links_of_a_shot_show_their_rows_and_chances() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180, "column"))
    shot, answer, morale = shot_links(table, Fire("F1", FireKind.VOLLEY, "P1"))
    assert (shot["total"], answer["total"]) == (2, 0)
    assert [each["result"] for each in shot["outcomes"]] == ["1", "2", "3"]
    assert morale["total"] == 3 - 1
    assert {each["result"] for each in morale["outcomes"]} == {"holds", "fails"}


@pytest.mark.rule("E42.9", "E50.2")
def test_the_link_of_a_shot_at_one_who_moves_is_what_its_chain_plays() -> None:
    empire = system_named("empire")
    game = Game(empire, empire.library.setting("outpost", {}), {}, DiceSource.seeded("2"))
    chooser, seen = random.Random(2), 0
    while not seen:
        ask = game.state.pending
        if not isinstance(ask, Ask):
            game.throw()
            continue
        options = ask.options if ask.purpose == REACT else ()
        for order in (each for each in options if isinstance(each, Fire)):
            found = Weighing(game.state, estimated=False).found(order)
            link = {each["result"]: each["chance"] for each in found["cards"][0]["outcomes"]}
            assert found["chain"]["counted"][f"hits {order.unit}"] == link
            seen += 1
        game.answer(ask.side, game.view(ask.side).options.sample(chooser))


def test_the_card_of_a_shot_is_told_in_words() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180, "column"))
    state = start(table, FireStep("french-division", preparatory=True))
    assert isinstance(state.pending, Ask)
    adviser = DESK.adviser(RULES, table.setting)
    looked = adviser.look(state, "french", "odds", text="fire F1 volley P1")
    for language, word in (("en", "half a loss"), ("fr", "une demi-perte")):
        teller = DESK.teller(table.setting, language)
        cards = EmpireCards(state, "french", teller, adviser, DESK.words)
        said = "\n".join(lines_of(cards.card("odds", looked)))
        assert word in said


@pytest.mark.rule("E50.2", "E54.1")
def test_odds_from_numbers_alone_are_those_of_the_sheet() -> None:
    fire, morale, *_ = FORMULAS
    shot = worked(fire, {"modifiers": "2"})
    assert shot.distribution == {"1/2": Fraction(2, 6), "1": Fraction(2, 6), "3/2": Fraction(2, 6)}
    assert worked(fire, {"modifiers": "2", "column": "3"}).distribution["0"] == Fraction(2, 6)
    held = worked(morale, {"morale": "3", "modifiers": "0"})
    assert held.distribution == {"fails": Fraction(2, 6), "holds": Fraction(4, 6)}


def test_a_shot_that_cannot_be_fired_now_is_not_weighed() -> None:
    """A table asks for the odds of what was offered a moment ago: the reason is told, nothing falls."""
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 16, 180))
    state = start(table, FireStep("french-division", preparatory=True))
    with pytest.raises(GrognardError):
        chain(EmpireOfficer(table.setting), state, RULES.parse("fire F1 volley P1"))


@pytest.mark.parametrize(
    ("order", "problem"),
    [("fire F1 volley P1 limber", "E50.30"), ("fire P9 volley P1", "'P9' is not on the table"),
     ("fire F1 volley P1 with F8", "'F8' is not on the table")],
)  # fmt: skip
def test_odds_of_what_nobody_can_do_are_refused_with_the_reason(order: str, problem: str) -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 12, 180))
    state = start(table, FireStep("french-division", preparatory=True))
    with pytest.raises(GrognardError, match=problem):
        Weighing(state, estimated=False).found(RULES.parse(order))
