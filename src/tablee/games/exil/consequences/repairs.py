"""Consequences of a Jet de Bricoleur: a jammed gun fires again, one's own or another's (INC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.exil.consequences.combat import gun_now
from tablee.games.exil.equipment.equipped import Equipped
from tablee.rules.consequences import Consequence, Run
from tablee.rules.sheets.sheet_params import folded
from tablee.rules.texts.words import deferred

BRICOLEUR = "bricoleur"
_DUE: Mapping[str, Any] = {
    "procedure": None,
    "params": {},
    "qui": None,
    "texte": deferred("dire si le jet de Bricoleur débloque une arme enrayée"),
}


def repaired(run: Run) -> Iterator[Consequence]:
    """Yield the repair of a jammed gun after a success with the Talent Bricoleur, of two that fit
    the one that the player chose (EXIL-INC-07, EXIL-ACT-07)."""
    asked, chosen = run.procedure, run.chosen("talent")
    levels = {field: getattr(asked, field, None) for field in ("talent", "autre_talent")}
    used = [field for field, level in levels.items() if chosen in (None, level)]
    tried = BRICOLEUR in {folded(run.named.get(field, "")) for field in used}
    if not tried or not run.result.success or (qui := run.who("acteur", "")) is None:
        return
    if _jammed(run.sheet(qui)):
        yield from gun_now(run, qui, "rien")
    else:
        yield from _perhaps(run, qui)


def repaired_together(run: Run) -> Iterator[Consequence]:
    """Yield the question whose jammed gun a common success clears, where all may have used Bricoleur
    (EXIL-COO-01, EXIL-INC-07)."""
    asked = run.procedure.participants
    whose = [run.who(f"participants[{place}]") for place in range(len(asked))]
    used = [
        q is not None and run.sheet(q).bricoleur == p.talent
        for q, p in zip(whose, asked, strict=True)
    ]
    if run.result.success and all(used) and whose[0] is not None:
        yield from _perhaps(run, whose[0])


def _perhaps(run: Run, tinker: str) -> Iterator[Consequence]:
    """Yield the question whether a roll was for a jammed gun of the tinker's side: the leader says it
    (EXIL-INC-07)."""
    camp = run.sheet(tinker).camp
    armed = [(who, each) for who, each in run.campaign.fiches if isinstance(each, Equipped)]
    theirs = [who for who, each in armed if _jammed(each) and each.camp == camp]
    others = [each.event for who in theirs for each in gun_now(run, who, "rien")]
    if others:
        text = "Un jet de Bricoleur réussi : au Meneur de dire s’il débloque une arme enrayée."
        due = {"type": "du", "du": _DUE}
        yield run.consequence(None, "EXIL-INC-07", text, due, others, for_leader=True)


def _jammed(sheet: Equipped) -> bool:
    """Return whether a character carries a gun that is jammed."""
    return sheet.enrayee and sheet.tire is not None
