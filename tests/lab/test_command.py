import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import main
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no-such-battle",), "no-such-battle"),
        (("duel", "--seats", "captain"), "2 players"),
        (("duel", "--seats", "captain,napoleon"), "'napoleon' cannot play here"),
        (("duel", "--vary", "weather"), "not an option with values"),
        (("duel", "--vary", "weather=wet,dry"), "no option 'weather'"),
        (("duel", "--games", "0"), "at least one game"),
        (("duel", "--workers", "-1"), "--workers"),
        (("duel", "--out", "/dev/null/there"), "/dev/null/there"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["grognard", "simulate", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("grognard: ")
    assert said in told
    assert told.count("\n") == 1


def test_a_folder_of_the_scenarios_name_is_not_taken_for_the_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("duel", "--seats", "random,random", "--games", "1", "--workers", "1", "--out", "duel")
    assert run(*words)[0] == 0
    assert (tmp_path / "duel" / "report.html").is_file()


def test_a_run_that_is_killed_goes_on_to_the_same_results(tmp_path: Path) -> None:
    """The whole process is killed while it plays; the same command then finishes the games."""
    one, other = tmp_path / "one", tmp_path / "other"
    words = ["simulate", "duel", "--seats", "random,eager", "--games", "16", "--out"]
    process = subprocess.Popen(
        [sys.executable, "-m", "grognard", *words, str(one), "--workers", "2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while process.poll() is None and len(list((one / "games").glob("*.game"))) < 3:
        time.sleep(0.02)
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)
    process.wait()
    held = len(list((one / "games").glob("*.game")))
    assert 3 <= held < 16
    _, said = run(*words[1:], str(one), "--workers", "2")
    assert "of 16 games are there already" in said
    run(*words[1:], str(other), "--workers", "1")
    for name in ("games.parquet", "events.parquet", "losses.parquet"):
        assert (one / name).read_bytes() == (other / name).read_bytes()


def test_the_extra_is_asked_for_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    words = ("duel", "--games", "2", "--out", str(tmp_path / "there"))
    monkeypatch.setattr(sys, "argv", ["grognard", "simulate", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "grognard[lab]" in capsys.readouterr().err
    assert not (tmp_path / "there").exists()
