"""Négocier une relance: what is offered, what it is worth, who consents (chapter NEG)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.eclats.fields import Bonus, Relancable, Secret, Seuil, check_failed
from tablee.games.eclats.landmarks import PRICES_SEEN
from tablee.games.eclats.relance import PRICES, Relance, counted, succeeded
from tablee.games.eclats.rulings import EclatsRulings
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import landmarks
from tablee.rules.forms import YES_NO, NumberFrom, TextAndNumber
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import become, choose, hidden, law_of, nonzero

PLAYER, LEADER = "player", "maitre"
GIVE_UP = "abandon"
SETTLES = "{who:@le^} s’en tient à l’échec."
WORTH = (
    "Un dé vaut un prix élevé, une mauvaise posture : un mensonge percé à jour, une chute sans "
    "gravité, l’alarme donnée, un obstacle abîmé, une fausse nouvelle que le groupe croit.",
    "Deux dés valent un prix très élevé, un danger : un mensonge dénoncé devant tous, du matériel "
    "perdu dans la chute, un arc déjà pointé, un obstacle qui roule vers les alliés, un objet "
    "précieux donné pour rien.",
    "Trois dés valent un prix exorbitant, un grand danger : les autorités prévenues, une blessure "
    "grave, une impasse, un pied écrasé, des criminels en éveil.",
)
"""Examples of prices, for the player who offers one and the maître who rates it (T-02, T-03,
ECL-NEG-10)."""
PRICES_IN_SHORT = (
    "Un dé vaut un prix élevé, une mauvaise posture ; deux, un prix très élevé, un danger ; trois, un "
    "prix exorbitant, un grand danger."
)
"""The prices without their examples (T-02)."""
Wished = Annotated[bool, Meta(description="le joueur a déjà dit qu’il veut négocier")]
"""Whether the player has asked for the bargain (ECL-NEG-01)."""
Others = Annotated[int, Meta(ge=0, le=11, description="nombre d’autres joueurs à la table")]


class NegociationResult(Result):
    """`des`: dice of the relance that is agreed upon, 0 when there is none."""

    des: Annotated[int, Meta(ge=0, le=3)]


class Negociation(Procedure[NegociationResult], id="eclats.negociation"):
    """Bargaining for a relance after an échec simple (ECL-NEG-01..04, ECL-NEG-06, -07, -10).

    The seuil, the maître's own until then, is announced first; a secret one only if the maître
    consents. The player offers a price, the maître rates it, the others consent one by one; a refusal
    sends the offer back. What is agreed upon is binding: `eclats.relance` with that number of dice,
    and the price if it fails.
    """

    joueurs: Others = 3
    seuil: Seuil
    secret: Secret = False
    bonus: Bonus = 0
    relance_possible: Relancable = True
    demandee: Wished = False

    apart = ("", "adversaire")
    begun_by_player = True
    unlisted = ("demandee",)
    seats = {"player": ""}
    seats_beside = ("joueur_#", "joueurs")
    endings = ("des",)

    def check(self) -> None:
        check_failed(self.relance_possible)

    def sides(self) -> dict[str, str]:
        return {PLAYER: "initie"}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == LEADER else frozenset({"seuil"})

    async def rule(self) -> NegociationResult:
        if not self.demandee and not await wishes_relance(policy=False):
            return NegociationResult(des=0)
        seuil: Seuil = await hidden(self.seuil, "seuil", knows=LEADER)
        if self.secret and not await consents_to_announce(seuil):
            return NegociationResult(des=0)
        show_examples()
        announce(seuil, reveals=True)
        await show_prices(seuil, self.bonus)
        return await become(Pourparlers(joueurs=self.joueurs, seuil=seuil, bonus=self.bonus))


async def wishes_relance(parameter: str = "", policy: bool | None = None) -> bool:
    """Return whether the player wishes to bargain (ECL-NEG-01). See `Choose` for the parameters."""
    wishes = await choose(
        "negocier", YES_NO, who=PLAYER, parameter=parameter, default=True, policy=policy
    )
    if not wishes:
        note("ECL-NEG-01", SETTLES, who=PLAYER)
    return wishes


async def consents_to_announce(seuil: Seuil) -> bool:
    """Return whether the maître gives away a secret seuil; without it nobody bargains
    (ECL-LAN-09, ECL-NEG-06)."""
    facts = {"seuil": seuil}
    consents = await choose("annoncer", YES_NO, who=LEADER, facts=facts, default=True, policy=True)
    if not consents:
        note(
            "ECL-LAN-09 ECL-NEG-06",
            "Le maître de jeu garde le seuil secret : rien ne se négocie.",
        )
    return consents


def announce(seuil: Seuil, reveals: bool) -> None:
    """Note that the maître announces the seuil of the relance. `reveals`: it was secret before."""
    note(
        "ECL-NEG-01 ECL-NEG-06",
        "Avant de négocier, le maître de jeu annonce le seuil de la relance : {seuil}.",
        reveals=reveals,
        seuil=seuil,
    )


def show_examples() -> None:
    """Note examples of prices, for the player who will offer one."""
    for example in WORTH:
        note("ECL-NEG-03 ECL-NEG-09 ECL-NEG-10", example)


async def show_prices(seuil: Seuil, bonus: int) -> None:
    """Note what each number of dice costs, and the chances of the relance that it buys."""
    note("ECL-NEG-03 ECL-NEG-09", PRICES_IN_SHORT)
    laws = [
        await law_of(Relance(des=des, bonus=bonus, seuil=seuil), by=("issue",)) for des in (1, 2, 3)
    ]
    one, two, three = (law.chance(succeeded) for law in laws)
    note(
        "ECL-NEG-05 ECL-NEG-08",
        "Chances de la relance : {one:%} avec un dé, {two:%} avec deux, {three:%} avec trois.",
        one=one,
        two=two,
        three=three,
    )


class Pourparlers(Procedure[NegociationResult]):
    """One offer after the other, once the seuil is known to all."""

    joueurs: Others
    seuil: Seuil
    bonus: Bonus

    async def rule(self) -> NegociationResult:
        offer = await choose(
            "prix",
            TextAndNumber("des", 1, 3, (GIVE_UP,)),
            who=PLAYER,
            facts={"seuil": self.seuil} | nonzero(bonus=counted(self.bonus)),
            default=GIVE_UP,
            policy=GIVE_UP,
        )
        if isinstance(offer, str):
            note("ECL-NEG-01", "{who:@le^} renonce à la relance.", who=PLAYER)
            return NegociationResult(des=0)
        price, wished = offer
        note(
            "ECL-NEG-02 ECL-NEG-03",
            "Prix proposé : « {price:=} », pour {wished:dé|dés}.",
            price=price,
            wished=wished,
        )
        granted = await self.granted(wished, price)
        if granted == 0 or not await self.consented(granted, price):
            return await become(self)
        note(
            "ECL-NEG-04 ECL-NEG-09",
            "Accord : relance de {granted:dé|dés}, au prix {level} si elle échoue.",
            granted=granted,
            level=PRICES[granted],
        )
        effect("prix_promis", price)
        return NegociationResult(des=granted)

    async def granted(self, wished: int, price: str) -> int:
        """Return the dice that the maître gives for the price, 0 when he or the player will not."""
        granted = await choose(
            "des",
            NumberFrom(0, 3),
            who=LEADER,
            facts={"texte": price, "souhaites": wished},
            default=wished,
            policy=wished,
            landmarks=landmarks(PRICES_SEEN, "ECL-NEG-10"),
        )
        if granted == 0:
            note("ECL-NEG-07", "Le maître de jeu refuse ce prix.")
            return 0
        note("ECL-NEG-07", "Le maître de jeu l’estime à {granted:dé|dés}.", granted=granted)
        if granted == wished:
            return granted
        facts = {"texte": price, "souhaites": wished, "des": granted}
        offered = await choose(
            "maintenir", YES_NO, who=PLAYER, facts=facts, default=True, policy=True
        )
        if not offered:
            note("ECL-NEG-02", "{who:@le^} retire son offre.", who=PLAYER)
        return granted if offered else 0

    async def consented(self, granted: int, price: str) -> bool:
        """Return whether everybody else at the table accepts the price (R-10)."""
        if rulings(EclatsRulings).consentement == "maitre":
            return True
        for place in range(self.joueurs):
            who = f"joueur_{place + 1}"
            facts = {"texte": price, "des": granted}
            if not await choose("consent", YES_NO, who=who, facts=facts, default=True, policy=True):
                note("ECL-NEG-04", "{who:^} refuse ce prix.", who=who)
                return False
        return True
