import json
import tempfile
import time
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.desks import library
from grognard.desks.library import LIBRARY
from grognard.kernel.documents import Document
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import values_of
from grognard.mechanics.packs.files import LARGEST, LONGEST_LINE, MOST_LINES
from grognard.mechanics.packs.shapes import MOST_PROBLEMS, Problem
from grognard.systems.bataille.packs.packaims import USES
from grognard.systems.bataille.packs.packfields import MOST_UNITS
from grognard.systems.bataille.pieces import Size
from grognard.systems.bataille.special.registry import RULES
from grognard.systems.bataille.special.surprise import Surprise
from grognard.systems.premier.packs import available, check, json_schema, load

PACKS = (
    "blankenfelde", "bridgehead", "charge", "dennewitz", "dennewitz-berlin", "dennewitz-ney", "duel",
    "first-shots", "gross-beeren", "hagelberg", "village",
)  # fmt: skip


# --- the library --------------------------------------------------------------------------------


def test_the_library_holds_its_packs_with_title_and_description() -> None:
    found = {info.id: info for info in available()}
    assert tuple(found) == PACKS
    assert all(info.title and len(info.description) > 80 for info in found.values())
    assert (found["hagelberg"].turns, found["hagelberg"].units) == (18, 19 + 21 + 6)


@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_of_the_library_is_sound(pack: str) -> None:
    assert check(pack) == []
    setting = load(pack)
    assert setting.id == pack
    assert len(setting.revision) == 12


@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_of_the_library_obeys_the_published_schema(pack: str) -> None:
    schema = json.loads((LIBRARY / "scenario.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    whole: dict[str, object] = {}
    for file in sorted((LIBRARY / pack).glob("*.yaml")):
        whole |= values_of(file)
    jsonschema.Draft202012Validator(schema).validate(whole)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate({**whole, "titel": "x"})


def test_the_published_schema_is_the_one_of_the_code() -> None:
    published = json.loads((LIBRARY / "scenario.schema.json").read_text(encoding="utf-8"))
    assert published == json_schema(), "run scripts/make_schema.py"


def test_a_special_rule_takes_its_parameters_from_the_pack() -> None:
    special = load("hagelberg").special
    assert special["surprise"] == Surprise("french", 1, ("Lübnitz",))
    assert set(special) <= {*RULES, *USES}


@pytest.mark.parametrize(
    ("old", "new", "text", "hint"),
    [
        ("side: french, until: 1, ", "until: 1, ", "'side' is missing", "side: who is surprised"),
        ("{side: french, until", "{side: frech, until", "there is no side 'frech'", "'french'"),
        ("alert: [Lübnitz]", "alert: [Lubnitz]", "there is no place 'Lubnitz'", "'Lübnitz'"),
        ("weather: [rain, soaked]", "weather: [hail]", "there is no weather 'hail'", "rain"),
        ("dice: 3}", "dice: many}", "'many' is not a whole number", ""),
        ("surrender_from: 2", "surrender: 2", "'surrender' means nothing here", "surrender_from"),
        ("    with: {side: french}\n", "", "'with' is missing", "its parameters"),
    ],
)
def test_a_wrong_parameter_is_told_with_its_line(old: str, new: str, text: str, hint: str) -> None:
    files = {name: held.decode() for name, held in library.document("hagelberg").files}
    assert old in files["scenario.yaml"]
    files["scenario.yaml"] = files["scenario.yaml"].replace(old, new, 1)
    document = Document.of((name, held.encode()) for name, held in files.items())
    found = [each for each in check(document) if text in each.text]
    assert found
    assert found[0].line > 0
    assert hint in found[0].hint


# --- every fault has its line and hint ----------------------------------------------------------


def spoiled(tmp_path: Path, *changes: tuple[str, str], pack: str = "duel") -> list[Problem]:
    """The problems of a pack after its text was changed."""
    folder = tmp_path / "spoiled"
    folder.mkdir(exist_ok=True)
    left = list(changes)
    for file in (LIBRARY / pack).glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        for old, new in changes:
            if old in text:
                text = text.replace(old, new, 1)
                left.remove((old, new))
        (folder / file.name).write_text(text, encoding="utf-8")
    assert not left, "the pack has no such text"
    return check(folder)


P1 = "{unit: P1, hex: '0708', formation: column, facing: 'N'}"
F2 = "{unit: F2, hex: '0403', formation: column, facing: S}"
LANE = "['0601', '0602', '0603'"
KNOLL = "{name: Knoll, terrain: clear, hexes: ['0805',"

FAULTS = [
    # fields
    (("movement: 7, morale: 26", "moovement: 7, morale: 26"), "'moovement' means nothing here", "did you mean 'movement'?"),
    (("tested: 1, all", "tested: first, all"), "'first' is not a whole number from 1", ""),
    (("arm: infantry, nation: French, movement: 7", "arm: infantri, nation: French, movement: 7"), "'infantri' is not one of the words", "did you mean 'infantry'?"),
    (("title: The duel", "title: [The, duel]"), "a text is wanted here, not several values", ""),
    (("title: The duel", "title:"), "nothing is written here", "write a value"),
    (("square_rows: {French: French, Prussian: Prussian}", "square_rows: [French]"), "named values are wanted here", "name: value"),
    (("turns:\n  - {turn: 1, time: '10:00', level_check: true}", "turns: 6\nweather:\n  - x"), "a list is wanted here", "- value"),
    (("title: The duel\n", ""), "'title' is missing", "title: the battle's name"),
    (("level_check: true}", "level_check: perhaps}"), "'perhaps' is not true or false", ""),
    (("melee_per_increment: 2.4", "melee_per_increment: much"), "'much' is not a number such as 14, 6.7 or 1/3", ""),
    (("src: house\n", "src: hearsay\n"), "'hearsay' is not a mark of origin", "say in 'provenance' what it means"),
    (("id: F3,", "id: F 3,"), "'F 3' is not an id without blanks", "F01"),
    # sides, calendar, weather
    (("sides: {french: French, prussian: Prussians}", "sides: {french: French, prussian: Prussians, saxon: Saxons}"), "a battle has two sides, not 3", "moves first"),
    (("{turn: 3,", "{turn: 4,"), "turn 4 stands where 3 is due", "no gaps"),
    (("time: '10:40'", "time: '10:50'"), "10:50 comes 30 minutes after 10:20", "20 minutes long"),
    (("time: '10:40'}", "time: '10:40', weather: rainy}"), "there is no weather 'rainy'", "known: dry"),
    (("time: '10:40'", "time: noon"), "'noon' is not a time of day", "13:20"),
    (("turns:\n", "weather: {dust: {only: frensh}}\nturns:\n"), "there is no side 'frensh'", "did you mean 'french'?"),
    (("turns:\n", "weather: {mire: {foot_movement: 2}}\nturns:\n"), "'2' is not a whole number from -20 to 0", ""),
    # forces
    (("{id: F2,", "{id: F1,"), "there are two of the units 'F1'", "the first stands on line"),
    (("name: I/40e Ligne, side: french", "name: I/40e Ligne, side: frensh"), "there is no side 'frensh'", "did you mean 'french'?"),
    (("class: fr_light,", "class: fr_lihgt,"), "there is no class 'fr_lihgt'", "did you mean 'fr_light'?"),
    (("nation: French, movement: 8", "nation: French"), "'movement' is missing, and its class does not give it", "movement points"),
    (("morale: 26", "morale: 27"), "27 is not one of the results 11 to 66", "both digits"),
    (("movement: 7,\n     morale: 23, fire_check: every, src: {values: house},\n     battery: {short: 14, medium: 7, long: 4, reach: 8, limbers_on: 4, prolongs: true}", "movement: 7,\n     morale: 23"), "a battery needs 'battery' values", "short"),
    (("{infantry_battalions: 2, infantry_increments: 13,", "{infantry_battalions: 2, infantry_increments: 14,"), "the forces give 13, not 14", "mend the total"),
    (("{infantry_battalions: 2,", "{infantry_batalions: 2,"), "there is no total 'infantry_batalions'", "did you mean 'infantry_battalions'?"),
    (("fire_check: even, melee_per_increment: 2.4,", "troops: french_line, melee_per_increment: 2.4,"), "there is no row of the fire check card 'french_line'", "did you mean"),
    (("square_rows: {French: French,", "square_rows: {Frensh: French,"), "there is no nation 'Frensh'", "did you mean 'French'?"),
    # set-up
    ((P1, P1.replace("0708", "0711")), "hex 0711 is off the map", "the map runs from 0101 to 1210"),
    ((P1, P1.replace("0708", "7-9")), "'7-9' is not a hex", "column then row"),
    ((P1, P1.replace("P1,", "P9,")), "there is no unit 'P9'", "known: F1, F2"),
    ((P1, P1.replace("P1,", "P2,")), "'P2' has its place already", "line"),
    ((P1, P1.replace("column", "colum")), "'colum' is not one of the words", "did you mean 'column'?"),
    ((P1, P1.replace("'N'", "E")), "a unit in column cannot face 'E'", "known: N, NE, SE, S, SW, NW"),
    ((P1, P1.replace("column, facing: 'N'", "line, facing: 'N'")), "a unit in line cannot face 'N'", "known: NNE, E"),
    ((P1, P1.replace("0708", "0703")), "'F1' of the enemy stands in 0703", "move one of them"),
    ((F2, F2.replace("0403", "0305")), "no column can stand in 0305, which is woods", "there it may be in: general, skirmish"),
    ((F2, F2.replace("column", "unlimbered")), "'F2' cannot be in unlimbered", "there it may be in: column"),
    ((P1, P1.replace("column, facing: 'N'", "skirmish, facing: E")), "'P1' cannot be in skirmish", "there it may be in: column, line"),
    ((F2, F2.replace("hex: '0403', formation: column, facing: S", "hexes: ['0403', '0503'], formation: column, facing: S")), "6 increments in column do not take 2 hexes", "line"),
    ((F2, F2.replace("hex: '0403', formation: column, facing: S", "hexes: ['0403', '0402'], formation: line, facing: E")), "the hexes are not a row", "column"),
    ((F2, F2.replace("hex: '0403', formation: column", "hexes: ['0403', '0402'], formation: road")), "there is no road in its hex", "column"),
    ((F2, F2.replace("hex: '0403', ", "")), "'hex' or 'hexes' is wanted, one of them", "hex:"),
    ((F2, F2.replace("facing: S", "facing: S, lost: 6")), "'F2' has only 6 increments to lose", "leave it out"),
    ((f"    - {P1}\n", ""), "'P1' neither stands on the map nor arrives", "add it to setup or arrivals"),
    # map
    (("    - '............'\n", "    - '...........'\n"), "this row has 12 hexes, the first has 11", "equally long"),
    (("    - '.ww.........'", "    - '.wx.........'"), "there is no sign in the legend 'x'", "known: ., w"),
    (("w: woods}", "w: wood}"), "there is no terrain 'wood'", "did you mean 'woods'?"),
    (("    - '000000000000'\n", ""), "there are 9 rows of levels for 10 rows of terrain", "one for each"),
    (("    - '000000000000'\n", "    - '00000000x000'\n"), "'00000000x000' is not a row of digits", ""),
    ((KNOLL, KNOLL.replace("0805", "0304")), "0304 is woods in the rows, not clear", "mend the row"),
    ((KNOLL, KNOLL.replace("0805", "0905")), "hex 0905 is written twice", "keep one"),
    (("name: Copse", "name: Knoll"), "there are two places 'Knoll'", "rename one"),
    ((LANE, "['0601', '0603'"), "0603 is not next to 0601", "neighbouring hex"),
    ((LANE, "['0600', '0602', '0603'"), "hex 0600 is off the map", "0101"),
    (("exits:\n    french: ['0601']", "exits:\n    frensh: ['0601']"), "there is no side 'frensh'", "did you mean 'french'?"),
    # options and special rules
    (("turns:\n", "options: {cavalery_rout: ten}\nturns:\n"), "there is no option 'cavalery_rout'", "did you mean 'cavalry_rout'?"),
    (("turns:\n", "options: {cavalry_rout: eleven}\nturns:\n"), "'eleven' is not among its values", "printed, ten"),
    (("turns:\n", "special: [{id: suprise}]\nturns:\n"), "there is no special rule 'suprise'", "did you mean 'surprise'?"),
    (("turns:\n", "special: [{id: surprise}, {id: surprise}]\nturns:\n"), "'surprise' is written twice", "keep one"),
    # victory
    (("all: [{holds: Knoll}]", "all: [{holds: Knol}]"), "there is no place 'Knol'", "did you mean 'Knoll'?"),
    (("all: [{holds: Knoll}]", "all: [{holds: Knoll, at_least: 5}]"), "Knoll has only 4 hexes", "ask for fewer"),
    (("all: [{holds: Knoll}]", "all: [{holds: Knoll, lead: 2}]"), "a condition asks one thing", "one of: holds"),
    (("held_at_start: {nobody: [Knoll]}", "held_at_start: {nobdy: [Knoll]}"), "there is no side 'nobdy'", "did you mean 'nobody'?"),
    (("held_at_start: {nobody: [Knoll]}", "held_at_start: {nobody: [Hill]}"), "there is no place 'Hill'", "Knoll"),
    (("level: PD", "level: FD"), "there are two levels 'FD'", "rename one"),
    (("tested: 1, all: [{lead: 6}]}", "tested: 1, variant: hard, all: [{lead: 6}]}"), "there is no variant 'hard'", ""),
]  # fmt: skip


@pytest.mark.parametrize(("change", "text", "hint"), FAULTS)
def test_a_fault_is_told_with_file_line_field_and_hint(
    tmp_path: Path, change: tuple[str, str], text: str, hint: str
) -> None:
    problems = spoiled(tmp_path, change)
    told = [problem for problem in problems if text in problem.text]
    assert told, [str(problem) for problem in problems]
    assert told[0].file in {"scenario.yaml", "map.yaml"}
    assert told[0].line > 0
    assert hint in told[0].hint
    assert told[0].field or "missing" in text


def test_the_line_is_the_line(tmp_path: Path) -> None:
    (problem,) = spoiled(tmp_path, ("name: Copse", "nam: Copse"))[1:]
    lines = (LIBRARY / "duel" / "map.yaml").read_text(encoding="utf-8").splitlines()
    assert "Copse" in lines[problem.line - 1]
    assert (problem.file, problem.field) == ("map.yaml", "map.places[1].nam")
    assert str(problem).startswith(f"map.yaml:{problem.line}: map.places[1].nam: 'nam' means")


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    problems = spoiled(
        tmp_path,
        ("movement: 7, morale: 26", "moovement: 7, morale: 26"),
        (LANE, "['0601', '0603'"),
        ("{holds: Knoll}", "{holds: Hill}"),
        ("{turn: 3,", "{turn: 4,"),
    )
    texts = " / ".join(problem.text for problem in problems)
    for wanted in ("moovement", "0603 is not next to 0601", "no place 'Hill'", "turn 4 stands"):
        assert wanted in texts
    assert problems == sorted(problems)


@pytest.mark.rule("P10.1")
def test_an_overstacked_set_up_is_told(tmp_path: Path) -> None:
    problems = spoiled(
        tmp_path,
        ("men: 700, increments: 7, melee: 17", "men: 1300, increments: 13, melee: 17"),
        (F2, F2.replace("0403", "0703")),
    )
    assert any("overstacked: 0703 cannot hold so many" in problem.text for problem in problems)


@pytest.mark.rule("P16.1")
def test_formations_that_do_not_mix_are_told(tmp_path: Path) -> None:
    mixed = F2.replace("0403", "0703").replace("column, facing: S", "line, facing: SSE")
    (problem,) = spoiled(tmp_path, (F2, mixed))
    assert "'F2' cannot stand with 'F1'" in problem.text


ARRIVAL = """\
arrivals:
  - {id: A1, side: prussian, turn: 2, time: '10:20', zone: south, units: [P1]}
turns:
"""
ZONE = ("  exits:\n", "  zones: {south: ['0510', '0610', '0710'], middle: ['0505']}\n  exits:\n")


@pytest.mark.parametrize(
    ("old", "new", "text", "hint"),
    [
        ("", "", "", ""),
        ("zone: south", "zone: sowth", "there is no zone 'sowth'", "did you mean 'south'?"),
        (
            "zone: south",
            "zone: middle",
            "0505 of zone 'middle' is not at the edge",
            "over the edge",
        ),
        ("turn: 2", "turn: 9", "there is no turn 9", "the last is 6"),
        ("'10:20', zone", "'10:40', zone", "turn 2 is 10:20, not 10:40", "mend the turn"),
        ("units: [P1]", "units: [P1, P7]", "there is no unit 'P7'", "known: F1, F2"),
        ("units: [P1]", "units: [P1, P2]", "'P2' has its place already", "setup"),
        ("units: [P1]", "units: [P1], leaders: [LX]", "there is no leader 'LX'", ""),
        ("side: prussian, turn", "side: french, turn", "'P1' is not of side 'french'", "by itself"),
        ("zone: south", "zone: south, manner: variable", "needs 'roll'", "15:00"),
        (
            "zone: south",
            "zone: south, ordered: {'10:40': sowth}",
            "there is no zone 'sowth'",
            "did you mean 'south'?",
        ),
        (
            "zone: south",
            "zone: south, roll: {'10:30': 6}",
            "there is no turn at '10:30'",
            "calendar",
        ),
        (
            "zone: south",
            "zone: south, roll: {'10:40': 6, '10:20': 5}",
            "times must follow",
            "earliest",
        ),
    ],
)
def test_faults_of_arrivals(tmp_path: Path, old: str, new: str, text: str, hint: str) -> None:
    problems = spoiled(
        tmp_path,
        (f"    - {P1}\n", ""),
        ZONE,
        ("turns:\n", ARRIVAL.replace(old, new, 1) if old else ARRIVAL),
    )
    if not text:
        assert problems == []
        return
    told = [problem for problem in problems if text in problem.text]
    assert told, problems
    assert hint in told[0].hint


def test_an_arrival_zone_off_the_map_is_told(tmp_path: Path) -> None:
    zone = (ZONE[0], ZONE[1].replace("0510", "0511"))
    problems = spoiled(tmp_path, (f"    - {P1}\n", ""), zone, ("turns:\n", ARRIVAL))
    assert [problem.text for problem in problems] == ["hex 0511 is off the map"]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("{LF: '1006', LP", "{LX: '1006', LF: '1006', LP", "there is no leader 'LX'"),
        ("LF: '1006', ", "", "'LF' neither stands on the map nor arrives"),
        ("{id: LP, name", "{id: F1, name", "'F1' is a unit already"),
        ("brigades: [Brigade Lefort], battalions: 6", "brigades: [Brigade Lefort], battalions: 7", "'lefort' has 6 battalions in the forces, not 7"),
        ("levels: [2, 3, 4]", "levels: [2, 2, 4]", "levels must rise"),
        ("brigades: [Brigade Hartwig],\n", "brigades: [Brigade Hartwik],\n", "there is no brigade 'Brigade Hartwik'"),
        ("brigades: [Brigade Hartwig],\n", "brigades: [Brigade Hartwig, Brigade Hartwig],\n", "'Brigade Hartwig' belongs to 'hartwig' already"),
        ("{id: hartwig, side: prussian, name", "{id: lefort, side: prussian, name", "there are two of the organisations 'lefort'"),
        ("brigades: [Brigade Hartwig]}", "brigades: [Brigade Hartwig], batteries: [P9]}", "there is no unit 'P9'"),
        ("feature: wall", "feature: hedge", "there is no hexside 'hedge'"),
        ("{hex: '0908', side: SW,", "{hex: '0908', side: NW,", "0908 NW is written twice"),
        ("{hex: '0908', side: SW,", "{hex: '0101', side: NW,", "the map ends NW of 0101"),
        ("side: S, feature: wall}", "side: S, feature: stone_bridge}", "no road crosses 1109 S"),
        ("morale: 33, fire: 4,", "morale: 33, fire: 4, battery: {short: 1, medium: 1, long: 1, reach: 1, limbers_on: 1},", "only artillery has battery fire"),
        ("{unit: P4, hex: '0814', formation: column, facing: 'N'}", "{unit: P4, hex: '0814', formation: line, facing: NNE}", "'P4' cannot be in line"),
    ],
)  # fmt: skip
def test_faults_of_leaders_bodies_and_hexsides(
    tmp_path: Path, old: str, new: str, text: str
) -> None:
    problems = spoiled(tmp_path, (old, new), pack="village")
    assert any(text in problem.text for problem in problems), problems


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("published: {last_turn: 15}", "published: {last_turn: 25}", "there is no turn 25"),
        ("{levels: {girard:", "{levels: {girrard:", "there is no organisation 'girrard'"),
        ("  length: {text", "  cavalry_rout: {text", "'cavalry_rout' is an option of the rules"),
    ],
)
def test_faults_of_variants(tmp_path: Path, old: str, new: str, text: str) -> None:
    problems = spoiled(tmp_path, (old, new), pack="hagelberg")
    assert any(text in problem.text for problem in problems), problems


def test_a_regiment_has_the_men_of_its_battalions(tmp_path: Path) -> None:
    whole = (
        "units:\n",
        """units:
  - {id: R, name: 40e, side: french, class: fr_line, size: regiment,
     increments: 14, melee: 30, parts: [F1, F2]}
""",
    )
    problems = spoiled(
        tmp_path, whole, ("{unit: F1, hex", "{unit: R, hex"), (f"    - {F2}\n", ""),
        ("infantry_battalions: 2, infantry_increments: 13", "batteries: 1"),
        ("batteries: 1, artillery_increments: 2}\n  prussian", "guns: 8}\n  prussian"),
    )  # fmt: skip
    assert [problem.text for problem in problems] == ["the parts have 13 increments, 'R' has 14"]
    right = (whole[0], whole[1].replace("increments: 14", "increments: 13"))
    assert spoiled(tmp_path, right, ("{unit: F1, hex", "{unit: R, hex"), (f"    - {F2}\n", ""),
        ("infantry_battalions: 2, infantry_increments: 13", "batteries: 1"),
        ("batteries: 1, artillery_increments: 2}\n  prussian", "guns: 8}\n  prussian"),
    ) == []  # fmt: skip
    setting = load(tmp_path / "spoiled")
    assert (setting.roster["F1"].regiment, setting.roster["R"].size) == ("R", Size.REGIMENT)


# --- loading ------------------------------------------------------------------------------------


def test_loading_a_faulty_pack_tells_the_first_fault_and_how_many_more(tmp_path: Path) -> None:
    count = len(spoiled(tmp_path, ("{turn: 3,", "{turn: 4,"), ("level: PD", "level: FD")))
    assert count == 2
    with pytest.raises(MalformedFile, match=r"scenario.yaml:\d+: .*1 more, see 'scenario check'"):
        load(tmp_path / "spoiled")


def test_options_that_nobody_knows_are_refused() -> None:
    with pytest.raises(MalformedFile, match=r"there is no option 'lenght'.*did you mean 'length'"):
        load("hagelberg", {"lenght": "full"})
    with pytest.raises(MalformedFile, match="'short' is no value of length"):
        load("hagelberg", {"length": "short"})


def test_a_pack_may_be_one_file(tmp_path: Path) -> None:
    texts = [file.read_text(encoding="utf-8") for file in sorted((LIBRARY / "duel").glob("*.yaml"))]
    file = tmp_path / "mine.yaml"
    file.write_text("\n".join(texts), encoding="utf-8")
    assert check(file) == []
    assert load(file).title == "The duel"


def test_a_section_in_two_files_is_told(tmp_path: Path) -> None:
    (problem,) = spoiled(tmp_path, ("map:\n", "title: Again\nmap:\n"))
    assert (problem.file, problem.text) == ("map.yaml", "'title' stands in scenario.yaml too")


# --- garbage ------------------------------------------------------------------------------------

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join(['*' + old] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

GARBAGE: list[tuple[str, bytes, str]] = [
    ("empty", b"", "the file is empty"),
    ("blank", b" \n\n", "the file is empty"),
    ("binary", bytes(range(256)) * 1000, "this is no text"),
    ("latin", "title: Glück\n".encode("latin-1"), "no text in UTF-8"),
    ("huge", b"a" * (LARGEST + 1), "too large"),
    ("prose", b"Once upon a time there was a battle.\n" * 5000, "is no section of a pack"),
    ("json", b'{"title": 1}', "is no section of a pack"),
    ("one long line", b"title: " + b"a" * (LONGEST_LINE + 1), "this line is too long"),
    ("many lines", b"title: a\n" + b"  b\n" * MOST_LINES, "too many lines"),
    ("bomb", BOMB.encode(), "anchors"),
    ("deep", b"title: " + b"[" * 1900, "too deep"),
    ("deep lines", b"title:\n" + b"".join(b" " * n + b"a:\n" for n in range(1, 1500)), ""),
    ("twice", b"format: 1\nformat: 1\n", "this name is written twice"),
    ("tabs", b"title:\n\t- x\n", ""),
    ("list", b"- a\n- b\n", "named values are wanted here"),
    ("scalar key", b"? [a, b]\n: c\n", ""),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "held", "text"), GARBAGE, ids=[kind for kind, _, _ in GARBAGE])
def test_garbage_is_refused_within_a_second(
    tmp_path: Path, kind: str, held: bytes, text: str
) -> None:
    file = tmp_path / "garbage.yaml"
    file.write_bytes(held)
    started = time.process_time()
    problems = check(file)
    assert time.process_time() - started < 1
    assert problems
    assert text in problems[0].text
    assert len(str(problems[0])) < 400
    assert file.read_bytes() == held


def test_after_very_many_faults_nothing_more_is_looked_for() -> None:
    classes = "".join(f"  c{n}: {{q: 1, r: 2}}\n" for n in range(2000))
    problems = check(Document.of([("a.yaml", f"format: 1\nclasses:\n{classes}".encode())]))
    assert len(problems) == MOST_PROBLEMS


def test_a_map_or_an_army_beyond_all_measure_is_refused() -> None:
    files = {name: held.decode() for name, held in library.document("duel").files}
    row = "'" + "." * 900 + "'"
    ground = "map:\n  legend: {'.': clear}\n  terrain:\n" + f"  - {row}\n" * 50
    crowd = "".join(f"  - {{id: X{n}, name: x, side: french}}\n" for n in range(MOST_UNITS + 1))
    army = files["scenario.yaml"].replace("units:\n", f"units:\n{crowd}", 1)
    for main, map_, text in (
        (files["scenario.yaml"], ground, "50 rows of 900 are 45000 hexes"),
        (army, files["map.yaml"], "are too many"),
    ):
        named = [("scenario.yaml", main.encode()), ("map.yaml", map_.encode())]
        assert any(text in problem.text for problem in check(Document.of(named)))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert [problem.text for problem in check(tmp_path / "nothing.yaml")] == [
        "there is no such file"
    ]
    assert "holds no scenario.yaml" in check(tmp_path)[0].text
    with pytest.raises(MalformedFile, match="there is no such file"):
        load("waterloo")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_done_to_a_pack_checking_it_never_fails(data: st.DataObject) -> None:
    """Lines are dropped, doubled, or have a word exchanged; ``check`` answers all the same."""
    name_ = data.draw(st.sampled_from(["scenario.yaml", "map.yaml"]))
    lines = (LIBRARY / "village" / name_).read_text(encoding="utf-8").splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["drop", "double", "swap"]))
        if how == "drop":
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        else:
            words = lines[at].split(" ")
            index = data.draw(st.integers(0, len(words) - 1))
            words[index] = data.draw(
                st.sampled_from(["0", "-1", "[]", "{}", "x", "'9999'", "~", "side:"])
            )
            lines[at] = " ".join(words)
    texts = {
        file.name: file.read_text(encoding="utf-8") for file in (LIBRARY / "village").glob("*.yaml")
    }
    texts[name_] = "\n".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        for file, text in texts.items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        for problem in check(folder):
            assert problem.text
