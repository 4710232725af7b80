"""A battle told in few lines: runs of steps as one line, bookkeeping left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from grognard.desks.teller import Teller
from grognard.desks.wording import hexes
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.systems.bataille.pieces import facing_name

RUNS: Final = {
    "Moved": "marches",
    "Turned": "turns",
    "FacedAbout": "faces about",
    "Rode": "rides",
    "ReactorRode": "rides to meet the charge",
    "RetreatMoved": "goes back",
}
"""Steps that are told in one line when one unit takes several of them."""


def story(teller: Teller, events: Iterable[Event], pieces: Mapping[str, Any]) -> Iterator[str]:
    """The events in lines. ``pieces`` are as they stand after them."""
    spoken = [event for event in events if not teller.is_bookkeeping(event)]
    for (unit, _), run in groupby(spoken, key=_walker):
        steps = list(run)
        if unit:
            yield _walk(teller, unit, steps, pieces)
        else:
            for event in steps:
                yield from teller.lines(event)


def _walker(event: Event) -> tuple[str, str]:
    """Whose steps these are, and of what kind; turns belong to the march or ride they are part of."""
    tag = tag_of(type(event))
    if tag not in RUNS:
        return "", ""
    kind = "back" if tag == "RetreatMoved" else "on"
    return str(getattr(event, "unit", "")), kind


def _walk(teller: Teller, unit: str, steps: list[Event], pieces: Mapping[str, Any]) -> str:
    went = [step for step in steps if tag_of(type(step)) not in ("Turned", "FacedAbout")]
    last = went[-1] if went else steps[-1]
    verb = RUNS[tag_of(type(last))]
    told = teller.concordance.told
    clauses = dict.fromkeys(told(clause) for step in went or steps for clause in step.clauses)
    cited = f" ({', '.join(clauses)})" if clauses else ""
    way = " ".join(_place(step) for step in went)
    to = f" to {way}" if len(went) == 1 else f" by {way}" if went else ""
    return f"{teller.unit(unit)} {verb}{to}{_faces(unit, steps, pieces)}{cited}"


def _place(step: Any) -> str:
    return hexes((step.to,)) if hasattr(step, "to") else hexes(step.hexes)


def _faces(unit: str, steps: list[Any], pieces: Mapping[str, Any]) -> str:
    """How the unit faces at the end, as far as that can be told."""
    formation = None
    for step in reversed(steps):
        formation = formation or getattr(step, "formation", None)
    if formation is None and unit in pieces:
        formation = pieces[unit].formation
    return f", facing {facing_name(formation, steps[-1].facing)}" if formation else ""
