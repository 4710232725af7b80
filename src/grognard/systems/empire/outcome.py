"""How a battle came out: the verdict with its points, and what became of everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import rule
from grognard.kernel.outcome import Fate, Outcome, body_of
from grognard.systems.empire.table import Table
from grognard.systems.empire.victory import ELIMINATED, FLED, points, verdict

GOOD: Final = "good"
DISORDERED: Final = "disordered"
TO_COME: Final = "to come"


def fates(table: Table) -> Iterator[Fate]:
    """What became of every unit so far, in losses of its cohesion."""
    for unit, card in table.setting.roster.items():
        lost, how, gone = 0, TO_COME, False
        if unit in table.pieces:
            piece = table.pieces[unit]
            lost, how = piece.losses, DISORDERED if piece.disordered else GOOD
        elif unit in table.removed:
            how = table.removed[unit].how
            gone = how in (ELIMINATED, FLED)
            lost = card.cohesion if gone else 0
        yield Fate(unit, card.name, card.side, card.division, card.cohesion, lost, how, gone)


@rule("EV.3")
def outcome(table: Table) -> Outcome:
    """How the battle stands if it ends now."""
    setting, units = table.setting, tuple(fates(table))
    side, level = verdict(table)
    said = f"{setting.armies[side].name}: {level}" if side else level
    return Outcome(
        verdict=said,
        level=level,
        side=side,
        reasons=(),
        points={each: points(table, each) for each in setting.sides},
        units=units,
        leaders=tuple(
            Fate(held.id, held.name, held.side, held.division, 1, int(lost), "fallen" if lost else "present", lost)
            for held in setting.commanders.values()
            for lost in [table.officers[held.id].lost]
        ),
        bodies=tuple(
            body_of(held.id, held.name, held.side, units, 0) for held in setting.divisions.values()
        ),
        places={
            objective.name: table.holders[objective.id]
            for objective in setting.objectives.values()
        },
    )  # fmt: skip
