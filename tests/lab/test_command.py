import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli.app import app

pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["simulate", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


def test_simulate_prints_verdicts_and_leaves_a_report(tmp_path: Path) -> None:
    words = ("duel", "--seats", "random,eager", "--games", "3", "--workers", "1")
    code, said = run(*words, "--out", str(tmp_path))
    assert code == 0
    assert "3 games" in said
    assert f"report: {tmp_path / 'report.html'}" in said.replace("\n", "")
    assert (tmp_path / "report.html").is_file()
    code, said = run(*words, "--out", str(tmp_path), "--json")
    assert json.loads(said)["summary"]["games"] == 3
    _, said = run(*words[:4], "4", "--workers", "1", "--out", str(tmp_path))
    assert "3 of 4 games are there already" in said
