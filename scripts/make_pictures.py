"""Draw the pictures of the text table in the documentation.

    python scripts/make_pictures.py            write docs/images/text-table.svg
    python scripts/make_pictures.py --check    only say whether it is out of date

The battle, its dice and what is typed are fixed, so the picture changes only when the table does.
"""

from __future__ import annotations

import builtins
import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "text-table.svg"
WIDTH, HEIGHT = 120, 40
BATTLE, SEED = "charge", "5"
TYPED = ("charge F2", "done", "ride F2 S SE SE SE SE SE S S S S", "square P2")
"""French lancers charge a line; four hexes away it tries to form square."""

FONT = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)


def drawn() -> str:
    """The screen after the last line typed, as SVG that fetches nothing from elsewhere."""
    os.environ.update(COLUMNS=str(WIDTH), LINES=str(HEIGHT))
    from grognard.cli import console as room
    from grognard.cli.play import play_battle

    recorder = Console(
        record=True, width=WIDTH, force_terminal=True, file=io.StringIO(), highlight=False,
        color_system="truecolor", legacy_windows=False,
    )  # fmt: skip
    room.console = lambda: recorder  # type: ignore[assignment]
    waiting: Iterator[str] = iter(TYPED)
    pictures: list[str] = []

    def read(prompt: str) -> str:
        line = next(waiting, None)
        recorder.print(f"{prompt}{line or '_'}", markup=False)
        if line is None:
            svg = recorder.export_svg(title="grognard play charge", unique_id="table")
            pictures.append(svg)
            raise EOFError
        if line == TYPED[-1]:
            recorder.export_text(clear=True)
            recorder.print(f"{prompt}{line}", markup=False)
        return line

    builtins.input = read  # type: ignore[assignment]
    play_battle(BATTLE, "both", SEED, "en", bots=False, options=[], save=None)
    return FONT.sub("", pictures[0]).replace("Fira Code", "ui-monospace") + "\n"


def main(arguments: list[str]) -> int:
    picture = drawn()
    if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == picture:
        return 0
    where = PICTURE.relative_to(ROOT)
    if "--check" in arguments:
        print(f"{where} is out of date: run python scripts/make_pictures.py")
        return 1
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture, encoding="utf-8")
    print(f"{where} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
