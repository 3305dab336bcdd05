"""Tests: one die against a TN, or one d6 against a seuil (chapters RES, DIF, AID, EXT, SIX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec import Meta

from tablee.dice.die import D6, Die
from tablee.games.socle.fields import (
    ALLY,
    Aide,
    Connues,
    De,
    Degres,
    Essais,
    Etat,
    EtatAllie,
    EtatDuHeros,
    Issue,
    JetForce,
    Niveau,
    PlusDur,
    Reprise,
    Rolled,
    Size,
    Tentative,
    TestTn,
    Tn,
)
from tablee.games.socle.rulings import SocleRulings
from tablee.games.socle.tables import EASIEST, HARDEST, LADDER, SEUILS, SIZES
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.forms import YES_NO, OneOf
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import choose, decide, nonzero, roll
from tablee.rules.refusal import refuse
from tablee.rules.sheets.sheet_params import folded

SUCCESSES = ("succes", "exceptionnel", "presque_certain")
UNROLLED = ("presque_certain", "presque_impossible")
"""Issues of what is no test, as no die is rolled: help waits for one that is (SOC-AID-02)."""
R = TypeVar("R")


class Helped(Procedure[R]):
    """The seats of a character whom an ally may help. Nobody is an ally of himself, and where no ally
    is named nobody is asked for help (SOC-AID-01). The MJ is on neither side."""

    apart: ClassVar[tuple[str, ...]] = ("", ALLY)
    seats = {"ally": ALLY}
    decided_by = {"aide": ALLY}

    def sides(self) -> dict[str, str]:
        return {"player": "heros", "ally": "heros"}


class TestResult(Result):
    """`presque_certain` succeeds and `presque_impossible` is not tried, both without a roll;
    `retrait`: the player does not try again (SOC-REP-02)."""

    issue: Literal[
        "presque_certain",
        "presque_impossible",
        "echec_complication",
        "echec",
        "succes",
        "exceptionnel",
        "retrait",
    ]


class Test(Helped[TestResult], id="socle.test"):
    """One die of a Caractéristique against a TN that moves by degrees (SOC-RES-01..06,
    SOC-DIF-01..06, SOC-AID-01..03, SOC-REP-01, -02, SOC-EXT-01, -02).

    With X the die after help: P(1) = P(exceptionnel) = 1/X, P(succes) = max(0, X - TN) / X.

    Left to the leader: SOC-AID-04.
    """

    de: De
    tn: TestTn = 6
    degres: Degres = 0
    aide: Aide = False
    jet_force: JetForce = False
    tentative: Tentative = None
    caracteristiques: Connues = ()
    essais: Essais = ()
    reprise: Reprise = "ask"
    etat: EtatDuHeros = "debout"
    etat_allie: EtatAllie = "debout"

    unlisted = ("caracteristiques",)
    utilities = {"succes": lambda _, result, seat: int(result.issue in SUCCESSES)}

    def check(self) -> None:
        check_able(self.etat, self.aide, self.etat_allie)
        check_way(self.tentative, self.caracteristiques)

    async def rule(self) -> TestResult:
        if not await goes_on(self.tentative, self.essais, self.reprise):
            return TestResult(issue="retrait")
        issue, _ = await tried(self.de, self.tn, self.degres, self.aide, self.jet_force)
        grant(issue)
        return TestResult(issue=issue)


class TestD6Result(Result):
    """`seuil`: the least face that succeeds. `retrait`: the player does not try again."""

    issue: Literal["echec_complication", "echec", "succes", "exceptionnel", "retrait"]
    seuil: Annotated[int, Meta(ge=EASIEST, le=HARDEST)]


class TestD6(Helped[TestD6Result], id="socle.test_d6"):
    """One d6 against the seuil of a level, when only d6 are used (SOC-SIX-01..04, SOC-RES-05, -06,
    SOC-REP-01, -02).

    P(success) = (7 - seuil) / 6.
    """

    niveau: Niveau
    plus_dur: PlusDur = 0
    aide: Aide = False
    tentative: Tentative = None
    caracteristiques: Connues = ()
    essais: Essais = ()
    reprise: Reprise = "ask"
    etat: EtatDuHeros = "debout"
    etat_allie: EtatAllie = "debout"

    unlisted = ("caracteristiques",)
    hideable = ("plus_dur",)
    utilities = {"succes": lambda _, result, seat: int(result.issue in SUCCESSES)}

    def check(self) -> None:
        check_able(self.etat, self.aide, self.etat_allie)
        check_way(self.tentative, self.caracteristiques)

    async def rule(self) -> TestD6Result:
        if not await goes_on(self.tentative, self.essais, self.reprise):
            return TestD6Result(issue="retrait", seuil=clamped(SEUILS[self.niveau] + self.plus_dur))
        issue, _, seuil = await tried_d6(self.niveau, self.plus_dur, self.aide)
        grant(issue)
        return TestD6Result(issue=issue, seuil=seuil)


def check_able(etat: Etat, aide: Aide, etat_allie: Etat) -> None:
    """Refuse a character, or an ally who would help, that is down or dead: neither acts
    (SOC-COE-04)."""
    if etat != "debout":
        allowed = "debout : qui est hors de combat ({etat}) n’agit plus"
        raise refuse("etat", etat, allowed, etat=etat)
    if aide is not False and etat_allie != "debout":
        allowed = "debout : qui est hors de combat ({etat}) n’aide plus"
        raise refuse("etat_allie", etat_allie, allowed, etat=etat_allie)


def check_way(tentative: Tentative, names: tuple[str, ...]) -> None:
    """Refuse a way with a Caractéristique that the sheet does not have (SOC-REP-02)."""
    if tentative is None or not names:
        return
    given = tentative.caracteristique
    if folded(given) not in map(folded, names):
        allowed = "une Caractéristique de la fiche : {known:=}"
        raise refuse("tentative.caracteristique", given, allowed, known=", ".join(names))


def check_hearts(coeurs: int) -> None:
    """Refuse an attack by a character without a Cœur, who is down (SOC-COE-03, -04)."""
    if coeurs == 0:
        raise refuse("coeurs", coeurs, "au moins 1 : à 0, on est à terre, hors de combat")


async def goes_on(tentative: Tentative, essais: Essais, reprise: Reprise) -> bool:
    """Return whether a test is made: after a failure in the same way only because something has
    changed, as the MJ accepts, or at the price of a complication (SOC-REP-01, -02, R-26)."""
    if tentative is None or not any(tentative.same_as(each) for each in essais):
        return True
    goal = tentative.objectif
    note("SOC-REP-01", "« {goal:=} » a déjà été manqué de cette manière.", goal=goal)
    offered: tuple[str, ...] = ("changement", "complication", "retrait")
    way = await _reopened(reprise, offered)
    if way == "changement" and reprise == "ask" and not await _changed():
        note("SOC-REP-01", "Pour le MJ, rien n’a changé.")
        way = await _reopened(reprise, offered[1:])
    if way == "retrait":
        text = "{who:@le^} renonce : « {goal:=} » n’est pas retenté."
        note("SOC-REP-02", text, who="player", goal=goal)
        return False
    note(
        "SOC-REP-02",
        "Une complication est acceptée : « {goal:=} » peut se retenter."
        if way == "complication"
        else "La situation a changé : « {goal:=} » peut se retenter.",
        goal=goal,
    )
    effect("reprise", way, who="player")
    return True


async def _reopened(reprise: Reprise, offered: tuple[str, ...]) -> str:
    form = OneOf(offered)
    return await decide(reprise, "reprise", form, who="player", default="complication")


async def _changed() -> bool:
    """Return whether the MJ accepts that something has changed."""
    return await choose("changement_admis", YES_NO, who="mj", default=True, policy=True)


def grant(issue: str) -> None:
    """Note the avantage of an exceptional test, for the MJ and the player to describe."""
    if issue == "exceptionnel":
        note("SOC-RES-05 SOC-RES-06", "Un avantage s’ajoute au succès : la scène le suggère.")
        effect("avantage", "autre", who="player")


async def tried(
    de: Size, tn: Tn, degres: int, aide: Aide, forced: bool, to: str | None = None
) -> tuple[Issue, int]:
    """Return the issue of a test and the face rolled (0: no roll). `to`: the one seat that may read
    the TN."""
    level = level_of(tn, degres, forced)
    facts: dict[str, Any] = {"de": de, "de_aide": larger(de)}
    facts |= {"tn": level} if to is None else {}
    in_vain = isinstance(level, str) or larger(de) == de
    helped = await helping(aide, in_vain, facts)
    size = larger(de) if helped else de
    if level == "presque_certain":
        note(
            "SOC-DIF-05",
            "TN {tn}{degres:|, difficulté} : presque certain, sans lancer.",
            to=to,
            tn=tn,
            degres=degres,
        )
        return level, 0
    if level == "presque_impossible":
        note(
            "SOC-DIF-06",
            "TN {tn}{degres:|, difficulté} : presque impossible tel quel.",
            to=to,
            tn=tn,
            degres=degres,
        )
        return level, 0
    if helped:
        note(
            "SOC-AID-01 SOC-AID-02 SOC-AID-03",
            "Un allié aide : le d{de:=} devient un d{size:=}."
            if size != de
            else "Un allié aide, mais aucun dé n’est plus grand que le d{size:=}.",
            de=de,
            size=size,
        )
    _note_needed(tn, degres, level, size, to)
    return await _rolled(Die(size), level, _shines(size, level), to)


def _note_needed(tn: Tn, degres: int, level: Tn, size: Size, to: str | None) -> None:
    """Note the least face that succeeds; a die without it may succeed on its top face (R-02)."""
    note(
        "SOC-RES-01 SOC-DIF-01" if size >= level else "SOC-RES-01 SOC-RES-05 SOC-DIF-01",
        "TN {tn}{degres:|, difficulté} : il faut {level} ou plus sur un d{size:=}."
        if size >= level
        else "TN {tn}{degres:|, difficulté} : il faudrait {level}, mais la plus haute face d’un d{size:=} réussit."
        if _shines(size, level)
        else "TN {tn}{degres:|, difficulté} : il faudrait {level}, qu’un d{size:=} n’a pas.",
        to=to,
        tn=tn,
        degres=degres,
        level=level,
        size=size,
    )


async def tried_d6(
    niveau: str, plus_dur: int, aide: Aide, to: str | None = None
) -> tuple[Rolled, int, int]:
    """Return the issue of a test with a d6, the face rolled, the seuil (clamped once, ruling R-22).
    Nobody is asked for help that counts for nothing (R-19). `to`: the one seat that may read the
    seuil."""
    base, counts = SEUILS[niveau], help_counts_d6()
    in_vain = not counts or clamped(base + plus_dur - 1) == clamped(base + plus_dur)
    facts = {"niveau": niveau} | (nonzero(plus_dur=plus_dur) if to is None else {})
    helped = await helping(aide, in_vain, facts)
    help_counts = helped and counts
    seuil = clamped(base + plus_dur - help_counts)
    if helped:
        note(
            "SOC-SIX-04",
            "Un allié aide : un niveau plus facile."
            if help_counts
            else "Un allié aide, mais rien n’est écrit de ce que l’aide vaut ici.",
        )
    note(
        "SOC-SIX-01 SOC-SIX-02 SOC-SIX-03",
        "Niveau {niveau}, {base} ou plus{shift:|, décalage} : seuil {seuil}.",
        to=to,
        niveau=niveau,
        base=base,
        shift=plus_dur - help_counts,
        seuil=seuil,
    )
    issue, face = await _rolled(D6, seuil, rulings(SocleRulings).exceptionnel_d6, to)
    return issue, face, seuil


async def helping(aide: Aide, in_vain: bool, facts: Mapping[str, Any]) -> bool:
    """Return whether an ally helps (SOC-AID-01). Nobody is asked for help that changes nothing."""
    given = False if aide == "ask" and in_vain else aide
    return await decide(given, "aide", YES_NO, who="ally", facts=facts, default=False)


def help_counts_d6() -> bool:
    """Return whether help counts where only d6 are used (ruling R-19)."""
    return rulings(SocleRulings).aide_d6 == "moins_un"


def clamped(seuil: int) -> int:
    """Return a seuil within its limits (SOC-SIX-03)."""
    return min(HARDEST, max(EASIEST, seuil))


async def _rolled(die: Die, level: int, shines: bool, to: str | None) -> tuple[Rolled, int]:
    face = await roll(die, "test", who="player")
    issue = verdict(face, die.highest, level, shines)
    clauses = "SOC-RES-02 SOC-RES-03 SOC-RES-04 SOC-RES-05"
    if to is not None:
        note(clauses, "Le dé donne {face} : {issue}.", face=face, issue=issue)
    text = "Le dé donne {face} contre {level} : {issue}."
    note(clauses, text, face=face, level=level, issue=issue, to=to)
    return issue, face


def verdict(face: int, top: int, level: int, shines: bool) -> Rolled:
    """Return the issue of a face; `shines`: the top face is an exceptional success."""
    if face == 1:
        return "echec_complication"
    if face == top and shines:
        return "exceptionnel"
    return "succes" if face >= level else "echec"


def level_of(
    tn: Tn, degres: int, forced: bool
) -> Tn | Literal["presque_certain", "presque_impossible"]:
    """Return a TN moved on its ladder; beyond its ends there is no roll unless the MJ has it
    (R-04)."""
    place = LADDER.index(tn) + degres
    if 0 <= place < len(LADDER):
        return LADDER[place]
    if forced:
        return LADDER[0] if place < 0 else LADDER[-1]
    return "presque_certain" if place < 0 else "presque_impossible"


def larger(de: Size) -> Size:
    """Return the die one size up; a d20 stays (ruling R-06)."""
    return SIZES[min(SIZES.index(de) + 1, len(SIZES) - 1)]


def may_succeed(de: Size, tn: Tn, degres: int, aided: bool, forced: bool = False) -> bool:
    """Return whether a test can succeed at all."""
    level = level_of(tn, degres, forced)
    size = larger(de) if aided else de
    if isinstance(level, str):
        return level == "presque_certain"
    return size >= level or _shines(size, level)


def _shines(size: int, level: int) -> bool:
    """Return whether the top face counts even below the TN (ruling R-02)."""
    return size >= level or rulings(SocleRulings).max_sous_tn == "exceptionnel"
