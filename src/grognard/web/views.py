"""Views as they are sent. Made by the allow-list of the system from its view, for each side.

What a side sees is sent whole after a connection, and then only what is different from the last view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from grognard.desks.desk import Desk
from grognard.desks.documents import Ground
from grognard.desks.looking import focus
from grognard.kernel.seeing import Seen
from grognard.systems.plug import System

MOST_KNOWN = 64


class Shown(msgspec.Struct):
    """What a side is shown at a line of the journal, before it is written out."""

    number: int
    view: Any
    plain: dict[str, Any]
    maps: dict[str, dict[Any, Any]]

    def document(self) -> dict[str, Any]:
        return {**self.plain, **self.maps}

    def change_from(self, before: Shown) -> dict[str, Any]:
        """What is different from an earlier view: new values, and ``None`` for what is gone."""
        changed: dict[str, Any] = {
            name: value
            for name, value in self.plain.items()
            if name not in before.plain
            or (before.plain[name] is not value and before.plain[name] != value)
        }
        for name, now in self.maps.items():
            then = before.maps.get(name, {})
            if now is then:
                continue
            different: dict[Any, Any] = {
                key: value
                for key, value in now.items()
                if key not in then or (then[key] is not value and then[key] != value)
            }
            different.update(dict.fromkeys(key for key in then if key not in now))
            if different:
                changed[name] = different
        return changed


def shown(desk: Desk, seen: Seen, number: int, before: Shown | None = None) -> Shown:
    """What a side sees, as it is sent; ``before`` is what it was shown earlier in the same battle."""
    view, setting, wire = seen.view, seen.setting, desk.wire
    plain = {name: getattr(view, name) for name in wire.plain if hasattr(view, name)}
    plain["sequence"] = [str(frame) for frame in view.stack]
    asked = seen.question.kind == "ask"
    plain["focus"] = list(dict.fromkeys(focus(view.stack, view, setting))) if asked else []
    plain["armies"] = desk.armies(view, setting)
    maps = {name: getattr(view, name) for name in wire.maps if hasattr(view, name)}
    if before is None or desk.recounted is None:
        maps["counters"] = desk.counters(view, setting)
    else:
        maps["counters"] = desk.recounted(view, setting, before.view, before.maps["counters"])
    return Shown(number, view, plain, maps)


@lru_cache(maxsize=32)
def setting_document(system: System, setting: Any) -> dict[str, Any]:
    """What never changes in a battle and everybody may know: names, calendar, organisation."""
    desk = system.desk
    return {**desk.setting_document(setting), "overlays": list(desk.overlays)}


@lru_cache(maxsize=32)
def map_document(system: System, setting: Any) -> Ground:
    """The ground as it is drawn."""
    return system.desk.map_document(setting)


def know(system: System, setting: Any) -> str:
    """Keep a setting whose map will be asked for; where it will be found."""
    KNOWN.pop(setting.revision, None)
    KNOWN[setting.revision] = system, setting
    for oldest in list(KNOWN)[:-MOST_KNOWN]:
        KNOWN.pop(oldest, None)
    return f"/api/maps/{setting.revision}"


KNOWN: dict[str, tuple[System, Any]] = {}
"""Settings with their system by the revision of their pack, as far as they were read."""
