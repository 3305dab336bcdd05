"""Verdicts on the house dice, in words.

The terminal formats them here; the page that checks in the browser receives the same texts as
templates. The module may import the export package of the table. It checks nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.rules.texts.words import Words
from tablee.table.export.house_throws import Throws
from tablee.table.export.throw_checks import (
    Checked,
    SceneChecked,
    SideChecked,
    Verdict,
    WordChecked,
)
from tablee.table.log.scene_dice import dice_of

Json = dict[str, Any]
PLEDGED = "{n:mot de joueur promis|mots de joueurs promis} avant qu’aucun ne soit connu."
KEPT = (
    "{n:jet de cette scène reste secret|jets de cette scène restent secrets} : ce fichier n’en dit "
    "rien de plus."
)


def templates(words: Words) -> Mapping[str, str]:
    """Return the texts of a check by name, in the language of the reader, with `{…}` still open."""
    text = words.text
    return {
        "scene": text("Scène {scene}"),
        "open": text("À la vue de tous"),
        "screen": text("Derrière l’écran"),
        "checked": text("La graine est celle sur laquelle la maison s’était engagée."),
        "keys": text(
            "Chaque lancer montré a la clé sur laquelle la maison s’était engagée ; la graine reste "
            "secrète."
        ),
        "kept": text(KEPT),
        "running": text(
            "La scène se joue encore : ses lancers se vérifieront quand elle sera finie."
        ),
        "cut": text(
            "La campagne a quitté sa table au milieu de cette scène et sa graine est restée "
            "là-bas : rien ne peut y être vérifié."
        ),
        "missing": text("La scène est finie, mais sa graine n’est pas dans ce fichier."),
        "forged": text("La graine n’est pas celle sur laquelle la maison s’était engagée."),
        "pledged": text(PLEDGED),
        "open_word": text("{seat} : le mot a été donné à découvert."),
        "word_fails": text("{seat} : le mot n’est pas celui que ce siège avait promis."),
        "word_missing": text("Le mot promis par {seat} n’est pas venu."),
        "withheld": text(
            "Un mot promis n’est pas venu ({seats}) : les autres en ont donné de nouveaux."
        ),
        "unworded": text("Aucun mot de joueur ici : un hôte malhonnête a pu choisir la graine."),
        "throw": text("n° {counter} · {dice} · {faces}"),
        "run": text("jet {run}, après {place:lancer|lancers}"),
        "for_one": text("pour un seul siège"),
        "words": text("mots des joueurs : {words}"),
        "no_words": text("aucun mot des joueurs"),
        "reason.told": text("le récit du jet en donne d’autres faces"),
        "reason.counter": text("le numéro {expected} devait venir ici"),
        "reason.place": text("ce n’est pas sa place dans son jet"),
        "reason.words": text("les mots des joueurs étaient alors : {expected}"),
        "reason.key": text("sa clé n’est pas de celles sur lesquelles la maison s’était engagée"),
        "reason.dice": text("de tels dés n’existent pas"),
        "reason.faces": text("la graine donne {expected}"),
        "changed": text("Ce fichier a changé depuis qu’il a été écrit : son empreinte est autre."),
        "none": text("aucun"),
        "held": text("{n:lancer tient|lancers tiennent}"),
        "failed": text("{n:lancer ne tient pas|lancers ne tiennent pas}"),
        "unknown": text("{n:lancer ne peut pas être vérifié|lancers ne peuvent pas être vérifiés}"),
        "typed": text("{n:lancer saisi à la main|lancers saisis à la main}, que rien ne vérifie"),
        "empty": text("aucun lancer"),
        "holds": text("tient"),
        "fails": text("ne tient pas"),
        "not_known": text("invérifiable"),
    }


def word_texts(words: Words, scene: SceneChecked) -> list[str]:
    """Return lines about the words of the players in a scene."""
    text, found = templates(words), []
    kept = sum(each.holds is True and each.pledged.pledge != "" for each in scene.words)
    if kept:
        found.append(words.phrase(PLEDGED, n=kept))
    for each in scene.words:
        name = "open_word" if not each.pledged.pledge else ""
        if each.holds is not True:
            name = "word_fails" if each.pledged.word else "word_missing"
        if name:
            found.append(text[name].replace("{seat}", each.pledged.seat))
    if scene.withheld:
        found.append(text["withheld"].replace("{seats}", ", ".join(scene.withheld)))
    if scene.unworded:
        found.append(text["unworded"])
    return found


def verdict_text(words: Words, verdict: Verdict) -> str:
    """Return one line on a throw: its number, its dice, its faces."""
    thrown = verdict.thrown
    return words.phrase(
        "n° {counter} · {dice:=} · {faces:=}",
        counter=thrown.counter,
        dice=dice_text(thrown.dice),
        faces=_listed(thrown.faces),
    )


def reason_texts(words: Words, verdict: Verdict) -> str:
    """Return the reasons why a throw does not hold."""
    text = templates(words)
    found = []
    for wrong in verdict.wrong:
        expected = wrong.expected
        if isinstance(expected, list):
            expected = _listed(expected)
        if wrong.reason == "words":
            expected = ", ".join(str(expected).splitlines()) or text["none"]
        found.append(text[f"reason.{wrong.reason}"].replace("{expected}", str(expected)))
    return ", ".join(found)


def dice_text(dice: str) -> str:
    """Return the dice of a throw in the usual notation, unchanged where they are unknown."""
    try:
        return dice_of(dice).notation()
    except ValueError:
        return dice


def _listed(faces: Any) -> str:
    return ", ".join(map(str, faces)) or "–"


# ── JSON ───────────────────────────────────────────────────────────────────────────────────────
def checked_view(throws: Throws, checked: Checked) -> Json:
    """Return the verdict on a file as JSON."""
    return {
        "table": throws.table,
        "name": throws.name,
        "game": throws.game,
        "seat": throws.seat or None,
        "intact": checked.intact,
        "holds": checked.holds,
        "held": checked.count(True),
        "failed": checked.count(False),
        "unknown": checked.count(None),
        "typed": throws.typed,
        "scenes": [
            {
                "scene": scene.scene,
                "title": scene.title,
                "words": [_word_view(each) for each in scene.words],
                "withheld": [*scene.withheld],
                "unworded": scene.unworded,
                "sides": [_side_view(side) for side in scene.sides],
            }
            for scene in checked.scenes
        ],
    }


def _word_view(word: WordChecked) -> Json:
    given = word.pledged
    return {"seat": given.seat, "word": given.word, "pledge": given.pledge, "holds": word.holds}


def _side_view(side: SideChecked) -> Json:
    return {
        "side": side.side,
        "status": side.status,
        "kept": side.kept,
        "commitment": side.commitment,
        "holds": side.holds,
        "throws": [_verdict_view(each) for each in side.verdicts],
    }


def _verdict_view(verdict: Verdict) -> Json:
    thrown = verdict.thrown
    return {
        "counter": thrown.counter,
        "at": thrown.at,
        "title": thrown.title,
        "run": thrown.run,
        "place": thrown.place,
        "for_one": thrown.for_one,
        "dice": thrown.dice,
        "faces": list(thrown.faces),
        "words": thrown.words,
        "holds": verdict.holds,
        "wrong": [{"reason": each.reason, "expected": each.expected} for each in verdict.wrong],
    }
