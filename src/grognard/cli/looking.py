"""What a player looks up at the text table: whom it is about, who stands where, odds, aims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from grognard.cli.menus import Menus
from grognard.host.game import Game
from grognard.host.sentences import Teller
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.setting import HALVES

SUBJECTS: Final = ("mover", "foe", "unit", "current", "leader", "waiting", "cavalry", "chargers")
"""Fields of a procedure that say whom its question is about, the likeliest first."""

ABOUT: Final = {
    "mover": "about", "foe": "about", "unit": "for", "current": "for", "leader": "for",
    "waiting": "for", "cavalry": "with", "chargers": "against",
}  # fmt: skip
NEAR: Final = 3
"""So many units nearest to the enemy are what the first map of a movement shows."""


MOST: Final = 8
"""So many enemies are named whom a charge can strike, the nearest first."""


class Looking:
    """Answers from what lies on the map; what only the enemy may know is not asked for."""

    def __init__(self, game: Game, teller: Teller, menus: Menus) -> None:
        self.game, self.teller, self.menus = game, teller, menus

    @property
    def table(self) -> Any:
        return self.game.state.table

    # --- whom a question is about

    def subject(self) -> str:
        """Whom the question is about, as the open procedure has it; empty where that is plain."""
        stack = self.game.state.stack
        if not stack or self.menus.ask.purpose in ("movement", "designate-charges", "ride"):
            return ""
        procedure = stack[-1].procedure
        for field in SUBJECTS:
            held = getattr(procedure, field, None)
            who = held[0] if isinstance(held, tuple) and held else held
            said = self._standing(who) if isinstance(who, str) else ""
            if said:
                return f"{ABOUT[field]} {said}"
        return ""

    def _standing(self, who: str) -> str:
        if who in self.table.pieces:
            return self.menus.standing(who)
        if who in self.table.setting.leaders:
            return self.teller.leader(who)
        return ""

    def nearest_to_enemy(self, side: str) -> list[Hex]:
        """Where a side stands nearest to its enemies: what its player looks at first."""
        table = self.table
        foes = [table.pieces[unit].at for unit in table.units_of(table.setting.enemy(side))]
        own = [table.pieces[unit].at for unit in table.units_of(side)]
        if not own:
            return self._entries(side)
        if not foes:
            return own
        own.sort(key=lambda at: (min(distance(at, foe) for foe in foes), at))
        first = own[0]
        return [at for at in own[:NEAR] if distance(at, first) <= 2 * NEAR] or own[:1]

    def _entries(self, side: str) -> list[Hex]:
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
        from grognard.cli.rides import ways

        options = self.menus.ask.options
        gallop, target = options.gallop, options.riding.target
        left = max(gallop.points) / HALVES
        yield f"{self.menus.standing(gallop.lead)}: {left:g} points left"
        if target:
            yield f"its target: {self._standing(target) or target}"
        found = ways(self.table, gallop)
        yield "can strike:" if found else "can strike nobody any more"
        for way in found[:MOST]:
            at, cost = name(self.table.pieces[way.foe].at), f"{way.cost / HALVES:g}"
            run = ", a straight run" if way.run else ""
            words = f": ride {gallop.lead} {' '.join(way.words)}{run}" if way.words else ""
            yield f"  {self.teller.unit(way.foe)} at {at} for {cost}{words}"

    def _charges(self) -> Iterator[str]:
        """Whom each charge that can be named could strike."""
        from grognard.systems.premier.horse.charge_search import contactable
        from grognard.systems.premier.horse.gallop import Gallop, allowance

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

    def at(self, hexes: Iterable[Hex]) -> Iterator[str]:
        """Who stands in these hexes, from the top."""
        for at in hexes:
            for unit in self.table.stacks.get(at, ()):
                yield self.menus.standing(unit)
            for leader, there in self.table.leaders.items():
                if there == at:
                    yield self.teller.leader(leader)

    def forces(self, side: str) -> Iterator[str]:
        """Every unit of a side: how it stands, or what has become of it."""
        setting, table = self.table.setting, self.table
        yield self.teller.side(side)
        for unit, printed in setting.roster.items():
            if printed.side != side:
                continue
            if unit in table.pieces:
                yield f"  {self.menus.standing(unit)}"
            elif unit in table.removed:
                if table.removed[unit] != "replaced":
                    yield f"  {self.teller.unit(unit)}: gone"
            elif not printed.regiment or printed.regiment not in table.pieces:
                yield f"  {self.teller.unit(unit)}: not on the map"
        for leader, held in setting.leaders.items():
            if held.side == side:
                at = table.leaders.get(leader)
                where = self.teller.at(at) if at else "not on the map"
                yield f"  {self.teller.leader(leader)}: {where}"

    def aims(self) -> Iterator[str]:
        """The aims of the battle, and the verdict if it ended now."""
        from grognard.systems.premier.packs.victory import verdict

        if getattr(self.game.setting, "aims", ""):
            yield self.game.setting.aims
        found = verdict(self.table)
        yield f"If the battle ended now: {found.name}"
        for line in found.lines:
            yield f"  {line}"

    # --- odds

    def odds(self, side: str, words: str) -> Iterator[str]:
        """The chances of an attack that is planned, as the side can know them."""
        state = self.game.state
        found = self.menus.adviser.look(state, side, "odds", text=words)
        guess = " (estimated: the enemy's values are not known)" if found.get("estimated") else ""
        if found["kind"] == "fire":
            yield f"{found['strength'] or 'fire'}, column {found['column']}{guess}"
            yield from _outcomes(found["outcomes"], "increments lost")
            return
        for check in found["checks"]:
            who = self.teller.unit(check["unit"])
            yield f"{check['role']} {who} holds {_percent(check['chance'])}"
        melee = found["melee"]
        yield f"melee at {' or '.join(melee['odds'])}{guess}"
        yield from _outcomes(melee["outcomes"], "")


def _outcomes(outcomes: list[dict[str, Any]], noun: str) -> Iterator[str]:
    said = [f"{each['result']} {_percent(each['chance'])}" for each in outcomes]
    yield f"  {noun + ': ' if noun else ''}{', '.join(said)}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"
