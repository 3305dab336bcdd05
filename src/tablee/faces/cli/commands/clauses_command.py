"""`clauses`: the text of each clause of a game, and the code that carries it.

The module parses options and prints the clause index.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.faces.clause_index import Mapped, clauses_view, kind_in_words, mapped
from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command
from tablee.faces.cli.text_tables import paragraph
from tablee.rules.clauses.clause_carriers import Carrier
from tablee.rules.game import Game
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_game, games
from tablee.rules.texts.words import Words

_SHOWN = 4
"""Maximum number of names printed from a long list."""


@command(
    "Chaque clause d’un jeu : sa phrase, ce qui la porte (règle, état, décision ou table), les "
    "exemples et les tests qui l’exercent, un jet à essayer.",
    argument(
        "what",
        "[JEU|CLAUSE]",
        "Un jeu, ou une clause (« EXIL-ACT-03 »).",
        shell_complete=completion.game_names,
    ),
)
def clauses_command(face: Face, what: str | None) -> int:
    chosen, clauses = _chosen(what)
    if face.json:
        views = (clauses_view(game, Words(game, face.lang), clauses) for game in chosen)
        face.write({"clauses": [row for view in views for row in view]})
        return 0
    for place, game in enumerate(chosen):
        if place:
            face.line()
        face.game = game
        _tell(face, game, clauses)
    return 0


def _chosen(what: str | None) -> tuple[Sequence[Game], Sequence[str]]:
    """Return the selected games, and the selected clauses (none means all). Raises `Refusal`."""
    if what is None:
        return games(), ()
    game = find_game(what)
    if game is not None:
        return (game,), ()
    for each in games():
        if what.upper() in each.clauses:
            return (each,), (what.upper(),)
    known = ", ".join(game.id for game in games())
    raise refuse(
        "what", what, "l’identifiant d’une clause, ou un jeu parmi : {known:=}", known=known
    )


# ── for people ─────────────────────────────────────────────────────────────────────────────────
def _tell(face: Face, game: Game, clauses: Sequence[str]) -> None:
    found, words = mapped(game), face.words
    if not clauses:
        face.line(face.bold(game.title))
    for clause in clauses or found:
        each = found[clause]
        paragraph(face, words.clause(clause), head=clause, style="accent", indent=0)
        for head, text in _rows(words, each, whole=bool(clauses)):
            paragraph(face, text, head=head.ljust(_WIDEST))
    if not clauses:
        bare = [each.id for each in found.values() if not each.carriers]
        face.line()
        face.line(words.phrase("{n:clause|clauses}.", n=len(found)))
        if bare:
            text = "Que rien ne porte encore : {clauses:=}."
            face.line(words.phrase(text, clauses=", ".join(bare)))


_WIDEST = len("décision")


def _rows(words: Words, each: Mapped, whole: bool) -> list[tuple[str, str]]:
    """Return the rows (head, text) of a clause; `whole` adds everything known about it."""
    rows = [
        (kind_in_words(words, carrier.kind), _carrier(words, carrier, whole))
        for carrier in each.carriers
    ]
    if each.examples:
        rows.append((words.text("exemples"), _some(words, each.examples, whole)))
    if each.tests:
        rows.append((words.text("tests"), _some(words, each.tests, whole)))
    if each.trial and whole:
        rows.append((words.text("essai"), each.trial.command))
    return rows


def _carrier(words: Words, carrier: Carrier, whole: bool) -> str:
    parts = [carrier.place]
    if carrier.left_to_leader:
        parts = [words.text("laissée au jugement de qui mène")]
    elif carrier.fields:
        labels = list(dict.fromkeys(words.label(name) for name in carrier.fields))
        parts.append(", ".join(labels))
    if carrier.procedures:
        parts.append(_some(words, carrier.procedures, whole))
    return " · ".join(parts)


def _some(words: Words, names: Sequence[str], whole: bool) -> str:
    """Return the first few names, and the number of the others."""
    if whole or len(names) <= _SHOWN + 1:
        return ", ".join(names)
    rest = len(names) - _SHOWN
    return words.phrase("{names:=} et {n:autre|autres}", names=", ".join(names[:_SHOWN]), n=rest)
