"""Write what is built into Grognard, with versions and licences: docs/reference/dependencies.md.

    python scripts/make_sbom.py            write the page
    python scripts/make_sbom.py --check    only say whether it is out of date

Python packages are those of requirements/runtime.lock, as installed here; those of the client are
what web/package-lock.json ships in the built pages (no development tools).
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "dependencies.md"
NOTE = "<!-- Written by scripts/make_sbom.py from the lock files; change those, not this page. -->"
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)", re.MULTILINE)


def python_rows() -> list[tuple[str, str, str]]:
    pinned = PINNED.findall((ROOT / "requirements" / "runtime.lock").read_text())
    return sorted((name, version, licence_of(name)) for name, version in pinned)


def licence_of(name: str) -> str:
    """The licence a package declares, in a word or two."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return "(not on this platform)"
    said = about.get("License-Expression") or ""
    classified = [
        line.rsplit(" :: ", 1)[-1]
        for line in about.get_all("Classifier", [])
        if line.startswith("License ::")
    ]
    first = (about.get("License") or "").strip().partition("\n")[0]
    return said or ", ".join(classified) or first[:60] or "(not declared)"


def client_rows() -> list[tuple[str, str, str]]:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    return sorted(
        (
            place.rpartition("node_modules/")[2],
            held["version"],
            held.get("license", "(not declared)"),
        )
        for place, held in packages.items()
        if place and not held.get("dev") and not held.get("optional")
    )


def page() -> str:
    lines = [NOTE, "# Dependencies", "",
             "What is built into Grognard, with its licence. Versions and hashes stand in the lock files.",
             ""]  # fmt: skip
    for title, rows in (("Python", python_rows()), ("Browser client", client_rows())):
        lines += [f"## {title}", "", "| package | version | licence |", "|---|---|---|"]
        lines += [f"| {name} | {version} | {licence} |" for name, version, licence in rows]
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    made = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.is_file() and PAGE.read_text() == made else 1
    PAGE.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
