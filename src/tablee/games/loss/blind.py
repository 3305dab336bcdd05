"""Le Test Aveugle: seeing through what is hidden, without knowing how well (chapter INV)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from tablee.dice.law import Law
from tablee.games.loss.actions import check_second, either
from tablee.games.loss.fields import (
    TALENTS,
    Adversaire,
    Beneficiaire,
    Niveau,
    TalentScore,
    TraitScore,
    VertuScore,
)
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.trial import Outcome, Scores, Trial
from tablee.games.loss.utilities import BLIND
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Result
from tablee.rules.questions import hidden
from tablee.rules.refusal import refuse

CONCEALER = "cacheur"
"""The seat of who conceals: the MJ's, or that of the player whose character it is."""

Concealed = Annotated[int, Meta(ge=0, le=5, description="Exploits du camp qui cache, secrets")]
Belief = Annotated[
    tuple[Annotated[Fraction, Meta(ge=0)], ...],
    Meta(min_length=6, max_length=6, description="chances de 0 à 5 Exploits cachés"),
]


class BlindResult(Result):
    """`exploits`: those that remain usable once the discovery is paid for."""

    niveau: Niveau
    success: bool
    exploits: int
    exploits_cedes: int
    beneficiaire: Beneficiaire
    jetons_depenses: int


class Blind(Trial[BlindResult], id="loss.blind"):
    """A Test at 15 whose Exploits meet a hidden number of them (LOSS-INV-01..07).

    The number is secret to who seeks: it is worked in last, after everything that he decides.
    """

    trait: TraitScore
    talent: Annotated[TalentScore, on_sheet(*TALENTS, first="Fouille", unless="vertu")] | None = (
        None
    )
    vertu: VertuScore | None = None
    caches: Concealed | Belief
    difficulty: Annotated[int, Meta(ge=15, le=15, description="toujours 15")] = 15
    adversaire: Annotated[Adversaire, on_sheet("camp", role=CONCEALER)] = "aucun"

    apart = ("", "cacheur")
    seats = {CONCEALER: CONCEALER}
    endings = ("niveau",)
    utilities = BLIND
    goals = {"": "percer"}

    def scores(self) -> Scores:
        return either(self.trait, self.talent, self.vertu)

    def base_difficulty(self) -> int:
        return self.difficulty

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = frozenset() if seat in ("mj", CONCEALER) else frozenset({"caches"})
        return super().concealed(seat) | hidden

    def beliefs(self) -> tuple[str, ...]:
        return ("caches",) if isinstance(self.caches, tuple) else ()

    def check(self) -> None:
        check_second(self.talent, self.vertu)
        if isinstance(self.caches, tuple) and sum(self.caches) != 1:
            given = [str(chance) for chance in self.caches]
            raise refuse("caches", given, "six chances dont la somme est 1")
        super().check()

    def receiver(self) -> Beneficiaire:
        """Return the MJ, unless it is a player who conceals (LOSS-INV-06, ruling R-57)."""
        if self.acteur == "mj":
            return "joueurs"
        return "adversaire" if self.adversaire == "pj" else "mj"

    def aimed_at(self) -> str:
        return CONCEALER if self.adversaire == "pj" else ""

    async def rule(self) -> BlindResult:
        return await self.ended(await self.attempt())

    async def ended(self, outcome: Outcome) -> BlindResult:
        """Return the result of a Test that is over."""
        lost, receiver = self.ceded(outcome)
        level, usable = await self._found(outcome)
        return BlindResult(
            niveau=level,
            success=outcome.success,
            exploits=usable,
            exploits_cedes=lost,
            beneficiaire=receiver,
            jetons_depenses=outcome.spent,
        )

    async def _found(self, outcome: Outcome) -> tuple[Niveau, int]:
        """Return what the seeker learns and the Exploits left to use (R-25, R-26)."""
        if not outcome.success:
            note("LOSS-INV-05", "Le Test échoue : la recherche ne donne rien.")
            return "rien", 0
        concealed = await hidden(self._secret(), "caches", knows=CONCEALER)
        note(
            "LOSS-INV-03",
            "Exploits : {won} pour chercher, {concealed} pour cacher.",
            to=CONCEALER,
            concealed=concealed,
            won=outcome.declared,
        )
        over = outcome.declared - concealed
        everything = rulings(LossRulings).aveugle_exploits == "tous"
        usable = outcome.declared if everything else max(0, over)
        if over >= 0:
            note("LOSS-INV-03", "La dissimulation est percée à jour.", reveals=True)
            return "devoile", usable
        if over == -1:
            note("LOSS-INV-04", "Une intuition, un indice : quelque chose ne va pas.", reveals=True)
            return "intuition", usable
        note("LOSS-INV-05", "On ne remarque rien de particulier.")
        return "rien", usable

    def _secret(self) -> int | Law[int]:
        if isinstance(self.caches, tuple):
            return Law.from_fractions(dict(enumerate(self.caches)))
        return self.caches
