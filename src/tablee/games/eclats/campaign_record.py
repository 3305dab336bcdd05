"""The campaign record of Éclats: the consequences of actions, of bargains and of relances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from tablee.games.eclats.attempt import FAILURES_WITH_ZERO
from tablee.games.eclats.bargain import Negociation
from tablee.games.eclats.ledgers import Suivi
from tablee.games.eclats.relance import PRICES, Relance
from tablee.games.eclats.rulings import EclatsRulings
from tablee.games.eclats.sheet import Personnage
from tablee.rules.ambient import about, note, rulings
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene
from tablee.rules.campaign.state import Campaign, Pending
from tablee.rules.campaign_declaration import CampaignRecord, OfferedChange, Reservation
from tablee.rules.consequences import Consequence, EmittedEffect, Run, ledger_event
from tablee.rules.procedure import replace
from tablee.rules.texts.words import deferred

PLAYER = "player"
PASSING = {
    Negociation.id: "{who:=} agit de nouveau : l’échec précédent ne peut plus se négocier.",
    Relance.id: "{who:=} agit de nouveau : l’accord tombe, l’échec précédent ne peut plus être relancé.",
}
"""Procedure that waits for an échec simple to be relaunched -> the text when another action comes
before it (ECL-NEG-01)."""


class UneScene(Scene, tag="scene"):
    """A scene begins or ends. At its end the prices still to be paid are noted (ECL-NEG-09), and an
    échec simple can no longer be bargained over, nor a relance made (ECL-NEG-01)."""

    def over(self, etat: Campaign) -> Campaign:
        etat = super().over(etat)
        etat = replace(etat, dus=tuple(each for each in etat.dus if each.procedure not in PASSING))
        for qui in etat.characters_with(Suivi):
            sheet = etat.sheet(qui)
            if isinstance(sheet, Personnage) and sheet.relance_possible:
                etat = etat.with_sheet(qui, replace(sheet, relance_possible=False))
                with about(sheet.nom, qui):
                    note(
                        "ECL-NEG-01",
                        "La scène est finie : l’échec simple ne peut plus être relancé.",
                    )
            for price in etat.ledger_state_of(Suivi, qui).prix_dus:
                with about(etat.sheet(qui).nom, qui):
                    note(
                        "ECL-NEG-09",
                        "Un prix ({price}) reste dû : « {texte:=} »."
                        if price.texte
                        else "Un prix ({price}) reste dû.",
                        price=price.niveau,
                        texte=price.texte,
                    )
        return etat


def _tried(run: Run, qui: str, issue: str) -> Iterator[Consequence]:
    """Write down an action: after an échec simple an initié may bargain (ECL-NEG-01). Only the
    maître sees the consequences of a secret roll. The bargain of a failure that came while this
    action was under way goes on, and so does one that is being played."""
    secret = run.procedure.secret and issue in FAILURES_WITH_ZERO
    sheet = run.sheet(qui)
    closes = isinstance(sheet, Personnage) and sheet.relance_possible and not _others(run, qui)
    if closes or (isinstance(sheet, Personnage) and issue == "echec_simple"):
        event = ledger_event(Suivi, qui, type="test", issue=issue)
        text = "{who:=} : {issue}."
        yield run.consequence(qui, "ECL-NEG-01", text, event, secret=secret, issue=issue)
    yield from _offer_bargain(run, qui, issue, secret)
    if issue == "echec_critique":
        text = "{who:=} : échec critique, aux conséquences graves à raconter."
        reminder = deferred("les conséquences d’un échec critique")
        pending = {"procedure": None, "qui": qui, "texte": reminder}
        event = {"type": "du", "du": pending}
        clauses = "ECL-ECH-03 ECL-ECH-05"
        yield run.consequence(qui, clauses, text, event, secret=secret, binding=True)


def _others(run: Run, qui: str) -> list[Pending]:
    """Return the bargains and relances of other failures that this action does not end."""
    return [each for each in run.other_pending() if _is_of(each, qui)]


def _is_of(pending: Pending, qui: str) -> bool:
    """Return whether it is a bargain or a relance that waits for a character."""
    return pending.qui == qui and pending.procedure in PASSING


def _offer_bargain(run: Run, qui: str, issue: str, secret: bool) -> Iterator[Consequence]:
    """Offer the bargain for a relance after an échec simple, unless the action itself asked for it.
    It lasts until the next roll of the character, as does a relance agreed upon (ECL-NEG-01)."""
    for each in run.own_pending():
        if _is_of(each, qui):
            text, event = PASSING[each.procedure or ""], run.removing(each)
            yield run.consequence(qui, "ECL-NEG-01", text, event, secret=secret)
    asked = getattr(run.procedure, "prix", 0) != 0
    if issue == "echec_simple" and not asked and isinstance(run.sheet(qui), Personnage):
        params = _bargain(run, run.procedure.secret)
        text = "{who:=} peut négocier une relance après cet échec simple."
        yield run.pending(qui, "ECL-NEG-01 ECL-NEG-02", text, Negociation.id, params, secret=secret)


def _bargain(run: Run, secret: bool) -> dict[str, Any]:
    """Return the parameters of the bargain that a player may begin after a failure. `secret`: whether
    its seuil is."""
    params = {"seuil": run.procedure.seuil, "bonus": run.procedure.bonus}
    params |= {"secret": secret, "demandee": True}
    if rulings(EclatsRulings).relance_seuil == "nouveau":
        params["seuil_relance"] = "ask"
    return params


def _test(run: Run) -> Iterator[Consequence]:
    qui = run.who(PLAYER, "")
    if qui is not None:
        yield from _tried(run, qui, run.result.issue)


def _bargainer(run: Run) -> str | None:
    """Return the Initié who bargains or relaunches; None for anybody else, who owes no price
    (ECL-NEG-01)."""
    qui = run.who(PLAYER, "")
    return qui if qui is not None and isinstance(run.sheet(qui), Personnage) else None


def _action(run: Run) -> Iterator[Consequence]:
    """Yield the roll, then the relances that followed an échec simple (ECL-NEG-08, -09)."""
    who, qui, result = run.who(PLAYER, ""), _bargainer(run), run.result
    again = result.des_relance > 0
    if who is not None:
        yield from _tried(run, who, "echec_simple" if again else result.issue)
    if qui is None:
        return
    price = ""
    for left in run.effects:
        if left.name == "prix_promis":
            price = left.amount
        elif left.name == "prix_du":
            yield from _due(run, left, price)
    if result.issue == "reussite_relance":
        yield _relaunched(run, qui, "reussite", result.des_relance, price)
    if again and _others(run, qui):
        yield _reopened(run, qui)


def _failure(qui: str) -> dict[str, Any]:
    return ledger_event(Suivi, qui, type="test", issue="echec_simple")


def _reopened(run: Run, qui: str) -> Consequence:
    """Return the change by which another échec simple may still be relaunched (ECL-NEG-01)."""
    text = "{who:=} peut encore négocier une relance pour un autre échec simple."
    return run.consequence(qui, "ECL-NEG-01", text, _failure(qui))


def _still_failed(run: Run, qui: str, agreed: bool) -> Iterator[Consequence]:
    """Yield the change by which the échec simple that is relaunched, or (`agreed`) that the table has
    agreed upon, may be so, where the sheet has it no more (ECL-NEG-01)."""
    text = (
        "{who:=} peut encore relancer l’échec précédent : l’accord que l’on vient de conclure vaut pour lui."
        if agreed
        else "{who:=} relance un échec simple."
    )
    if not run.sheet(qui).relance_possible:
        yield run.consequence(qui, "ECL-NEG-01", text, _failure(qui))


def _relaunched(run: Run, qui: str, issue: str, des: int, texte: str) -> Consequence:
    """Return what a relance has changed. `texte`: its price in the player's words. Who has failed
    cannot decline the price that all have agreed upon (ECL-NEG-04)."""
    event = ledger_event(Suivi, qui, type="relance", issue=issue, des=des, texte=texte)
    if issue == "reussite":
        text = "{who:=} : la relance réussit, il n’y a rien à payer."
        return run.consequence(qui, "ECL-NEG-08", text, event)
    price = PRICES[des]
    if texte:
        text = "{who:=} : la relance échoue, un prix est dû ({price}) : « {texte:=} »."
        return run.consequence(
            qui, "ECL-NEG-09", text, event, binding=True, price=price, texte=texte
        )
    text = "{who:=} : la relance échoue, un prix est dû ({price})."
    return run.consequence(qui, "ECL-NEG-09", text, event, binding=True, price=price)


def _due(run: Run, left: EmittedEffect, texte: str = "") -> Iterator[Consequence]:
    """Yield the price of a relance that failed (ECL-NEG-09)."""
    qui = _bargainer(run)
    if qui is not None:
        yield _relaunched(run, qui, "echec", PRICES.index(left.amount), texte)


def _relance(run: Run) -> Iterator[Consequence]:
    qui = _bargainer(run)
    if qui is None:
        return
    yield from _still_failed(run, qui, agreed=False)
    yield _relaunched(run, qui, run.result.issue, run.procedure.des, run.pending_text())
    if run.result.issue == "echec" and rulings(EclatsRulings).relances_multiples:
        text = "{who:=} peut négocier une nouvelle relance après cette relance ratée."
        params = _bargain(run, secret=False)
        yield run.pending(qui, "ECL-NEG-01 ECL-NEG-02", text, Negociation.id, params)
    elif any(_is_of(each, qui) for each in run.campaign.dus if each is not run.played()):
        yield _reopened(run, qui)


def _reserved(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the price that all have agreed upon: the relance follows (ECL-NEG-02, -04)."""
    qui, des = _bargainer(run), run.result.des
    price, clauses = left.amount, "ECL-NEG-02 ECL-NEG-04"
    agreed = [each for each in run.campaign.dus if (each.qui, each.procedure) == (qui, Relance.id)]
    if agreed and run.played() is None:
        text = "Le nouvel accord remplace le précédent."
        yield run.consequence(qui, clauses, text, run.removing(agreed[-1]))
    if qui is not None:
        yield from _still_failed(run, qui, agreed=True)
    announced = run.procedure.seuil if run.result.seuil is UNSET else run.result.seuil
    params = {"des": des, "seuil": announced, "bonus": run.procedure.bonus}
    if price:
        text = "Accord sur un prix, « {texte:=} » : relance de {des:dé|dés}."
        yield run.pending(qui, clauses, text, Relance.id, params, price, des=des, texte=price)
    else:
        text = "Accord sur un prix : relance de {des:dé|dés}."
        yield run.pending(qui, clauses, text, Relance.id, params, des=des)


def _relaunching(run: Run) -> Iterator[Reservation]:
    """Yield the échec simple of an open relance, so that no other relance is requested for it
    (ECL-NEG-01, R-11)."""
    qui = run.who(PLAYER, "") if run.procedure.id == Relance.id else None
    if qui is not None:
        event = ledger_event(Suivi, qui, type="relance", issue="reussite", des=run.procedure.des)
        yield Reservation(event=event, n=1, spent="relance_possible", held="relance_possible")


def _prices_due(etat: Campaign) -> Iterator[OfferedChange]:
    """Yield the prices that the maître has still to exact (ECL-NEG-09)."""
    for qui in etat.characters_with(Suivi):
        for number, price in enumerate(etat.ledger_state_of(Suivi, qui).prix_dus, 1):
            yield OfferedChange(
                text=deferred("Un prix dû ({price}) : « {texte:=} »")
                if price.texte
                else deferred("Un prix dû ({price})"),
                button=deferred("Il est payé"),
                event=ledger_event(Suivi, qui, type="regle", numero=number),
                qui=qui,
                numbers={"price": price.niveau, "texte": price.texte},
            )


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Suivi,),
    scene=UneScene,
    offers=_prices_due,
    reservations=_relaunching,
    effects={"prix_promis": _reserved, "prix_du": _due},
    results={
        "eclats.test": _test,
        "eclats.action": _action,
        "eclats.relance": _relance,
    },
)

Campagne = campaign_of(__name__, CAMPAIGN_RECORD, "ECL-NEG-09")
