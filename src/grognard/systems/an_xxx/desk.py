"""The desk of An XXX, put together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec

from grognard.desks.documents import Counter, Shape
from grognard.desks.teller import Arguments
from grognard.kernel import rule
from grognard.mechanics.hexes import parse_hex
from grognard.systems import an_xxx
from grognard.systems.an_xxx.advice import AnXXXAdviser
from grognard.systems.an_xxx.events.guns import ThingPlaced
from grognard.systems.an_xxx.guns.things import lying_guns, standing
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.supplement import facts
from grognard.systems.bataille.desk import counters as family
from grognard.systems.bataille.desk import desk
from grognard.systems.bataille.desk.cards import BatailleCards
from grognard.systems.bataille.desk.counters import shape_of
from grognard.systems.bataille.desk.sentences.teller import BatailleTeller
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.views import View


def _thing(teller: Any, event: ThingPlaced) -> dict[str, Any]:
    """A wagon or guns without a crew: what has become of it, and where it is if it is anywhere."""
    fate, _, rest = event.fate.partition(":")
    thing = teller.wagon(event.thing) or teller.who(event.thing)
    said: dict[str, Any] = {"fate": fate, "thing": thing}
    if fate not in ("wagon", "guns", "hit"):
        return said
    return {**said, "at": teller.where(parse_hex(rest.partition(":")[0]))}


class AnXXXTeller(BatailleTeller):
    """Knows the events of An XXX besides the shared ones."""

    slots: ClassVar[Mapping[str, str]] = {
        **BatailleTeller.slots,
        "wagon": "called",
        "what": "called",
    }

    arguments: ClassVar[Mapping[str, Arguments]] = {
        **BatailleTeller.arguments, "ThingPlaced": _thing,
    }  # fmt: skip

    quiet: ClassVar[frozenset[str]] = BatailleTeller.quiet | {
        "could-fire", "gave-fire", "fled", "first-fired", "track", "rode-down", "asked-back", "asked-to-form", "short",
    }  # fmt: skip
    words: ClassVar[tuple[Path, ...]] = (*BatailleTeller.words, Path(an_xxx.__path__[0]) / "words")

    def wagon(self, who: str) -> str:
        """The name of a wagon; nothing where it is none."""
        wagons = facts(self.setting).wagons
        return next((self.phrase(wagon.name) for wagon in wagons if wagon.id == who), "")

    def called(self, who: str) -> str:
        return self.wagon(who) or super().called(who)


class AnXXXCards(BatailleCards):
    """Tells the links of an assault in the order of its rolls."""

    course: ClassVar[tuple[str, ...]] = ("close", "stand-assault", *BatailleCards.course)


@rule("X18.12.3", "X18.14.5")
def counters(view: View, setting: Setting) -> dict[str, Counter]:
    """The counters of the battle, guns that lie without a crew, and the ammunition wagons that stand
    on the map."""
    found = family.counters(view, setting)
    for unit, lying in lying_guns(view.removed):
        found[unit] = msgspec.structs.replace(
            found[unit], left=found[unit].pips - lying.lost, order=Cohesion.ROUT.value,
            state="abandoned", shape=Shape((lying.at,)), formation=Formation.UNLIMBERED.value,
        )  # fmt: skip
    for wagon, at in standing(setting, view.removed):
        found[wagon.id] = Counter(
            wagon.id, wagon.name, wagon.side, arm=Arm.ARTILLERY.value, kind="wagon", pips=1, left=1,
            shape=shape_of((at,), Formation.LIMBERED, wagon.facing), formation=Formation.LIMBERED.value,
        )  # fmt: skip
    return found


DESK: Final = msgspec.structs.replace(
    desk.DESK,
    adviser=AnXXXAdviser,
    cards=AnXXXCards,
    counters=counters,
    recounted=None,
    teller=AnXXXTeller,
    words=msgspec.structs.replace(desk.DESK.words, questions=KIT.questions),
    reactions=desk.DESK.reactions | {"volley", "retreat-before-charge", "form-up"},
)
