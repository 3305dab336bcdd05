"""A whole action: the roll, then the relances that the table grants after an échec simple."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from tablee.games.eclats.attempt import Attempt
from tablee.games.eclats.bargain import (
    PLAYER,
    SETTLES,
    NewSeuil,
    Others,
    Pourparlers,
    announce,
    asks_new_seuil,
    check_new_seuil,
    consents_to_announce,
    new_seuil,
    show_examples,
    show_prices,
    wishes_relance,
    with_new_seuil,
)
from tablee.games.eclats.fields import Bonus, DesRelance, Seuil
from tablee.games.eclats.landmarks import PRICES_SEEN
from tablee.games.eclats.relance import Relance, counted
from tablee.games.eclats.rulings import EclatsRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import landmarks, on_sheet, shown_when
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import ASK, become, call, decide, nonzero
from tablee.rules.refusal import refuse

Price = (
    Annotated[
        int,
        Meta(ge=0, le=3, description="dés accordés après un échec simple, 0 sans négociation"),
        landmarks(PRICES_SEEN, "ECL-NEG-10"),
    ]
    | ASK
)
"""The price that the player offers (ECL-NEG-02, -03)."""
Granted = (
    Annotated[
        tuple[DesRelance, ...],
        Meta(max_length=3, description="nombres de dés déjà accordés ; sinon le prix se négocie"),
    ]
    | None
)
"""The dice that the table has granted already; None: the price is bargained over."""
Negocie = Annotated[
    bool,
    Meta(description="un joueur agit : lui seul peut négocier une relance"),
    on_sheet("negocie"),
]
"""Whether a relance may follow: only a player bargains (ECL-NEG-01)."""
Most = Annotated[
    int,
    Meta(ge=1, le=10, description="relances au plus, si une relance ratée peut être relancée"),
    shown_when("relances_multiples"),
]

ActionIssue = Literal[
    "reussite",
    "echec_simple",
    "echec_automatique",
    "echec_critique",
    "reussite_relance",
    "echec_relance",
]


class ActionResult(Result):
    """`des_relance`: dice of the last relance, 0 when there was none. `prix_dus`: how many relances
    have failed, each with its price; left out where there is one at most."""

    issue: ActionIssue
    des_relance: Annotated[int, Meta(ge=0, le=3)]
    prix_dus: Annotated[int, Meta(ge=0, le=10)] | UnsetType = UNSET


class Action(Attempt[ActionResult], id="eclats.action"):
    """A roll, and after an échec simple the bargain and its relance (ECL-DEF-01, ECL-LAN-01..10,
    ECL-ECH-01..06, ECL-NEG-01..11).

    With `prix` at `"ask"` the player says whether he wishes a relance. Only then the maître announces
    a seuil that was secret, if he consents, and the price is bargained over as in
    `eclats.negociation`. Where the campaign has a new seuil for the relance, the maître may be asked
    for it at that moment.
    """

    prix: Price = 0
    prix_accordes: Granted = None
    joueurs: Others = 3
    seuil_relance: NewSeuil = None
    relances_max: Most = 3
    negocie: Negocie = True

    seats = {"player": ""}
    seats_beside = ("joueur_#", "joueurs")
    endings = ("issue",)
    utilities = {
        "reussite": lambda _, result, seat: int(result.issue in ("reussite", "reussite_relance")),
        "sans_critique": lambda _, result, seat: int(result.issue != "echec_critique"),
        "sans_prix": lambda _, result, seat: int(
            result.issue != "echec_relance" and result.prix_dus in (0, UNSET)
        ),
    }

    def check(self) -> None:
        super().check()
        if self.prix_accordes is not None and self.prix not in ("ask", 0, *self.prix_accordes):
            form = OneOf(tuple(dict.fromkeys((0, *self.prix_accordes))))
            raise refuse("prix", self.prix, "{form:form}", form=form)
        if not self.negocie and self.prix not in ("ask", 0):
            raise refuse("prix", self.prix, "0 ou ask : seul un joueur négocie")
        check_new_seuil(self.seuil_relance)

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = super().concealed(seat)
        return with_new_seuil(hidden, self.seuil_relance) if hidden else hidden

    async def rule(self) -> ActionResult:
        issue, seuil = await self.throw()
        granted = self.prix_accordes and tuple(sorted(set(self.prix_accordes)))
        if issue != "echec_simple" or self.prix == 0 or granted == () or not self.negocie:
            return _ended(issue, 0, 0)
        bargains = self.prix == "ask" and granted is None
        asks = bargains or (self.prix == "ask" and self.secret)
        if asks and not await wishes_relance("prix"):
            return _ended(issue, 0, 0)
        announced = await new_seuil(self.seuil_relance, seuil, self.bonus, self.secret)
        kept = self.secret and not asks_new_seuil(self.seuil_relance)
        if asks and kept and not await consents_to_announce(announced):
            return _ended(issue, 0, 0)
        if bargains:
            show_examples()
        announce(announced, reveals=self.secret)
        if bargains:
            await show_prices(announced, self.bonus)
        several = rulings(EclatsRulings).relances_multiples
        return await become(
            Relances(
                prix=self.prix,
                prix_accordes=granted,
                joueurs=self.joueurs,
                bonus=self.bonus,
                seuil=announced,
                seuil_relance=self.seuil_relance,
                left=self.relances_max if several else 1,
            )
        )


class Relances(Procedure[ActionResult]):
    """The relances that are left once the seuil is announced; the maître may be asked for that of each
    (ECL-NEG-01..09).

    `des`: dice of the relance that failed last, 0 before the first one; `dus`: how many have
    failed.
    """

    prix: Price
    prix_accordes: Granted
    joueurs: Others
    bonus: Bonus
    seuil: Seuil
    seuil_relance: NewSeuil
    left: Most
    des: Annotated[int, Meta(ge=0, le=3)] = 0
    dus: Annotated[int, Meta(ge=0, le=10)] = 0

    public = True

    async def rule(self) -> ActionResult:
        des = await self.agreed()
        if des == 0:
            return _ended("echec_relance" if self.des else "echec_simple", self.des, self.dus)
        relance = await call(Relance(des=des, bonus=self.bonus, seuil=self.seuil))
        if relance.issue == "reussite":
            return _ended("reussite_relance", des, self.dus)
        if self.left == 1:
            return _ended("echec_relance", des, self.dus + 1)
        seuil = await new_seuil(self.seuil_relance, self.seuil, self.bonus, secret=False)
        if seuil != self.seuil:
            announce(seuil, reveals=False)
        left, dus = self.left - 1, self.dus + 1
        return await become(replace(self, seuil=seuil, des=des, left=left, dus=dus))

    async def agreed(self) -> int:
        """Return the dice of the next relance, 0 for none."""
        if self.prix == "ask" and self.prix_accordes is None:
            talks = Pourparlers(joueurs=self.joueurs, seuil=self.seuil, bonus=self.bonus)
            return (await call(talks)).des
        facts = {"seuil": self.seuil} | nonzero(bonus=counted(self.bonus))
        form = OneOf((0, *(self.prix_accordes or (1, 2, 3))))
        des = await decide(self.prix, "prix", form, who="player", facts=facts, default=0)
        if des == 0:
            note("ECL-NEG-01", SETTLES, who=PLAYER)
        return des


def _ended(issue: ActionIssue, des: int, dus: int) -> ActionResult:
    several = rulings(EclatsRulings).relances_multiples
    return ActionResult(issue=issue, des_relance=des, prix_dus=dus if several else UNSET)
