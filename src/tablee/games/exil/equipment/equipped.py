"""A sheet with talents, health and gear, and the numbers that fights and actions take from it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.exil.equipment.gear import ARMES, ARMURES, BOUCLIERS, Arme, ArmeNom
from tablee.games.exil.equipment.weapon_properties import (
    in_contact,
    level_of,
    of_deadliest_gun,
    of_gun,
    of_guns,
    of_hand,
    of_striking,
)
from tablee.games.exil.equipment.weapons import RANGED, RangedArme
from tablee.games.exil.fields import Attribut
from tablee.games.exil.fight.potential import TWO_WEAPONS
from tablee.games.exil.health.body import Clock, Ills, Recovery
from tablee.games.exil.health.harm import STAGES, Failures
from tablee.games.exil.health.states import refuse_above_capital, state_of_health
from tablee.games.exil.life.progress import Talents, held, physical
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import CAPITAL, MALUS, ArmureNom, BouclierNom
from tablee.rules.ambient import rulings
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.refusal import refuse
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_params import folded
from tablee.rules.trace import plain

Rounds = Annotated[int, Meta(ge=0, le=200)]
Carried = Literal["arme_de_tir", "arme", "seconde"]
"""The fields of a sheet that may hold a ranged weapon."""


class Equipped(Sheet):
    """A character with talents, health and gear (EXIL-BAS-06, EXIL-SAN-01, EXIL-ARM-01,
    EXIL-PRO-01).

    He fights in contact with `arme` and `seconde` or a shield. He shoots with `arme_de_tir`, or
    with a ranged weapon in hand.
    """

    talents: Annotated[Talents, Meta(description="niveau de chaque Talent")] = ()
    pds: Annotated[
        Annotated[int, Meta(le=28)] | None,
        Meta(description="Points de Santé qui restent, le capital à défaut"),
    ] = None
    """The number is below 0 for the dead (EXIL-SAN-05)."""
    heure: Clock = Fraction(0)
    maux: Ills = ()
    retablissement: Recovery = None
    echecs: Failures = 0
    arme: Annotated[ArmeNom, Meta(description="arme en main")] = "mains_nues"
    seconde: Annotated[
        ArmeNom | None, Meta(description="arme dans l’autre main, dès le niveau 9")
    ] = None
    bouclier: Annotated[BouclierNom | None, Meta(description="bouclier dans l’autre main")] = None
    arme_de_tir: Annotated[
        RangedArme | None, Meta(description="arme à distance portée, si ce n’est l’arme en main")
    ] = None
    reglage: Annotated[
        Annotated[int, Meta(ge=-2, le=3)] | None,
        Meta(description="celle d’un bâton électrique ; sans choix, la plus haute"),
    ] = None
    """EXIL-ARM-02."""
    munitions: Annotated[
        Rounds | tuple[Rounds, Rounds] | None,
        Meta(description="coups dans le magasin, plein à défaut ; ceux de chacune de deux armes"),
    ] = None
    """Each of two firearms has its own rounds (EXIL-ARM-12, EXIL-OPT-04)."""
    enrayee: Annotated[
        bool,
        Meta(description="son arme à distance est-elle enrayée, jusqu’à un jet de Bricoleur ?"),
    ] = False
    """EXIL-INC-07."""
    armure: Annotated[ArmureNom, Meta(description="protection portée")] = "vetements_civils"
    facon: Annotated[
        int, Meta(ge=-3, le=3, description="ce qu’elle ajoute à la protection de l’armure")
    ] = 0
    """The quality of the craft (EXIL-PRO-01)."""

    def check(self) -> None:
        if self.pds is not None:
            refuse_above_capital(self.pds, CAPITAL[self.constitution])
        if self.seconde is not None and self.bouclier is not None:
            raise refuse("bouclier", self.bouclier, "null : l’autre main tient une arme")
        if self.seconde is not None and ARMES[self.seconde].double:
            raise refuse("seconde", self.seconde, "une arme qui ne demande pas deux mains")
        for field in ("seconde", "bouclier"):
            other = getattr(self, field)
            if other is not None and self._hand.double:
                raise refuse(field, other, "null : l’arme en main compte déjà pour deux")
        if self.reglage is not None and self.arme != "baton_electrique":
            raise refuse("reglage", self.reglage, "null, sauf pour un bâton électrique")
        if isinstance(self.munitions, tuple) and not self.deux_tirs:
            raise refuse("munitions", self.munitions, "un nombre : il n’a pas deux armes à feu")
        mosts = [self._of(each).munitions or 0 for each in self._carried[:2]] or [0]
        for rounds, most in zip(self._magazines, mosts, strict=False):
            if rounds is not None and rounds > most:
                raise refuse("munitions", self.munitions, "au plus {most}", most=most)

    @property
    def camp(self) -> Literal["personnages", "adversaires"]:
        """Return the usual side in a fight."""
        raise NotImplementedError

    # ── body ───────────────────────────────────────────────────────────────────────────────────
    @property
    def constitution(self) -> Attribut:
        """Return the level of Physique."""
        raise NotImplementedError

    @property
    def pds_restants(self) -> int:
        return CAPITAL[self.constitution] if self.pds is None else self.pds

    @property
    def etat(self) -> str:
        return state_of_health(self.constitution, self.pds_restants)

    def fighter_status(self) -> FighterStatus:
        gauges = (Gauge("pds", self.pds_restants, CAPITAL[self.constitution]),)
        stunned = (("choc_vu", STAGES[self.echecs]),) if self.echecs else ()
        states = (("sante_vue", self.etat), *stunned)
        return FighterStatus(self.nom, gauges, states, self.hors_de_combat is not None)

    @property
    def hors_de_combat(self) -> Literal["mort", "inconscient"] | None:
        """Why he cannot act at all, None for a character who can (EXIL-SAN-05, EXIL-CHO-04)."""
        if self.etat == "mort":
            return "mort"
        return "inconscient" if self.echecs == STAGES.index("inconscient") else None

    sur_pied = property(lambda self: self.hors_de_combat or "debout")
    a_portee = property(lambda self: self.hors_de_combat is None)

    gravite = property(lambda self: None if self.etat in ("pleine_forme", "mort") else self.etat)
    """The État de Santé of a wounded character, else None."""

    @property
    def malus(self) -> int:
        """The health malus to all actions (EXIL-SAN-07)."""
        return MALUS.get(self.etat, MALUS["critique"])

    @property
    def encombrement(self) -> int:
        """The encombrement of armour and shield (EXIL-PRO-04, -05, R-80)."""
        shield = BOUCLIERS[self.bouclier].encombrement if self.bouclier else 0
        return ARMURES[self.armure].encombrement + shield

    @property
    def malus_physique(self) -> int:
        """The malus to a physical action outside of combat (EXIL-PRO-04, EXIL-SAN-07)."""
        return self.malus + self.encombrement

    @property
    def malus_par_talent(self) -> Mapping[str, int]:
        """The malus to an action with each Talent outside of combat (EXIL-PRO-04)."""
        calm, moving = self.malus, self.malus_physique
        return {name: moving if physical(name, talent) else calm for name, talent in self.talents}

    @property
    def modificateurs(self) -> Mapping[str, int]:
        """Names that may stand for a modifier; several are joined by `+`."""
        return {"santé": self.malus, "encombrement": self.encombrement}

    # ── Talents ────────────────────────────────────────────────────────────────────────────────
    @property
    def niveaux(self) -> Mapping[str, int]:
        """Levels by Talent."""
        return {name: held(each).niveau for name, each in self.talents}

    def level(self, talent: str) -> int | None:
        """Return the level of a Talent, whatever its case and accents; None if it is missing."""
        return {folded(name): level for name, level in self.niveaux.items()}.get(talent)

    def best(self, weapon: Arme) -> int:
        """Return the highest of the Talents that serve with a weapon (EXIL-ACT-07, EXIL-TIR-04)."""
        return max(self.level(talent) or 0 for talent in weapon.talents_de_combat)

    acrobate = level_of("acrobate", awake=True)
    sportif = level_of("sportif", awake=True)
    medecin = level_of("medecin")
    orateur = level_of("orateur")
    lettre = level_of("lettre")
    bricoleur = level_of("bricoleur")
    tireur = level_of("tireur")

    # ── in contact ─────────────────────────────────────────────────────────────────────────────
    @property
    def _hand(self) -> Arme:
        return ARMES[self.arme]

    @property
    def talent_de_combat(self) -> int:
        """The level of the Talent for combat in contact (EXIL-CBT-04, -16)."""
        return self.best(self._hand)

    talent_mains_nues = property(lambda self: self.best(ARMES["mains_nues"]))

    @property
    def deux_armes(self) -> bool:
        """Whether his Talent allows two weapons (EXIL-OPT-04)."""
        return self.talent_de_combat >= TWO_WEAPONS

    @property
    def _striking(self) -> tuple[Arme, ...]:
        """The weapons that he strikes with: of two guns those that can fire (EXIL-OPT-04)."""
        if self.deux_tirs:
            return self._guns
        second = (ARMES[self.seconde],) if self.seconde and self.deux_armes else ()
        return (self._hand, *second)

    @property
    def maniabilite_arme(self) -> int:
        """The maniabilité of the weapon in hand; a double one counts twice (EXIL-ARM-03, R-38)."""
        if self.deux_tirs:
            return self._striking[0].maniabilite
        always = rulings(ExilRulings).baton_long == "always"
        twice = self._hand.double and (always or self.deux_armes)
        return self._hand.maniabilite * (2 if twice else 1)

    @property
    def maniabilite_seconde(self) -> int:
        """The maniabilité of the other weapon or of a shield (EXIL-OPT-04, R-37)."""
        if not self.deux_armes:
            return 0
        if self.bouclier is not None:
            return BOUCLIERS[self.bouclier].maniabilite_seconde or 0
        return sum(each.maniabilite for each in self._striking[1:])

    @property
    def maniabilite(self) -> int:
        return self.maniabilite_arme + self.maniabilite_seconde

    @property
    def precision(self) -> int | None:
        """The part of the maniabilité that cannot parry, None for the usual one (EXIL-ARM-07, R-42)."""
        kept = max(0, sum(each.maniabilite for each in self._striking if each.a_distance))
        usual = self.maniabilite if self.a_distance else 0
        return None if kept == usual else kept

    @property
    def letalite(self) -> int:
        """The létalité, of two weapons the higher one (EXIL-OPT-04)."""
        return max(each.level_at(self.reglage) for each in self._striking)

    @property
    def maniabilite_mains_nues(self) -> int:
        """The maniabilité that a shield gives without a weapon (EXIL-OPT-04, R-37)."""
        if self.bouclier is None or self.talent_mains_nues < TWO_WEAPONS:
            return 0
        return BOUCLIERS[self.bouclier].maniabilite_seconde or 0

    force = of_striking("force")
    perce_armure = of_striking("perce_armure")
    a_distance = of_hand("a_distance")
    fouet = of_hand("fouet")
    assommante = of_hand("assommante")
    contondante = of_hand("contondante")

    a_mains_nues = property(lambda self: self.arme == "mains_nues")

    @property
    def assomme(self) -> bool:
        """Whether he can strike without killing (EXIL-CHO-01, -02, EXIL-ARM-02)."""
        return bool(self.assommante or self.contondante or self.a_mains_nues)

    tir_assomme = property(lambda self: self._gun is not None and self._gun.assommante)

    desarmable = property(lambda self: self.arme != "mains_nues")
    """Whether he holds a weapon that he can lose."""

    @property
    def protection_totale(self) -> int:
        """Armour with its craft, and a shield under the ruling `shield` (EXIL-PRO-01, -05, R-37)."""
        shield = BOUCLIERS[self.bouclier].protection_totale if self.bouclier else None
        return max(0, ARMURES[self.armure].valeur + self.facon) + (shield or 0)

    @property
    def pc(self) -> int:
        return max(0, self.talent_de_combat + self.maniabilite + self.malus)

    @property
    def poff(self) -> int:
        """The Poff; the précision of a ranged weapon cannot go into the defence (EXIL-CBT-05,
        R-42)."""
        if rulings(ExilRulings).precision_defence:
            return self.poff_voulu
        usual = self.maniabilite if self.a_distance else 0
        kept = usual if self.precision is None else self.precision
        return max(self.poff_voulu, min(self.pc, kept))

    @property
    def poff_voulu(self) -> int:
        """The Poff without a decision: half of the PC (EXIL-CBT-06)."""
        return self.pc // 2

    @property
    def pdef(self) -> int:
        """The rest of the PC; who is out of action opposes nothing (EXIL-SAN-05, EXIL-CHO-04)."""
        return 0 if self.hors_de_combat else self.pc - self.poff

    # ── at range ───────────────────────────────────────────────────────────────────────────────
    @property
    def _carried(self) -> tuple[Carried, ...]:
        """The fields that hold a ranged weapon, the one for shots first."""
        fields: tuple[Carried, ...] = ("arme_de_tir", "arme", "seconde")
        return tuple(each for each in fields if getattr(self, each) in RANGED)

    @property
    def deux_tirs(self) -> bool:
        """Whether he holds a ranged weapon in each hand, and no other."""
        return self._carried == ("arme", "seconde")

    @property
    def _jammed(self) -> Carried | None:
        """The field of the jammed weapon: of two, the one that jams on a 12."""
        if not self.enrayee or not self._carried:
            return None
        twelve = [each for each in self._carried if self._of(each).enraye_sur_12]
        return twelve[0] if self.deux_tirs and twelve else self._carried[0]

    def _of(self, field: Carried) -> Arme:
        name: ArmeNom = getattr(self, field)
        return ARMES[name]

    @property
    def _magazines(self) -> tuple[int | None, int | None]:
        """The rounds on the sheet of the first weapon and of the second; None: full."""
        return self.munitions if isinstance(self.munitions, tuple) else (self.munitions, None)

    def rounds_of(self, field: Carried) -> int | None:
        """Return the rounds in the magazine of a weapon; None if they do not count (EXIL-ARM-12)."""
        left = self._magazines[self.deux_tirs and field == "seconde"]
        return self._of(field).munitions if left is None else left

    def with_rounds(self, left: Mapping[Carried, int]) -> int | tuple[int, int]:
        """Return the `munitions` with these rounds left in some of the weapons."""
        if not self.deux_tirs:
            return next(iter(left.values()))
        both = {each: self.rounds_of(each) or 0 for each in self._carried} | dict(left)
        return both["arme"], both["seconde"]

    def counted(self, name: str) -> Any:
        """Return the value of a field; full magazines are the rounds that they hold."""
        if name != "munitions" or not self.shot_with:
            return super().counted(name)
        return plain(self.with_rounds({each: self.rounds_of(each) or 0 for each in self.shot_with}))

    def _fires(self, field: Carried) -> bool:
        return self.rounds_of(field) != 0 and self._jammed != field

    @property
    def shot_with(self) -> tuple[Carried, ...]:
        """The fields of the weapons of a shot: two guns at once where the Talent allows it
        (EXIL-OPT-04), else the first that can be fired."""
        if not self.deux_tirs:
            return self._carried[:1]
        firing = tuple(each for each in self._carried if self._fires(each))
        both = self.best(self._hand) >= TWO_WEAPONS
        return firing if both and len(firing) > 1 else (*firing, *self._carried)[:1]

    @property
    def tire(self) -> RangedArme | None:
        """The weapon that he shoots or throws, among the weapons that he carries."""
        return next((getattr(self, each) for each in self.shot_with), None)

    @property
    def _guns(self) -> tuple[Arme, ...]:
        return tuple(self._of(each) for each in self.shot_with)

    @property
    def _gun(self) -> Arme | None:
        return next(iter(self._guns), None)

    @property
    def poff_tir(self) -> int | None:
        """The Poff of a shooter, his whole PC: out of reach he needs no Pdef (EXIL-TIR-04, -05)."""
        if not self._guns:
            return None
        precision = sum(each.maniabilite for each in self._guns)
        return max(0, self.best(self._guns[0]) + precision + self.malus)

    letalite_tir = of_guns("letalite")
    force_tir = of_deadliest_gun("force")
    perce_armure_tir = of_deadliest_gun("perce_armure")
    arme_a_feu = of_guns("arme_a_feu")
    enraye_sur_12 = of_guns("enraye_sur_12")
    rafale = of_gun("rafale")
    dards = of_guns("dards")

    @property
    def enrayee_tir(self) -> bool:
        """Whether the weapon that he shoots is jammed (EXIL-INC-07)."""
        return self._jammed in self.shot_with

    incident = property(lambda self: "enrayee" if self.enrayee_tir else "rien")

    @property
    def chargeur(self) -> int | None:
        return self.rounds_of(self.shot_with[0]) if self.shot_with else None

    chargeur_second = property(
        lambda self: self.rounds_of("seconde") if len(self.shot_with) > 1 else None
    )
    chargeur_rafale = property(lambda self: self.chargeur if self.rafale else None)
    enrayee_rafale = property(lambda self: bool(self.rafale) and self.enrayee_tir)

    @property
    def _shoots_in_contact(self) -> bool:
        """Whether the weapon that he shoots is the one in his hand (EXIL-TIR-02)."""
        return self.a_distance and self.arme_de_tir in (None, self.arme)

    arme_a_feu_en_main = in_contact("arme_a_feu", False)
    enrayee_en_main = in_contact("enrayee_tir", False)
    enraye_sur_12_en_main = in_contact("enraye_sur_12", False)
    chargeur_en_main = in_contact("chargeur", None)
    dards_en_main = in_contact("dards", False)

    # ── one of two weapons ─────────────────────────────────────────────────────────────────────
    @property
    def autre_arme(self) -> Mapping[str, Any] | None:
        """The ranged weapon that he carries, as a `Weapon` of a fight (EXIL-PAS-13)."""
        return self._alone(self.arme_de_tir)

    @property
    def main_gauche(self) -> Mapping[str, Any] | None:
        """The weapon of the other hand alone, as a `Weapon` of a fight; no gun that cannot fire."""
        spent = self.deux_tirs and not self._fires("seconde")
        return None if spent or self.shot_with == ("seconde",) else self._alone(self.seconde)

    @property
    def premiere_arme(self) -> Mapping[str, Any] | None:
        """The first of two guns alone, as a `Weapon` of a fight."""
        return self._alone(self.arme) if len(self.shot_with) > 1 else None

    def _alone(self, name: ArmeNom | None) -> Mapping[str, Any] | None:
        return None if name is None else ARMES[name].in_fight(self.best(ARMES[name]))
