"""Combat at range: one shot (TIR)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12
from tablee.dice.reads import Reaches
from tablee.games.exil.actions.simple import least_margin
from tablee.games.exil.fields import Physique, Range
from tablee.games.exil.fight.attack_fields import (
    Aim,
    AimedZone,
    Aware,
    Force,
    GmModifier,
    MayMisfire,
    MayStun,
    PasseDistanceChoice,
    Pdef,
    PerceArmure,
    Protection,
    Rounds,
    ShooterMovement,
    ShooterPoff,
    ShotLetalite,
    Stuns,
    StunValue,
    TargetActivity,
    TargetFailures,
    TargetPhysique,
    ZoneModifier,
)
from tablee.games.exil.fight.attack_notes import note_jam
from tablee.games.exil.fight.attack_tables import (
    MINIMAL_MARGINS,
    MOVEMENTS,
    RANGES,
    Incidents,
    Stray,
)
from tablee.games.exil.fight.blows import (
    aimed,
    check_fires,
    check_zone,
    full_hit,
    grazing_hit,
    take_aim,
)
from tablee.games.exil.fight.mishaps import TirPerdu, incident_of
from tablee.games.exil.fight.passe_notes import note_passe_at_range
from tablee.games.exil.fight.passes import PasseDistance, offered_at_range, strongest
from tablee.games.exil.fight.shot_notes import (
    note_conditions,
    note_halved,
    note_needed,
    note_partial_hit,
)
from tablee.games.exil.fight.stunning import asked_to_stun, check_stuns, stun
from tablee.games.exil.out_of_action import OutOfAction, TargetOut, check_alive, check_up
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings, without_notes
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import YES_NO, OneOf
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import ASK, call, decide, roll
from tablee.rules.refusal import refuse

ShotForce = Annotated[Force, on_sheet("force_tir")]
ShotPerceArmure = Annotated[PerceArmure, on_sheet("perce_armure_tir")]
ArmeAFeu = Annotated[bool, Meta(description="est-ce une arme à feu ?"), on_sheet("arme_a_feu")]
EnrayeSur12 = Annotated[
    bool, Meta(description="l’arme s’enraye-t-elle sur un 12 ?"), on_sheet("enraye_sur_12")
]
Jammed = Annotated[
    bool,
    Meta(description="l’arme à feu est-elle enrayée, jusqu’à un jet de Bricoleur ?"),
    on_sheet("enrayee_tir"),
]
"""EXIL-INC-07."""

MayStray = Annotated[bool | ASK, Meta(description="un tir manqué peut-il toucher autre chose ?")]
"""The leader decides whether to use stray shots (EXIL-INC-01)."""


class ShotResult(Result):
    """The outcome of a shot. `damage`: PdS of the target; `degats_tireur`: PdS of the shooter.

    `passe`: null except for a full hit with a Poff of 1 or more. `incident`: `rien` also where no
    die was rolled. `perdu`: the victim of a stray projectile, null where none was rolled for.
    """

    outcome: Literal["rate", "partiel", "plein"]
    damage: int
    passe: PasseDistance | None
    fatal: bool
    incident: Incidents
    degats_tireur: int
    perdu: Stray | None


_DAMAGE_CLAUSES = "EXIL-TIR-13 EXIL-TIR-14 EXIL-BON-01 EXIL-PRO-02"


class _Aim(Record):
    """The numbers of a shot before its roll: the Poff that counts, the level, the minimal margin."""

    power: int
    level: int
    minimal: int


class Hit(Record):
    """The result of the roll of a shot. `twelve`: a 12 that jams the weapon."""

    outcome: Literal["rate", "partiel", "plein"]
    damage: int = 0
    passe: PasseDistance | None = None
    twelve: bool


class Shot(Procedure[ShotResult], id="exil.shot"):
    """A shot: a simple action with a minimal margin (EXIL-TIR-01, -03..22).

    Firearms may fail after a miss (EXIL-INC-05..08) or jam on a 12 (EXIL-ARM-15), a missed shot may
    hit something else (EXIL-INC-02, -03). The shooter may aim at a part of the body (EXIL-OPT-06);
    at extreme range the Poff is halved (EXIL-ARM-05, -06). A fusil sonique may stun (EXIL-ARM-17).
    P(hit) = min(12, max(0, level)) / 12.

    Left to the leader: EXIL-INC-04, EXIL-OPT-07, EXIL-ARM-08, -18.
    """

    poff: ShooterPoff
    aim: Aim = 0
    range: Annotated[Range, Meta(description="portée de l’arme à cette distance")] = "courte"
    movement: ShooterMovement = "aucun"
    visibility: GmModifier = 0
    cover: GmModifier = 0
    other: GmModifier = 0
    zone: AimedZone = "aucune"
    zone_modifier: ZoneModifier = 0
    activite: TargetActivity = "immobile"
    aware: Aware = False
    pdef: Pdef = 0
    letalite: ShotLetalite = 0
    physique: Physique = "moyen"
    force: ShotForce = False
    protection: Protection = 0
    perce_armure: ShotPerceArmure = False
    passe: PasseDistanceChoice = "auto"
    arme_a_feu: ArmeAFeu = False
    enraye_sur_12: EnrayeSur12 = False
    munitions: Rounds = None
    enrayee: Jammed = False
    incidents: MayMisfire = False
    tirs_perdus: MayStray = False
    choc: Stuns = False
    assommante: Annotated[MayStun, on_sheet("tir_assomme")] = True
    valeur_choc: StunValue = None
    physique_cible: TargetPhysique = "moyen"
    echecs: TargetFailures = 0
    hors: OutOfAction = "debout"
    hors_cible: TargetOut = "debout"

    apart = ("", "cible", "allie", "ennemi")
    seats = {"acteur": "", "allie": "allie", "ennemi": "ennemi"}
    """`allie`, `ennemi`: who may be hit by a stray projectile (EXIL-INC-03)."""
    endings = ("outcome",)
    utilities = {
        "degats": lambda _, result, seat: result.damage,
        "touche": lambda _, result, seat: int(result.outcome != "rate"),
        "plein": lambda _, result, seat: int(result.outcome == "plein"),
        "fatal": lambda _, result, seat: int(result.fatal),
    }
    goals = {"": "touche"}
    mains_nues = contondante = False
    spares = False
    """Whether the shot stuns wherever it is played: then it does not kill (EXIL-ARM-17)."""

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def check(self) -> None:
        check_up(self.hors)
        check_alive(self.hors_cible, "hors_cible")
        check_zone(self.zone, self.zone_modifier)
        self.accept_passe()
        check_stuns(self.choc, self.assommante)
        if self.arme_a_feu:
            check_fires(self.enrayee, self.munitions)

    def accept_passe(self) -> None:
        """Raise `Refusal` for a fixed passe that is not open at this Poff."""
        if self.passe in ("auto", "ask"):
            return
        open_now = self.open_passes()
        if self.passe not in open_now:
            form = OneOf(("auto", *open_now, "ask"))
            raise refuse("passe", self.passe, "{form:form}", form=form)

    async def rule(self) -> ShotResult:
        aim = self._aim()
        stuns = await asked_to_stun(self.choc, self.assommante, "acteur")
        hit = await self._shoot(aim, stuns)
        if stuns:
            await stun(self, hit.damage, "cible")
            hit = replace(hit, damage=0)
        incident, harm = await self._trouble(hit)
        perdu: Stray | None = None
        if hit.outcome == "rate" and incident == "rien":
            perdu = await self._astray(aim.power)
        return ShotResult(
            outcome=hit.outcome,
            damage=hit.damage,
            passe=hit.passe,
            fatal=hit.passe == "tir_fatal",
            incident=incident,
            degats_tireur=harm,
            perdu=perdu,
        )

    # ── before the roll ────────────────────────────────────────────────────────────────────────
    def open_passes(self) -> tuple[PasseDistance, ...]:
        """Return the passes that a full hit opens, from P alone."""
        return self._offered(self._poff_that_counts(), self.choc is True)

    def _offered(self, power: int, stuns: bool) -> tuple[PasseDistance, ...]:
        """Return the passes open at `power`: a shot that stuns does not kill (EXIL-ARM-17)."""
        passes = offered_at_range(power)
        if stuns or self.spares:
            return tuple(each for each in passes if each != "tir_fatal")
        return passes

    def _poff_that_counts(self) -> int:
        power, _ = aimed(self.poff + self.aim, self.zone, self.zone_modifier)
        return power // 2 if self._halved() else power

    def stray_damage(self, protection: int, partial: bool = False) -> int:
        """Return the damage of a stray projectile to somebody who wears a protection: that of a full
        hit without a passe, or of a partial one; the leader decides (EXIL-INC-04, EXIL-TIR-14)."""
        power = self._poff_that_counts()
        if partial:
            return grazing_hit(power, 0)
        hit = replace(self, protection=protection)
        with without_notes():
            return full_hit(hit, power, 0, None, bare=0, clauses=_DAMAGE_CLAUSES)

    def _halved(self) -> bool:
        return self.range == "extreme" and rulings(ExilRulings).extreme_range != "minus_4"

    def _power(self) -> tuple[int, int]:
        """Return (P, malus of the roll alone): aim, then zone, then half at extreme range (R-44)."""
        power, aim = take_aim(self.poff + self.aim, self.zone, self.zone_modifier)
        if self._halved():
            power //= 2
            note_halved(power)
        return power, aim

    def _aim(self) -> _Aim:
        power, aim = self._power()
        reach = RANGES[self.range]
        if self.range == "extreme" and rulings(ExilRulings).extreme_range == "half":
            reach = 0
        level = power + reach + MOVEMENTS[self.movement] + aim
        level += self.visibility + self.cover + self.other
        minimal = MINIMAL_MARGINS[self.activite]
        if self.aware:
            minimal = max(minimal, self.pdef)
        note_conditions(self, power, reach)
        return _Aim(power=power, level=level, minimal=minimal)

    # ── the roll and its damage ────────────────────────────────────────────────────────────────
    async def _shoot(self, aim: _Aim, stuns: bool) -> Hit:
        least = least_margin()
        partial = aim.level - max(aim.minimal, least) + 1
        missing = aim.level - least + 1
        note_needed(missing - 1, aim.minimal, partial - 1)
        read = Reaches((partial, missing, 12))
        short, missed, twelve = await roll(D12, "tir", read, who="acteur")
        twelve = twelve and self.enraye_sur_12
        if missed:
            note("EXIL-TIR-03", "Le tir manque sa cible.")
            return Hit(outcome="rate", twelve=twelve)
        if short:
            damage = grazing_hit(aim.power, aim.minimal)
            note_partial_hit(aim.power, aim.minimal, damage)
            return Hit(outcome="partiel", damage=damage, twelve=twelve)
        note("EXIL-TIR-14", "Le tir frappe de plein fouet.")
        passe = await self._choose_passe(aim, stuns)
        damage = full_hit(self, aim.power, aim.minimal, passe, bare=1, clauses=_DAMAGE_CLAUSES)
        if passe == "tir_fatal":
            note_passe_at_range(passe, self.protection)
        return Hit(outcome="plein", damage=damage, passe=passe, twelve=twelve)

    async def _choose_passe(self, aim: _Aim, stuns: bool) -> PasseDistance | None:
        best: PasseDistance | None = strongest(aim.power)
        if best is None:
            note("EXIL-TIR-15", "Avec un Poff de 0, aucune passe gagnante ne s’ouvre.")
            return None
        passe, offered = best, self._offered(aim.power, stuns)
        if self.passe == "ask" or self.passe in offered:
            passe = await decide(
                self.passe,
                "passe",
                OneOf(offered),
                who="acteur",
                facts={"poff": aim.power, "marge_minimale": aim.minimal},
                default=best,
            )
        if passe != "tir_fatal":  # a death is the last thing to read
            note_passe_at_range(passe, self.protection)
        return passe

    # ── the weapon, and where a missed projectile goes ─────────────────────────────────────────
    async def _trouble(self, hit: Hit) -> tuple[Incidents, int]:
        """Return (incident, PdS of the shooter) after the roll (R-50)."""
        if hit.twelve:
            note_jam()
            return "enrayee", 0
        if hit.outcome != "rate" or not self.arme_a_feu:
            return "rien", 0
        trouble = await incident_of(self.incidents, self.letalite)
        return trouble.incident, trouble.degats_tireur

    async def _astray(self, power: int) -> Stray | None:
        """Return what a missed shot hits instead, if the leader wants a roll (R-49)."""
        if not await decide(self.tirs_perdus, "tirs_perdus", YES_NO, who="gm", default=False):
            return None
        return (await call(TirPerdu(poff=power))).perdu
