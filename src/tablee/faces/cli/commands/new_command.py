"""`new`: a file to begin a game with, or a package to share.

The module writes its files from templates, in the language of the call; the game among them is small,
and works.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from string import Template

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command, flag, option
from tablee.rules.authoring.game_file import load_game
from tablee.rules.file_access import unwritable
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_game
from tablee.rules.texts.languages import Lang, program_language

_HERE = Path(__file__).parent
_FILES = {
    "{id}.py": "new_game.{lang}.txt",
    "pyproject.toml": "new_pyproject.txt",
    "test_{id}.py": "new_test.{lang}.txt",
}
"""File of a new package -> its template. The first one is a game by itself."""
_TRIALS: Mapping[Lang, tuple[str, str]] = {
    "fr": ("odds {id}.test adresse=3 risque=0", "advise {id}.test adresse=3"),
    "en": ("odds {id}.test agility=3 risk=0", "advise {id}.test agility=3"),
}
"""The commands to try first."""


@command(
    "Un fichier pour commencer un jeu, en français avec son anglais, ou en anglais (--lang en) : une "
    "fiche, un test avec un choix, ses mots. Il se joue aussitôt.",
    argument("game", "JEU", "L’identifiant du jeu ; le fichier s’appelle JEU.py."),
    option("title --title", "Le titre que l’on lit.", "TITRE"),
    flag(
        "package --package",
        "Un dossier à partager : le jeu, son paquet (pyproject.toml) et ses tests.",
    ),
)
def new_command(face: Face, game: str | None, title: str | None, package: bool) -> int:
    if game is None or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", game):
        raise refuse("game", game, "une minuscule, puis des minuscules, des chiffres ou « _ »")
    if find_game(game) is not None:
        raise refuse("game", game, "un identifiant qu’aucun autre jeu ne porte")
    if game == "tablee" or keyword.iskeyword(game) or game in sys.stdlib_module_names:
        raise refuse("game", game, "un nom qui n’est ni un mot ni un module de Python")
    shown = title or game.replace("_", " ").capitalize()
    if not shown.isprintable() or set('"\\$') & set(shown):
        raise refuse("--title", title, "un titre sans guillemet droit, « \\ » ni « $ »")
    name = game.replace("_", "-")
    folder = Path(f"tablee-{name}") if package else Path()
    given = {"id": game, "title": shown, "name": name, "lang": face.lang}
    written = _write(folder, package, given)
    load_game(written[0])
    if face.json:
        files = [str(each) for each in written]
        face.write({"file": files[0], "game": game} | ({"files": files} if package else {}))
        return 0
    face.line(
        face.words.phrase("{file:=} est écrit. Et maintenant :", file=_shown(folder, written))
    )
    _tell(face, game, folder, written[0])
    return 0


def _write(folder: Path, package: bool, given: Mapping[str, str]) -> list[Path]:
    """Write the files from their templates; return their paths. Raises `Refusal` if one is there."""
    templates = list(_FILES.items())[: None if package else 1]
    paths = [folder / name.format(id=given["id"]) for name, _ in templates]
    try:
        if package:
            folder.mkdir()
        for path, (_, template) in zip(paths, templates, strict=True):
            text = Template(
                (_HERE / template.format(lang=given["lang"])).read_text("utf-8")
            ).substitute(given)
            with path.open("x", encoding="utf-8") as stream:
                stream.write(text)
    except FileExistsError:
        existing = str(folder if package else paths[0])
        raise refuse("game", existing, "un fichier qui n’existe pas encore") from None
    except OSError as why:
        raise unwritable("game", str(paths[0]), why) from None
    return paths


def _shown(folder: Path, written: list[Path]) -> str:
    return str(written[0]) if len(written) == 1 else f"{folder}/"


def _tell(face: Face, game: str, folder: Path, file: Path) -> None:
    """Print the commands to go on with; in another language than that of the program, with it."""
    tablee = "tablee" if face.lang == program_language() else f"tablee --lang {face.lang}"
    for line in _TRIALS[face.lang]:
        face.line(f"  {tablee} --game {file} {line.format(id=game)}")
    face.line(f"  {tablee} check {file}")
    face.line(f"  {tablee} --game {file} serve --watch")
    if folder != Path():
        face.line(f"  python -m pytest {folder}")
        face.line(f"  python -m pip install ./{folder}")
