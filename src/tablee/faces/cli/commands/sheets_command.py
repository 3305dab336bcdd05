"""`sheets` and `sheet`: the ready-made sheets; one sheet parsed, checked and printed.

The module parses options and prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import GAME, RULINGS, argument, command
from tablee.faces.cli.option_values import read_params, read_rulings
from tablee.faces.cli.text_tables import table
from tablee.faces.descriptions import describe_sheets
from tablee.faces.sheet_files import load_sheet, sheet_text
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.readings.session import play
from tablee.rules.refusal import refuse, refuse_name
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import read_record
from tablee.rules.sheet import Sheet, sheet_view, written_back
from tablee.rules.sheets.sheet_params import roles_of, with_sheets
from tablee.rules.texts.words import Words
from tablee.table.views.creation_views import creation_view


@command("Les fiches prêtes à jouer d’un jeu, ou de tous les jeux.", GAME)
def sheets_command(face: Face, game: str | None) -> int:
    found = describe_sheets(game, face.lang)
    if face.json:
        face.write(found)
        return 0
    words = face.words
    heads = [words.text(head) for head in ("nom", "jeu", "fiche", "qui")]
    table(face, heads, [[r.name, r.jeu, r.label, r.nom] for r in found.sheets])
    return 0


@command(
    "Une fiche lue et vérifiée, réécrite en YAML (--json : en JSON), telle quelle ou après ce "
    "qui arrive au personnage.",
    argument("sheet", "FICHE", "Un fichier YAML ou JSON, « - », ou le nom d’une fiche prête."),
    argument(
        "procedure",
        "[SUIVI]",
        "Un suivi de ce personnage, pour savoir ce que la fiche devient.",
        shell_complete=completion.procedures,
    ),
    argument(
        "params",
        "[NOM=VALEUR]…",
        "Ce qui arrive : evenements='[{\"type\": ...}]', ou @FICHIER.json.",
        nargs=-1,
    ),
    RULINGS,
    epilog="Une fiche remplit les paramètres d’un jet : « tablee odds exil.simple @FICHE talent=NOM ».",
)
def sheet_command(
    face: Face,
    sheet: str | None,
    procedure: str | None,
    params: tuple[str, ...],
    rulings: tuple[str, ...],
) -> int:
    if sheet is None:
        raise refuse("sheet", None, "un fichier, ou le nom d’une fiche (« tablee sheets »)")
    game, read = load_sheet(sheet.removeprefix("@"), "sheet")
    if procedure is not None:
        face.game = game
        read = _after(read, game, procedure, params, rulings)
    if face.json:
        face.write(sheet_view(game, read))
    else:
        face.line(sheet_text(game, read, "yaml").rstrip("\n"))
        for text in _creation_texts(face, game, read, rulings):
            face.line(f"# {text}")
    return 0


def _creation_texts(
    face: Face, game: Game, sheet: Sheet, rulings: tuple[str, ...]
) -> Iterator[str]:
    """Yield what the sheet still needs, and its budgets, as comments of YAML can hold them."""
    words, kind = Words(game, face.lang), type(sheet)
    given = read_rulings(game.rulings, rulings)
    view = creation_view(words, kind, sheet_view(game, sheet), given)
    if view.sentence:
        yield view.sentence
    for budget in view.budgets:
        yield f"{budget.text}. {budget.over}".rstrip()
    yield from view.later


def _after(
    sheet: Sheet, game: Game, procedure: str, words: tuple[str, ...], rulings: tuple[str, ...]
) -> Sheet:
    """Return the sheet after the events of a ledger. Raises `Refusal`."""
    kind = find_procedure(procedure)
    if game.procedure(kind.id) is not kind or not _keeps_sheets(kind):
        known = (each.id for each in game.procedures if _keeps_sheets(each))
        raise refuse_name("procedure", procedure, known)
    given = read_rulings(game.rulings, rulings)
    params, _ = read_params(kind, words, rulings=given)
    filled = with_sheets(kind, params, {"": sheet}, read_record(game.rulings, given, "rulings."))
    return written_back(sheet, play(ask_about(procedure, filled, given)).result.etat)


def _keeps_sheets(kind: type[Procedure[Any]]) -> bool:
    return issubclass(kind, Ledger) and "" in roles_of(kind)
