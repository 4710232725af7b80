"""A hook of the build: a wheel and an archive of sources hold the browser client, or are not made.

``make client`` has built it in a checkout; the archive carries it on to whoever builds from that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientIsBuilt(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to build without the client; an editable install serves what is built later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the page that the server begins with."""
        page = Path(self.root) / "src" / "grognard" / "web" / "static" / "index.html"
        if version != "editable" and not page.is_file():
            raise RuntimeError("the browser client is not built: run `make client` first")
