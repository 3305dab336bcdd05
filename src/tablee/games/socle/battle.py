"""The combat of several characters: with dice against TN, or with d6 alone (ATK to COE, MAG,
SIX)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.socle.attacks import Attaque, AttaqueD6, note_crowd, note_pressure
from tablee.games.socle.fields import (
    MAGIC,
    Cout,
    De,
    Effet,
    JetForce,
    Niveau,
    Size,
    TargetTn,
    but_magic,
)
from tablee.games.socle.fight import Fight
from tablee.games.socle.growth import Level
from tablee.games.socle.heroes import healed
from tablee.games.socle.magic import HEALS, Magie, SortAttaque, level_counts
from tablee.games.socle.ranges import Adverse, Engage
from tablee.games.socle.spell_levels import assigned, cost_of
from tablee.games.socle.tables import SEUILS
from tablee.games.socle.trials import (
    SUCCESSES,
    UNROLLED,
    help_counts_d6,
    larger,
    level_of,
    may_succeed,
)
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import AS_OBJECT, on_sheet
from tablee.rules.forms import OneOf
from tablee.rules.procedure import replace
from tablee.rules.questions import ASK, call, choose, law_of
from tablee.rules.refusal import refuse
from tablee.rules.sheets.sheet_params import folded

Dice = Annotated[
    tuple[tuple[str, Size], ...],
    AS_OBJECT,
    Meta(description="dé de chaque Caractéristique"),
    on_sheet("des"),
]
Levels = Annotated[
    tuple[tuple[str, Level], ...],
    AS_OBJECT,
    Meta(description="niveau de chaque Caractéristique"),
    on_sheet("niveaux"),
]


class Combattant(Engage):
    """A player's character in a fight, with his dice."""

    de: De | Dice
    jet_force: JetForce = False

    def dice(self) -> dict[str, Size]:
        """Return Caractéristique -> its die; "" for the one die of somebody who has no names for
        it."""
        return dict(self.de) if isinstance(self.de, tuple) else {"": self.de}

    def means(self) -> tuple[str, ...]:
        return tuple(dict(but_magic(tuple(self.dice().items()))))

    def magic(self) -> Size | None:
        """Return the die of Magie, if there is one."""
        dice = (die for name, die in self.dice().items() if folded(name) == folded(MAGIC))
        return next(dice, None)

    def may_gain_by_help(self) -> bool:
        return any(larger(die) != die for die in self.dice().values())


class Ennemi(Adverse):
    """An adversary in a fight, with his TN."""

    tn: TargetTn = None


class CombattantD6(Engage):
    """A player's character in a fight when only d6 are used, with his levels."""

    niveau: Niveau | Levels

    def levels(self) -> dict[str, Level]:
        """Return Caractéristique -> its level; "" for the one of somebody who has no names for
        it."""
        return dict(self.niveau) if isinstance(self.niveau, tuple) else {"": self.niveau}

    def means(self) -> tuple[str, ...]:
        return tuple(self.levels())

    def may_gain_by_help(self) -> bool:
        return help_counts_d6()


class Combat(Fight, id="socle.combat"):
    """Characters against adversaries, one Action after the other (SOC-ATK-01..04, SOC-TOU-01..04,
    SOC-RIP-01..07, SOC-POR-01..03, SOC-MUL-01..03, SOC-AID-01..03, SOC-MAG-01..09, SOC-COE-01..06,
    SOC-OPT-01..03, SOC-EXC-01, -02).

    The MJ names who acts (by default in the order of the list, skipping who is down), and adds what
    he likes: a blow, a move, a complication, the end. Adversaries have no turns (R-21).
    """

    heros: Annotated[
        tuple[Combattant, ...],
        Meta(min_length=1, max_length=6, description="les personnages, dans l’ordre"),
    ]
    adversaires: Annotated[
        tuple[Ennemi, ...],
        Meta(min_length=1, max_length=8, description="les adversaires, dans l’ordre"),
    ]
    cout_astuce: Cout | ASK = "ask"

    def check(self) -> None:
        super().check()
        for place, each in enumerate(self.heros):
            if not each.dice():
                raise refuse(f"heros[{place}].de", {}, "un dé, ou un dé par Caractéristique")

    def attack(self, hero: Combattant, foe: Ennemi, means: str) -> Attaque:
        return Attaque(
            de=hero.dice()[means],
            tn=foe.tn,
            jet_force=hero.jet_force,
            avantage=self.avantage,
            **self.attack_params(hero, foe),
        )

    def usual_means(self, hero: Combattant, foe: Ennemi) -> str:
        """Return the largest die above the TN; where there is none, the smallest that may succeed,
        whose top face comes most often (SOC-RES-05, R-02)."""
        names, dice = hero.suited_means(foe.id), hero.dice()
        if len(names) == 1:
            return names[0]
        attack = self.attack(hero, foe, names[0])
        tn, shift = attack.target_tn(), attack.shift()
        level = level_of(tn, shift, hero.jet_force)
        if isinstance(level, str):
            return names[0]
        sizes = {each: larger(dice[each]) if hero.aide_recue else dice[each] for each in names}
        above = [each for each in names if sizes[each] > level]
        if above:
            return max(above, key=sizes.__getitem__)
        able = [
            each for each in names if may_succeed(sizes[each], tn, shift, False, hero.jet_force)
        ]
        return min(able, key=sizes.__getitem__) if able else names[0]

    def may_cast(self, hero: Combattant) -> bool:
        free = self.cout_astuce in (0, "ask")
        return hero.magic() is not None and (hero.mana > 0 or free)

    def may_heal(self, hero: Combattant) -> bool:
        return hero.magic() is not None and bool(self._curable(hero))

    def _curable(self, hero: Combattant) -> tuple[str, ...]:
        """Return those whom a character has the Mana to heal (SOC-MAG-06)."""
        hurt = (e.id for e in self.heros if e.etat != "mort" and e.coeurs < e.coeurs_max)
        return tuple(hurt) if hero.mana >= cost_of(HEALS, None) else ()

    async def _assigned(
        self, hero: Combattant, own_tn: bool = True
    ) -> tuple[Effet, int | None] | None:
        """Return the level and the cost of the effect that a character describes; None where Mana
        is lacking. `own_tn`: whether the level decides on the TN."""
        return await assigned(
            hero.mana, self.cout_astuce, hero.id, parameter="cout_astuce", own_tn=own_tn
        )

    async def spell(self, hero: Combattant, foe: Ennemi) -> SortAttaque | None:
        die, given = hero.magic(), await self._assigned(hero, level_counts(foe.tn))
        if given is None:
            return None
        assert die is not None
        level, cost = given
        return SortAttaque(
            de=die,
            tn=foe.tn,
            jet_force=hero.jet_force,
            avantage=self.avantage,
            niveau=level,
            cout=cost,
            mana=hero.mana,
            mana_max=hero.mana_max,
            accord="ask",
            **self.attack_params(hero, foe),
        )

    async def cast(self, hero: Combattant) -> Fight | None:
        offered = ("autre", *(f"soin:{name}" for name in self._curable(hero)))
        if len(offered) > 1:
            await self._show_healing(hero)
        wished = await choose(
            "effet",
            OneOf(offered),
            who=hero.id,
            default="autre",
            policy="autre",
            unweighed=("autre",),
        )
        given = await self._assigned(hero) if wished == "autre" else (HEALS, None)
        if given is None:
            return None
        level, cost = given
        pressing = (await self.pressed(hero)).pressing(hero)
        if pressing == "tn":
            note_pressure()
        magic = self._magic(hero, level, cost, pressing == "tn")
        avantage: Literal["ask", "autre"] = "ask" if self.avantage == "ask" else "autre"
        cast = await call(
            replace(magic, avantage=avantage, accord="ask"),
            by=("issue", "mana"),
            seats={"player": hero.id},
        )
        if cast.issue == "presque_impossible":
            return None  # another approach is needed (SOC-DIF-06)
        helped = hero.aide_recue and cast.issue in UNROLLED
        after = self.with_hero(replace(hero, mana=cast.mana, aide_recue=helped))
        worked = cast.issue in SUCCESSES
        if pressing == "complication" and cast.issue in ("echec", "echec_complication"):
            note_crowd()
            effect("complications", 1, who=hero.id)
        kind, _, name = wished.partition(":")
        if kind == "soin" and worked:
            target = after.hero(name)
            up = healed(target)
            effect("soin", True, who=name)
            return after.with_hero(replace(target, coeurs=up.coeurs, etat=up.etat))
        return after

    def _magic(self, hero: Combattant, level: Effet, cost: Cout, pressed: bool) -> Magie:
        """Return the effect of Magie of a character, one degree harder when `pressed`."""
        die = hero.magic()
        assert die is not None
        return Magie(
            de=die,
            aide=hero.aide_recue,
            degres=hero.degres + pressed,
            jet_force=hero.jet_force,
            niveau=level,
            cout=cost,
            mana=hero.mana,
            mana_max=hero.mana_max,
        )

    async def _show_healing(self, hero: Combattant) -> None:
        """Note the chance of healing, before it is chosen (SOC-MAG-02, -03, -06)."""
        magic = self._magic(hero, HEALS, None, self.pressing(hero) == "tn")
        law = await law_of(magic, by=("issue",))
        chance = law.chance(lambda result: result.issue in SUCCESSES)
        note(
            "SOC-MAG-03 SOC-MAG-06", "Soigner réussirait avec {chance:%} de chances.", chance=chance
        )


class CombatD6(Fight, id="socle.combat_d6"):
    """The same when only d6 are used: adversaries shift the seuil, and Magie, of which nothing is
    written there, is left out (SOC-SIX-01..05, SOC-ATK-01..03, SOC-TOU-01..04, SOC-RIP-01..07,
    SOC-POR-01..03, SOC-MUL-01..03, SOC-AID-01, -03, SOC-COE-01..06, SOC-OPT-01..03)."""

    heros: Annotated[
        tuple[CombattantD6, ...],
        Meta(min_length=1, max_length=6, description="les personnages, dans l’ordre"),
    ]
    adversaires: Annotated[
        tuple[Adverse, ...],
        Meta(min_length=1, max_length=8, description="les adversaires, dans l’ordre"),
    ]

    def check(self) -> None:
        super().check()
        for place, each in enumerate(self.heros):
            if not each.levels():
                allowed = "un niveau, ou un niveau par Caractéristique"
                raise refuse(f"heros[{place}].niveau", {}, allowed)

    def attack(self, hero: CombattantD6, foe: Adverse, means: str) -> AttaqueD6:
        return AttaqueD6(
            niveau=hero.levels()[means], avantage=self.avantage, **self.attack_params(hero, foe)
        )

    def usual_means(self, hero: CombattantD6, foe: Adverse) -> str:
        """Return the Caractéristique with the lowest seuil, Magie only where there is no other."""
        levels = hero.levels()
        suited = but_magic(tuple((each, levels[each]) for each in hero.suited_means(foe.id)))
        return min(dict(suited), key=lambda each: SEUILS[levels[each]])
