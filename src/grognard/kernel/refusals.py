"""The law of refusals: whoever gives a well-formed order of an asked kind hears why he may not.

At the questions of random games orders are written that chance misleads: of one's own and of enemy
units, to near and far places, as orders seen before with a part put in the place of another. Each
that is refused must get a reason with a clause of the rulebook, and never the stock sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.kernel.chance import Stream
from grognard.kernel.conformance import Choose, RandomGame, sampled
from grognard.kernel.engine import State
from grognard.kernel.errors import NOT_OFFERED, GrognardError
from grognard.kernel.questions import Action, Ask, Chooser, Over
from grognard.kernel.system import Rules

KEPT = 300
"""So many values are remembered for a field, and so many orders of a kind."""

LOOKED_AT = 3
"""So many offers of a question are looked at and remembered."""


class Refusal(msgspec.Struct, frozen=True):
    """An order that was refused as it must not be: without a clause, or with the stock sentence."""

    scenario: str
    seed: int
    answers: int
    purpose: str
    order: str
    reasons: tuple[str, ...]


class Tally(msgspec.Struct):
    """What many refusals came to; ``broken`` are those that break the law, ``purposes`` counts."""

    questions: int = 0
    refused: int = 0
    allowed: int = 0
    broken: list[Refusal] = []
    purposes: dict[str, int] = {}


class Misleading:
    """Orders that chance misleads, made of what was offered before and of what a table names."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._orders: dict[type[Action], list[Action]] = {}
        self._values: dict[str, list[Any]] = {}

    def orders(self, state: State, ask: Ask, chooser: Chooser, many: int) -> Iterator[Action]:
        """Well-formed orders of the kinds that are asked; most of them will be refused."""
        self._learn(ask, chooser)
        named = {field: list(each) for field, each in self.rules.named(state.table).items()}
        for _ in range(many):
            kind = ask.options.kinds[chooser.randrange(len(ask.options.kinds))]
            order = self._misled(kind, named, chooser)
            if order is not None and self._is_well_formed(order):
                yield order

    def _learn(self, ask: Ask, chooser: Chooser) -> None:
        for _ in range(LOOKED_AT):
            order = ask.options.sample(chooser)
            _keep(self._orders.setdefault(type(order), []), order, chooser)
            self._note(order, chooser)

    def _note(self, thing: Any, chooser: Chooser) -> None:
        """Remember what the fields of an order hold, each under the name of its field."""
        for field in thing.__struct_fields__:
            held = getattr(thing, field)
            for each in held if isinstance(held, tuple) else (held,):
                _keep(self._values.setdefault(field, []), each, chooser)
                if isinstance(each, msgspec.Struct):
                    self._note(each, chooser)

    def _misled(self, kind: type[Action], named: dict[str, list[Any]], chooser: Chooser) -> Any:
        known = self._orders.get(kind)
        if known:
            return self._changed(_any(known, chooser), named, chooser)
        fields = msgspec.structs.fields(kind)
        if not all(self._pool(field.name, named) for field in fields):
            return None
        values = [_any(self._pool(field.name, named), chooser) for field in fields]
        several = [str(field.type).startswith("tuple") for field in fields]
        pairs = zip(values, several, strict=True)
        return kind(*[(value,) if many else value for value, many in pairs])

    def _changed(self, thing: Any, named: dict[str, list[Any]], chooser: Chooser) -> Any:
        """The same with one part, or two, put in the place of another."""
        for _ in range(1 + chooser.randrange(2)):
            if not thing.__struct_fields__:
                return thing
            field = _any(thing.__struct_fields__, chooser)
            held, pool = getattr(thing, field), self._pool(field, named)
            if isinstance(held, tuple):
                held = self._rearranged(held, pool, named, chooser)
            elif isinstance(held, msgspec.Struct) and chooser.randrange(2):
                held = self._changed(held, named, chooser)
            elif pool:
                held = _any(pool, chooser)
            thing = msgspec.structs.replace(thing, **{field: held})
        return thing

    def _rearranged(
        self, held: tuple[Any, ...], pool: list[Any], named: dict[str, list[Any]], chooser: Chooser
    ) -> tuple[Any, ...]:
        """One of them left out, changed, or put in beside the others."""
        place, way = chooser.randrange(len(held) + 1), chooser.randrange(4)
        before, after = held[:place], held[place + 1 :]
        if way == 0 and len(held) > 1:
            return before + after
        if way == 1 and place < len(held) and isinstance(held[place], msgspec.Struct):
            return (*before, self._changed(held[place], named, chooser), *after)
        if not pool:
            return held
        return (*before, _any(pool, chooser), *(after if way < 3 else held[place:]))

    def _pool(self, field: str, named: dict[str, list[Any]]) -> list[Any]:
        return named.get(field) or self._values.get(field) or []

    def _is_well_formed(self, order: Action) -> bool:
        try:
            return bool(self.rules.parse(str(order)) == order)
        except (GrognardError, ValueError, TypeError, AttributeError):
            return False  # fields of one name hold different things: not every order can be written


def _keep(pool: list[Any], value: Any, chooser: Chooser) -> None:
    if len(pool) < KEPT:
        pool.append(value)
    else:
        pool[chooser.randrange(KEPT)] = value


def _any(values: Any, chooser: Chooser) -> Any:
    return values[chooser.randrange(len(values))]


def sample_refusals(
    rules: Rules,
    setting: Any,
    seed: int,
    wanted: int,
    tally: Tally,
    choose: Choose = sampled,
    known: frozenset[str] = frozenset(),
    each: int = 6,
) -> None:
    """Play by chance until so many more orders were refused or the game is over.

    ``known`` are the clauses and rulings of the book, where there is one.
    """
    game, misleading = RandomGame(rules, setting, seed, choose), Misleading(rules)
    stream, goal = Stream(seed + 1), tally.refused + wanted
    while not isinstance(game.state.pending, Over) and tally.refused < goal:
        pending = game.state.pending
        if isinstance(pending, Ask):
            tally.questions += 1
            for order in misleading.orders(game.state, pending, stream, each):
                told = _told(game.state, order, known, tally)
                if told:
                    scenario, at = rules.edition(setting).scenario, game.answers
                    spot = Refusal(scenario, seed, at, pending.purpose, str(order), told)
                    tally.broken.append(spot)
        game.step()


def _told(state: State, order: Action, known: frozenset[str], tally: Tally) -> tuple[str, ...]:
    """What the order was told, where that breaks the law; counted in any case."""
    ask, cites = state.pending, state.table.cites
    assert isinstance(ask, Ask)
    reasons = ask.options.why_not(order)
    if (order in ask.options) == bool(reasons):
        return ("the options and the reasons do not agree", *map(str, reasons))
    if not reasons:
        tally.allowed += 1
        return ()
    tally.refused += 1
    tally.purposes[ask.purpose] = tally.purposes.get(ask.purpose, 0) + 1
    clauses = [cites(reason.clause) for reason in reasons if reason.clause]
    cited = any(clause in known or not known for clause in clauses)
    stock = any(reason.text.startswith(NOT_OFFERED) for reason in reasons)
    return () if cited and not stock else tuple(map(str, reasons))
