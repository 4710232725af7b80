"""Advice about a battle of Napoleon's Later Campaigns: reach, sight, range, and what is likely."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

import msgspec

from grognard.desks.advice import Option
from grognard.desks.documents import Party, Reach, Shape, Way
from grognard.desks.offers import Offering
from grognard.kernel import Action, Ask, Reason, State, why_not
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import Hex, name
from grognard.odds import AT_TABLE, guesses, imagined_chain
from grognard.systems.nlc.actions import Lead, Move, Pick
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.command.offers import deciders
from grognard.systems.nlc.command.order_actions import BadMove, Record, Send
from grognard.systems.nlc.command.ranges import leader_of, trace
from grognard.systems.nlc.desk import standing
from grognard.systems.nlc.desk.bending import way_look
from grognard.systems.nlc.desk.command_odds import order_odds
from grognard.systems.nlc.desk.drafts import written_order
from grognard.systems.nlc.desk.formulas import FORMULAS
from grognard.systems.nlc.desk.odds import assault_odds, bombardment_odds, charge_odds
from grognard.systems.nlc.desk.officer import NlcOfficer
from grognard.systems.nlc.desk.threat import threat_look
from grognard.systems.nlc.guns.bombardment import Bombard
from grognard.systems.nlc.guns.sight import sees
from grognard.systems.nlc.hidden.marching import Hide
from grognard.systems.nlc.horse.charge_actions import Charge, React
from grognard.systems.nlc.kinds import HALVES
from grognard.systems.nlc.movement import riding
from grognard.systems.nlc.movement.entry import Enter
from grognard.systems.nlc.movement.extended import Contract, Extend
from grognard.systems.nlc.movement.options import MovementOptions
from grognard.systems.nlc.movement.reach import Walker
from grognard.systems.nlc.table import Table

IMAGINED: Final = 2
"""So many states are imagined for what is to be feared."""

MARCHING: Final = (Move, Enter, Lead)
ATTACKS: Final = (Assault, Charge, Bombard)

WEIGHED: Final = frozenset({
    "stand-or-retreat", "withdraw", "react", "support", "pursue",
    "resolve-assault", "enfiladed-square",
})  # fmt: skip
"""Questions in the course of an attack whose answers are weighed to its end."""


ROLES: Final = {
    "move": "march", "enter": "enter", "lead": "lead", "bombard": "strike", "assault": "strike",
    "charge": "strike", "react": "strike", "support": "strike",
}  # fmt: skip
MEANS: Final = {
    "bombard": "fire", "support": "fire", "assault": "advance", "charge": "gallop", "react": "gallop",
}  # fmt: skip
WRITTEN: Final = {
    "orders": "send", "record-decision": "record", "choose-orders": "record", "bad-move": "badmove",
}  # fmt: skip
"""Questions that are answered by writing an order, with its verb."""


class NlcAdviser(Offering):
    """Answers from the rules of Napoleon's Later Campaigns."""

    roles: ClassVar[Mapping[str, str]] = ROLES
    means: ClassVar[Mapping[str, str]] = MEANS
    alone: ClassVar[frozenset[str]] = frozenset({"charge", "react", "support"})
    on_map: ClassVar[frozenset[str]] = frozenset({"movement", "bombard", "charge", "assault"})
    weighed: ClassVar[frozenset[str]] = WEIGHED | {"opportunity-fire"}
    gained: ClassVar[frozenset[str]] = frozenset({"advance"})
    written: ClassVar[Mapping[str, str]] = WRITTEN

    # --- what is offered

    def units(self, ask: Ask) -> tuple[str, ...]:
        options = ask.options
        return tuple(options.units()) if isinstance(options, MovementOptions) else ()

    def orders(self, state: State, unit: str = "", hex_: int = 0) -> Iterator[Action]:
        ask = state.pending
        if not isinstance(ask, Ask) or not isinstance(ask.options, MovementOptions):
            return super().orders(state, unit, hex_)
        return self._moves(ask.options, unit, hex_)

    def _moves(self, options: MovementOptions, unit: str, hex_: Hex) -> Iterator[Action]:
        if not unit and not hex_:
            yield from options.of_nobody()
            return
        for action in options.of_unit(unit) if unit else options:
            path = getattr(action, "path", ())
            if not hex_ or (path and path[-1] == hex_):
                yield action

    def option(self, state: State, action: Action) -> Option:
        made = super().option(state, action)
        if isinstance(action, MARCHING):
            cost = self._cost(state.table, action)
            return Option(
                made.text, made.kind, unit=made.unit or (made.units[0] if made.units else ""),
                units=made.units, ends=(action.path[-1],), path=action.path, cost=cost,
            )  # fmt: skip
        if isinstance(action, Charge | React):
            return Option(
                made.text, made.kind, unit=action.unit, target=action.path[-1], path=action.path
            )
        if isinstance(action, Extend):
            return msgspec.structs.replace(made, ends=(action.one, action.other))
        if isinstance(action, Contract):
            return msgspec.structs.replace(made, ends=(action.at,))
        if isinstance(action, Hide):
            return msgspec.structs.replace(made, unit=action.force, path=action.plot)
        return made

    def _cost(self, table: Table, action: Move | Enter | Lead) -> float:
        if isinstance(action, Move):
            costs = Walker(table, action.units).walk(action.path)
            return sum(costs) / HALVES if isinstance(costs, list) else 0
        if isinstance(action, Lead) and action.leader in table.leaders:
            return riding.within(table, action.leader).get(action.path[-1], 0) / HALVES
        return 0

    # --- as offers

    def beside_reach(self, state: State, unit: str, orders: Iterator[Action]) -> Iterator[Action]:
        if not unit or unit not in state.table.pieces:
            return orders
        return (action for action in orders if not isinstance(action, Move))

    def place(self, state: State, action: Action, made: Option) -> Hex:
        if isinstance(action, Pick):
            unit, mark, at = action.choice.partition("@")
            if mark:
                return int(at)
            if action.choice.isdigit() and len(action.choice) == 4:
                return int(action.choice)
            return self.stands(state, unit)
        return super().place(state, action, made)

    def stands(self, state: State, unit: str) -> Hex:
        general = state.table.leaders.get(unit)
        return general.at if general is not None else super().stands(state, unit)

    def parties(self, action: Any) -> tuple[Party, ...]:
        if isinstance(action, Charge | React):
            return (Party(action.unit, action.path[0] if len(action.path) > 1 else 0),)
        return super().parties(action)

    def draft(self, state: State, draft: Any) -> Action:
        if draft.kind in WRITTEN.values():
            return written_order(state, self, draft)
        units = tuple(sorted(party.unit for party in draft.by))
        if draft.kind == Assault.verb:
            return Assault(units, draft.at)
        if draft.kind == Bombard.verb:
            return Bombard(units, draft.at)
        for action in self.orders(state):
            if (
                self.offer(state, action).by == draft.by
                and getattr(action, "verb", "") == draft.kind
            ):
                return action
        return super().draft(state, draft)

    def meant(self, state: State, unit: str, at: Hex, whom: str) -> Iterator[Action]:
        ask = state.pending
        if not isinstance(ask, Ask) or unit not in state.table.pieces:
            return
        for kind in ask.options.kinds:
            if kind in (Assault, Bombard):
                yield kind((unit,), at)
            elif kind is Charge:
                yield Charge(unit, (at,))

    def barred(self, state: State, side: str, unit: str, at: Hex, whom: str) -> Reason | None:
        """Of a move the reason of the way there; all as the side may know it."""
        (guess,) = guesses(self.rules, self.rules.view(state, side), self.setting, 1, first=1)
        table: Table = guess.table
        options = getattr(state.pending, "options", None)
        known = unit in table.pieces and table.setting.ground.on_map(at)
        if not known or not isinstance(options, MovementOptions):
            return super().barred(guess, side, unit, at, whom)
        if unit not in options.units():
            around = table.setting.ground.around[table.pieces[unit].at]
            return why_not(guess, Move((unit,), (next(filter(None, around)),)))[0]
        found = way_look(table, side, unit, name(at)).get("reason")
        return Reason(**found) if found else None

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        """Where a unit could end its move, or several of one hex together."""
        (guess,) = guesses(self.rules, self.rules.view(state, side), self.setting, 1, first=1)
        table: Table = guess.table
        for each in units:
            if each not in table.pieces:
                raise GrognardError(f"{each!r} is not on the map")
        walker = Walker(table, units)
        reached = walker.reach()
        ways = (self._way(units, walker, at, reached[at]) for at in walker.ends())
        along = self._companions(state, units[0])
        return Reach("+".join(units), tuple(ways), walker.left / HALVES, along)

    def _companions(self, state: State, unit: str) -> tuple[str, ...]:
        """Those of the same hex whom some move takes along."""
        moves = (action for action in self.orders(state, unit) if isinstance(action, Move))
        found = dict.fromkeys(each for move in moves for each in move.units)
        return tuple(each for each in found if each != unit)

    def _way(self, units: tuple[str, ...], walker: Walker, at: Hex, cost: int) -> Way:
        path = walker.path_to(at)
        return Way(str(Move(units, path)), path, Shape((at,)), cost / HALVES)

    # --- looking

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        looks: dict[str, Callable[..., dict[str, Any]]] = {
            "zones": self._zones,
            "sight": self._sight,
            "range": self._range,
            "papers": lambda table, side, **about: standing.muster(table),
            "way": way_look,
        }
        if what == "threat":
            return self._threat(state, side, **about)
        if what not in looks and what not in ("odds", "desk"):
            return super().look(state, side, what, **about)
        (guess,) = guesses(self.rules, self.rules.view(state, side), self.setting, 1, first=1)
        if what == "odds":
            return self._weighed(guess, side, **about)
        if what == "desk":
            return self._desk(guess, side)
        return looks[what](guess.table, side, **about)

    # --- the whole chain of an attack, and what is to be feared

    formulas = FORMULAS
    officer = NlcOfficer

    def _weighed(self, guess: State, side: str, text: str = "", **about: Any) -> dict[str, Any]:
        """Cards with their accounts, and the chain of what is an attack or belongs to one."""
        chain = self._chain(guess, text)
        action = self.rules.parse(text)
        if chain and not isinstance(action, (*ATTACKS, React)):
            return {"kind": "choice", "target": chain["chain"]["target"], "cards": [], **chain}
        return {**self._odds(guess.table, side, action), **chain}

    def _chain(self, guess: State, text: str) -> dict[str, Any]:
        """The whole chain of an attack, as the side can know it."""
        action = self.rules.parse(text)
        if not isinstance(action, ATTACKS) and not _is_asked(guess):
            return {}
        return {"chain": imagined_chain(NlcOfficer, (guess,), action, budget=AT_TABLE).document()}

    def _threat(self, state: State, side: str, target: Hex = 0, **about: Any) -> dict[str, Any]:
        """What the enemy could do next to a hex, or to every hex that the side holds."""
        if side not in self.setting.sides:
            raise GrognardError("those who watch hold nothing that could be attacked")
        seen = self.rules.view(state, side)
        return threat_look(guesses(self.rules, seen, self.setting, IMAGINED), side, target)

    def _zones(self, table: Table, side: str, of: str = "", **about: Any) -> dict[str, Any]:
        owner = of or table.setting.enemy(side)
        hexes = sorted(table.zone_of(owner))
        return {"of": owner, "hexes": {str(at): [] for at in hexes}}

    def _desk(self, guess: State, side: str) -> dict[str, Any]:
        if not side:
            raise GrognardError("those who watch write no orders")
        ask = guess.pending
        verb = WRITTEN.get(ask.purpose, "") if isinstance(ask, Ask) and ask.side == side else ""
        if verb in ("", Send.verb):
            return standing.desk(guess.table, side)
        if isinstance(ask, Ask) and ask.purpose == "record-decision":
            return standing.desk(guess.table, side, deciders(guess.table, side))
        written = (each.leader for each in self.orders(guess) if isinstance(each, Record | BadMove))
        return standing.desk(guess.table, side, dict.fromkeys(written))

    def _sight(
        self, table: Table, side: str, origin: Hex = 0, target: Hex = 0, **about: Any
    ) -> dict[str, Any]:
        found = sees(table, origin, target)
        return {
            "origin": origin,
            "target": target,
            "clear": found.clear,
            "blocked_by": found.blocked_by,
            "reason": found.why,
            "clause": found.clause,
        }

    def _range(self, table: Table, side: str, unit: str = "", **about: Any) -> dict[str, Any]:
        """The command range of a leader, or of the leader of a unit."""
        leader = unit if unit in table.leaders else ""
        if unit in table.pieces and table.side_of(unit) == side:
            leader = leader_of(table, table.under[unit])
        if not leader or table.setting.leaders[leader].side != side:
            raise GrognardError("only the range of your own leaders can be looked at")
        return {
            "leader": leader,
            "hexes": [
                {"hex": at, "cost": cost / HALVES}
                for at, cost in sorted(trace(table, leader).items())
            ],
        }

    def _odds(self, table: Table, side: str, action: Action) -> dict[str, Any]:
        for unit in getattr(action, "units", ()) or (getattr(action, "unit", ""),):
            if unit and unit not in table.pieces:
                raise GrognardError(f"{unit!r} is not on the map")
        if isinstance(action, Assault):
            return assault_odds(table, action)
        if isinstance(action, Charge | React):
            return charge_odds(table, action)
        if isinstance(action, Bombard):
            return bombardment_odds(table, action)
        return order_odds(table, side, action)


def _is_asked(state: State) -> bool:
    """Is something asked in the course of an attack?"""
    return isinstance(state.pending, Ask) and state.pending.purpose in WEIGHED
