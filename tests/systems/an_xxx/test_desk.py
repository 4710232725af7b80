"""What the table shows of An XXX beyond its units."""

from __future__ import annotations

import pytest

from grognard.kernel import State
from grognard.systems.an_xxx.desk import DESK
from grognard.systems.an_xxx.events.guns import (
    CaissonExploded,
    GunsOverrun,
    ResupplyTried,
    ThingPlaced,
)
from grognard.systems.an_xxx.guns.things import Lying, wagon_at
from grognard.systems.registry import system_named

SYSTEM = system_named("an-xxx")


@pytest.mark.rule("X18.14.5")
def test_wagons_stand_on_the_table_and_go_with_their_fate() -> None:
    setting = SYSTEM.library.setting("village-xxx", {})
    state = SYSTEM.rules.opening(setting)
    wagon = next(each for each in setting.supplement.wagons if each.at)
    there = DESK.counters(SYSTEM.rules.view(state, wagon.side), setting)[wagon.id]
    assert (there.kind, there.formation) == ("wagon", "limbered")
    assert there.shape is not None
    assert there.shape.places == (wagon.at,)
    draft = state.table.draft()
    draft.record(ThingPlaced(wagon.id, wagon_at(101, 1)))
    seen = SYSTEM.rules.view(State(draft, state.stack, state.pending), wagon.side)
    driven = DESK.counters(seen, setting)[wagon.id]
    assert driven.shape is not None
    assert driven.shape.places == (101,)


@pytest.mark.rule("X18.12.3")
def test_guns_without_a_crew_lie_on_the_table_and_are_lost_until_they_are_served() -> None:
    setting = SYSTEM.library.setting("village-xxx", {})
    state = SYSTEM.rules.opening(setting)
    guns = next(unit for unit in state.table.pieces if setting.roster[unit].battery)
    at, draft = state.table.pieces[guns].at, state.table.draft()
    draft.record(GunsOverrun(guns, at, 5, spiked=False, fate=str(Lying(at, 1, 6))))
    seen = SYSTEM.rules.view(State(draft, state.stack, state.pending), setting.sides[0])
    lying = DESK.counters(seen, setting)[guns]
    assert lying.shape is not None
    assert (lying.shape.places, lying.state, lying.away) == ((at,), "abandoned", "lost")
    assert lying.left == setting.roster[guns].increments - 1


def test_what_became_of_guns_and_wagons_is_told_as_it_was() -> None:
    setting = SYSTEM.library.setting("charge-xxx", {})
    wagon = setting.supplement.wagons[0]
    teller = SYSTEM.desk.teller(setting)
    filled, empty = (
        teller.sentence(ResupplyTried("F4", wagon.id, 5, refilled)) for refilled in (True, False)
    )
    assert wagon.name in filled
    assert filled.endswith("it is filled up")
    assert empty.endswith("in vain")
    assert teller.sentence(GunsOverrun("F4", 706, 1, True, "spiked")).endswith(
        "the guns are spiked"
    )
    assert wagon.name in teller.sentence(CaissonExploded(706, wagon.id))
