"""Consequences of wounds, chocs, ills and care (SAN, CHO, SOI, GUE, MAL, POI)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.games.exil.health.body import Body
from tablee.games.exil.health.care import covers_wounds
from tablee.games.exil.health.convalescence import Suivi, Wounded
from tablee.games.exil.health.harm import STAGES
from tablee.games.exil.tables import CAPITAL
from tablee.rules.consequences import Consequence, EmittedEffect, Run, ledger_event
from tablee.rules.procedure import replace
from tablee.rules.texts.words import deferred

_NO_REMEDY = deferred("dire si des soins agissent contre un mal sans remède connu")


def hurt(run: Run, qui: str | None, damage: int) -> Iterator[Consequence]:
    """Yield the loss of `damage` PdS (EXIL-SAN-03); where it ends a recovery, the leader may let
    that go on (R-64)."""
    if qui is not None and damage > 0:
        text = "{who:=} perd {n:Point de Santé|Points de Santé}."
        event = ledger_event(Suivi, qui, type="blessure", dommages=damage)
        goes_on = ledger_event(Suivi, qui, type="blessure", dommages=damage, malgre=True)
        body = run.campaign.ledger_state_of(Suivi, qui)
        ended = Wounded(dommages=damage).interrupts(replace(body, pds=body.points - damage))
        others = [goes_on] if ended else []
        clauses = "EXIL-SAN-03 EXIL-BLE-01"
        yield run.consequence(qui, clauses, text, event, others, for_leader=ended, n=damage)


def points_lost(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the PdS lost outside of combat (EXIL-CHU-01, EXIL-ASP-01)."""
    yield from hurt(run, run.who("acteur", ""), -left.amount)


def stunned(run: Run, qui: str | None, failures: int) -> Iterator[Consequence]:
    """Yield more failures against chocs; they count until the scene ends (EXIL-CHO-04)."""
    if qui is None:
        return
    before = run.sheet(qui).echecs
    failures = min(failures, 3 - before)
    if failures > 0:
        text = "{who:=} : {n:échec|échecs} de plus contre des chocs, état {conscience}."
        event = ledger_event(Suivi, qui, type="choc", echecs=failures)
        stage = STAGES[before + failures]
        yield run.consequence(qui, "EXIL-CHO-04", text, event, n=failures, conscience=stage)


def failures(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    yield from stunned(run, run.who(left.who, "acteur", ""), left.amount)


def shock(run: Run) -> Iterator[Consequence]:
    yield from stunned(run, run.who("acteur", ""), run.total("echecs"))


def cared(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield what successful care does (EXIL-SOI-02, -04, -05, R-63).

    PdS come back and bleeding stops after care that is enough for the present État de Santé. Care
    for a malignité ends one ill of it; of several the patient's player chooses."""
    qui, gravite = run.who("patient"), run.procedure.gravite
    if qui is None:
        return
    body = run.campaign.ledger_state_of(Suivi, qui)
    enough = covers_wounds(gravite, body.physique, body.points)
    if enough and body.points < body.capital:
        text = "{who:=} commence à regagner des Points de Santé, grâce aux soins."
        event = ledger_event(Suivi, qui, type="soins")
        yield run.consequence(qui, "EXIL-SOI-04 EXIL-SOI-05", text, event)
    curable = [mal for mal in body.maux if mal.soignable]
    meant = [m for m in curable if m.sorte != "hemorragie" and m.malignite == gravite]
    stopped = [[m] for m in curable if m.sorte == "hemorragie" and enough]
    for mal, *alike in [*stopped, *([meant] if meant else [])]:
        text = (
            "{who:=} ne saigne plus (« {nom:=} »)."
            if mal.sorte == "hemorragie"
            else "{who:=} : le remède contre « {nom:=} » agit."
        )
        first, *others = [ledger_event(Suivi, qui, type="remede", nom=m.nom) for m in (mal, *alike)]
        clauses = "EXIL-MAL-05 EXIL-SOI-04"
        yield run.consequence(qui, clauses, text, first, others, nom=mal.nom)
    if not meant:
        yield from _incurable(run, qui, gravite, body)


def _incurable(run: Run, qui: str, gravite: str | None, body: Body) -> Iterator[Consequence]:
    """Yield the reminder of care that succeeds against an ill without a known remedy: the leader
    decides whether it helps, and may end the ill (EXIL-MAL-06)."""
    for mal in body.maux:
        if not mal.soignable and mal.malignite == gravite:
            text = "Les soins réussissent, mais « {nom:=} » n’a pas de remède connu : au Meneur de dire si {who:=} en guérit."
            due: dict[str, Any] = {"procedure": None, "params": {}, "qui": qui}
            due["texte"] = _NO_REMEDY
            cured = ledger_event(Suivi, qui, type="remede", nom=mal.nom, malgre=True)
            event = {"type": "du", "du": due}
            clauses = "EXIL-MAL-05 EXIL-MAL-06"
            yield run.consequence(
                qui, clauses, text, event, [cured], for_leader=True, binding=True, nom=mal.nom
            )


def healing(run: Run) -> Iterator[Consequence]:
    """Yield the beginning of a natural healing: the longest time, with shorter ones for the leader
    to choose; then the next one that waits (EXIL-GUE-01). What the character does not suffer from
    does not heal."""
    qui = run.who("", "acteur")
    if qui is None:
        return
    asked, result = run.procedure, run.result
    body = run.campaign.ledger_state_of(Suivi, qui)
    wounded, ill = body.points < body.capital, {each.nom for each in body.maux}
    if not wounded if asked.mal is None else asked.mal not in ill:
        return
    same = {"activite": asked.activite, "medecin": asked.medecin, "nom": asked.mal}
    times = {result.jours_max, (result.jours_min + result.jours_max) / 2, result.jours_min}
    most, *others = [
        ledger_event(Suivi, qui, type="guerison", jours=str(each), **same)
        for each in sorted(times, reverse=True)
    ]
    text = (
        "{who:=} guérit sans soins : la pleine forme dans {hours:hours} au plus."
        if asked.mal is None
        else "{who:=} guérit sans soins de « {mal:=} », dans {hours:hours} au plus."
    )
    clauses = "EXIL-GUE-01 EXIL-GUE-02 EXIL-GUE-03"
    known = {"hours": 24 * result.jours_max, "mal": asked.mal}
    yield run.consequence(qui, clauses, text, most, others, for_leader=True, **known)
    for left in [each for each in body.left_to_heal() if each.get("mal") != asked.mal][:1]:
        text = "{who:=} a autre chose à guérir."
        yield run.pending(qui, "EXIL-GUE-01", text, run.procedure.id, left)


def poison(run: Run) -> Iterator[Consequence]:
    """Yield the end of a poison after first aid in time, or the PdS that it has taken (EXIL-POI-01,
    -02).

    A poison in the patient's ledger takes its PdS when the clock advances. With several such
    poisons the patient's player may say which one the aid was for."""
    qui = run.who("")
    if qui is None:
        return
    body = run.campaign.ledger_state_of(Suivi, qui)
    early = [m for m in body.maux if m.sorte == "poison" and body.heure < m.debut + m.delai]
    if not run.result.secouru:
        if not (early and run.procedure.secours):
            yield from _taken(run, qui)
    elif early:
        first, *others = [ledger_event(Suivi, qui, type="secours", nom=mal.nom) for mal in early]
        text = "{who:=} : des secours à temps, le poison ne fera rien."
        yield run.consequence(qui, "EXIL-POI-02", text, first, others)


def disease(run: Run) -> Iterator[Consequence]:
    """Yield the PdS that a disease has taken (EXIL-MAL-03)."""
    yield from _taken(run, run.who("", "acteur"))


def _taken(run: Run, qui: str | None) -> Iterator[Consequence]:
    """Yield the PdS taken by an ill that is not in the character's ledger (EXIL-MAL-03)."""
    asked = run.procedure
    start = CAPITAL[asked.physique] if asked.pds is None else asked.pds
    if qui is not None and run.result.pds < start:
        lost = start - run.result.pds
        text = "Le mal a pris {n:Point de Santé|Points de Santé} à {who:=}."
        event = ledger_event(Suivi, qui, type="decision", pds=-lost)
        yield run.consequence(qui, "EXIL-MAL-03 EXIL-SAN-03", text, event, n=lost)
