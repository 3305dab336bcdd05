"""The campaign record of Armes-Dieux: Tension, Malus, Réserve and Revers after each run."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.armes_dieux.fields import LEADER, PLAYER
from tablee.games.armes_dieux.ledgers import CARRIED, Combat, Tenue
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings, scores_hidden
from tablee.games.armes_dieux.setback import ACTOR, CLAUSES, Revers
from tablee.games.armes_dieux.sheet import Figurant, Personnage
from tablee.rules.ambient import rulings
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene
from tablee.rules.campaign.state import Campaign
from tablee.rules.campaign_declaration import CampaignRecord, OfferedChange, Reservation
from tablee.rules.consequences import Consequence, EmittedEffect, Run, ledger_event
from tablee.rules.texts.words import deferred

WITH_REVERS = {"echec_revers": False, "reussite_revers": True}
"""Issue that brings a Revers -> whether the Test is made (AD-REV-06)."""


REMARKABLE = deferred("les suites d’un succès remarquable")
BESIDE = deferred("un résultat additionnel")
PROVISO = deferred("la condition d’un Oui")
ENTANGLED = deferred("une complication à convenir")
LACKING = deferred("ce qui manque au résultat d’une réussite")


class UneScene(Scene, tag="scene"):
    """A scene begins or ends; a fight does not outlast it (AD-REN-03)."""

    def over(self, etat: Campaign) -> Campaign:
        etat = super().over(etat)
        for qui, sheet in etat.fiches:
            if isinstance(sheet, Personnage) and sheet.en_combat:
                etat = etat.with_event(Tenue, Combat(en_combat=False), qui)
        return etat


# ── Tests ──────────────────────────────────────────────────────────────────────────────────────
def _whom(run: Run, left: EmittedEffect | None = None) -> str | None:
    return run.who(left.who if left else None, ACTOR, "", PLAYER, LEADER)


def _effort(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Tension that an Effort costs, whatever the roll gives (AD-BON-05)."""
    qui = _whom(run, left)
    if qui is not None:
        text = "Un Effort : {who:=} prend un point de Tension."
        yield run.consequence(qui, "AD-BON-05", text, ledger_event(Tenue, qui, type="effort"))


def _drawn(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the dice taken from the Réserve, open in a fight only (AD-REN-03). Dice that the Meneur
    gives beyond it are on no sheet."""
    qui = _whom(run, left)
    if qui is None:
        return
    sheet = run.sheet(qui)
    drawn = [each for each in run.effects if (each.name, each.who) == (left.name, left.who)]
    place = next(n for n, each in enumerate(drawn) if each is left)
    held = getattr(sheet, "reserve_combat", 0) + sum(each.amount for each in drawn[:place])
    taken = min(-left.amount, max(0, held))
    if not taken:
        return
    if not place and not sheet.en_combat:
        text = "Un combat commence pour {who:=} : sa Réserve est ouverte."
        begins = ledger_event(Tenue, qui, type="combat", en_combat=True)
        yield run.consequence(qui, "AD-REN-03", text, begins, binding=True)
    event = ledger_event(Tenue, qui, type="test", renfort_reserve=taken)
    text = "{who:=} puise {n:dé|dés} dans la Réserve de combat."
    yield run.consequence(qui, "AD-REN-03", text, event, n=taken)


def _malus(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the end of a Malus carried over, used up by this Test, or its way to the next one
    (AD-REV-04)."""
    qui = _whom(run, left)
    if qui is None:
        return
    if left.amount:
        yield from _setback(run, qui, "difficulte")
    else:
        yield from _used_up(run, qui)


def _used_up(run: Run, qui: str, carried: bool = False) -> Iterator[Consequence]:
    """Yield the end of a Malus carried over; one that the Meneur gave by hand is on no sheet. That
    of a Figurant whose scores are hidden is the Meneur’s alone, as his Poignée is (R-27). `carried`:
    this run has put it on the sheet."""
    weighing = getattr(run.sheet(qui), "malus_report", 0)
    if not (carried or weighing):
        return
    text = "{who:=} : le Malus reporté a pesé, il n’en reste rien."
    event = ledger_event(Tenue, qui, type="test", malus_report=CARRIED)
    opposed = hasattr(run.procedure, "participants")
    secret = opposed and scores_hidden() and isinstance(run.sheet(qui), Figurant)
    yield run.consequence(qui, "AD-REV-04", text, event, secret=secret)


def _test(run: Run) -> Iterator[Consequence]:
    """Yield what a Test has cost, and the Revers that it brings (AD-REV-06)."""
    yield from _gathered(run)
    yield from _owed(run, _whom(run), run.result.issue)


def _gathered(run: Run) -> Iterator[Consequence]:
    """Yield what a Poignée has cost to gather, for whatever it is rolled (AD-BON-05,
    AD-REN-03)."""
    effects = {**_GATHERING, "malus_report": _malus}
    for left in run.effects:
        yield from effects[left.name](run, left)


def _luck(run: Run) -> Iterator[Consequence]:
    """Yield the condition or the price, still to come, of a conditional Oui: for the character whose
    question it answers, also when the Meneur throws (AD-CHA-05, -08)."""
    if run.result.reponse == "oui_condition":
        qui = run.who(PLAYER, "")
        text = "La réponse est Oui : reste à dire à quelle condition."
        texte = run.procedure.question or PROVISO
        yield run.pending(qui, "AD-CHA-05 AD-CHA-08", text, None, {}, texte, binding=True)


_GATHERING = {"tension": _effort, "reserve_combat": _drawn}


def _owed(run: Run, qui: str | None, issue: str) -> Iterator[Consequence]:
    """Yield the Revers of a Test, or what an exceptional success and an additional result leave to
    agree upon (AD-RES-08, AD-ADD-01). What follows a failure is settled at once, not owed (AD-RES-02).
    """
    if issue == "exceptionnelle":
        yield _remarkable(run, qui)
    if run.result.additionnel and issue != "echec_revers":
        yield _bought(run, qui)
    if issue == "echec_revers" and rulings(ArmesDieuxRulings).echecs_critiques:
        yield from _critical(run, qui)
    elif issue in WITH_REVERS:
        figurant = run.procedure.id.endswith("figurant")
        if qui is not None:
            figurant = isinstance(run.sheet(qui), Figurant)
        actor = "figurant" if figurant else "personnage"
        params = {"reussite": WITH_REVERS[issue], "acteur": actor}
        text = "Un Revers pour {who:=} : reste à choisir lequel." if qui else "Un Revers à choisir."
        yield run.pending(qui, "AD-REV-06", text, Revers.id, params, binding=True)


def _remarkable(run: Run, qui: str | None) -> Consequence:
    """Return the effects of an exceptional success, on which to agree (AD-RES-08)."""
    text = "Un succès remarquable : ses suites restent à convenir."
    return run.pending(qui, "AD-RES-08", text, None, {}, REMARKABLE)


def _bought(run: Run, qui: str | None) -> Consequence:
    """Return the additional result that was bought, still to be named (AD-ADD-01, -02)."""
    text = "Un résultat additionnel est acheté : reste à dire lequel."
    return run.pending(qui, "AD-ADD-01 AD-ADD-02", text, None, {}, BESIDE)


def _critical(run: Run, qui: str | None) -> Iterator[Consequence]:
    """Yield the complication of a failure with a majority of 1s, where there is no other choice
    (AD-REV-08)."""
    if qui is not None:
        yield from _setback(run, qui, "complication")
    else:
        yield _entangled(run, None)


# ── Revers ─────────────────────────────────────────────────────────────────────────────────────
def _setback(run: Run, qui: str, revers: str, before: int = 0) -> Iterator[Consequence]:
    """Yield what a chosen Revers does (AD-REV-01..05): which one is the player's choice, that there
    is one is not (AD-RES-03, -06). Gear has to be named, by the player who chose it (AD-REV-06), and
    so has what a success lacks. `before`: Revers of the same run that struck his gear already."""
    text = "{who:=} subit un Revers : {revers}."
    if revers != "equipement":
        event = ledger_event(Tenue, qui, type="revers", revers=revers)
        yield run.consequence(qui, CLAUSES[revers], text, event, binding=True, revers=revers)
        if revers == "complication":
            yield _entangled(run, qui)
        elif revers == "partiel":
            lacks = "{who:=} n’obtient pas tout : reste à dire ce qui manque."
            yield run.pending(qui, "AD-REV-01", lacks, None, {}, LACKING, binding=True)
        return
    events = [
        ledger_event(Tenue, qui, type="revers", revers=revers, piece=piece, dommage=harm)
        for piece, state in getattr(run.sheet(qui), "equipement", ())
        for harm in ("endommage", "perdu")
        if state not in ("perdu", harm)
    ]
    if before < len(events):
        first, *others = [*events[before:], *events[:before]]
        yield run.consequence(qui, "AD-REV-03", text, first, others, binding=True, revers=revers)
    else:
        reminder = deferred("un équipement perdu ou abîmé")
        yield run.pending(qui, "AD-REV-03", text, None, {}, reminder, binding=True, revers=revers)


def _entangled(run: Run, qui: str | None) -> Consequence:
    """Return the complication that player and Meneur have to agree upon (AD-REV-07)."""
    text = "La situation se complique : reste à convenir comment."
    return run.pending(qui, "AD-REV-05 AD-REV-07", text, None, {}, ENTANGLED, binding=True)


def _suffered(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    qui = _whom(run, left)
    if qui is not None:
        alike = [each for each in run.effects if (each.amount, each.who) == (left.amount, left.who)]
        before = next(place for place, each in enumerate(alike) if each is left)
        yield from _setback(run, qui, left.amount, before)


def _gained(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield what an opposition of a series has gained its winner."""
    qui = _whom(run, left)
    if qui is not None:
        yield _bought(run, qui) if left.amount == "additionnel" else _remarkable(run, qui)


def _tense(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Tension of a Revers, otherwise that of an Effort."""
    qui = _whom(run, left)
    if qui is not None:
        yield from _setback(run, qui, "tension")


def _revers(run: Run) -> Iterator[Consequence]:
    qui = _whom(run)
    if qui is not None:
        yield from _setback(run, qui, run.result.revers)


# ── oppositions ────────────────────────────────────────────────────────────────────────────────
def _opposition(run: Run) -> Iterator[Consequence]:
    """Write down the cost of the Poignées; a Malus carried into them is used up (AD-REV-04); a
    Revers becomes pending for each who failed on 1s, and for a winner by little (AD-OPP-05)."""
    result = run.result
    for left in run.effects:
        if left.name in _GATHERING:
            yield from _GATHERING[left.name](run, left)
    for each in run.procedure.participants:
        qui = run.who(each.id)
        if qui is not None and each.malus_report:
            yield from _used_up(run, qui)
    for name in result.revers:
        yield from _owed_by(run, name, "echec_revers")
    if result.gagnant is not None:
        yield from _owed_by(run, result.gagnant, result.issue)


def _owed_by(run: Run, name: str, issue: str) -> Iterator[Consequence]:
    qui = run.who(name)
    if qui is not None:
        yield from _owed(run, qui, issue)


def _series(run: Run) -> Iterator[Consequence]:
    """Write down, for each side of a series, what its Poignées have cost and its Revers, in order, and
    the Malus that is left (AD-BON-05, AD-REN-03, AD-REV-04)."""
    carried: dict[str, bool] = {}
    sides = enumerate(run.procedure.participants)
    efforts = {each.id: _efforts(run, place) for place, each in sides}
    for each in run.procedure.participants:
        qui = run.who(each.id)
        if qui is not None and each.malus_report:
            yield from _used_up(run, qui)
    for left in run.effects:
        qui = run.who(left.who)
        if qui is None or (left.name == "malus_report" and not left.amount):
            continue  # a Malus that has weighed is written down at the end
        carried[qui] = left.name == "malus_report" or carried.get(qui, False)
        if left.name == "tension" and efforts.get(left.who or "", 0):
            efforts[left.who or ""] -= 1
            yield from _effort(run, left)
        else:
            yield from _EFFECTS[left.name](run, left)
    for name, malus in run.result.malus_report:
        qui = run.who(name)
        if qui is not None and not malus and carried.get(qui):
            yield from _used_up(run, qui, carried=True)


def _efforts(run: Run, place: int) -> int:
    """Return how many Efforts one side of a series has made: by its choices, or one an opposition
    where its Bonus are fixed (AD-BON-05)."""
    bonus = run.procedure.participants[place].bonus
    if bonus != "ask":
        return int(run.result.manches) if "effort" in bonus else 0
    asked = f"participants[{place}].bonus"
    return sum("effort" in each.value for each in run.choices if each.parameter == asked)


def _reserve_drawn(run: Run) -> Iterator[Reservation]:
    """Yield the dice of the Réserve that a Poignée under way has taken (AD-REN-03)."""
    sides = getattr(run.procedure, "participants", ())
    drawers = [("", _whom(run), run.procedure)]
    drawers += [(f"participants[{n}].", run.who(each.id), each) for n, each in enumerate(sides)]
    for path, qui, each in drawers:
        drawn = getattr(each, "renfort_reserve", 0)
        if qui is not None and type(drawn) is int:
            yield from _reservation(qui, drawn, f"{path}renfort_reserve", path)
    for choice in run.choices:
        qui = run.who(choice.who)
        if qui is not None and choice.label == "renfort_reserve":
            path = choice.parameter.removesuffix("renfort_reserve")
            yield from _reservation(qui, choice.value, "renfort_reserve", path)


def _reservation(qui: str, drawn: int, spent: str, path: str) -> Iterator[Reservation]:
    """Yield the reservation of some dice of a Réserve. `path`: of the parameters that give it."""
    if drawn:
        event = ledger_event(Tenue, qui, type="test", renfort_reserve=drawn)
        yield Reservation(event=event, n=drawn, spent=spent, held=f"{path}reserve_combat")


def _carried(run: Run) -> Iterator[Reservation]:
    """Yield the reservation of each carried-over Malus that an open Test uses (AD-REV-04).

    The Malus burdens one Test only. Reserved, it does not burden a second Test that is open at the
    same time. A Malus that the leader added by hand is not on the sheet and is not reserved.
    """
    sides = [(run.who(each.id), each) for each in getattr(run.procedure, "participants", ())]
    held = "participants" if sides else "malus_report"
    for qui, each in sides or [(_whom(run), run.procedure)]:
        if qui is None or not getattr(each, "malus_report", 0):
            continue
        if getattr(run.sheet(qui), "malus_report", 0):  # else it is a Malus of the leader's own
            event = ledger_event(Tenue, qui, type="test", malus_report=CARRIED)
            yield Reservation(event=event, n=CARRIED, spent="malus_report", held=held)


def _second(run: Run) -> Iterator[Reservation]:
    """Yield the reservation of a Revers `difficulte`, which costs nothing after another (R-09)."""
    qui, chosen = _whom(run), [each.value for each in run.choices if each.parameter == "choix"]
    if qui is not None and run.procedure.id == "armes_dieux.revers" and "difficulte" in chosen:
        event = ledger_event(Tenue, qui, type="revers", revers="difficulte", malus_report=CARRIED)
        yield Reservation(event=event, n=CARRIED, spent="choix", held="malus_deja")


def _reserved(run: Run) -> Iterator[Reservation]:
    yield from _reserve_drawn(run)
    yield from _carried(run)
    yield from _second(run)


def _fights(etat: Campaign) -> Iterator[OfferedChange]:
    """Yield the beginning of a fight, which opens every Réserve, and its end (AD-REN-03)."""
    people = [each for _, each in etat.fiches if isinstance(each, Personnage)]
    fighting = any(each.en_combat for each in people)
    if any(each.reserve_combat and not each.en_combat for each in people):
        text = (
            deferred("La Réserve de combat de qui vient d’arriver est fermée.")
            if fighting
            else deferred("La Réserve de combat ne s’ouvre qu’en combat.")
        )
        yield _fight(True, text, deferred("Un combat commence"))
    if fighting:
        text = deferred("Un combat est en cours : la Réserve de combat est ouverte.")
        yield _fight(False, text, deferred("Le combat est fini"))


def _fight(begins: bool, text: str, button: str) -> OfferedChange:
    event = ledger_event(Tenue, type="combat", en_combat=begins)
    return OfferedChange(text=text, button=button, event=event, parameter="reserve_combat")


_EFFECTS = {
    "tension": _tense,
    "malus_report": _malus,
    "revers": _suffered,
    "reserve_combat": _drawn,
    "a_convenir": _gained,
}


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Tenue,),
    scene=UneScene,
    offers=_fights,
    reservations=_reserved,
    effects=_EFFECTS,
    results={
        "armes_dieux.poignee": _gathered,
        "armes_dieux.poignee_figurant": _gathered,
        "armes_dieux.test": _test,
        "armes_dieux.test_figurant": _test,
        "armes_dieux.cadrage": _test,
        "armes_dieux.jet": _test,
        "armes_dieux.chance": _luck,
        "armes_dieux.revers": _revers,
        "armes_dieux.opposition": _opposition,
        "armes_dieux.oppositions": _series,
    },
)

Campagne = campaign_of(__name__, CAMPAIGN_RECORD, "AD-REN-03")
