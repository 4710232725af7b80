"""An edition of La Bataille, plugged in: what it does not bring is as the family has it.

The parts are imported when they are asked for, so that rules which are not played are not loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.desks.situations import Situations
from grognard.kernel.revisions import code_revision
from grognard.kernel.system import Edition, Rules
from grognard.planning.offers import Learning
from grognard.systems.plug import System

if TYPE_CHECKING:
    from grognard.systems.bataille.kit import Kit
    from grognard.systems.bataille.setting import Setting

FAMILY: Final = "grognard.systems.bataille"


def edition(
    name: str,
    title: str,
    room: str,
    *,
    rules: Callable[[], Rules] | None = None,
    library: Callable[[], Library] | None = None,
    desk: Callable[[], Desk] | None = None,
    situations: Callable[[], Situations] | None = None,
    learning: Callable[[], Learning] | None = None,
    **parts: Callable[[], Any],
) -> System:
    """The plug of an edition whose code is in ``room``; its ``KIT`` is imported when it is needed."""

    def kit() -> Kit:
        found: Kit = import_module(f"{room}.kit").KIT
        return found

    return System(
        name,
        title,
        (room, FAMILY),
        rules=rules or (lambda: rules_of(kit())),
        library=library or (lambda: library_of(kit())),
        desk=desk or shared_desk,
        situations=situations or (lambda: situations_of(kit())),
        learning=learning or shared_learning,
        **parts,
    )


def rules_of(kit: Kit) -> Rules:
    """What the kernel plays an edition by."""
    from grognard.systems.bataille.chapters import events_of, procedures_of
    from grognard.systems.bataille.codec import TableDocument, table_document, table_from
    from grognard.systems.bataille.laws import broken_laws
    from grognard.systems.bataille.naming import named
    from grognard.systems.bataille.packs.setup import opening
    from grognard.systems.bataille.views import follow, guess, masked, view

    return Rules(
        procedures=procedures_of(kit.room),
        events=events_of(kit.room),
        parse=kit.parse,
        document=TableDocument,
        table_document=table_document,
        table_from=table_from,
        edition=partial(_played_under, kit),
        sides=lambda setting: setting.sides,
        opening=opening,
        view=view,
        guess=guess,
        follow=follow,
        masked=masked,
        check=lambda state: broken_laws(state.table),
        named=named,
    )


def _played_under(kit: Kit, setting: Setting) -> Edition:
    """What a game of this setting is played under."""
    return Edition(
        system=kit.name,
        scenario=setting.id,
        rules=code_revision(kit.room, FAMILY),
        charts=kit.dealer.revision,
        pack=setting.revision,
        options=dict(setting.options),
    )


def library_of(kit: Kit) -> Library:
    """The battles, options and book of an edition."""
    from grognard.systems.bataille.packs import pack, packfields
    from grognard.systems.bataille.packs.altering import altered
    from grognard.systems.bataille.packs.describe import describe

    return Library(
        setting=partial(pack.load, kit),
        battles=partial(pack.available, kit),
        options=kit.options.values,
        book=kit.book,
        enforced=kit.reglement.concordance.enforced,
        check=partial(pack.check, kit),
        altered=altered,
        schema=partial(packfields.json_schema, kit),
        describe=describe,
    )


def shared_desk() -> Desk:
    """The desk that the editions share."""
    from grognard.systems.bataille.desk.desk import DESK

    return DESK


def situations_of(kit: Kit) -> Situations:
    """How drawn situations of an edition are played."""
    from grognard.systems.bataille.situations.refereeing import referee
    from grognard.systems.bataille.situations.scrambling import scrambled

    return Situations(referee=partial(referee, kit), scrambled=scrambled)


def shared_learning() -> Learning:
    """How the orders of an edition become actions to learn from."""
    from grognard.systems.bataille.learning import LEARNING

    return LEARNING
