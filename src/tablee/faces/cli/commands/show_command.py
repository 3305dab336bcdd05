"""`games`, `procedures`, `show`: descriptions from the declarations.

The module parses options and prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import GAME, argument, command
from tablee.faces.cli.text_tables import paragraph, table
from tablee.faces.descriptions import describe, describe_games, describe_procedures
from tablee.faces.messages import condition_text, format_value, landmark_texts, sentence
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_game, find_procedure, games, games_named
from tablee.rules.schema import Field, fields_of, records_in
from tablee.rules.shapes import Choice, Either, Shape, YesNo
from tablee.rules.sheets.sheet_params import roles_of
from tablee.rules.texts.words import Words


@command("Les jeux que l’on peut jouer ici.")
def games_command(face: Face) -> int:
    if face.json:
        face.write(describe_games())
        return 0
    words = face.words
    rows = [[game.id, game.title, str(len(game.procedures))] for game in games()]
    table(face, [words.text("nom"), words.text("jeu"), words.text("procédures")], rows, [2])
    return 0


@command("Les procédures d’un jeu, ou de tous les jeux.", GAME)
def procedures_command(face: Face, game: str | None) -> int:
    if face.json:
        face.write(describe_procedures(game, face.lang))
        return 0
    for place, each in enumerate(games_named(game)):
        if place:
            face.line()
        _list_of(face, each)
    return 0


def _list_of(face: Face, game: Game) -> None:
    words = Words(game, face.lang)
    face.line(face.bold(game.title))
    rows = [
        [procedure.id, sentence(words, words.label(procedure.id)), " ".join(_needed(procedure))]
        for procedure in game.procedures
    ]
    if rows:
        heads = [words.text("nom"), words.text("procédure"), words.text("paramètres obligatoires")]
        table(face, heads, rows)


def _needed(procedure: type[Procedure[Any]]) -> list[str]:
    return [name for name, field in fields_of(procedure).items() if field.required]


@command(
    "Une procédure : ses paramètres avec leur étendue et leur valeur par défaut, les champs de "
    "son résultat, les choix de campagne qui la concernent, ce que le conseil peut viser, ses clauses.",
    argument(
        "procedure",
        "PROCÉDURE",
        "Nom d’une procédure (« tablee procedures »).",
        shell_complete=completion.procedures,
    ),
)
def show_command(face: Face, procedure: str | None) -> int:
    if procedure is None:
        raise refuse("procedure", None, "le nom d’une procédure")
    kind = find_procedure(procedure)
    game = face.game = find_game(procedure.partition(".")[0])
    assert game is not None
    if face.json:
        face.write(describe(kind, game, face.words))
    else:
        _tell(face, kind, game)
    return 0


# ── for people ─────────────────────────────────────────────────────────────────────────────────
def _tell(face: Face, procedure: type[Procedure[Any]], game: Game) -> None:
    words = face.words
    title = sentence(words, words.label(procedure.id))
    face.line(f"{face.bold(title)} – {game.title}  {face.dim(procedure.id)}")
    params = fields_of(procedure).values()
    if params:
        _heading(face, "Paramètres")
        heads = ["nom", "libellé", "permis", "par défaut", "aide"]
        table(face, [words.text(head) for head in heads], [_param_row(words, f) for f in params])
        for role in roles_of(procedure):
            names = [f.name for f in params if f.source and f.source.role == role]
            source_text = words.phrase(
                "D’une fiche ({role:=}=@FICHE) : {names:=}."
                if role
                else "D’une fiche (@FICHE) : {names:=}.",
                role=role,
                names=", ".join(names),
            )
            paragraph(face, source_text)
        for field in _with_inner(params):
            if field.shown is not None:
                condition = f"{words.label(field.name)}, {condition_text(words, field)}."
                paragraph(face, sentence(words, condition))
        for field in _with_inner(params):
            _landmarks(face, field)
    _heading(face, "Résultat")
    fields = fields_of(procedure.result_type())
    rows = [[n, words.label(n), _values_in_words(f.shape, words, n)] for n, f in fields.items()]
    table(face, [words.text(head) for head in ("nom", "libellé", "valeurs")], rows)
    rulings = [fields_of(game.rulings)[name] for name in rulings_read(procedure, game)]
    if rulings:
        _heading(face, "Choix de campagne")
        rows = [
            [f.name, words.label(f.name), words.shape(f.shape), _default(f, words)] for f in rulings
        ]
        table(face, [words.text(h) for h in ("nom", "libellé", "permis", "par défaut")], rows)
    if procedure.utilities:
        _heading(face, "Ce que le conseil peut viser")
        table(
            face,
            [words.text("nom"), words.text("libellé")],
            [[name, words.label(name, procedure.id)] for name in procedure.utilities],
        )
    left = procedure.left_to_leader()
    _clauses(face, "Clauses", [each for each in procedure.clauses() if each not in left])
    _clauses(face, "Au jugement de qui mène", left)


def _clauses(face: Face, title: str, clauses: Sequence[str]) -> None:
    if clauses:
        _heading(face, title)
        for clause in clauses:
            paragraph(face, face.words.clause(clause), head=clause)


def _with_inner(fields: Iterable[Field]) -> Iterator[Field]:
    """Yield fields and the fields of their records, each name once."""
    seen: dict[str, Field] = {}
    for field in fields:
        seen.setdefault(field.name, field)
        for record in records_in(field.shape):
            for each in _with_inner(fields_of(record).values()):
                seen.setdefault(each.name, each)
    yield from seen.values()


def _landmarks(face: Face, field: Field) -> None:
    """Print the landmarks of a parameter."""
    words, rows = face.words, landmark_texts(face.words, field)
    if rows:
        _heading(face, words.phrase("Repères : {name:=}", name=words.label(field.name)))
        widest = max(len(value) for value, _ in rows)
        for value, texts in rows:
            for place, text in enumerate(texts):
                paragraph(face, text, head=("" if place else value).rjust(widest))


def _heading(face: Face, title: str) -> None:
    face.line()
    face.line(face.style(face.words.text(title), "accent"))


def _param_row(words: Words, field: Field) -> list[str]:
    default = words.text("obligatoire") if field.required else _default(field, words)
    return [
        field.name,
        words.label(field.name),
        words.shape(field.shape),
        default,
        words.text(field.help) if field.help else "",
    ]


def _default(field: Field, words: Words) -> str:
    value = field.shape.show(field.default)
    return value if isinstance(value, str) else format_value(words, value, field.name)


def _with_id(label: str, value: Any) -> str:
    """Return the word of a value with what is typed for it, where that is something else."""
    return label if label == str(value) else f"{label} ({value})"


def _values_in_words(shape: Shape, words: Words, context: str) -> str:
    match shape:
        case YesNo():
            return words.enumeration([words.label(v) for v in (False, True)], "ou")
        case Choice(values=values):
            return ", ".join(_with_id(words.label(v, context), v) for v in values)
        case Either(shapes=shapes):
            return ", ".join(_values_in_words(each, words, context) for each in shapes)
        case _:
            return words.shape(shape)
