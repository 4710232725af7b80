"""A battle told in few lines: runs of steps as one line, bookkeeping left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from grognard.desks.catalogue import Figure
from grognard.desks.documents import Telling
from grognard.desks.teller import NONE, Teller
from grognard.desks.telling import parts_of
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.systems.bataille.pieces import facing_name

RUNS: Final = frozenset({"Moved", "Turned", "FacedAbout", "Rode", "ReactorRode", "RetreatMoved"})
"""Steps that are told in one line when one unit takes several of them."""


def tellings(
    teller: Teller, events: Iterable[Event], pieces: Mapping[str, Any]
) -> Iterator[Telling]:
    """The events told. ``pieces`` are as they stand after them."""
    spoken = [event for event in events if not teller.is_bookkeeping(event)]
    for (unit, _), run in groupby(spoken, key=_walker):
        if unit:
            yield _walk(teller, unit, list(run), pieces)
        else:
            yield from map(teller.telling, run)


def _walker(event: Event) -> tuple[str, str]:
    """Whose steps these are, and of what kind; turns belong to the march or ride they are part of."""
    tag = tag_of(type(event))
    if tag not in RUNS:
        return "", ""
    kind = "back" if tag == "RetreatMoved" else "on"
    return str(getattr(event, "unit", "")), kind


def _walk(teller: Teller, unit: str, steps: list[Event], pieces: Mapping[str, Any]) -> Telling:
    went = [step for step in steps if tag_of(type(step)) not in ("Turned", "FacedAbout")]
    last = tag_of(type(went[-1] if went else steps[-1]))
    told = teller.concordance.told
    clauses = dict.fromkeys(told(clause) for step in went or steps for clause in step.cites())
    said = teller.catalogue.say(
        "run",
        {
            "unit": teller.who(unit), "kind": last, "steps": Figure(len(went)),
            "way": " ".join(
                [*(teller.there(_place(step)) for step in went[:-1]),
                 *(teller.ground_held(_place(step)) for step in went[-1:])]
            ),
            "facing": _faces(unit, steps, pieces),
        },
    )  # fmt: skip
    return Telling(parts_of(said), last, tuple(clauses))


def _place(step: Any) -> tuple[int, ...]:
    return (step.to,) if hasattr(step, "to") else step.hexes


def _faces(unit: str, steps: list[Any], pieces: Mapping[str, Any]) -> str:
    """How the unit faces at the end, as far as that can be told."""
    formation = None
    for step in reversed(steps):
        formation = formation or getattr(step, "formation", None)
    if formation is None and unit in pieces:
        formation = pieces[unit].formation
    return facing_name(formation, steps[-1].facing) if formation else NONE
