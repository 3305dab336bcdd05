"""`check`: all that is wrong or missing in a game in one file, each with its line."""

from __future__ import annotations

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command
from tablee.faces.messages import error_view
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.texts.words import Words

FAULTY = 1
"""Exit status of a game with a fault."""


@command(
    "Vérifier un jeu qui tient dans un fichier, d’un coup : ce qui empêche de le lire, ce qui manque "
    "(mots, clauses), ce qui ne sert à rien, l’anglais, facultatif ; puis des jets au hasard, rejoués, "
    "ses chances comptées face par face, des jets à la table, et des secrets que rien ne doit trahir. "
    "Le code de sortie est 1 quand il y a quelque chose à corriger, ce que l’anglais n’est pas.",
    argument("file", "FICHIER", "Un fichier qui déclare un jeu."),
)
def check_command(face: Face, file: str | None) -> int:
    from tablee.rules.authoring.game_file import all_mistakes
    from tablee.rules.checkup.gaps import gaps, remarks, unrecorded
    from tablee.rules.checkup.hook_calls import hook_faults
    from tablee.rules.checkup.properties import faults, untried
    from tablee.rules.checkup.secrets import betrayed_secrets
    from tablee.rules.checkup.set_order import order_faults
    from tablee.rules.registry import loaded_game_files
    from tablee.rules.rule_watch import is_endless
    from tablee.table.trials.trial_faults import trial_faults

    if file is None:
        raise refuse("file", None, "un fichier qui déclare un jeu")
    try:
        game, mistakes = all_mistakes(file)
    except Refusal as refusal:
        raise refuse("file", file, refusal.allowed, **refusal.numbers) from None
    found, left, by_hand = list(mistakes), list[str](), list[str]()
    remarked: list[Refusal] = []
    if game is not None:
        source = loaded_game_files()[game.id]
        played = [*hook_faults(game, source)] or [*faults(game, source)]
        found += [*gaps(game, source), *played]
        if not played:
            found += order_faults(game, source)
        # secrets are tried once the rules can be played, and nothing once a rule never ends
        trials = (trial_faults,) if played else (betrayed_secrets, trial_faults)
        for trial in () if any(map(is_endless, played)) else trials:
            try:
                found += trial(game, source)
            except Refusal as refusal:
                found.append(refusal)
        found = _once(found)
        left, by_hand = untried(game), unrecorded(game, source)
        remarked = [*remarks(game, source)]
    if face.json:
        views, remark_views = (
            [error_view(each, face.words)["error"] for each in some] for some in (found, remarked)
        )
        more = {"remarks": remark_views, "untried": left, "by_hand": by_hand}
        face.write({"file": file, "holds": not found, "faults": views, **more})
    else:
        _print(face, file, found, left, by_hand, remarked)
    return FAULTY if found else 0


def _once(found: list[Refusal]) -> list[Refusal]:
    """Return the faults without those of a name that another one names already, and with one error
    for each line of a rule."""
    known: dict[tuple[str, str], Refusal] = {}
    for each in found:
        about = each.field if "error" in each.numbers else each.numbers.get("name") or each
        known.setdefault((each.allowed, str(about)), each)
    return list(known.values())


def _print(
    face: Face,
    file: str,
    found: list[Refusal],
    left: list[str],
    by_hand: list[str],
    remarked: list[Refusal],
) -> None:
    words: Words = face.words
    for each in sorted(found, key=_line):
        face.line(f"✗ {words.refusal(each)}")
    for each in sorted(remarked, key=_line):
        face.line(face.dim(f"· {words.refusal(each)}"))
    if remarked:
        text = "L’anglais est facultatif : {n:remarque|remarques}, rien qui soit à corriger."
        face.line(face.dim(words.phrase(text, n=len(remarked))))
    for name in left:
        text = "Pas essayé : {name:=}, dont les paramètres obligatoires ne se devinent pas."
        face.line(face.dim(words.phrase(text, name=name)))
    for name in by_hand:
        text = "L’effet « {name:=} » ne change rien dans une campagne : la table le note à la main."
        face.line(face.dim(words.phrase(text, name=name)))
    if found:
        face.line(
            words.phrase("{n:point|points} à corriger dans {file:=}.", n=len(found), file=file)
        )
    else:
        face.line(words.phrase("{file:=} : rien à corriger.", file=file))


def _line(refusal: Refusal) -> int:
    number = refusal.field.rpartition(":")[2]
    return int(number) if number.isdigit() else 0
