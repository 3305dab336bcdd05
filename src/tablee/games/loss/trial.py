"""The steps that every Test of an Action shares (chapters MEC, EXL, SDE, AUT, DES)."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta

from tablee.dice.die import Die, OpenDie
from tablee.dice.tails import Window
from tablee.games.loss.burdens import (
    check_disasters,
    disasters_on,
    malus_of,
    note_level,
    tokens_before,
)
from tablee.games.loss.explosion import die_of
from tablee.games.loss.failure import note_ceded
from tablee.games.loss.fields import (
    Acteur,
    Adversaire,
    Beneficiaire,
    DesastreMalus,
    Desastres,
    DesastresMax,
    Exploits,
    Granted,
    Jetons,
    JetonsApres,
    JetonsAvant,
    JetonsRecus,
    Method,
    Modifier,
    Permanent,
    SansDe,
)
from tablee.games.loss.rulings import LossRulings, only_reader
from tablee.games.loss.tables import DEADLY, EASY
from tablee.games.loss.tokens import WORTH, after_the_die, check_before, left_after
from tablee.games.loss.utilities import TRIAL, utility_named
from tablee.rules.ambient import Thrown, note, rulings
from tablee.rules.forms import YES_NO, NumberFrom
from tablee.rules.procedure import Procedure, Record, Utility, replace
from tablee.rules.questions import ASK, choose, decide, nonzero, roll
from tablee.rules.refusal import refuse
from tablee.rules.schema import fields_of

R = TypeVar("R")
MOST_EXPLOITS = 5
_SCORES = frozenset({"trait", "talent", "vertu", "ag_permanentes", "ag_circonstance"})
"""The parameters that a sheet brings to the sum of who acts."""


class Scores(Record):
    """The two scores of a Test; `kind` is the family of the second one."""

    trait: int
    second: int
    kind: Literal["talent", "vertu"] = "talent"


class Outcome(Record):
    """The outcome of a Test. `declared`: its Exploits, won or lost; `spent`: tokens in all;
    `disasters`: those that struck it."""

    success: bool
    method: Method
    declared: int
    spent: int
    disasters: int = 0


async def reach(
    level: int,
    base: int,
    left: int,
    *,
    die: OpenDie | Die,
    mode: JetonsApres,
    who: str,
    weighed: bool = True,
    to: str | None = None,
    level_to: str | None = None,
    really: int | None = None,
) -> tuple[bool, int]:
    """Roll for a total of `level`; (whether it is reached, tokens spent after the die). `to`: the
    only seat that may read the total; `level_to`: the only one that may read the level; `really`: the
    tokens that are left, if not everybody may know.

    The rule only distinguishes the results of the die in the window in which tokens may still help.
    """
    need = level - base
    window = Window(need - WORTH * left - 1, need, die)
    worth = await roll(die, "d10", window, who=who)
    if to and level_to:
        note("LOSS-MEC-01", "Le dé vaut {worth}.", worth=Thrown())
    elif to:
        text = "Le dé vaut {worth}, pour une Difficulté de {level}."
        note("LOSS-MEC-01 LOSS-MEC-02", text, worth=Thrown(), level=level)
    elif level_to:
        text = "Le dé vaut {worth} et porte le total de {base} à {total}."
        note("LOSS-MEC-01", text, worth=Thrown(), base=base, total=Thrown(plus=base))
    note(
        "LOSS-MEC-01 LOSS-MEC-02",
        "Le dé vaut {worth} et porte le total de {base} à {total}, pour une Difficulté de {level}.",
        to=to or level_to,
        worth=Thrown(),
        base=base,
        total=Thrown(plus=base),
        level=level,
    )
    spent = await after_the_die(
        level,
        base + worth,
        left,
        mode=mode,
        who=who,
        weighed=weighed,
        to=to or level_to,
        shows_level=level_to is None,
        really=really,
    )
    return base + worth + WORTH * spent >= level, spent


def automatic_total(permanent: int) -> int:
    """Return the total that a Réussite Automatique takes (LOSS-AUT-01, ruling R-06)."""
    return 15 + WORTH * permanent * rulings(LossRulings).auto_plus_ag


def barred_from_automatic(scores: Scores) -> str:
    """Return why these scores allow no Réussite Automatique, "" where they do (LOSS-AUT-02,
    -03)."""
    if scores.kind == "vertu":
        return "un Test, quand il est de Trait pur"
    if scores.second < 1 or scores.trait <= 2:
        return "un Test, à moins d’un Talent de 1 et d’un Trait de 3 au moins"
    return ""


class TrialParameters(Record):
    """The parameters that all Tests of an Action have in common."""

    acteur: Acteur = "pj"
    modifier: Modifier = 0
    exploits: Exploits | ASK = 0
    """LOSS-EXL-01, -03, -09, LOSS-DEC-01, -02."""
    ag_permanentes: Permanent = 0
    ag_circonstance: Granted = 0
    jetons: Jetons = 0
    jetons_avant: JetonsAvant | ASK = 0
    """LOSS-DEC-03, LOSS-JET-03."""
    jetons_recus: JetonsRecus = 0
    jetons_apres: JetonsApres = "ask"
    """LOSS-DEC-03, LOSS-JET-03."""
    adversaire: Adversaire = "aucun"
    desastres: Desastres | ASK = 0
    desastres_max: DesastresMax = 5
    desastre_malus: DesastreMalus | ASK = True
    """LOSS-DES-05..08."""
    sans_de: SansDe | ASK = True
    """Who acts may throw all the same (LOSS-SDE-01)."""
    automatique: Annotated[bool, Meta(description="prendre une Réussite Automatique")] = False
    au_calme: Annotated[
        bool,
        Meta(
            description="ni hâte ni danger, matériel et lieu voulus : qui agit peut s’y prendre ainsi"
        ),
    ] = False
    """The MJ’s, for a Réussite Automatique that the player may choose (LOSS-AUT-01, -04, -05)."""


class Trial(TrialParameters, Procedure[R], Generic[R]):
    """The steps of a Test of an Action."""

    unlisted = ("acteur",)
    utilities = TRIAL

    def scores(self) -> Scores:
        """Return the scores that enter the Test."""
        raise NotImplementedError

    def base_difficulty(self) -> int:
        """Return the Difficulté before circumstances and Exploits."""
        raise NotImplementedError

    @classmethod
    def utility(cls, name: str | None) -> Utility | None:
        return utility_named(name, cls.utilities)

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = only_reader(self.acteur) and seat not in ("mj", "acteur")
        return frozenset(_SCORES & set(fields_of(type(self)))) if hidden else frozenset()

    def level_reader(self) -> str | None:
        """Return the only seat that may read the Difficulté, None for all."""
        return None

    # ── what is refused ────────────────────────────────────────────────────────────────────────
    def check(self) -> None:
        check_before("jetons_avant", self.jetons_avant, self.jetons)
        check_disasters("desastres", self.desastres, self.acteur, self.desastres_max)
        scores = self.scores()
        if self.exploits != "ask" and self.exploits not in self._offered():
            raise refuse("exploits", self.exploits, "0 pour un test de Trait pur à cette table")
        if self.automatique:
            self._check_automatic(scores)

    def _check_automatic(self, scores: Scores) -> None:
        if self.exploits != 0:
            raise refuse("automatique", True, "un Test, dès que des Exploits sont en jeu")
        if why := barred_from_automatic(scores):
            raise refuse("automatique", True, why)

    # ── the steps, in the order of the asks ────────────────────────────────────────────────────
    async def attempt(self) -> Outcome:
        """Return the Test from the Désastres to the tokens after the die."""
        disasters = await self.disasters()
        return replace(await self._under(disasters), disasters=disasters)

    async def _under(self, disasters: int) -> Outcome:
        """Return the Test that these Désastres strike."""
        if disasters == DEADLY:
            return Outcome(success=False, method="desastre", declared=0, spent=0)
        malus = await malus_of(disasters, self.desastre_malus, "desastre_malus", self.acteur)
        exploits = await self._declared(malus)
        level = self._level(malus, exploits)
        if exploits == 0 and not self.automatique and self._easy(level):
            return Outcome(success=True, method="facile", declared=0, spent=0)
        if self.automatique or (exploits == 0 and await self._takes_automatic(level)):
            return self._automatic(level)
        enough = exploits == 0 and self.jetons_avant == "ask" and self._without_tokens() >= level
        if enough and await self._die_spared(level, self._without_tokens(), self._without_tokens()):
            return Outcome(success=True, method="somme", declared=0, spent=0)
        before = await self._tokens_before(malus, exploits)
        base = self._base(before)
        spared = exploits == 0 and not enough
        if spared and await self._die_spared(level, self._without_tokens(), base):
            spent = before if rulings(LossRulings).somme_jetons else 0
            return Outcome(success=True, method="somme", declared=0, spent=spent)
        mode, more, really = self.jetons_apres, self.jetons_recus, self.really_left()
        left = left_after(self.jetons + more, before, mode)
        reached, after = await reach(
            level,
            base,
            left,
            die=die_of(exploits),
            mode=mode,
            who="acteur",
            to=only_reader(self.acteur),
            level_to=self.level_reader(),
            really=None if really is None else left_after(really + more, before, mode),
        )
        return Outcome(success=reached, method="de", declared=exploits, spent=before + after)

    async def disasters(self) -> int:
        """Return the Désastres that strike this Test (LOSS-DES-01, -03)."""
        facts = {"difficulty": self.base_difficulty()}
        if not only_reader(self.acteur):  # the players are asked about a character of the MJ
            facts = {"somme": self._sum()} | facts
        offered, left = self.disasters_offered()
        return await disasters_on(self.desastres, "desastres", offered, self.acteur, facts | left)

    def disasters_offered(self) -> tuple[NumberFrom, dict[str, int]]:
        """Return the possible numbers of Désastres on this Test, and facts about them."""
        return NumberFrom(0, self.desastres_max), {}

    def really_left(self) -> int | None:
        """Return the tokens that are left, if not everybody may know."""
        return None

    async def _declared(self, malus: int) -> int:
        offered = self._offered()
        return await decide(
            self.exploits,
            "exploits",
            NumberFrom(offered[0], offered[-1]),
            who="acteur",
            facts=self._known(malus),
            default=0,
        )

    def _offered(self) -> range:
        """Return the possible numbers of declared Exploits (LOSS-EXL-03, ruling R-12)."""
        pure = self.scores().kind == "vertu"
        barred = pure and not rulings(LossRulings).exploits_trait_pur
        return range(1 if barred else MOST_EXPLOITS + 1)

    async def _takes_automatic(self, level: int) -> bool:
        """Ask the acting side, in calm, whether it takes the 15 that would be enough (LOSS-AUT-01,
        -04, -05)."""
        scores, total = self.scores(), automatic_total(self.ag_permanentes)
        if not self.au_calme or barred_from_automatic(scores) or total < level:
            return False
        if self._without_tokens() >= level and not self._sum_barred():
            return False  # the sum alone may do
        return await choose(
            "automatique",
            YES_NO,
            who="acteur",
            facts={"somme": self._sum(), "total": total, **self._known_level(level)},
            parameter="au_calme",
            default=True,
            policy=True,
        )

    def _easy(self, level: int) -> bool:
        """Return whether knowing the basics is enough, in calm (LOSS-DIF-04, -05, R-07)."""
        scores = self.scores()
        at_ease = self.au_calme or not rulings(LossRulings).facile_calme
        if not at_ease or level > EASY or scores.kind == "vertu" or scores.second < 1:
            return False
        note("LOSS-DIF-04", "Action facile, dont on connaît les bases : réussite sans Test.")
        return True

    async def _tokens_before(self, malus: int, exploits: int) -> int:
        facts = self._known(malus) | nonzero(exploits=exploits)
        given, really = self.jetons_avant, self.really_left()
        return await tokens_before(given, "jetons_avant", self.jetons, "acteur", facts, really)

    def _known(self, malus: int) -> dict[str, int]:
        """Return the facts that the acting side knows before its choices."""
        really, ag = self.really_left(), self.ag_permanentes + self.ag_circonstance
        return {
            "somme": self._sum(),
            **nonzero(ag=ag, jetons=self.jetons if really is None else really),
            **self._known_level(self.base_difficulty()),
            **nonzero(modifier=self.modifier, malus=malus),
        }

    def _known_level(self, level: int) -> dict[str, int]:
        """Return the Difficulté as a fact, where the acting side may read it."""
        return {} if self.level_reader() else {"difficulty": level}

    def _sum(self) -> int:
        scores = self.scores()
        return scores.trait + scores.second

    def _without_tokens(self) -> int:
        """Return the total before the die, without any token."""
        return self._sum() + WORTH * (self.ag_permanentes + self.ag_circonstance)

    def _level(self, malus: int, exploits: int) -> int:
        level = self.base_difficulty() + self.modifier + malus + WORTH * exploits
        note_level(self.base_difficulty(), self.modifier, malus, exploits, to=self.level_reader())
        return level

    def _base(self, before: int) -> int:
        base = self._without_tokens() + WORTH * before
        to = only_reader(self.acteur)
        if base == self._sum():
            note("LOSS-MEC-01", "Somme {somme} avant le dé.", to=to, somme=base, base=base)
            return base
        note(
            "LOSS-MEC-01 LOSS-PER-01 LOSS-JET-03",
            "Somme {somme}{permanent:|, Augmentations permanentes}"
            "{granted:|, Augmentations accordées}{tokens:|, jetons} : {base} avant le dé.",
            to=to,
            somme=self._sum(),
            permanent=WORTH * self.ag_permanentes,
            granted=WORTH * self.ag_circonstance,
            tokens=WORTH * before,
            base=base,
        )
        return base

    def _automatic(self, level: int) -> Outcome:
        total = automatic_total(self.ag_permanentes)
        to = only_reader(self.acteur) or self.level_reader()
        if to:
            note("LOSS-AUT-01", "Réussite Automatique, sans lancer le dé.")
        note(
            "LOSS-AUT-01",
            "Réussite Automatique : un total de {total} sans lancer le dé, contre {level}.",
            to=to,
            total=total,
            level=level,
        )
        return Outcome(success=total >= level, method="automatique", declared=0, spent=0)

    def _sum_barred(self) -> bool:
        """Return whether no sum spares the die of this Test (R-10, R-11)."""
        campaign = rulings(LossRulings)
        return (self.acteur == "mj" and not campaign.somme_pnj) or (
            self.scores().kind == "vertu" and not campaign.somme_trait_pur
        )

    async def _die_spared(self, level: int, without_tokens: int, base: int) -> bool:
        """Return whether the sum alone succeeds (LOSS-SDE-01; rulings R-09 to R-11)."""
        enough = base if rulings(LossRulings).somme_jetons else without_tokens
        if self._sum_barred() or enough < level:
            return False
        spared = await decide(
            self.sans_de,
            "sans_de",
            YES_NO,
            who="acteur",
            facts={"somme": enough, **self._known_level(level)},
            default=True,
            policy=True,
        )
        if not spared:
            return False
        to = only_reader(self.acteur) or self.level_reader()
        if to:
            note("LOSS-SDE-01", "La somme suffit : réussite sans lancer le dé.")
        note(
            "LOSS-SDE-01",
            "La somme {base} atteint déjà {level} : réussite sans lancer le dé.",
            to=to,
            base=enough,
            level=level,
        )
        return True

    # ── who receives failed Exploits ───────────────────────────────────────────────────────────
    def receiver(self) -> Beneficiaire:
        """Return the receiver of the Exploits lost by the acting side (LOSS-EXL-05, -06, -10)."""
        if self.acteur == "mj":
            return "joueurs"
        return "mj" if self.adversaire == "aucun" else "adversaire"

    def ceded(self, outcome: Outcome) -> tuple[int, Beneficiaire]:
        """Return the Exploits lost, and to whom (LOSS-EXL-08)."""
        if outcome.success or not outcome.declared:
            return 0, "personne"
        receiver = self.receiver()
        foes = getattr(self, "adversaires", ())
        note_ceded(outcome.declared, receiver, len(foes), self.aimed_at())
        return outcome.declared, receiver

    def aimed_at(self) -> str:
        """Return the name or the role of the player's character who is the only target of the
        Action, "" where there is no such one (LOSS-EXL-10)."""
        foes = [foe.id for foe in getattr(self, "adversaires", ()) if foe.camp == "pj"]
        if not foes:
            return "cible" if self.adversaire == "pj" else ""
        return foes[0] if len(foes) == 1 else ""
