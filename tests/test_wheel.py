"""The wheel holds everything: code, data and the built browser client."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATIC = Path("grognard/web/static")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What is in a wheel that was built here, without fetching anything."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [
        sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "wheel",
        "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder), str(ROOT),
    ]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_data_beside_the_code(names: set[str]) -> None:
    assert "grognard/cli/__init__.py" in names
    assert any(name.startswith("grognard/library/hagelberg/") for name in names)
    assert "grognard/bench/rungs.yaml" in names


def test_the_wheel_holds_the_client_as_it_was_built(names: set[str]) -> None:
    built = ROOT / "src" / STATIC
    if not (built / "index.html").exists():
        pytest.skip("the client is not built here: make client")
    kept = {str(STATIC / file.relative_to(built)) for file in built.rglob("*") if file.is_file()}
    assert str(STATIC / "index.html") in kept
    assert kept <= names


def test_the_archive_of_sources_holds_the_client_and_what_it_is_made_from(tmp_path: Path) -> None:
    if not (ROOT / "src" / STATIC / "index.html").exists():
        pytest.skip("the client is not built here: make client")
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path), "-t", "sdist"]
    subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
    needed = {"src/grognard/web/static/index.html", "web/package.json", "web/src/main.ts",
              "requirements/runtime.lock", "scripts/with_node.sh", "Makefile"}  # fmt: skip
    assert needed <= names
    assert not [name for name in names if "node_modules" in name]


def test_without_the_client_nothing_is_built(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    for part in ("pyproject.toml", "README.md", "LICENSE", "scripts/build_client.py",
                 "src/grognard/__init__.py"):  # fmt: skip
        (bare / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, bare / part)
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(words, cwd=bare, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "make client" in done.stderr + done.stdout


def test_the_list_of_dependencies_is_up_to_date() -> None:
    words = [sys.executable, str(ROOT / "scripts" / "make_sbom.py"), "--check"]
    assert subprocess.run(words, check=False).returncode == 0, "make sbom"
