"""Arithmetic in words: what a situation says a number is, and whether that agrees with what was found."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

OPERATORS: Mapping[type[ast.AST], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: lambda one, other: Fraction(one // other),
}

OR = " or "

Deck = TypeVar("Deck")


def arithmetic(text: str) -> Fraction:
    """The value of an expression of numbers, + - * / // and brackets.

    >>> arithmetic("12 * 2"), arithmetic("15 * 4 / 5"), arithmetic("-(3 + 4)")
    (Fraction(24, 1), Fraction(12, 1), Fraction(-7, 1))
    """
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, RecursionError, MemoryError):
        raise ValueError(f"{text.strip()!r} is not a sum") from None


def _value(node: ast.expr) -> Fraction:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Fraction(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd):
        return _value(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError("a sum has only numbers, + - * / // and brackets")


def compute(
    deck: Deck, line: str, sums: Mapping[str, Callable[[Deck, list[str]], str]]
) -> tuple[str, str]:
    """What a line of sums says it is, and what it is: ``fire-odds 14 : 9 = 1.5-1``."""
    asked, mark, said = line.rpartition("=")
    words = asked.split()
    if not mark or not words:
        raise ValueError("a sum ends in '=' and what it must be, as in: number 43 + 4 = 47")
    if words[0] not in sums:
        raise ValueError(f"there is no sum {words[0]!r}; known: {', '.join(sorted(sums))}")
    try:
        return said.strip(), sums[words[0]](deck, words[1:])
    except (LookupError, IndexError) as problem:
        raise ValueError(f"{words[0]} cannot be worked out: {problem}") from None


def same(said: str, found: str) -> bool:
    """Do two results agree, as words or as numbers? One of several may be said: ``1 or 2``."""
    if OR in said:
        return any(same(each, found) for each in said.split(OR))
    if said == found or (said.isdigit() and found.isdigit() and int(said) == int(found)):
        return True
    try:
        return arithmetic(said) == arithmetic(found)
    except ValueError:
        return False
