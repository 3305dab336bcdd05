"""`verify`: the house throws of a file, repeated from the revealed seeds.

The module parses options and prints; the export package of the table verifies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command, option
from tablee.faces.cli.parser_errors import whole
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.table.export.result_checks import LogChecked
    from tablee.table.export.throw_checks import Checked, SideChecked

FAILED = 1
"""Exit status when a throw does not hold."""


@command(
    "Vérifier les lancers de la maison : chacun est refait à partir de la graine que sa scène "
    "a dévoilée en finissant ; et, d’une campagne entière, ses événements et ses résultats. Le code "
    "de sortie est 1 quand quelque chose ne tient pas.",
    argument("file", "FICHIER", "Un fichier écrit par « tablee export » (« - » : l’entrée)."),
    option("scene --scene", "Ne vérifier que cette scène, lancer par lancer.", "N"),
    option(
        "commitment --commitment",
        "L’engagement que vous avez vu pendant une scène : il doit être celui d’une scène du fichier.",
        "SHA-256",
    ),
)
def verify_command(face: Face, file: str | None, scene: str | None, commitment: str | None) -> int:
    from tablee.faces.cli.campaign_files import bytes_of
    from tablee.faces.throw_verdicts import checked_view
    from tablee.rules.registry import find_game
    from tablee.table.export.house_throws import read_file
    from tablee.table.export.result_checks import log_checked
    from tablee.table.export.throw_checks import verified

    if file is None:
        raise refuse("file", None, "un fichier écrit par « tablee export »")
    data = bytes_of(file)
    throws = read_file(data)
    checked, log = verified(throws), log_checked(data)
    if commitment is not None:
        _require_commitment(checked, commitment)
    if scene is not None:
        checked = _only(checked, whole(scene, "--scene", 1))
    if face.json:
        face.write(checked_view(throws, checked) | _log_view(log))
    else:
        game = find_game(throws.game)  # the file may belong to a game that is not installed
        title = throws.game if game is None else game.title
        face.line(face.bold(throws.name) + face.dim(f" · {title} · {throws.table}"))
        _tell(face, checked, every=scene is not None)
        if throws.typed and scene is None:
            text = "{n:lancer saisi à la main|lancers saisis à la main}, que rien ne vérifie"
            face.line(face.dim(face.words.phrase(text, n=throws.typed) + "."))
        _tell_log(face, log)
    return 0 if checked.holds and log.changed is None and not log.results.wrong else FAILED


def _log_view(log: LogChecked) -> dict[str, Any]:
    """Return the first changed event, and the runs whose result does not follow, or is of other rules,
    and the characters whose sheets are of other rules and no longer fit."""
    results = log.results
    return {
        "changed_event": log.changed,
        "results": {"wrong": [*results.wrong.values()], "other_rules": results.others},
        "misfit_sheets": [*log.misfits],
    }


def _tell_log(face: Face, log: LogChecked) -> None:
    phrase = face.words.phrase
    if log.changed is not None:
        text = (
            "✗ L’événement {seq} n’est pas celui qui a été écrit : il a été changé, ôté ou déplacé."
        )
        face.line(phrase(text, seq=log.changed + 1))
    for run in log.results.wrong.values():
        text = "✗ Le résultat du jet {run:=} ne suit pas de ses faces et de ses choix."
        face.line(phrase(text, run=run))
    if log.results.others:
        text = "{n:résultat|résultats} d’une autre version des règles : rien ne vérifie le calcul."
        face.line(face.dim(phrase(text, n=log.results.others)))
    if log.misfits:
        text = (
            "{n:fiche|fiches} d’une autre version des règles ({names:=}), avec des valeurs qui ne vont plus "
            "et que rien ne vérifie."
        )
        names = ", ".join(log.misfits)
        face.line(face.dim(phrase(text, n=len(log.misfits), names=names)))


def _only(checked: Checked, scene: int) -> Checked:
    """Return the result for one scene. Raises `Refusal` when there is no such scene."""
    from tablee.table.export.throw_checks import Checked

    found = tuple(each for each in checked.scenes if each.scene == scene)
    if not found:
        known = ", ".join(str(each.scene) for each in checked.scenes) or "–"
        raise refuse("--scene", scene, "une scène parmi : {known:=}", known=known)
    return Checked(found, checked.intact)


def _require_commitment(checked: Checked, commitment: str) -> None:
    """Raise `Refusal` unless a seed of a scene has this commitment, or one that begins so."""
    known = [side.commitment for side in checked.sides]
    wanted = commitment.strip().lower()
    if len(wanted) < 8 or not any(each.startswith(wanted) for each in known):
        shown = ", ".join(each[:16] for each in known) or "–"
        raise refuse("--commitment", commitment, "un engagement parmi : {known:=}", known=shown)


# ── for people ─────────────────────────────────────────────────────────────────────────────────
def _tell(face: Face, checked: Checked, every: bool) -> None:
    """Print scene by scene; `every` prints each throw, otherwise only those that do not hold."""
    from tablee.faces.throw_verdicts import templates, word_texts

    text = templates(face.words)
    for scene in checked.scenes:
        head = text["scene"].replace("{scene}", str(scene.scene))
        face.line(face.style(f"{head} – {scene.title}" if scene.title else head, "accent"))
        for line in word_texts(face.words, scene):
            face.line(f"  {line}")
        for side in scene.sides:
            _tell_side(face, text, side, every)
    face.line()
    if not checked.intact:
        face.line(f"✗ {text['changed']}")
    counts = {"held": True, "failed": False, "unknown": None}
    parts = [_counted(face, name, checked.count(holds)) for name, holds in counts.items()]
    face.line(face.bold(", ".join(filter(None, parts)) or text["empty"]) + ".")


def _counted(face: Face, name: str, n: int) -> str:
    """Return the numbers of throws that hold, that do not, and that are unknown."""
    if not n:
        return ""
    if name == "held":
        return face.words.phrase("{n:lancer tient|lancers tiennent}", n=n)
    if name == "failed":
        return face.words.phrase("{n:lancer ne tient pas|lancers ne tiennent pas}", n=n)
    text = "{n:lancer ne peut pas être vérifié|lancers ne peuvent pas être vérifiés}"
    return face.words.phrase(text, n=n)


def _tell_side(face: Face, text: Mapping[str, str], side: SideChecked, every: bool) -> None:
    from tablee.faces.throw_verdicts import KEPT, reason_texts, verdict_text

    good = sum(each.holds is True for each in side.verdicts)
    bad = sum(each.holds is False for each in side.verdicts)
    parts = filter(None, (_counted(face, "held", good), _counted(face, "failed", bad)))
    quiet = side.status in ("checked", "keys") and not every
    status = "" if quiet else text[side.status]
    line = ", ".join(parts) or ("" if status else text["empty"])
    face.line("  " + face.dim(text[side.side]) + "  " + "  ".join(filter(None, (line, status))))
    if side.kept:
        face.line("    " + face.dim(face.words.phrase(KEPT, n=side.kept)))
    for verdict in side.verdicts:
        if verdict.holds is False:
            why = face.words.phrase(
                "{told:=} : {why:=}",
                told=verdict_text(face.words, verdict),
                why=reason_texts(face.words, verdict),
            )
            run = f"{verdict.thrown.run}/{verdict.thrown.place}"
            face.line(f"    ✗ {why} " + face.dim(f"({run})"))
        elif every:
            sign = "✓" if verdict.holds else "?"
            face.line(f"    {sign} {verdict_text(face.words, verdict)}")
