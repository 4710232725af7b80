"""The words of La Bataille at a table: what is asked, and what each option would do."""

from __future__ import annotations

from typing import Any, Final

from grognard.desks.catalogue import Figure, Points
from grognard.desks.teller import NONE, Teller, slot
from grognard.desks.words import Words
from grognard.kernel import Action, Reason
from grognard.mechanics.hexes import distance, name

QUESTIONS: Final = {
    "designate-charges": "P38.1",
    "ride": "P38.2",
    "declare-target": "P38.11",
    "trample": "P38.43",
    "form-square": "P38.21",
    "evade": "P19.17",
    "reaction-charge": "P39.7",
    "reaction-move": "P39.9",
    "movement": "P18.1",
    "stack-order": "PR-163",
    "opportunity-fire": "P28.1",
    "opportunity-charge": "P40.1",
    "evade-charge": "P40.18",
    "contact-fire": "P40.8",
    "defensive-fire": "P27.1",
    "offensive-fire": "P27.1",
    "skirmishers-fall-back": "P20.7",
    "join-contact": "P39.25",
    "compulsory-assault": "P16.35",
    "declare-assault": "P33.1",
    "follow-up-assault": "P29.10",
    "retreat-before-melee": "P29.1",
    "leader-slips-away": "P29.5",
    "spare-horses": "P36.10",
    "use-leader-artillery": "P7.24",
    "use-leader-melee": "P7.24",
    "use-leader-morale": "P7.24",
    "melee-loss-hex": "P34.6",
    "advance-after-melee": "P33.14",
    "leave-square": "PR-93",
    "breakdown-loss": "PR-09",
    "retreat-path": "PR-72",
    "recovery-order": "P31.2",
    "recovery-facing": "P30.5",
    "leader-goes-along": "PR-16",
    "leader-returns": "PR-164",
}
"""Every question by its purpose, and the clause behind it."""

WINDOWS: Final = frozenset(
    {
        "contact-fire", "evade", "evade-charge", "form-square", "leader-slips-away",
        "opportunity-charge", "opportunity-fire", "reaction-charge", "retreat-before-melee",
        "skirmishers-fall-back",
    }
)  # fmt: skip
"""Questions that interrupt the other side: who says done lets things take their course."""


def gloss(action: Action, purpose: str, teller: Teller, table: Any) -> str:
    """What an option would do, for somebody who does not read its words yet; empty if they do."""
    return _Gloss(purpose, teller, table).of(action)


class _Gloss:
    def __init__(self, purpose: str, teller: Teller, table: Any) -> None:
        self.purpose, self.teller, self.table = purpose, teller, table

    def of(self, action: Any) -> str:
        verb = str(action).partition(" ")[0].replace("-", "_")
        words = getattr(self, f"_{verb}", None)
        return str(words(action)) if words is not None else ""

    def _say(self, message: str, **arguments: Any) -> str:
        return self.teller.say(f"gloss-{message}", **arguments)

    def _names(self, units: Any) -> str:
        roster = self.teller.setting.roster
        return self.teller.listed(
            [roster[unit].name if unit in roster else str(unit) for unit in units]
        )

    def _stack(self, at: int) -> str:
        stack = self.table.stacks.get(at, ())
        return self._names(stack) if stack else ""

    def _there(self, at: int) -> str:
        stack = self._stack(at)
        return f": {stack}" if stack else ""

    def _charge(self, action: Any) -> str:
        return self._names(action.units)

    def _target(self, action: Any) -> str:
        return self._say("target", foe=self._foe(action.unit))

    def _pass(self, action: Any) -> str:
        return self._say("pass", foe=self._foe(action.unit))

    def _foe(self, unit: str) -> str:
        piece = self.table.pieces.get(unit)
        if piece is None:
            return self._names((unit,))
        return self.teller.say(
            "foe", unit=self._names((unit,)), formation=piece.formation.value,
            at=name(piece.at), order=piece.cohesion.value,
        )  # fmt: skip

    def _square(self, action: Any) -> str:
        return self._say("square", foe=self._foe(action.unit))

    def _evade(self, action: Any) -> str:
        return self._say("evade", to=self.teller.at(action.to), there=self._there(action.to))

    def _react(self, action: Any) -> str:
        return self._say("react", units=self._names(action.units))

    def _counter(self, action: Any) -> str:
        piece = self.table.pieces.get(action.unit)
        stays = piece is not None and action.to in piece.hexes
        unit, to = self._names((action.unit,)), self.teller.at(action.to)
        return self._say("counter", unit=unit, stays=slot(stays), to=to)

    def _fire(self, action: Any) -> str:
        spans = [distance(firer.at, action.target) for firer in action.firers]
        reach = f"{min(spans)}" if min(spans) == max(spans) else f"{min(spans)}-{max(spans)}"
        there = self._there(action.target)
        return self._say("fire", reach=reach, near=slot(reach == "1"), there=there)

    def _assault(self, action: Any) -> str:
        return self._say(
            "assault", units=self._names(action.units), foes=self._stack(action.target)
        )

    def _fall_back(self, action: Any) -> str:
        who = self.teller.setting.leaders.get(action.unit)
        return who.name if who is not None else self._names((action.unit,))

    def _advance(self, action: Any) -> str:
        return self._names(action.units)

    def _enter(self, action: Any) -> str:
        from grognard.systems.bataille.movement.arrivals import may_enter

        entry = may_enter(self.table, self.teller.setting.roster[action.unit].side, action)
        cost = ""
        if not isinstance(entry, Reason):
            cost = self.teller.say("points", points=Points.of(entry.cost))
        return "; ".join(filter(None, (cost, self._stack(action.at))))

    def _lead(self, action: Any) -> str:
        if self.table.leaders.get(action.leader) == action.to:
            return self._say("stay")
        who = self._stack(action.to)
        return self._say("to", who=who) if who else ""

    def _accompany(self, action: Any) -> str:
        return self._say("accompany", unit=self._names((action.unit,)))

    def _force_march(self, action: Any) -> str:
        return self._say("force-march", guns=self._names(action.guns) if action.guns else NONE)

    def _leave(self, action: Any) -> str:
        return self._say("leave", unit=self._names((action.unit,)))

    def _split(self, action: Any) -> str:
        return self._say("split", parts=self._names(self.table.printed(action.unit).parts))

    def _join(self, action: Any) -> str:
        return self._say("join", parts=self._names(self.table.printed(action.unit).parts))

    def _restack(self, action: Any) -> str:
        return self._say("restack", unit=self._names(action.units[:1]))

    def _pick(self, action: Any) -> str:
        choice = action.choice
        if self.purpose == "trample":
            return self._say("trample", choice=Figure(choice))
        if self.purpose == "recovery-facing":
            return self._say("face", facing=choice)
        if self.purpose in PICKS:
            return self._say(PICKS[self.purpose], choice=choice)
        leader = self.teller.setting.leaders.get(choice)
        if leader is not None:
            return str(leader.name)
        return self._foe(choice) if choice in self.table.pieces else ""


PICKS: Final = {"spare-horses": "horses", "leader-goes-along": "along"}
"""Messages for choices that are a word, by the purpose of the question."""

WORDS: Final = Words(QUESTIONS, WINDOWS, gloss)
