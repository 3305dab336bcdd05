"""The campaign record of Les Chants de Loss: time, and the tokens that a page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee.games.loss.consequences import EFFECTS, RESULTS
from tablee.games.loss.ledgers import ANYBODY, LEADER, UNKNOWN, FinScene, Jetons
from tablee.games.loss.ledgers import Scene as Tokens
from tablee.games.loss.receivers import reserves_by_name
from tablee.games.loss.reservations import ACTEUR_OF, DISASTERS_OF, TOKENS_OF, spends
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.sheet import Personnage
from tablee.games.loss.time import Avance, Horloge, Temps, Unite
from tablee.rules.ambient import note, rulings, without_notes
from tablee.rules.campaign.building import campaign_of
from tablee.rules.campaign.events import Scene
from tablee.rules.campaign.state import Campaign, Pending
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.fighter_status import Gauge
from tablee.rules.ledger import Event
from tablee.rules.procedure import replace


# ── time ───────────────────────────────────────────────────────────────────────────────────────
class LeTemps(Event[Campaign], tag="avance"):
    """Time passes for the whole table (LOSS-TPS-01..08)."""

    unite: Annotated[Unite, Meta(description="unité de temps qui passe")]
    n: Annotated[int, Meta(ge=1, le=1000, description="combien d’unités")] = 1

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
    """Remove all tokens at the end of a Scène, also those whose receiver is still undecided
    (LOSS-LIM-02); Exploits still to be spent give none any more. The clock has noted it."""
    left = tuple(_after_scene(due) for due in campaign.dus if due.procedure != "loss.echec")
    with without_notes():
        return replace(campaign, dus=left).with_event(Jetons, FinScene())


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


MOST_TOKENS, MOST_DISASTERS = 50, 5


def _at_hand(campaign: Campaign, roles: Mapping[str, str]) -> dict[str, Any]:
    """Return the tokens that each side may spend on a Test (LOSS-JET-03), the Désastres that may
    strike who acts (LOSS-DES-01), and what the players have (LOSS-EXL-10)."""
    tokens = campaign.ledger_state(Jetons)
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
        found["jetons_communs_joueurs"] = min(_of_players(tokens, both), MOST_TOKENS)
    if "" not in roles:
        sides |= {"": (UNKNOWN, True)}
    for role, (qui, player) in sides.items():
        if role in TOKENS_OF and qui != UNKNOWN:
            found[TOKENS_OF[role]] = min(tokens.at_hand(qui, player), MOST_TOKENS)
        if role in DISASTERS_OF:
            found[DISASTERS_OF[role]] = min(_strikes(tokens, qui, player), MOST_DISASTERS)
    if "cacheur" in roles:
        found["jetons_communs_mj"] = min(_common_of_leader(tokens), MOST_TOKENS)
        anybody = rulings(LossRulings).desastre_cible == "libre"
        free = sum(n for _, n in tokens.mj.libres) if anybody else 0
        found["desastres_communs"] = min(free, MOST_TOKENS)
        found["jetons_communs_joueurs"] = min(_strikes(tokens, LEADER, False), MOST_TOKENS)
    return found


def _strikes(tokens: Tokens, qui: str, player: bool) -> int:
    """Return the Désastres that may strike a character: the MJ's on a player's, the players' on one of
    the MJ's (R-24)."""
    if player:
        return tokens.libres(qui)
    return sum(n for _, n in tokens.reserves) if rulings(LossRulings).desastres_joueurs else 0


CONTESTS = (("initiateur", "repondant"), ("attaquant", "defenseur"))
"""The roles of the two sides of a run."""
Sides = Sequence[tuple[str, bool]]
"""The characters of both sides, and whether each is a player's."""


def _of_leader(tokens: Tokens, sides: Sides) -> int:
    """Return the tokens of the MJ that both sides of a run may take: as Augmentations of his
    characters, or as Désastres on a player (LOSS-JET-03, LOSS-DES-01)."""
    free = sum(n for _, n in tokens.mj.libres)
    players = [who for who, player in sides if player]
    if len(players) == len(sides):
        return free if rulings(LossRulings).desastre_cible == "libre" else 0
    only_disasters = rulings(LossRulings).choix_mj == "gain"
    if players:
        return 0 if only_disasters else tokens.libres(players[0])
    return _common_of_leader(tokens)


def _common_of_leader(tokens: Tokens) -> int:
    """Return the tokens that each of the MJ's characters may spend on a Test (LOSS-JET-03)."""
    only_disasters = rulings(LossRulings).choix_mj == "gain"
    free = 0 if only_disasters else sum(n for _, n in tokens.mj.libres)
    return dict(tokens.mj.ag).get(ANYBODY, 0) + free


def _of_players(tokens: Tokens, sides: Sides) -> int:
    """Return the tokens of the players that both sides of a run may take: as Augmentations, or as
    Désastres on a character of the MJ (R-24)."""
    players = [who for who, player in sides if player]
    if len(players) == len(sides) or not rulings(LossRulings).desastres_joueurs:
        return 0
    return tokens.reserve(players[0]) if players else sum(n for _, n in tokens.reserves)


def _is_player(campaign: Campaign, qui: str) -> bool:
    return isinstance(campaign.sheet(qui), Personnage)


CAMPAIGN_RECORD = CampaignRecord(
    ledgers=(Jetons, Temps),
    ledger_gauges=_held,
    ledger_params=_at_hand,
    reservations=spends,
    clock=Temps,
    time=LeTemps,
    scene=UneScene,
    signals={"fin_scene": _end_of_scene},
    people=("holder", "player", "pnj", "a", "auteur", "attributions", "id", "libres", "ag"),
    effects=EFFECTS,
    results=RESULTS,
)

Campagne = campaign_of(__name__, CAMPAIGN_RECORD, "LOSS-TPS-01..08, LOSS-LIM-02, LOSS-DES-04")
