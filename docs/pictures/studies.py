"""The pictures of the ready studies on the page of the lab: one each, in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tablee.faces.lab.lab_run import LabResults, lab
from tablee.rules.texts.languages import LANGS

STUDIES = Path(__file__).parents[2] / "studies"

SHOWN: Mapping[str, tuple[str, str, int]] = {
    "exil": ("exil.toml", "value", 0),
    "loss": ("loss.toml", "best", 1),
    "armes_dieux": ("armes-dieux.toml", "best", 0),
    "socle": ("socle.toml", "chance", 0),
    "eclats": ("eclats.toml", "chance", 2),
}
"""Name -> (file, measure, place of the picture among those of the measure)."""


def study_pictures() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file."""
    for name, (file, _, _) in SHOWN.items():
        yield from pictures_of(name, lab(STUDIES / file))


def pictures_of(name: str, results: LabResults) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of one study, whole or reduced."""
    _, measure, place = SHOWN[name]
    for lang in LANGS:
        drawn: Mapping[str, Any] = results.pictures(lang)
        yield f"study-{name}-{lang}.svg", drawn[measure][place]
