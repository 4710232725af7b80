"""The words of La Bataille Premier at a table: what is asked, and what each option would do."""

from __future__ import annotations

from typing import Any, Final

from grognard.desks.teller import Teller
from grognard.desks.wording import listed, points
from grognard.desks.words import Words
from grognard.kernel import Action
from grognard.mechanics.hexes import distance, name

QUESTIONS: Final = {
    "designate-charges": ("Which cavalry charges? All are named before the first rides.", "P38.1"),
    "ride": ("Ride on, a word at a time or a whole path, as in: ride F4 S S SE.", "P38.2"),
    "declare-target": ("An enemy within two hexes: your target, or passed by?", "P38.11"),
    "trample": ("How many increments do you ride down? Each costs points.", "P38.43"),
    "form-square": ("Horse is coming. Who tries to form square?", "P38.21"),
    "evade": ("The charge is upon your skirmishers. Where do they run?", "P19.17"),
    "reaction-charge": ("Enemy horse charges. Does yours ride to meet it?", "P39.7"),
    "reaction-move": ("Your horse rides to meet the charge. Where to?", "P39.9"),
    "movement": ("Your movement: one unit after the other, each in one go.", "P18.1"),
    "stack-order": ("Your movement ends. Change the order of a stack?", "PR-163"),
    "opportunity-fire": ("An enemy moves or forms under your eyes. Fire at him?", "P28.1"),
    "opportunity-charge": ("An enemy has come near your horse. Charge him?", "P40.1"),
    "evade-charge": ("Horse charges your skirmishers. Where do they run?", "P40.18"),
    "contact-fire": ("Horse is upon you. Fire before it strikes?", "P40.8"),
    "defensive-fire": ("Your defensive fire: every unit once.", "P27.1"),
    "offensive-fire": ("Your fire: every unit once. Whoever fires may assault only what he fired at.",
                       "P27.1"),
    "skirmishers-fall-back": ("Your mounted skirmishers may slip away.", "P20.7"),
    "join-contact": ("Horse is at close quarters. Who attacks there?", "P39.25"),
    "compulsory-assault": ("Your line is bound to assault. With whom?", "P16.35"),
    "declare-assault": ("Which hex do you assault, and with whom?", "P33.1"),
    "follow-up-assault": ("The enemy slipped away. Follow up?", "P29.10"),
    "retreat-before-melee": ("You are assaulted. Does it slip away?", "P29.1"),
    "leader-slips-away": ("The hex is assaulted. Does your leader ride off?", "P29.5"),
    "spare-horses": ("Spare the horses (a third of their strength), or spend them?", "P36.10"),
    "use-leader-artillery": ("Which leader directs the guns?", "P7.24"),
    "use-leader-melee": ("Which leader goes in with his men? He may be struck.", "P7.24"),
    "use-leader-morale": ("Which leader steadies his men?", "P7.24"),
    "melee-loss-hex": ("In which hex do your attackers bear their losses?", "P34.6"),
    "advance-after-melee": ("The hex is won. Who advances into it?", "P33.14"),
    "leave-square": ("Your horse must ride off the square. Where to?", "PR-93"),
    "breakdown-loss": ("Which part bears the next loss?", "PR-09"),
    "retreat-path": ("Several ways back are equally good. Which?", "PR-72"),
    "recovery-order": ("Who tries to rally next?", "P31.2"),
    "recovery-facing": ("It rallies. Which way does it face?", "P30.5"),
    "leader-goes-along": ("His men are driven off. Does your leader go along?", "PR-16"),
    "leader-returns": ("Your wounded leader is back. With whom?", "PR-164"),
}  # fmt: skip
"""Every question by its purpose, and the clause behind it."""

WINDOWS: Final = frozenset(
    {
        "contact-fire", "evade", "evade-charge", "form-square", "leader-slips-away",
        "opportunity-charge", "opportunity-fire", "reaction-charge", "retreat-before-melee",
        "skirmishers-fall-back",
    }
)  # fmt: skip
"""Questions that interrupt the other side: who says done lets things take their course."""


ENDINGS: Final = {
    "designate-charges": "no more charges",
    "ride": "halt here; horse that could strike and does not is routed, P38.46",
    "reaction-move": "halt here",
    "movement": "end your movement",
    "stack-order": "leave the stacks as they are",
    "defensive-fire": "cease fire",
    "offensive-fire": "cease fire",
    "declare-assault": "no more assaults",
    "follow-up-assault": "do not follow",
    "advance-after-melee": "stay where you are",
    "use-leader-artillery": "no leader",
    "use-leader-melee": "no leader",
    "use-leader-morale": "no leader",
}
"""What ``done`` means, by purpose."""


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

    def _names(self, units: Any) -> str:
        roster = self.teller.setting.roster
        return listed([roster[unit].name if unit in roster else str(unit) for unit in units])

    def _there(self, at: int) -> str:
        stack = self.table.stacks.get(at, ())
        return f": {self._names(stack)}" if stack else ""

    def _charge(self, action: Any) -> str:
        return self._names(action.units)

    def _target(self, action: Any) -> str:
        return f"charge {self._foe(action.unit)}"

    def _pass(self, action: Any) -> str:
        return f"leave {self._foe(action.unit)} alone in this turn"

    def _foe(self, unit: str) -> str:
        piece = self.table.pieces.get(unit)
        if piece is None:
            return self._names((unit,))
        order = "" if piece.order == "good" else f", {piece.order.value}"
        return f"{self._names((unit,))} ({piece.formation.value} at {name(piece.at)}{order})"

    def _square(self, action: Any) -> str:
        return f"{self._foe(action.unit)} tries"

    def _evade(self, action: Any) -> str:
        return f"run to {self.teller.at(action.to)}{self._there(action.to)}"

    def _react(self, action: Any) -> str:
        return f"{self._names(action.units)}, if it passes its check"

    def _counter(self, action: Any) -> str:
        piece = self.table.pieces.get(action.unit)
        stays = piece is not None and action.to in piece.hexes
        where = "from where it stands" if stays else f"from {self.teller.at(action.to)}"
        return f"{self._names((action.unit,))} {where}, if it passes its check"

    def _fire(self, action: Any) -> str:
        spans = [distance(firer.at, action.target) for firer in action.firers]
        reach = f"{min(spans)}" if min(spans) == max(spans) else f"{min(spans)}-{max(spans)}"
        return f"at {reach} hex{'es' if reach != '1' else ''}{self._there(action.target)}"

    def _assault(self, action: Any) -> str:
        return f"{self._names(action.units)} against{self._there(action.target)[1:]}"

    def _fall_back(self, action: Any) -> str:
        who = self.teller.setting.leaders.get(action.unit)
        return who.name if who is not None else self._names((action.unit,))

    def _advance(self, action: Any) -> str:
        return self._names(action.units)

    def _enter(self, action: Any) -> str:
        from grognard.systems.bataille.movement.arrivals import may_enter

        entry = may_enter(self.table, self.teller.setting.roster[action.unit].side, action)
        cost = points(entry.cost) if hasattr(entry, "cost") else ""
        return "; ".join(filter(None, (cost, self._there(action.at)[2:])))

    def _lead(self, action: Any) -> str:
        if self.table.leaders.get(action.leader) == action.to:
            return "stay here when his unit goes"
        return f"to{self._there(action.to)[1:]}" if self._there(action.to) else ""

    def _accompany(self, action: Any) -> str:
        return f"keep to {self._names((action.unit,))}"

    def _force_march(self, action: Any) -> str:
        guns = f" with {self._names(action.guns)}" if action.guns else ""
        return f"all its battalions{guns} check; who fails does not move (P44.3)"

    def _leave(self, action: Any) -> str:
        return f"{self._names((action.unit,))} marches off the map"

    def _split(self, action: Any) -> str:
        return f"into {self._names(self.table.printed(action.unit).parts)}"

    def _join(self, action: Any) -> str:
        return f"{self._names(self.table.printed(action.unit).parts)} become one"

    def _restack(self, action: Any) -> str:
        return f"{self._names(action.units[:1])} on top"

    def _pick(self, action: Any) -> str:
        choice = action.choice
        said = {
            "trample": f"ride down {choice}" if choice != "0" else "ride on",
            "recovery-facing": f"face {choice}",
            "spare-horses": "fight at a third, the horses keep their wind"
            if choice == "spare"
            else "fight at full strength",
            "leader-goes-along": "go with them" if choice == "go" else "stay here",
        }.get(self.purpose)
        if said is not None:
            return said
        leader = self.teller.setting.leaders.get(choice)
        if leader is not None:
            return str(leader.name)
        return self._foe(choice) if choice in self.table.pieces else ""


WORDS: Final = Words(QUESTIONS, WINDOWS, ENDINGS, gloss)
