"""The campaign record of Exil: its clock, its ledgers, and the consequences of runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tablee.games.exil.consequences import combat, growth, injuries, repairs, strays
from tablee.games.exil.health.body import Body
from tablee.games.exil.health.convalescence import LONGEST, HoursPass, SceneOver, Suivi
from tablee.games.exil.life.clock import HOURS, Count, Unite, note_clock
from tablee.games.exil.life.fading import Effacement, MonthsPass
from tablee.games.exil.life.progress import Experience, ScenarioOver, held
from tablee.rules.ambient import note, without_notes
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene, scenes_pass
from tablee.rules.campaign.state import Campaign, Pending
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.campaign_declaration import SceneClock as Scenes
from tablee.rules.field_marks import HOURS as IN_HOURS
from tablee.rules.ledger import Event
from tablee.rules.procedure import replace
from tablee.rules.refusal import refuse

HEALING = "exil.natural_healing"
DAY = 24


# ── time ───────────────────────────────────────────────────────────────────────────────────────
class CampaignClock(Scenes):
    """The clock of a campaign: hours since the beginning, scenes, scenarios."""

    scenario: Annotated[int, Meta(ge=1, description="numéro du scénario")] = 1
    heure: Annotated[Fraction, Meta(ge=0, description="heures écoulées à l’horloge"), IN_HOURS] = (
        Fraction(0)
    )


class SameHours(HoursPass, tag="temps"):
    """Hours that pass for one body; the campaign's event has already noted them in the trace."""

    def after(self, etat: Body) -> Body:
        return self.aged(etat)


class TimePasses(Event[Campaign], tag="avance"):
    """Time that passes for everybody: ills, healing, Détachement lost far from Exil (EXIL-MAL-03,
    EXIL-SOI-05, EXIL-GUE-01, EXIL-DET-12); or the end of a scenario (EXIL-XP-08)."""

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
        clock: CampaignClock = etat.horloge
        hours = self.n * HOURS[unite]
        if hours > LONGEST:
            raise refuse(
                "n", self.n, "au plus {most}, un an en une fois", most=LONGEST // HOURS[unite]
            )
        hour = clock.heure + hours
        note_clock(hours, hour)
        etat = replace(etat, horloge=replace(clock, heure=hour))
        for qui in etat.characters_with(Suivi):
            etat = self._aged(etat, qui, SameHours(unite=unite, n=self.n))
        for qui in etat.characters_with(Effacement):
            if etat.ledger_state_of(Effacement, qui).hors_exil:
                etat = etat.with_event(Effacement, MonthsPass(unite=unite, n=self.n), qui)
        return _left_to_heal(etat) if hours >= DAY else etat

    def _aged(self, etat: Campaign, qui: str, event: SameHours) -> Campaign:
        """Return the campaign after these hours for one body; note them only if they change it."""
        before = etat.ledger_state_of(Suivi, qui)
        if not before.dead and (before.maux or before.retablissement):
            return etat.with_event(Suivi, event, qui)
        with without_notes():
            return etat.with_event(Suivi, event, qui)


def _scenarios(etat: Campaign, n: int) -> Campaign:
    """Return the campaign `n` scenarios later: each Talent may rise again (EXIL-XP-08)."""
    clock: CampaignClock = etat.horloge
    note("EXIL-XP-08", "Fin du scénario : chaque Talent peut monter d’un niveau.")
    for qui in etat.characters_with(Experience):
        talents = etat.ledger_state_of(Experience, qui).talents
        if any(held(each).monte for _, each in talents):
            etat = etat.with_event(Experience, ScenarioOver(), qui)
    return replace(etat, horloge=replace(clock, scenario=clock.scenario + n))


def _left_to_heal(etat: Campaign) -> Campaign:
    """Return the campaign with a pending natural healing for each character whom one begins for:
    the first of several; its gravité follows the current État de Santé (EXIL-GUE-01)."""
    asked = {due.qui: due for due in etat.dus if due.procedure == HEALING}
    for qui in etat.characters_with(Suivi):
        if not (left := etat.ledger_state_of(Suivi, qui).left_to_heal()):
            continue
        due = Pending(procedure=HEALING, params=msgspec.json.encode(left[0]).decode(), qui=qui)
        before = asked.get(qui)
        if before is None:
            note(
                "EXIL-GUE-01",
                "{who:=} : ni soins ni guérison en cours. Combien de temps pour guérir ?"
                if "mal" not in left[0]
                else "{who:=} : « {mal:=} » n’est pas soigné. Combien de temps pour guérir ?",
                who=etat.sheet(qui).nom,
                **left[0],
            )
            etat = etat.with_pending(due)
        elif before != due:
            etat = replace(etat, dus=tuple(due if each == before else each for each in etat.dus))
    return etat


class SceneChange(Scene, tag="scene"):
    """A scene that begins or ends; at its end chocs no longer count (EXIL-CHO-01)."""

    def over(self, etat: Campaign) -> Campaign:
        etat = super().over(etat)
        for qui in etat.characters_with(Suivi):
            body = etat.ledger_state_of(Suivi, qui)
            if body.echecs and not body.dead:
                etat = etat.with_event(Suivi, SceneOver(), qui)
        return etat


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Suivi, Experience, Effacement),
    clock=CampaignClock(),
    time=TimePasses,
    scene=SceneChange,
    effects={
        "pds": injuries.points_lost,
        **combat.LEFT,
        "devie": combat.strayed_from_burst,
        "soins": injuries.cared,
        "cumul": growth.interrupted,
        "detachement": growth.swayed,
        "enseignement": growth.taught,
    },
    results={
        "exil.simple": repairs.repaired,
        "exil.successive": repairs.repaired,
        "exil.cooperation": repairs.repaired_together,
        "exil.extended": growth.worked,
        "exil.shock": injuries.shock,
        "exil.natural_healing": injuries.healing,
        "exil.disease": injuries.disease,
        "exil.poison": injuries.poison,
        "exil.assaut": combat.struck,
        "exil.attaques_multiples": combat.attacked,
        "exil.shot": combat.shot,
        "exil.rafale": combat.burst,
        "exil.incident": combat.incident,
        "exil.tir_perdu": strays.strayed,
        "exil.contact_round": combat.duel,
        "exil.duel": combat.duel,
        "exil.melee": combat.melee,
        "exil.detachment_absence": growth.absent,
        "exil.detachment_creation": growth.created,
    },
)

Campagne = campaign_of(
    __name__,
    CAMPAIGN_RECORD,
    "EXIL-MAL-03..05, EXIL-SOI-05, EXIL-GUE-01, EXIL-CHO-01, EXIL-DET-12, EXIL-XP-08",
)
