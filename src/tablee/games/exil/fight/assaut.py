"""Combat in contact: the assaut, one attack and its defence; several attacks of one fighter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Annotated, Literal, cast

from msgspec import Meta

from tablee.games.exil.actions.simple import least_margin
from tablee.games.exil.fields import Maniabilite, Physique
from tablee.games.exil.fight.attack_fields import (
    AimedZone,
    Audace,
    Force,
    JammedInHand,
    Letalite,
    OpponentTalent,
    PasseChoice,
    Pdef,
    PerceArmure,
    Poff,
    Protection,
    ZoneModifier,
)
from tablee.games.exil.fight.blows import (
    aimed,
    armour_and_surplus,
    attack_under,
    check_unjammed,
    check_zone,
    defence_under,
    full_hit,
    grazing_hit,
)
from tablee.games.exil.fight.passe_notes import tell_passe
from tablee.games.exil.fight.passes import BEGINS, Passe, is_open, offered, strongest
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import BONUS
from tablee.rules.ambient import note, notes_wanted, rulings
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result
from tablee.rules.questions import accepted, call, choose
from tablee.rules.refusal import refuse
from tablee.rules.schema import on_sheet

Outcome = Literal["rate", "paree", "touche"]
AttackRoll = Callable[[int], Awaitable[bool]]
"""The highest face that hits -> whether the attack does."""
_DISARMING = frozenset({"desarmement", "touche_et_desarmement", "mise_en_echec"})


class AssautResult(Result):
    """`damage`: PdS that the defender loses, >= 0. `passe`: null but for a full hit.

    `desarme`: the defender has lost his weapon (always so after a mise en échec).
    """

    outcome: Outcome
    damage: int
    passe: Passe | None
    desarme: bool


def _for(seat: str, value: int) -> int:
    """What a good of the attacker's is worth to a seat."""
    return -value if seat == "defenseur" else value


class Assaut(Procedure[AssautResult], id="exil.assaut"):
    """One attack and the defence that answers it (EXIL-CON-05..10, EXIL-CBT-07, -08).

    The attacker may make both rolls harder (EXIL-CON-06), aim at a part of the body (EXIL-OPT-06),
    and chooses a passe gagnante after a failed defence (EXIL-PAS-01, -02, -04..16). Physique and
    armour count only then (EXIL-BON-01, -02, EXIL-PRO-02, -03, EXIL-ARM-11). The defender loses the
    `damage`. P(attack made) = min(12, max(0, P - audace)) / 12.

    Left to the leader: EXIL-PAS-03, EXIL-OPT-07.
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
        bool, Meta(description="un allié du défenseur est-il à portée ?")
    ] = False
    initiative_attaquant: Annotated[
        bool, Meta(description="l’attaquant avait-il l’initiative ?")
    ] = True
    enrayee: JammedInHand = False

    endings = ("outcome",)
    seats = {"attaquant": "", "defenseur": "cible"}
    utilities = {
        "degats": lambda _, result, seat: _for(seat, result.damage),
        "touche": lambda _, result, seat: _for(seat, int(result.outcome == "touche")),
        "desarme": lambda _, result, seat: _for(seat, int(result.desarme)),
    }

    def sides(self) -> dict[str, str]:
        return {"attaquant": "attaquant", "defenseur": "defenseur"}

    def check(self) -> None:
        check_zone(self.zone, self.zone_modifier)
        check_unjammed(self.enrayee)

    async def rule(self, attack_roll: AttackRoll = attack_under) -> AssautResult:
        """`attack_roll`: how an attack is rolled, where it does more than hit or miss."""
        tell, switches = notes_wanted(), rulings(ExilRulings)
        power, guard, aim, malus = self.poff, self.pdef, 0, 0
        if self.zone != "aucune":
            power, aim = aimed(power, self.zone, self.zone_modifier)
        fixed = self.passe in BEGINS
        if fixed:
            self._accept_passe(power)
        if self.audace != 0:
            malus = await self._dare(power, guard) if self.audace == "ask" else self._dared(power)
            if tell:
                self._tell_audace(malus)
            if switches.audace_scope == "poff":
                power, guard, malus = power - malus, max(0, guard - malus), 0
                if fixed:
                    self._accept_passe(power)
        least = least_margin()
        attack, defence = power - malus + aim - least, guard - malus - least
        if tell:
            _tell_attack(attack)
        if not await attack_roll(attack):
            if tell:
                note(*_MISSED)
            return AssautResult(outcome="rate", damage=0, passe=None, desarme=False)
        if tell:
            _tell_defence(defence)
        if await defence_under(defence):
            damage = grazing_hit(power, guard)
            if tell:
                _tell_graze(power, guard, damage)
            return AssautResult(outcome="paree", damage=damage, passe=None, desarme=False)
        if tell:
            note("EXIL-CON-09 EXIL-CON-10", "La défense cède : le coup porte pleinement.")
        passe = (
            await self._choose_passe(power, guard)
            if self.passe == "ask"
            else _best(power)
            if self.passe == "auto"
            else self.passe
        )
        disarmed = passe in _DISARMING and await self._disarms(passe)
        if tell:
            self._tell_passe(passe, disarmed)
        damage = self._damage(power, guard, passe)
        if passe == "double_touche":
            damage += await self._second_touch(power, guard, aim, attack_roll)
        return AssautResult(outcome="touche", damage=damage, passe=passe, desarme=disarmed)

    # ── before the rolls ───────────────────────────────────────────────────────────────────────
    async def _dare(self, power: int, guard: int) -> int:
        """The malus that the attacker takes on, asked."""
        facts = {"poff": power, "pdef": guard}
        return await choose(
            "audace", _maluses(power), who="attaquant", facts=facts, parameter="audace", default=0
        )

    def _dared(self, power: int) -> int:
        """The malus that is fixed. Refuses one that would take the whole Poff."""
        return accepted(cast("int", self.audace), "audace", _maluses(power))

    def _tell_audace(self, malus: int) -> None:
        if not malus:
            return
        if rulings(ExilRulings).audace_scope == "poff":
            note(
                "EXIL-CON-06",
                "L’attaquant tente un coup difficile : Poff et Pdef baissent de "
                "{malus:point|points}, aux jets comme aux dégâts.",
                malus=malus,
            )
        else:
            note(
                "EXIL-CON-06",
                "L’attaquant tente un coup difficile : {malus:point|points} de moins à son jet, et "
                "autant à la défense s’il y arrive.",
                malus=malus,
            )

    # ── the passe ──────────────────────────────────────────────────────────────────────────────
    def _offered(self, power: int) -> tuple[Passe, ...]:
        return offered(power, self.defenseur_a_allie, self.defenseur_arme)

    def _accept_passe(self, power: int) -> None:
        """Refuse a fixed passe that is not open at this Poff, whether or not a hit is possible."""
        if not is_open(self.passe, power, self.defenseur_a_allie, self.defenseur_arme):
            form = OneOf(("auto", *self._offered(power), "ask"))
            raise refuse("passe", self.passe, "{form:form}", form=form)

    async def _choose_passe(self, power: int, guard: int) -> Passe:
        """The passe of a full hit, asked."""
        return await choose(
            "passe",
            OneOf(self._offered(power)),
            who="attaquant",
            facts={"poff": power, "pdef": guard},
            parameter="passe",
            default=_best(power),
        )

    async def _disarms(self, passe: Passe) -> bool:
        """Whether the defender loses his weapon by one of `_DISARMING` (R-29, R-30)."""
        return passe == "mise_en_echec" or self.talent_defenseur < self.talent_attaquant

    def _tell_passe(self, passe: Passe, disarmed: bool) -> None:
        tell_passe(
            passe,
            riposte_due=self.riposte_due,
            initiative=self.initiative_attaquant,
            ally=self.defenseur_a_allie,
            worn=self.protection,
            disarmed=disarmed,
            talents=(self.talent_attaquant, self.talent_defenseur),
        )

    # ── the damage ─────────────────────────────────────────────────────────────────────────────
    def _damage(self, power: int, guard: int, passe: Passe) -> int:
        """The damage of a full hit with this passe (the first touch of a double touche)."""
        if passe == "desarmement":
            return 0
        if passe == "mise_en_echec" and rulings(ExilRulings).mise_en_echec_damage == "none":
            note("EXIL-PAS-16", "L’attaquant retient son coup : aucune blessure.")
            return 0
        return self._full_hit(power, guard, passe)

    def _full_hit(self, power: int, guard: int, passe: Passe | None) -> int:
        bonus = BONUS[self.physique] if self.force else 0
        protection, surplus = armour_and_surplus(
            self.protection, self.perce_armure, self.letalite, passe, bare=3
        )
        return full_hit(
            "EXIL-CON-08 EXIL-CON-09 EXIL-BON-01 EXIL-PRO-02",
            power,
            guard,
            self.letalite,
            bonus,
            protection,
            surplus,
        )

    async def _second_touch(self, power: int, guard: int, aim: int, roll: AttackRoll) -> int:
        """The second attack of a double touche: half the Poff does the damage (R-27)."""
        half = power // 2
        whole = rulings(ExilRulings).double_touche == "damage_only"
        note(
            "EXIL-PAS-11",
            "Ce second coup, moins appuyé, ne compte que la moitié du Poff pour ses dégâts : "
            "{half}.",
            half=half,
        )
        _, damage = await self.half_hit((power if whole else half) + aim, half, guard, roll)
        return damage

    async def half_hit(
        self, level: int, half: int, guard: int, attack_roll: AttackRoll = attack_under
    ) -> tuple[Outcome, int]:
        """(outcome, damage) of an attack against `level` whose damage counts half the Poff, without
        a passe."""
        tell, least = notes_wanted(), least_margin()
        attack, defence = level - least, guard - least
        if tell:
            _tell_attack(attack)
        if not await attack_roll(attack):
            note(*_MISSED)
            return "rate", 0
        if tell:
            _tell_defence(defence)
        if await defence_under(defence):
            damage = grazing_hit(half, guard)
            if tell:
                _tell_graze(half, guard, damage)
            return "paree", damage
        note("EXIL-CON-09", "La défense cède : ce demi-coup porte.")
        return "touche", self._full_hit(half, guard, None)


@cache
def _maluses(power: int) -> NumberFrom:
    """What the attacker may take on: less than the whole Poff."""
    return NumberFrom(0, max(0, power - 1))


def _best(power: int) -> Passe:
    """The strongest passe; P is at least 1 where an attack could be made."""
    best = strongest(power)
    assert best is not None
    return best


# ── what is told of the two rolls ──────────────────────────────────────────────────────────────
_MISSED = ("EXIL-CON-05", "Le coup se perd dans le vide.")


def _tell_attack(highest: int) -> None:
    note(
        "EXIL-CON-05",
        "L’attaquant frappe : il lui faut {level} ou moins."
        if 1 <= highest < 12
        else "L’attaquant frappe, mais aucune face du d12 ne lui suffit."
        if highest < 1
        else "L’attaquant frappe, et toutes les faces du d12 lui conviennent.",
        level=highest,
    )


def _tell_defence(highest: int) -> None:
    note(
        "EXIL-CON-07 EXIL-CBT-08",
        "Le coup arrive ; pour le contenir, le défenseur doit faire {level} ou moins."
        if 1 <= highest < 12
        else "Le coup arrive, et aucune face du d12 ne suffit au défenseur pour le contenir."
        if highest < 1
        else "Le coup arrive ; toutes les faces du d12 suffisent au défenseur pour le contenir.",
        level=highest,
    )


def _tell_graze(power: int, guard: int, damage: int) -> None:
    if damage:
        note(
            "EXIL-CON-07 EXIL-CON-08",
            "La défense tient, mais le coup effleure : Poff {power} moins Pdef {guard}, "
            "{damage:point|points} de dégâts.",
            power=power,
            guard=guard,
            damage=damage,
        )
    else:
        note(
            "EXIL-CON-07 EXIL-CON-08",
            "La défense tient, et un Pdef de {guard} couvre tout le Poff de {power} : aucune "
            "blessure.",
            power=power,
            guard=guard,
        )


class Cible(Record):
    """One of several adversaries attacked in the same tour, and the share of the Poff for him."""

    pdef: Pdef
    protection: Protection = 0
    part: Annotated[int, Meta(ge=1, le=60, description="part du Poff pour cet adversaire")]


class Attaque(Result):
    """How one of several attacks ended."""

    outcome: Outcome
    damage: int


class AttaquesMultiplesResult(Result):
    """One entry for each adversary, in the order announced."""

    resultats: tuple[Attaque, ...]


class AttaquesMultiples(Procedure[AttaquesMultiplesResult], id="exil.attaques_multiples"):
    """Several adversaries attacked in one tour with shares of the Poff (EXIL-OPT-01..03).

    Each share is a complete assaut (EXIL-CON-05..10), each adversary opposes his whole Pdef
    (EXIL-CBT-08). `maniabilite` counts only under `multi_attack_maniabilite: each` (R-36).
    """

    poff: Annotated[int, Meta(ge=1, le=60, description="Poff à partager entre les adversaires")]
    cibles: Annotated[
        tuple[Cible, ...],
        Meta(min_length=2, max_length=8, description="les adversaires, dans l’ordre des attaques"),
    ]
    letalite: Letalite = 0
    physique: Physique = "moyen"
    force: Force = True
    maniabilite: Maniabilite = 0
    enrayee: JammedInHand = False

    seats = {"attaquant": "", "defenseur": "cibles"}
    utilities = {
        "degats": lambda _, result, seat: _for(seat, sum(each.damage for each in result.resultats)),
        "touche": lambda _, result, seat: _for(
            seat, sum(each.outcome == "touche" for each in result.resultats)
        ),
    }

    def sides(self) -> dict[str, str]:
        return {"attaquant": "attaquant", "defenseur": "defenseur"}

    def check(self) -> None:
        check_unjammed(self.enrayee)
        parts = [cible.part for cible in self.cibles]
        if sum(parts) > self.poff:
            raise refuse(
                "cibles",
                parts,
                "des parts dont la somme ne dépasse pas le Poff de {poff}",
                poff=self.poff,
            )

    async def rule(self) -> AttaquesMultiplesResult:
        each = rulings(ExilRulings).multi_attack_maniabilite == "each"
        ended: list[Attaque] = []
        for place, cible in enumerate(self.cibles, start=1):
            power = max(0, cible.part + self.maniabilite) if each else cible.part
            note(
                "EXIL-OPT-01 EXIL-OPT-03",
                "Adversaire {place} : une part de {part} sur {poff}, soit un Poff de {power} contre "
                "un Pdef de {pdef}.",
                place=place,
                part=cible.part,
                poff=self.poff,
                power=power,
                pdef=cible.pdef,
            )
            assaut = Assaut(
                poff=power,
                pdef=cible.pdef,
                letalite=self.letalite,
                physique=self.physique,
                force=self.force,
                protection=cible.protection,
            )
            result = await call(assaut, by=("outcome", "damage"))
            ended.append(Attaque(outcome=result.outcome, damage=result.damage))
        return AttaquesMultiplesResult(resultats=tuple(ended))
