"""Duels: one character against a row of adversaries, attack after attack (chapters EXC, SIX)."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta

from tablee.games.socle.attacks import PRESSED, Attaque, AttaqueD6, Riposte, alone
from tablee.games.socle.fields import (
    FOE,
    LEADER,
    Armure,
    ArmureUsage,
    AttackDie,
    Avantage,
    Cible,
    Degres,
    EtatDuHeros,
    HeartsLeft,
    Helped,
    Niveau,
    Presse,
    TargetHearts,
    TargetHeartsMax,
    TargetTn,
)
from tablee.games.socle.foes import check_foe, hearts_of, hearts_seen, unhurt
from tablee.games.socle.heroes import HeartsMax
from tablee.games.socle.rulings import foes_hidden
from tablee.games.socle.trials import check_able, check_hearts
from tablee.rules.ambient import note
from tablee.rules.field_marks import on_sheet
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import ASK, become, call, decide
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from

R = TypeVar("R")
HEARTS = 5
"""The Cœurs of a player's character by default (T-06, SOC-COE-01)."""


Name = Annotated[
    str,
    Meta(max_length=100, description="nom de l’adversaire, s’il en a un"),
    on_sheet("nom"),
]


class Adversaire(Record):
    """An adversary of the row; what is left out follows from the category."""

    cible: Cible
    tn: TargetTn = None
    coeurs: TargetHearts = None
    coeurs_max: TargetHeartsMax = None
    id: Name = ""


class AdversaireD6(Record):
    """An adversary of the row when only d6 are used."""

    cible: Cible
    coeurs: TargetHearts = None
    coeurs_max: TargetHeartsMax = None
    id: Name = ""


class DuelResult(Result):
    """`coeurs`, `armure`: what the character has left. `restants`: adversaries still standing."""

    vainqueur: Literal["heros", "adversaire", "aucun"]
    coeurs: HeartsLeft
    armure: Armure
    restants: Annotated[int, Meta(ge=0, le=8)]


class DuelD6Result(Result):
    """The same; one side always wins, as a 6 always hits."""

    vainqueur: Literal["heros", "adversaire"]
    coeurs: HeartsLeft
    armure: Armure
    restants: Annotated[int, Meta(ge=0, le=8)]


class Row(Procedure[R], Generic[R]):
    """The parameters of both duels. The record is also the state between two attacks: the adversaries are
    those still in the duel, the first one with the Cœurs that it has left."""

    aide: Helped = False
    degres: Degres = 0
    coeurs: HeartsLeft = 5
    coeurs_max: HeartsMax = HEARTS
    armure: Armure = 0
    presse: Presse | ASK = "aucun"
    """While two pions or more stand (R-25)."""
    expose: Annotated[bool, Meta(description="les adversaires peuvent riposter")] = True
    riposte: Riposte = "coeur"
    armure_usage: ArmureUsage = "toujours"
    avantage: Avantage = "blessure"
    etat: EtatDuHeros = "debout"
    sortis: Annotated[
        tuple[str, ...], Meta(max_length=8, description="adversaires déjà hors de combat")
    ] = ()
    """Those who fell, in order, by their names as everybody may read them."""

    apart = ("", "adversaires")
    utilities = {
        "victoire": lambda _, result, seat: int(result.vainqueur == "heros"),
        "coeurs": lambda _, result, seat: result.coeurs,
    }

    def sides(self) -> dict[str, str]:
        return {"player": "heros"}

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        foes = [FighterStatus(_named(each), (hearts_seen(each),)) for each in self.standing()]
        gauges = [Gauge("coeurs", self.coeurs, self.most_hearts())]
        gauges += [Gauge("armure", self.armure, 1)] if self.armure else []
        return (FighterStatus("player", tuple(gauges)), *foes)

    def most_hearts(self) -> int:
        """Return the Cœurs of the unhurt character: at least those that it has."""
        return max(self.coeurs_max, self.coeurs)

    def check(self) -> None:
        check_able(self.etat, False, "debout")
        check_hearts(self.coeurs)
        for place, each in enumerate(self.standing()):
            if each.id in ("player", LEADER):
                raise refuse(f"adversaires[{place}].id", each.id, "un autre nom")
            check_foe(each, f"adversaires[{place}].")

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = seat != LEADER and foes_hidden()
        return frozenset({"adversaires"} if hidden else ())

    def standing(self) -> tuple[Adversaire | AdversaireD6, ...]:
        raise NotImplementedError

    def attack(self, hearts: int, pressed: Presse) -> Attaque | AttaqueD6:
        """Return the attack on the first adversary, which has this number of Cœurs."""
        raise NotImplementedError

    def shared_with(self, attack: type[Any], hearts: int, pressed: Presse) -> dict[str, Any]:
        """Return the parameters that an attack on the first adversary has from the duel."""
        return fields_from(self, attack) | {
            "cible": self.standing()[0].cible,
            "coeurs_cible": hearts,
            "presse": pressed,
            "expose": "auto" if self.expose else "non",
        }

    async def rule(self) -> R:
        standing = self.standing()
        if not standing:
            note("SOC-TOU-01 SOC-TOU-02", "Tous les adversaires sont hors de combat.")
            return self.ended("heros")
        if self.coeurs == 0:
            return self.ended("adversaire")
        first = standing[0]
        hearts = hearts_of(first)
        attack = self.attack(hearts, await self._pressed())
        if not (attack.may_hit() or attack.may_cost()):
            why = "SOC-RES-03" if attack.attempted() else "SOC-DIF-06"
            note(why, "L’adversaire suivant ne peut pas être touché : le duel s’arrête.")
            return self.ended("aucun")
        note(
            "SOC-ATK-01",
            "{who:@le^} ({coeurs:Cœur|Cœurs}) contre {foe:=} ({cible}, {hearts:Cœur|Cœurs})."
            if first.id
            else "{who:@le^} ({coeurs:Cœur|Cœurs}) contre l’adversaire ({cible}, {hearts:Cœur|Cœurs}).",
            to=alone(),
            who="player",
            foe=first.id,
            cible=first.cible,
            hearts=hearts,
            coeurs=self.coeurs,
        )
        seats = {FOE: first.id} if first.id else {}
        done = await call(attack, by=("blessures", "coeurs_perdus", "armure_utilisee"), seats=seats)
        left = hearts - done.blessures
        hurt = replace(first, coeurs=left, coeurs_max=unhurt(first)) if left > 0 else None
        following = (hurt, *standing[1:]) if hurt else standing[1:]
        return await become(
            replace(
                self,
                adversaires=following,
                sortis=self.sortis if hurt else (*self.sortis, _named(first)),
                coeurs=self.coeurs - done.coeurs_perdus,
                coeurs_max=self.most_hearts(),
                armure=self.armure - int(done.armure_utilisee),
            )
        )

    async def _pressed(self) -> Presse:
        """Return the effect of several pions in contact, as the MJ says (SOC-MUL-01, -02)."""
        if sum(1 for each in self.standing() if each.cible == "pion") < 2:
            return "aucun"
        return await decide(
            self.presse, "presse", PRESSED, who=LEADER, default="aucun", policy="aucun"
        )

    def ended(self, winner: Literal["heros", "adversaire", "aucun"]) -> R:
        note(
            "SOC-COE-03 SOC-TOU-01",
            "Bilan du duel : {who:@le} est debout.{sortis:| Adversaires hors de combat :|.}"
            "{foes:| Adversaires qui restent :|.}"
            if self.coeurs
            else "Bilan du duel : {who:@le} est à terre.{sortis:| Adversaires hors de combat :|.}"
            "{foes:| Adversaires qui restent :|.}",
            who="player",
            sortis=tuple(dict.fromkeys(self.sortis)),
            foes=tuple(dict.fromkeys(map(_named, self.standing()))),
        )
        made: R = self.result_type()(
            vainqueur=winner,
            coeurs=self.coeurs,
            armure=self.armure,
            restants=len(self.standing()),
        )
        return made


def _named(foe: Adversaire | AdversaireD6) -> str:
    """Return the name of an adversary, else its category, which may be the MJ’s alone (R-27)."""
    return foe.id or (FOE if foes_hidden() else foe.cible)


class Duel(Row[DuelResult], id="socle.duel"):
    """One character attacks a row of adversaries, one after the other, until one side is out
    (SOC-ATK-01..04, SOC-TOU-01..04, SOC-RIP-01..07, SOC-MUL-01, -03, SOC-COE-01..03,
    SOC-RES-01..06, SOC-DIF-01..06, SOC-AID-01..03, SOC-OPT-01..03).

    Adversaries have no turns: the character loses Cœurs by ripostes alone.
    """

    de: AttackDie
    adversaires: Annotated[
        tuple[Adversaire, ...],
        Meta(min_length=1, max_length=8, description="les adversaires, dans l’ordre"),
    ]

    endings = ("vainqueur",)

    def standing(self) -> tuple[Adversaire, ...]:
        return self.adversaires

    def attack(self, hearts: int, pressed: Presse) -> Attaque:
        first = self.adversaires[0]
        return Attaque(**self.shared_with(Attaque, hearts, pressed) | {"tn": first.tn})


class DuelD6(Row[DuelD6Result], id="socle.duel_d6"):
    """The same when only d6 are used; a 6 always hits, so that the duel always ends
    (SOC-SIX-01..05, SOC-ATK-01..03, SOC-TOU-01..04, SOC-RIP-01..07, SOC-MUL-01, -03,
    SOC-COE-01..03, SOC-OPT-01..03)."""

    niveau: Niveau
    adversaires: Annotated[
        tuple[AdversaireD6, ...],
        Meta(min_length=1, max_length=8, description="les adversaires, dans l’ordre"),
    ]

    endings = ("vainqueur",)

    def standing(self) -> tuple[AdversaireD6, ...]:
        return self.adversaires

    def attack(self, hearts: int, pressed: Presse) -> AttaqueD6:
        return AttaqueD6(**self.shared_with(AttaqueD6, hearts, pressed))
