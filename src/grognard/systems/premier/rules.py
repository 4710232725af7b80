"""La Bataille Premier at work: what the kernel plays by."""

from __future__ import annotations

from typing import Final

from grognard.kernel.system import Edition, Rules
from grognard.systems.bataille.chapters import events_of, procedures_of
from grognard.systems.bataille.codec import TableDocument, table_document, table_from
from grognard.systems.bataille.commands import parse
from grognard.systems.bataille.laws import broken_laws
from grognard.systems.bataille.packs.setup import opening
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.views import imagine, view
from grognard.systems.premier.kit import KIT
from grognard.systems.premier.system import NAME, ROOMS
from grognard.systems.premier.umpire.naming import named


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


RULES: Final = Rules(
    procedures=procedures_of(ROOMS[0]),
    events=events_of(ROOMS[0]),
    parse=parse,
    document=TableDocument,
    table_document=table_document,
    table_from=table_from,
    edition=edition,
    sides=lambda setting: setting.sides,
    opening=opening,
    view=view,
    imagine=imagine,
    check=broken_laws,
    named=named,
)
