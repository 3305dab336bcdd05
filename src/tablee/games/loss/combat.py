"""Attack and defence in outline (chapter CBT)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.loss.burdens import check_disasters, disasters_on, malus_of, tokens_before
from tablee.games.loss.contest_sides import note_sum
from tablee.games.loss.explosion import die_of
from tablee.games.loss.fields import (
    PARRYING,
    SCORES,
    STRIKING,
    Acteur,
    Augmentations,
    Before,
    DesastreMalus,
    DesastresMax,
    Difficulty,
    Exploits,
    Jetons,
    JetonsApres,
    OwnDifficulty,
    Received,
    SansDe,
    Somme,
    StruckAttack,
    StruckDefence,
)
from tablee.games.loss.rulings import LossRulings, only_reader
from tablee.games.loss.shared_tokens import Amounts, Common, Uses
from tablee.games.loss.tables import DEADLY
from tablee.games.loss.tokens import WORTH, check_before, left_after
from tablee.games.loss.trial import MOST_EXPLOITS, reach
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import at_most, on_sheet, received_later
from tablee.rules.forms import YES_NO, NumberFrom
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import ASK, become, decide, nonzero


class CombatResult(Result):
    """`exploits` were won with a hit, `exploits_cedes` lost by a blow that does not land."""

    touche: bool
    exploits: int
    exploits_cedes: int
    jetons_attaque_depenses: int
    jetons_defense_depenses: int


class Side(Record):
    """One side: its parameters are named `jetons_attaque`, or `jetons_defense`."""

    seat: str
    name: str
    acteur: Acteur
    somme: int
    ag: int
    difficulty: int
    uses: Uses

    def facts(self) -> dict[str, int]:
        return {
            "somme": self.somme,
            **nonzero(ag=self.ag, jetons=self.uses.jetons),
            "difficulty": self.difficulty,
        }

    def beside(self, other: Side, common: Amounts, spent: Amounts) -> Side:
        """Return the side with what is left to it of the tokens that both may take."""
        uses = self.uses.beside(other.uses, common, spent)
        return self if uses is self.uses else replace(self, uses=uses)


def _for_attack(combat: Combat, seat: str) -> bool:
    """Return whether a seat is on the attacker’s side; the MJ is on that of his character."""
    if seat in ("mj", "joueurs"):
        return combat.acteur == ("mj" if seat == "mj" else "pj")
    return seat == "attaquant"


def _gain(combat: Combat, result: CombatResult, seat: str) -> int:
    """Return the hit, the Exploits and the tokens, to the profit of the attacker: zero-sum."""
    profit = int(result.touche) + result.exploits - result.exploits_cedes
    profit += result.jetons_defense_depenses - result.jetons_attaque_depenses
    return profit if _for_attack(combat, seat) else -profit


def _reached(combat: Combat, result: CombatResult, seat: str) -> int:
    return int(result.touche == _for_attack(combat, seat))


class Combat(Procedure[CombatResult], id="loss.combat"):
    """An attack with its Exploits, parried or dodged against them too (LOSS-CBT-01..04).

    Each side has its own Difficulté and Désastres (LOSS-DEC-05, LOSS-DES-01, -03..09); its tokens
    and its sum may spare its die (LOSS-DEC-03, LOSS-SDE-01, -03).

    Left to the leader: LOSS-CBT-05, LOSS-EXT-02.
    """

    somme_attaque: Annotated[
        Somme, on_sheet(*SCORES, role="attaquant", added=True, likely=STRIKING)
    ]
    somme_defense: Annotated[
        Somme, on_sheet(*SCORES, role="defenseur", added=True, likely=PARRYING)
    ]
    difficulty: Difficulty = 15
    difficulty_attaque: OwnDifficulty = None
    difficulty_defense: OwnDifficulty = None
    exploits: Exploits | ASK = 0
    ag_attaque: Annotated[Augmentations, on_sheet("specialisations", role="attaquant")] = 0
    ag_defense: Annotated[Augmentations, on_sheet("specialisations", role="defenseur")] = 0
    jetons_attaque: Jetons = 0
    jetons_defense: Jetons = 0
    jetons_avant_attaque: Annotated[Before, at_most("jetons_attaque")] | ASK = 0
    jetons_avant_defense: Annotated[Before, at_most("jetons_defense")] | ASK = 0
    jetons_recus_attaque: Annotated[Received, received_later("jetons_attaque")] = 0
    jetons_recus_defense: Annotated[Received, received_later("jetons_defense")] = 0
    jetons_communs_mj: Common = 0
    jetons_communs_joueurs: Common = 0
    jetons_apres: JetonsApres = "ask"
    """LOSS-DEC-03, LOSS-JET-03."""
    desastres_attaque: StruckAttack | ASK = 0
    desastres_defense: StruckDefence | ASK = 0
    desastres_max_attaque: DesastresMax = 5
    desastres_max_defense: DesastresMax = 5
    desastre_malus: DesastreMalus | ASK = True
    """LOSS-DES-05..08."""
    sans_de: SansDe | ASK = True
    """The choice of each side on its own Test (LOSS-SDE-01, -03)."""
    defense: Annotated[bool, Meta(description="une parade ou une esquive est tentée")] | ASK = True
    """The defender’s (LOSS-CBT-01)."""
    defense_allegee: Annotated[
        bool,
        Meta(description="par exception, les Exploits de l’attaque ne pèsent pas sur la défense"),
    ] = False
    """The MJ’s: « save exceptions » (LOSS-CBT-02)."""
    acteur: Annotated[Acteur, on_sheet("acteur", role="attaquant", fixed=True)] = "pj"
    acteur_defense: Annotated[Acteur, on_sheet("acteur", role="defenseur", fixed=True)] = "pj"

    apart = ("attaquant", "defenseur")
    unlisted = ("acteur", "acteur_defense")
    endings = ("touche",)
    utilities = {
        "gain": _gain,
        "reussite": _reached,
        "exploits": lambda _, result, seat: result.exploits,
    }

    def sides(self) -> dict[str, str]:
        return {"attaquant": "attaquant", "defenseur": "defenseur"}

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = [each for each in (self._attacker(), self._defender()) if only_reader(each.acteur)]
        scores = {f"{field}_{each.name}" for each in hidden for field in ("somme", "ag")}
        own = seat == "mj" or seat in [each.seat for each in hidden]
        return frozenset() if own else frozenset(scores)

    def check(self) -> None:
        attacker, defender = self._attacker(), self._defender()
        for side in (attacker, defender):
            check_before(f"jetons_avant_{side.name}", side.uses.avant, side.uses.jetons)
            uses = side.uses
            name, most = f"desastres_{side.name}", uses.desastres_max
            check_disasters(name, uses.desastres, side.acteur, most)
        defender.uses.check(attacker.uses, self._common())

    def _common(self) -> Amounts:
        return {"mj": self.jetons_communs_mj, "pj": self.jetons_communs_joueurs}

    def _attacker(self) -> Side:
        own = self.difficulty_attaque
        return Side(
            seat="attaquant",
            name="attaque",
            acteur=self.acteur,
            somme=self.somme_attaque,
            ag=self.ag_attaque,
            difficulty=self.difficulty if own is None else own,
            uses=Uses(
                end="attaque",
                acteur=self.acteur,
                jetons=self.jetons_attaque,
                recus=self.jetons_recus_attaque,
                desastres_max=self.desastres_max_attaque,
                avant=self.jetons_avant_attaque,
                desastres=self.desastres_attaque,
            ),
        )

    def _defender(self) -> Side:
        own = self.difficulty_defense
        return Side(
            seat="defenseur",
            name="defense",
            acteur=self.acteur_defense,
            somme=self.somme_defense,
            ag=self.ag_defense,
            difficulty=self.difficulty if own is None else own,
            uses=Uses(
                end="defense",
                acteur=self.acteur_defense,
                jetons=self.jetons_defense,
                recus=self.jetons_recus_defense,
                desastres_max=self.desastres_max_defense,
                avant=self.jetons_avant_defense,
                desastres=self.desastres_defense,
            ),
        )

    async def rule(self) -> CombatResult:
        attacker, defender = self._attacker(), self._defender()
        attacker = attacker.beside(defender, self._common(), defender.uses.fixed())
        malus, struck = await self.malus_on(attacker)
        if malus is None:
            return self.missed(0, 0, 0)
        exploits = await self._declared(attacker)
        spared = self.acteur == "pj" or rulings(LossRulings).somme_pnj
        spared = spared and exploits == 0
        reached, attack = await self.test(attacker, malus, exploits, exploits, spared)
        if not reached:
            return self.missed(exploits, attack, 0)
        spent = attacker.uses.spent(attack, struck)
        defender = defender.beside(self._attacker(), self._common(), spent)
        return await become(
            Defence(combat=self, defender=defender, exploits=exploits, attack=attack)
        )

    async def malus_on(self, side: Side) -> tuple[int | None, int]:
        """Return what Désastres add to a side’s Difficulté (None where they make it fail), and how
        many there are."""
        facts = {"difficulty": side.difficulty}
        if not only_reader(side.acteur):  # the players are asked about a character of the MJ
            facts = {"somme": side.somme} | facts
        field, uses = f"desastres_{side.name}", side.uses
        offered = NumberFrom(0, uses.desastres_max)
        struck = await disasters_on(uses.desastres, field, offered, side.acteur, facts, side.seat)
        if struck == DEADLY:
            return None, struck
        malus = await malus_of(struck, self.desastre_malus, "desastre_malus", side.acteur)
        return malus, struck

    async def _declared(self, attacker: Side) -> int:
        """Return the Exploits of who attacks, before the die (LOSS-CBT-01, LOSS-DEC-01)."""
        return await decide(
            self.exploits,
            "exploits",
            NumberFrom(0, MOST_EXPLOITS),
            who="attaquant",
            facts=attacker.facts(),
            default=0,
        )

    async def test(
        self, side: Side, malus: int, raised: int, declared: int, spared: bool
    ) -> tuple[bool, int]:
        """Return whether a side reaches its Difficulté, and the tokens spent. `raised`: the
        Exploits that burden it, `declared`: its own; `spared`: its sum may do without a die."""
        level = side.difficulty + malus + WORTH * raised
        note(
            "LOSS-CBT-04 LOSS-CBT-02",
            "{side:^} : Difficulté {difficulty}."
            if not (malus or raised)
            else "{side:^} : Difficulté {difficulty}{malus:|, Désastres}{raised:|, Exploits}, il faut {level}.",
            side=side.seat,
            difficulty=side.difficulty,
            malus=malus,
            raised=WORTH * raised,
            level=level,
        )
        field, facts = f"jetons_avant_{side.name}", {**side.facts(), "difficulty": level}
        base = side.somme + WORTH * side.ag
        reader = only_reader(side.acteur)
        clauses = "LOSS-MEC-01 LOSS-PER-01 LOSS-JET-03"
        enough = spared and base >= level and side.uses.avant == "ask"
        if enough:
            note_sum(clauses, side.seat, side.somme, side.ag, 0, reader)
            if await self._die_spared(side, base, level):
                return True, 0
        before = await tokens_before(side.uses.avant, field, side.uses.jetons, side.seat, facts)
        counted = before if rulings(LossRulings).somme_jetons else 0
        if before or not enough:
            note_sum(clauses, side.seat, side.somme, side.ag, before, reader)
        base += WORTH * before
        spared = spared and not enough and base - WORTH * (before - counted) >= level
        if spared and await self._die_spared(side, base, level):
            return True, counted
        held = side.uses.held(side.acteur)
        left, die = left_after(held, before, self.jetons_apres), die_of(declared)
        reached, after = await reach(
            level,
            base,
            left,
            die=die,
            mode=self.jetons_apres,
            who=side.seat,
            to=reader,
        )
        return reached, before + after

    async def _die_spared(self, side: Side, total: int, level: int) -> bool:
        """Return whether a side whose sum is enough does without the die (LOSS-SDE-01, -03)."""
        facts = {"somme": total, "difficulty": level}
        spared = await decide(
            self.sans_de, "sans_de", YES_NO, who=side.seat, facts=facts, default=True, policy=True
        )
        if spared:
            text = "{side:^} : la somme atteint {level}, sans lancer le dé."
            note("LOSS-SDE-01", text, side=side.seat, level=level)
        return spared

    def missed(self, lost: int, attack: int, defence: int) -> CombatResult:
        among_leaders = self.acteur == self.acteur_defense == "mj"
        note(
            "LOSS-EXL-05 LOSS-EXL-08",
            "Le coup ne porte pas."
            if not lost
            else "Le coup ne porte pas : {lost:Exploit perdu|Exploits perdus}, au profit des joueurs."
            if among_leaders
            else "Le coup ne porte pas : {lost:Exploit perdu|Exploits perdus}, {whom:@le} en profite.",
            lost=lost,
            whom="defenseur",
        )
        return CombatResult(
            touche=False,
            exploits=0,
            exploits_cedes=lost,
            jetons_attaque_depenses=attack,
            jetons_defense_depenses=defence,
        )


class Defence(Procedure[CombatResult], id="loss.combat.defense"):
    """The defence against an attack that has succeeded (LOSS-CBT-01, -02). Only what counts from
    here on is in this state: many attacks lead to the same one.

    `exploits`: those of the attack; `attack`: the tokens that it has spent.
    """

    combat: Combat
    defender: Side
    exploits: int
    attack: int

    async def rule(self) -> CombatResult:
        parried, defence = await self._parried()
        if parried:
            note("LOSS-CBT-01", "La défense annule le coup et ses Exploits.")
            lost = self.exploits if rulings(LossRulings).esquive_cede else 0
            return self.combat.missed(lost, self.attack, defence)
        note(
            "LOSS-CBT-03",
            "{who:@le^} touche {whom:@le} : {won:aucun Exploit|Exploit gagné, qui peut valoir 1d10 "
            "de dégâts|Exploits gagnés, chacun pouvant valoir 1d10 de dégâts}.",
            who="attaquant",
            whom="defenseur",
            won=self.exploits,
        )
        return CombatResult(
            touche=True,
            exploits=self.exploits,
            exploits_cedes=0,
            jetons_attaque_depenses=self.attack,
            jetons_defense_depenses=defence,
        )

    async def _parried(self) -> tuple[bool, int]:
        """Return whether the defence succeeds, against the attacker’s Exploits too, and the tokens
        spent (LOSS-CBT-02)."""
        combat, defender = self.combat, self.defender
        burden = 0 if combat.defense_allegee else self.exploits
        tries = await decide(
            combat.defense,
            "defense",
            YES_NO,
            who="defenseur",
            facts=defender.facts() | nonzero(exploits=burden),
            default=True,
            policy=True,
        )
        if not tries:
            return False, 0
        malus, _ = await combat.malus_on(defender)
        if malus is None:
            return False, 0
        return await combat.test(defender, malus, burden, 0, True)
