"""The desk of Napoleon's Later Campaigns, put together."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.desks import papers
from grognard.desks.desk import Desk
from grognard.desks.documents import Ground, Hexside, Road
from grognard.desks.papers import Wire
from grognard.kernel.codec import builtins
from grognard.systems.nlc.desk.advice import NlcAdviser
from grognard.systems.nlc.desk.aims import aims
from grognard.systems.nlc.desk.cards import NlcCards
from grognard.systems.nlc.desk.counters import counters
from grognard.systems.nlc.desk.field import NlcField
from grognard.systems.nlc.desk.menus import NlcMenus
from grognard.systems.nlc.desk.report import REPORT
from grognard.systems.nlc.desk.sentences import NlcTeller
from grognard.systems.nlc.desk.words import WORDS
from grognard.systems.nlc.setting import PlaceKind, Setting

REACTIONS: Final = frozenset({
    "react", "opportunity-fire", "withdraw", "support", "stand-or-retreat", "pursue",
    "stay-or-return", "advance",
})  # fmt: skip
"""Questions that may be answered by a standing order."""

SECRET: Final = frozenset({"record-decision", "orders", "choose-orders", "hide"})
"""Questions that a side settles for itself: the enemy does not even hear how often (N12.3, R-0.1b)."""

WIRE: Final = Wire(
    maps=("stacks", "control"),
    plain=("side", "turn", "clock", "phase", "phasing", "segment", "acting", "question"),
)  # fmt: skip

LINES: Final = (PlaceKind.ROAD, PlaceKind.TRAIL)

PHASES: Final = (
    "reinforcement", "command", "chits", "initial-action", "formations", "reserve", "turn-end",
)  # fmt: skip
SEGMENTS: Final = ("bombardment", "charge", "movement", "assault")
"""The parts of a turn, and of the action of a formation, in order."""


def map_document(setting: Setting) -> Ground:
    """The ground with roads, trails, crests and named places."""
    roads = [
        Road(place.name, place.kind.value, tuple(place.hexes))
        for place in setting.places
        if place.kind in LINES
    ]
    named = {
        place.name: tuple(place.hexes)
        for place in setting.places
        if place.kind.value in ("town", "chateau", "woods", "hill", "label")
    }
    bare = papers.map_document(_Bare(setting), roads)
    crests = (
        Hexside(at, side, "crest")
        for (at, side), upper in sorted(setting.crests.items())
        if upper == at
    )
    return msgspec.structs.replace(bare, hexsides=(*bare.hexsides, *crests), places=named)


class _Bare:
    """As much of a setting as the paper of the ground needs."""

    def __init__(self, setting: Setting) -> None:
        self.id, self.title, self.ground = setting.id, setting.title, setting.ground


def setting_document(setting: Setting) -> dict[str, Any]:
    """What never changes and everybody may know; orders at the start are not part of it."""
    return {
        "id": setting.id,
        "title": setting.title,
        "date": getattr(setting, "date", ""),
        "description": getattr(setting, "description", ""),
        "sides": list(setting.sides),
        "side_names": {side: army.name for side, army in setting.armies.items()},
        "turns": builtins(setting.turns),
        "phases": [] if setting.on("igougo") else list(PHASES),
        "segments": list(SEGMENTS),
        "options": dict(setting.options),
        "leaders": {
            held.id: {
                "id": held.id, "name": held.name, "side": held.side, "nation": held.nation,
                "command": held.formation, "role": held.role.value, "rating": held.rating,
            }
            for held in setting.leaders.values()
        },
        "formations": {held.id: {"name": held.name} for held in setting.formations.values()},
        "papers": True,
        "arrivals": builtins(setting.arrivals),
        "aims": [aim.text for aim in setting.victory.aims],
    }  # fmt: skip


DESK: Final = Desk(
    adviser=NlcAdviser,
    teller=NlcTeller,
    words=WORDS,
    cards=NlcCards,
    field=NlcField(),
    menus=NlcMenus,
    wire=WIRE,
    aims=aims,
    counters=counters,
    map_document=map_document,
    setting_document=setting_document,
    overlays=("reach", "zones", "sight", "threat", "heights", "range", "orders"),
    reactions=REACTIONS,
    secret=SECRET,
    report=REPORT,
)
