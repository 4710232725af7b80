"""A ladder that is stopped goes on where it was."""

from __future__ import annotations

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
