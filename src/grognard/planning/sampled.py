"""Dice of turns that are played through in the head: the same for all plans of a sample."""

from __future__ import annotations

import zlib
from typing import Any

from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.questions import Draw, Roll


class Dice:
    """Dice of one sample: each depends on its purpose, its subject and how often it was thrown."""

    def __init__(self, sample: int) -> None:
        self._sample = sample
        self._thrown: dict[str, int] = {}

    def fall(self, state: State, pending: Roll | Draw) -> Any:
        subject = pending.subject if isinstance(pending, Roll) else ""
        key = f"{state.table.turn} {state.table.phasing} {pending.purpose} {subject}"
        self._thrown[key] = self._thrown.get(key, 0) + 1
        text = f"{self._sample} {key} {self._thrown[key]}"
        stream = Stream(zlib.crc32(text.encode()))
        if isinstance(pending, Draw):
            return pending.cup[stream.randrange(len(pending.cup))]
        outcomes = list(pending.outcomes())
        return outcomes[stream.randrange(len(outcomes))]
