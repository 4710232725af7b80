"""The cards of Bataille Empire against a second reading of its sheet (sheet.yaml), cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.mechanics.charts import Cell
from grognard.systems.empire.sheet import HALVES, SheetCell, sheet

SECOND: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "sheet.yaml").read_text("utf-8"))
SHEET = sheet()
Found = Iterator[tuple[SheetCell, object]]


def halves(figure: float) -> int:
    return int(figure * HALVES)


def one(card: str, table: str, column: str, rows: dict[str, Any]) -> Found:
    for row, held in rows.items():
        yield SheetCell(card, table, row, column), held


def named(rows: list[dict[str, Any]], names: dict[str, str]) -> dict[str, Any]:
    """Rows of conditions and modifiers under the names of our cards; every one must have a name."""
    held = {row["c"]: row["m"] for row in rows}
    assert set(held) == set(names)
    return {ours: held[theirs] for theirs, ours in names.items()}


# --- command, orders, movement


def command() -> Found:
    held = SECOND["commanders"]
    for row in held["rows"]:
        for column, theirs in (("value", "value"), ("test", "test"), ("range", "range_ud")):
            yield SheetCell("commanders", "grades", row["grade"], column), row[theirs]
    bonus = held["range_bonus_skirmisher_or_light_cavalry"]
    yield from one("commanders", "range", "ud", {"skirmishers_or_light_cavalry": bonus})
    lost = held["eliminated_on_2d6"]
    both = {"in_shock": lost["shock_combat"], "under_fire": lost["attached_unit_receives_fire"]}
    yield from one("commanders", "lost", "roll", both)
    points = SECOND["command_points"]
    costs = {
        "divisor": int(points["formula"].rpartition("/")[2].rstrip(")")),
        "use": points["cost_in_range"],
        "out_of_range": points["cost_out_of_range"],
        "recover_loss": SECOND["rally"]["cp"]["recover_loss"],
    }
    yield from one("commanders", "points", "points", costs)


def orders() -> Found:
    listed = {row["order"]: row for row in SECOND["orders"]["list"]}
    yield from one("orders", "numbers", "number", {name: row["n"] for name, row in listed.items()})
    duties = {
        name: Fraction(1, 2) if "half" in (row["duty"] or "") else None
        for name, row in listed.items()
    }
    yield from one("orders", "duty", "share", duties)
    out = {"skirmishers_out": listed["hold"]["skirmishers_outside_max"]}
    yield from one("orders", "distances", "ud", out)


def movement() -> Found:
    names = {"foot_artillery_12pdr": "foot_artillery_12"}
    for row in SECOND["movement"]["rows"]:
        name = names.get(row["unit"], row["unit"])
        for column in ("clear", "rough", "difficult"):
            yield SheetCell("movement", "rates", name, column), row[column]
        (penalized,) = row["penalized"] or [None]
        yield SheetCell("movement", "rates", name, "penalized"), penalized
    held = SECOND["movement"]
    for arm in ("infantry", "cavalry", "artillery"):
        obstacle = held["obstacle"][arm]
        yield SheetCell("movement", "changes", arm, "charge"), held["charge_bonus"].get(arm)
        yield SheetCell("movement", "changes", arm, "obstacle"), obstacle and -obstacle
    road = int(held["road_bonus"].rpartition("+")[2].split()[0])
    yield from one("movement", "road", "ud", {"column": road})


def manoeuvres() -> Found:
    held, apart = SECOND["manoeuvres"], SECOND["distances"]
    distances = {
        "tactical": apart["tactical"],
        "operational": held["multiple_and_operational_keep_from_enemy"],
        "slide": held["slide"]["max_lateral"],
        "slide_forward": held["slide"]["min_forward_after"],
        "passage_enemy": held["passage_of_lines"]["min_enemy_distance_gt"],
        "passage_gap": held["passage_of_lines"]["gap_left_right"],
        "unseen": held["reduced_distance"]["ud"],
        "column_wheel": Fraction(str(held["wheel"]["column_90_degrees_cost"])),
        "limbered_turn": held["limbered_artillery"]["reorientation"],
    }
    assert distances["operational"] == apart["operational"]
    assert distances["tactical"] == held["lateral"]["forbidden_within"]
    yield from one("manoeuvres", "distances", "ud", distances)
    degrees = {"wheel": held["wheel"]["max_degrees"], "backward": held["backward"]["max_wheel"]}
    yield from one("manoeuvres", "degrees", "degrees", degrees)
    slow = {
        row: Fraction(held[theirs]["speed"]).denominator
        for row, theirs in (("sideways", "lateral"), ("backward", "backward"))
    }
    yield from one("manoeuvres", "divisors", "divisor", slow)
    changes = {"A": (1, 2, None), "B": (None, None, Fraction(1, 2)), "C": (None, None, Fraction(1))}
    texts = held["formation_change_or_reorientation"]
    assert texts == {"A": "move - 1 UD (-2 UD cavalry)", "B": "half move", "C": "entire move"}
    for drill, (foot, horse, share) in changes.items():
        cells = {
            "change": foot,
            "change_cavalry": horse,
            "share": share,
            "about": held["about_face"][drill],
            "third": held["multiple_moves"]["third_cp"][drill],
            "operational": held["operational_move"]["multiplier"][drill],
        }
        for column, figure in cells.items():
            yield SheetCell("manoeuvres", "classes", drill, column), figure
    several = held["multiple_moves"]
    moves = {"most": several["max_moves"], "second": several["second_cp"]}
    yield from one("manoeuvres", "moves", "figure", moves)
    guns = held["unlimbered_artillery"]
    prolong = {
        "foot": guns["prolong_foot"],
        "horse": guns["prolong_horse"],
        "foot_12": guns["prolong_12pdr"],
    }
    yield from one("manoeuvres", "prolong", "ud", prolong)
    assert SECOND["movement"]["prolong"] == {
        "foot_artillery": prolong["foot"],
        "horse_artillery": prolong["horse"],
        "foot_artillery_12pdr": 0,
    }
    charge = held["formation_change_triggers_opportunity_charge_at"]
    yield from one("manoeuvres", "opportunity_charge", "ud", charge)


REACTIONS = {
    "opportunity_charge": ("opportunity_charge",),
    "opportunity_fire": ("opportunity_fire",),
    "change_formation_or_reorient": ("change",),
    "cavalry_withdrawal": ("withdraw",),
    "flee": ("flee",),
    "reorient": ("turn",),
    "unlimber": ("unlimber",),
    "limber_and_flee": ("limber_and_flee",),
    "counter_charge": ("counter_charge",),
    "stand": ("stand",),
}
"""The words of the second reading; what else stands in a line of it is said in ``reacts``."""


def reacts(line: str) -> tuple[str, ...]:
    if line.startswith("recoil"):
        fires = "opportunity_fire" in line
        return (
            ("recoil_and_fire",) if fires else ("recoil", *(["flee"] if "or flee" in line else []))
        )
    shelters = ("shelter",) if "to a square" in line else ()
    return REACTIONS[line.split(maxsplit=1)[0]] + shelters


def reactions() -> Found:
    for arm, both in SECOND["reactions"]["rows"].items():
        for occasion, lines in both.items():
            tested = [word for line in lines if line.endswith("TM") for word in reacts(line)]
            closed = [word for line in lines if "attack/hold" in line for word in reacts(line)]
            may = tuple(word for line in lines for word in reacts(line))
            for column, words in (("may", may), ("test", tuple(tested)), ("order", tuple(closed))):
                yield SheetCell("reactions", occasion, arm, column), words or None
    (recoil,) = {
        int(line.split()[1])
        for line in SECOND["reactions"]["rows"]["skirmisher"]["movement"]
        if line.startswith("recoil")
    }
    yield from one("reactions", "reach", "ud", {"recoil": recoil})


TEST_COMMON = {
    "guard_or_elite": "guard_or_elite",
    "militia": "militia",
    "attached_commander": "commander",
    "out_of_command": "out_of_command",
}
TEST_MANOEUVRE = {
    "in_column": "column",
    "form_a_column_square": "column_square",
    "threatened_flank_or_rear": "threatened",
    "unit_with_50_percent_loss": "half_lost",
    "action_marker": "marker",
    "charged_by_cavalry_under_4_UD": "near_cavalry",
    "artillery_limbers_or_unlimbers": "limbering",
}


def of_tests() -> Found:
    held = SECOND["manoeuvre_control_test"]
    yield from one("tests", "least", "die", held["target"])
    yield from one("tests", "common", "modifier", named(held["common"], TEST_COMMON))
    yield from one("tests", "manoeuvre", "modifier", named(held["manoeuvre_only"], TEST_MANOEUVRE))
    yield from one("tests", "near", "ud", {"cavalry": 4})


# --- fire and morale

FIRE = {
    "infantry": {
        "line": "line",
        "column": "column",
        "square": "square",
        "skirmishers_fire_SK1": "sk1",
        "skirmishers_fire_SK2": "sk2",
        "infantry_with_battalion_guns": "battalion_guns",
        "target_with_better_SK": "better_sk",
        "firer_disordered": "disordered",
    },
    "common": {
        "per_fire_support": "support",
        "per_canister_support": "canister_support",
        "per_skirmisher_support": "skirmish_support",
        "light_cover": "light_cover",
        "medium_cover": "medium_cover",
        "heavy_cover": "heavy_cover",
        "target_deployed_artillery_or_skirmisher_out_of_building": "guns_or_skirmishers",
        "firer_action_marker": "marker",
        "large": "large",
        "small": "small",
        "good_shooter": "good_shooter",
        "poor_shooter_rifle_or_militia": "poor_shooter",
        "per_flank_or_rear_threatened_by_infantry": "threat_infantry",
        "per_flank_or_rear_threatened_by_cavalry": "threat_cavalry",
        "per_loss_already_suffered": "loss",
    },
}
GUNS = {
    "short_range_canister": ("canister",),
    "cannonball_on_column": ("ball_on_column",),
    "cannonball_on_square_or_enfilade": ("ball_on_square", "enfilade"),
    "stationary_not_opportunity_fire": ("stationary",),
    "shrapnel_effective_or_long": ("shrapnel",),
    "fire_and_limber_or_unlimber_and_fire": ("limbering",),
    "under_skirmisher_fire": ("under_skirmishers",),
    "higher_target": ("higher_target",),
    "ricochet_4UD": ("ricochet",),
}


def fire() -> Found:
    for row in SECOND["ranges"]["rows"]:
        for column in ("short", "effective", "long"):
            yield SheetCell("ranges", "ranges", row["shooter"], column), row[column]
    yield from one("ranges", "hill", "ud", SECOND["ranges"]["artillery_on_hill"])
    held = SECOND["fire"]
    for row in held["rows"]:
        for column in ("near", "effective", "far"):
            least = str(row["roll"][0] or 1)
            yield SheetCell("fire", "losses", least, column), halves(row[column])
    for table, names in FIRE.items():
        rows = named(held[table], names)
        yield from one("fire", table, "modifier", {row: halves(m) for row, m in rows.items()})
    for row in held["common"]:
        name = FIRE["common"][row["c"]]
        yield SheetCell("fire", "common", name, "volley"), row.get("note") == 2
    assert {row["c"] for row in held["artillery"]} == set(GUNS)
    for row in held["artillery"]:
        for name in GUNS[row["c"]]:
            yield SheetCell("fire", "artillery", name, "modifier"), halves(row["m"])
            yield SheetCell("fire", "artillery", name, "battalion"), row["bg"]
    assert held["notes"] == {
        1: "artillery with howitzers lowers cover by one level",
        2: "not for skirmisher fire",
    }
    yield from one("fire", "figures", "figure", {"ricochet": 4, "howitzers": 1})


MORALE = {
    "supported_or_square_or_building": "supported_square_or_building",
    "heavy_cover": "heavy_cover",
    "attached_commander": "commander",
    "out_of_command": "out_of_command",
    "stoic": "stoic",
    "disordered": "disordered",
    "per_flank_or_rear_threatened_by_infantry": "threat_infantry",
    "per_flank_or_rear_threatened_by_cavalry": "threat_cavalry",
    "per_loss_already_suffered (per 1.5 losses if large)": "loss",
}


def morale() -> Found:
    held = SECOND["morale"]
    least = int(held["formula"].rpartition(" ")[2])
    figures = {"least": least, "fled_loss": held["fail_disordered"]["loss"]}
    yield from one("morale", "test", "figure", figures)
    yield from one("morale", "modifiers", "modifier", named(held["modifiers"], MORALE))
    yield from one("morale", "losses", "losses", {"usual": halves(1), "large": halves(1.5)})


# --- shock and what follows

SHOCK = {
    "charger": (
        "charge",
        {
            "cavalry_charge_light": "light_cavalry",
            "cavalry_charge_medium": "medium_cavalry",
            "cavalry_charge_heavy": "heavy_cavalry",
            "lance": "lance",
            "cuirass_vs_cavalry": "cuirass",
            "cavalry_line_vs_cavalry_column": "line_on_column",
            "cavalry_opportunity_vs_inf_art_or_in_pursuit": "opportunity_or_pursuit",
            "infantry_charging_in_line": "infantry_line",
            "infantry_charging_in_column": "infantry_column",
            "elan_or_cavalry_on_attack_order": "elan_or_attack",
            "enemy_action_marker": "enemy_marker",
            "enemy_disordered": "enemy_disordered",
            "cavalry_vs_disordered_square": "square_disordered",
            "enemy_skirmisher": "enemy_skirmishers",
            "flank_or_rear_attack": "flank_or_rear",
        },
    ),
    "common": (
        "common",
        {
            "per_step_better_morale_or_status": "better",
            "per_step_enemy_more_losses": "enemy_losses",
            "per_morale_support": "morale_support",
            "per_fire_support": "support",
            "per_canister_support": "canister_support",
            "per_skirmisher_support": "skirmish_support",
            "infantry_better_SK": "better_sk",
            "height_or_riverbank": "height_or_riverbank",
            "attached_commander": "commander",
            "out_of_command": "out_of_command",
            "large": "large",
            "small": "small",
            "per_threatened_flank_or_rear": "threat",
            "infantry_per_flank_or_rear_threatened_by_cavalry": "threat_cavalry",
            "penalized_infantry": "penalized_infantry",
            "penalized_cavalry": "penalized_cavalry",
        },
    ),
}
DEFENCE = {
    "infantry_line_vs_infantry": "line_on_infantry",
    "infantry_vs_cavalry_no_safe_flank": "infantry_on_cavalry_0",
    "infantry_vs_cavalry_one_safe_flank": "infantry_on_cavalry_1",
    "infantry_vs_cavalry_two_safe_flanks": "infantry_on_cavalry_2",
    "column_square_vs_cavalry": "column_square",
    "full_square_vs_cavalry": "full_square",
    "artillery_no_safe_flank": "artillery_0",
    "artillery_one_safe_flank": "artillery_1",
    "artillery_two_safe_flanks": "artillery_2",
    "tenacious": "tenacious",
    "battalion_guns": "battalion_guns",
    "militia": "militia",
    "melee_weapons": "melee_weapons",
}


def shock() -> Found:
    held = SECOND["shock"]
    for row in held["rows"]:
        gone = row["name"] == "eliminated"
        retreats = "retreat" in row["loser"]
        cells = {
            "result": row["name"],
            "loser": None if gone else halves(row["loser_loss"]),
            "winner": halves(row.get("winner_loss", row.get("winner_attrition", 0) / 2)),
            "falls": "gone" if gone else "retreat" if retreats else "flee",
            "pursuit": "pursuit" in row["winner"],
        }
        for column, figure in cells.items():
            yield SheetCell("shock", "results", str(row["diff"][0]), column), figure
    for theirs, (table, names) in SHOCK.items():
        rows = named(held[theirs], names)
        yield from one("shock", table, "modifier", {row: halves(m) for row, m in rows.items()})
    cover = [row for row in held["defender"] if row["c"] == "cover_or_building"]
    assert [row["m"] for row in cover] == ["1..3"]
    rows = named([row for row in held["defender"] if row not in cover], DEFENCE)
    levels = SECOND["house"]["building_shock"]
    rows |= {f"{level}_cover": figure for level, figure in levels.items()}
    yield from one("shock", "defence", "modifier", {row: halves(m) for row, m in rows.items()})
    yield from one("shock", "figures", "ud", {"advance": SECOND["pursuit"]["advance"]})


def falling_back() -> Found:
    good, broken = SECOND["morale"]["fail_good_order"], SECOND["morale"]["fail_disordered"]
    results = {row["name"]: row for row in SECOND["shock"]["rows"]}
    shock_retreat = results["defeated"]["loser"].rpartition(" ")[2].split("/")
    flight = (broken["flee_infantry"], broken["flee_cavalry"])
    pursuit = (SECOND["pursuit"]["infantry"], SECOND["pursuit"]["cavalry"])
    assert results["routed"]["loser"].endswith("{}/{}".format(*flight))
    assert results["routed"]["winner"].endswith("{}/{}".format(*pursuit))
    pairs = {
        "morale": (good["retreat_infantry"], good["retreat_cavalry"]),
        "shock": tuple(int(each) for each in shock_retreat),
        "flight": flight,
        "pursuit": pursuit,
    }
    for row, (foot, horse) in pairs.items():
        yield SheetCell("retreat", "distances", row, "foot"), foot
        yield SheetCell("retreat", "distances", row, "horse"), horse
    held = SECOND["retreat_flee"]
    legs = {
        "straight": held["straight_first"],
        "caught": held["caught_by_pursuing_cavalry_after"],
        "blocked": held["blocked_within"],
    }
    yield from one("retreat", "legs", "ud", legs)
    yield from one("retreat", "degrees", "degrees", {"pursuit": SECOND["pursuit"]["wheel"]})


def charge_and_rally() -> Found:
    held = SECOND["charge"]
    assert held["initial_advance"] == "half way, at least to 4 UD"
    distances = {
        "priority": held["priority_target_within"],
        "change": held["formation_change_only_beyond"],
        "pause": 4,
    }
    yield from one("charge", "distances", "ud", distances)
    yield from one("charge", "degrees", "degrees", {"arc": held["arc_degrees"]})
    yield from one("charge", "divisors", "divisor", {"pause": 2})
    rally = SECOND["rally"]
    points = {"disorder": rally["cp"]["remove_disorder"], "loss": rally["cp"]["recover_loss"]}
    yield from one("rally", "points", "points", points)
    free = [row.get("free_rally_per_turn") for row in SECOND["orders"]["list"]]
    figures = {
        "distance": rally["min_enemy_distance_gt"],
        "kept": 0 if rally["first_loss_recoverable"] else 1,
        "free_on_retreat": next(each for each in free if each),
    }
    yield from one("rally", "figures", "figure", figures)


def house() -> Found:
    held = SECOND["house"]
    cohesion = dict(held["cohesion"])
    cohesion["skirmish"] = cohesion.pop("detached_skirmisher")
    yield from one("units", "cohesion", "losses", cohesion)
    least, most = SECOND["found"]["morale_range"]
    yield SheetCell("units", "bounds", "morale", "least"), least
    yield SheetCell("units", "bounds", "morale", "most"), most
    yield SheetCell("units", "bounds", "sk", "least"), 0
    yield SheetCell("units", "bounds", "sk", "most"), 2
    for row, sides in held["footprint_ud"].items():
        for column, side in (("front", "w"), ("depth", "d")):
            yield SheetCell("units", "footprints", row, column), Fraction(str(sides[side]))
    support = held["support"]
    figures = {
        "rear": support["morale_rear"],
        "side": support["morale_side"],
        "morale_most": support["max_morale"],
        "fire_most": support["max_fire"],
        "threat": held["threat_distance"],
    }
    yield from one("units", "support", "figure", figures)
    spacing = Fraction(str(held["geometry"]["min_spacing_ud"]))
    yield from one("manoeuvres", "distances", "ud", {"spacing": spacing})


READ = dict(
    pair
    for part in (
        command, orders, movement, manoeuvres, reactions, of_tests, fire, morale, shock,
        falling_back, charge_and_rally, house,
    )
    for pair in part()
)  # fmt: skip


@pytest.mark.parametrize(
    ("place", "figure"), list(READ.items()), ids=["-".join(place) for place in READ]
)
def test_both_readings_of_the_sheet_agree(place: SheetCell, figure: object) -> None:
    held: Cell = SHEET.cell(place)
    assert held == figure


def test_every_cell_that_stands_on_the_sheet_was_read_twice() -> None:
    once = [place for place in SHEET.cells() if "S" in SHEET.origin(place).split()]
    assert len(once) > 250
    assert not [place for place in once if place not in READ]


def test_every_row_of_the_second_reading_has_a_card() -> None:
    there = set(SHEET.cells())
    assert not [place for place in READ if place not in there]
