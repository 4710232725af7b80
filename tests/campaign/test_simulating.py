"""A small campaign of two duels, simulated and played."""

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.campaign.progress import Progress
from grognard.campaign.simulating import simulated
from grognard.cli.app import app

PACK = """\
format: 1
id: two-duels
title: Two duels
description: Twice the same field.
sides: {french: French, prussian: Prussians}
battles:
  - {id: first, pack: duel, title: In the morning, date: '1813-08-27', points: POINTS}
  - {id: second, pack: duel, title: In the evening, date: '1813-08-27', points: POINTS}
bands:
  - {least: 1, most: 20, level: F, name: French victory, side: french}
  - {least: -20, most: 0, level: P, name: Prussian victory, side: prussian}
"""


LEVELS = "{FD: 5, FS: 3, FM: 1, PM: -1, PS: -3, PD: -5}"


@pytest.fixture
def duels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two-duels.yaml").write_text(PACK.replace("POINTS", LEVELS), "utf-8")
    return "two-duels.yaml"


def test_simulated_campaigns_are_the_same_for_any_number_of_workers(duels: str) -> None:
    path = str(Path(duels).resolve())
    alone = list(simulated(path, 3, ("random", "random"), 1, 1, {}))
    assert [each.index for each in alone] == [1, 2, 3]
    assert all(set(each.points) == {"first", "second"} for each in alone)
    assert alone == list(simulated(path, 3, ("random", "random"), 1, 2, {}))


def test_the_report_is_the_same_for_any_number_of_workers(duels: str, tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2"):
        out = tmp_path / f"by-{workers}"
        command = ["campaign", "simulate", duels, "--runs", "3", "--seats", "random,random"]
        said = CliRunner().invoke(app, [*command, "--workers", workers, "--out", str(out)])
        assert said.exit_code == 0, said.output
        told.append((out / "report.html").read_bytes() + (out / "runs.json").read_bytes())
    assert told[0] == told[1]
    page = told[0].decode()
    for heading in ("Points", "Verdicts", "What each battle is worth", "Where the campaign turns"):
        assert f"<h2>{heading}</h2>" in page
    assert "as fought" in page


def test_a_campaign_is_fought_battle_by_battle_and_kept_in_a_file(duels: str) -> None:
    runner = CliRunner()
    first = runner.invoke(app, ["campaign", "play", duels, "--seats", "random,random"])
    assert first.exit_code == 0, first.output
    kept = Path("two-duels.campaign")
    progress = msgspec.json.decode(kept.read_bytes(), type=Progress)
    assert [each.stage for each in progress.fought] == ["first"]
    again = runner.invoke(app, ["campaign", "play", duels, "--seats", "random,random"])
    assert again.exit_code
    more = runner.invoke(app, ["campaign", "play", str(kept), "--seats", "random,random"])
    assert more.exit_code == 0, more.output
    assert "The campaign is over" in more.output
    shown = runner.invoke(app, ["campaign", "show", str(kept), "--json"])
    assert [each["stage"] for each in json.loads(shown.output)["fought"]] == ["first", "second"]


def test_a_campaign_file_that_was_altered_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.campaign"
    path.write_text('{"campaign": 3}')
    shown = CliRunner().invoke(app, ["campaign", "show", str(path)])
    assert shown.exit_code
    assert "bad.campaign" in str(shown.exception)
