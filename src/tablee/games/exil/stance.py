"""A fighter in the tour under way: weapon in hand, PC and its split, blows given and received.

What a duel and a mêlée share (chapters CBT, CON and PAS). A `Stance` lives inside one rule, which
makes it anew each time that it is walked: nothing of it outlasts the tour but its `condition`.
"""

from __future__ import annotations

from tablee.games.exil.contact import Assaut, AssautResult
from tablee.games.exil.fields_combat import PasseChoice
from tablee.games.exil.fighters import Arme, Condition, Fighter, bearable, malus_of
from tablee.games.exil.health import state_of_health
from tablee.games.exil.passes import offered
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.questions import Call, Choose, call, choose, decide

__all__ = ["Stance", "riposte", "settle_weapon", "strike"]

FREED = 5
"""PC of the adversaries of somebody who frees his weapon (EXIL-PAS-15)."""
RENOUNCE = "renoncer"
TAKE_UP: OneOf[str] = OneOf(("reprendre", "mains_nues"))


class Stance:
    """`due`: his attack of the tour is still to come. `armed`: he fights with his weapon (a stuck
    one still counts). `busy`: he spends the tour on it. `won_mod`, `won_expose`: for the next tour.
    """

    __slots__ = (
        "adrenaline",
        "arme",
        "armed",
        "busy",
        "checked",
        "due",
        "expose",
        "fighter",
        "malus",
        "pc",
        "pc_mod",
        "pdef",
        "pds",
        "poff",
        "seat",
        "won_expose",
        "won_mod",
    )

    def __init__(
        self, seat: str, fighter: Fighter, condition: Condition, adrenaline: bool = False
    ) -> None:
        self.seat = seat
        self.fighter = fighter
        self.adrenaline = adrenaline
        self.pds = condition.pds
        self.arme: Arme = condition.arme
        self.pc_mod = condition.pc_mod
        self.expose = condition.expose
        self.armed = condition.arme != "perdue"
        self.busy = False
        self.due = True
        self.checked = False
        self.malus = self._malus()
        self.pc = self.poff = self.pdef = 0
        self.won_mod = self.won_expose = 0

    # ── what he is worth ───────────────────────────────────────────────────────────────────────
    @property
    def talent(self) -> int:
        """The Talent that he fights with (bare hands: Bagarreur)."""
        return self.fighter.talent if self.armed else self.fighter.talent_mains_nues

    @property
    def maniabilite(self) -> int:
        return self.fighter.maniabilite if self.armed else 0

    @property
    def dead(self) -> bool:
        return state_of_health(self.fighter.physique, self.pds) == "mort"

    @property
    def out(self) -> bool:
        """Out of action within the tour: dead or en échec (R-83)."""
        return self.checked or self.dead

    def _malus(self) -> int:
        """The malus of his PdS as it weighs in this fight (EXIL-SAN-07, -09)."""
        malus = malus_of(self.fighter.physique, self.pds)
        return bearable(malus, self.fighter.malus_avant or 0) if self.adrenaline else malus

    def potential(self, more: int = 0) -> int:
        """His PC, floored at 0 (EXIL-CBT-04, R-14); `more`: what the tour adds to it."""
        parts = self.talent + self.maniabilite + self.malus + self.fighter.circonstance
        return max(0, parts + self.pc_mod + more)

    def settle(self, more: int = 0) -> None:
        """Work the PC of the tour out, and tell it."""
        self.pc = self.potential(more)
        note(
            "EXIL-CBT-04 EXIL-SAN-07",
            "{who:^} : Talent {talent}, arme {weapon:+}, santé {malus:+}, circonstances {other:+}, "
            "effets du tour {mod:+} : PC {pc}.",
            who=self.seat,
            talent=self.talent,
            weapon=self.maniabilite,
            malus=self.malus,
            other=self.fighter.circonstance,
            mod=self.pc_mod + more,
            pc=self.pc,
        )
        felt = malus_of(self.fighter.physique, self.pds)
        if felt < self.malus:
            note(
                "EXIL-SAN-09",
                "{who:^} : l’adrénaline retient le malus de {felt:+}, seul compte {malus:+}.",
                who=self.seat,
                felt=felt,
                malus=self.malus,
            )

    # ── the attitude ───────────────────────────────────────────────────────────────────────────
    def least_poff(self) -> int:
        """A ranged weapon does not parry: its précision stays in the Poff (EXIL-ARM-05, R-42)."""
        if not self.fighter.a_distance or not self.armed or self.busy:
            return 0
        if rulings(ExilRulings).precision_defence:
            return 0
        return min(self.pc, max(0, self.maniabilite))

    def asks_attitude(self) -> bool:
        """Whether there is something to ask about his attitude."""
        return self.fighter.politique.attitude == "ask" and self.least_poff() < self.pc

    def attitude(self, facts: dict[str, int]) -> Choose[int]:
        """The choice of his Poff, secret until all have chosen (EXIL-CBT-05, R-15)."""
        return choose(
            "attitude",
            NumberFrom(self.least_poff(), self.pc),
            who=self.seat,
            facts=facts,
            parameter=f"{self.seat}.politique.attitude",
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
        note(
            "EXIL-CBT-05",
            "{who:^} : Poff {poff}, Pdef {pdef}.",
            who=self.seat,
            poff=poff,
            pdef=self.pdef,
        )

    # ── blows ──────────────────────────────────────────────────────────────────────────────────
    def power(self, target: Stance) -> int:
        """The Poff of an attack on `target`, who may stand badly (EXIL-PAS-10, R-26)."""
        return self.poff + target.expose

    def may_attack(self, target: Stance) -> bool:
        return self.due and not self.busy and self.power(target) >= 1

    def suffer(self, damage: int) -> None:
        """Lose PdS (EXIL-CON-08, EXIL-SAN-01, -03); under `malus_timing: immediate` the Poff not
        yet used suffers at once (R-22)."""
        if not damage:
            return
        self.pds -= damage
        state = state_of_health(self.fighter.physique, self.pds)
        note(
            "EXIL-CON-08 EXIL-SAN-03 EXIL-SAN-04",
            "{who:^} perd {damage:Point de Santé|Points de Santé} ; reste {pds} : {state}.",
            who=self.seat,
            damage=damage,
            pds=self.pds,
            state=state,
        )
        if state == "mort" or rulings(ExilRulings).malus_timing == "next_turn":
            return
        before, self.malus = self.malus, self._malus()
        if self.due and self.malus < before:
            self.poff = max(0, self.poff + self.malus - before)
            note(
                "EXIL-SAN-07",
                "La blessure pèse aussitôt : le Poff qui reste à {who} tombe à {poff}.",
                who=self.seat,
                poff=self.poff,
            )

    def lose_weapon(self, stuck: bool) -> None:
        """The weapon is out of the hand, or `stuck` (EXIL-PAS-13..16)."""
        if self.fighter.desarmable and self.arme == "en_main":
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
        note("EXIL-PAS-13", "{who:^} n’a plus d’arme et se bat à mains nues.", who=stance.seat)
        return
    choice = await decide(
        stance.fighter.politique.arme,
        f"{stance.seat}.politique.arme",
        TAKE_UP,
        who=stance.seat,
        facts={"arme": stance.arme},
        default="reprendre",
    )
    stance.busy = choice == "reprendre"
    if stance.busy:
        _tell_taking_up(stance)
        return
    stance.arme, stance.armed = "perdue", False
    note("EXIL-PAS-13 EXIL-PAS-15", "{who:^} se bat à mains nues.", who=stance.seat)


def _tell_taking_up(stance: Stance) -> None:
    if stance.arme == "coincee":
        note(
            "EXIL-PAS-15",
            "{who:^} passe le tour à dégager son arme, ce qui vaut {freed:point|points} de PC à "
            "qui l’affronte.",
            who=stance.seat,
            freed=FREED,
        )
    else:
        note("EXIL-PAS-13", "{who:^} passe le tour à ramasser son arme.", who=stance.seat)


# ── an attack ──────────────────────────────────────────────────────────────────────────────────
async def strike(attacker: Stance, target: Stance, initiative: bool) -> AssautResult | None:
    """The attack of a fighter who may attack; None when he renounces (EXIL-CON-05, -06).

    Its damage and its passe are still to be applied.
    """
    power = attacker.power(target)
    note(
        "EXIL-CON-02 EXIL-CON-04",
        "{who:^} attaque {whom} : Poff {power} contre Pdef {pdef}.",
        who=attacker.seat,
        whom=target.seat,
        power=power,
        pdef=target.pdef,
    )
    daring = await _daring(attacker, target, power)
    attacker.due = False
    if daring is None:
        note("EXIL-CBT-02", "{who:^} renonce à son attaque.", who=attacker.seat)
        return None
    return await _assault(attacker, target, power, daring, initiative)


async def _daring(attacker: Stance, target: Stance, power: int) -> int | None:
    """The malus that he takes on himself; None: he renounces."""
    wish = attacker.fighter.politique.audace
    if wish != "ask":
        return min(wish, power - 1)
    form: OneOf[int | str] = OneOf((*range(power), RENOUNCE))
    answer = await choose(
        "audace",
        form,
        who=attacker.seat,
        facts={"poff": power, "pdef": target.pdef},
        parameter=f"{attacker.seat}.politique.audace",
        default=0,
    )
    return answer if isinstance(answer, int) else None


def _assault(
    attacker: Stance, target: Stance, power: int, daring: int, initiative: bool
) -> Call[AssautResult]:
    mine, theirs, armed = attacker.fighter, target.fighter, attacker.armed
    losable = theirs.desarmable and target.arme == "en_main"
    assaut = Assaut(
        poff=power,
        pdef=target.pdef,
        audace=daring,
        letalite=mine.letalite if armed else 0,
        physique=mine.physique,
        force=mine.force if armed else True,
        protection=theirs.protection,
        perce_armure=mine.perce_armure and armed,
        passe=_preferred(attacker, power, daring, losable),
        talent_attaquant=attacker.talent,
        talent_defenseur=target.talent,
        defenseur_arme=losable,
        riposte_due=target.due and not target.busy,
        initiative_attaquant=initiative,
    )
    return call(
        assaut,
        by=("damage", "passe", "desarme"),
        seats={"attaquant": attacker.seat, "defenseur": target.seat},
        paths={"passe": f"{attacker.seat}.politique.passe"},
    )


def _preferred(attacker: Stance, power: int, daring: int, losable: bool) -> PasseChoice:
    """The passe of a fixed policy: the first one of its list that is open, else `auto`."""
    wish = attacker.fighter.politique.passe
    if isinstance(wish, str):
        return wish
    if rulings(ExilRulings).audace_scope == "poff":
        power -= daring
    open_now = offered(power, ally=False, armed=losable)
    return next((passe for passe in wish if passe in open_now), "auto")


# ── the riposte of somebody who has just lost his weapon ───────────────────────────────────────
async def riposte(stance: Stance, target: Stance) -> None:
    """Bare-handed or not at all: settles `due`, the Talent and the Poff of the riposte (R-33)."""
    bare = stance.fighter.talent_mains_nues + stance.malus + stance.fighter.circonstance
    poff = max(0, max(0, bare + stance.pc_mod) - stance.pdef)
    if not await _goes_on(stance, poff + target.expose):
        stance.due = False
        note("EXIL-PAS-13 EXIL-PAS-15", "{who:^} perd son attaque.", who=stance.seat)
        return
    stance.arme, stance.armed, stance.poff = "perdue", False, poff
    note(
        "EXIL-PAS-13",
        "{who:^} riposte à mains nues : Poff {poff}, Pdef inchangé.",
        who=stance.seat,
        poff=poff,
    )


async def _goes_on(stance: Stance, power: int) -> bool:
    """Whether he gives his weapon up for this tour (a stuck one is dropped even without attack)."""
    stuck = stance.arme == "coincee"
    wish = stance.fighter.politique.arme
    if wish == "ask":
        both = ("mains_nues", "perdre") if stuck or power >= 1 else ("perdre",)
        answer = await choose(
            "riposte",
            OneOf(both),
            who=stance.seat,
            facts={"poff": power, "arme": stance.arme},
            parameter=f"{stance.seat}.politique.arme",
            default="perdre" if stuck else both[0],
        )
        return answer == "mains_nues"
    return wish == "mains_nues" if stuck else power >= 1
