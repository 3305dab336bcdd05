"""Lancer les dés: sum, Qualités and Revers of a Poignée (RES, RIS, ADD, SAN, MAI)."""

from __future__ import annotations

from typing import Any

from tablee.dice.die import D6, Throw
from tablee.dice.reads import Faces, Fold
from tablee.dice.tally import Against, Counts
from tablee.games.armes_dieux import fields, tables
from tablee.games.armes_dieux.fields import PLAYER, Issue, Success
from tablee.games.armes_dieux.pool import after_malus, at_least_minimum
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings
from tablee.rules.ambient import Thrown, effect, note, rulings
from tablee.rules.forms import YES_NO, NumberFrom
from tablee.rules.procedure import Procedure, Result, Utility
from tablee.rules.questions import choose, decide, nonzero, rolls


class JetResult(Result):
    """`qualites`: 0..24, what is left after a purchase; 0 on a failure."""

    issue: Issue
    qualites: int
    additionnel: bool


class Rolled(Result):
    """A Poignée on the table, nothing bought yet.

    `qualites`: all of them, 0 on a failure. `majorite`: failed with more than half of the dice
    rolled on 1. `somme`: only on a success and if it was asked for, else 0.
    """

    reussi: bool
    qualites: int
    majorite: bool
    somme: int


UTILITIES: dict[str, Utility] = {
    "reussite": lambda _, result, seat: int(result.issue not in ("echec", "echec_revers")),
    "sans_revers": lambda _, result, seat: int(result.issue in ("reussite", "exceptionnelle")),
    "exceptionnelle": lambda _, result, seat: int(result.issue == "exceptionnelle"),
    "qualites": lambda _, result, seat: result.qualites,
}


class Jet(Procedure[JetResult], id="armes_dieux.jet"):
    """Resolving a Poignée: the sum against the SR, then the Qualités of a success.

    AD-RES-01, AD-RES-03..08, AD-RIS-01..03, AD-ADD-01, AD-ADD-03, AD-SAN-01..04, AD-MAI-01, AD-REV-04.
    Effect: `malus_report` back to 0 when it entered.

    Left to the leader: AD-RES-02, AD-ADD-02.
    """

    poignee: fields.Poignee
    malus_report: fields.MalusReport = 0
    sr: fields.Seuil
    sang: fields.Sang = 0
    maitrise: fields.Maitrise = False
    ecartes: fields.Ecartes = 0
    additionnel: fields.Additionnel = "jamais"

    endings = ("issue",)
    utilities = UTILITIES

    async def rule(self) -> JetResult:
        poignee = self._entering()
        aside = await decide(
            self.ecartes,
            "ecartes",
            NumberFrom(0, poignee),
            who=PLAYER,
            label="ecarter",
            facts={
                "poignee": poignee,
                **nonzero(sang=min(self.sang, poignee)),
                "sr": self.sr,
                **nonzero(maitrise=self.maitrise),
            },
            default=0,
        )
        thrown = await throw_poignee(poignee, self.sr, self.sang, self.maitrise, aside)
        if not thrown.reussi:
            missed: Issue = "echec_revers" if thrown.majorite else "echec"
            return JetResult(issue=missed, qualites=0, additionnel=False)
        found = thrown.qualites
        bought = await buys_additional(self.additionnel, found, found, PLAYER)
        left = found - tables.ADDITIONAL_PRICE * bought
        issue = issue_of(found, bought)
        note(
            "AD-RES-06 AD-RES-07 AD-RES-08",
            "{issue:^}, avec un résultat additionnel : {left:aucune Qualité|Qualité|Qualités} au "
            "bilan."
            if bought
            else "{issue:^} : {left:aucune Qualité|Qualité|Qualités} au bilan.",
            left=left,
            issue=issue,
        )
        return JetResult(issue=issue, qualites=left, additionnel=bought)

    def _entering(self) -> int:
        """Return the dice of the Poignée, without those of a Malus carried over (AD-REV-04)."""
        if not self.malus_report:
            return at_least_minimum(self.poignee)
        effect("malus_report", 0)
        return after_malus(self.poignee, 0, self.malus_report)

    def sides(self) -> dict[str, str]:
        return {PLAYER: PLAYER}


async def throw_poignee(
    poignee: int,
    sr: int,
    sang: int,
    maitrise: bool,
    aside: int,
    keep_sum: bool = False,
) -> Rolled:
    """Roll what is left of a Poignée of `poignee` dice when `aside` of them are set aside.

    Normal dice are set aside before Dés de sang (R-18).
    """
    rolled = poignee - aside
    blood = min(sang, rolled)
    if aside:
        note(
            "AD-RIS-01 AD-RIS-02",
            "{aside:dé écarté|dés écartés}, {rolled:dé lancé|dés lancés}.",
            aside=aside,
            rolled=rolled,
        )
    if blood:
        note(
            "AD-SAN-02 AD-SAN-03 AD-SAN-04",
            "{blood:Dé de sang lancé|Dés de sang lancés} : une Qualité par dé, quelle que soit la face.",
            blood=blood,
        )
    if maitrise:
        note("AD-MAI-01", "Jet maîtrisé : chaque 6 compte pour deux Qualités.")
    throws = (Throw(D6, "poignee", PLAYER, rolled - blood), Throw(D6, "sang", PLAYER, blood))
    majority = rolled // 2 + 1
    counts = (tables.ONES, tables.ONES), _qualities(maitrise)
    if keep_sum:
        reached, count, somme = await rolls(throws, _with_sum(sr, *counts, majority))
    else:
        reached, count = await rolls(throws, Against(sr, *counts, majority))
        somme = 0
    crushed = not reached and count >= majority
    qualities = aside + count if reached else 0
    if rolled:
        _note(reached, crushed, qualities, sr, aside)
    else:
        note("AD-RES-01 AD-RES-02", "Aucun dé à lancer : l’objectif est manqué.")
    return Rolled(reussi=reached, qualites=qualities, majorite=crushed, somme=somme)


def _qualities(maitrise: bool) -> Counts:
    """Return the worth of the faces of normal dice and of Dés de sang on a success."""
    if not maitrise:
        return tables.EVENS, tables.BLOOD
    doubled = rulings(ArmesDieuxRulings).maitrise_sang == "deux"
    return tables.EVENS_MASTERED, tables.BLOOD_MASTERED if doubled else tables.BLOOD


def _note(reached: bool, crushed: bool, qualities: int, sr: int, aside: int) -> None:
    """Note the result of the dice."""
    if reached:
        note(
            "AD-RES-01 AD-RES-04 AD-RES-05",
            "Somme {somme} contre un Seuil de {sr} : l’objectif est atteint, avec "
            "{qualites:Qualité|Qualités}.",
            somme=Thrown("sum"),
            sr=sr,
            qualites=qualities,
        )
        if aside:
            note(
                "AD-RIS-03",
                "{risked:Qualité vient|Qualités viennent} de la prise de Risques, une par dé écarté.",
                risked=aside,
            )
        return
    note(
        "AD-RES-01 AD-RES-02",
        "Somme {somme} contre un Seuil de {sr} : l’objectif est manqué.",
        somme=Thrown("sum"),
        sr=sr,
    )
    if crushed:
        note("AD-RES-03", "Plus de la moitié des dés lancés montrent 1 : l’échec amène un Revers.")


# ── the sum beside the counts ─────────────────────────────────────────────────────────────
_Sums = tuple[int, int, int]


class _WithSum(Fold[tuple[bool, int, int], _Sums], frozen=True, cache_hash=True):
    """As `Against`, with the sum of a success beside it: for ties that the sum breaks."""

    def show(self, faces: Faces) -> dict[str, int]:
        return {"sum": sum(map(sum, faces))}


def _with_sum(sr: int, below: Counts, above: Counts, cap: int) -> _WithSum:
    return _WithSum((0, 0, 0), _counted, _compared, (sr, below, above, cap))


def _counted(
    so_far: _Sums, throw: int, face: int, sr: int, below: Counts, above: Counts, cap: int
) -> _Sums:
    somme, low, high = so_far
    low = min(cap, low + below[throw][face - 1])
    return somme + face, low, high + above[throw][face - 1]


def _compared(so_far: _Sums, sr: int, *_: Any) -> tuple[bool, int, int]:
    somme, low, high = so_far
    return (True, high, somme) if somme >= sr else (False, low, 0)


# ── what a success is worth ────────────────────────────────────────────────────────────────────
def issue_of(qualities: int, bought: bool) -> Success:
    """Return the issue of a success with these Qualités (T-04; R-13, ruling
    `additionnel_palier`)."""
    spent = bought and rulings(ArmesDieuxRulings).additionnel_palier == "reste"
    left = qualities - tables.ADDITIONAL_PRICE * spent
    return next(issue for least, issue in tables.TIERS if left >= least)


async def buys_additional(
    way: fields.Additionnel, available: int, deciding: int, who: str, owner: str = ""
) -> bool:
    """Return whether an additional result is bought out of `available` Qualités.

    `deciding`: the Qualités from which the outcome is read (the same but in an opposition).
    """
    if available < tables.ADDITIONAL_PRICE or way == "jamais":
        return False
    without, with_it = issue_of(deciding, False), issue_of(deciding, True)
    if way == "ask":
        bought = await choose(
            "additionnel",
            YES_NO,
            who=who,
            facts={"qualites": available, "issue_sans": without, "issue_avec": with_it},
            parameter="additionnel",
            default=False,
            owner=owner,
        )
    else:
        bought = way == "toujours" or without == with_it
    if bought:
        note(
            "AD-ADD-01 AD-ADD-02 AD-ADD-03",
            "Un résultat additionnel est acheté : {price:Qualité dépensée|Qualités dépensées} "
            "sur {available}.",
            price=tables.ADDITIONAL_PRICE,
            available=available,
        )
    return bought
