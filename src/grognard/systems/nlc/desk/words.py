"""The words of Napoleon's Later Campaigns at a table: what is asked, and what done means."""

from __future__ import annotations

from typing import Any, Final

from grognard.desks.teller import Teller
from grognard.desks.wording import listed
from grognard.desks.words import Words
from grognard.kernel import Action
from grognard.systems.nlc.actions import Lead, Move

QUESTIONS: Final = {
    "record-decision": ("What would your leaders do on their own? Nobody else will know.", "N12.11.1"),
    "orders": ("Your orders: whom do you send where?", "N12.4.1"),
    "bad-move": ("An enemy leader is confused. Where do you lead him?", "N12.11.2"),
    "choose-orders": ("Take up what was delivered, or choose another order for a formation?", "NM.4"),
    "hide": ("Who marches hidden?", "N20.1.1"),
    "lay-down": ("The march is found out. Where does this counter stand?", "N20.1.2.7"),
    "rally": ("Whom does this leader gather?", "N13.4"),
    "make-room": ("The hex is too full. Who makes room, and where to?", "N13.4"),
    "commander-coordinated": ("Which commander tries for a coordinated action?", "N4.3.1"),
    "commander-initial": ("Which commander rolls for the initial action?", "N4.3.1"),
    "pair": ("Which two formations act together?", "N4.1.2"),
    "initial-action": ("The initial action is yours. Who acts first?", "N4.2.2"),
    "order-of-play": ("Do you play first or second?", "NP.2"),
    "bombard": ("Your guns: on whom do they fire?", "N8.1.1"),
    "enfiladed-square": ("Horse is near your foot. Take the guns in square, or risk the charge?", "N8.5.5"),
    "charge": ("Which cavalry charges? All are named before the first rides.", "N7.7.1"),
    "resolve-charge": ("Which charge is fought first?", "N7.1.4"),
    "pursue": ("The charge has carried. Pursue, or try to hold them?", "N7.8.1"),
    "pursue-whom": ("Whom do they pursue?", "N7.8.1"),
    "stay-or-return": ("Stay on the ground, or ride back?", "N7.7.9"),
    "react": ("An enemy has come near your horse. Charge him?", "N7.9.1"),
    "opportunity-fire": ("An enemy is in your guns' field. Fire?", "N20.13.1"),
    "movement": ("Your movement. Orders bind every unit.", "N4.5.3"),
    "assault": ("Who assaults whom? All are declared before the first is fought.", "N7.3.1"),
    "withdraw": ("You are assaulted. Do your horsemen give way?", "N7.11.1"),
    "support": ("Do your guns support the defence from afar?", "N19.3.1"),
    "resolve-assault": ("Which assault is fought first?", "N7.1.4"),
    "stand-or-retreat": ("Stand, or go back and halve the losses of both sides?", "N7.4.2"),
    "allocate-hit": ("Who bears the next hit?", "N7.1.5"),
    "retreat": ("Where do they fall back?", "N7.4.16"),
    "retreat-surplus": ("The hex is too full. Who goes on?", "N7.4.8"),
    "failure-retreat": ("The order has failed. Where does this unit go?", "N12.9.7"),
    "leader-retreat": ("His men fall back. Does your leader go along?", "N11.3.1"),
    "leader-retreat-to": ("With whom does your leader ride?", "N11.3.1"),
    "leader-refuge": ("Your leader flees. To whom?", "N11.1.3"),
    "leader-return": ("Another steps into the place of the fallen leader. Where?", "N11.2.2"),
    "headquarters-return": ("Headquarters are set up again. Where?", "N11.4.4"),
    "advance": ("The hex is empty. Who takes it?", "N7.5.1"),
}  # fmt: skip
"""Every question by its purpose, and the clause behind it."""

WINDOWS: Final = frozenset({"react", "opportunity-fire", "withdraw", "support", "bad-move"})
ENDINGS: Final = {
    "orders": "no more orders this turn",
    "choose-orders": "the others keep what they have",
    "record-decision": "no leader acts on his own",
    "movement": "end the movement segment",
    "assault": "declare no more assaults",
    "charge": "declare no more charges",
    "bombard": "cease fire",
    "pair": "nobody acts together",
    "initial-action": "let the cup decide",
    "advance": "hold where you are",
    "hide": "no more hidden marches",
}


def gloss(action: Action, purpose: str, teller: Teller, table: Any) -> str:
    """What an option would do, where its words do not say it."""
    if isinstance(action, Move):
        names = [teller.unit(unit) for unit in action.units]
        return f"{listed(names)} to {teller.at(action.path[-1])}"
    if isinstance(action, Lead):
        return f"{teller.leader(action.leader)} to {teller.at(action.path[-1])}"
    return ""


WORDS: Final = Words(QUESTIONS, WINDOWS, ENDINGS, gloss)
