"""Gathering a document: from a folder or a file, from an archive, from texts. Nothing is executed.

Whoever sends files is not trusted: what is too large or too many, a link, a device, a path that
leads elsewhere or an archive that grows without end is refused before anything is read of it.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from grognard.kernel.documents import MAIN, Document
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.packs.files import LARGEST

SUFFIX: Final = ".yaml"
MOST_FILES: Final = 20
LARGEST_NAME: Final = 100
ZIP: Final = b"PK"
"""What an archive begins with."""


def from_path(path: Path) -> Document:
    """The document of a folder, of one YAML file, or of an archive."""
    if path.is_dir():
        if not (path / MAIN).is_file():
            raise MalformedFile(path.name, f"the folder holds no {MAIN}", hint=NAME_ONE)
        inside = sorted(path.glob(f"*{SUFFIX}"))
        return from_files({file.name: _bytes_of(file, linked=False) for file in inside})
    content = _bytes_of(path, linked=True)
    if content.startswith(ZIP):
        return from_archive(content, path.name)
    return Document.of([(path.name, content)])


NAME_ONE: Final = "name a pack's folder or file"


def _bytes_of(file: Path, *, linked: bool) -> bytes:
    """The bytes of a plain file of a reasonable size; links only where somebody named them."""
    try:
        found = file.stat() if linked else file.lstat()
        if not stat.S_ISREG(found.st_mode):
            what = "a link" if stat.S_ISLNK(found.st_mode) else "no plain file"
            raise MalformedFile(file.name, f"this is {what}", hint="a pack holds plain files only")
        if found.st_size > LARGEST:
            raise MalformedFile(file.name, "the file is too large for a pack", hint=AT_MOST)
        with file.open("rb") as stream:
            return stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise MalformedFile(file.name, "there is no such file", hint=NAME_ONE) from None
    except OSError as error:
        raise MalformedFile(file.name, f"cannot be read: {error.strerror}", hint=NAME_ONE) from None


AT_MOST: Final = f"at most {LARGEST} bytes"


def from_files(files: Mapping[str, bytes]) -> Document:
    """The document of some files; of several, one is the main file."""
    if not files:
        raise MalformedFile(MAIN, "there is no file", hint=f"a pack holds a {MAIN}")
    if len(files) > MOST_FILES:
        raise MalformedFile(MAIN, f"{len(files)} files are too many", hint=f"at most {MOST_FILES}")
    for name in files:
        if not _is_plain(name):
            hint = f"a plain name that ends in {SUFFIX}, as {MAIN}"
            raise MalformedFile(
                name[:LARGEST_NAME], "this is no name for a file of a pack", hint=hint
            )
    if len(files) > 1 and MAIN not in files:
        raise MalformedFile(MAIN, "this file is missing", hint="one of several files has this name")
    if sum(map(len, files.values())) > LARGEST:
        raise MalformedFile(MAIN, "the files are too large for a pack", hint=f"{AT_MOST} together")
    return Document.of(files.items())


def _is_plain(name: str) -> bool:
    """A name without a way to elsewhere or signs that nobody sees."""
    stem = name.removesuffix(SUFFIX).removesuffix(".yml")
    plain = stem.replace("-", "").replace("_", "").replace(".", "").replace(" ", "")
    return name != stem and len(name) <= LARGEST_NAME and plain.isalnum() and name[0] not in ". "


def from_archive(content: bytes, name: str) -> Document:
    """The document of a zip archive: YAML files side by side, perhaps all in one folder."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = [one for one in archive.infolist() if not one.is_dir()]
            if len(listed) > MOST_FILES:
                problem = f"{len(listed)} files are too many"
                raise MalformedFile(name, problem, hint=f"at most {MOST_FILES}")
            folder = _folder_of(listed, name)
            return from_files({
                one.filename.removeprefix(folder): _unpacked(archive, one) for one in listed
            })  # fmt: skip
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise MalformedFile(
            name, f"this archive cannot be read: {error}", hint="a plain zip"
        ) from None


def _folder_of(listed: list[zipfile.ZipInfo], name: str) -> str:
    """The one folder in which all files lie, with its slash; empty where they lie side by side."""
    parents = {str(PurePosixPath(one.filename).parent) for one in listed}
    for one in listed:
        if ".." in one.filename or one.filename.startswith(("/", "\\")) or ":" in one.filename:
            raise MalformedFile(name, f"{one.filename!r} leads elsewhere", hint="plain names only")
        mode = one.external_attr >> 16
        if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise MalformedFile(
                name, f"{one.filename!r} is no plain file", hint="no links, no pipes"
            )
    if len(parents) > 1:
        raise MalformedFile(name, "the files lie in several folders", hint="put them side by side")
    (parent,) = parents or {"."}
    return "" if parent == "." else f"{parent}/"


def _unpacked(archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    """The bytes of a file, no more of them than a pack may have, whatever the archive says."""
    if one.file_size <= LARGEST:
        with archive.open(one) as stream:
            found = stream.read(LARGEST + 1)
        if len(found) <= LARGEST:
            return found
    raise MalformedFile(one.filename, "the file is too large for a pack", hint=AT_MOST)
