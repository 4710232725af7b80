import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.errors import GrognardError
from grognard.lab import pools, simulation
from grognard.lab.folder import Folder
from grognard.lab.plan import Job, Plan, make_plan
from grognard.lab.playing import play_packed
from grognard.lab.pools import Again
from grognard.lab.record import unpacked
from grognard.lab.tables import EVENTS, GAMES, LOSSES

pq: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def simulated(root: Path, plan: Plan, games: int, workers: int = 1, ray: str = "") -> list[str]:
    folder, told = Folder(root), list[str]()
    folder.open(plan)
    jobs = simulation.missing(folder, plan, games)
    simulation.play_missing(folder, jobs, workers, ray, told.append, lambda: None)
    simulation.conclude(folder, plan, games)
    return told


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan("duel", "random,eager", 5, ["level_affects=infantry,all"])


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory, plan: Plan) -> Path:
    root = tmp_path_factory.mktemp("alone")
    assert simulated(root, plan, 6) == []
    return root


def same(one: Path, other: Path) -> bool:
    names = (GAMES, EVENTS, LOSSES, simulation.REPORT, simulation.SUMMARY)
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


def test_two_workers_give_the_same_files(alone: Path, plan: Plan, tmp_path: Path) -> None:
    simulated(tmp_path, plan, 6, workers=2)
    assert same(alone, tmp_path)


def test_a_simulation_goes_on_where_it_was(alone: Path, plan: Plan, tmp_path: Path) -> None:
    simulated(tmp_path, plan, 2)
    Folder(tmp_path).path(1).write_bytes(b"half a ga")
    folder = Folder(tmp_path)
    assert [job.index for job in simulation.missing(folder, plan, 6)] == [1, 2, 3, 4, 5]
    kept = folder.path(0).stat().st_mtime_ns
    simulated(tmp_path, plan, 6)
    assert folder.path(0).stat().st_mtime_ns == kept
    assert same(alone, tmp_path)


def test_another_simulation_is_not_mixed_in(alone: Path, plan: Plan) -> None:
    other = make_plan("duel", "random,random", 5, ["level_affects=infantry,all"])
    with pytest.raises(GrognardError, match=r"holds another simulation .*seats"):
        Folder(alone).open(other)


def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    jobs = make_plan("village", "random,random", 2, []).jobs(5)
    told: list[str] = []
    found: dict[int, bytes] = {}
    for job, content in pools.on_processes(jobs, 2, told.append):
        if not found:
            worker = multiprocessing.active_children()[0]
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
        found[job.index] = content
    assert {index: found[index] for index in sorted(found)} == {
        job.index: play_packed(job) for job in jobs
    }
    assert told
    assert all("a worker died: game " in line and "played again" in line for line in told)


def test_a_game_that_kills_every_worker_is_given_up_and_named() -> None:
    told: list[str] = []
    deaths, job = Again(told.append), Job("premier", "duel", 7, 1, ("random", "random"), {})
    for _ in range(pools.MOST_TRIES - 1):
        assert deaths.sort([job]) == ([job], [])
    again, given_up = deaths.sort([job])
    assert again == []
    assert "worker died" in unpacked(given_up[0][1]).failure
    assert "game 7" in told[-1]
    assert "given up" in told[-1]


def test_a_game_that_breaks_says_so() -> None:
    job = Job("premier", "no-such-scenario", 0, 1, ("random", "random"), {})
    assert unpacked(play_packed(job)).failure


def test_the_tables_have_a_row_for_every_game_and_add_up(alone: Path) -> None:
    games = pq.read_table(alone / GAMES).to_pylist()
    assert [row["game"] for row in games] == list(range(6))
    assert {row["option_level_affects"] for row in games} == {"infantry", "all"}
    assert {row["player_french"] for row in games} == {"random"}
    events = pq.read_table(alone / EVENTS).to_pylist()
    losses = pq.read_table(alone / LOSSES).to_pylist()
    for row in games:
        lost = row["lost_french"] + row["lost_prussian"]
        assert lost == sum(each["lost"] for each in events if each["game"] == row["game"])
        ends = [e for e in losses if e["game"] == row["game"] and e["turn"] == row["turns"]]
        assert lost == sum(each["lost"] for each in ends)
        numbers = [each["n"] for each in events if each["game"] == row["game"]]
        assert numbers == list(range(len(numbers)))
    assert any(each["luck"] == "fire" and each["expected"] > 0 for each in events)
    assert all(each["hex"] for each in events if each["kind"] == "LostIncrements")


def test_the_report_shows_every_part(alone: Path) -> None:
    page = (alone / simulation.REPORT).read_text()
    for title in (
        "Verdicts",
        "What the options change",
        "Losses",
        "Survival",
        "On the map",
        "Luck",
    ):
        assert f"<h2>{title}</h2>" in page
    assert page.count("<svg") > 8
    assert "<script" not in page
    assert "http" not in page


def test_the_other_system_is_simulated_too(tmp_path: Path) -> None:
    simulated(tmp_path, make_plan("crossroads", "random,eager", 1, []), 2)
    games = pq.read_table(tmp_path / GAMES).to_pylist()
    assert [row["failure"] for row in games] == ["", ""]
    assert any(row["lost_blue"] + row["lost_red"] for row in games)


def test_a_local_cluster_gives_the_same_files(alone: Path, plan: Plan, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is an extra: pip install 'grognard[ray]'")
    simulated(tmp_path, plan, 6, workers=2, ray="local")
    assert same(alone, tmp_path)


def test_a_missing_cluster_is_named() -> None:
    jobs = make_plan("duel", "random,random", 2, []).jobs(1)
    with pytest.raises(GrognardError, match=r"grognard\[ray\]|no cluster at"):
        list(pools.on_ray(jobs, 1, "127.0.0.1:1", print))
