"""Words as a reader compares them: without accents, capitals and endings."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

ENDINGS: Final = ("ings", "ing", "ers", "ent", "er", "ed", "es", "ez", "e", "s")
SHORTEST: Final = 3
"""So much of a word is left at least."""

WORD: Final = re.compile(r"[^\W_]+")


def bare(text: str) -> str:
    """
    >>> bare("Former le Carré")
    'former le carre'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


@cache
def stem(word: str) -> str:
    """
    >>> stem("squaring") == stem("Square"), stem("forme") == stem("former"), stem("fire")
    (True, True, 'fir')
    """
    known = bare(word)
    for ending in ENDINGS:
        if known.endswith(ending) and len(known) - len(ending) >= SHORTEST:
            return known.removesuffix(ending)
    return known


def stems(text: str) -> set[str]:
    """
    >>> sorted(stems("Who forms square?"))
    ['form', 'squar', 'who']
    """
    return {stem(word) for word in WORD.findall(bare(text))}
