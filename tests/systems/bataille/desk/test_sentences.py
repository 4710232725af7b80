"""What is told of a battle of La Bataille."""

from __future__ import annotations

import pytest

from grognard.desks.documents import Telling
from grognard.systems.bataille.battle import BattleEnded
from grognard.systems.premier.desk.desk import DESK
from grognard.systems.premier.system import SYSTEM

GROUNDS = (
    "French Decisive: prussian has lost 2 increments, french 1, a lead of 6 wanted: no.",
    "French Marginal: french holds 1 of 4 hexes of Knoll (0805), 4 wanted: no.",
)


@pytest.mark.parametrize(
    ("language", "lost", "held"),
    [
        ("en", "Prussians lost 2 increments, French 1", "French held 1 of 4"),
        ("fr", "Prussiens : 2 éléments perdus, Français : 1", "Français : 1 des 4"),
    ],
)
def test_the_grounds_of_a_verdict_call_the_sides_by_their_names(
    language: str, lost: str, held: str
) -> None:
    teller = DESK.teller(SYSTEM.library.setting("duel", {}), language)
    told: Telling = teller.telling(BattleEnded("Draw", GROUNDS))
    first, second = ("".join(part.text for part in line) for line in told.account)
    assert lost in first
    assert held in second
