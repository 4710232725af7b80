"""A verdict says that it is a victory, and whose, in both languages: wherever it is told."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.campaign import pack as campaigns
from grognard.desks.library import names
from grognard.desks.phrases import phrasebook
from grognard.systems.registry import system_of

VICTORY = {"en": "victory", "fr": "ictoire"}
CALLED = {"The village stands at four", "The village is taken by four"}
"""Levels that packs call by a sentence of their own."""


def levels(battle: str) -> set[str]:
    """What a battle may come to, as its outcome keeps it."""
    system = system_of(battle)
    setting: Any = system.library.setting(battle, {})
    if system.name == "empire":
        armies = [army.name for army in setting.armies.values()]
        return {
            f"{army}: {name}" for army in armies for least, name in setting.victory.levels if least
        }
    if system.name == "nlc":
        grades = [name for least, name in setting.victory.levels if least]
        return {f"{side} {grade}" for side in setting.sides for grade in grades}
    return {level.name for level in setting.victory.get("levels", ())} - CALLED


@pytest.mark.parametrize("language", VICTORY)
@pytest.mark.parametrize("battle", names())
def test_every_level_of_a_battle_is_told_as_a_victory(battle: str, language: str) -> None:
    say = phrasebook(language, system_of(battle).desk.teller.words, battle).say
    for level in levels(battle):
        assert VICTORY[language] in say(level), level
        assert say(level)[0].isupper(), level


@pytest.mark.parametrize("language", VICTORY)
@pytest.mark.parametrize("campaign", campaigns.names())
def test_so_is_every_band_of_a_campaign(campaign: str, language: str) -> None:
    say = phrasebook(language, (), campaigns.FOLDER.name).say
    for band in campaigns.read(campaign).bands:
        assert VICTORY[language] in say(band.name), band.name


def test_the_grounds_of_a_verdict_name_its_level_likewise() -> None:
    say = phrasebook("en", system_of("duel").desk.teller.words, "duel").say
    assert say("French Marginal.") == "French marginal victory."
    assert say("At 14:00: French Marginal.") == "At 14:00: French marginal victory."
    ground = "French Marginal: french holds 1 of 4 hexes of Knoll (0805), 4 wanted: no."
    assert say(ground).startswith("French marginal victory: french holds 1 of 4")
