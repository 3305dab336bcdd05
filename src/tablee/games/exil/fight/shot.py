"""Combat at range: one shot, and bursts (chapter TIR, weapons of ARM)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12
from tablee.dice.reads import Reaches
from tablee.games.exil.actions.simple import least_margin
from tablee.games.exil.equipment.weapons import RANGED, BurstArme
from tablee.games.exil.fields import Physique, Range, Talent
from tablee.games.exil.fight.attack_fields import (
    Aim,
    AimedZone,
    Aware,
    Force,
    GmModifier,
    PasseDistanceChoice,
    Pdef,
    PerceArmure,
    Protection,
    Rounds,
    ShooterMovement,
    ShooterPoff,
    ShotLetalite,
    TargetActivity,
    ZoneModifier,
)
from tablee.games.exil.fight.attack_tables import (
    MINIMAL_MARGINS,
    MOVEMENTS,
    RANGES,
    Incidents,
    Stray,
)
from tablee.games.exil.fight.blows import (
    aimed,
    armour_and_surplus,
    check_unjammed,
    check_zone,
    full_hit,
    grazing_hit,
    power_aimed,
)
from tablee.games.exil.fight.mishaps import Incident, TirPerdu
from tablee.games.exil.fight.passe_notes import tell_passe_at_range
from tablee.games.exil.fight.passes import PasseDistance, offered_at_range, strongest
from tablee.games.exil.fight.potential import targets_of_burst
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import BONUS
from tablee.rules.ambient import note, rulings, wanted
from tablee.rules.forms import YES_NO, OneOf
from tablee.rules.procedure import UNWANTED, Procedure, Record, Result
from tablee.rules.questions import ASK, Call, call, decide, roll
from tablee.rules.refusal import refuse
from tablee.rules.schema import on_sheet

ShotForce = Annotated[Force, on_sheet("force_tir")]
ShotPerceArmure = Annotated[PerceArmure, on_sheet("perce_armure_tir")]
ArmeAFeu = Annotated[bool, Meta(description="est-ce une arme à feu ?"), on_sheet("arme_a_feu")]
EnrayeSur12 = Annotated[
    bool, Meta(description="l’arme s’enraye-t-elle sur un 12 ?"), on_sheet("enraye_sur_12")
]
Jammed = Annotated[
    bool,
    Meta(description="l’arme à feu est-elle enrayée, jusqu’à un jet de Bricoleur ?"),
    on_sheet("enrayee"),
]
"""EXIL-INC-07."""


def check_fires(enrayee: bool, munitions: int | None) -> None:
    """Refuse a shot of a gun that is of no use in a fight either (EXIL-INC-07, EXIL-ARM-12)."""
    check_unjammed(enrayee)
    if munitions == 0:
        raise refuse("munitions", munitions, "au moins 1 (le magasin est vide)")


class ShotResult(Result):
    """`damage`: PdS of the target; `degats_tireur`: PdS of the shooter (an explosion).

    `passe`: null but for a full hit with a Poff of 1 or more. `incident` is `rien` also when
    nothing was rolled. `perdu`: what a stray projectile hit, null when that was not asked.
    """

    outcome: Literal["rate", "partiel", "plein"]
    damage: int
    passe: PasseDistance | None
    fatal: bool
    incident: Incidents
    degats_tireur: int
    perdu: Stray | None


class _Sight(Record):
    """A shot before its roll: the Poff that counts, the level to roll, the minimal margin."""

    power: int
    level: int
    minimal: int


class _Hit(Record):
    """What the roll of a shot gives by itself, before the weapon has its say."""

    outcome: Literal["rate", "partiel", "plein"]
    damage: int = 0
    passe: PasseDistance | None = None
    twelve: bool


class Shot(Procedure[ShotResult], id="exil.shot"):
    """A shot at leisure: a simple action with a minimal margin (EXIL-TIR-01, -03..22).

    Firearms may fail after a miss (EXIL-INC-05..08) or jam on a 12 (EXIL-ARM-15), a missed shot may
    go astray (EXIL-INC-02, -03). One may aim at a part of the body (EXIL-OPT-06); at extreme
    range the Poff is halved (EXIL-ARM-05, -06). The target loses the `damage`.
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
    incidents: Annotated[
        bool | ASK, Meta(description="un tir manqué peut-il venir de l’arme à feu ?")
    ] = False
    """Whether the leader uses these (EXIL-INC-05)."""
    tirs_perdus: Annotated[
        bool | ASK, Meta(description="un tir manqué peut-il toucher autre chose ?")
    ] = False
    """Whether the leader uses these (EXIL-INC-01)."""

    endings = ("outcome",)
    utilities = {
        "degats": lambda _, result, seat: result.damage,
        "touche": lambda _, result, seat: int(result.outcome != "rate"),
        "plein": lambda _, result, seat: int(result.outcome == "plein"),
        "fatal": lambda _, result, seat: int(result.fatal),
    }

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def check(self) -> None:
        check_zone(self.zone, self.zone_modifier)
        self.accept_passe()
        if self.arme_a_feu:
            check_fires(self.enrayee, self.munitions)

    def accept_passe(self) -> None:
        """Refuse a fixed passe that is not open at this Poff, whether or not a hit is possible."""
        if self.passe in ("auto", "ask"):
            return
        open_now = self.open_passes()
        if self.passe not in open_now:
            form = OneOf(("auto", *open_now, "ask"))
            raise refuse("passe", self.passe, "{form:form}", form=form)

    async def rule(self) -> ShotResult:
        sight = self._sight()
        hit = await self._shoot(sight)
        incident, harm = await self._trouble(hit)
        perdu: Stray | None = None
        if hit.outcome == "rate" and incident == "rien":
            perdu = await self._astray(sight.power)
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
        """The passes that a full hit opens, from P alone."""
        power = power_aimed(self.poff + self.aim, self.zone, self.zone_modifier)
        return offered_at_range(power // 2 if self._halved() else power)

    def _halved(self) -> bool:
        return self.range == "extreme" and rulings(ExilRulings).extreme_range != "minus_4"

    def _power(self) -> tuple[int, int]:
        """(P, malus of the roll alone): aim, then zone, then the half of extreme range (R-44)."""
        power, aim = aimed(self.poff + self.aim, self.zone, self.zone_modifier)
        if self._halved():
            power //= 2
            note(
                "EXIL-TIR-10 EXIL-ARM-06",
                "À portée extrême, la moitié du Poff se perd : il reste {power}.",
                power=power,
            )
        return power, aim

    def _sight(self) -> _Sight:
        power, aim = self._power()
        reach = RANGES[self.range]
        if self.range == "extreme" and rulings(ExilRulings).extreme_range == "half":
            reach = 0
        level = power + reach + MOVEMENTS[self.movement] + aim
        level += self.visibility + self.cover + self.other
        minimal = MINIMAL_MARGINS[self.activite]
        if self.aware:
            minimal = max(minimal, self.pdef)
        note(
            "EXIL-TIR-07 EXIL-TIR-08 EXIL-TIR-09 EXIL-TIR-10",
            "Poff {poff}, {aimed:sans viser|tour de visée|tours de visée} : il compte pour {power}. "
            "Portée : {range}{reach:|,}{movement:|, déplacement}{visibility:|, visibilité}"
            "{cover:|, couverture}{other:|, autres}.",
            poff=self.poff,
            aimed=self.aim,
            power=power,
            range=self.range,
            reach=reach,
            movement=MOVEMENTS[self.movement],
            visibility=self.visibility,
            cover=self.cover,
            other=self.other,
        )
        return _Sight(power=power, level=level, minimal=minimal)

    # ── the roll and its damage ────────────────────────────────────────────────────────────────
    async def _shoot(self, sight: _Sight) -> _Hit:
        least = least_margin()
        partial = sight.level - max(sight.minimal, least) + 1
        missing = sight.level - least + 1
        self._tell_needed(missing - 1, sight.minimal, partial - 1)
        read = Reaches((partial, missing, 12))
        short, missed, twelve = await roll(D12, "tir", read, who="acteur")
        twelve = twelve and self.enraye_sur_12
        if missed:
            note("EXIL-TIR-03", "Le tir manque sa cible.")
            return _Hit(outcome="rate", twelve=twelve)
        if short:
            damage = grazing_hit(sight.power, sight.minimal)
            note(
                "EXIL-TIR-12 EXIL-TIR-13",
                "Le projectile ne fait qu’effleurer la cible : Poff {power} moins {minimal}, "
                "{damage:point|points} de dégâts.",
                power=sight.power,
                minimal=sight.minimal,
                damage=damage,
            )
            return _Hit(outcome="partiel", damage=damage, twelve=twelve)
        note("EXIL-TIR-14", "Le tir frappe de plein fouet.")
        passe = await self._choose_passe(sight)
        return _Hit(outcome="plein", damage=self._damage(sight, passe), passe=passe, twelve=twelve)

    def _tell_needed(self, touch: int, minimal: int, full: int) -> None:
        """Tell the highest faces that touch, and that make a full hit."""
        if touch < 1:
            note("EXIL-TIR-03", "Aucune face du d12 ne suffit pour toucher.")
        elif full < 1:
            note(
                "EXIL-TIR-03 EXIL-TIR-11",
                "Il faut {touch} ou moins pour toucher ; la marge minimale de {minimal} met le tir "
                "plein hors d’atteinte.",
                touch=touch,
                minimal=minimal,
            )
        elif not minimal:
            note("EXIL-TIR-03", "Il faut {touch} ou moins pour un tir plein.", touch=touch)
        else:
            note(
                "EXIL-TIR-03 EXIL-TIR-11",
                "Il faut {touch} ou moins pour toucher et, avec une marge minimale de {minimal}, "
                "{full} ou moins pour que le tir soit plein.",
                touch=touch,
                minimal=minimal,
                full=full,
            )

    async def _choose_passe(self, sight: _Sight) -> PasseDistance | None:
        best: PasseDistance | None = strongest(sight.power)
        if best is None:
            note("EXIL-TIR-15", "Avec un Poff de 0, aucune passe gagnante ne s’ouvre.")
            return None
        passe = best
        if self.passe != "auto":
            passe = await decide(
                self.passe,
                "passe",
                OneOf(offered_at_range(sight.power)),
                who="acteur",
                facts={"poff": sight.power, "marge_minimale": sight.minimal},
                default=best,
            )
        tell_passe_at_range(passe, self.protection)
        return passe

    def _damage(self, sight: _Sight, passe: PasseDistance | None) -> int:
        bonus = BONUS[self.physique] if self.force else 0
        protection, surplus = armour_and_surplus(
            self.protection, self.perce_armure, self.letalite, passe, bare=1
        )
        return full_hit(
            "EXIL-TIR-13 EXIL-TIR-14 EXIL-BON-01 EXIL-PRO-02",
            sight.power,
            sight.minimal,
            self.letalite,
            bonus,
            protection,
            surplus,
        )

    # ── the weapon, and where a missed projectile goes ─────────────────────────────────────────
    async def _trouble(self, hit: _Hit) -> tuple[Incidents, int]:
        """(incident, PdS of the shooter) after the shot's own result (R-50)."""
        if hit.twelve:
            note("EXIL-ARM-15 EXIL-INC-07", "Le d12 montre 12 : l’arme s’enraye.")
            return "enrayee", 0
        if hit.outcome != "rate" or not self.arme_a_feu:
            return "rien", 0
        if not await decide(self.incidents, "incidents", YES_NO, who="gm", default=False):
            return "rien", 0
        trouble = await call(Incident(letalite=self.letalite))
        return trouble.incident, trouble.degats_tireur

    async def _astray(self, power: int) -> Stray | None:
        """What a missed shot hits instead, when the leader wants to know (R-49)."""
        if not await decide(self.tirs_perdus, "tirs_perdus", YES_NO, who="gm", default=False):
            return None
        return (await call(TirPerdu(poff=power))).perdu


class ShotTarget(Record):
    """One target of a burst."""

    range: Annotated[Range, Meta(description="portée de l’arme à cette distance")] = "courte"
    cover: GmModifier = 0
    activite: TargetActivity = "immobile"
    aware: Aware = False
    pdef: Pdef = 0
    protection: Protection = 0


class Tire(Result):
    """How one shot of a burst ended; `non_tire` after the weapon stopped."""

    outcome: Literal["rate", "partiel", "plein", "non_tire"]
    damage: int


class RafaleResult(Result):
    """One entry for each target; whether the weapon jammed; PdS of the shooter (an explosion)."""

    resultats: tuple[Tire, ...]
    enrayee: bool
    degats_tireur: int


class BurstShot(Shot):
    """One shot of a burst: a 12 jams the weapon, or under `burst_jam: table` rolls an incident."""

    async def _trouble(self, hit: _Hit) -> tuple[Incidents, int]:
        if not hit.twelve:
            return "rien", 0
        if rulings(ExilRulings).burst_jam == "always":
            note("EXIL-ARM-13 EXIL-ARM-14 EXIL-INC-07", "Le d12 montre 12 : l’arme s’enraye.")
            return "enrayee", 0
        note("EXIL-ARM-13 EXIL-ARM-14", "Le d12 montre 12 : l’arme risque de s’enrayer.")
        trouble = await call(Incident(letalite=self.letalite))
        return trouble.incident, trouble.degats_tireur


async def volley(shots: Iterable[Call[ShotResult]]) -> list[ShotResult]:
    """The shots of a burst in their order, as far as the weapon goes; the magazine is empty
    afterwards, however many they were (EXIL-ARM-12..14)."""
    fired: list[ShotResult] = []
    for place, shot in enumerate(shots, start=1):
        note("EXIL-ARM-13 EXIL-ARM-14", "La rafale passe à la cible {place}.", place=place)
        fired.append(await shot)
        if fired[-1].incident in ("enrayee", "explosion"):
            break
    note("EXIL-ARM-12 EXIL-ARM-13 EXIL-ARM-14", "La rafale s’arrête, chargeur vide.")
    return fired


class Rafale(Procedure[RafaleResult], id="exil.rafale"):
    """A burst: the full Poff against several targets (EXIL-ARM-13, -14, EXIL-OPT-05).

    Each target is a shot (EXIL-TIR-07..22), in the order announced; the magazine is empty
    afterwards (EXIL-ARM-12). `letalite` and `perce_armure` are those of the weapon when left out
    (EXIL-ARM-09, -11). P(enrayee) for n targets = 1 - (11/12)^n (R-50).

    Left to the leader: EXIL-ARM-16.
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
    letalite: ShotLetalite | None = None
    physique: Physique = "moyen"
    force: ShotForce = False
    perce_armure: ShotPerceArmure | None = None
    passe: PasseDistanceChoice = "auto"
    munitions: Rounds = None
    enrayee: Jammed = False

    utilities = {
        "degats": lambda _, result, seat: sum(each.damage for each in result.resultats),
        "plein": lambda _, result, seat: sum(each.outcome == "plein" for each in result.resultats),
    }

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def check(self) -> None:
        check_zone(self.zone, self.zone_modifier)
        most = targets_of_burst(self.arme, self.tireur)
        if len(self.cibles) > most:
            raise refuse(
                "cibles",
                len(self.cibles),
                "au plus {most:cible|cibles} pour cette arme à ce niveau de Tireur",
                most=most,
            )
        for target in self.cibles:
            self._shot(target).accept_passe()
        check_fires(self.enrayee, self.munitions)

    def _shot(self, target: ShotTarget) -> BurstShot:
        weapon = RANGED[self.arme]
        return BurstShot(
            poff=self.poff,
            aim=self.aim,
            range=target.range,
            movement=self.movement,
            visibility=self.visibility,
            cover=target.cover,
            other=self.other,
            zone=self.zone,
            zone_modifier=self.zone_modifier,
            activite=target.activite,
            aware=target.aware,
            pdef=target.pdef,
            letalite=weapon.letalite if self.letalite is None else self.letalite,
            physique=self.physique,
            force=self.force,
            protection=target.protection,
            perce_armure=weapon.perce_armure if self.perce_armure is None else self.perce_armure,
            passe=self.passe,
            arme_a_feu=True,
            enraye_sur_12=True,
        )

    async def rule(self) -> RafaleResult:
        listed = wanted("resultats")
        by: tuple[str, ...] = ("incident", "degats_tireur")
        if listed:
            by = ("outcome", "damage", *by)
        fired = await volley(call(self._shot(target), by=by) for target in self.cibles)
        lost = Tire(outcome="non_tire", damage=0)
        shots = [Tire(outcome=each.outcome, damage=each.damage) for each in fired if listed]
        shots += [lost] * (len(self.cibles) - len(shots))
        return RafaleResult(
            resultats=tuple(shots) if listed else UNWANTED,
            enrayee=fired[-1].incident == "enrayee",
            degats_tireur=fired[-1].degats_tireur,
        )
