"""The campaign record of Les Chants de Loss: time, and the tokens that a page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee.games.loss.consequences import EFFECTS, HAMPERED, RESULTS
from tablee.games.loss.ledgers import ANYBODY, LEADER, UNKNOWN, FinScene, Jetons
from tablee.games.loss.ledgers import Scene as Tokens
from tablee.games.loss.pools import Tokens as Pool
from tablee.games.loss.receivers import PLAYERS, reserves_by_name, striker
from tablee.games.loss.reservations import ACTEUR_OF, DISASTERS_OF, TOKENS_OF, spends
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.sheet import Personnage
from tablee.games.loss.time import Avance, Horloge, Temps, Unite
from tablee.rules.ambient import note, rulings, without_notes
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene
from tablee.rules.campaign.state import Campaign, Pending
from tablee.rules.campaign_declaration import BorrowedSheets, CampaignRecord, OfferedChange
from tablee.rules.fighter_status import Gauge
from tablee.rules.ledger import Event
from tablee.rules.procedure import replace
from tablee.rules.texts.words import deferred


# ── time ───────────────────────────────────────────────────────────────────────────────────────
class LeTemps(Event[Campaign], tag="avance"):
    """Time passes for the whole table (LOSS-TPS-01..08)."""

    unite: Annotated[Unite, Meta(description="unité de temps qui passe")] = "scene"
    n: Annotated[int, Meta(ge=1, le=1000, description="combien de temps passe")] = 1

    def after(self, etat: Campaign) -> Campaign:
        return etat.with_event(Temps, Avance(unite=self.unite, n=self.n))


class UneScene(Scene, tag="scene"):
    """A Scène follows the one before: its end is the beginning of the next (LOSS-TPS-05)."""

    def after(self, etat: Campaign) -> Campaign:
        if self.moment == "fin":
            return etat.with_event(Temps, Avance(unite="scene"))
        clock: Horloge = etat.horloge
        note("LOSS-TPS-05", "C’est la Scène {scene} : elle est déjà ouverte.", scene=clock.scene)
        return etat


def _end_of_scene(campaign: Campaign, _: Any) -> Campaign:
    """Remove all tokens at the end of a Scène (LOSS-LIM-02). The clock has noted it."""
    with without_notes():
        return campaign.with_event(Jetons, FinScene())


def _no_tokens_left(campaign: Campaign, _: Any) -> Campaign:
    """Remove the tokens whose receiver is still undecided, and the reminders of a hampered Action:
    it ends with its Scène. Exploits still to be spent give no tokens any more (LOSS-LIM-02,
    LOSS-DES-04, LOSS-TPS-05)."""
    over = [due for due in campaign.dus if due.procedure == "loss.echec" or due.texte == HAMPERED]
    left = tuple(_after_scene(due) for due in campaign.dus if due not in over)
    return replace(campaign, dus=left)


def _after_scene(due: Pending) -> Pending:
    if due.procedure != "loss.exploits":
        return due
    params = msgspec.json.decode(due.params) | {"scene_finie": True}
    return replace(due, params=msgspec.json.encode(params, order="sorted").decode())


def _held(registres: Mapping[str, Any], qui: str) -> tuple[Gauge, ...]:
    """Return the tokens of a character and those of the MJ that may strike it, or all tokens of
    the MJ: everybody sees them (LOSS-JET-02)."""
    ledger = registres.get(Jetons.id, {})
    pools = ledger.get("mj", {})
    free, bound = pools.get("libres", {}), pools.get("ag", {})
    if not qui:
        return (Gauge("jetons", sum(free.values()) + sum(bound.values()), 0),)
    own = ledger.get("reserves", {}).get(qui, 0) + bound.get(qui, 0)
    found = (("jetons", own), ("desastres_mj", free.get(qui, 0)))
    return tuple(Gauge(name, count, 0) for name, count in found if count)


def _disasters(campaign: Campaign) -> Iterator[OfferedChange]:
    """Yield the Désastres that may strike each player's character (LOSS-DES-01)."""
    tokens = campaign.ledger_state(Jetons)
    for qui, sheet in campaign.fiches:
        if isinstance(sheet, Personnage) and (n := dict(tokens.mj.libres).get(qui, 0)):
            yield OfferedChange(
                text=deferred(
                    "{n:Désastre peut|Désastres peuvent} encore frapper dans cette Scène"
                ),
                button=deferred("En dépenser"),
                qui=qui,
                procedure="loss.desastre",
                numbers={"n": n},
            )


MOST_TOKENS, MOST_DISASTERS = 50, 5


def _at_hand(campaign: Campaign, roles: Mapping[str, str], record: type[Any]) -> dict[str, Any]:
    """Return the tokens that each side may spend on a Test (LOSS-JET-03), the Désastres that may
    strike who acts (LOSS-DES-01), and what the players have (LOSS-EXL-10)."""
    tokens = campaign.ledger_state(Jetons)
    strikes = striker(campaign, roles.values())
    found: dict[str, Any] = {"reserves": reserves_by_name(campaign)}
    sides = {role: (qui, _is_player(campaign, qui)) for role, qui in roles.items()}
    for one, two in CONTESTS:
        if one not in roles and two not in roles:
            continue
        for role in {one, two} - roles.keys():  # somebody of the MJ's without a sheet
            sides[role] = (LEADER, False)
            found[ACTEUR_OF[role]] = "mj"
        both = [sides[one], sides[two]]
        found["jetons_communs_mj"] = min(_of_leader(tokens, both), MOST_TOKENS)
        found["jetons_communs_joueurs"] = min(_of_players(tokens, both, strikes), MOST_TOKENS)
    if "" not in roles:
        sides |= {"": (UNKNOWN, True)}
    for role, (qui, player) in sides.items():
        if role in TOKENS_OF and qui != UNKNOWN:
            found[TOKENS_OF[role]] = min(tokens.at_hand(qui, player), MOST_TOKENS)
        if role in DISASTERS_OF:
            theirs = tokens.reserve(strikes) if strikes else 0
            free = tokens.libres(qui) if player else theirs
            found[DISASTERS_OF[role]] = min(free, MOST_DISASTERS)
    if getattr(record, "id", "") == "loss.dissimulation":
        found |= _common_in_searches(campaign, tokens, roles.get("cacheur"))
    return found


def _common_in_searches(campaign: Campaign, tokens: Tokens, hider: str | None) -> dict[str, Any]:
    """Return the tokens that several Tests of a dissimulation may take, also where who conceals has
    no sheet. Of the players' tokens, those of the one who may spend Désastres (R-24)."""
    anybody = rulings(LossRulings).desastre_cible == "libre"
    strikes = striker(campaign, [hider] if hider else [])
    return {
        "jetons_communs_mj": min(_common_of_leader(tokens), MOST_TOKENS),
        "desastres_communs": min(_free(tokens) if anybody else 0, MOST_TOKENS),
        "jetons_communs_joueurs": min(tokens.reserve(strikes) if strikes else 0, MOST_TOKENS),
        "frappeur": strikes,
    }


def _who_strikes(campaign: Campaign, roles: Mapping[str, str]) -> dict[str, str]:
    """Return the player who is asked for the players' Désastres in a run with a character of the MJ
    (R-24)."""
    unnamed = any((one in roles) != (two in roles) for one, two in CONTESTS)
    if not unnamed and all(_is_player(campaign, qui) for qui in roles.values()):
        return {}
    alone = [qui for role, qui in roles.items() if "[" not in role]
    player = striker(campaign, alone)
    return {PLAYERS: player} if player else {}


def _free(tokens: Tokens) -> int:
    """Return the tokens of the MJ that no character holds."""
    return sum(n for _, n in tokens.mj.libres)


CONTESTS = (("initiateur", "repondant"), ("attaquant", "defenseur"))
"""The roles of the two sides of a run."""
Sides = Sequence[tuple[str, bool]]
"""The characters of both sides, and whether each is a player's."""


def _of_leader(tokens: Tokens, sides: Sides) -> int:
    """Return the tokens of the MJ that both sides of a run may take: as Augmentations of his
    characters, or as Désastres on a player (LOSS-JET-03, LOSS-DES-01)."""
    players = [who for who, player in sides if player]
    if len(players) == len(sides):
        return _free(tokens) if rulings(LossRulings).desastre_cible == "libre" else 0
    only_disasters = rulings(LossRulings).choix_mj == "gain"
    if players:
        return 0 if only_disasters else tokens.libres(players[0])
    return _common_of_leader(tokens)


def _common_of_leader(tokens: Tokens) -> int:
    """Return the tokens that each of the MJ's characters may spend on a Test (LOSS-JET-03)."""
    only_disasters = rulings(LossRulings).choix_mj == "gain"
    free = 0 if only_disasters else _free(tokens)
    return dict(tokens.mj.ag).get(ANYBODY, 0) + free


def _of_players(tokens: Tokens, sides: Sides, strikes: str | None) -> int:
    """Return the tokens of the player who strikes that both sides of a run may take: as Augmentations,
    or as Désastres on a character of the MJ (R-24)."""
    players = [who for who, player in sides if player]
    if strikes is None or len(players) == len(sides):
        return 0
    return tokens.reserve(strikes) if strikes in players or not players else 0


def _is_player(campaign: Campaign, qui: str) -> bool:
    """Return whether it is a player's character: False for one whose sheet was deleted."""
    return any(each == qui and isinstance(sheet, Personnage) for each, sheet in campaign.fiches)


# ── whose tokens they are ──────────────────────────────────────────────────────────────────────
def _with_everybody(campaign: Campaign, tokens: Tokens) -> Tokens:
    """Return the tokens with a pool of 0 for each character who has none yet: a player's, or one of
    the MJ's, as the sheet says."""
    known = {name for name, _ in (*tokens.reserves, *tokens.mj.ag)}
    for qui, sheet in campaign.fiches:
        if qui not in known:
            pool = tokens.with_reserve if isinstance(sheet, Personnage) else tokens.with_ag
            tokens = pool(qui, 0)
    return tokens


def _without_empty(campaign: Campaign, tokens: Tokens) -> tuple[Campaign, Tokens]:
    """Return the tokens without the pools of 0 that were not kept before."""
    before: Tokens = dict(campaign.registres)[Jetons.id]

    def kept(now: Pool, old: Pool) -> Pool:
        return tuple((name, n) for name, n in now if n or name in dict(old))

    mj = replace(tokens.mj, ag=kept(tokens.mj.ag, before.mj.ag))
    return campaign, replace(tokens, reserves=kept(tokens.reserves, before.reserves), mj=mj)


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Jetons, Temps),
    ledger_gauges=_held,
    ledger_params=_at_hand,
    ledger_seats=_who_strikes,
    borrowed_sheets={Jetons.id: BorrowedSheets(_with_everybody, _without_empty)},
    offers=_disasters,
    reservations=spends,
    clock=Temps,
    time=LeTemps,
    scene=UneScene,
    signals={"fin_scene": _end_of_scene, "jetons_finis": _no_tokens_left},
    people=("holder", "player", "pnj", "a", "auteur", "attributions", "id", "libres", "ag"),
    effects=EFFECTS,
    results=RESULTS,
)

Campagne = campaign_of(__name__, CAMPAIGN_RECORD, "LOSS-TPS-01..08, LOSS-LIM-02, LOSS-DES-04")
