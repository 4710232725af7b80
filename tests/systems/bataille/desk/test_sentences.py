"""What is told of a battle of La Bataille."""

from __future__ import annotations

import pytest

from grognard.desks.documents import Offer, Reason, Refused, Shape, Telling
from grognard.host.advice import adviser
from grognard.kernel import Account
from grognard.systems.bataille.battle import BattleEnded
from grognard.systems.bataille.events.facts import FormationChanged, Marked, Moved
from grognard.systems.bataille.events.melee import Advanced
from grognard.systems.bataille.pieces import Formation
from grognard.systems.premier.desk.desk import DESK
from grognard.systems.premier.events import SquareRolled
from grognard.systems.premier.system import SYSTEM
from tests.systems.premier.charges import charge, do
from tests.systems.premier.kit import battalion
from tests.systems.premier.test_charge import table_of

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


def test_whom_a_charge_is_after_or_passes_by_is_named() -> None:
    state = do(charge(table_of(battalion("C1", "0506", "N")), "F1"), "S", "S")
    setting = state.table.setting
    teller = DESK.teller(setting)
    asked = adviser(SYSTEM, setting).question(state, 1, DESK.reactions)
    assert asked is not None
    foe, rider = setting.roster["C1"].name, setting.roster["F1"].name
    told = {offer.kind: offer.text for offer in DESK.words.told(asked, teller).offers}
    assert told == {"target": f"Charge {foe}", "pass": f"Pass {foe} by"}
    assert rider not in told.values()
    assert teller.sentence(Marked("F1", "declined:C1")).endswith(f"passes by {teller.unit('C1')}")


def test_a_place_that_has_a_name_is_named_in_orders_and_refusals() -> None:
    teller = DESK.teller(SYSTEM.library.setting("first-shots", {}))
    offer = Offer("assault 0706 F1", "assault", "strike", ("F1",), at=706)
    assert DESK.words.offered(offer, "declare-assault", teller).startswith("Assault 0706 (Farm)")
    refused = DESK.words.refused(Refused("fire", 706, Reason("no")), teller)
    assert refused.text == "Fire on 0706 (Farm)"


@pytest.mark.parametrize(
    ("hexes", "told"),
    [
        ((706,), "advances into 0706 (Farm)"),
        ((706, 707), "advances into 0706 (Farm)+0707"),
        ((705,), "advances into 0705"),
    ],
)
def test_whoever_takes_ground_is_told_with_the_place_it_belongs_to(
    hexes: tuple[int, ...], told: str
) -> None:
    teller = DESK.teller(SYSTEM.library.setting("first-shots", {}))
    taken = Advanced("F1", hexes, 0, Formation.COLUMN)
    assert teller.sentence(taken).endswith(told)


def test_a_way_names_the_place_where_it_ends() -> None:
    teller = DESK.teller(SYSTEM.library.setting("first-shots", {}))
    steps = [Moved("F1", (at,), 0, Formation.COLUMN) for at in (704, 705, 706)]
    (line,) = teller.story(steps, {})
    assert "0704 0705 0706 (Farm)" in line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_row_of_the_card_for_squares_has_a_name(language: str) -> None:
    setting = SYSTEM.library.setting("duel", {})
    teller = DESK.teller(setting, language)
    for nation in {nation for nation, _, _ in setting.cards.carre_cells}:
        rolled = SquareRolled(("P1",), nation, "line", 3, (4, 2), Account(()), 42, "carre")
        assert nation not in teller.sentence(rolled)


def test_steps_of_a_ride_are_told_apart_by_where_they_lead_once() -> None:
    teller = DESK.teller(SYSTEM.library.setting("first-shots", {}))
    steps = [
        Offer("ride F4 S", "ride", "step", ("F4",), at=1006, shape=Shape((1006,), 180)),
        Offer("ride F4 S", "ride", "step", ("F4",), at=1006, shape=Shape((1006,), 120)),
        Offer("ride F4 SE", "ride", "step", ("F4",), shape=Shape((1005,), 120)),
    ]
    texts = [each.text for each in DESK.words.said(steps, "ride", teller)]
    assert texts == [
        "Ride to 1006 (facing south)", "Ride to 1006 (facing south-east)", "Face south-east",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("formation", "told"),
    [
        (Formation.UNLIMBERED, "unlimbers in 0705"),
        (Formation.LIMBERED, "is limbered in 0705"),
        (Formation.LINE, "forms line in 0705"),
    ],
)
def test_guns_unlimber_and_battalions_form(formation: Formation, told: str) -> None:
    teller = DESK.teller(SYSTEM.library.setting("first-shots", {}))
    assert told in teller.sentence(FormationChanged("F3", formation, 0, (705,)))
