"""A fight of several characters between two Actions: who acts, what he does, what the MJ adds
(ATK to COE). What they attack with is for `battle` to say: dice and TN, or d6 alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from tablee.games.socle.attacks import Attaque, AttaqueD6, Riposte
from tablee.games.socle.fields import (
    FOE,
    ACouvert,
    ArmureUsage,
    Avantage,
    Cases,
    Cible,
    Degres,
    Effet,
    Expose,
    LimitePortee,
    Portee,
    Presse,
    RipostePossible,
    TargetHearts,
    TargetHeartsMax,
)
from tablee.games.socle.foes import check_foe, hearts_of, hearts_seen, unhurt
from tablee.games.socle.heroes import Heros, check_heroes, raised
from tablee.games.socle.magic import SortAttaque
from tablee.games.socle.wounds import Coup
from tablee.rules.ambient import effect, note
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.forms import YES_NO, FreeText, NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import become, call, choose
from tablee.rules.refusal import refuse
from tablee.rules.schema import on_sheet

LEADER = "mj"
LEVELS: tuple[Effet, ...] = ("astuce", "standard", "fort", "grande_puissance")
Name = Annotated[
    str, Meta(min_length=1, max_length=100, description="nom de l’adversaire"), on_sheet("nom")
]
EXPOSED: OneOf[Literal["auto", "oui", "non"]] = OneOf(("auto", "oui", "non"))


class Engage(Heros):
    """A player's character in a fight, and the circumstances that the MJ sees him in."""

    degres: Degres = 0
    portee: Portee = "contact"
    cases: Cases = 1
    expose: Expose = "auto"
    a_couvert: ACouvert = False
    riposte_possible: RipostePossible = True
    aide_recue: Annotated[bool, Meta(description="un allié l’aide pour son prochain test")] = False

    def means(self) -> tuple[str, ...]:
        """The Caractéristiques that he may attack with, the usual one first; "" for the one of
        somebody who has no names for it."""
        raise NotImplementedError


class Adverse(Record):
    """An adversary in a fight; what is left out follows from the category."""

    id: Name
    cible: Cible
    coeurs: TargetHearts = None
    coeurs_max: TargetHeartsMax = None


class CombatResult(Result):
    """`debout`: characters still standing. `coeurs`: all that they have left together."""

    vainqueur: Literal["heros", "adversaires", "aucun"]
    debout: Annotated[int, Meta(ge=0, le=6)]
    coeurs: Annotated[int, Meta(ge=0, le=120)]


class Fight(Procedure[CombatResult]):
    """The parameters of both kinds of combat. The record is also the state between two Actions: the
    adversaries are those still in the fight, the first one hurt."""

    if TYPE_CHECKING:
        heros: tuple[Any, ...]
        adversaires: tuple[Any, ...]
    ordre: Annotated[
        Literal["ask", "liste"], Meta(description="le MJ nomme qui agit, ou l’ordre de la liste")
    ] = "ask"
    limite_portee: LimitePortee = False
    presse: Presse = "aucun"
    riposte: Riposte = "coeur"
    armure_usage: ArmureUsage = "toujours"
    avantage: Avantage = "blessure"
    tours_max: (
        Annotated[int, Meta(ge=0, le=50, description="tours de table avant que le MJ arrête")]
        | None
    ) = None
    deja: Annotated[
        tuple[str, ...], Meta(max_length=6, description="qui a déjà agi pendant ce tour")
    ] = ()

    endings = ("vainqueur",)
    utilities = {
        "victoire": lambda _, result, seat: int(result.vainqueur == "heros"),
        "coeurs": lambda _, result, seat: result.coeurs,
    }

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return (*(_hero_seen(each) for each in self.heros), *map(_foe_seen, self.adversaires))

    def turn_order(self) -> tuple[tuple[str, ...], ...]:
        """Those who have not acted in this turn: in the order of the list, or as the MJ names
        them."""
        left = tuple(each.id for each in self.standing() if each.id not in self.deja)
        return tuple((each,) for each in left) if self.ordre == "liste" else (left,) if left else ()

    def ids(self) -> tuple[str, ...]:
        return (*(each.id for each in self.heros), *(each.id for each in self.adversaires))

    def sides(self) -> dict[str, str]:
        return {each.id: "heros" for each in self.heros}

    def check(self) -> None:
        check_heroes(self.heros, "heros")
        names = self.ids()
        for place, each in enumerate(self.heros):
            _check_name(f"heros[{place}].id", each.id, ())
            if each.portee == "contact" and each.cases > 1:
                raise refuse(f"heros[{place}].cases", each.cases, "1 au contact")
        for place, foe in enumerate(self.adversaires):
            _check_name(f"adversaires[{place}].id", foe.id, names[: len(self.heros) + place])
            check_foe(foe, f"adversaires[{place}].")

    # ── the steps ──────────────────────────────────────────────────────────────────────────────
    async def rule(self) -> CombatResult:
        if not self.adversaires:
            note("SOC-TOU-01 SOC-TOU-02", "Tous les adversaires sont hors de combat.")
            return self.ended("heros")
        if not self.standing():
            note("SOC-COE-03", "Plus personne n’est debout.")
            return self.ended("adversaires")
        if all(each.id in self.deja for each in self.standing()):
            return await become(self._turned())
        turn = "fin" if self.tours_max == 0 else await self._turn()
        kind, _, name = turn.partition(":")
        if turn == "fin":
            note("", "Le combat s’arrête là.")
            return self.ended("aucun")
        if turn == "complication":
            await self._describe("complication", LEADER)
            return await become(self)
        if kind == "coup" and name:
            return await become(await self._struck(self.hero(name)))
        if kind == "deplacement" and name:
            return await become(await self._moved(self.hero(name)))
        after = await self._acts(self.hero(turn))
        return await become(after._acted(turn))

    def standing(self) -> tuple[Engage, ...]:
        return tuple(each for each in self.heros if each.etat == "debout")

    async def _turn(self) -> str:
        """Return the person who acts next, or the action that the MJ adds."""
        following, vain = self._following(), self._in_vain()
        if self.ordre == "liste" and not vain:
            return following
        acting = [each.id for each in self.standing()]
        first = acting.index(following)
        alive = [each.id for each in self.heros if each.etat != "mort"]
        offered = (
            *acting[first:],
            *acting[:first],
            *(f"coup:{name}" for name in alive),
            *(f"deplacement:{name}" for name in alive),
            "complication",
            "fin",
        )
        usual = "fin" if vain else following
        return await choose("tour", OneOf(offered), who=LEADER, default=usual, policy=usual)

    def _following(self) -> str:
        """Return the first person able to act who has not acted in this turn."""
        return next(each.id for each in self.standing() if each.id not in self.deja)

    def _in_vain(self) -> bool:
        """Whether nothing more comes of the usual attacks: nobody can be hit, and nobody is hurt by
        trying, or who is down would only be raised to fall again."""
        alive = [each for each in self.heros if each.etat != "mort"]
        pairs = [(each, foe) for each in alive for foe in self.adversaires]
        if any(self.usual_attack(*pair).may_hit() for pair in pairs):
            return False
        fallen = len(alive) > len(self.standing())
        return fallen == any(self.usual_attack(*pair).may_cost() for pair in pairs)

    def _target(self, hero: Engage) -> Adverse:
        """Whom somebody attacks unless he says so: the first whom he can hit, or who can hurt
        him."""
        foes: tuple[Adverse, ...] = self.adversaires
        hit = (foe for foe in foes if self.usual_attack(hero, foe).may_hit())
        costly = (foe for foe in foes if self.usual_attack(hero, foe).may_cost())
        return next(hit, None) or next(costly, None) or foes[0]

    def _acted(self, name: str) -> Fight:
        return replace(self, deja=(*(each for each in self.deja if each != name), name))

    def _turned(self) -> Fight:
        """Return the state of the next turn, once everybody able to act has acted."""
        left = None if self.tours_max is None else self.tours_max - 1
        note("", "Tous ceux qui sont debout ont agi : le tour est fini.")
        return replace(self, deja=(), tours_max=left)

    # ── what a character does ──────────────────────────────────────────────────────────────────
    async def _acts(self, hero: Engage) -> Fight:
        offered = self._actions(hero)
        fallen = [each.id for each in self.heros if each.etat == "a_terre"]
        usual = f"relever:{fallen[0]}" if fallen else f"attaque:{self._target(hero).id}"
        action = await choose(
            "action",
            OneOf(offered),
            who=hero.id,
            facts={"coeurs": hero.coeurs, "mana": hero.mana},
            default=usual,
            policy=usual,
        )
        kind, _, name = action.partition(":")
        match kind:
            case "attaque":
                return await self._attacks(hero, name)
            case "magie":
                return await self.cast(hero, next(each for each in LEVELS if each == name))
            case "aide":
                note("SOC-AID-01 SOC-AID-03", "{who:=} aide {other:=}.", who=hero.id, other=name)
                return self.with_hero(replace(self.hero(name), aide_recue=True))
            case "relever":
                up = raised(self.hero(name))
                effect("relever", hero.id, who=name)
                return self.with_hero(replace(self.hero(name), coeurs=up.coeurs, etat=up.etat))
        await self._describe("autre", hero.id)
        return self

    def _actions(self, hero: Engage) -> tuple[str, ...]:
        others = [each for each in self.heros if each.id != hero.id]
        return (
            *(f"attaque:{foe.id}" for foe in self.adversaires),
            *(f"magie:{level}" for level in self.spells(hero)),
            *(f"aide:{e.id}" for e in others if e.etat == "debout" and not e.aide_recue),
            *(f"relever:{each.id}" for each in others if each.etat == "a_terre"),
            "autre",
        )

    async def _attacks(self, hero: Engage, name: str) -> Fight:
        foe = next(each for each in self.adversaires if each.id == name)
        means = (*hero.means(), *(f"sort:{level}" for level in self.spells(hero)))
        usual = hero.means()[0]
        chosen = await choose("moyen", OneOf(means), who=hero.id, default=usual, policy=usual)
        note(
            "SOC-ATK-01 SOC-ATK-02",
            "{who:=} attaque {foe:=} ({cible}, {hearts:Cœur|Cœurs}).",
            who=hero.id,
            foe=foe.id,
            cible=foe.cible,
            hearts=hearts_of(foe),
        )
        asked = {"player": hero.id, FOE: foe.id}
        by = ("blessures", "coeurs_perdus", "armure_utilisee")
        attack = self.attack(hero, foe, chosen)
        cast = isinstance(attack, SortAttaque)
        done: Any = await call(attack, by=(*by, "mana") if cast else by, seats=asked)
        left = hero.coeurs - done.coeurs_perdus
        after = replace(
            hero,
            coeurs=left,
            etat="debout" if left else "a_terre",
            armure=hero.armure - int(done.armure_utilisee),
            mana=done.mana if cast else hero.mana,
            aide_recue=hero.aide_recue and not attack.rolled(),
        )
        return self.with_hero(after)._hurt(foe, done.blessures)

    # ── what they attack with ──────────────────────────────────────────────────────────────────
    def attack(self, hero: Any, foe: Any, means: str) -> Attaque | AttaqueD6 | SortAttaque:
        """The attack of somebody with one of his Caractéristiques, or `sort:LEVEL`."""
        raise NotImplementedError

    def spells(self, hero: Any) -> tuple[Effet, ...]:
        """The levels of Magie that somebody may use."""
        return ()

    async def cast(self, hero: Any, level: Effet) -> Fight:
        """The state once somebody has tried an effect of Magie that is no attack."""
        raise NotImplementedError

    def usual_attack(self, hero: Engage, foe: Adverse) -> Attaque | AttaqueD6 | SortAttaque:
        """Return the policy of odds: the first of the Caractéristiques."""
        return self.attack(hero, foe, hero.means()[0])

    def attack_params(self, hero: Engage, foe: Adverse) -> dict[str, Any]:
        """Return the parameters that all kinds of attack share."""
        return {
            "degres": hero.degres,
            "aide": hero.aide_recue,
            "cible": foe.cible,
            "coeurs_cible": hearts_of(foe),
            "portee": hero.portee,
            "cases": hero.cases,
            "limite_portee": self.limite_portee,
            "presse": self.pressing(hero),
            "expose": hero.expose,
            "a_couvert": hero.a_couvert,
            "riposte_possible": hero.riposte_possible,
            "riposte": self.riposte,
            "coeurs": hero.coeurs,
            "armure": hero.armure,
            "armure_usage": self.armure_usage,
        }

    def pressing(self, hero: Engage) -> Literal["aucun", "tn", "complication"]:
        """Return the effect of several pions in contact, by the MJ (R-25)."""
        pions = sum(1 for each in self.adversaires if each.cible == "pion")
        return self.presse if hero.portee == "contact" and pions >= 2 else "aucun"

    def _hurt(self, foe: Adverse, wounds: int) -> Fight:
        """Return the state after an adversary has lost some Cœurs."""
        if not wounds:
            return self
        left = hearts_of(foe) - wounds
        following = [
            replace(each, coeurs=left, coeurs_max=unhurt(foe)) if each.id == foe.id else each
            for each in self.adversaires
            if each.id != foe.id or left > 0
        ]
        return replace(self, adversaires=tuple(following))

    # ── what the MJ adds ───────────────────────────────────────────────────────────────────────
    async def _struck(self, hero: Engage) -> Fight:
        done = await call(
            Coup(coeurs=hero.coeurs, armure=hero.armure, armure_usage=self.armure_usage),
            seats={"player": hero.id},
        )
        return self.with_hero(
            replace(
                hero,
                coeurs=done.coeurs,
                etat=done.etat,
                armure=hero.armure - int(done.armure_utilisee),
            )
        )

    async def _moved(self, hero: Engage) -> Fight:
        """Somebody has moved: the MJ says what range, cover and conditions that makes."""
        who = LEADER
        portee = await choose(
            "portee", OneOf(("contact", "distance")), who=who, default=hero.portee
        )
        cases, covered, possible = 1, False, True
        if portee == "distance":
            cases = await choose("cases", NumberFrom(1, 200), who=who, default=hero.cases)
            covered = await choose("a_couvert", YES_NO, who=who, default=hero.a_couvert)
            usual = hero.riposte_possible
            possible = await choose("riposte_possible", YES_NO, who=who, default=usual)
        expose = hero.expose
        if expose != "auto":  # it was about the earlier place
            expose = await choose("expose", EXPOSED, who=who, default="auto")
        degres = await choose("degres", NumberFrom(-2, 2), who=who, default=hero.degres)
        moved = replace(
            hero,
            portee="distance" if portee == "distance" else "contact",
            cases=cases,
            a_couvert=covered,
            riposte_possible=possible,
            expose=expose,
            degres=degres,
        )
        _note_move(moved)
        return self.with_hero(moved)

    async def _describe(self, label: str, who: str) -> None:
        """Add the words of a person to the trace; no rule reads them."""
        await choose(label, FreeText(), who=who, default="", policy="", weighed=False)

    # ── the state ──────────────────────────────────────────────────────────────────────────────
    def hero(self, name: str) -> Engage:
        found: Engage = next(each for each in self.heros if each.id == name)
        return found

    def with_hero(self, changed: Engage) -> Fight:
        heros = tuple(changed if each.id == changed.id else each for each in self.heros)
        return replace(self, heros=heros)

    def ended(self, winner: Literal["heros", "adversaires", "aucun"]) -> CombatResult:
        return CombatResult(
            vainqueur=winner,
            debout=len(self.standing()),
            coeurs=sum(each.coeurs for each in self.standing()),
        )


def _note_move(hero: Engage) -> None:
    """The place that a character has reached; on the ground it can only crawl (SOC-COE-04)."""
    if hero.etat == "a_terre":
        note("SOC-COE-04", "{who:=} est à terre : on ne peut plus que ramper.", who=hero.id)
    if hero.portee == "contact":
        note("SOC-POR-01", "{who:=} est au contact{degres:|, difficulté}.", **_where(hero))
    elif hero.a_couvert:
        note(
            "SOC-POR-02 SOC-RIP-06",
            "{who:=} est bien à l’abri, à {cases:case|cases}{degres:|, difficulté}.",
            **_where(hero),
        )
    else:
        note(
            "SOC-POR-02 SOC-RIP-05",
            "{who:=} est à découvert, à {cases:case|cases}{degres:|, difficulté}.",
            **_where(hero),
        )


def _where(hero: Engage) -> dict[str, Any]:
    return {"who": hero.id, "cases": hero.cases, "degres": hero.degres}


def _hero_seen(hero: Engage) -> FighterStatus:
    gauges = [
        Gauge("coeurs", hero.coeurs, hero.coeurs_max),
        Gauge("mana", hero.mana, hero.mana_max),
    ]
    if hero.armure or hero.protege:
        gauges.append(Gauge("armure", hero.armure, 1))
    states: list[tuple[str, str]] = [("etat", hero.etat)] if hero.etat != "debout" else []
    states += [("portee", hero.portee)] if hero.portee == "distance" else []
    states += [(name, name) for name in ("a_couvert", "aide_recue") if getattr(hero, name)]
    return FighterStatus(hero.id, tuple(gauges), tuple(states), out=hero.etat != "debout")


def _foe_seen(foe: Adverse) -> FighterStatus:
    return FighterStatus(foe.id, (hearts_seen(foe),))


def _check_name(path: str, name: str, taken: tuple[str, ...]) -> None:
    if name in taken or name in ("complication", "fin", LEADER) or ":" in name:
        raise refuse(path, name, "des noms tous différents, sans « : »")
