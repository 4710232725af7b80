"""Messages of Project Fluent made ready to be filled: what the runtime would walk through each time.

Slots hold marked text or figures. A message may name another, and choose by a slot: by its word, by its
number or by the plural that a number has in the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fluent.runtime import FluentBundle
from fluent.runtime import resolver as fluent
from fluent.runtime.types import FluentType

Slots = Mapping[str, Any]
Filling = Callable[[Slots], str]


def filling(bundle: FluentBundle, message: str) -> Filling:
    """How a message of a bundle is filled; who fills it without a slot that it needs gets a ``KeyError``."""
    return _made(bundle, bundle.get_message(message).value)


def _made(bundle: FluentBundle, node: Any) -> Filling:
    match node:
        case fluent.TextElement():
            return _always(node.value)
        case fluent.StringLiteral():
            return _always(node.parse()["value"])
        case fluent.Pattern():
            parts = [_made(bundle, each) for each in node.elements]
            return lambda slots: "".join([part(slots) for part in parts])
        case fluent.Placeable() | fluent.NeverIsolatingPlaceable():
            return _made(bundle, node.expression)
        case fluent.VariableReference():
            return _slot(bundle, node.id.name)
        case fluent.MessageReference(attribute=None):
            return filling(bundle, node.id.name)
        case fluent.SelectExpression(selector=fluent.VariableReference()):
            return _choice(bundle, node)
        case _:
            raise ValueError(f"a message of ours has no {type(node).__name__}")


def _always(text: str) -> Filling:
    return lambda slots: text


def _slot(bundle: FluentBundle, name: str) -> Filling:
    locale = bundle._babel_locale

    def fill(slots: Slots) -> str:
        held = slots[name]
        if isinstance(held, FluentType):
            return str(held.format(locale))
        if not isinstance(held, str):
            raise LookupError(f"{name} is {held!r}")
        return held

    return fill


def _choice(bundle: FluentBundle, node: Any) -> Filling:
    name, plural = node.selector.id.name, bundle._plural_form
    numbers, words = dict[float, Filling](), dict[str, Filling]()
    for variant in node.variants:
        made, key = _made(bundle, variant.value), variant.key
        if variant.default:
            usual = made
        if isinstance(key, fluent.NumberLiteral):
            numbers.setdefault(key.value, made)
        else:
            words.setdefault(key.name, made)

    def fill(slots: Slots) -> str:
        held = slots[name]
        if isinstance(held, str):
            return words.get(held, usual)(slots)
        return (numbers.get(held) or words.get(plural(held), usual))(slots)

    return fill
