"""What comes of a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Ran(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
"""Runs the command of these words; ``typed`` is what somebody types at it."""
