"""The règlement of An XXX: what it does where the editions of La Bataille differ."""

from __future__ import annotations

from grognard.systems.an_xxx.rulebook import read_concordance
from grognard.systems.an_xxx.sequence import PlayerSequence
from grognard.systems.bataille.reglement import Reglement

REGLEMENT = Reglement(
    concordance=read_concordance(),
    player_sequence=PlayerSequence,
    segments=(
        "declaration",
        "charge",
        "movement",
        "defensive-fire",
        "offensive-fire",
        "assault",
        "recovery",
    ),
    shared_hex=frozenset({"charge", "movement", "assault"}),
)
