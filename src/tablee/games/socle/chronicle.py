"""The chronicle of a campaign of the Socle: scenes with their characters, and what runs leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.games.socle.attacks import full_hearts
from tablee.games.socle.heroes import Heros
from tablee.games.socle.keeping import DebutScene, Essais, Etat, FinScene
from tablee.games.socle.keeping import Scene as Scenes
from tablee.games.socle.sheet import Adversaire, Personnage
from tablee.games.socle.trials import SUCCESSES
from tablee.rules.booking import Booking, Left, Run
from tablee.rules.campaign import Campaign, Chronicle, Lent, Scene, campaign_of
from tablee.rules.procedure import replace
from tablee.rules.schema import read_record, show
from tablee.rules.sheet import filled, written_back

__all__ = ["CHRONICLE", "Campagne"]

PLAYER, TARGET = "player", "adversaire"
FAILURES = ("echec", "echec_complication")
ONE = "une complication"


# ── scenes ─────────────────────────────────────────────────────────────────────────────────────
class UneScene(Scene, tag="scene"):
    """A scene begins or ends: protections are whole again, counters dropped (SOC-OPT-02, -04)."""

    def over(self, etat: Campaign) -> Campaign:
        return etat.befalls(Scenes, FinScene())

    def begun(self, etat: Campaign) -> Campaign:
        return etat.befalls(Scenes, DebutScene())


def _with_heroes(campaign: Campaign, scene: Etat) -> Etat:
    """The scene with the players' characters as their sheets have them."""
    heroes = (
        read_record(Heros, filled(Heros, {"id": qui}, _finder(sheet), ""), "heros.")
        for qui, sheet in campaign.fiches
        if isinstance(sheet, Personnage)
    )
    return replace(scene, heros=tuple(heroes))


def _finder(sheet: Personnage) -> Any:
    return lambda role: sheet


def _without_heroes(campaign: Campaign, scene: Etat) -> tuple[Campaign, Etat]:
    """The characters go back to their sheets, under their names."""
    for hero in scene.heros:
        sheet = campaign.sheet(hero.id)
        campaign = campaign.with_sheet(hero.id, written_back(sheet, replace(hero, id=sheet.nom)))
    return campaign, replace(scene, heros=())


# ── what befalls a character ───────────────────────────────────────────────────────────────────
def _scene(**event: Any) -> dict[str, Any]:
    return {"type": Scenes.id, "evenement": event}


def _whom(run: Run, left: Left) -> str | None:
    """Whom an effect befalls: the one named, else the player."""
    return run.who(left.who, PLAYER, "")


def _hearts(run: Run, left: Left) -> Iterator[Booking]:
    """A Cœur lost (SOC-TOU-03)."""
    qui = _whom(run, left)
    if qui is not None:
        event = _scene(type="coup", heros=qui)
        yield run.books(qui, "SOC-TOU-03 SOC-COE-02", "{who:=} perd un Cœur.", event)


def _killed(run: Run, left: Left) -> Iterator[Booking]:
    """A blow to somebody who is down (SOC-COE-06)."""
    qui = _whom(run, left)
    if qui is not None:
        event = _scene(type="coup", heros=qui)
        yield run.books(qui, "SOC-COE-06", "{who:=} meurt.", event)


def _armour(run: Run, left: Left) -> Iterator[Booking]:
    """The token of Armure in the place of a Cœur (SOC-OPT-03)."""
    qui = _whom(run, left)
    if qui is not None:
        event = _scene(type="coup", heros=qui, armure=True)
        yield run.books(qui, "SOC-OPT-03", "{who:=} : l’Armure encaisse le coup.", event)


def _mana(run: Run, left: Left) -> Iterator[Booking]:
    """Mana spent or given back (SOC-MAG-02, -08)."""
    qui = _whom(run, left)
    if qui is not None:
        event = _scene(type="mana", heros=qui, n=left.amount)
        text = "{who:=} : Mana {n:+}."
        yield run.books(qui, "SOC-MAG-02 SOC-MAG-08", text, event, n=left.amount)


def _healed(run: Run, left: Left) -> Iterator[Booking]:
    """Healed by Magie (SOC-MAG-06)."""
    qui = _whom(run, left)
    if qui is not None:
        event = _scene(type="soin", heros=qui)
        yield run.books(qui, "SOC-MAG-06", "{who:=} regagne deux Cœurs par la Magie.", event)


def _raised(run: Run, left: Left) -> Iterator[Booking]:
    """Raised by an ally (SOC-COE-05)."""
    qui, ally = _whom(run, left), run.who(left.amount)
    if qui is not None and ally is not None:
        event = _scene(type="relever", heros=qui, par=ally)
        text = "{ally:=} relève {who:=}."
        yield run.books(qui, "SOC-COE-05", text, event, ally=run.name(ally))


def _complications(run: Run, left: Left) -> Iterator[Booking]:
    """Complications that the MJ is to tell (SOC-RIP-02, -07)."""
    qui, n = _whom(run, left), left.amount
    text = "{n:complication|complications} à raconter."
    told = ONE if n == 1 else f"{n} complications"
    yield run.owes(qui, "SOC-RIP-02 SOC-RIP-07", text, None, {}, told, n=n)


def _counted(run: Run, left: Left) -> Iterator[Booking]:
    """A failure moves the counters of the scene (SOC-OPT-05)."""
    yield from _failed(run)


def _failed(run: Run) -> Iterator[Booking]:
    if run.campaign.horloge.compteurs:
        text = "Échec : les compteurs de la scène avancent."
        yield run.books(None, "SOC-OPT-05", text, _scene(type="echec"))


def _developed(run: Run, left: Left) -> Iterator[Booking]:
    """A level, a Cœur or a Mana more (SOC-SIX-06)."""
    qui, result = run.who("", PLAYER), run.result
    if qui is None:
        return
    changes = {
        "coeur": {"coeurs_max": result.coeurs_max},
        "mana": {"mana_max": result.mana_max},
    }.get(result.choix, {"niveaux": show(result)["niveaux"]})
    event = {"type": "retouche", "qui": qui, "champs": changes}
    text = "{who:=} progresse ({choix})."
    yield run.books(qui, "SOC-SIX-06", text, event, choix=result.choix)


# ── what each run leaves ───────────────────────────────────────────────────────────────────────
_EFFECTS = {
    "coeurs": _hearts,
    "mort": _killed,
    "armure": _armour,
    "mana": _mana,
    "soin": _healed,
    "relever": _raised,
    "complications": _complications,
    "compteur": _counted,
    "developpement": _developed,
}


def _left(run: Run) -> Iterator[Booking]:
    for left in run.effects:
        yield from _EFFECTS[left.name](run, left)


def _test(run: Run) -> Iterator[Booking]:
    """A test: its failure moves the counters; a 1 brings a complication (SOC-RES-04)."""
    if run.result.issue in FAILURES:
        yield from _failed(run)
    yield from _spoilt(run)


def _spoilt(run: Run) -> Iterator[Booking]:
    if run.result.issue == "echec_complication":
        text = "Un 1 : une complication à raconter."
        yield run.owes(run.who(PLAYER, ""), "SOC-RES-04", text, None, {}, ONE)


def _try(run: Run) -> Iterator[Booking]:
    """What a test leaves, the way that it closes or the goal that it reaches included (SOC-REP-01,
    -02). One that was closed is open again because something has changed, or at a price."""
    yield from _test(run)
    tried, issue = run.procedure.tentative, run.result.issue
    if tried is None or issue == "presque_impossible":
        return
    goal = tried.objectif
    if tried in run.campaign.kept(Essais).essais:
        text = "« {goal:=} » est tenté de nouveau, une complication acceptée."
        price, change = (
            {"type": Essais.id, "evenement": {"type": each, "objectif": goal}}
            for each in ("complication", "changement")
        )
        yield run.books(None, "SOC-REP-02", text, price, [change], goal=goal)
    done = issue in SUCCESSES
    text = (
        "« {goal:=} » est atteint."
        if done
        else "Échec : « {goal:=} » ne se retente que si quelque chose change."
    )
    event = {"type": Essais.id, "evenement": {"type": "test", **show(tried), "reussi": done}}
    yield run.books(None, "SOC-REP-01 SOC-REP-02", text, event, goal=goal)


def _magic(run: Run) -> Iterator[Booking]:
    """An effect of Magie: Mana, counters, and what the MJ owes after a failure (SOC-MAG-04)."""
    yield from _left(run)
    yield from _spoilt(run)
    if run.result.consequence == "legere":
        yield _slight(run)


def _slight(run: Run) -> Booking:
    """What Magie costs that fails without more (SOC-MAG-04)."""
    text = "La magie échoue : une légère conséquence à raconter."
    told = "une légère conséquence"
    return run.owes(run.who(PLAYER, ""), "SOC-MAG-04", text, None, {}, told)


def _spell(run: Run) -> Iterator[Booking]:
    """A spell used as an attack: a miss that draws no riposte has its slight consequence."""
    yield from _attack(run)
    if run.result.issue == "echec" and not run.procedure.exposed():
        yield _slight(run)


def _attack(run: Run) -> Iterator[Booking]:
    """An attack: what it costs, and the Cœurs of an adversary who is kept (SOC-TOU-01, -02)."""
    yield from _left(run)
    qui = run.who(TARGET)
    if qui is None or not isinstance(run.sheet(qui), Adversaire):
        return
    if run.result.cible_hors_combat:
        text = "{who:=} est hors de combat."
        event: dict[str, Any] = {"type": "retrait", "qui": qui}
        yield run.books(qui, "SOC-TOU-01 SOC-TOU-02", text, event)
    elif run.result.blessures:
        asked = run.procedure
        left = (asked.coeurs_cible or full_hearts(asked.cible)) - run.result.blessures
        text = "{who:=} : {n:Cœur|Cœurs}."
        event = {"type": "retouche", "qui": qui, "champs": {"coeurs": left}}
        yield run.books(qui, "SOC-TOU-02", text, event, n=left)


def _rested(run: Run) -> Iterator[Booking]:
    """A rest for all (SOC-COE-07)."""
    if run.campaign.horloge.en_cours:
        text = "La scène est finie."
        yield run.books(None, "SOC-COE-07", text, {"type": "scene", "moment": "fin"})
    text = "Repos : Cœurs et Mana reviennent au complet."
    yield run.books(None, "SOC-COE-07", text, _scene(type="repos"))


CHRONICLE = Chronicle(
    ledgers=(Scenes, Essais),
    clock=Scenes,
    scene=UneScene,
    lent={Scenes.id: Lent(_with_heroes, _without_heroes)},
    effects=_EFFECTS,
    results={
        "socle.test": _try,
        "socle.test_d6": _try,
        "socle.magie": _magic,
        "socle.attaque": _attack,
        "socle.attaque_d6": _attack,
        "socle.sort_attaque": _spell,
        "socle.repos": _rested,
    },
)

Campagne = campaign_of(__name__, CHRONICLE, "SOC-OPT-02, -04, SOC-COE-07")
