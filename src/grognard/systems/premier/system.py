"""La Bataille Premier as a system: everything the kernel, the host and the front ends ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.kernel.documents import Source
from grognard.kernel.system import Battle, Edition, System
from grognard.systems.bataille.chapters import events_of, procedures_of
from grognard.systems.bataille.codec import TableDocument, table_document, table_from
from grognard.systems.bataille.commands import parse
from grognard.systems.bataille.laws import broken_laws
from grognard.systems.bataille.packs.setup import opening
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.views import imagine, view
from grognard.systems.premier.kit import KIT

NAME = "premier"
ROOMS = ("grognard.systems.premier", "grognard.systems.bataille")


def edition(setting: Setting) -> Edition:
    """What a game of this setting is played under."""
    return Edition(
        system=NAME,
        scenario=setting.id,
        rules=KIT.revision,
        charts=KIT.dealer.revision,
        pack=setting.revision,
        options=dict(setting.options),
    )


# The packs, the rulebook in words and the situations are read from files that a game in play does
# not need: they are imported when they are asked for.


def _setting(source: Source, options: Mapping[str, str]) -> Setting:
    from grognard.systems.premier.packs import load

    return load(source, options)


def _battles() -> Iterable[Battle]:
    from grognard.systems.premier.packs import available

    return available()


def _check_pack(source: Source) -> Iterable[Any]:
    from grognard.systems.premier.packs import check

    return check(source)


def _describe(setting: Setting) -> str:
    from grognard.systems.bataille.packs.describe import describe

    return describe(setting)


def _desk() -> Any:
    from grognard.systems.premier.desk.desk import DESK

    return DESK


def _options() -> Iterable[Any]:
    from grognard.systems.premier.options import OPTIONS

    return OPTIONS.values()


def _book() -> Any:
    from grognard.systems.premier.rulebook import rulebook

    return rulebook()


def _coverage(cited: Mapping[str, tuple[str, ...]], tested: Iterable[str]) -> Any:
    from grognard.systems.premier.rulebook import coverage

    return coverage(cited, tested)


def _referee(text: str, name: str, heard: Any) -> Any:
    from grognard.systems.premier.umpire.situations import referee

    return referee(text, name, heard)


def _named(table: Any) -> Mapping[str, Iterable[Any]]:
    from grognard.systems.premier.umpire.naming import named

    return named(table)


def _hosting() -> Any:
    from grognard.systems.premier.umpire.hosting import HOSTING

    return HOSTING


def _learning() -> Any:
    from grognard.systems.premier.learning import LEARNING

    return LEARNING


SYSTEM = System(
    name=NAME,
    title="La Bataille Premier",
    procedures=procedures_of(ROOMS[0]),
    events=events_of(ROOMS[0]),
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
    named=_named,
    check_pack=_check_pack,
    describe=_describe,
    rooms=ROOMS,
    desk=_desk,
    hosting=_hosting,
    learning=_learning,
)
