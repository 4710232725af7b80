"""What is the same in both editions: situations of the base book, played once more under An XXX."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from grognard.desks.tracing import silent
from grognard.systems.registry import system_named

EXAMPLES = Path(__file__).parents[2] / "examples" / "premier"

SAME: Final = {
    "X8.2.7": "leader-P07-10-3-leg",
    "X8.2.11": "leader-P07-10-one-of-three",
    "X8.2.12": "leader-P07-18-his-men-are-gone",
    "X8.2.13": "leader-P07-22-chased-off-by-foot",
    "X8.3.4": "leader-P25-09-combined-batteries",
    "X8.3.5": "leader-P25-09-combined-batteries",
    "X9.2": "P09-02-modifiers-climb-the-ladder",
    "X10.1": "PR-033-one-zone-of-two-hexes",
    "X10.2": "PR-045-horse-is-fired-on-at-every-hex",
    "X11.1.1": "PR-173-a-battalion-of-seven",
    "X12.2.2": "PR-064-a-failure-costs-the-points",
    "X12.3.7": "PR-028-horse-pays-for-every-hexside",
    "X12.4.4": "PR-163-the-owner-orders-his-stack",
    "X12.4.5": "P20-11-mounted-skirmishers-fire-at-each",
    "X12.6.6": "PR-022-three-and-two",
    "X12.6.7": "PR-035-a-refused-flank-is-front",
    "X12.7.4.1": "horse-P16-68-cavalry-in-the-woods",
    "X12.8.6": "PR-157-the-road-replaces-the-ground",
    "X12.10.10": "P19-31-skirmishers-fight-at-a-quarter",
    "X12.10.13": "PR-029-skirmishers-in-two-hexes",
    "X12.10.12.1": "PR-139-three-fire-from-a-hex",
    "X12.11.3.1": "PR-032-the-disordered-keep-a-zone",
    "X12.12.3": "PR-032-the-routed-have-no-flank",
    "X15.1": "P21-07-two-batteries-on-a-line",
    "X15.9": "P11-03-artillery-losses-are-spread",
    "X15.10": "P31-11-who-checks-after-which-losses",
    "X15.11": "PR-049-defensive-fire-comes-first",
    "X15.6.2": "P28-03-fired-on-as-limbered",
    "X17.2.1": "PR-148-one-printed-increment",
    "X17.2.4": "P12-01-melee-falls-with-losses",
    "X18.2": "PR-064-guns-that-fail-to-limber",
    "X18.5.1": "leader-P25-09-combined-batteries",
    "X18.5.3": "leader-P25-10-three-hexes",
    "X18.7.4": "PR-058-the-routed-if-there-is-nobody-else",
    "X20.1.5": "PR-075-nobody-rolls-twice",
    "X20.3.1": "P43-08-a-level-holds-for-its-hour",
    "X20.3.2": "P43-03-thresholds-of-an-organisation",
    "X31.1": "P31-01-what-a-unit-of-morale-32-must-roll",
}
"""A clause of An XXX that is the same, and a situation in which the base book's decides."""


@pytest.mark.rule("X8.2.7", "X8.2.11", "X8.2.12", "X8.2.13", "X8.3.4", "X8.3.5", "X9.2", "X10.1")
@pytest.mark.rule("X10.2", "X11.1.1", "X12.2.2", "X12.3.7", "X12.4.4", "X12.4.5", "X12.6.6")
@pytest.mark.rule("X12.6.7", "X12.7.4.1", "X12.8.6", "X12.10.10", "X12.10.13", "X12.10.12.1")
@pytest.mark.rule("X12.11.3.1", "X12.12.3", "X15.1", "X15.9", "X15.10", "X15.11", "X15.6.2")
@pytest.mark.rule("X17.2.1", "X17.2.4", "X18.2", "X18.5.1", "X18.5.3", "X18.7.4", "X20.1.5")
@pytest.mark.rule("X20.3.1", "X20.3.2", "X31.1")
@pytest.mark.parametrize(("clause", "situation"), SAME.items())
def test_a_situation_of_the_base_book_comes_out_the_same(clause: str, situation: str) -> None:
    system = system_named("an-xxx")
    text = (EXAMPLES / f"{situation}.situation").read_text("utf-8")
    named = next(line for line in text.splitlines() if line.startswith("rule:")).split()[1:]
    own = system.library.setting("village-xxx", {}).concordance.own
    assert any(clause in own.get(base, ()) for base in named)
    found = system.situations.referee(text, f"{situation}.situation", silent)
    assert found.problems == ()
    assert found.passed
