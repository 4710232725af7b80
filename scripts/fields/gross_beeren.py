"""The field of Gross Beeren. Origin: its church, hex 2728.

Bearings and distances of villages are those of the modern map, rounded to 0.1 km (history); the
ditch, the edges of the woods, heights and gardens are fitted to the accounts (house).

    python -m scripts.fields.gross_beeren
"""

from __future__ import annotations

from scripts.fields.sheet import SIDES, Sheet, x_at

CHURCH, MILL, NEU, KLEIN = (0.0, 0.0), (-0.55, 0.2), (-1.55, -0.6), (1.95, 0.8)
GENSHAGEN = ((0.45, -2.05), (0.3, -1.4), (0.15, -0.7), (0.1, -0.25))
HEATH = ((-0.55, -2.05), (-0.4, -1.4), (-0.1, -0.7), (0.1, -0.35))
NEU_SOUTH = ((-1.3, -2.05), (-1.4, -1.3), NEU)
GENSHAGEN_HEATH = (
    (-2.5, -2.2), (-2.5, -1.15), (-2.0, -1.05), (-1.7, -1.3), (-1.2, -1.2), (-0.8, -1.35),
    (-0.2, -1.25), (0.3, -1.4), (0.8, -1.3), (0.95, -1.5), (0.95, -2.2),
)  # fmt: skip
DIEDERSDORF_WOOD = (
    (1.15, -2.2), (1.1, -1.45), (1.4, -1.1), (1.9, -0.95), (2.3, -0.75), (3.0, -0.6), (3.0, -2.2),
)  # fmt: skip
COPSE = ((-2.3, 0.55), (-1.9, 0.45), (-1.75, 0.8), (-2.1, 1.0), (-2.4, 0.9))
LILO = (
    (0.95, -2.2), (0.8, -1.2), (0.62, -0.5), (0.65, 0.1), (0.78, 0.7), (0.9, 1.4), (1.0, 2.0),
    (1.05, 2.9),
)  # fmt: skip
VILLAGE = [(27, 28), (27, 29), (28, 28), (28, 29), (29, 29), (28, 30), (29, 30)]
HILL = [(20, 26), (21, 26), (22, 26)]
ENTRIES = {
    "rf1": [(31, 48)],
    "rf2": [(30, 48), (32, 48), (29, 48), (33, 48), (34, 48)],
    "rf3": [(20, 48), (21, 48), (19, 48)],
    "rf4": [(22, 48)],
    "rf5": [(20, 48), (21, 48)],
    "rf6": [(1, 34), (1, 35), (1, 36)],
    "rp1": [(36, 1), (35, 1), (34, 1), (33, 1), (37, 1), (32, 1)],
    "rp2": [(20, 1), (19, 1), (18, 1), (17, 1)],
    "rp3": [(23, 1), (25, 1), (27, 1), (29, 1)],
    "rp4": [(28, 1), (30, 1), (26, 1), (24, 1), (22, 1), (21, 1), (31, 1)],
    "rp5": [(1, 9), (1, 11), (1, 13)],
    "rp6": [
        (60, 16), (60, 17), (60, 18), (60, 19), (60, 20), (60, 21), (60, 14), (60, 23), (60, 15),
        (60, 22),
    ],
    "rs1": [(1, 15)],
}  # fmt: skip
"""The hexes by which columns enter, one for each pair of battalions."""


def drawn() -> Sheet:
    """Heath and woods, the ridge with the mill, the ditch, the villages."""
    sheet = Sheet(60, 48, (27, 28))
    for wood in (GENSHAGEN_HEATH, DIEDERSDORF_WOOD, COPSE):
        sheet.paint("w", sheet.inside(*wood))
    for ride, width in ((GENSHAGEN, 0.3), (HEATH, 0.3), (NEU_SOUTH, 0.14)):
        sheet.paint(".", sheet.near(ride[:2], width))  # felled, so that a division can form
    sheet.lift(1, sheet.near([(0.1, 0.0), MILL, (-1.0, -0.1), (-1.5, -0.5)], 0.3))
    sheet.lift(2, sheet.near([(-0.63, 0.17), (-0.47, 0.2)], 0.09))
    sheet.lift(1, sheet.near([(1.8, 0.75), (2.2, 0.85)], 0.25))
    _roads(sheet)
    _ditch(sheet)
    sheet.place("Gross Beeren", "village", VILLAGE, "V")
    sheet.place("Churchyard", "village", VILLAGE[:1])
    sheet.place("Windmill hill", "clear", HILL)
    sheet.place("Neu Beeren", "village", [NEU, (-1.47, -0.65)], "V")
    sheet.place("Klein Beeren", "village", [KLEIN, (2.04, 0.75), (1.95, 0.7)], "V")
    gardens = [(26, 28), (26, 29), (27, 30), (29, 28), (30, 29), (28, 31)]
    sheet.place("Gardens", "garden", gardens, "g")
    return sheet


def _roads(sheet: Sheet) -> None:
    sheet.road("Genshagen road, village street", "road", [*GENSHAGEN, CHURCH])
    heinersdorf = [(0.09, -0.05), (0.3, 0.9), (0.6, 1.9), (0.7, 2.7)]
    sheet.road("Gross Beeren - Heinersdorf road", "road", heinersdorf)
    sheet.road("Road through the heath", "road", HEATH)
    klein = [(0.17, -0.1), (0.65, 0.15), KLEIN, (2.87, 0.95)]
    sheet.road("Gross Beeren - Klein Beeren road", "road", klein)
    ruhlsdorf = [(0.0, -0.1), (-0.17, 0.0), MILL, (-1.3, 0.9), (-2.25, 1.6)]
    sheet.road("Gross Beeren - Ruhlsdorf road", "road", ruhlsdorf)
    sputendorf = [(0.0, -0.1), (-0.7, -0.3), NEU, (-2.25, -0.75)]
    sheet.road("Gross Beeren - Neu Beeren - Sputendorf road", "road", sputendorf)
    sheet.road("Neu Beeren forest track", "track", NEU_SOUTH)
    sheet.road("Diedersdorf road", "road", [(0.1, -0.25), (0.7, -0.7), (2.0, -1.3), (2.87, -1.6)])
    sheet.road("Klein Beeren - Heinersdorf lane", "track", [KLEIN, (1.85, 1.8), (1.8, 2.7)])
    sheet.road("Klein Beeren - Diedersdorf lane", "track", [KLEIN, (2.3, -0.2), (2.6, -1.5)])


def _ditch(sheet: Sheet) -> None:
    """The Lilo east of the village, marshy on both banks in two stretches."""
    sheet.wall((27, 28), "N", "NW", "NE")  # the churchyard
    west = {cell for cell, (x, y) in sheet.km.items() if x < x_at(LILO, y)}
    for cell in sorted(west):
        for side in SIDES:
            near = sheet.beside(cell, side)
            if near in sheet.km and near not in west:
                sheet.water(cell, side)
    for stretch in ([(0.68, -0.75), (0.62, -0.25)], [(0.72, 0.4), (0.86, 1.2)]):
        sheet.paint("m", sheet.near(stretch, 0.09))
    sheet.clear_roads()


def main() -> None:
    rides = [(column, 48) for column in (*range(29, 36), *range(18, 25))]
    drawn().write(
        "gross-beeren",
        "Origin: church of Gross Beeren = 2728, 100 m a hex.",
        {f"{name}_{c:02d}{r:02d}": [(c, r)] for name, cells in ENTRIES.items() for c, r in cells},
        {"french": rides},
        {"french": rides, "coalition": [(column, 1) for column in range(12, 38)]},
        {
            0: "about 40 m, meadow and field",
            1: "about 45 m, the low ridge",
            2: "about 50 m, the mill knoll",
        },
        "geography: history, hexes: house, contours: house, gardens: house, wall: house",
    )


if __name__ == "__main__":
    main()
