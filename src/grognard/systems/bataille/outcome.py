"""How a battle came out: the verdict, and what became of every unit, leader and organisation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import rule
from grognard.kernel.outcome import Fate, Judged, Outcome, body_of, holders
from grognard.systems.bataille.movement.outside import lost_outside
from grognard.systems.bataille.packs.victory import (
    DRAW,
    is_spent,
    judged_before,
    level_now,
    levels_judged,
    verdict,
)
from grognard.systems.bataille.table import Table

TO_COME: Final = "to come"
PRESENT: Final = "present"


def fates(table: Table) -> Iterator[Fate]:
    """What became of every unit so far; one that is not yet there has lost nobody."""
    for unit, printed in table.setting.roster.items():
        piece, fate = table.pieces.get(unit), table.removed.get(unit, "")
        if piece is not None:
            lost, how = piece.lost, piece.cohesion.value
        else:
            lost = printed.increments if is_spent(fate) else lost_outside(fate)
            how = fate.partition(":")[0] or TO_COME
        yield Fate(
            unit, printed.name, printed.side, printed.organisation, printed.increments, lost, how,
            piece is None and is_spent(fate),
        )  # fmt: skip


@rule("PR-170")
def outcome(table: Table) -> Outcome:
    """How the battle stands if it ends now."""
    setting, found, units = table.setting, verdict(table), tuple(fates(table))
    earlier = tuple(_earlier(table))
    return Outcome(
        verdict=found.name,
        level=found.level,
        side=found.side,
        reasons=(*(f"At {each.time}: {each.verdict}." for each in earlier), *found.lines),
        points={},
        units=units,
        leaders=tuple(_leaders(table)),
        bodies=tuple(
            body_of(body.id, body.name, body.side, units, level_now(table, body))
            for body in setting.organisations
        ),
        places=holders(setting.places, table.control),
        earlier=earlier,
    )


def _earlier(table: Table) -> Iterator[Judged]:
    """How the battle stood when it was judged before."""
    for turn, reached in judged_before(table):
        levels = {each.name: each for each in levels_judged(table.setting, turn)}
        level, side = DRAW, ""
        if reached in levels:
            level, side = levels[reached].level, levels[reached].side
        yield Judged(table.setting.turns[turn - 1].time, level, reached, side)


def _leaders(table: Table) -> Iterator[Fate]:
    """What became of every leader; one who is wounded comes back when he is well."""
    for leader, printed in table.setting.leaders.items():
        fate = table.removed.get(leader, "")
        how = PRESENT if leader in table.leaders else fate.partition(":")[0] or TO_COME
        lost = leader not in table.leaders and bool(fate)
        yield Fate(leader, printed.name, printed.side, "", 1, int(lost), how, lost)
