"""Nets below the golden battles: digests of what is said, offered, weighed and advised along them.

The battles themselves are played by the random and the eager bot, so that sentences, menus, odds and
doctrine could change unseen. ``nets.json`` keeps for each kind, battle and turn a digest of what
comes out, and ``fields.json`` the fields of every class that is written down: a new one breaks old
journals.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.bots import roster
from grognard.desks.desk import Desk
from grognard.desks.menus import Menu
from grognard.kernel import GrognardError, State
from grognard.kernel.chance import Stream
from grognard.kernel.codec import builtins
from grognard.kernel.questions import Ask
from grognard.kernel.system import tag_of
from grognard.systems.plug import System
from tests.golden.battles import BATTLES, DIGITS

FOLDER = Path(__file__).parent
KEPT = FOLDER / "nets.json"
FIELDS = FOLDER / "fields.json"

FAMILY = tuple(name for name, recipe in BATTLES.items() if recipe.system == "premier")
OF_AN_XXX = ("charge-xxx", "manor-xxx")
FIGHTING = "village-xxx"
"""Of An XXX the odds are followed here: a card of its Grand Charge takes too long for a net."""

PLAYERS = ("greedy", "conscript")
"""Players who do not look at the clock: their answers are the same on every machine."""

SAMPLED = {"menus": 12, "offers": 12, "odds": 6, "threats": 1, "doctrine": 30}
"""So many questions of each battle are looked at, spread over it."""


class Along(NamedTuple):
    """A recorded battle as a net sees it."""

    system: System
    states: Sequence[State]

    @property
    def setting(self) -> Any:
        return self.states[0].table.setting

    @property
    def desk(self) -> Desk:
        return self.system.desk

    def sampled(self, kind: str) -> Iterator[tuple[State, Ask]]:
        """Questions of the battle, as many as are looked at for this kind."""
        asked = [(state, state.pending) for state in self.states]
        found = [(state, ask) for state, ask in asked if isinstance(ask, Ask)]
        return iter(found[:: max(1, len(found) // SAMPLED[kind])])


Found = Iterator[tuple[int, object]]
"""By turn, what is to be the same again."""


def tellings(battle: Along) -> Found:
    """Every event in words, to both sides."""
    teller = battle.desk.teller(battle.setting)
    for state in battle.states:
        for event in state.happened:
            yield state.table.turn, list(teller.lines(event))


def menus(battle: Along) -> Found:
    """The first menu, and what opens from its first and last lines."""
    desk, setting = battle.desk, battle.setting
    for state, _ in battle.sampled("menus"):
        at = _Looked(state, setting, battle.system)
        teller, adviser = desk.teller(setting), desk.adviser(battle.system.rules, setting)
        yield state.table.turn, _opened(desk.menus(at, teller, adviser, desk.words).opening(), 2)


class _Looked(NamedTuple):
    state: State
    setting: Any
    system: System


def _opened(menu: Menu, deep: int) -> object:
    below = [choice.opens for choice in menu.choices if choice.opens is not None]
    return (
        menu.title,
        [(choice.label, str(choice.action)) for choice in menu.choices],
        [_opened(opens(), deep - 1) for opens in (*below[:1], *below[-1:]) if deep],
    )


def offers(battle: Along) -> Found:
    """The options of a question as a client is sent them."""
    adviser = battle.desk.adviser(battle.system.rules, battle.setting)
    for state, ask in battle.sampled("offers"):
        found = [adviser.listed(state)]
        found += [adviser.listed(state, unit, most=20) for unit in adviser.units(ask)[:3]]
        yield state.table.turn, builtins(found)


def odds(battle: Along) -> Found:
    """The chances of the first and the last option that has any."""
    adviser = battle.desk.adviser(battle.system.rules, battle.setting)
    asked = ("fire", "assault", "charge")
    fights = [
        (state, ask)
        for state, ask in ((each, each.pending) for each in battle.states)
        if isinstance(ask, Ask) and any(word in ask.purpose for word in asked)
    ]
    for state, ask in fights[:: max(1, len(fights) // SAMPLED["odds"])]:
        orders = [str(order) for order in ask.options if str(order) != "done"]
        for order in dict.fromkeys((*orders[:1], *orders[-1:])):
            look = partial(adviser.look, state, ask.side, "odds", text=order)
            yield state.table.turn, (order, _said(look))


def threats(battle: Along) -> Found:
    """What each side has to fear."""
    adviser = battle.desk.adviser(battle.system.rules, battle.setting)
    for state, ask in battle.sampled("threats"):
        yield state.table.turn, _said(partial(adviser.look, state, ask.side, "threat"))


def doctrine(battle: Along) -> Found:
    """What players by doctrine would have answered."""
    players = {
        (name, side): roster.player(name, battle.system, battle.setting, side, 1)
        for name in PLAYERS
        for side in battle.setting.sides
    }
    for state, ask in battle.sampled("doctrine"):
        view = battle.system.rules.view(state, ask.side)
        for name in PLAYERS:
            answer = players[name, ask.side](view, ask, Stream(1))
            yield state.table.turn, (name, str(answer))


def _said(look: Callable[[], dict[str, Any]]) -> object:
    try:
        return look()
    except GrognardError as refused:
        return str(refused)


NETS: dict[str, Callable[[Along], Found]] = {
    each.__name__: each for each in (tellings, menus, offers, odds, threats, doctrine)
}


CAST: tuple[tuple[str, str], ...] = (
    *((kind, name) for kind in NETS for name in FAMILY),
    *((kind, name) for kind in NETS for name in OF_AN_XXX if kind != odds.__name__),
    (odds.__name__, FIGHTING),
)
"""Which net is cast along which battle."""


def digests(kind: str, battle: Along) -> dict[str, str]:
    """For each turn, a digest of all that a net of this kind caught."""
    found: dict[str, Any] = {}
    for turn, caught in NETS[kind](battle):
        line = json.dumps(caught, sort_keys=True, default=str)
        found.setdefault(f"turn {turn}", hashlib.sha256()).update(line.encode())
    return {turn: digest.hexdigest()[:DIGITS] for turn, digest in found.items()}


def fields_of(system: System) -> dict[str, list[str]]:
    """The fields of every procedure, event and document of a system, as they are written down."""
    document = msgspec.json.schema(system.rules.document)["$defs"]
    written = {name: list(schema.get("properties", ())) for name, schema in document.items()}
    kinds: Iterable[type[msgspec.Struct]] = (*system.rules.procedures, *system.rules.events)
    written |= {tag_of(kind): list(kind.__struct_encode_fields__) for kind in kinds}
    return dict(sorted(written.items()))


def keep(path: Path, *keys: str, value: object) -> None:
    """Write one part of a kept file anew."""
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    inner = known
    for key in keys[:-1]:
        inner = inner.setdefault(key, {})
    inner[keys[-1]] = value
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
