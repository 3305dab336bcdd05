"""Bursts: the full Poff against several targets (weapons of ARM)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.exil.equipment.weapons import RANGED, BurstArme
from tablee.games.exil.fields import Physique, Range, Talent
from tablee.games.exil.fight.attack_fields import (
    Aim,
    AimedZone,
    Aware,
    GmModifier,
    PasseDistanceChoice,
    Pdef,
    Protection,
    Rounds,
    ShooterMovement,
    ShooterPoff,
    TargetActivity,
    ZoneModifier,
)
from tablee.games.exil.fight.attack_tables import Incidents
from tablee.games.exil.fight.blows import check_fires, check_zone
from tablee.games.exil.fight.mishaps import incident_of
from tablee.games.exil.fight.passe_notes import TARGET
from tablee.games.exil.fight.passes import PasseDistance
from tablee.games.exil.fight.potential import targets_of_burst
from tablee.games.exil.fight.shot import (
    Hit,
    Jammed,
    MayStray,
    Shot,
    ShotForce,
    ShotResult,
)
from tablee.games.exil.out_of_action import OutOfAction, TargetOut, check_alive, check_up
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import effect, note, rulings, wanted
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import UNWANTED, Procedure, Record, Result
from tablee.rules.questions import Call, call
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from
from tablee.rules.schema import fields_of

BurstLetalite = Annotated[
    int, Meta(ge=-10, le=20, description="ce que l’arme ajoute aux dégâts d’un coup plein")
]
BurstPerceArmure = Annotated[
    bool, Meta(description="arme marquée * : les protections comptent à moitié")
]
"""By default those of `arme`, whatever else the character carries (EXIL-ARM-09, -11)."""


class ShotTarget(Record):
    """One target of a burst."""

    range: Annotated[Range, Meta(description="portée de l’arme à cette distance")] = "courte"
    cover: GmModifier = 0
    activite: TargetActivity = "immobile"
    aware: Aware = False
    pdef: Pdef = 0
    protection: Protection = 0
    hors: TargetOut = "debout"


class BurstOutcome(Result):
    """The outcome of one shot of a burst; `non_tire` after the weapon has stopped."""

    outcome: Literal["rate", "partiel", "plein", "non_tire"]
    damage: int


class RafaleResult(Result):
    """The outcomes, one for each target, each with its passe. `degats_tireur`: PdS of the shooter
    (an explosion)."""

    resultats: tuple[BurstOutcome, ...]
    passes: tuple[PasseDistance | None, ...]
    enrayee: bool
    degats_tireur: int


HITS = ("partiel", "plein")
"""The outcomes of a shot that reaches its target: neither missed nor left in a jammed weapon."""


class BurstShot(Shot):
    """A shot of a burst: a 12 jams the weapon, or under `burst_jam: table` rolls an incident."""

    async def _trouble(self, hit: Hit) -> tuple[Incidents, int]:
        if not hit.twelve:
            return "rien", 0
        if rulings(ExilRulings).burst_jam == "always":
            note("EXIL-ARM-13 EXIL-ARM-14 EXIL-INC-07", "Le d12 montre 12 : l’arme s’enraye.")
            return "enrayee", 0
        note("EXIL-ARM-13 EXIL-ARM-14", "Le d12 montre 12 : l’arme risque de s’enrayer.")
        trouble = await incident_of(True, self.letalite)
        return trouble.incident, trouble.degats_tireur


async def volley(shots: Iterable[tuple[str, Call[ShotResult]]]) -> list[ShotResult]:
    """Fire the shots of a burst, each at the target that it is with, in order until the weapon
    stops; the magazine is then empty (EXIL-ARM-12..14)."""
    fired: list[ShotResult] = []
    for target, shot in shots:
        note("EXIL-ARM-13 EXIL-ARM-14", "La rafale arrive sur {whom:@le}.", whom=target)
        fired.append(await shot)
        if fired[-1].incident in ("enrayee", "explosion"):
            break
    note("EXIL-ARM-12 EXIL-ARM-13 EXIL-ARM-14", "La rafale s’arrête, chargeur vide.")
    return fired


class Rafale(Procedure[RafaleResult], id="exil.rafale"):
    """A burst: the full Poff against several targets (EXIL-ARM-13, -14, EXIL-OPT-05).

    Each target is a shot (EXIL-TIR-07..22), in the order announced; the magazine is empty
    afterwards (EXIL-ARM-12). A shot that misses may hit something else, as any other (EXIL-INC-02,
    R-91). The weapon gives `letalite` and `perce_armure` where they are left out
    (EXIL-ARM-09, -11). P(enrayee) for n targets = 1 - (11/12)^n (R-50).

    Left to the leader: EXIL-ARM-16, EXIL-INC-04.
    """

    arme: Annotated[BurstArme, Meta(description="arme qui tire en rafale"), on_sheet("rafale")]
    tireur: Annotated[Talent, Meta(description="niveau du Talent Tireur"), on_sheet("tireur")]
    poff: ShooterPoff
    cibles: Annotated[
        tuple[ShotTarget, ...],
        Meta(
            min_length=1, max_length=20, description="les cibles, toutes différentes, dans l’ordre"
        ),
    ]
    aim: Aim = 0
    movement: ShooterMovement = "aucun"
    visibility: GmModifier = 0
    other: GmModifier = 0
    zone: AimedZone = "aucune"
    zone_modifier: ZoneModifier = 0
    letalite: BurstLetalite | None = None
    physique: Physique = "moyen"
    force: ShotForce = False
    perce_armure: BurstPerceArmure | None = None
    passe: PasseDistanceChoice = "auto"
    munitions: Annotated[Rounds, on_sheet("chargeur_rafale")] = None
    enrayee: Annotated[Jammed, on_sheet("enrayee_rafale")] = False
    tirs_perdus: MayStray = False
    hors: OutOfAction = "debout"

    apart = ("", "cibles")
    seats = {"acteur": "", f"{TARGET}#": "cibles"}
    utilities = {
        "degats": lambda _, result, seat: sum(each.damage for each in result.resultats),
        "plein": lambda _, result, seat: sum(each.outcome == "plein" for each in result.resultats),
        "une_touche": lambda _, result, seat: int(
            any(each.outcome in HITS for each in result.resultats)
        ),
    }
    goals = {"": "une_touche"}

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def check(self) -> None:
        check_up(self.hors)
        check_zone(self.zone, self.zone_modifier)
        most = targets_of_burst(self.arme, self.tireur)
        if len(self.cibles) > most:
            raise refuse(
                "cibles",
                len(self.cibles),
                "au plus {most:cible|cibles} pour cette arme à ce niveau de Tireur",
                most=most,
            )
        for place, target in enumerate(self.cibles):
            check_alive(target.hors, f"cibles[{place}].hors")
            self.shot_at(target).accept_passe()
        check_fires(self.enrayee, self.munitions)

    def shot_at(self, target: ShotTarget) -> BurstShot:
        """Return the shot at one target, with the weapon's numbers where none are given."""
        weapon = RANGED[self.arme]
        own: dict[str, Any] = {"arme_a_feu": True, "enraye_sur_12": True, "hors": "debout"}
        own |= {"munitions": None, "enrayee": False}
        for name in ("letalite", "perce_armure"):
            given = getattr(self, name)
            own[name] = getattr(weapon, name) if given is None else given
        return BurstShot(**fields_from(self, Shot) | fields_from(target, Shot) | own)

    async def rule(self) -> RafaleResult:
        listed, named = wanted("resultats"), wanted("passes")
        by: tuple[str, ...] = ("incident", "degats_tireur")
        by += tuple(fields_of(BurstOutcome)) * listed + ("passe",) * named
        strays = self.tirs_perdus is not False
        by += ("perdu",) * strays
        names = [f"{TARGET}{place}" for place in range(1, len(self.cibles) + 1)]
        fired = await volley(
            (name, call(self.shot_at(target), by=by, seats={TARGET: name}))
            for name, target in zip(names, self.cibles, strict=True)
        )
        for name, each in zip(names, fired if strays else (), strict=False):
            if each.perdu not in (None, "aucun"):
                effect("devie", each.perdu, name)
        left = len(self.cibles) - len(fired)
        lost = BurstOutcome(outcome="non_tire", damage=0)
        shots = [BurstOutcome(**fields_from(each, BurstOutcome)) for each in fired if listed]
        passes = [each.passe for each in fired if named]
        if listed:
            hits = sum(each.outcome in HITS for each in shots)
            text = "Bilan de la rafale : {n:aucune cible atteinte|cible atteinte|cibles atteintes}."
            note("EXIL-ARM-13 EXIL-ARM-14", text, n=hits)
        return RafaleResult(
            resultats=(*shots, *[lost] * left) if listed else UNWANTED,
            passes=(*passes, *[None] * left) if named else UNWANTED,
            enrayee=fired[-1].incident == "enrayee",
            degats_tireur=fired[-1].degats_tireur,
        )
