"""Le Test d'Action, le test de Trait pur and l'Opposition passive."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.loss.failure import Foe, check_foes
from tablee.games.loss.fields import (
    TALENTS,
    Adversaire,
    AdversaireReel,
    Beneficiaire,
    Difficulty,
    Method,
    TalentScore,
    TraitScore,
    VertuScore,
)
from tablee.games.loss.rulings import LossRulings, only_reader
from tablee.games.loss.trial import Outcome, Scores, Trial
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Result
from tablee.rules.refusal import refuse


class TestResult(Result):
    """`exploits` were won, `exploits_cedes` lost to `beneficiaire`."""

    success: bool
    method: Method
    exploits: int
    exploits_cedes: int
    beneficiaire: Beneficiaire
    jetons_depenses: int


async def result_of(trial: Trial[TestResult]) -> TestResult:
    """Return the whole Test, as its result (LOSS-EXL-04, LOSS-CAT-01..03)."""
    return ended(trial, await trial.attempt())


def ended(trial: Trial[TestResult], outcome: Outcome) -> TestResult:
    """Return the result of a Test that is over."""
    lost, receiver = trial.ceded(outcome)
    if outcome.success:
        note(
            "LOSS-MEC-02 LOSS-EXL-04",
            "Réussite, {won:sans Exploit|Exploit gagné|Exploits gagnés}.",
            won=outcome.declared,
        )
    elif outcome.method == "desastre":
        note("LOSS-DES-09", "Échec : cinq Désastres emportent tout ce qui était entrepris.")
    elif not lost:
        note(
            "LOSS-MEC-04 LOSS-CAT-02",
            "Échec, {disasters:sans autre conséquence|Désastre à raconter|Désastres à raconter}.",
            disasters=outcome.disasters,
        )
    return TestResult(
        success=outcome.success,
        method=outcome.method,
        exploits=outcome.declared if outcome.success else 0,
        exploits_cedes=lost,
        beneficiaire=receiver,
        jetons_depenses=outcome.spent,
    )


class Opposed(Trial[TestResult]):
    """A Test that adversaries may oppose: the main one, or several (LOSS-EXL-05)."""

    adversaire: Annotated[Adversaire, on_sheet("camp", role="cible", partial=True)] = "aucun"
    adversaires: Annotated[
        tuple[Foe, ...], Meta(max_length=20, description="adversaires directs ou déclarés")
    ] = ()

    apart = ("", "adversaires")

    def check(self) -> None:
        check_foes(self.adversaires)
        super().check()

    def receiver(self) -> Beneficiaire:
        if self.acteur == "pj" and self.adversaires:
            return "adversaire"
        return super().receiver()

    async def rule(self) -> TestResult:
        return await result_of(self)


class Action(Opposed, id="loss.action"):
    """Trait + Talent + d10 against a Difficulté (LOSS-GEN-04, LOSS-MEC-01..04, LOSS-VTT-01).

    Exploits raise the Difficulté and are won or lost as a whole (LOSS-EXL-01..10, LOSS-DEC-01..03,
    LOSS-CAT-01..04); tokens and Augmentations Gratuites add to the total (LOSS-JET-03..05,
    LOSS-PER-01, -02); the sum alone may do (LOSS-SDE-01..03); Désastres of the MJ (LOSS-DES-01,
    -03..09).

    Left to the leader: LOSS-GEN-01..03, LOSS-DIF-03, LOSS-EXT-01.
    """

    trait: TraitScore
    talent: TalentScore
    difficulty: Difficulty = 15

    def scores(self) -> Scores:
        return Scores(trait=self.trait, second=self.talent)

    def base_difficulty(self) -> int:
        return self.difficulty


class PureTrait(Opposed, id="loss.trait"):
    """Vertu + Trait + d10, the steps of a Test d'Action (LOSS-VTT-03..05, LOSS-MEC-01..04)."""

    vertu: VertuScore
    trait: TraitScore
    difficulty: Difficulty = 15

    def scores(self) -> Scores:
        return Scores(trait=self.trait, second=self.vertu, kind="vertu")

    def base_difficulty(self) -> int:
        return self.difficulty


class Passive(Trial[TestResult], id="loss.passive"):
    """A Test against three times a Vertu or Trait of the target (LOSS-OPA-01..04)."""

    trait: TraitScore
    talent: Annotated[TalentScore, on_sheet(*TALENTS, first="*", unless="vertu")] | None = None
    vertu: VertuScore | None = None
    cible: Annotated[
        int,
        Meta(ge=0, le=10_000, description="Vertu ou Trait de la cible, choisi par le MJ"),
        on_sheet("vertus", "traits", role="cible"),
    ]
    """The MJ picks the most fitting (LOSS-OPA-02)."""
    nom_cible: (
        Annotated[
            str,
            Meta(max_length=200, description="nom de la cible"),
            on_sheet("nom", role="cible"),
        ]
        | None
    ) = None
    adversaire: AdversaireReel = "pnj"

    apart = ("", "cible")

    def scores(self) -> Scores:
        return either(self.trait, self.talent, self.vertu)

    def base_difficulty(self) -> int:
        return 3 * self.cible

    def level_reader(self) -> str | None:
        """Return the only seat that may read the Difficulté: it is three times a score (R-61)."""
        return only_reader("mj" if self.adversaire == "pnj" else "pj")

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = seat != "mj" and self.level_reader()
        return super().concealed(seat) | frozenset({"cible"} if hidden else ())

    def receiver(self) -> Beneficiaire:
        """Return the target, or the MJ under ruling R-20."""
        if self.acteur == "pj" and rulings(LossRulings).passive_beneficiaire == "mj":
            return "mj"
        return super().receiver()

    def aimed_at(self) -> str:
        return (self.nom_cible or "cible") if self.adversaire == "pj" else ""

    def check(self) -> None:
        check_second(self.talent, self.vertu)
        super().check()

    async def rule(self) -> TestResult:
        if self.nom_cible:
            note("LOSS-OPA-01", "La cible : {cible:=}.", cible=self.nom_cible)
        note(
            "LOSS-OPA-02",
            "Opposition passive : trois fois {cible}, soit une Difficulté de {difficulty}.",
            to=self.level_reader(),
            cible=self.cible,
            difficulty=self.base_difficulty(),
        )
        return await result_of(self)


def either(trait: int, talent: int | None, vertu: int | None) -> Scores:
    """Return the scores of a Test that takes a Talent or a Vertu."""
    if vertu is not None:
        return Scores(trait=trait, second=vertu, kind="vertu")
    return Scores(trait=trait, second=talent or 0)


def check_second(talent: int | None, vertu: int | None) -> None:
    """Refuse both or neither of a Talent and a Vertu."""
    if talent is None and vertu is None:
        raise refuse("talent", None, "un Talent, ou une Vertu à sa place")
    if talent is not None and vertu is not None:
        raise refuse("vertu", vertu, "un Talent ou une Vertu, pas les deux")
