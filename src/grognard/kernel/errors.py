"""Who is wrong: the writer of a file or an action, the player, or we."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

NOT_OFFERED = "this is not among the options: something else is asked now"


class Reason(msgspec.Struct, frozen=True, gc=False, order=True):
    """Why something is not allowed, with the clause that forbids it."""

    text: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class GrognardError(Exception):
    """Everything this project raises on purpose."""


class MalformedAction(GrognardError):
    """The words of an action cannot be read: the writer is wrong."""


class IllegalAction(GrognardError):
    """The action is not among the options: the player is wrong. The state is untouched."""

    def __init__(self, action: object, reasons: Sequence[Reason]) -> None:
        self.action = action
        self.reasons = tuple(reasons) or (Reason(NOT_OFFERED),)
        super().__init__(f"{action}: " + "; ".join(str(reason) for reason in self.reasons))


class MalformedFile(GrognardError):
    """A file cannot be used: the message names file, line, field and a hint."""

    def __init__(
        self, file: str, problem: str, *, line: int | None = None, field: str = "", hint: str = ""
    ) -> None:
        self.file, self.line, self.field = file, line, field
        self.problem, self.hint = problem, hint
        where = file if line is None else f"{file}:{line}"
        what = f"{field}: {problem}" if field else problem
        super().__init__(f"{where}: {what}" + (f" (hint: {hint})" if hint else ""))


class BrokenRules(GrognardError):
    """A rulebook asked for the impossible: we are wrong."""
