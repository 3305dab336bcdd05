"""Tentatives successives: tries until success (ADV). Actions pures (PUR)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.actions.simple import Simple, TalentTest, degree_of
from tablee.games.exil.fields import Attribut
from tablee.games.exil.landmarks import OBSTACLES_SEEN
from tablee.games.exil.out_of_action import OutOfAction, check_alive
from tablee.games.exil.tables import ATTRIBUTS
from tablee.rules.ambient import note
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import YES_NO, OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import ASK, become, call, decide
from tablee.rules.same_fields import fields_from


class SuccessiveResult(Result):
    """The outcome of the last of `attempts` rolls."""

    success: bool
    attempts: int
    margin: int
    complete: bool


class Successive(TalentTest[SuccessiveResult], id="exil.successive"):
    """A Jet de Talent repeated after failures, harder each time (EXIL-ADV-04, -05)."""

    max_attempts: Annotated[int, Meta(ge=1, le=20, description="on renonce ensuite")] = 3
    permis: Annotated[
        bool | ASK, Meta(description="le Meneur permet-il un nouvel essai après un échec ?")
    ] = True
    """The leader decides whether another try is possible (EXIL-ADV-04)."""
    insister: Annotated[
        bool | ASK, Meta(description="le joueur tente-t-il le nouvel essai permis ?")
    ] = True

    endings = ("success",)

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    async def rule(self) -> SuccessiveResult:
        talent, external = await self.suited()
        used = {"talent": talent, "external": external, "autre_talent": None}
        action = replace(self, **used, external_autre=None)
        return await become(Try(action=action, attempt=1))


class Try(Procedure[SuccessiveResult], id="exil.successive.essai"):
    """One try of a `Successive`, and the choices after its failure."""

    action: Successive
    attempt: int

    async def rule(self) -> SuccessiveResult:
        action, attempt = self.action, self.attempt
        rolled = await call(
            Simple(**fields_from(action, Simple), attempt=attempt),
            by=("success", "margin", "complete"),
        )
        if not rolled.success and attempt < action.max_attempts:
            if await self._again():
                return await become(Try(action=action, attempt=attempt + 1))
            note(
                "EXIL-ADV-04 EXIL-ADV-05",
                "On en reste là : {degree}, marge d’échec {size}, après {n:essai|essais}.",
                degree=degree_of(rolled.margin),
                size=-rolled.margin,
                n=attempt,
            )
        return SuccessiveResult(
            success=rolled.success, attempts=attempt, margin=rolled.margin, complete=rolled.complete
        )

    async def _again(self) -> bool:
        action, penalty = self.action, self.action.retry_penalty * self.attempt
        facts = {"attempt": self.attempt + 1} | ({"malus_essais": penalty} if penalty else {})
        allowed = await decide(action.permis, "permis", YES_NO, who="gm", facts=facts, default=True)
        if not allowed:
            note("EXIL-ADV-04", "Pas de nouvel essai permis.")
            return False
        note(
            "EXIL-ADV-05",
            "Nouvel essai permis, avec {penalty:point|points} de malus en tout."
            if penalty
            else "Nouvel essai permis, sans malus.",
            penalty=penalty,
        )
        return await decide(
            action.insister, "insister", YES_NO, who="acteur", facts=facts, default=True
        )


class PureResult(Result):
    """The outcome of an action pure. `egalite`: Attribut and obstacle have the same level."""

    success: bool
    egalite: bool


class Pure(Procedure[PureResult], id="exil.pure"):
    """An Attribut against an obstacle, without Talent or die (EXIL-PUR-01, -03..05, EXIL-BAS-10,
    EXIL-LEX-01).

    Left to the leader: EXIL-PUR-02, -05.
    """

    attribut: Annotated[
        Attribut,
        Meta(description="niveau de l’Attribut mis à l’épreuve"),
        on_sheet("attributs", "attributs_connus"),
    ]
    obstacle: Annotated[
        Attribut, Meta(description="valeur informelle de l’obstacle"), OBSTACLES_SEEN
    ]
    """The leader gives this informal level (EXIL-PUR-03)."""
    egalite: Annotated[
        Literal["reussite", "echec"] | ASK, Meta(description="issue d’une égalité")
    ] = "reussite"
    """The leader decides (EXIL-PUR-04)."""
    hors: OutOfAction = "debout"

    utilities = {"reussite": lambda _, result, seat: int(result.success)}

    def check(self) -> None:
        check_alive(self.hors)

    async def rule(self) -> PureResult:
        gap = ATTRIBUTS.index(self.attribut) - ATTRIBUTS.index(self.obstacle)
        note(
            "EXIL-PUR-01 EXIL-PUR-03",
            "Attribut {attribut} contre obstacle {obstacle} : l’Attribut l’emporte."
            if gap > 0
            else "Attribut {attribut} contre obstacle {obstacle} : l’obstacle l’emporte."
            if gap < 0
            else "Attribut {attribut} contre obstacle {obstacle} : niveaux égaux.",
            attribut=self.attribut,
            obstacle=self.obstacle,
        )
        success = gap > 0 if gap else await self._tie()
        if self.attribut == "nul" and not success:
            note("EXIL-PUR-05", "Avec un Attribut Nul, un désagrément de plus, au gré du Meneur.")
        return PureResult(success=success, egalite=not gap)

    async def _tie(self) -> bool:
        """Return whether an equal Attribut wins, by the leader's decision (EXIL-PUR-04)."""
        asked = self.egalite == "ask"
        if asked:
            note("EXIL-PUR-04", "C’est au Meneur de trancher.")
        form: OneOf[Literal["reussite", "echec"]] = OneOf(("reussite", "echec"))
        ending = await decide(self.egalite, "egalite", form, who="gm", default="reussite")
        note(
            "EXIL-PUR-04",
            "Le Meneur tranche : {ending:@egalite}."
            if asked
            else "C’est au Meneur de trancher, d’après la scène ; à défaut : {ending:@egalite}.",
            ending=ending,
        )
        return ending == "reussite"
