"""Orders in words, and read back: ``march 1119 via 1126 then attack 1213 then await``.

A type comes first, then its target hexes; ``here`` stands for the position a body holds. ``via``
begins the waypoints of a march, ``forced`` keeps it going at night, ``from-turn`` dates an attack. Links of a sequence are joined by
``then``; ``then await`` closes it with waiting for further orders.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Final

import msgspec

from grognard.kernel import MalformedAction, rule
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.setting import Order, Sequence

THEN: Final = "then"
VIA: Final = "via"
HERE: Final = "here"
AWAIT: Final = "await"
DATED: Final = "from-turn"
FORCED: Final = "forced"
KEYWORDS: Final = frozenset({THEN, VIA, HERE, AWAIT, DATED, FORCED})

KINDS: Final = {kind.value: kind for kind in OrderType}


def in_words(orders: Sequence) -> list[str]:
    """A sequence in words."""
    words: list[str] = []
    for order in orders:
        words += [THEN, *_link(order)] if words else _link(order)
    return words


def _link(order: Order) -> list[str]:
    words = [order.type.value]
    if order.type is OrderType.ASSIGN:
        words.append(order.chief)
    if order.forced:
        words.append(FORCED)
    words += [HERE] if order.here else map(name, order.target)
    if order.route:
        words += [VIA, *map(name, order.route)]
    if order.not_before:
        words += [DATED, str(order.not_before)]
    return [*words, THEN, AWAIT] if order.awaits else words


@rule("N12.3", "N12.4.1", "N12.5.8")
def read_orders(words: list[str]) -> Sequence:
    """The sequence that some words spell."""
    links: list[list[str]] = [[]]
    for word in words:
        if word == THEN:
            links.append([])
        else:
            links[-1].append(word)
    if not all(links):
        raise MalformedAction("an order begins with its type, as in: attack 1213")
    awaits = len(links) > 1 and links[-1] == [AWAIT]
    orders = [_read_link(link) for link in (links[:-1] if awaits else links)]
    if awaits:
        orders[-1] = msgspec.structs.replace(orders[-1], awaits=True)
    return tuple(orders)


def _read_link(words: list[str]) -> Order:
    kind = KINDS.get(words[0])
    if kind is None:
        known = ", ".join(sorted(KINDS))
        raise MalformedAction(f"{words[0]!r} is not a type of order; known: {known}")
    rest = words[1:]
    if kind is OrderType.ASSIGN:
        if len(rest) != 1:
            raise MalformedAction("assign needs the new chief, as in: assign fr_ii")
        return Order(kind, chief=rest[0])
    forced = rest[:1] == [FORCED]
    rest = rest[1:] if forced else rest
    here = rest[:1] == [HERE]
    rest = rest[1:] if here else rest
    target, rest = _hexes(rest)
    route: tuple[Hex, ...] = ()
    if rest[:1] == [VIA]:
        route, rest = _hexes(rest[1:])
        if not route:
            raise MalformedAction("via needs waypoints, as in: march 1119 via 1126 1119")
    date, rest = _date(rest)
    if rest:
        raise MalformedAction(f"{rest[0]!r} has no place in an order")
    return Order(kind, target=target, route=route, here=here, not_before=date, forced=forced)


def _hexes(words: list[str]) -> tuple[tuple[Hex, ...], list[str]]:
    """The hexes a list of words begins with, and what is left."""
    spelt = list(takewhile(lambda word: word not in KEYWORDS, words))
    return tuple(map(read_hex, spelt)), words[len(spelt) :]


def _date(words: list[str]) -> tuple[int, list[str]]:
    if words[:1] != [DATED]:
        return 0, words
    if len(words) < 2 or not words[1].isdecimal() or not int(words[1]):
        raise MalformedAction("from-turn needs the number of a turn, as in: from-turn 9")
    return int(words[1]), words[2:]
