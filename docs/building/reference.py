"""The page of a procedure, from its declaration alone: what is declared shows by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import msgspec

from docs.building.examples import Example, asked, example_of, played_of
from docs.building.figures import figure
from docs.building.setting import code, fence, plain
from docs.building.shapes import allowed, default, named, records_in
from docs.building.texts import Texts, capital
from tablee.faces.descriptions import about
from tablee.faces.messages import condition_text, format_value, landmark_texts
from tablee.faces.pictures.law_picture import law_picture
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.readings.explain import explain
from tablee.rules.run_json import odds_view, run_view
from tablee.rules.schema import Field, fields_of, show
from tablee.rules.texts.words import Words

__all__ = ["field_text", "heading", "picture_name", "picture_of", "reference_page"]


def picture_name(procedure: type[Procedure[Any]]) -> str:
    """The file of the example's picture, beside the page."""
    return f"{procedure.id.rpartition('.')[2]}.svg"


def picture_of(example: Example, words: Words) -> bytes:
    """The picture of an example as SVG."""
    return law_picture(example.question, example.by, words, "svg")


def reference_page(
    procedure: type[Procedure[Any]], words: Words, picture: bytes | None = None
) -> str:
    """The page in Markdown. `picture`: the one of its example, when it was drawn already."""
    game = words.game
    assert game is not None
    texts = Texts(words.lang)
    purpose = about(procedure, words)
    parts = [
        f"# {plain(capital(words.label(procedure.id)))}",
        f'<p class="kicker" data-game="{game.id}"><a href="index.html">{escape(game.title)}</a> · <code>{procedure.id}</code></p>',
    ]
    if purpose:
        parts.append(f'<p class="about">{escape(purpose)}</p>')
    parts += _example(procedure, game, words, picture)
    parts += _played(procedure, game, words)
    parts += [heading(texts.text("Paramètres"), "parametres")]
    parts += list(_fields(procedure, words, True)) or [texts.text("Aucun : rien n’est à préciser.")]
    parts += [
        heading(texts.text("Résultat"), "resultat"),
        *_fields(procedure.result_type(), words, False, "resultat."),
    ]
    parts += _rulings(procedure, game, words)
    parts += _utilities(procedure, words)
    parts += _clauses(procedure, words)
    return "\n\n".join(parts) + "\n"


def heading(title: str, anchor: str, level: int = 2) -> str:
    return f"{'#' * level} {title} {{#{anchor}}}"


# ── the examples ───────────────────────────────────────────────────────────────────────────────
def _example(
    procedure: type[Procedure[Any]], game: Game, words: Words, picture: bytes | None
) -> list[str]:
    example = example_of(procedure, game)
    if example is None or not example.drawn:
        return []
    drawn = picture or picture_of(example, words)
    view = odds_view(example.question, example.law)
    return [
        heading(Texts(words.lang).text("Un exemple"), "exemple"),
        figure(drawn, picture_name(procedure), words.lang, numbers=False),
        fence(example.command, "sh"),
        *_as_json(example.command, _law_text(view), words),
    ]


def _as_json(command: str, shown: str, words: Words) -> list[str]:
    """The answer for a program, folded away."""
    summary = Texts(words.lang).text("La même réponse en JSON")
    return [
        f"<details markdown><summary>{summary}</summary>",
        fence(f"{command} --json", "sh"),
        fence(shown, "json"),
        "</details>",
    ]


def _law_text(view: Mapping[str, Any]) -> str:
    """The JSON of a law, a result a line."""
    head = {name: value for name, value in view.items() if name != "distribution"}
    rows = ",\n".join(f"  {_json(row)}" for row in view["distribution"])
    return f'{_json(head)[:-1]}, "distribution": [\n{rows}\n]}}'


def _json(value: Any, indent: int = 0) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=indent).decode()


def _played(procedure: type[Procedure[Any]], game: Game, words: Words) -> list[str]:
    texts = Texts(words.lang)
    session = played_of(procedure, game)
    if session is None or not session.trace:
        return []
    steps = []
    for step in explain(session, words):
        links = "".join(f" {_clause_link(clause)}" for clause in step.clauses)
        steps.append(f"<li>{escape(step.text)}{links}</li>")
    rows = []
    for name, value in show(session.result).items():
        label = texts.phrase("{name:=} :", name=words.label(name))
        rows.append(f"<dt>{escape(label)}</dt><dd>{escape(format_value(words, value, name))}</dd>")
    command = asked(session.question)
    return [
        heading(texts.text("Un jet joué"), "joue"),
        fence(command, "sh"),
        f'<ol class="story">{"".join(steps)}</ol>',
        f'<dl class="outcome">{"".join(rows)}</dl>',
        *_as_json(command, _json(run_view(session, words), 2), words),
    ]


def _clause_link(clause: str) -> str:
    return f'<a class="clause" href="clauses.html#{clause}">{clause}</a>'


# ── what is declared ───────────────────────────────────────────────────────────────────────────
def _fields(record: type[Any], words: Words, given: bool, path: str = "") -> Iterator[str]:
    """A definition list of a record's fields, then one of each record inside it."""
    declared = fields_of(record)
    if declared:
        yield "\n\n".join(field_text(field, words, given) for field in declared.values())
    texts = Texts(words.lang)
    for field in declared.values():
        for tag, inner in records_in(field.shape):
            where = f"{path}{field.name}" + (f".{tag}" if tag else "")
            title = texts.phrase(
                "Dans {name:=}", name=" : ".join(words.label(n) for n in (field.name, tag) if n)
            )
            yield heading(plain(title), where.replace(".", "-"), min(3 + path.count("."), 6))
            yield from _fields(inner, words, given, f"{where}.")


def field_text(field: Field, words: Words, given: bool = True) -> str:
    """A field's word, name, help, range and default; `given`: it is entered and not answered."""
    texts = Texts(words.lang)
    answer = [_ended(plain(words.text(field.help)))] if field.help else []
    answer.append(_ended(allowed(field.shape, words, field.name)))
    if field.required and given:
        answer.append(texts.text("Obligatoire."))
    elif given and field.default is not msgspec.UNSET:
        answer.append(texts.phrase("Par défaut : {value:=}.", value=default(field, words)))
    if field.shown is not None:
        answer.append(_ended(plain(capital(condition_text(words, field)))))
    term = f"**{plain(capital(words.label(field.name)))}** {code(field.name)}"
    return f"{term}\n:   {' '.join(answer)}{_landmarks(field, words)}"


def _landmarks(field: Field, words: Words) -> str:
    """Return the meaning of some values, folded inside a definition."""
    rows = "".join(
        f"<dt>{value}</dt><dd>{escape(words.text(' ; ').join(texts))}</dd>"
        for value, texts in landmark_texts(words, field)
    )
    title = words.text("Repères")
    shown = f"<details><summary>{title}</summary><dl>{rows}</dl></details>"
    return f"\n\n    {shown}" if rows else ""


def _ended(text: str) -> str:
    """A noun phrase or a question as a sentence."""
    return capital(text) if text.endswith(("?", ".", "…")) else f"{capital(text)}."


def _rulings(procedure: type[Procedure[Any]], game: Game, words: Words) -> list[str]:
    texts = Texts(words.lang)
    names = rulings_read(procedure, game)
    if not names:
        return []
    declared = fields_of(game.rulings)
    return [
        heading(texts.text("Choix de campagne"), "choix-de-campagne"),
        texts.phrase(
            "Les points que le livre laisse ouverts et dont dépend cette règle ({how:=}).",
            how="`--ruling …`",
        ),
        *(field_text(declared[name], words) for name in names),
    ]


def _utilities(procedure: type[Procedure[Any]], words: Words) -> list[str]:
    texts = Texts(words.lang)
    if not procedure.utilities:
        return []
    return [
        heading(texts.text("Ce que le conseil peut viser"), "conseil"),
        texts.phrase(
            "Avec {how:=} : {aims:=}.",
            how="`tablee advise … --for …`",
            aims=", ".join(named(name, words) for name in procedure.utilities),
        ),
    ]


def _clauses(procedure: type[Procedure[Any]], words: Words) -> list[str]:
    left = procedure.left_to_leader()
    ruled = [clause for clause in procedure.clauses() if clause not in left]
    return [
        *_clause_list(ruled, "Ce que dit la règle", "regle", words),
        *_clause_list(left, "Au jugement de qui mène", "jugement", words),
    ]


def _clause_list(clauses: Sequence[str], title: str, anchor: str, words: Words) -> list[str]:
    if not clauses:
        return []
    rows = [
        f"<dt>{_clause_link(clause)}</dt><dd>{escape(words.clause(clause))}</dd>"
        for clause in clauses
    ]
    shown = Texts(words.lang).text(title)
    return [heading(shown, anchor), f'<dl class="clauses">{"".join(rows)}</dl>']
