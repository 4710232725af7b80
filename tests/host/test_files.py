from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from grognard.host import files
from grognard.kernel import MalformedFile
from grognard.kernel.codec import outside
from grognard.kernel.journal import read_journal


def test_writing_replaces_the_whole_file_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "battle.journal"
    path.write_bytes(b"old")
    files.write(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "battle.journal"
    path.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MalformedFile, match="No space left"):
        files.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("name", "said"), [("missing", "No such file"), ("", "folder")])
def test_what_cannot_be_read_is_told_in_a_line(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(MalformedFile, match=said):
        files.read(tmp_path / name)


def test_writing_into_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(MalformedFile, match="No such file"):
        files.write(tmp_path / "nowhere" / "a.journal", b"")


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as stream:
        stream.truncate(files.LARGEST + 1)
    with pytest.raises(MalformedFile, match="too many"):
        files.read(path)


GARBAGE = {
    "nothing but noughts": bytes(files.LARGEST),
    "open brackets": b"{" * files.LARGEST,
    "an endless list": b'{"grognard":"save","format":1,"table":[' + b"1," * 24_000_000,
    "a long word": b'{"' + b"a" * (files.LARGEST - 100),
    "lines": b"{}\n" * 16_000_000,
}


@pytest.mark.parametrize("kind", sorted(GARBAGE))
@pytest.mark.parametrize("reader", [outside, read_journal])
def test_fifty_megabytes_of_garbage_are_refused_within_a_second(reader: object, kind: str) -> None:
    assert callable(reader)
    began = time.process_time()
    with pytest.raises(MalformedFile):
        reader(GARBAGE[kind], "garbage")
    assert time.process_time() - began < 1
