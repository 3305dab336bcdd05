"""Les Chants de Loss: the consequences of each run, above all for tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablee.games.loss.ledgers import ANYBODY, LEADER, Jetons
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.sheet import Personnage
from tablee.rules.ambient import rulings
from tablee.rules.campaign.state import Campaign
from tablee.rules.consequences import (
    Consequence,
    ConsequenceRule,
    EmittedEffect,
    Run,
    ledger_event,
)
from tablee.rules.words import deferred


def _side(run: Run, qui: str | None, unknown: str = "mj") -> str:
    """Return the side of a character; `unknown`: the side of somebody without a sheet."""
    if qui is None:
        return unknown
    return "pj" if isinstance(run.sheet(qui), Personnage) else "mj"


def _spent(
    run: Run, qui: str | None, acteur: str, n: int, private: bool = False
) -> Iterator[Consequence]:
    """Yield the tokens that the person who made a Test has spent on it (LOSS-JET-03,
    LOSS-EXL-06)."""
    if not n:
        return
    if acteur == "mj":
        spent = {"type": "depense_mj", "pnj": qui or LEADER, "n": n}
        event = ledger_event(Jetons, **spent)
        others = [ledger_event(Jetons, **spent, **pools) for pools in _other_pools(run, qui, n)]
        text = "{n:jeton du MJ est dépensé|jetons du MJ sont dépensés} sur ce Test."
        yield run.consequence(
            qui,
            "LOSS-JET-03 LOSS-EXL-06",
            text,
            event,
            others,
            private=private,
            for_leader=True,
            n=n,
        )
    elif qui is not None:
        event = ledger_event(Jetons, type="depense", player=qui, n=n)
        text = "{who:=} dépense {n:jeton|jetons} sur ce Test."
        yield run.consequence(qui, "LOSS-JET-03 LOSS-JET-05", text, event, private=private, n=n)


def _other_pools(run: Run, qui: str | None, n: int) -> Iterator[dict[str, dict[str, int]]]:
    """Yield the other ways in which the MJ may take tokens from one pool alone (LOSS-EXL-06)."""
    pools = run.campaign.ledger_state(Jetons).mj
    if rulings(LossRulings).choix_mj == "gain":
        return
    own = any(held for name, held in pools.ag if name in (qui, ANYBODY))
    enough = [name for name, held in pools.libres if held >= n]
    yield from ({"libres": {name: n}} for name in enough[0 if own else 1 :])


def _lost(
    run: Run,
    qui: str | None,
    acteur: str,
    n: int,
    receiver: str,
    foes: Sequence[str | None],
    unknown: str = "pnj",
) -> Iterator[Consequence]:
    """Give the Exploits of a failed Test to their receiver (LOSS-EXL-05, -06, -10). If the table
    must share them, `loss.echec` becomes pending. `unknown`: the side of foes without a sheet."""
    if not n:
        return
    known = [foe for foe in foes if foe is not None]
    if receiver == "adversaire" and not known:
        foes = known = _unknown_foes(run, qui, unknown)
    holder = _holder(run, receiver, known if len(known) == len(foes) else [])
    if holder is None:
        text = (
            "{n:Exploit perdu|Exploits perdus} : reste à dire qui en reçoit les jetons."
            if qui is None
            else "{who:=} perd {n:Exploit|Exploits} : reste à dire qui en reçoit les jetons."
        )
        params = _to_be_shared(run, qui, acteur, n, known)
        yield run.pending(qui, "LOSS-EXL-05 LOSS-EXL-10", text, "loss.echec", params, n=n)
        return
    his = holder in (LEADER, ANYBODY)
    event = ledger_event(
        Jetons,
        type="echec",
        exploits=n,
        acteur=acteur,
        auteur=qui or acteur,
        attributions={holder: n},
        adversaires=[] if his else [_foe(run, holder, holder)],
    )
    name = "" if his else run.name(holder)
    text = _lost_text(holder, qui is not None)
    yield run.consequence(qui, "LOSS-EXL-05 LOSS-EXL-06", text, event, n=n, holder=name)


def _lost_text(holder: str, named: bool) -> str:
    """Return the sentence about lost Exploits that all go to one holder. `named`: whether who lost
    them has a sheet."""
    if holder == LEADER:
        return (
            "{who:=} perd {n:Exploit|Exploits}, autant de jetons pour le MJ."
            if named
            else "{n:Exploit perdu|Exploits perdus}, autant de jetons pour le MJ."
        )
    if holder == ANYBODY:
        return (
            "{who:=} perd {n:Exploit|Exploits}, autant d’Augmentations pour les personnages du MJ."
            if named
            else "{n:Exploit perdu|Exploits perdus}, autant d’Augmentations pour les personnages "
            "du MJ."
        )
    return (
        "{who:=} perd {n:Exploit|Exploits}, autant de jetons pour {holder:=}."
        if named
        else "{n:Exploit perdu|Exploits perdus}, autant de jetons pour {holder:=}."
    )


def _unknown_foes(run: Run, qui: str | None, side: str) -> list[str]:
    """Return who receives in place of an adversary without a sheet: any character of the MJ, or
    the other players (LOSS-EXL-05, R-18)."""
    if side == "pj":
        return [each for each in _reserves(run.campaign) if each != qui]
    return [ANYBODY]


def _holder(run: Run, receiver: str, foes: Sequence[str]) -> str | None:
    """Return the only possible receiver of all Exploits, None if there is a choice: that of the MJ
    too, where he says at once what his tokens are (R-17)."""
    his = None if rulings(LossRulings).choix_mj == "gain" else LEADER
    if receiver == "mj":
        return his
    if receiver == "joueurs":
        target = _target(run, foes)
        if target is not None and rulings(LossRulings).priorite_joueurs == "tout_a_un":
            return target
        players = list(_reserves(run.campaign))
        return players[0] if len(players) == 1 else None
    if len(foes) != 1:
        return None
    common = rulings(LossRulings).jetons_pnj == "commun"
    mine = foes[0] == ANYBODY or _side(run, foes[0]) == "mj"
    return his if common and mine else foes[0]


def _target(run: Run, foes: Sequence[str]) -> str | None:
    """Return the player's character who was the main target, if there is one (LOSS-EXL-10,
    R-19)."""
    return foes[0] if len(foes) == 1 and _side(run, foes[0]) == "pj" else None


def _to_be_shared(
    run: Run, qui: str | None, acteur: str, n: int, foes: Sequence[str]
) -> dict[str, Any]:
    """Return the known parameters of the pending `loss.echec`, people by their names."""
    params: dict[str, Any] = {"exploits": n, "acteur": acteur, "auteur": run.name(qui) or acteur}
    if foes:
        params["adversaires"] = [_foe(run, foe, run.name(foe)) for foe in foes]
    target = _target(run, foes)
    if target is not None:
        params["cible"] = run.name(target)
    if run.procedure.id == "loss.blind":
        params["aveugle"] = True
    if acteur == "mj":
        params["reserves"] = reserves_by_name(run.campaign)
    return params


def _foe(run: Run, qui: str, name: str) -> dict[str, str]:
    return {"id": name, "camp": "pj" if _side(run, qui) == "pj" else "pnj"}


def _reserves(campaign: Campaign) -> dict[str, int]:
    """Return the tokens of each player's character (LOSS-EXL-10)."""
    scene = campaign.ledger_state(Jetons)
    return {
        qui: scene.reserve(qui) for qui, sheet in campaign.fiches if isinstance(sheet, Personnage)
    }


def reserves_by_name(campaign: Campaign) -> dict[str, int]:
    """Return the free tokens of each player's character by the name that runs use."""
    return {campaign.sheet(qui).nom: held for qui, held in _reserves(campaign).items()}


def _won(
    run: Run, qui: str | None, n: int, foe: str | None = None, private: bool = False
) -> Iterator[Consequence]:
    """Leave the use of the Exploits won pending (LOSS-EXL-04). `foe`: against whom."""
    if n:
        text = (
            "{n:Exploit gagné|Exploits gagnés} : reste à en dire l’emploi."
            if qui is None
            else "{who:=} gagne {n:Exploit|Exploits} : reste à en dire l’emploi."
        )
        params = {"exploits": n}
        cast = {} if foe is None else {"cible": foe}
        yield run.pending(
            qui, "LOSS-EXL-04", text, "loss.exploits", params, "", cast, n=n, private=private
        )


def _disasters(
    run: Run, player: str | None, n: int, private: bool = False
) -> Iterator[Consequence]:
    """Yield the Désastres spent on an Action of a player (LOSS-DES-01, -03)."""
    if n and player is not None:
        event = ledger_event(Jetons, type="desastre", player=player, n=n)
        text = "{n:Désastre frappe|Désastres frappent} {who:=}."
        yield run.consequence(player, "LOSS-DES-01 LOSS-DES-03", text, event, private=private, n=n)


def _players_disasters(run: Run, struck: str | None, n: int) -> Iterator[Consequence]:
    """Yield the Désastres that players spend on a character of the MJ, where the table has it so
    (R-24)."""
    if not n:
        return
    players = list(_reserves(run.campaign))
    if len(players) == 1:
        pnj = struck or LEADER
        event = ledger_event(Jetons, type="desastre_joueur", player=players[0], pnj=pnj, n=n)
        text = "{who:=} dépense {n:Désastre|Désastres}."
        yield run.consequence(players[0], "LOSS-DES-01 LOSS-DES-03", text, event, n=n)
    else:
        text = "{n:Désastre|Désastres} des joueurs : reste à dire qui les dépense."
        reminder = deferred("dire qui dépense les Désastres des joueurs")
        yield run.pending(struck, "LOSS-DES-01 LOSS-DES-03", text, None, {}, reminder, n=n)


# ── what each run leaves ───────────────────────────────────────────────────────────────────────
def _test(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of a Test: tokens and Désastres spent, Exploits lost or won."""
    test, result, qui = run.procedure, run.result, run.who("acteur", "")
    yield from _strike(run, qui, test.acteur, "desastres")
    yield from _spent(run, qui, test.acteur, result.jetons_depenses)
    main = run.who(getattr(test, "nom_cible", None), "adversaire", "cible", "cacheur")
    several = [run.who(each.id) for each in getattr(test, "adversaires", ())]
    foes = several if main is None and several else [main]
    lost, receiver = result.exploits_cedes, result.beneficiaire
    yield from _lost(run, qui, test.acteur, lost, receiver, foes, _unknown_side(test))
    yield from _won(run, qui, result.exploits, foes[0] if len(foes) == 1 else None)


def _unknown_side(test: Any) -> str:
    """Return the side of the adversaries of a Test that have no sheet."""
    declared = {each.camp for each in getattr(test, "adversaires", ())} or {test.adversaire}
    return "pj" if declared == {"pj"} else "pnj"


def _strike(run: Run, qui: str | None, side: str, parameter: str) -> Iterator[Consequence]:
    """Yield the Désastres on one side of a run: of the MJ on a player, of the players on one of the
    MJ’s."""
    n = getattr(run.procedure, parameter)
    if n == "ask":
        chosen = [each.value for each in run.choices if each.parameter == parameter]
        n = chosen[-1] if chosen else 0
    yield from (_disasters if side == "pj" else _players_disasters)(run, qui, n)


def _active(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of an Opposition active: what both sides spent; the winner has all
    Exploits (LOSS-OAE-09)."""
    for seat in ("initiateur", "repondant"):
        qui = run.who(seat)
        side = _side(run, qui)
        yield from _strike(run, qui, side if qui else "pj", f"desastres_{seat}")
        yield from _spent(run, qui, side, getattr(run.result, f"jetons_{seat}_depenses"))
    if run.result.winner != "nul":
        loser = "repondant" if run.result.winner == "initiateur" else "initiateur"
        winner = run.who(run.result.winner)
        yield from _won(run, winner, run.result.exploits, run.who(loser))


def _combat(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of an attack: what both spent, the Exploits of a hit, or those given
    up (LOSS-CBT-01, -03); those of the MJ go to the players, also if one of his characters was
    attacked (LOSS-EXL-10)."""
    result, acteur = run.result, run.procedure.acteur
    qui, foe = run.who("attaquant", ""), run.who("defenseur")
    side = _side(run, foe, unknown="pj" if acteur == "mj" else "mj")
    yield from _strike(run, qui, acteur, "desastres_attaque")
    yield from _strike(run, foe, side if foe else "pj", "desastres_defense")
    yield from _spent(run, qui, acteur, result.jetons_attaque_depenses)
    yield from _spent(run, foe, side, result.jetons_defense_depenses)
    receiver = "joueurs" if acteur == side == "mj" else "adversaire"
    yield from _lost(run, qui, acteur, result.exploits_cedes, receiver, (foe,))
    yield from _won(run, qui, result.exploits, foe)


def _dissimulation(run: Run) -> Iterator[Consequence]:
    """Yield the Exploits lost by who tried to conceal, the seekers being the other side
    (LOSS-INV-08), then what each seeker has spent and lost."""
    hider = run.procedure.cacheur
    seekers = [run.who(each.id) for each in run.procedure.chercheurs]
    receiver = "joueurs" if hider.acteur == "mj" else "adversaire"
    qui = run.who(hider.id, "cacheur")
    camps = {each.acteur for each in run.procedure.chercheurs}
    unknown = "pj" if camps == {"pj"} else "pnj"
    yield from _lost(run, qui, hider.acteur, run.result.cedes, receiver, seekers, unknown)
    for left in run.effects:
        yield from _IN_SEARCHES[left.name](run, left)


def _hid(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the tokens spent by the character who conceals; they would show the others how the Test
    went (LOSS-INV-01)."""
    hider = run.procedure.cacheur
    qui = run.who(hider.id, "cacheur")
    yield from _spent(run, qui, hider.acteur, left.amount, private=True)


def _struck_in_secret(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Désastres spent on the character who conceals; the players know what they spend
    themselves."""
    hider = run.procedure.cacheur
    qui = run.who(hider.id, "cacheur")
    if hider.acteur == "pj":
        yield from _disasters(run, qui, left.amount, private=True)
    else:
        yield from _players_disasters(run, qui, left.amount)


def _struck(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Désastres spent on a seeker."""
    for each in run.procedure.chercheurs:
        if each.id == left.who:
            strike = _disasters if each.acteur == "pj" else _players_disasters
            yield from strike(run, run.who(each.id), left.amount)


def _sought(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the tokens that a seeker has spent (LOSS-JET-03)."""
    for each in run.procedure.chercheurs:
        if each.id == left.who:
            yield from _spent(run, run.who(each.id), each.acteur, left.amount)


def _missed(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Exploits lost by a seeker; they go to the side that conceals (LOSS-INV-06, R-57)."""
    hider = run.procedure.cacheur
    foes = (run.who(hider.id, "cacheur"),)
    for each in run.procedure.chercheurs:
        if each.id == left.who:
            receiver = run.procedure.receiver(each.id)
            qui, lost = run.who(each.id), left.amount
            yield from _lost(run, qui, each.acteur, lost, receiver, foes, "pj")


def _over(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Exploits that a seeker has beyond those hidden, which they would tell (LOSS-INV-03,
    R-26)."""
    yield from _won(run, run.who(left.who), left.amount, private=True)


_IN_SEARCHES = {
    "exploits_gagnes": _over,
    "jetons_dissimules": _hid,
    "desastres_dissimules": _struck_in_secret,
    "desastres_depenses": _struck,
    "jetons_depenses": _sought,
    "exploits_cedes": _missed,
}


def _failure(run: Run) -> Iterator[Consequence]:
    """Write down who receives the tokens of a failed Test (LOSS-EXL-05..10)."""
    asked, result = run.procedure, run.result
    qui = run.who(asked.auteur, "acteur", "")
    shares = {run.who(name) or name: n for name, n in result.attributions}
    foes = [{"id": run.who(each.id) or each.id, "camp": each.camp} for each in asked.adversaires]
    event = ledger_event(
        Jetons,
        type="echec",
        exploits=asked.exploits,
        acteur=asked.acteur,
        auteur=qui or asked.auteur,
        attributions=shares,
        adversaires=foes,
        usage=result.usage,
        part_ag=result.part_ag or 0,
    )
    text = "Les jetons de l’échec vont à qui de droit : {holders}."
    holders = tuple(name for name, _ in result.attributions)
    yield run.consequence(qui, "LOSS-EXL-05 LOSS-EXL-06 LOSS-EXL-10", text, event, holders=holders)


def _tokens_won(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Turn Exploits into tokens (LOSS-GAG-01)."""
    qui = run.who("acteur", "")
    if qui is not None:
        camp = "pj" if _side(run, qui) == "pj" else "pnj"
        event = ledger_event(Jetons, type="gain", holder=qui, n=left.amount, camp=camp)
        text = "{who:=} garde {n:jeton gagné|jetons gagnés}."
        yield run.consequence(qui, "LOSS-GAG-01 LOSS-JET-01", text, event, n=left.amount)


REMINDERS: Mapping[str, tuple[str, str, str]] = {
    "effets": (
        "LOSS-EXL-04 LOSS-DEC-04",
        "Un Exploit devient un effet, à raconter.",
        deferred("l’effet d’un Exploit, à raconter"),
    ),
    "informations": (
        "LOSS-SOC-01 LOSS-SOC-02",
        "Un Exploit vaut une information de plus.",
        deferred("une information gagnée par un Exploit"),
    ),
    "allies": (
        "LOSS-PHY-05",
        "Un Exploit étend la réussite à un compagnon.",
        deferred("un compagnon qu’un Exploit entraîne dans la réussite"),
    ),
    "obstacle": (
        "LOSS-DEC-05",
        "Un Exploit relève de 5 la Difficulté de qui s’y oppose.",
        deferred("+5 à la Difficulté de qui s’y oppose"),
    ),
    "prix": (
        "LOSS-SOC-05",
        "Un Exploit met un article à moitié prix.",
        deferred("un article à moitié prix"),
    ),
}
"""Field of the result -> (clauses, text, reminder for the MJ) of each such Exploit."""


DICE: Mapping[str, tuple[str, str, str, str]] = {
    "degats": (
        "degats_d10",
        "LOSS-CBT-03",
        "Dés de dégâts à lancer : {n}.",
        "Dés de dégâts à lancer contre {target:=} : {n}.",
    ),
    "detresse": (
        "detresse_d10",
        "LOSS-OAE-10",
        "Dés de Détresse à lancer : {n}.",
        "Dés de Détresse à lancer contre {target:=} : {n}.",
    ),
}
"""Nature of dice -> (field of the result, clauses, text, text with a target) of the Exploits spent on
them."""


def _used(run: Run) -> Iterator[Consequence]:
    """Spend won Exploits: on tokens at once, on dice to be thrown, on the rest as reminders for the
    MJ (LOSS-EXL-04)."""
    for left in run.effects:
        yield from _tokens_won(run, left)
    qui = run.who("acteur", "")
    target = run.who("cible", run.procedure.cible)
    cast = {} if target is None else {"cible": target}
    for nature, (field, clauses, alone, against) in DICE.items():
        if dice := getattr(run.result, field):
            params = {"des": dice, "nature": nature}
            text, name = (against if cast else alone), run.name(target)
            yield run.pending(
                qui, clauses, text, "loss.degats", params, "", cast, n=dice, target=name
            )
    for field, (clauses, text, reminder) in REMINDERS.items():
        for _ in range(getattr(run.result, field)):
            yield run.pending(qui, clauses, text, None, {}, reminder)


def _scene_over(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the end of a Scène, to which a clock of its own has come (LOSS-TPS-05)."""
    text = "La Scène est finie : tous les jetons disparaissent."
    yield run.consequence(
        None, "LOSS-LIM-02 LOSS-DES-04", text, ledger_event(Jetons, type="fin_scene")
    )


def _disaster(run: Run) -> Iterator[Consequence]:
    """Yield the Désastres spent on one mishap (LOSS-DES-01)."""
    yield from _disasters(run, run.who("joueur", "acteur", ""), run.procedure.jetons)


EFFECTS: Mapping[str, ConsequenceRule] = {
    "jetons": _tokens_won,
    "fin_scene": _scene_over,
    **_IN_SEARCHES,
}
"""Name of an effect -> its consequences."""
RESULTS: Mapping[str, ConsequenceRule] = {
    "loss.action": _test,
    "loss.trait": _test,
    "loss.passive": _test,
    "loss.blind": _test,
    "loss.active": _active,
    "loss.combat": _combat,
    "loss.dissimulation": _dissimulation,
    "loss.exploits": _used,
    "loss.echec": _failure,
    "loss.desastre": _disaster,
}
"""Id of a procedure -> the consequences of its runs."""
