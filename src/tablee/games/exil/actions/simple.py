"""Actions simples: the Jet de Talent (ACT, ADV)."""

from __future__ import annotations

from tablee.dice.die import D12
from tablee.games.exil.fields import (
    ActionModifiers,
    Attempt,
    Degree,
    Difficulty,
    MinimalMargin,
    RetryPenalty,
    Talent,
)
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll


class SimpleResult(Result):
    """The outcome of a Jet de Talent. `margin`: level less die, negative for a failure
    (EXIL-LEX-03). `complete`: a success that reaches the minimal margin."""

    success: bool
    margin: int
    degree: Degree
    complete: bool


class Simple(Procedure[SimpleResult], id="exil.simple"):
    """A d12 under a Talent changed by the difficulty (EXIL-ACT-01, -03..06, EXIL-BAS-03..10).

    One character uses one Talent (EXIL-LEX-01), perhaps with a minimal margin (EXIL-ADV-01..03) or
    after failures (EXIL-ADV-05).
    P(success) = min(12, max(0, level)) / 12.

    Left to the leader: EXIL-BAS-01, -02, -11, EXIL-ACT-02.
    """

    talent: Talent
    difficulty: Difficulty = 0
    external: ActionModifiers = 0
    minimal_margin: MinimalMargin = 0
    attempt: Attempt = 1
    retry_penalty: RetryPenalty = 3

    hideable = ("difficulty", "external", "minimal_margin", "attempt", "retry_penalty")
    utilities = {
        "reussite": lambda _, result, seat: int(result.success),
        "complet": lambda _, result, seat: int(result.complete),
        "marge": lambda _, result, seat: result.margin,
    }

    async def rule(self) -> SimpleResult:
        level = self.talent + self.difficulty + self.external
        retries = self.retry_penalty * (self.attempt - 1)
        level -= retries
        note(
            "EXIL-ACT-03 EXIL-ACT-05 EXIL-BAS-07",
            "Talent {talent}{difficulty:|, difficulté}{external:|, autres modificateurs}"
            "{retries:|, essais manqués} : niveau {level}.",
            talent=self.talent,
            difficulty=self.difficulty,
            external=self.external,
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
        complete = success and margin >= self.minimal_margin
        if success and not complete:
            note(
                "EXIL-ADV-02",
                "{degree:^}, sous la marge de {minimal} demandée : l’action reste incomplète.",
                degree=degree,
                minimal=self.minimal_margin,
            )
        return SimpleResult(success=success, margin=margin, degree=degree, complete=complete)


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


def degree_of(margin: int) -> Degree:
    """Return the degree of a margin (T-02, EXIL-ACT-06); under `equal: fails` a margin of 0 is a
    narrow failure."""
    if margin >= 10:
        return "reussite_extraordinaire"
    if margin >= 7:
        return "superbe_reussite"
    if margin >= 4:
        return "belle_reussite"
    if margin >= 1:
        return "reussie"
    if margin == 0 and succeeds(0):
        return "reussie_de_justesse"
    if margin >= -3:
        return "echec_mineur"
    if margin >= -6:
        return "echec_consequent"
    return "echec_total" if margin >= -9 else "desastre"
