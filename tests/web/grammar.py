"""A grammar of the line: hostile frames that know the protocol and the table they are sent to.

Messages, fields and their types are read from ``frames`` itself, so that a new message is attacked
from the day it is there. Words are those of the table: units, places, sides, and the very orders
that the side which is asked could give now.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any, get_args

import msgspec
from msgspec import inspect

from grognard.host.room import Room
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Ask
from grognard.mechanics.hexes import name
from grognard.web import frames

ORDERS = 200
NUMBERS = (-(2**63), -1, 0, 1, 2, 99, 500, 501, 2**31, 2**31 + 1, 2**63, 10**40)
TEXTS = (
    "", " ", "done", "\x00", "F" * 5000, "../../etc/passwd", "'; DROP TABLE games; --", "<script>",
    "%s%n", "😀" * 50, "__proto__",
)  # fmt: skip
OTHERS: tuple[Any, ...] = (None, True, 1.5, [], [[]], {}, {"a": 1}, [1] * 100)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return shape.fields


class Grammar:
    """What can be said at a table, and nearly can."""

    def __init__(self, room: Room, stream: Stream) -> None:
        self.stream = stream
        self.kinds: Sequence[type[msgspec.Struct]] = get_args(frames.Incoming)
        named = room.system.rules.named(room.state.table)
        known = {str(one) for each in named.values() for one in each}
        places = [one for each in named.values() for one in each if isinstance(one, int)]
        pending = room.state.pending
        orders = map(str, islice(pending.options, ORDERS)) if isinstance(pending, Ask) else ()
        self.numbers = (*NUMBERS, room.number, room.number - 1, room.number + 1, *places[:50])
        looks = (
            "reach",
            "odds",
            "sight",
            "zones",
            "units",
            "morale",
            "way",
            "barred",
            "random",
            "human",
        )
        here = (*room.sides, *sorted(known)[:80], *map(name, places[:50]))
        self.words = (*orders, *here, *looks, *TEXTS)
        self.number = room.number

    def frame(self) -> str:
        """One message: most of them well formed, some with a part that is wrong."""
        kind = self._one(self.kinds)
        message: dict[str, Any] = {"type": kind.__struct_config__.tag}
        for field in _fields(kind):
            if self.stream.randrange(4):
                message[field.encode_name] = self._value(field.type)
        if "n" in message and self.stream.randrange(3):
            message["n"] = self.number
        if not self.stream.randrange(8):
            message[self._one(("n", "side", "type", "seq", "admin"))] = self._one(OTHERS)
        return json.dumps(message)

    def _one(self, things: Sequence[Any]) -> Any:
        return things[self.stream.randrange(len(things))]

    def _value(self, kind: inspect.Type, depth: int = 0) -> Any:
        if not self.stream.randrange(20):
            return self._one(OTHERS)
        match kind:
            case inspect.StrType():
                return self._one(self.words)
            case inspect.IntType():
                return self._one(self.numbers)
            case inspect.BoolType():
                return bool(self.stream.randrange(2))
            case inspect.UnionType(types=types):
                return self._value(self._one(types), depth)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return [self._value(item, depth + 1) for _ in range(self.stream.randrange(5))]
            case inspect.TupleType(item_types=items):
                return [self._value(item, depth + 1) for item in items]
            case inspect.StructType(fields=fields) if depth < 4:
                return {each.encode_name: self._value(each.type, depth + 1) for each in fields}
            case _:
                return self._one(OTHERS)
