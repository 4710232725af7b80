"""The doctrine of An XXX: its commander, its greedy player, and on what its ladder is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from grognard.kernel import Action, Ask, Event
from grognard.planning.doctrine import Doctrine, Ladder
from grognard.planning.levels import Character, figures_in
from grognard.planning.planner import Choose, Clock
from grognard.systems.an_xxx.assault.closing import FireOnArrival
from grognard.systems.an_xxx.doctrine import charges, conduct, guns
from grognard.systems.an_xxx.doctrine.conduct import frame_of
from grognard.systems.an_xxx.doctrine.critic import CRITICISM
from grognard.systems.an_xxx.doctrine.greedy import Greedy
from grognard.systems.an_xxx.doctrine.judgement import ByItsCards
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.doctrine import conduct as family
from grognard.systems.bataille.doctrine.assaults import Strike
from grognard.systems.bataille.doctrine.commander import CONDUCT, Commander, Conducted
from grognard.systems.bataille.doctrine.drawn import position
from grognard.systems.bataille.doctrine.fights import Judgement
from grognard.systems.bataille.doctrine.horse import Named
from grognard.systems.bataille.doctrine.moves import Moves
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.score import losses_of, score
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.setting import Setting


class AnXXX(Commander):
    """A commander by the cards of An XXX."""

    judgement: ClassVar[Judgement] = ByItsCards()
    conduct: ClassVar[Mapping[str, Conducted]] = {
        **CONDUCT,
        "closing-move": conduct.closing,
        "volley": conduct.volley,
        "assault-next": conduct.first_assault,
        "raise-cry": conduct.cry,
        "impetus": conduct.impetus,
        "cavalry-attack": conduct.cavalry_attack,
        "form-square": charges.square,
        "form-up": conduct.cry,
        "retreat-before-charge": charges.go_back,
        "howitzer-fire": guns.lob,
        "drive-wagons": guns.drive,
    }

    def fire(self, scene: Scene, ask: Ask, view: object) -> Action:
        """Those who assault keep their fire by rule; those who are assaulted may hold it."""
        arrival = frame_of(view, FireOnArrival)
        if arrival is not None:
            return conduct.on_arrival(scene, ask, arrival)
        return family.fire(scene, ask)

    def named(self, scene: Scene, ask: Ask, struck: Sequence[str]) -> Named:
        return charges.designate(scene, ask, struck)

    def state_of_play(self, scene: Scene) -> object:
        """Who has declared is marked, and who failed to close stays where he is."""
        pieces = scene.table.pieces
        return tuple((pieces[unit].cohesion, pieces[unit].marks) for unit in scene.field.own)

    def orders_of(self, moves: Moves, strike: Strike) -> Iterator[Action]:
        """Every stack of the plan declares for itself, the strongest first."""
        pieces, stacks = moves.table.pieces, dict[int, list[str]]()
        for way in strike.ways:
            if way.unit in moves.hands:
                stacks.setdefault(pieces[way.unit].at, []).append(way.unit)
        for units in sorted(stacks.values(), key=lambda units: (-len(units), units)):
            order = Assault(strike.target, tuple(sorted(units)))
            if order in moves.options:
                yield order


def commander(setting: Setting, side: str, character: Character, seed: int, clock: Clock) -> AnXXX:
    return AnXXX(setting, side, character, seed, clock=clock)


def greedy(setting: Setting, side: str, seed: int) -> Choose:
    return Greedy(setting, side, seed).choose


def repulses(events: Iterable[Event]) -> Iterator[str]:
    """The side that attacked, for every melee in which it was thrown back."""
    for event in events:
        if isinstance(event, MeleeFought) and event.result.startswith("A"):
            yield event.sides[0]


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
        packs=(("village-xxx", 120), ("charge-xxx", 40)),
        quick=(("village-xxx", 40),),
        top=(("hagelberg-xxx", 24),),
        top_quick=(("hagelberg-xxx", 8),),
        slow=3,
    ),
)
