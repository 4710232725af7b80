"""``scenarios`` and ``scenario check | show``: what can be played, and whether a pack is sound."""

from __future__ import annotations

from grognard.cli.console import console, print_json, say
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named, system_of


def show_battles(*, as_json: bool) -> None:
    """List every scenario of the library under its system."""
    found = [(name, battle) for name in SYSTEMS for battle in system_named(name).library.battles()]
    if as_json:
        rows = [
            {"id": b.id, "title": b.title, "system": name, "summary": b.summary}
            for name, b in found
        ]
        print_json(rows)
        return
    from rich.table import Table

    table = Table("scenario", "title", "system", "size", box=None, pad_edge=False)
    for name, battle in found:
        table.add_row(battle.id, battle.title, name, battle.summary)
    console().print(table)
    guided = next((battle.id for _, battle in found if battle.guided), "")
    say(
        f"\nPlay one: grognard play {guided or 'NAME'}{', which teaches as it goes' * bool(guided)}"
    )


def check_pack(system: str, pack: str, *, as_json: bool) -> bool:
    """Print every problem of a pack; True when there is none."""
    problems = list(_system(system, pack).library.check(pack))
    if as_json:
        print_json({"pack": pack, "problems": problems})
    else:
        for problem in problems:
            say(str(problem))
        count = len(problems)
        say(f"{pack}: sound" if not count else f"{pack}: {count} problem{'s' * (count > 1)}")
    return not problems


def show_pack(system: str, pack: str) -> None:
    """Print forces, map, arrivals and aims."""
    chosen = _system(system, pack)
    say(chosen.library.describe(chosen.library.setting(pack, {})))


def show_schema(system: str) -> None:
    """Print what may be written in a pack of a system."""
    print_json(system_named(system).library.schema())


def _system(name: str, pack: str) -> System:
    """The system that was named, or the one that the pack says it is played under."""
    return system_named(name) if name else system_of(pack)
