"""The doctrine of La Bataille Premier: its judgement of fights, and on what its ladder is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from grognard.kernel import Event
from grognard.mechanics.hexes import Hex
from grognard.planning.doctrine import Doctrine, Ladder
from grognard.planning.levels import Character, figures_in
from grognard.planning.planner import Choose, Clock
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.doctrine.assaults import Way, fire_given, fire_received, others_near
from grognard.systems.bataille.doctrine.commander import CONDUCT, Commander, Conducted
from grognard.systems.bataille.doctrine.critic import CRITICISM
from grognard.systems.bataille.doctrine.drawn import position
from grognard.systems.bataille.doctrine.fights import Fight, Judgement
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.score import losses_of, score
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table
from grognard.systems.premier.doctrine.charges import charge_worth
from grognard.systems.premier.doctrine.greedy import Greedy
from grognard.systems.premier.doctrine.odds import assault_odds
from grognard.systems.premier.kit import KIT

THROWN_BACK: Final = ("AD", "AR")
STOPPED: Final = "premelee-attacker"


class ByItsCards:
    """Fights by the cards of Premier: one marches up, fire is exchanged, then both sides check."""

    idle_marks: ClassVar[frozenset[str]] = frozenset()

    def may_strike(self, scene: Scene, unit: UnitId) -> bool:
        piece, printed = scene.table.pieces[unit], scene.setting.roster[unit]
        able = printed.arm is not Arm.ARTILLERY and piece.cohesion is Cohesion.GOOD
        return able and piece.formation not in (Formation.SQUARE, Formation.ROAD)

    def assault(self, before: Table, table: Table, target: Hex, units: Sequence[UnitId]) -> Fight:
        return assault_odds(table, target, units)

    def fire(self, scene: Scene, table: Table, target: Hex, group: Sequence[Way]) -> float:
        foes = {target, *others_near(scene, target)}
        return fire_given(table, target, group) - fire_received(scene, table, group, foes)

    def elsewhere(self, scene: Scene, target: Hex, way: Way, odds: Fight) -> float:
        """Whoever carries his hex need not fear there whom he has driven off."""
        driven = odds.carried * scene.exposed(way.unit, way.at)
        return scene.alternative(way.unit) - scene.judged(way.unit, way.at) - driven

    def stands_off(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        return 0.0

    def shot(self, scene: Scene, firers: Sequence[Firer]) -> float:
        return 0.0

    def guns_at_risk(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        return 0.0

    def charge(self, scene: Scene, units: Sequence[UnitId], foe: UnitId) -> float:
        return charge_worth(scene, units, foe)


class Premier(Commander):
    """A commander by the cards of Premier."""

    judgement: ClassVar[Judgement] = ByItsCards()
    conduct: ClassVar[Mapping[str, Conducted]] = CONDUCT


def commander(
    setting: Setting, side: str, character: Character, seed: int, clock: Clock
) -> Premier:
    return Premier(setting, side, character, seed, clock=clock)


def greedy(setting: Setting, side: str, seed: int) -> Choose:
    return Greedy(setting, side, seed).choose


def repulses(events: Iterable[Event]) -> Iterator[str]:
    """The side that attacked, for every assault in which it was stopped or thrown back."""
    for event in events:
        if isinstance(event, MeleeFought) and event.result in THROWN_BACK:
            yield event.sides[0]
        elif isinstance(event, MoraleChecked) and event.occasion == STOPPED:
            if not event.passed:
                yield event.side


WEIGHTS: Final = Path(__file__).with_name("weights.yaml")

DOCTRINE: Final = Doctrine(
    commander=commander,
    greedy=greedy,
    figures=lambda: figures_in(WEIGHTS),
    score=score,
    losses=losses_of,
    repulses=lambda: repulses,
    criticism=CRITICISM,
    position=partial(position, KIT),
    ladder=Ladder(
        packs=(("duel", 240), ("village", 120), ("charge", 40), ("bridgehead", 40)),
        quick=(("duel", 160), ("village", 80)),
        top=(("hagelberg", 24),),
        top_quick=(("hagelberg", 12),),
        slow=3,
    ),
)
