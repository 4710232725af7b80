"""Soaks and the critic, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Run

ROOT = Path(__file__).parents[2]


# --- soaking


def test_a_soak_plays_checks_and_writes_its_record(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "soak.json"
    ran = run(
        "soak", "--packs", "duel", "--games", "2", "--workers", "1", "--every", "20",
        "--record", str(record),
    )  # fmt: skip
    assert ran.code == 0
    found = json.loads(record.read_text())
    assert found["systems"][0]["packs"][0]["games"] == 2
    assert found["failures"] == []
    assert "duel: 2 battles, 0 broken" in ran.out


def test_a_soak_is_played_by_every_chooser_and_by_that_of_the_environments() -> None:
    from grognard.bots.roster import names
    from grognard.cli.soak import MENUS, Plan
    from grognard.systems.registry import system_of

    plan = Plan.read("", "duel:40,quatre-bras:40", 0, 1, 0, "all", False)
    for pack in ("duel", "quatre-bras"):
        played = {job.bot for job in plan.jobs if job.pack == pack}
        assert played == {*names(system_of(pack)), MENUS}


def test_a_soak_may_be_played_by_those_who_choose_by_chance_alone() -> None:
    from grognard.cli.soak import Plan

    plan = Plan.read("", "duel:9", 0, 1, 0, "wild", True)
    assert {job.bot for job in plan.jobs} == {"random", "eager", "menus"}


def test_the_soak_of_the_environments_chooser_plays_to_the_end(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "soak.json"
    words = ("--packs", "crossroads", "--games", "1", "--workers", "1", "--bot", "menus")
    assert run("soak", *words, "--record", str(record)).code == 0
    assert json.loads(record.read_text())["failures"] == []


def test_a_soak_goes_on_from_the_battles_that_are_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was cut short is played again, all others are not; the record is of them all."""
    from grognard.cli import soak

    played: list[int] = []
    play_one = soak.play_one

    def noted(job: soak.Job) -> soak.Played:
        played.append(job.seed)
        return play_one(job)

    monkeypatch.setattr(soak, "play_one", noted)
    kept, record = tmp_path / "battles.kept", tmp_path / "soak.json"
    words = ("--packs", "duel", "--workers", "1", "--every", "50", "--keep", str(kept))
    assert run("soak", *words, "--games", "2", "--record", str(record)).code == 0
    kept.write_bytes(kept.read_bytes()[:-40])
    assert run("soak", *words, "--games", "3", "--record", str(record)).code == 0
    assert played == [1, 2, 2, 3]
    assert json.loads(record.read_text())["systems"][0]["packs"][0]["games"] == 3


def test_battles_of_older_rules_stay_counted_and_what_broke_under_them_is_played_again(
    run: Run, tmp_path: Path
) -> None:
    kept, record = tmp_path / "battles.kept", tmp_path / "soak.md"
    words = ("--packs", "duel", "--workers", "1", "--every", "50", "--keep", str(kept))

    def soaked(games: int) -> str:
        assert run("soak", *words, "--games", str(games), "--record", str(record)).code == 0
        return record.read_text()

    assert "By the rules" not in soaked(2)
    first, one, other = kept.read_text().splitlines()
    older = json.dumps([["premier duel", "0.0.9+older charts pack"]])
    broken = json.loads(other)
    broken["record"]["failure"] = "Broken: a law of old"
    kept.write_text("\n".join([older, one, json.dumps(broken)]) + "\n")
    page = soaked(3)
    revision = json.loads(first)[0][1].partition(" ")[0]
    assert f"| duel | 0.0.9+older | 1 | 0 |\n| duel | {revision} | 2 | 0 |" in page
    assert "## Broken" not in page, "it was played again soundly"
    lines = kept.read_text().splitlines()
    assert lines[:2] == [older, one], "nothing is taken away"
    assert [json.loads(line)["job"]["seed"] for line in lines[4:]] == [2, 3]
    assert soaked(3) == page, "and it is not played a third time"


def test_a_soak_that_is_stopped_records_what_was_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.cli import soak

    play_one = soak.play_one

    def interrupted(job: soak.Job) -> soak.Played:
        if job.seed > 1:
            raise KeyboardInterrupt
        return play_one(job)

    monkeypatch.setattr(soak, "play_one", interrupted)
    record = tmp_path / "soak.md"
    words = ("--packs", "duel", "--games", "3", "--workers", "1", "--every", "50")
    assert run("soak", *words, "--record", str(record)).code == 0
    assert "1 of 3 battles are played so far" in record.read_text()


# --- the critic


def test_the_critic_reads_a_journal_and_counts_its_habits(run: Run) -> None:
    ran = run("critic", str(ROOT / "tests" / "golden" / "duel.journal"), "--json")
    found = json.loads(ran.out)
    assert {habit["habit"] for habit in found["habits"]} >= {"guns", "lone", "to and fro"}
    assert sum(habit["chances"] for habit in found["habits"]) > 0


def test_a_file_that_holds_no_kept_battles_is_not_written_over(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes\n")
    ran = run("soak", "--packs", "duel", "--games", "1", "--workers", "1", "--keep", str(notes))
    assert ran.code != 0
    assert notes.read_text() == "my notes\n"


def test_the_critic_counts_the_habits_of_players_and_keeps_them(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "critic.md"
    words = ("--battles", "crossroads:1", "--players", "greedy", "--record", str(page))
    assert "attack at night" in run("critic", *words).out
    assert "1 of crossroads, greedy, seeds from 1" in page.read_text()
