"""Advice about a battle of La Bataille: reach, zones, sight, and the odds of what is planned.

Where a sum needs values that the side may not know, it is worked out on several states imagined
from the side's view and the chances are averaged; such an answer is marked ``estimated``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

from grognard.desks.advice import MOST_LISTED, Adviser, Listing, Option
from grognard.kernel import Action, Ask, Reason, State
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import SIDES, Hex, distance, neighbour
from grognard.odds import AT_TABLE, guesses, imagined_chain
from grognard.odds.formulas import Formula
from grognard.systems.bataille.actions import (
    Advance,
    Assault,
    Enter,
    FallBack,
    Finish,
    Form,
    March,
    Pick,
    Restack,
    Shoot,
)
from grognard.systems.bataille.desk.bending import risk_at, stop_at, way_look
from grognard.systems.bataille.desk.formulas import MORALE
from grognard.systems.bataille.desk.odds import fire_odds, morale_odds
from grognard.systems.bataille.desk.officer import BatailleOfficer
from grognard.systems.bataille.desk.rider_options import rider_option
from grognard.systems.bataille.desk.threat import threat_look
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.horse.charge_actions import Charge, Ride
from grognard.systems.bataille.movement import march
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.pieces import Piece
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

IMAGINED: Final = 6
"""So many states are imagined for an estimate."""

CHAINED: Final = 3
"""So many of them are followed through the whole chain of an attack."""

FARTHEST: Final = 60

ATTACKS: Final = (Shoot, Assault, Charge, Ride)

WEIGHED: Final = frozenset({
    "retreat-before-melee", "form-square", "reaction-charge", "opportunity-charge", "evade",
    "evade-charge", "declare-target", "spare-horses", "join-contact",
    "leader-slips-away", "recovery-order",
})  # fmt: skip
"""Questions in the course of an attack whose answers are weighed to its end."""


class BatailleAdviser(Adviser):
    """Answers from the rules that the editions share."""

    # --- what is offered

    def units(self, ask: Ask) -> tuple[str, ...]:
        options = ask.options
        if not hasattr(options, "of_unit"):
            return ()
        table: Table = options.table
        found = [
            unit
            for unit in table.units_of(ask.side)
            if next(iter(options.of_unit(unit)), None) is not None
        ]
        return tuple(found)

    def listed(
        self, state: State, unit: str = "", hex_: int = 0, most: int = MOST_LISTED
    ) -> Listing:
        ask = state.pending
        if unit and isinstance(ask, Ask) and hasattr(ask.options, "of_unit"):
            table: Table = state.table
            named = ask.options.of_unit(unit) if unit in table.pieces else self._others(ask, unit)
            ended = (action for action in named if not hex_ or self._ends_at(table, action, hex_))
            found = list(islice(ended, most + 1))
            options = tuple(self.option(state, action) for action in found[:most])
            return Listing(options, more=len(found) > most)
        if not unit and isinstance(ask, Ask) and hasattr(ask.options, "of_unit"):
            return self._without_units(state, ask, most)
        return super().listed(state, unit, hex_, most)

    def _others(self, ask: Ask, unit: str) -> Iterator[Action]:
        """Orders for a unit off the map, or for a leader."""
        return (action for action in self._general(ask) if unit in str(action).split())

    def _general(self, ask: Ask) -> Iterator[Action]:
        """What is offered besides the orders of units on the map."""
        if Finish() in ask.options:
            yield Finish()
        yield from ask.options.of_others()

    def _without_units(self, state: State, ask: Ask, most: int) -> Listing:
        found = list(islice(self._general(ask), most + 1))
        options = tuple(self.option(state, action) for action in found[:most])
        return Listing(options, more=len(found) > most)

    def _ends_at(self, table: Table, action: Action, at: Hex) -> bool:
        if isinstance(action, March) and action.unit in table.pieces:
            return at in end_of(table, action)[0]
        return isinstance(action, Form) and at in action.hexes

    def option(self, state: State, action: Action) -> Option:
        words, verb = str(action), str(action).partition(" ")[0]
        match action:
            case March():
                return self._march(state.table, action)
            case Form():
                return Option(
                    words, verb, action.unit, ends=action.hexes, facing=action.facing,
                    formation=action.formation.value,
                )  # fmt: skip
            case Enter():
                return Option(
                    words, verb, action.unit, ends=(action.at,), facing=action.facing,
                    formation=action.formation.value,
                )  # fmt: skip
            case Shoot():
                units = tuple(firer.unit for firer in action.firers)
                return Option(words, verb, units[0], target=action.target, units=units)
            case Assault():
                return Option(words, verb, action.units[0], action.target, action.units)
            case FallBack():
                return Option(words, verb, action.unit, ends=(action.to,))
            case Advance():
                return Option(words, verb, units=action.units)
            case Restack():
                return Option(words, verb, target=action.at, units=action.units)
            case Pick():
                return _pick(state.table, words, action)
            case _:
                return rider_option(state, action) or super().option(state, action)

    def _march(self, table: Table, order: March) -> Option:
        piece = table.pieces.get(order.unit)
        if piece is None:
            return Option(str(order), "march", order.unit)
        ends, facing, path, cost = walked(table, order)
        return Option(
            str(order), "march", order.unit, ends=ends, facing=facing, path=path, cost=cost,
            stops=stop_at(table, order.unit, ends) if ends != piece.hexes else "",
            warns=risk_at(table, order.unit, ends) if ends != piece.hexes else "",
        )  # fmt: skip

    # --- looking

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        looks: dict[str, Callable[..., dict[str, Any]]] = {
            "reach": self._reach, "zones": self._zones, "sight": self._sight, "odds": self._odds,
            "units": self._units, "morale": self._morale, "threat": self._threat,
            "way": lambda state, side, **about: way_look(state, self._hand, **about),
        }  # fmt: skip
        if what not in looks:
            raise GrognardError(f"there is no look {what!r}: {', '.join(sorted(looks))}")
        return looks[what](state, side, **about)

    def _units(self, state: State, side: str, **about: Any) -> dict[str, Any]:
        ask = state.pending
        if not isinstance(ask, Ask) or ask.side != side:
            return {"units": []}
        return {"units": list(self.units(ask))}

    def _reach(self, state: State, side: str, unit: str = "", **about: Any) -> dict[str, Any]:
        """Where a unit can march: for every place the cheapest way there."""
        table: Table = state.table
        hand = self._hand(state, _on_map(table, unit))
        if isinstance(hand, Reason):
            why = {"text": hand.text, "clause": table.cites(hand.clause)}
            return {"unit": unit, "hexes": [], "reason": why}
        piece = table.pieces[unit]
        marches = Marches(table, hand)
        paths = marches.paths()
        best: dict[Hex, tuple[int, int, Any]] = {}
        for pose, cost in marches.costs.items():
            at = pose[0][min(piece.main, len(pose[0]) - 1)]
            if pose[0] == piece.hexes:
                continue
            key = (cost, len(paths[pose]), pose)
            if at not in best or key < best[at]:
                best[at] = key
        return {
            "unit": unit,
            "allowance": hand.left / HALVES,
            "hexes": [
                {
                    "hex": at,
                    "cost": cost / HALVES,
                    "ends": list(pose[0]),
                    "facing": pose[1],
                    "path": list(_way(piece, paths[pose])),
                    "text": str(March(unit, paths[pose])),
                    "stops": stop_at(table, unit, pose[0]),
                    "warns": risk_at(table, unit, pose[0]),
                }
                for at, (cost, _, pose) in sorted(best.items())
            ],
        }

    def _hand(self, state: State, unit: str) -> InHand | Reason:
        ask = state.pending
        table: Table = state.table
        if isinstance(ask, Ask) and hasattr(ask.options, "in_hand"):
            if table.side_of(unit) == ask.side:
                found: InHand | Reason = ask.options.in_hand(unit)
                return found
        return march.take_in_hand(table, unit)

    def _zones(self, state: State, side: str, of: str = "", **about: Any) -> dict[str, Any]:
        """The zones of influence of a side, hex by hex, with the units that cast them."""
        table: Table = state.table
        if of not in table.setting.sides:
            raise GrognardError(f"there is no side {of!r}: {', '.join(table.setting.sides)}")
        index = table.setting.index(of)
        return {
            "of": of,
            "hexes": {str(at): sorted(units) for at, units in sorted(table.zones[index].items())},
        }

    def _sight(
        self, state: State, side: str, origin: int = 0, target: int = 0, **about: Any
    ) -> dict[str, Any]:
        """Is the line clear? With the heights under it, and the hex that hides the target."""
        table: Table = state.table
        ground = table.setting.ground
        for at in (origin, target):
            if not ground.on_map(at):
                raise GrognardError(f"{at:04d} is not on the map")
        if distance(origin, target) > FARTHEST:
            raise GrognardError(f"nobody looks farther than {FARTHEST} hexes")
        whose = side or table.setting.sides[0]
        seen = line_of_sight(table, origin, target, whose)
        line = [origin, *seen.crossed, *([target] if target not in seen.crossed else [])]
        return {
            "origin": origin, "target": target, "distance": distance(origin, target),
            "clear": seen.clear, "blocked_by": seen.blocked_by, "reason": seen.reason,
            "clause": table.cites(seen.clause),
            "line": [
                {"hex": at, "level": ground.level[at], "terrain": ground.terrain[at]}
                for at in dict.fromkeys(line)
            ],
        }  # fmt: skip

    # --- odds

    def _odds(self, state: State, side: str, text: str = "", **about: Any) -> dict[str, Any]:
        """The account and the chances of an attack that is planned, as the side can know them.

        An answer to a question on the way of an attack is followed to the end of that attack.
        """
        action = self.rules.parse(text)
        imagined = self._imagined(state, side)
        if not isinstance(action, ATTACKS) and not _is_asked(imagined[0], side):
            raise GrognardError(
                "odds are given for fire, assaults and charges, and for answers in their course"
            )
        tables = [guess.table for guess in imagined[:CHAINED]]
        if isinstance(action, Shoot):
            return {**fire_odds(tables, side, action), **self._chain(imagined, action)}
        if isinstance(action, Assault):
            return {**self.melee_odds(tables, side, action), **self._chain(imagined, action)}
        chain = self._chain(imagined, action)
        kind = "charge" if isinstance(action, Charge | Ride) else "choice"
        return {"kind": kind, "target": chain["chain"]["target"], "estimated": True, **chain}

    # --- the whole chain of an attack, and what is to be feared

    formulas: ClassVar[tuple[Formula, ...]] = (MORALE,)
    officer: ClassVar[type[BatailleOfficer]] = BatailleOfficer

    def _chain(self, imagined: list[State], action: Action) -> dict[str, Any]:
        """The chain as the side can know it: the mean over a few of the states it may be in."""
        found = imagined_chain(self.officer, imagined[:CHAINED], action, budget=AT_TABLE)
        return {"chain": found.document()}

    def _threat(self, state: State, side: str, target: int = 0, **about: Any) -> dict[str, Any]:
        """What the enemy could do next to a hex, or to every hex that the side holds."""
        if side not in self.setting.sides:
            raise GrognardError("those who watch hold nothing that could be attacked")
        return threat_look(self.officer, self._imagined(state, side)[:CHAINED], side, target)

    def melee_odds(self, tables: Sequence[Table], side: str, order: Assault) -> dict[str, Any]:
        """The numbers of an assault; an edition has its own card of melees."""
        return {"kind": "assault", "target": order.target, "estimated": True}

    def _morale(self, state: State, side: str, unit: str = "", **about: Any) -> dict[str, Any]:
        """The chance that a unit passes a check without an occasion of its own."""
        _on_map(state.table, unit)
        tables = [guess.table for guess in self._imagined(state, side)]
        return morale_odds(tables, side, unit)

    def _imagined(self, state: State, side: str) -> list[State]:
        seen = self.rules.view(state, side)
        return guesses(self.rules, seen, self.setting, IMAGINED)

    def chance(self, state: State, side: str, action: Any) -> float | None:
        if isinstance(action, Shoot):
            table = self._imagined(state, side)[0].table
            return float(fire_odds([table], side, action)["chance"]) * 100
        return None


# --- small things


def _is_asked(state: State, side: str) -> bool:
    """Is the side asked something in the course of an attack?"""
    ask = state.pending
    return isinstance(ask, Ask) and ask.side == side and ask.purpose in WEIGHED


def _on_map(table: Table, unit: str) -> str:
    if unit not in table.pieces:
        raise GrognardError(f"{unit!r} is not on the map")
    return unit


def _pick(table: Table, words: str, action: Pick) -> Option:
    choice = action.choice
    if choice in table.setting.roster:
        return Option(words, "pick", choice)
    if len(choice) == 4 and choice.isdigit() and table.setting.ground.on_map(int(choice)):
        return Option(words, "pick", target=int(choice))
    return Option(words, "pick")


def _way(piece: Piece, words: tuple[str, ...]) -> Iterator[Hex]:
    """The hexes that a unit's main hex enters; wheels are not followed."""
    at = piece.at
    for word in words:
        if word in SIDES:
            at = neighbour(at, SIDES.index(word))
            yield at


def walked(table: Table, order: March) -> tuple[tuple[Hex, ...], int, tuple[Hex, ...], float]:
    """Where a march ends, how the unit then faces, the way there, and what it costs."""
    from grognard.systems.bataille.movement.reach import after

    piece = table.pieces[order.unit]
    hand = march.take_in_hand(table, order.unit)
    if isinstance(hand, Reason):
        hand = InHand(order.unit, 2 * HALVES * table.printed(order.unit).movement)
    start, now = hand.spent, piece
    for word in order.path:
        leg = march.leg_from(table, hand, now, word)
        if isinstance(leg, Reason):
            break
        hand, now = after(table, hand, now, leg)
    cost = (hand.spent - start) / HALVES
    return now.hexes, now.facing, tuple(_way(piece, order.path)), cost


def end_of(table: Table, order: March) -> tuple[tuple[Hex, ...], int]:
    hexes, facing, _, _ = walked(table, order)
    return hexes, facing
