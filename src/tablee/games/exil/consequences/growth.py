"""Consequences of tests of Détachement and of lessons (DET, APP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.games.exil.life.fading import Effacement
from tablee.games.exil.life.progress import Experience
from tablee.rules.consequences import Consequence, EmittedEffect, Run, ledger_event
from tablee.rules.schema import show
from tablee.rules.texts.words import deferred


def worked(run: Run) -> Iterator[Consequence]:
    """Yield the time of a work, and what an interrupted one leaves (EXIL-EXT-01)."""
    hours = (run.procedure.duree or 0) * run.result.periodes
    if "duree" in (run.procedure.mode, run.chosen("mode")):
        hours /= len(run.procedure.participants) or 1
    if hours:
        event = {"type": "avance", "unite": "heure", "n": str(hours)}
        text = "L’ouvrage a pris {hours:hours}."
        yield run.consequence(None, "EXIL-EXT-01", text, event, hours=hours)
    for left in run.effects:
        yield from interrupted(run, left)


def interrupted(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the reminder of an interrupted work, with the work done: the leader says whether it is
    taken up again (EXIL-EXT-04)."""
    qui = run.who("acteur", "")
    if qui is not None:
        asked = show(run.procedure)
        done = zip(asked["taches"], left.amount, strict=True)
        sheet = run.sheet(qui)
        tasks = [_unburdened(sheet, task) | {"cumul": cumul} for task, cumul in done]
        together = [_without(each, "hors") for each in asked["participants"]]
        params = asked | {"taches": tasks, "participants": together}
        text = "{who:=} : l’ouvrage est interrompu ; au Meneur de dire s’il pourra reprendre."
        yield run.pending(qui, "EXIL-EXT-04", text, run.procedure.id, params)


def _unburdened(sheet: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Return a task without the malus that its sheet gives, which may be another when the work is
    taken up again (EXIL-SAN-07, EXIL-PRO-04)."""
    ours = task["talent"] is not None and task["external"] in (sheet.malus, sheet.malus_physique)
    return _without(task, "hors", *(("external", "participants") if ours else ()))


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _character(run: Run, *names: str) -> str | None:
    """Return the character of a place, None for one whose sheet keeps no Détachement nor lessons."""
    qui = run.who(*names)
    return qui if qui is not None and hasattr(run.sheet(qui), "detachement") else None


def swayed(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the point gained on a 1 or lost on a 12 (EXIL-DET-09, -10)."""
    qui = _character(run, "acteur", "")
    if qui is not None:
        text = "{who:=} : {n:+} au Détachement."
        event = ledger_event(Effacement, qui, type="test", de=1 if left.amount > 0 else 12)
        yield run.consequence(qui, "EXIL-DET-09 EXIL-DET-10", text, event, n=left.amount)


def absent(run: Run) -> Iterator[Consequence]:
    """Yield the change of Détachement of a character who leaves the game for a while (EXIL-DET-12).

    The run computes it. Time that passes on the campaign clock has its own rule.
    """
    qui, lost = _character(run, "acteur", ""), run.total("detachement")
    if qui is not None and lost:
        text = "{who:=} : {n:+} au Détachement."
        event = ledger_event(Effacement, qui, type="decision", points=lost)
        yield run.consequence(qui, "EXIL-DET-12", text, event, n=lost)


def created(run: Run) -> Iterator[Consequence]:
    """Yield the points of a new character (EXIL-DET-02)."""
    qui = _character(run, "acteur", "")
    if qui is not None:
        text = "{who:=} commence avec {n:point|points} de Détachement."
        event = {"type": "retouche", "qui": qui, "champs": {"detachement": run.result.points}}
        yield run.consequence(qui, "EXIL-DET-02", text, event, n=run.result.points)


def taught(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the lesson that makes the next level of a Talent easier to learn (EXIL-APP-04).

    The pupil's player chooses the Talent when the run does not determine it."""
    places = ("apprenti",) if run.procedure.id == "exil.teaching" else ("", "acteur")
    pupil = _character(run, *places)
    if pupil is None:
        return
    clauses, names = "EXIL-APP-04", _may_be(run, pupil)
    lessons = [ledger_event(Experience, pupil, type="enseigner", talent=name) for name in names]
    if len(names) == 1:
        text = "{who:=} apprendra un rang plus facilement le prochain niveau de « {talent:=} »."
        yield run.consequence(pupil, clauses, text, lessons[0], talent=names[0])
    else:
        text = "{who:=} apprendra un rang plus facilement le prochain niveau d’un Talent : lequel ?"
        texte = deferred("dire quel Talent s’apprendra plus facilement")
        due: dict[str, Any] = {"procedure": None, "params": {}, "qui": pupil, "texte": texte}
        yield run.consequence(pupil, clauses, text, {"type": "du", "du": due}, lessons)


def _may_be(run: Run, pupil: str) -> list[str]:
    """Return the Talents that a lesson may be for: the one named by the run or by its request, else
    those with the same level and learning difficulty."""
    asked, kept = run.procedure, run.campaign.ledger_state_of(Experience, pupil)
    if asked.talent is not None:
        return [asked.talent]
    level = getattr(asked, "eleve", None)
    known = [name for name, _ in kept.talents]
    for field in ("eleve", "apprentissage"):
        if (name := kept.named(run.named.get(field, ""))) in known:
            return [name]
    return [
        name
        for name in known
        if level in (None, kept.talent(name).niveau)
        and kept.talent(name).apprentissage in (None, asked.apprentissage)
    ]
