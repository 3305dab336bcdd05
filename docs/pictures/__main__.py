"""The pictures of the documentation: `make pictures` (or `python -m docs.pictures`) draws them.

`tablee odds ... --plot FILE.svg` draws the same bytes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from docs.pictures.studies import study_pictures
from tablee.faces.pictures.law_picture import Sweep, law_picture
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words

HERE = Path(__file__).parent

SINGLE: dict[str, tuple[str, dict[str, Any], Sequence[str] | None]] = {
    # tablee odds exil.simple talent=14 difficulty=-5 --plot talent.svg
    "talent": ("exil.simple", {"talent": 14, "difficulty": -5}, None),
    # tablee odds armes_dieux.jet poignee=8 sr=26 --by qualites,issue --plot poignee.svg
    "poignee": ("armes_dieux.jet", {"poignee": 8, "sr": 26}, ("qualites", "issue")),
}
SWEPT: dict[str, tuple[str, dict[str, Any], str, range]] = {
    # tablee odds eclats.test caracteristique=2 bonus=3 seuil=4..13 --plot seuil.svg
    "seuil": ("eclats.test", {"caracteristique": 2, "bonus": 3}, "seuil", range(4, 14)),
}


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file."""
    for name, (procedure, params, by) in SINGLE.items():
        question = ask_about(procedure, params)
        yield f"{name}.svg", law_picture(question, by, Words(question.game), "svg")
    for name, (procedure, params, parameter, values) in SWEPT.items():
        steps = [ask_about(procedure, params | {parameter: value}) for value in values]
        sweep: Sweep = (parameter, steps, list(values))
        yield f"{name}.svg", law_picture(steps[0], None, Words(steps[0].game), "svg", sweep)


if __name__ == "__main__":
    for file, picture in itertools.chain(pictures(), study_pictures()):
        (HERE / file).write_bytes(picture)
        print(f"docs/pictures/{file}: {len(picture)} bytes")
