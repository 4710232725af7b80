"""Does a recorded battle still produce the same events, views and result?"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from grognard.cli import main
from grognard.host.dice import prove_dice
from grognard.kernel import MalformedFile, State
from grognard.kernel.journal import DICE, Journal, OtherRevision, read_journal, replay, verify
from grognard.kernel.questions import Ask
from grognard.systems.premier.system import SYSTEM
from tests.golden.battles import BATTLES, VIEWS, path_of, record, system_of, views_by_turn

MAKE = "if the rules were changed on purpose: make golden, and read the difference"
VERIFIER = Path(__file__).parents[2] / "scripts" / "verify_dice.mjs"
NODE = shutil.which("node")
MOST_BYTES = 1_350_000


@pytest.fixture(scope="module", autouse=True)
def regenerated(request: pytest.FixtureRequest) -> None:
    """With ``--regenerate``, every battle is recorded anew before it is looked at."""
    if request.config.getoption("--regenerate", default=False):
        for name in BATTLES:
            record(name)


@cache
def journal_of(name: str) -> Journal:
    return read_journal(path_of(name).read_bytes(), f"{name}.journal")


@cache
def states_of(name: str) -> tuple[State, ...]:
    try:
        system = system_of(name)
        return tuple(replay(journal_of(name), system.rules, system.library.setting(name, {})))
    except (MalformedFile, OtherRevision) as problem:
        pytest.fail(f"{problem}\n{MAKE}")


@pytest.mark.parametrize("name", BATTLES)
def test_a_recorded_battle_still_has_the_same_events_and_result(name: str) -> None:
    states_of(name)
    system = system_of(name)
    proof = verify(journal_of(name), system.rules, system.library.setting(name, {}))
    assert proof.closed
    assert proof.verdict == journal_of(name).closing.verdict  # type: ignore[union-attr]
    assert proof.verdict


@pytest.mark.parametrize("name", BATTLES)
def test_each_side_is_still_shown_the_same(name: str) -> None:
    kept = json.loads(VIEWS.read_text(encoding="utf-8"))
    assert views_by_turn(system_of(name), states_of(name)) == kept[name], MAKE


@pytest.mark.parametrize("name", BATTLES)
def test_the_dice_of_a_recorded_battle_are_proved(name: str) -> None:
    proof = prove_dice(journal_of(name))
    assert proof.status == "proved"
    assert proof.throws > 5


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("name", BATTLES)
def test_the_other_verifier_proves_them_too(name: str) -> None:
    ran = subprocess.run(
        [str(NODE), str(VERIFIER), str(path_of(name))], capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == (
        f"proved: {prove_dice(journal_of(name)).throws} throws\n",
        "",
    )


def test_the_battles_stay_small_enough_to_be_kept() -> None:
    assert sum(path_of(name).stat().st_size for name in BATTLES) < MOST_BYTES


# --- tampering with a real battle


def altered(name: str, number: int, **fields: object) -> Journal:
    """The journal with one line altered."""
    known = journal_of(name)
    journal = Journal(known.header, known.name)
    journal.entries = list(known.entries)
    journal.closing = known.closing
    journal.entries[number] = msgspec.structs.replace(known.entries[number], **fields)
    return journal


@pytest.mark.parametrize("name", ["duel", "charge"])
def test_one_altered_die_is_refused_and_named(name: str) -> None:
    for entry in journal_of(name).entries:
        if entry.who == DICE:
            dice = (entry.dice[0] % 6 + 1, *entry.dice[1:])
            with pytest.raises(MalformedFile) as caught:
                prove_dice(altered(name, entry.number, dice=dice))
            assert caught.value.line == entry.number + 2
            assert f"number {entry.number}: " in str(caught.value)
            assert "the secret gives " + " ".join(map(str, entry.dice)) in str(caught.value)


def test_one_altered_answer_is_refused_and_its_place_named() -> None:
    """Every eighth decision becomes another legal one: it shows at once, or lines later."""
    setting, states = SYSTEM.library.setting("duel", {}), states_of("duel")
    exact = tried = 0
    for number in range(1, len(states), 8):
        before, entry = states[number - 1].pending, journal_of("duel").entries[number]
        if not isinstance(before, Ask) or entry.back is not None:
            continue
        for other in islice((a for a in before.options if str(a) != entry.answer), 2):
            journal = altered("duel", number, answer=str(other))
            here = SYSTEM.rules.edition(setting)
            journal.header = msgspec.structs.replace(journal.header, edition=here)
            with pytest.raises(MalformedFile) as caught:
                verify(journal, SYSTEM.rules, setting)
            assert caught.value.line is not None
            assert number + 2 <= caught.value.line <= number + 6
            tried += 1
            exact += caught.value.line == number + 2 or "altered within" in str(caught.value)
    assert tried > 8
    assert exact >= 0.8 * tried


def command(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["grognard", *words])
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def test_the_command_proves_a_battle_and_refuses_an_altered_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, "verify", str(path_of("duel"))) == 0
    said = capsys.readouterr().out
    assert "all legal, every event as written" in said
    assert "follow from the secret that was sealed at the start" in said
    lines = path_of("duel").read_text().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if '"who":"dice"' in line)
    fell = json.loads(lines[at])["dice"]
    dice = [fell[0] % 6 + 1, *fell[1:]]
    lines[at] = lines[at].replace(f'"dice":{_json(fell)}', f'"dice":{_json(dice)}', 1)
    path = tmp_path / "altered.journal"
    path.write_text("".join(lines))
    assert command(monkeypatch, "verify", str(path)) == 2
    problem = capsys.readouterr().err
    assert f"altered.journal:{at + 1}: number {at - 1}: " in problem
    assert f"the secret gives {' '.join(map(str, fell))}" in problem


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def test_a_battle_that_is_not_over_is_legal_and_its_dice_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = path_of("duel").read_bytes().splitlines(keepends=True)
    path = tmp_path / "half.journal"
    path.write_bytes(b"".join(whole[:30]))
    assert command(monkeypatch, "verify", str(path), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verified"]
    assert found["dice"]["status"] == "sealed"
    assert found["proof"]["verdict"] == ""
