"""The card of an assault: its rolls, its first round, and the whole chain behind it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.kernel import State
from grognard.kernel.errors import GrognardError
from grognard.odds import chain
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.officer import AnXXXOfficer
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.situations.refereeing import begin, read
from grognard.systems.registry import system_named

EXAMPLE = "X16-01-an-assault-from-declaration-to-impetus.situation"
ORDER = Assault(508, ("F1",))


@pytest.fixture(scope="module")
def state() -> State:
    """The worked example of the procedures, before its first order."""
    path = Path(__file__).parents[2] / "examples/an-xxx" / EXAMPLE
    text = path.read_text(encoding="utf-8").partition("script:")[0]
    text = text.replace("sequence french", "segment movement french")
    return begin(KIT, read(f"{text}expect:\n  asked french movement\n", EXAMPLE))[0]


def look(state: State) -> dict[str, Any]:
    system = system_named("an-xxx")
    adviser = system.desk.adviser(system.rules, state.table.setting)
    return dict(adviser.look(state, "french", "odds", text=str(ORDER)))


@pytest.mark.rule("X16.4.1")
def test_the_card_tells_both_rolls_and_the_first_round(state: State) -> None:
    found = look(state)
    closes, stands = found["checks"]
    assert (closes["role"], closes["needed"]) == ("attacker", 26)
    assert closes["chance"] == pytest.approx(25 / 36, abs=1e-6)
    assert stands["role"] == "defender"
    assert found["melee"]["odds"] == ["2-1"]
    assert sum(each["chance"] for each in found["melee"]["outcomes"]) == pytest.approx(1, abs=1e-4)


@pytest.mark.rule("X16.2.1")
def test_who_asks_for_the_odds_of_an_assault_from_too_far_hears_that_it_is(state: State) -> None:
    far, draft = 702, state.table.draft()
    draft.put(msgspec.structs.replace(draft.pieces["F1"], hexes=(far,), facing=3))
    draft.cache.clear()
    moved = msgspec.structs.replace(state, table=draft)
    with pytest.raises(GrognardError, match="hexes away: assaults are declared within 6"):
        look(moved)


@pytest.mark.rule("X16.1")
def test_the_chain_of_an_assault_runs_from_its_order_to_its_end(state: State) -> None:
    found = chain(AnXXXOfficer(state.table.setting), state, ORDER)
    assert found.unresolved == 0
    assert sum(found.endings.values()) == 1
    assert found.counted["stand-assault P1: passes"] + found.counted[
        "stand-assault P1: fails"
    ] >= Fraction(25, 36)


@pytest.mark.parametrize(("language", "word"), [("en", " closes"), ("fr", " aborde")])
def test_the_card_is_told_in_the_language_of_its_reader(
    state: State, language: str, word: str
) -> None:
    system = system_named("an-xxx")
    desk, setting = system.desk, state.table.setting
    adviser = desk.adviser(system.rules, setting)
    cards = desk.cards(state, "french", desk.teller(setting, language), adviser, desk.words)
    card = cards.card("odds", look(state))
    assert card.cards[0].rows[0].parts[1].text == word


EXAMPLES = Path(__file__).parents[2] / "examples/an-xxx"


def odds_in(example: str, order: str) -> dict[str, Any]:
    """The card of an order of the French as an example begins."""
    state = begin(KIT, read((EXAMPLES / example).read_text(encoding="utf-8"), example))[0]
    system = system_named("an-xxx")
    adviser = system.desk.adviser(system.rules, state.table.setting)
    return dict(adviser.look(state, "french", "odds", text=order))


@pytest.mark.rule("X19.2.11", "X19.16.1")
@pytest.mark.parametrize(
    ("example", "order"),
    [
        ("horse-X19-02-11-a-combined-charge.situation", "combine"),
        ("horse-X19-16-01-a-grand-charge.situation", "grand"),
    ],
)
def test_combined_and_grand_charges_have_a_card(example: str, order: str) -> None:
    text = (EXAMPLES / example).read_text(encoding="utf-8")
    (line,) = [row.strip() for row in text.splitlines() if row.strip().startswith(order)]
    found = odds_in(example, line)
    assert found["kind"] == "charge"
    assert sum(found["chain"]["holder"].values()) + found["chain"]["unresolved"] == pytest.approx(
        1, abs=1e-4
    )
    assert any(stage.startswith("stand-charge") for stage in found["chain"]["counted"])


@pytest.mark.rule("X19.16.1")
@pytest.mark.parametrize("order", ["grand LP9 F1 F2 F3", "grand LF1 F1", "combine 0101 F1 F2"])
def test_a_charge_that_nobody_may_name_has_no_odds_but_a_reason(order: str) -> None:
    with pytest.raises(GrognardError, match=r"\(X19\.(16\.1|2\.11)\)"):
        odds_in("horse-X19-16-01-a-grand-charge.situation", order)
