"""The ledger of an Initié: scores, prices to pay, whether a relance is possible."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.eclats.attempt import Issue
from tablee.games.eclats.fields import Bonus, DesRelance, Relancable
from tablee.games.eclats.relance import PRICES, Prix
from tablee.games.eclats.rulings import EclatsRulings
from tablee.rules.ambient import note, remark, rulings
from tablee.rules.field_marks import AS_OBJECT, on_sheet
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import refuse

Score = Annotated[int, Meta(ge=0, le=3)]
Competences = Annotated[
    tuple[tuple[str, Bonus], ...],
    AS_OBJECT,
    Meta(description="bonus de chaque Compétence"),
    on_sheet("competences"),
]


class Caracteristiques(Record):
    """The ten scores of T-01, 0 to 3 each (ECL-LAN-02, -03)."""

    energie: Score = 0
    perception: Score = 0
    agilite: Score = 0
    intellect: Score = 0
    force: Score = 0
    empathie: Score = 0
    endurance: Score = 0
    ruse: Score = 0
    beaute: Score = 0
    charisme: Score = 0


class PrixDu(Record):
    """The price of a relance that failed, until the maître has settled it."""

    texte: Annotated[str, Meta(max_length=2000, description="ce qui a été promis")] = ""
    niveau: Annotated[
        Literal["eleve", "tres_eleve", "exorbitant"], Meta(description="poids du prix")
    ]


Scores = Annotated[
    Caracteristiques,
    Meta(description="les dix Caractéristiques, de 0 à 3"),
    on_sheet("caracteristiques"),
]
Debts = Annotated[tuple[PrixDu, ...], Meta(description="prix à payer"), on_sheet("prix_dus")]


class Initie(Record):
    """An Initié between two actions."""

    caracteristiques: Scores = Caracteristiques()
    competences: Competences = ()
    prix_dus: Debts = ()
    relance_possible: Relancable = False


class TestFait(Event[Initie], tag="test"):
    """An action was tried."""

    issue: Annotated[Issue, Meta(description="ce qu’a donné le jet")]

    def after(self, etat: Initie) -> Initie:
        open_to = self.issue == "echec_simple"
        note(
            "ECL-NEG-01",
            "{issue:^} : une relance peut se négocier."
            if open_to
            else "{issue:^} : il n’y a rien à négocier.",
            issue=self.issue,
        )
        return replace(etat, relance_possible=open_to)


class RelanceFaite(Event[Initie], tag="relance"):
    """A relance was rolled at the price agreed upon."""

    issue: Annotated[Literal["reussite", "echec"], Meta(description="ce qu’a donné la relance")]
    des: DesRelance
    texte: Annotated[str, Meta(max_length=2000, description="ce qui a été promis")] = ""
    prix: Annotated[Prix, Meta(description="prix, tel qu’il a été dit")] | None = None

    def after(self, etat: Initie) -> Initie:
        if not etat.relance_possible:
            raise refuse("type", "relance", "un test : il n’y a aucun échec simple à relancer")
        due = PRICES[self.des] if self.issue == "echec" else "aucun"
        if self.prix not in (None, due):
            raise refuse("prix", self.prix, "{due:=}, d’après les dés et l’issue", due=due)
        if self.issue == "reussite":
            note("ECL-NEG-08", "La relance réussit : il n’y a rien à payer.")
            return replace(etat, relance_possible=False)
        price = PRICES[self.des]
        assert price != "aucun"
        note("ECL-NEG-09", "La relance échoue : le prix est dû ({price}).", price=price)
        remark("ECL-NEG-02", self.texte)
        prices = (*etat.prix_dus, PrixDu(texte=self.texte, niveau=price))
        return replace(etat, prix_dus=prices, relance_possible=_again(etat))


class PrixRegle(Event[Initie], tag="regle"):
    """The maître has exacted a price. After that no relance of the same action is possible, unless
    the campaign allows several (R-11)."""

    by_leader = True
    numero: Annotated[int, Meta(ge=1, description="place du prix dans la liste, à partir de 1")] = 1

    def after(self, etat: Initie) -> Initie:
        count = len(etat.prix_dus)
        if self.numero > count:
            raise refuse("numero", self.numero, "au plus {count}, les prix dus", count=count)
        paid = etat.prix_dus[self.numero - 1]
        note(
            "ECL-NEG-09",
            "Un prix ({price}) est payé : « {texte:=} »."
            if paid.texte
            else "Un prix ({price}) est payé.",
            price=paid.niveau,
            texte=paid.texte,
        )
        left = etat.prix_dus[: self.numero - 1] + etat.prix_dus[self.numero :]
        return replace(etat, prix_dus=left, relance_possible=_again(etat))


def _again(etat: Initie) -> bool:
    """Return whether what could be relaunched still can, once a relance has failed, once a price is
    paid: one relance an action by default (R-11)."""
    return etat.relance_possible and rulings(EclatsRulings).relances_multiples


class InitieResult(Result):
    """The Initié after all events."""

    etat: Initie


class Suivi(Ledger[InitieResult, Initie], id="eclats.initie"):
    """The ledger of an Initié (ECL-LAN-02, -03, ECL-LAN-06, ECL-NEG-01, -02, ECL-NEG-08, -09)."""

    etat: Annotated[Initie, Meta(description="où en est l’Initié"), on_sheet()] = Initie()
    evenements: Annotated[
        tuple[TestFait | RelanceFaite | PrixRegle, ...],
        Meta(max_length=MOST_EVENTS, description="ce qui lui arrive, dans l’ordre"),
    ] = ()
