"""The routes about what can be played: scenarios, maps, rules."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Query, Response
from fastapi import Path as PathParam

from grognard.bots import roster
from grognard.desks.catalogue import ENGLISH, LANGUAGES
from grognard.desks.phrases import phrasebook
from grognard.host import finding
from grognard.host.reading import ONE_READER, battles_of, book_of, setting_of
from grognard.kernel.codec import builtins
from grognard.kernel.documents import Source
from grognard.kernel.errors import GrognardError
from grognard.mechanics.rulebooks import Clause
from grognard.planning.levels import Entry, default_level, levels, temperaments
from grognard.systems.registry import SYSTEMS, system_named
from grognard.web import shapes
from grognard.web.asking import Denied, Language, TheTables, looking_back
from grognard.web.bots import BOTS
from grognard.web.views import KNOWN, know, map_document, setting_document

COME_BACK: Final = 2.0
"""So many seconds after a start most of those have asked who were at their tables before."""

GIVES_WAY: Final = 0.2
"""So many seconds lie between what is read ahead, for those who wait for something else."""

FOREVER = "public, max-age=31536000, immutable"

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

Name = Annotated[str, PathParam(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]


@router.get("/scenarios", operation_id="scenarios")
async def scenarios(language: Language) -> shapes.LibraryShown:
    """What can be played, under which system, and the bots that play."""
    found, systems = await asyncio.to_thread(lambda: (_listed(language), _systems(language)))
    return shapes.LibraryShown(
        systems=systems, scenarios=found, bots=list(BOTS), opponents=_opponents()
    )


def _systems(language: str) -> list[shapes.SystemShown]:
    return [
        shapes.SystemShown(
            name=name,
            title=system.title,
            about=phrasebook(language, system.desk.teller.words).say(system.library.about),
            first=system.library.first,
            bots=list(roster.names(system)),
        )
        for name in SYSTEMS
        for system in [system_named(name)]
    ]


def _opponents() -> shapes.OpponentsShown:
    def shown(entries: tuple[Entry, ...]) -> list[shapes.OpponentShown]:
        return [shapes.OpponentShown(**msgspec.structs.asdict(each)) for each in entries]

    return shapes.OpponentsShown(
        default=default_level(), levels=shown(levels()), temperaments=shown(temperaments())
    )


def read_ahead(is_awaited: Callable[[], bool]) -> None:
    """Read what the first visitor will ask for: the list, and what most people open first.

    Those who come back to their tables go first: nothing is begun while one ``is_awaited``.
    """
    works: list[Callable[[], object]] = [partial(_battles, name, ENGLISH) for name in SYSTEMS]
    works.append(partial(_systems, ENGLISH))
    works += [partial(_read_first, name) for name in SYSTEMS]
    time.sleep(COME_BACK)
    for work in works:
        time.sleep(GIVES_WAY)
        while is_awaited():
            time.sleep(GIVES_WAY)
        work()


def _read_first(name: str) -> None:
    first = system_named(name).library.first
    if first:
        _map(_setting(name, first).revision)


def _listed(language: str) -> list[shapes.ScenarioShown]:
    return [battle for name in SYSTEMS for battle in _battles(name, language)]


def _battles(name: str, language: str) -> tuple[shapes.ScenarioShown, ...]:
    with ONE_READER:
        return _read_battles(name, language)


@lru_cache(maxsize=len(LANGUAGES) * len(SYSTEMS))
def _read_battles(name: str, language: str) -> tuple[shapes.ScenarioShown, ...]:
    return tuple(
        shapes.ScenarioShown(
            system=name, rules=system_named(name).title, id=battle.id, title=say(battle.title), summary=say(battle.summary),
            description=say(battle.description), date=battle.date,
            sides={side: say(held) for side, held in battle.sides.items()},
            turns=battle.turns, units=battle.units, guided=battle.guided,
        )
        for battle in system_named(name).library.battles()
        for say in [phrasebook(language, (), battle.id).say]
    )  # fmt: skip


@router.get("/scenarios/{system}/{scenario}", operation_id="scenario")
async def scenario(
    system: Name, scenario: Name, tables: TheTables, language: Language, brief: bool = False
) -> dict[str, Any]:
    """What everybody may know of a battle before it begins, its table options, and its map.

    In ``brief`` only where the map is.
    """
    held = await asyncio.to_thread(tables.keeper.documents.kept, scenario)
    if brief:
        setting = await asyncio.to_thread(_setting, system, held or scenario)
        return {"map": _map_of(setting)}
    return await asyncio.to_thread(_scenario, system, held or scenario, language)


@router.get("/scenarios/{system}/{scenario}/aims", operation_id="aims")
async def aims(
    system: Name, scenario: Name, tables: TheTables, language: Language
) -> dict[str, Any]:
    """What decides a battle, as it stands before its first shot, and its special rules."""
    held = await asyncio.to_thread(tables.keeper.documents.kept, scenario)
    return await asyncio.to_thread(_aims, system, held or scenario, language)


def _aims(system: str, source: Source, language: str) -> dict[str, Any]:
    setting, held = _setting(system, source), system_named(system)
    table = held.rules.opening(setting).table
    found: dict[str, Any] = builtins(held.desk.aims(table, held.desk.teller(setting, language)))
    return found


def _scenario(system: str, source: Source, language: str) -> dict[str, Any]:
    setting = _setting(system, source)
    guide = getattr(setting, "guide", None)
    found: dict[str, Any] = (
        system_named(system)
        .desk.teller(setting, language)
        .retold(
            {
                **setting_document(system_named(system), setting),
                "map": _map_of(setting),
                "forces": forces_of(setting),
                "guide": builtins(guide) if guide is not None else None,
                "table_options": [
                    builtins(option) for option in system_named(system).library.options()
                ],
            }
        )
    )
    return found


def _map_of(setting: Any) -> str:
    return f"/api/maps/{setting.revision}"


def forces_of(setting: Any) -> dict[str, dict[str, int]]:
    """How many units of each arm a side has in all; nothing where units have no arm."""
    units = getattr(setting, "roster", {}).values()
    arms = [(each.side, str(each.arm)) for each in units if hasattr(each, "arm")]
    return {
        side: dict(Counter(arm for whose, arm in arms if whose == side)) for side in setting.sides
    }


def _setting(system: str, source: Source) -> Any:
    if system not in SYSTEMS:
        raise Denied(404, "no-system", f"there is no system {system!r}")
    try:
        setting = setting_of(system, source, ())
    except GrognardError as problem:
        raise Denied(404, "no-scenario", str(problem)) from None
    know(system_named(system), setting)
    return setting


@router.get("/maps/{revision}", operation_id="map")
async def ground(revision: Name) -> Response:
    """The ground of a battle, named by the revision of its pack: it never changes."""
    content = await asyncio.to_thread(_map, revision)
    return Response(content, media_type="application/json", headers={"Cache-Control": FOREVER})


@lru_cache(maxsize=64)
def _map(revision: str) -> bytes:
    if revision not in KNOWN:
        for system in SYSTEMS:
            for battle in battles_of(system):
                if revision not in KNOWN:
                    _setting(system, battle)
    if revision not in KNOWN:
        raise Denied(404, "no-map", "no scenario here has this revision")
    with ONE_READER:
        return msgspec.json.encode(map_document(*KNOWN[revision]))


# --- rules


def _book(system: str) -> Any:
    if system not in SYSTEMS:
        raise Denied(404, "no-system", f"there is no system {system!r}")
    return book_of(system)


@router.get("/rules/{system}", operation_id="rules", dependencies=[Depends(looking_back)])
async def rules(
    system: Name,
    tables: TheTables,
    language: Language,
    q: Annotated[str, Query(max_length=200)] = "",
) -> dict[str, Any]:
    """The rules in our words: the chapters, or the clauses nearest to some words, best first."""
    book = await tables.pools.searching.run(_book, system)
    if q:
        return await tables.pools.searching.run(_searched, system, q)
    say = phrasebook(language, system_named(system).desk.teller.words).say
    return {
        "system": system,
        "title": book.title,
        "rules": {str(number): say(title) for number, title in book.rules.items()},
    }


def _searched(system: str, asked: str) -> dict[str, Any]:
    try:
        return _explained(system, finding.look_up(system, asked))
    except GrognardError:
        return _explained(system, ())


@router.get("/rules/{system}/{clause}", operation_id="clause")
async def clause(
    system: Name, clause: Name, tables: TheTables, whole: bool = False
) -> dict[str, Any]:
    """A clause (or the whole of the rule it stands in), a rule or a ruling, with what is read there."""
    return await tables.pools.searching.run(_clause, system, clause, whole)


def _clause(system: str, asked: str, whole: bool) -> dict[str, Any]:
    book = _book(system)
    try:
        found = book.look_up(asked)
    except GrognardError as problem:
        raise Denied(404, "no-clause", str(problem)) from None
    if whole and len(found) == 1 and found[0].id.upper() == asked.upper():
        found = book.around(found[0])
    return _explained(system, found)


def _explained(system: str, found: tuple[Clause, ...]) -> dict[str, Any]:
    """Clauses, the rulings on them, and what was settled about either."""
    book = _book(system)
    rulings = {ruling.id: ruling for each in found for ruling in book.rulings_on(each.id)}
    named = {each.id for each in found} | set(rulings)
    return {
        "system": system,
        "clauses": [builtins(each) for each in found],
        "rulings": [builtins(ruling) for ruling in rulings.values()],
        "readings": [builtins(each) for each in book.settled if named.intersection(each.about)],
    }
