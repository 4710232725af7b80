"""The past of a battle: the state after any of its lines, played again from the nearest one kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from grognard.host.history import Line
from grognard.host.refused import Refused
from grognard.host.room import Room
from grognard.kernel import State
from grognard.kernel.journal import Entry

APART: Final = 25
"""A state is kept after every so many lines."""

Lines = Callable[[int, int], list[Line]]
"""Lines after a number, at most so many."""


class Chronicle:
    """States of one battle. May be asked from several threads."""

    def __init__(self, room: Room, lines: Lines) -> None:
        self._like, self._lines = room, lines
        self._kept: dict[int, State] = {0: room.system.rules.opening(room.setting)}
        self._lock = threading.RLock()

    def walk(self, first: int, last: int) -> Iterator[Room]:
        """A room at each line from ``first`` to ``last``, one after the other."""
        with self._lock:
            yield from self._walk(first, last)

    def room_at(self, number: int) -> Room:
        """The room after a line."""
        for room in self.walk(number, number):
            return room
        raise Refused.because("no-line", f"there is no line {number}")

    def entries(self, last: int) -> list[Entry]:
        """All lines up to one, as they were written."""
        return [entry for _, entry in self._lines(-1, last + 1)]

    def _walk(self, first: int, last: int) -> Iterator[Room]:
        start = max(number for number in self._kept if number <= first)
        room = self._room(start)
        if start == first:
            yield room.copy()
        for written, entry in self._lines(start, last - start):
            if entry.back is None:
                room.replay(written, entry)
            else:
                room.state = _quiet(self._state(entry.back, room))
                room.number = entry.number
            if not entry.number % APART:
                self._kept[entry.number] = room.state
            if entry.number >= first:
                yield room.copy()

    def _state(self, number: int, now: Room) -> State:
        if number == now.number:
            return now.state
        if number not in self._kept:
            self._kept[number] = next(self._walk(number, number)).state
        return self._kept[number]

    def _room(self, number: int) -> Room:
        like = self._like
        return Room(
            like.id, like.system, like.setting, like.header, like.dice, self._kept[number], number,
            like.watched,
        )  # fmt: skip


def _quiet(state: State) -> State:
    return msgspec.structs.replace(state, happened=())
