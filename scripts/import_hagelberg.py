"""Make the Hagelberg pack from the gathered data of the battle.

    python scripts/import_hagelberg.py SOURCE.yaml src/grognard/library/hagelberg

Values that all units of a class share move to the class; nothing is added but what the pack's
format asks for and the source says in words: traits, brigades of the organisations, variants.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.mechanics.charts.lined import read_lined

WIDTH = 98

DESCRIPTION = """\
Girard has marched out of Magdeburg and lies in camp on the heights between Lübnitz and Hagelberg,
his outposts looking east. Hirschfeld's Landwehr comes through the Steindorf wood from the north,
unseen; it begins to rain; Chernyshev's Cossacks are on the roads from Belzig. The French must keep
Hagelberg and their way home by Klein Glien; the Coalition wants all three villages."""

TRAITS = {
    "pr_landwehr": ["landwehr"],
    "pr_landwehr_cav": ["landwehr"],
    "cossack": ["cossack"],
    "saxon_line": ["saxon"],
    "saxon_jaeger": ["saxon"],
    "ru_light_art": ["with-prussians"],
}
TROOPS = {"fr_line_conscript": "french_ligne", "fr_line_134": "french_ligne"}
FORMATIONS = {"general_order": "general"}
DECISIVE = "decisive_levels"


def plain(text: str) -> bool:
    """May this text stand unquoted in a flow of YAML?"""
    return bool(re.fullmatch(r"[A-Za-z][A-Za-z0-9 _/().-]*(?<! )", text)) and text.lower() not in {
        "n", "y", "no", "yes", "on", "off", "true", "false", "null",
    }  # fmt: skip


def flow(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if plain(value) else "'" + value.replace("'", "''") + "'"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(held)}" for key, held in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value)


def listed(entries: Iterable[Any]) -> list[str]:
    return [f"  - {flow(entry)}" for entry in entries]


def named(entries: Mapping[str, Any]) -> list[str]:
    return [f"  {flow(key)}: {flow(held)}" for key, held in entries.items()]


def folded(key: str, text: str, indent: str = "") -> list[str]:
    """A long text under a key, broken into lines."""
    lines = [f"{indent}{key}: >-"]
    line = indent + " "
    for word in text.split():
        if len(line) + len(word) >= WIDTH:
            lines.append(line)
            line = indent + " "
        line += " " + word
    return [*lines, line]


def hexes(key: str, names: Sequence[str], indent: str) -> list[str]:
    """A list of hexes, some to a line."""
    quoted = [f"'{at}'" for at in names]
    rows = [", ".join(quoted[start : start + 11]) for start in range(0, len(quoted), 11)]
    if len(rows) == 1:
        return [f"{indent}{key}: [{rows[0]}]"]
    return [
        f"{indent}{key}:",
        f"{indent}  [",
        *(f"{indent}    {row}," for row in rows),
        f"{indent}  ]",
    ]


# --- forces


def values_of(unit: Mapping[str, Any]) -> dict[str, Any]:
    """What the counter prints, in the words of the pack."""
    values: dict[str, Any] = {"arm": unit["arm"], "nation": unit["nationality"]}
    if unit["arm"] == "cavalry" and "squadron" in unit["name"] and "squadrons" not in unit["name"]:
        values["size"] = "squadron"
    values["movement"] = unit["move"]
    values["morale"] = unit["morale"]
    if unit["arm"] == "infantry":
        values["fire"] = unit["fire"]
        values["line_multiple"] = unit["line_multiple"]
        values["square_multiple"] = unit["carre_multiple"]
        if unit["skirmish_range"]:
            values["skirmish_multiple"] = unit["skirmish_multiple"]
            values["skirmish_range"] = unit["skirmish_range"]
    values["fire_check"] = unit["fire_loss_check"]
    if unit["arm"] == "cavalry":
        if unit["skirmish_fire"]:
            values["skirmish_fire"] = unit["skirmish_fire"]
        if unit["lance_bonus"]:
            values["lance"] = unit["lance_bonus"]
        values["recall"] = unit["recall_die_min"]
    if unit["arm"] == "artillery":
        values["battery"] = {
            **unit["fire"],
            "reach": unit["range_max"],
            "limbers_on": unit["limber_die_min"],
            "prolongs": unit["prolong"],
            "horse": unit["battery_type"] == "horse",
        }
    return values


def forces(source: Mapping[str, Any]) -> list[str]:
    classes: list[str] = []
    shared: dict[str, dict[str, Any]] = {}
    marks: dict[str, dict[str, str]] = {}
    for key, held in source["unit_classes"].items():
        members = [unit for unit in source["units"] if unit["unit_class"] == key]
        all_values = [values_of(unit) for unit in members]
        common = {
            word: value
            for word, value in all_values[0].items()
            if all(values.get(word) == value for values in all_values)
        }
        common["morale"] = held["morale"]
        shared[key] = common
        marks[key] = {
            word: mark
            for word, mark in members[0]["src"].items()
            if word in {"move", "fire", "melee_morale"}
            and all(unit["src"][word] == mark for unit in members)
        }
        classes += folded_record(
            key,
            {
                "label": held["label"],
                **common,
                **({"traits": TRAITS[key]} if key in TRAITS else {}),
                **({"troops": TROOPS[key]} if key in TROOPS else {}),
                **(
                    {"melee_per_increment": held["melee_per_increment"]}
                    if "melee_per_increment" in held
                    else {}
                ),
                "src": {**marks[key], "move": held["move_src"]},
            },
        )
    units: list[str] = []
    for side in source["scenario"]["sides"]:
        brigade = ""
        for unit in source["units"]:
            if unit["side"] != side:
                continue
            if unit["org"] != brigade:
                brigade = unit["org"]
                units.append(f"  # {brigade}")
            units += unit_lines(unit, shared[unit["unit_class"]], marks[unit["unit_class"]])
    return ["classes:", *classes, "", "units:", *units]


def folded_record(key: str, record: Mapping[str, Any]) -> list[str]:
    """A record under a name, its fields flowing over several lines."""
    lines, line = [f"  {key}:"], "    {"
    for index, (word, value) in enumerate(record.items()):
        piece = f"{word}: {flow(value)}" + ("}" if index == len(record) - 1 else ",")
        if len(line) + len(piece) >= WIDTH:
            lines.append(line.rstrip())
            line = "     "
        line += piece + " "
    return [*lines, line.rstrip()]


def unit_lines(
    unit: Mapping[str, Any], shared: Mapping[str, Any], marks: Mapping[str, str]
) -> list[str]:
    strength = {key: unit[key] for key in ("men", "guns") if key in unit}
    own = {word: value for word, value in values_of(unit).items() if shared.get(word) != value}
    head = {
        "id": unit["id"],
        "name": unit["name"],
        "side": unit["side"],
        "class": unit["unit_class"],
        "brigade": unit["org"],
    }
    tail = {
        **strength,
        "increments": unit["increments"],
        "melee": unit["melee"],
        **own,
        "src": {word: mark for word, mark in unit["src"].items() if marks.get(word) != mark},
    }
    return [f"  - {flow(head)[:-1]},", f"     {flow(tail)[1:]}"]


def bodies(source: Mapping[str, Any]) -> list[str]:
    organisations = []
    for held in source["organisations"]:
        brigades: list[str] = []
        for unit in source["units"]:
            mine = unit["side"] == held["side"] and not unit["org"].startswith("Chernyshev")
            if mine and unit["org"] not in brigades:
                brigades.append(unit["org"])
        organisations.append(
            {
                "id": held["id"],
                "side": held["side"],
                "name": held["name"],
                "battalions": held["battalions"],
                "levels": [held["morale_levels"][level] for level in (1, 2, 3)],
                "cavalry_and_artillery_affected": held["cavalry_and_artillery_affected"],
                "brigades": brigades,
            }
        )
    divisions = [
        {
            "id": held["id"],
            "side": held["side"],
            "brigades": held["orgs"],
            "batteries": held["batteries"],
        }
        for held in source["divisions"]
    ]
    leaders = [
        {
            **{key: held[key] for key in ("id", "name", "side")},
            "nation": held["nationality"],
            **{key: held[key] for key in ("rank", "command", "artillery", "melee", "morale")},
            **{key: held[key] for key in ("cavalry_bonus", "special_ability", "src")},
        }
        for held in source["leaders"]
    ]
    return [
        "leaders:", *listed(leaders), "",
        "organisations:", *listed(organisations), "",
        "divisions:", *listed(divisions), "",
        "square_rows:", *named(source["carre_rows"]), "",
        "totals:", *named(source["totals"]),
    ]  # fmt: skip


# --- calendar, set-up, arrivals, aims


def calendar(source: Mapping[str, Any]) -> list[str]:
    turns = [
        {
            "turn": held["turn"],
            "time": held["time"],
            "weather": held["weather"],
            "level_check": held["morale_level_check"],
            "published_clock": held["published_clock"],
        }
        for held in source["turns"]
    ]
    mark = source["weather"]["src"]
    weather = {
        key: {
            "infantry_fire": held["infantry_fire"].removeprefix("x"),
            "skirmish_fire": held["cavalry_skirmish_fire"].removeprefix("x"),
            "long_range": held["artillery_long_range"],
            "src": mark,
        }
        for key, held in source["weather"].items()
        if isinstance(held, Mapping)
    }
    return [
        "turns:", *listed(turns), "",
        f"# {source['weather']['applies_to']}",
        "weather:", *named(weather),
    ]  # fmt: skip


def set_up(source: Mapping[str, Any]) -> list[str]:
    held = source["setup"]
    units = [
        {
            "unit": one["unit"],
            "hex": one["hex"],
            "formation": FORMATIONS.get(one["formation"], one["formation"]),
            "facing": one["facing"],
        }
        for one in held["french"]
    ]
    leaders = {one["leader"]: one["hex"] for one in held["leaders"]}
    note = f"Coalition: {held['coalition']}. {held['facing_note'].capitalize()}."
    lines = [
        "setup:", "  units:", *("  " + line for line in listed(units)),
        f"  leaders: {flow(leaders)}", *folded("note", note, "  "), "", "arrivals:",
    ]  # fmt: skip
    for one in source["reinforcements"]:
        arrival = {
            "id": one["id"],
            "side": one["side"],
            "turn": one["turn"],
            "time": one["time"],
            "zone": one["zone"],
            "manner": one["arrival"],
        }
        lines.append(f"  - id: {one['id']}")
        lines += [f"    {key}: {flow(value)}" for key, value in arrival.items() if key != "id"]
        if "arrival_roll" in one:
            lines.append(f"    roll: {flow(one['arrival_roll'])}")
        for key in ("units", "leaders", "note", "src"):
            lines.append(f"    {key}: {flow(one[key])}")
    return lines


def aims(source: Mapping[str, Any]) -> list[str]:
    lines = ["special:"]
    for one in source["special_rules"]:
        lines.append(f"  - id: {one['id']}")
        lines += folded("text", one["text"], "    ")
        lines.append(f"    src: {flow(one['src'])}")
    held = source["victory"]
    villages = list(source["map"]["places"]["villages"])
    text = (
        f"{held['when'].capitalize()}: {held['holds']}. {held['tie']}. Otherwise {held['otherwise']}; "
        f"levels for this are {held['levels_for_tie']}. Early end: {held['early_end']}."
    )
    tested = {"FS": 1, "CS": 2, "FM": 3, "CM": 3}
    levels = [level_of(one, tested[one["level"]] + 2) for one in held["levels"]]
    decisive = [
        {
            "level": "CD", "name": "Coalition Decisive", "side": "coalition", "tested": 1,
            "variant": DECISIVE,
            "all": [*(level_of(held["levels"][1], 0)["all"]), {"enemy_level": 3}],
        },
        {
            "level": "FD", "name": "French Decisive", "side": "french", "tested": 2,
            "variant": DECISIVE,
            "all": [
                *(level_of(held["levels"][0], 0)["all"]), {"holds": "Lübnitz"}, {"enemy_level": 2},
            ],
        },
    ]  # fmt: skip
    return [
        *lines, "", "victory:", *folded("text", text, "  "),
        f"  held_at_start: {flow({'french': villages})}",
        "  levels:", *("  " + line for line in listed([*decisive, *levels])),
        "  tie: lower_level",
        f"  not_possible: {flow(held['not_possible'])}",
        f"  src: {flow(held['src'])}",
    ]  # fmt: skip


def level_of(one: Mapping[str, Any], tested: int) -> dict[str, Any]:
    conditions = [
        {key: value for key, value in condition.items() if key != "all"} for condition in one["all"]
    ]
    return {
        "level": one["level"],
        "name": one["name"],
        "side": one["side"],
        "tested": tested,
        "all": conditions,
    }


VARIANTS = {
    "length": {
        "text": "The published game stops after its fifteenth turn.",
        "values": {"full": {}, "published": {"last_turn": 15}},
        "src": "found",
    },
    "french_nerve": {
        "text": "The French crack earlier, as their corps do in a sister title.",
        "values": {"usual": {}, "brittle": {"levels": {"girard": [2, 5, 7]}}},
        "src": "house",
    },
    DECISIVE: {
        "text": "Two decisive levels above the published ones, for single play.",
        "values": {"off": {}, "on": {}},
        "src": "house",
    },
}


def scenario(source: Mapping[str, Any]) -> str:
    held = source["scenario"]
    uses = {
        "reinforcement_variation_table": held["uses"]["reinforcement_variation_table"],
        "general_weather_chart": held["uses"]["general_weather_chart"],
        "night_and_dusk": held["uses"]["night_and_dusk"],
    }
    lines = [
        "# Made by scripts/import_hagelberg.py; do not edit by hand.",
        "format: 1",
        "id: hagelberg",
        f"title: {flow(held['title'])}",
        *folded("description", DESCRIPTION),
        "system: premier",
        f"date: '{held['date']}'",
        "provenance:", *named(held["provenance_key"]),
        f"sides: {flow(held['sides'])}",
        f"clock: {flow(held['movement_clock_minutes'])}",
        "scale:", *named(source["scale"]),
        "uses:", *named(uses),
        "options: {level_affects: infantry}",
        "variants:", *named(VARIANTS), "",
        *calendar(source), "", *forces(source), "", *bodies(source), "",
        *set_up(source), "", *aims(source),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


# --- the map


def ground(source: Mapping[str, Any]) -> str:
    held = source["map"]
    legend = {sign: word.split()[0] for sign, word in held["legend"].items()}
    legend["m"] = "clear"  # a windmill on clear ground: a place, not a terrain
    lines = [
        "# Made by scripts/import_hagelberg.py; do not edit by hand.",
        "# Rows run from north to south, columns from west to east; even columns lie half a hex lower.",
        "map:",
        f"  legend: {flow(legend)}",
        "  terrain:", *(f"    - '{row}'" for row in held["terrain_rows"]),
        f"  # {held['slope_rule']}",
        "  elevation:", *(f"    - '{row}'" for row in held["elevation_rows"]),
        f"  elevation_metres: {flow({str(k): v for k, v in held['elevation_metres'].items()})}",
        "  places:",
    ]  # fmt: skip
    places = [(name, at, "village") for name, at in held["places"]["villages"].items()]
    places += [(name, [at], "hamlet") for name, at in held["places"]["hamlets"].items()]
    places += [("Windmill", [held["places"]["windmill"]], "clear")]
    places += [("Summit", [held["places"]["summit"]], "clear")]
    places += [("Gardens", held["gardens"], "garden")]
    for name, where, terrain in places:
        lines.append(f"    - {flow({'name': name, 'terrain': terrain, 'hexes': where})}")
    lines.append(f"  # {held['wall_gates']}")
    lines.append("  hexsides:")
    lines += ["  " + line for line in listed({**wall, "feature": "wall"} for wall in held["walls"])]
    lines.append("  roads:")
    for road in held["roads"]:
        lines.append(f"    - name: {flow(road['name'])}")
        lines.append(f"      kind: {road['kind']}")
        lines += hexes("hexes", road["hexes"], "      ")
    for section in ("zones", "exits", "home"):
        lines.append(f"  {section}:")
        for key, where in held[section].items():
            lines += hexes(key, where, "    ")
    lines.append(
        "  src: {geography: history, hexes: house, contours: house, gardens: house, wall: found (its place house)}"
    )
    return "\n".join(lines) + "\n"


def main(source_path: str, folder: str) -> None:
    source = read_lined(Path(source_path)).value()
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    (into / "scenario.yaml").write_text(scenario(source), encoding="utf-8")
    (into / "map.yaml").write_text(ground(source), encoding="utf-8")
    print(f"wrote {into / 'scenario.yaml'} and {into / 'map.yaml'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
