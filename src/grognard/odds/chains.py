"""A walk told as chances: losses and states by unit, leaders, the hex, the checks on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Action, Ask, GrognardError, State
from grognard.odds.officer import Ending, Officer, Policy
from grognard.odds.walking import Budget, walk

Spread = dict[Any, Fraction]
NONE = Fraction(0)
DIGITS = 6


class Prospect(msgspec.Struct):
    """One unit: the chance of every loss, and of every state it may be in afterwards."""

    side: str
    losses: Spread
    states: Spread

    @property
    def mean(self) -> Fraction:
        return sum((lost * chance for lost, chance in self.losses.items()), NONE)


class Chain(msgspec.Struct):
    """The whole chain of an attack in chances. Exact unless something is ``unresolved``.

    Where branches were left unresolved every chance is a lower bound, and the upper one is that
    much higher. ``estimated`` chains are means over states imagined from a side's view, or of walks
    that were thinned.
    ``endings`` is the joint distribution; it is not kept in a mean.
    """

    target: int
    units: dict[str, Prospect]
    leaders: dict[str, Spread]
    holder: Spread
    losses: dict[str, Spread]
    counted: Spread
    unresolved: Fraction = NONE
    steps: int = 0
    asked: dict[str, str] = {}
    estimated: bool = False
    endings: dict[Ending, Fraction] = {}

    @property
    def stages(self) -> dict[str, Spread]:
        """What is counted, by stage: ``melee 1209`` -> the chance of every result."""
        found: dict[str, Spread] = {}
        for label, chance in self.counted.items():
            stage, _, result = label.partition(": ")
            found.setdefault(stage, {})[result] = chance
        return found

    def document(self, exact: bool = False) -> dict[str, Any]:
        """As JSON has it: chances as fractions in words if ``exact``, else as rounded numbers."""

        def say(spread: Mapping[Any, Fraction]) -> dict[str, Any]:
            return {str(key): _said(chance, exact) for key, chance in spread.items()}

        return {
            "target": self.target,
            "exact": not self.unresolved and not self.estimated,
            "estimated": self.estimated,
            "unresolved": _said(self.unresolved, exact),
            "units": {
                unit: {
                    "side": held.side,
                    "mean": _said(held.mean, exact),
                    "losses": say(held.losses),
                    "states": say(held.states),
                }
                for unit, held in self.units.items()
            },
            "leaders": {leader: say(spread) for leader, spread in self.leaders.items()},
            "losses": {side: say(spread) for side, spread in self.losses.items()},
            "holder": say(self.holder),
            "counted": {stage: say(results) for stage, results in self.stages.items()},
            "policy": self.asked,
            "steps": self.steps,
        }


def _said(chance: Fraction, exact: bool) -> Any:
    return str(chance) if exact else round(float(chance), DIGITS)


def chain(
    officer: Officer,
    state: State,
    action: Action | None = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    target: int = 0,
) -> Chain:
    """The exact chances of an order given in a state, over all that follows from it.

    An order that is not asked for now is weighed as if its turn had come. Without an order the
    state is one begun above a fence.
    """
    before = state.table
    if action is not None:
        target = target or officer.target(state, action)
        state, action = opened(officer, state, action)
    found = walk(officer, state, action, policy, budget)
    endings: dict[Ending, Fraction] = {}
    for table, chance in found.ends:
        ending = officer.ending(before, table, target)
        endings[ending] = endings.get(ending, NONE) + chance
    made = told(officer, before, endings, target)
    made.counted = dict(sorted(found.counted.items()))
    made.unresolved, made.steps, made.asked = found.unresolved, found.steps, found.asked
    made.estimated = found.thinned
    return made


def opened(officer: Officer, state: State, action: Action) -> tuple[State, Action | None]:
    """The state from which the order is walked: where it is asked for, or begun out of its turn."""
    ask = state.pending
    if isinstance(ask, Ask) and action in ask.options:
        return officer.opened(state, action)
    begun = officer.begin(state.table, action)
    if begun is not None:
        return begun, None
    reasons = ask.options.why_not(action) if isinstance(ask, Ask) else ()
    raise GrognardError("; ".join(map(str, reasons)) or "this cannot be weighed now")


def told(officer: Officer, before: Any, endings: Mapping[Ending, Fraction], target: int) -> Chain:
    """The joint distribution told unit by unit; who is not named in an ending is as before."""
    ranks = {unit: rank for rank, unit in enumerate(before.setting.roster)}
    units = list(dict.fromkeys(unit for ending in endings for unit, _, _ in ending.units))
    leaders = list(dict.fromkeys(who for ending in endings for who, _ in ending.leaders))
    sides = {unit: officer.side_of(before, unit) for unit in units}
    made = Chain(target, {}, {}, {}, {}, {}, endings=dict(endings))
    for unit in sorted(units, key=lambda unit: ranks.get(unit, len(ranks))):
        made.units[unit] = Prospect(sides[unit], {}, {})
    for ending, chance in endings.items():
        changed = {unit: (lost, state) for unit, lost, state in ending.units}
        for unit, held in made.units.items():
            lost, state = changed.get(unit) or (0, officer.condition(before, unit))
            _add(held.losses, lost, chance)
            _add(held.states, state, chance)
        fates = dict(ending.leaders)
        for leader in leaders:
            _add(made.leaders.setdefault(leader, {}), fates.get(leader, "unhurt"), chance)
        for side in sorted(set(sides.values())):
            lost = sum(each for unit, (each, _) in changed.items() if sides[unit] == side)
            _add(made.losses.setdefault(side, {}), lost, chance)
        _add(made.holder, ending.holder, chance)
    for held in made.units.values():
        held.losses, held.states = _sorted(held.losses), _sorted(held.states)
    made.losses = {side: _sorted(spread) for side, spread in made.losses.items()}
    return made


def _add(spread: Spread, key: Any, chance: Fraction) -> None:
    spread[key] = spread.get(key, NONE) + chance


def _sorted(spread: Spread) -> Spread:
    return dict(sorted(spread.items()))


# --- the mean of several


def averaged(chains: Sequence[Chain]) -> Chain:
    """The mean of chains worked out on states that were imagined; marked as an estimate."""
    first, share = chains[0], Fraction(1, len(chains))
    units: dict[str, Prospect] = {}
    for unit in _keys(made.units for made in chains):
        held = [made.units.get(unit) for made in chains]
        side = next(each.side for each in held if each is not None)
        losses = _mean([each.losses if each else {0: Fraction(1)} for each in held], share)
        states = _mean(
            [each.states if each else {"untouched": Fraction(1)} for each in held], share
        )
        units[unit] = Prospect(side, losses, states)
    unhurt = {"unhurt": Fraction(1)}
    leaders = {
        who: _mean([made.leaders.get(who, unhurt) for made in chains], share)
        for who in _keys(made.leaders for made in chains)
    }
    nothing = {0: Fraction(1)}
    losses_by_side = {
        side: _mean([made.losses.get(side, nothing) for made in chains], share)
        for side in _keys(made.losses for made in chains)
    }
    return Chain(
        first.target,
        units,
        leaders,
        _mean([made.holder for made in chains], share),
        losses_by_side,
        _mean([made.counted for made in chains], share),
        sum((made.unresolved for made in chains), NONE) * share,
        sum(made.steps for made in chains),
        {purpose: how for made in reversed(chains) for purpose, how in made.asked.items()},
        estimated=True,
    )


def _keys(held: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for each in held for key in each))


def _mean(spreads: Sequence[Mapping[Any, Fraction]], share: Fraction) -> Spread:
    found: Spread = {}
    for spread in spreads:
        for key, chance in spread.items():
            _add(found, key, chance * share)
    return _sorted(found)


def imagined_chain(
    kind: Callable[[Any], Officer],
    guesses: Sequence[State],
    action: Action,
    policy: Policy | None = None,
    budget: Budget | None = None,
) -> Chain:
    """The mean over states that a side thinks possible; those where the order cannot be are left out."""
    made: list[Chain] = []
    known: list[tuple[State, Chain]] = []
    refused: GrognardError | None = None
    for guess in guesses:
        officer = kind(guess.table.setting)
        same = next((found for state, found in known if officer.is_same(state, guess)), None)
        try:
            made.append(same or chain(officer, guess, action, policy, budget))
            known.append((guess, made[-1]))
        except GrognardError as problem:
            refused = problem
    if not made:
        raise refused or GrognardError("there is nothing to weigh")
    return averaged(made)
