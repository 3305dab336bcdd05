"""Négocier une relance: what is offered, what it is worth, who consents (chapter NEG)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from tablee.games.eclats.fields import Bonus, Relancable, Secret, Seuil, check_failed
from tablee.games.eclats.landmarks import PRICES_SEEN
from tablee.games.eclats.relance import PRICES, Relance, counted, succeeded
from tablee.games.eclats.rulings import EclatsRulings
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import landmarks, shown_when
from tablee.rules.forms import YES_NO, Form, NumberFrom, OneOf, TextAndNumber
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, become, choose, hidden, law_of, nonzero
from tablee.rules.refusal import refuse
from tablee.rules.texts.words import deferred

PLAYER, LEADER = "player", "maitre"
GIVE_UP = "abandon"
SETTLES = "{who:@le^} s’en tient à l’échec."
WORTH = (
    "Un dé vaut un prix élevé, une mauvaise posture : un mensonge percé à jour, une blessure et du "
    "temps perdu dans une chute, l’alarme donnée, un obstacle abîmé, une fausse nouvelle que le "
    "groupe croit.",
    "Deux dés valent un prix très élevé, un danger : un mensonge dénoncé devant tous, une blessure et "
    "du matériel perdu dans une chute, un arc déjà pointé, un obstacle qui roule vers les alliés, un objet "
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
NewSeuil = (
    Annotated[
        Seuil | ASK,
        Meta(description="seuil de la relance, si le maître de jeu en fixe un nouveau"),
        shown_when("relance_seuil", "nouveau"),
    ]
    | None
)
"""None: that of the action (R-08)."""
BEST_FACE = 10
"""The worth of a 0 in a relance (ECL-NEG-05)."""
UNREACHABLE: Literal["inatteignable"] = "inatteignable"
Others = Annotated[int, Meta(ge=0, le=11, description="nombre d’autres joueurs à la table")]


class NegociationResult(Result):
    """`des`: dice of the relance that is agreed upon, 0 when there is none. `seuil`: that of the
    relance, where the maître has announced another one than that of the action."""

    des: Annotated[int, Meta(ge=0, le=3)]
    seuil: Seuil | UnsetType = UNSET


class Negociation(Procedure[NegociationResult], id="eclats.negociation"):
    """Bargaining for a relance after an échec simple (ECL-NEG-01..04, ECL-NEG-06, -07, -10).

    The seuil, the maître's own until then, is announced first; a secret one only if the maître
    consents. Where the campaign has a new seuil for the relance, the maître may be asked for it at
    that moment. The player offers a price, the maître rates it, the others consent one by one; a refusal
    sends the offer back. What is agreed upon is binding: `eclats.relance` with that number of dice,
    and the price if it fails.
    """

    joueurs: Others = 3
    seuil: Seuil
    secret: Secret = False
    bonus: Bonus = 0
    relance_possible: Relancable = True
    demandee: Wished = False
    seuil_relance: NewSeuil = None

    apart = ("", "adversaire")
    begun_by_player = True
    unlisted = ("demandee",)
    seats = {"player": ""}
    seats_beside = ("joueur_#", "joueurs")
    endings = ("des",)

    def check(self) -> None:
        check_failed(self.relance_possible)
        check_new_seuil(self.seuil_relance)

    def sides(self) -> dict[str, str]:
        return {PLAYER: "initie"}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == LEADER else with_new_seuil({"seuil"}, self.seuil_relance)

    async def rule(self) -> NegociationResult:
        if not self.demandee and not await wishes_relance(policy=False):
            return NegociationResult(des=0)
        seuil: Seuil = await hidden(self.seuil, "seuil", knows=LEADER)
        announced = await new_seuil(self.seuil_relance, seuil, self.bonus, self.secret)
        kept = self.secret and not asks_new_seuil(self.seuil_relance)
        if kept and not await consents_to_announce(announced):
            return NegociationResult(des=0)
        show_examples()
        announce(announced, reveals=True)
        await show_prices(announced, self.bonus)
        talks = Pourparlers(
            joueurs=self.joueurs, seuil=announced, bonus=self.bonus, other=announced != seuil
        )
        return await become(talks)


def has_new_seuil() -> bool:
    """Return whether the campaign has a new seuil for the relance (R-08)."""
    return rulings(EclatsRulings).relance_seuil == "nouveau"


def asks_new_seuil(given: Seuil | Literal["ask"] | None) -> bool:
    """Return whether the maître is asked for the seuil of the relance, and so announces it."""
    return given == "ask" and has_new_seuil()


def check_new_seuil(given: Seuil | Literal["ask"] | None) -> None:
    """Refuse a seuil of the relance where the campaign keeps that of the action (R-08)."""
    if given not in (None, "ask") and not has_new_seuil():
        raise refuse(
            "seuil_relance",
            given,
            "null ou ask, sauf si la campagne fixe un nouveau seuil à la relance",
        )


def with_new_seuil(
    concealed: set[str] | frozenset[str], given: Seuil | Literal["ask"] | None
) -> frozenset[str]:
    """Return the concealed parameters, with the seuil of the relance where it is given."""
    return frozenset({*concealed, "seuil_relance"} if given not in (None, "ask") else concealed)


async def new_seuil(
    given: Seuil | Literal["ask"] | None, seuil: Seuil, bonus: int, secret: bool
) -> Seuil:
    """Return the seuil of the relance after that of the action. The maître is asked where it is left
    to this moment and the campaign has a new one, and keeps the same one as usual."""
    if given is None or not has_new_seuil():
        return seuil
    if given != "ask":
        return given
    return await choose(
        "seuil_relance",
        _announceable(seuil, counted(bonus)),
        who=LEADER,
        facts={"seuil": seuil} | nonzero(bonus=counted(bonus)),
        parameter="seuil_relance",
        default=seuil,
        policy=seuil,
        secret=secret,
    )


def _announceable(seuil: Seuil, bonus: int) -> Form[Seuil]:
    """Return the seuils that the maître may announce: those within reach of the best relance, the one
    of the action, and out of reach (ECL-LAN-08, -10)."""
    within: tuple[Seuil, ...] = tuple(range(1, BEST_FACE + bonus + 1))
    return OneOf((*within, *({seuil} - {*within, UNREACHABLE}), UNREACHABLE))


async def wishes_relance(parameter: str = "", policy: bool | None = None) -> bool:
    """Return whether the player wishes to bargain (ECL-NEG-01). See `Choose` for the parameters."""
    wishes = await choose(
        "negocier",
        YES_NO,
        who=PLAYER,
        parameter=parameter,
        default=True,
        policy=policy,
        help=deferred("une nouvelle chance, contre un prix que l’on paiera si elle échoue aussi"),
    )
    if not wishes:
        note("ECL-NEG-01", SETTLES, who=PLAYER)
    return wishes


async def consents_to_announce(seuil: Seuil) -> bool:
    """Return whether the maître gives away a secret seuil; without it nobody bargains
    (ECL-LAN-09, ECL-NEG-06)."""
    facts = {"seuil": seuil}
    consents = await choose(
        "annoncer",
        YES_NO,
        who=LEADER,
        facts=facts,
        default=True,
        policy=True,
        help=deferred("rien ne se négocie sans seuil annoncé"),
    )
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
    """One offer after the other, once the seuil is known to all. `other`: it is not that of the
    action."""

    joueurs: Others
    seuil: Seuil
    bonus: Bonus
    other: bool = False

    async def rule(self) -> NegociationResult:
        offer = await choose(
            "prix",
            TextAndNumber("des", 1, 3, (GIVE_UP,)),
            who=PLAYER,
            facts={"seuil": self.seuil} | nonzero(bonus=counted(self.bonus)),
            default=GIVE_UP,
            policy=GIVE_UP,
            help=deferred(
                "ce que l’on paiera si la relance échoue aussi, et les dés que l’on en attend"
            ),
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
        return NegociationResult(des=granted, seuil=self.seuil if self.other else UNSET)

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
            help=deferred("les dés que vaut ce prix, 0 pour le refuser"),
        )
        if granted == 0:
            note(
                "ECL-NEG-07",
                "Le maître de jeu refuse ce prix : le joueur peut en proposer un autre, ou renoncer.",
            )
            return 0
        note("ECL-NEG-07", "Le maître de jeu l’estime à {granted:dé|dés}.", granted=granted)
        if granted == wished:
            return granted
        facts = {"texte": price, "souhaites": wished, "des": granted}
        offered = await choose(
            "maintenir",
            YES_NO,
            who=PLAYER,
            facts=facts,
            default=True,
            policy=True,
            help=deferred("le même prix pour ce nombre de dés ; sinon, une autre offre"),
        )
        if not offered:
            note(
                "ECL-NEG-02", "{who:@le^} retire son offre : une autre reste possible.", who=PLAYER
            )
        return granted if offered else 0

    async def consented(self, granted: int, price: str) -> bool:
        """Return whether everybody else at the table accepts the price (R-10)."""
        if rulings(EclatsRulings).consentement == "maitre":
            return True
        for place in range(self.joueurs):
            who = f"joueur_{place + 1}"
            accepts = await choose(
                "consent",
                YES_NO,
                who=who,
                facts={"texte": price, "niveau": PRICES[granted], "des": granted},
                default=True,
                policy=True,
                help=deferred("ce prix peut vous engager ; un seul refus le renvoie à qui l’offre"),
            )
            if not accepts:
                note("ECL-NEG-04", "{who:@le^} refuse ce prix : un autre reste possible.", who=who)
                return False
        return True
