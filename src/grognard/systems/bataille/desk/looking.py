"""What a player of La Bataille looks up: whom a charge can strike, aims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from grognard.desks.catalogue import Figure, Points
from grognard.desks.looking import Looking
from grognard.desks.teller import NONE, slot
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.setting import HALVES

MOST: Final = 8
"""So many enemies are named whom a charge can strike, the nearest first."""


class BatailleLooking(Looking):
    """Knows charges, arrivals and the verdict."""

    subjects: ClassVar[Mapping[str, str]] = {
        "mover": "about", "foe": "about", "unit": "for", "current": "for", "leader": "for",
        "waiting": "for", "cavalry": "with", "chargers": "against",
    }  # fmt: skip
    plain: ClassVar[frozenset[str]] = frozenset({"movement", "designate-charges", "ride"})

    def entries(self, side: str) -> list[Hex]:
        """Where the next of a side come onto the map."""
        setting = self.table.setting
        for group in setting.arrivals:
            if group.side == side and not any(u in self.table.pieces for u in group.units):
                return list(setting.zones[group.zone])
        return []

    # --- what helps with a question

    def aids(self, purpose: str) -> Iterator[str]:
        """Lines that a player needs before he can answer."""
        if purpose == "ride":
            yield from self._ride()
        elif purpose == "designate-charges":
            yield from self._charges()

    def _ride(self) -> Iterator[str]:
        """How many points a charge has, its target, and whom it can still strike by which way."""
        from grognard.systems.bataille.desk.rides import ways

        options = self.menus.ask.options
        gallop, target = options.gallop, options.riding.target
        say, left = self.teller.say, Points.of(max(gallop.points))
        yield say("left-of-ride", label=self.menus.standing(gallop.lead), points=left)
        if target:
            yield say("its-target", unit=self.standing(target) or target)
        found = ways(self.table, gallop)
        yield say("can-strike", count=Figure(len(found)))
        for way in found[:MOST]:
            words = f"{gallop.lead} {' '.join(way.words)}" if way.words else NONE
            at = name(self.table.pieces[way.foe].at)
            yield "  " + say(
                "strikes", unit=self.teller.unit(way.foe), at=at, cost=Points.of(way.cost),
                words=words, run=slot(way.run),
            )  # fmt: skip

    def _charges(self) -> Iterator[str]:
        """Whom each charge that can be named could strike."""
        from grognard.systems.bataille.horse.charge_search import contactable
        from grognard.systems.bataille.horse.gallop import charge_of

        for action in self.menus.ask.options:
            units: tuple[str, ...] = getattr(action, "units", ())
            if not units:
                continue
            gallop = charge_of(self.table, units)
            found = contactable(self.table, gallop)
            foes = ", ".join(
                f"{foe} ({cost / HALVES:g})"
                for foe, cost in sorted(found.items(), key=lambda each: (each[1], each[0]))
            )
            yield self.teller.say(
                "charge-reach", units=" ".join(units), points=Points.of(gallop.left),
                foes=foes or NONE,
            )  # fmt: skip

    # --- looking

    def absent(self, unit: str) -> str:
        table, printed = self.table, self.table.setting.roster[unit]
        if unit in table.removed:
            return "" if table.removed[unit] == "replaced" else super().absent(unit)
        whole = printed.regiment and printed.regiment in table.pieces
        return "" if whole else super().absent(unit)

    def aims(self) -> Iterator[str]:
        """The aims of the battle, and the verdict if it ended now."""
        from grognard.systems.bataille.packs.victory import judged_next, verdict

        yield from super().aims()
        found = verdict(self.table, judged_next(self.table))
        yield self.teller.say("ended-now", verdict=self.teller.phrase(found.name))
        for line in found.lines:
            yield f"  {self.teller.phrase(line)}"
