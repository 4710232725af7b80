"""The price of ground: step costs for every class of mover, worked out once for a map (rule 18)."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.setting import Passage, beside_bridges

MOVERS = ("infantry", "skirmish", "cavalry", "cossack", "artillery", "leader")

SLOPE = "slope"


@rule("P18.1", "P16.26", "PR-176", "PR-186")
def passage_tables(ground: Ground, cards: Deck) -> dict[str, Passage]:
    """For each class of mover and each hex, half points across each side; 0 where it is closed.

    Where there are bridges each class has a second table, for those who cross beside them.
    """
    tables = {mover: _passage(ground, cards, mover) for mover in MOVERS}
    bridged = {at for (at, _), side in ground.hexsides.items() if cards.hexside(side).is_bridge}
    for mover in MOVERS if bridged else ():
        wading = list(tables[mover])
        for at in bridged:
            wading[at] = tuple([_step(ground, cards, mover, at, n, wades=True) for n in range(6)])
        tables[beside_bridges(mover)] = wading
    if bridged:
        tables["skirmish"] = tables[beside_bridges("skirmish")]
    for mover, (like, more) in cards.dearer_movers().items():
        for one, other in ((mover, like), (beside_bridges(mover), beside_bridges(like))):
            if other in tables:
                tables[one] = [tuple([cost and cost + more for cost in at]) for at in tables[other]]
    return tables


def _passage(ground: Ground, cards: Deck, mover: str) -> Passage:
    table: Passage = [()] * ground.size
    for at in ground.hexes:
        table[at] = tuple([_step(ground, cards, mover, at, side) for side in range(6)])
    return table


def _step(
    ground: Ground, cards: Deck, mover: str, at: Hex, side: Side, *, wades: bool = False
) -> int:
    there = ground.around[at][side]
    if not there:
        return 0
    cost = cards.terrain(ground.terrain[there]).cost[mover]
    if cost is None:
        return 0
    for feature in features(ground, at, side):
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
