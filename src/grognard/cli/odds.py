"""``odds``: exact chances, from numbers alone or for an order in a battle file."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from grognard.cli.console import print_json, say
from grognard.cli.journals import opened
from grognard.desks.cards import lines_of
from grognard.kernel import Ask, GrognardError, State
from grognard.kernel.journal import replay
from grognard.odds import Chain, Policy, chain, imagined_chain
from grognard.odds.formulas import Formula, worked
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named

GUESSES = 3
"""So many states are imagined where a side cannot know all."""

BAR = 24
"""A certainty has a bar of so many signs."""


def show_formula(kind: str, words: Sequence[str], system: str, *, as_json: bool) -> None:
    """The odds of some numbers."""
    found = worked(_formula(kind, system), dict(_pairs(words)))
    if as_json:
        print_json(found.document())
        return
    say(f"column {found.column}")
    for amount, reason, clause in found.account:
        say(f"  {amount:>6}  {reason} ({clause})")
    _bars(found.distribution)


def show_formulas(system: str, *, as_json: bool) -> None:
    """What can be weighed from numbers alone, and the numbers it needs."""
    known = _formulas(system)
    if as_json:
        print_json([{"kind": each.name, "needs": each.needs, "takes": each.takes,
                     "summary": each.summary} for each in known.values()])  # fmt: skip
        return
    for formula in known.values():
        words = [f"--{name} N" for name in formula.needs]
        words += [f"[--{name} N]" for name in formula.takes]
        say(f"{formula.name} {' '.join(words)}")
        say(f"    {formula.summary}")


def _formulas(system: str) -> dict[str, Formula]:
    """The formulas of a system, or of all; of two with one name the first system's."""
    known: dict[str, Formula] = {}
    for name in [system] if system else SYSTEMS:
        for formula in system_named(name).desk.adviser.formulas:
            known.setdefault(formula.name, formula)
    return known


def _formula(kind: str, system: str) -> Formula:
    known = _formulas(system)
    if kind not in known:
        raise GrognardError(f"there are no odds for {kind!r}; there are: {', '.join(known)}")
    return known[kind]


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Words as in ``--attack 14 --defence=9``, in pairs."""
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        name, mark, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name or (not mark and not waiting):
            raise GrognardError(f"numbers are given as in --attack 14, not {word!r}")
        yield name, value if mark else waiting.pop(0)


# --- an order in a battle


def show_chain(
    game: Path,
    text: str,
    pack: str,
    policy: Sequence[str],
    *,
    at: int = -1,
    referee: bool = False,
    as_json: bool = False,
) -> None:
    """The whole chain of an order, as its side can know it, or as the referee does."""
    journal, system, setting = opened(game, pack)
    state = _reached(replay(journal, system.rules, setting), at)
    if not isinstance(state.pending, Ask):
        raise GrognardError("nobody is asked for an order there; --at names another line")
    side, rules = state.pending.side, dict(_rules(policy))
    desk = system.desk
    adviser = desk.adviser(system.rules, setting)
    if referee or rules:
        guesses = [state] if referee else _imagined(system, setting, state, side)
        walked = _chained(system, guesses, text, rules)
        found = walked.document(exact=True) if as_json else {"chain": walked.document()}
    else:
        found = adviser.look(state, side, "odds", text=text)
    if as_json:
        print_json(found)
        return
    cards = desk.cards(state, side, desk.teller(setting), adviser, desk.words)
    for line in lines_of(cards.card("odds", found)):
        say(line)


def _reached(states: Iterable[State], at: int) -> State:
    """The state after so many answers, or the last one."""
    found = deque(states if at < 0 else islice(states, at + 1), maxlen=1)
    if not found:
        raise GrognardError("the battle file ends before its opening")
    return found[0]


def _imagined(system: System, setting: Any, state: State, side: str) -> list[State]:
    seen = system.rules.view(state, side)
    return [system.rules.imagine(seen, setting, seed) for seed in range(GUESSES)]


def _chained(system: System, guesses: Sequence[State], text: str, rules: dict[str, str]) -> Chain:
    kind = system.desk.adviser.officer
    if kind is None:
        raise GrognardError(f"{system.title} has no odds officer")
    policy: Policy = kind.policy.with_rules(rules)
    action = system.rules.parse(text)
    if len(guesses) == 1:
        state = guesses[0]
        return chain(kind(state.table.setting), state, action, policy)
    return imagined_chain(kind, guesses, action, policy)


def _rules(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        purpose, mark, rule = word.partition("=")
        if not mark or not rule:
            raise GrognardError(f"a policy is given as in retreat-before-melee=first, not {word!r}")
        yield purpose, rule


def _bars(spread: dict[Any, Any]) -> None:
    for result, chance in spread.items():
        share = float(Fraction(chance))
        say(f"  {result!s:>14}  {chance!s:>12}  {100 * share:5.1f} %  {'#' * round(BAR * share)}")
