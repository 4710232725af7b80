"""What a player of La Bataille Premier looks up: whom a charge can strike, odds, aims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from grognard.desks.looking import Looking, guessed, outcomes, percent
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.setting import HALVES

MOST: Final = 8
"""So many enemies are named whom a charge can strike, the nearest first."""


class PremierLooking(Looking):
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
        from grognard.systems.premier.desk.rides import ways

        options = self.menus.ask.options
        gallop, target = options.gallop, options.riding.target
        left = max(gallop.points) / HALVES
        yield f"{self.menus.standing(gallop.lead)}: {left:g} points left"
        if target:
            yield f"its target: {self.standing(target) or target}"
        found = ways(self.table, gallop)
        yield "can strike:" if found else "can strike nobody any more"
        for way in found[:MOST]:
            at, cost = name(self.table.pieces[way.foe].at), f"{way.cost / HALVES:g}"
            run = ", a straight run" if way.run else ""
            words = f": ride {gallop.lead} {' '.join(way.words)}{run}" if way.words else ""
            yield f"  {self.teller.unit(way.foe)} at {at} for {cost}{words}"

    def _charges(self) -> Iterator[str]:
        """Whom each charge that can be named could strike."""
        from grognard.systems.bataille.horse.charge_search import contactable
        from grognard.systems.bataille.horse.gallop import Gallop, allowance

        for action in self.menus.ask.options:
            units: tuple[str, ...] = getattr(action, "units", ())
            if not units:
                continue
            points = tuple(allowance(self.table, unit) for unit in units)
            found = contactable(self.table, Gallop(units, points))
            foes = ", ".join(
                f"{foe} ({cost / HALVES:g})"
                for foe, cost in sorted(found.items(), key=lambda each: (each[1], each[0]))
            )
            reach = f"could strike {foes}" if foes else "can reach nobody"
            yield f"{' '.join(units)}: {max(points) / HALVES:g} points, {reach}"

    # --- looking

    def absent(self, unit: str) -> str:
        table, printed = self.table, self.table.setting.roster[unit]
        if unit in table.removed:
            return "" if table.removed[unit] == "replaced" else f"{self.teller.unit(unit)}: gone"
        whole = printed.regiment and printed.regiment in table.pieces
        return "" if whole else f"{self.teller.unit(unit)}: not on the map"

    def aims(self) -> Iterator[str]:
        """The aims of the battle, and the verdict if it ended now."""
        from grognard.systems.bataille.packs.victory import verdict

        yield from super().aims()
        found = verdict(self.table)
        yield f"If the battle ended now: {found.name}"
        for line in found.lines:
            yield f"  {line}"

    # --- odds

    def odds(self, side: str, words: str) -> Iterator[str]:
        """The chances of an attack that is planned, as the side can know them."""
        found = self.menus.adviser.look(self.battle.state, side, "odds", text=words)
        guess = guessed(found)
        if found["kind"] == "fire":
            yield f"{found['strength'] or 'fire'}, column {found['column']}{guess}"
            yield from outcomes(found["outcomes"], "increments lost")
            return
        if "checks" not in found:
            holders = [
                {"result": self.teller.side(who) if who else "nobody", "chance": chance}
                for who, chance in found["chain"]["holder"].items()
            ]
            yield f"followed to its end{guess}"
            yield from outcomes(holders, "the hex is held by")
            return
        for check in found["checks"]:
            who = self.teller.unit(check["unit"])
            yield f"{check['role']} {who} holds {percent(check['chance'])}"
        melee = found["melee"]
        yield f"melee at {' or '.join(melee['odds'])}{guess}"
        yield from outcomes(melee["outcomes"], "")
