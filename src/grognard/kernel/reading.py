"""Bytes and plain values read into types, from any thread. Nobody reads them otherwise.

msgspec works out how a type is read when that is first asked for. Where two threads ask at the same
moment, one meets what is half worked out and the whole process ends (a segmentation fault, seen with
0.22: a server died as its first readers came). Here it is worked out by one thread at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

import msgspec

T = TypeVar("T")
Hook = Callable[[type, Any], Any]
"""Reads what msgspec knows nothing of."""

_ready: Final[set[Any]] = set()
_one_at_a_time: Final = threading.Lock()


def ready(kind: Any) -> Any:
    """The type, when it is known how it is read."""
    if kind not in _ready:
        decoder(kind)
    return kind


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """One reader of JSON for many messages."""
    with _one_at_a_time:
        made = msgspec.json.Decoder(kind)
        _ready.add(kind)
    return made


@overload
def decode(data: bytes | str, kind: type[T], hook: Hook | None = None) -> T: ...
@overload
def decode(data: bytes | str, kind: Any, hook: Hook | None = None) -> Any: ...
def decode(data: bytes | str, kind: Any, hook: Hook | None = None) -> Any:
    """Read JSON; raises ``msgspec.DecodeError``."""
    return msgspec.json.decode(data, type=ready(kind), dec_hook=hook)


@overload
def unpack(data: bytes, kind: type[T]) -> T: ...
@overload
def unpack(data: bytes, kind: Any) -> Any: ...
def unpack(data: bytes, kind: Any) -> Any:
    """Read MessagePack; raises ``msgspec.DecodeError``."""
    return msgspec.msgpack.decode(data, type=ready(kind))


@overload
def convert(value: object, kind: type[T], hook: Hook | None = None) -> T: ...
@overload
def convert(value: object, kind: Any, hook: Hook | None = None) -> Any: ...
def convert(value: object, kind: Any, hook: Hook | None = None) -> Any:
    """Read what JSON would hold; raises ``msgspec.ValidationError``."""
    return msgspec.convert(value, ready(kind), dec_hook=hook)
