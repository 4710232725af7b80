"""Values that the rules give to whole nations and arms, where a pack gives none of its own."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.kinds import Arm

BRITISH = "british"
PRUSSIAN = "prussian"
GUARD = "guard"
OLD_GUARD = "old_guard"


@rule("N2.2.1", "N2.2.2", "N2.2.3", "N2.2.4", "N2.2.6")
def usual_morale(cards: Cards, nation: str, arm: Arm, strength: int, traits: frozenset[str]) -> int:
    """Morale of a unit that attacks, by its nation and arm."""
    if OLD_GUARD in traits:
        return cards.base_morale(OLD_GUARD)
    if nation == BRITISH and arm.cavalry:
        return cards.base_morale("british_cavalry")
    if nation in ("nassau", "dutch"):
        return cards.base_morale(nation)
    weak = strength <= cards.figure("weak_prussian_strength")
    if nation == PRUSSIAN and arm is Arm.INFANTRY and weak:
        return cards.base_morale("weak_prussian_infantry")
    return cards.base_morale("usual")


@rule("N2.2.5")
def usual_defence(cards: Cards, nation: str, arm: Arm, morale: int) -> int:
    """Morale of a unit that does not attack: British infantry stands better (R-2.2)."""
    if nation == BRITISH and arm is Arm.INFANTRY:
        return max(morale, cards.base_morale("british_infantry_defending"))
    return morale


@rule("N2.2.7")
def morale_of_initiative(cards: Cards, initiative: int) -> int:
    """Morale where the counters of the parent game print an initiative rating."""
    return initiative + cards.figure("initiative_to_morale")


@rule("N2.2.8")
def usual_pursuit(cards: Cards, nation: str, arm: Arm, traits: frozenset[str]) -> int:
    """The pursuit value of cavalry; 0 for others."""
    if not arm.cavalry:
        return 0
    if nation == BRITISH:
        return cards.pursuit(BRITISH)
    return cards.pursuit("imperial_guard" if GUARD in traits else "usual")
