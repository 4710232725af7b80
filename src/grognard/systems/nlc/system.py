"""Napoleon's Later Campaigns as a system: everything the kernel, the host and the front ends ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from grognard.kernel import Event, Procedure
from grognard.kernel.documents import Source
from grognard.kernel.system import Battle, Edition, System, subclasses
from grognard.mechanics import commands
from grognard.mechanics.commands import Command, Finish, Pick
from grognard.systems.nlc import sequence
from grognard.systems.nlc.codec import TableDocument, table_document, table_from
from grognard.systems.nlc.combat import failure_retreat, rout
from grognard.systems.nlc.laws import broken_laws
from grognard.systems.nlc.opening import RULES_REVISION, charts_revision, opening
from grognard.systems.nlc.setting import Setting
from grognard.systems.nlc.views import imagine, view

NAME = "nlc"
ROOMS = ("grognard.systems.nlc",)
CHAPTERS = (sequence, failure_retreat, rout)
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
        rules=RULES_REVISION,
        charts=charts_revision(),
        pack=setting.revision,
        options=dict(setting.chosen),
    )


# What a game in play does not need is imported when it is asked for.


def _setting(source: Source, options: Mapping[str, str]) -> Setting:
    from grognard.systems.nlc.packs.pack import load

    return load(source, options)


def _battles() -> Iterable[Battle]:
    from grognard.systems.nlc.packs.pack import available

    return available()


def _options() -> Iterable[Any]:
    from grognard.systems.nlc.options import OPTIONS

    return OPTIONS.values()


def _book() -> Any:
    from grognard.systems.nlc.rulebook import rulebook

    return rulebook()


def _coverage(cited: Mapping[str, tuple[str, ...]], tested: Iterable[str]) -> Any:
    from grognard.systems.nlc.rulebook import coverage

    return coverage(cited, tested)


def _check_pack(source: Source) -> Iterable[Any]:
    from grognard.systems.nlc.packs.pack import check

    return check(source)


def _referee(text: str, name: str, heard: Any) -> Any:
    from grognard.systems.nlc.umpire.situations import referee

    return referee(text, name, heard)


def _describe(setting: Setting) -> str:
    from grognard.systems.nlc.packs.describe import describe

    return describe(setting)


def _desk() -> Any:
    from grognard.systems.nlc.desk.desk import DESK

    return DESK


def _hosting() -> Any:
    from grognard.systems.nlc.umpire.hosting import HOSTING

    return HOSTING


def _learning() -> Any:
    from grognard.systems.nlc.learning import LEARNING

    return LEARNING


SYSTEM = System(
    name=NAME,
    title="Napoleon's Later Campaigns",
    procedures=tuple(kind for kind in subclasses(Procedure, *ROOMS) if kind.steps),
    events=subclasses(Event, *ROOMS),
    parse=parse,
    document=TableDocument,
    table_document=table_document,
    table_from=table_from,
    edition=edition,
    sides=lambda setting: setting.sides,
    setting=_setting,
    opening=opening,
    view=view,
    imagine=imagine,
    battles=_battles,
    options=_options,
    book=_book,
    coverage=_coverage,
    referee=_referee,
    check=broken_laws,
    check_pack=_check_pack,
    describe=_describe,
    rooms=ROOMS,
    desk=_desk,
    hosting=_hosting,
    learning=_learning,
)
