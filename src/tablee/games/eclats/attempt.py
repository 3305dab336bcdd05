"""Lancer; échec simple, automatique et critique: the roll of an action (chapters DEF, LAN, ECH)."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from tablee.dice.reads import Highest
from tablee.games.eclats.fields import (
    D10_FROM_0,
    Belief,
    Bonus,
    Caracteristique,
    Des,
    Secret,
    Seuil,
    as_law,
    reaches,
)
from tablee.games.eclats.rulings import EclatsRulings
from tablee.games.eclats.utilities import table_utility
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Procedure, Result, Utility
from tablee.rules.questions import decide, hidden, nonzero, roll
from tablee.rules.refusal import refuse
from tablee.rules.texts.words import deferred

Issue = Literal["reussite", "echec_simple", "echec_automatique", "echec_critique"]
FAILURES_WITH_ZERO = ("echec_automatique", "echec_critique")
R = TypeVar("R")


class Attempt(Procedure[R]):
    """The parameters of an action that may fail, shared by `eclats.test` and `eclats.action`."""

    caracteristique: Caracteristique
    bonus: Bonus = 0
    seuil: Seuil | Belief
    secret: Secret = False
    des: Des = None

    apart = ("", "adversaire")
    announced = ("seuil",)
    disclosing = deferred("Révéler le seuil")
    placeholder_texts = {"issue": ("echec",)}

    def check(self) -> None:
        most = 1 + self.caracteristique
        if rulings(EclatsRulings).choix_des == "tous" and self.des not in (None, most):
            raise refuse("des", self.des, "{most}, tous les dés de l’action", most=most)
        if isinstance(self.des, int) and self.des > most:
            raise refuse("des", self.des, "{form:form}", form=NumberFrom(1, most))
        if isinstance(self.seuil, tuple):
            try:
                as_law(self.seuil)
            except ValueError:
                given = [[seuil, str(chance)] for seuil, chance in self.seuil]
                raise refuse("seuil", given, "des chances dont la somme est 1") from None

    def sides(self) -> dict[str, str]:
        return {"player": "initie"}

    def seen(self, result: Any, seat: str) -> dict[str, str]:
        if self.secret and result.issue in FAILURES_WITH_ZERO:
            return {"issue": "echec"}
        return {}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset({"seuil"} if self.secret and seat != "maitre" else ())

    def beliefs(self) -> tuple[str, ...]:
        return ("seuil",) if isinstance(self.seuil, tuple) else ()

    @classmethod
    def utility(cls, name: str | None) -> Utility | None:
        return super().utility(name) or table_utility(cls, name)

    async def throw(self) -> tuple[Issue, Seuil]:
        """Roll the dice of the action: its issue, and the seuil that it was held against.

        A secret seuil is asked last, so that nothing before can depend on it.
        """
        known = None if self.secret else await self.true_seuil()
        count = await self.count(known)
        note(
            "ECL-LAN-01 ECL-LAN-03 ECL-LAN-04 ECL-LAN-06",
            "Caractéristique {caracteristique} : {count:dé|dés} à lancer{bonus:|, bonus}.",
            caracteristique=self.caracteristique,
            count=count,
            bonus=self.bonus,
        )
        best, zero = await roll(D10_FROM_0, "jet", Highest(marked=0), who="player", count=count)
        seuil = await self.true_seuil() if known is None else known
        return self.judged(best, zero, seuil), seuil

    async def true_seuil(self) -> Seuil:
        """Return the maître's number, or each value of a belief in its turn."""
        seuil = self.seuil
        law = as_law(seuil) if isinstance(seuil, tuple) else seuil
        return await hidden(law, "seuil", knows="maitre" if self.secret else "player")

    async def count(self, known: Seuil | None) -> int:
        """Return the number of dice to roll (ECL-LAN-04, ruling R-04)."""
        most = 1 + self.caracteristique
        if self.des is None:
            return most
        facts = nonzero(bonus=self.bonus) | ({} if known is None else {"seuil": known})
        return await decide(
            self.des, "des", NumberFrom(1, most), who="player", facts=facts, default=most
        )

    def judged(self, best: int, zero: bool, seuil: Seuil) -> Issue:
        """Return the issue of the faces. The notes for the player do not reveal a secret seuil."""
        total = best + self.bonus
        to = "maitre" if self.secret else None
        note(
            "ECL-LAN-05 ECL-LAN-06",
            "Meilleur dé {best}{bonus:|, bonus} : résultat {total}.",
            best=best,
            bonus=self.bonus,
            total=total,
        )
        note("ECL-LAN-08 ECL-LAN-09", "Seuil : {seuil}.", to=to, seuil=seuil)
        if not zero:
            issue: Issue = "reussite" if reaches(total, seuil) else "echec_simple"
            note("ECL-LAN-07 ECL-ECH-01", "{issue:^}, sans aucun 0 parmi les dés.", issue=issue)
            return issue
        note(
            "ECL-ECH-02 ECL-ECH-03",
            "Un 0 parmi les dés gâche le jet : l’action échoue.",
            spoils=0,
        )
        bare = rulings(EclatsRulings).zero_autre_de == "sans_bonus"
        within = reaches(max(best, self.bonus) if bare else total, seuil)
        if within:
            note(
                "ECL-ECH-02 ECL-ECH-04",
                "Le seuil ({seuil}) restait pourtant à portée : échec automatique.",
                to=to,
                seuil=seuil,
            )
            return "echec_automatique"
        note(
            "ECL-ECH-03 ECL-ECH-05",
            "Rien n’atteint le seuil ({seuil}) : échec critique, aux conséquences graves.",
            to=to,
            seuil=seuil,
        )
        return "echec_critique"


class TestResult(Result):
    """`issue`: what came of the action."""

    issue: Issue


class Test(Attempt[TestResult], id="eclats.test"):
    """1 + Caractéristique d10, the best face plus the bonus against the seuil, any 0 a failure
    (ECL-DEF-01, ECL-LAN-01..11, ECL-ECH-01..07).

    With n dice, k = seuil - bonus and c = clamp(k - 1, 0, 9): P(reussite) = (9^n - c^n) / 10^n.

    Left to the leader: ECL-DEF-02.
    """

    utilities = {
        "reussite": lambda _, result, seat: int(result.issue == "reussite"),
        "sans_critique": lambda _, result, seat: int(result.issue != "echec_critique"),
        "sans_prix": lambda _, result, seat: 1,
    }

    async def rule(self) -> TestResult:
        issue, _ = await self.throw()
        return TestResult(issue=issue)
