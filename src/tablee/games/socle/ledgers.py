"""The ledgers of scenes (characters, clocks, rest) and of failed tests (COE, OPT, REP)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.socle.fields import Essai
from tablee.games.socle.heroes import (
    Heros,
    HerosId,
    check_heroes,
    healed,
    note_rest,
    raised,
    rested,
    struck,
)
from tablee.rules.ambient import note, remark
from tablee.rules.field_marks import among, on_sheet
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from
from tablee.rules.sheets.sheet_params import folded

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Threat = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description="ce qui menace au bout : l’alarme, une cible qui s’enfuit, un éboulement",
    ),
]
"""SOC-OPT-06."""
Words = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]
Heroes = Annotated[
    tuple[Heros, ...], Meta(max_length=20, description="les personnages des joueurs")
]
Steps = Annotated[int, Meta(ge=1, le=20, description="étapes du compteur")]


MOST_CLOCKS = 20


class Compteur(Record):
    """A counter of the scene: at its last step the consequence comes."""

    nom: Threat
    etapes: Steps = 3
    compteur: Annotated[int, Meta(ge=0, le=20, description="étapes déjà passées")] = 0

    @property
    def reached(self) -> bool:
        return self.compteur >= self.etapes

    def advanced(self) -> Compteur:
        """Return one step on; a counter that is at its end stays there."""
        return self if self.reached else replace(self, compteur=self.compteur + 1)


class Etat(Record):
    """A scene, in course or over, and what its characters have left."""

    scene: Annotated[int, Meta(ge=1, description="numéro de la scène")] = 1
    en_cours: Annotated[bool, Meta(description="la scène n’est pas finie")] = True
    heros: Heroes = ()
    compteurs: Annotated[
        tuple[Compteur, ...],
        Meta(max_length=MOST_CLOCKS, description="compteurs de la scène"),
    ] = ()

    def hero(self, name: str, field: str) -> Heros:
        """Return the character of that name. Raises `refuse` under `field`."""
        for hero in self.heros:
            if hero.id == name:
                return hero
        names = tuple(hero.id for hero in self.heros)
        raise refuse(field, name, "un nom parmi : {known:=}", known=", ".join(names) or "–")

    def with_hero(self, changed: Heros) -> Etat:
        heros = tuple(changed if hero.id == changed.id else hero for hero in self.heros)
        return replace(self, heros=heros)


# ── what befalls a character ───────────────────────────────────────────────────────────────────
class Coup(Event[Etat], tag="coup"):
    """A blow or a riposte: a Cœur, or the token of Armure in its place."""

    heros: HerosId
    armure: Annotated[bool, Meta(description="le jeton d’Armure remplace le Cœur")] = False

    def after(self, etat: Etat) -> Etat:
        hero = etat.hero(self.heros, "heros")
        if self.armure and not hero.jeton:
            raise refuse("armure", True, "un Cœur perdu : aucun jeton d’Armure ne reste")
        if self.armure and hero.etat != "mort":
            note("SOC-OPT-02 SOC-OPT-03", "L’Armure encaisse le coup à sa place et s’use.")
            return etat.with_hero(replace(hero, armure=hero.jeton - 1))
        return etat.with_hero(struck(hero))


class ManaChange(Event[Etat], tag="mana"):
    """Mana spent (below 0) or given back."""

    heros: HerosId
    n: Annotated[int, Meta(ge=-20, le=20, description="Mana en plus, ou en moins")]

    def after(self, etat: Etat) -> Etat:
        hero = etat.hero(self.heros, "heros")
        mana = hero.mana + self.n
        if not 0 <= mana <= hero.mana_max:
            raise refuse(
                "n",
                self.n,
                "un entier de {low} à {high}",
                low=-hero.mana,
                high=hero.mana_max - hero.mana,
            )
        note(
            "SOC-MAG-02 SOC-MAG-08",
            "{who:=} : Mana {n:+}, il en reste {mana}.",
            who=hero.id,
            n=self.n,
            mana=mana,
        )
        return etat.with_hero(replace(hero, mana=mana))


class Soin(Event[Etat], tag="soin"):
    """A strong effect of Magie heals somebody."""

    heros: HerosId

    def after(self, etat: Etat) -> Etat:
        hero = etat.hero(self.heros, "heros")
        if hero.etat == "mort":
            raise refuse("heros", self.heros, "un personnage qui n’est pas mort")
        return etat.with_hero(healed(hero))


class Relever(Event[Etat], tag="relever"):
    """An ally spends an Action to raise somebody; one without a sheet has no name here."""

    heros: HerosId
    par: (
        Annotated[HerosId, Meta(description="allié qui y passe son Action, s’il a une fiche")]
        | None
    ) = None

    def after(self, etat: Etat) -> Etat:
        hero = etat.hero(self.heros, "heros")
        if hero.etat != "a_terre":
            raise refuse("heros", self.heros, "un personnage à terre")
        if self.par is not None and etat.hero(self.par, "par").etat != "debout":
            raise refuse("par", self.par, "un allié debout")
        return etat.with_hero(raised(hero))


# ── the clocks ─────────────────────────────────────────────────────────────────────────────────
class PoserCompteur(Event[Etat], tag="compteur"):
    """The MJ sets a counter; one that has come to its end may be set again."""

    nom: Threat
    etapes: Steps = 3

    def after(self, etat: Etat) -> Etat:
        kept = tuple(each for each in etat.compteurs if each.nom != self.nom or not each.reached)
        if any(clock.nom == self.nom for clock in kept):
            raise refuse("nom", self.nom, "des noms tous différents")
        if not etat.en_cours:
            raise refuse(
                "type", "compteur", "le début d’une scène, d’abord : la dernière est finie"
            )
        if len(kept) == MOST_CLOCKS:
            raise refuse("nom", self.nom, "au plus {most}", most=MOST_CLOCKS)
        note(
            "SOC-OPT-04",
            "Compteur posé : « {nom:=} », {steps:étape|étapes}.",
            nom=self.nom,
            steps=self.etapes,
        )
        clock = Compteur(nom=self.nom, etapes=self.etapes)
        return replace(etat, compteurs=(*kept, clock))


class Echec(Event[Etat], tag="echec"):
    """A failed test: every counter of the scene moves by 1, or the one that is named."""

    nom: (
        Annotated[Name, Meta(description="compteur qui avance, sinon tous"), among("compteurs")]
        | None
    ) = None

    def after(self, etat: Etat) -> Etat:
        names = tuple(clock.nom for clock in etat.compteurs)
        if self.nom is not None and self.nom not in names:
            raise refuse("nom", self.nom, "un nom parmi : {known:=}", known=", ".join(names) or "–")
        moved = tuple(
            _moved(clock) if self.nom in (None, clock.nom) else clock for clock in etat.compteurs
        )
        return replace(etat, compteurs=moved)


def _moved(clock: Compteur) -> Compteur:
    if clock.reached:
        return clock
    moved = clock.advanced()
    note(
        "SOC-OPT-05",
        "Échec : « {nom:=} » avance à {at} sur {steps}.",
        nom=moved.nom,
        at=moved.compteur,
        steps=moved.etapes,
    )
    if moved.reached:
        note("SOC-OPT-06", "Le compteur est au bout : la conséquence survient.")
    return moved


# ── scenes ─────────────────────────────────────────────────────────────────────────────────────
class FinScene(Event[Etat], tag="fin_scene"):
    """The scene is over: a protection is whole again, counters are dropped."""

    def after(self, etat: Etat) -> Etat:
        if not etat.en_cours:
            raise refuse("type", "fin_scene", "le début d’une scène : la dernière est finie")
        note("SOC-OPT-02", "Fin de la scène : protections remises à neuf, compteurs retirés.")
        return replace(etat, en_cours=False, heros=_protected(etat.heros), compteurs=())


class DebutScene(Event[Etat], tag="debut_scene"):
    """Another scene begins: who is protected has the token for it."""

    def after(self, etat: Etat) -> Etat:
        if etat.en_cours:
            raise refuse("type", "debut_scene", "la fin de la scène en cours, d’abord")
        note("SOC-OPT-02", "La scène {scene} commence.", scene=etat.scene + 1)
        heros = _protected(etat.heros)  # who has put one on between the two as well
        return replace(etat, scene=etat.scene + 1, en_cours=True, heros=heros)


def _protected(heros: tuple[Heros, ...]) -> tuple[Heros, ...]:
    """Return the characters, with one token of Armure for each who wears a protection
    (SOC-OPT-02)."""
    return tuple(replace(each, armure=1) if each.protege else each for each in heros)


class SeReposer(Event[Etat], tag="repos"):
    """A rest between two scenes, in safety and basic comfort as the MJ sees it."""

    heros: Annotated[
        tuple[HerosId, ...], Meta(max_length=20, description="qui se repose, tous à défaut")
    ] = ()

    def after(self, etat: Etat) -> Etat:
        if etat.en_cours:
            raise refuse("type", "repos", "la fin de la scène en cours, d’abord")
        resting = [etat.hero(name, f"heros[{n}]") for n, name in enumerate(self.heros)]
        everybody = tuple(resting) or etat.heros
        note_rest(everybody)
        for hero in everybody:
            etat = etat.with_hero(rested(hero))
        return etat


class SceneResult(Result):
    """The scene after all events."""

    etat: Etat


class Scene(Ledger[SceneResult, Etat], id="socle.scene"):
    """The ledger of scenes (SOC-TOU-03, SOC-COE-01..07, SOC-MAG-01, -02, SOC-MAG-06, SOC-MAG-08,
    SOC-OPT-01..06)."""

    etat: Annotated[Etat, Meta(description="où en est la scène")] = Etat()
    evenements: Annotated[
        tuple[
            Coup
            | ManaChange
            | Soin
            | Relever
            | PoserCompteur
            | Echec
            | FinScene
            | DebutScene
            | SeReposer,
            ...,
        ],
        Meta(max_length=MOST_EVENTS, description="ce qui arrive, dans l’ordre"),
    ] = ()

    def check(self) -> None:
        check_heroes(self.etat.heros, "etat.heros")
        super().check()


class Reposant(Heros):
    """A character who rests; a category is the sign of an adversary, for whom there is no rest."""

    cible: (
        Annotated[
            Literal["pion", "elite", "boss"],
            Meta(description="catégorie d’un adversaire, qui n’a pas de repos"),
            on_sheet("cible"),
        ]
        | None
    ) = None

    def hero(self) -> Heros:
        """Return the character as in a scene."""
        return Heros(**fields_from(self, Heros))


class ReposResult(Result):
    """The characters after their rest."""

    heros: tuple[Heros, ...]


class Repos(Procedure[ReposResult], id="socle.repos"):
    """A rest: Cœurs and Mana are full again, for all who are not dead (SOC-COE-07)."""

    heros: Annotated[
        tuple[Reposant, ...],
        Meta(min_length=1, max_length=20, description="les personnages qui se reposent"),
    ]
    scene_finie: Annotated[bool, Meta(description="la scène est finie")] = True
    sur: Annotated[bool, Meta(description="l’endroit est sûr, selon le MJ")] = True
    conditions: Annotated[bool, Meta(description="le strict nécessaire y est, selon le MJ")] = True

    def check(self) -> None:
        check_heroes(self.heros, "heros")
        for place, each in enumerate(self.heros):
            if each.cible is not None:
                allowed = "rien : le repos est celui des personnages, pas d’un adversaire"
                raise refuse(f"heros[{place}].cible", each.cible, allowed)
        for name in ("scene_finie", "sur", "conditions"):
            if not getattr(self, name):
                raise refuse(name, False, "oui : sans cela, personne ne se repose")

    async def rule(self) -> ReposResult:
        note_rest(self.heros)
        return ReposResult(heros=tuple(rested(each.hero()) for each in self.heros))


# ── trying again ───────────────────────────────────────────────────────────────────────────────
class Tentes(Record):
    """The ways that are closed until something changes."""

    essais: Annotated[tuple[Essai, ...], Meta(description="essais manqués")] = ()

    def closed(self, tried: Essai) -> bool:
        """Return whether that way is among them."""
        return any(tried.same_as(each) for each in self.essais)


class UnTest(Event[Tentes], tag="test"):
    """A test was tried; the same one again, after a failure, may not be (SOC-REP-01)."""

    objectif: Annotated[Name, Meta(description="ce que l’on veut obtenir")]
    caracteristique: Annotated[Name, Meta(description="Caractéristique du test")]
    moyens: Annotated[str, Meta(max_length=200, description="outils et manière de s’y prendre")] = (
        ""
    )
    reussi: Annotated[bool, Meta(description="le test est réussi")] = False

    def after(self, etat: Tentes) -> Tentes:
        tried = Essai(
            objectif=self.objectif, caracteristique=self.caracteristique, moyens=self.moyens
        )
        if etat.closed(tried):
            raise refuse(
                "moyens",
                self.moyens,
                "un autre moyen, une autre Caractéristique, ou d’abord un changement",
            )
        if self.reussi:
            note("SOC-REP-01", "Objectif atteint : « {goal:=} ».", goal=self.objectif)
            return _without(etat, self.objectif)
        note(
            "SOC-REP-01 SOC-REP-02",
            "Échec : « {goal:=} » ne se retente pas tel quel.",
            goal=self.objectif,
        )
        return replace(etat, essais=(*etat.essais, tried))


class Changement(Event[Tentes], tag="changement"):
    """The situation has changed as the MJ sees it: all ways to the objective are open again."""

    by_leader = True
    objectif: Annotated[Name, Meta(description="ce que l’on veut obtenir")]
    texte: Words = ""

    def after(self, etat: Tentes) -> Tentes:
        note(
            "SOC-REP-01",
            "La situation a changé : « {goal:=} » peut se retenter.",
            goal=self.objectif,
        )
        remark("SOC-REP-02", self.texte)
        return _without(etat, self.objectif)


class Complication(Event[Tentes], tag="complication"):
    """A complication is accepted as the price of another try."""

    objectif: Annotated[Name, Meta(description="ce que l’on veut obtenir")]
    texte: Words = ""

    def after(self, etat: Tentes) -> Tentes:
        note(
            "SOC-REP-02",
            "Une complication est acceptée : « {goal:=} » peut se retenter.",
            goal=self.objectif,
        )
        remark("SOC-REP-02", self.texte)
        return _without(etat, self.objectif)


def _without(etat: Tentes, goal: str) -> Tentes:
    left = tuple(each for each in etat.essais if folded(each.objectif) != folded(goal))
    return replace(etat, essais=left)


class EssaisResult(Result):
    """The closed ways after all events."""

    etat: Tentes


class Essais(Ledger[EssaisResult, Tentes], id="socle.essais"):
    """The ledger of failed tests: the same one again only after a change (SOC-REP-01, -02;
    R-26)."""

    etat: Annotated[Tentes, Meta(description="ce qui a déjà été manqué")] = Tentes()
    evenements: Annotated[
        tuple[UnTest | Changement | Complication, ...],
        Meta(max_length=MOST_EVENTS, description="ce qui arrive, dans l’ordre"),
    ] = ()
