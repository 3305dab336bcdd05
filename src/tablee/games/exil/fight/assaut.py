"""The assaut: one attack in contact and the defence that answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.actions.simple import least_margin
from tablee.games.exil.fields import Physique
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
    Poff,
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
from tablee.games.exil.fight.attack_notes import (
    ATTACKER,
    DEFENDER,
    note_attack_level,
    note_audace,
    note_defence_level,
    note_graze,
    note_miss,
    note_second_touch,
)
from tablee.games.exil.fight.blows import (
    Trigger,
    attack_under,
    check_fires,
    check_zone,
    defence_under,
    full_hit,
    grazing_hit,
    take_aim,
)
from tablee.games.exil.fight.mishaps import misfire
from tablee.games.exil.fight.passe_notes import note_passe
from tablee.games.exil.fight.passes import (
    BEGINS,
    DISARMING,
    INVENTED,
    AnyPasse,
    Passe,
    offered,
    offered_to_whip,
    strongest,
)
from tablee.games.exil.fight.stunning import asked_to_stun, check_stuns, stun
from tablee.games.exil.out_of_action import OutOfAction, TargetOut, check_alive, check_up
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import effect, note, notes_wanted, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import YES_NO, NumberFrom, OneOf
from tablee.rules.numbers import at_least, cached_by_number
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import choose, decide
from tablee.rules.refusal import refuse

HELD: OneOf[Literal["tete", "bras", "main", "jambe"]] = OneOf(("tete", "bras", "main", "jambe"))
"""The parts of a body that a whip may hold."""
Outcome = Literal["rate", "paree", "touche"]
AttackRoll = Callable[[int], Awaitable[bool]]
"""A roll of an attack: the highest face that hits -> whether it hits."""
_DAMAGE_CLAUSES = "EXIL-CON-08 EXIL-CON-09 EXIL-BON-01 EXIL-PRO-02"


class AssautResult(Result):
    """The outcome of an attack.

    `damage`: PdS that the defender loses, at least 0. `passe`: null except for a full hit.
    `desarme`: the defender has lost his weapon, as after every mise en échec.
    """

    outcome: Outcome
    damage: int
    passe: AnyPasse | None
    desarme: bool


def signed(seat: str, value: int) -> int:
    """Return a gain of the attacker as the seat values it."""
    return -value if seat.startswith("defenseur") else value


class Assaut(Procedure[AssautResult], id="exil.assaut"):
    """One attack and the defence that answers it (EXIL-CON-05..10, EXIL-CBT-07, -08).

    The attacker may make both rolls harder (EXIL-CON-06), aim at a part of the body (EXIL-OPT-06),
    and chooses a passe gagnante after a failed defence (EXIL-PAS-01..16), or invents one. Physique and
    armour count only in a full hit (EXIL-BON-01, -02, EXIL-PRO-02, -03, EXIL-ARM-11).
    An attack may stun instead of wounding (EXIL-CHO-01, -02, EXIL-ARM-02). A firearm in hand may jam
    on a 12, or have an incident after a miss (EXIL-ARM-15, EXIL-INC-05..08, EXIL-TIR-02). A whip may
    hold a part of the body instead of disarming, as it always does where it cannot disarm
    (EXIL-ARM-04, R-82).
    P(attack made) = min(12, max(0, P - audace)) / 12.

    Left to the leader: EXIL-OPT-07.
    """

    poff: Poff
    pdef: Pdef
    audace: Audace = 0
    letalite: Letalite = 0
    physique: Physique = "moyen"
    force: Force = True
    protection: Protection = 0
    perce_armure: PerceArmure = False
    zone: AimedZone = "aucune"
    zone_modifier: ZoneModifier = 0
    passe: PasseChoice = "auto"
    talent_attaquant: OpponentTalent = 0
    talent_defenseur: Annotated[OpponentTalent, on_sheet("talent_de_combat", role="cible")] = 0
    defenseur_arme: Annotated[
        bool,
        Meta(description="le défenseur a-t-il une arme à perdre ?"),
        on_sheet("desarmable", role="cible"),
    ] = True
    riposte_due: Annotated[
        bool, Meta(description="le défenseur a-t-il encore à attaquer ce tour ?")
    ] = True
    defenseur_a_allie: Annotated[
        bool,
        Meta(description="un allié du défenseur est-il à portée ?"),
        on_sheet("a_portee", role="allie"),
    ] = False
    """The ally who is named is in reach, unless he is out of action (EXIL-PAS-07, -12)."""
    initiative_attaquant: Annotated[
        bool, Meta(description="l’attaquant avait-il l’initiative ?")
    ] = True
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
    physique_cible: TargetPhysique = "moyen"
    echecs: TargetFailures = 0
    fouet: Whip = False
    saisir: Seizes = False
    membre: SeizedPart = "bras"
    hors: OutOfAction = "debout"
    hors_cible: TargetOut = "debout"

    apart = ("", "cible", "allie")
    unlisted = (
        "talent_attaquant",
        "talent_defenseur",
        "defenseur_arme",
        "assommante",
        "contondante",
    )
    endings = ("outcome",)
    seats = {"attaquant": "", "defenseur": "cible", "allie": "allie"}
    """`allie`: the ally of the defender, whom a bousculade concerns."""
    utilities = {
        "degats": lambda _, result, seat: signed(seat, result.damage),
        "touche": lambda _, result, seat: signed(seat, int(result.outcome == "touche")),
        "desarme": lambda _, result, seat: signed(seat, int(result.desarme)),
        "defense": lambda _, result, seat: signed(seat, -int(result.outcome != "touche")),
    }
    goals = {"attaquant": "touche", "defenseur": "defense"}

    def sides(self) -> dict[str, str]:
        return {"attaquant": "attaquant", "defenseur": "defenseur"}

    def check(self) -> None:
        check_up(self.hors)
        check_alive(self.hors_cible, "hors_cible")
        check_zone(self.zone, self.zone_modifier)
        check_fires(self.enrayee, self.munitions)
        check_stuns(self.choc, self.assommante)

    async def rule(self, attack_roll: AttackRoll = attack_under) -> AssautResult:
        """Play the attack. `attack_roll` rolls an attack of a special weapon."""
        stuns = await asked_to_stun(self.choc, self.assommante, "attaquant")
        trigger = Trigger()
        done = await self._strikes(trigger if self.enraye_sur_12 else attack_roll)
        if trigger.jammed:
            effect("incident", "enrayee", "attaquant")
        elif done.outcome == "rate" and self.arme_a_feu:
            incident = await misfire(self.incidents, self.letalite)
            if incident == "long_feu":
                effect("incident", "long_feu", "attaquant")
        if self.fouet and done.passe == "desarmement" and not done.desarme:
            await self._seize()
        if not stuns:
            return done
        await stun(self, done.damage, "defenseur")
        return replace(done, damage=0)

    async def _strikes(self, attack_roll: AttackRoll) -> AssautResult:
        power, guard, aim = self.poff, self.pdef, 0
        if self.zone != "aucune":
            power, aim = take_aim(power, self.zone, self.zone_modifier)
        if self.passe in BEGINS:
            self._accept_passe(power)
        malus = await self._dare(power, guard)
        lowers_poff = rulings(ExilRulings).audace_scope == "poff"
        if notes_wanted() and malus:
            note_audace(malus, lowers_poff)
        if lowers_poff and malus:
            power, guard, malus = power - malus, at_least(0, guard - malus), 0
            if self.passe in BEGINS:
                self._accept_passe(power)
        outcome, damage = await self._rolls(power + aim, guard, power, malus, attack_roll)
        if outcome != "touche":
            return AssautResult(outcome=outcome, damage=damage, passe=None, desarme=False)
        tell = notes_wanted()
        if tell:
            note("EXIL-CON-09 EXIL-CON-10", "La défense cède : le coup porte pleinement.")
        passe = (
            await self._choose_passe(power, guard)
            if self.passe == "ask"
            else _best(power)
            if self.passe == "auto"
            else self.passe
        )
        disarmed = passe in DISARMING and await self._disarms(passe)
        if tell:
            self._note_passe(passe, disarmed)
        damage = self._damage(power, guard, passe)
        if passe == "double_touche":
            damage += await self._second_touch(power, guard, aim, attack_roll)
        return AssautResult(outcome="touche", damage=damage, passe=passe, desarme=disarmed)

    async def _dare(self, power: int, guard: int) -> int:
        """Return the malus that the attacker takes on, fixed or asked. Raises `Refusal` for a fixed
        one that would take the whole Poff."""
        if self.audace != "ask":
            if self.audace > at_least(0, power - 1):
                raise refuse("audace", self.audace, "{form:form}", form=_maluses(power))
            return self.audace
        facts = {"poff": power, "pdef": guard}
        return await choose(
            "audace", _maluses(power), who="attaquant", facts=facts, parameter="audace", default=0
        )

    async def _rolls(
        self, level: int, guard: int, power: int, malus: int, attack_roll: AttackRoll
    ) -> tuple[Outcome, int]:
        """Return (outcome, damage of a graze) of the attack and of the defence.

        `malus` lowers both levels; `power` counts for the damage.
        """
        tell, least = notes_wanted(), least_margin() + malus
        if tell:
            note_attack_level(level - least)
        if not await attack_roll(level - least):
            note_miss()
            return "rate", 0
        if tell:
            note_defence_level(guard - least)
        if not await defence_under(guard - least):
            return "touche", 0
        damage = grazing_hit(power, guard)
        if tell:
            note_graze(power, guard, damage)
        return "paree", damage

    # ── the passe ──────────────────────────────────────────────────────────────────────────────
    def _offered(self, power: int) -> tuple[Passe, ...]:
        open_to = offered_to_whip if self.fouet else offered
        return open_to(power, self.defenseur_a_allie, self.defenseur_arme)

    def _accept_passe(self, power: int) -> None:
        """Raise `Refusal` for a fixed passe that is not open at this Poff."""
        if self.passe not in self._offered(power):
            form = OneOf(("auto", *self._offered(power), "ask"))
            raise refuse("passe", self.passe, "{form:form}", form=form)

    async def _choose_passe(self, power: int, guard: int) -> AnyPasse:
        """Ask for the passe of a full hit."""
        return await choose(
            "passe",
            OneOf((*self._offered(power), INVENTED)),
            who="attaquant",
            facts={"poff": power, "pdef": guard},
            parameter="passe",
            default=_best(power),
        )

    async def _disarms(self, passe: AnyPasse) -> bool:
        """Return whether one of `DISARMING` takes the defender's weapon (R-29, R-30)."""
        able = passe == "mise_en_echec" or self.talent_defenseur < self.talent_attaquant
        if not self.fouet or passe != "desarmement":
            return able
        if not able or not self.defenseur_arme:
            return False
        return not await decide(self.saisir, "saisir", YES_NO, who="attaquant", default=False)

    async def _seize(self) -> None:
        """Emit which part of the defender's body the whip holds; the leader judges the effect."""
        part = await decide(self.membre, "membre", HELD, who="attaquant", default="bras")
        note("EXIL-ARM-04", "Le fouet tient {whom:@le} ({part}).", whom=DEFENDER, part=part)
        effect("saisi", part, "defenseur")

    def _note_passe(self, passe: AnyPasse, disarmed: bool) -> None:
        if self.fouet and passe == "desarmement" and not disarmed:
            note("EXIL-ARM-04", "Le fouet enserre {whom:@le}, sans blessure.", whom=DEFENDER)
            return
        note_passe(
            passe,
            riposte_due=self.riposte_due,
            initiative=self.initiative_attaquant,
            ally=self.defenseur_a_allie,
            worn=self.protection,
            disarmed=disarmed,
            talents=(self.talent_attaquant, self.talent_defenseur),
        )

    # ── the damage ─────────────────────────────────────────────────────────────────────────────
    def _damage(self, power: int, guard: int, passe: AnyPasse) -> int:
        """Return the damage of a full hit with this passe (the first touch of a double touche)."""
        if passe == "desarmement":
            return 0
        if passe == "mise_en_echec" and rulings(ExilRulings).mise_en_echec_damage == "none":
            note("EXIL-PAS-16", "{who:@le^} retient son coup : aucune blessure.", who=ATTACKER)
            return 0
        return full_hit(self, power, guard, passe, bare=3, clauses=_DAMAGE_CLAUSES)

    async def _second_touch(self, power: int, guard: int, aim: int, roll: AttackRoll) -> int:
        """Return the damage of the second attack of a double touche: half the Poff counts
        (R-27)."""
        half = power // 2
        whole = rulings(ExilRulings).double_touche == "damage_only"
        note_second_touch(half)
        _, damage = await self.half_hit((power if whole else half) + aim, half, guard, roll)
        return damage

    async def half_hit(
        self, level: int, half: int, guard: int, attack_roll: AttackRoll = attack_under
    ) -> tuple[Outcome, int]:
        """Return (outcome, damage) of an attack against `level`, without a passe, whose damage
        counts half the Poff."""
        outcome, damage = await self._rolls(level, guard, half, 0, attack_roll)
        if outcome == "touche":
            note("EXIL-CON-09", "La défense cède : ce demi-coup porte.")
            damage = full_hit(self, half, guard, None, bare=3, clauses=_DAMAGE_CLAUSES)
        return outcome, damage


@cached_by_number
def _maluses(power: int) -> NumberFrom:
    """Return the maluses that the attacker may take on: less than the whole Poff."""
    return NumberFrom(0, at_least(0, power - 1))


def _best(power: int) -> Passe:
    """Return the strongest passe. `power` is at least 1 where an attack is possible."""
    best = strongest(power)
    assert best is not None
    return best
