"""The benchmarks: how figures are made of rounds, and what the commands print."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from grognard import bench
from grognard.bench import Benchmark, agreement, battles, memory, report
from grognard.bench.figures import Figure, document, figure, rungs
from grognard.bench.profiling import functions, profiled
from grognard.bench.protocol import FULL, QUICK, Pace, exponent, paired, seconds_each, timed
from grognard.bench.references import bare_search, chess_playouts
from grognard.kernel import Ask, answer
from grognard.kernel.errors import GrognardError
from grognard.systems.bataille.movement.words import Pose
from grognard.systems.premier import measures

TINY = Pace(3, 0.0)


def test_a_full_run_has_seven_rounds_of_a_second() -> None:
    assert FULL.rounds >= 7
    assert FULL.seconds >= 1
    assert QUICK.rounds * QUICK.seconds < 1


def test_the_median_of_the_paired_ratios_counts_not_the_ratio_of_medians() -> None:
    ours, theirs = iter([9.0, 1.0, 4.0, 9.0]), iter([9.0, 1.0, 1.0, 3.0])
    pairs = paired(lambda: (1, next(ours)), lambda: (1, next(theirs)), TINY)
    assert pairs.slower() == [1, 4, 3]
    assert pairs.faster() == [1, 1 / 4, 1 / 3]
    assert figure("P2", pairs.slower()) == Figure("P2", 3, 1, 4)


def test_subject_and_reference_take_turns_at_being_first() -> None:
    seen: list[str] = []

    def work(name: str) -> tuple[float, float]:
        seen.append(name)
        return 1, 1.0

    paired(lambda: work("us"), lambda: work("them"), TINY)
    assert seen[2:] == ["them", "us", "us", "them", "them", "us"]


def test_work_goes_on_until_the_time_is_filled_and_is_counted_by_the_piece() -> None:
    assert seconds_each(lambda: (10, 0.3), at_least=1.0) == pytest.approx(0.03)
    assert timed(lambda: None, 5)()[0] == 5


def test_growth_is_the_slope_of_the_logarithms() -> None:
    assert exponent([60, 150, 300], [6, 15, 30]) == pytest.approx(1)
    assert exponent([60, 150, 300], [7, 7, 7]) == pytest.approx(0)


@pytest.mark.parametrize(
    ("value", "rung"),
    [(11, "below"), (10, "must"), (3, "goal"), (1.5, "moonshot"), (0, "moonshot")],
)
def test_less_time_stands_higher(value: float, rung: str) -> None:
    assert rungs()["P4"].reached(value) == rung


@pytest.mark.parametrize(
    ("value", "rung"), [(0.1, "below"), (0.15, "must"), (0.67, "goal"), (2, "moonshot")]
)
def test_more_decisions_stand_higher(value: float, rung: str) -> None:
    assert rungs()["P1"].reached(value) == rung


def test_every_figure_has_a_line_of_its_own_and_rungs_that_climb() -> None:
    for name, asked in rungs().items():
        assert name.partition(".")[0] in bench.BENCHMARKS
        steps = [each for each in (asked.must, asked.goal, asked.moonshot) if each is not None]
        assert steps == sorted(steps, reverse=asked.better == "less")
        assert asked.better in ("more", "less")


def test_without_python_chess_one_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(GrognardError, match="python-chess"):
        chess_playouts()


def test_references_do_real_work() -> None:
    assert seconds_each(bare_search(), 0.0) > 1e-5
    plies, took = chess_playouts()()
    assert plies > 10
    assert took > 0


def test_random_play_gives_the_same_battle_to_the_same_seed() -> None:
    first, again = (
        [game.journal.entries[-1] for game in islice(battles.played(battles.fixture(60), 5), 40)]
        for _ in range(2)
    )
    assert first == again


def test_moments_can_be_answered_as_they_were() -> None:
    found = list(islice(battles.moments(battles.fixture(60)), 30))
    for each in found:
        assert each.state.table.turn >= battles.MIDDLE
        answer(each.state, each.value)
    assert any(isinstance(each.state.pending, Ask) for each in found)


def test_a_part_is_run_by_its_names_and_json_has_the_five_keys(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench.run(only="P3", quick=True, as_json=True)
    found = msgspec.json.decode(capsys.readouterr().out)
    assert list(found) == ["P3", "P3.look-up"]
    for each in found.values():
        assert list(each) == ["value", "unit", "min", "max", "rung"]
        assert each["min"] <= each["value"] <= each["max"]


def test_a_name_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(GrognardError, match="no benchmark 'P77'; there are P1, P2"):
        bench.run(only="P1,P77")


def test_a_smoke_run_is_never_recorded() -> None:
    with pytest.raises(GrognardError, match="full run"):
        bench.run(quick=True, record=True)


def broken(pace: Pace) -> Iterator[Figure]:
    yield Figure("P2", 1, 1, 1)
    raise IndexError("beyond the map")


def test_one_that_breaks_is_named_and_the_rest_are_still_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fine = Benchmark(lambda pace: iter([Figure("P4", 2, 2, 2)]))
    monkeypatch.setattr(bench, "BENCHMARKS", {"P2": Benchmark(broken), "P4": fine})
    with pytest.raises(GrognardError, match=r"P2: IndexError in test_bench\.py.*beyond the map"):
        bench.run(as_json=True)
    assert list(msgspec.json.decode(capsys.readouterr().out)) == ["P2", "P4"]


def test_the_record_holds_date_cores_spread_and_how_far_the_goal_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = Benchmark(lambda pace: iter([Figure("P2", 500, 400, 600, "590 ms by the clock")]))
    monkeypatch.setattr(bench, "BENCHMARKS", {"P2": slow})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GrognardError, match="no folder bench"):
        bench.run(record=True)
    (tmp_path / "bench").mkdir()
    bench.run(record=True, date="1813-08-27")
    kept = (tmp_path / bench.RECORD).read_text()
    assert "1813-08-27" in kept
    assert "cores" in kept
    assert "| 500 | 400 | 600 | ms | below | 250 | 16 | 10 |" in kept
    assert "must missed by a factor of 2.0; goal missed by a factor of 31.2" in kept
    assert str(tmp_path) not in kept
    assert "below" in capsys.readouterr().out


def test_what_is_below_comes_first_in_the_record_and_what_is_missing_is_named() -> None:
    text = report.record(
        [Figure("P4", 1, 1, 1), Figure("P2", 900, 900, 900)], ["P7: lost."], "1813-08-27"
    )
    assert text.index("- P2, ") < text.index("- P4, ") < text.index("- Not measured: P7: lost.")


def test_figures_are_shortened_for_programs() -> None:
    assert document([Figure("P4", 1.234567, 1, 2)])["P4"]["value"] == 1.235


def slow_down() -> None:
    sum(range(1000))


def test_a_profile_names_the_functions() -> None:
    assert "slow_down" in functions(slow_down)
    with pytest.raises(GrognardError, match="nothing to profile"):
        profiled("P8")


def test_fast_and_plain_paths_are_compared_state_by_state(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = battles.fixture(60)
    assert next(agreement.compared(setting, 1)) in setting.roster
    assert agreement.compare_sight(setting, 2) > 0

    def lost(*told: object) -> dict[Pose, int]:
        return {((101,), 0): 1}

    monkeypatch.setattr(measures, "slow_costs", lost)
    with pytest.raises(agreement.Disagreement, match=r"the moves of .* differ in r60, seed 1"):
        next(agreement.compared(setting, 1))


def test_the_memory_of_the_process_is_known() -> None:
    assert memory.resident() > 1_000_000
