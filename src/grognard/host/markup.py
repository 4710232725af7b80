"""Tables and figures of a report, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A table; the last ``numbers`` columns are figures. Cells are escaped here."""
    first = len(head) - numbers

    def row(cells: Sequence[str], tag: str) -> str:
        inner = "".join(
            f"<{tag}{' class=n' if place >= first else ''}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{inner}</tr>"

    return f"<table>{row(head, 'th')}{''.join(row(cells, 'td') for cells in rows)}</table>"


def figure(drawn: str, caption: str) -> str:
    """A drawing with what it shows, also for those who hear it."""
    said = escape(caption)
    named = drawn.replace('role="img"', f'role="img" aria-label="{said}"', 1)
    return f"<figure>{named}<figcaption>{said}</figcaption></figure>"
