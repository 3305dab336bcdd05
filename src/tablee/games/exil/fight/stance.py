"""A fighter in the tour under way: weapon in hand, PC and its split, blows given and received.

What a duel and a mêlée share (chapters CBT, CON and PAS). A `Stance` lives inside one rule, which
makes it anew each time that it is walked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tablee.games.exil.fight.assaut import Assaut, AssautResult
from tablee.games.exil.fight.attack_fields import PasseChoice
from tablee.games.exil.fight.fighters import (
    Arme,
    Condition,
    Fighter,
    Footing,
    Weapon,
    bare_hands,
    bearable,
    malus_of,
    weapon_of,
)
from tablee.games.exil.fight.passes import Passe, offered
from tablee.games.exil.health.states import is_dead, state_of_health
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, notes_wanted, rulings
from tablee.rules.forms import OneOf, Share
from tablee.rules.questions import Call, Choose, call, choose, decide
from tablee.rules.schema import fields_of

FREED = 5
"""PC of the adversaries of somebody who frees his weapon (EXIL-PAS-15)."""
RENOUNCE = "renoncer"
_FOOTING = tuple(fields_of(Footing))
TAKE_UP: OneOf[str] = OneOf(("reprendre", "mains_nues"))


class Stance:
    """`name`: how the trace calls him; `who`: the seat that decides for him; `path`: of his
    parameters. `hand`: what he fights with (a stuck weapon still counts). `busy`: he spends the
    tour on his weapon. `due`: his attack of the tour is still to come. `won_mod`, `won_expose`: for
    the next tour. `stripped`, `granted`: see `Footing`.
    """

    __slots__ = (
        "adrenaline",
        "arme",
        "busy",
        "checked",
        "circonstance",
        "due",
        "expose",
        "fighter",
        "granted",
        "hand",
        "malus",
        "name",
        "path",
        "pc",
        "pc_mod",
        "pdef",
        "pds",
        "poff",
        "stripped",
        "who",
        "won_expose",
        "won_mod",
    )

    def __init__(self, name: str, fighter: Fighter, condition: Condition, adrenaline: bool) -> None:
        self.name = self.who = self.path = name
        self.fighter = fighter
        self.adrenaline = adrenaline
        self.pds = condition.pds
        self.arme: Arme = condition.arme
        self.pc_mod = condition.pc_mod
        self.expose = condition.expose
        self.circonstance = fighter.circonstance
        self.hand = bare_hands(fighter) if condition.arme == "perdue" else weapon_of(fighter)
        self.busy = False
        self.due = True
        self.checked = self.stripped = self.granted = False
        self.malus = self.burden()
        self.pc = self.poff = self.pdef = 0
        self.won_mod = self.won_expose = 0

    # ── between the rules of a tour ────────────────────────────────────────────────────────────
    def footing(self) -> dict[str, Any]:
        """The fields of a `Footing`, with which `resume` goes on."""
        return {name: getattr(self, name) for name in _FOOTING}

    def resume(self, at: Footing) -> None:
        """Stand as that says."""
        for name in _FOOTING:
            setattr(self, name, getattr(at, name))

    # ── what he is worth ───────────────────────────────────────────────────────────────────────
    @property
    def dead(self) -> bool:
        return is_dead(self.pds)

    @property
    def out(self) -> bool:
        """Out of action within the tour: dead or en échec (R-83)."""
        return self.checked or self.dead

    def burden(self) -> int:
        """The malus of his PdS as it weighs in this fight (EXIL-SAN-07, -09)."""
        malus = malus_of(self.fighter.physique, max(0, self.pds))
        return bearable(malus, self.fighter.malus_avant or 0) if self.adrenaline else malus

    def potential(self, more: int = 0) -> int:
        """His PC, floored at 0 (EXIL-CBT-04, R-14); `more`: what the tour adds to it."""
        return max(0, self._parts(self.hand) + more)

    def _parts(self, hand: Weapon) -> int:
        parts = hand.talent + hand.maniabilite + self.malus
        return parts + self.circonstance + self.pc_mod

    def poff_with(self, hand: Weapon, more: int = 0) -> int:
        """The Poff left for a riposte with another weapon: its PC without the Pdef that is engaged
        already (R-33); `more`: what the tour adds to it."""
        return max(0, self._parts(hand) + more - self.pdef)

    def settle(self, more: int = 0) -> None:
        """Work the PC of the tour out, and tell it."""
        self.pc = self.potential(more)
        if notes_wanted():
            self._tell_pc(more)

    def _tell_pc(self, more: int) -> None:
        note(
            "EXIL-CBT-04 EXIL-SAN-07",
            "{who:^} : Talent {talent}{weapon:|, arme}{malus:|, santé}{other:|, circonstances}"
            "{mod:|, effets du tour}, soit un PC de {pc}.",
            who=self.name,
            talent=self.hand.talent,
            weapon=self.hand.maniabilite,
            malus=self.malus,
            other=self.circonstance,
            mod=self.pc_mod + more,
            pc=self.pc,
        )
        felt = malus_of(self.fighter.physique, self.pds)
        if felt < self.malus:
            note(
                "EXIL-SAN-09",
                "{who:^} : l’adrénaline retient le malus de {felt:+}, seul compte {malus:+}.",
                who=self.name,
                felt=felt,
                malus=self.malus,
            )

    # ── the attitude ───────────────────────────────────────────────────────────────────────────
    def least_poff(self) -> int:
        """A ranged weapon does not parry: its précision stays in the Poff (EXIL-ARM-05, -07, -10,
        R-42)."""
        if not self.hand.a_distance or self.busy:
            return 0
        if rulings(ExilRulings).precision_defence:
            return 0
        return min(self.pc, max(0, self.hand.maniabilite))

    def asks_attitude(self) -> bool:
        """Whether there is something to ask about his attitude."""
        return self.fighter.politique.attitude == "ask" and self.least_poff() < self.pc

    def attitude(self, facts: Mapping[str, Any]) -> Choose[int]:
        """The choice of his Poff, secret until all have chosen (EXIL-CBT-05, R-15)."""
        return choose(
            "attitude",
            Share(self.least_poff(), self.pc),
            who=self.who,
            facts=facts,
            parameter=f"{self.path}.politique.attitude",
            default=max(self.least_poff(), self.pc // 2),
        )

    def fixed_poff(self) -> int:
        """The Poff of a fixed attitude; nothing for somebody who is busy."""
        wish = self.fighter.politique.attitude
        if wish == "ask":
            return self.pc
        if self.busy or wish == "rien":
            part = 0
        elif wish == "moitie":
            part = self.pc // 2
        else:
            part = self.pc if wish == "tout" else min(wish, self.pc)
        return max(part, self.least_poff())

    def take(self, poff: int) -> None:
        """Split the PC (EXIL-CBT-05, -06, -12)."""
        self.poff, self.pdef = poff, self.pc - poff
        if notes_wanted():
            note(
                "EXIL-CBT-05",
                "{who:^} se bat {how:@attitude} : Poff {poff}, Pdef {pdef}.",
                who=self.name,
                how=Share(0, self.pc).how(poff),
                poff=poff,
                pdef=self.pdef,
            )

    # ── blows ──────────────────────────────────────────────────────────────────────────────────
    def power(self, target: Stance) -> int:
        """The Poff of an attack on `target`, who may stand badly (EXIL-PAS-10, R-26)."""
        return self.poff + target.expose

    def guard(self, attacker: Stance) -> int:
        """The Pdef that he opposes to `attacker`."""
        return self.pdef

    def may_attack(self, target: Stance) -> bool:
        return self.riposte_due and self.power(target) >= 1

    def suffer(self, damage: int) -> None:
        """Lose PdS (EXIL-CON-08, EXIL-SAN-01, -03); under `malus_timing: immediate` the Poff not
        yet used suffers at once (R-22)."""
        if not damage:
            return
        self.pds -= damage
        if notes_wanted():
            note(
                "EXIL-CON-08 EXIL-SAN-03 EXIL-SAN-04",
                "{who:^} perd {damage:Point de Santé|Points de Santé} ; il en reste {pds}. État de "
                "Santé : {state}.",
                who=self.name,
                damage=damage,
                pds=self.pds,
                state=state_of_health(self.fighter.physique, self.pds),
            )
        if self.dead or rulings(ExilRulings).malus_timing == "next_turn":
            return
        before, self.malus = self.malus, self.burden()
        if self.due and self.malus < before:
            self.poff = max(0, self.poff + self.malus - before)
            note(
                "EXIL-SAN-07",
                "La blessure pèse aussitôt : le Poff qui reste à {who} tombe à {poff}.",
                who=self.name,
                poff=self.poff,
            )

    @property
    def losable(self) -> bool:
        """Whether he holds a weapon that he can lose."""
        return self.fighter.desarmable and self.arme == "en_main"

    @property
    def riposte_due(self) -> bool:
        """Whether he is still to attack in this tour."""
        return self.due and not self.busy

    def lose_weapon(self, stuck: bool) -> None:
        """The weapon is out of the hand, or `stuck` (EXIL-PAS-13..16)."""
        if self.losable:
            self.arme = "coincee" if stuck else "perdue"

    def condition(self) -> Condition:
        """What is left of the tour for the next one."""
        return Condition(
            pds=self.pds,
            arme="en_main" if self.busy else self.arme,
            pc_mod=self.won_mod,
            expose=self.won_expose,
        )


# ── the weapon at the beginning of the tour ────────────────────────────────────────────────────
async def settle_weapon(stance: Stance, ramasser: bool) -> None:
    """Free or pick up a weapon, which takes the tour, or fight on bare-handed (R-31, R-34)."""
    if stance.arme == "en_main":
        return
    if stance.arme == "perdue" and not ramasser:
        note("EXIL-PAS-13", "{who:^} n’a plus d’arme et se bat à mains nues.", who=stance.name)
        return
    choice = await decide(
        stance.fighter.politique.arme,
        f"{stance.path}.politique.arme",
        TAKE_UP,
        who=stance.who,
        facts={"arme": stance.arme},
        default="reprendre",
    )
    stance.busy = choice == "reprendre"
    if stance.busy:
        _tell_taking_up(stance)
        return
    stance.arme, stance.hand = "perdue", bare_hands(stance.fighter)
    note("EXIL-PAS-13 EXIL-PAS-15", "{who:^} se bat à mains nues.", who=stance.name)


def _tell_taking_up(stance: Stance) -> None:
    if stance.arme == "coincee":
        note(
            "EXIL-PAS-15",
            "{who:^} passe le tour à dégager son arme, ce qui vaut {freed:point|points} de PC à "
            "qui l’affronte.",
            who=stance.name,
            freed=FREED,
        )
    else:
        note("EXIL-PAS-13", "{who:^} passe le tour à ramasser son arme.", who=stance.name)


# ── an attack ──────────────────────────────────────────────────────────────────────────────────
async def strike(attacker: Stance, target: Stance, initiative: bool) -> AssautResult | None:
    """The attack of a fighter who may attack; None when he renounces (EXIL-CON-05, -06).

    Its damage and its passe are still to be applied.
    """
    power = attacker.power(target)
    if notes_wanted():
        tell_attack(attacker, target, power)
    daring = await dare(attacker, target, power)
    attacker.due = False
    if daring is None:
        note("EXIL-CBT-02", "{who:^} renonce à son attaque.", who=attacker.name)
        return None
    passe = preferred(attacker.fighter.politique.passe, power, daring, target.losable)
    assaut = assault(attacker, target, power, daring, passe, initiative=initiative)
    return await assaulted(assaut, attacker, target)


def tell_attack(attacker: Stance, target: Stance, power: int) -> None:
    note(
        "EXIL-CON-02 EXIL-CON-04",
        "{who:^} attaque {whom} : Poff {power} contre Pdef {pdef}.",
        who=attacker.name,
        whom=target.name,
        power=power,
        pdef=target.guard(attacker),
    )


async def dare(attacker: Stance, target: Stance, power: int) -> int | None:
    """The malus that he takes on himself, less than `power`; None: he renounces."""
    wish = attacker.fighter.politique.audace
    if wish != "ask":
        return min(wish, power - 1)
    form: OneOf[int | str] = OneOf((*range(power), RENOUNCE))
    answer = await choose(
        "audace",
        form,
        who=attacker.who,
        facts={"poff": power, "pdef": target.guard(attacker)},
        parameter=f"{attacker.path}.politique.audace",
        default=0,
    )
    return answer if isinstance(answer, int) else None


def preferred(
    wish: Literal["auto", "ask"] | tuple[Passe, ...],
    power: int,
    daring: int,
    losable: bool,
    ally: bool = False,
) -> PasseChoice:
    """The passe of a policy: the first one of a list that is open, else `auto`."""
    if not isinstance(wish, tuple):
        return wish
    if rulings(ExilRulings).audace_scope == "poff":
        power -= daring
    open_now = offered(power, ally, losable)
    return next((passe for passe in wish if passe in open_now), "auto")


def assault(
    attacker: Stance,
    target: Stance,
    power: int,
    daring: int,
    passe: PasseChoice,
    *,
    initiative: bool,
    ally: bool = False,
) -> Assaut:
    """The assaut of one fighter on another with that share of his Poff."""
    hand = attacker.hand
    return Assaut(
        poff=power,
        pdef=target.guard(attacker),
        audace=daring,
        letalite=hand.letalite,
        physique=attacker.fighter.physique,
        force=hand.force,
        protection=target.fighter.protection,
        perce_armure=hand.perce_armure,
        passe=passe,
        talent_attaquant=hand.talent,
        talent_defenseur=target.hand.talent,
        defenseur_arme=target.losable,
        riposte_due=target.riposte_due,
        defenseur_a_allie=ally,
        initiative_attaquant=initiative,
    )


def assaulted(assaut: Assaut, attacker: Stance, target: Stance) -> Call[AssautResult]:
    """The question for what an assaut leads to."""
    return call(
        assaut,
        by=("damage", "passe", "desarme"),
        seats={"attaquant": attacker.who, "defenseur": target.who},
        paths={"passe": f"{attacker.path}.politique.passe"},
    )


# ── the riposte of somebody who has just lost his weapon ───────────────────────────────────────
async def riposte(stance: Stance, target: Stance) -> None:
    """Bare-handed or not at all: settles `due`, the weapon and the Poff of the riposte (R-33)."""
    bare = bare_hands(stance.fighter)
    poff = stance.poff_with(bare)
    if not await _goes_on(stance, poff + target.expose):
        stance.due = False
        note("EXIL-PAS-13 EXIL-PAS-15", "{who:^} perd son attaque.", who=stance.name)
        return
    stance.arme, stance.hand, stance.poff = "perdue", bare, poff
    note(
        "EXIL-PAS-13",
        "{who:^} riposte à mains nues : Poff {poff}, Pdef inchangé.",
        who=stance.name,
        poff=poff,
    )


async def _goes_on(stance: Stance, power: int) -> bool:
    """Whether he gives his weapon up for this tour (a stuck one is dropped even without attack)."""
    stuck = stance.arme == "coincee"
    wish = stance.fighter.politique.arme
    if wish != "ask":
        return wish == "mains_nues" if stuck else power >= 1
    both = ("mains_nues", "perdre") if stuck or power >= 1 else ("perdre",)
    answer = await choose(
        "riposte",
        OneOf(both),
        who=stance.who,
        facts={"poff": power, "arme": stance.arme},
        parameter=f"{stance.path}.politique.arme",
        default="perdre" if stuck else both[0],
    )
    return answer == "mains_nues"
