"""`sheets` and `sheet`: the ready-made sheets; one sheet read, checked and written out."""

from __future__ import annotations

from typing import Any

import click

from tablee.faces.cli import completion
from tablee.faces.cli.commands import Command, argument
from tablee.faces.cli.face import Face
from tablee.faces.cli.tables import table
from tablee.faces.describing import known_game
from tablee.faces.sheets import load_sheet, ready_made, sheet_text
from tablee.faces.telling import sentence
from tablee.rules.game import Game, games
from tablee.rules.refusal import refuse
from tablee.rules.schema import tag_of
from tablee.rules.sheet import sheet_view
from tablee.rules.words import Words

__all__ = ["sheet_command", "sheets_command"]


def sheets_command(face: Face) -> Command:
    def call(game: str | None) -> int:
        chosen = games() if game is None else (known_game(game),)
        rows = [row for each in chosen for row in _rows(face, each)]
        if face.json:
            face.write({"sheets": rows})
            return 0
        words = face.words
        heads = [words.text(head) for head in ("nom", "jeu", "fiche", "qui")]
        table(face, heads, [[r["name"], r["jeu"], r["label"], r["nom"]] for r in rows])
        return 0

    params: list[click.Parameter] = [
        argument(
            face,
            "game",
            "[JEU]",
            "Un jeu (« tablee games »).",
            shell_complete=completion.game_names,
        )
    ]
    return Command(
        face, "sheets", call, params, "Les fiches prêtes à jouer d’un jeu, ou de tous les jeux."
    )


def _rows(face: Face, game: Game) -> list[dict[str, Any]]:
    words = Words(game, face.lang)
    rows = []
    for name in ready_made(game):
        _, sheet = load_sheet(name, name, game)
        kind = tag_of(type(sheet))
        label = sentence(words, words.label(kind, "fiche"))
        rows.append({"name": name, "jeu": game.id, "type": kind, "label": label, "nom": sheet.nom})
    return rows


def sheet_command(face: Face) -> Command:
    def call(sheet: str | None) -> int:
        if sheet is None:
            raise refuse("sheet", None, "un fichier, ou le nom d’une fiche (« tablee sheets »)")
        game, read = load_sheet(sheet.removeprefix("@"), "sheet")
        if face.json:
            face.write(sheet_view(game, read))
        else:
            face.line(sheet_text(game, read, "yaml").rstrip("\n"))
        return 0

    params: list[click.Parameter] = [
        argument(
            face,
            "sheet",
            "FICHE",
            "Un fichier YAML ou JSON, « - », ou le nom d’une fiche prête.",
        )
    ]
    return Command(
        face,
        "sheet",
        call,
        params,
        "Une fiche lue et vérifiée, réécrite en YAML (--json : en JSON).",
        "Une fiche remplit les paramètres d’un jet : « tablee odds exil.simple @FICHE talent=NOM ».",
    )
