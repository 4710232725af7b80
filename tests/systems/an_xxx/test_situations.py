from __future__ import annotations

from pathlib import Path

import pytest

from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.rulebook import rulebook
from grognard.systems.bataille.situations.refereeing import referee

EXAMPLES = sorted((Path(__file__).parents[3] / "tests/examples/an-xxx").glob("*.situation"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_comes_out_as_the_book_has_it(path: Path) -> None:
    outcome = referee(KIT, path.read_text(encoding="utf-8"), path.name)
    assert outcome.problems == ()
    assert outcome.passed
    assert all(rulebook().knows(clause) for clause in outcome.rule)
