"""Counters as they are drawn: units with their steps, leaders, headquarters, and what lies covered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from grognard.desks.counters import figure
from grognard.desks.documents import Counter, Figure, Shape
from grognard.systems.nlc.pieces import Piece
from grognard.systems.nlc.setting import Setting, Unit
from grognard.systems.nlc.views import View

FIGURES: Final = ("morale", "morale_defending", "pursuit", "men", "guns")


def counters(view: View, setting: Setting) -> dict[str, Counter]:
    """Every counter of the battle as the side of the view may know it."""
    found: dict[str, Counter] = {}
    for unit, printed in (view.own | view.enemy).items():
        group = setting.formations[printed.formation].name if printed.formation else ""
        away = "lost" if unit in view.removed else ""
        found[unit] = _unit(printed, view.pieces.get(unit), group, away)
    found.update(_leaders(view, setting))
    found.update(_covered(view, found))
    return found


@lru_cache(maxsize=4096)
def _unit(printed: Unit, piece: Piece | None, group: str, away: str) -> Counter:
    lost = piece.lost if piece else 0
    strength = printed.strengths[lost] if lost < printed.steps else 0
    disrupted = piece is not None and piece.disrupted
    return Counter(
        printed.id, printed.name, printed.side, arm=arm_of(printed), nation=printed.nation,
        kind=f"{printed.nation}_{printed.arm.value}", group=group, away=away,
        shape=Shape(piece.hexes) if piece and piece.at else None,
        pips=printed.steps, left=0 if away else max(0, printed.steps - lost),
        order="disorder" if disrupted else "", state="disrupted" if disrupted else "good",
        figures=(figure("strength", strength), *_figures(printed), figure("move", printed.movement)),
    )  # fmt: skip


def arm_of(printed: Unit) -> str:
    """The arm as it is drawn."""
    word = printed.arm.value
    return next((arm for arm in ("cavalry", "artillery") if arm in word), "infantry")


def _figures(printed: Unit) -> Iterator[Figure]:
    for name in FIGURES:
        value = getattr(printed, name)
        if value and not (name == "morale_defending" and value == printed.morale):
            yield figure(name, value)


def _leaders(view: View, setting: Setting) -> Iterator[tuple[str, Counter]]:
    for leader, held in setting.leaders.items():
        general = view.leaders.get(leader)
        body = setting.formations.get(held.formation)
        at = general.at if general else 0
        yield leader, Counter(
            leader, held.name, held.side, arm="leader", nation=held.nation, role=held.role.value,
            leads=body.name if body else "", shape=Shape((at,)) if at else None,
            figures=(figure("rating", general.rating if general else held.rating),),
        )  # fmt: skip
    for name, quarters in setting.headquarters.items():
        now = view.quarters.get(name)
        at = now.at if now else 0
        chief = setting.leaders.get(quarters.commander)
        yield name, Counter(
            name, f"HQ {chief.name if chief else quarters.commander}", quarters.side,
            arm="headquarters", nation=chief.nation if chief else "", role="quarters",
            shape=Shape((at,)) if at else None,
        )  # fmt: skip


def _covered(view: View, found: dict[str, Counter]) -> Iterator[tuple[str, Counter]]:
    """The backs of what lies out of sight under the top counter of a hex (N5.3.2)."""
    for at, count in view.unseen.items():
        top = found[view.stacks[at][0]]
        for place in range(count):
            name = f"unseen:{at}:{place}"
            yield name, Counter(
                name, "?", top.side, arm=top.arm, nation=top.nation, kind=top.kind,
                shape=Shape((at,)), marks=("covered",),
            )  # fmt: skip
