"""Accidents of a shot: incidents of a firearm, stray projectiles (INC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from tablee.dice.die import D12
from tablee.dice.tails import Cuts
from tablee.games.exil.fight.attack_fields import ShotLetalite
from tablee.games.exil.fight.attack_tables import (
    INCIDENT_POINTS,
    INCIDENTS,
    STRAY,
    Incidents,
    Stray,
    stray_points,
)
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import YES_NO
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, call, decide, roll
from tablee.rules.refusal import refuse


class IncidentResult(Result):
    """An incident. `degats_tireur`: PdS that the shooter loses in an explosion."""

    incident: Incidents
    degats_tireur: int


_SENTENCES: dict[Incidents, tuple[str, str]] = {
    "rien": ("EXIL-INC-05", "L’arme n’y est pour rien."),
    "long_feu": (
        "EXIL-INC-06",
        "Long feu : la munition ne part pas. L’arme sert encore, mais {who:@tireur} aura −3 à son "
        "prochain Poff.",
    ),
    "enrayee": (
        "EXIL-INC-07",
        "L’arme s’enraye : il faudra un jet de Bricoleur réussi pour s’en resservir.",
    ),
    "explosion": ("EXIL-INC-08", "L’arme explose en pleine main ; {who:@tireur} la perd."),
}


class Incident(Procedure[IncidentResult], id="exil.incident"):
    """An incident of a firearm after a missed shot, optional (EXIL-INC-05..08).

    1 to 4 nothing, 5 to 7 long feu, 8 to 10 jammed, 11 or 12 an explosion: then a second d12 and
    the létalité of the weapon, at least 0, are the damage of the shooter without armour (R-52).
    """

    letalite: ShotLetalite = 0
    arme_a_feu: Annotated[
        bool, Meta(description="est-ce une arme à feu ?"), on_sheet("arme_a_feu")
    ] = True

    utilities = {"degats_tireur": lambda _, result, seat: -result.degats_tireur}

    def check(self) -> None:
        if not self.arme_a_feu:
            allowed = "oui (les autres armes n’ont pas d’incident)"
            raise refuse("arme_a_feu", self.arme_a_feu, allowed)

    async def rule(self) -> IncidentResult:
        incident = INCIDENTS[await roll(D12, "incident", Cuts(INCIDENT_POINTS, D12), who="acteur")]
        note(*_SENTENCES[incident], who="acteur")
        damage = 0
        if incident == "explosion":
            face = await roll(D12, "explosion", who="acteur")
            damage = max(0, face + self.letalite)
            note(
                "EXIL-INC-08",
                "Un d12 de {face}{letality:|, létalité de l’arme} : "
                "{damage:point|points} de dégâts pour {who:@tireur}, sans aucune protection.",
                who="acteur",
                face=face,
                letality=self.letalite,
                damage=damage,
            )
        return IncidentResult(incident=incident, degats_tireur=damage)


async def incident_of(
    incidents: bool | ASK, letalite: int, seats: Mapping[str, str] | None = None
) -> IncidentResult:
    """Return the incident of a firearm that has missed; none unless the leader wants a roll
    (EXIL-INC-05)."""
    if not await decide(incidents, "incidents", YES_NO, who="gm", default=False):
        return IncidentResult(incident="rien", degats_tireur=0)
    return await call(Incident(letalite=letalite), seats=seats)


async def misfire(incidents: bool | ASK, letalite: int) -> Incidents:
    """Return the incident of a firearm in hand that has missed in contact, and emit its effects; a
    long feu is emitted by the caller, unless another attack follows (EXIL-INC-05, EXIL-TIR-02)."""
    trouble = await incident_of(incidents, letalite, {"acteur": "attaquant"})
    if trouble.incident not in ("rien", "long_feu"):
        effect("incident", trouble.incident, "attaquant")
    if trouble.degats_tireur:
        effect("pds", -trouble.degats_tireur, "attaquant")
    return trouble.incident


class TirPerduResult(Result):
    """The kind of victim of a stray projectile; the leader decides who and how hard."""

    perdu: Stray


class TirPerdu(Procedure[TirPerduResult], id="exil.tir_perdu"):
    """The victim of a missed shot, optional (EXIL-INC-02, -03).

    A higher Poff makes scenery likelier; from 13 on nothing is hit and no die is rolled. A Poff of
    0 counts as 1 to 3 (R-48).

    Left to the leader: EXIL-INC-01, -04.
    """

    poff: Annotated[int, Meta(ge=0, le=60, description="Poff du tir manqué")]

    seats = {"acteur": ""}
    utilities = {"allie_epargne": lambda _, result, seat: int(result.perdu != "allie")}
    goals = {"": "allie_epargne"}

    async def rule(self) -> TirPerduResult:
        points = stray_points(self.poff)
        if points is None:
            note(
                "EXIL-INC-02",
                "Avec un Poff de {poff}, le projectile se perd sans rien toucher.",
                poff=self.poff,
            )
            return TirPerduResult(perdu="aucun")
        neutral, enemy, ally = points
        note(
            "EXIL-INC-02 EXIL-INC-03",
            "Poff {poff} : à partir de {neutral} le tir perdu touche un passant, de {enemy} un "
            "ennemi, de {ally} un allié ; en dessous, le décor.",
            poff=self.poff,
            neutral=neutral,
            enemy=enemy,
            ally=ally,
        )
        perdu = STRAY[await roll(D12, "tir_perdu", Cuts(points, D12), who="acteur")]
        note("EXIL-INC-03 EXIL-INC-04", "Le projectile atteint {perdu}.", perdu=perdu)
        return TirPerduResult(perdu=perdu)
