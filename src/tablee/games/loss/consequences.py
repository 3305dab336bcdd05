"""Les Chants de Loss: the consequences of each run, above all for tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.loss.ledgers import ANYBODY, LEADER, UNKNOWN, Jetons
from tablee.games.loss.receivers import (
    PLAYERS,
    exploits_lost,
    reserves_of,
    side_of,
    tokens_spent,
)
from tablee.games.loss.tokens import WORTH
from tablee.rules.consequences import (
    Consequence,
    ConsequenceRule,
    EmittedEffect,
    Run,
    ledger_event,
)
from tablee.rules.texts.words import deferred


def _won(
    run: Run, qui: str | None, n: int, foe: str | None = None, private: bool = False
) -> Iterator[Consequence]:
    """Leave the use of the Exploits won pending (LOSS-EXL-04). `foe`: against whom."""
    if n:
        text = (
            "{n:Exploit gagné|Exploits gagnés}, à employer."
            if qui is None
            else "{who:=} gagne {n:Exploit|Exploits} à employer."
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
    elif n and run.campaign.ledger_state(Jetons).libres(UNKNOWN) >= n:
        event = ledger_event(Jetons, type="desastre", player=UNKNOWN, n=n)
        text = "{n:Désastre est dépensé|Désastres sont dépensés} sur ce Test."
        yield run.consequence(None, "LOSS-DES-01 LOSS-DES-03", text, event, n=n)


def _players_disasters(run: Run, struck: str | None, n: int) -> Iterator[Consequence]:
    """Yield the Désastres that players spend on a character of the MJ, where the table has it so
    (R-24): those of the player who was asked, of the only one who has tokens, or of one still to be
    named."""
    if not n:
        return
    asked = run.who(PLAYERS)
    players = [player for player, held in reserves_of(run.campaign).items() if held]
    players = [asked] if asked else players
    if len(players) == 1:
        pnj = struck or LEADER
        event = ledger_event(Jetons, type="desastre_joueur", player=players[0], pnj=pnj, n=n)
        text = "{who:=} dépense {n:Désastre|Désastres}."
        yield run.consequence(players[0], "LOSS-DES-01 LOSS-DES-03", text, event, n=n)
    else:
        text = "{n:Désastre|Désastres} des joueurs : à eux de dire qui les dépense."
        reminder = deferred("demander aux joueurs qui dépense leurs Désastres")
        yield run.pending(struck, "LOSS-DES-01 LOSS-DES-03", text, None, {}, reminder, n=n)


# ── what each run leaves ───────────────────────────────────────────────────────────────────────
def _test(run: Run) -> Iterator[Consequence]:
    """Yield the consequences of a Test: tokens and Désastres spent, Exploits lost or won."""
    test, result, qui = run.procedure, run.result, run.who("acteur", "")
    yield from _strike(run, qui, test.acteur, "desastres")
    yield from tokens_spent(run, qui, test.acteur, result.jetons_depenses)
    main = run.who(getattr(test, "nom_cible", None), "adversaire", "cible", "cacheur")
    several = [run.who(each.id) for each in getattr(test, "adversaires", ())]
    foes = several if main is None and several else [main]
    lost, receiver = result.exploits_cedes, result.beneficiaire
    yield from exploits_lost(run, qui, test.acteur, lost, receiver, foes, _unknown_side(test))
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
        side = side_of(run, qui)
        yield from _strike(run, qui, side if qui else "pj", f"desastres_{seat}")
        yield from tokens_spent(run, qui, side, getattr(run.result, f"jetons_{seat}_depenses"))
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
    side = side_of(run, foe, unknown="pj" if acteur == "mj" else "mj")
    yield from _strike(run, qui, acteur, "desastres_attaque")
    yield from _strike(run, foe, side if foe else "pj", "desastres_defense")
    yield from tokens_spent(run, qui, acteur, result.jetons_attaque_depenses)
    yield from tokens_spent(run, foe, side, result.jetons_defense_depenses)
    attacked_player = foe is not None and side == "pj"
    receiver = "joueurs" if acteur == "mj" and not attacked_player else "adversaire"
    yield from exploits_lost(run, qui, acteur, result.exploits_cedes, receiver, (foe,))
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
    yield from exploits_lost(run, qui, hider.acteur, run.result.cedes, receiver, seekers, unknown)
    for left in run.effects:
        yield from _IN_SEARCHES[left.name](run, left)


def _hid(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the tokens spent by the character who conceals; they would show the others how the Test
    went (LOSS-INV-01)."""
    hider = run.procedure.cacheur
    qui = run.who(hider.id, "cacheur")
    yield from tokens_spent(run, qui, hider.acteur, left.amount, private=True)


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
            yield from tokens_spent(run, run.who(each.id), each.acteur, left.amount)


def _missed(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the Exploits lost by a seeker; they go to the side that conceals (LOSS-INV-06, R-57)."""
    hider = run.procedure.cacheur
    foes = (run.who(hider.id, "cacheur"),)
    for each in run.procedure.chercheurs:
        if each.id == left.who:
            receiver = run.procedure.receiver(each.id)
            qui, lost = run.who(each.id), left.amount
            yield from exploits_lost(run, qui, each.acteur, lost, receiver, foes, "pj")


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
    holders = tuple(name for name, _ in result.attributions)
    text = (
        "Les jetons de l’échec vont au MJ."
        if holders == (LEADER,)
        else "Qui reçoit les jetons de l’échec : {holders}."
    )
    clauses = "LOSS-EXL-05 LOSS-EXL-06 LOSS-EXL-10"
    yield run.consequence(qui, clauses, text, event, binding=True, holders=holders)


def _tokens_won(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Turn Exploits into tokens (LOSS-GAG-01). A winner without a sheet is a character of the MJ,
    unless the MJ gives the tokens to a player."""
    qui, n = run.who("acteur", ""), left.amount
    if qui is None:
        text = "{n:jeton gagné va|jetons gagnés vont} aux personnages du MJ."
        event = ledger_event(Jetons, type="gain", holder=ANYBODY, n=n, camp="pnj")
        others = [
            ledger_event(Jetons, type="gain", holder=player, n=n, camp="pj")
            for player in reserves_of(run.campaign)
        ]
        clauses = "LOSS-GAG-01 LOSS-JET-01"
        yield run.consequence(None, clauses, text, event, others, for_leader=True, n=n)
    else:
        camp = "pj" if side_of(run, qui) == "pj" else "pnj"
        event = ledger_event(Jetons, type="gain", holder=qui, n=left.amount, camp=camp)
        text = "{who:=} garde {n:jeton gagné|jetons gagnés}."
        yield run.consequence(qui, "LOSS-GAG-01 LOSS-JET-01", text, event, n=left.amount)


REMINDERS: Mapping[str, tuple[str, str, str]] = {
    "effets": (
        "LOSS-EXL-04 LOSS-DEC-04",
        "{n:Exploit devient un effet|Exploits deviennent autant d’effets}, à raconter.",
        deferred("{n:effet d’Exploit|effets d’Exploits}, à raconter"),
    ),
    "informations": (
        "LOSS-SOC-01 LOSS-SOC-02",
        "{n:Exploit vaut une information|Exploits valent autant d’informations} de plus.",
        deferred("{n:information gagnée|informations gagnées} par Exploit"),
    ),
    "allies": (
        "LOSS-PHY-05",
        "{n:Exploit étend la réussite à un compagnon|Exploits étendent la réussite à autant de "
        "compagnons}.",
        deferred("{n:compagnon entraîné|compagnons entraînés} dans la réussite par Exploit"),
    ),
    "obstacle": (
        "LOSS-DEC-05",
        "{n:Exploit relève|Exploits relèvent} de {more} la Difficulté de qui s’y oppose.",
        deferred("Difficulté plus haute de {more} pour qui s’y oppose"),
    ),
    "prix": (
        "LOSS-SOC-05",
        "{n:Exploit met un article|Exploits mettent autant d’articles} à moitié prix.",
        deferred("{n:article|articles} à moitié prix"),
    ),
    "mesure": (
        "LOSS-PHY-01 LOSS-PHY-02",
        "{n:Exploit augmente|Exploits augmentent} de {percent} % l’effet mesuré.",
        deferred("effet mesuré plus grand de {percent} %"),
    ),
}
"""Field of the result, or `mesure` -> (clauses, text, reminder for the MJ) of such Exploits."""


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
    counts = {name: getattr(run.result, name, 0) for name in REMINDERS}
    counts["mesure"] = int(2 * (run.result.multiplicateur - 1))
    for name, (clauses, text, reminder) in REMINDERS.items():
        if n := counts[name]:
            numbers = {"n": n, "more": WORTH * n, "percent": 50 * n}
            yield run.pending(qui, clauses, text, None, numbers, reminder, **numbers)


def _scene_over(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the end of a Scène, to which a clock of its own has come (LOSS-TPS-05)."""
    text = "La Scène est finie : tous les jetons disparaissent."
    yield run.consequence(
        None, "LOSS-LIM-02 LOSS-DES-04", text, ledger_event(Jetons, type="fin_scene")
    )


HAMPERED = deferred("{malus} de plus à la Difficulté de l’Action gênée par un Désastre")
"""The reminder of what Désastres add to a Difficulté (LOSS-DES-05..08)."""


def _disaster(run: Run) -> Iterator[Consequence]:
    """Yield the Désastres spent on one mishap (LOSS-DES-01)."""
    struck = run.who("joueur", "acteur", "")
    spent = _disasters if run.procedure.acteur == "pj" else _players_disasters
    yield from spent(run, struck, run.procedure.jetons)
    if run.result.malus:
        text = "Difficulté de l’Action gênée : {n:+}."
        more = {"malus": run.result.malus}
        malus = run.result.malus
        yield run.pending(struck, "LOSS-DES-05", text, None, more, HAMPERED, binding=True, n=malus)


NOTED = deferred("{n:point|points} de dégâts, à noter par le MJ")
DISTRESS = deferred("{n:point|points} de Détresse, à noter par le MJ")


def _damage(run: Run) -> Iterator[Consequence]:
    """Leave damage and Détresse to the MJ: no sheet has a gauge for them (LOSS-CBT-03, LOSS-OAE-10,
    LOSS-ECH-04)."""
    n = run.result.perte
    if not n:
        return
    qui = run.who("cible", getattr(run.procedure, "cible", None))
    if getattr(run.procedure, "nature", "degats") == "detresse":
        text = (
            "{n:point|points} de Détresse : au MJ de le noter."
            if qui is None
            else "{who:=} subit {n:point|points} de Détresse : au MJ de le noter."
        )
        yield run.pending(qui, "LOSS-OAE-10", text, None, {"n": n}, DISTRESS, binding=True, n=n)
        return
    text = (
        "{n:point|points} de dégâts : au MJ de le noter."
        if qui is None
        else "{who:=} subit {n:point|points} de dégâts : au MJ de le noter."
    )
    clauses = "LOSS-CBT-03 LOSS-ECH-04"
    yield run.pending(qui, clauses, text, None, {"n": n}, NOTED, binding=True, n=n)


EFFECTS: Mapping[str, ConsequenceRule] = {
    "jetons": _tokens_won,
    "fin_scene": _scene_over,
    "jetons_finis": _scene_over,
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
    "loss.degats": _damage,
    "loss.degats_echelle": _damage,
}
"""Id of a procedure -> the consequences of its runs."""
