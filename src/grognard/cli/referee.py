"""``referee``: situations played with given dice, and whether they came out as expected."""

from __future__ import annotations

from pathlib import Path

from grognard.cli.console import complain, print_json, say
from grognard.desks.situations import Outcome
from grognard.desks.tracing import Listener, silent
from grognard.host import files
from grognard.kernel.errors import BrokenRules, GrognardError, MalformedFile
from grognard.systems.registry import SYSTEMS, USUAL, system_named

SUFFIX = ".situation"
LARGEST = 1_000_000


UNREADABLE = 2
"""How the command ends when a situation could not be read; 1 when one did not come out."""


def referee_all(paths: list[Path], *, as_json: bool, trace: bool = False) -> int:
    """Play every situation; 0 when all passed. One that cannot be read does not stop the others."""
    cases, worst = [], 0
    for path in situations(paths):
        try:
            case = judge(path, say if trace and not as_json else silent)
            worst = max(worst, int(not case.passed))
        except BrokenRules:
            raise
        except GrognardError as problem:
            complain(problem)
            case = Outcome(str(path), "it cannot be read", (), False, (str(problem),))
            worst = UNREADABLE
        cases.append(case)
        if not as_json:
            _show(case)
    failed = sum(1 for case in cases if not case.passed)
    if as_json:
        print_json({"passed": len(cases) - failed, "failed": failed, "cases": cases})
    else:
        say(f"{len(cases) - failed} passed, {failed} failed")
    return worst


def _show(case: Outcome) -> None:
    say(f"{'ok  ' if case.passed else 'FAIL'} {case.file}: {case.title}")
    for problem in case.problems:
        say(f"       {problem}")


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


def judge(path: Path, heard: Listener) -> Outcome:
    """Play one situation under its own system."""
    held = files.read(path, LARGEST)
    try:
        text = held.decode()
    except UnicodeDecodeError as problem:
        line = held.count(b"\n", 0, problem.start) + 1
        raise MalformedFile(str(path), "this is not text", line=line) from None
    return system_named(system_of(text, path)).situations.referee(text, str(path), heard)


def system_of(text: str, path: Path) -> str:
    """The system a situation names, else that of the folder it lies in, else the usual one."""
    for line in text.splitlines():
        if line.startswith("system:"):
            return line.partition(":")[2].strip()
    return next((name for name in reversed(path.resolve().parts) if name in SYSTEMS), USUAL)
