"""Pictures of the documentation: each is shown somewhere, each that is shown is there, and says what it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
IMAGES: Final = ROOT / "docs" / "images"
SHOWN: Final = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
MOST: Final = 260_000
"""Bytes of a picture that a page has to load."""

ALT_WORDS: Final = 2


def _pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _shown() -> list[tuple[Path, str, Path]]:
    """Where a picture is shown, what is said of it, and its file."""
    return [
        (page, words, (page.parent / address).resolve())
        for page in _pages()
        for words, address in SHOWN.findall(page.read_text(encoding="utf-8"))
        if "://" not in address
    ]


def test_every_picture_that_a_page_shows_is_there() -> None:
    missing = [f"{page.name}: {file.name}" for page, _, file in _shown() if not file.is_file()]
    assert not missing


def test_every_picture_is_shown_by_a_page() -> None:
    used = {file for _, _, file in _shown()}
    assert [each.name for each in sorted(IMAGES.iterdir()) if each not in used] == []


def test_every_picture_is_told_in_words() -> None:
    mute = [
        f"{page.name}: {file.name}"
        for page, words, file in _shown()
        if len(words.split()) < ALT_WORDS
    ]
    assert not mute


def test_no_picture_is_heavy() -> None:
    heavy = [each.name for each in IMAGES.iterdir() if each.stat().st_size > MOST]
    assert not heavy


def test_one_target_takes_every_picture_of_the_browser() -> None:
    """Every WebP has its scene in the journeys of ``make pictures``, and every scene its picture."""
    scenes: set[str] = set()
    for part in ("tables", "attacks", "pages", "together"):
        text = (ROOT / "web" / "journeys" / f"pictures-{part}.mjs").read_text(encoding="utf-8")
        listed = text[text.index("export const " + part.upper()) :]
        scenes |= set(
            re.findall(r"^  (?:async )?'?([a-z][a-z-]*)'?(?:\(studio\)|: )", listed, re.M)
        )
    assert scenes == {each.stem for each in IMAGES.glob("*.webp")}
