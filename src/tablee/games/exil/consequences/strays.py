"""Consequences of a stray projectile: who is hit, and how hard (INC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.exil.equipment.equipped import Equipped
from tablee.games.exil.fight.shot import Shot
from tablee.games.exil.health.convalescence import Suivi
from tablee.rules.consequences import Consequence, Run, ledger_event
from tablee.rules.texts.words import deferred

_VICTIMS = frozenset({"allie", "ennemi", "neutre"})


def astray(run: Run, perdu: str | None, shot: Shot, missed: str | None) -> Iterator[Consequence]:
    """Yield the wound of somebody hit by a stray projectile (EXIL-INC-03, -04, EXIL-TIR-14).
    `missed`: the target of the shot.

    The character in the place of that kind of victim is wounded. Without one the leader is reminded
    to say who was hit, and may choose one of the characters of that side instead."""
    if perdu not in _VICTIMS:
        return
    named = run.who(perdu)
    if named is not None and run.sheet(named).etat != "mort":
        damage = _damage(run, shot, named)
        text = "{who:=}, sur le trajet du tir perdu, perd {n:Point de Santé|Points de Santé}."
        grazed = shot.stray_damage(0, partial=True)
        others = [_wound(named, grazed)] if 0 < grazed != damage else []
        clauses = "EXIL-INC-04 EXIL-TIR-14"
        if damage > 0:
            event = _wound(named, damage)
            yield run.consequence(named, clauses, text, event, others, for_leader=True, n=damage)
        return
    text = "Un tir perdu a touché {perdu} : reste à dire qui, et de combien ({n:point|points} sans protection)."
    due = {"type": "du", "du": _DUE}
    others = [
        _wound(qui, n) for qui in _near(run, perdu, missed) if (n := _damage(run, shot, qui)) > 0
    ]
    n = shot.stray_damage(0)
    yield run.consequence(None, "EXIL-INC-04", text, due, others, for_leader=True, perdu=perdu, n=n)


def strayed(run: Run) -> Iterator[Consequence]:
    """Yield the reminder of somebody hit by a stray projectile that was rolled for by itself: the
    Poff is the damage where nothing more is known (EXIL-INC-04, R-48)."""
    perdu, n = run.result.perdu, run.procedure.poff
    if perdu in _VICTIMS:
        text = "Un tir perdu a touché {perdu} : reste à dire qui, et de combien ({n:point|points} sans protection)."
        yield run.consequence(
            None, "EXIL-INC-04", text, {"type": "du", "du": _DUE}, perdu=perdu, n=n
        )


_DUE: Mapping[str, Any] = {
    "procedure": None,
    "params": {},
    "qui": None,
    "texte": deferred("dire qui le tir perdu a touché, et de combien"),
}


def _wound(qui: str, damage: int) -> dict[str, Any]:
    return ledger_event(Suivi, qui, type="blessure", dommages=damage)


def _damage(run: Run, shot: Shot, qui: str) -> int:
    """Return the damage of a full hit on a character who does not see it coming."""
    return shot.stray_damage(run.sheet(qui).protection_totale)


def _near(run: Run, perdu: str, missed: str | None) -> Iterator[str]:
    """Yield the characters who may be such a victim: of the shooter's side, or of the other one."""
    shooter = run.who("acteur", "")
    if shooter is None:
        return
    side = run.sheet(shooter).camp
    for qui, sheet in run.campaign.fiches:
        if not isinstance(sheet, Equipped) or qui in (shooter, missed) or sheet.etat == "mort":
            continue
        if perdu == "neutre" or (sheet.camp == side) is (perdu == "allie"):
            yield qui
