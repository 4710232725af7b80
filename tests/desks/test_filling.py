"""A message that is made ready says what the runtime of Project Fluent says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment

from grognard.desks.catalogue import LANGUAGES, Figure, catalogue
from grognard.systems.registry import SYSTEMS, system_named

SLOT = re.compile(r"\$([\w-]+)")
KEY = re.compile(r"^\s*\*?\[([\w-]+)\]", re.MULTILINE)
NUMBERS = (Figure(0), Figure(1), Figure(2), Figure(7))


def slots_of(sources: dict[str, str], message: str) -> set[str]:
    """The slots of a message and of those that it names."""
    source = sources[message]
    named = [each for each in re.findall(r"\{ *([a-z][\w-]*) *\}", source) if each in sources]
    return set(SLOT.findall(source)).union(*(slots_of(sources, each) for each in named))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_made_ready_says_what_the_runtime_says(name: str, language: str) -> None:
    words, compared = catalogue(language, system_named(name).desk.teller.words), 0
    for message, source in words.sources.items():
        if message.startswith("-"):
            continue
        slots, keys = slots_of(words.sources, message), KEY.findall(source)
        for value in (*NUMBERS, "a word", *(each for each in keys if each not in ("one", "other"))):
            given: dict[str, Any] = dict.fromkeys(slots, value)
            said = words.say(message, given)
            pattern = words.bundle.get_message(message).value
            assert pattern is not None
            # Not by format_pattern, which makes plain numbers of our figures.
            runtime = ResolverEnvironment(words.bundle, [], CurrentEnvironment(given))
            assert (said, []) == (str(pattern(runtime)), runtime.errors), message
            compared += 1
    assert compared > 500


def test_a_slot_that_is_missing_is_named() -> None:
    words = catalogue("en", system_named("premier").desk.teller.words)
    with pytest.raises(LookupError, match="en lances: 'lance'"):
        words.say("lances", {})
