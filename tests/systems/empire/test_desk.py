"""The desk of Bataille Empire: drafts with their price, what is against one, what lies over the map."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.desks.documents import Leg, Offer, Party
from grognard.kernel import Reason, State
from grognard.mechanics.places import point_of
from grognard.systems.empire.desk.desk import DESK
from grognard.systems.empire.desk.sentences import EmpireTeller
from grognard.systems.empire.doctrine.drawn import position
from grognard.systems.empire.events import LossTaken, PlayerTurnBegan, Removed, Rode
from grognard.systems.empire.packs.pack import load
from grognard.systems.empire.rules import RULES
from grognard.systems.empire.shock.events import BuildingTaken
from grognard.web.frames import Draft

MARCH = """
units:
  F1 line at 10,10 facing 0
  F2 line at 12.5,10 facing 0
  F3 column at 16,10 facing 0
  P1 line at 10,{north} facing 180
generals:
  french points 9
orders:
  french {order}
start: {start}
"""


def drawn(text: str) -> tuple[State, Any]:
    """A drawn position and the adviser who sits before it."""
    state = position(f"title: drawn\n{text.strip()}", "drawn", {}, {})
    return state, DESK.adviser(RULES, state.table.setting)


def marching(order: str = "hold", north: float = 26, start: str = "movement") -> tuple[State, Any]:
    return drawn(MARCH.format(order=order, north=north, start=start))


def drafted(state: State, adviser: Any, units: str, *legs: Leg) -> tuple[Offer, tuple[Reason, ...]]:
    by = tuple(map(Party, units.split("+")))
    found: tuple[Offer, tuple[Reason, ...]] = adviser.drafted(
        state, Draft(seq=1, kind="move", by=by, legs=legs)
    )
    return found


# --- drafts


@pytest.mark.rule("E30.2", "EM.2")
def test_a_draft_is_priced_leg_by_leg_and_ends_where_its_shape_lies() -> None:
    state, adviser = marching("attack")
    wheel, ahead = Leg("wheel", 10, "right"), Leg("ahead", 6000)
    offer, reasons = drafted(state, adviser, "F3", wheel, ahead)
    assert not reasons
    assert [leg.kind for leg in offer.legs] == ["wheel", "ahead"]
    assert offer.legs[0].cost == pytest.approx(0.17)  # 1.5 UD for 90 degrees, rounded up
    assert offer.cost <= offer.budget == 6
    assert offer.fee == "1 CP"
    assert offer.shape is not None
    assert offer.shape.heading == 10


@pytest.mark.rule("EM.2")
def test_a_draft_beyond_its_move_is_cut_to_what_may_be_gone_and_says_why() -> None:
    state, adviser = marching()
    offer, reasons = drafted(state, adviser, "F1", Leg("ahead", 9000))
    assert not reasons
    assert offer.id == "move F1 forward:4000"
    assert offer.stops == "that is farther than it can go"
    assert offer.beyond is not None
    assert (offer.effects[0].tone, offer.effects[0].clause) == ("refused", "EM.2")
    east, south = point_of(offer.beyond.places[0])
    assert (east, 40000 - south) == (10000, 18750)


@pytest.mark.rule("E25.17")
def test_where_the_order_wants_a_whole_move_a_draft_beyond_it_is_cut_to_the_whole() -> None:
    """No shorter part would carry the order out, so that none but the longest may be."""
    state, adviser = marching(
        "attack", start="Activation division=french-division\nscript:\n  d6 6"
    )
    offer, reasons = drafted(state, adviser, "F1", Leg("ahead", 9000))
    assert not reasons
    assert offer.id == "move F1 forward:4000"
    _, reasons = drafted(state, adviser, "F1", Leg("ahead", 1000))
    assert [reason.clause for reason in reasons] == ["E25.17"]


@pytest.mark.rule("E24.12")
def test_a_group_is_drafted_as_one_and_a_stranger_to_it_is_refused() -> None:
    state, adviser = marching()
    offer, reasons = drafted(state, adviser, "F2+F1", Leg("ahead", 2000))
    assert not reasons
    assert offer.id == "move F1+F2 forward:2000"
    assert offer.shape is not None
    assert point_of(offer.shape.places[0])[0] == 12500  # F2 is in hand, F1 goes beside it
    poses = [laid for laid in offer.over if laid.kind == "pose"]
    assert [point_of(laid.places[0])[0] for laid in poses] == [10000]
    assert adviser.reach(state, "french", ("F1",)).along == ("F2",)
    assert adviser.reach(state, "french", ("F1", "F2")).unit == "F1+F2"
    _, reasons = drafted(state, adviser, "F1+F3", Leg("ahead", 2000))
    assert [reason.clause for reason in reasons] == ["E24.12"]


@pytest.mark.rule("E25.3")
def test_what_an_order_forbids_is_refused_with_its_clause_and_nothing_moves() -> None:
    state, adviser = marching("manoeuvre", north=15)
    before = state.table.pieces["F1"].pose
    offer, reasons = drafted(state, adviser, "F1", Leg("ahead", 3000))
    assert (offer.id, reasons) == ("move F1 forward:999", ())
    assert offer.effects[0].clause == "E25.3"
    assert state.table.pieces["F1"].pose == before


@pytest.mark.rule("E30.13")
def test_guns_in_battery_are_offered_no_wheel() -> None:
    text = "units:\n  F1 guns at 10,10 facing 0\n  P1 line at 10,30 facing 180\n"
    text += "generals:\n  french points 9\nstart: movement"
    state, adviser = drawn(text)
    reach = adviser.reach(state, "french", ("F1",))
    assert {motion.kind for motion in reach.motions} == {"face", "form"}
    assert "limbered" in reach.forms


@pytest.mark.rule("E24.15")
def test_whoever_has_acted_has_no_reach_but_a_reason() -> None:
    text = MARCH.format(order="hold", north=26, start="movement")
    state, adviser = drawn(
        text.replace("F2 line at 12.5,10 facing 0", "F2 line at 12.5,10 facing 0 acted")
    )
    reach = adviser.reach(state, "french", ("F2",))
    assert not reach.ways
    assert reach.reason is not None
    assert reach.reason.clause == "E24.15"
    whole = adviser.reach(state, "french", ("F1",))
    assert (whole.drafts, whole.allowance) == ("move", 4)
    assert len(whole.outline) > 5


def test_a_move_says_what_it_brings() -> None:
    state, adviser = marching(north=15.4)
    offer, _ = drafted(state, adviser, "F1", Leg("ahead", 3500))
    assert ("gain", "has in its range", ("P1",)) in [
        (effect.tone, effect.text, effect.units) for effect in offer.effects
    ]


# --- what lies over the map

CHARGE = """
units:
  F1 horse line at 10,10 facing 0
  F2 guns at 14,10 facing 0
  P1 line at 11,15 facing 180
  P2 line at 20,10 facing 270
generals:
  french points 9
start: {start}
"""


def offer_of(state: State, adviser: Any, text: str) -> Offer:
    found: Offer = adviser.offer(state, RULES.parse(text))
    return found


@pytest.mark.rule("E35.5")
def test_a_charge_lays_its_corridor_the_pause_and_where_it_touches() -> None:
    state, adviser = drawn(CHARGE.format(start="charges"))
    offer = offer_of(state, adviser, "charge F1 P1")
    tones = [laid.tone for laid in offer.over]
    assert {"corridor", "pause"} <= set(tones)
    assert any(laid.kind == "pose" for laid in offer.over)
    assert offer.other == ("P1",)
    assert offer.fee == "1 CP"


def test_a_shot_lays_its_line_with_how_far_it_is() -> None:
    state, adviser = drawn(CHARGE.format(start="preparatory-fire"))
    (line,) = [
        laid for laid in offer_of(state, adviser, "fire F2 guns P1").over if laid.kind == "line"
    ]
    assert line.text.startswith("5.")
    assert line.text.endswith(" UD")


def cards_of(state: State, adviser: Any) -> Any:
    teller = DESK.teller(state.table.setting, "en")
    return DESK.cards(state, "french", teller, adviser, DESK.words)


def looked(state: State, adviser: Any, what: str, **about: Any) -> Any:
    return cards_of(state, adviser).card(what, adviser.look(state, "french", what, **about))


@pytest.mark.rule("E48.4")
def test_the_arcs_of_a_battery_are_its_bands() -> None:
    state, adviser = drawn(CHARGE.format(start="preparatory-fire"))
    bands = looked(state, adviser, "arcs", unit="F2").over
    assert [laid.tone for laid in bands if laid.kind == "outline"] == ["near", "far", "far"]


@pytest.mark.rule("E24.2")
def test_the_range_of_command_is_a_ring_and_a_line_to_the_unit() -> None:
    state, adviser = drawn(CHARGE.format(start="preparatory-fire"))
    ring, line = looked(state, adviser, "range", unit="F2").over
    assert (ring.kind, ring.tone, line.kind) == ("outline", "command", "line")
    assert ring.text == "Général A, 12 UD"


@pytest.mark.rule("EG.10")
def test_fronts_of_formed_enemies_are_threats_and_a_threatened_side_is_tagged() -> None:
    text = CHARGE.format(start="preparatory-fire").replace("P2 line at 20,10", "P2 line at 17,9.5")
    state, adviser = drawn(text)
    over = looked(state, adviser, "threat").over
    assert sum(laid.kind == "outline" for laid in over) == 2
    assert [laid.places for laid in over if laid.kind == "tag"] == [(state.table.pieces["F2"].at,)]


@pytest.mark.rule("EG.9")
def test_sight_is_a_line_that_is_clear_or_blocked() -> None:
    text = CHARGE.format(start="preparatory-fire").replace(
        "P2 line at 20,10 facing 270", "P2 line at 11,18 facing 180"
    )
    state, adviser = drawn(text)
    at = {unit: piece.at for unit, piece in state.table.pieces.items()}
    (clear,) = looked(state, adviser, "sight", origin=at["F1"], target=at["P1"]).over
    (blocked,) = looked(state, adviser, "sight", origin=at["F1"], target=at["P2"]).over
    assert (clear.tone, blocked.tone) == ("support", "blocked")


def test_a_lost_unit_weighs_more_than_a_march_with_one_who_was_away() -> None:
    teller = EmpireTeller(marching()[0].table.setting)
    gone, lost = Removed("F1", "eliminated"), LossTaken("F2", 2)
    assert teller.telling(gone).weight > teller.telling(lost).weight > 0
    assert teller.weigh(PlayerTurnBegan("french")) == 0


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("respond P1 face:45", "Turn to the north-east (45 degrees)"),
        ("pursue F1 0", "I/12e Ligne pursues straight on"),
        ("pursue F1 -45", "I/12e Ligne pursues and wheels 45 degrees to the left"),
        ("pursue F1 15", "I/12e Ligne pursues and wheels 15 degrees to the right"),
        ("change-order brigade hold 0", "Order Brigade Kleist to hold"),
        ("change-order brigade hold 1", "Order Brigade Kleist to hold, one point added"),
        ("change-order brigade hold 2", "Order Brigade Kleist to hold, 2 points added"),
    ],
)
def test_turns_and_added_points_are_said_in_plain_words(order: str, said: str) -> None:
    setting = load("outpost", {})
    offer = DESK.adviser(RULES, setting).told(order)
    said_so = DESK.words.offered(offer, offer.kind, EmpireTeller(setting))
    assert said_so == said


@pytest.mark.rule("E29.10")
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Kleist rides to 4.5 UD south of the mill"),
     ("fr", "Kleist chevauche vers le moulin, à 4,5 UD au sud")],
)  # fmt: skip
def test_a_general_who_rides_is_told_with_the_place_he_rides_to(language: str, words: str) -> None:
    setting = load("outpost")
    teller = EmpireTeller(setting, language)
    assert teller.sentence(Rode("kleist", (12_000, 12_000))) == words
    unit = next(unit for unit, card in setting.roster.items() if card.side == "prussian")
    assert setting.roster[unit].name in teller.sentence(Rode("kleist", (12_000, 12_000), unit))


@pytest.mark.rule("E56.44")
@pytest.mark.parametrize(
    ("pack", "building", "language", "words"),
    [("outpost", "farm", "en", "takes the farm"),
     ("outpost", "farm", "fr", "prend la ferme"),
     ("hagelberg-empire", "hagelberg_n", "en", "takes houses of Hagelberg"),
     ("hagelberg-empire", "klein_glien_w", "fr", "prend des maisons de Klein Glien")],
)  # fmt: skip
def test_a_building_is_called_by_its_place(
    pack: str, building: str, language: str, words: str
) -> None:
    setting = load(pack)
    unit, card = next(iter(setting.roster.items()))
    told = EmpireTeller(setting, language).sentence(BuildingTaken(unit, building))
    assert told == f"{card.name} {words}"
