"""The documents of the table in Python and in TypeScript are the same."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from grognard.host.room import Room
from grognard.kernel.seeing import PUBLIC, see
from grognard.web.views import Shown, shown
from tests.web.halls import played, room_of

ROOT = Path(__file__).parents[2]


def test_the_browser_reads_the_documents_that_are_sent() -> None:
    path = ROOT / "scripts" / "make_documents.py"
    spec = spec_from_file_location("make_documents", path)
    assert spec is not None
    assert spec.loader is not None
    maker = module_from_spec(spec)
    spec.loader.exec_module(maker)
    kept = (ROOT / "web" / "src" / "api" / "documents.ts").read_text(encoding="utf-8")
    assert kept == maker.typescript(), "run python scripts/make_documents.py"


@pytest.mark.parametrize("scenario", ["hagelberg", "quatre-bras"])
def test_every_unit_and_leader_has_a_counter(scenario: str) -> None:
    room = room_of(scenario)
    side = room.sides[0]
    seen = room.system.rules.view(room.state, side)
    counters = room.system.desk.counters(seen, room.setting)
    assert {*room.setting.roster, *room.setting.leaders} <= {*counters}
    shown = [each.shape for each in counters.values() if each.shape is not None]
    assert shown
    assert all(shape.places for shape in shown)


@pytest.mark.parametrize("scenario", ["hagelberg", "charge", "quatre-bras"])
def test_counters_made_from_those_of_before_are_the_same(scenario: str) -> None:
    room = room_of(scenario)
    sides = (*room.sides, PUBLIC)
    before = {side: _shown(room, side) for side in sides}
    for seed in range(80):
        played(room, 1, seed)
        for side in sides:
            anew, now = _shown(room, side), _shown(room, side, before[side])
            assert list(now.document().items()) == list(anew.document().items())
            assert list(now.maps["counters"]) == list(anew.maps["counters"])
            before[side] = now


def _shown(room: Room, side: str, before: Shown | None = None) -> Shown:
    seen = see(room.system.rules, room.state, side)
    return shown(room.system.desk, seen, room.number, before)
