"""The field of Dennewitz, for its morning and its afternoon. Origin: the bridge, hex 5331.

Bearings and distances of villages are those of the modern map, to about 0.2 km (history); brook,
heights, woods and gardens are fitted to the accounts (house).

    python -m scripts.fields.dennewitz
"""

from __future__ import annotations

from itertools import pairwise

from scripts.fields.sheet import Point, Sheet

NIEDER, GOELS, WOELMS = (-1.8, 1.0), (-2.0, -1.6), (-3.6, -0.9)
DENKMAL, MILL, GOELS_MILL = (-0.95, 1.25), (0.25, 0.62), (-1.45, -1.4)
PINES = ((-0.5, 1.12), (-0.2, 1.05), (-0.1, 1.35), (-0.4, 1.45))
WOODS = (
    PINES,
    ((0.6, 2.6), (1.6, 2.5), (2.4, 2.75), (2.4, 3.2), (0.5, 3.2)),
    ((-2.2, 2.3), (-1.3, 2.2), (-1.0, 2.6), (-1.4, 3.2), (-2.4, 3.2)),
    ((-4.7, -2.2), (-3.9, -2.1), (-3.4, -2.5), (-3.2, -3.2), (-4.7, -3.2)),
    ((-0.1, -2.2), (0.35, -2.15), (0.5, -2.5), (0.35, -3.2), (-0.3, -3.2)),
    ((2.4, -1.7), (3.1, -1.5), (3.6, -1.7), (3.6, -2.6), (2.6, -2.4)),
)
KNOLLS = {
    "Mill hill": ((MILL, (0.3, 0.65)), 0.13),
    "Denkmalsberg": ((DENKMAL, (-0.9, 1.3)), 0.14),
    "Gölsdorf mill": ((GOELS_MILL, (-1.4, -1.38)), 0.12),
}
SWELLS = (
    (((-1.15, 1.3), (-0.4, 0.95), (0.3, 0.65), (1.2, 0.8), (2.1, 1.05)), 0.3),
    (((-0.2, 1.95), (1.1, 2.0), (2.2, 2.25)), 0.25),
    ((GOELS_MILL, (-0.9, -1.0), (-0.4, -0.8)), 0.28),
    (((-3.2, -0.2), (-2.75, 0.1), (-2.35, 0.35)), 0.22),
    (((1.0, -1.25), (2.2, -1.15)), 0.3),
)
"""From the Denkmalsberg to the mill, Tauentzien's height, Gölsdorf mill to Dennewitz, the Prussian
gun line, south of Rohrbeck."""

ROADS = (
    ("Naundorf - Dennewitz road, village street", "road",
     [(-1.0, -2.95), (-0.65, -1.6), (-0.15, -0.35), (0.0, -0.05), (0.0, 0.2)]),
    ("Dennewitz - Jüterbog road", "road", [(0.0, 0.2), (0.5, 0.4), (2.0, 1.35), (3.38, 2.2)]),
    ("Dennewitz - Nieder-Görsdorf road", "road", [(0.0, 0.2), (-0.9, 0.72), (-1.65, 0.95)]),
    ("Nieder-Görsdorf - Jüterbog road", "road",
     [(-1.7, 1.0), (-0.95, 1.55), (1.0, 2.15), (3.38, 2.75)]),
    ("Eckmannsdorf - Nieder-Görsdorf road", "road", [(-4.5, 0.85), (-3.0, 0.9), (-1.9, 1.0)]),
    ("Kaltenborn road", "road", [(-4.5, 2.3), (-3.0, 1.6), (-1.9, 1.1)]),
    ("Nieder-Görsdorf - Gölsdorf lane", "track", [(-1.85, 0.9), (-2.05, 0.3), (-2.0, -1.45)]),
    ("Nieder-Görsdorf - Wölmsdorf lane", "track", [(-1.9, 0.9), (-2.9, -0.2), (-3.5, -0.8)]),
    ("Dalichow - Wölmsdorf - Gölsdorf road", "road",
     [(-4.5, -0.75), (-3.65, -0.85), (-3.4, -0.95), (-2.15, -1.5)]),
    ("Gölsdorf - Dennewitz road", "road", [(-1.9, -1.55), (-1.0, -0.7), (-0.1, -0.25)]),
    ("Gölsdorf - Langenlipsdorf road", "road", [(-2.0, -1.75), (-2.3, -2.95)]),
    ("Dennewitz - Oehna road", "road", [(-0.05, -0.3), (0.5, -1.5), (0.9, -2.95)]),
    ("Dennewitz - Rohrbeck lane", "track", [(0.05, -0.2), (1.1, -0.5), (2.2, -0.45)]),
    ("Oehna - Rohrbeck - Jüterbog road", "road",
     [(1.6, -2.95), (1.95, -1.6), (2.25, -0.5), (2.3, -0.2), (2.9, 0.8), (3.38, 1.45)]),
    ("Rohrbeck - Bochow road", "road", [(2.35, -0.4), (3.38, -0.9)]),
)  # fmt: skip
BROOK = (
    (-1.3, 0.52), (-0.9, 0.42), (-0.4, 0.18), (0.0, 0.02), (0.7, -0.18), (1.5, -0.3), (2.3, -0.33),
    (2.8, -0.12), (3.6, 0.45),
)  # fmt: skip
STONE_FROM = 1.5
"""Kilometres east of which a bridge is that of Rohrbeck."""

MEADOWS = (
    (((-1.95, 0.62), (-1.3, 0.52), (-0.55, 0.25)), 0.1),
    (((0.5, -0.12), (1.0, -0.23)), 0.07),
    (((1.4, -0.29), (1.9, -0.32)), 0.07),
    (((2.75, -0.14), (3.5, 0.38)), 0.07),
)
VILLAGES: dict[str, list[Point]] = {
    "Dennewitz": [(0.0, 0.1), (0.0, 0.2), (0.09, 0.15), (-0.09, 0.25), (0.0, -0.1), (-0.09, -0.15)],
    "Nieder-Görsdorf": [NIEDER, (-1.73, 0.95), (-1.9, 0.95), (-1.8, 0.9), (-1.73, 1.05)],
    "Gölsdorf": [GOELS, (-1.92, -1.55), (-2.0, -1.5), (-1.92, -1.65)],
    "Wölmsdorf": [WOELMS, (-3.52, -0.85), (-3.6, -0.8)],
    "Rohrbeck": [(2.3, -0.2), (2.3, -0.3), (2.22, -0.25), (2.38, -0.35)],
}
GARDENS = (
    (-0.17, 0.2), (0.17, 0.1), (-1.65, 1.1), (-1.98, 1.0), (-1.83, -1.6), (-2.17, -1.6),
    (-1.92, -1.75), (-3.43, -0.9), (2.12, -0.3), (2.38, -0.15),
)  # fmt: skip


def drawn() -> Sheet:
    """Woods, swells and knolls, roads, the Agerbach with its meadows, the villages."""
    sheet = Sheet(92, 60, (53, 31))
    for wood in WOODS:
        sheet.paint("w", sheet.inside(*wood))
    for line, width in SWELLS:
        sheet.lift(1, sheet.near(line, width))
    for line, width in KNOLLS.values():
        sheet.lift(2, sheet.near(line, width))
    for road in ROADS:
        sheet.road(*road)
    for line, width in MEADOWS:
        sheet.paint("m", sheet.near(line, width))
    sheet.clear_roads("mw")
    _brook(sheet)
    for name, points in VILLAGES.items():
        sheet.place(name, "village", points, "V")
    for name, (line, width) in KNOLLS.items():
        sheet.place(name, "clear", sheet.near(line, width))
    sheet.place("Pine copse", "woods", sheet.inside(*PINES))
    gardens = [cell for cell in map(sheet.at, GARDENS) if sheet.letters[cell] == "."]
    sheet.place("Gardens", "garden", gardens, "g")
    return sheet


def _brook(sheet: Sheet) -> None:
    """The brook with its bridges: that of Rohrbeck is of stone, the others of wood."""
    for cell, (x, y) in sheet.km.items():
        for side in ("SW", "S", "SE"):
            near = sheet.beside(cell, side)
            if near not in sheet.km:
                continue
            far_x, far_y = sheet.km[near]
            banks = _brook_at(x), _brook_at(far_x)
            if banks[0] is None or banks[1] is None:
                continue
            if (y > banks[0]) != (far_y > banks[1]):
                sheet.water(cell, side, "stone_bridge" if x > STONE_FROM else "wooden_bridge")


def _brook_at(x: float) -> float | None:
    for (ax, ay), (bx, by) in pairwise(BROOK):
        if ax <= x <= bx:
            return ay + (by - ay) * (x - ax) / (bx - ax)
    return None


def main() -> None:
    sheet = drawn()
    zones = {
        "naundorf_road": sheet.edge(-1.55, -0.4, row=60),
        "oehna_road": sheet.edge(0.5, 1.9, row=60),
        "eckmannsdorf_road": sheet.edge(0.3, 1.5, column=1),
        "kaltenborn_road": sheet.edge(1.7, 2.8, column=1),
        "dalichow_road": sheet.edge(-1.5, -0.2, column=1),
        "jueterbog": sheet.edge(1.1, 2.8, column=92),
    }
    south = zones["naundorf_road"] + zones["oehna_road"]
    sheet.write(
        "dennewitz-berlin",
        "Origin: the bridge of Dennewitz = 5331, 100 m a hex.",
        zones,
        {"french": south},
        {"french": south, "coalition": sheet.edge(-1.2, 3.4, row=1) + zones["kaltenborn_road"]},
        {
            0: "about 75-80, field and meadow",
            1: "about 85, low swells",
            2: "about 90-95, the knolls",
        },
        "geography: history, hexes: house, contours: house, woods: house, gardens: house",
    )


if __name__ == "__main__":
    main()
