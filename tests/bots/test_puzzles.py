"""The puzzles: the top level solves nine of ten and does nothing forbidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.bots.puzzles import Puzzle, judge, read_puzzle, solve, solve_all
from grognard.desks.library import LIBRARY
from grognard.kernel.errors import GrognardError

FOLDER = LIBRARY / "puzzles"
PUZZLES = FOLDER / "premier"


@pytest.mark.parametrize(("folder", "least"), [("premier", 60), ("an_xxx", 33)])
def test_the_top_level_solves_them(folder: str, least: int) -> None:
    solved = solve_all(FOLDER / folder, "marshal", seeds=2)
    assert len(solved) >= least
    missed = [one.name for one in solved if not one.solved]
    assert 10 * (len(solved) - len(missed)) >= 9 * len(solved), missed
    assert not [one.name for one in solved if one.forbidden]


def test_the_top_level_solves_those_of_the_measured_table() -> None:
    solved = solve_all(FOLDER / "empire", "marshal", seeds=1)
    assert len(solved) >= 38
    assert not [one.name for one in solved if not one.solved]
    assert not [one.name for one in solved if one.forbidden]


def test_a_player_by_chance_does_not() -> None:
    some = [PUZZLES / f"{name}.yaml" for name in ("charge-02-not-square", "fire-01-two-on-one")]
    assert not all(solve(path, "random").solved for path in some)


def test_every_puzzle_says_why_and_what_is_right() -> None:
    for path in sorted(FOLDER.rglob("*.yaml")):
        puzzle = read_puzzle(path)
        assert puzzle.why
        assert puzzle.family
        assert puzzle.accept or puzzle.forbid or puzzle.ends or puzzle.leaves, path.stem


def test_what_is_forbidden_is_never_right() -> None:
    class At:
        table = type("T", (), {"pieces": {}})

    puzzle = Puzzle("t", "f", "", "w", accept=["a*"], forbid=["ab"])
    assert judge(puzzle, ["ab"], At) == (False, True)
    assert judge(puzzle, ["ac"], At) == (True, False)
    assert judge(puzzle, ["x"], At) == (False, False)


def test_a_folder_without_puzzles_is_named(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="no puzzles"):
        solve_all(tmp_path, "marshal")


@pytest.mark.parametrize(
    ("folder", "themes"),
    [
        ("premier", ("entry", "guns-covered", "react", "reserve", "rear-guard")),
        ("an_xxx", ("entry", "guns-covered", "react", "reserve", "rear-guard")),
        ("nlc", ("entry", "guns-keep-off", "react", "reserve", "rear-guard", "orders")),
        ("empire", ("foot-with-the-guns", "react", "support", "rearguard", "orders")),
    ],
)
def test_every_theme_that_a_system_knows_has_a_puzzle(folder: str, themes: tuple[str, ...]) -> None:
    names = [path.stem for path in (FOLDER / folder).glob("*.yaml")]
    assert [theme for theme in themes if not any(theme in name for name in names)] == []


def test_later_campaigns_have_puzzles_of_writing_orders() -> None:
    assert len(list((FOLDER / "nlc").glob("orders-*.yaml"))) >= 8
