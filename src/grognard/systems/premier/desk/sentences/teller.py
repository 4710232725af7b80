"""The teller of La Bataille Premier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from grognard.desks.teller import NOBODY, Details, Sentence, Teller
from grognard.desks.wording import hexes
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.systems.bataille.pieces import Piece, facing_name
from grognard.systems.premier.desk.sentences import command, family, foot, horse
from grognard.systems.premier.desk.sentences.marks import QUIET
from grognard.systems.premier.desk.sentences.runs import story

SENTENCES: Final[dict[str, Sentence]] = {
    **family.SENTENCES,
    **foot.SENTENCES,
    **horse.SENTENCES,
    **command.SENTENCES,
}
"""Sentences by the tag of the event."""

DETAILS: Final[dict[str, Details]] = {**foot.DETAILS, **horse.DETAILS, **command.DETAILS}
"""What stands below a sentence, where it is more than the accounts of the event as they are."""


class PremierTeller(Teller):
    """Knows formations and facings, and tells runs of steps as one line."""

    sentences: ClassVar[Mapping[str, Sentence]] = SENTENCES
    details: ClassVar[Mapping[str, Details]] = DETAILS

    def is_bookkeeping(self, event: Event) -> bool:
        """Markers that lie for all to see are no bookkeeping; taking one off is, and so are notes
        of what a unit has tried or done.
        """
        tag = tag_of(type(event))
        if tag == "Marked":
            return str(getattr(event, "mark", "")).partition(":")[0] in QUIET
        return tag in ("Unmarked", "OrderBegan", "FireLossesNoted", "RestBegan")

    def story(self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY) -> Iterator[str]:
        return story(self, events, pieces)

    def stance(self, piece: Piece) -> str:
        return (
            f"{self.unit(piece.id)} at {hexes(piece.hexes)} in {piece.formation.value} "
            f"facing {facing_name(piece.formation, piece.facing)}"
        )

    def facing(self, event: Any) -> str:
        return facing_name(event.formation, event.facing)
