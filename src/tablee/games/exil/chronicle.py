"""The chronicle of a campaign of Exil: hours and months, scenes, scenarios, and what runs leave."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.exil.health.body import Sante
from tablee.games.exil.health.convalescence import LONGEST, Suivi
from tablee.games.exil.health.convalescence import Scene as SceneOver
from tablee.games.exil.health.convalescence import Temps as HoursPass
from tablee.games.exil.health.states import wounds
from tablee.games.exil.life.clock import HOURS, Count, Unite, tell_clock
from tablee.games.exil.life.fading import Effacement
from tablee.games.exil.life.fading import Temps as MonthsPass
from tablee.games.exil.life.progress import Experience, Scenario, held
from tablee.games.exil.tables import CAPITAL
from tablee.rules.ambient import note, without_notes
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene, scenes_pass
from tablee.rules.campaign.state import Campaign, Du
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.campaign_declaration import Horloge as Scenes
from tablee.rules.consequences import Booking, Left, Run
from tablee.rules.ledger import Event
from tablee.rules.procedure import replace
from tablee.rules.refusal import refuse
from tablee.rules.sheet_params import folded
from tablee.rules.words import deferred

HEALING = "exil.natural_healing"
CARRIED = ("arme_de_tir", "arme", "seconde")
"""Where a sheet has the weapon that is shot, the first that is one."""
BRICOLEUR = "bricoleur"
DAY = 24


# ── time ───────────────────────────────────────────────────────────────────────────────────────
class Horloge(Scenes):
    """The clock of a campaign: hours since its beginning, scenes, scenarios."""

    scenario: Annotated[int, Meta(ge=1, description="numéro du scénario")] = 1
    heure: Annotated[Fraction, Meta(ge=0, description="heures écoulées à l’horloge")] = Fraction(0)


class SameHours(HoursPass, tag="temps"):
    """Hours that are told once, for the whole campaign."""

    def after(self, etat: Sante) -> Sante:
        return self.aged(etat)


class LeTemps(Event[Campaign], tag="avance"):
    """Time passes for everybody: ills, healing, Détachement lost far from Exil (EXIL-MAL-03,
    EXIL-SOI-05, EXIL-GUE-01, EXIL-DET-12); or a scenario ends (EXIL-XP-08)."""

    unite: Annotated[
        Literal["tour", "minute", "heure", "jour", "mois", "scene", "scenario"],
        Meta(description="unité du temps qui passe"),
    ]
    n: Count = Fraction(1)

    def after(self, etat: Campaign) -> Campaign:
        if self.unite == "scene" or self.unite == "scenario":
            if self.n.denominator > 1:
                raise refuse("n", self.n, "un nombre entier")
            count = int(self.n)
            return scenes_pass(etat, count) if self.unite == "scene" else _scenarios(etat, count)
        unite: Unite = self.unite
        clock: Horloge = etat.horloge
        hours = self.n * HOURS[unite]
        if hours > LONGEST:
            raise refuse(
                "n", self.n, "au plus {most}, un an en une fois", most=LONGEST // HOURS[unite]
            )
        hour = clock.heure + hours
        if unite in ("tour", "minute") and self.n.denominator == 1:
            told = (
                "L’horloge avance de {n:tour de combat|tours de combat}."
                if unite == "tour"
                else "L’horloge avance de {n:minute|minutes}."
            )
            note("EXIL-SAN-03", told, n=int(self.n))
        else:
            tell_clock(hours, hour)
        etat = replace(etat, horloge=replace(clock, heure=hour))
        for qui in etat.everybody(Suivi):
            etat = self._aged(etat, qui, SameHours(unite=unite, n=self.n))
        for qui in etat.everybody(Effacement):
            if etat.kept_of(Effacement, qui).hors_exil:
                etat = etat.befalls(Effacement, MonthsPass(unite=unite, n=self.n), qui)
        return _left_to_heal(etat) if hours >= DAY else etat

    def _aged(self, etat: Campaign, qui: str, event: SameHours) -> Campaign:
        """What the hours do to a body; nothing is told of somebody to whom they do nothing."""
        before = etat.kept_of(Suivi, qui)
        if not before.dead and (before.maux or before.retablissement):
            return etat.befalls(Suivi, event, qui)
        with without_notes():
            return etat.befalls(Suivi, event, qui)


def _scenarios(etat: Campaign, n: int) -> Campaign:
    """So many scenarios later: the leader gives the points, each Talent may rise again
    (EXIL-XP-08)."""
    clock: Horloge = etat.horloge
    note("EXIL-XP-08", "Fin du scénario : chaque Talent peut monter d’un niveau.")
    for qui in etat.everybody(Experience):
        talents = etat.kept_of(Experience, qui).talents
        if any(held(each).monte for _, each in talents):
            etat = etat.befalls(Experience, Scenario(), qui)
    return replace(etat, horloge=replace(clock, scenario=clock.scenario + n))


def _left_to_heal(etat: Campaign) -> Campaign:
    """Whoever is hurt and neither cared for nor healing: the leader has to say how long his wound
    takes, as bad as it is by now (EXIL-GUE-01)."""
    asked = {due.qui: due for due in etat.dus if due.procedure == HEALING}
    for qui in etat.everybody(Suivi):
        body = etat.kept_of(Suivi, qui)
        hurt = not body.dead and body.points < body.capital
        if not hurt or body.retablissement is not None:
            continue
        gravite = wounds(body.physique, body.points)
        due = Du(procedure=HEALING, params=f'{{"gravite":"{gravite}"}}', qui=qui)
        before = asked.get(qui)
        if before is None:
            note(
                "EXIL-GUE-01",
                "{who:=} : ni soins ni guérison en cours. Combien de temps pour guérir ?",
                who=etat.sheet(qui).nom,
            )
            etat = etat.owing(due)
        elif before != due:
            etat = replace(etat, dus=tuple(due if each == before else each for each in etat.dus))
    return etat


class UneScene(Scene, tag="scene"):
    """A scene begins or ends: then chocs are forgotten (EXIL-CHO-01)."""

    def over(self, etat: Campaign) -> Campaign:
        etat = super().over(etat)
        for qui in etat.everybody(Suivi):
            body = etat.kept_of(Suivi, qui)
            if body.echecs and not body.dead:
                etat = etat.befalls(Suivi, SceneOver(), qui)
        return etat


# ── health ─────────────────────────────────────────────────────────────────────────────────────
def _health(qui: str, **event: Any) -> dict[str, Any]:
    return {"type": Suivi.id, "qui": qui, "evenement": event}


def _hurt(run: Run, qui: str | None, damage: int) -> Iterator[Booking]:
    """PdS lost (EXIL-SAN-03)."""
    if qui is not None and damage > 0:
        text = "{who:=} perd {n:Point de Santé|Points de Santé}."
        event = _health(qui, type="blessure", dommages=damage)
        yield run.books(qui, "EXIL-SAN-03 EXIL-BLE-01", text, event, n=damage)


def _lost(run: Run, left: Left) -> Iterator[Booking]:
    """PdS lost outside of combat (EXIL-CHU-01, EXIL-ASP-01)."""
    yield from _hurt(run, run.who("acteur", ""), -left.amount)


def _stunned(run: Run, qui: str | None, failures: int) -> Iterator[Booking]:
    """Failures against chocs, counted for the scene (EXIL-CHO-04)."""
    if qui is None:
        return
    failures = min(failures, 3 - run.sheet(qui).echecs)
    if failures > 0:
        text = "{who:=} : {n:échec|échecs} de plus contre des chocs."
        event = _health(qui, type="choc", echecs=failures)
        yield run.books(qui, "EXIL-CHO-04", text, event, n=failures)


def _failures(run: Run, left: Left) -> Iterator[Booking]:
    yield from _stunned(run, run.who("acteur", ""), left.amount)


def _shock(run: Run) -> Iterator[Booking]:
    yield from _stunned(run, run.who("acteur", ""), run.total("echecs"))


def _cared(run: Run, left: Left) -> Iterator[Booking]:
    """Care that has succeeded: the patient regains PdS and bleeds no more (EXIL-SOI-04, -05). A
    disease is cared for apart, by its malignité (EXIL-SOI-02, R-63): then it is over."""
    qui = run.who("patient")
    if qui is None:
        return
    body = run.campaign.kept_of(Suivi, qui)
    if body.points < body.capital:
        text = "{who:=} commence à regagner des Points de Santé, grâce aux soins."
        event = _health(qui, type="soins")
        yield run.books(qui, "EXIL-SOI-04 EXIL-SOI-05", text, event)
    for mal in body.maux:
        meant = mal.sorte == "hemorragie" or mal.malignite == run.procedure.gravite
        if mal.soignable and meant:
            text = "{who:=} : le remède contre « {nom:=} » agit."
            event = _health(qui, type="remede", nom=mal.nom)
            yield run.books(qui, "EXIL-MAL-05 EXIL-SOI-04", text, event, nom=mal.nom)


def _healing(run: Run) -> Iterator[Booking]:
    """How long a wound takes by itself: the longest time, or another one as the leader judges
    (EXIL-GUE-01)."""
    qui = run.who("", "acteur")
    if qui is None:
        return
    asked, result = run.procedure, run.result
    same = {"activite": asked.activite, "medecin": asked.medecin}
    times = {result.jours_max, (result.jours_min + result.jours_max) / 2, result.jours_min}
    most, *others = [
        _health(qui, type="guerison", jours=str(each), **same)
        for each in sorted(times, reverse=True)
    ]
    text = "{who:=} guérit sans soins : la pleine forme dans {days} jours au plus."
    clauses = "EXIL-GUE-01 EXIL-GUE-02 EXIL-GUE-03"
    days = result.jours_max
    yield run.books(qui, clauses, text, most, others, for_leader=True, days=days)


def _poison(run: Run) -> Iterator[Booking]:
    """First aid in time, or what a poison has taken (EXIL-POI-01, -02): a poison of the chronicle
    takes its own when its hours come. Which of several the aid was against no rule leaves to the
    leader: whoever plays the patient may say. Who acts is the one who gives the aid."""
    qui = run.who("")
    if qui is None:
        return
    body = run.campaign.kept_of(Suivi, qui)
    early = [m for m in body.maux if m.sorte == "poison" and body.heure < m.debut + m.delai]
    if not run.result.secouru:
        if not (early and run.procedure.secours):
            yield from _taken(run, qui)
    elif early:
        first, *others = [_health(qui, type="secours", nom=mal.nom) for mal in early]
        text = "{who:=} : des secours à temps, le poison ne fera rien."
        yield run.books(qui, "EXIL-POI-02", text, first, others)


def _wasted(run: Run) -> Iterator[Booking]:
    """What a disease has taken (EXIL-MAL-03)."""
    yield from _taken(run, run.who("", "acteur"))


def _taken(run: Run, qui: str | None) -> Iterator[Booking]:
    """What an ill has taken by a certain hour, of somebody in whose chronicle it is not
    (EXIL-MAL-03)."""
    asked = run.procedure
    start = CAPITAL[asked.physique] if asked.pds is None else asked.pds
    if qui is not None and run.result.pds < start:
        lost = start - run.result.pds
        text = "Le mal a pris {n:Point de Santé|Points de Santé} à {who:=}."
        event = _health(qui, type="decision", pds=-lost)
        yield run.books(qui, "EXIL-MAL-03 EXIL-SAN-03", text, event, n=lost)


# ── fights ─────────────────────────────────────────────────────────────────────────────────────
def _struck(run: Run) -> Iterator[Booking]:
    yield from _hurt(run, run.who("defenseur", "cible"), run.result.damage)


def _several(run: Run) -> Iterator[Booking]:
    """Several attacks or shots: each adversary by his place in the list; a burst may hurt who
    shoots."""
    for place, each in enumerate(run.result.resultats):
        yield from _hurt(run, run.who(f"cibles[{place}]"), each.damage)
    if run.procedure.id == "exil.rafale":
        incident = "enrayee" if run.result.enrayee else "rien"
        yield from _rounds(run, 0)
        yield from _misfired(run, "explosion" if run.result.degats_tireur else incident)


def _rounds(run: Run, left: int) -> Iterator[Booking]:
    """What is left in the magazine (EXIL-ARM-12)."""
    qui = run.who("acteur", "")
    if qui is not None:
        text = "{who:=} : {n:aucun coup|coup|coups} dans le magasin."
        event = {"type": "retouche", "qui": qui, "champs": {"munitions": left}}
        yield run.books(qui, "EXIL-ARM-12", text, event, n=left)


def _gun(run: Run, qui: str | None, incident: str) -> Iterator[Booking]:
    """What becomes of a gun: jammed until it is repaired, or no more (EXIL-INC-07, -08)."""
    if qui is None or run.sheet(qui).tire is None:
        return
    sheet = run.sheet(qui)
    if incident in ("explosion", "detruite"):
        text = "{who:=} : l’arme a éclaté, elle ne servira plus."
        held = next(each for each in CARRIED if getattr(sheet, each) == sheet.tire)
        gone = {held: "mains_nues" if held == "arme" else None, "munitions": None, "enrayee": False}
        event = {"type": "retouche", "qui": qui, "champs": gone}
        yield run.books(qui, "EXIL-INC-08", text, event)
    elif incident in ("rien", "enrayee") and sheet.incident != incident:
        text = (
            "{who:=} : l’arme est enrayée, jusqu’à un jet de Bricoleur réussi."
            if incident == "enrayee"
            else "{who:=} : l’arme tire de nouveau."
        )
        event = {"type": "retouche", "qui": qui, "champs": {"enrayee": incident == "enrayee"}}
        yield run.books(qui, "EXIL-INC-07", text, event)


def _repaired(run: Run) -> Iterator[Booking]:
    """A success with Bricoleur, asked for by that name: his jammed gun fires again
    (EXIL-INC-07)."""
    tried = folded(run.named.get("talent", "")) == BRICOLEUR
    if tried and run.result.success and (qui := run.who("acteur", "")) is not None:
        yield from _gun(run, qui, "rien")


def _incident(run: Run) -> Iterator[Booking]:
    yield from _misfired(run, run.result.incident)


def _misfired(run: Run, incident: str) -> Iterator[Booking]:
    """An incident of a shot: what it does to who shoots, and to the weapon (EXIL-INC-05..08)."""
    qui = run.who("acteur", "")
    yield from _hurt(run, qui, run.result.degats_tireur)
    if incident == "long_feu":
        yield from _startled(run, qui)
    elif incident != "rien":
        yield from _gun(run, qui, incident)


def _startled(run: Run, qui: str | None) -> Iterator[Booking]:
    """A long feu weighs on the next Poff, whenever that is (EXIL-INC-06, R-88)."""
    if qui is not None:
        text = "{who:=} : un long feu, −3 à son prochain Poff."
        yield run.owes(
            qui, "EXIL-INC-06", text, None, {}, deferred("compter −3 au prochain Poff (long feu)")
        )


def _shot(run: Run) -> Iterator[Booking]:
    """What a shot does to its target, whom it may disarm (EXIL-TIR-20), and to who shoots."""
    target = run.who("cible", "defenseur")
    damage = run.result.damage
    if run.result.fatal and target is not None:
        damage = max(damage, run.campaign.kept_of(Suivi, target).points + 1)
    yield from _hurt(run, target, damage)
    bare = target is not None and not run.sheet(target).desarmable
    if run.result.passe == "desarmement" and bare:
        yield from _lamed(run, target)
    yield from _fired(run)
    yield from _misfired(run, run.result.incident)


def _fired(run: Run) -> Iterator[Booking]:
    """A shot takes a round of the magazine; a gun that is jammed does not fire (EXIL-ARM-12,
    EXIL-INC-07)."""
    qui = run.who("acteur", "")
    if qui is not None and run.procedure.arme_a_feu:
        sheet = run.sheet(qui)
        if sheet.chargeur and not sheet.enrayee:  # of two shots asked at once, the first may jam it
            yield from _rounds(run, sheet.chargeur - 1)


def _lamed(run: Run, qui: str | None) -> Iterator[Booking]:
    """An empty hand that is hit is of no use from then on; no rule says until when
    (EXIL-TIR-20)."""
    if qui is not None:
        text = "{who:=} ne peut plus se servir d’une main : reste à dire jusqu’à quand."
        told = deferred("dire jusqu’à quand une main est hors d’usage")
        yield run.owes(qui, "EXIL-TIR-20", text, None, {}, told)


def _duel(run: Run) -> Iterator[Booking]:
    """Both fighters' losses, and the time that it took (EXIL-CBT-01).

    Nothing else outlasts a duel: effects of passes on PC, Poff and initiative are for the next tour
    (EXIL-PAS-05..12), a weapon that is stuck is freed in one (EXIL-PAS-15), and one that has been
    knocked away is neither broken nor gone (EXIL-PAS-13, -14, -16), so that it stays on the sheet.
    """
    asked, result = run.procedure, run.result
    for seat in ("a", "b"):
        fighter = getattr(asked, seat)
        start = CAPITAL[fighter.physique] if fighter.pds is None else fighter.pds
        yield from _hurt(run, run.who(seat), start - getattr(result, f"pds_{seat}"))
    yield from _rounds_fought(run, getattr(result, "tours", 1))


def _melee(run: Run) -> Iterator[Booking]:
    """What each combatant has lost, failures against chocs, rounds in the magazine and the use of a
    hand included; a weapon out of the hand is still his (see `_duel`)."""
    pairs = zip(run.procedure.combattants, run.result.combattants, strict=True)
    for before, now in pairs:
        qui = run.who(before.id)
        start = CAPITAL[before.physique] if before.pds is None else before.pds
        damage = start - now.pds
        if now.hors == "mort" and before.hors != "mort":  # who was dead dies no more
            damage = max(damage, start + 1)
        yield from _hurt(run, qui, damage)
        yield from _stunned(run, qui, now.echecs - before.echecs)
        if qui is not None and now.munitions is not None and now.munitions != before.munitions:
            text = "{who:=} : {n:aucun coup|coup|coups} dans le magasin."
            event = {"type": "retouche", "qui": qui, "champs": {"munitions": now.munitions}}
            yield run.books(qui, "EXIL-ARM-12", text, event, n=now.munitions)
        if now.incident != before.incident:
            yield from _gun(run, qui, now.incident)
        if now.long_feu and not before.long_feu and now.hors != "mort":
            yield from _startled(run, qui)
        if now.main_perdue and not before.main_perdue:
            yield from _lamed(run, qui)
    yield from _rounds_fought(run, run.result.tours)


def _rounds_fought(run: Run, tours: int) -> Iterator[Booking]:
    """Five seconds each (EXIL-CBT-01)."""
    if tours:
        text = "{n:tour de combat a passé|tours de combat ont passé}, à cinq secondes l’un."
        event = {"type": "avance", "unite": "tour", "n": tours}
        yield run.books(None, "EXIL-CBT-01", text, event, n=tours)


# ── Détachement and learning ───────────────────────────────────────────────────────────────────
def _fading(qui: str, **event: Any) -> dict[str, Any]:
    return {"type": Effacement.id, "qui": qui, "evenement": event}


def _swayed(run: Run, left: Left) -> Iterator[Booking]:
    """A point gained on a 1, lost on a 12 (EXIL-DET-09, -10)."""
    qui = run.who("acteur", "")
    if qui is not None:
        text = "{who:=} : {n:+} au Détachement."
        event = _fading(qui, type="test", de=1 if left.amount > 0 else 12)
        yield run.books(qui, "EXIL-DET-09 EXIL-DET-10", text, event, n=left.amount)


def _absent(run: Run) -> Iterator[Booking]:
    """Points lost by an absence that the clock has not counted (EXIL-DET-12)."""
    qui, lost = run.who("acteur", ""), run.total("detachement")
    if qui is not None and lost:
        text = "{who:=} : {n:+} au Détachement."
        event = _fading(qui, type="decision", points=lost)
        yield run.books(qui, "EXIL-DET-12", text, event, n=lost)


def _created(run: Run) -> Iterator[Booking]:
    """The points of a new character (EXIL-DET-02)."""
    qui = run.who("acteur", "")
    if qui is not None:
        text = "{who:=} commence avec {n:point|points} de Détachement."
        event = {"type": "retouche", "qui": qui, "champs": {"detachement": run.result.points}}
        yield run.books(qui, "EXIL-DET-02", text, event, n=run.result.points)


def _taught(run: Run, left: Left) -> Iterator[Booking]:
    """The next level of the Talent is easier to learn (EXIL-APP-04). A run that does not name it,
    nor was asked for by its name, leaves it to the pupil, unless a single one has that level and
    difficulty."""
    pupil = run.who("apprenti") if run.procedure.id == "exil.teaching" else run.who("", "acteur")
    if pupil is None:
        return
    clauses = "EXIL-APP-04"
    names = _may_be(run, pupil)
    lessons = [
        {"type": Experience.id, "qui": pupil, "evenement": {"type": "enseigner", "talent": name}}
        for name in names
    ]
    if len(names) == 1:
        text = "{who:=} apprendra un rang plus facilement le prochain niveau de « {talent:=} »."
        yield run.books(pupil, clauses, text, lessons[0], talent=names[0])
    else:
        text = "{who:=} apprendra un rang plus facilement le prochain niveau d’un Talent : lequel ?"
        texte = deferred("dire quel Talent s’apprendra plus facilement")
        due: dict[str, Any] = {"procedure": None, "params": {}, "qui": pupil, "texte": texte}
        yield run.books(pupil, clauses, text, {"type": "du", "du": due}, lessons)


def _may_be(run: Run, pupil: str) -> list[str]:
    """The Talents that a lesson may have been about: the one it names, the one that was named on
    the sheet, or those that are learnt so."""
    asked, kept = run.procedure, run.campaign.kept_of(Experience, pupil)
    if asked.talent is not None:
        return [asked.talent]
    level = getattr(asked, "eleve", None)
    known = [name for name, _ in kept.talents]
    for field in ("eleve", "apprentissage"):
        if (name := kept.named(run.named.get(field, ""))) in known:
            return [name]
    return [
        name
        for name in known
        if level in (None, kept.talent(name).niveau)
        and kept.talent(name).apprentissage in (None, asked.apprentissage)
    ]


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Suivi, Experience, Effacement),
    clock=Horloge(),
    time=LeTemps,
    scene=UneScene,
    effects={
        "pds": _lost,
        "echecs": _failures,
        "soins": _cared,
        "detachement": _swayed,
        "enseignement": _taught,
    },
    results={
        "exil.simple": _repaired,
        "exil.successive": _repaired,
        "exil.shock": _shock,
        "exil.natural_healing": _healing,
        "exil.disease": _wasted,
        "exil.poison": _poison,
        "exil.assaut": _struck,
        "exil.attaques_multiples": _several,
        "exil.shot": _shot,
        "exil.rafale": _several,
        "exil.incident": _incident,
        "exil.contact_round": _duel,
        "exil.duel": _duel,
        "exil.melee": _melee,
        "exil.detachment_absence": _absent,
        "exil.detachment_creation": _created,
    },
)

Campagne = campaign_of(
    __name__,
    CAMPAIGN_RECORD,
    "EXIL-MAL-03..05, EXIL-SOI-05, EXIL-GUE-01, EXIL-CHO-01, EXIL-DET-12, EXIL-XP-08",
)
