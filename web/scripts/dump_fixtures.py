"""Write the fixtures of the browser client: grounds, and counters of battles, as the server sends them.

Run from anywhere with a Python that has Grognard's requirements: ``python web/scripts/dump_fixtures.py``.
The close situation (turn 9, rain) is invented for the pictures; it is not the outcome of a battle.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

WEB = Path(__file__).parents[1]
sys.path.insert(0, str(WEB.parent / "src"))

from grognard.mechanics.hexes import SIDES, VERTICES  # noqa: E402
from grognard.systems.bataille.pieces import (  # noqa: E402
    FACES_VERTEX,
    Formation,
    Order,
    Piece,
    Readiness,
)
from grognard.systems.registry import system_of  # noqa: E402

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


def close_view(seen: Any, setting: Any) -> Any:
    """The side's view of the close situation, with both hands open, as a picture for people shows it."""
    pieces, stacks, fired = {}, {}, {}
    for words in filter(None, map(str.split, CLOSE.split("\n"))):
        unit, hexes = words[0], tuple(int(at) for at in words[1].split(","))
        formation = Formation(words[2])
        names = VERTICES if formation in FACES_VERTEX else SIDES
        pieces[unit] = Piece(
            unit, hexes, names.index(words[3]), formation,
            next((Order(word) for word in words[4:] if word in ("disorder", "rout")), Order.GOOD),
            next((int(word[5:]) for word in words if word.startswith("lost=")), 0),
            readiness=next((Readiness(word) for word in words[4:] if word in ("tired", "exhausted")),
                           Readiness.FRESH),
        )  # fmt: skip
        if "fired" in words:
            fired[unit] = (2624,)
        for at in hexes:
            stacks[at] = (*stacks.get(at, ()), unit)
    return msgspec.structs.replace(
        seen, turn=9, clock=setting.turns[8], pieces=pieces, stacks=stacks, fired_at=fired,
        leaders=LEADERS, own=dict(setting.roster), enemy={},
    )  # fmt: skip


def write(name: str, value: Any) -> None:
    path = WEB / "fixtures" / f"{name}.json"
    text = msgspec.json.encode(value).decode()
    path.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(f"{path.relative_to(WEB)}: {len(text)} characters\n")


def main() -> None:
    for name in ("hagelberg", "village", "duel"):
        system = system_of(name)
        setting, desk = system.library.setting(name, {}), system.desk
        write(f"{name}-map", desk.map_document(setting))
        open_fields = desk.setting_document(setting)
        kept = ("id", "title", "date", "sides", "leaders")
        write(f"{name}-setting", {field: open_fields[field] for field in kept})
        seen = system.rules.view(system.rules.opening(setting), setting.sides[0])
        views = {"view": seen}
        if name == "hagelberg":
            views["close"] = close_view(seen, setting)
        for kind, view in views.items():
            shown = {"side": view.side, "turn": view.turn, "clock": view.clock}
            drawn = {"counters": desk.counters(view, setting), "stacks": view.stacks}
            write(f"{name}-{kind}", {**shown, **drawn})


if __name__ == "__main__":
    main()
