"""Every worked example of the rules, and of our own procedures, stands among the situations."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/nlc"

WORKED = [
    ("N7.3.7", "N07-03-the-leader-is-with-the-worse-stack"),
    ("N7.3.7", "N07-03-the-leader-is-with-the-better-stack"),
    ("N7.6.5", "N01-01-halves-go-up"),
    ("R-7.1a", "N07-01-reduced-strengths-are-added-first"),
    ("R-7.4e", "N07-04-hits-halved-by-retreat"),
    ("R-7.6a", "N07-06-a-line-does-not-flank"),
    ("N12.2H.1", "N12-05-place-yourself-under-a-corps"),
    ("N12.6.2", "N12-06-how-long-an-order-rides"),
    ("N12.6.5", "N12-06-how-long-an-order-rides"),
    ("N12.7.2", "N12-07-the-worked-column"),
    ("N12.11.4", "N12-11-a-decision-of-ones-own"),
    ("N12.14.9", "N12-14-a-reserve-of-the-wing"),
    ("N12.14.9", "N12-14-no-reserve-without-the-order"),
    ("N19.5.1", "N19-05-tiny-steps"),
    ("N19.5.1", "N19-05-two-tiny-units-make-a-step"),
    ("N19.5.1", "N19-05-a-tiny-and-a-whole-step"),
    ("N20.12.2", "N20-12-one-hit-spares-a-last-step"),
    ("N12.7.1", "QB-01-the-first-turn"),
    ("N12.10.3", "QB-02-the-second-turn"),
]
"""The clause whose text or ruling gives an example, and the situation that plays it."""


@pytest.mark.parametrize(("clause", "name"), WORKED)
def test_a_worked_example_is_a_situation_that_names_its_clause(clause: str, name: str) -> None:
    text = (EXAMPLES / f"{name}.situation").read_text(encoding="utf-8")
    cited = next(line for line in text.splitlines() if line.startswith("rule:"))
    assert clause in cited.split()
