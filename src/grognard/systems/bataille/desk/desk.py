"""The desk that the editions share, put together; an edition brings its own adviser and teller."""

from __future__ import annotations

from typing import Any, Final

from grognard.desks import papers
from grognard.desks.desk import Desk, Limit
from grognard.desks.documents import Ground, Road
from grognard.kernel import Ask, State, rule
from grognard.systems.bataille.command.clock import STRICT, TIMED, is_timed, manner, minutes
from grognard.systems.bataille.command.command_actions import TimeUp
from grognard.systems.bataille.desk.advice import BatailleAdviser
from grognard.systems.bataille.desk.aims import aims
from grognard.systems.bataille.desk.cards import BatailleCards
from grognard.systems.bataille.desk.counters import counters, forces, recounted
from grognard.systems.bataille.desk.field import BatailleField
from grognard.systems.bataille.desk.looking import BatailleLooking
from grognard.systems.bataille.desk.menus import BatailleMenus
from grognard.systems.bataille.desk.report import REPORT
from grognard.systems.bataille.desk.sentences import BatailleTeller
from grognard.systems.bataille.desk.words import WORDS

MINUTE: Final = 60_000
"""In milliseconds."""

REACTIONS: Final = frozenset({
    "opportunity-fire", "retreat-before-melee", "form-square", "opportunity-charge",
    "reaction-charge", "reaction-move", "evade", "evade-charge", "contact-fire",
    "skirmishers-fall-back", "leader-slips-away", "defensive-fire", "advance-after-melee",
})  # fmt: skip
"""Questions that may be answered by a standing order."""


def setting_document(setting: Any) -> dict[str, Any]:
    """What everybody may know, with the parts of a turn."""
    return {**papers.setting_document(setting), "segments": list(setting.reglement.segments)}


def map_document(setting: Any) -> Ground:
    """The ground, with the roads by name as the pack has them; a drawn position has none."""
    known = getattr(setting, "roads", ())
    roads = (Road(road.name, road.kind, tuple(road.hexes)) for road in known)
    return papers.map_document(setting, roads)


@rule("P8.1", "P17.1", "PR-137")
def limit(state: State, side: str) -> Limit | None:
    """A side's time for its movement of this turn; it counts while its orders are asked for."""
    setting, ask = state.table.setting, state.pending
    if not is_timed(setting, side):
        return None
    return Limit(
        segment=f"{side} {state.table.turn}",
        allowed=MINUTE * minutes(setting, side),
        strict=manner(setting) == STRICT,
        runs=isinstance(ask, Ask) and ask.side == side and ask.purpose in TIMED,
    )


DESK: Final = Desk(
    adviser=BatailleAdviser,
    teller=BatailleTeller,
    words=WORDS,
    cards=BatailleCards,
    field=BatailleField(),
    menus=BatailleMenus,
    looking=BatailleLooking,
    aims=aims,
    counters=counters,
    recounted=recounted,
    armies=forces,
    map_document=map_document,
    setting_document=setting_document,
    reactions=REACTIONS,
    limit=limit,
    time_up=TimeUp.verb,
    report=REPORT,
)
