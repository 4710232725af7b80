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
from grognard.lab.record import unpacked

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


WORDS = ("duel", "--seats", "random,eager", "--workers", "1")


def test_a_simulated_game_opens_in_the_replay_and_comes_to_the_same_end(tmp_path: Path) -> None:
    code, said = run(*WORDS, "--games", "3", "--out", str(tmp_path), "--json")
    assert code == 0
    code, said = run(*WORDS, "--out", str(tmp_path), "--replay", "2")
    assert code == 0
    assert "dice for" in said
    path = tmp_path / "games" / "000002.journal"
    proof = json.loads(CliRunner().invoke(app, ["verify", str(path), "--json"]).stdout)
    kept = unpacked((tmp_path / "games" / "000002.game").read_bytes())
    assert proof["proof"]["state"] == kept.state


def test_games_stop_when_the_share_of_wins_is_known_well_enough(tmp_path: Path) -> None:
    words = ("duel", "--seats", "random,random", "--workers", "1", "--out", str(tmp_path), "--json")
    _, said = run(*words, "--games", "60", "--until", "0.3")
    assert json.loads(said)["summary"]["games"] == 20


def test_two_runs_are_compared_with_intervals_and_say_when_revisions_differ(tmp_path: Path) -> None:
    for name, seats in (("one", "random,eager"), ("two", "eager,random")):
        run(
            "duel",
            "--seats",
            seats,
            "--workers",
            "1",
            "--games",
            "6",
            "--out",
            str(tmp_path / name),
        )
    folders = [str(tmp_path / "one"), str(tmp_path / "two")]
    said = CliRunner().invoke(app, ["compare", *folders]).stdout
    assert "6 and 6 games, 6 of them with the same dice" in said
    assert "plans differ in seats" in said
    assert "REVISIONS" not in said
    plan = tmp_path / "two" / "plan.json"
    held = json.loads(plan.read_text())
    plan.write_text(json.dumps(held | {"bots": "0123456789abcdef"}))
    assert "REVISIONS DIFFER" in CliRunner().invoke(app, ["compare", *folders]).stdout
    found = json.loads(CliRunner().invoke(app, ["compare", *folders, "--json"]).stdout)
    for each in found["differences"]:
        assert each["by"]["low"] <= each["by"]["mean"] <= each["by"]["high"]


def test_bots_are_watched_by_name(tmp_path: Path) -> None:
    path = tmp_path / "battle.journal"
    words = ["play", "duel", "--seats", "greedy,eager", "--seed", "3", "--save", str(path)]
    assert CliRunner().invoke(app, words).exit_code == 0
    seats = json.loads(path.read_bytes().splitlines()[0])["seats"]
    assert list(seats.values()) == ["greedy", "eager"]
