"""Attacks: the test, then what a hit does and what a miss costs (ATK, TOU, RIP, POR, MUL, EXC)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from tablee.games.socle.fields import (
    FOE,
    LEADER,
    ACouvert,
    Aide,
    Armure,
    ArmureUsage,
    AttackDie,
    Avantage,
    Cases,
    Cible,
    Degres,
    EtatAllie,
    EtatDuHeros,
    Expose,
    HeartsLeft,
    Issue,
    JetForce,
    LimitePortee,
    Niveau,
    Portee,
    Presse,
    RipostePossible,
    TargetHearts,
    TargetTn,
    Tn,
)
from tablee.games.socle.foes import full_hearts
from tablee.games.socle.landmarks import RIPOSTES_SEEN
from tablee.games.socle.rulings import foes_hidden
from tablee.games.socle.tables import ADVERSARY_SHIFT, ADVERSARY_TN, FAR
from tablee.games.socle.trials import (
    SUCCESSES,
    Helped,
    check_able,
    check_hearts,
    level_of,
    may_succeed,
    tried,
    tried_d6,
)
from tablee.games.socle.wounds import lose_heart, note_fall
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import landmarks
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Result
from tablee.rules.questions import ASK, decide
from tablee.rules.refusal import refuse
from tablee.rules.schema import fields_of

R = TypeVar("R")
Riposte = (
    Annotated[
        Literal["coeur", "complication"],
        Meta(description="ce que coûte une attaque manquée"),
        landmarks(RIPOSTES_SEEN, "SOC-RIP-01 SOC-RIP-07"),
    ]
    | ASK
)
"""One Cœur, or a complication that the MJ describes (SOC-RIP-01)."""

PRESSED: OneOf[Literal["aucun", "tn", "complication"]] = OneOf(("aucun", "tn", "complication"))
"""What several pions in contact are worth (SOC-MUL-01, -02)."""
HIT = "{whom:@le^} reçoit {wounds:Blessure|Blessures}."
UNABLE = "Attaque manquée : {whom:@le} ne peut pas riposter."
RIPOSTES = {
    "complication": "Attaque manquée : {whom:@le} riposte, une complication de plus.",
    "coeur": "{whom:@le^} riposte : un Cœur est en jeu.",
}
"""What a riposte costs -> the sentence of the trace."""


class AttaqueResult(Result):
    """`blessures`: Cœurs that the adversary loses. `complications`: how many the MJ has to
    describe."""

    issue: Issue
    blessures: Annotated[int, Meta(ge=0, le=2)]
    cible_hors_combat: bool
    coeurs_perdus: Annotated[int, Meta(ge=0, le=1)]
    armure_utilisee: bool
    complications: Annotated[int, Meta(ge=0, le=3)]


class Assault(Helped[R]):
    """The parameters and effects that all kinds of attack share."""

    degres: Degres = 0
    aide: Aide = False
    cible: Cible
    coeurs_cible: TargetHearts = None
    portee: Portee = "contact"
    cases: Cases = 1
    limite_portee: LimitePortee = False
    presse: Presse = "aucun"
    expose: Expose = "auto"
    a_couvert: ACouvert = False
    riposte_possible: RipostePossible = True
    riposte: Riposte = "coeur"
    coeurs: HeartsLeft = 5
    armure: Armure = 0
    armure_usage: ArmureUsage = "toujours"
    etat: EtatDuHeros = "debout"
    etat_allie: EtatAllie = "debout"

    apart = (*Helped.apart, FOE)
    utilities = {
        "succes": lambda _, result, seat: int(result.issue in SUCCESSES),
        "sans_perte": lambda _, result, seat: 1 - result.coeurs_perdus,
        "blessures": lambda _, result, seat: result.blessures,
    }

    def check(self) -> None:
        check_able(self.etat, self.aide, self.etat_allie)
        check_hearts(self.coeurs)
        if self.portee == "contact" and self.cases > 1:
            raise refuse("cases", self.cases, "1 au contact")
        if self.cible == "pion" and self.coeurs_cible not in (None, 1):
            raise refuse("coeurs_cible", self.coeurs_cible, "1 pour un pion")

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = seat != LEADER and foes_hidden()
        return frozenset(
            {"cible", "tn", "coeurs_cible"} & set(fields_of(type(self))) if hidden else ()
        )

    def far(self) -> bool:
        """Return whether the target is so far that the MJ counts it (SOC-POR-03)."""
        return self.portee == "distance" and self.limite_portee and self.cases > FAR

    def shift(self) -> int:
        """Return all degrees together: conditions, range (SOC-POR-03), pressure (SOC-MUL-01)."""
        return self.degres + self.far() + (self.presse == "tn")

    def note_shift(self) -> None:
        """Note the sources of degrees that the MJ has not named."""
        if self.far():
            note("SOC-POR-03", "Plus de {far} cases : un degré de plus.", far=FAR)
        if self.presse == "tn":
            note_pressure()

    def exposed(self) -> bool:
        """Return whether the adversary could really hit back (SOC-RIP-04..06)."""
        if self.expose != "auto":
            return self.expose == "oui"
        return self.portee == "contact" or (not self.a_couvert and self.riposte_possible)

    def attempted(self) -> bool:
        """Return whether it is tried at all."""
        return True

    def rolled(self) -> bool:
        """Return whether a die is rolled for it."""
        return True

    def may_hit(self) -> bool:
        """Return whether it can hit at all: on a d6 a 6 always does."""
        return True

    def may_cost(self) -> bool:
        """Return whether a miss may cost a Cœur."""
        return self.attempted() and self.exposed() and self.riposte != "complication"

    async def fought(
        self, issue: Issue, face: int, avantage: str, offered: tuple[str, ...]
    ) -> tuple[AttaqueResult, str]:
        """Return the effects of the attack and the avantage taken of an exceptional success ("" for
        none)."""
        if issue == "presque_impossible":
            note("SOC-DIF-06", "L’attaque n’est pas tentée.")
            return untried(), ""
        if issue not in SUCCESSES:
            return await self.missed(issue, face), ""
        taken = ""
        if issue == "exceptionnel":
            taken = await self.advantage(avantage, offered)
        wounds = 2 if taken == "blessure" else 1
        out = wounds >= (self.coeurs_cible or full_hearts(self.cible))
        if self.cible == "pion":
            note("SOC-TOU-01", "{whom:@le^} est hors de combat.", whom=FOE)
        else:
            clauses = "SOC-TOU-02 SOC-TOU-04" if wounds == 2 else "SOC-TOU-02"
            if foes_hidden():
                note(clauses, HIT, whom=FOE, wounds=wounds)
            note(
                clauses,
                "{whom:@le^} ({cible}) reçoit {wounds:Blessure|Blessures}.",
                to=alone(),
                whom=FOE,
                cible=self.cible,
                wounds=wounds,
            )
            if out:
                note("SOC-TOU-02", "{whom:@le^} n’a plus de Cœur : hors de combat.", whom=FOE)
        effect("blessures", wounds, who=FOE)
        return _result(issue, blessures=wounds, cible_hors_combat=out), taken

    async def advantage(self, avantage: str, offered: tuple[str, ...]) -> str:
        """Return the use of an exceptional hit (R-11), with a note."""
        taken = await self.use(avantage, offered)
        note(
            "SOC-RES-05 SOC-RES-06",
            "Avantage du succès exceptionnel : {taken:@avantage}.",
            taken=taken,
        )
        if taken in ("autre", "echelle"):
            effect("avantage", taken, who="player")
        return taken

    async def use(self, avantage: str, offered: tuple[str, ...]) -> str:
        """Return the use of an exceptional hit: a pion has no second wound to take, and nobody is
        asked for one that puts out whom the first puts out."""
        hearts = self.coeurs_cible or full_hearts(self.cible)
        hidden = foes_hidden()
        if self.cible == "pion" or (avantage == "ask" and hearts == 1 and not hidden):
            offered = tuple(each for each in offered if each != "blessure")
            avantage = "autre" if avantage == "blessure" else avantage
        facts = {} if hidden else {"coeurs_cible": hearts}
        return await decide(
            avantage,
            "avantage",
            OneOf(offered),
            who="player",
            facts=facts,
            unweighed=("autre", "echelle"),
        )

    def _ripostes(self) -> tuple[str, ...]:
        """Return what a miss may draw: unless the request decides it, the MJ may judge that the
        adversary could not strike, which in contact is rare (SOC-RIP-04..06)."""
        judged = self.expose == "auto"
        return ("coeur", "complication", "aucune") if judged else ("coeur", "complication")

    def unanswered(self, issue: Issue) -> None:
        """Take the consequences of a miss that draws no riposte."""

    async def missed(self, issue: Issue, face: int) -> AttaqueResult:
        """Return the cost of a missed attack (ruling R-12); it is a failure of the scene too
        (SOC-OPT-05)."""
        complications = int(face == 1)
        if face == 1:
            note("SOC-RIP-07", "Un 1 : l’échec amène une complication.")
        if self.presse == "complication":
            complications += 1
            note_crowd()
        lost = used = False
        answer = "aucune"
        if self.exposed():
            answer = await decide(
                self.riposte,
                "riposte",
                OneOf(self._ripostes()),
                who="mj",
                facts={"face": face},
                default="coeur",
            )
        if answer == "aucune":
            note("SOC-RIP-06", UNABLE, whom=FOE)
        elif answer == "complication":
            complications += 1
            note("SOC-RIP-01 SOC-RIP-02", RIPOSTES["complication"], whom=FOE)
        else:
            note("SOC-RIP-01 SOC-RIP-02", RIPOSTES["coeur"], whom=FOE)
            facts = {"face": face, "coeurs": self.coeurs}
            lost = await lose_heart(self.armure, self.armure_usage, facts)
            used = not lost
            if lost and self.coeurs == 1:
                note_fall()
        if complications:
            effect("complications", complications, who="player")
        effect("compteur", 1)
        if answer == "aucune":
            self.unanswered(issue)
        return _result(
            issue, coeurs_perdus=int(lost), armure_utilisee=used, complications=complications
        )


def untried() -> AttaqueResult:
    """Return the result of an attack that is not tried (SOC-DIF-06)."""
    return _result("presque_impossible")


def alone() -> str | None:
    """Return the seat that alone may read the numbers of adversaries; None: all seats (R-27)."""
    return LEADER if foes_hidden() else None


def note_pressure() -> None:
    """Note that several pions make a test harder."""
    note("SOC-MUL-01 SOC-MUL-03", "Plusieurs pions au contact : un degré de plus.")


def note_crowd() -> None:
    """Note that several pions make a failure worse."""
    note("SOC-MUL-02 SOC-MUL-03", "Plusieurs pions au contact : une complication de plus.")


def _result(
    issue: Issue,
    *,
    blessures: int = 0,
    cible_hors_combat: bool = False,
    coeurs_perdus: int = 0,
    armure_utilisee: bool = False,
    complications: int = 0,
) -> AttaqueResult:
    return AttaqueResult(
        issue=issue,
        blessures=blessures,
        cible_hors_combat=cible_hors_combat,
        coeurs_perdus=coeurs_perdus,
        armure_utilisee=armure_utilisee,
        complications=complications,
    )


class AimedAssault(Assault[R]):
    """An attack with the die of a Caractéristique against a TN."""

    de: AttackDie
    tn: TargetTn = None
    jet_force: JetForce = False

    def target_tn(self) -> Tn:
        """Return the TN of the adversary; one that the MJ gives replaces it (SOC-ATK-04)."""
        return self.tn or ADVERSARY_TN[self.cible]

    def attempted(self) -> bool:
        """Return whether it is tried at all (SOC-DIF-06)."""
        level = level_of(self.target_tn(), self.shift(), self.jet_force)
        return level != "presque_impossible"

    def rolled(self) -> bool:
        return isinstance(level_of(self.target_tn(), self.shift(), self.jet_force), int)

    def may_hit(self) -> bool:
        tn, helped = self.target_tn(), self.aide is True
        return may_succeed(self.de, tn, self.shift(), helped, self.jet_force)


class Attaque(AimedAssault[AttaqueResult], id="socle.attaque"):
    """One attack: a test against the adversary's TN; a hit wounds, a miss draws a riposte
    (SOC-ATK-01..04, SOC-TOU-01..04, SOC-RIP-01..07, SOC-POR-01..03, SOC-MUL-01..03, SOC-EXC-01,
    -02, SOC-RES-01..06, SOC-DIF-01..06, SOC-AID-01..03, SOC-COE-03, -04, SOC-OPT-01..03)."""

    avantage: Avantage = "blessure"

    async def rule(self) -> AttaqueResult:
        self.note_shift()
        tn, shift = self.target_tn(), self.shift()
        issue, face = await tried(self.de, tn, shift, self.aide, self.jet_force, alone())
        result, _ = await self.fought(issue, face, self.avantage, ("blessure", "autre"))
        return result


class AttaqueD6(Assault[AttaqueResult], id="socle.attaque_d6"):
    """One attack when only d6 are used: the adversary's category shifts the seuil (SOC-SIX-01..05,
    SOC-ATK-01..03, SOC-TOU-01..04, SOC-RIP-01..07, SOC-POR-01..03, SOC-MUL-01..03, SOC-COE-03, -04,
    SOC-OPT-01..03)."""

    niveau: Niveau
    avantage: Avantage = "blessure"

    async def rule(self) -> AttaqueResult:
        self.note_shift()
        own = ADVERSARY_SHIFT[self.cible]
        if own:
            text = "Adversaire ({cible}) : seuil {own:+}."
            note("SOC-SIX-05", text, to=alone(), cible=self.cible, own=own)
        issue, face, _ = await tried_d6(self.niveau, self.shift() + own, self.aide, alone())
        result, _ = await self.fought(issue, face, self.avantage, ("blessure", "autre"))
        return result
