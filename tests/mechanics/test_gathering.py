"""Where documents come from, and what is refused on the way in."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from grognard.kernel import MalformedFile
from grognard.kernel.documents import MAIN, Document
from grognard.mechanics.packs.files import LARGEST
from grognard.mechanics.packs.gathering import MOST_FILES, from_archive, from_files, from_path

TEXT = b"format: 1\n"


def archived(files: dict[str, bytes], mode: int = 0) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            one = zipfile.ZipInfo(name)
            one.external_attr, one.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            made.writestr(one, content)
    return held.getvalue()


def test_a_document_is_named_by_its_content_wherever_it_comes_from(tmp_path: Path) -> None:
    files = {MAIN: TEXT, "map.yaml": b"map: 1\n"}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "battle.zip").write_bytes(archived({f"mine/{n}": c for n, c in files.items()}))
    folder = from_path(tmp_path)
    assert folder == from_files(dict(reversed(files.items())))
    assert folder == from_archive(archived(files), "a.zip") == from_path(tmp_path / "battle.zip")
    assert folder.hash != from_files({MAIN: TEXT}).hash
    assert [name for name, _ in folder.files] == [MAIN, "map.yaml"]


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"../scenario.yaml": TEXT}, "leads elsewhere"),
        ({"/etc/scenario.yaml": TEXT}, "leads elsewhere"),
        ({"c:scenario.yaml": TEXT}, "leads elsewhere"),
        ({"a/scenario.yaml": TEXT, "b/map.yaml": TEXT}, "in several folders"),
        ({"scenario.py": TEXT}, "no name for a file of a pack"),
        ({".yaml": TEXT}, "no name for a file of a pack"),
        ({"a.yaml": TEXT, "b.yaml": TEXT}, "is missing"),
        ({f"{n}.yaml": TEXT for n in range(MOST_FILES + 1)}, "too many"),
        ({}, "there is no file"),
        ({MAIN: bytes(50 * LARGEST)}, "too large"),
        ({MAIN: b"#" * LARGEST, "map.yaml": b"#" * LARGEST}, "too large"),
    ],
)
def test_an_archive_that_is_no_pack_is_refused(files: dict[str, bytes], problem: str) -> None:
    with pytest.raises(MalformedFile, match=problem):
        from_archive(archived(files), "a.zip")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_in_an_archive_are_refused(kind: int) -> None:
    with pytest.raises(MalformedFile, match="no plain file"):
        from_archive(archived({MAIN: b"/etc/passwd"}, kind | 0o644), "a.zip")


def test_an_archive_that_lies_about_its_size_is_read_no_further_than_a_pack_goes() -> None:
    made = bytearray(archived({MAIN: bytes(20 * LARGEST)}))
    honest = (20 * LARGEST).to_bytes(4, "little")
    assert made.count(honest) == 2
    with pytest.raises(MalformedFile):
        from_archive(bytes(made.replace(honest, (10).to_bytes(4, "little"))), "a.zip")


@pytest.mark.parametrize("cut", [1, 10, 40, 100])
def test_a_broken_archive_is_told_in_one_sentence(cut: int) -> None:
    with pytest.raises(MalformedFile, match=r"a\.zip: "):
        from_archive(archived({MAIN: TEXT * 50})[:-cut], "a.zip")


def test_pipes_and_links_in_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / MAIN).write_bytes(TEXT)
    os.mkfifo(tmp_path / "map.yaml")
    with pytest.raises(MalformedFile, match="no plain file"):
        from_path(tmp_path)
    (tmp_path / "map.yaml").unlink()
    (tmp_path / "map.yaml").symlink_to("/dev/zero")
    with pytest.raises(MalformedFile, match="a link"):
        from_path(tmp_path)
    with pytest.raises(MalformedFile, match="no plain file"):
        from_path(Path("/dev/zero"))


def test_a_document_stays_itself_when_it_is_copied() -> None:
    import pickle

    document = from_files({MAIN: TEXT})
    again = pickle.loads(pickle.dumps(document))
    assert again == document
    assert isinstance(again, Document)
    assert again.hash == document.hash
