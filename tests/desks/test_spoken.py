"""A table speaks to people: no word of the engine in what is asked, and no two answers alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from grognard.desks.catalogue import ENGLISH
from grognard.desks.documents import Question
from grognard.host.advice import adviser, teller
from grognard.host.reading import setting_of
from grognard.kernel import Ask, Over
from grognard.kernel.conformance import RandomGame
from grognard.kernel.seeing import see
from grognard.systems.registry import system_named

QUESTIONS: Final = {ENGLISH: 500, "fr": 100}
BATTLES: Final = {
    "premier": ("charge", "village", "duel"),
    "an-xxx": ("charge-xxx", "manor-xxx"),
    "nlc": ("crossroads",),
    "empire": ("outpost",),
}
ENGINE: Final = re.compile(r"@\d|\w_\w|\b(?:face|form|via|to|by):|\bNone\b|[{}$]|[a-z]-sk\b")
NAMED: Final = ("roster", "leaders", "formations", "divisions", "commanders", "armies")


def asked(system: str, language: str) -> Iterator[tuple[Any, Question]]:
    """Questions of battles played by chance, as they are put to people."""
    held, left = system_named(system), QUESTIONS[language]
    for seed in range(1, 40):
        for pack in BATTLES[system]:
            setting = setting_of(system, pack, ())
            game = RandomGame(held.rules, setting, seed)
            for _ in range(250):
                pending = game.state.pending
                if isinstance(pending, Over):
                    break
                if isinstance(pending, Ask):
                    seen = see(held.rules, game.state, pending.side)
                    advised = adviser(held, seen.setting)
                    found = advised.question(seen.state, 1, held.desk.reactions)
                    assert found is not None
                    tells = teller(held, seen.setting, language)
                    tells.by_name = True
                    yield setting, held.desk.words.told(found, tells)
                    left -= 1
                    if not left:
                        return
                game.step()


def ids_of(setting: Any) -> re.Pattern[str]:
    """Ids of units, leaders and bodies, as far as they are not part of somebody's name."""
    bodies: dict[str, str] = {}
    for field in NAMED:
        held = getattr(setting, field, {})
        if hasattr(held, "items"):
            bodies |= {key: str(getattr(each, "name", key)) for key, each in held.items()}
    names = " ".join(bodies.values()).lower()
    ids = [re.escape(key) for key in bodies if key.lower() not in names]
    return re.compile(rf"(?<![\w/.])(?:{'|'.join(ids)})(?![\w/.])")


def chosen_at_first(question: Question) -> None:
    """Ground that is won is taken by all who can; what may be declined is declined."""
    if not any(offer.role == "done" for offer in question.offers):
        return
    chosen = next(offer for offer in question.offers if offer.id == question.usual)
    if question.purpose.startswith("advance"):
        assert len(chosen.who) == max(len(offer.who) for offer in question.offers) > 0
    else:
        assert chosen.role == "done"


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("system", BATTLES)
def test_questions_hold_no_words_of_the_engine_and_no_answer_twice(
    system: str, language: str
) -> None:
    known: dict[str, re.Pattern[str]] = {}
    count = 0
    for setting, question in asked(system, language):
        count += 1
        if setting.id not in known:
            known[setting.id] = ids_of(setting)
        told = [question.title, question.text, question.done]
        for offer in question.offers:
            told += [offer.text, offer.title, offer.stops, offer.warns]
        for text in filter(None, told):
            assert not ENGINE.search(text), f"{question.purpose}: {text}"
            assert not known[setting.id].search(text), f"{question.purpose}: {text}"
        twice = [
            text for text, n in Counter(each.text for each in question.offers).items() if n > 1
        ]
        assert not twice, f"{question.purpose}: {twice}"
        chosen_at_first(question)
    assert count == QUESTIONS[language]
