"""The picture of a law or of a range of laws.

`draw_law` writes a file, `law_spec` returns the Vega-Lite specification as data, `law_picture`
returns the bytes of one format.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, cast

from tablee.dice.law import Law
from tablee.faces.pictures.captions import description, sentences, swept_sentences, title
from tablee.faces.pictures.chart_data import Curve, Panel, curve, panels, swept, value_word
from tablee.faces.pictures.render import Format, rendered, require_renderer
from tablee.faces.pictures.spec import page
from tablee.faces.pictures.study import Study, is_number
from tablee.faces.pictures.swept_table import SweptTable, table_spec
from tablee.rules.file_access import unwritable
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words

Sweep = tuple[str, Sequence[RunInput], Sequence[Any]]
"""A parameter with a range: (parameter, one run input a value, the values)."""
_MOST_STACKED = 6
"""Maximum number of outcomes that a range draws as stacked columns; more become a curve when there
is one."""


def draw_law(
    question: RunInput,
    by: Sequence[str] | None,
    words: Words,
    path: str | os.PathLike[str],
    sweep: Sweep | SweptTable | None = None,
    known: Sequence[Law[Any]] = (),
) -> None:
    """Draw the law of a run input into a file ending in .svg or .png.

    `by`: the result fields to draw, by default the most informative one (see
    `Study.most_informative`). With `sweep` the picture shows how the law changes with a parameter,
    or one number of it for each pair of values of two, and `question` only gives the title. `known`:
    a law of each run input that is already computed. Raises `Refusal` for another ending, for a file
    that cannot be written, and for what `odds` refuses.
    """
    kind = plot_format(path)
    picture = law_picture(question, by, words, kind, sweep, known)
    try:
        with open(path, "wb") as file:
            file.write(picture)
    except OSError as why:
        raise unwritable("--plot", str(path), why) from None


def plot_format(path: str | os.PathLike[str]) -> Format:
    """Return the format of a file name. Raises `Refusal` for any ending but .svg and .png, and
    where nothing is installed that renders pictures."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in (".svg", ".png"):
        raise Refusal("param", "--plot", str(path), "un fichier en .svg ou .png")
    require_renderer("--plot", str(path))
    return cast("Literal['svg', 'png']", ending[1:])


def law_picture(
    question: RunInput,
    by: Sequence[str] | None,
    words: Words,
    kind: Format,
    sweep: Sweep | SweptTable | None = None,
    known: Sequence[Law[Any]] = (),
) -> bytes:
    """Return the picture of a law as the bytes of an SVG (UTF-8) or a PNG."""
    return rendered(law_spec(question, by, words, sweep, known), kind, words)


def law_spec(
    question: RunInput,
    by: Sequence[str] | None,
    words: Words,
    sweep: Sweep | SweptTable | None = None,
    known: Sequence[Law[Any]] = (),
) -> dict[str, Any]:
    """Return the picture of a law as a Vega-Lite specification. `known`: a law of each run input
    that is already computed."""
    if isinstance(sweep, SweptTable):
        return table_spec(question, by, words, sweep, known)
    if sweep is not None:
        return _swept_spec(question, by, words, sweep, known)
    study = Study([question], known=known)
    if not by:
        study.settle()
    fields = list(dict.fromkeys(by)) if by else [study.most_informative()]
    drawn = panels(study, fields, words)
    alternative = description(drawn, words)
    return page(
        title(question, words), sentences(study, drawn[0], fields, words), drawn, alternative, words
    )


def _swept_spec(
    question: RunInput,
    by: Sequence[str] | None,
    words: Words,
    sweep: Sweep,
    known: Sequence[Law[Any]],
) -> dict[str, Any]:
    parameter, questions, values = sweep
    study = Study(questions, known=known)
    if not by:
        study.settle()
    name = parameter.rpartition(".")[2]
    axis = words.label(name)
    shown = capital(axis)
    signed = any(isinstance(value, int) and value < 0 for value in values)
    labels = [value_word(value, name, words, signed) for value in values]
    drawn: list[Panel | Curve] = []
    for field in dict.fromkeys(by) if by else [study.most_informative()]:
        if by and field == "success" and study.success is not None:
            drawn.append(curve(study, None, shown, labels, words))
        elif is_number(study.declared[field].shape):
            drawn.append(curve(study, field, shown, labels, words))
        else:
            stacked = swept(study, field, shown, labels, words)
            plain = not by and study.success is not None
            bare = len(stacked.segments) > _MOST_STACKED or len(stacked.segments) == 2
            drawn.append(curve(study, None, shown, labels, words) if plain and bare else stacked)
    sentence = swept_sentences(drawn[0], study, axis, words)
    heading = title(question, words, without=[parameter.partition(".")[0]])
    return page(heading, [sentence], drawn, description(drawn, words), words)
