"""A scene with a time limit: tests against a counter (SOC-OPT-04..06)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from tablee.games.socle.fields import (
    Aide,
    De,
    Degres,
    EtatAllie,
    EtatDuHeros,
    JetForce,
    Niveau,
    PlusDur,
    TestTn,
)
from tablee.games.socle.trials import (
    SUCCESSES,
    Helped,
    Test,
    TestD6,
    check_able,
    level_of,
)
from tablee.rules.ambient import effect, note
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import become, call
from tablee.rules.refusal import refuse

Count = Annotated[int, Meta(ge=0, le=20)]


class ChronometreResult(Result):
    """`atteint`: the counter came to its end before all successes were there."""

    atteint: bool
    reussites: Count
    echecs: Count


class Chronometre(Helped[ChronometreResult], id="socle.chronometre"):
    """The same test again and again, until the successes needed are there or the counter has run
    out; every failure moves it by 1 (SOC-OPT-04..06, SOC-RES-01..05, SOC-DIF-01..06, SOC-AID-01,
    -02, SOC-SIX-01..03)."""

    etapes: Annotated[int, Meta(ge=1, le=20, description="étapes du compteur")] = 3
    reussites: Annotated[int, Meta(ge=1, le=20, description="réussites nécessaires")]
    de: De | None = None
    tn: TestTn = 6
    degres: Degres = 0
    aide: Aide = False
    jet_force: JetForce = False
    niveau: Niveau | None = None
    plus_dur: PlusDur = 0
    nom: Annotated[
        str,
        Meta(
            max_length=200,
            description="ce qui menace au bout : l’alarme, une cible qui s’enfuit, un éboulement",
        ),
    ] = ""
    etat: EtatDuHeros = "debout"
    etat_allie: EtatAllie = "debout"

    endings = ("atteint",)
    utilities = {
        "succes": lambda _, result, seat: int(not result.atteint),
        "reussites": lambda _, result, seat: result.reussites,
    }

    def check(self) -> None:
        check_able(self.etat, self.aide, self.etat_allie)
        if self.de is None and self.niveau is None:
            raise refuse(
                "de", None, "une taille de dé, ou un niveau si l’on ne joue qu’avec des d6"
            )
        if self.de is not None and self.niveau is not None:
            raise refuse("niveau", self.niveau, "rien quand une taille de dé est donnée")
        level = level_of(self.tn, self.degres, self.jet_force)
        if self.de is not None and level == "presque_impossible":
            raise refuse("degres", self.degres, "une difficulté qui se tente")

    async def rule(self) -> ChronometreResult:
        note(
            "SOC-OPT-04",
            "Compteur de {steps:étape|étapes}, {needed:réussite nécessaire|réussites nécessaires}.",
            steps=self.etapes,
            needed=self.reussites,
        )
        return await become(
            Counting(trial=self.trial(), steps=self.etapes, needed=self.reussites, threat=self.nom)
        )

    def trial(self) -> Test | TestD6:
        """Return the test that is repeated."""
        if self.niveau is not None:
            return TestD6(niveau=self.niveau, plus_dur=self.plus_dur, aide=self.aide)
        assert self.de is not None
        return Test(
            de=self.de,
            tn=self.tn,
            degres=self.degres,
            aide=self.aide,
            jet_force=self.jet_force,
        )


class Counting(Procedure[ChronometreResult]):
    """The counter between two tests (SOC-OPT-05, -06)."""

    trial: Procedure[Any]
    steps: int
    needed: int
    threat: str
    failures: int = 0
    successes: int = 0

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        gauges = (
            Gauge("reussites", self.successes, self.needed),
            Gauge("compteur", self.failures, self.steps),
        )
        return (FighterStatus("player", gauges),)

    async def rule(self) -> ChronometreResult:
        if self.successes == self.needed:
            note("SOC-OPT-04", "Toutes les réussites y sont : la scène est gagnée à temps.")
            return self.ended(atteint=False)
        if self.failures == self.steps:
            note("SOC-OPT-06", "Le compteur est au bout : la conséquence survient.")
            effect("menace", self.threat)
            return self.ended(atteint=True)
        done = await call(self.trial, by=("issue",))
        if done.issue in SUCCESSES:
            return await become(replace(self, successes=self.successes + 1))
        failures = self.failures + 1
        note(
            "SOC-OPT-05",
            "Échec : le compteur avance à {failures} sur {steps}.",
            failures=failures,
            steps=self.steps,
        )
        effect("compteur", 1)
        if done.issue == "echec_complication":
            effect("consequence", "complication", who="player")
        return await become(replace(self, failures=failures))

    def ended(self, *, atteint: bool) -> ChronometreResult:
        return ChronometreResult(atteint=atteint, reussites=self.successes, echecs=self.failures)
