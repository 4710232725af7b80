"""Napoleon's Later Campaigns at work: what the kernel plays by."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.kernel import Event, Procedure
from grognard.kernel.revisions import code_revision
from grognard.kernel.system import Edition, Rules, subclasses
from grognard.mechanics import commands
from grognard.mechanics.commands import Command, Finish, Pick
from grognard.systems.nlc import sequence
from grognard.systems.nlc.codec import TableDocument, table_document, table_from
from grognard.systems.nlc.combat import failure_retreat, rout
from grognard.systems.nlc.laws import broken_laws
from grognard.systems.nlc.opening import charts_revision, opening
from grognard.systems.nlc.setting import Setting
from grognard.systems.nlc.situations.naming import named
from grognard.systems.nlc.system import NAME, ROOMS
from grognard.systems.nlc.views import guess, view

CHAPTERS: Final = (sequence, failure_retreat, rout)
"""Every chapter is imported with the course of the battle, but for what is called by name later."""


@cache
def verbs() -> dict[str, type[Command]]:
    """Every order of the system by its verb."""
    own: list[type[Command]] = [kind for kind in subclasses(Command, *ROOMS) if kind.verb]
    common: list[type[Command]] = [Finish, Pick]
    return {kind.verb: kind for kind in (*common, *own)}


def parse(text: str) -> Command:
    """Read an order.

    >>> str(parse("move husson+campi 1115 1114"))
    'move husson+campi 1115 1114'
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
    check=lambda state: broken_laws(state.table),
    named=named,
)
