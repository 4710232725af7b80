"""What a player looks up at the text table: whom it is about, who stands where, aims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from grognard.desks.menus import InPlay, Menus, places_of, stands_at
from grognard.desks.teller import Teller
from grognard.kernel.engine import Frame
from grognard.mechanics.places import Place, distance, is_point

NEAR: Final = 3
"""So many units nearest to the enemy are what the first map of a movement shows."""

PLACES: Final = ("at", "target", "hexes", "to")
"""Fields of a procedure that hold places."""

NOBODY: Final[Mapping[str, Any]] = {}


class Looking:
    """Answers from what lies on the map; what only the enemy may know is not asked for."""

    subjects: ClassVar[Mapping[str, str]] = {"unit": "for", "leader": "for"}
    """Fields of a procedure that say whom its question is about, the likeliest first."""

    plain: ClassVar[frozenset[str]] = frozenset()
    """Questions by purpose of which it is plain whom they are about."""

    def __init__(self, battle: InPlay, teller: Teller, menus: Menus) -> None:
        self.battle, self.teller, self.menus = battle, teller, menus

    @property
    def table(self) -> Any:
        return self.battle.state.table

    # --- the head of a question

    def headline(self, view: Any) -> str:
        """When it is, and what is being done."""
        clock = getattr(view, "clock", None)
        when = self.teller.say("turn-now", turn=str(view.turn))
        for field in ("time", "weather"):
            said = getattr(clock, field, "") if clock else ""
            when += f", {self.teller.word(field, said)}" if said else ""
        phasing, segment = getattr(view, "phasing", ""), getattr(view, "segment", "")
        doing = [self.teller.side(phasing)] * bool(phasing)
        doing += [self.teller.word("segment", segment)] * bool(segment)
        return " | ".join(filter(None, (when, ", ".join(doing))))

    def subject(self) -> str:
        """Whom the question is about, as the open procedure has it; empty where that is plain."""
        stack = self.battle.state.stack
        if not stack or self.menus.ask.purpose in self.plain:
            return ""
        procedure = stack[-1].procedure
        for field, about in self.subjects.items():
            held = getattr(procedure, field, None)
            who = held[0] if isinstance(held, tuple) and held else held
            said = self.standing(who) if isinstance(who, str) else ""
            if said:
                return self.teller.say("subject", about=about, who=said)
        return ""

    def standing(self, who: str) -> str:
        """A unit on the map or a leader, in a line; empty for anything else."""
        if who in self.table.pieces:
            return self.menus.standing(who)
        if who in getattr(self.table.setting, "leaders", NOBODY):
            return self.teller.leader(who)
        return ""

    def focus(self, side: str) -> list[Place]:
        """The places of what is being decided: the innermost procedure names units or places."""
        stack, setting = self.battle.state.stack, self.table.setting
        return focus(stack, self.table, setting) or self.nearest_to_enemy(side)

    def nearest_to_enemy(self, side: str) -> list[Place]:
        """Where a side stands nearest to its enemies: what its player looks at first."""
        table = self.table
        sides = table.setting.sides
        own = [places_of(table.pieces[unit])[0] for unit in table.units_of(side)]
        foes = [
            places_of(table.pieces[unit])[0]
            for other in sides
            if other != side
            for unit in table.units_of(other)
        ]
        if not own:
            return self.entries(side)
        if not foes:
            return own
        own.sort(key=lambda at: (min(distance(at, foe) for foe in foes), at))
        first = own[0]
        return [at for at in own[:NEAR] if distance(at, first) <= 2 * NEAR] or own[:1]

    def entries(self, side: str) -> list[Place]:
        """Where the next of a side come onto the map."""
        return []

    # --- what helps with a question

    def aids(self, purpose: str) -> Iterator[str]:
        """Lines that a player needs before he can answer."""
        yield from ()

    # --- looking

    def at(self, hexes: Iterable[Place]) -> Iterator[str]:
        """Who stands in these places, from the top."""
        for at in hexes:
            for unit in self.standing_at(at):
                yield self.menus.standing(unit)
            for leader, there in getattr(self.table, "leaders", NOBODY).items():
                if stands_at(there) == at:
                    yield self.teller.leader(leader)

    def standing_at(self, at: Place) -> Iterable[str]:
        """The units in a place, from the top."""
        stacks: Mapping[Place, Sequence[str]] | None = getattr(self.table, "stacks", None)
        if stacks is not None:
            return stacks.get(at, ())
        return [unit for unit, piece in self.table.pieces.items() if at in places_of(piece)]

    def forces(self, side: str) -> Iterator[str]:
        """Every unit of a side: how it stands, or what has become of it."""
        setting, table = self.table.setting, self.table
        yield self.teller.side(side)
        for unit, printed in setting.roster.items():
            if printed.side != side:
                continue
            said = self.menus.standing(unit) if unit in table.pieces else self.absent(unit)
            if said:
                yield f"  {said}"
        leaders = getattr(table, "leaders", NOBODY)
        for leader, held in getattr(setting, "leaders", NOBODY).items():
            if held.side == side:
                at = stands_at(leaders.get(leader, 0))
                where = self.teller.at(at) if at else self.teller.say("off-map")
                yield f"  {self.teller.leader(leader)}: {where}"

    def absent(self, unit: str) -> str:
        """A unit that is not on the map; empty for one that need not be named."""
        gone = unit in getattr(self.table, "removed", NOBODY)
        return self.teller.say("gone" if gone else "not-on-map", unit=self.teller.unit(unit))

    def aims(self) -> Iterator[str]:
        """The aims of the battle, and how they stand now where that can be told."""
        if getattr(self.battle.setting, "aims", ""):
            yield self.teller.phrase(str(self.battle.setting.aims))


def focus(stack: Sequence[Frame], lies: Any, setting: Any) -> list[Place]:
    """The places of what is being decided: the innermost procedure names units, leaders or places.

    ``lies`` is what lies on the map: a table, or what a side sees of it.
    """
    pieces, leaders = getattr(lies, "pieces", NOBODY), getattr(lies, "leaders", NOBODY)
    for frame in reversed(stack):
        found: list[Place] = []
        for field in frame.procedure.__struct_fields__:
            held = getattr(frame.procedure, field)
            for value in held if isinstance(held, tuple) else (held,):
                kind = type(value)
                if kind is str and value in pieces:
                    found += places_of(pieces[value])
                elif kind is str and value in leaders:
                    found.append(stands_at(leaders[value]))
                elif kind is int and field in PLACES:
                    found += [value] if _is_place(setting, value) else []
        if found:
            return found
    return []


def _is_place(setting: Any, value: int) -> bool:
    return is_point(value) or (hasattr(setting, "ground") and setting.ground.on_map(value))
