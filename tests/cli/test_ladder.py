"""A ladder that is stopped goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.bots.ladder import Bout, Job, played
from grognard.cli import ladder
from grognard.cli.app import app


def run(record: Path) -> tuple[int, str]:
    words = ["ladder", "--packs", "duel:2", "--players", "random,eager", "--workers", "1"]
    found = CliRunner().invoke(app, [*words, "--record", str(record)])
    return found.exit_code, found.stdout


def test_a_stopped_ladder_goes_on_and_comes_to_the_same_standings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(listed: Sequence[Job], workers: int) -> Iterator[Bout]:
        yield from played(listed[:2], workers)
        raise KeyboardInterrupt

    whole, record = tmp_path / "whole.json", tmp_path / "ladder.json"
    assert run(whole)[0] == 0
    monkeypatch.setattr(ladder, "played", interrupted)
    assert run(record)[0] != 0
    assert not record.exists()
    monkeypatch.undo()
    kept = record.with_suffix(".bouts")
    kept.write_bytes(kept.read_bytes() + b'{"cut')
    code, said = run(record)
    assert code == 0
    assert "2 of 4 battles are there already" in said
    assert not kept.exists()
    elo = '"elo": '
    one, other = (
        [line for line in path.read_text().splitlines() if elo in line] for path in (whole, record)
    )
    assert one == other


def test_battles_of_other_players_are_not_gone_on_from(tmp_path: Path) -> None:
    record = tmp_path / "ladder.json"
    record.with_suffix(".bouts").write_text('["another revision"]\n{}\n')
    code, said = run(record)
    assert code == 0
    assert "there already" not in said


def test_a_level_meets_itself_with_a_figure_changed_by_hand(tmp_path: Path) -> None:
    """The match says how much less it lost, too; without a change nobody is better."""
    record = tmp_path / "ladder.json"
    words = ["ladder", "--packs", "duel:2", "--workers", "1", "--record", str(record), "--players"]
    found = CliRunner().invoke(app, [*words, "sergeant,sergeant+goal=1.2"])
    assert found.exit_code == 0
    match = json.loads(record.read_text())["matches"][0]
    assert match["one"] == "sergeant+goal=1.2"
    assert (match["share"], match["spared"], match["about"]) == (0.5, 0.0, 0.0)
    found = CliRunner().invoke(app, [*words, "sergeant,sergeant+goal=6"])
    match = json.loads(record.read_text())["matches"][0]
    assert match["about"] > 0
    assert f"lost {0 - match['spared']:+.1f} ± {match['about']:.1f}" in found.stdout


def test_a_figure_that_no_level_has_is_refused(tmp_path: Path) -> None:
    words = [
        "ladder",
        "--packs",
        "duel:1",
        "--workers",
        "1",
        "--players",
        "sergeant,captain+gaol=1",
    ]
    found = CliRunner().invoke(app, words)
    assert found.exit_code != 0
    assert "no figure 'gaol'" in str(found.exception or found.output)
