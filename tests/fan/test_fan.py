"""How many answer sequences exist from here, and in which order? (perft, with a divide)"""

from __future__ import annotations

import json
from itertools import islice

import pytest

from tests.fan.counting import FILE, answers, counted, opened
from tests.fan.positions import POSITIONS

PINNED = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_drawn_position_is_pinned_and_no_other() -> None:
    assert list(PINNED) == list(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_fan_has_as_many_answers_in_the_same_order(name: str) -> None:
    found, pinned = counted(POSITIONS[name]), PINNED[name]
    assert found["divide"] == pinned["divide"], "the first answers, each with its sequences"
    assert found["counts"] == pinned["counts"], "answers at each depth"
    assert found["order"] == pinned["order"], "the same answers, in another order"


@pytest.mark.parametrize("name", POSITIONS)
def test_a_fan_can_be_counted_twice_and_its_root_listed_in_part(name: str) -> None:
    state = opened(POSITIONS[name])
    listed = list(answers(state))
    assert listed == list(answers(state))
    assert listed[:5] == list(islice(answers(state), 5))
    assert len(set(listed)) == len(listed) > 1
