"""Several attacks of one fighter in the same tour, with shares of his Poff."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.fields import Maniabilite, Physique
from tablee.games.exil.fight.assaut import Assaut, AssautResult, Outcome, signed
from tablee.games.exil.fight.attack_fields import (
    AimedZone,
    Audace,
    BareHanded,
    Blunt,
    FirearmInHand,
    Force,
    JammedInHand,
    JamsInHand,
    Letalite,
    MayMisfire,
    MayStun,
    OpponentTalent,
    PasseChoice,
    Pdef,
    PerceArmure,
    Protection,
    RoundsInHand,
    SeizedPart,
    Seizes,
    Stuns,
    StunValue,
    TargetFailures,
    TargetPhysique,
    Whip,
    ZoneModifier,
)
from tablee.games.exil.fight.attack_tables import INCIDENT_MALUS, Incidents
from tablee.games.exil.fight.blows import aimed, check_fires, check_zone
from tablee.games.exil.fight.jamming import BlowResult, NeedleAssaut
from tablee.games.exil.fight.mishaps import misfire
from tablee.games.exil.fight.passes import BEGINS, offered, offered_to_whip
from tablee.games.exil.fight.stunning import check_stuns
from tablee.games.exil.out_of_action import OutOfAction, TargetOut, check_alive, check_up
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result
from tablee.rules.questions import ASK, call, choose
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from
from tablee.rules.schema import fields_of


class ShareTarget(Record):
    """One of several adversaries attacked in the same tour, with his share of the Poff."""

    pdef: Pdef
    protection: Protection = 0
    talent: Annotated[
        int,
        Meta(ge=0, le=20, description="niveau du Talent de combat, pour un désarmement"),
        on_sheet("talent_de_combat", role="cible"),
    ] = 0
    arme: Annotated[
        bool, Meta(description="a-t-il une arme à perdre ?"), on_sheet("desarmable", role="cible")
    ] = True
    part: Annotated[
        Annotated[int, Meta(ge=1, le=60)] | None,
        Meta(description="part du Poff pour cet adversaire, null si elle reste à répartir"),
    ] = None
    physique_cible: TargetPhysique = "moyen"
    echecs: TargetFailures = 0
    hors: TargetOut = "debout"


class AttackOutcome(Result):
    """The outcome of one of several attacks (see `AssautResult`), `non_tire` after a jam."""

    outcome: Literal[Outcome, "non_tire"]
    damage: int


class AttaquesMultiplesResult(Result):
    """The outcomes, one for each adversary, in the order announced."""

    resultats: tuple[AttackOutcome, ...]


class AttaquesMultiples(Procedure[AttaquesMultiplesResult], id="exil.attaques_multiples"):
    """Several adversaries attacked in one tour with shares of the Poff (EXIL-OPT-01..03).

    Each share is a complete assaut with its own audace and passe (EXIL-CON-05..10), each adversary
    opposes his whole Pdef (EXIL-CBT-08). `maniabilite` counts only under
    `multi_attack_maniabilite: each` (R-36). A firearm in hand that jams or explodes loses the
    attacks left (EXIL-ARM-15, EXIL-INC-05..08, EXIL-TIR-02). A whip may hold a part of the body
    (EXIL-ARM-04). The attacks may be aimed (EXIL-OPT-06), and stun instead of wounding (EXIL-CHO-01,
    EXIL-ARM-02).

    Left to the leader: EXIL-OPT-07.
    """

    poff: Annotated[
        int,
        Meta(ge=1, le=60, description="Poff à partager entre les adversaires"),
        on_sheet("poff", partial=True),
    ]
    repartition: Annotated[
        Literal["egale"] | ASK,
        Meta(description="parts qui restent à répartir : égales, ou au choix de l’attaquant"),
    ] = "egale"
    """The attacker splits his Poff (EXIL-OPT-01)."""
    cibles: Annotated[
        tuple[ShareTarget, ...],
        Meta(min_length=2, max_length=8, description="les adversaires, dans l’ordre des attaques"),
    ]
    letalite: Letalite = 0
    physique: Physique = "moyen"
    force: Force = True
    maniabilite: Maniabilite = 0
    perce_armure: PerceArmure = False
    zone: AimedZone = "aucune"
    zone_modifier: ZoneModifier = 0
    defenseur_a_allie: Annotated[
        bool, Meta(description="les adversaires attaqués sont-ils du même camp ?")
    ] = True
    """Companions in reach, whom a bousculade or a coup perdu may concern (EXIL-PAS-07, -12)."""
    audace: Audace = 0
    passe: PasseChoice = "auto"
    talent_attaquant: OpponentTalent = 0
    enrayee: JammedInHand = False
    munitions: RoundsInHand = None
    enraye_sur_12: JamsInHand = False
    arme_a_feu: FirearmInHand = False
    incidents: MayMisfire = False
    choc: Stuns = False
    assommante: Annotated[MayStun, on_sheet("assomme")] = True
    mains_nues: BareHanded = False
    contondante: Blunt = False
    valeur_choc: StunValue = None
    fouet: Whip = False
    saisir: Seizes = False
    membre: SeizedPart = "bras"
    hors: OutOfAction = "debout"

    apart = ("", "cibles")
    unlisted = ("talent_attaquant", "assommante", "contondante")
    seats = {"attaquant": "", "defenseur#": "cibles"}
    utilities = {
        "degats": lambda _, result, seat: signed(
            seat, sum(each.damage for each in result.resultats)
        ),
        "touche": lambda _, result, seat: signed(
            seat, sum(each.outcome == "touche" for each in result.resultats)
        ),
        "une_touche": lambda _, result, seat: signed(
            seat, int(any(each.outcome == "touche" for each in result.resultats))
        ),
    }
    goals = {"attaquant": "une_touche"}

    def sides(self) -> dict[str, str]:
        each = [defender(place) for place in range(len(self.cibles))]
        return {"attaquant": "attaquant"} | dict.fromkeys(each, "defenseur")

    def check(self) -> None:
        check_up(self.hors)
        check_zone(self.zone, self.zone_modifier)
        check_stuns(self.choc, self.assommante)
        check_fires(self.enrayee, self.munitions)
        if self.munitions is not None and self.munitions < len(self.cibles):
            most = "au plus {most:coup|coups}, un par adversaire"
            raise refuse("cibles", len(self.cibles), most, most=self.munitions)
        least = [1 if cible.part is None else cible.part for cible in self.cibles]
        if sum(least) > self.poff:
            raise refuse(
                "cibles",
                least,
                "des parts dont la somme ne dépasse pas le Poff de {poff}",
                poff=self.poff,
            )
        parts = least if self.repartition == "ask" else self._equal_parts()
        open_to = offered_to_whip if self.fouet else offered
        for place, (cible, part) in enumerate(zip(self.cibles, parts, strict=True)):
            check_alive(cible.hors, f"cibles[{place}].hors")
            power, _ = aimed(part, self.zone, self.zone_modifier)
            open_now = open_to(power, self.defenseur_a_allie, cible.arme)
            if self.passe in BEGINS and self.passe not in open_now:
                form = OneOf(("auto", *open_now, "ask"))
                raise refuse("passe", self.passe, "{form:form}", form=form)

    async def rule(self) -> AttaquesMultiplesResult:
        ended: list[AttackOutcome] = []
        incident: Incidents = "rien"
        for place, part in enumerate(await self._parts()):
            done = await self._attack(place, part, startled=incident == "long_feu")
            incident = "rien"
            ended.append(AttackOutcome(**fields_from(done, AttackOutcome)))
            if isinstance(done, BlowResult) and done.enrayee:
                effect("incident", "enrayee", "attaquant")
                break
            if done.outcome == "rate" and self.arme_a_feu:
                incident = await misfire(self.incidents, self.letalite)
            if incident in ("enrayee", "explosion"):
                break
        if incident == "long_feu":
            effect("incident", "long_feu", "attaquant")
        left = len(self.cibles) - len(ended)
        if left:
            note("EXIL-ARM-15 EXIL-INC-07", "L’arme ne tire plus : les autres attaques se perdent.")
        note(
            "EXIL-OPT-01 EXIL-CON-09",
            "Bilan des attaques : {n:aucun adversaire pleinement touché|adversaire pleinement touché|"
            "adversaires pleinement touchés}.",
            n=sum(each.outcome == "touche" for each in ended),
        )
        return AttaquesMultiplesResult(resultats=(*ended, *[_LOST] * left))

    def _equal_parts(self) -> list[int]:
        """Return the share of each adversary: those given, the others as equal as they can be."""
        parts = [cible.part for cible in self.cibles]
        free = parts.count(None)
        left = self.poff - sum(part or 0 for part in parts)
        for place, part in enumerate(parts):
            if part is None:
                parts[place] = -(-left // free)
                left, free = left - (parts[place] or 0), free - 1
        return [part or 0 for part in parts]

    async def _parts(self) -> list[int]:
        """Return the share of each adversary: those given, the others equal or chosen by the attacker
        before the first roll (EXIL-OPT-01)."""
        parts = self._equal_parts()
        if self.repartition == "egale":
            return parts
        free = [place for place, cible in enumerate(self.cibles) if cible.part is None]
        left = self.poff - sum(cible.part or 0 for cible in self.cibles)
        for later, place in zip(reversed(range(len(free))), free, strict=True):
            facts = {"cible": defender(place), "poff": left}
            form, usual = NumberFrom(1, left - later), -(-left // (later + 1))
            parts[place] = await choose(
                "part", form, who="attaquant", facts=facts, parameter="repartition", default=usual
            )
            left -= parts[place]
        return parts

    async def _attack(self, place: int, part: int, *, startled: bool) -> AssautResult:
        """Play the attack on one adversary, who makes his own defence. `part`: the share of the Poff.
        `startled`: the attack before was a long feu (EXIL-INC-06, R-88)."""
        assaut = self._assaut(place, part, INCIDENT_MALUS if startled else 0)
        by = tuple(fields_of(AttackOutcome))
        seats = {"defenseur": defender(place)}
        if not self.enraye_sur_12:
            return await call(assaut, by=by, seats=seats)
        needles = NeedleAssaut(**fields_from(assaut, Assaut))
        return await call(needles, by=(*by, "enrayee"), seats=seats)

    def _assaut(self, place: int, part: int, malus: int) -> Assaut:
        cible = self.cibles[place]
        each = rulings(ExilRulings).multi_attack_maniabilite == "each"
        power = max(0, part + (self.maniabilite if each else 0) + malus)
        note(
            "EXIL-OPT-01 EXIL-OPT-03",
            "Contre {whom:@le} : une part de {part} sur {poff}, soit un Poff de {power} contre "
            "un Pdef de {pdef}.",
            whom=defender(place),
            part=part,
            poff=self.poff,
            power=power,
            pdef=cible.pdef,
        )
        return Assaut(
            poff=power,
            pdef=cible.pdef,
            letalite=self.letalite,
            physique=self.physique,
            force=self.force,
            perce_armure=self.perce_armure,
            protection=cible.protection,
            defenseur_a_allie=self.defenseur_a_allie,
            audace=self.audace,
            zone=self.zone,
            zone_modifier=self.zone_modifier,
            choc=self.choc,
            assommante=self.assommante,
            mains_nues=self.mains_nues,
            contondante=self.contondante,
            valeur_choc=self.valeur_choc,
            physique_cible=cible.physique_cible,
            echecs=cible.echecs,
            passe=self.passe,
            talent_attaquant=self.talent_attaquant,
            talent_defenseur=cible.talent,
            defenseur_arme=cible.arme,
            fouet=self.fouet,
            saisir=self.saisir,
            membre=self.membre,
        )


_LOST = AttackOutcome(outcome="non_tire", damage=0)


def defender(place: int) -> str:
    """Return the seat of the adversary at a place of the list."""
    return f"defenseur{place + 1}"
