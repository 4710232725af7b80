"""A sentence for every event of Napoleon's Later Campaigns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from grognard.desks.teller import NOBODY, Details, Sentence, Teller
from grognard.desks.wording import counted, listed, number, verb
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.mechanics.hexes import name
from grognard.systems.nlc.chits import COORDINATED
from grognard.systems.nlc.command.order_words import in_words
from grognard.systems.nlc.desk.command_sentences import COMMAND_DETAILS, COMMAND_SENTENCES
from grognard.systems.nlc.events import Moved, SegmentBegan
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.setting import Setting

OCCASIONS: Final = {
    "assault": "after the assault",
    "square": "to form square",
    "reaction": "to charge in reaction",
    "recovery": "to rally its ranks",
    "zone": "as it breaks off from the enemy",
    "retreat": "as it falls back",
    "rout": "as comrades run",
}
CAUSES: Final = {
    "retreat": "in retreat",
    "charge": "after its charge",
    "bombardment": "by the bombardment",
    "guns": "by supporting guns",
    "zone": "breaking off",
}
FATES: Final = {
    "eliminated": "is eliminated",
    "destroyed": "is destroyed for good",
    "retreated": "is driven off the map",
    "exited": "marches off the map",
}
BOOKKEEPING: Final = frozenset(
    {
        "ForceChanged", "PutUnder", "Marked", "Unmarked", "MarksWiped", "StageEnded", "TurnOpened",
        "TurnClosed", "PairsParted", "MovementBegan", "LeaderChanged", "QuartersChanged", "Counted",
        "Restacked", "PhaseBegan", "CommandOpened", "QuartersOnTheMove", "DecisionSettled",
        "LeaderMarked", "Instructed", "PlayedFirst", "HitsTaken", "Banked",
    }
)  # fmt: skip
"""Facts that only the rules remember."""


class NlcTeller(Teller):
    """Tells a battle of Napoleon's Later Campaigns with the names of its units and places."""

    setting: Setting
    sentences: ClassVar[Mapping[str, Sentence]] = {}
    details: ClassVar[Mapping[str, Details]] = {}

    def __init__(self, setting: Any) -> None:
        self.setting = setting
        self._places = {
            at: place.name
            for place in reversed(setting.places)
            if place.kind.value in ("town", "chateau", "woods", "hill", "label")
            for at in place.hexes
        }

    def is_bookkeeping(self, event: Event) -> bool:
        return tag_of(type(event)) in BOOKKEEPING

    def story(self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY) -> Iterator[str]:
        """The events in lines; the hexes of one move are told together, idle segments left out."""
        segment = ""
        for told in _runs(event for event in events if not self.is_bookkeeping(event)):
            event = told[0]
            if isinstance(event, SegmentBegan):
                segment = self.sentence(event)
                continue
            if segment:
                yield segment
                segment = ""
            if len(told) > 1:
                way = " ".join(name(each.to) for each in told[:-1] if isinstance(each, Moved))
                yield f"{self.sentence(told[-1])}, by {way}"
            else:
                yield from self.lines(event)

    def unit(self, unit: str) -> str:
        """A brigade goes by its name."""
        printed = self.setting.roster.get(unit)
        return printed.name if printed is not None else unit

    def leader(self, leader: str) -> str:
        printed = self.setting.leaders.get(leader)
        return printed.name if printed is not None else self.quarters(leader)

    def quarters(self, held: str) -> str:
        found = self.setting.headquarters.get(held)
        return f"the headquarters of {self.leader(found.commander)}" if found else held

    def side(self, side: str) -> str:
        army = self.setting.armies.get(side)
        return army.name if army is not None else side

    def formation(self, formation: str) -> str:
        held = self.setting.formations.get(formation)
        return held.name if held is not None else formation

    def body(self, force: str) -> str:
        """A formation, a division of it, a wing or a headquarters by name."""
        if force in self.setting.formations:
            return self.formation(force)
        if "/" in force:
            formation, _, division = force.partition("/")
            return f"division {division} of {self.formation(formation)}"
        if "+" in force:
            return f"a part of {self.formation(force.partition('+')[0])}"
        return self.leader(force)

    def chit(self, chit: str) -> str:
        if chit.startswith(COORDINATED):
            return f"the coordinated action of the {self.side(chit.removeprefix(COORDINATED))}"
        return self.formation(chit)

    def places(self, hexes: tuple[int, ...]) -> str:
        return listed([self.at(at) for at in hexes])

    def orders(self, orders: Any) -> str:
        return " ".join(in_words(orders))


def _runs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events one by one; the steps of one move together."""
    run: list[Event] = []
    for event in events:
        last = run[-1] if run else None
        goes_on = isinstance(event, Moved) and isinstance(last, Moved) and event.units == last.units
        if run and not goes_on:
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _volley(teller: NlcTeller, title: str, volley: Volley) -> Iterator[str]:
    """A volley with its shares, its row and its dice."""
    for part in volley.parts:
        whys = ", ".join(f"x{number(why.factor)} {why.reason} ({why.clause})" for why in part.whys)
        yield f"{title}: {teller.unit(part.unit)} {part.strength}" + (f", {whys}" if whys else "")
    if not volley.strength:
        yield f"{title}: no fire"
    elif volley.dice:
        rolled = "+".join(map(str, volley.dice))
        yield f"{title}: strength {volley.strength}, dice {rolled}: {counted(volley.hits, 'hit')}"


def _two_volleys(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield from _volley(teller, "attack", event.attack)
    yield from _volley(teller, "defence", event.defence)


def _one_volley(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield from _volley(teller, "guns", event.volley)


def _totals(teller: NlcTeller, event: Any) -> Iterator[str]:
    for side, leader, _, account in event.totals:
        who = f" under {teller.leader(leader)}" if leader else ""
        yield f"{teller.side(side)}{who}: {account.total} ({account})"


def _entered(teller: NlcTeller, event: Any) -> str:
    who = [teller.unit(unit) for unit in event.units] + [
        teller.leader(held) for held in event.leaders
    ]
    return f"{listed(who)} {verb(who, 'comes', 'come')} onto the map at {teller.at(event.at)}"


def _fired(teller: NlcTeller, event: Any) -> str:
    flank = " in flank" if event.flanked else ""
    hits = f"{counted(event.attack.hits, 'hit')} against {counted(event.defence.hits, 'hit')}"
    return f"{teller.units(event.units)} {verb(event.units, 'assaults', 'assault')} {teller.at(event.target)}{flank}: {hits}"


def _charged(teller: NlcTeller, event: Any) -> str:
    how = [
        *(["on the flank"] if event.flanking else []),
        *(["a backhand blow"] if event.backhand else []),
        *(["against a square"] if event.square else []),
    ]
    manner = f", {', '.join(how)}" if how else ""
    hits = f"{counted(event.attack.hits, 'hit')} against {counted(event.defence.hits, 'hit')}"
    return f"{teller.units(event.units)} {verb(event.units, 'strikes', 'strike')} {teller.units(event.defenders)} in {teller.at(event.target)}{manner}: {hits}"


def _tested(teller: NlcTeller, event: Any) -> str:
    result = "holds" if event.passed else "fails"
    why = OCCASIONS.get(event.occasion, event.occasion)
    against = f" against morale {event.morale}" if event.morale else ""
    return f"{teller.units(event.units)}: a test {why}, {event.die}{against}: {result}"


def _spirit(teller: NlcTeller, event: Any) -> str:
    whose = (
        teller.formation(event.whose)
        if event.whose in teller.setting.formations
        else f"the {teller.side(event.whose)} army"
    )
    state = "is demoralized" if event.demoralized else "takes heart again"
    return f"{whose} {state}: {event.losses} lost, the limit is {event.limit}"


def _rolled(teller: NlcTeller, event: Any) -> str:
    won = teller.side(event.winner) if event.winner else "nobody"
    return f"the initial action goes to {won}"


SENTENCES: Final[dict[str, Sentence]] = {
    "TurnBegan": lambda t, e: f"Turn {e.turn}, {e.time}" + ("" if e.weather == "clear" else f", {e.weather}"),
    "PhaseBegan": lambda t, e: f"the {e.phase.replace('-', ' ')} phase",
    "StageBegan": lambda t, e: f"{listed([t.formation(name) for name in e.formations])} {verb(e.formations, 'acts', 'act')}" if e.formations else f"the {t.side(e.side)} reserves stand by",
    "StageEnded": lambda t, e: "the stage is over",
    "SegmentBegan": lambda t, e: f"the {e.segment} segment",
    "MarksWiped": lambda t, e: "the turn is over",
    "TurnOpened": lambda t, e: "leaders may ride again",
    "TurnClosed": lambda t, e: "the turn is noted",
    "Moved": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'goes', 'go')} to {t.at(e.to)}" + (f" and {t.at(e.also)}, in extended line" if e.also else ""),
    "Placed": lambda t, e: f"{t.unit(e.unit)} is placed in {t.at(e.at)}",
    "Restacked": lambda t, e: f"in {t.at(e.at)} the guns lie on top",
    "Marked": lambda t, e: f"{t.unit(e.unit)} is marked {e.mark}",
    "Unmarked": lambda t, e: f"{t.unit(e.unit)} is no longer marked {e.mark}",
    "LostStep": lambda t, e: f"{t.unit(e.unit)} loses a step",
    "Removed": lambda t, e: f"{t.unit(e.unit)} {FATES[e.fate.how]}" + ("" if e.fate.supplied else ", cut off from supply"),
    "Disrupted": lambda t, e: f"{t.unit(e.unit)} is disrupted" + (f" {CAUSES[e.why]}" if e.why in CAUSES else ""),
    "Recovered": lambda t, e: f"{t.unit(e.unit)} is in good order again",
    "LeaderMoved": lambda t, e: f"{t.leader(e.leader)} rides to {t.at(e.to)}",
    "LeaderChanged": lambda t, e: f"{t.leader(e.general.id)}: something is changed",
    "QuartersChanged": lambda t, e: f"{t.quarters(e.quarters.id)}: something is changed",
    "QuartersMoved": lambda t, e: f"{t.quarters(e.headquarters)} moves to {t.at(e.to)}",
    "ForceChanged": lambda t, e: f"{t.body(e.force.id)}: its order is noted anew",
    "PutUnder": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'follows', 'follow')} {t.body(e.force)}",
    "Counted": lambda t, e: f"noted: {e.name} {e.by:+d}",
    "MoraleTested": _tested,
    "HitsTaken": lambda t, e: f"{t.side(e.side)} must pay for {counted(e.hits, 'hit')}",
    "SpiritChanged": _spirit,
    "CoordinationRolled": lambda t, e: f"{t.leader(e.leader)} tries to bring two formations on together: {e.die}, needing {e.needed} or less: " + ("he does" if e.earned else "in vain"),
    "Paired": lambda t, e: f"{t.formation(e.one)} and {t.formation(e.other)} will act together",
    "InitiativeRolled": _rolled,
    "InitialActionTaken": lambda t, e: f"{t.chit(e.chit)} acts before any chit is drawn",
    "CupFilled": lambda t, e: f"{counted(e.count, 'chit')} {('goes' if e.count == 1 else 'go')} into the cup",
    "ChitDrawn": lambda t, e: f"drawn: {t.chit(e.chit)}",
    "PairsParted": lambda t, e: "coordinated actions are over",
    "OrderOfPlayRolled": lambda t, e: f"{t.side(e.winner) if e.winner else 'nobody'} may choose who plays first",
    "PlayedFirst": lambda t, e: f"{t.side(e.side)} plays first",
    "ArrivalRolled": lambda t, e: f"a die for reinforcements: {e.die}, needing {e.needed}",
    "ArrivalDue": lambda t, e: "reinforcements stand at the edge of the map",
    "PartDetached": lambda t, e: f"{t.body(e.force.id)} marches up behind it",
    "Entered": _entered,
    "QuartersEntered": lambda t, e: f"{t.quarters(e.headquarters)} comes onto the map at {t.at(e.at)}",
    "Exited": lambda t, e: f"{t.unit(e.unit)} marches off the map at {t.at(e.at)}",
    "MovementBegan": lambda t, e: f"the {t.side(e.side)} move",
    "AssaultFired": _fired,
    "StoodOrRetreated": lambda t, e: f"the {t.side(e.side)} " + ("go back to save men" if e.retreats else "stand"),
    "Retreated": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'falls', 'fall')} back" + ("" if e.voluntary else ", driven"),
    "RetreatedTo": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'is', 'are')} in {t.at(e.to)} now",
    "Cornered": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'has', 'have')} no way back from {t.at(e.at)}",
    "Advanced": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'takes', 'take')} {t.at(e.to)}",
    "Routed": lambda t, e: f"{t.unit(e.unit)} routs",
    "GuardRecoiled": lambda t, e: "the Guard recoils: no French unit will forget it",
    "ChargeDeclared": lambda t, e: f"{t.unit(e.unit)} charges {t.at(e.path[-1])}",
    "ChargeFought": _charged,
    "ChargeDecided": lambda t, e: f"the charge on {t.at(e.target)} " + ("carries the day" if e.won else "is beaten off"),
    "WentHome": lambda t, e: f"{t.unit(e.unit)} rides back to {t.at(e.to)}",
    "PursuitTested": lambda t, e: f"{t.unit(e.unit)}: {e.die} against pursuit {e.value}: " + ("it cannot be held" if e.pursues else "it is held"),
    "ReactionDeclared": lambda t, e: f"{t.unit(e.unit)} would charge in reaction at {t.at(e.at)}",
    "SpendingDeclared": lambda t, e: f"{t.units(e.units)} will spend {number_of(e.halves)} in all",
    "Bombarded": lambda t, e: f"{t.units(e.units)} {verb(e.units, 'fires', 'fire')} on {t.at(e.target)}: {counted(e.volley.hits, 'hit')}",
    "RallyRolled": lambda t, e: f"{t.unit(e.unit)} is called back: {e.die}, needing {e.highest} or less",
    "PointsScored": lambda t, e: f"{t.side(e.side)} {e.points:+d}: {e.why}",
    "BattleEnded": lambda t, e: f"the battle is over: {e.verdict}",
    "HidingBegan": lambda t, e: f"{t.body(e.march.force)} marches hidden; its counters stay as a blind",
    "HiddenChanged": lambda t, e: f"{t.body(e.march.force)} turns off its hidden way towards {t.at(e.march.plot[-1])}",
    "Banked": lambda t, e: f"{t.body(e.march.force)} has {number_of(e.march.bank)} of its hidden march",
    "DiscoveryRolled": lambda t, e: f"a die for a hidden march of the {t.side(e.side)}: {e.die}" + (", it is discovered" if e.revealed else ""),
    "MarchRevealed": lambda t, e: f"{t.body(e.force)} is not where it seemed: it has reached {t.at(e.walked[-1])}",
    "ColumnPlaced": lambda t, e: f"{t.unit(e.unit)} is in {t.at(e.at)}",
    "FatigueChanged": lambda t, e: f"{t.body(e.force.id)} is {('fresh', 'tired', 'exhausted')[e.force.fatigue]}",
    **COMMAND_SENTENCES,
}  # fmt: skip


def number_of(halves: int) -> str:
    """Half points as points of movement."""
    return f"{halves / 2:g} movement points"


def _verdict(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield from event.lines


def _walked(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield "by " + " ".join(map(name, event.walked))


NlcTeller.sentences = SENTENCES
NlcTeller.details = {
    "AssaultFired": _two_volleys,
    "ChargeFought": _two_volleys,
    "Bombarded": _one_volley,
    "InitiativeRolled": _totals,
    "OrderOfPlayRolled": _totals,
    "BattleEnded": _verdict,
    "MarchRevealed": _walked,
    **COMMAND_DETAILS,
}
