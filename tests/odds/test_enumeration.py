"""Odds are what plain enumeration of the engine gives: exactly, as fractions."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from grognard.mechanics.commands import Finish
from grognard.odds import chain
from grognard.systems.an_xxx.officer import AnXXXOfficer
from grognard.systems.nlc.desk.officer import NlcOfficer
from grognard.systems.premier.desk.officer import PremierOfficer
from tests.odds.enumeration import asking, every_branch, in_progress

OFFICERS = {"premier": PremierOfficer, "an-xxx": AnXXXOfficer, "nlc": NlcOfficer}
BRANCHES = 1500

IN_PROGRESS = [
    ("premier", "village", range(1, 8), 22),
    ("premier", "charge", range(1, 8), 22),
    ("an-xxx", "village-xxx", range(1, 12), 22),
    ("an-xxx", "charge-xxx", range(1, 8), 12),
    ("nlc", "crossroads", range(1, 12), 22),
]


@pytest.mark.parametrize(("system", "pack", "seeds", "wanted"), IN_PROGRESS)
def test_attacks_in_progress_are_summed_as_every_branch_of_them(
    system: Any, pack: Any, seeds: Any, wanted: Any
) -> None:
    compared = 0
    for state in in_progress(system, pack, seeds):
        officer = OFFICERS[system](state.table.setting)
        target = next(iter(state.table.stacks))
        found = every_branch(officer, state, None, target, BRANCHES)
        if found is None:
            continue
        summed = chain(officer, state, target=target)
        assert summed.unresolved == 0
        assert (summed.endings, summed.counted) == found, state.breadcrumb
        assert sum(summed.endings.values()) == 1
        compared += 1
        if compared == wanted:
            break
    assert compared == wanted


ORDERS = [
    ("premier", "village", "offensive-fire", range(4), 12),
    ("premier", "charge", "ride", range(4), 10),
    ("an-xxx", "charge-xxx", "ride", range(4), 8),
    ("premier", "village", "retreat-before-melee", range(8), 4),
    ("nlc", "crossroads", "bombard", range(4), 6),
    ("nlc", "crossroads", "stand-or-retreat", range(8), 6),
]


@pytest.mark.parametrize(("system", "pack", "purpose", "seeds", "states"), ORDERS)
def test_orders_are_summed_as_every_branch_of_them(
    system: Any, pack: Any, purpose: Any, seeds: Any, states: Any
) -> None:
    compared = 0
    for state in asking(system, pack, purpose, seeds, states):
        officer = OFFICERS[system](state.table.setting)
        for order in islice((o for o in state.pending.options if not isinstance(o, Finish)), 2):
            target = officer.target(state, order)
            begun, action = officer.opened(state, order)
            found = every_branch(officer, begun, action, target, BRANCHES)
            if found is not None:
                summed = chain(officer, state, order)
                assert (summed.endings, summed.counted) == found, str(order)
                compared += 1
    assert compared >= states // 2


WHOLE = [
    ("premier", "village", "declare-assault", range(12), 60_000, 1),
    ("nlc", "crossroads", "assault", range(12), 30_000, 3),
    ("nlc", "crossroads", "charge", range(20), 120_000, 1),
]


@pytest.mark.soak
@pytest.mark.parametrize(("system", "pack", "purpose", "seeds", "branches", "wanted"), WHOLE)
def test_whole_assaults_are_summed_as_every_branch_of_them(
    system: Any, pack: Any, purpose: Any, seeds: Any, branches: Any, wanted: Any
) -> None:
    compared = 0
    for state in asking(system, pack, purpose, seeds, 12):
        officer = OFFICERS[system](state.table.setting)
        order = next(o for o in state.pending.options if not isinstance(o, Finish))
        target = officer.target(state, order)
        begun, action = officer.opened(state, order)
        found = every_branch(officer, begun, action, target, branches)
        if found is not None:
            summed = chain(officer, state, order)
            assert (summed.endings, summed.counted) == found, str(order)
            compared += 1
        if compared == wanted:
            break
    assert compared == wanted
