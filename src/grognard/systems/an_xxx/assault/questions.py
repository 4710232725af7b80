"""What the assault asks, by purpose, with the clause behind it."""

from __future__ import annotations

from typing import Final

ASSAULT_QUESTIONS: Final = {
    "declare-early": "X16.2.3",
    "closing-move": "X12.10.5.3",
    "volley": "X16.1",
    "raise-cry": "X16.5.14",
    "assault-next": "X2.2",
    "impetus": "X16.9.3.2",
}
