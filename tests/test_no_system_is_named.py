"""Nothing outside ``systems``, ``library`` and the registry knows a system, its rooms, orders or sides.

The import contract in ``pyproject.toml`` says the same of imports. Here every text of the shared
rooms and of the browser client is read; how nations are dressed is in the folder of looks.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from grognard.desks.catalogue import LANGUAGES, catalogue
from grognard.kernel.system import subclasses
from grognard.mechanics.commands import Command
from grognard.systems.registry import SYSTEMS, system_named

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "src" / "grognard"
CLIENT = ROOT / "web" / "src"
OWN = ("systems", "library")
"""Where a system may be named."""

TEXTS = (".py", ".yaml", ".ftl", ".json", ".ts", ".svelte", ".css")

ORDINARY = frozenset({
    "accept", "advance", "contract", "counter", "direct", "enter", "exit", "extend", "fire", "form",
    "hide", "join", "lead", "leave", "march", "move", "pair", "pass", "record", "reveal", "send",
    "split", "square", "support", "target",
})  # fmt: skip
"""Verbs of orders that are words of the trade, of fields or of browsers as well."""

ENTRY = re.compile(r"^  '?([\w.!?-]+)'?:\s+'(.*)',$", re.MULTILINE)
"""A line of a catalogue of the client."""

NAMING = frozenset({"formation", "terrain", "feature", "road", "weather", "segment", "step"})
"""Kinds of labels whose words are the rules' own; figures and states are said with ordinary ones."""

COLOURS = frozenset({"blue", "red"})
"""Sides of a lesson that are called as arrows are painted."""

INTERFACE = frozenset({"standing.line", "set.motion", "campaign.back.clear"})
"""A line of the journal is no line of battle, to clear is to wipe, and in French motion is movement."""

FRENCH = re.compile(r"(^|[/.])fr[/.]")
FRENCH_WORDS = frozenset({"bataille", "premier"})
"""Files in French may say these."""


@cache
def names() -> re.Pattern[str]:
    """The systems and the folders of their code, as words or parts of words: ``nlcOrders``."""
    rooms = (file.parent.name for file in (SHARED / "systems").glob("*/__init__.py"))
    known = sorted({*SYSTEMS, *rooms})
    heads = [name.title() for name in known]
    whole = rf"(?<![A-Za-z])(?:{'|'.join([*known, *heads])})(?![a-z])"
    return re.compile(rf"{whole}|(?<=[a-z])(?:{'|'.join(heads)})\b")


@cache
def orders() -> re.Pattern[str]:
    """The verbs of all orders, where one is written as a word by itself."""
    verbs = set()
    for name in SYSTEMS:
        assert system_named(name).rules.procedures
        verbs |= {kind.verb for kind in subclasses(Command, *system_named(name).rooms)}
    return re.compile(rf"""["'`]({"|".join(sorted(verbs - ORDINARY - {""}))})["'`]""")


@cache
def sides() -> re.Pattern[str]:
    """The sides of all battles, where one is written as a word by itself."""
    known = {
        side
        for name in SYSTEMS
        for battle in system_named(name).library.battles()
        for side in battle.sides
    }
    return re.compile(rf"""["'`]({"|".join(sorted(known - COLOURS))})["'`]""")


def found(root: Path, *spared: str, of: tuple[re.Pattern[str], ...]) -> dict[str, list[str]]:
    """File -> what it names, for every text below a folder."""
    texts = [path for path in sorted(root.rglob("*")) if path.suffix in TEXTS]
    dirty: dict[str, list[str]] = {}
    for path in texts:
        name = path.relative_to(root).as_posix()
        if name.split("/")[0] in spared:
            continue
        text = f"{name}\n{path.read_text('utf-8')}"
        hits = {each[0] for pattern in of for each in pattern.finditer(text)}
        if FRENCH.search(name):
            hits -= {word for word in hits if word.lower() in FRENCH_WORDS}
        if hits:
            dirty[name] = sorted(hits)
    assert texts, "there is nothing to read"
    return dirty


def test_no_shared_room_names_a_system_its_orders_or_a_side() -> None:
    assert found(SHARED, *OWN, of=(names(), orders(), sides())) == {}


@cache
def labels() -> dict[str, set[str]]:
    """The words that systems bring for what is shown: kind.name -> how it is said, casefolded."""
    said: dict[str, set[str]] = {}
    for name in SYSTEMS:
        for language in LANGUAGES:
            words = catalogue(language, system_named(name).desk.teller.words)
            for kind, held in words.labels.items():
                for each, word in held.items():
                    assert re.fullmatch(r"[^{}\n]+", word), f"{each} is more than a word"
                    said.setdefault(f"{kind}.{each}", set()).add(word.casefold())
    return said


def entries(text: str) -> dict[str, str]:
    """The entries of a catalogue of the client: key -> word."""
    return dict(ENTRY.findall(text))


def of_rules(held: dict[str, str]) -> dict[str, str]:
    """Those of them that are words of the rules: for what is shown, by name or as it is said."""
    known = {key.split(".")[0] for key in labels()} - {"nation"}
    said = {word for key, each in labels().items() if key.split(".")[0] in NAMING for word in each}
    return {
        key: word
        for key, word in held.items()
        if key.split(".")[0] in known or (word.casefold() in said and key not in INTERFACE)
    }


def test_the_catalogue_of_the_client_holds_no_word_of_any_rules() -> None:
    held = [entries(path.read_text("utf-8")) for path in sorted((CLIENT / "i18n").glob("*.ts"))]
    assert sum(map(len, held)) > 600
    assert list(filter(None, map(of_rules, held))) == []


@pytest.mark.parametrize(
    ("key", "word"),
    [("formation.line", "Line"), ("weather.soaked", "wet"), ("ground.w", "Woods"), ("x", "Mêlée")],
)
def test_such_a_word_is_found_by_its_name_or_as_it_is_said(key: str, word: str) -> None:
    assert of_rules(entries(f"  '{key}': '{word}',")) == {key: word}


def test_no_file_of_the_client_names_a_system_its_orders_or_a_side() -> None:
    assert found(CLIENT, of=(names(), orders())) == {}
    assert found(CLIENT, "looks", of=(sides(),)) == {}


@pytest.mark.parametrize(
    "text", ["from grognard.systems.nlc import x", "PremierOffers", "nlc_orders", "isNlc"]
)
def test_a_name_is_found_in_whatever_dress(text: str) -> None:
    assert names().search(text)


@pytest.mark.parametrize("text", ['FIRST: Final = "french"', "side === 'coalition'"])
def test_a_side_is_found_where_it_is_compared(text: str) -> None:
    assert sides().search(text)


@pytest.mark.parametrize("text", ["premiers", "first-rate", "an empirical figure"])
def test_other_words_are_left_alone(text: str) -> None:
    assert not names().search(text)
