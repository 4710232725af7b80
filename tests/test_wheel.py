"""The wheel holds everything: code, data and the built browser client."""

from __future__ import annotations

import subprocess
import sys
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
