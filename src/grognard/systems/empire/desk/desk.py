"""The desk of Bataille Empire, put together."""

from __future__ import annotations

from typing import Any, Final

from grognard.desks.desk import Desk
from grognard.desks.papers import Wire
from grognard.desks.plot import Plot
from grognard.desks.reporting import Reporting, sketch_of_table
from grognard.systems.empire.desk.advice import EmpireAdviser
from grognard.systems.empire.desk.aims import aims
from grognard.systems.empire.desk.cards import EmpireCards
from grognard.systems.empire.desk.counters import counters
from grognard.systems.empire.desk.ground import ground
from grognard.systems.empire.desk.sentences import EmpireTeller
from grognard.systems.empire.desk.words import WORDS
from grognard.systems.empire.outcome import fates, outcome
from grognard.systems.empire.setting import Setting

WIRE: Final = Wire(
    maps=("holders",),
    plain=("side", "turn", "clock", "phasing", "active", "segment", "question"),
)
REACTIONS: Final = frozenset({
    "react", "answer", "charged", "control", "swept-aside", "shock-support", "advance", "pursuit",
    "pursued",
})  # fmt: skip
"""Questions that may be answered by a standing order."""

SEGMENTS: Final = ("preparatory-fire", "charges", "movement", "final-fire")


def setting_document(setting: Setting) -> dict[str, Any]:
    """What never changes and everybody may know."""
    return {
        "id": setting.id,
        "title": setting.title,
        "date": getattr(setting, "date", ""),
        "description": getattr(setting, "description", ""),
        "sides": list(setting.sides),
        "side_names": {side: army.name for side, army in setting.armies.items()},
        "turns": [
            {"number": turn.number, "time": turn.time, "first": turn.first}
            for turn in setting.turns
        ],
        "segments": list(SEGMENTS),
        "options": dict(setting.options),
        "leaders": {
            held.id: {
                "id": held.id, "name": held.name, "side": held.side, "nation": "",
                "command": held.division, "role": "chief" if not held.division else "general",
                "rating": held.grade.value,
            }
            for held in setting.commanders.values()
        },
        "formations": {held.id: {"name": held.name} for held in setting.divisions.values()},
        "aims": getattr(setting, "aims", ""),
    }  # fmt: skip


DESK: Final = Desk(
    adviser=EmpireAdviser,
    teller=EmpireTeller,
    words=WORDS,
    cards=EmpireCards,
    field=Plot(ground, counters),
    overlays=("reach", "arcs", "range", "threat", "sight", "measure"),
    wire=WIRE,
    aims=aims,
    counters=counters,
    map_document=ground,
    setting_document=setting_document,
    reactions=REACTIONS,
    report=Reporting(
        first=frozenset({"french"}),
        sketch=lambda setting: sketch_of_table(ground(setting)),
        outcome=outcome,
        fates=fates,
    ),
)
