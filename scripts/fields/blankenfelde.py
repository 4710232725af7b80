"""The field of Blankenfelde. Origin: its church, hex 2214.

Bearings and distances of villages are those of the modern map, rounded to 0.1 km (history); the
edge of the wood, the open field of about 700 m and the marsh on the flanks follow the accounts,
their hexes are house.

    python -m scripts.fields.blankenfelde
"""

from __future__ import annotations

from scripts.fields.sheet import Sheet

CHURCH = (0.0, 0.0)
JUEHNSDORF = ((-0.55, -2.2), (-0.3, -1.3), (-0.1, -0.7), CHURCH)
EAST = ((0.75, -2.2), (0.6, -1.3), (0.35, -0.6), (0.1, -0.15))
DIEDERSDORF = ((-1.85, -0.65), (-1.0, -0.4), CHURCH)
WOOD = (
    (-2.0, -2.4), (-2.0, -0.95), (-1.5, -0.75), (-1.1, -0.8), (-0.6, -0.7), (0.0, -0.8),
    (0.4, -0.7), (0.9, -0.75), (1.3, -1.0), (1.6, -1.4), (1.7, -2.4),
)  # fmt: skip


def drawn() -> Sheet:
    """Wood with two rides, wet ground on either flank, the village and its fields."""
    sheet = Sheet(43, 36, (22, 14))
    sheet.paint("w", sheet.inside(*WOOD))
    sheet.paint("w", sheet.inside((-1.95, 0.9), (-1.5, 0.8), (-1.4, 1.2), (-1.95, 1.3)))
    for ride in (JUEHNSDORF, EAST):
        sheet.paint(".", sheet.near(ride[:3], 0.1))
    sheet.paint("m", sheet.near([(1.55, -1.2), (1.45, -0.5), (1.55, 0.3)], 0.16))
    sheet.paint("m", sheet.near([(-1.55, -0.2), (-1.45, 0.5)], 0.16))
    sheet.road("Jühnsdorf road", "road", JUEHNSDORF)
    sheet.road("Eastern forest road", "road", EAST)
    sheet.road("Diedersdorf road", "road", DIEDERSDORF)
    sheet.road("Blankenfelde - Mahlow road", "road", [CHURCH, (0.2, 0.6), (0.5, 1.35)])
    sheet.road("Glasow lane", "track", [(0.1, 0.0), (1.0, 0.1), (1.82, 0.2)])
    sheet.road("Gross Beeren lane", "track", [CHURCH, (-1.0, 0.25), (-1.85, 0.4)])
    sheet.clear_roads()
    village = [(22, 14), (22, 13), (21, 14), (23, 14), (23, 13), (22, 15)]
    sheet.place("Blankenfelde", "village", village, "V")
    half_way = [(-0.5, -0.4), (-0.25, -0.4), (0.0, -0.4), (0.25, -0.4), (0.5, -0.4)]
    sheet.place("The field", "clear", half_way)
    gardens = [(20, 13), (21, 13), (24, 13), (24, 14), (21, 15), (22, 12)]
    sheet.place("Gardens", "garden", gardens, "g")
    return sheet


def main() -> None:
    out = [(column, 36) for column in (*range(13, 20), *range(29, 34))]
    north = [(column, 1) for column in range(14, 33)]
    entries = {"rf1": [(15, 36), (16, 36), (17, 36)], "rp1": [(1, 8), (1, 10)]}
    drawn().write(
        "blankenfelde",
        "Origin: church of Blankenfelde = 2214, 100 m a hex.",
        {f"{name}_{c:02d}{r:02d}": [(c, r)] for name, cells in entries.items() for c, r in cells},
        {"french": out},
        {"french": out, "coalition": north, "cossacks": north},
        {0: "level, about 42 m"},
        "geography: history, hexes: house, gardens: house, marsh: house",
    )


if __name__ == "__main__":
    main()
