"""The campaign record of the Livre des Règles de Base: scenes, and the consequences of runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.games.socle.duels import Duel, DuelD6
from tablee.games.socle.fields import FOE
from tablee.games.socle.fight import Fight
from tablee.games.socle.foes import Foe, full_hearts, hearts_of, unhurt
from tablee.games.socle.growth import raised
from tablee.games.socle.heroes import HEALING, Heros
from tablee.games.socle.ledgers import DebutScene, Essais, Etat, FinScene
from tablee.games.socle.ledgers import Scene as Scenes
from tablee.games.socle.rulings import foes_hidden
from tablee.games.socle.sheet import Adversaire, Personnage
from tablee.games.socle.tries import closed, written_down
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene
from tablee.rules.campaign.state import Campaign
from tablee.rules.campaign_declaration import BorrowedSheets, CampaignRecord, OfferedChange
from tablee.rules.consequences import Consequence, ConsequenceRule, EmittedEffect, Run, ledger_event
from tablee.rules.procedure import replace
from tablee.rules.schema import read_record, show
from tablee.rules.sheet import written_back
from tablee.rules.sheets.sheet_params import filled
from tablee.rules.texts.words import deferred

PLAYER = "player"
BLOWS = ("coeurs", "mort")
FAILURES = ("echec", "echec_complication")
ONE = deferred("une complication")
REACHED = deferred("la conséquence d’un compteur au bout")
GRANTED = {
    "autre": deferred("l’avantage d’un succès exceptionnel"),
    "echelle": deferred("un effet plus ample que prévu"),
}
"""Avantage of an exceptional success -> what is left to describe (SOC-RES-06, SOC-MAG-07)."""


# ── scenes ─────────────────────────────────────────────────────────────────────────────────────
class UneScene(Scene, tag="scene"):
    """A scene begins or ends: protections are whole again, counters dropped (SOC-OPT-02, -04)."""

    def over(self, etat: Campaign) -> Campaign:
        return etat.with_event(Scenes, FinScene())

    def begun(self, etat: Campaign) -> Campaign:
        return etat.with_event(Scenes, DebutScene())


def _with_heroes(campaign: Campaign, scene: Etat) -> Etat:
    """Return the scene with the players' characters as their sheets have them."""
    heroes = (
        read_record(Heros, filled(Heros, {"id": qui}, _finder(sheet), ""), "heros.")
        for qui, sheet in campaign.fiches
        if isinstance(sheet, Personnage)
    )
    return replace(scene, heros=tuple(heroes))


def _finder(sheet: Personnage) -> Any:
    return lambda role: sheet


def _without_heroes(campaign: Campaign, scene: Etat) -> tuple[Campaign, Etat]:
    """Return the campaign with the characters back on their sheets, under their names, and the scene
    without them."""
    for hero in scene.heros:
        sheet = campaign.sheet(hero.id)
        campaign = campaign.with_sheet(hero.id, written_back(sheet, replace(hero, id=sheet.nom)))
    return campaign, replace(scene, heros=())


# ── what befalls a character ───────────────────────────────────────────────────────────────────
def _whom(run: Run, left: EmittedEffect) -> str | None:
    """Return the character of an effect: the one named, else that of the player."""
    return run.who(left.who, PLAYER, "")


def _teller(run: Run, left: EmittedEffect) -> str | None:
    """Return the character whom something to describe befalls; None for an adversary, who may be out
    by the same run."""
    qui = _whom(run, left)
    return None if qui is None or isinstance(run.sheet(qui), Adversaire) else qui


def befalls(clauses: str, text: str, **event: Any) -> ConsequenceRule:
    """Return the rule by which an effect becomes an event of the scene for one character, as far as
    the sheet has what is lost. An adversary only loses Cœurs, all at once (SOC-TOU-01, -02)."""

    def rule(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
        qui = _whom(run, left)
        if qui is None:
            return
        sheet = run.sheet(qui)
        if isinstance(sheet, Adversaire):
            blows = [each for each in run.effects if each.name in BLOWS and _whom(run, each) == qui]
            if blows and left is blows[-1]:
                yield _weakened(run, qui, hearts_of(sheet) - len(blows), len(blows))
            return
        amount: Any = {"n": _mana_of(run, left, qui)} if event["type"] == "mana" else {}
        if amount.get("n") == 0 or (event.get("armure") and not sheet.jeton):
            return
        happened = ledger_event(Scenes, **event, heros=qui, **amount)
        yield run.consequence(qui, clauses, text, happened, **amount)

    return rule


def _mana_of(run: Run, left: EmittedEffect, qui: str) -> int:
    """Return the Mana of an effect that the sheet can take, after the effects before it."""
    before = after = run.sheet(qui).mana
    last = next(n for n, each in enumerate(run.effects, 1) if each is left)
    for each in run.effects[:last]:
        if each.name == left.name and _whom(run, each) == qui:
            before, after = after, min(max(after + each.amount, 0), run.sheet(qui).mana_max)
    return int(after - before)


_hearts = befalls("SOC-TOU-03 SOC-COE-02", "{who:=} perd un Cœur.", type="coup")
_killed = befalls("SOC-COE-06", "{who:=} meurt.", type="coup")
_armour = befalls("SOC-OPT-03", "{who:=} : l’Armure encaisse le coup.", type="coup", armure=True)
_mana = befalls("SOC-MAG-02 SOC-MAG-08", "{who:=} : Mana {n:+}.", type="mana")


def _healed(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield what Magie heals, the caster himself where nobody else is named; nothing of who lacks
    no Cœur (SOC-MAG-06)."""
    qui = run.who(left.who) or run.who(PLAYER, "")
    if qui is None:
        return
    sheet = run.sheet(qui)
    if isinstance(sheet, Adversaire):
        now = hearts_of(sheet)
        n = min(HEALING, unhurt(sheet) - now)
        event = run.counted(qui, {"coeurs": now + n, "coeurs_max": unhurt(sheet)})
    else:
        n = min(HEALING, sheet.coeurs_max - sheet.coeurs)
        event = ledger_event(Scenes, type="soin", heros=qui)
    if n and isinstance(sheet, Adversaire) and foes_hidden():
        text = "La Magie rend des Cœurs à {who:=}."
        yield run.consequence(qui, "SOC-MAG-06", text, event)
    elif n:
        text = "La Magie rend {n:Cœur|Cœurs} à {who:=}."
        yield run.consequence(qui, "SOC-MAG-06", text, event, n=n)


def _raised(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the end of being on the ground: raised by an ally, with or without a character's sheet
    (SOC-COE-05)."""
    alone = left.amount is True
    qui = run.who(left.who) if alone else _whom(run, left)
    ally = run.who(PLAYER, "") if alone else run.who(left.amount)
    if qui is None or not isinstance(run.sheet(qui), Personnage):
        return  # an adversary without a Cœur is out for good (SOC-TOU-01, -02)
    if alone and run.sheet(qui).etat != "a_terre":
        return
    par = ally if ally is not None and isinstance(run.sheet(ally), Personnage) else None
    event = ledger_event(Scenes, type="relever", heros=qui, par=par)
    name = run.name(ally) or ("" if alone else left.amount)
    text = "{ally:=} relève {who:=}." if name else "Un allié relève {who:=}."
    numbers: dict[str, Any] = {"ally": name} if name else {}
    yield run.consequence(qui, "SOC-COE-05", text, event, **numbers)


def _fallen(etat: Campaign) -> Iterator[OfferedChange]:
    """Yield the raising of each character on the ground, by an ally who need not have a sheet
    (SOC-COE-05)."""
    for qui, sheet in etat.fiches:
        if isinstance(sheet, Personnage) and sheet.etat == "a_terre":
            yield OfferedChange(
                text=deferred("À terre : un allié peut y consacrer une Action."),
                button=deferred("Relever, avec un Cœur"),
                event=ledger_event(Scenes, type="relever", heros=qui),
                qui=qui,
            )


def _complications(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Complications for the MJ to describe, one by one (SOC-RIP-02, -07); they are not for the player
    to decline."""
    qui, clauses = _teller(run, left), "SOC-RIP-02 SOC-RIP-07"
    for _ in range(_untold(run, left)):
        text = "{who:=} : une complication à raconter." if qui else "Une complication à raconter."
        yield run.pending(qui, clauses, text, None, {}, ONE, binding=True)


def _untold(run: Run, left: EmittedEffect) -> int:
    """Return how many complications of an effect the MJ has still to describe. One that he describes
    in the run itself is the first that waits."""
    waiting: list[EmittedEffect] = []
    for each in run.effects:
        if each.name == "complications":
            waiting += [each] * each.amount
        elif each.name == "consequence" and each.amount == "complication":
            waiting.append(each)
        elif each.name == "complication_racontee" and waiting:
            del waiting[0]
    return sum(1 for each in waiting if each is left)


def _counted(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the moves of the scene's counters after a failure (SOC-OPT-05), after those before it
    in the run."""
    moves = [each for each in run.effects if each.name == left.name]
    yield from _failed(run, next(place for place, each in enumerate(moves) if each is left))


def _failed(run: Run, before: int = 0) -> Iterator[Consequence]:
    """Advance each counter; at its last step its consequence is left to the MJ (SOC-OPT-06).
    `before`: earlier failures of the same run."""
    for clock in run.campaign.horloge.compteurs:
        for _ in range(before):
            clock = clock.advanced()
        if clock.reached:
            continue
        clock = clock.advanced()
        text = "Échec : « {nom:=} » avance à {at} sur {steps}."
        event = ledger_event(Scenes, type="echec", nom=clock.nom)
        counts = {"nom": clock.nom, "at": clock.compteur, "steps": clock.etapes}
        yield run.consequence(None, "SOC-OPT-05", text, event, **counts)
        if clock.reached:
            yield _reached(run, clock.nom)


def _reached(run: Run, threat: str) -> Consequence:
    """Return the consequence of a counter at its end, by its name (SOC-OPT-06)."""
    if not threat:
        text = "Le compteur est au bout : la conséquence survient."
        return run.pending(None, "SOC-OPT-06", text, None, {}, REACHED)
    text = "« {nom:=} » est au bout : la conséquence survient."
    return run.pending(None, "SOC-OPT-06", text, None, {}, threat, nom=threat)


def _threat(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the end of a counter that is no counter of the scene."""
    yield _reached(run, left.amount)


def _advantage(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the avantage of an exceptional success, for the MJ and the player to describe."""
    qui, clauses = _teller(run, left), "SOC-RES-05 SOC-RES-06"
    text = "{who:=} : un avantage à raconter." if qui else "Un avantage à raconter."
    yield run.pending(qui, clauses, text, None, {}, GRANTED[left.amount])


def _developed(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the gain of a level, a Cœur or a Mana (SOC-SIX-06)."""
    qui, result = run.who("", PLAYER), run.result
    if qui is None or not isinstance(run.sheet(qui), Personnage):
        return
    field = {"coeur": "coeurs_max", "mana": "mana_max"}.get(result.choix, "niveaux")
    start, value = show(run.procedure)[field], show(result)[field]
    if field == "niveaux":
        start = dict(run.sheet(qui).niveaux)
        value = raised(start, result.choix, value)
    if value == start:
        return
    event = run.counted(qui, {field: value}) | {"valeurs_de_depart": {field: start}}
    text = "{who:=} progresse ({choix:@choix})."
    yield run.consequence(qui, "SOC-SIX-06", text, event, choix=result.choix)


def _consequence(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Leave a consequence to the MJ after a failure of Magie, or a 1 (SOC-MAG-04, SOC-RES-04)."""
    qui = _teller(run, left)
    if left.amount == "complication":
        if _untold(run, left):
            yield _spoilt(run, qui)
        return
    text = (
        "{who:=} : la magie échoue, une légère conséquence à raconter."
        if qui
        else "La magie échoue : une légère conséquence à raconter."
    )
    slight = deferred("une légère conséquence")
    yield run.pending(qui, "SOC-MAG-04", text, None, {}, slight, binding=True)


# ── what befalls an adversary ──────────────────────────────────────────────────────────────────
def _wounded(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Cœurs of an adversary with a sheet after its last wound (SOC-TOU-01, -02)."""
    name, hearts = _struck(run, left)
    qui = run.who(name)
    if qui is None or not isinstance(run.sheet(qui), Adversaire):
        return
    later = run.effects[next(n for n, each in enumerate(run.effects) if each is left) + 1 :]
    again = any(each.name == left.name and _struck(run, each)[0] == name for each in later)
    if again or (hearts > 0 and run.sheet(qui).cible == "pion"):
        return
    yield _weakened(run, qui, hearts, _foes(run.procedure)[name] - hearts)


def _weakened(run: Run, qui: str, hearts: int, wounds: int) -> Consequence:
    """Return what an adversary has left: these Cœurs, after that number of Blessures in the run."""
    if hearts <= 0:
        text = "{who:=} est hors de combat."
        event: dict[str, Any] = {"type": "retrait", "qui": qui}
        return run.consequence(qui, "SOC-TOU-01 SOC-TOU-02", text, event)
    changes = {"coeurs": hearts, "coeurs_max": max(hearts, unhurt(run.sheet(qui)))}
    event = run.counted(qui, changes)
    if foes_hidden():
        text = "{who:=} reçoit {n:Blessure|Blessures}."
        return run.consequence(qui, "SOC-TOU-02", text, event, n=wounds)
    text = "{who:=} : il reste {n:Cœur|Cœurs}."
    return run.consequence(qui, "SOC-TOU-02", text, event, n=hearts)


def _struck(run: Run, left: EmittedEffect) -> tuple[str, int]:
    """Return the wounded adversary and its Cœurs after the wound, 0 or less if it is out. In a duel
    it is the first one still in the duel."""
    hearts, name = _foes(run.procedure), ""
    for each in run.effects:
        if each.name == left.name:
            standing = (foe for foe, n in hearts.items() if n > 0)
            name = each.who if each.who in hearts else next(standing)
            hearts[name] -= each.amount
        if each is left:
            break
    return name, hearts[name]


def _foes(asked: Any) -> dict[str, int]:
    """Return role, name or path of each adversary of a run -> its Cœurs at the beginning."""
    if isinstance(asked, Fight):
        return {foe.id: hearts_of(foe) for foe in asked.adversaires}
    if isinstance(asked, Duel | DuelD6):
        foes: tuple[Foe, ...] = asked.adversaires
        return {f"adversaires[{n}]": hearts_of(foe) for n, foe in enumerate(foes)}
    return {FOE: asked.coeurs_cible or full_hearts(asked.cible)}


# ── what each run leaves ───────────────────────────────────────────────────────────────────────
def _test(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of a test: its failure moves the counters; a 1 brings a complication
    (SOC-RES-04), the top face an avantage."""
    for left in run.effects:
        yield from _EFFECTS[left.name](run, left)
    if run.result.issue in FAILURES:
        yield from _failed(run)
    if run.result.issue == "echec_complication":
        yield _spoilt(run, run.who(PLAYER, ""))


def _spoilt(run: Run, qui: str | None) -> Consequence:
    """Return the complication of a 1 (SOC-RES-04)."""
    text = (
        "{who:=} : un 1, une complication à raconter."
        if qui
        else "Un 1 : une complication à raconter."
    )
    return run.pending(qui, "SOC-RES-04", text, None, {}, ONE, binding=True)


def _reopened(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the way that is open again: something has changed, or at the price of a complication
    that the MJ describes (SOC-REP-02)."""
    goal, way = run.procedure.tentative.objectif, left.amount
    text = "« {goal:=} » est tenté de nouveau : la situation a changé."
    if way == "complication":
        text = "« {goal:=} » est tenté de nouveau, une complication acceptée."
        price = "Une complication à raconter."
        yield run.pending(_whom(run, left), "SOC-REP-02", price, None, {}, ONE, binding=True)
    event = ledger_event(Essais, type=way, objectif=goal)
    yield run.consequence(None, "SOC-REP-02", text, event, goal=goal)


def _try(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of a test, and write it down."""
    yield from _test(run)
    yield from written_down(run)


def _cast(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of Magie, and write down its test."""
    for left in run.effects:
        yield from _EFFECTS[left.name](run, left)
    yield from written_down(run)


def _rested(run: Run) -> Iterator[Consequence]:
    """Yield the rest of the characters who take part in it, unless dead (SOC-COE-07)."""
    found = (run.who(each.id) for each in run.procedure.heros if each.etat != "mort")
    people = (qui for qui in found if qui is not None)
    heros = [qui for qui in people if isinstance(run.sheet(qui), Personnage)]
    if not heros:
        return
    if run.campaign.horloge.en_cours:
        text = "La scène est finie."
        yield run.consequence(None, "SOC-COE-07", text, {"type": "scene", "moment": "fin"})
    event = ledger_event(Scenes, type="repos", heros=heros)
    names = tuple(run.name(qui) for qui in heros)
    text = "Repos : Cœurs et Mana reviennent au complet pour {heros:=}."
    yield run.consequence(None, "SOC-COE-07", text, event, heros=names)


_EFFECTS = {
    "coeurs": _hearts,
    "mort": _killed,
    "armure": _armour,
    "mana": _mana,
    "soin": _healed,
    "relever": _raised,
    "complications": _complications,
    "complication_racontee": lambda run, left: iter(()),  # it is no longer to describe
    "consequence": _consequence,
    "blessures": _wounded,
    "compteur": _counted,
    "menace": _threat,
    "avantage": _advantage,
    "reprise": _reopened,
    "developpement": _developed,
}


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Scenes, Essais),
    clock=Scenes,
    scene=UneScene,
    offers=_fallen,
    borrowed_sheets={Scenes.id: BorrowedSheets(_with_heroes, _without_heroes)},
    ledger_params=closed,
    people=("heros", "par"),
    effects=_EFFECTS,
    results={
        "socle.test": _try,
        "socle.test_d6": _try,
        "socle.magie": _cast,
        "socle.repos": _rested,
    },
)

Campagne = campaign_of(__name__, CAMPAIGN_RECORD, "SOC-OPT-02, -04, SOC-COE-07")
