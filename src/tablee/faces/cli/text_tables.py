"""Tables, paragraphs and bars as lines of text, without a library, so that they print at once.

The module knows text only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tablee.faces.cli.cli_context import Face

LINE = 100
"""Maximum number of columns of a line; only a longer word goes beyond it."""
_EIGHTHS = " ▏▎▍▌▋▊▉"
_GAP = 2


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
    """Print rows of text under their headers, wrapped in lines of at most `LINE` columns where the
    words allow it; the columns in `right` (by index) are right-aligned."""
    sizes = _sizes(heads, rows)
    for text in _lines(heads, sizes, right):
        face.line(face.dim(text))
    for row in rows:
        for text in _lines(row, sizes, right):
            face.line(text)


def paragraph(
    face: Face, text: str, head: str = "", style: str = "dim", indent: int = _GAP
) -> None:
    """Print an indented text in lines of at most `LINE` columns, with the styled `head` before the
    first line and the other lines under the text."""
    before = len(head) + _GAP if head else 0
    for place, each in enumerate(wrapped(text, LINE - indent - before)):
        shown = face.style(head, style) + " " * _GAP if head and not place else " " * before
        face.line((" " * indent + shown + each).rstrip())


def wrapped(text: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` characters, split at spaces only."""
    if len(text) <= width:
        return [text]
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _sizes(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column: that of its widest cell, less for the widest columns where
    a row would not fit; never less than a word."""
    columns = list(zip(heads, *rows, strict=True))
    sizes = [max(map(len, column)) for column in columns]
    least = [max(len(word) for cell in column for word in cell.split(" ")) for column in columns]
    excess = sum(sizes) + _GAP * len(sizes) - LINE
    while excess > 0:
        place = max(range(len(sizes)), key=lambda each: (sizes[each] > least[each], sizes[each]))
        if sizes[place] <= least[place]:
            break
        sizes[place] -= 1
        excess -= 1
    return sizes


def _lines(cells: Sequence[str], sizes: Sequence[int], right: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row."""
    pieces = [wrapped(cell, size) for cell, size in zip(cells, sizes, strict=True)]
    for line in zip_longest(*pieces, fillvalue=""):
        placed = [
            cell.rjust(size) if place in right else cell.ljust(size)
            for place, (cell, size) in enumerate(zip(line, sizes, strict=True))
        ]
        yield (" " * _GAP + (" " * _GAP).join(placed)).rstrip()
