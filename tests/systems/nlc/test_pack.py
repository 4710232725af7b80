"""Packs of Napoleon's Later Campaigns: read, refused with file, line, field and hint."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from grognard.desks.library import LIBRARY
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import values_of
from grognard.mechanics.packs.shapes import Problem
from grognard.systems.nlc.kinds import Arm, Mover, OrderType, Way, Weather
from grognard.systems.nlc.packs.describe import describe
from grognard.systems.nlc.packs.fields import json_schema
from grognard.systems.nlc.packs.pack import Scenario, available, check, load
from grognard.systems.nlc.setting import OFF_MAP, AimKind, PlaceKind


def changed(folder: Path, old: str, new: str) -> list[Problem]:
    """The problems of the crossroads with one text of its file changed."""
    text = (LIBRARY / "crossroads" / "scenario.yaml").read_text(encoding="utf-8")
    assert old in text, old
    pack = folder / "changed.yaml"
    pack.write_text(text.replace(old, new, 1), encoding="utf-8")
    return check(pack)


def test_both_packs_are_sound_and_listed() -> None:
    assert {pack.id for pack in available()} >= {"quatre-bras", "crossroads"}
    for pack in available():
        assert check(pack.id) == []
        assert pack.description
        assert len(pack.sides) == 2


@pytest.fixture(scope="module")
def quatre_bras() -> Scenario:
    return load("quatre-bras")


def test_quatre_bras_has_its_forces(quatre_bras: Scenario) -> None:
    strength = {
        side: sum(quatre_bras.roster[unit].strength for unit in units)
        for side, units in quatre_bras.by_side.items()
    }
    assert strength == {"french": 76, "allied": 85}
    assert {side: army.level for side, army in quatre_bras.armies.items()} == {
        "french": 23,
        "allied": 26,
    }
    cavalry = {body.id for body in quatre_bras.formations.values() if body.all_cavalry}
    assert cavalry == {"fr_iiic", "fr_glc"}
    assert quatre_bras.leaders["orange"].rating == 1
    assert quatre_bras.leaders["wellington"].at == OFF_MAP
    assert quatre_bras.armies["allied"].acting_commander == "orange"


@pytest.mark.rule("N6.2.1")
def test_a_unit_of_eight_points_has_three_steps(quatre_bras: Scenario) -> None:
    assert quatre_bras.roster["soye"].strengths == (8, 4, 2)
    assert quatre_bras.roster["bylandt"].strengths == (7, 3)
    assert quatre_bras.roster["br_avant"].strengths == (1,)


@pytest.mark.rule("N3.1.1", "N3.2.1", "N3.2.2")
def test_every_formation_has_a_chit_and_every_commander_quarters(quatre_bras: Scenario) -> None:
    chits = [body.chit for body in quatre_bras.formations.values()]
    assert len(set(chits)) == len(chits) == 8
    assert {held.commander for held in quatre_bras.headquarters.values()} == {"ney", "wellington"}
    assert {held.movement for held in quatre_bras.headquarters.values()} == {5}


@pytest.mark.rule("N12.2.1")
def test_every_formation_starts_or_arrives_under_an_order(quatre_bras: Scenario) -> None:
    orders = quatre_bras.orders
    assert set(orders.formations) == set(quatre_bras.formations)
    probe = orders.formations["fr_ii"][0]
    assert (probe.type, probe.target) == (OrderType.PROBE, (1213,))
    march, defend = orders.formations["al_5"]
    assert (march.type, march.route) == (OrderType.MARCH, (1101, 1111))
    assert defend.type is OrderType.DEFEND
    assert orders.arrived == {"al_2nl", "orange"}
    assert [held.division for held in quatre_bras.divisional] == ["6", "nl_cav"]


def test_the_calendar_ends_in_the_dark(quatre_bras: Scenario) -> None:
    assert [turn.time for turn in quatre_bras.turns][::7] == ["14:00", "21:00"]
    assert [turn.number for turn in quatre_bras.turns if turn.night] == [8]
    assert quatre_bras.turns[0].weather is Weather.CLEAR
    assert not any(turn.supply for turn in quatre_bras.turns)


def test_i_corps_is_there_only_by_choice(quatre_bras: Scenario) -> None:
    assert "fr_i" not in quatre_bras.formations
    assert "derlon" not in quatre_bras.leaders
    assert not [aim for aim in quatre_bras.victory.aims if aim.kind is AimKind.ARRIVED]
    variable = load("quatre-bras", {"erlon": "variable"})
    assert variable.formations["fr_i"].strength == 52
    assert variable.arrivals[-1].rolls == ((3, 6), (4, 5), (5, 5), (6, 5))
    assert variable.arrivals[-1].level_bonus == 16
    fixed = load("quatre-bras", {"erlon": "fixed"})
    assert fixed.arrivals[-1].turn == 4
    assert len({quatre_bras.revision, variable.revision, fixed.revision}) == 3


def test_tall_crops_shorten_the_view() -> None:
    assert load("quatre-bras").sight_limit == 0
    assert load("quatre-bras", {"tall_crops": "on"}).sight_limit == 3


def test_options_are_complete_and_make_the_same_setting_again(quatre_bras: Scenario) -> None:
    assert quatre_bras.on("tiny_units")
    assert not quatre_bras.on("hidden_movement")
    again = load("quatre-bras", quatre_bras.options)
    assert again.options == quatre_bras.options
    assert again.revision == quatre_bras.revision


# --- ground -------------------------------------------------------------------------------------


@pytest.mark.rule("N5.2.1", "N5.2.2", "N5.2.3", "N5.2.4", "N5.2.5", "N12.1.1")
def test_steps_cost_what_the_chart_says(quatre_bras: Scenario) -> None:
    ground, passage = quatre_bras.ground, quatre_bras.passage

    def cost(mover: Mover, one: int, other: int) -> int:
        return passage[mover][one][ground.around[one].index(other)]

    assert cost(Mover.FOOT, 1110, 1111) == 2
    assert cost(Mover.ROAD, 1110, 1111) == 1  # the Brussels road
    assert cost(Mover.ROAD, 1203, 1204) == 2  # a trail
    assert cost(Mover.ROAD, 1012, 1013) == 0  # no way at all
    assert (cost(Mover.FOOT, 1112, 1012), cost(Mover.HORSE, 1112, 1012)) == (4, 8)  # woods
    assert cost(Mover.FOOT, 1113, 1212) == 2 + 4  # over a brook
    assert cost(Mover.FOOT, 1112, 1113) == 2 + 2  # the bridge, off the road
    assert cost(Mover.COURIER, 1112, 1113) == 1  # the bridge, on it
    assert cost(Mover.COURIER, 1203, 1204) == 1  # couriers pay the road rate on trails too
    assert (cost(Mover.TRACE, 1112, 1012), cost(Mover.COURIER, 1112, 1012)) == (4, 8)
    assert cost(Mover.HORSE, 1413, 1412) == 0  # the pond
    assert passage[Mover.FOOT][101][0] == 0  # off the map


def test_ways_crests_and_places_are_on_the_map(quatre_bras: Scenario) -> None:
    ground = quatre_bras.ground
    side = ground.around[1111].index(1110)
    assert quatre_bras.ways[1111, side] is quatre_bras.ways[1110, (side + 3) % 6] is Way.ROAD
    side = ground.around[1112].index(1113)
    assert quatre_bras.crests[1112, side] == quatre_bras.crests[1113, (side + 3) % 6] == 1112
    assert ground.hexsides[1112, side] == "bridge"
    kinds = {place.kind for place in quatre_bras.places}
    assert kinds == set(PlaceKind)
    names = [place.name for place in quatre_bras.places]
    assert len(names) == len(set(names))
    junctions = {
        at for p in quatre_bras.places if p.kind is PlaceKind.INTERSECTION for at in p.hexes
    }
    assert {1111, 1119, 1714} <= junctions


# --- troops -------------------------------------------------------------------------------------


@pytest.mark.rule("N2.2.1", "N2.2.2", "N2.2.5", "N2.2.8")
def test_values_left_out_are_those_of_the_nation(tmp_path: Path, quatre_bras: Scenario) -> None:
    folder = tmp_path / "quatre-bras"
    shutil.copytree(LIBRARY / "quatre-bras", folder)
    forces = folder / "forces.yaml"
    lines = []
    for line in forces.read_text(encoding="utf-8").splitlines():
        kept = [
            part for part in line.split(", ")
            if not part.startswith(("morale: ", "morale_defending: ", "pursuit: "))
        ]  # fmt: skip
        lines.append(", ".join(kept))
    forces.write_text("\n".join(lines) + "\n", encoding="utf-8")
    plain = load(folder)
    assert dict(plain.roster) == dict(quatre_bras.roster)


@pytest.mark.rule("N2.2.3", "N2.2.4", "N2.2.6", "N2.2.7")
@pytest.mark.parametrize(
    ("nation", "arm", "extra", "morale", "pursuit"),
    [
        ("prussian", "infantry", "strength: 3, reduced: 1", 3, 0),
        ("prussian", "infantry", "strength: 6, reduced: 3", 4, 0),
        ("french", "infantry", "strength: 7, reduced: 3, traits: [guard, old_guard]", 5, 0),
        ("french", "infantry", "strength: 6, reduced: 3, initiative: 2", 3, 0),
        ("british", "heavy_cavalry", "strength: 4, reduced: 2", 5, 2),
        ("french", "light_cavalry", "strength: 3, reduced: 1, traits: [guard]", 4, 5),
    ],
)
def test_nations_have_their_morale(
    tmp_path: Path, nation: str, arm: str, extra: str, morale: int, pursuit: int
) -> None:
    text = (LIBRARY / "crossroads" / "scenario.yaml").read_text(encoding="utf-8")
    old = next(line for line in text.splitlines() if "id: amiens" in line)
    new = (
        f"  - {{id: amiens, name: X, formation: blue_1, division: '1', nation: {nation}, "
        f"arm: {arm}, {extra}, movement: 4}}"
    )
    pack = tmp_path / "pack.yaml"
    pack.write_text(text.replace(old, new).replace("strength: 21, ", ""), encoding="utf-8")
    unit = load(pack).roster["amiens"]
    assert (unit.morale, unit.pursuit) == (morale, pursuit)
    assert unit.arm is Arm(arm)


# --- what is refused ----------------------------------------------------------------------------

REFUSED = [
    ("    level: 14\n    supply", "    supply", "sides.blue", "'level' is missing"),
    ('    supply: ["0610"]\n', "", "sides.blue", "'supply' is missing"),
    ("role: overall, rating: 3,", "role: overall,", "leaders[0]", "'rating' is missing"),
    ("limit: 7, ", "", "formations[0]", "'limit' is missing"),
    ("leader: aubry,", "leader: aubrey,", "formations[0].leader", "no leader of the role"),
    ("commander: valmont, limit: 7", "commander: holt, limit: 7", "formations[0].commander", ""),
    ("formation: blue_1, division", "formation: blue_9, division", "units[0].formation", ""),
    ("strength: 21,", "strength: 22,", "formations[0].strength", "21 strength points"),
    ("strength: 6, reduced: 3, movement", "strength: 6, reduced: 6, movement", "units[0]", ""),
    ("  - {id: hq_holt, commander: holt, hex: \"0602\"}\n", "", "headquarters", "no headquarters"),
    ("units: [amiens]", "units: [arras]", "", "stands in two hexes"),
    ('  - {hex: "0508", units: [amiens]}\n  - {hex: "0608", units: [arras,',
     '  - {hex: "0608", units: [amiens, arras,', "setup[0]", "holds 3 units"),
    ("units: [carlow]", "units: [carlos]", "setup[7].units[0]", "did you mean 'carlow'"),
    ('hex: "0409"', 'hex: "0499"', "setup[2].hex", "off the map"),
    ("    red_1:\n      - {type: defend, target: [\"0605\"], name: \"Four Ways\"}\n", "", "orders",
     "without an order"),
    ("type: probe, target: [\"0605\"]", "type: probe", "orders.formations.blue_1[0]", "target"),
    (', route: ["0601", "0605"]', "", "orders.formations.red_2[0]", "needs a route"),
    ("      - {type: reserve}", "      - {type: reserve}\n      - {type: reserve}", "orders", "no order"),
    ('turn: 1, entry: "0601"', 'turn: 9, entry: "0601"', "arrivals[0].turn", "ends before turn 9"),
    ('turn: 1, entry: "0601"', 'turn: 1, entry: "0604"', "arrivals[0].entry", "edge"),
    ("leaders: [draper]", "leaders: []", "leaders[5]", "neither stands on the map nor arrives"),
    ("to: controller, every_turn", "to: green, every_turn", "victory.aims[0].to", "no side"),
    ("    - {lead: 0, name: draw}\n", "", "victory.levels", "lead of 0"),
    ("{turn: 2,", "{turn: 3,", "turns[1]", "turn 3 stands where 2 is due"),
    ("first: blue", "first: green", "first", "no side"),
    ('bridges: [["0606", "0607"]]', 'bridges: [["0606", "0609"]]', "map.bridges[0]", "not next"),
    ('crests: [["0505", "0506"]', 'crests: [["0506", "0505"]', "map.crests[0]", "lies lower"),
    ('"0107"], ["0107"', '"0606"], ["0107"', "map.streams[0].sides[0]", "not next"),
    ('impassable: [["0708", "0807"]]', 'impassable: [["0606", "0605"]]', "map.roads", "no bridge"),
    ('hexes: ["0605"]}\n    - {name: "the mill"', 'hexes: ["0606"]}\n    - {name: "the mill"',
     "map.places", "has no name"),
    ("format: 1\n", "format: 1\noptions: {rout: maybe}\n", "options.rout", "not among its values"),
    ("id: arras,", "id: amiens,", "units[1].id", "used twice"),
    ("system: nlc", "system: premier", "system", ""),
]  # fmt: skip


@pytest.mark.rule("N1.2")
@pytest.mark.parametrize(("old", "new", "field", "text"), REFUSED)
def test_a_faulty_pack_is_refused_at_the_place_with_a_hint(
    tmp_path: Path, old: str, new: str, field: str, text: str
) -> None:
    problems = changed(tmp_path, old, new)
    fitting = [
        problem
        for problem in problems
        if problem.field.startswith(field) and text in f"{problem.text} ({problem.hint})"
    ]
    assert fitting, problems
    assert fitting[0].line > 0
    assert fitting[0].file == "changed.yaml"
    assert fitting[0].hint


def test_one_unit_may_start_in_woods_but_not_two(tmp_path: Path) -> None:
    assert not changed(tmp_path, '"0405", units', '"0308", units')
    problems = changed(tmp_path, 'hex: "0809", units', 'hex: "1006", units')
    assert [problem.text for problem in problems] == ["1006 holds 2 units and takes 1"]


def test_a_pack_with_faults_is_not_loaded(tmp_path: Path) -> None:
    changed(tmp_path, "    level: 14\n    supply", "    supply")
    with pytest.raises(MalformedFile, match="'level' is missing"):
        load(tmp_path / "changed.yaml")


@pytest.mark.parametrize(
    ("options", "hint"),
    [({"erlon": "sometimes"}, "known: never"), ({"erlonn": "never"}, "did you mean 'erlon'")],
)
def test_a_wrong_option_of_the_table_is_refused(options: dict[str, str], hint: str) -> None:
    with pytest.raises(MalformedFile) as refusal:
        load("quatre-bras", options)
    assert hint in refusal.value.hint


def test_the_two_fields_of_time_exclude_each_other(tmp_path: Path) -> None:
    problems = changed(tmp_path, "turn: 2, entry", "turn: 2, rolls: {'2': 5}, entry")
    assert "by a turn or by rolls" in problems[0].text
    problems = changed(tmp_path, "turn: 2, entry", "rolls: {'8': 5}, entry")
    assert "'8' is no turn" in problems[0].text


# --- for readers --------------------------------------------------------------------------------


def test_a_battle_is_described_in_words(quatre_bras: Scenario) -> None:
    text = describe(quatre_bras)
    for word in ("Quatre Bras", "Ney", "8/4/2", "probe Gemioncourt", "21:00", "the Namur road"):
        assert word in text
    assert "turn 3 on 6+" in describe(load("quatre-bras", {"erlon": "variable"}))


@pytest.mark.parametrize("pack", ["quatre-bras", "crossroads"])
def test_every_pack_obeys_the_published_schema(pack: str) -> None:
    schema = json.loads((LIBRARY / "scenario-nlc.schema.json").read_text(encoding="utf-8"))
    assert schema == json_schema(), "run scripts/make_schema.py"
    jsonschema.Draft202012Validator.check_schema(schema)
    whole: dict[str, object] = {}
    for file in sorted((LIBRARY / pack).glob("*.yaml")):
        whole |= values_of(file)
    jsonschema.Draft202012Validator(schema).validate(whole)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate({**whole, "titel": "x"})
