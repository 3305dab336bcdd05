"""The ledger of a health: wounds, ills, care and rest over hours and days (BLE, MAL, SOI, GUE)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta

from tablee.games.exil.health.body import DAY, Body, Hours, Ill, Name, OngoingRecovery
from tablee.games.exil.health.care import Activite, Watcher, check_watched, days_of_healing
from tablee.games.exil.health.harm import STAGES
from tablee.games.exil.health.ills import (
    DISEASES,
    DiseaseSheet,
    Loss,
    MaladieNom,
    Malignite,
    Period,
)
from tablee.games.exil.health.states import wounds
from tablee.games.exil.life.clock import HOURS, Count, Unite, note_clock
from tablee.games.exil.tables import RECOVERY
from tablee.rules.ambient import note, remark
from tablee.rules.field_marks import DAYS, among, on_sheet
from tablee.rules.field_marks import HOURS as IN_HOURS
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import refuse
from tablee.rules.schema import tag_of

UNCONSCIOUS = len(STAGES) - 1
"""The number of failures against chocs that makes unconscious."""
LONGEST = 366 * DAY
"""Maximum number of hours in one event."""
Words = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]


class Alive(Event[Body]):
    """An event that can only happen to a living body."""

    def after(self, etat: Body) -> Body:
        if etat.dead:
            raise refuse("type", tag_of(type(self)), "temps ou decision : le personnage est mort")
        return self.befalls(etat)

    def befalls(self, etat: Body) -> Body:
        """Return the body after the event."""
        raise NotImplementedError


class Bleeding(Record):
    """A bleeding, which lasts until care (EXIL-BLE-01)."""

    perte: Annotated[int, Meta(ge=1, le=20, description="Points de Santé perdus chaque fois")] = 1
    periode: Annotated[Fraction, Meta(gt=0, description="heures entre deux pertes"), IN_HOURS]


class Wounded(Alive, tag="blessure"):
    """A wound: PdS lost at once, and perhaps a bleeding (EXIL-SAN-03, EXIL-BLE-01).

    It ends a natural healing, and a care that was given for a better État de Santé, unless the
    leader lets them go on (R-64)."""

    dommages: Annotated[int, Meta(ge=0, le=1000, description="Points de Santé perdus aussitôt")]
    hemorragie: Annotated[
        Bleeding | None, Meta(description="perte régulière, null sans hémorragie")
    ] = None
    nom: Annotated[
        str, Meta(min_length=1, max_length=100, description="nom de l’hémorragie, s’il y en a une")
    ] = "hémorragie"
    malgre: Annotated[
        bool, Meta(description="le Meneur laisse-t-il agir les soins ou la guérison d’avant ?")
    ] = False

    leader_fields = ("malgre",)

    def befalls(self, etat: Body) -> Body:
        etat = replace(etat, pds=etat.points - self.dommages)
        note(
            "EXIL-BLE-01 EXIL-SAN-03",
            "Blessure : {lost:Point de Santé perdu|Points de Santé perdus}.",
            lost=self.dommages,
        )
        if self.interrupts(etat):
            note(
                "EXIL-BLE-02 EXIL-SOI-02",
                "L’état est pire que celui que l’on soignait : il faut d’autres soins."
                if etat.retablissement and etat.retablissement.jours is None
                else "La nouvelle blessure interrompt la guérison naturelle.",
            )
            etat = replace(etat, retablissement=None)
        if self.hemorragie is not None:
            bleeding = Ill(
                nom=self.nom,
                sorte="hemorragie",
                debut=etat.heure,
                delai=self.hemorragie.periode,
                periode=self.hemorragie.periode,
                perte=self.hemorragie.perte,
                malignite="mortelle",
            )
            note("EXIL-BLE-01", "La blessure saigne : {nom:=}.", nom=self.nom)
            etat = etat.with_mal(bleeding)
        return _noted(etat)

    def interrupts(self, etat: Body) -> bool:
        """Return whether this wound ends the recovery of a body that has taken it."""
        back = etat.retablissement
        if back is None or self.malgre or not self.dommages or etat.dead:
            return False
        return back.jours is not None or etat.beyond(back)


class Contagion(Alive):
    """A disease or a poison that the leader lets begin."""

    by_leader = True
    nom: Name
    delai: Annotated[
        Hours | None, Meta(description="heures jusqu’à la première perte, selon le modèle à défaut")
    ] = None
    periode: Period = None
    perte: Annotated[Loss | None, Meta(description="Points de Santé perdus chaque fois")] = None
    malignite: Malignite | None = None
    soignable: Annotated[bool | None, Meta(description="lui connaît-on un remède ?")] = None

    def begun(self, etat: Body, known: DiseaseSheet | None = None) -> Body:
        """Return the body with this ill; the numbers left out are those of a known disease."""
        values: dict[str, Any] = {"periode": None}
        for source in (known, self):
            for name in ("delai", "periode", "perte", "malignite", "soignable"):
                if (value := getattr(source, name, None)) is not None:
                    values[name] = value
        if known is not None:
            low, high = known.delai, known.delai_max or known.delai
            if not low <= values["delai"] <= high or (self.delai is None and low < high):
                raise refuse("delai", self.delai, "une durée, de {span:hours}", span=(low, high))
        for name, allowed in (("delai", "des heures"), ("malignite", "une malignité")):
            if name not in values:
                raise refuse(name, None, allowed)
        sorte: Any = tag_of(type(self))
        return _noted(etat.with_mal(Ill(nom=self.nom, sorte=sorte, debut=etat.heure, **values)))


class DiseaseCaught(Contagion, tag="maladie"):
    """A disease that begins, by the leader's decision or an action pure of Physique (EXIL-MAL-02).
    A described disease supplies the numbers that are left out (EXIL-MAL-06)."""

    modele: Annotated[
        MaladieNom | None, Meta(description="maladie décrite, dont viennent les nombres")
    ] = None

    def befalls(self, etat: Body) -> Body:
        note("EXIL-MAL-02 EXIL-MAL-03", "Maladie contractée : {nom:=}.", nom=self.nom)
        return self.begun(etat, None if self.modele is None else DISEASES[self.modele])


class Poisoned(Contagion, tag="poison"):
    """A venin or a poison that enters the body (EXIL-POI-01)."""

    def befalls(self, etat: Body) -> Body:
        note("EXIL-POI-01", "Poison : {nom:=}.", nom=self.nom)
        return self.begun(etat)


class FirstAid(Alive, tag="secours"):
    """First aid before a poison is assimilated (exil.poison, EXIL-POI-02)."""

    nom: Annotated[Name, among("maux")]

    def befalls(self, etat: Body) -> Body:
        mal = etat.mal(self.nom)
        if mal.sorte != "poison" or etat.heure >= mal.debut + mal.delai:
            raise refuse("nom", self.nom, "un poison encore en assimilation")
        note(
            "EXIL-POI-02",
            "« {nom:=} » : des secours à temps, plus rien à craindre.",
            nom=self.nom,
        )
        return etat.without(mal)


class Cured(Alive, tag="remede"):
    """The cure of an ill or the end of a bleeding (exil.care): no more losses."""

    nom: Annotated[Name, among("maux")]
    malgre: Annotated[
        bool, Meta(description="le Meneur l’accorde-t-il contre un mal sans remède connu ?")
    ] = False

    leader_fields = ("malgre",)

    def befalls(self, etat: Body) -> Body:
        mal = etat.mal(self.nom)
        if not mal.soignable and not self.malgre:
            raise refuse("nom", self.nom, "un mal auquel on connaît un remède")
        note(
            "EXIL-MAL-05 EXIL-SOI-04 EXIL-BLE-01",
            "La blessure ne saigne plus : {nom:=}."
            if mal.sorte == "hemorragie"
            else "Guérison : {nom:=}.",
            nom=self.nom,
        )
        return etat.without(mal)


class CareGiven(Alive, tag="soins"):
    """Successful care (exil.care): the missing PdS come back day by day (EXIL-SOI-04, -05)."""

    def befalls(self, etat: Body) -> Body:
        _refuse_whole(etat, "soins")
        note(
            "EXIL-SOI-04 EXIL-SOI-05",
            "Soins réussis. Points de Santé regagnés par jour : {rate}.",
            rate=RECOVERY[etat.physique],
        )
        missing = etat.capital - etat.points
        return replace(etat, retablissement=OngoingRecovery(depuis=etat.heure, points=missing))


class HealingBegun(Alive, tag="guerison"):
    """A natural healing, in a time that the leader chooses (EXIL-GUE-01..03, EXIL-BLE-02): of the
    wounds, or of an ill that is not deadly."""

    by_leader = True
    jours: Annotated[
        Fraction, Meta(gt=0, description="jours jusqu’à la pleine forme, au choix du Meneur"), DAYS
    ]
    activite: Activite = "repos"
    medecin: Watcher = None
    nom: Annotated[
        Name | None, Meta(description="mal qui guérit, null pour les blessures"), among("maux")
    ] = None

    def befalls(self, etat: Body) -> Body:
        check_watched(self.activite, self.medecin)
        if self.nom is None:
            _refuse_whole(etat, "guerison")
            gravite: str = wounds(etat.physique, etat.points)
        else:
            gravite = etat.mal(self.nom).heals_as or ""
            if not gravite:
                raise refuse("nom", self.nom, "un mal qui n’est pas mortel")
        least, most = days_of_healing(gravite, self.activite)
        if not least <= self.jours <= most:
            span = DAY * least, DAY * most
            allowed = "une durée, de {span:hours} : il faut ce temps à un état {gravite}"
            raise refuse("jours", self.jours, allowed, span=span, gravite=gravite)
        note(
            "EXIL-GUE-01 EXIL-GUE-02 EXIL-GUE-03",
            "{activite:^}, guérison dans {hours:hours}."
            if self.nom is None
            else "{activite:^}, « {nom:=} » guérit dans {hours:hours}.",
            activite=self.activite,
            hours=DAY * self.jours,
            nom=self.nom,
        )
        if self.nom is not None:
            return etat.healing_from(self.nom, etat.heure + DAY * self.jours)
        missing = etat.capital - etat.points
        healing = OngoingRecovery(depuis=etat.heure, jours=self.jours, points=missing)
        return replace(etat, retablissement=healing)


def _refuse_whole(etat: Body, kind: str) -> None:
    if etat.points == etat.capital:
        raise refuse("type", kind, "un autre événement : aucun Point de Santé ne manque")


class ChocsFailed(Alive, tag="choc"):
    """Failures against chocs (exil.shock), which add up during a scene (EXIL-CHO-01, -04)."""

    echecs: Annotated[int, Meta(ge=1, le=3, description="échecs de plus contre des chocs")] = 1

    def befalls(self, etat: Body) -> Body:
        echecs = etat.echecs + self.echecs
        if echecs > UNCONSCIOUS:
            raise refuse("echecs", self.echecs, "au plus {most}", most=UNCONSCIOUS - etat.echecs)
        note(
            "EXIL-CHO-04",
            "{echecs:échec|échecs} contre des chocs dans cette scène : {conscience}.",
            echecs=echecs,
            conscience=STAGES[echecs],
        )
        return replace(etat, echecs=echecs)


class SceneOver(Alive, tag="scene"):
    """The end of a scene: chocs no longer count (EXIL-CHO-01, R-54)."""

    by_leader = True

    def befalls(self, etat: Body) -> Body:
        note("EXIL-CHO-01", "Fin de la scène : les chocs ne comptent plus.")
        return replace(etat, echecs=0)


class HoursPass(Event[Body], tag="temps"):
    """Time that passes: ills take PdS, care or rest gives them back (EXIL-MAL-03..05, EXIL-SAN-03,
    -05, -06)."""

    by_leader = True
    unite: Unite
    n: Count = Fraction(1)

    @property
    def hours(self) -> Fraction:
        return self.n * HOURS[self.unite]

    def after(self, etat: Body) -> Body:
        if self.hours > LONGEST:
            most = LONGEST // HOURS[self.unite]
            raise refuse("n", self.n, "au plus {most}, un an en une fois", most=most)
        note_clock(self.hours, etat.heure + self.hours)
        return self.aged(etat)

    def aged(self, etat: Body) -> Body:
        """Return the body after these hours, and note their effects."""
        hour, lost = etat.heure + self.hours, Counter[str]()
        later = etat.at(hour, lost)
        for mal in () if etat.dead else etat.maux:
            _note_losses(mal, mal.losses(etat.heure), mal.losses(hour), lost[mal.nom])
            if mal not in later.maux:
                note("EXIL-GUE-01", "« {nom:=} » a guéri sans soins.", nom=mal.nom)
        if etat.retablissement is not None and later.retablissement is None and not later.dead:
            note("EXIL-SAN-06", "Le rétablissement est achevé.")
        return _noted(later)


def _note_losses(mal: Ill, before: int, after: int, lost: int) -> None:
    """Note the losses of an ill between two hours; `before`, `after`: their numbers, `lost`: the
    points that they took."""
    if after == before:
        return
    bleeds = mal.sorte == "hemorragie"
    if not before and not bleeds:
        note("EXIL-MAL-03", "« {nom:=} » : les premiers effets se font sentir.", nom=mal.nom)
    note(
        "EXIL-BLE-01 EXIL-SAN-03" if bleeds else "EXIL-MAL-03 EXIL-MAL-04",
        "« {nom:=} », {due:échéance|échéances} : {lost:aucun Point de Santé perdu|Point de Santé "
        "perdu|Points de Santé perdus}.",
        nom=mal.nom,
        due=after - before,
        lost=lost,
    )


class LeaderDecision(Event[Body], tag="decision"):
    """A change by the leader that no rule makes."""

    by_leader = True
    pds: Annotated[
        int, Meta(ge=-100, le=100, description="Points de Santé en plus, ou en moins")
    ] = 0
    cesser: Annotated[bool, Meta(description="soins ou guérison cessent-ils ?")] = False
    texte: Words = ""

    def after(self, etat: Body) -> Body:
        points = etat.points + self.pds
        if points > etat.capital:
            raise refuse("pds", self.pds, "au plus {most}", most=etat.capital - etat.points)
        if self.pds:
            note("EXIL-SAN-06", "Le Meneur en décide : {by:+} aux Points de Santé.", by=self.pds)
        remark("EXIL-SAN-08", self.texte)
        if self.cesser:
            note("EXIL-SAN-06", "Le Meneur met fin au rétablissement.")
            etat = replace(etat, retablissement=None)
        elif etat.retablissement is not None and points == etat.capital:
            note("EXIL-SAN-06", "Le rétablissement est achevé.")
            etat = replace(etat, retablissement=None)
        return _noted(replace(etat, pds=points))


def _noted(etat: Body) -> Body:
    """Return the body, and note its PdS and État de Santé (EXIL-SAN-04, -05)."""
    note(
        "EXIL-SAN-05" if etat.dead else "EXIL-SAN-04",
        "{pds:Point de Santé|Points de Santé} sur {capital}. État de Santé : {etat}.",
        pds=etat.points,
        capital=etat.capital,
        etat=etat.etat,
    )
    return replace(etat, pds=etat.points)


class SuiviResult(Result):
    """The body after all events."""

    etat: Body


class Suivi(Ledger[SuiviResult, Body], id="exil.suivi"):
    """The ledger of a health (EXIL-SAN-01, -03..06, EXIL-BLE-01, -02,
    EXIL-MAL-02..06, EXIL-POI-01, -02, EXIL-SOI-04, -05, EXIL-GUE-01..03,
    EXIL-CHO-01, -04).

    Losses and recovered points apply in order of their hours, however the time is divided into
    events. PdS never exceed the capital.

    Left to the leader: EXIL-SAN-08, EXIL-MAL-07.
    """

    etat: Annotated[Body, Meta(description="où en est le personnage"), on_sheet()] = Body()
    evenements: Annotated[
        tuple[
            Wounded
            | DiseaseCaught
            | Poisoned
            | FirstAid
            | Cured
            | CareGiven
            | HealingBegun
            | ChocsFailed
            | SceneOver
            | HoursPass
            | LeaderDecision,
            ...,
        ],
        Meta(max_length=MOST_EVENTS, description="ce qui lui arrive, dans l’ordre"),
    ] = ()

    def check(self) -> None:
        self.etat.check()
        super().check()
