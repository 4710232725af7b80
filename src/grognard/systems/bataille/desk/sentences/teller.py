"""The teller of La Bataille, for every edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from grognard.desks.documents import Telling
from grognard.desks.teller import NOBODY, Arguments, Details, Teller
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.systems import bataille
from grognard.systems.bataille.desk.report import weight
from grognard.systems.bataille.desk.sentences import command, foot, horse
from grognard.systems.bataille.desk.sentences.runs import tellings
from grognard.systems.bataille.pieces import facing_name

QUIET: Final = frozenset(
    {
        "approached", "broke", "charged", "fatigue", "fell-back", "fell-back-horse", "fired-first",
        "melee", "met", "moved-half", "moved-more", "opp-charged", "reacted", "reacting", "rest",
        "run", "stood", "tried-oppcharge", "tried-reaction", "tried-square", "unrecalled",
    }
)  # fmt: skip
"""Markers that only the rules look at, or that another event has told already."""


LOSSES: Final = (
    "LostIncrements", "Disordered", "Routed", "Removed", "Surrendered", "RanOffMap", "Trampled",
    "GunsAbandoned", "LeaderKilled", "LeaderWounded", "LeaderCaptured",
)  # fmt: skip


def _mark(teller: Teller, event: Any) -> Mapping[str, Any]:
    word, _, rest = event.mark.partition(":")
    known = rest in teller.setting.roster
    return {"mark": word, "rest": teller.who(rest) if known else rest}


class BatailleTeller(Teller):
    """Knows formations and facings, and tells runs of steps as one line."""

    words: ClassVar[tuple[Path, ...]] = (Path(bataille.__path__[0]) / "words",)
    slots: ClassVar[Mapping[str, str]] = {
        **Teller.slots, "came_from": "where", "from_hex": "where",
    }  # fmt: skip
    arguments: ClassVar[Mapping[str, Arguments]] = {
        **dict.fromkeys(("Marked", "Unmarked"), _mark),
        **foot.ARGUMENTS,
        **horse.ARGUMENTS,
        **command.ARGUMENTS,
    }
    quiet: ClassVar[frozenset[str]] = QUIET
    details: ClassVar[Mapping[str, Details]] = {**foot.DETAILS, **command.DETAILS}
    tones: ClassVar[Mapping[str, str]] = {
        "TurnBegan": "turn", "SequenceBegan": "turn", "SegmentBegan": "segment",
        **dict.fromkeys(("BattleEnded", "BattleJudged"), "verdict"),
        **dict.fromkeys(LOSSES, "loss"), "MarchStopped": "stop", "Wavered": "command",
    }  # fmt: skip

    def ground(self, text: str) -> str:
        return command.ground(self, text)

    def weigh(self, event: Event) -> int:
        return weight(event)

    def is_bookkeeping(self, event: Event) -> bool:
        """Markers that lie for all to see are no bookkeeping; taking one off is, and so are notes
        of what a unit has tried or done.
        """
        tag = tag_of(type(event))
        if tag == "Marked":
            return str(getattr(event, "mark", "")).partition(":")[0] in self.quiet
        return tag in ("Unmarked", "OrderBegan", "FireLossesNoted", "RestBegan")

    def tellings(
        self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY
    ) -> Iterator[Telling]:
        return tellings(self, events, pieces)

    def fields(self, held: Any) -> dict[str, Any]:
        found = super().fields(held)
        if "facing" in found and "formation" in found:
            found["facing"] = self.facing(held)
        return found

    def facing(self, held: Any) -> str:
        return facing_name(held.formation, held.facing)
