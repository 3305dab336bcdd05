"""The results of a study as rows, data frames, CSV and Parquet."""

from __future__ import annotations

import importlib.util
import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.dice.data_frames import added, polars_frame
from tablee.faces.lab.cell_measures import Row
from tablee.faces.lab.finished_cells import in_order
from tablee.faces.lab.study_cells import Cell, rows_of_points
from tablee.faces.lab.study_file import LabStudy
from tablee.rules.file_access import put_in_place, unwritable
from tablee.rules.refusal import not_installed

if TYPE_CHECKING:
    import polars

COLUMNS = ("measure", "outcome", "value", "exact", "half_width", "how", "message")


def require_packages() -> None:
    """Raise `Refusal` where the packages that write tables and pictures are not installed."""
    if importlib.util.find_spec("polars") is None:
        raise not_installed("out", None, "polars", "lab")
    if importlib.util.find_spec("vl_convert") is None:
        raise not_installed("out", None, "vl-convert-python", "lab")


def table_rows(
    study: LabStudy, cells: Sequence[Cell], rows: Mapping[int, Sequence[Row]], lang: str
) -> list[dict[str, Any]]:
    """Return one row for each number: the axes, then `COLUMNS`. An axis with the name of a column
    gets a trailing `_`."""
    names = {axis.name: added(axis.name, dict.fromkeys(COLUMNS)) for axis in study.axes}
    found = []
    for index, row in in_order(rows):
        points = {names[name]: _plain(key) for name, key in rows_of_points(study, cells[index])}
        found.append(
            points
            | {
                "measure": row.measure,
                "outcome": row.outcome,
                "value": row.value,
                "exact": row.exact,
                "half_width": row.half_width,
                "how": row.how,
                "message": row.message[lang] if row.message else None,
            }
        )
    return found


def _plain(key: Any) -> Any:
    return key if isinstance(key, str | int | float | bool) else json.dumps(key, ensure_ascii=False)


def frame_of(rows: Sequence[Mapping[str, Any]]) -> polars.DataFrame:
    """Return the rows as a polars frame; a column without a value still has its type."""
    import polars

    frame = polars_frame(rows)
    numbers, texts = ("value", "half_width"), ("outcome", "exact", "message")
    return frame.with_columns(
        *(polars.col(name).cast(polars.Float64) for name in numbers),
        *(polars.col(name).cast(polars.String) for name in texts),
    )


def write_tables(rows: Sequence[Mapping[str, Any]], folder: Path) -> list[Path]:
    """Write `results.parquet` and `results.csv`; return their paths. Raises `Refusal`."""
    frame = frame_of(rows)
    parquet = io.BytesIO()
    frame.write_parquet(parquet)
    return [
        written(folder / "results.parquet", parquet.getvalue()),
        written(folder / "results.csv", frame.write_csv().encode()),
    ]


def written(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all. Raises `Refusal`."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(content)
        put_in_place(partial, path)
    except OSError as why:
        partial.unlink(missing_ok=True)
        raise unwritable("out", str(path), why) from None
    return path
