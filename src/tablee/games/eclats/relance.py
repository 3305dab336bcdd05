"""Négocier une relance: the second roll, bought with a price (chapter NEG)."""

from __future__ import annotations

from typing import Literal

from tablee.dice.reads import Highest
from tablee.games.eclats.fields import (
    D10_FROM_0,
    Bonus,
    DesRelance,
    Relancable,
    Seuil,
    check_failed,
    reaches,
)
from tablee.games.eclats.rulings import EclatsRulings
from tablee.games.eclats.utilities import table_utility
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.procedure import Procedure, Result, Utility
from tablee.rules.questions import roll

Prix = Literal["aucun", "eleve", "tres_eleve", "exorbitant"]
PRICES: tuple[Prix, ...] = ("aucun", "eleve", "tres_eleve", "exorbitant")
"""The price of a number of dice (T-02, ECL-NEG-03)."""
FALLEN = {
    1: "La relance échoue : le prix est dû ({price}), {who:@initie} est en mauvaise posture.",
    2: "La relance échoue : le prix est dû ({price}), {who:@initie} court un danger.",
    3: "La relance échoue : le prix est dû ({price}), {who:@initie} court un grand danger.",
}
"""Dice of a failed relance -> the note on the price and on the Initié (T-02, ECL-NEG-09)."""


def counted(bonus: int) -> int:
    """Return the part of the bonus of the Test that counts in its relance (R-06)."""
    return bonus if rulings(EclatsRulings).relance_bonus else 0


class RelanceResult(Result):
    """`prix`: the price to pay, `aucun` on a success."""

    issue: Literal["reussite", "echec"]
    prix: Prix


def succeeded(result: RelanceResult) -> bool:
    """Return whether a relance succeeded."""
    return result.issue == "reussite"


class Relance(Procedure[RelanceResult], id="eclats.relance"):
    """1 to 3 d10, a 0 worth 10, the best one plus the bonus against the announced seuil, after an
    échec simple alone (ECL-NEG-01, ECL-NEG-03, ECL-NEG-05..09, ECL-NEG-11, -12).

    With k = seuil - bonus: P(reussite) = 1 - (clamp(k - 1, 0, 10) / 10)^des.
    """

    des: DesRelance
    bonus: Bonus = 0
    seuil: Seuil
    relance_possible: Relancable = True

    apart = ("", "adversaire")
    begun_by_player = True
    announced = ("seuil",)
    utilities = {
        "reussite": lambda _, result, seat: int(succeeded(result)),
        "sans_critique": lambda _, result, seat: 1,
        "sans_prix": lambda _, result, seat: int(result.prix == "aucun"),
    }

    def check(self) -> None:
        check_failed(self.relance_possible)

    def sides(self) -> dict[str, str]:
        return {"player": "initie"}

    @classmethod
    def utility(cls, name: str | None) -> Utility | None:
        return super().utility(name) or table_utility(cls, name)

    async def rule(self) -> RelanceResult:
        price = PRICES[self.des]
        bonus = counted(self.bonus)
        note(
            "ECL-NEG-03 ECL-NEG-06 ECL-NEG-11",
            "Relance de {count:dé|dés} au prix {price}{bonus:|, bonus}, seuil {seuil}.",
            count=self.des,
            price=price,
            bonus=bonus,
            seuil=self.seuil,
        )
        best, zero = await roll(
            D10_FROM_0, "relance", Highest(marked=0), who="player", count=self.des
        )
        best = 10 if zero else best
        total = best + bonus
        note(
            "ECL-NEG-05 ECL-NEG-08",
            "Meilleur dé {best} (un 0 vaut 10){bonus:|, bonus} : résultat {total}, seuil {seuil}.",
            best=best,
            bonus=bonus,
            total=total,
            seuil=self.seuil,
        )
        if reaches(total, self.seuil):
            note("ECL-NEG-08", "La relance réussit : il n’y a rien à payer.")
            return RelanceResult(issue="reussite", prix="aucun")
        note("ECL-NEG-09", FALLEN[self.des], who="player", price=price)
        effect("prix_du", price)
        return RelanceResult(issue="echec", prix=price)
