"""The page of the evening's dice: how often each face fell, compared with fair dice.

This module may import the tallies of dice. It must not know how they are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from tablee.faces.web.page_input import Asking
from tablee.faces.web.table.seat_links import visiting
from tablee.rules.texts.words import Words
from tablee.table.room import Room
from tablee.table.views.dice_tallies import Tally, tallies

WIDE = 1000
"""Width of the drawing of bars and intervals, in units."""


@get("/t/{table:str}/{seat:str}/des")
async def evening(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    """Return the page of the dice that the seat saw fall since the last long pause."""
    visit = await visiting(request, table, seat)
    room, found = visit.room, tallies(visit.room.state, seat, visit.room.replays)
    rows = [_row(each, room, visit.words) for each in found]
    return visit.page("table/evening.html", name=room.state.name, rows=rows)


def _row(tally: Tally, room: Room, words: Words) -> dict[str, Any]:
    """Return a tally with its texts and the positions of its marks (0 to `WIDE`)."""
    low, high = tally.faces[0].face, tally.faces[-1].face
    most = max(max(face.count, face.high) for face in tally.faces)

    def across(value: float) -> int:
        return round(WIDE * (value - low) / (high - low)) if high > low else 0

    seat = room.state.seats.get(tally.seat)
    return {
        "die": f"d{tally.sides}",
        "who": seat.name if seat else "",
        "count": tally.count,
        "typed": tally.typed,
        "mean": _format(tally.mean, words),
        "expected": _format(tally.expected, words),
        "low": _format(tally.low, words),
        "high": _format(tally.high, words),
        "usual": tally.usual,
        "above": tally.mean > tally.expected,
        "at": across(tally.mean),
        "span": (across(tally.low), across(tally.high) - across(tally.low)),
        "faces": [
            {
                "face": face.face,
                "count": face.count,
                "low": face.low,
                "high": face.high,
                "usual": face.low <= face.count <= face.high,
                "bar": round(WIDE * face.count / most),
                "span": (
                    round(WIDE * face.low / most),
                    max(8, round(WIDE * (face.high - face.low) / most)),
                ),
            }
            for face in tally.faces
        ],
    }


def mean_rows(found: Sequence[Tally], room: Room, words: Words) -> list[list[str]]:
    """Return a table of the mean of each tally, the heads first; none without dice."""
    if not found:
        return []
    heads = ["Dés", "Qui", "Combien", "Moyenne (attendue)"]
    rows = [[words.text(each) for each in heads]]
    for each in found:
        seat = room.state.seats.get(each.seat)
        means = f"{_format(each.mean, words)} ({_format(each.expected, words)})"
        who = seat.name if seat else words.text("tous")
        typed = f" · {words.text('faces saisies')}" if each.typed else ""
        rows.append([f"d{each.sides}{typed}", who, f"{each.count}", means])
    return rows


def _format(value: float, words: Words) -> str:
    text = f"{value:.2f}"
    return text if words.lang == "en" else text.replace(".", ",")


ROUTES = [evening]
