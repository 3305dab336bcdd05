"""Magie: effects that are no attack, and spells used as attacks (chapter MAG)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.socle.attacks import AimedAssault, AttaqueResult, alone, untried
from tablee.games.socle.fields import (
    Accord,
    Aide,
    Connues,
    Cout,
    Degres,
    Effet,
    Essais,
    Etat,
    EtatAllie,
    EtatDuHeros,
    Issue,
    JetForce,
    MagicDie,
    Mana,
    ManaMax,
    Reprise,
    Tentative,
    Tn,
)
from tablee.games.socle.landmarks import ADVANTAGES_SEEN, ATTACKS_SEEN, EFFECTS_BETTERED
from tablee.games.socle.rulings import SocleRulings
from tablee.games.socle.spell_levels import assigned, astuce_cost, cost_of
from tablee.games.socle.tables import ADVERSARY_TN, EFFECTS
from tablee.games.socle.trials import (
    SUCCESSES,
    Helped,
    check_able,
    check_way,
    goes_on,
    level_of,
    tried,
)
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import landmarks, on_sheet
from tablee.rules.forms import YES_NO, OneOf
from tablee.rules.procedure import Result, replace
from tablee.rules.questions import ASK, become, decide, nonzero
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from

HEALS: Effet = "fort"
"""The level that can heal (SOC-MAG-06)."""
BETTER: tuple[Literal["echelle", "mana", "autre"], ...] = ("echelle", "mana", "autre")
"""The uses of an exceptional success (SOC-MAG-07..09)."""
OTHERS: tuple[Literal["echelle", "mana", "autre"], ...] = ("echelle", "autre")
"""Those that give no Mana back."""
HEALED = "soigne"
"""The character who is healed; the caster if nobody is named."""


class MagieResult(Result):
    """`mana`: what is left. `avantage`: what was made of an exceptional success. `retrait`: the
    player does not try again (SOC-REP-02)."""

    issue: Issue | Literal["retrait"]
    mana: Mana
    consequence: Literal["aucune", "legere", "complication"]
    avantage: Literal["aucun", "echelle", "mana", "autre"]


class Magie(Helped[MagieResult], id="socle.magie"):
    """An effect of Magie that is no attack: Mana is spent, then the die is rolled against the TN of
    the effect (SOC-MAG-01..10, SOC-RES-01..06, SOC-DIF-01..06, SOC-AID-01..03, SOC-REP-01, -02)."""

    de: MagicDie
    aide: Aide = False
    degres: Degres = 0
    jet_force: JetForce = False
    niveau: Effet | ASK
    """The MJ gives it to the effect that the player describes (SOC-MAG-03)."""
    cout: Cout | ASK = None
    mana: Mana = 3
    mana_max: ManaMax = 3
    avantage: (
        Annotated[
            Literal["echelle", "mana", "autre"],
            Meta(description="avantage d’un succès exceptionnel"),
            landmarks(EFFECTS_BETTERED, "SOC-MAG-07 SOC-MAG-08 SOC-MAG-09"),
        ]
        | ASK
    ) = "autre"
    accord: Accord = True
    etat: EtatDuHeros = "debout"
    etat_allie: EtatAllie = "debout"
    soin: Annotated[
        bool, Meta(description="l’effet rend-il deux Cœurs à quelqu’un, plutôt qu’autre chose ?")
    ] = False
    """One target, up to its maximum (SOC-MAG-06, ruling R-15)."""
    etat_soigne: (
        Annotated[
            Etat,
            Meta(description="qui est soigné, si ce n’est qui lance l’effet"),
            on_sheet("etat", role=HEALED, partial=True),
        ]
        | None
    ) = None
    """The person named here is healed, whether or not `soin` says so (SOC-MAG-06)."""
    tentative: Tentative = None
    caracteristiques: Connues = ()
    essais: Essais = ()
    reprise: Reprise = "ask"

    unlisted = ("caracteristiques",)
    seats = {**Helped.seats, HEALED: HEALED}
    utilities = {
        "succes": lambda _, result, seat: int(result.issue in SUCCESSES),
        "sans_perte": lambda magie, result, seat: int(result.mana >= magie.mana),
    }

    def check(self) -> None:
        check_mana(self, self.heals())
        check_able(self.etat, self.aide, self.etat_allie)
        check_way(self.tentative, self.caracteristiques)
        if self.etat_soigne == "mort":
            raise refuse("etat_soigne", self.etat_soigne, "quelqu’un qui n’est pas mort")
        if self.heals() and self.niveau not in (HEALS, "ask"):
            field, given = ("soin", True) if self.soin else ("niveau", self.niveau)
            raise refuse(field, given, "un effet fort, le seul qui soigne")

    def heals(self) -> bool:
        """Return whether the effect is a healing: it says so, or somebody is named for it."""
        return self.soin or self.etat_soigne is not None

    async def rule(self) -> MagieResult:
        if not await goes_on(self.tentative, self.essais, self.reprise):
            return MagieResult(
                issue="retrait", mana=self.mana, consequence="aucune", avantage="aucun"
            )
        given = await self._given()
        if given is None:
            return MagieResult(
                issue="presque_impossible", mana=self.mana, consequence="aucune", avantage="aucun"
            )
        cost, tn = cost_of(*given), EFFECTS[given[0]][0]
        mana = self.mana - spent(cost, tn, self.degres, self.jet_force)
        issue, _ = await tried(self.de, tn, self.degres, self.aide, self.jet_force)
        taken: Literal["aucun", "echelle", "mana", "autre"] = "aucun"
        if issue == "exceptionnel":
            taken = await self.advantage(mana, cost)
            mana += given_back(taken)
        if self.heals() and issue in SUCCESSES:
            note(
                "SOC-MAG-06",
                "Le soin agit : jusqu’à deux Cœurs reviennent, sans dépasser le maximum.",
            )
            effect("soin", True, who=HEALED)
        consequence: Literal["aucune", "legere", "complication"] = "aucune"
        if issue == "echec":
            consequence = "legere"
            note(
                "SOC-MAG-04",
                "Aucun effet, le Mana est perdu et une légère conséquence survient."
                if cost
                else "Aucun effet, et une légère conséquence survient.",
            )
        elif issue == "echec_complication":
            consequence = "complication"
            note(
                "SOC-MAG-04 SOC-RES-04",
                "Un 1 : aucun effet, le Mana est perdu et une complication survient."
                if cost
                else "Un 1 : aucun effet, et une complication survient.",
            )
        if consequence != "aucune":
            effect("compteur", 1)
            effect("consequence", consequence, who="player")
        return MagieResult(issue=issue, mana=mana, consequence=consequence, avantage=taken)

    async def _given(self) -> tuple[Effet, int | None] | None:
        """Return the level and the cost of the effect, as the MJ gives them where the request does
        not; a healing has its level. None where Mana is lacking."""
        if self.niveau != "ask":
            cout = await astuce_cost(self.niveau, self.cout, self.mana, parameter="cout")
            return self.niveau, cout
        if self.heals():
            return HEALS, None
        return await assigned(self.mana, self.cout, "player", parameter="cout")

    async def advantage(self, mana: int, cost: int) -> Literal["echelle", "mana", "autre"]:
        """Return the use of an exceptional success; Mana comes back by the leave of the MJ."""
        facts = {"mana_restant": mana, **nonzero(cout=cost)}
        offered = BETTER if cost else OTHERS
        taken = await decide(
            self.avantage,
            "avantage",
            OneOf(offered),
            who="player",
            facts=facts,
            unweighed=OTHERS,
        )
        if taken == "mana" and not await leave(self.accord, cost):
            again: Literal["ask", "autre"] = "ask" if self.avantage == "ask" else "autre"
            taken = await decide(again, "avantage", OneOf(OTHERS), who="player", facts=facts)
        text = "Succès exceptionnel, avec un avantage : {taken:@avantage}."
        note("SOC-MAG-07 SOC-MAG-08 SOC-MAG-09", text, taken=taken)
        if taken != "mana":
            effect("avantage", taken, who="player")
        return taken


AttackLevel = Annotated[
    Literal["astuce", "standard", "fort", "grande_puissance"],
    Meta(description="ampleur de l’effet magique"),
    landmarks(ATTACKS_SEEN, "SOC-MAG-05"),
]
"""The level decides on the cost, and on the TN under some rulings (SOC-MAG-05, R-08b)."""


class SortAttaqueResult(AttaqueResult):
    """The fields of an attack, and the Mana left."""

    mana: Mana


class SortAttaque(AimedAssault[SortAttaqueResult], id="socle.sort_attaque"):
    """A spell used as an attack: Mana is spent, then as any attack (SOC-MAG-01..09, SOC-ATK-01..04,
    SOC-TOU-01..04, SOC-RIP-01..07, SOC-POR-01..03, SOC-MUL-01..03, SOC-OPT-01..03)."""

    de: MagicDie
    avantage: (
        Annotated[
            Literal["blessure", "echelle", "autre", "mana"],
            Meta(description="avantage d’un succès exceptionnel"),
            landmarks(
                {**EFFECTS_BETTERED, "blessure": ADVANTAGES_SEEN["blessure"]},
                "SOC-TOU-04 SOC-MAG-07 SOC-MAG-08 SOC-MAG-09",
            ),
        ]
        | ASK
    ) = "blessure"
    niveau: AttackLevel | ASK
    """The MJ gives it to the spell that the player describes (SOC-MAG-03)."""
    cout: Cout | ASK = None
    mana: Mana = 3
    mana_max: ManaMax = 3
    accord: Accord = True

    utilities = {
        **AimedAssault.utilities,
        "sans_perte": lambda spell, result, seat: int(
            not result.coeurs_perdus and result.mana >= spell.mana
        ),
    }

    def check(self) -> None:
        super().check()
        check_mana(self)

    async def rule(self) -> SortAttaqueResult:
        if self.niveau == "ask":
            given = await assigned(
                self.mana, self.cout, "player", parameter="cout", own_tn=level_counts(self.tn)
            )
            if given is None:
                return self._result(untried(), self.mana)
            return await become(replace(self, niveau=given[0], cout=given[1]))
        if self.cout == "ask":
            cout = await astuce_cost(self.niveau, self.cout, self.mana, parameter="cout")
            return await become(replace(self, cout=cout))
        self.note_shift()
        cost, tn, shift = cost_of(self.niveau, self.cout), self.target_tn(), self.shift()
        mana = self.mana - spent(cost, tn, shift, self.jet_force)
        if not level_counts(self.tn):
            note("SOC-ATK-04 SOC-MAG-05", "TN {tn}, celui de l’adversaire.", to=alone(), tn=tn)
        issue, face = await tried(self.de, tn, shift, self.aide, self.jet_force, alone())
        offered = ("blessure", *(BETTER if cost else OTHERS))
        result, taken = await self.fought(issue, face, self.avantage, offered)
        return self._result(result, mana + given_back(taken))

    def _result(self, attack: AttaqueResult, mana: int) -> SortAttaqueResult:
        """Return the result of an attack, with the Mana left."""
        return SortAttaqueResult(**fields_from(attack, SortAttaqueResult), mana=mana)

    def level(self) -> Effet:
        """Return the level, once it is given."""
        assert self.niveau != "ask"
        return self.niveau

    def unanswered(self, issue: Issue) -> None:
        """Note the slight consequence that a failure of Magie has in the place of the riposte; a 1
        has a complication (SOC-MAG-04, ruling R-14)."""
        if issue == "echec":
            note("SOC-MAG-04", "Le sort échoue sans riposte : une légère conséquence survient.")
            effect("consequence", "legere", who="player")

    async def use(self, avantage: str, offered: tuple[str, ...]) -> str:
        taken = await super().use(avantage, offered)
        cost = cost_of(self.level(), self.cout)
        if taken == "mana" and not await leave(self.accord, cost):
            others = tuple(each for each in offered if each != "mana")
            again = "ask" if avantage == "ask" else "blessure"
            taken = await super().use(again, others)
        return taken

    def target_tn(self) -> Tn:
        """Return the TN of an attack spell (ruling R-08b); one that the MJ gives holds over all."""
        if self.tn is not None:
            return self.tn
        adversary, level = ADVERSARY_TN[self.cible], EFFECTS[self.level()][0]
        match rulings(SocleRulings).tn_sort_attaque:
            case "adversaire":
                return adversary
            case "niveau":
                return level
            case "plus_haute":
                return max(adversary, level)


def level_counts(tn: Tn | None) -> bool:
    """Return whether the level of an attack spell counts for its TN (ruling R-08b); not where the
    MJ gives the TN of the adversary."""
    return tn is None and rulings(SocleRulings).tn_sort_attaque != "adversaire"


def check_mana(spell: Magie | SortAttaque, healing: bool = False) -> None:
    """Refuse what Mana does not allow: too little of it, more than there can be, a wrong cost, some
    back of nothing. `healing`: the effect heals, which fixes its level."""
    level: Effet | ASK = HEALS if healing and spell.niveau == "ask" else spell.niveau
    if spell.cout not in (None, "ask") and level not in ("astuce", "ask"):
        raise refuse("cout", spell.cout, "rien, sauf pour une astuce")
    if spell.mana > spell.mana_max:
        raise refuse("mana", spell.mana, "au plus {most}, le Mana maximal", most=spell.mana_max)
    cost = cost_of("astuce" if level == "ask" else level, spell.cout)
    if spell.mana < cost:
        raise refuse("mana", spell.mana, "au moins {cost}, le coût de l’effet", cost=cost)
    if spell.avantage == "mana" and not cost and "ask" not in (level, spell.cout):
        raise refuse("avantage", "mana", "un autre avantage : l’effet ne coûte rien")


def spent(cost: int, tn: Tn, shift: int, forced: bool) -> int:
    """Return the Mana that goes before the roll; nothing for what cannot be tried (R-14,
    SOC-MAG-03)."""
    if level_of(tn, shift, forced) == "presque_impossible":
        return 0
    note(
        "SOC-MAG-02 SOC-MAG-03 SOC-MAG-05",
        "Mana dépensé avant le jet : {cost}." if cost else "Cet effet ne coûte pas de Mana.",
        cost=cost,
    )
    if cost:
        effect("mana", -cost, who="player")
    return cost


async def leave(accord: Accord, cost: int) -> bool:
    """Return whether the MJ gives a Mana back (SOC-MAG-08, ruling R-16)."""
    facts = {"cout": cost}
    given = await decide(accord, "accord", YES_NO, who="mj", facts=facts, default=True)
    if not given:
        note("SOC-MAG-08", "Le MJ ne rend pas de Mana.")
    return given


def given_back(avantage: str) -> int:
    """Return the Mana that an exceptional success gives back."""
    if avantage != "mana":
        return 0
    effect("mana", 1, who="player")
    return 1
