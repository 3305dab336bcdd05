"""Actions simples: the Jet de Talent (ACT, ADV)."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from msgspec import Meta

from tablee.dice.die import D12
from tablee.games.exil.fields import (
    ActionModifiers,
    Attempt,
    Degree,
    Difficulty,
    MinimalMargin,
    OtherModifiers,
    RetryPenalty,
    Talent,
)
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result, Utility
from tablee.rules.questions import choose, roll

R = TypeVar("R")
SUCCESS: dict[str, Utility] = {
    "reussite": lambda _, result, seat: int(result.success),
    "complet": lambda _, result, seat: int(result.complete),
    "marge": lambda _, result, seat: result.margin,
}
"""The utilities of a test with a margin that may have to reach a minimal one."""


class SimpleResult(Result):
    """The outcome of a Jet de Talent. `margin`: level less die, negative for a failure
    (EXIL-LEX-03). `complete`: a success that reaches the minimal margin."""

    success: bool
    margin: int
    degree: Degree
    complete: bool


class TalentTest(Procedure[R], Generic[R]):
    """Base of the Jets de Talent of one character."""

    talent: Talent
    difficulty: Difficulty = 0
    external: ActionModifiers = 0
    minimal_margin: MinimalMargin = 0
    retry_penalty: RetryPenalty = 3
    autre_talent: Annotated[
        Talent | None, Meta(description="un autre Talent qui convient : le joueur choisit")
    ] = None
    """EXIL-ACT-07."""
    external_autre: OtherModifiers = None
    hors: OutOfAction = "debout"

    utilities = SUCCESS

    def check(self) -> None:
        check_acts(self.hors)

    async def suited(self) -> tuple[int, int]:
        """Return (level, other modifiers) of the Talent used: of two that fit, the one that the
        player chooses; of two of one level the less hindered."""
        here, there = self.external, self.external_autre
        there = here if there is None else there
        if self.autre_talent is None:
            return self.talent, here
        if self.autre_talent == self.talent:
            return self.talent, max(here, there)
        levels = {self.talent: here, self.autre_talent: there}
        best = max(levels, key=lambda level: level + levels[level])
        talent = await choose("talent", OneOf((*levels,)), who="acteur", default=best, policy=best)
        return talent, levels[talent]


class Simple(TalentTest[SimpleResult], id="exil.simple"):
    """A d12 under a Talent changed by the difficulty (EXIL-ACT-01, -03..06, EXIL-BAS-03..10).

    One character uses one Talent (EXIL-LEX-01), perhaps with a minimal margin (EXIL-ADV-01..03) or
    after failures (EXIL-ADV-05).
    P(success) = min(12, max(0, level)) / 12.

    Left to the leader: EXIL-BAS-01, -02, -11, EXIL-ACT-02.
    """

    attempt: Attempt = 1

    hideable = (
        "difficulty",
        "external",
        "external_autre",
        "minimal_margin",
        "attempt",
        "retry_penalty",
    )

    async def rule(self) -> SimpleResult:
        talent, external = await self.suited()
        level = talent + self.difficulty + external
        retries = self.retry_penalty * (self.attempt - 1)
        level -= retries
        note(
            "EXIL-ACT-03 EXIL-ACT-05 EXIL-BAS-07",
            "Talent {talent}{difficulty:|, difficulté}{external:|, autres modificateurs}"
            "{retries:|, essais manqués} : niveau {level}."
            if self.difficulty or external or retries
            else "Talent {talent}, sans modificateur.",
            talent=talent,
            difficulty=self.difficulty,
            external=external,
            retries=-retries,
            level=level,
        )
        note_needed_face(level)
        face = await roll(D12, "talent", who="acteur")
        margin = level - face
        success = succeeds(margin)
        degree = degree_of(margin)
        note(
            "EXIL-BAS-04 EXIL-BAS-09 EXIL-ACT-06",
            "{degree:^}, marge de réussite {size} : le d12 donne {face}."
            if success
            else "{degree:^}, marge d’échec {size} : le d12 donne {face}.",
            face=face,
            margin=margin,
            size=abs(margin),
            degree=degree,
        )
        complete = completes(margin, self.minimal_margin)
        return SimpleResult(success=success, margin=margin, degree=degree, complete=complete)


def completes(margin: int, minimal: int) -> bool:
    """Return whether a margin completes an action, and note a success that does not (EXIL-ADV-02,
    -03)."""
    if succeeds(margin) and margin < minimal:
        note(
            "EXIL-ADV-02",
            "{degree:^}, sous la marge de {minimal} demandée : l’action reste incomplète.",
            degree=degree_of(margin),
            minimal=minimal,
        )
    return succeeds(margin) and margin >= minimal


def note_needed_face(level: int) -> None:
    """Note the highest face that succeeds under a level."""
    highest = level - least_margin()
    note(
        "EXIL-BAS-04",
        "Il faut {highest} ou moins au d12."
        if 1 <= highest < 12
        else "Aucune face du d12 ne suffit : il ne dira que l’ampleur de l’échec."
        if highest < 1
        else "Toutes les faces du d12 conviennent : il ne dira que l’ampleur de la réussite.",
        highest=highest,
    )


def least_margin() -> int:
    """Return the least margin that succeeds: 0, or 1 under `equal: fails` (R-01)."""
    return 1 if rulings(ExilRulings).equal == "fails" else 0


def succeeds(margin: int) -> bool:
    """Return whether a margin is a success (R-01)."""
    return margin >= least_margin()


_DEGREES: tuple[tuple[int, Degree], ...] = (
    (10, "reussite_extraordinaire"),
    (7, "superbe_reussite"),
    (4, "belle_reussite"),
    (1, "reussie"),
    (0, "reussie_de_justesse"),
    (-3, "echec_mineur"),
    (-6, "echec_consequent"),
    (-9, "echec_total"),
)
"""T-02: the least margin of each degree but the last (EXIL-ACT-06)."""


def degree_of(margin: int) -> Degree:
    """Return the degree of a margin; under `equal: fails` a margin of 0 is a narrow failure."""
    for least, degree in _DEGREES:
        if margin >= least and (least < 0 or succeeds(margin)):
            return degree
    return "desastre"
