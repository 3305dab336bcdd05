"""Les Chants de Loss: tokens that a Test spends, and who receives those that it loses (JET, EXL)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tablee.games.loss.ledgers import ANYBODY, LEADER, Jetons
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.sheet import Personnage
from tablee.rules.ambient import rulings
from tablee.rules.campaign.state import Campaign
from tablee.rules.consequences import Consequence, Run, ledger_event

PLAYERS = "joueurs"
"""The seat of the player who is asked for the players' Désastres (R-24)."""


def side_of(run: Run, qui: str | None, unknown: str = "mj") -> str:
    """Return the side of a character; `unknown`: the side of somebody without a sheet."""
    if qui is None:
        return unknown
    return "pj" if isinstance(run.sheet(qui), Personnage) else "mj"


def tokens_spent(
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


def exploits_lost(
    run: Run,
    qui: str | None,
    acteur: str,
    n: int,
    receiver: str,
    foes: Sequence[str | None],
    unknown: str = "pnj",
) -> Iterator[Consequence]:
    """Give the Exploits of a failed Test to their receiver (LOSS-EXL-05, -06, -10). If the table
    must share them, `loss.echec` becomes pending. Who lost them declines none of it: they are the
    receiver's. `unknown`: the side of foes without a sheet."""
    if not n:
        return
    known = [foe for foe in foes if foe is not None]
    if receiver == "adversaire" and not known:
        foes = known = _unknown_foes(run, qui, unknown)
    holder = _holder(run, receiver, known if len(known) == len(foes) else [])
    if holder is None:
        text = (
            "{n:Exploit perdu|Exploits perdus} : au MJ de dire qui en reçoit les jetons."
            if qui is None
            else "{who:=} perd {n:Exploit|Exploits} : au MJ de dire qui en reçoit les jetons."
        )
        named = [foe for foe in known if foe != ANYBODY]
        params = _to_be_shared(run, qui, acteur, n, named)
        clauses = "LOSS-EXL-05 LOSS-EXL-10"
        yield run.pending(qui, clauses, text, "loss.echec", params, binding=True, n=n)
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
    clauses = "LOSS-EXL-05 LOSS-EXL-06"
    yield run.consequence(qui, clauses, text, event, binding=True, n=n, holder=name)


def _lost_text(holder: str, named: bool) -> str:
    """Return the sentence about lost Exploits that all go to one holder. `named`: whether who lost
    them has a sheet."""
    if holder == LEADER:
        return (
            "{who:=} perd {n:Exploit|Exploits} : le MJ gagne {n:jeton|jetons}."
            if named
            else "{n:Exploit perdu|Exploits perdus} : le MJ gagne {n:jeton|jetons}."
        )
    if holder == ANYBODY:
        return (
            "{who:=} perd {n:Exploit|Exploits} : {n:Augmentation|Augmentations} pour les personnages "
            "du MJ."
            if named
            else "{n:Exploit perdu|Exploits perdus} : {n:Augmentation|Augmentations} pour les "
            "personnages du MJ."
        )
    return (
        "{who:=} perd {n:Exploit|Exploits} : {holder:=} gagne {n:jeton|jetons}."
        if named
        else "{n:Exploit perdu|Exploits perdus} : {holder:=} gagne {n:jeton|jetons}."
    )


def _unknown_foes(run: Run, qui: str | None, side: str) -> list[str]:
    """Return who receives in place of an adversary without a sheet: any character of the MJ, or
    the other players (LOSS-EXL-05, R-18)."""
    if side == "pj":
        return [each for each in reserves_of(run.campaign) if each != qui]
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
        reserves = reserves_of(run.campaign)
        aimed = any(side_of(run, foe) == "pj" for foe in foes)
        if rulings(LossRulings).priorite_joueurs == "tout_a_un" and not aimed:
            least = min(reserves.values(), default=0)  # the poorest player's (LOSS-EXL-10)
            reserves = {player: n for player, n in reserves.items() if n == least}
        return next(iter(reserves)) if len(reserves) == 1 else None
    if len(foes) != 1:
        return None
    common = rulings(LossRulings).jetons_pnj == "commun"
    mine = foes[0] == ANYBODY or side_of(run, foes[0]) == "mj"
    return his if common and mine else foes[0]


def _target(run: Run, foes: Sequence[str]) -> str | None:
    """Return the player's character who was the main target, if there is one (LOSS-EXL-10,
    R-19)."""
    return foes[0] if len(foes) == 1 and side_of(run, foes[0]) == "pj" else None


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
    return {"id": name, "camp": "pj" if side_of(run, qui) == "pj" else "pnj"}


def reserves_of(campaign: Campaign) -> dict[str, int]:
    """Return the tokens of each player's character (LOSS-EXL-10)."""
    scene = campaign.ledger_state(Jetons)
    return {
        qui: scene.reserve(qui) for qui, sheet in campaign.fiches if isinstance(sheet, Personnage)
    }


def striker(campaign: Campaign, people: Iterable[str]) -> str | None:
    """Return the player's character who may spend tokens as Désastres on a character of the MJ in a
    run, where the table has it so (R-24): the one who takes part, else the one with the most tokens.
    None where no player has any."""
    held = {qui: n for qui, n in reserves_of(campaign).items() if n}
    if not held or not rulings(LossRulings).desastres_joueurs:
        return None
    concerned = [qui for qui in people if qui in held]
    return concerned[0] if concerned else max(held, key=lambda qui: held[qui])


def reserves_by_name(campaign: Campaign) -> dict[str, int]:
    """Return the free tokens of each player's character by the name that runs use."""
    return {campaign.sheet(qui).nom: held for qui, held in reserves_of(campaign).items()}
