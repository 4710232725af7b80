"""The odds officer: exact chances of the whole chain of an attack, by walking the real engine.

From a state and an order every branch of chance is followed until the attack is over; states that
are alike are merged, dice that make no difference are counted together, and every chance is a
Fraction. Nothing is sampled. What depends on a rulebook is told by its :class:`Officer`.
"""

from grognard.odds.chains import Chain, Prospect, averaged, chain, imagined_chain
from grognard.odds.guessing import guesses
from grognard.odds.officer import Ending, Officer, Policy
from grognard.odds.walking import AT_TABLE, Budget, Walk, walk

__all__ = [
    "AT_TABLE",
    "Budget",
    "Chain",
    "Ending",
    "Officer",
    "Policy",
    "Prospect",
    "Walk",
    "averaged",
    "chain",
    "guesses",
    "imagined_chain",
    "walk",
]
