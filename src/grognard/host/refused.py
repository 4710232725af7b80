"""Refusals of a table, with their reasons."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.errors import GrognardError, Reason


class Refused(GrognardError):
    """An answer or a wish that cannot be granted; nothing has changed. ``code`` is for clients."""

    def __init__(self, code: str, reasons: Sequence[Reason]) -> None:
        self.code, self.reasons = code, tuple(reasons)
        super().__init__("; ".join(map(str, reasons)))

    @classmethod
    def because(cls, code: str, text: str, clause: str = "") -> Refused:
        return cls(code, (Reason(text, clause),))
