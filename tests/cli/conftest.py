"""The command line, run in this process."""

from __future__ import annotations

import io
import sys

import pytest

from grognard.cli import main
from tests.cli.running import Ran, Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["grognard", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return command
