"""Lines of a situation: units, ground, buildings, lines, generals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.kinds import (
    Arm,
    Branch,
    Bulk,
    Cover,
    Drill,
    Formation,
    Going,
    Grade,
    Line,
    Status,
    Trait,
)
from grognard.systems.empire.profile import cohesion_of
from grognard.systems.empire.setting import Building, Patch, Stand, Unit, Way
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.situations.drawing import SIDES, Base, General, division_of

ARMS: Final = {"foot": Arm.INFANTRY, "horse": Arm.CAVALRY, "guns": Arm.ARTILLERY}
USUAL: Final = {
    Arm.INFANTRY: (Branch.LINE, Formation.LINE),
    Arm.CAVALRY: (Branch.MEDIUM, Formation.LINE),
    Arm.ARTILLERY: (Branch.FOOT, Formation.UNLIMBERED),
}
"""What a unit is and how it stands where nothing is said."""

VALUED: Final = (
    "at", "facing", "type", "status", "morale", "class", "cohesion", "size", "sk", "calibre",
    "losses", "in", "moves",
)  # fmt: skip
FLAGS: Final = ("disordered", "hidden", "marked", "fired", "acted", "unlimbered", "galled")
STANDING: Final = frozenset({"disordered", "hidden"})

GROUNDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "wood": {"going": Going.DIFFICULT, "cover": Cover.MEDIUM, "hides": True},
    "village": {"going": Going.DIFFICULT, "cover": Cover.MEDIUM, "hides": True},
    "garden": {"going": Going.ROUGH, "cover": Cover.LIGHT},
    "crops": {"going": Going.ROUGH},
    "hill": {"level": 1},
    "pond": {"going": Going.IMPASSABLE},
    "redoubt": {"cover": Cover.HEAVY},
    "marsh": {"going": Going.ROUGH},
}
"""Kinds of ground and what each is by itself."""


def mils(word: str) -> int:
    """
    >>> mils("2.5"), mils("0.001")
    (2500, 1)
    """
    length = Fraction(word) * MIL
    if length.denominator != 1:
        raise ValueError(f"{word!r} is finer than a thousandth of a UD")
    return int(length)


def read_point(word: str) -> Point:
    east, mark, north = word.partition(",")
    if not mark:
        raise ValueError(f"{word!r} is no point; east and north in UD, as in 17.0,26.3")
    return mils(east), mils(north)


def read_unit(text: str) -> Base:
    """``F1 line at 17.0,26.3 facing 0 sk 2``, ``P3 horse column at 10,7 facing 90 type heavy lance``."""
    name, *words = text.split()
    if not words or name[0] not in SIDES:
        raise ValueError("as in: F1 line at 17.0,26.3 facing 0; F is French, P Prussian")
    arm = ARMS[words.pop(0)] if words[0] in ARMS else Arm.INFANTRY
    branch, formation = USUAL[arm]
    if words and words[0] in list(Formation):
        formation = Formation(words.pop(0))
    values, flags, traits = _sorted_out(words)
    if "at" not in values and "in" not in values:
        raise ValueError(f"where is {name}? as in: at 17.0,26.3")
    side, status = SIDES[name[0]], Status(values.get("status", Status.LINE))
    bulk = Bulk(values.get("size", Bulk.STANDARD))
    card = Unit(
        name, name, side, division_of(side), arm, Branch(values.get("type", branch)), status,
        int(values.get("morale", 3)), Drill(values.get("class", Drill.B)),
        int(values.get("cohesion", 0)) or cohesion_of(arm, status, bulk), bulk,
        int(values.get("sk", 0)), tuple(sorted(traits)),
        int(values.get("calibre", 6)) if arm is Arm.ARTILLERY else 0,
    )  # fmt: skip
    pose = Pose(*read_point(values.get("at", "0,0")), int(values.get("facing", 0)) % 360)
    building = values.get("in", "")
    if building:
        formation = Formation.GARRISON
    halves = int(Fraction(values.get("losses", 0)) * HALVES)
    stand = Stand(pose, formation, "disordered" in flags, halves, building, "hidden" in flags)
    more: dict[str, object] = {flag: True for flag in flags if flag not in STANDING}
    if "moves" in values:
        more |= {"moves": int(values["moves"]), "acted": True}
    return Base(card, stand, more)


def _sorted_out(words: list[str]) -> tuple[dict[str, str], list[str], list[Trait]]:
    values: dict[str, str] = {}
    flags: list[str] = []
    traits: list[Trait] = []
    left = iter(words)
    for word in left:
        if word in VALUED:
            values[word] = next(left, "")
        elif word in FLAGS:
            flags.append(word)
        elif word in list(Trait):
            traits.append(Trait(word))
        else:
            known = ", ".join((*VALUED, *FLAGS, *Trait))
            raise ValueError(f"{word!r} means nothing of a unit; known: {known}")
    return values, flags, traits


def read_ground(text: str) -> Patch:
    """``wood 5,12 15,13``: a rectangle by two corners, or an outline by more; ``cover light level 2``."""
    kind, *words = text.split()
    if kind not in GROUNDS:
        raise ValueError(f"{kind!r} is no ground; known: {', '.join(GROUNDS)}")
    corners, more = _points_and_more(words, ("cover", "level"))
    fields = dict(GROUNDS[kind])
    if "cover" in more:
        fields["cover"] = Cover(more["cover"])
    if "level" in more:
        fields["level"] = int(more["level"])
    return Patch(f"{kind}-{corners[0][0]}-{corners[0][1]}", kind, _outline(corners), **fields)


def read_building(text: str) -> Building:
    """``farm 9,9 11,11 cover heavy village glien``."""
    name, *words = text.split()
    corners, more = _points_and_more(words, ("cover", "village"))
    if len(corners) != 2:
        raise ValueError("a building has two corners, as in: farm 9,9 11,11")
    cover = Cover(more.get("cover", Cover.MEDIUM))
    return Building(name, _outline(corners), more.get("village", ""), cover)


def read_line(text: str) -> Way:
    """``hedge 5,10.7 15,10.7 cover light``."""
    kind, *words = text.split()
    points, more = _points_and_more(words, ("cover",))
    cover = Cover(more.get("cover", Cover.NONE))
    return Way(f"{kind}-{points[0][0]}-{points[0][1]}", Line(kind), tuple(points), cover)


def read_general(text: str) -> tuple[str, General]:
    """``french at 10,10 grade poor``, ``french with F1 points 3``."""
    side, *words = text.split()
    if side not in SIDES.values() or len(words) % 2:
        raise ValueError("as in: french at 10,10 grade poor; french with F1")
    more = dict(zip(words[::2], words[1::2], strict=True))
    unknown = set(more) - {"at", "grade", "with", "points"}
    if unknown:
        raise ValueError(f"{sorted(unknown)[0]!r} means nothing of a general")
    return side, General(
        read_point(more["at"]) if "at" in more else None,
        Grade(more.get("grade", Grade.STRATEGIST)),
        more.get("with", ""),
        int(more.get("points", 0)),
    )


def _points_and_more(
    words: list[str], known: tuple[str, ...]
) -> tuple[list[Point], dict[str, str]]:
    points = [read_point(word) for word in words if "," in word]
    rest = [word for word in words if "," not in word]
    more = dict(zip(rest[::2], rest[1::2], strict=False))
    if len(points) < 2 or len(rest) % 2 or set(more) - set(known):
        raise ValueError(f"write two points or more, then words with values: {', '.join(known)}")
    return points, more


def _outline(corners: list[Point]) -> Polygon:
    if len(corners) > 2:
        return tuple(corners)
    (x0, y0), (x1, y1) = corners
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
