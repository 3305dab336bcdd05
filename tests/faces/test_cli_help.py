"""Help in both languages, and no text of the command line without its English."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tablee.faces.cli
from tablee.faces.cli.command_call import COMMANDS
from tests.kit.command_line import call
from tests.kit.texts import SOURCES, catalogue, templates_in

GOLDEN_FR = """\
Usage : tablee [OPTIONS] COMMANDE [ARGUMENTS]…

  Les règles de cinq jeux de rôle français : jouées, calculées, conseillées,
  simulées, expliquées.

Options :
  --json             Répondre en JSON.
  --lang LANGUE      Langue : fr (par défaut) ou en ; aussi par TABLEE_LANG.
  --game FICHIER.py  Ajouter le jeu que déclare ce fichier Python.
  --help             Montrer cette aide.
  --version          Montrer la version.

Commandes :
  serve       La table et la console dans un navigateur.
  play        Jouer : choisir un jeu, poser un jet, lancer, lire ce qui
              arrive.
  games       Les jeux.
  procedures  Les procédures d’un jeu, ou de tous.
  show        Une procédure : paramètres, résultat, choix de campagne,
              clauses.
  clauses     Les clauses d’un jeu, ce qui les porte et ce qui les exerce.
  new         Un fichier pour commencer un jeu.
  check       Un jeu d’un fichier, vérifié d’un coup.
  sheets      Les fiches prêtes à jouer.
  sheet       Une fiche, vérifiée, en YAML ou en JSON.
  resolve     Résoudre un jet, dés et choix donnés ou non.
  odds        Les chances exactes.
  advise      Ce que vaut chaque option du prochain choix.
  simulate    Les chances par échantillon, pour ce qui est trop grand.
  lab         Une mesure sur toute une étendue, en tableaux et en images.
  export      Une campagne entière dans un fichier.
  import      Une campagne reprise d’un fichier.
  backup      Toutes les campagnes dans un fichier.
  restore     Toutes les campagnes reprises d’un fichier.
  verify      Les lancers de la maison, vérifiés.
  completion  Le script qui complète les commandes dans votre shell.

  Pour commencer : « tablee play », ou « tablee games ».
"""
GOLDEN_EN = """\
Usage: tablee [OPTIONS] COMMAND [ARGUMENTS]...

  The rules of five French role-playing games: played, computed, advised on,
  simulated, explained.

Options:
  --json           Answer in JSON.
  --lang LANGUAGE  Language: fr (the default) or en; also by TABLEE_LANG.
  --game FILE.py   Add the game that this Python file declares.
  --help           Show this help.
  --version        Show the version.

Commands:
  serve       The table and the console in a browser.
  play        Play: pick a game, frame a test, throw, read what happens.
  games       The games.
  procedures  The procedures of a game, or of all.
  show        One procedure: parameters, result, rulings, clauses.
  clauses     The clauses of a game, what carries and exercises them.
  new         A file to begin a game with.
  check       A game in one file, checked at once.
  sheets      The ready-made sheets.
  sheet       A sheet, checked, as YAML or JSON.
  resolve     Resolve a run, dice and choices given or not.
  odds        The exact chances.
  advise      What each option of the next choice is worth.
  simulate    The chances by sampling, for what is too large.
  lab         A measure over a whole range, as tables and pictures.
  export      A whole campaign in a file.
  import      A campaign taken up from a file.
  backup      All campaigns into a file.
  restore     All campaigns, taken up again from a file.
  verify      The throws of the house, checked.
  completion  The script that completes commands in your shell.

  To begin: “tablee play”, or “tablee games”.
"""
_OF_CLICK = re.compile(
    r"\b(Usage:|Options:|Commands:|Positional|Error|Missing|No such|Try|Show this|default:"
    r"|required|INTEGER|TEXT|Aborted|Did you mean|Got unexpected|Choose from)"
)


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_help_in_french_and_in_english() -> None:
    assert _plain(call("--help").out) == GOLDEN_FR
    assert call("--lang", "en", "--help").out == GOLDEN_EN
    assert call().out == call("--help").out


@pytest.mark.parametrize("command", COMMANDS)
def test_no_english_is_left_in_french_help(command: str) -> None:
    shown = call(command, "--help")
    assert shown.status == 0
    assert not _OF_CLICK.search(shown.out)
    english = call(command, "--help", "--lang", "en").out
    assert not re.search("[éèêàçù«]", english.replace("Éclats", ""))


def _texts_of_the_command_line() -> list[tuple[str, str]]:
    """Every constant of the command line that reads like French."""
    french = re.compile(r"[éèêàçùôîÉÀ’«]|\b(un|une|le|la|les|des|du|pour|votre)\b")
    found = []
    for source in sorted(Path(str(tablee.faces.cli.__file__)).parent.glob("*.py")):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        shown = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        found += [
            (f"{source.name}:{node.lineno}", node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in shown
            and len(node.value) > 1
            and french.search(node.value)
        ]
    return found


def test_every_text_has_its_english() -> None:
    known = catalogue(SOURCES / "rules" / "en.po")
    texts = _texts_of_the_command_line()
    for storey in ("rules", "dice", "faces/cli"):
        for source in sorted((SOURCES / storey).rglob("*.py")):
            texts += templates_in(source)
    missing = [f"{where}: {text}" for where, text in texts if not known.get(text)]
    assert not missing, "\n" + "\n".join(missing)


def test_the_version_is_shown() -> None:
    assert call("--version").out.startswith("tablee ")
