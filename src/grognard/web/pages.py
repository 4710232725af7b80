"""The pages: the built client from the package, or a word on how to build it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response

from grognard.web.asking import Denied

STATIC: Final = Path(__file__).with_name("static")
FILES: Final = frozenset({
    ".css", ".gif", ".html", ".ico", ".jpg", ".js", ".json", ".map", ".mjs", ".mp3", ".ogg", ".png",
    ".svg", ".txt", ".wasm", ".webmanifest", ".webp", ".woff", ".woff2", ".xml",
})  # fmt: skip
"""A missing file is missing; any other address with a dot, as that of a clause, is a page."""

FOREVER: Final = "public, max-age=31536000, immutable"

UNBUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Grognard</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:18px/1.5 Georgia,serif;max-width:36em;margin:4em auto;padding:0 1em;
background:#F6EFDD;color:#2A1D0F}code{background:#EDE3CA;padding:.1em .3em}</style>
<h1>The table is set, the map is not drawn yet</h1>
<p>The server runs. The pages of the browser client have not been built in this copy:</p>
<p><code>make play</code> builds them, or by hand <code>cd web && npm ci && npm run build</code>.</p>
<p>What the server offers is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Every address that is not ours is a page of the client, which finds its own way."""

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith(("api/", "ws/")):
            raise Denied(404, "not-found", "there is nothing at this address")
        found = _file(folder, path)
        if found is not None:
            forever = path.startswith("assets/")
            headers = {"Cache-Control": FOREVER if forever else "no-cache"}
            return FileResponse(found, headers=headers)
        front = folder / "index.html"
        if not front.is_file():
            return HTMLResponse(UNBUILT)
        if Path(path).suffix.lower() in FILES:
            raise Denied(404, "not-found", "there is nothing at this address")
        return FileResponse(front, headers={"Cache-Control": "no-cache"})


def _file(folder: Path, path: str) -> Path | None:
    """A file of the client; never one outside its folder."""
    if not path or "\\" in path or "\x00" in path:
        return None
    try:
        found = (folder / path).resolve()
        inside = found.is_relative_to(folder.resolve())
        return found if inside and found.is_file() else None
    except (OSError, ValueError):
        return None
