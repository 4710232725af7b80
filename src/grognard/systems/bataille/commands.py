"""The orders that the editions of La Bataille share, read from their text form."""

from __future__ import annotations

from grognard.systems.bataille import actions
from grognard.systems.bataille.actions import COMMANDS, Command
from grognard.systems.bataille.command.command_actions import COMMAND_COMMANDS
from grognard.systems.bataille.command.leader_actions import LEADER_COMMANDS
from grognard.systems.bataille.horse.charge_actions import CHARGE_COMMANDS
from grognard.systems.bataille.horse.horse_actions import HORSE_COMMANDS

VERBS = {
    order.verb: order
    for order in (
        *COMMANDS,
        *CHARGE_COMMANDS,
        *HORSE_COMMANDS,
        *LEADER_COMMANDS,
        *COMMAND_COMMANDS,
    )
}


def parse(text: str) -> Command:
    """Read an order.

    >>> str(parse("charge F14 F15"))
    'charge F14 F15'
    """
    return actions.parse(text, VERBS)
