"""`new`: a file to begin a game with.

The module writes the file from `new_game.txt`, a small game that works.
"""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command, option
from tablee.rules.game_file import load_game
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_game

_START = Path(__file__).with_name("new_game.txt")


@command(
    "Un fichier pour commencer un jeu : une fiche, un test avec un choix, les mots dans les deux "
    "langues. Il se joue aussitôt.",
    argument("game", "JEU", "L’identifiant du jeu ; le fichier s’appelle JEU.py."),
    option("title --title", "Le titre que l’on lit.", "TITRE"),
)
def new_command(face: Face, game: str | None, title: str | None) -> int:
    if game is None or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", game):
        raise refuse("game", game, "une minuscule, puis des minuscules, des chiffres ou « _ »")
    if find_game(game) is not None:
        raise refuse("game", game, "un identifiant qu’aucun autre jeu ne porte")
    shown = title or game.replace("_", " ").capitalize()
    if not shown.isprintable() or set('"\\$') & set(shown):
        raise refuse("--title", title, "un titre sans guillemet droit, « \\ » ni « $ »")
    file = Path(f"{game}.py")
    text = Template(_START.read_text("utf-8")).substitute(id=game, title=shown)
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise refuse("game", str(file), "un fichier qui n’existe pas encore") from None
    load_game(file)
    if face.json:
        face.write({"file": str(file), "game": game})
        return 0
    face.line(face.words.phrase("{file:=} est écrit. Et maintenant :", file=str(file)))
    for line in (
        "odds {game}.test adresse=3 risque=0",
        "advise {game}.test adresse=3",
        "serve --watch",
    ):
        face.line(f"  tablee --game {file} " + line.replace("{game}", game))
    return 0
