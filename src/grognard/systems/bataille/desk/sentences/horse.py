"""What sentences of charges, reactions and the state of the horses are filled with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.catalogue import Points

if TYPE_CHECKING:
    from grognard.desks.teller import Arguments
    from grognard.systems.bataille.desk.sentences.teller import BatailleTeller as Teller

Filled = Mapping[str, Any]


def _began(teller: Teller, event: Any) -> Filled:
    riders = [
        teller.catalogue.say("rider", {"unit": teller.who(unit), "points": Points.of(points)})
        for unit, points in zip(event.units, event.points, strict=True)
    ]
    return {"riders": teller.listed(riders)}


def _trampled(teller: Teller, event: Any) -> Filled:
    return {"by": teller.those(event.by), "cost": Points.of(event.spent)}


def _rest_began(teller: Teller, event: Any) -> Filled:
    side, _, turn = event.since.partition(":")
    return {"side": side, "turn": turn}


def _rest_broken(teller: Teller, event: Any) -> Filled:
    return {"reasons": teller.listed([teller.phrase(reason) for reason in event.reasons])}


ARGUMENTS: Final[dict[str, Arguments]] = {
    "ChargeBegan": _began,
    "Trampled": _trampled,
    "RestBegan": _rest_began,
    "RestBroken": _rest_broken,
}
