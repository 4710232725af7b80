"""What horse asks in An XXX, by purpose, with the clause behind it."""

from __future__ import annotations

from typing import Final

HORSE_QUESTIONS: Final = {
    "cavalry-attack": "X19.2.13",
    "square-hex": "X19.7.1",
    "retreat-before-charge": "X19.4",
    "form-up": "X12.10.9.6",
}
