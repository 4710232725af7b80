"""Bataille Empire at work: what the kernel plays by."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.kernel import Event, Procedure
from grognard.kernel.revisions import code_revision
from grognard.kernel.system import Edition, Rules, subclasses
from grognard.mechanics import commands
from grognard.mechanics.commands import Command, Finish, Pick
from grognard.systems.empire import sequence
from grognard.systems.empire.codec import TableDocument, table_document, table_from
from grognard.systems.empire.laws import broken_laws
from grognard.systems.empire.naming import named
from grognard.systems.empire.opening import charts_revision, opening
from grognard.systems.empire.setting import Setting
from grognard.systems.empire.system import NAME, ROOMS
from grognard.systems.empire.views import guess, masked, view

CHAPTERS: Final = (sequence,)
"""Every chapter is imported with the course of the battle."""


@cache
def verbs() -> dict[str, type[Command]]:
    """Every order of the system by its verb."""
    own: list[type[Command]] = [kind for kind in subclasses(Command, *ROOMS) if kind.verb]
    common: list[type[Command]] = [Finish, Pick]
    return {kind.verb: kind for kind in (*common, *own)}


def parse(text: str) -> Command:
    """Read an order.

    >>> str(parse("move F1 wheel:right:15 forward:3000"))
    'move F1 wheel:right:15 forward:3000'
    """
    return commands.parse(text, verbs())


def edition(setting: Setting) -> Edition:
    """What a game of this setting is played under."""
    return Edition(
        system=NAME,
        scenario=setting.id,
        rules=code_revision(*ROOMS),
        charts=charts_revision(),
        pack=setting.revision,
        options=dict(setting.chosen),
    )


RULES: Final = Rules(
    procedures=tuple(kind for kind in subclasses(Procedure, *ROOMS) if kind.steps),
    events=subclasses(Event, *ROOMS),
    parse=parse,
    document=TableDocument,
    table_document=table_document,
    table_from=table_from,
    edition=edition,
    sides=lambda setting: setting.sides,
    opening=opening,
    view=view,
    guess=guess,
    masked=masked,
    check=broken_laws,
    named=named,
)
