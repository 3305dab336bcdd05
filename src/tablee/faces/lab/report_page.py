"""The report of a study: one HTML page that needs nothing else, in light and dark."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tablee.faces.lab.cell_measures import Row
from tablee.faces.lab.report_figures import Figures, Standing, rows_of
from tablee.faces.lab.study_cells import Cell
from tablee.faces.lab.study_file import LabStudy, Measure
from tablee.faces.lab.study_words import StudyWords
from tablee.faces.pictures.heat_map import Spec
from tablee.faces.pictures.render import rendered
from tablee.faces.pictures.style import INK, LINE, QUIET
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

MOST_ROWS = 3_000
"""Maximum number of cells in the table of the page; the files have all of them."""
_ID = re.compile(r'\bid="([^"]+)"')


class Effect(msgspec.Struct, frozen=True):
    """What one axis changes, in words; `share`: its mean beside the largest one, 0 to 1."""

    axis: str
    mean: str
    maximum: str
    share: float


class Section(msgspec.Struct, frozen=True):
    """One measure on the page. `how`: the sentence on how its numbers were computed."""

    title: str
    how: str
    figures: tuple[Markup, ...]
    effects: tuple[Effect, ...]
    standings: tuple[Standing, ...]
    means: tuple[str, ...]


def report_page(
    study: LabStudy, cells: Sequence[Cell], rows: Mapping[int, Sequence[Row]], lang: Lang
) -> str:
    """Return the page. Raises `Refusal` without the package that draws pictures."""
    words = StudyWords(study, lang)
    sections, drawn = [], 0
    for measure in study.measures:
        section = _section(study, words, measure, rows_of(rows, measure), drawn)
        drawn += len(section.figures)
        sections.append(section)
    page: str = _template(words.words).render(
        lang=lang,
        game=study.game.id,
        title=words.name(study.entry.title),
        note=words.name(study.entry.note),
        about=_about(study, words, len(cells)),
        sections=sections,
        heads=[*map(words.axis, study.axes), *map(words.measure, study.measures)],
        axes=len(study.axes),
        table=[_line(study, words, cell, rows) for cell in cells[:MOST_ROWS] if cell.index in rows],
        left_out=max(0, len(cells) - MOST_ROWS),
        refusals=_refusals(rows, lang),
    )
    return page


def _template(words: Words) -> Any:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(t=words.text, phrase=words.phrase)
    return environment.get_template("report.html")


def _about(study: LabStudy, words: StudyWords, cells: int) -> list[tuple[str, str]]:
    """Return what was computed: (name, text), the rule first, then each axis."""
    own = words.words
    found = [(own.text("Règle"), own.label(study.kind.id))]
    for axis in study.axes:
        shown = [words.point(axis, point) for point in axis.points]
        if axis.is_numeric and len(shown) > 5:
            text = own.phrase("de {low:=} à {high:=}", low=shown[0], high=shown[-1])
        else:
            text = own.enumeration(shown)
        found.append((words.axis(axis), text))
    if study.entry.policy is not None:
        aim = own.label(study.entry.utility or next(iter(study.kind.utilities)), study.kind.id)
        text = own.phrase("à chaque fois la meilleure réponse, pour ce but : {aim:=}", aim=aim)
        found.append((own.text("Choix"), text))
    fixed = [*study.entry.params.items(), *study.entry.rulings.items()]
    if fixed:
        texts = [words.given(name, value) for name, value in fixed]
        found.append((own.text("Fixé"), ", ".join(texts)))
    found.append((own.text("Calcul"), own.phrase("{n:cas|cas}", n=cells)))
    return found


def _section(
    study: LabStudy,
    words: StudyWords,
    measure: Measure,
    rows: Mapping[int, Sequence[Row]],
    drawn: int,
) -> Section:
    figures = Figures(study, words, measure, rows)
    effects = figures.effects()
    most = effects[0].mean if effects and effects[0].mean else 1.0
    standings = figures.standings() if figures.is_match_up else []
    return Section(
        words.measure(measure),
        _how(words, rows),
        tuple(_inline(spec, words.words, drawn + n) for n, spec in enumerate(figures.specs())),
        tuple(
            Effect(
                figures.names[effect.axis],
                figures.show(effect.mean),
                figures.show(effect.maximum),
                effect.mean / most,
            )
            for effect in effects
        ),
        tuple(standings),
        tuple(figures.show(each.mean) for each in standings),
    )


def _how(words: StudyWords, rows: Mapping[int, Sequence[Row]]) -> str:
    """Return how the numbers of a measure were computed, with how many of each."""
    counts = Counter(each[0].how for each in rows.values())
    templates = {
        "exact": "{n:cas exact|cas exacts}",
        "bound": "{n:cas calculé à une borne près|cas calculés à une borne près}",
        "sample": "{n:cas par échantillon, intervalle à 95 %|cas par échantillon, intervalle à 95 %}",
        "refused": "{n:cas refusé|cas refusés}",
    }
    texts = [
        words.words.phrase(template, n=counts[how])
        for how, template in templates.items()
        if counts[how]
    ]
    return words.words.enumeration(texts)


def _inline(spec: Spec, words: Words, number: int) -> Markup:
    """Return a picture as SVG inside the page: its ids are its own, its ink that of the page."""
    svg = rendered(spec, "svg", words).decode()
    ids = dict.fromkeys(_ID.findall(svg))
    for name in ids:
        own = f"p{number}-{name}"
        svg = svg.replace(f'id="{name}"', f'id="{own}"').replace(f"url(#{name})", f"url(#{own})")
        svg = svg.replace(f'by="{name}"', f'by="{own}"')
    for colour, name in ((INK, "ink"), (QUIET, "muted"), (LINE, "line")):
        svg = svg.replace(f'"{colour}"', f'"var(--{name})"')
    return Markup(svg)


def _line(
    study: LabStudy, words: StudyWords, cell: Cell, rows: Mapping[int, Sequence[Row]]
) -> list[str]:
    """Return a cell as a line of the table."""
    points = zip(study.axes, cell.points, strict=True)
    line = [words.point(axis, point) for axis, point in points]
    for measure in study.measures:
        own = [row for row in rows[cell.index] if row.measure == measure.name]
        line.append(words.words.text(" ; ").join(_shown(words, measure, row) for row in own))
    return line


def _shown(words: StudyWords, measure: Measure, row: Row) -> str:
    shown = words.row(measure, row)
    if row.outcome is not None and row.value is not None and measure.__struct_config__.tag == "law":
        return f"{words.outcome(measure, row.outcome)} {shown}"
    if row.exact is not None and "/" in row.exact and len(row.exact) < 20:
        return f"{shown} ({row.exact})"
    return shown


def _refusals(rows: Mapping[int, Sequence[Row]], lang: Lang) -> list[tuple[str, int]]:
    """Return (message, number of cells), the most frequent first."""
    counts = Counter(
        message
        for each in rows.values()
        for message in {row.message[lang] for row in each if row.message is not None}
    )
    return counts.most_common()
