"""Odds from numbers alone, without a battle: what a rulebook's cards say of a strength or a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import GrognardError

Numbers = Mapping[str, Fraction]


class Formula(msgspec.Struct, frozen=True):
    """``needs`` are the numbers it must be given, ``takes`` those it may be given, with the usual."""

    name: str
    summary: str
    needs: tuple[str, ...]
    takes: dict[str, int]
    work: Callable[[Numbers], Answer]


class Answer(msgspec.Struct, frozen=True):
    """A column or row of a card, the chance of every result, and the numbers it comes from."""

    column: str
    distribution: dict[Any, Fraction]
    account: tuple[tuple[str, str, str], ...]

    def document(self) -> dict[str, Any]:
        """As JSON: chances as fractions in words."""
        return {
            "column": self.column,
            "distribution": {str(key): str(chance) for key, chance in self.distribution.items()},
            "account": [
                {"amount": amount, "reason": reason, "clause": clause}
                for amount, reason, clause in self.account
            ],
        }


def spread(results: Iterable[Any]) -> dict[Any, Fraction]:
    """The chance of each result, all listed being equally likely; in the order they are met."""
    listed = list(results)
    found: dict[Any, Fraction] = {}
    for result in listed:
        found[result] = found.get(result, Fraction(0)) + Fraction(1, len(listed))
    return found


def worked(formula: Formula, given: Mapping[str, str]) -> Answer:
    """The answer for numbers in words; what is missing, unknown or no number is refused by name."""
    known = (*formula.needs, *formula.takes)
    for name in given:
        if name not in known:
            raise GrognardError(f"odds {formula.name} has no --{name}: {_listed(known)}")
    for name in formula.needs:
        if name not in given:
            raise GrognardError(f"odds {formula.name} needs --{name}")
    numbers = {name: Fraction(usual) for name, usual in formula.takes.items()}
    for name, text in given.items():
        numbers[name] = _number(name, text)
    return formula.work(numbers)


def _number(name: str, text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise GrognardError(f"--{name} is a number, not {text!r}") from None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"--{name}" for name in names)


def whole(numbers: Numbers, name: str, least: int | None = None) -> int:
    """A number that must be whole, and not too small."""
    value = numbers[name]
    if value.denominator != 1 or (least is not None and value < least):
        floor = "" if least is None else f" of at least {least}"
        raise GrognardError(f"--{name} is a whole number{floor}, not {value}")
    return int(value)


def positive(numbers: Numbers, name: str) -> Fraction:
    """A number above nothing."""
    if numbers[name] <= 0:
        raise GrognardError(f"--{name} is a number above 0, not {numbers[name]}")
    return numbers[name]
