"""How a battle came out: of both systems, from their golden battles and from a table in between."""

from __future__ import annotations

from collections import deque

import pytest

from grognard.kernel.codec import builtins
from grognard.kernel.journal import read_journal, replay
from grognard.kernel.outcome import Outcome, holders
from grognard.kernel.questions import Over
from tests.golden.battles import path_of, system_of


def ended(name: str) -> tuple[Outcome, object]:
    system = system_of(name)
    journal = read_journal(path_of(name).read_bytes(), name)
    setting = system.library.setting(name, journal.header.edition.options)
    (last,) = deque(replay(journal, system.rules, setting), maxlen=1)
    assert isinstance(last.pending, Over)
    assert last.pending.outcome is not None
    assert journal.closing is not None
    assert last.pending.outcome.verdict == journal.closing.verdict
    assert last.pending.outcome == system.desk.report.outcome(last.table)
    return last.pending.outcome, last.table


@pytest.mark.parametrize("name", ["village", "crossroads"])
def test_the_end_tells_what_became_of_everybody(name: str) -> None:
    outcome, table = ended(name)
    setting = table.setting  # type: ignore[attr-defined]
    assert outcome.reasons
    assert outcome.side in ("", *setting.sides)
    assert [unit.id for unit in outcome.units] == list(setting.roster)
    assert [leader.id for leader in outcome.leaders] == list(setting.leaders)
    on_map = table.pieces  # type: ignore[attr-defined]
    for unit in outcome.units:
        assert 0 <= unit.lost <= unit.strength
        assert not (unit.gone and unit.id in on_map)
    for body in outcome.bodies:
        assert body.lost == outcome.losses()[body.side][body.name]
    assert builtins(outcome)["verdict"] == outcome.verdict


def test_points_and_grade_come_with_a_battle_that_has_them() -> None:
    outcome, table = ended("crossroads")
    assert set(outcome.points) == set(table.setting.sides)  # type: ignore[attr-defined]
    if outcome.side:
        assert outcome.verdict == f"{outcome.side} {outcome.level}"


def test_a_place_held_in_part_is_nobodys() -> None:
    places = {"all": [1, 2], "part": [2, 3], "open": [9], "free": [4]}
    control = {1: "red", 2: "red", 3: "blue", 4: ""}
    assert holders(places, control) == {"all": "red", "part": "", "free": ""}
