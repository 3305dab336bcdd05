"""Tables and bars as lines of text, without a library, so that they print at once.

The module knows text only.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.faces.cli.cli_context import Face

_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: float, cells: int = 24) -> str:
    """Return a bar of `share` (0..1) of the given number of cells; a positive share shows at least
    a sliver."""
    eighths = round(max(0.0, min(1.0, share)) * cells * 8)
    if share > 0:
        eighths = max(1, eighths)
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def table(
    face: Face, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> None:
    """Print rows of text under their headers; the columns in `right` (by index) are
    right-aligned."""
    sizes = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    face.line(face.dim(_row(heads, sizes, right)))
    for row in rows:
        face.line(_row(row, sizes, right))


def _row(cells: Sequence[str], sizes: Sequence[int], right: Sequence[int]) -> str:
    placed = [
        cell.rjust(size) if place in right else cell.ljust(size)
        for place, (cell, size) in enumerate(zip(cells, sizes, strict=True))
    ]
    return ("  " + "  ".join(placed)).rstrip()
