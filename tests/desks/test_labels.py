"""Whatever a front end shows of a battle by its name, the rules have a word for it in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.desks.catalogue import ENTRY, LANGUAGES, catalogue
from grognard.host.reading import setting_of
from grognard.kernel.seeing import see
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named
from grognard.web.showing import Showing
from grognard.web.views import map_document, setting_document

BATTLES = (
    ("premier", "hagelberg"),
    ("premier", "dennewitz-berlin"),
    ("an-xxx", "manor-xxx"),
    ("nlc", "crossroads"),
    ("nlc", "quatre-bras"),
    ("empire", "farm"),
    ("empire", "hagelberg-empire"),
)
"""They have all that the others have, and are read within a second."""


def shown(system: System, setting: Any) -> Iterator[tuple[str, str]]:
    """Kind and name of all that is shown of a battle at its beginning."""
    ground, paper = map_document(system, setting), setting_document(system, setting)
    for terrain in (*ground.legend.values(), *(area.terrain for area in ground.areas)):
        yield "terrain", terrain
    yield from (("feature", side.feature) for side in ground.hexsides)
    yield from (("road", road.kind) for road in ground.roads)
    yield from (("weather", turn.get("weather", "")) for turn in paper["turns"])
    for step in (*paper.get("segments", ()), *paper.get("phases", ())):
        yield "segment", step
    yield from (("step", step) for step in paper.get("segments", ()))
    state = system.rules.opening(setting)
    for side in system.rules.sides(setting):
        seen = see(system.rules, state, side)
        for counter in system.desk.counters(seen.view, seen.setting).values():
            yield "state", counter.state
            yield "nation", counter.nation
            yield from (("figure", figure.label) for figure in counter.figures)
            for formation in (counter.formation, *counter.formations):
                yield "formation", formation


@pytest.mark.parametrize(("name", "scenario"), BATTLES)
def test_all_that_is_shown_has_a_word(name: str, scenario: str) -> None:
    system, setting = system_named(name), setting_of(name, scenario, ())
    wanted = {each for each in shown(system, setting) if each[1]}
    for language in LANGUAGES:
        words = catalogue(language, system.desk.teller.words).labels
        missing = {(kind, each) for kind, each in wanted if not words.get(kind, {}).get(each)}
        assert not missing, f"{language}: {sorted(missing)}"


def test_words_come_with_the_setting_in_the_language_of_the_reader() -> None:
    system, setting = system_named("premier"), setting_of("premier", "charge", ())
    showing = Showing(system, setting, system.rules.masked(setting, ""))
    assert showing.setting("en")["words"]["formation"]["road"] == "Road march"
    assert showing.setting("fr")["words"]["segment"]["melee"] == "Mêlée"


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_written_twice_in_a_folder(name: str, language: str) -> None:
    """The later would win in silence, and be said with the slots of the other."""
    for folder in system_named(name).desk.teller.words:
        found = Counter(
            line.partition("=")[0].strip()
            for path in (folder / language).glob("*.ftl")
            for line in ENTRY.split(path.read_text(encoding="utf-8"))[1:]
        )
        assert [message for message, times in found.items() if times > 1] == []
