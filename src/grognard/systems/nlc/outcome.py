"""How a battle came out: the verdict with its points, and what became of everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import rule
from grognard.kernel.outcome import Fate, Outcome, body_of, holders
from grognard.systems.nlc.demoralization import COUNTED
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.victory import verdict

GOOD: Final = "good"
DISRUPTED: Final = "disrupted"
TO_COME: Final = "to come"
PRESENT: Final = "present"
FALLEN: Final = "fallen"


def fates(table: Table) -> Iterator[Fate]:
    """What became of every unit so far, in points of strength."""
    for unit, printed in table.setting.roster.items():
        lost, how, gone = 0, TO_COME, False
        if unit in table.pieces:
            lost = printed.strength - table.strength(unit)
            how = DISRUPTED if table.pieces[unit].disrupted else GOOD
        elif unit in table.removed:
            how = table.removed[unit].how
            gone = how in COUNTED
            lost = printed.strength if gone else 0
        yield Fate(
            unit, printed.name, printed.side, printed.formation, printed.strength, lost, how, gone
        )


@rule("N18.1", "N18.4")
def outcome(table: Table) -> Outcome:
    """How the battle stands if it ends now."""
    setting, found, units = table.setting, verdict(table), tuple(fates(table))
    return Outcome(
        verdict=found.name,
        level=found.level,
        side=found.side,
        reasons=found.lines,
        points=found.points,
        units=units,
        leaders=tuple(_leaders(table)),
        bodies=tuple(
            body_of(name, held.name, held.side, units, table.tally.get(f"demoralized:{name}", 0))
            for name, held in setting.formations.items()
        ),
        places=holders({place.name: place.hexes for place in setting.places}, table.control),
    )


def _leaders(table: Table) -> Iterator[Fate]:
    for leader, printed in table.setting.leaders.items():
        general = table.leaders.get(leader)
        fallen = general is not None and general.lost_on > 0
        how = PRESENT if general is not None and general.at else TO_COME
        yield Fate(
            leader,
            printed.name,
            printed.side,
            "",
            1,
            int(fallen),
            FALLEN if fallen else how,
            fallen,
        )
