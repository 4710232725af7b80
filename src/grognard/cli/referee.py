"""``referee``: situations played with given dice, and whether they came out as expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.cli.console import print_json, say
from grognard.desks.library import USUAL
from grognard.host import files
from grognard.kernel.errors import MalformedFile
from grognard.systems.registry import SYSTEMS, system_named

SUFFIX = ".situation"
LARGEST = 1_000_000


def referee_all(paths: list[Path], *, as_json: bool) -> bool:
    """Play every situation; True when all passed."""
    cases = [judge(path) for path in situations(paths)]
    failed = [case for case in cases if not case.passed]
    if as_json:
        print_json({"passed": len(cases) - len(failed), "failed": len(failed), "cases": cases})
        return not failed
    for case in cases:
        say(f"{'ok  ' if case.passed else 'FAIL'} {case.file}: {case.title}")
        for problem in case.problems:
            say(f"       {problem}")
    say(f"{len(cases) - len(failed)} passed, {len(failed)} failed")
    return not failed


def situations(paths: list[Path]) -> list[Path]:
    """The files named, and those in folders named, in order."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not inside:
            raise MalformedFile(
                str(path), "there is no situation here", hint=f"they end in {SUFFIX}"
            )
        found += inside
    return found


def judge(path: Path) -> Any:
    """Play one situation under its own system."""
    held = files.read(path, LARGEST)
    try:
        text = held.decode()
    except UnicodeDecodeError as problem:
        line = held.count(b"\n", 0, problem.start) + 1
        raise MalformedFile(str(path), "this is not text", line=line) from None
    return system_named(system_of(text, path)).referee(text, str(path))


def system_of(text: str, path: Path) -> str:
    """The system a situation names, else that of the folder it lies in, else the usual one."""
    for line in text.splitlines():
        if line.startswith("system:"):
            return line.partition(":")[2].strip()
    return next((name for name in reversed(path.resolve().parts) if name in SYSTEMS), USUAL)
