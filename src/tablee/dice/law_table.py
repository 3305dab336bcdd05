"""A law as an HTML table for notebooks: self-contained, without scripts, for light and dark pages.

It uses mathematical signs in place of words: x, P(x), E(x), σ(x).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple, Protocol

MOST_ROWS = 24
"""Maximum number of rows. A longer law shows its likeliest outcomes and one row for the rest."""
_MOST_BITS = 48
"""Maximum number of bits of the denominator of a fraction in a table."""


class Tabulated(Protocol):
    """The part of `Law` that a table uses; `law` imports this module."""

    @property
    def weights(self) -> Mapping[Any, int]: ...
    def p(self, outcome: Any) -> Fraction: ...
    def mean(self) -> Fraction: ...
    def variance(self) -> Fraction: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...


class Line(NamedTuple):
    """A row: the outcome, its exact chance, its chance as text, and the length of its bar (0..1)."""

    cells: Sequence[str]
    exact: str
    chance_text: str
    bar: float


def law_table(law: Tabulated) -> str:
    """Return the table of a law, with mean and standard deviation when its outcomes are numbers."""
    shown = likeliest(law)
    most = float(max(law.p(outcome) for outcome in shown))
    lines = [
        Line((str(outcome),), exact(chance), _percent(chance), float(chance) / most)
        for outcome, chance in ((outcome, law.p(outcome)) for outcome in shown)
    ]
    if len(shown) < len(law):
        rest = 1 - sum((law.p(outcome) for outcome in shown), Fraction())
        lines.append(Line((f"… (+{len(law) - len(shown)})",), exact(rest), _percent(rest), 0.0))
    return table(("x",), ("P(x)", "%"), lines, _moments(law))


def likeliest(law: Tabulated) -> list[Any]:
    """Return the outcomes of a table, in the order of the law: all, or the likeliest ones."""
    outcomes = list(law)
    if len(outcomes) <= MOST_ROWS:
        return outcomes
    ranked = sorted(range(len(outcomes)), key=lambda place: -law.weights[outcomes[place]])
    return [outcomes[place] for place in sorted(ranked[: MOST_ROWS - 1])]


def exact(chance: Fraction) -> str:
    """Return a fraction as text, or `…` when it is too long to read."""
    return str(chance) if chance.denominator.bit_length() <= _MOST_BITS else "…"


def _percent(chance: Fraction) -> str:
    """Return a percentage with three digits; it is 0 or 100 only for a certain outcome."""
    percent = float(chance * 100)
    if chance < 1 and percent >= 99.95:
        return "> 99.9"
    return "< 0.001" if percent < 0.001 else f"{percent:.3g}"


def _moments(law: Tabulated) -> str:
    if len(law) < 2 or any(type(outcome) not in (int, Fraction) for outcome in law):
        return ""
    mean = law.mean()
    fraction = f" = {mean}" if mean.denominator <= 1000 else ""
    rounded = "" if mean.denominator == 1 else f" ≈ {float(mean):.4g}"
    return f"E(x){fraction}{rounded}, σ(x) ≈ {float(law.variance()) ** 0.5:.4g}"


# ── as HTML ────────────────────────────────────────────────────────────────────────────────────
_CELL = "padding:.15em .7em;border:0;text-align:"


def table(
    heads: Sequence[str], chances: tuple[str, str], lines: Sequence[Line], below: str = ""
) -> str:
    """Return an HTML table with columns `heads`, then the exact chance, the chance and a bar.

    The first column is the header of its row. `below`: the caption. All texts are escaped.
    """
    head = "".join(_head(text, "left") for text in heads)
    head += "".join(_head(text, "right") for text in chances)
    body = "".join(f"<tr>{_row(line)}</tr>" for line in lines)
    caption = ""
    if below:
        style = "caption-side:bottom;text-align:left;padding:.4em .7em"
        caption = f'<caption style="{style}">{escape(below)}</caption>'
    return (
        '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">'
        f"{caption}<thead><tr>{head}<td></td></tr></thead><tbody>{body}</tbody></table>"
    )


def _head(text: str, side: str) -> str:
    return f'<th scope="col" style="{_CELL}{side}">{escape(text)}</th>'


def _row(line: Line) -> str:
    first, *others = line.cells
    cells = [f'<th scope="row" style="{_CELL}left;font-weight:normal">{escape(first)}</th>']
    cells += [f'<td style="{_CELL}left">{escape(text)}</td>' for text in others]
    cells += [
        f'<td style="{_CELL}right">{escape(text)}</td>' for text in (line.exact, line.chance_text)
    ]
    # the bar repeats the numbers for the eye, so a screen reader skips it
    bar = f"width:{100 * line.bar:.1f}%;height:.8em;background:currentColor;opacity:.55"
    cells.append(
        f'<td style="min-width:12em;{_CELL}left"><div aria-hidden="true" style="{bar}"></div></td>'
    )
    return "".join(cells)
