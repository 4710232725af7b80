from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from grognard import __version__
from grognard.kernel.errors import GrognardError
from tests.cli.running import Run

ROOT = Path(__file__).parents[2]
EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_version_is_said(run: Run) -> None:
    ran = run("--version")
    assert (ran.code, ran.out) == (0, f"grognard {__version__}\n")


# --- mistakes


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "whist"),
        ("rules", "premier", "P99.99"),
        ("rules", "premier", "--coverage", "--tests", "nowhere"),
        ("play", "waterloo"),
        ("play", "duel", "--side", "turkish"),
        ("play", "duel", "--option", "moonlight"),
        ("play", "duel", "--option", "moonlight=on"),
        ("bench", "--quick", "--record"),
        ("bench", "--profile", "P99"),
        ("verify", "nowhere.journal"),
        ("replay", "nowhere.journal"),
        ("referee", "nowhere.situation"),
        ("scenario", "show", "nowhere"),
        ("soak", "--packs", "duel:many"),
        ("soak", "--packs", "waterloo:1"),
        ("critic",),
        ("critic", "--battles", "duel:1", "--players", "captain,captain,captain"),
        ("serve", "--db", "nonsense"),
        ("serve", "--db", "mysql://somewhere/battles"),
        ("serve", "--db", "sqlite:////dev/null/battles.db"),
        ("serve", "--port", "70000"),
    ],
)
def test_a_mistake_gives_one_line_and_code_two(run: Run, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert ran.err.startswith("grognard: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("words", "missing", "extra"),
    [
        (("simulate", "duel", "--games", "1"), "pyarrow", "grognard[lab]"),
        (("simulate", "duel", "--games", "1", "--ray", "local"), "ray", "grognard[ray]"),
        (("serve", "--db", "postgresql://nowhere/battles"), "psycopg", "grognard[postgres]"),
        (("bench", "--quick", "--only", "P1"), "chess", "pip install chess"),
    ],
)
def test_a_missing_extra_is_asked_for_before_anything_is_done(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    words: tuple[str, ...], missing: str, extra: str,
) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert ran.code == 2
    assert extra in ran.err.splitlines()[-1]
    assert "Traceback" not in ran.err
    assert not any(tmp_path.rglob("*.jsonl")), "nothing was played"


@pytest.mark.parametrize(("made", "missing"), [("env", "pettingzoo"), ("single", "gymnasium")])
def test_an_environment_names_the_extra_that_it_needs(
    monkeypatch: pytest.MonkeyPatch, made: str, missing: str
) -> None:
    for module in [name for name in sys.modules if name.startswith("grognard.envs.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(GrognardError, match=r"is missing: pip install 'grognard\[envs\]'"):
        getattr(import_module("grognard.envs"), made)()


def test_every_package_of_the_client_is_pinned_with_its_digest() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    fetched = {name: held for name, held in lock["packages"].items() if name}
    bare = [n for n, held in fetched.items() if not held.get("integrity", "").startswith("sha512-")]
    assert len(fetched) > 100
    assert not bare


@pytest.mark.parametrize("words", [("--nonsense",), ("dance",), ("play",)])
def test_a_wrong_word_on_the_command_line_is_code_two(run: Run, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert "Traceback" not in ran.err


# --- scenarios


def test_scenarios_are_listed_with_their_system(run: Run) -> None:
    ran = run("scenarios", "--json")
    listed = {row["id"]: row["system"] for row in json.loads(ran.out)}
    assert {"duel", "village", "hagelberg"} <= set(listed)
    assert listed["duel"] == "premier"
    assert "The duel" in run("scenarios").out


def test_a_sound_pack_is_said_to_be_sound(run: Run) -> None:
    assert run("scenario", "check", "duel") == (0, "duel: sound\n", "")
    assert json.loads(run("scenario", "check", "duel", "--json").out)["problems"] == []


def test_a_pack_that_is_not_sound_is_code_two(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("id: mine\nsides: 3\n", encoding="utf-8")
    ran = run("scenario", "check", str(path))
    assert ran.code == 2
    assert "scenario.yaml" in ran.out


def test_a_pack_is_shown_with_its_forces(run: Run) -> None:
    assert "F1" in run("scenario", "show", "duel").out


# --- rules


def test_a_clause_is_shown_with_code_and_tests(run: Run) -> None:
    ran = run("rules", "premier", "P6.3")
    assert "P6.3" in ran.out
    assert "grognard.systems.bataille.views.guess" in ran.out
    assert "test_views.py" in ran.out


def test_coverage_counts_clauses_code_and_tests(run: Run) -> None:
    found = json.loads(run("rules", "premier", "--coverage", "--json").out)
    assert list(found) == ["system", "clauses", "enforced", "tested", "no_effect", "open"]
    assert found["system"] == "premier"
    assert found["clauses"] == found["enforced"] + found["no_effect"]
    assert found["tested"] == found["enforced"]
    assert found["open"] == []


def test_the_options_of_the_table_are_listed(run: Run) -> None:
    listed = json.loads(run("rules", "premier", "--options", "--json").out)
    assert {"fractions", "natural_extremes"} <= {option["name"] for option in listed}
    assert "fractions" in run("rules", "premier", "--options").out


def test_the_contents_of_the_book_are_shown(run: Run) -> None:
    assert "Line of sight" in run("rules", "premier").out


# --- situations


def test_the_referee_counts_what_passed_and_what_failed(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.situation", tmp_path / "bad.situation"
    good.write_text("title: Good\nrule: P9.2\ncompute: ladder 43 + 4 = 51\n", encoding="utf-8")
    bad.write_text("title: Bad\ncompute: ladder 43 + 4 = 52\n", encoding="utf-8")
    ran = run("referee", str(tmp_path), "--json")
    assert ran.code == 1
    found = json.loads(ran.out)
    assert (found["passed"], found["failed"]) == (1, 1)
    assert [case["passed"] for case in found["cases"]] == [False, True]
    assert "expected ladder 43 + 4 = 52, found 51" in run("referee", str(bad)).out
    assert run("referee", str(good)).code == 0


def test_a_situation_that_cannot_be_read_is_code_two_with_its_line(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "odd.situation"
    path.write_text("title: Odd\nmood: gloomy\n", encoding="utf-8")
    ran = run("referee", str(path))
    assert ran.code == 2
    assert f"{path}:2:" in ran.err


def test_a_situation_that_cannot_be_read_does_not_stop_the_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.situation").write_text("title: Odd\nmood: gloomy\n", encoding="utf-8")
    (tmp_path / "b.situation").write_bytes(b"\xff\xfe")
    good = "title: Good\nrule: P9.2\ncompute: ladder 43 + 4 = 51\n"
    (tmp_path / "c.situation").write_text(good, encoding="utf-8")
    ran = run("referee", str(tmp_path), "--json")
    assert ran.code == 2
    assert [case["passed"] for case in json.loads(ran.out)["cases"]] == [False, False, True]
    assert "a.situation:2:" in ran.err
    assert "b.situation:1: this is not text" in ran.err


def test_a_trace_tells_every_question_event_and_account(run: Run) -> None:
    example = EXAMPLES / "premier" / "P21-07-two-batteries-on-a-line.situation"
    told = run("referee", "--trace", str(example)).out
    assert "? the game waits for d66 for fire 0306\n> dice 43\n  event FireResolved" in told
    assert "target 0306 strength 14 column 1.5-1" in told
    assert "      +9 P16.30 line in clear\n" in told
    assert "  event LostIncrements unit P1 count 1 cause fire" in told


@pytest.mark.parametrize("content", [b"\xff\xfe\x00garbage", b"\x00" * 900_000, b"a" * 900_000])
def test_garbage_is_no_situation(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "garbage.situation"
    path.write_bytes(content)
    ran = run("referee", str(path))
    assert ran.code == 2
    assert len(ran.err) < 500


def test_an_empty_folder_has_no_situations(run: Run, tmp_path: Path) -> None:
    assert run("referee", str(tmp_path)).code == 2


# --- playing


def test_the_end_of_the_input_leaves_the_table_politely(run: Run) -> None:
    ran = run("play", "duel", "--seed", "4")
    assert ran.code == 0
    assert "You leave the table." in ran.out


def test_the_table_shows_question_map_and_numbered_options(run: Run) -> None:
    out = run("play", "duel", "--seed", "4").out
    assert "French: Your movement" in out
    assert "0703" in out
    assert "F1↓c" in out
    assert "   1. F1" in out
    assert "   0. done" in out


def test_an_order_is_chosen_by_number_or_typed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my.journal"
    ran = run(
        "play", "duel", "--seed", "4", "--save", str(path),
        typed="F1 0704\n1\nF3 0604 S\nmarch F2 S\nquit\n",
    )  # fmt: skip
    assert ran.code == 0
    answers = [json.loads(line).get("answer", "") for line in path.read_text().splitlines()]
    assert any(answer.startswith("march F1") for answer in answers)
    assert "march F2 S" in answers
    assert any(answer.startswith("march F3 S") for answer in answers)


def test_why_names_the_clause_and_changes_nothing(run: Run) -> None:
    ran = run("play", "duel", "--seed", "4", typed="why march P1 N\nwhy march F1 S\nquit\n")
    assert "(P2.7)" in ran.out
    assert "It is allowed." in ran.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("help\n", "take back your last decision"),
        ("dance\n", "Not understood: unknown verb 'dance'"),
        ("march P1 N\n", "Not allowed:"),
        ("99\n", "No line here has that number."),
        ("look F1\n", "I/40e Ligne at 0703"),
        ("look 0101\n", "0101"),
        ("look yonder\n", "neither a unit on the map nor a hex"),
        ("rule P18.1\n", "P18.1"),
        ("rule P99.9\n", "have no 'P99.9'"),
        ("why\n", "Not understood"),
        ("back\n", "not yours"),
        ("save\n", "Name a file"),
        ("save /nowhere/at/all\n", "No such file"),
        ("more\n", "nothing more to list"),
        ("list\n", "F1"),
        ("F1\n", "march: "),
        ("F1\n1\n", "turn where it stands"),
        ("F1 march\n", "to 0704, 1 point"),
        ("F1 0704\n", "march F1 S  [to 0704 facing S, 1 point]"),
        ("F1 form\n", "form line ("),
        ("F1 line\n", "form F1 line "),
        ("F1 9999\n", "nothing like that"),
        ("P1\n", "not yours to order (P2.7)"),
        ("forces\n", "P2 Fusiliers/2nd Line at 0408"),
        ("forces turkish\n", "there is no side 'turkish'"),
        ("aims\n", "If the battle ended now: "),
        ("map\n", "A french, B prussian"),
        ("odds march F1 S\n", "odds are given for fire, assaults and charges"),
        ("log\n", "Turn 1"),
        ("march F1 S\nback\n", "at 0703"),
    ],
)
def test_what_is_typed_is_answered(run: Run, typed: str, said: str) -> None:
    ran = run("play", "duel", "--seed", "4", typed=typed)
    assert ran.code == 0
    assert said in ran.out


def test_a_saved_battle_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.journal"
    run("play", "duel", "--seed", "4", typed=f"march F1 S\nsave {path}\nquit\n")
    ran = run("play", str(path), "--seed", "4")
    assert ran.code == 0
    assert "F1 I/40e Ligne at 0704" in ran.out


def test_two_people_may_share_the_screen(run: Run) -> None:
    ran = run("play", "duel", "--seed", "4", "--side", "both", typed="0\n0\n")
    assert "Prussians: Your movement" in ran.out


def test_two_bots_play_to_the_end_and_the_journal_is_proved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bots.journal"
    ran = run("play", "duel", "--bot-vs-bot", "--seed", "9", "--save", str(path))
    assert "The battle is over:" in ran.out
    proof = json.loads(run("verify", str(path), "--json").out)
    assert proof["verified"]
    assert "all legal" in run("verify", str(path)).out
    told = run("replay", str(path))
    assert "Turn 6" in told.out
    heard = run("replay", str(path), "--side", "french")
    assert heard.code == 0
    assert run("replay", str(path), "--side", "turkish").code == 2


def test_the_same_seed_plays_the_same_battle(run: Run, tmp_path: Path) -> None:
    one, other = tmp_path / "one.journal", tmp_path / "other.journal"
    for path in (one, other):
        run("play", "duel", "--bot-vs-bot", "--seed", "3", "--save", str(path))
    assert one.read_bytes() == other.read_bytes()


def test_an_altered_journal_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bots.journal"
    run("play", "duel", "--bot-vs-bot", "--seed", "9", "--save", str(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:4], *lines[5:]]))
    ran = run("verify", str(path))
    assert ran.code == 2
    assert f"{path}:5:" in ran.err


def test_a_journal_of_another_revision_says_which_it_needs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.journal"
    run("play", "duel", "--bot-vs-bot", "--seed", "9", "--save", str(path))
    older = re.sub('"rules":"[^"]*"', '"rules":"0.0.9+abc"', path.read_text(), count=1)
    path.write_text(older)
    proved = run("verify", str(path))
    assert proved.code == 2  # the dice were bound to another header
    path.write_text(re.sub('"answer":"done"', '"answer":"halt"', older, count=1))
    ran = run("play", str(path))
    assert ran.code == 2
    assert "needs revision of the rules '0.0.9+abc'" in ran.err
    assert "pip install grognard==0.0.9" in ran.err
    found = re.search(r"--at (\d+)", ran.err)
    assert found is not None
    forked = tmp_path / "forked.journal"
    words = ("play", str(path), "--bot-vs-bot", "--seed", "3", "--save", str(forked))
    assert run(*words, "--at", str(int(found[1]) + 1)).code == 2
    assert run(*words, "--at", found[1]).code == 0
    lines = forked.read_text().splitlines()[int(found[1]) + 2 :]
    assert [json.loads(line)["who"] for line in lines[:2]] == ["revision", "seal"]


# --- starting


def in_a_fresh_process(code: str) -> None:
    """Run code that asserts something about what it has loaded."""
    subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=True,
        capture_output=True,
    )


def test_the_engine_starts_without_the_tools_of_front_ends_and_packs() -> None:
    in_a_fresh_process(
        "import sys, grognard.systems.premier.system; "
        "heavy = {'typer', 'rich', 'jsonschema', 'fastapi', 'sqlalchemy', 'numpy', 'numba'}; "
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )


def test_a_battle_in_the_terminal_needs_no_store_and_no_server() -> None:
    in_a_fresh_process(
        "import sys; from grognard.cli import journals, play; "
        "assert not {'sqlalchemy', 'fastapi', 'vl_convert', 'numpy'} & sys.modules.keys()"
    )


def test_help_does_not_load_the_rulebook() -> None:
    in_a_fresh_process(
        "import sys; from grognard.cli.app import app; "
        "assert 'grognard.systems' not in sys.modules, sorted(sys.modules)"
    )


def _archive(folder: Path, title: str) -> Path:
    """A battle that the library does not have, as a zip."""
    import zipfile

    from grognard.desks import library

    path = folder / "mine.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in library.document("duel").files:
            changed = text.replace(b"The duel", title.encode()).replace(b"id: duel", b"id: mine")
            archive.writestr(f"mine/{name}", changed)
    return path


def test_a_pack_in_an_archive_is_checked_played_and_proved_from_its_record(
    run: Run, tmp_path: Path
) -> None:
    pack, kept = _archive(tmp_path, "A meadow"), tmp_path / "mine.journal"
    assert run("scenario", "check", str(pack)).out.endswith("sound\n")
    words = ("play", str(pack), "--bot-vs-bot", "--seed", "3", "--save", str(kept))
    assert run(*words).code == 0
    pack.unlink()
    assert run("verify", str(kept)).code == 0
    assert "A meadow" in kept.read_text("utf-8")
    bare = tmp_path / "bare.journal"
    bare.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:-1]))
    assert "needs the scenario 'mine' in revision" in run("verify", str(bare)).err
    assert "needs the scenario 'mine' in revision" in run("play", str(bare)).err
    told = run("replay", str(bare))
    assert told.code == 0
    assert "TurnBegan" in told.out


def test_the_example_in_the_help_on_odds_works(run: Run) -> None:
    ((words),) = [
        line.strip(" │").partition("grognard odds ")[2].split()
        for line in run("odds", "--help").out.splitlines()
        if "example: grognard odds" in line
    ]
    ran = run("odds", *words)
    assert ran.code == 0
    assert "%" in ran.out


def test_a_journal_cannot_command_the_terminal(run: Run, tmp_path: Path) -> None:
    """Colours, titles and a cleared screen in the words of a line are shown, not obeyed."""
    golden = Path(__file__).parents[1] / "golden" / "duel.journal"
    lines = golden.read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[4])
    lines[4] = json.dumps({**entry, "answer": "done \x1b[2J\x1b]0;mine\x07 \x9b31m \x08"})
    path = tmp_path / "evil.journal"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = run("replay", str(path)).out
    assert "[2J" in told
    assert not {"\x1b", "\x07", "\x08", "\x9b"} & set(told)
