"""Write the fixtures of the browser client: maps, and views of battles, as the server sends them.

Run from anywhere with a Python that has Grognard's requirements: ``python web/scripts/dump_fixtures.py``.
The close situation (turn 9, rain) is invented for the pictures; it is not the outcome of a battle.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[1]
sys.path.insert(0, str(WEB.parent / "src"))

from grognard.systems.premier.packs.packfiles import read_pack  # noqa: E402

from grognard.desks.library import LIBRARY  # noqa: E402
from grognard.kernel.codec import builtins, view_document  # noqa: E402
from grognard.mechanics.hexes import SIDES, VERTICES  # noqa: E402
from grognard.systems.bataille.packs.pack import Scenario  # noqa: E402
from grognard.systems.bataille.pieces import FACES_VERTEX, Formation  # noqa: E402
from grognard.systems.premier.packs import load  # noqa: E402
from grognard.systems.premier.system import opening, view  # noqa: E402

SIGNS = {"clear": ".", "woods": "w", "village": "V", "hamlet": "H", "garden": "g"}


def map_document(setting: Scenario) -> dict[str, Any]:
    """The ground as `MapData` of web/src/api/types.ts; the kinds of roads come from the pack."""
    ground = setting.ground
    entry = read_pack(LIBRARY / setting.id).entry
    assert entry is not None
    spare = iter("abcdefhijklmnopqrstuvxyz")
    legend: dict[str, str] = {}
    for terrain in dict.fromkeys(ground.terrain[at] for at in ground.hexes):
        legend[terrain] = SIGNS.get(terrain) or next(spare)
    rows, columns = range(1, ground.rows + 1), range(1, ground.columns + 1)
    sides = {}
    for (at, side), feature in sorted(ground.hexsides.items()):
        other = (ground.around[at][side], (side + 3) % 6)
        if other not in sides:
            sides[at, side] = {"hex": at, "side": side, "feature": feature}
    return {
        "id": setting.id,
        "title": setting.title,
        "columns": ground.columns,
        "rows": ground.rows,
        "legend": {sign: terrain for terrain, sign in legend.items()},
        "terrain": ["".join(legend[ground.terrain[100 * c + r]] for c in columns) for r in rows],
        "level": ["".join(str(ground.level[100 * c + r]) for c in columns) for r in rows],
        "hexsides": list(sides.values()),
        "roads": [
            {
                "name": road.get("name", ""),
                "kind": road.get("kind", "road"),
                "hexes": [at.value for at in road.each("hexes")],
            }
            for road in entry["map"].each("roads")
        ],
        "places": {name: list(hexes) for name, hexes in setting.places.items()},
        "zones": {name: list(hexes) for name, hexes in setting.zones.items()},
        "exits": {side: list(hexes) for side, hexes in setting.exits.items()},
    }


def setting_document(setting: Scenario) -> dict[str, Any]:
    return {
        "id": setting.id,
        "title": setting.title,
        "date": setting.date,
        "sides": list(setting.sides),
        "leaders": builtins(dict(setting.leaders)),
    }


# --- the close situation of design pictures 2, 3 and 7

CLOSE = """
F10 2524,2624 line NNE lost=2 fired
F02 2325,2424 skirmish NNW lost=1
F08 2825 square N lost=1
F11 2526 general S disorder lost=2
F18 2626 unlimbered NE fired
F09 2727 column NE
F12 2427 general N lost=1
F17 2629 unlimbered NW
F03 2530 column S rout lost=3
F14 2929 column NE tired lost=2
F16 2829 column NE
F19 2830 unlimbered NE
P06 2021 column N rout lost=2
P05 2521 column S disorder lost=2
P09 2621 column S
P10 2522 column S
P11 2522 column S lost=1
P12 2522 column S
P03 2422,2322 skirmish SSW lost=1
P01 2222,2123 line SSE
P02 1923 column SE
P13 2623 column S lost=1
P04 2724 column SW
R01 2821 unlimbered SW fired
P19 2924 column SW tired lost=1
P20 3023 column SW exhausted lost=2
R02 3126 column NW
R03 3228,3329 road NW
"""
LEADERS = {"LF1": 2528, "LF4": 2727, "LP1": 2421, "LP4": 2623}


def close_view(setting: Scenario, document: dict[str, Any]) -> dict[str, Any]:
    pieces, stacks, fired = {}, {}, {}
    for line in CLOSE.split("\n"):
        words = line.split()
        if not words:
            continue
        unit, hexes, formation, facing = (
            words[0],
            [int(h) for h in words[1].split(",")],
            *words[2:4],
        )
        extra = dict.fromkeys(words[4:])
        lost = next((int(word[5:]) for word in words if word.startswith("lost=")), 0)
        names = VERTICES if Formation(formation) in FACES_VERTEX else SIDES
        order = next((word for word in ("disorder", "rout") if word in extra), "good")
        readiness = next((word for word in ("tired", "exhausted") if word in extra), "fresh")
        pieces[unit] = {
            "id": unit, "hexes": hexes, "facing": names.index(facing), "formation": formation,
            "order": order, "lost": lost, "main": 0, "readiness": readiness, "came_from": 0,
            "marks": [],
        }  # fmt: skip
        if "fired" in extra:
            fired[unit] = [2624]
        for at in hexes:
            stacks.setdefault(str(at), []).append(unit)
    turn = setting.turns[8]
    made = {**document, "turn": 9, "clock": builtins(turn), "pieces": pieces, "stacks": stacks}
    roster = builtins(dict(setting.roster))
    # Both hands open, as a picture for people shows it.
    return {**made, "fired_at": fired, "leaders": LEADERS, "own": roster, "enemy": {}}


def write(name: str, value: Any) -> None:
    path = WEB / "fixtures" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(f"{path.relative_to(WEB)}: {len(text)} characters\n")


def main() -> None:
    for name in ("hagelberg", "village", "duel"):
        setting = load(name)
        write(f"{name}-map", map_document(setting))
        write(f"{name}-setting", setting_document(setting))
        document = view_document(view(opening(setting), setting.sides[0]))
        for big in ("stack", "news"):
            document.pop(big, None)
        document["options"] = None
        write(f"{name}-view", document)
        if name == "hagelberg":
            write("hagelberg-close", close_view(setting, document))


if __name__ == "__main__":
    main()
