"""Weapons, protections and shields as sheets: the rows of T-14 to T-18."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.exil.equipment.weapons import MELEE, RANGED, BurstArme, MeleeArme, RangedArme
from tablee.games.exil.fields import Maniabilite
from tablee.games.exil.fight.attack_fields import Force, Letalite, PerceArmure
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import PROTECTIONS, SHIELDS, ArmureNom, BouclierNom
from tablee.games.exil.words import WORDS
from tablee.rules.ambient import rulings
from tablee.rules.refusal import refuse
from tablee.rules.sheet import Sheet
from tablee.rules.texts.words import deferred

ArmeNom = Literal[MeleeArme, RangedArme]
Combat = Literal["bagarreur", "escrimeur", "sportif", "tireur"]
Notes = Annotated[str, Meta(max_length=5000, description="ce que l’on veut en retenir")]
Metres = Annotated[int, Meta(ge=1, le=10_000)]


def _at_range(field: str) -> property:
    """Return a property: a field of a ranged weapon, None for another weapon."""
    return property(lambda self: getattr(self, field) if self.a_distance else None)


class Arme(Sheet, tag="arme"):
    """A weapon: its numbers, its Talents, its special rules (EXIL-ARM-01, -05, -09, EXIL-CBT-11,
    -16)."""

    talents_de_combat: Annotated[
        tuple[Combat, ...],
        Meta(min_length=1, max_length=4, description="Talents avec lesquels elle se manie"),
    ]
    maniabilite: Maniabilite = 0
    letalite: Letalite = 0
    letalite_min: Annotated[
        Letalite | None, Meta(description="létalité la plus basse, si elle se règle")
    ] = None
    """The user sets the létalité (EXIL-ARM-02)."""
    force: Force = True
    """Whether strength counts with it (EXIL-BON-02)."""
    perce_armure: PerceArmure = False
    """EXIL-ARM-11."""
    a_distance: Annotated[
        bool, Meta(description="est-ce une arme à distance, qui ne peut parer ?")
    ] = False
    """Bows, crossbows, thrown weapons and firearms do not parry (EXIL-ARM-07, -10)."""
    portees: Annotated[
        tuple[Metres, Metres, Metres, Metres] | None,
        Meta(description="mètres : fins des portées courte, moyenne, longue et extrême"),
    ] = None
    """EXIL-ARM-06."""
    arme_a_feu: Annotated[bool, Meta(description="est-ce une arme à feu ?")] = False
    munitions: Annotated[
        Annotated[int, Meta(ge=0, le=200)] | None,
        Meta(description="coups dans le magasin, null s’ils ne se comptent pas"),
    ] = None
    """EXIL-ARM-12."""
    enraye_sur_12: Annotated[bool, Meta(description="l’arme s’enraye-t-elle sur un 12 ?")] = False
    """EXIL-ARM-15."""
    rafale: Annotated[
        BurstArme | None, Meta(description="arme qui tire en rafale, null pour une autre")
    ] = None
    """EXIL-ARM-13, -14."""
    double: Annotated[bool, Meta(description="sa maniabilité compte-t-elle deux fois ?")] = False
    """EXIL-ARM-03."""
    fouet: Annotated[bool, Meta(description="peut-elle saisir un membre ?")] = False
    """EXIL-ARM-04."""
    assommante: Annotated[bool, Meta(description="peut-elle frapper sans tuer ?")] = False
    """EXIL-ARM-02, -17."""
    contondante: Annotated[
        bool, Meta(description="peut-elle assommer d’un coup contondant, comme un gourdin ?")
    ] = False
    """EXIL-CHO-02."""
    dards: Annotated[bool, Meta(description="ses projectiles peuvent-ils être empoisonnés ?")] = (
        False
    )
    """EXIL-ARM-08."""
    notes: Notes = ""

    def check(self) -> None:
        if self.a_distance is not (self.portees is not None):
            raise refuse(
                "portees", None, "quatre distances pour une arme à distance, et elle seule"
            )
        if self.letalite_min is not None and self.letalite_min > self.letalite:
            raise refuse("letalite_min", self.letalite_min, "au plus {high}", high=self.letalite)

    letalite_tir = _at_range("letalite")
    force_tir = _at_range("force")
    perce_armure_tir = _at_range("perce_armure")

    def level_at(self, setting: int | None) -> int:
        """Return the létalité at a setting, the highest without one."""
        if setting is None or self.letalite_min is None:
            return self.letalite
        return min(self.letalite, max(self.letalite_min, setting))

    def in_fight(self, talent: int) -> dict[str, Any]:
        """Return the weapon alone as a `Weapon` of a fight, with the level of its Talent."""
        found: dict[str, Any] = {"talent": talent}
        for field in ("maniabilite", "letalite", "force", "perce_armure", "a_distance"):
            found[field] = getattr(self, field)
        special = ("assommante", "contondante", "enraye_sur_12", "dards")
        return found | {name: True for name in special if getattr(self, name)}


class Protection(Sheet, tag="protection"):
    """An armour or a shield: its value and its encombrement (EXIL-PRO-01, -04, -05)."""

    valeur: Annotated[int, Meta(ge=0, le=20, description="ce qu’elle vaut, selon sa façon")]
    encombrement: Annotated[
        int, Meta(ge=-20, le=0, description="malus aux actions physiques, hors combat")
    ] = 0
    bouclier: Annotated[bool, Meta(description="est-ce un bouclier ?")] = False
    notes: Notes = ""

    @property
    def protection_totale(self) -> int | None:
        """The reduction of a full hit; for a shield only under the ruling `shield` (R-37)."""
        return None if self.as_weapon() else self.valeur

    @property
    def maniabilite_seconde(self) -> int | None:
        """The points that it adds to the PC as a second weapon (EXIL-OPT-04)."""
        return self.valeur if self.as_weapon() else None

    def as_weapon(self) -> bool:
        """Return whether it is a shield that counts as a second weapon (R-37)."""
        return self.bouclier and rulings(ExilRulings).shield == "maniabilite"


# ── the rows of the tables ─────────────────────────────────────────────────────────────────────
_NOTES: dict[str, str] = {
    "baton_electrique": deferred("Qui le tient en règle l’arc : de −2 à +3, mortel ou non."),
    "baton_long": deferred(
        "Une arme double : sa maniabilité compte deux fois, comme celles de deux armes."
    ),
    "fouet": deferred("À la place d’un désarmement, il peut saisir un membre de l’adversaire."),
    "sarbacane": deferred("Ses dards peuvent être empoisonnés."),
    "pistolet_de_poche": deferred("Un coup ou deux."),
    "pistolet_a_aiguilles": deferred("Presque silencieux ; il s’enraye à chaque 12."),
    "mitraillette": deferred(
        "Presque introuvable en Exil. Rafale : une cible par quatre niveaux de Tireur."
    ),
    "mitrailleuse_lourde": deferred("Rafale : une cible par niveau de Tireur."),
    "fusil_sonique": deferred(
        "Frappe un cône : un choc, ou une blessure à pleine puissance. Rare."
    ),
    "fusil_a_arc": deferred("Une bobine encombrante et qui s’essaie encore."),
    "bouclier_durun": deferred("Petit et maniable."),
    "pavois_scov": deferred("Grand et lourd, fait contre les projectiles."),
    "pavois_pretorien": deferred(
        "Léger pour sa taille ; en Exil, les prétoriens seuls en portent."
    ),
}
"""Notes on items with special rules (EXIL-ARM-02..04, -08, -13..18, EXIL-PRO-06)."""


def _named(name: str) -> str:
    word = WORDS[name]
    return word[:1].upper() + word[1:]


def _melee(name: MeleeArme) -> Arme:
    weapon = MELEE[name]
    low, high = weapon.letalite
    return Arme(
        nom=_named(name),
        talents_de_combat=(weapon.talent,),
        maniabilite=weapon.maniabilite,
        letalite=high,
        letalite_min=low if low < high else None,
        force=weapon.force,
        double=name == "baton_long",
        fouet=name == "fouet",
        assommante=name == "baton_electrique",
        contondante=weapon.contondante,
        notes=_NOTES.get(name, ""),
    )


def _ranged(name: RangedArme) -> Arme:
    weapon = RANGED[name]
    return Arme(
        nom=_named(name),
        talents_de_combat=("tireur", "sportif") if weapon.force else ("tireur",),
        maniabilite=weapon.precision,
        letalite=weapon.letalite,
        force=weapon.force,
        perce_armure=weapon.perce_armure,
        a_distance=True,
        portees=weapon.distances,
        arme_a_feu=weapon.munitions is not None,
        munitions=weapon.munitions[1] if weapon.munitions else None,
        enraye_sur_12=weapon.enraye_sur_12,
        rafale=name if name == "mitraillette" or name == "mitrailleuse_lourde" else None,
        assommante=name == "fusil_sonique",
        dards=name == "sarbacane",
        notes=_NOTES.get(name, ""),
    )


def _protection(name: ArmureNom | BouclierNom, row: tuple[int, int], bouclier: bool) -> Protection:
    return Protection(
        nom=_named(name),
        valeur=row[0],
        encombrement=row[1],
        bouclier=bouclier,
        notes=_NOTES.get(name, ""),
    )


ARMES: dict[ArmeNom, Arme] = {
    **{name: _melee(name) for name in MELEE},
    **{name: _ranged(name) for name in RANGED},
}
"""T-14, T-15, T-16. Thrown weapons serve Tireur or Sportif (EXIL-TIR-04)."""
ARMURES: dict[ArmureNom, Protection] = {
    name: _protection(name, row, False) for name, row in PROTECTIONS.items()
}
"""T-17 (EXIL-PRO-01)."""
BOUCLIERS: dict[BouclierNom, Protection] = {
    name: _protection(name, row, True) for name, row in SHIELDS.items()
}
"""T-18 (EXIL-PRO-05, -06)."""
