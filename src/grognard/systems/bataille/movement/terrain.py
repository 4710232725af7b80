"""The price of ground: step costs for every class of mover, worked out once for a map (rule 18)."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.setting import Passage, beside_bridges

MOVERS = ("infantry", "skirmish", "cavalry", "cossack", "artillery", "leader")

SLOPE = "slope"


Crossing = tuple[str, tuple[str, ...]]
"""The terrain that a step enters, and what lies on the hexside that it crosses."""


@rule("P18.1", "P16.26", "PR-176", "PR-186")
def passage_tables(ground: Ground, cards: Deck) -> dict[str, Passage]:
    """For each class of mover and each hex, half points across each side; 0 where it is closed.

    Where there are bridges each class has a second table, for those who cross beside them.
    """
    crossings = [
        [_crossing(ground, at, side) for side in range(6)] if ground.terrain[at] else []
        for at in range(ground.size)
    ]
    bridged = any(cards.hexside(side).is_bridge for side in set(ground.hexsides.values()))
    tables = {mover: _passage(crossings, cards, mover) for mover in MOVERS}
    if bridged:
        for mover in MOVERS:
            tables[beside_bridges(mover)] = _passage(crossings, cards, mover, wades=True)
        tables["skirmish"] = tables[beside_bridges("skirmish")]
    for mover, (like, more) in cards.dearer_movers().items():
        for one, other in ((mover, like), (beside_bridges(mover), beside_bridges(like))):
            if other in tables:
                tables[one] = [tuple([cost and cost + more for cost in at]) for at in tables[other]]
    return tables


def _crossing(ground: Ground, at: Hex, side: Side) -> Crossing | None:
    there = ground.around[at][side]
    return (ground.terrain[there], tuple(features(ground, at, side))) if there else None


def _passage(
    crossings: list[list[Crossing | None]], cards: Deck, mover: str, *, wades: bool = False
) -> Passage:
    kinds = {each for sides in crossings for each in sides}
    costs = {each: _step(each, cards, mover, wades) if each else 0 for each in kinds}
    return [tuple([costs[each] for each in sides]) for sides in crossings]


def _step(crossing: Crossing, cards: Deck, mover: str, wades: bool) -> int:
    terrain, crossed = crossing
    cost = cards.terrain(terrain).cost[mover]
    if cost is None:
        return 0
    for feature in crossed:
        card = cards.hexside(feature)
        more = (cards.hexside(card.beside) if wades and card.is_bridge else card).cost[mover]
        if more is None:
            return 0
        cost += more
    return cost


def features(ground: Ground, at: Hex, side: Side) -> list[str]:
    """What a step crosses: slopes where heights differ; a wall with a road through is a gate."""
    there = ground.around[at][side]
    crossed = []
    feature = ground.hexsides.get((at, side))
    if feature is not None and not (feature == "wall" and there in ground.roads.get(at, ())):
        crossed.append(feature)
    if there and ground.level[at] != ground.level[there]:
        crossed.append(SLOPE)
    return crossed
