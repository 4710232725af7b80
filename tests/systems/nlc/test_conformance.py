"""Random battles keep every law to their end, with the options as they come and as chance has them."""

from __future__ import annotations

import pytest

from grognard.kernel.chance import Stream
from grognard.kernel.conformance import play_random
from grognard.systems.nlc.events import Marked
from grognard.systems.nlc.opening import opening_table
from grognard.systems.nlc.options import OPTIONS
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.system import SYSTEM

SHARE = 3
"""One option in so many is chosen by chance."""


def chosen(seed: int) -> dict[str, str]:
    """Some options with some value, always the same for a seed."""
    stream, found = Stream(seed), {}
    for name, info in OPTIONS.items():
        if stream.randrange(SHARE) == 0:
            values = sorted(info.values)
            found[name] = values[stream.randrange(len(values))]
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_crossroads_keeps_every_law(seed: int) -> None:
    record = play_random(SYSTEM.rules, SYSTEM.library.setting("crossroads", {}), seed, checks=23)
    assert record.failure == ""
    assert record.verdict


@pytest.mark.parametrize("seed", range(11, 17))
def test_a_random_crossroads_with_random_options_keeps_every_law(seed: int) -> None:
    setting = SYSTEM.library.setting("crossroads", chosen(seed))
    record = play_random(SYSTEM.rules, setting, seed, checks=31)
    assert record.failure == "", chosen(seed)
    assert record.verdict


def test_a_random_quatre_bras_keeps_every_law() -> None:
    record = play_random(SYSTEM.rules, SYSTEM.library.setting("quatre-bras", {}), 5, checks=211)
    assert record.failure == ""
    assert record.verdict


def test_a_table_does_not_believe_what_its_parent_finds_out_later() -> None:
    """Nothing was worked out when they parted; what the parent then works out is its own."""
    parent = opening_table(SYSTEM.library.setting("crossroads", {}))
    child = parent.draft()
    unit = next(iter(child.pieces))
    Marked(unit, Mark.MOVED).change(child)
    assert parent.derived("marks", lambda: parent.pieces[unit].marks) == ()
    assert child.derived("marks", lambda: child.pieces[unit].marks) == (Mark.MOVED,)
